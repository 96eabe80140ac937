/* wrench.c: the wrenches (six numbers) that a flat patch transmits under any
 * pressure inside its outline. In: a rectangle or a polygon. Out: rays and
 * rows.
 *
 * Invariant: forces at the corners produce all wrenches, so the rays are the
 * corners times the pyramid's rays. A row is valid if it holds for every ray,
 * and each is checked. The rows are all vertices of the cone of valid rows. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "kinds/cone/cone.h"

enum { MOST_CORNERS = 16, MOST_RAYS = 48, UNKNOWNS = 5, MOST_ROWS = 2000 };

/* ---- the outline ------------------------------------------------------- */

typedef struct RectangleKeys {
  double size[2], at[2], angle;
} RectangleKeys;

#define AT(member) offsetof(RectangleKeys, member)
static const Field rectangle_fields[] = {
    {"size", FIELD_NUMBERS, AT(size), .count = 2, .required = true,
     .range = RANGE_POSITIVE, .low = 1e-9, .high = 1e3, .unit = "m",
     .help = "its sides"},
    {"at", FIELD_NUMBERS, AT(at), .count = 2, .unit = "m",
     .help = "its middle"},
    {"angle", FIELD_NUMBER, AT(angle), .unit = "rad",
     .help = "counter-clockwise from x"}};
#undef AT

static int by_place(const Point *a, const Point *b)
{
  if (a->x != b->x) return a->x < b->x ? -1 : 1;
  return a->y < b->y ? -1 : a->y > b->y;
}

static double turn(const Point *a, const Point *b, const Point *c)
{
  return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/* Writes the convex outline, counter-clockwise, by Andrew's chains, without
 * corners inside a side. `out` has room for twice as many points. */
static int outline(Point *points, int count, double size, Point *out)
{
  for (int i = 1; i < count; i++)
    for (int k = i; k > 0 && by_place(&points[k], &points[k - 1]) < 0; k--) {
      const Point p = points[k];
      points[k] = points[k - 1];
      points[k - 1] = p;
    }
  int n = 0, least = 2;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < count; i++) {
      const Point *p = &points[pass == 0 ? i : count - 1 - i];
      while (n >= least &&
             turn(&out[n - 2], &out[n - 1], p) <= 1e-12 * size * size)
        n--;
      out[n++] = *p;
    }
    n--; /* the next chain starts with this point */
    least = n + 2;
  }
  return n;
}

/* Reads the corners in the spec's order. Returns their number. */
static int read_corners(Run *run, const Value *patch, Point *corners)
{
  if (value_is(patch, "rectangle")) {
    RectangleKeys keys = {0};
    spec_read(run, patch, "rectangle", rectangle_fields,
              COUNT(rectangle_fields), &keys);
    surface_rectangle(keys.size, keys.at, keys.angle, corners);
    return 4;
  }
  if (!value_is(patch, "polygon"))
    run_fail(run, patch->where,
             "dimension = 6 takes patch = rectangle { size = } or polygon { "
             "... }, got %s",
             value_describe(run, patch));
  if (patch->nitems < 3 || patch->nitems > MOST_CORNERS || patch->nentries)
    run_fail(run, patch->where,
             "a polygon that carries wrenches needs 3 to %d corners { x, y } "
             "and no other keys: any pressure inside it may act",
             MOST_CORNERS);
  for (size_t k = 0; k < patch->nitems; k++)
    corners[k] = surface_corner(run, &patch->items[k], k + 1);
  return (int)patch->nitems;
}

/* Writes the mean of the corners to cop. Moves the corners towards it or away
 * from it by the largest rounding error of a float. */
static void guard_corners(Cone *cone, Point *corners)
{
  const int n = cone->ncorners;
  for (int k = 0; k < n; k++) {
    cone->cop[0] += corners[k].x / n;
    cone->cop[1] += corners[k].y / n;
  }
  for (int k = 0; k < n; k++) {
    corners[k].x += (cone->guard - 1) * (corners[k].x - cone->cop[0]);
    corners[k].y += (cone->guard - 1) * (corners[k].y - cone->cop[1]);
  }
}

