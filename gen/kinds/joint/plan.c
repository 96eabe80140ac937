/* plan.c: the plan of a joint. In: a Joint, its equations and goldens. Out: the
 * Plan's decisions and the holes of templates/joint.
 *
 * Invariant: code that the parameters make superfluous is not emitted. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "kinds/joint/joint.h"

/* ---- decisions
 * ----------------------------------------------------------------- */

static void decide_step(const Joint *j, const JointFlow *flow, Plan *plan)
{
  if (!joint_has_state(j)) {
    plan_decide(plan, "step", "none", "Coulomb's law has no bristle");
    return;
  }
  if (joint_is_frozen(j))
    plan_decide(plan, "step", "exponential",
                "the spec asks for the step of contacts: the yielding at the "
                "end is held, an error of first order in the travel");
  else if (joint_is_bent(j))
    plan_decide(plan, "step", "exact",
                "one scalar flow for all speeds; %d pieces of degree %d each "
                "way, error %.2g of the limit",
                flow->pieces, flow->degree, flow->error);
  else
    plan_decide(plan, "step", "exact", "the flow has a closed form");
}

static void decide_level(const Joint *j, Plan *plan)
{
  const JointPosition *p = &j->position;
  if (p->place == PLACE_TRACED)
    plan_decide(plan, "position", "function",
                "P(q) is the spec's own expression");
  else if (p->place != PLACE_NONE)
    plan_decide(plan, "position", "table",
                "%d cubic pieces, error %.2g of P; P is %.4g to %.4g",
                p->pieces, p->error, p->least, p->largest);
  plan_decide(plan, "libm", j->stribeck ? "maybe" : "none",
              j->stribeck || p->place == PLACE_TRACED
                  ? "but for what the file's own functions lack"
                  : "exp, log and sine are this file's own");
}

/* ---- the law
 * --------------------------------------------------------------------- */

static const char *stribeck_form(const Joint *j)
{
  const bool is_free =
      tuning_has(j->model.tuning, "gamma") || joint_has_reverse(j, 3);
  if (is_free) return "power";
  return j->side[0].gamma == 2   ? "square"
         : j->side[0].gamma == 1 ? "line"
                                 : "power";
}

static bool has_power(const Joint *j)
{
  return (joint_has_stribeck(j) && strcmp(stribeck_form(j), "power") == 0) ||
         j->alpha != 1;
}

static void plan_law_flags(const Joint *j, Plan *plan)
{
  const bool has_state = joint_has_state(j);
  const bool has_curve =
      joint_has_stribeck(j) && strcmp(stribeck_form(j), "square") != 0;
  plan_flag(plan, "is_rotary", j->is_rotary);
  plan_flag(plan, "has_state", joint_has_state(j));
  plan_flag(plan, "has_load", j->has_load);
  plan_flag(plan, "has_position", j->position.place != PLACE_NONE);
  plan_flag(plan, "has_stribeck", joint_has_stribeck(j));
  plan_flag(plan, "has_damping",
            j->law == JOINT_LUGRE &&
                (j->sigma1 > 0 || tuning_has(j->model.tuning, "sigma1")));
  plan_flag(plan, "has_fading", j->v_d > 0);
  /* The level has other bounds than those that the numbers of the law give. */
  plan_flag(plan, "varies",
            j->has_load || j->position.place != PLACE_NONE || j->stribeck ||
                j->model.tuning);
  plan_flag(plan, "has_exp", (has_state && j->alpha == 1) || has_curve);
  plan_flag(plan, "shares_exp", has_state || joint_has_stribeck(j));
  plan_flag(plan, "is_exponential", has_state);
  plan_flag(plan, "is_elastoplastic", joint_is_bent(j));
  plan_flag(plan, "has_power", has_power(j));
  plan_flag(plan, "is_bent", joint_is_bent(j));
  plan_flag(plan, "is_plain", joint_is_plain(j));
  plan_flag(plan, "is_frozen", joint_is_frozen(j));
  plan_flag(plan, "has_list", joint_is_bent(j) && !joint_is_frozen(j));
  plan_text(plan, "stribeck_form", stribeck_form(j));
  plan_text(plan, "top_name", j->stribeck ? "top" : joint_side_symbol(j, 0, 1));
  plan_text(plan, "reverse_top_name",
            j->stribeck ? "top" : joint_side_symbol(j, 1, 1));
  plan_text(plan, "flow_template",
            joint_is_bent(j) ? "joint/bent.c"
            : j->alpha != 1  ? "joint/power.c"
                             : "joint/plain.c");
}

