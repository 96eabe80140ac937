/* plan.c: the plan of a slider. In: a Slider, its equations and goldens. Out:
 * the Plan's decisions and the holes of templates/slider.
 *
 * Invariant: code that the parameters make superfluous is not emitted. */
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
  const bool is_tall = s->height > 0, is_round = slider_is_round(s);
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

/* ---- numbers ----------------------------------------------------------- */

bool slider_is_tilted(const Slider *s)
{
  return s->gravity[0] != 0 || s->gravity[1] != 0;
}

static void plan_parameters(const Slider *s, Plan *plan)
{
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
  plan_flag(plan, "is_tilted", slider_is_tilted(s));
  plan_number(plan, "er_cells", s->is_er_computed ? s->cells.count : 0);
}

/* Plans the example: a body is thrown so that it stops after some 64 steps. */
static void plan_throw(const Slider *s, Plan *plan)
{
  const double dt = s->dt > 0 ? s->dt : 1.0 / 256;
  const double stopped = s->mu * s->gravity[2] * dt * 64;
  plan_number(plan, "throw_dt", dt);
  plan_number(plan, "throw_v", number_rounded(0.7 * stopped * s->e[0], 3));
  plan_number(
      plan, "throw_w",
      number_rounded(0.6 * stopped * s->e[2] * s->mass / s->inertia, 3));
}

static void plan_solution(const Slider *s, Plan *plan)
{
  const double takes[] = {s->e[0] * s->e[0], s->e[1] * s->e[1],
                          s->e[2] * s->e[2] * s->mass / s->inertia};
  static const char *const names[] = {"at", "ao", "ar"};
  int least = 0;
  for (int i = 1; i < 3; i++)
    if (takes[i] < takes[least]) least = i;
  plan_flag(plan, "has_least", s->model.tuning);
  plan_text(plan, "least",
            s->model.tuning ? "p->least"
                            : run_printf(plan->run, "p->%s", names[least]));
  plan_number(plan, "near", s->model.is_float ? 2e-4 : 1e-8);
  plan_number(plan, "rough_rounds", 4);
  plan_number(plan, "rounds", 160);
  plan_number(plan, "search_rounds", 1000);
}

/* ---- structs ----------------------------------------------------------- */

/* Members of the emitted structs. */
static const Member state[] = {
    {"q", 3, "x, y, m, and angle, rad", "m, m, rad"},
    {"v", 3, "their rates", "m/s, m/s, rad/s"}};
static const MemberGroup problem[] = {
    {"x", 0, "et times vx without friction, m/s"},
    {"y", 0, "eo times vy without friction"},
    {"w", 0, "er times the spin without friction"},
    {"at ao ar", 0, "what friction takes off x, y and w in the step"},
    {"k", 0, "couples PS (29) and (30)"}}; /* of tall bodies only */
static const MemberGroup point[] = {
    {"a b c", 0, "px/(mu*pn*et), py/(mu*pn*eo), pr/(mu*pn*er)"},
    {"a1 b1 c1", 0, "their slopes by the slip speed"}};
static const MemberGroup terms[] = {
    {"over0 over1 over2 under0 under1 under2", 0, NULL}};
static const MemberGroup motion[] = {{"u", 3, "velocity without friction"},
                                     {"grip", 0, "mu*g*dt, m/s"},
                                     {"v", 3, "velocity after the step"},
                                     {"out", 6, "as _step returns it"}};
/* Coefficients of 1 - |(a, b, c)|^2 in the search for larger roots, and of the
 * polynomials in it. */
enum { COEFFICIENTS = 11 };
static const MemberGroup factors[] = {
    {"rr td f g", 3, NULL}, {"q f2 g2 r4", 5, NULL}, {"qq rest", 9, NULL}};

static void plan_structs(const Slider *s, Plan *plan)
{
  size_t places = COUNT(problem) - !(s->height > 0);
  MemberGroup *members =
      run_alloc(plan->run, (COUNT(problem) + 1) * sizeof *members);
  memcpy(members, problem, places * sizeof *members);
  if (s->model.tuning)
    members[places++] = (MemberGroup){"least", 0, "the least of at, ao, ar"};
  plan_record(plan, "problem", members, places);
  plan_record(plan, "point", point, COUNT(point));
  plan_record(plan, "series", terms, COUNT(terms));
  plan_record(plan, "motion", motion, COUNT(motion));
  if (!slider_has_search(s)) return;
  plan_number(plan, "coefficients", COEFFICIENTS);
  plan_record(plan, "factors", factors, COUNT(factors));
}

static void plan_sizes(const Slider *s, const Equations *equations, Plan *plan)
{
  const int size = s->model.is_float ? 4 : 8;
  const Block *friction = equations_get(equations, "friction");
  const Block *jacobian = equations_get(equations, "jacobian");
  plan_block(plan, "friction", friction);
  plan_block(plan, "terms", equations_get(equations, "terms"));
  plan_block(plan, "jacobian", jacobian);
  plan_figure(plan, "friction_operations", block_operations(friction));
  plan_figure(plan, "jacobian_operations", block_operations(jacobian));
  plan_figure(plan, "state_bytes", size * object_reals(&plan->objects[0]));
  plan_structs(s, plan);
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
  const SliderTolerances tolerances = slider_tolerances(s);
  plan_figure(plan, "bar_step", tolerances.step);
  plan_figure(plan, "bar_jacobian", tolerances.jacobian);
  plan_figure(plan, "bar_push", tolerances.push);
}

/* ---- the descriptor ---------------------------------------------------- */

static const Port out = {"out", "N s, N s, N m s, m/s, m, m", PORT_OUT, 6, 1};
static const Port dv_dv = {"dv_dv", "1", PORT_OUT, 3, 3};
static const Port dv_dload = {"dv_dload", "1/kg", PORT_OUT, 3, 3};
static const Port friction = {"force", UNIT_WRENCH, PORT_OUT, 3, 1};
static const Port ecp = {"point", "m", PORT_OUT, 2, 1};
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
    {"friction", false, {&port_twist, &friction, &ecp}},
    {"translate", false, {&v, &pull, &port_dt, &v1, &impulse}},
    {"push", false, {&at, &velocity, &twist_out, &push}},
    {"push_edge",
     false,
     {&at, &normal, &mu, &velocity, &twist_out, &push, &slip}},
    {"push_for", false, {&port_twist, &at_out, &velocity_out, &push}},
    {"selftest", false, {NULL}}};

static const Interface interface = {"solver",        "state",      "reset",
                                    state,           COUNT(state), functions,
                                    COUNT(functions)};

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
  static const char *const called[] = {"sqrt", "cos", "sin"};
  const Slider *s = (const Slider *)model;
  plan->header = "slider/slider.h";
  plan->source = "slider/slider.c";
  plan->example = "slider/example.c";
  plan->shape = shape;
  plan_number(plan, "abi", 1);
  plan_interface(s, plan);
  decide(s, plan);
  plan_constants(plan, equations);
  if (s->model.tuning)
    plan_block(plan, "derived", equations_get(equations, "derived"));
  plan_parameters(s, plan);
  plan_solution(s, plan);
  plan_sizes(s, equations, plan);
  plan_own_functions(plan, equations, called, s->height > 0 ? 3 : 1, BITS_NONE);
  plan_polynomials(plan);
  plan_throw(s, plan);
  plan_patch(s, plan);
  plan_goldens(plan, goldens);
}
