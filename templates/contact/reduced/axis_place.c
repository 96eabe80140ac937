/* Writes the weights of a spline at the place x, 0 to 1. Returns its first number. */
$(NAME)_INLINE int $(name)_along($(real) x, int cells, $(real) w[4])
{
  const $(real) u = x*($(real))cells;
  const int last = cells - 1, i = u < ($(real))last ? (int)u : last;
  $(name)_weights(u - ($(real))i, w);
  return i;
}

$(NAME)_INLINE void $(name)_patch_at($(name)_patch *p, $(real) fn)
{
  const $(real) above = fn > $(real(fn_least)) ? fn : $(real(fn_least)); /* also for NaN */
  const $(real) bounded = above < $(real(fn_largest)) ? above : $(real(fn_largest));
  const $(real) root = $(roots == 0 and "bounded" or roots == 1 and sqrt .. "(bounded)" or sqrt .. "(" .. sqrt .. "(bounded))");
  const $(real) x = (root - $(real(place_start)))*$(real(place_per));
  $(real) w[4];
  const $(real) *const c = $(name)_figures + $(name)_along(x, $(figure_cells), w);
//@ local n = figure_cells + 3
//@ if off_centre then
  p->x = w[0]*c[0] + w[1]*c[1] + w[2]*c[2] + w[3]*c[3];
  p->y = w[0]*c[$(n)] + w[1]*c[$(n + 1)] + w[2]*c[$(n + 2)] + w[3]*c[$(n + 3)];
//@ end
  p->r = w[0]*c[$(2*n)] + w[1]*c[$(2*n + 1)] + w[2]*c[$(2*n + 2)] + w[3]*c[$(2*n + 3)];
  p->k = (w[0]*c[$(3*n)] + w[1]*c[$(3*n + 1)] + w[2]*c[$(3*n + 2)] + w[3]*c[$(3*n + 3)])/(p->r*p->r);
//@ if is_blended then
  p->slice = $(name)_along(x, $(slices - 3), p->w);
//@ end
}

