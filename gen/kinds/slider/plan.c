/* slider_plan.c: how a slider becomes C. In: a Slider and its equations. Out:
 * the Plan's decisions and all that templates/slider* ask for.
 *
 * Invariant: what a parameter makes superfluous is not emitted. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/kind.h"
#include "pressure/pressure.h"
#include "plan/plan.h"
#include "kinds/slider/slider.h"

/* ---- decisions --------------------------------------------------------- */

static void decide(const Slider *s, Plan *plan)
{
  const bool is_tall = s->height > 0, is_round = s->e[0] == s->e[1];
  plan_flag(plan, "is_tall", is_tall);
  plan_flag(plan, "is_round", is_round);
  plan_flag(plan, "has_search", slider_has_search(s));
  plan_flag(plan, "has_dt", s->dt > 0);
  if (is_tall)
    plan_decide(plan, "height", "coupled",
                "the contact point moves with friction, which couples PS (29) "
                "and (30)");
  else
    plan_decide(
        plan, "height", "none",
        "the contact point stays below the centre of mass: PS (29)-(31) "
        "are independent, and nothing tips");
  if (slider_has_search(s))
    plan_decide(
        plan, "slip speed", "root and search",
        "a step of Halley's and one of Newton's; where those do not meet the "
        "ellipsoid, Newton's in a bracket, at most 160; et != eo and height "
        "> 0 may give several roots, so where a bound on the slope does "
        "not exclude a larger one it is searched for");
  else
    plan_decide(plan, "slip speed", "root",
                "a step of Halley's and one of Newton's; where those do not "
                "meet the ellipsoid, Newton's in a bracket, at most 160: there "
                "is one root%s",
                is_tall ? ", as et = eo" : "");
  plan_decide(plan, "dt", s->dt > 0 ? "fixed" : "free",
              s->dt > 0 ? "the spec says %g s" : "it is an argument", s->dt);
}

/* ---- code -------------------------------------------------------------- */

/* Without its last line feed, which is the template's own. */
static const char *block_text(const Plan *plan, const Block *block,
                              const char *open)
{
  char *text = print_block(plan->run, &plan->spelling, block, open, 2);
  const size_t length = strlen(text);
  if (length > 0) text[length - 1] = 0;
  return text;
}

static void plan_code(const Equations *equations, Plan *plan)
{
  const Block *friction = equations_get(equations, "friction");
  const Block *jacobian = equations_get(equations, "jacobian");
  plan_text(plan, "friction_code", block_text(plan, friction, "r->"));
  const char *constant =
      run_printf(plan->run, "const %s ", plan->spelling.real);
  plan_text(plan, "jacobian_code", block_text(plan, jacobian, constant));
  plan_text(plan, "terms_code",
            block_text(plan, equations_get(equations, "terms"), "r->"));
  plan_figure(plan, "friction_operations", block_operations(friction));
  plan_figure(plan, "jacobian_operations", block_operations(jacobian));
}

/* "load[0]*per_mass + gravity" */
static void plan_load(const Slider *s, Plan *plan)
{
  static const char *const names[] = {"load_x", "load_y"};
  Run *run = plan->run;
  for (int d = 0; d < 2; d++) {
    const double g = s->gravity[d];
    const char *pull =
        g == 0 ? ""
               : run_printf(run, " %c %s", g < 0 ? '-' : '+',
                            print_number(run, &plan->spelling, fabs(g)));
    plan_text(
        plan, names[d],
        run_printf(run, "load[%d]*%s%s", d,
                   print_number(run, &plan->spelling, 1 / s->mass), pull));
  }
}

static void plan_time(const Slider *s, Plan *plan)
{
  Run *run = plan->run;
  const char *real = plan->spelling.real;
  const bool has_dt = s->dt > 0;
  const double throw_dt = has_dt ? s->dt : 1.0 / 256;
  plan_text(plan, "dt_parameter",
            has_dt ? "" : run_printf(run, " %s dt,", real));
  plan_text(plan, "dt_constant",
            has_dt
                ? run_printf(run, "  const %s dt = %s_DT;", real, plan->macro)
                : "");
  plan_text(plan, "dt_words", has_dt ? " its time step" : " dt >= 0");
  plan_text(plan, "golden_dt_argument",
            has_dt ? ""
                   : run_printf(run, " %s,",
                                print_number(run, &plan->spelling, GOLDEN_DT)));
  plan_text(plan, "throw_dt_argument",
            has_dt ? ""
                   : run_printf(run, " %s,",
                                print_number(run, &plan->spelling, throw_dt)));
  plan_number(plan, "throw_dt", throw_dt);
  /* Thrown so that it stops after some 64 steps. */
  const double stopped = s->mu * s->gravity[2] * throw_dt * 64;
  plan_number(plan, "throw_v", 0.7 * stopped * s->e[0]);
  plan_number(plan, "throw_w", 0.6 * stopped * s->e[2] * s->mass / s->inertia);
}

