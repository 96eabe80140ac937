/* |(a, b, c)|^2 = over/under at a slip speed, and the Taylor coefficients of both. */
typedef struct {
$(struct_members(series))
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
$(code(terms, 2, "r->"))
}

/* Halley's step for over/under = 1. */
static inline $(real) $(name)_halley(const $(name)_terms *r)
{
  const $(real) excess = r->over0 - r->under0, slope = r->over1*r->under0 - r->over0*r->under1;
  const $(real) bend = (r->over2*r->under0 - r->over0*r->under2)*r->under0 - slope*r->under1;
  return excess*(slope*r->under0)/(excess*bend - slope*slope);
}

/* Finds the root in a few steps, most often two, and returns true if friction there
 * meets the ellipsoid to rounding: it does unless the body is about to stop. The
 * last step is small enough for the slopes of friction, so the result does not wait
 * for another round. */
$(NAME)_INLINE int $(name)_guess(const $(name)_problem *problem, $(real) *slip, $(name)_point *r)
{
  const $(real) ux = problem->x, uy = problem->y, uw = problem->w;
  const $(real) size = $(sqrt)(ux*ux + uy*uy + uw*uw);
  const $(real) scale = $(real(1))/size, start = $(name)_start(problem)*scale;
  const $(name)_problem p = {ux*scale, uy*scale, uw*scale,
    problem->at*scale, problem->ao*scale, problem->ar*scale$(is_tall and ", problem->k*scale" or "")$(has_least and ", problem->least*scale" or "")};
  $(name)_terms terms;
  $(name)_terms_at(&p, start, &terms);
  $(real) s = start, step = $(name)_halley(&terms);
  int is_near = 0;
  for (int i = 0; i < $(rough_rounds) && !is_near; i++) {
    s += step;
    $(name)_at(&p, s, r);
    $(name)_terms_at(&p, s, &terms);
    step = (terms.over0 - terms.under0)/(terms.under1 - terms.over1);
    is_near = step <= $(real(near))*s && step >= -$(real(near))*s;
  }
//@ if is_tall then
  const $(real) turned = (r->a1*r->a1 + r->b1*r->b1)*(step*step); /* second order is left out */
//@ end
  r->a += r->a1*step;
  r->b += r->b1*step;
  r->c += r->c1*step;
  *slip = (s + step)*size;
  const $(real) excess = r->a*r->a + r->b*r->b + r->c*r->c - $(real(1));
  const $(real) rounding = $(real(8))*$(NAME)_EPSILON;
  return is_near && excess <= rounding && excess >= -rounding$(is_tall and " && turned <= rounding" or "");
}

//@ if has_search then
$(include("slider/search.c"))

//@ end
/* Finds the root by rounds that always end, with velocities over the largest. */
static int $(name)_find_safely(const $(name)_problem *p, $(real) *slip, $(name)_point *r)
{
  const $(real) v[3] = {p->x, p->y, p->w};
  $(real) largest = $(real(0));
  for (int i = 0; i < 3; i++) {
    const $(real) size = v[i] < $(real(0)) ? -v[i] : v[i];
    if (size > largest) largest = size;
  }
  const $(name)_problem q = {p->x/largest, p->y/largest, p->w/largest,
    p->at/largest, p->ao/largest, p->ar/largest$(is_tall and ", p->k/largest" or "")$(has_least and ", p->least/largest" or "")};
  const int status = $(name)_find$(has_search and "_largest" or "")(&q, slip, r);
  *slip *= largest;
  return status;
}

/* Finds the slip speed and the friction there. The copies stay out of the way of the
 * steps that need one guess: these keep their numbers in registers. */
$(NAME)_INLINE int $(name)_solve(const $(name)_problem *p, $(real) *slip, $(name)_point *r)
{
  const $(name)_problem q = *p;
  $(name)_point found;
  $(real) root;
//@ if has_search then
  if ($(name)_guess(p, slip, r) && $(name)_is_alone(p, *slip)) return $(NAME)_OK;
//@ else
  if ($(name)_guess(p, slip, r)) return $(NAME)_OK;
//@ end
  const int status = $(name)_find_safely(&q, &root, &found);
  *slip = root;
  *r = found;
  return status;
}
