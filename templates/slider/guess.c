/* |(a, b, c)|^2 = over/under at a slip speed, and the Taylor coefficients of both. */
typedef struct {
  $(real) over0, over1, over2, under0, under1, under2;
} $(name)_terms;

$(NAME)_INLINE void $(name)_terms_at(const $(name)_problem *p, $(real) s, $(name)_terms *r)
{
//@ if is_round then
  const $(real) s2 = p->x*p->x + p->y*p->y, w2 = p->w*p->w;
  const $(real) dt = s + p->at, dr = s + p->ar;
//@ else
//@ if is_tall then
  const $(real) x = p->x, y = p->y, w2 = p->w*p->w;
//@ else
  const $(real) x2 = p->x*p->x, y2 = p->y*p->y, w2 = p->w*p->w;
//@ end
  const $(real) dt = s + p->at, dd = s + p->ao, dr = s + p->ar;
//@ end
//@ if is_tall then
  const $(real) k = p->k, ks = k*s;
//@ end
$(terms_code)
}

/* Halley's step for over/under = 1. */
static inline $(real) $(name)_halley(const $(name)_terms *r)
{
  const $(real) excess = r->over0 - r->under0, slope = r->over1*r->under0 - r->over0*r->under1;
  const $(real) bend = (r->over2*r->under0 - r->over0*r->under2)*r->under0 - slope*r->under1;
  return excess*(slope*r->under0)/(excess*bend - slope*slope);
}

/* The root in a few steps, most often two, good for all but bodies that are about
 * to stop: true where friction there meets the ellipsoid to rounding. The last step
 * is small enough for the slopes of friction, which so need not wait for it.
 * Velocities are over |(x, y, w)|, so that nothing underflows. */
$(NAME)_INLINE int $(name)_guess(const $(name)_problem *problem, $(real) *slip, $(name)_point *r)
{
  const $(real) ux = problem->x, uy = problem->y, uw = problem->w;
  const $(real) size = $(sqrt)(ux*ux + uy*uy + uw*uw);
  const $(real) scale = $(real(1))/size, start = $(name)_start(problem)*scale;
  const $(name)_problem p = {ux*scale, uy*scale, uw*scale,
    problem->at*scale, problem->ao*scale, problem->ar*scale$(is_tall and ", problem->k*scale" or "")};
  $(name)_terms terms;
  $(name)_terms_at(&p, start, &terms);
  $(real) s = start, step = $(name)_halley(&terms);
  int is_near = 0;
  for (int i = 0; i < $(rough_rounds) && !is_near; i++) {
    s += step;
    $(name)_at(&p, s, r);
    $(name)_terms_at(&p, s, &terms);
    step = (terms.over0 - terms.under0)/(terms.under1 - terms.over1);
    is_near = step <= $(real(near))*s && step >= $(real(-near))*s;
  }
  r->a += r->a1*step;
  r->b += r->b1*step;
  r->c += r->c1*step;
  *slip = (s + step)*size;
  const $(real) excess = r->a*r->a + r->b*r->b + r->c*r->c - $(real(1));
  return is_near && excess <= $(real(8*rounding)) &&
    excess >= $(real(-8*rounding));
}

//@ if has_search then
$(include("slider/search.c"))

//@ end
/* Copies keep what most steps need out of memory: it stays in registers. */
$(NAME)_INLINE int $(name)_solve(const $(name)_problem *p, $(real) *slip, $(name)_point *r)
{
  const $(name)_problem q = *p;
  $(real) root;
  $(name)_point found;
//@ if has_search then
  if ($(name)_guess(p, slip, r) && $(name)_is_alone(p, *slip)) return $(NAME)_OK;
  const int status = $(name)_find_largest(&q, &root, &found);
//@ else
  if ($(name)_guess(p, slip, r)) return $(NAME)_OK;
  const int status = $(name)_find(&q, &root, &found);
//@ end
  *slip = root;
  *r = found;
  return status;
}
