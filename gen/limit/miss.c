/* miss.c: bounds of the error between the corners of a patch, a part of a cell
 * of a table. In: a table and a patch. Out: a bound of the distance of surface
 * minus table from its linear interpolation between the corners, the miss.
 *
 * Invariant: each cell of the map is either away from the centre of rotation
 * for the whole patch, or within the rectangle of near cells. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"
#include "limit/miss.h"

#define INLINE static inline __attribute__((always_inline))

/* Linear interpolation over a step misses at most an eighth of the second
 * derivative times the step squared. That derivative of the surface is a sum
 * over the cells of the map. Cells away from the centre of rotation enter with
 * the value at their middle, so that they may cancel, and with bounds of the
 * third and fourth derivatives of v/|v| for the rest of the patch and of the
 * cell: along any line v0 + s b, and in mixed directions, the n-th derivative
 * is at most bend[n] (|b|/|v|)^n. */
static const double bend[5] = {1, 1, 1.1547005383792517, 3.0000000000000004,
                               9.8814720};

typedef long long Mask __attribute__((vector_size(LANES * sizeof(double))));

/* The second derivatives of surface minus table in a patch. */
typedef struct Curve {
  double twist[3];     /* in the middle of the patch */
  double step[3];      /* extent of the patch along the twist; one is 0 */
  double second[2][3]; /* along both axes in the middle, times step squared */
  double rest;         /* bound of their differences elsewhere in the patch */
} Curve;

/* ---- cells that are away ------------------------------------------------ */

/* One of the two axes of a patch. From end to end the velocity at (x, y)
 * changes by shift + swing (-y, x). */
typedef struct Axis {
  double shift[2], swing;
} Axis;

/* Velocities and sums of eight cells. This is a struct, since the passing of a
 * vector as an argument depends on the vector registers of the machine. */
typedef struct Flow {
  Lanes vx, vy, w, weight; /* weight: w/|v|^5 */
  Lanes eta, inverse;      /* inverse: 1/the least speed */
  Lanes rest, second[2][3];
} Flow;

/* Adds a bound of the difference between the mean second derivative of a cell
 * along an axis, anywhere in the patch, and the second derivative at the middle
 * of the cell in the middle of the patch. */
INLINE void add_rest(const Axis *axis, const Spots *s, double spin, double half,
                     Flow *f)
{
  const Lanes reach = axis->shift[0] + axis->shift[1] + axis->swing * s->reach;
  const Lanes b = reach * f->inverse, q = spin * f->inverse;
  Lanes once = bend[3] * b * b * q, twice = bend[4] * b * b * q * q;
  if (axis->swing > 0) {
    const Lanes t = axis->swing * f->inverse;
    once += 2 * bend[2] * b * t;
    twice += 4 * bend[3] * b * t * q + 2 * bend[2] * t * t;
  }
  f->rest += f->w * (s->arm * bend[3] * b * b * f->eta * f->inverse +
                     half * half / 6 * (s->arm * twice + 2 * once));
}

/* Adds the second derivative along an axis. */
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

/* Sets all bits of a lane unless |vx| < box and |vy| < box there: by the signs
 * of two differences, since gcc compares such vectors lane by lane. */
INLINE void find_away(const Lanes *vx, const Lanes *vy, double box,
                      Mask *is_away)
{
  const Mask magnitude = (Mask){0} + INT64_MAX;
  const Lanes x = (Lanes)((Mask)*vx & magnitude) - box;
  const Lanes y = (Lanes)((Mask)*vy & magnitude) - box;
  *is_away = ~(((Mask)x & (Mask)y) >> 63);
}

/* Returns the part of the velocity at the centre of pressure along an axis
 * across, turned by a quarter: w times a place more is that at the place. */
static double base_across(const Miss *miss, int axis, const double u[3])
{
  return miss->across[axis][0] * u[1] - miss->across[axis][1] * u[0];
}

