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

static const Port out = {"out", "N s, N s, N m s, m/s, m, m", PORT_OUT, 6, 1};
static const Port dv_dv = {"dv_dv", "1", PORT_OUT, 3, 3};
static const Port dv_dload = {"dv_dload", "1/kg", PORT_OUT, 3, 3};
static const Port friction = {"force", UNIT_WRENCH, PORT_OUT, 3, 1};
static const Port point = {"point", "m", PORT_OUT, 2, 1};
static const Port v = {"v", "m/s", PORT_IN, 2, 1};
static const Port pull = {"force", "N", PORT_IN, 2, 1};
static const Port v1 = {"v1", "m/s", PORT_OUT, 2, 1};
static const Port impulse = {"impulse", "N s", PORT_OUT, 2, 1};
static const Port at = {"at", "m", PORT_IN, 2, 1};
static const Port normal = {"normal", "1", PORT_IN, 2, 1};
static const Port mu = {"mu", "1", PORT_SCALAR, 1, 1};
static const Port velocity = {"velocity", "m/s", PORT_IN, 2, 1};
static const Port twist_out = {"twist", UNIT_TWIST, PORT_OUT, 3, 1};
static const Port push = {"force", "N", PORT_OUT, 2, 1};
static const Port slip = {"slip", "m/s", PORT_OUT, 1, 1};
static const Port at_out = {"at", "m", PORT_OUT, 2, 1};
static const Port velocity_out = {"velocity", "m/s", PORT_OUT, 2, 1};

static const Prototype functions[] = {
    {"step", true, {&port_load, &port_dt, &out}},
    {"step_jac", true, {&port_load, &port_dt, &out, &dv_dv, &dv_dload}},
    {"friction", false, {&port_twist, &friction, &point}},
    {"translate", false, {&v, &pull, &port_dt, &v1, &impulse}},
    {"push", false, {&at, &velocity, &twist_out, &push}},
    {"push_edge",
     false,
     {&at, &normal, &mu, &velocity, &twist_out, &push, &slip}},
    {"push_for", false, {&port_twist, &at_out, &velocity_out, &push}},
    {"selftest", false, {NULL}}};

static const Member members[] = {{"q", 3}, {"v", 3}};

static const Interface interface = {"solver",
                                    "state",
                                    "reset",
                                    members,
                                    2,
                                    functions,
                                    sizeof functions / sizeof *functions};

static void plan_interface(const Slider *s, Plan *plan)
{
  const int sizes[] = {s->dt == 0}; /* SIZE_DT */
  plan_object(plan, &interface, sizes);
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
  plan_interface(s, plan);
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
