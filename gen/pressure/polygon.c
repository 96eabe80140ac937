/* polygon.c: polygons with a uniform pressure, or with contours that are scaled
 * copies of the outline. In: corners and a profile. Out: integrals over the
 * cells, as accurate as those of the profile.
 *
 * Invariant: the polygon is cut along grid lines only, once along each. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/inside.h"

static double cross(Point a, Point b, Point c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* ---- checks ------------------------------------------------------------ */

double polygon_area(const Point *corners, size_t count)
{
  double twice = 0;
  for (size_t i = 2; i < count; i++)
    twice += cross(corners[0], corners[i - 1], corners[i]);
  return twice / 2;
}

bool polygon_is_convex(const Point *corners, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const Point a = corners[i], b = corners[(i + 1) % count],
                c = corners[(i + 2) % count];
    const double size =
        hypot(b.x - a.x, b.y - a.y) * hypot(c.x - b.x, c.y - b.y);
    if (cross(a, b, c) < -1e-12 * size) return false;
  }
  return true;
}

static bool is_between(Point a, Point b, Point p)
{
  return cross(a, b, p) == 0 && fmin(a.x, b.x) <= p.x &&
         p.x <= fmax(a.x, b.x) && fmin(a.y, b.y) <= p.y &&
         p.y <= fmax(a.y, b.y);
}

static bool edges_meet(Point a, Point b, Point c, Point d)
{
  const double abc = cross(a, b, c), abd = cross(a, b, d);
  const double cda = cross(c, d, a), cdb = cross(c, d, b);
  if (((abc > 0 && abd < 0) || (abc < 0 && abd > 0)) &&
      ((cda > 0 && cdb < 0) || (cda < 0 && cdb > 0)))
    return true;
  return is_between(a, b, c) || is_between(a, b, d) || is_between(c, d, a) ||
         is_between(c, d, b);
}

bool polygon_crossing(const Point *corners, size_t count, size_t edges[2])
{
  for (size_t i = 0; i < count; i++)
    for (size_t j = i + 1; j < count; j++) {
      const Point a = corners[i], b = corners[(i + 1) % count];
      const Point c = corners[j], d = corners[(j + 1) % count];
      bool is_bad;
      if (j == i + 1) /* neighbours with the common corner b = c */
        is_bad = is_between(a, b, d) || is_between(c, d, a);
      else if (i == 0 && j == count - 1) /* the common corner is d = a */
        is_bad = is_between(a, b, c) || is_between(c, d, b);
      else
        is_bad = edges_meet(a, b, c, d);
      edges[0] = i;
      edges[1] = j;
      if (is_bad) return true;
    }
  return false;
}

/* ---- clipping ---------------------------------------------------------- */

typedef struct Shape {
  Point *points;
  size_t count;
} Shape;

static Point point_between(Point a, Point b, bool is_x, double bound)
{
  Point cut;
  if (is_x) {
    cut.x = bound;
    cut.y = a.y + (b.y - a.y) * ((bound - a.x) / (b.x - a.x));
  } else {
    cut.y = bound;
    cut.x = a.x + (b.x - a.x) * ((bound - a.y) / (b.y - a.y));
  }
  return cut;
}

/* Cuts `in` at x = bound (or y = bound): the part below becomes `low`, the part
 * above `high`. Each has room for twice the points of `in`; neither is `in`. */
static void cut(const Shape *in, bool is_x, double bound, Shape *low,
                Shape *high)
{
  low->count = high->count = 0;
  for (size_t i = 0; i < in->count; i++) {
    const Point a = in->points[i];
    const Point b = in->points[i + 1 < in->count ? i + 1 : 0];
    const double da = (is_x ? a.x : a.y) - bound;
    const double db = (is_x ? b.x : b.y) - bound;
    if (da <= 0) low->points[low->count++] = a;
    if (da >= 0) high->points[high->count++] = a;
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
      const Point p = point_between(a, b, is_x, bound);
      low->points[low->count++] = p;
      high->points[high->count++] = p;
    }
  }
}

static void shape_range(const Shape *shape, bool is_x, double range[2])
{
  range[0] = HUGE_VAL;
  range[1] = -HUGE_VAL;
  for (size_t i = 0; i < shape->count; i++) {
    const double at = is_x ? shape->points[i].x : shape->points[i].y;
    range[0] = fmin(range[0], at);
    range[1] = fmax(range[1], at);
  }
}

/* ---- the integral over a piece ----------------------------------------- */

/* The triangle from the centroid (x0, y0) to an edge. lambda is linear in it:
 * lambda = gx (x - x0) + gy (y - y0). */
typedef struct Wedge {
  const Profile *profile; /* NULL: uniform */
  double x0, y0, gx, gy;
} Wedge;

static double wedge_lambda(const Wedge *wedge, Point p)
{
  return wedge->gx * (p.x - wedge->x0) + wedge->gy * (p.y - wedge->y0);
}

static const double node[2] = {0.3399810435848563, 0.8611363115940526};
static const double weight[2] = {0.6521451548625461, 0.3478548451374538};

/* Returns the mean of F(lambda) = int_0^lambda f between a and b: a difference
 * of int F = lambda F - int f lambda; or, where that difference cancels and f
 * is smooth, a sum over Gauss points. */
