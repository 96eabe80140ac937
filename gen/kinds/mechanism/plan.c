/* plan.c: the plan of a mechanism. In: a Mechanism and its equations. Out: the
 * plan's holes, decisions and functions; plan_bodies.c plans the code of its
 * equations. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "kinds/mechanism/equations.h"

enum {
  MOST_TURNS = 24,
  MOST_LOADS = 200,
  MOST_HALVINGS = 10,
  MOST_SETTLINGS = 60,
  MOST_PARTS = 256,
  MOST_INLINED = 600
};

/* Two stages, up to four where the contact comes to rest or starts, each with
 * whole and with halved steps; 1 part, then 4, and so on. */
int mechanism_step_turns(const Mechanism *s, bool is_divided)
{
  const int undivided = (s->friction.sticks ? 6 : 2) * 2 * MOST_TURNS;
  int parts = 1;
  for (int more = 4; is_divided && more <= MOST_PARTS; more *= 4) parts += more;
  return parts * undivided;
}

static const char *literal(const Plan *plan, double value)
{
  return print_number(plan->run, &plan->spelling, value);
}

/* ---- words for the header ---------------------------------------------- */

static const char *name_list(Run *run, const char *const *names, int count)
{
  Text text = text_new(run);
  for (int i = 0; i < count; i++)
    text_add(&text, "%s%s", i ? ", " : "", names[i]);
  return text.chars;
}

static const char *parameter_list(const Mechanism *s)
{
  Text text = text_new(s->model.run);
  for (size_t i = 0; s->parameters && i < s->parameters->nentries; i++)
    text_add(&text, "%s%s = %.6g", i ? ", " : "",
             s->parameters->entries[i].name,
             s->parameters->entries[i].value.number);
  return text.chars;
}

/* True if a stage of a step finds the bristles for each trial velocity. */
static bool settles(const Friction *f)
{
  return f->s_ba > 0 || f->power != 0;
}

static void plan_words(const Mechanism *s, Plan *plan)
{
  Run *run = plan->run;
  const char *real = plan->spelling.real, *zero = literal(plan, 0);
  plan_figure_text(plan, "q_list", name_list(run, s->q_names, s->n));
  plan_figure_text(plan, "u_list", name_list(run, s->u_names, s->nu));
  plan_text(plan, "parameters", parameter_list(s));
  plan_text(plan, "law_text",
            s->friction.law ? s->friction.law->text(run, &s->friction)
                            : "no friction");
  plan_text(plan, "z_text",
            s->friction.is_force ? "force of the bristles, N"
                                 : "deflection of the bristles, m");
  plan_text(plan, "u_parameter",
            s->nu ? run_printf(run, "const %s u[%d], ", real, s->nu) : "");
  plan_text(plan, "u_argument", s->nu ? "u, " : "");
  plan_text(plan, "u_or_null", s->nu ? "u" : "0");
  plan_text(plan, "z_parameter",
            s->nz ? run_printf(run, "const %s z[%d], ", real, s->nz) : "");
  /* A status that ends a call, and that of a call that succeeds */
  plan_text(
      plan, "fails",
      s->is_unilateral ? "< 0" : run_printf(run, "!= %s_OK", plan->macro));
  plan_text(
      plan, "success",
      s->is_unilateral ? "status" : run_printf(run, "%s_OK", plan->macro));
  plan_text(plan, "s_z", s->nz ? "s->z" : "0");
  plan_text(
      plan, "nan_u",
      s->nu ? run_printf(run, " + %s_nan(u, %d)", s->model.name, s->nu) : "");
  plan_text(plan, "nan_s_z",
            s->nz ? run_printf(run, " + %s_nan(s->z, %d)", s->model.name, s->nz)
                  : "");
  plan_text(plan, "nan_dz",
            s->nz
                ? run_printf(run, " + %s_nan(o->dz, %d)", s->model.name, s->nz)
                : "");
  plan_text(plan, "mode_zero",
            settles(&s->friction)
                ? run_printf(run, "%s_either, 0, %s", s->model.name, zero)
            : s->friction.sticks ? run_printf(run, "%s_either, {0}, {0}, %s",
                                              s->model.name, zero)
                                 : run_printf(run, "%s_either", s->model.name));
}

