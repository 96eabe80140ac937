/* table_certify.c: how much a table errs at most. In: a table. Out: a bound
 * that holds at and between all samples, and the largest error seen.
 *
 * Invariant: over a rectangle of a cell the error is at most the largest at
 * its corners plus what linear interpolation between them can miss. */
#include <float.h>
#include <math.h>

#include "gen.h"

#define INLINE static inline __attribute__((always_inline))

/* Linear interpolation over a step d misses at most d^2/8 of the second
 * derivative of surface minus table. The surface's is a sum over the cells of
 * the map. Those away from the centre of rotation are taken at their middles,
 * so that they may cancel, with the third and fourth derivatives of v/|v| for
 * the rest of the patch and of the cell: along any v0 + s b, the n-th is at
 * most bend[n] (|b|/|v|)^n, and so it is along mixed directions. Nothing
 * bounds the near ones' derivatives; but what is missed of a unit vector is at
 * most 2, and the two meet in an integral over rings around the centre. */
static const double bend[5] = {1, 1, 1.1547005383792517, 3.0000000000000004,
                               9.8814720};

/* Four cells of the map at a time, so that sums round alike everywhere. */
enum { LANES = 4 };
typedef double Lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef long long Mask __attribute__((vector_size(LANES * sizeof(double))));

/* Cells of the map in the reduced model's units, lengths over r. reach: of the
 * farthest corner; arm: |(1, reach)|. */
typedef struct Spots {
  Lanes x, y, w, reach, arm;
} Spots;

typedef struct Search {
  const LimitTable *table;
  Certificate found;
  double limit, ratio, rounding;
  bool is_exceeded; /* limit > 0, and an error is larger */
  bool is_mirrored[2];
  Spots *spots;
  int blocks_of_spots;
  double half, area;  /* half diagonal and area of a cell of the map */
  double block_bound; /* of what the current block has shown */
} Search;

typedef struct Patch {
  int block, i, j;
  double low[2], high[2]; /* within the cell, 0 to 1 */
} Patch;

/* ---- what interpolation of the surface can miss
 * --------------------------------- */

static const double full_turn = 6.283185307179586;

/* k times the integral over rings of 1/(v - eta)^2, per unit of density. */
static double far_rings(double low, double high, double k, double eta)
{
  const double near = low - eta, far = high - eta;
  return full_turn * k * (log(far / near) + eta / near - eta / far);
}

/* The integral of min(2, k/(v - eta)^2) over rings up to `most`. */
static double all_rings(double most, double k, double eta)
{
  const double inner = eta + sqrt(k / 2);
  if (most <= inner) return full_turn * most * most;
  return full_turn * inner * inner + far_rings(inner, most, k, eta);
}

/* Cells are far from this many of their half diagonals on. */
static const double near_reach = 1;

typedef struct Near {
  double mass, arm, k, eta, weight, most; /* all but mass: the largest */
} Near;

/* Of a patch: its middle, its extent along the twist's axes (one is 0), the
 * second derivatives of surface minus table along the other two over its whole
 * extent, and by how much they may differ elsewhere in the patch. */
typedef struct Curve {
  double twist[3], step[3];
  double second[2][3];
  double rest;
  Near near;
} Curve;

/* One of a patch's two axes: the change of velocity from end to end at (x, y),
 * its size, and how fast it changes over the map. */
typedef struct Axis {
  double shift[2], swing;
} Axis;

/* What the far cells of a block of spots see, and where they add to. A vector
 * as an argument would depend on the registers there are. */
typedef struct Flow {
  Lanes vx, vy, w, weight; /* weight: w/|v|^5 */
  Lanes eta, inverse;      /* inverse: 1/the least speed */
  Lanes rest, second[2][3];
} Flow;

/* How far a far cell's mean second derivative along an axis can be from that
 * at its middle and the patch's. */
INLINE void add_rest(const Axis *axis, const Spots *s, double spin, double half,
                     Flow *f)
{
  const Lanes b =
      (axis->shift[0] + axis->shift[1] + axis->swing * s->reach) * f->inverse;
  const Lanes q = spin * f->inverse, t = axis->swing * f->inverse;
  const Lanes once = bend[3] * b * b * q + 2 * bend[2] * b * t;
  const Lanes twice =
      bend[4] * b * b * q * q + 4 * bend[3] * b * t * q + 2 * bend[2] * t * t;
  f->rest += f->w * (s->arm * bend[3] * b * b * f->eta * f->inverse +
                     half * half / 6 * (s->arm * twice + 2 * once));
}

