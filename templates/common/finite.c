/* Returns 0 if all numbers are finite, else NaN: 0*x is 0 for a finite x only. */
static inline $(real) $(name)_nan(const $(real) *x, int count)
{
  $(real) sum = $(real(0));
  for (int i = 0; i < count; i++) sum += $(real(0))*x[i];
  return sum;
}