/* Adds all cells except the near ones, whose velocity is within the box. */
WIDE static void add_away(const Miss *miss, Curve *curve, const Axis axes[2],
                          double box)
{
  const double *u = curve->twist, *step = curve->step;
  const double base[2] = {base_across(miss, 0, u), base_across(miss, 1, u)};
  const double spin = fabs(u[2]), blur = spin * miss->half;
  const double shift = sqrt(step[0] * step[0] + step[1] * step[1]) / 2;
  Flow f = {.rest = {0}};
  for (int c = 0; c < miss->blocks_of_spots; c++) {
    const Spots *s = &miss->spots[c];
    f.eta = shift + step[2] / 2 * s->reach;
    f.vx = u[0] - u[2] * s->y;
    f.vy = u[1] + u[2] * s->x;
    const Lanes gx = base[0] + u[2] * s->place[0];
    const Lanes gy = base[1] + u[2] * s->place[1];
    Mask is_away;
    find_away(&gx, &gy, box, &is_away);
    const Lanes v2 = f.vx * f.vx + f.vy * f.vy;
    Lanes v;
    for (int lane = 0; lane < LANES; lane++) v[lane] = sqrt(v2[lane]);
    f.inverse = (Lanes)((Mask)(1 / (v - blur - f.eta)) & is_away);
    f.w = (Lanes)((Mask)s->w & is_away);
    f.weight = (Lanes)((Mask)(s->w / (v2 * v2 * v)) & is_away);
    for (int d = 0; d < 2; d++) {
      add_second(&axes[d], s, &f, f.second[d]);
      add_rest(&axes[d], s, spin, miss->half, &f);
    }
  }
  for (int lane = 0; lane < LANES; lane++) {
    for (int k = 0; k < 6; k++)
      curve->second[k / 3][k % 3] += f.second[k / 3][k % 3][lane];
    curve->rest += f.rest[lane];
  }
}

/* ---- cells that are near --------------------------------------------------
 */

/* Force F and torque of a spinning map depend on the centre of rotation c:
 * F = sum p K over the map, with K(z) = (-z_y, z_x)/|z| and z from c; the
 * torque about c is N = sum p |z|. The derivative along e is D_e F = sum (D_e
 * p) K, where D_e p is the jump of the pressure on the edges between cells; and
 * D_ee F = -sum (D_e p) D_e K, D_ee N = -sum (D_e p) e z/|z|. These are
 * integrals over edges in closed form, and an evenly loaded patch has no such
 * edges inside. An edge close to c gives a logarithm of the distance, whose
 * integral along any path of c is finite. */

/* The near cells and the centre of rotation c. */
typedef struct Near {
  int low[2], high[2]; /* columns and rows [low, high) */
  double sign;         /* of the spin */
  double centre[2];    /* c in the middle of the patch */
  double eta;          /* largest distance of c from there in the patch */
  double arm;          /* |(1, largest distance of c from the origin)| */
  double way[2][2];    /* path of c along each axis of the patch */
  double most[2];      /* the largest length of that path */
  double apart[2];     /* the largest difference of paths within the patch */
  double uneven[2];    /* the largest ratio of the speeds of c on a line */
} Near;

/* An edge, relative to c. */
typedef struct Edge {
  const double *n, *t; /* unit vectors across and along */
  double at;     /* coordinate along the normal */
  double jump;   /* of the pressure */
  double length; /* of the edge */
  double away;   /* least distance from c in the patch */
  /* Differences between the two ends, with z from c and t along the edge: of
   * at/|z|, t/|z|, asinh(t/|at|) and |z|. */
  double side, along, log, r;
} Edge;

/* Writes the first index with |base + factor place| < box, and the index after
 * the last. */
static void find_range(const double *place, int count, double base,
                       double factor, double box, int range[2])
{
  range[0] = 0;
  while (range[0] < count && !(fabs(base + factor * place[range[0]]) < box))
    range[0]++;
  range[1] = range[0];
  while (range[1] < count && fabs(base + factor * place[range[1]]) < box)
    range[1]++;
}

/* Fills all members of b but low and high. The spin is at least `least` in the
 * whole patch. */
