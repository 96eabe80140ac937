/* Returns 0 if all three numbers are finite, else NaN: 0*x is 0 for a finite x only. */
static inline $(real) $(name)_nan3(const $(real) x[3])
{
  return $(real(0))*x[0] + $(real(0))*x[1] + $(real(0))*x[2];
}
