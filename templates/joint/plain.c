/* ---- the flow: du/dX = 1 - u ------------------------------------------------- */

//@ local rise = has_powers and "%s_fade(X*%s_POWERS_PER_E, &left)" or "%s_rise(X*" .. real(log2e) .. ")"
/* Returns the change of u over the travel X >= 0. */
$(NAME)_INLINE $(real) $(name)_flow($(real) u, $(real) X)
{
//@ if has_powers then
  $(real) left;
//@ end
  return ($(real(1)) - u)*$(rise:format(name, NAME));
}

/* Returns the mean rate over the travel X from u. */
$(NAME)_INLINE $(real) $(name)_flow_mean($(real) u, $(real) X, $(real) change)
{
  (void)change;
  return ($(real(1)) - u)*$(name)_phi(X);
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