static void place_near(const Curve *curve, double least, Near *b)
{
  const double *u = curve->twist, *step = curve->step;
  const double w = fabs(u[2]), spread = 1 / least - 1 / w;
  const double ratio = (w + step[2] / 2) / least;
  b->sign = u[2] < 0 ? -1 : 1;
  b->centre[0] = -u[1] / u[2];
  b->centre[1] = u[0] / u[2];
  const double from = hypot(b->centre[0], b->centre[1]);
  b->eta = (hypot(step[0], step[1]) + step[2] * from) / 2 / least;
  b->arm = hypot(1, from + b->eta);
  for (int d = 0, axis = 0; d < 3; d++) {
    if (step[d] == 0) continue;
    const double k = step[d] / u[2];
    b->way[axis][0] = d == 1 ? -k : d == 2 ? -k * b->centre[0] : 0;
    b->way[axis][1] = d == 0 ? k : d == 2 ? -k * b->centre[1] : 0;
    b->apart[axis] =
        step[d] * (d == 2 ? from * spread + b->eta / least : spread);
    b->most[axis] = fabs(k) * (d == 2 ? from : 1) + b->apart[axis];
    b->uneven[axis] = d == 2 ? ratio * ratio : 1;
    axis++;
  }
}

static Edge edge_between(const Miss *miss, const Near *b, double jump,
                         int normal, const Corner *from, const Corner *to)
{
  const int t = 1 - normal;
  const double at = from->across[normal];
  const double low = from->along[t], high = to->along[t];
  const double beside = low > 0 ? low : high < 0 ? -high : 0;
  Edge edge = {miss->across[normal], miss->along[t], at, jump, high - low,
               sqrt(at * at + beside * beside) - b->eta};
  if (edge.away <= b->eta) return edge;
  edge.side = at / to->r - at / from->r;
  edge.along = high / to->r - low / from->r;
  edge.log = to->logs[t] - from->logs[t];
  if (low < 0 && high >= 0) edge.log -= 2 * log(fabs(at));
  edge.r = to->r - from->r;
  return edge;
}

/* Adds the bound for an edge that c may come close to. With e_n and e_t across
 * and along the edge, |D_ee F| is at most
 * |jump| e_n (e_n log(1 + length^2/(2 at^2)) + pi e_t). A second derivative
 * affects the middle of a step with a weight; the weighted mean of the
 * logarithm, with its pole in the middle, is at most
 * log(length^2/(2 e_n^2) + 1/24) + 2 log 2 + 3. */
static void add_close(const Near *b, const Edge *edge, int axis, Curve *curve)
{
  const double *e = b->way[axis], most = b->most[axis];
  const double across = fabs(part_along(e, edge->n)) + b->apart[axis];
  const double along = fabs(part_along(e, edge->t)) + b->apart[axis];
  if (across == 0) return;
  const double ratio = b->uneven[axis] * edge->length / across;
  const double pole = log(ratio * ratio / 2 + 1 / 24.0) + 4.3863;
  curve->rest +=
      fabs(edge->jump) * across *
      (b->arm * (across * pole + 3.1416 * along) + 3 * most * edge->length);
}

/* Adds the second derivatives for an edge away from c, and a bound of their
 * differences elsewhere in the patch. */
static void add_clear(const Near *b, const Edge *edge, int axis, Curve *curve)
{
  const double *e = b->way[axis], most = b->most[axis], apart = b->apart[axis];
  const double across = part_along(e, edge->n), along = part_along(e, edge->t);
  const double k = b->sign * edge->jump * across;
  const double p = k * (edge->side * across + edge->along * along);
  const double q =
      k * ((edge->log - edge->along) * across + edge->side * along);
  const double fx = -(q * edge->n[1] + p * edge->t[1]);
  const double fy = q * edge->n[0] + p * edge->t[0];
  double *second = curve->second[axis];
  second[0] += fx;
  second[1] += fy;
  second[2] += b->centre[0] * fy - b->centre[1] * fx -
               k * (edge->at * edge->log * across + edge->r * along);
  const double once = edge->length / edge->away;
  const double twice = fmin(once, 3.1416) / edge->away;
  const double here = b->arm * once + 3 * edge->length;
  const double there = bend[2] * twice * b->arm + 4 * once;
  curve->rest +=
      fabs(edge->jump) * ((fabs(across) + apart) * most * b->eta * there +
                          apart * (most + fabs(across)) * here);
}