/* Plans the parts of a motion's derivatives that depend on the law. */
static void plan_slopes(const Mechanism *s, Plan *plan)
{
  const Friction *f = &s->friction;
  Run *run = plan->run;
  const char *real = plan->spelling.real;
  const int ns = mechanism_states(s), n2 = 2 * s->n;
  plan_text(plan, "motion",
            !f->law       ? "mechanism/free.c"
            : f->sticks   ? "mechanism/stick.c"
            : f->is_force ? "mechanism/forces.c"
                          : "mechanism/bristles.c");
  plan_text(
      plan, "dz_i",
      s->nz ? run_printf(run, "s->o.dz[i - %d]", s->n) : literal(plan, 0));
  plan_text(
      plan, "is_bristle",
      s->nz ? run_printf(run, "column >= %d && column < %d", n2, ns) : "0");
  plan_text(plan, "slopes_column",
            s->nz ? run_printf(run,
                               "is_z ? column - %d : column < %d ? column : "
                               "column - %d",
                               n2, n2, s->nz)
                  : "column");
  plan_text(plan, "held_load", f->is_force ? literal(plan, 1) : "o->load");
  plan_text(
      plan, "dz_by_load",
      f->has_load
          ? run_printf(run, "%s_limit(o) > %s ? k->b.dz_fc[i]*%s*load : %s",
                       s->model.name, literal(plan, f->least_fc),
                       literal(plan, f->mu), literal(plan, 0))
          : literal(plan, 0));
  plan_text(plan, "free_forces", s->d ? "o->friction, o->normal" : "0, 0");
  plan_text(plan, "jac_outputs",
            s->nu ? run_printf(run, "%s drate_ds[%d], %s drate_du[%d]", real,
                               ns * ns, real, ns * s->nu)
                  : run_printf(run, "%s drate_ds[%d]", real, ns * ns));
}

/* ---- figures ----------------------------------------------------------- */

static int operations(const Equations *equations, const char *const *names)
{
  int sum = 0;
  for (; *names; names++)
    sum += block_operations(equations_get(equations, *names));
  return sum;
}

static void plan_operations(const Mechanism *s, const Equations *equations,
                            Plan *plan)
{
  static const char *const free_rate[] = {"terms", "system", NULL};
  static const char *const rate[] = {"terms", "system", "system", "law",
                                     "pull",  "normal", NULL};
  static const char *const slopes[] = {"slopes", NULL};
  static const char *const more[] = {"slopes", "law slopes", NULL};
  const bool has_law = s->friction.law;
  plan_figure(plan, "system_operations",
              block_operations(equations_get(equations, "system")));
  plan_figure(plan, "rate_operations",
              operations(equations, has_law ? rate : free_rate));
  plan_figure(
      plan, "jac_operations",
      operations(equations, has_law ? more : slopes) +
          (has_law && !s->is_coupled ? operations(equations, slopes) : 0));
}

static void plan_sizes(const Mechanism *s, const Equations *equations,
                       Plan *plan)
{
  const int ns = mechanism_states(s), columns = 2 * s->n + s->nu;
  plan_figure(plan, "n", s->n);
  plan_figure(plan, "m", s->m);
  plan_figure(plan, "d", s->d);
  plan_figure(plan, "nu", s->nu);
  plan_figure(plan, "nz", s->nz);
  plan_figure(plan, "ns", ns);
  plan_number(plan, "columns", columns);
  plan_operations(s, equations, plan);
}

/* Returns the square of a decimal, rounded once: 1e-16 of 1e-8. */
static double exact_square(Run *run, double value)
{
  const Expr *number = expr_number(run, value);
  return expr_times(run, number, number)->number;
}