/* ---- numbers ----------------------------------------------------------- */

static void plan_parameters(const Slider *s, Plan *plan)
{
  Run *run = plan->run;
  plan_figure(plan, "mass", s->mass);
  plan_figure(plan, "inertia", s->inertia);
  plan_figure(plan, "height", s->height);
  plan_figure(plan, "mu", s->mu);
  plan_figure(plan, "et", s->e[0]);
  plan_figure(plan, "eo", s->e[1]);
  plan_figure(plan, "er", s->e[2]);
  plan_figure(plan, "gravity", s->gravity[2]);
  plan_figure(plan, "gravity_x", s->gravity[0]);
  plan_figure(plan, "gravity_y", s->gravity[1]);
  plan_figure(plan, "dt", s->dt);
  plan_figure(plan, "cop_x", s->cop[0]);
  plan_figure(plan, "cop_y", s->cop[1]);
  plan_number(plan, "load", s->mu * s->mass * s->gravity[2]);
  plan_text(
      plan, "er_text",
      s->is_er_computed
          ? run_printf(run, ", the largest torque of %d cells", s->cells.count)
          : "");
  plan_text(plan, "tilt_text",
            s->gravity[0] == 0 && s->gravity[1] == 0
                ? ""
                : run_printf(run, ", (%.6g, %.6g) along it", s->gravity[0],
                             s->gravity[1]));
  plan_text(plan, "translate_text",
            s->e[0] == s->e[1] ? " in closed form, PS (46)-(49)" : "");
}

static void plan_solution(const Slider *s, Plan *plan)
{
  const bool is_float = s->model.is_float;
  const double takes[] = {s->e[0] * s->e[0], s->e[1] * s->e[1],
                          s->e[2] * s->e[2] * s->mass / s->inertia};
  static const char *const names[] = {"at", "ao", "ar"};
  int least = 0;
  for (int i = 1; i < 3; i++)
    if (takes[i] < takes[least]) least = i;
  plan_text(plan, "least", names[least]);
  plan_number(plan, "rounding", is_float ? FLT_EPSILON : DBL_EPSILON);
  plan_number(plan, "near", is_float ? 2e-4 : 1e-8);
  plan_number(plan, "rough_rounds", 4);
  plan_number(plan, "rounds", 160);
  plan_number(plan, "search_rounds", 1000);
}

SliderTolerances slider_tolerances(const Slider *s)
{
  const SliderTolerances in_double = {1e-12, 1e-12, 1e-12};
  const SliderTolerances in_float = {2e-5, 1e-4, 2e-5};
  return s->model.is_float ? in_float : in_double;
}

static void plan_patch(const Slider *s, Plan *plan)
{
  double *edges = run_doubles(plan->run, 3 * s->ncorners);
  for (size_t i = 0; i < s->ncorners; i++) {
    const Point *a = &s->corners[i], *b = &s->corners[(i + 1) % s->ncorners];
    const double length = hypot(b->x - a->x, b->y - a->y);
    double *edge = edges + 3 * i;
    edge[0] = (b->y - a->y) / length;
    edge[1] = (a->x - b->x) / length;
    edge[2] = (a->x * b->y - a->y * b->x) / length;
  }
  plan_numbers(plan, "edges", edges, 3 * s->ncorners);
  plan_figure(plan, "corners", (double)s->ncorners);
  plan_figure(plan, "inside", s->inside);
  plan_figure(plan, "outside", s->outside);
  plan_figure(plan, "state_bytes", 6 * (s->model.is_float ? 4 : 8));
  /* _step with what it calls: measured with gcc, -Os to -O3, and rounded up. */
  const int numbers = slider_has_search(s) ? 170 : 60;
  plan_figure(plan, "stack_bytes", 200 + numbers * (s->model.is_float ? 4 : 8));
  const SliderTolerances bars = slider_tolerances(s);
  plan_figure(plan, "bar_step", bars.step);
  plan_figure(plan, "bar_jacobian", bars.jacobian);
  plan_figure(plan, "bar_push", bars.push);
}

/* ---- the descriptor ---------------------------------------------------- */

static Function *add_function(Object *object, const char *name, bool has_state)
{
  Function *f = (Function *)object->functions + object->nfunctions++;
  f->name = name;
  f->has_state = has_state;
  return f;
}

static void add_argument(Function *f, const char *name, const char *unit,
                         int role, int rows, int cols)
{
  Argument *a = &f->arguments[f->count++];
  a->name = name;
  a->unit = unit;
  a->role = role;
  a->rows = rows;
  a->cols = cols;
}

