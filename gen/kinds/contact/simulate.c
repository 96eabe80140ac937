/* simulate.c: the scenario of a contact. In: a Contact, and a solver or NULL
 * for the reference. Out: a Recording, a row for the start and one for the end
 * of each step.
 * Invariant: values of the spec's functions are held over a step, or over
 * scenario.hold if that is longer, so that the work of a load is exact and
 * energies balance to the accuracy of the steps. A function that reads the pose
 * is called once for each row, so that it may keep a memory of its own. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "fit/fit.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/area.h"
#include "kinds/contact/simulate.h"
#include "status.h"

#define INPUTS \
  {"t", "s"},  \
  {            \
    "fn", "N"  \
  }
#define MOTION                  \
  {"vx", "m/s"}, {"vy", "m/s"}, \
  {                             \
    "w", "rad/s"                \
  }
#define OUTPUTS                                                               \
  {"fx", "N"}, {"fy", "N"}, {"tau", "N m"}, {"work", "J"}, {"injected", "J"}, \
      {"stored", "J"}, {"kinetic", "J"}, {"dissipated", "J"},                 \
  {                                                                           \
    "status", "1"                                                             \
  }
static const Column driven_columns[] = {INPUTS, MOTION, OUTPUTS};
static const Column body_columns[] = {INPUTS,           {"x", "m"}, {"y", "m"},
                                      {"theta", "rad"}, MOTION,     OUTPUTS};

/* A simulation, and its energies so far */
typedef struct Sim {
  const Contact *contact;
  const Scenario *scenario;
  const Body *body; /* the scenario moves it; or NULL: a twist is given */
  ContactStepper *stepper;
  Recording *recording;
  double *shares;  /* of the load on the kept cells */
  double work;     /* of the load, or of the prescribed motion */
  double injected; /* by changes of fn, or of a tuned number, while bristles
                      are deflected or the body moves */
  double start;    /* kinetic energy */
  Inputs now;      /* of the last row */
  double now_at;   /* time of these, s */
  const Contact *untuned; /* the contact at the start */
  Contact tuned;          /* the contact with `values`, if they change */
  double values[MOST_TUNED];
} Sim;

/* ---- energies ---------------------------------------------------------- */

/* Returns the energy in the bristles of all contacts at that normal force. */
static double stored_in(const Sim *sim, double fn)
{
  const Contact *c = sim->contact;
  const double *z = sim->stepper->z;
  double sum = 0;
  if (!(fn > 0)) return 0;
  if (contact_is_reduced(c)) {
    double patch[4] = {c->cop[0], c->cop[1], c->r, c->u};
    if (c->levels) contact_patch(c, fn, patch);
    const double turn =
        c->torsion == TORSION_MATCHED ? patch[2] * patch[2] / patch[3] : 1;
    sum = z[0] * z[0] + z[1] * z[1] + turn * z[2] * z[2];
  } else {
    const int n = c->cells.count;
    contact_shares(c, fn, sim->shares);
    const double *w = c->area ? contact_pulls(c) : sim->shares;
    for (int k = 0; k < n; k++)
      sum += w[k] * (z[k] * z[k] + z[n + k] * z[n + k]);
  }
  return 0.5 * contact_hold_load(c, fn) * c->lugre.sigma0 * sum *
         (sim->body ? sim->body->contacts : 1);
}

static double kinetic(const Sim *sim)
{
  const Body *body = sim->body;
  const double *v = sim->stepper->v;
  if (!body) return 0;
  return 0.5 * (body->mass * (v[0] * v[0] + v[1] * v[1]) +
                body->inertia * v[2] * v[2]);
}

/* Returns the work of a load held over a step that moved the body by dq. */
static double load_work(const Body *body, const double load[3],
                        const double dq[3])
{
  return (load[0] + body->mass * body->gravity[0]) * dq[0] +
         (load[1] + body->mass * body->gravity[1]) * dq[1] + load[2] * dq[2];
}

/* ---- inputs ------------------------------------------------------------ */

/* `in` is the time, the pose and the velocity; functions of t get t alone. */
static void sample(const Contact *c, const Value *what, const double in[7],
                   double *out, int nout)
{
  Spec *spec = c->model.spec;
  if (what->type == VALUE_NUMBER) {
    out[0] = what->number;
    return;
  }
  spec_call(spec, what, in, what->arity > 1 ? 7 : 1, out, nout);
  for (int i = 0; i < nout; i++)
    if (!isfinite(out[i]))
      run_fail(spec->run, what->where,
               "the scenario's function gives %s at %g s",
               number_plain(spec->run, out[i]), in[0]);
}

