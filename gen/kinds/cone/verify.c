/* verify.c: compares a cone's solver with the definitions. In: a Cone and a
 * Solver. Out: checks of rows and rays, of margins, of the nearest points, and
 * of the side of the exact cone on which rows, rays and points lie.
 *
 * Invariant: errors are relative to the size of the force. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "pressure/pressure.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/cone/cone.h"
#include "reference/cone/cone.h"

typedef struct ConeTrial {
  const Cone *cone;
  const Solver *solver;
  Verification *verification;
  Run *run;
  uint64_t seed;
  double tolerance, load;
  double normal[3];
  void *state; /* the tuning; NULL: the default */
  int divisor; /* of the numbers of forces */
} ConeTrial;

static double dot(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int d = 0; d < n; d++) sum += a[d] * b[d];
  return sum;
}

/* Writes a force near the cone, inside or outside, sometimes at its apex or far
 * away. */
static void random_force(ConeTrial *t, double *f)
{
  const Cone *c = t->cone;
  double z[CONE_MOST];
  const double size = t->load * pow(10, number_random(&t->seed, -1, 1));
  for (int d = 0; d < c->n; d++)
    z[d] = number_random(&t->seed, -1.5, 1.5) * c->mu * size;
  const double load = number_random(&t->seed, -0.5, 1.5) * size;
  if (c->form == CONE_POINT) {
    const double own = dot(z, t->normal, c->n);
    for (int d = 0; d < c->n; d++) z[d] += (load - own) * t->normal[d];
  } else {
    z[c->form == CONE_PATCH ? 3 : 2] = load;
  }
  cone_from_metric(c, z, f);
  for (int d = 0; c->model.is_float && d < c->n; d++)
    f[d] = float_rounded(f[d]);
}

/* Returns the size in newtons, with torques divided by the metric's distance.
 */
static double bare_size(const Cone *c, const double *f)
{
  double size = 0;
  for (int d = 0; d < c->n; d++) {
    const bool is_torque =
        (c->form == CONE_PATCH && d == 2) || (c->form == CONE_WRENCH && d >= 3);
    size += fabs(f[d]) / (is_torque ? c->length : 1);
  }
  return size;
}

/* Returns the size of the numbers from which a margin or a nearest point comes:
 * those of the force and of the limits. */
static double force_size(const Cone *c, const double *f)
{
  return bare_size(c, f) + c->f_min + (isfinite(c->f_max) ? c->f_max : 0);
}

static int call(const ConeTrial *t, const char *function, const double *f,
                double *out)
{
  const double *const with[] = {t->normal, f}, *const without[] = {f};
  double *const outs[] = {out};
  return solver_call(t->run, t->solver, function, t->state,
                     t->cone->is_runtime ? with : without, outs);
}

static void next_normal(ConeTrial *t)
{
  const Cone *c = t->cone;
  memcpy(t->normal, c->normal, sizeof t->normal);
  if (!c->is_runtime) return;
  for (int d = 0; d < 3; d++) t->normal[d] = number_random(&t->seed, -1, 1);
  unit3(t->normal);
  for (int d = 0; c->model.is_float && d < 3; d++)
    t->normal[d] = float_rounded(t->normal[d]);
}

/* ---- rows and rays ----------------------------------------------------- */

/* Checks that no ray lies beyond a row, and that enough rows are tight at each
 * ray: one in the plane, two of a pyramid, at least three of a patch. */
static void verify_tables(ConeTrial *t)
{
  const Cone *c = t->cone;
  if (c->nrays == 0) return;
  Check *beyond = verify_check(t->verification, "rays within rows", 1e-12);
  Check *tight = verify_check(t->verification, "rows tight at rays", 0);
  for (int k = 0; k < c->nrays; k++) {
    const double *ray = c->rays + k * c->n;
    const double size = bare_size(c, ray); /* facets have no limits */
    int count = 0;
    for (int row = 0; row < c->nfacets; row++) {
      const double excess = dot(c->A + row * c->n, ray, c->n) / size;
      check_add(beyond, fmax(0, excess), "ray %d, row %d", k, row);
      count += fabs(excess) <= 1e-10;
    }
    const bool is_right =
        c->form == CONE_POINT ? count == c->n - 1 : count >= c->n - 1;
    check_add(tight, is_right ? 0 : 1, "ray %d: %d rows", k, count);
  }
}