static void add_edge(const Miss *miss, const Near *b, double jump, int normal,
                     const Corner *from, const Corner *to, Curve *curve)
{
  const Edge edge = edge_between(miss, b, jump, normal, from, to);
  for (int axis = 0; axis < 2; axis++)
    (edge.away > b->eta ? add_clear : add_close)(b, &edge, axis, curve);
}

static double pressure(const Miss *miss, const Near *b, int i, int j)
{
  if (i < b->low[0] || i >= b->high[0] || j < b->low[1] || j >= b->high[1])
    return 0;
  const Cells *cells = miss->table->map.cells;
  return cells->all[j * cells->grid.nx + i] / miss->area;
}

static void set_corner(const Miss *miss, const Near *b, int i, int j,
                       Corner *corner)
{
  const LimitMap *map = &miss->table->map;
  const Grid *grid = &map->cells->grid;
  const double a = i - grid->nx / 2.0, c = j - grid->ny / 2.0;
  const double(*half)[2] = map->cells->halves;
  const double x = map->cells->is_skewed
                       ? 2 * (a * half[0][0] + c * half[1][0])
                       : a * grid->sx / grid->nx;
  const double y = map->cells->is_skewed
                       ? 2 * (a * half[0][1] + c * half[1][1])
                       : c * grid->sy / grid->ny;
  const double at[2] = {(x - map->cop[0]) / map->r - b->centre[0],
                        (y - map->cop[1]) / map->r - b->centre[1]};
  corner->r = sqrt(at[0] * at[0] + at[1] * at[1]);
  for (int d = 0; d < 2; d++) {
    corner->across[d] = part_along(at, miss->across[d]);
    corner->along[d] = part_along(at, miss->along[d]);
    const double l = log(fabs(corner->along[d]) + corner->r);
    corner->logs[d] = corner->along[d] < 0 ? -l : l;
  }
}

/* Adds the bound for the first derivatives of the surface, which count if the
 * speed of c changes along its path. For all near cells the derivative of F is
 * at most the integral of the pressure over the distance, and that of the
 * torque about c is at most twice their load. */
static void add_bending(const Miss *miss, const Near *b, double spin_step,
                        double least, Curve *curve)
{
  double mass = 0, highest = 0;
  for (int j = b->low[1]; j < b->high[1]; j++)
    for (int i = b->low[0]; i < b->high[0]; i++) {
      const double p = pressure(miss, b, i, j);
      mass += p;
      highest = fmax(highest, p);
    }
  const double cell = miss->area;
  const double area =
      cell * (b->high[0] - b->low[0]) * (b->high[1] - b->low[1]);
  const double slope = b->arm * highest * 2 * sqrt(3.1416 * area);
  curve->rest += 2 * spin_step / least * b->most[1] * (slope + 2 * mass * cell);
}

/* Adds the edges of the near cells, row by row. */
static void add_near(const Miss *miss, const Near *b, Curve *curve)
{
  Corner *now = miss->corners[0], *last = miss->corners[1];
  for (int j = b->low[1]; j <= b->high[1]; j++) {
    for (int i = b->low[0]; i <= b->high[0]; i++)
      set_corner(miss, b, i, j, &now[i]);
    for (int i = b->low[0]; i <= b->high[0]; i++) {
      const double here = pressure(miss, b, i, j);
      const double below = pressure(miss, b, i, j - 1);
      const double beside = pressure(miss, b, i - 1, j - 1);
      if (i < b->high[0] && here != below)
        add_edge(miss, b, here - below, 1, &now[i], &now[i + 1], curve);
      if (j > b->low[1] && below != beside)
        add_edge(miss, b, below - beside, 0, &last[i], &now[i], curve);
    }
    Corner *other = now;
    now = last;
    last = other;
  }
}

/* ---- the bound --------------------------------------------------------- */