static double mean_moment(const Profile *profile, double a, double b)
{
  const double width = fabs(b - a), middle = (a + b) / 2;
  double at[2], to[2];
  if (width < 1e-9 ||
      (width < 0.02 && middle > 4 * width && middle < 1 - 4 * width)) {
    double sum = 0;
    for (int i = 0; i < 2; i++)
      for (int side = -1; side <= 1; side += 2) {
        profile_moments(profile, middle + side * (b - a) / 2 * node[i], at);
        sum += weight[i] / 2 * at[0];
      }
    return sum;
  }
  profile_moments(profile, a, at);
  profile_moments(profile, b, to);
  return ((b * to[0] - to[1]) - (a * at[0] - at[1])) / (b - a);
}

/* Returns the integral of f(lambda) over the piece, as an integral along its
 * edges: f(lambda) is the divergence of g F(lambda)/|g|^2. */
static double piece_integral(const Wedge *wedge, const Shape *piece)
{
  if (piece->count < 3) return 0;
  if (!wedge->profile) return polygon_area(piece->points, piece->count);
  const double gx = wedge->gx, gy = wedge->gy;
  double sum = 0;
  for (size_t i = 0; i < piece->count; i++) {
    const Point a = piece->points[i];
    const Point b = piece->points[i + 1 < piece->count ? i + 1 : 0];
    const double flux = gx * (b.y - a.y) - gy * (b.x - a.x);
    if (flux != 0)
      sum += flux * mean_moment(wedge->profile, wedge_lambda(wedge, a),
                                wedge_lambda(wedge, b));
  }
  return sum / (gx * gx + gy * gy);
}

/* ---- rows, then cells -------------------------------------------------- */

/* Memory for the pieces: a row, a cell, and the rest of the polygon and of the
 * row before and after a cut. */
typedef struct Bench {
  Shape rest[2], row, left[2], cell;
} Bench;

static void swap(Shape pair[2])
{
  const Shape first = pair[0];
  pair[0] = pair[1];
  pair[1] = first;
}

static int cell_below(double at, double side, int count)
{
  return (int)fmin(fmax(floor(at / side + count / 2.0), 0), count - 1);
}

/* Cuts bench->row into cells and adds their integrals to out[i]. */
static void add_row(const Wedge *wedge, const Grid *grid, Bench *bench,
                    double *out)
{
  const double hx = grid->sx / grid->nx;
  double range[2];
  if (bench->row.count < 3) return;
  shape_range(&bench->row, true, range);
  const int last = cell_below(range[1], hx, grid->nx);
  memcpy(bench->left[0].points, bench->row.points,
         bench->row.count * sizeof(Point));
  bench->left[0].count = bench->row.count;
  for (int i = cell_below(range[0], hx, grid->nx); i < last; i++) {
    cut(&bench->left[0], true, (i + 1 - grid->nx / 2.0) * hx, &bench->cell,
        &bench->left[1]);
    out[i] += piece_integral(wedge, &bench->cell);
    swap(bench->left);
  }
  out[last] += piece_integral(wedge, &bench->left[0]);
}

static void add_shape(const Wedge *wedge, const Grid *grid, Bench *bench,
                      const Point *points, size_t count, double *out)
{
  const double hy = grid->sy / grid->ny;
  double range[2];
  memcpy(bench->rest[0].points, points, count * sizeof(Point));
  bench->rest[0].count = count;
  shape_range(&bench->rest[0], false, range);
  const int last = cell_below(range[1], hy, grid->ny);
  for (int j = cell_below(range[0], hy, grid->ny); j <= last; j++) {
    const double above = j < last ? (j + 1 - grid->ny / 2.0) * hy : HUGE_VAL;
    cut(&bench->rest[0], false, above, &bench->row, &bench->rest[1]);
    add_row(wedge, grid, bench, out + (size_t)j * (size_t)grid->nx);
    swap(bench->rest);
  }
}

static Bench bench_make(Run *run, size_t count)
{
  Bench bench;
  Shape *const all[] = {&bench.rest[0], &bench.rest[1], &bench.row,
                        &bench.left[0], &bench.left[1], &bench.cell};
  for (size_t i = 0; i < COUNT(all); i++)
    *all[i] = (Shape){run_alloc(run, (6 * count + 32) * sizeof(Point)), 0};
  return bench;
}

static Point centroid(const Point *corners, size_t count)
{
  double x = 0, y = 0, area = 0;
  for (size_t i = 2; i < count; i++) {
    const Point a = corners[0], b = corners[i - 1], c = corners[i];
    const double part = cross(a, b, c);
    x += part * ((b.x - a.x) + (c.x - a.x)) / 3;
    y += part * ((b.y - a.y) + (c.y - a.y)) / 3;
    area += part;
  }
  return (Point){corners[0].x + x / area, corners[0].y + y / area};
}

void polygon_integrals(Run *run, const Grid *grid, const Point *corners,
                       size_t count, const Profile *profile, double *out)
{
  Wedge wedge = {.profile = NULL};
  Bench bench = bench_make(run, count);
  if (profile->kind == PROFILE_UNIFORM) {
    add_shape(&wedge, grid, &bench, corners, count, out);
  } else {
    const Point middle = centroid(corners, count);
    wedge = (Wedge){profile, middle.x, middle.y, 0, 0};
    for (size_t i = 0; i < count; i++) {
      const Point a = corners[i], b = corners[(i + 1) % count];
      const Point triangle[3] = {middle, a, b};
      const double size = cross(middle, a, b);
      if (size <= 0) continue;
      wedge.gx = (b.y - a.y) / size;
      wedge.gy = (a.x - b.x) / size;
      add_shape(&wedge, grid, &bench, triangle, 3, out);
    }
  }
  const size_t cells = (size_t)grid->nx * (size_t)grid->ny;
  for (size_t k = 0; k < cells; k++) out[k] = fmax(0, out[k]);
}
