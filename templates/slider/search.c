/* out[0 .. na + nb - 2] = a*b for polynomials with na and nb coefficients. */
static void $(name)_times(const $(real) *a, int na, const $(real) *b, int nb, $(real) *out)
{
  $(name)_zero(out, na + nb - 1);
  for (int i = 0; i < na; i++)
    for (int j = 0; j < nb; j++) out[i + j] += a[i]*b[j];
}

/* Coefficients of h(t), which has the sign of 1 - |(a, b, c)|^2 at the slip speed
 * s*(1 + t). All are ratios of velocities, so that none leaves the range of
 * $(real); the rounding errors of h are a few units of *size. */
static void $(name)_expand(const $(name)_problem *p, $(real) s, $(real) h[$(coefficients)], $(real) *size)
{
  const $(real) it = $(real(1))/(s + p->at), io = $(real(1))/(s + p->ao), ir = $(real(1))/(s + p->ar);
  const $(real) dt[2] = {$(real(1)), s*it}, dd[2] = {$(real(1)), s*io}, dr[2] = {$(real(1)), s*ir};
  const $(real) x = p->x*it, y = p->y*io, w = p->w*ir, kappa = p->k*(s*ir), bt = kappa*it, bo = kappa*io;
$(struct_members(factors))
  $(name)_times(dr, 2, dr, 2, rr);
  $(name)_times(dt, 2, dd, 2, td);
  $(name)_times(td, 3, rr, 3, q); /* ((s + at)(s + ao) + kappa^2)*(s + ar)^2 */
  q[0] += bt*bo;
  q[1] += $(real(2))*(bt*bo);
  q[2] += bt*bo;
  $(name)_times(q, 5, q, 5, qq);
  $(name)_times(dd, 2, dr, 2, f);
  $(name)_times(dt, 2, dr, 2, g);
  for (int i = 0; i < 3; i++) {
    f[i] = x*f[i] - (i < 2 ? y*bt : $(real(0))); /* a and b over (s + ar)/q */
    g[i] = y*g[i] + (i < 2 ? x*bo : $(real(0)));
  }
  $(name)_times(f, 3, f, 3, f2);
  $(name)_times(g, 3, g, 3, g2);
  for (int i = 0; i < 5; i++) f2[i] += g2[i];
  $(name)_times(rr, 3, rr, 3, r4);
  $(name)_times(f2, 5, r4, 5, rest);
  *size = qq[0]*rr[0];
  rr[0] -= w*w;
  $(name)_times(qq, 9, rr, 3, h);
  for (int i = 0; i < 9; i++) h[i] -= rest[i];
}

/* Goes from `high`, where friction is within the ellipsoid, down to the largest root
 * or to `low`. The expansion proves that no root lies within a step: h(t) >= h0 +
 * h1*t - bend*t^2 for -reach <= s*t <= 0. */
static $(real) $(name)_descend(const $(name)_problem *p, $(real) low, $(real) high)
{
  $(real) s = high, reach = high - low;
  for (int i = 0; i < $(search_rounds) && s > low; i++) {
    $(real) h[$(coefficients)], size, bend = $(real(0));
    $(name)_expand(p, s, h, &size);
    if (!(h[0] > $(real(64))*$(NAME)_EPSILON*size)) return s;
    const $(real) share = reach/s;
    for (int n = $(coefficients - 1); n >= 2; n--) {
      const $(real) harm = n % 2 ? h[n] : -h[n];
      bend = bend*share + (harm > $(real(0)) ? harm : $(real(0)));
    }
    const $(real) divisor = h[1] + $(sqrt)(h[1]*h[1] + $(real(4))*bend*h[0]);
    const $(real) safe = divisor > $(real(0)) ? s*($(real(2))*h[0]/divisor) : reach;
    const $(real) step = safe < reach ? safe : reach;
    s -= step;
    if (step <= $(real(2))*$(NAME)_EPSILON*s) return s;
    reach = $(real(2))*step < s - low ? $(real(2))*step : s - low;
  }
  return s > low ? s : low;
}

/* Returns true if no root is larger than the slip speed s: friction only falls from
 * there on, as (at + s)(ao + s) >= (k*ar*(ao - at)/(s + ar)^2/2)^2. */
static inline int $(name)_is_alone(const $(name)_problem *p, $(real) s)
{
  const $(real) dr = s + p->ar, bent = p->k*p->ar*(p->ao - p->at);
  return $(real(4))*(s + p->at)*(s + p->ao)*(dr*dr)*(dr*dr) >= bent*bent;
}

/* Newton's steps from a slip speed that the search stopped at, as long as they stay
 * above the root `low`. Returns true if they end at a root: between two that are next
 * to each other, or where the search was stopped by rounding, they need not. */
static int $(name)_polish(const $(name)_problem *p, $(real) low, $(real) *slip, $(name)_point *r)
{
  $(real) s = *slip, size;
  for (int i = 0; i < 8; i++) {
    $(name)_at(p, s, r);
    const $(real) step = $(name)_newton(r, &size), unit = s + $(least);
    if (!(s + step >= low && step <= unit)) break;
    s += step;
    if (step <= $(real(2))*$(NAME)_EPSILON*unit && step >= $(real(-2))*$(NAME)_EPSILON*unit) break;
  }
  $(name)_at(p, s, r);
  const $(real) excess = r->a*r->a + r->b*r->b + r->c*r->c - $(real(1));
  *slip = s;
  return excess <= $(real(8))*$(NAME)_EPSILON && excess >= $(real(-8))*$(NAME)_EPSILON;
}

/* Finds a root, and the largest one if there may be several. */
static int $(name)_find_largest(const $(name)_problem *p, $(real) *slip, $(name)_point *r)
{
  const int status = $(name)_find(p, slip, r);
  const $(real) s = *slip, most = $(sqrt)(p->x*p->x + p->y*p->y + p->w*p->w) - $(least);
  if (status != $(NAME)_OK || $(name)_is_alone(p, s)) return status;
  const $(real) found = $(name)_descend(p, s, most);
  if (!(found > s + $(real(near))*(s + $(least)))) return $(NAME)_OK;
  *slip = found;
  if (!$(name)_polish(p, s, slip, r)) {
    *slip = s;
    $(name)_at(p, s, r);
  }
  return $(NAME)_OK;
}
