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

/* No branch depends on the direction: mispredicted, they would cost more. The
 * size of the largest component goes first, for what is divided by it waits. */
$(NAME)_INLINE void $(name)_locate(const $(real) v[3], $(name)_place *p$(patch_par))
{
  const $(real) cx = v[0]*$(real(inverse_x)), cy = v[1]*$(real(inverse_y)), cz = v[2];
  const $(real) ax = cx > -cx ? cx : -cx, ay = cy > -cy ? cy : -cy, az = cz > -cz ? cz : -cz;
  const $(real) wide = ay > ax ? ay : ax, most = az > wide ? az : wide;
  const $(real) per = $(real(1))/(most > $(tiny) ? most : $(tiny));
  const $(real) plane = ay > ax ? cy : cx, other = ay > ax ? cx : cy;
  const $(real) largest = az >= wide ? cz : plane;
  const $(real) first = az >= wide ? cx : other, second = az >= wide ? cy : cz;
  p->face = az >= wide ? 2 : ay > ax;
  p->sign = largest*per;
  p->inverse = p->sign*per;
  p->ratio[0] = first*p->inverse;
  p->ratio[1] = second*p->inverse;
//@ if blocks > 1 then
  const $(real) along = p->inverse*$(real(blocks/2));
  $(real) x = first*along + $(real(blocks/2)), y = second*along + $(real(blocks/2));
  const int bi = (int)(x < $(real(blocks - 1)) ? x : $(real(blocks - 1))); /* and where it is */
  const int bj = (int)(y < $(real(blocks - 1)) ? y : $(real(blocks - 1))); /* not a number */
  const int block = (p->face*$(blocks) + bi)*$(blocks) + bj;
  const int n = $(name)_fine[block];
  const $(real) cells = ($(real))n, last = cells - $(real(1));
  x = (x - ($(real))bi)*cells;
  y = (y - ($(real))bj)*cells;
  const int i = (int)(x < last ? x : last), j = (int)(y < last ? y : last);
  p->cells = $(real(blocks/2))*cells;
  p->row = 3*(n + 1);
  p->node = $(name)_nodes + 3*($(name)_start[block] + i*(n + 1) + j);
//@ else
  const $(real) along = p->inverse*$(real(fine/2));
  const $(real) x = first*along + $(real(fine/2)), y = second*along + $(real(fine/2));
  const int i = (int)(x < $(real(fine - 1)) ? x : $(real(fine - 1))); /* and where it is */
  const int j = (int)(y < $(real(fine - 1)) ? y : $(real(fine - 1))); /* not a number */
  p->cells = $(real(fine/2));
  p->row = $(3*side);
  p->node = $(name)_nodes + ($(has_levels and ("patch->level*%d + "):format(stride) or "")p->face*$(3*side*side) + i*$(3*side) + 3*j);
//@ end
  p->x = x - ($(real))i;
  p->y = y - ($(real))j;
}

/* What the $(taps) nodes along an axis count at the place t between the middle two. */
$(NAME)_INLINE void $(name)_weights($(real) t, $(real) out[$(taps)])
{
//@ for _, line in ipairs(weights.temporaries) do
  const $(real) $(line.name) = $(line.value);
//@ end
//@ for i, line in ipairs(weights.outputs) do
  out[$(i - 1)] = $(line.value); /* $(line.name) */
//@ end
}

/* The derivatives of those. */
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

/* factor times the mean of the nodes, wx and wy being their weights by row and
 * within one. */
$(NAME)_INLINE void $(name)_blend(const $(name)_place *p, const $(real) wx[$(taps)], const $(real) wy[$(taps)],
  $(real) factor, $(real) out[3]$(patch_par))
{
//@ local sums = {{}, {}, {}}
//@ for i = 0, taps - 1 do
  const $(real) *const row$(i) = p->node$(i > 0 and (" + %d*p->row"):format(i) or "");
  const $(real) x$(i) = factor*wx[$(i)];
//@   local terms = {{}, {}, {}}
//@   for j = 0, taps - 1 do
//@     if has_levels then
  const $(real) w$(i)$(j) = x$(i)*wy[$(j)], high$(i)$(j) = w$(i)$(j)*patch->t, low$(i)$(j) = w$(i)$(j) - high$(i)$(j);
//@     else
  const $(real) w$(i)$(j) = x$(i)*wy[$(j)];
//@     end
//@     for d = 1, 3 do
//@       local n = 3*j + d - 1
//@       local now = has_levels and ("low%d%d*row%d[%d] + high%d%d*row%d[%d]"):format(i, j, i, n, i, j, i, n + stride)
//@       terms[d][j + 1] = now or ("w%d%d*row%d[%d]"):format(i, j, i, n)
//@     end
//@   end
//@   for d = 1, 3 do sums[d][i + 1] = "(" .. table.concat(terms[d], " + ") .. ")" end
//@ end
//@ for d = 0, 2 do
  out[$(d)] = $(table.concat(sums[d + 1], "\n    + "));
//@ end
}

/* h for V; s = |V|. 0 at rest. */
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

/* s*dh/dV, row-major. */
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
    slopes[3*d] = row[0]*$(real(inverse_x));
    slopes[3*d + 1] = row[1]*$(real(inverse_y));
    slopes[3*d + 2] = row[2];
  }
}