static void plan_law(const Mechanism *s, Plan *plan)
{
  const Friction *f = &s->friction;
  int first = 0, second = 0;
  for (int r = s->m - 1; r >= 0; r--)
    if (s->is_surface[r]) second = first, first = r;
  plan_flag(plan, "has_contact", s->d > 0);
  plan_flag(plan, "has_law", f->law);
  plan_flag(plan, "sticks", f->sticks);
  plan_flag(plan, "is_force", f->is_force);
  plan_flag(plan, "has_load", f->has_load);
  plan_flag(plan, "is_elastoplastic", f->s_ba > 0);
  plan_flag(plan, "settles", settles(f));
  plan_flag(plan, "is_coupled", s->is_coupled);
  plan_flag(plan, "is_unilateral", s->is_unilateral);
  plan_flag(plan, "load_bends", s->is_coupled && !f->is_force);
  plan_flag(plan, "has_power", f->power != 0);
  plan_flag(plan, "has_baumgarte", s->baumgarte[0] > 0 || s->baumgarte[1] > 0);
  plan_number(plan, "alpha", s->baumgarte[0]);
  plan_number(plan, "beta", s->baumgarte[1]);
  plan_number(plan, "ntangents", s->d - s->ns);
  plan_number(plan, "normals", s->ns);
  plan_number(plan, "surface_1", first);
  plan_number(plan, "surface_2", second);
  plan_number(plan, "mu", f->mu);
  plan_number(plan, "mu_s", f->mu_s);
  plan_number(plan, "mu_s_squared", exact_square(plan->run, f->mu_s));
  plan_number(plan, "v_rest", f->v_rest);
  plan_number(plan, "v_rest_squared", exact_square(plan->run, f->v_rest));
  plan_text(plan, "own_functions",
            f->law && f->law->functions ? f->law->functions : "");
  plan_text(plan, "own_locals", f->law && f->law->locals ? f->law->locals : "");
  if (f->law && f->law->plan) f->law->plan(plan, f);
  plan_text(plan, "tiny", tiny_text(plan));
  plan_number(plan, "settlings", MOST_SETTLINGS);
  plan_number(plan, "settled", numerics_of(s->model.is_float)->settled);
  /* A scale of residuals needs no more digits. */
  plan_number(plan, "z_unit", f->law ? golden_digits(f->unit) : 1);
  plan_number(plan, "newton", s->model.is_float ? 2e-6 : 1e-13);
  plan_number(plan, "stalled", s->model.is_float ? 1e-4 : 1e-9);
  plan_number(plan, "coarse", s->model.is_float ? 1e-2 : 1e-5);
  plan_number(plan, "course", 0.1);
  plan_number(plan, "course_value", 0.3);
  plan_number(plan, "course_rounding", s->model.is_float ? 1e-3 : 1e-8);
  plan_number(plan, "digits", s->model.is_float ? 2e-6 : 4e-15);
  plan_number(plan, "least_give", s->model.is_float ? 1e-12 : 1e-30);
  if (s->d - s->ns == 2) /* friction in a plane: its direction is found */
    plan_number(plan, "least_rho", s->model.is_float ? 1e-7 : 1e-16);
  if (s->d - s->ns == 2 || (s->is_coupled && f->power != 0)) {
    plan_number(plan, "load_digits", s->model.is_float ? 4e-7 : 4e-15);
    plan_number(plan, "most_loads", MOST_LOADS);
  }
  plan_number(plan, "most_turns", MOST_TURNS);
  plan_number(plan, "most_halvings", MOST_HALVINGS);
  plan_number(plan, "most_parts", MOST_PARTS);
  plan_figure(plan, "undivided_turns", mechanism_step_turns(s, false));
  plan_figure(plan, "step_turns", mechanism_step_turns(s, true));
  plan_number(plan, "gamma", 1 - sqrt(0.5));
  plan_number(plan, "gamma_back", sqrt(0.5) / (1 - sqrt(0.5)));
}

/* ---- the example ------------------------------------------------------- */

/* Plans the example: the scenario without inputs, or a second from 0. */
static void plan_start(const Mechanism *s, Plan *plan)
{
  static const double zeros[MOST_COORDINATES] = {0};
  const MechanismScenario *o = s->scenario;
  plan_numbers(plan, "start_q", o ? o->q : zeros, (size_t)s->n);
  plan_numbers(plan, "start_v", o ? o->qd : zeros, (size_t)s->n);
  plan_number(plan, "start_dt", o ? o->dt : 1e-3);
  plan_number(plan, "start_steps",
              o ? fmax(1, floor(fmin(1e6, o->duration / o->dt))) : 1000);
}

/* ---- the descriptor ---------------------------------------------------- */

enum {
  SIZE_N = SIZE_OWN,
  SIZE_U = SIZE_N - 1,
  SIZE_D = SIZE_N - 2,
  SIZE_CONTACT = SIZE_N - 3,
  SIZE_LAW = SIZE_N - 4,
  SIZE_Z = SIZE_N - 5
};

static const Port u = {"u", "", PORT_IN, SIZE_U, 1};
static const Port rate = {"rate", "1/s", PORT_STATE_OUT, SIZE_STATES, 1};
static const Port normal = {"normal", "N", PORT_OUT, SIZE_D, 1};
static const Port tangential = {"tangential", "N", PORT_OUT, SIZE_D, 1};
static const Port friction = {"friction", "N", PORT_OUT, SIZE_D, 1};
static const Port reaction = {"reaction", "", PORT_OUT, SIZE_N, 1};
/* For a contact's forces: n numbers or none. */
static const Port generalised = {"generalised", "", PORT_OUT, SIZE_CONTACT, 1};
static const Port by_states = {"drate_ds", "1/s", PORT_OUT, SIZE_STATES,
                               SIZE_STATES};