Inputs contact_inputs(const Contact *c, double t, const double q[3],
                      const double v[3])
{
  const Scenario *s = c->scenario;
  double in[7] = {t};
  Inputs now;
  if (s->has_feedback) {
    memcpy(in + 1, q, 3 * sizeof *in);
    memcpy(in + 4, v, 3 * sizeof *in);
  }
  sample(c, s->load ? s->load : s->twist, in, now.twist_or_load, 3);
  sample(c, s->fn, in, &now.fn, 1);
  for (int i = 0; i < 3 && s->log_t; i++)
    if (s->log_load[i])
      now.twist_or_load[i] =
          log_value(s->log_t, s->log_load[i], s->log_rows, t);
  if (s->log_t && s->log_fn)
    now.fn = log_value(s->log_t, s->log_fn, s->log_rows, t);
  return now;
}

static double stretch_length(const Scenario *s)
{
  return s->hold > 0 ? s->hold : s->dt;
}

long contact_stretches(const Scenario *s)
{
  return (long)ceil(s->duration / stretch_length(s) * (1 - 1e-12));
}

Stretch contact_stretch(const Contact *c, long i)
{
  const Scenario *s = c->scenario;
  const double length = stretch_length(s), from = (double)i * length;
  const double to = fmin((double)(i + 1) * length, s->duration);
  const double steps = fmax(1, ceil((to - from) / s->dt * (1 - 1e-9)));
  const bool is_early = s->hold > 0 || s->has_feedback;
  return (Stretch){from, to, is_early ? from : (from + to) / 2, (long)steps};
}

/* ---- steps ------------------------------------------------------------- */

/* Adds a row with the status of the step, or else of the wrench at that time.
 */
static void record(Sim *sim, double t, double fn, const double wrench[3],
                   int status)
{
  const ContactStepper *m = sim->stepper;
  const double stored = stored_in(sim, fn);
  const double moving = kinetic(sim);
  double row[17];
  size_t n = 0;
  row[n++] = t;
  row[n++] = fn;
  for (int i = 0; sim->body && i < 3; i++) row[n++] = m->q[i];
  for (int i = 0; i < 3; i++) row[n++] = m->v[i];
  for (int i = 0; i < 3; i++) row[n++] = wrench[i];
  row[n++] = sim->work;
  row[n++] = sim->injected;
  row[n++] = stored;
  row[n++] = moving;
  row[n++] = sim->work + sim->injected - stored - (moving - sim->start);
  row[n++] = status;
  recording_add(sim->recording, row);
}

/* Adds the energy that a change of the normal force puts into the bristles. */
static void change_load(Sim *sim, double from, double to)
{
  sim->injected += stored_in(sim, to) - stored_in(sim, from);
}

/* Writes the values of the tuning at the time t. */
static void values_at(const Sim *sim, double t, double *values)
{
  const Contact *c = sim->untuned;
  const Tuning *tuning = c->model.tuning;
  const double in[7] = {t};
  for (size_t i = 0; i < tuning->count; i++) {
    const Tuned *one = &tuning->list[i];
    const Value *function = sim->scenario->tunes[i];
    values[i] = tuning->now[i];
    if (!function) continue;
    sample(c, function, in, &values[i], 1);
    if (!(values[i] >= one->low && values[i] <= one->high))
      run_fail(
          c->model.run, function->where,
          "the scenario sets %s = %s at %g s; it must be between %s and %s",
          one->name, number_plain(c->model.run, values[i]), t,
          number_plain(c->model.run, one->low),
          number_plain(c->model.run, one->high));
  }
  if (!tuning_is_ordered(tuning, values))
    run_fail(c->model.run, sim->scenario->tune->where,
             "the scenario's values %s at %g s do not go together",
             tuning_text(&c->model, values), t);
}

/* Gives the values of that time to the contact. A change of sigma0 changes the
 * energy of bristles, a change of mass that of the body, at once. */
static void change_tuning(Sim *sim, double t)
{
  const Tuning *tuning = sim->untuned->model.tuning;
  double values[MOST_TUNED];
  if (!sim->scenario->tune || !tuning) return;
  values_at(sim, t, values);
  const size_t bytes = tuning->count * sizeof *values;
  if (memcmp(values, sim->values, bytes) == 0) return;
  memcpy(sim->values, values, bytes);
  const double before = stored_in(sim, sim->now.fn) + kinetic(sim);
  contact_tune(&sim->tuned, sim->untuned, values);
  sim->contact = &sim->tuned;
  if (sim->body) sim->body = sim->tuned.body;
  sim->stepper->tune(sim->stepper, sim->contact, values);
  sim->injected += stored_in(sim, sim->now.fn) + kinetic(sim) - before;
}