/* ---- margins ----------------------------------------------------------- */

static RefCone reference_cone(const ConeTrial *t)
{
  const Cone *c = t->cone;
  RefCone r = {c->n, c->mu, {0}, c->f_min, c->f_max};
  memcpy(r.normal, t->normal, sizeof r.normal);
  return r;
}

/* Returns the least margin of all rows, in the contact's own axes if the normal
 * comes at run time. */
static double rows_margin(const ConeTrial *t, const double *f)
{
  const Cone *c = t->cone;
  double x[CONE_MOST], tangent[2][3], least = INFINITY;
  memcpy(x, f, (size_t)c->n * sizeof *x);
  if (c->is_runtime) {
    cone_tangents(t->normal, tangent);
    for (int d = 0; d < 2; d++) x[d] = dot(tangent[d], f, 3);
    x[2] = dot(t->normal, f, 3);
  }
  for (int k = 0; k < c->nrows; k++)
    least = fmin(least, c->b[k] - dot(c->A + k * c->n, x, c->n));
  return least;
}

static double round_margin(const ConeTrial *t, const double *f)
{
  const Cone *c = t->cone;
  const RefCone r = reference_cone(t);
  const double load = dot(t->normal, f, c->n);
  const double lower = c->f_min > 0 ? load - c->f_min : INFINITY;
  return fmin(ref_cone_slack(&r, f) / sqrt(1 + c->mu * c->mu),
              fmin(lower, c->f_max - load));
}

/* Returns a positive number if f is on the wrong side of the exact cone. */
static double wrong_side(const ConeTrial *t, const double *f, double margin)
{
  const Cone *c = t->cone;
  const RefCone r = reference_cone(t);
  const double slack = ref_cone_slack(&r, f);
  const double load = dot(t->normal, f, c->n);
  const bool is_limited = load >= c->f_min && load <= c->f_max;
  if (c->approximation != CONE_OUTER && margin >= 0) return fmax(0, -slack);
  if (c->approximation != CONE_INNER && margin < 0 && slack >= 0 && is_limited)
    return fmin(-margin, slack);
  return 0;
}

static void verify_margins(ConeTrial *t)
{
  enum { FORCES = 20000 };
  const Cone *c = t->cone;
  Check *check = verify_check(t->verification, "margin", t->tolerance);
  Check *side =
      c->form == CONE_POINT
          ? verify_check(t->verification, "side of the cone", t->tolerance)
          : NULL;
  for (int i = 0; i < FORCES / t->divisor; i++) {
    double f[CONE_MOST], margin;
    next_normal(t);
    random_force(t, f);
    const int status = call(t, "margin", f, &margin);
    const double size = force_size(c, f);
    const double expected =
        cone_is_closed(c) ? round_margin(t, f) : rows_margin(t, f);
    check_add(check,
              status == BR_OK ? fabs(margin - expected) / size : INFINITY,
              "force %d", i);
    if (side) check_add(side, wrong_side(t, f, margin) / size, "force %d", i);
  }
}

/* ---- nearest points ---------------------------------------------------- */

/* Returns points or rays in the metric. */
static double *in_metric(const ConeTrial *t, const double *points, int count)
{
  const Cone *c = t->cone;
  double *out = run_doubles(t->run, (size_t)(count * c->n + 1));
  for (int k = 0; k < count; k++)
    cone_to_metric(c, points + k * c->n, out + k * c->n);
  return out;
}

/* The set in the metric: points and rays of length 1, and the distance of its
 * farthest point. */
typedef struct ConeSet {
  const double *points, *rays;
  int npoints, nrays;
  double reach;
} ConeSet;

