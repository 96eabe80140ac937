/* The cell of a direction. */
typedef struct {
  const $(real) *node; /* its lower corner$(is_cubic and ", and one row and one column before" or "") */
  int row;          /* numbers from a row of nodes to the next */
  $(real) x, y;     /* the place in it, 0 to 1 */
  $(real) sign, inverse; /* of the largest component; 0 at rest */
  $(real) ratio[2], cells; /* the face's coordinates; cells per unit of them */
  int face;
} $(name)_place;

$(include("contact/reduced/locate.c"))

/* Writes the weights of the $(taps) nodes along an axis at the place t between the middle two. */
$(NAME)_INLINE void $(name)_weights($(real) t, $(real) out[$(taps)])
{
//@ for _, line in ipairs(weights.temporaries) do
  const $(real) $(line.name) = $(line.value);
//@ end
//@ for i, line in ipairs(weights.outputs) do
  out[$(i - 1)] = $(line.value); /* $(line.name) */
//@ end
}

/* Writes the derivatives of the weights. */
$(NAME)_INLINE void $(name)_weight_slopes($(real) t, $(real) out[$(taps)])
{
//@ for _, name in ipairs(unused(weight_slopes, "t")) do
  (void)$(name);
//@ end
//@ for _, line in ipairs(weight_slopes.temporaries) do
  const $(real) $(line.name) = $(line.value);
//@ end
//@ for i, line in ipairs(weight_slopes.outputs) do
  out[$(i - 1)] = $(line.value); /* $(line.name) */
//@ end
}

$(include("contact/reduced/blend.c"))

/* Writes h for V; s = |V|. Both are 0 at rest. */
$(NAME)_INLINE void $(name)_surface(const $(real) v[3], $(real) s, $(real) h[3]$(patch_par))
{
  $(name)_place p;
  $(name)_locate(v, &p$(patch_arg));
  $(real) wx[$(taps)], wy[$(taps)];
  (void)s;
  $(name)_weights(p.x, wx);
  $(name)_weights(p.y, wy);
  $(name)_blend(&p, wx, wy, p.sign, h$(patch_arg));
}

/* Writes s*dh/dV, row-major. */
static void $(name)_surface_slopes(const $(real) v[3], $(real) s, $(real) slopes[9]$(patch_par))
{
  $(name)_place p;
  $(name)_locate(v, &p$(patch_arg));
  const $(real) gain = p.sign*p.inverse*s*p.cells;
  const int first = p.face == 0, second = 1 + (p.face != 2);
  $(real) wx[$(taps)], wy[$(taps)], dx[$(taps)], dy[$(taps)], by_x[3], by_y[3], row[3];
  $(name)_weights(p.x, wx);
  $(name)_weights(p.y, wy);
  $(name)_weight_slopes(p.x, dx);
  $(name)_weight_slopes(p.y, dy);
  $(name)_blend(&p, dx, wy, gain, by_x$(patch_arg));
  $(name)_blend(&p, wx, dy, gain, by_y$(patch_arg));
  for (int d = 0; d < 3; d++) {
    row[first] = by_x[d];
    row[second] = by_y[d];
    row[p.face] = -(p.ratio[0]*by_x[d] + p.ratio[1]*by_y[d]);
    slopes[3*d] = row[0]$(by(inverse_x));
    slopes[3*d + 1] = row[1]$(by(inverse_y));
    slopes[3*d + 2] = row[2];
  }
}