void cone_read_outline(Cone *cone, const Value *patch)
{
  Run *run = cone->model.run;
  Point given[MOST_CORNERS];
  const int count = read_corners(run, patch, given);
  for (int k = 0; k < count; k++)
    cone->length = fmax(cone->length, hypot(given[k].x, given[k].y));
  if (!(cone->length > 1e-9 && cone->length < 1e3))
    run_fail(run, patch->where,
             "corners must be within 1e-9 to 1000 m of the origin, got %g m",
             cone->length);
  Point *corners = run_alloc(run, 2 * MOST_CORNERS * sizeof *corners);
  cone->ncorners = outline(given, count, cone->length, corners);
  cone->corners = corners;
  if (cone->ncorners < 3)
    run_fail(run, patch->where,
             "the corners must span an area; these lie on a line");
  guard_corners(cone, corners);
  if (cone->ncorners * cone->faces > MOST_RAYS)
    run_fail(run, cone->model.spec->root.where,
             "%d corners times %d faces are %d rays; at most %d can be "
             "converted to inequalities, so use fewer faces",
             cone->ncorners, cone->faces, cone->ncorners * cone->faces,
             MOST_RAYS);
}

/* ---- rows with a yaw torque -------------------------------------------- */

/* A row is u.(fx, fy) + s tz/l <= level, for a wrench with a force that acts at
 * c with the load: level(c) = alpha + beta.c is affine over the patch and, for
 * every corner and ray (r, 1), at least r.(u + s J c), J c = (-cy, cx). For
 * s = 1 and -1 the rows are the vertices of that polyhedron of (u, alpha,
 * beta). Levels are over `reach`, the length of r: the search keeps its digits
 * however small friction is. */
typedef struct Search {
  Cone *cone;
  int count;                        /* of constraints */
  double side[MOST_RAYS][UNKNOWNS]; /* side . y >= bound */
  double bound[MOST_RAYS], sign, reach;
  int chosen[UNKNOWNS];
  /* Of the chosen ones: orthonormal sides, and the bounds that belong to them.
   */
  double basis[UNKNOWNS][UNKNOWNS], level[UNKNOWNS];
} Search;

static void add_row(Cone *cone, const double *row)
{
  double length = 0, *metric = cone->A + 6 * cone->nfacets, scaled[6];
  for (int d = 0; d < 6; d++) length += row[d] * row[d];
  for (int d = 0; d < 6; d++) scaled[d] = row[d] / sqrt(length);
  for (int k = 0; k < cone->nfacets; k++) {
    double off = 0;
    for (int d = 0; d < 6; d++) {
      const double unit = d < 3 ? 1 : cone->length;
      const double level = d < 2 || d > 4 ? 1 : fmin(1, cone->mu);
      off = fmax(off, fabs(cone->A[6 * k + d] * unit - scaled[d]) / level);
    }
    if (off < 1e-8) return; /* an equal row was found before */
  }
  if (cone->nfacets == MOST_ROWS)
    run_fail(cone->model.run, cone->model.spec->root.where,
             "there are more than %d inequalities; use fewer faces", MOST_ROWS);
  for (int d = 0; d < 6; d++)
    metric[d] =
        fabs(scaled[d]) < 1e-15 * fmin(1, cone->mu) ? 0 : scaled[d] / (d < 3 ? 1 : cone->length);
  cone->nfacets++;
}

/* Writes the point where all chosen constraints are equalities. */
static void meet(const Search *s, double *y)
{
  double M[UNKNOWNS][UNKNOWNS + 1];
  for (int i = 0; i < UNKNOWNS; i++) {
    memcpy(M[i], s->side[s->chosen[i]], sizeof s->side[0]);
    M[i][UNKNOWNS] = s->bound[s->chosen[i]];
  }
  for (int i = 0; i < UNKNOWNS; i++) {
    int pivot = i;
    for (int k = i + 1; k < UNKNOWNS; k++)
      if (fabs(M[k][i]) > fabs(M[pivot][i])) pivot = k;
    for (int d = 0; d <= UNKNOWNS; d++) {
      const double kept = M[i][d];
      M[i][d] = M[pivot][d];
      M[pivot][d] = kept;
    }
    for (int k = 0; k < UNKNOWNS; k++) {
      const double factor = M[k][i] / M[i][i];
      for (int d = i; k != i && d <= UNKNOWNS; d++) M[k][d] -= factor * M[i][d];
    }
  }
  for (int i = 0; i < UNKNOWNS; i++) y[i] = M[i][UNKNOWNS] / M[i][i];
}

