/* The root in a fixed number of rough steps, good for all but bodies that are
 * about to stop: true where friction there meets the ellipsoid to rounding. */
static inline int $(name)_guess(const $(name)_problem *p, $(real) *slip, $(name)_point *r)
{
  $(real) most, s = $(name)_start(p, &most), step = $(real(0)), before = $(real(0));
//@ if is_round then
  const $(real) s2 = p->x*p->x + p->y*p->y, w2 = p->w*p->w;
//@ elseif is_tall then
  const $(real) x = p->x, y = p->y, w2 = p->w*p->w;
//@ else
  const $(real) x2 = p->x*p->x, y2 = p->y*p->y, w2 = p->w*p->w;
//@ end
//@ if is_tall then
  const $(real) k = p->k;
//@ end
  for (int i = 0; i < $(rough_rounds); i++) {
    const $(real) dt = s + p->at, dr = s + p->ar;
//@ if not is_round then
    const $(real) dd = s + p->ao;
//@ end
//@ if is_tall then
    const $(real) ks = k*s;
//@ end
$(indent(rough_code, 2))
    before = step;
    step = top/bottom;
    s += step;
  }
  /* Each step is the square of the one before it, times something: so is the
   * next, which is small enough for the slopes of friction. */
  $(name)_at(p, s, r);
  const $(real) ratio = before < $(real(0)) || before > $(real(0)) ? step/before : $(real(0));
  const $(real) next = step*ratio*ratio, limit = $(real(near))*s;
  r->a += r->a1*next;
  r->b += r->b1*next;
  r->c += r->c1*next;
  *slip = s + next;
  const $(real) excess = r->a*r->a + r->b*r->b + r->c*r->c - $(real(1));
  return next <= limit && next >= -limit &&
    excess <= $(real(8*rounding)) && excess >= $(real(-8*rounding));
}

//@ if has_search then
$(include("slider_search.c"))

//@ end
/* Copies keep what most steps need out of memory: it stays in registers. */
static inline int $(name)_solve(const $(name)_problem *p, $(real) *slip, $(name)_point *r)
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
