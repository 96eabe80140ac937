//@ if is_ellipsoid then
/* The gauge of a wrench w at the centre of pressure, torque over r, is the least mu*fn whose
 * ellipsoid (7) holds w. */
static $(real) $(name)_gauge(const $(real) w[3])
{
  return $(real(margin_safe))*$(sqrt)($(name)_dot(w, w));
}

//@ else
/* The gauge of a wrench w at the centre of pressure, torque over r, is the largest w.V/P(V):
 * the least mu*fn that holds w. Every direction V gives a bound of it from above: with
 * g = -h(V) and any factor >= 0,
 *   gauge <= factor*gauge(g) + gauge(w - factor*g) <= factor*(1 + reach*e) + reach*|w - factor*g|
 * where e = $(plain(table_error)) is the error of the table and reach = $(plain(reach)) bounds |V|/P(V). */
static $(real) $(name)_gauge_bound(const $(real) w[3], const $(real) g[3])
{
  const $(real) g2 = $(name)_dot(g, g), along = $(name)_dot(g, w)/g2;
  const $(real) factor = along > $(real(0)) ? along : $(real(0));
  const $(real) rest[3] = {w[0] - factor*g[0], w[1] - factor*g[1], w[2] - factor*g[2]};
  return $(real(margin_safe))*factor + $(real(margin_reach))*$(sqrt)($(name)_dot(rest, rest));
}

/* The same for g, for gradients between g and another one, and the less of both. Both have a
 * gauge of at most 1 + reach*e, hence all between them: at a seam of the table, where the
 * gradient jumps, w may lie along one of these alone. */
static $(real) $(name)_gauge_between(const $(real) w[3], const $(real) g[3], const $(real) other[3])
{
  const $(real) d[3] = {other[0] - g[0], other[1] - g[1], other[2] - g[2]};
  const $(real) per = $(real(1))/$(name)_dot(w, w), dw = $(name)_dot(d, w)*per;
  const $(real) across = $(name)_dot(d, d) - dw*$(name)_dot(d, w); /* of w */
  const $(real) share = (dw*$(name)_dot(g, w) - $(name)_dot(g, d))/(across > $(tiny) ? across : $(real(1)));
  const $(real) bound = $(name)_gauge_bound(w, g);
  if (!(share > $(real(0)) && share < $(real(1)))) return bound;
  const $(real) nearest[3] = {g[0] + share*d[0], g[1] + share*d[1], g[2] + share*d[2]};
  const $(real) between = $(name)_gauge_bound(w, nearest);
  return between < bound ? between : bound;
}

/* Solves (g g' + P*H + small*1) d = -f for a symmetric matrix H. Returns whether d descends. */
static int $(name)_gauge_turn(const $(real) g[3], const $(real) H[9], const $(real) f[3], $(real) small, $(real) d[3])
{
  const $(real) a = g[0]*g[0] + H[0] + small, b = g[0]*g[1] + H[1], c = g[0]*g[2] + H[2];
  const $(real) p = g[1]*g[1] + H[4] + small, q = g[1]*g[2] + H[5], r = g[2]*g[2] + H[8] + small;
  const $(real) A = p*r - q*q, B = c*q - b*r, C = b*q - c*p;
  const $(real) det = a*A + b*B + c*C;
  const $(real) inverse = det > $(tiny) ? $(real(-1))/det : $(real(0));
  d[0] = inverse*(A*f[0] + B*f[1] + C*f[2]);
  d[1] = inverse*(B*f[0] + (a*r - c*c)*f[1] + (b*c - a*q)*f[2]);
  d[2] = inverse*(C*f[0] + (b*c - a*q)*f[1] + (a*p - b*b)*f[2]);
  return $(name)_dot(d, f) < $(real(0));
}

/* Returns a bound of the gauge by Newton's method, damped as Levenberg and Marquardt do, for
 * the least P(V)^2/2 - w.V, which is convex and has P = gauge there, in at most $(margin_rounds)
 * evaluations. A few steps may raise the value, by what the table's error can do at most: the
 * search would stop at a seam, where P jumps. w has a component of size 1. */
static $(real) $(name)_gauge(const $(real) w[3]$(patch_par))
{
  $(real) best = $(real(margin_reach))*$(sqrt)($(name)_dot(w, w)), least = $(real(0)), small = $(real(is_float and 1e-5 or 1e-9));
  $(real) slack = $(real(margin_slack));
  $(real) start[3], d[3] = {$(real(0)), $(real(0)), $(real(0))};
  $(real) g[3] = {$(real(0)), $(real(0)), $(real(0))}, f[3] = {$(real(0)), $(real(0)), $(real(0))}, H[9] = {0};
  for (int i = 0; i < 3; i++) start[i] = w[i]/best;
  for (int round = 0; round < $(margin_rounds) && small < $(real(1000)); round++) {
    const $(real) v[3] = {start[0] + d[0], start[1] + d[1], start[2] + d[2]};
    const $(real) s = $(sqrt)($(name)_dot(v, v));
    $(real) h[3], slopes[9];
    $(name)_surface(v, s, h$(patch_arg));
    const $(real) gradient[3] = {-h[0], -h[1], -h[2]}, P = $(name)_dot(gradient, v);
    const $(real) value = $(real(0.5))*P*P - $(name)_dot(w, v);
    const $(real) bound = $(name)_gauge_between(w, gradient, round > 0 ? g : gradient);
    const int is_lower = round == 0 || value < least;
    const int is_better = is_lower || value < least + slack*P*P || bound < $(real(0.97))*best;
    if (is_better && !is_lower) slack *= $(real(0.25));
    if (bound < best) best = bound;
    small *= is_better ? $(real(0.0625)) : $(real(64));
    if (small < $(real(is_float and 1e-6 or 1e-10))) small = $(real(is_float and 1e-6 or 1e-10));
    if (is_better) {
      least = value;
      $(name)_surface_slopes(v, s, slopes$(patch_arg));
      for (int i = 0; i < 9; i++) H[i] = -P/(s > $(tiny) ? s : $(tiny))*slopes[i];
      for (int i = 0; i < 3; i++) {
        start[i] = v[i];
        g[i] = gradient[i];
        f[i] = P*g[i] - w[i];
      }
      if ($(name)_dot(f, f) < $(real(is_float and 1e-12 or 1e-24))) break;
    }
    if (!$(name)_gauge_turn(g, H, f, small, d))
      for (int i = 0; i < 3; i++) d[i] = -f[i]/($(real(1)) + small);
  }
  return best;
}

//@ end
