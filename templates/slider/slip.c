/* ---- the slip speed ----------------------------------------------------- */

/* One step's friction as an equation for the slip speed: velocities without
 * friction times et, eo, er; what friction takes off them; the coupling. */
typedef struct {
  $(real) x, y, w, at, ao, ar;
//@ if is_tall then
  $(real) k;
//@ end
} $(name)_problem;

/* Impulses over mu*pn*e at a slip speed, and their slopes by it. */
typedef struct {
  $(real) a, b, c, a1, b1, c1;
} $(name)_point;

static inline void $(name)_pose($(name)_problem *p, $(real) ux, $(real) uy, $(real) uw, $(real) grip)
{
  p->x = $(real(et))*ux;
  p->y = $(real(eo))*uy;
  p->w = $(real(er))*uw;
  p->at = grip*$(real(et*et));
  p->ao = grip*$(real(eo*eo));
  p->ar = grip*$(real(er*er*mass/inertia));
//@ if is_tall then
  p->k = $(real(mu*et*eo*height))*uw;
//@ end
}

$(NAME)_INLINE void $(name)_at(const $(name)_problem *p, $(real) sigma, $(name)_point *r)
{
  const $(real) x = p->x, y = p->y, w = p->w, at = p->at, ao = p->ao, ar = p->ar;
  const $(real) one = $(real(1)), dr = sigma + ar, d = one/dr;
//@ if is_tall then
  const $(real) k = p->k, ks = k*sigma, kappa = ks*d, rr = dr*dr;
  const $(real) g = rr/((sigma + at)*(sigma + ao)*rr + ks*ks);
//@ else
  const $(real) it = one/(sigma + at), io = one/(sigma + ao);
//@ end
$(friction_code)
}

/* Newton's step for 1/|(a, b, c)| = 1, which is nearly linear in the slip speed;
 * *size is |(a, b, c)|^2. */
static $(real) $(name)_newton(const $(name)_point *r, $(real) *size)
{
  const $(real) n = r->a*r->a + r->b*r->b + r->c*r->c;
  const $(real) fall = -(r->a*r->a1 + r->b*r->b1 + r->c*r->c1);
  *size = n;
  return n/fall*($(sqrt)(n) - $(real(1)));
}

/* Where to start: the slip speed of the continuous model less what friction takes
 * off, to first order. */
static inline $(real) $(name)_start(const $(name)_problem *p)
{
  const $(real) x2 = p->x*p->x, y2 = p->y*p->y, w2 = p->w*p->w, s2 = x2 + y2, all = s2 + w2;
//@ if is_tall then
  /* free = s^2 in (x^2 + y^2)/(s^2 + k^2) + w^2/s^2 = 1; a start may lose digits. */
  const $(real) k2 = p->k*p->k, half = $(real(0.5))*(all - k2);
  const $(real) free = half + $(sqrt)(half*half + w2*k2), slip = $(sqrt)(free);
  const $(real) spins = w2*((free + k2)*(free + k2)), slides = s2*free, per = $(real(1))/(slides*free + spins);
  const $(real) loss = free*free*(x2*p->at + y2*p->ao) + (spins - k2*slides)*p->ar;
//@ if is_round then
  return slip - loss*per;
//@ else
  const $(real) bent = free*(p->x*p->y)*(p->k*(p->ao - p->at));
  return slip - (slip*bent + loss)*per;
//@ end
//@ else
  return $(sqrt)(all) - (x2*p->at + y2*p->ao + w2*p->ar)/all;
//@ end
}

/* A root between 0 and `most` by Newton's steps, halving where those leave the
 * bracket or do not shrink: two rounds halve either the bracket or the step.
 * Returns the friction at the root, to first order in the last step. */
static int $(name)_find(const $(name)_problem *p, $(real) *slip, $(name)_point *r)
{
  $(real) size, low = $(real(0));
  const $(real) start = $(name)_start(p), most = $(sqrt)(p->x*p->x + p->y*p->y + p->w*p->w) - p->$(least);
  $(real) high = most, before = most, s = start < most ? start : most;
  if (!(s > low)) s = low;
  for (int i = 0; i < $(rounds); i++) {
    $(name)_at(p, s, r);
    $(real) step = $(name)_newton(r, &size);
    if (size > $(real(1))) low = s; else high = s;
    const $(real) old = s, unit = s + p->$(least);
    $(real) change = step < $(real(0)) ? -step : step;
    const int is_newton = step >= low - s && step <= high - s && change <= before;
    if (!is_newton) {
      step = $(real(0.5))*(low - s) + $(real(0.5))*(high - s);
      change = step < $(real(0)) ? -step : step;
    }
    s = old + step;
    /* The next step would be about change^3/before^2. */
    const int is_near = is_newton && change <= $(real(near))*unit &&
      change*(change/before)*(change/before) <= $(real(rounding/16))*unit;
    if (is_near || change <= $(real(2*rounding))*unit) {
      r->a += r->a1*step;
      r->b += r->b1*step;
      r->c += r->c1*step;
      *slip = s;
      return $(NAME)_OK;
    }
    before = is_newton && i > 1 ? $(real(0.5))*change : change;
  }
  *slip = s;
  return $(NAME)_NO_CONVERGENCE;
}