static void plan_flow(const Joint *j, const JointFlow *flow, Plan *plan)
{
  const size_t count =
      joint_is_bent(j) ? (size_t)(flow->pieces * (flow->degree + 1)) : 0;
  plan_figure(plan, "s_ba", j->s_ba);
  plan_number(plan, "alpha", j->alpha);
  plan_number(plan, "kappa", flow->kappa);
  plan_number(plan, "pieces", flow->pieces);
  plan_number(plan, "pieces_scale",
              flow->pieces - (j->model.is_float ? 1e-4 : 1e-12));
  plan_number(plan, "degree", flow->degree);
  plan_numbers(plan, "ahead", flow->forward, count);
  plan_numbers(plan, "back", flow->backward, count);
  plan_figure(plan, "flow_error", flow->error);
  /* Below this travel a difference of two places in the table loses digits. */
  plan_number(
      plan, "short_travel",
      number_rounded((j->model.is_float ? 0.2 : 0.01) * (1 - j->s_ba) / PI, 3));
}

static void plan_place(const Joint *j, const Equations *equations, Plan *plan)
{
  const JointPosition *p = &j->position;
  const bool has_table = p->pieces > 0;
  double *nodes = run_doubles(plan->run, 2 * (size_t)(p->pieces + 1));
  for (int i = 0; i <= p->pieces && has_table; i++) {
    nodes[2 * i] = number_rounded(p->nodes[2 * i], 15);
    nodes[2 * i + 1] =
        number_rounded(p->nodes[2 * i + 1] * p->length / p->pieces, 12);
  }
  plan_flag(plan, "has_table", has_table);
  plan_flag(plan, "is_periodic", p->place == PLACE_PERIODIC);
  plan_number(plan, "pieces_of_place", p->pieces);
  plan_number(plan, "place_from", p->from);
  plan_number(plan, "place_length", p->length);
  plan_number(plan, "most_turns", j->model.is_float ? 0x1p20 : 0x1p45);
  plan_numbers(plan, "place_nodes", nodes,
               has_table ? 2 * (size_t)(p->pieces + 1) : 0);
  plan_figure(plan, "place_error", p->error);
  plan_figure(plan, "place_least", p->least);
  if (p->place == PLACE_TRACED)
    plan_block(plan, "place_block", equations_get(equations, "place"));
}

/* ---- figures and words
 * ------------------------------------------------------------ */

static void plan_words(const Joint *j, Plan *plan)
{
  Run *run = plan->run;
  const char *s =
      joint_has_stribeck(j) ? " + (F_s - F_c)*exp(-(s/v_s)^gamma)" : "";
  const char *core = j->stribeck ? "F(s), the spec's own function"
                                 : run_printf(run, "F_c%s", s);
  const char *loaded =
      !j->has_load ? core
      : j->has_mu_s
          ? run_printf(run, "%s + |load|*(mu_c + (mu_s - mu_c)*exp(..))", core)
          : run_printf(run, "%s + mu_c*|load|", core);
  plan_text(plan, "level_text",
            j->position.place == PLACE_NONE
                ? loaded
                : run_printf(run, "P(q)*[%s]", loaded));
  plan_text(plan, "step_text",
            joint_is_frozen(j)
                ? "exponential: the yielding at the end is held."
                : "exact: a step of a and one of b are one of a + b.");
}

/* Adds lines with the numbers of both directions. */
static void plan_law_lines(const Joint *j, Plan *plan)
{
  Run *run = plan->run;
  Text text = text_new(run);
  for (int i = 0; i < 2; i++) {
    const JointSide *s = &j->side[i];
    if (i && !j->side[1].is_given) break;
    text_add(&text, "%s%s", i ? "\t" : "", i ? "For v < 0: " : "");
    if (!j->stribeck) {
      text_add(&text, "F_c = %g, ", s->F_c);
      if (s->F_s != s->F_c)
        text_add(&text, "F_s = %g, v_s = %g, gamma = %g, ", s->F_s, s->v_s,
                 s->gamma);
    }
    text_add(&text, "sigma2 = %g", s->sigma2);
  }
  if (joint_has_state(j)) {
    text_add(&text, "\tsigma0 = %g", j->sigma0);
    if (j->sigma1 > 0) text_add(&text, ", sigma1 = %g", j->sigma1);
    if (j->s_ba > 0) text_add(&text, ", s_ba = %g", j->s_ba);
    if (j->v_d > 0) text_add(&text, ", v_d = %g", j->v_d);
  }
  if (j->has_load) text_add(&text, "\tmu_c = %g, mu_s = %g", j->mu_c, j->mu_s);
  plan_text(plan, "law_lines", text.chars);
}