static ConeSet set_in_metric(const ConeTrial *t)
{
  const Cone *c = t->cone;
  const int n = c->n;
  double *points = in_metric(t, c->vertices, c->nvertices);
  double *rays = in_metric(t, c->rays, c->nrays);
  ConeSet set = {points, rays, c->nvertices, isfinite(c->f_max) ? 0 : c->nrays,
                 0};
  for (int k = 0; k < c->nvertices; k++)
    set.reach = fmax(set.reach, sqrt(dot(points + k * n, points + k * n, n)));
  for (int k = 0; k < c->nrays; k++) {
    const double size = sqrt(dot(rays + k * n, rays + k * n, n));
    for (int d = 0; d < n; d++) rays[k * n + d] /= size;
  }
  return set;
}

/* Adds how far the set goes on f's side of the plane through x, relative to the
 * size of f, and where points are farther away to their distance. */
static void compare_nearest(ConeTrial *t, Check *check, const double *f,
                            const double *x, const ConeSet *set, int i)
{
  const Cone *c = t->cone;
  const double size = force_size(c, f);
  double both[2 * CONE_MOST], z[2 * CONE_MOST], tangent[2][3];
  memcpy(both, f, (size_t)c->n * sizeof *f);
  memcpy(both + c->n, x, (size_t)c->n * sizeof *x);
  const double *metric = in_metric(t, both, 2);
  memcpy(z, metric, 2 * (size_t)c->n * sizeof *z);
  if (c->is_runtime) {
    cone_tangents(t->normal, tangent);
    for (int k = 0; k < 2; k++) {
      for (int d = 0; d < 2; d++)
        z[3 * k + d] = dot(tangent[d], both + 3 * k, 3);
      z[3 * k + 2] = dot(t->normal, both + 3 * k, 3);
    }
  }
  const double by_points = ref_nearest_excess(c->n, z, z + c->n, set->points,
                                              set->npoints, set->rays, 0);
  const double by_rays = ref_nearest_excess(c->n, z, z + c->n, set->points, 0,
                                            set->rays, set->nrays);
  check_add(check,
            fmax(0, fmax(by_points / (size + set->reach), by_rays)) / size,
            "force %d", i);
}

static void verify_nearest(ConeTrial *t)
{
  enum { FORCES = 5000 };
  const Cone *c = t->cone;
  Check *within =
      verify_check(t->verification, "project, within", t->tolerance);
  Check *nearest = verify_check(t->verification, "project, nearest",
                                cone_nearest_tolerance(c));
  const ConeSet set = set_in_metric(t);
  for (int i = 0; i < FORCES / t->divisor; i++) {
    double f[CONE_MOST], x[CONE_MOST] = {0}, margin = 0;
    next_normal(t);
    random_force(t, f);
    const int status = call(t, "project", f, x);
    const double size = force_size(c, f);
    margin = cone_is_closed(c) ? round_margin(t, x) : rows_margin(t, x);
    check_add(within, status == BR_OK ? fmax(0, -margin) / size : INFINITY,
              "force %d, status %d", i, status);
    if (c->nvertices > 0) {
      compare_nearest(t, nearest, f, x, &set, i);
      continue;
    }
    const RefCone r = reference_cone(t);
    double square = 0;
    for (int d = 0; d < c->n; d++) square += (f[d] - x[d]) * (f[d] - x[d]);
    check_add(nearest, fabs(sqrt(square) - ref_cone_distance(&r, f)) / size,
              "force %d", i);
  }
}

/* ---- patches ----------------------------------------------------------- */

static RefExact reference_patch(const Cone *c)
{
  const Grid *g = &c->cells.grid;
  return (RefExact){{g->nx, g->ny, g->sx, g->sy, c->cells.all},
                    {c->cop[0], c->cop[1]},
                    c->length};
}

/* Checks the side by dense search: the patch can transmit the rays of an inner
 * cone; an outer cone contains the force of the patch for any slip. */
