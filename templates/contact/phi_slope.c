/* Returns the derivative of (1 - exp(-x))/x for x >= 0. */
static $(real) $(name)_phi_slope($(real) x)
{
  if (x > $(real(0.5))) return (x < $(real(exp_cut)) ? (x + $(real(1)))*$(name)_exp(-x) - $(real(1)) : $(real(-1)))/(x*x);
  return $(polynomial(slope, "x"));
}