/* The second derivative along an axis. */
INLINE void add_second(const Axis *axis, const Spots *s, Flow *f,
                       Lanes second[3])
{
  const Lanes bx = axis->shift[0] - axis->swing * s->y;
  const Lanes by = axis->shift[1] + axis->swing * s->x;
  const Lanes along = f->vx * bx + f->vy * by, across = f->vx * by - f->vy * bx;
  const Lanes fx = f->weight * across * (across * f->vx - 2 * along * f->vy);
  const Lanes fy = f->weight * across * (across * f->vy + 2 * along * f->vx);
  second[0] += fx;
  second[1] += fy;
  second[2] += s->x * fy - s->y * fx;
}

static void add_near(Near *near, const Spots *s, int lane, const Curve *curve,
                     double eta, double most)
{
  const double turned = curve->step[2] * s->reach[lane];
  const double square = curve->step[0] * curve->step[0] +
                        curve->step[1] * curve->step[1] + turned * turned;
  if (s->w[lane] == 0) return;
  near->mass += s->w[lane];
  near->arm = fmax(near->arm, s->arm[lane]);
  near->k = fmax(near->k, square * bend[2] / 8);
  near->eta = fmax(near->eta, eta);
  near->weight = fmax(near->weight, s->w[lane]);
  near->most = fmax(near->most, most);
}

WIDE static void add_surface(const Search *search, Curve *curve,
                             const Axis axes[2])
{
  const double *u = curve->twist, *step = curve->step;
  const double spin = fabs(u[2]), blur = spin * search->half;
  const double shift = (step[0] + step[1]) / 2;
  Flow f = {.rest = {0}};
  for (int c = 0; c < search->blocks_of_spots; c++) {
    const Spots *s = &search->spots[c];
    f.eta = shift + step[2] / 2 * s->reach;
    f.vx = u[0] - u[2] * s->y;
    f.vy = u[1] + u[2] * s->x;
    const Lanes v2 = f.vx * f.vx + f.vy * f.vy;
    Lanes v;
    for (int lane = 0; lane < LANES; lane++) v[lane] = sqrt(v2[lane]);
    const Lanes away = v - blur - f.eta;
    const Mask is_far = (away > near_reach * blur) & (away > f.eta);
    for (int lane = 0; lane < LANES; lane++)
      if (!is_far[lane])
        add_near(&curve->near, s, lane, curve, f.eta[lane], v[lane] + blur);
    f.inverse = (Lanes)((Mask)(1 / away) & is_far);
    f.w = (Lanes)((Mask)s->w & is_far);
    f.weight = (Lanes)((Mask)(s->w / (v2 * v2 * v)) & is_far);
    for (int d = 0; d < 2; d++) {
      add_second(&axes[d], s, &f, f.second[d]);
      add_rest(&axes[d], s, spin, search->half, &f);
    }
  }
  for (int lane = 0; lane < LANES; lane++) {
    for (int k = 0; k < 6; k++)
      curve->second[k / 3][k % 3] += f.second[k / 3][k % 3][lane];
    curve->rest += f.rest[lane];
  }
}

/* The least weight of the map's cells whose middles are within `reach` of the
 * point, lengths over r; 0 beyond the grid. */
static double least_weight(const LimitTable *table, const double at[2],
                           double reach)
{
  const LimitMap *map = &table->map;
  const Grid *grid = &map->cells->grid;
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  const double x = at[0] * map->r + map->cop[0];
  const double y = at[1] * map->r + map->cop[1], d = reach * map->r;
  if (x - d < -grid->sx / 2 - hx || x + d > grid->sx / 2 + hx ||
      y - d < -grid->sy / 2 - hy || y + d > grid->sy / 2 + hy)
    return 0;
  double least = INFINITY;
  const int first = (int)floor((x - d) / hx + grid->nx / 2.0) - 1;
  const int last = (int)floor((x + d) / hx + grid->nx / 2.0) + 1;
  const int low = (int)floor((y - d) / hy + grid->ny / 2.0) - 1;
  const int high = (int)floor((y + d) / hy + grid->ny / 2.0) + 1;
  for (int j = low; j <= high; j++)
    for (int i = first; i <= last; i++) {
      if (hypot(grid_x(grid, i) - x, grid_y(grid, j) - y) > d * (1 + 1e-9))
        continue;
      const bool is_inside = i >= 0 && j >= 0 && i < grid->nx && j < grid->ny;
      least = fmin(least, is_inside ? map->cells->all[j * grid->nx + i] : 0);
    }
  return least < INFINITY ? least : 0;
}

/* What the near cells add to the miss. Where the spin is the same all over the
 * patch, what they have in common is a uniform disc of the radius up to which
 * all cells are near; its surface is smooth: up to half a radius from the
 * middle, the second derivatives of force and torque, in units of the disc's
 * share of the load and its radius, are at most bend_force and bend_torque. */
