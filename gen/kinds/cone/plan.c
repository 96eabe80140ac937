/* cone_plan.c: how a cone becomes C. In: a Cone. Out: the Plan's decisions and
 * all that templates/cone* ask for.
 *
 * Invariant: what the header says of rows and rays is what the tables hold. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "kinds/cone/cone.h"

static const char *const form_names[] = {"point", "patch", "wrench"};
static const char *const approximation_names[] = {"inner", "outer", "exact"};

/* ---- words ------------------------------------------------------------- */

static const char *components_of(const Cone *c)
{
  if (c->form == CONE_PATCH) return "fx, fy (N), tau (N m), fn (N)";
  if (c->form == CONE_WRENCH) return "fx, fy, fz (N), tx, ty, tz (N m)";
  return c->n == 2 ? "x, y (N)" : "x, y, z (N)";
}

static void add_limits(Text *text, const Cone *c)
{
  if (c->f_min > 0) text_add(text, "\n%.6g N <= normal force", c->f_min);
  if (isfinite(c->f_max))
    text_add(text, "%s <= %.6g N", c->f_min > 0 ? "" : "\nnormal force",
             c->f_max);
}

static const char *point_meaning(Run *run, const Cone *c)
{
  Text text = text_new(run);
  text_add(&text, "f is the force on the body at a point contact, N, in %s.\n",
           c->is_runtime ? "the axes of the normal" : "the axes of the spec");
  if (c->is_runtime)
    text_add(&text,
             "The normal comes at run time, of any length, into the "
             "body.\n");
  else if (c->n == 2)
    text_add(&text, "Normal (%.6g, %.6g), into the body.\n", c->normal[0],
             c->normal[1]);
  else
    text_add(&text,
             "Normal (%.6g, %.6g, %.6g), into the body; tangents\n"
             "(%.6g, %.6g, %.6g) and (%.6g, %.6g, %.6g).\n",
             c->normal[0], c->normal[1], c->normal[2], c->tangent[0][0],
             c->tangent[0][1], c->tangent[0][2], c->tangent[1][0],
             c->tangent[1][1], c->tangent[1][2]);
  text_add(&text, "|tangential part| <= mu * normal part, mu = %.6g", c->mu);
  add_limits(&text, c);
  if (cone_is_closed(c)) {
    text_add(&text, "\nWhat is below is that set itself%s.",
             c->n == 2 ? ": two faces are exact in the plane" : "");
    return text.chars;
  }
  const double shrink = cos(PI / c->faces);
  if (c->approximation == CONE_INNER)
    text_add(&text,
             "\nWithin it: a pyramid of %d faces whose edges lie on the cone; "
             "between\nthem it lacks 1 - cos(pi/%d) = %.4g of the tangential "
             "force.",
             c->faces, c->faces, 1 - shrink);
  else
    text_add(&text,
             "\nAround it: a pyramid of %d faces that touch the cone; its "
             "edges exceed the\ntangential force by 1/cos(pi/%d) - 1 = %.4g.",
             c->faces, c->faces, 1 / shrink - 1);
  return text.chars;
}

static const char *patch_meaning(Run *run, const Cone *c)
{
  Text text = text_new(run);
  const bool is_inner = c->approximation == CONE_INNER;
  text_add(&text,
           "f = (fx, fy, tau, fn): force and torque of friction on the body at "
           "the grid\ncentre, and the normal force, of a patch of %d cells "
           "whose pressure is fn\ntimes the spec's map. mu = %.6g.",
           c->cells.count, c->mu);
  add_limits(&text, c);
  text_add(&text,
           "\nCentre of pressure (%.6g, %.6g) m; largest torque per mu*fn "
           "about it,\nr = %.6g m.\n",
           c->cop[0], c->cop[1], c->length);
  text_add(&text,
           "What can be held is a convex set of (fx, fy, tau) times fn. %s it: "
           "a cone\nover a polytope of %d faces %s.\n",
           is_inner ? "Within" : "Around", c->nfacets,
           is_inner ? "whose corners lie on the exact limit surface"
                    : "that are tangent to the exact limit surface");
  text_add(&text,
           "Certified: with as many faces each, no point of the outer polytope "
           "is farther\nthan %.4g mu*fn from the inner one, in the norm of "
           "(dfx, dfy, dtau/r); their\nvolumes are as %.4g to 1.",
           c->gap, c->inner->volume / c->outer->volume);
  return text.chars;
}

