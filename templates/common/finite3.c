/* Returns 0 if all three numbers are finite, else NaN: x - x is 0 for a finite x only. */
static inline $(real) $(name)_nan3(const $(real) x[3])
{
  return (x[0] - x[0]) + (x[1] - x[1]) + (x[2] - x[2]);
}
