/* ---- the flow: du/dX = 1 - u ------------------------------------------------- */

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
