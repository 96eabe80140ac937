//@ local bits = is_float and "unsigned" or "unsigned long long"
/* ---- functions of known error, without libm --------------------------------- */

typedef union { $(real) number; $(bits) bits; } $(name)_word;

/* A number of the type's own digits: x87 and the like keep more of them in registers. */
#if (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0) \
    || (defined(_M_IX86_FP) && _M_IX86_FP == 0) || (!defined(__FLT_EVAL_METHOD__) && defined(__i386__))
typedef volatile $(real) $(name)_rounded;
#else
typedef $(real) $(name)_rounded;
#endif

$(NAME)_INLINE $(real) $(name)_size($(real) a)
{
#ifdef __GNUC__
  return __builtin_fabs$(is_float and "f" or "")(a); /* one instruction */
#else
  return a < $(real(0)) ? -a : a;
#endif
}

$(NAME)_INLINE $(real) $(name)_clamp($(real) a, $(real) low, $(real) high)
{
  const $(real) risen = low > a ? low : a;
  return high < risen ? high : risen;
}

//@ if has_exp then
/* exp(x) for x <= 0, relative error $(exp_error): 2^-u with u = k + t, |t| <= 1/2, k
 * taken from the low bits of u + 1.5*2^$(mantissa). */
$(NAME)_INLINE $(real) $(name)_exp($(real) x)
{
  const $(real) u = x*$(real(-log2e));
  const $(name)_rounded k = u + $(magic);
  const $(real) t = u - (k - $(magic));
  const $(real) t2 = t*t, t4 = t2*t2;
  const $(name)_word shift = {k};
  $(name)_word p = {$(paired(exp_even, "t2", "t4")) + t*$(paired(exp_odd, "t2", "t4"))};
  p.bits -= shift.bits << $(mantissa);
  return u < $(real(exp_most)) ? p.number : $(real(0));
}

//@ end
//@ if has_state then
/* 1 - exp(-x) for x >= 0, and that over x, relative errors $(phi_error). */
$(NAME)_INLINE $(real) $(name)_rise($(real) x0, $(real) *phi)
{
  const $(real) inverse = $(real(1))/(x0 + $(tiny)); /* while the rest is on its way */
  const $(real) u = x0*$(real(log2e));
  const $(name)_rounded k = u + $(magic);
  const $(real) t = u - (k - $(magic));
  const $(real) t2 = t*t, t4 = t2*t2;
  const $(real) p = t*($(paired(phi_even, "t2", "t4")) + t*$(paired(phi_odd, "t2", "t4")));
  const $(name)_word shift = {k}, one = {$(real(1))};
  $(name)_word q;
  q.bits = one.bits - (shift.bits << $(mantissa));
  const $(real) rise = u < $(real(64)) ? ($(real(1)) - q.number) + q.number*p : $(real(1));
  *phi = (rise + $(tiny))*inverse; /* 1 for x = 0 */
  return rise;
}

//@ if has_powers then
/* 2^(-k/$(#powers)) for k = 0 to $(#powers - 1). */
static const $(NAME)_TABLE $(real) $(name)_powers[$(#powers)] = {
$(rows(powers, 4))};

#define $(NAME)_POWERS_PER_E $(real(#powers*log2e))

/* Writes exp(-x) and returns 1 - exp(-x) for x = u/$(NAME)_POWERS_PER_E >= 0, relative errors
 * $(power_error): the nearest power and a polynomial for the rest. For one number faster than the
 * functions above, which suit vectors. */
$(NAME)_INLINE $(real) $(name)_fade($(real) u, $(real) *left)
{
  const $(name)_rounded k = u + $(magic);
  const $(real) t = u - (k - $(magic));
  const $(name)_word shift = {k};
  $(name)_word p = {$(name)_powers[shift.bits & $(#powers - 1)u]};
  p.bits -= (shift.bits >> $(power_bits)) << $(mantissa);
  const $(real) part = p.number*t, q = $(polynomial(power_rise, "t"));
  const $(real) rise = ($(real(1)) - p.number) + part*q;
  *left = u < $(real(60*#powers)) ? p.number - part*q : $(real(0));
  return u < $(real(60*#powers)) ? rise : $(real(1));
}

//@ if has_exp_one then
/* exp(-a*b) for a, b >= 0. */
$(NAME)_INLINE $(real) $(name)_exp_one($(real) a, $(real) b)
{
  $(real) left;
  $(name)_fade(a*(b*$(NAME)_POWERS_PER_E), &left);
  return left;
}

//@ end
//@ if has_rise_one then
/* As _rise, for x = a*b. */
$(NAME)_INLINE $(real) $(name)_rise_one($(real) a, $(real) b, $(real) *phi)
{
  $(real) left;
  const $(real) inverse = $(real(1))/(a*b + $(tiny)), rise = $(name)_fade((a*$(NAME)_POWERS_PER_E)*b, &left);
  *phi = (rise + $(tiny))*inverse;
  return rise;
}

//@ end
//@ end

$(NAME)_INLINE $(real) $(name)_phi($(real) x)
{
  $(real) phi;
  $(name)_rise(x, &phi);
  return phi;
}

//@ end
//@ if has_log then
/* The logarithm of x > 0, relative error $(is_float and "2e-7" or "3e-16") of log(x) + 1. */
static $(real) $(name)_log($(real) x)
{
  $(name)_word m = {x};
  const int exponent = (int)(m.bits >> $(mantissa)) - $(is_float and 127 or 1023);
  m.bits -= ($(bits))exponent << $(mantissa); /* 1 to 2 */
  const $(real) low = m.number > $(real(1.4142135623730951)) ? $(real(0.5)) : $(real(1));
  const $(real) s = (low*m.number - $(real(1)))/(low*m.number + $(real(1))), s2 = s*s;
  const $(real) whole = ($(real))(low < $(real(1)) ? exponent + 1 : exponent);
  return whole*$(real(0.6931471805599453)) + s*$(polynomial(log_series, "s2"));
}

//@ end
//@ if has_power then
/* x^p for x >= 0 and p > 0, at most $(plain(power_most)). */
static $(real) $(name)_power($(real) x, $(real) p)
{
  if (!(x > $(real(least_base)))) return $(real(0));
  const $(real) y = p*$(name)_log(x);
  if (y > $(real(0))) return y < $(real(power_log)) ? $(real(1))/$(name)_exp(-y) : $(real(power_most));
  return $(name)_exp(y);
}

//@ end
//@ if is_bent then
/* sin(pi/2*t) for |t| <= 1, error $(sine_error). */
$(NAME)_INLINE $(real) $(name)_sine($(real) t)
{
  const $(real) t2 = t*t, t4 = t2*t2$(#sine_even > 2 and ", t8 = t4*t4" or "");
  return $(real(2))*t*($(paired(sine_even, "t4", "t8")) + t2*$(paired(sine_odd, "t4", "t8")));
}

//@ end
