//@ local most = real(is_float and 110 or 800)
/* exp(x) for all x: 2^k*exp(t), |t| <= log(2)/2, by the polynomial of 2^-t. */
$(NAME)_INLINE $(real) $(name)_exp_all($(real) x)
{
  const $(real) y = x > -$(most) ? (x < $(most) ? x : $(most)) : -$(most);
  const $(name)_rounded near = y*$(real(log2e)) + $(magic);
  const $(real) n = near - $(magic);
  const $(real) t = $(real(-log2e))*((y - n*$(real(is_float and 0.693138122558593750 or 0.69314718036912381649)))
    - n*$(real(is_float and 9.05800061445916e-06 or 1.90821492927058770002e-10)));
  const $(real) t2 = t*t, t4 = t2*t2;
  const $(real) p = $(paired(exp_even, "t2", "t4")) + t*$(paired(exp_odd, "t2", "t4"));
  /* Two factors: one alone could overflow where the product does not. */
  const int k = (int)n, k1 = k/2, one = (int)$(exponent_one);
  const $(real) a = $(name)_from_bits(($(name)_bits)(k1 + one) << $(mantissa));
  const $(real) b = $(name)_from_bits(($(name)_bits)(k - k1 + one) << $(mantissa));
  return x == x ? p*a*b : x;
}
