/* plan.c: the plan of a cone. In: a Cone, its constants and goldens. Out: the
 * Plan's decisions and the holes of templates/cone.
 *
 * Invariant: the header's text on rows and rays agrees with the tables. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "kinds/cone/cone.h"

static const char *const form_names[] = {"point", "patch", "wrench"};
static const char *const approximation_names[] = {"inner", "outer", "exact"};

/* ---- tables ------------------------------------------------------------ */

/* Returns the rows; of a point whose mu is tuned, the first `count` are their
 * directions along the surface. */
static const double *table_of(Run *run, const Cone *c, const double *rows,
                              int count, int all)
{
  if (c->form != CONE_POINT || !tuning_has(c->model.tuning, "mu")) return rows;
  double *out = run_doubles(run, (size_t)(all * c->n));
  for (int k = 0; k < all; k++) {
    const double *row = rows + k * c->n;
    double up = 0, size = 0, *to = out + k * c->n;
    for (int d = 0; d < c->n; d++) up += row[d] * c->normal[d];
    for (int d = 0; d < c->n; d++) {
      to[d] = row[d] - (k < count ? up * c->normal[d] : 0);
      size += to[d] * to[d];
    }
    for (int d = 0; d < c->n && k < count; d++)
      to[d] = fabs(to[d]) > 1e-15 ? to[d] / sqrt(size) : 0;
  }
  return out;
}

/* Returns the place of the first row's factor in a tuning. */
static int first_row(const Equations *equations)
{
  for (size_t i = 0; i < equations->nconstants; i++)
    if (strcmp(equations->constants[i].name, "row_0") == 0)
      return equations->constants[i].derived;
  return 0;
}

static void plan_tuning(const Cone *c, const Equations *equations, Plan *plan)
{
  plan_flag(plan, "has_tuned_mu", tuning_has(c->model.tuning, "mu"));
  if (!c->model.tuning) return;
  plan_block(plan, "derived", equations_get(equations, "derived"));
  plan_number(plan, "first_row", first_row(equations));
}

static void plan_tables(const Cone *c, Plan *plan)
{
  const bool has_max = isfinite(c->f_max);
  const bool has_table = c->nrows > 0 && (c->has_h || !cone_is_closed(c));
  plan_flag(plan, "has_table", has_table);
  plan_flag(plan, "has_rows", c->has_h && c->nrows > 0);
  plan_flag(plan, "has_rays", c->has_v && c->nrays > 0);
  plan_numbers(plan, "A", table_of(plan->run, c, c->A, c->nfacets, c->nrows),
               (size_t)(c->nrows * c->n));
  plan_numbers(plan, "b", c->b, (size_t)c->nrows);
  plan_numbers(plan, "ray_table",
               table_of(plan->run, c, c->rays, c->nrays, c->nrays),
               (size_t)(c->nrays * c->n));
  plan_numbers(plan, "vertex_table", c->vertices,
               (size_t)(c->nvertices * c->n));
  plan_figure(plan, "nrows", c->nrows);
  plan_number(plan, "nfacets", c->nfacets);
  plan_figure(plan, "nrays", c->nrays);
  plan_number(plan, "nvertices", has_max && !c->is_runtime ? c->nvertices : 0);
}

/* Fills in the matrices of the round cone's four forms. */
static void plan_forms(const Cone *c, Plan *plan)
{
  double *T = run_doubles(plan->run, 6), *P = run_doubles(plan->run, 9),
         *S = run_doubles(plan->run, 9);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      if (i < 2) T[3 * i + j] = c->tangent[i][j];
      P[3 * i + j] = (i == j) - c->normal[i] * c->normal[j];
      S[3 * i + j] = i == 0 ? c->mu * c->normal[j] : c->tangent[i - 1][j];
    }
  plan_numbers(plan, "normal", c->normal, (size_t)(c->n < 3 ? c->n : 3));
  plan_numbers(plan, "T", T, 6);
  plan_numbers(plan, "P", P, 9);
  plan_numbers(plan, "S", S, 9);
  plan_flag(plan, "is_point3", c->form == CONE_POINT && c->n == 3);
}

/* ---- numbers ----------------------------------------------------------- */

double cone_tolerance(const Cone *c)
{
  const bool is_float = c->model.is_float;
  return (is_float ? 4 : 1) * numerics_of(is_float)->settled;
}

double cone_margin_tolerance(const Cone *c)
{
  return c->model.is_float ? 2e-5 : 1e-12;
}

/* Returns how flat an angle facets of the set meet at, at most 1: opposite ones
 * of a low cone, or neighbours among many; those above the sides of a thin
 * outline meet at a flatter angle in proportion. The facets of a patch lie
 * around a sphere. */
