//@ local libm_exp, libm_sin = is_float and "expf" or "exp", is_float and "sinf" or "sin"
$(is_float and "float" or "double") $(libm_exp)($(is_float and "float" or "double")), $(libm_sin)($(is_float and "float" or "double"));

//@ if has_exp then
/* Returns exp(x) for x <= 0; below exp(-$(exp_cut)) it does not change g. */
static $(real) $(name)_exp($(real) x)
{
  return x > $(real(-exp_cut)) ? $(libm_exp)(x) : $(real(0));
}

//@ end
//@ if is_exponential then
/* Returns (1 - exp(-x))/x for x >= 0. */
static $(real) $(name)_phi($(real) x)
{
  if (x > $(real(0.01))) return x < $(real(exp_cut)) ? ($(real(1)) - $(libm_exp)(-x))/x : $(real(1))/x;
  return $(real(1)) - x*($(real(1/2)) - x*($(real(1/6)) - x*($(real(1/24)) - x*($(real(1/120)) - x*$(real(1/720))))));
}

//@ end
//@ if is_elastoplastic then
/* Returns sin(pi/2*t)/2. */
static $(real) $(name)_half_sine($(real) t)
{
  return $(real(0.5))*$(libm_sin)($(real(half_pi))*t);
}

//@ end