static void add_inputs_of_step(const Slider *s, Function *f)
{
  add_argument(f, "load", "N, N, N m", ARGUMENT_IN, 3, 1);
  if (s->dt == 0) add_argument(f, "dt", "s", ARGUMENT_SCALAR, 1, 1);
  add_argument(f, "out", "N s, N s, N m s, m/s, m, m", ARGUMENT_OUT, 6, 1);
}

static void add_pushing(Object *object)
{
  Function *f = add_function(object, "push", false);
  add_argument(f, "at", "m", ARGUMENT_IN, 2, 1);
  add_argument(f, "velocity", "m/s", ARGUMENT_IN, 2, 1);
  add_argument(f, "twist", "m/s, m/s, rad/s", ARGUMENT_OUT, 3, 1);
  add_argument(f, "force", "N", ARGUMENT_OUT, 2, 1);
  f = add_function(object, "push_edge", false);
  add_argument(f, "at", "m", ARGUMENT_IN, 2, 1);
  add_argument(f, "normal", "1", ARGUMENT_IN, 2, 1);
  add_argument(f, "mu", "1", ARGUMENT_SCALAR, 1, 1);
  add_argument(f, "velocity", "m/s", ARGUMENT_IN, 2, 1);
  add_argument(f, "twist", "m/s, m/s, rad/s", ARGUMENT_OUT, 3, 1);
  add_argument(f, "force", "N", ARGUMENT_OUT, 2, 1);
  add_argument(f, "slip", "m/s", ARGUMENT_OUT, 1, 1);
  f = add_function(object, "push_for", false);
  add_argument(f, "twist", "m/s, m/s, rad/s", ARGUMENT_IN, 3, 1);
  add_argument(f, "at", "m", ARGUMENT_OUT, 2, 1);
  add_argument(f, "velocity", "m/s", ARGUMENT_OUT, 2, 1);
  add_argument(f, "force", "N", ARGUMENT_OUT, 2, 1);
}

static void plan_object(const Slider *s, Plan *plan)
{
  enum { MOST_FUNCTIONS = 8 };
  static const Member members[] = {{"q", 3}, {"v", 3}};
  Object *object = run_alloc(plan->run, sizeof *object);
  *object = (Object){"solver", "state", "reset", members, 2, NULL, 0};
  object->functions =
      run_alloc(plan->run, MOST_FUNCTIONS * sizeof *object->functions);
  Function *f = add_function(object, "step", true);
  add_inputs_of_step(s, f);
  f = add_function(object, "step_jac", true);
  add_inputs_of_step(s, f);
  add_argument(f, "dv_dv", "1", ARGUMENT_OUT, 3, 3);
  add_argument(f, "dv_dload", "1/kg", ARGUMENT_OUT, 3, 3);
  f = add_function(object, "friction", false);
  add_argument(f, "twist", "m/s, m/s, rad/s", ARGUMENT_IN, 3, 1);
  add_argument(f, "force", "N, N, N m", ARGUMENT_OUT, 3, 1);
  add_argument(f, "point", "m", ARGUMENT_OUT, 2, 1);
  f = add_function(object, "translate", false);
  add_argument(f, "v", "m/s", ARGUMENT_IN, 2, 1);
  add_argument(f, "force", "N", ARGUMENT_IN, 2, 1);
  if (s->dt == 0) add_argument(f, "dt", "s", ARGUMENT_SCALAR, 1, 1);
  add_argument(f, "v1", "m/s", ARGUMENT_OUT, 2, 1);
  add_argument(f, "impulse", "N s", ARGUMENT_OUT, 2, 1);
  add_pushing(object);
  add_function(object, "selftest", false);
  plan->objects = object;
  plan->nobjects = 1;
}

void slider_plan(const Model *model, const Equations *equations,
                 const Goldens *goldens, Plan *plan)
{
  static const ShapeMacro shape[] = {
      {"ABI", "abi"}, {"DT", "dt"}, {NULL, NULL}};
  static const char *const libm[] = {"sqrt", "cos", "sin"};
  const Slider *s = (const Slider *)model;
  plan->header = "slider/slider.h";
  plan->source = "slider/slider.c";
  plan->example = "slider/example.c";
  plan->shape = shape;
  plan_number(plan, "abi", 1);
  plan_object(s, plan);
  decide(s, plan);
  plan_parameters(s, plan);
  plan_solution(s, plan);
  plan_code(equations, plan);
  plan_libm(plan, equations, libm, 3);
  plan_flag(plan, "has_bits", false);
  plan_load(s, plan);
  plan_time(s, plan);
  plan_patch(s, plan);
  plan_goldens(plan, goldens);
}