static double flatness(const Cone *c)
{
  double flat = fmin(1, c->mu * (c->n > 2 ? cos(PI / c->faces) : 1));
  double thin = 1;
  if (c->form == CONE_PATCH)
    flat = fmin(flat, sqrt(4 * PI / c->faces));
  else if (c->n > 2)
    flat = fmin(flat, 2 * PI / c->faces);
  for (int k = 0; k < c->ncorners; k++) {
    const Point *a = &c->corners[k], *b = &c->corners[(k + 1) % c->ncorners];
    const double dx = b->x - a->x, dy = b->y - a->y;
    const double area = dx * (c->cop[1] - a->y) - dy * (c->cop[0] - a->x);
    thin = fmin(thin, area / hypot(dx, dy) / c->length);
  }
  return flat * thin;
}

/* As many rows as there are components may be violated by rounding, and where
 * they meet at a flat angle the point is farther off than the rows. */
double cone_nearest_tolerance(const Cone *c)
{
  const double least = cone_margin_tolerance(c);
  return cone_is_closed(c)
             ? least
             : fmax(least, c->n * cone_tolerance(c) / flatness(c));
}

static void plan_numerics(const Cone *c, Plan *plan)
{
  const bool is_float = c->model.is_float;
  plan_number(plan, "most", cone_most_force(c));
  plan_number(plan, "huge", is_float ? 1e35 : 1e200);
  plan_number(plan, "tolerance", cone_tolerance(c));
  plan_number(plan, "parallel", is_float ? 1e-11 : 1e-22);
  plan_figure(plan, "iterations", 64 + 16 * c->n);
}

static void plan_parameters(const Cone *c, Plan *plan)
{
  double *corners = run_doubles(plan->run, 2 * (size_t)c->ncorners);
  for (int k = 0; k < c->ncorners; k++) {
    corners[2 * k] = c->corners[k].x;
    corners[2 * k + 1] = c->corners[k].y;
  }
  plan_figure_text(plan, "form", form_names[c->form]);
  plan_figure_text(plan, "approximation",
                   approximation_names[c->approximation]);
  plan_figure(plan, "n", c->n);
  plan_figure(plan, "mu", c->mu);
  plan_number(plan, "faces", c->faces);
  plan_number(plan, "f_min", c->f_min);
  plan_number(plan, "f_max", isfinite(c->f_max) ? c->f_max : 0);
  plan_flag(plan, "has_max", isfinite(c->f_max));
  plan_flag(plan, "is_runtime", c->is_runtime);
  plan_flag(plan, "is_closed", cone_is_closed(c));
  plan_number(plan, "length", c->length);
  plan_number(plan, "cop_x", c->cop[0]);
  plan_number(plan, "cop_y", c->cop[1]);
  plan_numbers(plan, "corners", corners, 2 * (size_t)c->ncorners);
  plan_number(plan, "cells", c->cells.count);
  if (c->form != CONE_PATCH) return;
  plan_figure(plan, "gap", c->gap);
  plan_figure(plan, "volume_ratio", c->inner->volume / c->outer->volume);
}

/* ---- the descriptor ---------------------------------------------------- */

enum {
  SIZE_N = SIZE_OWN,
  SIZE_NORMAL = SIZE_N - 1,
  SIZE_TANGENTS = SIZE_N - 2,
  SIZE_ROWS = SIZE_N - 3,
  SIZE_RAYS = SIZE_N - 4,
  SIZE_VERTICES = SIZE_N - 5,
  SIZE_FORM = SIZE_N - 6
};

/* By form: point, patch, wrench. */
static const Port forces[] = {
    {"f", "N", PORT_IN, SIZE_N, 1},
    {"f", "N, N, N m, N", PORT_IN, SIZE_N, 1},
    {"f", "N, N, N, N m, N m, N m", PORT_IN, SIZE_N, 1}};
static const Port nearest[] = {
    {"out", "N", PORT_OUT, SIZE_N, 1},
    {"out", "N, N, N m, N", PORT_OUT, SIZE_N, 1},
    {"out", "N, N, N, N m, N m, N m", PORT_OUT, SIZE_N, 1}};
static const Port normal = {"normal", "1", PORT_IN, SIZE_NORMAL, 1};
static const Port margin = {"margin", "N", PORT_OUT, 1, 1};
static const Port T = {"T", "1", PORT_OUT, SIZE_TANGENTS, 3};
static const Port S = {"S", "1", PORT_OUT, SIZE_FORM, 3};
/* Cones whose tables are not constant have these ports; by form. */
static const Port rows[] = {
    {"A", "1", PORT_OUT, SIZE_ROWS, SIZE_N},
    {"A", "1, 1, 1/m, 1", PORT_OUT, SIZE_ROWS, SIZE_N},
    {"A", "1, 1, 1, 1/m, 1/m, 1/m", PORT_OUT, SIZE_ROWS, SIZE_N}};
