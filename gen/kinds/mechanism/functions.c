/* functions.c: the functions of a mechanism as expressions. In: the functions
 * of the spec. Out: the number of constraints and the contact point's
 * dimensions; or the run ends at the line of a function with a wrong result.
 *
 * Invariant: this file takes no derivatives; the reference's numbers decide. */
#include "base/base.h"
#include "language/language.h"
#include "fit/fit.h"
#include "kinds/mechanism/mechanism.h"

#include <string.h>

enum { POINTS = 12 };

static const char *const time_name[] = {"t"};

/* "q0", "q1", ... */
static const char *const *numbered(Run *run, const char *letter, int count)
{
  const char **names = run_alloc(run, ((size_t)count + 1) * sizeof *names);
  for (int i = 0; i < count; i++) names[i] = run_printf(run, "%s%d", letter, i);
  return names;
}

/* The arguments of a function, of q, qd, t, u */
typedef enum Takes { TAKES_Q_T, TAKES_Q_V_T, TAKES_Q_V_T_U } Takes;

static void set_signature(const Mechanism *s, Traced *f, Takes takes,
                          const ResultShape *shapes, size_t nshapes,
                          const char *returns)
{
  Run *run = s->model.run;
  const size_t n = (size_t)s->n, nu = (size_t)s->nu;
  const Parameter q = {true, n, s->q_names, numbered(run, "q", s->n)};
  const Parameter v = {true, n, s->q_names, numbered(run, "v", s->n)};
  const Parameter t = {false, 1, time_name, time_name};
  const Parameter u = {true, nu, s->u_names, numbered(run, "u", s->nu)};
  const char **symbols = run_alloc(run, ((size_t)s->np + 1) * sizeof *symbols);
  for (int i = 0; i < s->np; i++)
    symbols[i] = parameter_symbol(run, s->par_names[i]);
  const Parameter par = {true, (size_t)s->np, s->par_names, symbols};
  Parameter *all = run_alloc(run, 5 * sizeof *all);
  size_t count = 0;
  all[count++] = q;
  if (takes != TAKES_Q_T) all[count++] = v;
  all[count++] = t;
  if (takes == TAKES_Q_V_T_U) all[count++] = u;
  if (s->np > 0) all[count++] = par;
  ResultShape *results = run_alloc(run, nshapes * sizeof *results);
  memcpy(results, shapes, nshapes * sizeof *results);
  f->signature = (Signature){all, count, results, nshapes, returns};
}

/* Writes the middle of a parameter's range and a quarter of its width; a
 * parameter that is not tuned keeps its value. */
static void parameter_range(const Mechanism *s, int i, double *centre,
                            double *reach)
{
  const Tuning *tuning = s->model.tuning;
  *centre = s->par[i];
  *reach = 0;
  for (size_t k = 0; tuning && k < tuning->count; k++)
    if (strcmp(tuning->list[k].name, s->par_names[i]) == 0) {
      *centre = (tuning->list[k].low + tuning->list[k].high) / 2;
      *reach = (tuning->list[k].high - tuning->list[k].low) / 4;
    }
}

/* Traces a function around the start of the motion. */
static void trace_at(const Mechanism *s, Traced *f,
                     const MechanismScenario *start)
{
  enum { MOST = 2 * MOST_COORDINATES + 1 + MOST_INPUTS + MOST_PARAMETERS };
  double centre[MOST] = {0}, reach[MOST];
  const bool has_rates = f->signature.parameters[1].is_table &&
                         f->signature.parameters[1].names == s->q_names;
  size_t count = 0;
  for (size_t i = 0; i < f->signature.nparameters; i++)
    count += f->signature.parameters[i].count;
  for (int i = 0; start && i < s->n; i++) centre[i] = start->q[i];
  for (int i = 0; start && has_rates && i < s->n; i++)
    centre[s->n + i] = start->qd[i];
  for (size_t i = 0; i < count; i++) reach[i] = 1;
  for (int i = 0; i < s->np; i++) {
    const size_t at = count - (size_t)(s->np - i);
    parameter_range(s, i, &centre[at], &reach[at]);
  }
  f->exprs =
      trace_function(s->model.spec, f->function, &f->signature, centre, reach);
  f->evaluator =
      trace_evaluator(s->model.spec, f->function, &f->signature, f->exprs);
}

