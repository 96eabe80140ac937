/* ---- the flow: du/dX = f(u) = 1 - u*b(u) ------------------------------------- */

/* b = sin^2(pi/2*(u - s_ba)/(1 - s_ba)) between s_ba and 1; rho = (1 - u)/(1 - s_ba). */
#define $(NAME)_S_BA $(real(s_ba))
#define $(NAME)_REST $(real(1 - s_ba)) /* 1 - s_ba */
#define $(NAME)_PER_REST $(real(1/(1 - s_ba)))

/* Returns f(u), its slope and its second derivative. */
static $(real) $(name)_bend($(real) u, $(real) *slope, $(real) *bend)
{
  *slope = *bend = $(real(0));
  if (u <= $(NAME)_S_BA) return $(real(1));
  if (u >= $(real(1))) {
    *slope = $(real(-1));
    return $(real(1)) - u;
  }
  const $(real) r = $(real(1)) - u, rho = r*$(NAME)_PER_REST;
  const $(real) s = $(real(2))*$(name)_half_sine(rho), c = $(real(2))*$(name)_half_sine((u - $(NAME)_S_BA)*$(NAME)_PER_REST);
  const $(real) turn = $(real(math.pi/(1 - s_ba)))*s*c;
  *slope = s*s - $(real(1)) - u*turn;
  *bend = u*($(real(math.pi^2/2/(1 - s_ba)^2))*(c*c - s*s)) - $(real(2))*turn;
  return r + u*s*s;
}

$(NAME)_INLINE $(real) $(name)_yield($(real) u, $(real) *slope)
{
  $(real) bend;
  return $(name)_bend(u, slope, &bend);
}

//@ if is_frozen then
$(include("joint/frozen.c"))
//@ else
/* phi of rho obeys phi1 = phi*E/(1 + kappa*phi*(1 - E)) over the travel -log(E). Pieces of
 * rho/phi over rho, and of rho/phi over phi: coefficients in the place within a piece,
 * -1/2 to 1/2; error $(plain(flow_error, 2)) of u. */
#define $(NAME)_KAPPA $(real(kappa))
static const $(NAME)_TABLE $(real) $(name)_ahead[$(pieces*(degree + 1))] = {
$(rows(ahead, degree + 1))};
static const $(NAME)_TABLE $(real) $(name)_back[$(pieces*(degree + 1))] = {
$(rows(back, degree + 1))};

/* The polynomial at x, 0 to 1. The last piece is a little longer than the others, so that it
 * holds x = 1; the mask keeps a NaN within the table. */
$(NAME)_INLINE $(real) $(name)_map(const $(real) *table, $(real) x)
{
  const $(real) place = x*$(real(pieces_scale)) - $(real(0.5));
  const $(name)_rounded k = place + $(magic);
  const $(real) t = place - (k - $(magic)), t2 = t*t;
  const $(real) *const c = table + $(degree + 1)*($(name)_to_bits(k) & $(pieces - 1)u);
//@ if degree > 3 then
  return (c[0] + t*c[1]) + t2*((c[2] + t*c[3]) + t2*(c[4] + t*c[5]));
//@ else
  return (c[0] + t*c[1]) + t2*(c[2] + t*c[3]);
//@ end
}

/* The mean rate over a short travel from u: the trapezoid, with the slopes at both ends; the end
 * is that of Taylor's series. */
static $(real) $(name)_short_mean($(real) u, $(real) X)
{
  $(real) s0, s1, b0, b1;
  const $(real) f0 = $(name)_bend(u, &s0, &b0);
  const $(real) change = X*f0*($(real(1)) + X*($(real(0.5))*s0 + X*$(real(1/6))*(s0*s0 + f0*b0)));
  const $(real) f1 = $(name)_bend(u + change, &s1, &b1);
  return $(real(0.5))*(f0 + f1) - X*$(real(1/12))*(s1*f1 - s0*f0);
}