static const char *wrench_meaning(Run *run, const Cone *c)
{
  Text text = text_new(run);
  const bool is_inner = c->approximation == CONE_INNER;
  text_add(&text,
           "f = (fx, fy, fz, tx, ty, tz): the wrench on the body at the origin "
           "of the patch,\na flat one in its x-y plane with %d corners:\n",
           c->ncorners);
  for (int k = 0; k < c->ncorners; k++)
    text_add(&text, "%s(%.6g, %.6g)",
             k == 0  ? ""
             : k % 3 ? ", "
                     : ",\n",
             c->corners[k].x, c->corners[k].y);
  text_add(&text,
           " m.\nThe centre of pressure (-ty/fz, tx/fz) may be anywhere in it, "
           "and pressure may\nbe spread in any way: then forces at the corners "
           "make every wrench there is.\nmu = %.6g.",
           c->mu);
  add_limits(&text, c);
  text_add(&text,
           "\n%s it: the friction cone at each corner is a pyramid of %d faces "
           "%s\nit. A known pressure map holds less torque about z: see "
           "cones of patches.",
           is_inner ? "Within" : "Around", c->faces,
           is_inner ? "within" : "around");
  return text.chars;
}

/* ---- tables ------------------------------------------------------------ */

static void plan_tables(const Cone *c, Plan *plan)
{
  Run *run = plan->run;
  const char *name = c->model.name;
  const bool has_table = c->nrows > 0 && (c->has_h || !cone_is_closed(c));
  const bool is_out = c->has_h && !c->is_runtime && c->nrows > 0;
  plan_flag(plan, "has_table", has_table);
  plan_flag(plan, "has_rows", c->has_h && c->nrows > 0);
  plan_flag(plan, "has_rays_out", c->has_v && c->nrays > 0);
  plan_text(plan, "A_storage", is_out ? "" : "static ");
  plan_text(plan, "V_storage", c->is_runtime ? "static " : "");
  const char *local = c->is_runtime ? "local_" : "";
  plan_text(plan, "A_name", run_printf(run, "%s_%sA", name, local));
  plan_text(plan, "b_name", run_printf(run, "%s_%sb", name, local));
  plan_text(plan, "rays_name", run_printf(run, "%s_%srays", name, local));
  plan_text(plan, "axes_text",
            c->is_runtime ? " in the axes t1, t2, normal" : "");
  plan_numbers(plan, "A", c->A, (size_t)(c->nrows * c->n));
  plan_numbers(plan, "b", c->b, (size_t)c->nrows);
  plan_numbers(plan, "ray_table", c->rays, (size_t)(c->nrays * c->n));
  plan_numbers(plan, "vertex_table", c->vertices,
               (size_t)(c->nvertices * c->n));
  plan_figure(plan, "nrows", c->nrows);
  plan_number(plan, "nfacets", c->nfacets);
  plan_figure(plan, "nrays", c->nrays);
  const bool has_vertices = !c->is_runtime && isfinite(c->f_max);
  plan_number(plan, "nvertices", has_vertices ? c->nvertices : 0);
  plan_text(plan, "rows_text",
            run_printf(run, "%d facets%s%s", c->nfacets,
                       isfinite(c->f_max) ? ", then normal force <= f_max" : "",
                       c->f_min > 0 ? ", then -(normal force) <= -f_min" : ""));
  plan_text(plan, "vertices_text",
            has_vertices
                ? "\n * With the limits: f = sum a_k vertex_k, sum a_k = 1."
            : c->f_min > 0 ? "\n * They leave the limits to you."
                           : "");
}

/* The matrices of the round cone's four forms. */
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
  const double *local = c->normal;
  if (c->is_runtime) {
    double *z = run_doubles(plan->run, 3);
    z[2] = 1;
    local = z;
  }
  plan_numbers(plan, "normal", c->normal, (size_t)(c->n < 3 ? c->n : 3));
  plan_numbers(plan, "local_normal", local, (size_t)(c->n < 3 ? c->n : 3));
  plan_numbers(plan, "T", T, 6);
  plan_numbers(plan, "P", P, 9);
  plan_numbers(plan, "S", S, 9);
  plan_flag(plan, "is_point3", c->form == CONE_POINT && c->n == 3);
}

/* ---- numbers ----------------------------------------------------------- */

static void plan_numerics(const Cone *c, Plan *plan)
{
  const bool is_float = c->model.is_float;
  Run *run = plan->run;
  const char *inverse = print_number(run, &plan->spelling, 1 / c->length);
  const char *length = print_number(run, &plan->spelling, c->length);
  const char *one = print_number(run, &plan->spelling, 1);
  const char *first = c->form == CONE_PATCH ? "k == 2" : "k >= 3";
  const bool is_plain = c->form == CONE_POINT;
  const char *by =
      is_plain ? "" : run_printf(run, "*(%s ? %s : %s)", first, inverse, one);
  plan_number(plan, "most", is_float ? 1e15 : 1e100);
  plan_number(plan, "huge", is_float ? 1e35 : 1e200);
  plan_number(plan, "tolerance",
              (is_float ? 4 : 1) * numerics_of(is_float)->settled);
  plan_number(plan, "parallel", is_float ? 1e-11 : 1e-22);
  plan_number(plan, "load_scale", isfinite(c->f_max) ? c->f_max : c->f_min);
  plan_text(plan, "scale_by", by);
  plan_text(plan, "golden_scale", by);
  plan_text(
      plan, "move_scale",
      is_plain ? "" : run_printf(run, "*(%s ? %s : %s)", first, length, one));
  plan_figure(plan, "iterations", 64 + 16 * c->n);
  plan_figure(plan, "mu", c->mu);
  plan_number(plan, "slope", sqrt(1 + c->mu * c->mu));
  plan_number(plan, "f_min", c->f_min);
  plan_number(plan, "f_max", isfinite(c->f_max) ? c->f_max : 0);
  plan_flag(plan, "has_max", isfinite(c->f_max));
  plan_number(plan, "length", c->length);
  plan_number(plan, "cop_x", c->cop[0]);
  plan_number(plan, "cop_y", c->cop[1]);
}

