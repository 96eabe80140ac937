/* Functions that compilers can turn into vector code, of known error. */

//@ if shares_exp then
/* Returns p and writes q: 2^-u = q - q*p for 0 <= u <= 64, and larger u count as 64; u = k + t,
 * |t| <= 1/2, q = 2^-k, k taken from the low bits of u + 1.5*2^$(mantissa); p has the relative
 * error $(phi_error). */
$(NAME)_INLINE $(real) $(name)_power($(real) u0, $(real) *q)
{
  const $(real) u = u0 < $(real(64)) ? u0 : $(real(64));
  const $(name)_rounded k = u + $(magic);
  const $(real) t = u - (k - $(magic));
  const $(real) t2 = t*t, t4 = t2*t2;
  *q = $(name)_from_bits((($(name)_bits)$(exponent_one) << $(mantissa)) - ($(name)_to_bits(k) << $(mantissa)));
  return t*($(paired(phi_even, "t2", "t4")) + t*$(paired(phi_odd, "t2", "t4")));
}

//@ if has_exp then
/* exp(x) for x <= 0, relative error $(exp_error), but at least 2^-64. */
$(NAME)_INLINE $(real) $(name)_exp($(real) x)
{
  $(real) q;
  const $(real) p = $(name)_power(x*$(real(-log2e)), &q);
  return q - q*p;
}

//@ end
//@ if is_exponential then
/* (1 - exp(-x))/x for x >= 0. */
$(NAME)_INLINE $(real) $(name)_phi($(real) x0)
{
  $(real) q;
  const $(real) x = x0 + $(tiny), inverse = $(real(1))/x; /* while the rest is on its way */
  const $(real) p = $(name)_power(x*$(real(log2e)), &q);
  return (($(real(1)) - q) + q*p)*inverse;
}

//@ end
//@ end
//@ if has_exp and not shares_exp then
/* exp(x) for x <= 0, relative error $(exp_error): 2^-u with u = k + t, |t| <= 1/2, k
 * taken from the low bits of u + 1.5*2^$(mantissa). */
$(NAME)_INLINE $(real) $(name)_exp($(real) x)
{
  const $(real) u = x*$(real(-log2e));
  const $(name)_rounded k = u + $(magic);
  const $(real) t = u - (k - $(magic));
  const $(real) t2 = t*t, t4 = t2*t2;
  const $(real) p = $(paired(exp_even, "t2", "t4")) + t*$(paired(exp_odd, "t2", "t4"));
  const $(real) value = $(name)_from_bits($(name)_to_bits(p) - ($(name)_to_bits(k) << $(mantissa)));
  return u < $(real(64)) ? value : $(real(0));
}

//@ end
//@ if is_exponential and not shares_exp then
/* (1 - exp(-x))/x for x >= 0, relative error $(phi_error). */
$(NAME)_INLINE $(real) $(name)_phi($(real) x0)
{
  const $(real) inverse = $(real(1))/(x0 + $(tiny)); /* while the rest is on its way */
  const $(real) u = x0*$(real(log2e)) + $(real(log2e))*$(tiny);
  const $(name)_rounded k = u + $(magic);
  const $(real) t = u - (k - $(magic));
  const $(real) t2 = t*t, t4 = t2*t2;
  const $(real) p = t*($(paired(phi_even, "t2", "t4")) + t*$(paired(phi_odd, "t2", "t4")));
  const $(real) q = $(name)_from_bits((($(name)_bits)$(exponent_one) << $(mantissa)) - ($(name)_to_bits(k) << $(mantissa)));
  const $(real) part = ($(real(1)) - q) + q*p;
  return (u < $(real(64)) ? part : $(real(1)))*inverse;
}

//@ end
//@ if is_elastoplastic then
/* sin(pi/2*t)/2 for |t| <= 1, error $(sine_error). */
$(NAME)_INLINE $(real) $(name)_half_sine($(real) t)
{
  const $(real) t2 = t*t, t4 = t2*t2$(#sine_even > 2 and ", t8 = t4*t4" or "");
  return t*($(paired(sine_even, "t4", "t8")) + t2*$(paired(sine_odd, "t4", "t8")));
}
//@ end