static void try_vertex(const Search *s)
{
  double y[UNKNOWNS];
  meet(s, y);
  for (int k = 0; k < s->count; k++) {
    double value = -s->bound[k];
    for (int d = 0; d < UNKNOWNS; d++) value += s->side[k][d] * y[d];
    if (!(value >= -1e-10)) return;
  }
  const double row[6] = {y[0],
                         y[1],
                         -s->reach * y[2],
                         -s->reach * y[4],
                         s->reach * y[3],
                         s->sign};
  add_row(s->cone, row);
}

/* Writes a point of the line on which all chosen constraints but the last one
 * are equalities, and the direction of that line. */
static void line_of(const Search *s, double *at, double *along)
{
  int axis = 0;
  double most = -1;
  for (int d = 0; d < UNKNOWNS; d++) {
    double left = 1;
    at[d] = 0;
    for (int j = 0; j < UNKNOWNS - 1; j++) {
      at[d] += s->level[j] * s->basis[j][d];
      left -= s->basis[j][d] * s->basis[j][d];
    }
    if (left > most) {
      most = left;
      axis = d;
    }
  }
  for (int d = 0; d < UNKNOWNS; d++) {
    along[d] = d == axis;
    for (int j = 0; j < UNKNOWNS - 1; j++)
      along[d] -= s->basis[j][axis] * s->basis[j][d];
  }
}

/* Returns true if no vertex lies on the line of the chosen constraints: each
 * point of it is beyond a constraint by far more than rounding. */
static bool misses(const Search *s)
{
  double at[UNKNOWNS], along[UNKNOWNS], size = 1;
  double low = -INFINITY, high = INFINITY;
  line_of(s, at, along);
  for (int d = 0; d < UNKNOWNS; d++) size += fabs(at[d]);
  const double doubt = 1e-7 * size;
  for (int k = 0; k < s->count; k++) {
    double value = doubt - s->bound[k], slope = 0;
    for (int d = 0; d < UNKNOWNS; d++) {
      value += s->side[k][d] * at[d];
      slope += s->side[k][d] * along[d];
    }
    const double place = -value / slope, margin = 1e-7 * fabs(place);
    if (fabs(slope) < 1e-7) {
      if (value < 0) return true;
    } else if (slope > 0) {
      low = fmax(low, place - margin);
    } else {
      high = fmin(high, place + margin);
    }
    if (low > high) return true;
  }
  return false;
}

/* Tries all sets of independent constraints, from `first` on. */
static void choose(Search *s, int depth, int first)
{
  if (depth == UNKNOWNS) {
    try_vertex(s);
    return;
  }
  if (depth == UNKNOWNS - 1 && misses(s)) return;
  for (int k = first; k <= s->count - (UNKNOWNS - depth); k++) {
    double *v = s->basis[depth], square = 0, level = s->bound[k];
    memcpy(v, s->side[k], sizeof s->side[0]);
    for (int j = 0; j < depth; j++) {
      double along = 0;
      for (int d = 0; d < UNKNOWNS; d++) along += v[d] * s->basis[j][d];
      for (int d = 0; d < UNKNOWNS; d++) v[d] -= along * s->basis[j][d];
      level -= along * s->level[j];
    }
    for (int d = 0; d < UNKNOWNS; d++) square += v[d] * v[d];
    if (square < 1e-12) continue;
    for (int d = 0; d < UNKNOWNS; d++) v[d] /= sqrt(square);
    s->level[depth] = level / sqrt(square);
    s->chosen[depth] = k;
    choose(s, depth + 1, k + 1);
  }
}