static void plan_figures(const Joint *j, const Equations *equations,
                         const JointFlow *flow, Plan *plan)
{
  const int size = j->model.is_float ? 4 : 8;
  const Block *level = equations_get(equations, "level");
  const Block *slopes = equations_get(equations, "level slopes");
  const int flows = joint_is_bent(j) && j->step == JOINT_EXACT
                        ? 2 * flow->pieces * (flow->degree + 1)
                        : 0;
  const int nodes = j->position.pieces > 0 ? 2 * (j->position.pieces + 1) : 0;
  plan_block(plan, "level", level);
  plan_block(plan, "hold", equations_get(equations, "hold"));
  plan_block(plan, "level_slopes", slopes);
  plan_figure(plan, "level_operations", block_operations(level));
  plan_figure(plan, "slope_operations", block_operations(slopes));
  plan_figure(plan, "state_bytes", joint_has_state(j) ? size : 0);
  const int powers = joint_powers(j);
  plan_figure(plan, "table_bytes", size * (flows + nodes + powers));
  plan_figure(plan, "F_c", j->side[0].F_c);
  plan_figure(plan, "F_s", j->side[0].F_s);
  plan_figure(plan, "sigma0", j->sigma0);
  plan_figure(plan, "sigma1", j->sigma1);
  plan_figure(plan, "sigma2", j->side[0].sigma2);
  const JointTolerances t = joint_tolerances(j);
  plan_figure(plan, "bar_force", t.force);
  plan_figure(plan, "bar_jacobian", t.jacobian);
  plan_figure(plan, "bar_semigroup", t.semigroup);
  const double speed = joint_has_stribeck(j) ? 4 * j->side[0].v_s
                       : joint_has_state(j)
                           ? 0.1 * j->side[0].F_s / j->sigma0 / 1e-3
                           : 0.1;
  plan_number(plan, "example_speed", number_rounded(speed, 2));
  plan_number(plan, "example_load",
              j->most_load > 0 ? number_rounded(j->most_load / 2, 3) : 1);
}

JointTolerances joint_tolerances(const Joint *j)
{
  /* The yielding of an elastic bristle has slopes up to pi/2 of this. */
  const double edge = joint_is_bent(j) ? 1 / (1 - j->s_ba) : 1;
  const JointTolerances in_double = {1e-9, 1e-8 * edge, 1e-9};
  const JointTolerances in_float = {1e-6 * (5 + PI / 2 * edge), 1e-4 * edge,
                                    3e-6};
  return j->model.is_float ? in_float : in_double;
}

/* ---- the descriptor
 * ------------------------------------------------------------------ */

typedef struct Units {
  const char *x, *v, *f, *per_x, *per_v, *per_mass;
} Units;

static const Units linear = {"m", "m/s", "N", "N/m", "N s/m", "1/kg"};
static const Units rotary = {"rad",     "rad/s",     "N m",
                             "N m/rad", "N m s/rad", "1/(kg m^2)"};

static const Port *port_of(Plan *plan, const char *name, const char *unit,
                           PortRole role, int rows)
{
  Port *port = run_alloc(plan->run, sizeof *port);
  *port = (Port){name, unit, role, rows, 1};
  return port;
}

/* Adds a function whose inputs start with v, load and q as far as the joint has
 * them. */