static const Port by_inputs = {"drate_du", "", PORT_OUT, SIZE_STATES, SIZE_U};
static const Port q = {"q", "", PORT_IN, SIZE_N, 1};
static const Port qd = {"qd", "1/s", PORT_IN, SIZE_N, 1};
static const Port z = {"z", "", PORT_IN, SIZE_Z, 1};
static const Port Qf = {"Qf", "", PORT_OUT, SIZE_LAW, 1}; /* n or none */

static const Prototype functions[] = {
    {"rate", true, {&u, &port_t, &rate}},
    {"forces",
     true,
     {&u, &port_t, &normal, &tangential, &friction, &reaction, &generalised}},
    {"jac", true, {&u, &port_t, &by_states, &by_inputs}},
    {"step", true, {&u, &port_t, &port_dt}},
    {"friction", false, {&q, &qd, &z, &u, &port_t, &Qf}},
    {"selftest", false, {NULL}}};

static const Member members[] = {{"q", SIZE_N}, {"v", SIZE_N}, {"z", SIZE_Z}};

static const Interface interface = {
    "solver", "state", "reset", members, 3, functions, COUNT(functions)};

static void plan_interface(const Mechanism *s, Plan *plan)
{
  const int sizes[] = {[-1 - SIZE_DT] = 1,
                       [-1 - SIZE_STATES] = mechanism_states(s),
                       [-1 - SIZE_N] = s->n,
                       [-1 - SIZE_U] = s->nu,
                       [-1 - SIZE_D] = s->d,
                       [-1 - SIZE_CONTACT] = s->d ? s->n : 0,
                       [-1 - SIZE_LAW] = s->friction.law ? s->n : 0,
                       [-1 - SIZE_Z] = s->nz};
  plan_object(plan, &interface, sizes);
  plan_typical(plan, "z", s->friction.breakaway);
  plan_typical(plan, "v", s->friction.bend);
}

static void decide(const Mechanism *s, const Equations *equations, Plan *plan)
{
  const bool is_small =
      block_operations(equations_get(equations, "terms")) <= MOST_INLINED;
  plan_decide(plan, "normal force", s->is_coupled ? "coupled" : "ideal",
              s->is_coupled
                  ? "friction and normal force fit each other; where no unique "
                    "pair does, the status says so"
                  : "friction takes it from the forces alone, then the "
                    "constraints are solved again with friction");
  plan_decide(plan, "factors", "unrolled",
              "entries that are 0 or 1 at every state take no operation");
  plan_decide(plan, "calls", is_small ? "inlined" : "left to the compiler",
              is_small ? "the parts of _rate are short: together they run as "
                         "fast as one written by hand"
                       : "the matrices are long, and their code would be there "
                         "several times");
  plan_text(plan, "inline",
            is_small ? run_printf(plan->run, "%s_INLINE ", plan->macro) : "");
  plan_decide(plan, "Jacobian", "symbolic",
              "residuals are derived with accelerations and forces held; one "
              "linear system for each column does the rest");
}

void mechanism_plan(const Model *model, const Equations *equations,
                    const Goldens *goldens, Plan *plan)
{
  static const ShapeMacro shape[] = {
      {"ABI", "abi"}, {"NQ", "n"}, {"NU", "nu"}, {"NZ", "nz"}, {NULL, NULL}};
  static const char *const own[] = {"sqrt", "pow", "sin", "cos"};
  const Mechanism *s = (const Mechanism *)model;
  plan->header = "mechanism/mechanism.h";
  plan->source = "mechanism/mechanism.c";
  plan->example = "mechanism/example.c";
  plan->shape = shape;
  plan_number(plan, "abi", 1);
  plan_interface(s, plan);
  plan_constants(plan, equations);
  if (model->tuning)
    plan_block(plan, "derived", equations_get(equations, "derived"));
  decide(s, equations, plan);
  plan_words(s, plan);
  plan_slopes(s, plan);
  plan_sizes(s, equations, plan);
  plan_law(s, plan);
  plan_libm(plan, equations, own, s->friction.s_ba > 0 ? 4 : 2);
  mechanism_bodies(s, equations, plan);
  plan_goldens(plan, goldens);
  plan_start(s, plan);
}
