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
  const $(real) s = $(name)_sine(rho), c = $(name)_sine((u - $(NAME)_S_BA)*$(NAME)_PER_REST);
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
 * phi/rho over rho, and of rho/phi over phi: coefficients in the place within a piece,
 * -1 to 1; error $(plain(flow_error, 2)) of u. */
#define $(NAME)_KAPPA $(real(kappa))
static const $(NAME)_TABLE $(real) $(name)_ahead[$(pieces*(degree + 1))] = {
$(rows(ahead, degree + 1))};
static const $(NAME)_TABLE $(real) $(name)_back[$(pieces*(degree + 1))] = {
$(rows(back, degree + 1))};

$(NAME)_INLINE $(real) $(name)_map(const $(real) *table, $(real) x)
{
  const $(real) place = x*$(real(pieces));
  const int i = !(place < $(real(pieces))) ? $(pieces - 1) : place > $(real(0)) ? (int)place : 0;
  const $(real) t = $(real(2))*(place - ($(real))i) - $(real(1)), t2 = t*t;
  const $(real) *const c = table + $(degree + 1)*i;
//@ if degree > 3 then
  return x*((c[0] + t*c[1]) + t2*((c[2] + t*c[3]) + t2*(c[4] + t*c[5])));
//@ else
  return x*((c[0] + t*c[1]) + t2*(c[2] + t*c[3]));
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

/* Returns the change of u over the travel X >= 0, and its mean rate. */
static $(real) $(name)_flow($(real) u, $(real) X, $(real) *mean)
{
  *mean = $(real(1));
  if (u + X <= $(NAME)_S_BA) return X; /* elastic */
  if (u >= $(real(1))) {
    $(real) phi;
    const $(real) rise = $(name)_rise$(one)(X, $(has_powers and "1.0, " or "")&phi);
    *mean = ($(real(1)) - u)*phi;
    return ($(real(1)) - u)*rise;
  }
  const $(real) elastic = u < $(NAME)_S_BA ? $(NAME)_S_BA - u : $(real(0));
  const $(real) from = u < $(NAME)_S_BA ? $(NAME)_S_BA : u, travel = X - elastic;
  if (travel < $(real(short_travel))) { /* a difference of two places would lose digits */
    const $(real) rate = $(name)_short_mean(from, travel);
    *mean = elastic > $(real(0)) ? (elastic + travel*rate)/X : rate;
    return elastic + travel*rate;
  }
  const $(real) E = $(has_powers and name .. "_exp_one(travel, 1.0)" or name .. "_exp(-travel)");
  const $(real) phi = $(name)_map($(name)_ahead, ($(real(1)) - from)*$(NAME)_PER_REST);
  const $(real) phi1 = phi*E/($(real(1)) + $(NAME)_KAPPA*phi*($(real(1)) - E));
  const $(real) change = ($(real(1)) - from) - $(NAME)_REST*$(name)_map($(name)_back, phi1);
  *mean = (elastic + change)/X;
  return elastic + change;
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
    const $(real) c = $(name)_sine($(name)_clamp((u + change - $(NAME)_S_BA)*$(NAME)_PER_REST, $(real(0)), $(real(1))));
    *gain = u + X <= $(NAME)_S_BA ? $(real(0)) : -(u + change)*c*c/X;
  } else {
    *gain = (f1 - f)/(f*X);
  }
  return f1;
}
//@ end