/* Makes a step of dt that ends at `end`; with dt = 0 only writes the wrench. */
static int move(Sim *sim, const Inputs *inputs, double end, double dt,
                double wrench[3])
{
  const Contact *c = sim->contact;
  const int status = sim->stepper->step(sim->stepper, inputs->twist_or_load,
                                        inputs->fn, dt, wrench);
  if (status < 0)
    run_fail(c->model.run, c->model.spec->root.where,
             "the simulation stops at %g s: %s", end - dt,
             br_status_reason(status));
  return status;
}

/* Makes one step with its inputs held, and adds its energies. */
static int advance(Sim *sim, double end, double dt, const Inputs *held)
{
  const ContactStepper *m = sim->stepper;
  const double *input = held->twist_or_load;
  double wrench[3], before[3];
  memcpy(before, m->q, sizeof before);
  const int status = move(sim, held, end, dt, wrench);
  if (sim->body) {
    const double dq[3] = {m->q[0] - before[0], m->q[1] - before[1],
                          m->q[2] - before[2]};
    sim->work += load_work(sim->body, input, dq);
  } else {
    for (int i = 0; i < 3; i++) sim->work -= wrench[i] * input[i] * dt;
  }
  return status;
}

/* Returns the inputs of the present pose at that time, which may be those of
 * the last row. */
static Inputs inputs_at(const Sim *sim, double t)
{
  const ContactStepper *m = sim->stepper;
  return t == sim->now_at ? sim->now
                          : contact_inputs(sim->contact, t, m->q, m->v);
}

/* Rows have the inputs of the next step if they are held, otherwise the spec's
 * inputs at the time of the row. */
static void run_stretch(Sim *sim, const Stretch *s)
{
  const double dt = (s->to - s->from) / (double)s->steps;
  const bool is_held = sim->scenario->hold > 0;
  const Inputs held = inputs_at(sim, s->at);
  change_tuning(sim, s->at);
  change_load(sim, sim->now.fn, held.fn);
  for (long k = 1; k <= s->steps; k++) {
    const double at = k < s->steps ? s->from + (double)k * dt : s->to;
    const int status = advance(sim, at, dt, &held);
    const Inputs now = is_held ? held : inputs_at(sim, at);
    double wrench[3];
    change_load(sim, held.fn, now.fn);
    const int moment = move(sim, &now, at, 0, wrench);
    record(sim, at, now.fn, wrench, status ? status : moment);
    sim->now = now;
    sim->now_at = is_held ? s->at : at;
  }
}

/* Records the start, with the wrench of its inputs. */
static void record_start(Sim *sim)
{
  double wrench[3];
  sim->now_at = -1; /* there is no row yet */
  change_tuning(sim, 0);
  sim->now = inputs_at(sim, 0);
  sim->now_at = 0;
  const int status = move(sim, &sim->now, 0, 0, wrench);
  record(sim, 0, sim->now.fn, wrench, status);
}

static void run_scenario(Sim *sim, Progress *progress)
{
  const long count = contact_stretches(sim->scenario);
  record_start(sim);
  for (long i = 0; i < count; i++) {
    const Stretch stretch = contact_stretch(sim->contact, i);
    run_stretch(sim, &stretch);
    progress_show(progress, (double)i / (double)count);
  }
}

Recording *contact_simulate(const Model *model, const Solver *solver,
                            Progress *progress)
{
  const Contact *c = (const Contact *)model;
  Run *run = model->run;
  if (!c->scenario)
    run_fail(run, model->spec->root.where,
             "there is no scenario to simulate; add scenario = { duration = "
             "..., dt = ..., load or twist = function(t), fn = ... }");
  const bool has_body = c->scenario->load;
  Sim sim = {.contact = c,
             .scenario = c->scenario,
             .body = has_body ? c->body : NULL,
             .untuned = c};
  sim.stepper = contact_stepper(c, solver);
  sim.shares = run_doubles(run, (size_t)c->cells.count);
  sim.recording = recording_new(
      run, model->spec->root.where, has_body ? body_columns : driven_columns,
      has_body ? sizeof body_columns / sizeof *body_columns
               : sizeof driven_columns / sizeof *driven_columns);
  sim.start = kinetic(&sim);
  run_scenario(&sim, progress);
  return sim.recording;
}