/* Returns the change of u over the travel X >= 0 from s_ba or beyond it: rest = 1 - u. */
static $(real) $(name)_yielded($(real) rest, $(real) X)
{
  if (X < $(real(short_travel))) return X*$(name)_short_mean($(real(1)) - rest, X);
//@ if has_powers then
  $(real) E;
  const $(real) rho = rest*$(NAME)_PER_REST, rise = $(name)_fade(X*$(NAME)_POWERS_PER_E, &E);
//@ else
  const $(real) rho = rest*$(NAME)_PER_REST, rise = $(name)_rise(X*$(real(log2e))), E = $(real(1)) - rise;
//@ end
  const $(real) phi1 = E*rho/($(name)_map($(name)_ahead, rho) + $(NAME)_KAPPA*rise*rho);
  return rest - $(NAME)_REST*phi1*$(name)_map($(name)_back, phi1);
}

/* Returns the change of u over the travel X >= 0. */
$(NAME)_INLINE $(real) $(name)_flow($(real) u, $(real) X)
{
  if (u + X <= $(NAME)_S_BA) return X; /* elastic */
//@ if has_powers then
  $(real) E;
  if (u >= $(real(1))) return ($(real(1)) - u)*$(name)_fade(X*$(NAME)_POWERS_PER_E, &E);
//@ else
  if (u >= $(real(1))) return ($(real(1)) - u)*$(name)_rise(X*$(real(log2e)));
//@ end
  if (u >= $(NAME)_S_BA) return $(name)_yielded($(real(1)) - u, X);
  return ($(NAME)_S_BA - u) + $(name)_yielded($(NAME)_REST, X - ($(NAME)_S_BA - u));
}

/* The changes of many bristles: those that yield are a list of their own, since no vector holds
 * their tables and a branch for each would be guessed wrongly. */
static void $(name)_flow_beside(int count, const $(real) *u, const $(real) *X, $(real) *change)
{
  int list[$(batch_group)] = {0}, n = 0;
  for (int i = 0; i < count; i++) change[i] = u[i] < $(real(1)) ? X[i] : ($(real(1)) - u[i])*$(name)_rise(X[i]*$(real(log2e)));
  for (int i = 0; i < count; i++) {
    list[n] = i;
    n += (u[i] < $(real(1))) & (u[i] + X[i] > $(NAME)_S_BA);
  }
  for (int k = 0; k < n; k++) change[list[k]] = $(name)_flow(u[list[k]], X[list[k]]);
}

/* Returns change/X, of a change over X from u. */
$(NAME)_INLINE $(real) $(name)_flow_mean($(real) u, $(real) X, $(real) change)
{
  if (X >= $(real(short_travel)) || u + X <= $(NAME)_S_BA || u < $(NAME)_S_BA) return X > $(real(0)) ? change/X : $(real(1));
  return u >= $(real(1)) ? ($(real(1)) - u)*$(name)_phi(X) : $(name)_short_mean(u, X);
}

/* Returns f(u) at the end of the travel; `gain` is (du1/du - 1)/X, where du1/du = f1/f. */
static $(real) $(name)_flow_slopes($(real) u, $(real) X, $(real) change, $(real) *gain)
{
  $(real) s0, s1, b0, b1;
  const $(real) f = $(name)_bend(u, &s0, &b0), f1 = $(name)_bend(u + change, &s1, &b1);
  if (u >= $(real(1))) {
    *gain = -$(name)_phi(X);
    return ($(real(1)) - u)*$(name)_exp(-X);
  }
  if (u >= $(NAME)_S_BA && X < $(real(short_travel))) {
    /* The integral of the slope over X, and (exp(h) - 1)/h. */
    const $(real) rate = $(real(0.5))*(s0 + s1) - X*$(real(1/12))*(b1*f1 - b0*f), h = X*rate;
    *gain = rate*($(real(1)) + h*($(real(1/2)) + h*($(real(1/6)) + h*($(real(1/24)) + h*$(real(1/120))))));
  } else if (u < $(NAME)_S_BA) {
    const $(real) c = $(real(2))*$(name)_half_sine($(name)_clamp((u + change - $(NAME)_S_BA)*$(NAME)_PER_REST, $(real(0)), $(real(1))));
    *gain = u + X <= $(NAME)_S_BA ? $(real(0)) : -(u + change)*c*c/X;
  } else {
    *gain = (f1 - f)/(f*X);
  }
  return f1;
}
//@ end