static const Port b = {"b", "N", PORT_OUT, SIZE_ROWS, 1};
static const Port all_rays[] = {
    {"rays", "1", PORT_OUT, SIZE_RAYS, SIZE_N},
    {"rays", "1, 1, m, 1", PORT_OUT, SIZE_RAYS, SIZE_N},
    {"rays", "1, 1, 1, m, m, m", PORT_OUT, SIZE_RAYS, SIZE_N}};
static const Port corners[] = {
    {"vertices", "N", PORT_OUT, SIZE_VERTICES, SIZE_N},
    {"vertices", "N, N, N m, N", PORT_OUT, SIZE_VERTICES, SIZE_N},
    {"vertices", "N, N, N, N m, N m, N m", PORT_OUT, SIZE_VERTICES, SIZE_N}};

static void plan_interface(const Cone *c, Plan *plan)
{
  const bool is_runtime = c->is_runtime, is_tuned = c->model.tuning;
  const bool has_calls = is_runtime || is_tuned;
  const bool has_frame =
      is_runtime || (is_tuned && c->form == CONE_POINT && c->n == 3);
  const bool has_vertices = is_tuned && !is_runtime && isfinite(c->f_max);
  const Port *f = &forces[c->form], *out = &nearest[c->form];
  const Prototype functions[] = {
      {"margin", false, {&normal, f, &margin}},
      {"project", false, {&normal, f, out}},
      {"frame", false, {&normal, &T, &S}},
      {"facets", false, {&normal, &rows[c->form], &b}},
      {"generators", false, {&normal, &all_rays[c->form]}},
      {"vertices", false, {&corners[c->form]}},
      {"selftest", false, {NULL}}};
  const Interface interface = {.solver = "solver",
                               .functions = functions,
                               .nfunctions = COUNT(functions)};
  const int sizes[] = {
      [-1 - SIZE_N] = c->n,
      [-1 - SIZE_NORMAL] = is_runtime ? 3 : 0,
      [-1 - SIZE_TANGENTS] = has_frame ? 2 : 0,
      [-1 - SIZE_FORM] = has_frame ? 3 : 0,
      [-1 - SIZE_ROWS] = has_calls && c->has_h ? c->nrows : 0,
      [-1 - SIZE_RAYS] = has_calls && c->has_v ? c->nrays : 0,
      [-1 - SIZE_VERTICES] = has_vertices && c->has_v ? c->nvertices : 0};
  plan_object(plan, &interface, sizes);
}

static void decide(const Cone *c, Plan *plan)
{
  if (cone_is_closed(c))
    plan_decide(plan, "projection", "closed form",
                "in the plane of force and normal the set is a triangle or a "
                "trapezoid");
  else
    plan_decide(plan, "projection", "active set",
                "at most %d rows are active at a time; a step takes in the "
                "worst row or drops one, at most %d steps",
                c->n, 64 + 16 * c->n);
  if (c->form == CONE_PATCH)
    plan_decide(plan, "placement", "adaptive",
                "facets go where the gap to the exact limit surface is "
                "largest, then all move until it no longer falls; %ld points "
                "of the surface were looked at",
                c->body->evaluations);
  if (c->form == CONE_WRENCH)
    plan_decide(plan, "rows", "all vertices",
                "%d are friction and sides of the outline, %d bound the torque "
                "about z: every valid one that no others imply",
                c->faces + c->ncorners, c->nfacets - c->faces - c->ncorners);
  if (c->form == CONE_POINT && c->nfacets > 2)
    plan_decide(plan, "placement", "regular",
                "the cone is touched at the angles 2 pi k/%d from the first "
                "tangent",
                c->faces);
}

void cone_plan(const Model *model, const Equations *equations,
               const Goldens *goldens, Plan *plan)
{
  static const ShapeMacro shape[] = {{"ABI", "abi"}, {"N", "n"}, {NULL, NULL}};
  const Cone *c = (const Cone *)model;
  static const char *const called[] = {"sqrt"};
  plan_own_functions(plan, equations, called, 1, BITS_NONE);
  plan->header = "cone/cone.h";
  plan->source = "cone/cone.c";
  plan->example = "cone/example.c";
  plan->shape = shape;
  plan_number(plan, "abi", 1);
  plan_interface(c, plan);
  plan_constants(plan, equations);
  bool has_listed = false; /* constants that the header does not have */
  for (size_t i = 0; i < equations->nconstants; i++)
    has_listed |= equations->constants[i].about != NULL;
  plan_flag(plan, "has_listed", has_listed);
  plan_parameters(c, plan);
  plan_numerics(c, plan);
  plan_tables(c, plan);
  plan_tuning(c, equations, plan);
  plan_forms(c, plan);
  plan_goldens(plan, goldens);
  cone_plan_example(c, plan);
  decide(c, plan);
}