/* ---- the descriptor ---------------------------------------------------- */

enum {
  SIZE_N = SIZE_OWN,
  SIZE_NORMAL = SIZE_N - 1,
  SIZE_TANGENTS = SIZE_N - 2,
  SIZE_ROWS = SIZE_N - 3,
  SIZE_RAYS = SIZE_N - 4
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
static const Port S = {"S", "1", PORT_OUT, SIZE_NORMAL, 3};
/* Only point contacts have these: numbers without a unit. */
static const Port A = {"A", "1", PORT_OUT, SIZE_ROWS, SIZE_N};
static const Port b = {"b", "N", PORT_OUT, SIZE_ROWS, 1};
static const Port rays = {"rays", "1", PORT_OUT, SIZE_RAYS, SIZE_N};

static void plan_interface(const Cone *c, Plan *plan)
{
  const bool is_runtime = c->is_runtime;
  const Port *f = &forces[c->form], *out = &nearest[c->form];
  const Prototype functions[] = {{"margin", false, {&normal, f, &margin}},
                                 {"project", false, {&normal, f, out}},
                                 {"frame", false, {&normal, &T, &S}},
                                 {"facets", false, {&normal, &A, &b}},
                                 {"generators", false, {&normal, &rays}},
                                 {"selftest", false, {NULL}}};
  const Interface interface = {
      .solver = "solver", .functions = functions, .nfunctions = 6};
  const int sizes[] = {
      [-1 - SIZE_N] = c->n,
      [-1 - SIZE_NORMAL] = is_runtime ? 3 : 0,
      [-1 - SIZE_TANGENTS] = is_runtime ? 2 : 0,
      [-1 - SIZE_ROWS] = is_runtime && c->has_h ? c->nrows : 0,
      [-1 - SIZE_RAYS] = is_runtime && c->has_v ? c->nrays : 0};
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

/* Words that depend on what a call takes and returns. */
static void plan_words(const Cone *c, Plan *plan)
{
  Run *run = plan->run;
  const bool is_patch = c->form == CONE_PATCH, is_point = c->form == CONE_POINT;
  plan_text(plan, "components", components_of(c));
  plan_text(plan, "meaning",
            is_point   ? point_meaning(run, c)
            : is_patch ? patch_meaning(run, c)
                       : wrench_meaning(run, c));
  plan_text(plan, "normal_in",
            c->is_runtime
                ? run_printf(run, "const %s normal[3], ", plan->spelling.real)
                : "");
  plan_text(plan, "normal_text",
            c->is_runtime ? ", or a normal of length 0" : "");
  plan_text(plan, "surface", cone_is_closed(c) ? "surface" : "plane");
  plan_text(plan, "metric_text",
            is_point
                ? ""
                : run_printf(run,
                             "; a torque counts as the force that\n * "
                             "makes it at the distance %s_LENGTH%s",
                             plan->macro,
                             is_patch ? " from the centre of pressure" : ""));
}

void cone_plan(const Model *model, const Equations *equations,
               const Goldens *goldens, Plan *plan)
{
  static const ShapeMacro shape[] = {{"ABI", "abi"}, {"N", "n"}, {NULL, NULL}};
  const Cone *c = (const Cone *)model;
  static const char *const libm[] = {"sqrt"};
  plan_libm(plan, equations, libm, 1);
  plan_flag(plan, "has_bits", false);
  plan->header = "cone/cone.h";
  plan->source = "cone/cone.c";
  plan->example = "cone/example.c";
  plan->shape = shape;
  plan_number(plan, "abi", 1);
  plan_interface(c, plan);
  plan_figure_text(plan, "form", form_names[c->form]);
  plan_figure_text(plan, "approximation",
                   approximation_names[c->approximation]);
  plan_figure(plan, "n", c->n);
  if (c->form == CONE_PATCH) {
    plan_figure(plan, "gap", c->gap);
    plan_figure(plan, "volume_ratio", c->inner->volume / c->outer->volume);
  }
  plan_flag(plan, "is_runtime", c->is_runtime);
  plan_flag(plan, "is_closed", cone_is_closed(c));
  plan_words(c, plan);
  plan_numerics(c, plan);
  plan_tables(c, plan);
  plan_forms(c, plan);
  plan_goldens(plan, goldens);
  cone_plan_example(c, plan);
  decide(c, plan);
}