/* Subtracts the second derivative of the cubic table along `axis` in the middle
 * of the patch from `second`, and adds a bound of its differences elsewhere to
 * *rest. That derivative is linear along the axis. Across the axis it is a sum
 * of four with weights whose sum is 1 and whose absolute values add up to at
 * most 1.25. */
static void subtract_cubic(const Miss *miss, const Patch *p, int axis,
                           double second[3], double *rest)
{
  const LimitTable *table = miss->table;
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
      furthest = fmax(furthest, table_length(apart));
    }
  for (int d = 0; d < 3; d++) second[d] -= mean[d];
  *rest += 1.25 * furthest;
}

/* Returns a Curve with the middle and the extents of the patch, and writes its
 * axes. */
static Curve middle_of(const LimitTable *table, const Patch *p, Axis axes[2])
{
  const int k = table->blocks, face = p->block / (k * k);
  const double width = 2.0 / k / table->fine[p->block];
  const double scale[3] = {table->scale[0], table->scale[1], 1};
  Curve curve = {.rest = 0};
  table_twist(table, p->block, p->i + (p->low[0] + p->high[0]) / 2,
              p->j + (p->low[1] + p->high[1]) / 2, curve.twist);
  for (int d = 0, axis = 0; d < 3; d++) {
    if (d == face) continue;
    curve.step[d] = scale[d] * width * (p->high[axis] - p->low[axis]);
    if (d < 2)
      axes[axis++].shift[d] = curve.step[d];
    else
      axes[axis++].swing = curve.step[d];
  }
  return curve;
}

/* Adds the second derivatives of the surface. Returns 0; or, if the patch is so
 * large that these have no bound, a bound of the miss itself, since a unit
 * vector misses by at most 2. */
static double surface_miss(const Miss *miss, Curve *curve, const Axis axes[2])
{
  const double *u = curve->twist, *step = curve->step;
  const Grid *grid = &miss->table->map.cells->grid;
  const double spin = fabs(u[2]), blur = spin * miss->half;
  const double eta = sqrt(step[0] * step[0] + step[1] * step[1]) / 2 +
                     step[2] / 2 * miss->reach;
  const double margin = step[2] > 0 ? 0 : blur;
  const double box = blur + eta + fmax(eta, blur) + margin;
  const double least = spin - step[2] / 2;
  int columns[2], rows[2];
  find_range(miss->places[0], grid->nx, base_across(miss, 0, u), u[2], box,
             columns);
  find_range(miss->places[1], grid->ny, base_across(miss, 1, u), u[2], box,
             rows);
  const bool has_near = columns[0] < columns[1] && rows[0] < rows[1];
  if (has_near && least < spin / 2) return 2 * hypot(1, miss->reach);
  add_away(miss, curve, axes, box);
  if (has_near) {
    Near b = {.low = {columns[0], rows[0]}, .high = {columns[1], rows[1]}};
    place_near(curve, least, &b);
    add_near(miss, &b, curve);
    if (step[2] > 0) add_bending(miss, &b, step[2], least, curve);
  }
  return 0;
}

double miss_most(const Miss *miss, const Patch *p)
{
  Axis axes[2] = {{{0}, 0}, {{0}, 0}};
  Curve curve = middle_of(miss->table, p, axes);
  const double most = surface_miss(miss, &curve, axes);
  double sum = 0;
  for (int axis = 0; axis < 2; axis++) {
    if (miss->table->interp == TABLE_CUBIC)
      subtract_cubic(miss, p, axis, curve.second[axis], &curve.rest);
    sum += table_length(curve.second[axis]);
  }
  return (sum + curve.rest) / 8 + most;
}

double miss_surface(const Miss *miss, const Patch *p, double second[2][3],
                    double *rest)
{
  Axis axes[2] = {{{0}, 0}, {{0}, 0}};
  Curve curve = middle_of(miss->table, p, axes);
  const double most = surface_miss(miss, &curve, axes);
  memcpy(second, curve.second, sizeof curve.second);
  *rest = curve.rest;
  return most;
}