/* ---- all rows and rays -------------------------------------------------- */

/* The pyramid at each corner: the radius of its rays and the distance of its
 * facets. The facets face along the axes, since four facets then need fewer
 * rows. */
typedef struct Pyramid {
  double reach, depth;
} Pyramid;

enum { FACETS_AT = 0, RAYS_AT = 1 }; /* in halves of a face */

static Pyramid pyramid_of(const Cone *cone)
{
  const double mu = cone->mu * cone->guard, shrink = cos(PI / cone->faces);
  if (cone->approximation == CONE_INNER) return (Pyramid){mu, mu * shrink};
  return (Pyramid){mu / shrink, mu};
}

static void add_yaw_rows(Cone *cone, const Pyramid *p)
{
  Search *s = run_alloc(cone->model.run, sizeof *s);
  s->cone = cone;
  s->reach = p->reach;
  for (int sign = -1; sign <= 1; sign += 2) {
    s->sign = sign;
    s->count = 0;
    for (int k = 0; k < cone->ncorners; k++)
      for (int j = 0; j < cone->faces; j++) {
        double r[2];
        cone_direction(2 * j + RAYS_AT, cone->faces, r);
        const double x = cone->corners[k].x / cone->length;
        const double y = cone->corners[k].y / cone->length;
        double *side = s->side[s->count];
        side[0] = -r[0];
        side[1] = -r[1];
        side[2] = 1;
        side[3] = x;
        side[4] = y;
        s->bound[s->count++] = sign * (x * r[1] - y * r[0]);
      }
    choose(s, 0, 0);
  }
}

/* Adds the rows of friction, equal for all corners, and the rows that keep the
 * centre of pressure inside each side. */
static void add_plain_rows(Cone *cone, const Pyramid *p)
{
  for (int j = 0; j < cone->faces; j++) {
    double row[6] = {0, 0, -p->depth, 0, 0, 0};
    cone_direction(2 * j + FACETS_AT, cone->faces, row);
    add_row(cone, row);
  }
  for (int k = 0; k < cone->ncorners; k++) {
    const Point *a = &cone->corners[k];
    const Point *b = &cone->corners[(k + 1) % cone->ncorners];
    const double nx = (b->y - a->y) / cone->length;
    const double ny = (a->x - b->x) / cone->length; /* outwards */
    const double row[6] = {0,  0,      -(nx * a->x + ny * a->y) / cone->length,
                           ny, 0 - nx, 0};
    add_row(cone, row); /* n.cop <= n.a, load cop = (-ty, tx) */
  }
}

void cone_shape_wrench(Cone *cone)
{
  Run *run = cone->model.run;
  const Pyramid p = pyramid_of(cone);
  cone->A = run_doubles(run, 6 * (MOST_ROWS + 2));
  add_plain_rows(cone, &p);
  add_yaw_rows(cone, &p);
  cone->b = run_doubles(run, (size_t)cone->nfacets + 2);
  cone->nrays = cone->ncorners * cone->faces;
  cone->rays = run_doubles(run, 6 * (size_t)cone->nrays);
  double *ray = cone->rays;
  for (int k = 0; k < cone->ncorners; k++)
    for (int j = 0; j < cone->faces; j++, ray += 6) {
      const Point *c = &cone->corners[k];
      cone_direction(2 * j + RAYS_AT, cone->faces, ray);
      for (int d = 0; d < 2; d++) ray[d] *= p.reach;
      ray[2] = 1;
      ray[3] = c->y;
      ray[4] = 0 - c->x;
      ray[5] = c->x * ray[1] - c->y * ray[0];
    }
}

int cone_wrench_faces(const Cone *cone, int most)
{
  int best = 0;
  for (int faces = 3; cone->ncorners * faces <= MOST_RAYS; faces++) {
    Cone trial = *cone;
    trial.faces = faces;
    cone_shape_wrench(&trial);
    if (trial.nfacets <= most) best = faces;
    if (trial.nfacets > 2 * most) break; /* symmetry may save some, not half */
  }
  return best;
}