static void add_function(const Joint *j, Plan *plan, const Units *u,
                         Interface *to, const char *name, bool has_state,
                         const char *first, const Port *const *more)
{
  Prototype *f = (Prototype *)&to->functions[to->nfunctions++];
  int n = 0;
  f->name = name;
  f->has_state = has_state;
  if (strcmp(first, "v") == 0)
    f->ports[n++] = port_of(plan, "v", u->v, PORT_SCALAR, 1);
  if (strcmp(first, "drive") == 0)
    f->ports[n++] = port_of(plan, "drive", u->f, PORT_SCALAR, 1);
  if (strcmp(first, "v_desired") == 0)
    f->ports[n++] = port_of(plan, "v_desired", u->v, PORT_SCALAR, 1);
  if (strcmp(first, "v_start") == 0) {
    f->ports[n++] = port_of(plan, "v_start", u->v, PORT_SCALAR, 1);
    f->ports[n++] = port_of(plan, "v0", u->v, PORT_SCALAR, 1);
    f->ports[n++] = port_of(plan, "w", u->per_mass, PORT_SCALAR, 1);
  } else if (strncmp(first, "v_", 2) == 0) {
    f->ports[n++] = port_of(plan, "v_measured", u->v, PORT_SCALAR, 1);
    f->ports[n++] = port_of(plan, "error", u->x, PORT_SCALAR, 1);
  }
  if (*first && j->has_load)
    f->ports[n++] = port_of(plan, "load", u->f, PORT_SCALAR, 1);
  if (*first && j->position.place != PLACE_NONE)
    f->ports[n++] = port_of(plan, "q", u->x, PORT_SCALAR, 1);
  while (*more) f->ports[n++] = *more++;
}

static Interface interface_new(Plan *plan, const char *solver, const char *type,
                               const char *reset)
{
  enum { MOST_FUNCTIONS = 12 };
  Interface to = {.solver = solver, .type = type, .reset = reset};
  to.functions = run_alloc(plan->run, MOST_FUNCTIONS * sizeof *to.functions);
  return to;
}

/* Plans the object with the state of _compensate. */
static void plan_compensator(const Joint *j, Plan *plan, const Units *u,
                             const Port *torque)
{
  static const int sizes[] = {1};
  const Member members[] = {
      {"z", 0, "deflection of the model's bristle", u->x},
      {"level", 0, "adapted change of the level"},
      {"viscous", 0, "adapted change of viscous friction"}};
  const Port *const more[] = {&port_dt, torque, NULL};
  Interface to = interface_new(plan, "comp_solver", "comp", NULL);
  to.members = members;
  to.nmembers = COUNT(members);
  add_function(j, plan, u, &to, "compensate", true, "v_desired", more);
  plan_object(plan, &to, sizes);
}

static void plan_interface(const Joint *j, Plan *plan)
{
  static const int sizes[] = {1};
  const Units *u = j->is_rotary ? &rotary : &linear;
  const Member state[] = {{"z", 0, "deflection of the bristle", u->x}};
  const char *by =
      run_printf(plan->run, "%s, %s, 1, %s", u->per_x, u->per_v, u->per_x);
  const char *per_second =
      run_printf(plan->run, "1/s, 1, %s/(%s s), 1/s", u->x, u->f);
  const char *of_z = run_printf(plan->run, "1, s, %s/(%s), 1", u->x, u->f);
  const Port *force = port_of(plan, "force", u->f, PORT_OUT, 1);
  const Port *dz = port_of(plan, "dz", u->v, PORT_OUT, 1);
  const Port *force_d = port_of(plan, "force_d", by, PORT_OUT, 4);
  const Port *dz_d = port_of(plan, "dz_d", per_second, PORT_OUT, 4);
  const Port *z_d = port_of(plan, "z_d", of_z, PORT_OUT, 4);
  const Port *torque = port_of(plan, "torque", u->f, PORT_OUT, 1);
  const Port *const out[] = {force, NULL}, *const none[] = {NULL};
  const Port *v_end = port_of(plan, "v_end", u->v, PORT_OUT, 1);
  const Port *const coupled[] = {&port_dt, v_end, force, NULL};
  const Port *const observe[] = {&port_dt, torque, NULL};
  const Port *const rate[] = {dz, force, NULL};
  const Port *const slopes[] = {dz_d, force_d, NULL};
  const Port *const step[] = {&port_dt, force, NULL};
  const Port *const jac[] = {&port_dt, force, force_d, z_d, NULL};
  const bool has_state = joint_has_state(j);
  Interface to = interface_new(plan, "solver", has_state ? "state" : NULL,
                               has_state ? "reset" : NULL);
  to.members = state;
  to.nmembers = has_state ? 1 : 0;
  if (has_state) to.batch = BATCH_PORTS;
  if (has_state) {
    add_function(j, plan, u, &to, "rate", true, "v", rate);
    add_function(j, plan, u, &to, "rate_jac", true, "v", slopes);
    add_function(j, plan, u, &to, "step", true, "v", step);
    add_function(j, plan, u, &to, "step_jac", true, "v", jac);
    add_function(j, plan, u, &to, "steady", false, "v", out);
    add_function(j, plan, u, &to, "friction", true, "v", out);
    add_function(j, plan, u, &to, "couple", true, "v_start", coupled);
  } else {
    add_function(j, plan, u, &to, "step", false, "v", out);
    add_function(j, plan, u, &to, "steady", false, "v", out);
    add_function(j, plan, u, &to, "friction_at_rest", false, "drive", out);
  }
  if (joint_has_compensation(j))
    add_function(j, plan, u, &to, "observe", true, "v_measured", observe);
  add_function(j, plan, u, &to, "selftest", false, "", none);
  plan_object(plan, &to, sizes);
  if (j->sigma0 > 0) plan_typical(plan, "z", j->top / j->sigma0);
  if (has_state) {
    plan_columns(plan, "dz_d", "z v load q");
    plan_columns(plan, "force_d", "z v load q");
    plan_columns(plan, "z_d", "z v load q");
  }
  if (joint_has_compensation(j)) plan_compensator(j, plan, u, torque);
}