static double near_miss(const Search *search, const Curve *curve)
{
  static const double bend_force = 0.45, bend_torque = 1.2;
  const Near *near = &curve->near;
  const double *u = curve->twist;
  if (near->mass == 0) return 0;
  const double all = 2 * near->mass, k = near->k, eta = near->eta;
  const double scale = search->area * u[2] * u[2];
  if (scale < 1e-12 * near->most * near->most) return near->arm * all;
  const double blur = fabs(u[2]) * search->half;
  const double radius = fmax(near_reach * blur + eta, 2 * eta);
  const double common =
      curve->step[2] > 0 || near->most <= radius
          ? 0
          : least_weight(search->table, (double[]){-u[1], u[0]}, radius + blur);
  const double rest =
      (near->weight - common) / scale * all_rings(near->most, k, eta);
  if (common == 0) return near->arm * fmin(all, rest);
  const double square =
      curve->step[0] * curve->step[0] + curve->step[1] * curve->step[1];
  const double rings = far_rings(radius, near->most, k, eta);
  const double disc =
      full_turn / 2 * square / 8 * (bend_force + radius * bend_torque);
  return near->arm * fmin(all, rest + common / scale * (rings + disc));
}

/* ---- what interpolation of the table can miss
 * ------------------------------------- */

static double length(const double a[3])
{
  return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/* Subtracts the cubic's second derivative along `axis` in the patch's middle,
 * and adds how far it is from that elsewhere: it is linear along the axis and,
 * across, a mean of four with weights that sum to 1 and, in size, to at most
 * 1.25. second: over the patch's whole extent. */
static void subtract_cubic(const Search *search, const Patch *p, int axis,
                           double second[3], double *rest)
{
  const LimitTable *table = search->table;
  const size_t side = table_side(table, p->block);
  const size_t along = 3 * (axis == 0 ? side : 1);
  const size_t across = 3 * (axis == 0 ? 1 : side);
  const double *node = table->nodes + 3 * (table->start[p->block] +
                                           (size_t)p->i * side + (size_t)p->j);
  const double step = p->high[axis] - p->low[axis], square = step * step;
  double ends[2][4][3], mean[3] = {0}, furthest = 0;
  for (int end = 0; end < 2; end++) {
    const double x = end ? p->high[axis] : p->low[axis];
    const double weight[4] = {2 - 3 * x, 9 * x - 5, 4 - 9 * x, 3 * x - 1};
    for (size_t q = 0; q < 4; q++)
      for (size_t d = 0; d < 3; d++) {
        double sum = 0;
        for (size_t k = 0; k < 4; k++)
          sum += weight[k] * node[q * across + k * along + d];
        ends[end][q][d] = sum * square;
        if (q == 1 || q == 2) mean[d] += sum * square / 4;
      }
  }
  for (int end = 0; end < 2; end++)
    for (int q = 0; q < 4; q++) {
      const double apart[3] = {ends[end][q][0] - mean[0],
                               ends[end][q][1] - mean[1],
                               ends[end][q][2] - mean[2]};
      furthest = fmax(furthest, length(apart));
    }
  for (int d = 0; d < 3; d++) second[d] -= mean[d];
  *rest += 1.25 * furthest;
}

/* ---- branch and bound
 * --------------------------------------------------------------- */

static double error_at(Search *search, const Patch *p, double x, double y)
{
  const LimitTable *table = search->table;
  double twist[3], exact[3], h[3];
  table_twist(table, p->block, p->i + x, p->j + y, twist);
  limit_scaled(&table->map, twist, exact);
  table_inside(table, p->block, p->i, p->j, x, y, h);
  for (int d = 0; d < 3; d++) h[d] -= exact[d];
  const double error = length(h);
  search->found.evaluations++;
  if (search->limit > 0 && error + search->rounding > search->limit)
    search->is_exceeded = true;
  if (error > search->found.found) {
    search->found.found = error;
    for (int d = 0; d < 3; d++) search->found.twist[d] = twist[d];
  }
  return error;
}

static double patch_miss(const Search *search, const Patch *p)
{
  const LimitTable *table = search->table;
  const int k = table->blocks, face = p->block / (k * k);
  const double width = 2.0 / k / table->fine[p->block];
  const double scale[3] = {table->scale[0], table->scale[1], 1};
  Curve curve = {.rest = 0};
  table_twist(table, p->block, p->i + (p->low[0] + p->high[0]) / 2,
              p->j + (p->low[1] + p->high[1]) / 2, curve.twist);
  for (int d = 0, axis = 0; d < 3; d++) {
    if (d == face) continue;
    curve.step[d] = scale[d] * width * (p->high[axis] - p->low[axis]);
    axis++;
  }
  Axis axes[2] = {{{0}, 0}, {{0}, 0}};
  for (int d = 0, axis = 0; d < 3; d++) {
    if (d == face) continue;
    if (d < 2)
      axes[axis++].shift[d] = curve.step[d];
    else
      axes[axis++].swing = curve.step[d];
  }
  add_surface(search, &curve, axes);
  double sum = curve.rest;
  for (int axis = 0; axis < 2; axis++) {
    if (table->interp == TABLE_CUBIC)
      subtract_cubic(search, p, axis, curve.second[axis], &sum);
    sum += length(curve.second[axis]);
  }
  return sum / 8 + near_miss(search, &curve);
}

/* corner: errors at (low, low), (low, high), (high, low), (high, high). */
static void bound_patch(Search *search, const Patch *p, const double corner[4],
                        int depth)
{
  if (search->is_exceeded) return;
  const double bound =
      fmax(fmax(corner[0], corner[1]), fmax(corner[2], corner[3])) +
      patch_miss(search, p) + search->rounding;
  const double enough =
      search->limit > 0 ? search->limit : search->ratio * search->found.found;
  if (bound <= enough || depth == 0) {
    search->block_bound = fmax(search->block_bound, bound);
    return;
  }
  const double x[3] = {p->low[0], (p->low[0] + p->high[0]) / 2, p->high[0]};
  const double y[3] = {p->low[1], (p->low[1] + p->high[1]) / 2, p->high[1]};
  double e[3][3] = {{corner[0], 0, corner[1]}, {0}, {corner[2], 0, corner[3]}};
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      if (a == 1 || b == 1) e[a][b] = error_at(search, p, x[a], y[b]);
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      Patch part = *p;
      part.low[0] = x[a];
      part.high[0] = x[a + 1];
      part.low[1] = y[b];
      part.high[1] = y[b + 1];
      bound_patch(
          search, &part,
          (double[]){e[a][b], e[a][b + 1], e[a + 1][b], e[a + 1][b + 1]},
          depth - 1);
    }
}

