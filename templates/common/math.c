/* Functions that compilers can turn into vector code, of known error. */
typedef $(bits_type) $(name)_bits;

//@ if has_exp or is_exponential or needs_bits then
$(NAME)_INLINE $(name)_bits $(name)_to_bits($(real) a)
{
  $(name)_bits i;
  memcpy(&i, &a, sizeof i);
  return i;
}

//@ end
//@ if has_exp or is_exponential then
$(NAME)_INLINE $(real) $(name)_from_bits($(name)_bits i)
{
  $(real) a;
  memcpy(&a, &i, sizeof a);
  return a;
}

//@ end
//@ if has_exp or is_exponential then
/* A number of the type's own digits: x87 and the like keep more of them in registers. */
#if (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0) \
    || (defined(_M_IX86_FP) && _M_IX86_FP == 0) || (!defined(__FLT_EVAL_METHOD__) && defined(__i386__))
typedef volatile $(real) $(name)_rounded;
#else
typedef $(real) $(name)_rounded;
#endif

//@ end
//@ if has_exp then
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
//@ if is_exponential then
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
