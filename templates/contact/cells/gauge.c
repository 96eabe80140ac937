//@ if has_levels then
/* Returns one over the length by which torques are scaled: the root of the mean square
 * distance of the bristles from the centre of pressure. */
static $(real) $(name)_per_length(const $(name)_patch *patch)
{
  const $(real) x = patch->moment[0], y = patch->moment[1];
  return $(real(1))/$(sqrt)(patch->moment[2] - x*x - y*y);
}

//@ end
/* The gauge of a wrench w about the centre of pressure, torque over that length, is the least
 * mu*fn at which the bristles hold it: w = gauge*sum(w_k*b_k) with |b_k| <= 1. Any such sum g
 * bounds it from above: gauge <= factor + reach*|w - factor*g| for any factor >= 0. Here
 * b_k = v_k/s_k with s_k^2 = |v_k|^2 + blur^2, for slip velocities v_k of a twist V. */
typedef struct {
  $(real) P;    /* sum(w_k*s_k) */
  $(real) g[3]; /* its derivative by V, and the second one: xx xy xz yy yz zz */
  $(real) H[6];
  $(real) q;    /* the derivative of P by ln(blur), and minus that of g */
  $(real) e[3];
} $(name)_blurred;

static void $(name)_blur(const $(real) V[3], $(real) blur, $(name)_blurred *f$(patch_par))
{
  $(real) sum[14] = {0};
  const $(real) per = $(per_length), at_x = $(at_x), at_y = $(at_y);
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) x = per*($(name)_x[k] - at_x), y = per*($(name)_y[k] - at_y), w = $(holding);
    const $(real) vx = V[0] - V[2]*y, vy = V[1] + V[2]*x;
    const $(real) s = $(sqrt)(vx*vx + vy*vy + blur*blur), a = w/s, ux = vx/s, uy = vy/s;
    const $(real) xx = a*($(real(1)) - ux*ux), xy = -a*ux*uy, yy = a*($(real(1)) - uy*uy);
    const $(real) xz = x*xy - y*xx, yz = x*yy - y*xy;
    const $(real) slow = a*blur*blur, fade = slow/s;
    const $(real) term[14] = {
      w*s, w*ux, w*uy, w*(x*uy - y*ux), xx, xy, xz, yy, yz, x*yz - y*xz,
      slow, fade*ux, fade*uy, fade*(x*uy - y*ux)
    };
    for (int i = 0; i < 14; i++) sum[i] += term[i];
  }
  f->P = sum[0];
  for (int i = 0; i < 3; i++) f->g[i] = sum[1 + i];
  for (int i = 0; i < 6; i++) f->H[i] = sum[4 + i];
  f->q = sum[10];
  for (int i = 0; i < 3; i++) f->e[i] = sum[11 + i];
}

$(inlined) $(real) $(name)_dot(const $(real) a[3], const $(real) b[3])
{
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}

/* Returns the bound that the sum g gives. */
static $(real) $(name)_gauge_bound(const $(real) w[3], const $(real) g[3])
{
  const $(real) along = $(name)_dot(g, w)/$(name)_dot(g, g);
  const $(real) factor = along > $(real(0)) ? along : $(real(0));
  const $(real) rest[3] = {w[0] - factor*g[0], w[1] - factor*g[1], w[2] - factor*g[2]};
  return $(real(margin_safe))*(factor + $(real(margin_reach))*$(sqrt)($(name)_dot(rest, rest)));
}