/* The inputs of functions as text: with types, without, and after the first. */
static void plan_inputs(const Joint *j, Plan *plan)
{
  Run *run = plan->run;
  const char *real = plan->spelling.real;
  const bool has_q = j->position.place != PLACE_NONE;
  const char *load = j->has_load ? run_printf(run, ", %s load", real) : "";
  const char *q = has_q ? run_printf(run, ", %s q", real) : "";
  plan_text(plan, "more_inputs", run_printf(run, "%s%s", load, q));
  plan_text(plan, "typed_inputs", run_printf(run, "%s v%s%s", real, load, q));
  plan_text(
      plan, "batch_inputs",
      run_printf(run, "const %s *v%s%s", real,
                 j->has_load ? run_printf(run, ", const %s *load", real) : "",
                 has_q ? run_printf(run, ", const %s *q", real) : ""));
  plan_text(plan, "batch_items",
            run_printf(run, "v[i]%s%s", j->has_load ? ", load[i]" : "",
                       has_q ? ", q[i]" : ""));
  plan_text(
      plan, "batch_rows",
      run_printf(run, "v + first%s%s", j->has_load ? ", load + first" : "",
                 has_q ? ", q + first" : ""));
  plan_text(plan, "batch_steps",
            run_printf(run, "v[first + i]%s%s",
                       j->has_load ? ", load[first + i]" : "",
                       has_q ? ", q[first + i]" : ""));
  plan_number(plan, "batch_group", joint_is_plain(j) ? 96 : 64);
  plan_text(plan, "plain_inputs",
            run_printf(run, "v%s%s", j->has_load ? ", load" : "",
                       has_q ? ", q" : ""));
}

static void plan_functions(const Joint *j, const Equations *equations,
                           Plan *plan)
{
  static const char *const called[] = {"log", "pow"};
  const bool has_bits = joint_has_state(j) || joint_has_stribeck(j);
  plan_own_functions(plan, equations, called, has_power(j) ? COUNT(called) : 0,
                     has_bits ? BITS_ALL : BITS_NONE);
}

void joint_plan(const Model *model, const Equations *equations,
                const Goldens *goldens, Plan *plan)
{
  static const ShapeMacro shape[] = {{"ABI", "abi"}, {NULL, NULL}};
  const Joint *j = (const Joint *)model;
  const JointFlow flow = joint_is_bent(j)
                             ? joint_flow(plan->run, j->s_ba, model->is_float)
                             : (JointFlow){0};
  plan->header = "joint/joint.h";
  plan->source = "joint/joint.c";
  plan->example = "joint/example.c";
  plan->shape = shape;
  plan_number(plan, "abi", 1);
  plan_functions(j, equations, plan);
  plan_interface(j, plan);
  plan_inputs(j, plan);
  decide_step(j, &flow, plan);
  decide_level(j, plan);
  plan_constants(plan, equations);
  if (model->tuning)
    plan_block(plan, "derived", equations_get(equations, "derived"));
  plan_law_flags(j, plan);
  joint_plan_functions(j, plan);
  plan_flow(j, &flow, plan);
  plan_place(j, equations, plan);
  plan_words(j, plan);
  plan_law_lines(j, plan);
  plan_figures(j, equations, &flow, plan);
  joint_plan_compensation(j, plan);
  plan_goldens(plan, goldens);
}