/* Errors at the nodes are rounding, but for those that were moved to match a
 * coarser neighbour, on blocks' edges, and for the paper's. */
static void bound_cell(Search *search, int block, int i, int j)
{
  enum { DEPTH = 12 };
  const int n = search->table->fine[block];
  Patch p = {block, i, j, {0, 0}, {1, 1}};
  double corner[4];
  for (int c = 0; c < 4; c++) {
    const int a = i + c / 2, b = j + c % 2;
    const bool is_edge = a == 0 || b == 0 || a == n || b == n;
    const bool is_exact =
        !search->table->map.is_paper && !(is_edge && search->table->blocks > 1);
    corner[c] = !is_exact ? error_at(search, &p, c / 2, c % 2) : 0;
  }
  bound_patch(search, &p, corner, DEPTH);
}

/* ---- symmetry ----------------------------------------------------------- */

/* True where the map is its own mirror image along the axis. */
static bool is_mirrored(const LimitMap *map, int axis)
{
  const Grid *grid = &map->cells->grid;
  if (fabs(map->cop[axis]) > 1e-14 * (grid->sx + grid->sy)) return false;
  for (int j = 0; j < grid->ny; j++)
    for (int i = 0; i < grid->nx; i++) {
      const int mi = axis == 0 ? grid->nx - 1 - i : i;
      const int mj = axis == 1 ? grid->ny - 1 - j : j;
      const double w = map->cells->all[j * grid->nx + i];
      const double other = map->cells->all[mj * grid->nx + mi];
      if (fabs(other - w) > 1e-12 / map->cells->count) return false;
    }
  return true;
}

/* True where a mirror image of the cell comes first: its error is the same. The
 * mirror of x takes (vx, vy, w) to (-vx, vy, -w), that of y to (vx, -vy, -w);
 * over the largest of them, that turns one or both of a face's coordinates. */
static bool is_image(const Search *search, int face, int i, int j)
{
  static const bool turns[2][3][2] = {
      {{true, false}, {true, true}, {false, true}},
      {{true, true}, {true, false}, {true, false}}};
  if (search->table->blocks > 1) return false;
  const int n = search->table->fine[face];
  for (int both = 1; both < 4; both++) {
    bool turn[2] = {false, false};
    bool is_there = true;
    for (int axis = 0; axis < 2; axis++) {
      if (!(both >> axis & 1)) continue;
      is_there = is_there && search->is_mirrored[axis];
      for (int d = 0; d < 2; d++) turn[d] = turn[d] != turns[axis][face][d];
    }
    const int a = turn[0] ? n - 1 - i : i, b = turn[1] ? n - 1 - j : j;
    if (is_there && (a < i || (a == i && b < j))) return true;
  }
  return false;
}

