/* ---- the patch ---------------------------------------------------------- */

/* Its edges in the body's axes: outward normals and their distances from the
 * centre of mass, m. */
static const $(NAME)_TABLE $(real) $(name)_edges[$(3*corners)] = {
$(rows(edges, 3))};

/* Returns true if the point, in the table's axes, is off the patch of a body at the
 * angle. Points within $(plain(inside)) m are on it, points beyond $(plain(outside)) m are off. */
static inline int $(name)_is_off_patch(const $(real) point[2], $(real) angle)
{
  const $(real) r2 = point[0]*point[0] + point[1]*point[1];
  if (r2 <= $(named("inside2"))*($(real(1)) - $(real(4))*$(NAME)_EPSILON)) return 0;
  if (r2 > $(named("outside2"))*($(real(1)) + $(real(4))*$(NAME)_EPSILON)) return 1;
  const $(real) c = $(cos)(angle), n = $(sin)(angle);
  const $(real) x = c*point[0] + n*point[1], y = c*point[1] - n*point[0];
  for (int i = 0; i < $(corners); i++) {
    const $(real) *const edge = $(name)_edges + 3*i;
    if (edge[0]*x + edge[1]*y > edge[2]) return 1;
  }
  return 0;
}