static void verify_side(ConeTrial *t)
{
  const Cone *c = t->cone;
  const RefExact patch = reference_patch(c);
  const bool is_inner = c->approximation == CONE_INNER;
  const int work =
      30000000 / t->divisor / (c->cells.grid.nx * c->cells.grid.ny * 80);
  const int most = is_inner ? work / 800 : work;
  Check *check = verify_check(t->verification, "side of the cone",
                              fmax(t->tolerance, 1e-9));
  for (int i = 0; i < (most < 8 ? 8 : most < 2000 ? most : 2000); i++) {
    double w[4], margin, excess;
    if (is_inner) {
      double a = number_random(&t->seed, 0, 1);
      const double *p = c->rays + 4 * (i % c->nrays);
      const double *q = c->rays + 4 * ((i * 7 + 1) % c->nrays);
      if (i < c->nrays) a = 1;
      for (int d = 0; d < 4; d++) w[d] = a * p[d] + (1 - a) * q[d];
      excess = ref_patch_excess(&patch, c->mu, w);
    } else {
      double twist[3], h[3];
      for (int d = 0; d < 3; d++) twist[d] = number_random(&t->seed, -1, 1);
      twist[2] /= c->length;
      ref_surface_exact(&patch, twist, h);
      const double slope = -c->mu * t->load; /* the limits allow this load */
      const double z[4] = {slope * h[0], slope * h[1], slope * h[2], t->load};
      cone_from_metric(c, z, w);
      excess =
          call(t, "margin", w, &margin) == BR_OK ? -margin / t->load : INFINITY;
    }
    check_add(check, fmax(0, excess) / c->mu, "point %d", i);
  }
}

/* Checks that an outer cone contains the forces of the corners with round
 * cones, and that an inner cone's rays are among these forces. */
static void verify_corners(ConeTrial *t)
{
  enum { TURNS = 720 };
  const Cone *c = t->cone;
  Check *check = verify_check(t->verification, "side of the cone", 1e-12);
  for (int k = 0; k < c->ncorners; k++)
    for (int i = 0; i < TURNS && c->approximation == CONE_OUTER; i++) {
      const double x = c->corners[k].x, y = c->corners[k].y;
      const double angle = 2 * PI * i / TURNS;
      const double fx = c->mu * cos(angle), fy = c->mu * sin(angle);
      const double w[6] = {fx, fy, 1, y, -x, x * fy - y * fx};
      double least = INFINITY;
      for (int row = 0; row < c->nfacets; row++)
        least = fmin(least, -dot(c->A + 6 * row, w, 6));
      check_add(check, fmax(0, -least), "corner %d, %d of %d", k, i, TURNS);
    }
  for (int k = 0; k < c->nrays && c->approximation == CONE_INNER; k++) {
    const double *w = c->rays + 6 * k, *f = w;
    const Point *p = &c->corners[k / c->faces];
    const double off = fabs(w[3] - p->y) + fabs(w[4] + p->x) +
                       fabs(w[5] - p->x * f[1] + p->y * f[0]);
    check_add(check, fmax(0, hypot(f[0], f[1]) - c->mu) + off / c->length,
              "ray %d", k);
  }
}

/* Checks that rows and rays describe one set: a force that satisfies all rows
 * is a sum of rays. The force is the solver's projection, which may violate the
 * rows by its own tolerance; a corner of the set is farther off than its rows.
 */
static void verify_rows(ConeTrial *t)
{
  enum { FORCES = 60 };
  const Cone *c = t->cone;
  if (c->nrays == 0) return;
  Check *check = verify_check(t->verification, "rows within rays",
                              fmax(1e-9, 20 * cone_nearest_tolerance(c)));
  const ConeSet set = set_in_metric(t);
  double *factors = run_doubles(t->run, (size_t)c->nrays);
  for (int i = 0; i < FORCES; i++) {
    double f[CONE_MOST], x[CONE_MOST];
    memcpy(t->normal, c->normal, sizeof t->normal);
    random_force(t, f);
    if (call(t, "project", f, x) != BR_OK) x[0] = NAN;
    const double *z = in_metric(t, x, 1);
    check_add(check,
              ref_rays_distance(c->n, c->nrays, set.rays, z, factors) /
                  force_size(c, f),
              "force %d", i);
  }
}

