/* The yielding b at u + X is held over the step, as the exponential step of a contact
 * does. Returns b and its slope. */
static $(real) $(name)_yielding($(real) u, $(real) *slope)
{
  *slope = $(real(0));
  if (u <= $(NAME)_S_BA) return $(real(0));
  if (u >= $(real(1))) return $(real(1));
  const $(real) s = $(real(2))*$(name)_half_sine(($(real(1)) - u)*$(NAME)_PER_REST);
  const $(real) c = $(real(2))*$(name)_half_sine((u - $(NAME)_S_BA)*$(NAME)_PER_REST);
  *slope = $(real(math.pi/(1 - s_ba)))*s*c;
  return c*c;
}

/* Returns the change of u over the travel X >= 0. */
static $(real) $(name)_flow($(real) u, $(real) X)
{
  $(real) slope;
  const $(real) b = $(name)_yielding(u + X, &slope), x = b*X;
  return x < $(real(1)) ? X*(($(real(1)) - b*u)*$(name)_phi(x)) : ($(real(1))/b - u)*($(real(1)) - $(name)_exp(-x));
}

/* Returns the mean rate over the travel X from u. */
static $(real) $(name)_flow_mean($(real) u, $(real) X, $(real) change)
{
  $(real) slope;
  const $(real) b = $(name)_yielding(u + X, &slope);
  (void)change;
  return ($(real(1)) - b*u)*$(name)_phi(b*X);
}

/* (1 + x)*exp(-x) - 1 over x^2: the slope of phi. */
static $(real) $(name)_phi_slope($(real) x)
{
  if (x < $(real(0.01))) return $(real(-0.5)) + x*($(real(1/3)) - x*($(real(1/8)) - x*($(real(1/30)) - x*$(real(1/144)))));
  return ($(name)_exp(-x) - $(name)_phi(x))/x;
}

/* Returns du1/dX; `gain` is (du1/du - 1)/X. */
static $(real) $(name)_flow_slopes($(real) u, $(real) X, $(real) change, $(real) *gain)
{
  $(real) slope;
  const $(real) b = $(name)_yielding(u + X, &slope), x = b*X;
  const $(real) rest = $(real(1)) - b*u;
  const $(real) by_b = slope*(rest*X*$(name)_phi_slope(x) - u*$(name)_phi(x)); /* over X */
  (void)change;
  *gain = by_b - b*$(name)_phi(x);
  return rest*$(name)_exp(-x) + X*by_b;
}
