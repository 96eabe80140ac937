/* ---- functions of known error, without libm --------------------------------- */

$(NAME)_INLINE $(real) $(name)_size($(real) a)
{
#ifdef __GNUC__
  return __builtin_fabs$(is_float and "f" or "")(a); /* one instruction */
#else
  return a < $(real(0)) ? -a : a;
#endif
}

/* Returns a >= 0 with the sign of b. */
$(NAME)_INLINE $(real) $(name)_signed($(real) a, $(real) b)
{
#ifdef __GNUC__
  return __builtin_copysign$(is_float and "f" or "")(a, b);
#else
  return b < $(real(0)) ? -a : a;
#endif
}

$(NAME)_INLINE $(real) $(name)_clamp($(real) a, $(real) low, $(real) high)
{
  const $(real) risen = low > a ? low : a;
  return high < risen ? high : risen;
}

//@ if shares_exp then
$(include("common/math.c"))

//@ end
//@ if is_plain and has_state or has_list then
/* 1 - 2^-u for u >= 0, relative error $(phi_error). */
$(NAME)_INLINE $(real) $(name)_rise($(real) u)
{
  $(real) q;
  const $(real) p = $(name)_power(u, &q);
  return ($(real(1)) - q) + q*p;
}

//@ end
//@ if has_powers then
$(include("joint/powers.c"))

//@ end
//@ if has_power then
/* x^p for x >= 0 and p > 0, at most $(plain(power_most)). */
static $(real) $(name)_raised($(real) x, $(real) p)
{
  const $(real) value = $(pow)(x, p);
  return value < $(real(power_most)) ? value : $(real(power_most));
}

//@ end
