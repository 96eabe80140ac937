/* ---- the flow: du/dX = 1 - u ------------------------------------------------- */

/* Returns the change of u over the travel X >= 0, and its mean rate. */
$(NAME)_INLINE $(real) $(name)_flow($(real) u, $(real) X, $(real) *mean)
{
  $(real) phi;
  const $(real) rest = $(real(1)) - u, rise = $(name)_rise(X, &phi);
  *mean = rest*phi;
  return X < $(real(1)) ? X*(*mean) : rest*rise;
}

/* Returns f(u) at the end of the travel; `gain` is (du1/du - 1)/X. */
static $(real) $(name)_flow_slopes($(real) u, $(real) X, $(real) change, $(real) *gain)
{
  (void)change;
  *gain = -$(name)_phi(X);
  return ($(real(1)) - u)*$(name)_exp(-X);
}

/* Returns f(u) and its slope. */
$(NAME)_INLINE $(real) $(name)_yield($(real) u, $(real) *slope)
{
  *slope = $(real(-1));
  return $(real(1)) - u;
}
