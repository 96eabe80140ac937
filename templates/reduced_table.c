/* Half of all directions, as three faces of the cube |c| <= 1 of c =
 * (V[0]/$(plain(scale_x)), V[1]/$(plain(scale_y)), V[2]); h(-c) = -h(c) gives the others. On the
 * face where |c[m]| is largest, m = 0, 1, 2, the coordinates are the other two over
 * c[m], in ascending order, from -1 to 1: the first for the rows, the second
 * along them. Each node: the three components of h. */
//@ if has_levels then
/* One table after the other for the levels of fn, $(stride) numbers each. */
//@ end
static const $(real) $(name)_nodes[$(#nodes)] = {
$(rows(nodes, 6))};
//@ if blocks > 1 then
/* A face has $(blocks) x $(blocks) blocks: the first node of each, and its cells along an edge. */
static const int $(name)_start[$(#start)] = {
$(whole(start))};
static const int $(name)_fine[$(#fine_cells)] = {
$(whole(fine_cells))};
//@ end

/* The cell that a direction falls into. */
typedef struct {
  const $(real) *node; /* its lower corner$(is_cubic and ", and one row and one column before" or "") */
  int row;          /* numbers from a row of nodes to the next */
  $(real) x, y;     /* the place in it, 0 to 1 */
  $(real) sign, inverse; /* of the largest component; 0 at rest */
  $(real) ratio[2], cells; /* the face's coordinates; cells per unit of them */
  int face;
} $(name)_place;

/* No branch depends on the direction: mispredicted, they would cost more. */
$(NAME)_INLINE $(name)_place $(name)_locate(const $(real) v[3]$(patch_par))
{
  $(name)_place p;
  const $(real) c[3] = {v[0]*$(real(inverse_x)), v[1]*$(real(inverse_y)), v[2]};
  const $(real) ax = c[0] < $(real(0)) ? -c[0] : c[0];
  const $(real) ay = c[1] < $(real(0)) ? -c[1] : c[1];
  const $(real) az = c[2] < $(real(0)) ? -c[2] : c[2];
  const int is_spin = (az >= ax) & (az >= ay);
  const int face = is_spin*2 + ((1 - is_spin) & (ay > ax));
  const $(real) largest = c[face], size = largest < $(real(0)) ? -largest : largest;
  const int is_moving = size > $(tiny);
  p.face = face;
  p.inverse = is_moving ? $(real(1))/largest : $(real(0));
  p.sign = ($(real))(is_moving*(1 - 2*(largest < $(real(0)))));
  p.ratio[0] = c[face == 0]*p.inverse;
  p.ratio[1] = c[1 + (face != 2)]*p.inverse;
//@ if blocks > 1 then
  $(real) x = p.ratio[0]*$(real(blocks/2)) + $(real(blocks/2));
  $(real) y = p.ratio[1]*$(real(blocks/2)) + $(real(blocks/2));
  x = x > $(real(0)) ? x : $(real(0)); /* and where it is not a number */
  y = y > $(real(0)) ? y : $(real(0));
  const int bi = x < $(real(blocks - 1)) ? (int)x : $(blocks - 1);
  const int bj = y < $(real(blocks - 1)) ? (int)y : $(blocks - 1);
  const int block = (face*$(blocks) + bi)*$(blocks) + bj;
  const int n = $(name)_fine[block];
  const $(real) cells = ($(real))n, last = cells - $(real(1));
  x = (x - ($(real))bi)*cells;
  y = (y - ($(real))bj)*cells;
  const int i = x < last ? (int)x : n - 1, j = y < last ? (int)y : n - 1;
  p.cells = $(real(blocks/2))*cells;
  p.row = 3*(n + 1);
  p.node = $(name)_nodes + 3*($(name)_start[block] + i*(n + 1) + j);
//@ else
  p.cells = $(real(fine/2));
  $(real) x = p.ratio[0]*$(real(fine/2)) + $(real(fine/2));
  $(real) y = p.ratio[1]*$(real(fine/2)) + $(real(fine/2));
  x = x > $(real(0)) ? x : $(real(0)); /* and where it is not a number */
  y = y > $(real(0)) ? y : $(real(0));
  const int i = x < $(real(fine - 1)) ? (int)x : $(fine - 1);
  const int j = y < $(real(fine - 1)) ? (int)y : $(fine - 1);
  p.row = $(3*side);
  p.node = $(name)_nodes + $(has_levels and ("patch->level*%d + "):format(stride) or "")3*((face*$(side) + i)*$(side) + j);
//@ end
  p.x = x - ($(real))i;
  p.y = y - ($(real))j;
  return p;
}

/* What the $(taps) nodes along an axis count at the place t between the middle two. */
$(NAME)_INLINE void $(name)_weights($(real) t, $(real) out[$(taps)])
{
$(weights)
}

/* The derivatives of those. */
$(NAME)_INLINE void $(name)_weight_slopes($(real) t, $(real) out[$(taps)])
{
//@ if not slopes_vary then
  (void)t;
//@ end
$(weight_slopes)
}

$(NAME)_INLINE void $(name)_blend(const $(name)_place *p, const $(real) wx[$(taps)], const $(real) wy[$(taps)],
  $(real) factor, $(real) out[3]$(patch_par))
{
  $(real) sum[3] = {$(real(0)), $(real(0)), $(real(0))};
  for (int i = 0; i < $(taps); i++)
    for (int j = 0; j < $(taps); j++) {
      const $(real) *const node = p->node + i*p->row + 3*j;
      const $(real) w = wx[i]*wy[j];
//@ if has_levels then
      const $(real) high = w*patch->t, low = w - high;
      for (int d = 0; d < 3; d++) sum[d] += low*node[d] + high*node[$(stride) + d];
//@ else
      for (int d = 0; d < 3; d++) sum[d] += w*node[d];
//@ end
    }
  for (int d = 0; d < 3; d++) out[d] = factor*sum[d];
}

/* h for V; s = |V|. 0 at rest. */
$(NAME)_INLINE void $(name)_surface(const $(real) v[3], $(real) s, $(real) h[3]$(patch_par))
{
  const $(name)_place p = $(name)_locate(v$(patch_arg));
  $(real) wx[$(taps)], wy[$(taps)];
  (void)s;
  $(name)_weights(p.x, wx);
  $(name)_weights(p.y, wy);
  $(name)_blend(&p, wx, wy, p.sign, h$(patch_arg));
}

/* s*dh/dV, row-major. */
static void $(name)_surface_slopes(const $(real) v[3], $(real) s, $(real) slopes[9]$(patch_par))
{
  const $(name)_place p = $(name)_locate(v$(patch_arg));
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
    slopes[3*d] = row[0]*$(real(inverse_x));
    slopes[3*d + 1] = row[1]*$(real(inverse_y));
    slopes[3*d + 2] = row[2];
  }
}