/* Writes d with (g g' + P*H + small*1) d = b. */
static void $(name)_gauge_turn(const $(name)_blurred *f, $(real) small, const $(real) b[3], $(real) d[3])
{
  const $(real) *const g = f->g, *const H = f->H, P = f->P;
  const $(real) xx = g[0]*g[0] + P*H[0] + small, yy = g[1]*g[1] + P*H[3] + small;
  const $(real) xy = (g[0]*g[1] + P*H[1])/xx, xz = (g[0]*g[2] + P*H[2])/xx;
  const $(real) y2 = yy - xy*xy*xx, yz = (g[1]*g[2] + P*H[4] - xy*xz*xx)/y2;
  const $(real) z2 = g[2]*g[2] + P*H[5] + small - xz*xz*xx - yz*yz*y2;
  const $(real) by = b[1] - xy*b[0];
  d[2] = (b[2] - xz*b[0] - yz*by)/z2;
  d[1] = by/y2 - yz*d[2];
  d[0] = b[0]/xx - xy*d[1] - xz*d[2];
}

/* Returns a bound of the gauge by Newton's method for the least P(V)^2/2 - w.V, which is convex
 * and has P = gauge there, along a path of smaller and smaller blurs, in at most $(margin_rounds) passes over
 * the bristles. Where a bristle rests, its force is free, and V hardly moves with the blur: it is
 * extrapolated. w has a component of size 1. */
static $(real) $(name)_gauge(const $(real) w[3]$(patch_par))
{
  const $(real) least_blur = $(real(is_float and 3e-3 or 1e-4)), done = $(real(is_float and 1e-12 or 1e-19));
  $(real) best = $(real(margin_reach))*$(sqrt)($(name)_dot(w, w)), held = $(real(0)), least = $(real(0));
  $(real) blur = $(real(0.3)), small = $(real(0)), V[3], d[3] = {$(real(0)), $(real(0)), $(real(0))};
  int is_new = 1; /* no value at this blur yet */
  $(name)_blurred f, at = {$(real(0)), {0}, {0}, $(real(0)), {0}};
  for (int i = 0; i < 3; i++) V[i] = w[i]/best;
  for (int round = 0; round < $(margin_rounds); round++) {
    const $(real) next[3] = {V[0] + d[0], V[1] + d[1], V[2] + d[2]};
    $(name)_blur(next, blur, &f$(patch_arg));
    const $(real) bound = $(name)_gauge_bound(w, f.g), along = $(name)_dot(w, next);
    const $(real) value = $(real(0.5))*f.P*f.P - along;
    const int is_lower = is_new | (value <= least);
    if (bound < best) best = bound;
    if (along > held*f.P) held = along/f.P; /* bounds the gauge from below */
    if (best - held <= $(real(is_float and 1e-5 or 1e-7))*best) break;
    if (is_lower) {
      for (int i = 0; i < 3; i++) V[i] = next[i];
      at = f;
      least = value;
      is_new = 0;
      small = small < $(real(1e-6)) ? $(real(0)) : $(real(0.1))*small;
    } else {
      small = small > $(real(0)) ? $(real(16))*small : $(real(1e-3));
    }
    const $(real) *const g = at.g;
    const $(real) fall[3] = {w[0] - at.P*g[0], w[1] - at.P*g[1], w[2] - at.P*g[2]};
    $(name)_gauge_turn(&at, small, fall, d);
    const $(real) drop = $(name)_dot(fall, d);
    if (!(drop >= $(real(0)))) for (int i = 0; i < 3; i++) d[i] = fall[i];
    if (is_lower & (blur <= least_blur) & (drop <= done*at.P*at.P)) break;
    if (is_lower & (blur > least_blur) & (drop < $(real(3e-3))*at.P*at.q)) {
      const $(real) smaller = $(real(0.25))*blur, to = smaller > least_blur ? smaller : least_blur;
      const $(real) part = $(real(1)) - to/blur;
      const $(real) shift[3] = {part*(at.q*g[0] - at.P*at.e[0]), part*(at.q*g[1] - at.P*at.e[1]), part*(at.q*g[2] - at.P*at.e[2])};
      $(real) more[3];
      $(name)_gauge_turn(&at, small, shift, more);
      for (int i = 0; i < 3; i++) d[i] += more[i];
      blur = to;
      is_new = 1;
    }
  }
  return best;
}
