/* ---- the flow: du/dX = sgn(1 - u)*|1 - u|^alpha ------------------------------ */

/* Returns log(1 + a)/a for a >= 0. */
static $(real) $(name)_log_share($(real) a)
{
  const $(name)_rounded w = $(real(1)) + a, part = w - $(real(1));
  return part > $(real(0)) ? $(log)(w)/part : $(real(1));
}

/* Returns the mean rate over the travel X >= 0 from u: with r = 1 - u,
 * r1 = r*(1 + a)^(-1/(alpha - 1)), a = (alpha - 1)*|r|^(alpha - 1)*X. */
static $(real) $(name)_mean($(real) u, $(real) X)
{
  const $(real) rest = $(real(1)) - u;
  const $(real) q = $(name)_raised($(name)_size(rest), $(real(alpha - 1)));
  const $(real) travel = $(name)_clamp(X, $(real(0)), $(real(most_travel)));
  const $(real) share = $(name)_log_share($(real(alpha - 1))*q*travel)*q; /* of travel */
  return rest*share*$(name)_phi(share*travel);
}

/* Returns the change of u over the travel X >= 0. */
static $(real) $(name)_flow($(real) u, $(real) X)
{
  return $(name)_clamp(X, $(real(0)), $(real(most_travel)))*$(name)_mean(u, X);
}

/* Returns the mean rate over the travel X from u. */
static $(real) $(name)_flow_mean($(real) u, $(real) X, $(real) change)
{
  (void)change;
  return $(name)_mean(u, X);
}

/* Returns f(u) and its slope. */
static $(real) $(name)_yield($(real) u, $(real) *slope)
{
  const $(real) rest = $(real(1)) - u;
  const $(real) q = $(name)_raised($(name)_size(rest), $(real(alpha - 1)));
  *slope = -$(real(alpha))*q;
  return rest*q;
}

/* Returns f(u) at the end of the travel; `gain` is (du1/du - 1)/X, where
 * du1/du = (1 + a)^(-alpha/(alpha - 1)). */
static $(real) $(name)_flow_slopes($(real) u, $(real) X, $(real) change, $(real) *gain)
{
  const $(real) q = $(name)_raised($(name)_size($(real(1)) - u), $(real(alpha - 1)));
  const $(real) travel = $(name)_clamp(X, $(real(0)), $(real(most_travel)));
  const $(real) share = $(real(alpha))*$(name)_log_share($(real(alpha - 1))*q*travel)*q;
  $(real) slope;
  *gain = -share*$(name)_phi(share*travel);
  return $(name)_yield(u + change, &slope);
}
