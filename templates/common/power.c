/* x^y; of x < 0 for whole y alone, else NaN. */
$(NAME)_INLINE $(real) $(name)_pow($(real) x, $(real) y)
{
  const $(real) size = $(name)_exp_all(y*$(name)_log(x < $(real(0)) ? -x : x));
  const int n = y > $(real(-1e9)) && y < $(real(1e9)) ? (int)y : 0, is_whole = ($(real))n == y;
  const $(real) at0 = y > $(real(0)) ? $(real(0)) : (y < $(real(0)) ? $(real(1))/(x*x) : $(real(1)));
  const $(real) below = is_whole ? (n & 1 ? -size : size) : (x - x)/(x - x);
  return x > $(real(0)) ? size : (x == $(real(0)) ? at0 : below);
}
