/* ---- the slip speed ----------------------------------------------------- */

/* The friction of one step as an equation for the slip speed. */
typedef struct {
$(struct_members(problem))
} $(name)_problem;

/* Impulses over mu*pn*e at a slip speed, PS (29)-(31), and their slopes by it. PS
 * (32) reads a^2 + b^2 + c^2 = 1. */
typedef struct {
$(struct_members(point))
} $(name)_point;

//@ if has_least then
/* The least of what friction takes off. */
static inline $(real) $(name)_least(const $(name)_problem *p)
{
  const $(real) flat = p->at < p->ao ? p->at : p->ao;
  return flat < p->ar ? flat : p->ar;
}

//@ end
static inline void $(name)_pose($(tuned)$(name)_problem *p, $(real) ux, $(real) uy, $(real) uw, $(real) grip)
{
//@ if #tune > 0 then
  (void)tuning;
//@ end
  p->x = $(times("et"))ux;
  p->y = $(times("eo"))uy;
  p->w = $(times("er"))uw;
  p->at = $(times("et2"))grip;
  p->ao = $(times("eo2"))grip;
  p->ar = $(times("spin_er2"))grip;
//@ if is_tall then
  p->k = $(times("couple"))uw;
//@ end
//@ if has_least then
  p->least = $(name)_least(p);
//@ end
}

$(NAME)_INLINE void $(name)_at(const $(name)_problem *p, $(real) sigma, $(name)_point *r)
{
  const $(real) x = p->x, y = p->y, w = p->w, at = p->at, ao = p->ao, ar = p->ar;
  const $(real) dr = sigma + ar, d = $(real(1))/dr;
//@ if is_tall then
  const $(real) k = p->k, ks = k*sigma, kappa = ks*d, rr = dr*dr;
  const $(real) g = rr/((sigma + at)*(sigma + ao)*rr + ks*ks);
//@ else
  const $(real) it = $(real(1))/(sigma + at), io = $(real(1))/(sigma + ao);
//@ end
$(code(friction, 2, "r->"))
}

/* Newton's step for 1/|(a, b, c)| = 1, which is nearly linear in the slip speed.
 * *size becomes |(a, b, c)|^2. */
static $(real) $(name)_newton(const $(name)_point *r, $(real) *size)
{
  const $(real) n = r->a*r->a + r->b*r->b + r->c*r->c;
  const $(real) fall = -(r->a*r->a1 + r->b*r->b1 + r->c*r->c1);
  *size = n;
  return n/fall*($(sqrt)(n) - $(real(1)));
}

/* The first slip speed to try: that of the continuous model less what friction
 * takes off, to first order. */
static inline $(real) $(name)_start(const $(name)_problem *p)
{
  const $(real) x2 = p->x*p->x, y2 = p->y*p->y, w2 = p->w*p->w, s2 = x2 + y2, all = s2 + w2;
//@ if is_tall then
  /* free = s^2 solves (x^2 + y^2)/(s^2 + k^2) + w^2/s^2 = 1. Lost digits do no harm. */
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

/* A root between 0 and `most` by Newton's steps. A step that leaves the bracket or
 * does not shrink is replaced by one that halves the bracket: two rounds halve the
 * bracket or the step. *r is the friction at the root, to first order in the last
 * step. */
static int $(name)_find(const $(name)_problem *p, $(real) *slip, $(name)_point *r)
{
  $(real) size, low = $(real(0));
  const $(real) start = $(name)_start(p), most = $(sqrt)(p->x*p->x + p->y*p->y + p->w*p->w) - $(least);
  $(real) high = most, before = most, s = start < most ? start : most;
  if (!(s > low)) s = low;
  int was_newton = 0;
  /*@ loop unroll 1; */ /* for Eva: *r is set by the first round */
  for (int i = 0; i < $(rounds); i++) {
    $(name)_at(p, s, r);
    $(real) step = $(name)_newton(r, &size);
    if (size > $(real(1))) low = s; else high = s;
    const $(real) old = s, unit = s + $(least);
    $(real) change = step < $(real(0)) ? -step : step;
    const int is_newton = step >= low - s && step <= high - s && change <= before;
    if (!is_newton) {
      step = $(real(0.5))*(low - s) + $(real(0.5))*(high - s);
      change = step < $(real(0)) ? -step : step;
    }
    s = old + step;
    /* The next step would be about change^3/before^2, both being Newton's. */
    const int is_near = is_newton && was_newton && change <= $(real(near))*unit &&
      change*(change/before)*(change/before) <= $(real(1/16))*$(NAME)_EPSILON*unit;
    if (is_near || change <= $(real(2))*$(NAME)_EPSILON*unit) {
//@ if is_tall then
      $(name)_at(p, s, r); /* friction may turn far within a step that is short for its size */
//@ else
      r->a += r->a1*step;
      r->b += r->b1*step;
      r->c += r->c1*step;
//@ end
      *slip = s;
      return $(NAME)_OK;
    }
    was_newton = is_newton;
    before = is_newton && i > 1 ? $(real(0.5))*change : change;
  }
  *slip = s;
  return $(NAME)_NO_CONVERGENCE;
}