static void trace_dynamics(Mechanism *s, const MechanismScenario *start)
{
  Run *run = s->model.run;
  const ResultShape number = {0, 0}, list = {s->n, 0}, square = {s->n, s->n};
  if (s->mass.function) {
    set_signature(
        s, &s->mass, TAKES_Q_T, &square, 1,
        run_printf(run, "%d row%s of %d number%s, { { ... }, ... }", s->n,
                   s->n == 1 ? "" : "s", s->n, s->n == 1 ? "" : "s"));
    trace_at(s, &s->mass, start);
  }
  if (s->kinetic.function) {
    set_signature(s, &s->kinetic, TAKES_Q_V_T, &number, 1, "1 number");
    trace_at(s, &s->kinetic, start);
  }
  if (s->potential.function) {
    set_signature(s, &s->potential, TAKES_Q_T, &number, 1, "1 number");
    trace_at(s, &s->potential, start);
  }
  if (s->force.function) {
    set_signature(s, &s->force, TAKES_Q_V_T_U, &list, 1,
                  run_printf(run, "a list of %d number%s, { ... }", s->n,
                             s->n == 1 ? "" : "s"));
    trace_at(s, &s->force, start);
  }
}

static void trace_constraints(Mechanism *s, const MechanismScenario *start)
{
  Run *run = s->model.run;
  if (s->constraint.function) {
    const ResultShape list = {-1, 0};
    set_signature(s, &s->constraint, TAKES_Q_T, &list, 1,
                  "a list of values that must stay 0, { ... }");
    trace_at(s, &s->constraint, start);
    s->mh = s->constraint.signature.results[0].rows;
  }
  if (s->velocity.function) {
    const ResultShape both[] = {{-1, s->n}, {-1, 0}};
    set_signature(s, &s->velocity, TAKES_Q_T, both, 2,
                  run_printf(run,
                             "rows of %d numbers and a list with a number "
                             "for each row, { { ... } }, { ... }",
                             s->n));
    trace_at(s, &s->velocity, start);
    const ResultShape *shapes = s->velocity.signature.results;
    s->mv = shapes[0].rows;
    if (shapes[0].rows != shapes[1].rows)
      run_fail(run, s->velocity.function->where,
               "velocity_constraint returns %d row(s) but %d number(s) beside "
               "them; each row needs one",
               shapes[0].rows, shapes[1].rows);
  }
  s->m = s->mh + s->mv;
  const Value *blamed = s->mh > 0 || !s->velocity.function
                            ? s->constraint.function
                            : s->velocity.function;
  if (s->m > MOST_ROWS || s->m >= s->n)
    run_fail(run, blamed->where,
             "%d constraints leave no freedom to %d coordinate%s; at most %d "
             "are possible",
             s->m, s->n, s->n == 1 ? "" : "s",
             s->n - 1 < MOST_ROWS ? s->n - 1 : MOST_ROWS);
}

static void trace_contact(Mechanism *s, const MechanismScenario *start)
{
  if (!s->contact.function) return;
  const ResultShape list = {-1, 0};
  set_signature(s, &s->contact, TAKES_Q_T, &list, 1,
                "a point, { x, y } or { x, y, z }");
  trace_at(s, &s->contact, start);
  s->d = s->contact.signature.results[0].rows;
  if (s->d != 2 && s->d != 3)
    run_fail(s->model.run, s->contact.function->where,
             "contact must return { x, y } or { x, y, z }, got %d number%s",
             s->d, s->d == 1 ? "" : "s");
}

void mechanism_trace(Mechanism *s, const MechanismScenario *start)
{
  trace_dynamics(s, start);
  trace_constraints(s, start);
  trace_contact(s, start);
}

int mechanism_states(const Mechanism *s)
{
  return 2 * s->n + s->nz;
}

void mechanism_input(const Mechanism *s, double t, double *u)
{
  const MechanismScenario *scenario = s->scenario;
  const Parameter parameters[] = {
      {false, 1, time_name, time_name},
      {true, (size_t)s->np, s->par_names, s->par_names}};
  ResultShape list = {s->nu, 0};
  const Signature signature = {parameters, s->np > 0 ? 2 : 1, &list, 1,
                               "a list with a number for each input"};
  double in[1 + MOST_PARAMETERS] = {t};
  memcpy(in + 1, s->par, (size_t)s->np * sizeof *in);
  memset(u, 0, MOST_INPUTS * sizeof *u);
  if (scenario && scenario->input)
    trace_call(s->model.spec, scenario->input, &signature, in, u);
  for (int i = 0; i < s->nu && scenario && scenario->log_t; i++)
    if (scenario->log_u[i])
      u[i] = log_value(scenario->log_t, scenario->log_u[i], scenario->log_rows,
                       t);
}