/* Of the arithmetic of the emitted code, the nodes' last digit, and the exact
 * surface: a few units, and as many of the place within a cell. */
static double rounding_of(const LimitTable *table)
{
  const double unit = table->is_float ? (double)FLT_EPSILON : DBL_EPSILON;
  const int blocks = 3 * table->blocks * table->blocks;
  double slope = 0;
  for (int b = 0; b < blocks; b++) {
    const size_t side = table_side(table, b);
    const double *node = table->nodes + 3 * table->start[b];
    double most = 0;
    for (size_t k = 0; k + 1 < side * side; k++) {
      double d = 0;
      for (size_t c = 0; c < 3; c++)
        d = fmax(d, fabs(node[3 * k + c] - node[3 * k + 3 + c]));
      if ((k + 1) % side != 0) most = fmax(most, d);
      d = 0;
      if (k + side >= side * side) continue;
      for (size_t c = 0; c < 3; c++)
        d = fmax(d, fabs(node[3 * k + c] - node[3 * (k + side) + c]));
      most = fmax(most, d);
    }
    slope = fmax(slope, most * table->fine[b] * table->blocks);
  }
  return unit * (32 + 16 * slope) + 2e-12;
}

static Search start(Run *run, const LimitTable *table, double limit)
{
  const LimitMap *map = &table->map;
  const Grid *grid = &map->cells->grid;
  const double hx = grid->sx / grid->nx / map->r;
  const double hy = grid->sy / grid->ny / map->r;
  Search search = {.table = table,
                   .limit = limit,
                   .ratio = 2,
                   .is_mirrored = {is_mirrored(map, 0), is_mirrored(map, 1)},
                   .half = hypot(hx, hy) / 2,
                   .area = hx * hy,
                   .rounding = rounding_of(table)};
  const int count = map->cells->count;
  search.blocks_of_spots = (count + LANES - 1) / LANES;
  search.spots =
      run_alloc(run, (size_t)search.blocks_of_spots * sizeof *search.spots +
                         sizeof(Lanes));
  search.spots = (Spots *)(((uintptr_t)search.spots + sizeof(Lanes) - 1) /
                           sizeof(Lanes) * sizeof(Lanes));
  for (int c = 0; c < search.blocks_of_spots * LANES; c++) {
    const int k = c < count ? c : count - 1, lane = c % LANES;
    Spots *s = &search.spots[c / LANES];
    s->x[lane] = (map->cells->x[k] - map->cop[0]) / map->r;
    s->y[lane] = (map->cells->y[k] - map->cop[1]) / map->r;
    s->w[lane] = c < count ? map->cells->w[k] : 0;
    s->reach[lane] = hypot(s->x[lane], s->y[lane]) + search.half;
    s->arm[lane] = hypot(1, s->reach[lane]);
  }
  return search;
}

/* The worst places first, so that little of the rest is searched. */
static void find_worst(Search *search)
{
  const LimitTable *table = search->table;
  const int blocks = 3 * table->blocks * table->blocks;
  for (int b = 0; b < blocks; b++)
    for (int i = 0; i < table->fine[b]; i++)
      for (int j = 0; j < table->fine[b]; j++) {
        if (is_image(search, b, i, j)) continue;
        const Patch p = {b, i, j, {0, 0}, {1, 1}};
        (void)error_at(search, &p, 0.5, 0.5);
      }
}

Certificate table_certify(const LimitTable *table, double limit, double *worst)
{
  Run *run = run_open();
  Search search = start(run, table, limit);
  const int blocks = 3 * table->blocks * table->blocks;
  if (limit == 0) find_worst(&search);
  for (int b = 0; b < blocks && !search.is_exceeded; b++) {
    search.block_bound = 0;
    if (worst && limit > 0 && worst[b] > 0 && worst[b] <= limit)
      search.block_bound = worst[b];
    else
      for (int i = 0; i < table->fine[b]; i++)
        for (int j = 0; j < table->fine[b]; j++)
          if (!is_image(&search, b, i, j)) bound_cell(&search, b, i, j);
    if (search.is_exceeded) search.block_bound = INFINITY;
    search.found.bound = fmax(search.found.bound, search.block_bound);
    if (!worst) continue;
    worst[b] = search.block_bound;
    search.is_exceeded = false;
  }
  run_close(run);
  return search.found;
}