static void verify_promises(ConeTrial *t)
{
  double x[CONE_MOST] = {0}, z[CONE_MOST] = {0};
  const Cone *c = t->cone;
  memcpy(t->normal, c->normal, sizeof t->normal);
  if (c->form == CONE_POINT)
    for (int d = 0; d < c->n; d++) z[d] = t->load * c->normal[d];
  else
    z[c->form == CONE_PATCH ? 3 : 2] = t->load;
  cone_from_metric(c, z, x);
  const Sample samples[] = {{"f", x}, {"normal", t->normal}};
  verify_calls(t->solver, x, samples, 2, t->verification); /* x: no state */
}

/* Compares the tables that functions return with those of the model. */
static void verify_made_tables(ConeTrial *t)
{
  const Cone *c = t->cone;
  const size_t n = (size_t)c->n;
  const struct {
    const char *function;
    const double *expected[2];
    size_t sizes[2];
  } all[] = {{"facets", {c->A, c->b}, {(size_t)c->nrows * n, (size_t)c->nrows}},
             {"generators", {c->rays}, {(size_t)c->nrays * n}},
             {"vertices", {c->vertices}, {(size_t)c->nvertices * n}}};
  Check *check = verify_check(t->verification, "tuned tables", t->tolerance);
  for (size_t k = 0; k < COUNT(all); k++) {
    const bool is_rows = k == 0;
    if (all[k].sizes[0] == 0 || !(is_rows ? c->has_h : c->has_v)) continue;
    if (k == 2 && !(isfinite(c->f_max) && !c->is_runtime)) continue;
    double *got[2] = {run_doubles(t->run, all[k].sizes[0]),
                      run_doubles(t->run, all[k].sizes[1] + 1)};
    const double *in[] = {c->normal};
    const int status =
        solver_call(t->run, t->solver, all[k].function, t->state, in, got);
    for (int j = 0; j < 1 + is_rows; j++) {
      double size = 1;
      for (size_t i = 0; i < all[k].sizes[j]; i++)
        size = fmax(size, fabs(all[k].expected[j][i]));
      for (size_t i = 0; i < all[k].sizes[j]; i++)
        check_add(check,
                  status == BR_OK
                      ? fabs(got[j][i] - all[k].expected[j][i]) / size
                      : INFINITY,
                  "%s, number %zu", all[k].function, i);
    }
  }
}

static void verify_all(ConeTrial *t)
{
  const Cone *c = t->cone;
  t->load = cone_middle_load(c);
  verify_tables(t);
  verify_margins(t);
  verify_nearest(t);
  if (c->form == CONE_PATCH) verify_side(t);
  if (c->form == CONE_WRENCH) {
    verify_rows(t);
    verify_corners(t);
  }
  if (c->model.tuning && c->nrows > 0) verify_made_tables(t);
  verify_promises(t);
}

static void verify_at(void *context, const double *values)
{
  ConeTrial *t = context;
  const Cone *c = t->cone;
  const Solver *solver = t->solver;
  t->solver = solver_tuned(t->run, solver, values);
  t->cone = cone_tuned(c, values);
  verify_all(t);
  t->cone = c;
  t->solver = solver;
}

void cone_verify(const Model *model, const Solver *solver,
                 Verification *verification)
{
  const Cone *c = (const Cone *)model;
  ConeTrial t = {.cone = c,
                 .solver = solver,
                 .verification = verification,
                 .run = model->run,
                 .seed = 1,
                 .tolerance = cone_margin_tolerance((const Cone *)model),
                 .divisor = 1};
  verify_all(&t);
  if (!model->tuning) return;
  t.state = solver_state(model->run, solver);
  t.divisor = 10;
  const BoxTrial box = {model, solver, t.state, verification, verify_at, &t};
  verify_box(&box);
}
