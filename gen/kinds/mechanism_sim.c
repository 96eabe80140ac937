/* mechanism_sim.c: the scenario of a mechanism. In: a Mechanism, a solver or
 * none (the reference). Out: a Recording, a line for each step, and its
 * picture.
 *
 * Invariant: inputs are held over a step, so that results do not depend on who
 * steps. */
#include "mechanism.h"

#include <math.h>
#include <string.h>

enum { MOST_COLUMNS = 2 * MOST_COORDINATES + MOST_INPUTS + 12 };

typedef struct Sim {
  const Mechanism *s;
  RefMechanism *reference;
  const Solver *solver; /* or NULL */
  void *state;
  double values[REF_STATES], u[MOST_INPUTS];
  double work;  /* of friction */
  double power; /* of friction at the last line */
} Sim;

static const Column *columns_of(const Mechanism *s, size_t *count)
{
  Run *run = s->model.run;
  static const char *const point[] = {"x", "y", "z"};
  Column *c = run_alloc(run, MOST_COLUMNS * sizeof *c);
  size_t n = 0;
  c[n++] = (Column){"t", "s"};
  for (int i = 0; i < s->n; i++) c[n++] = (Column){s->q_names[i], "1"};
  for (int i = 0; i < s->n; i++)
    c[n++] = (Column){run_printf(run, "d_%s", s->q_names[i]), "1/s"};
  for (int i = 0; i < s->nu; i++)
    c[n++] = (Column){run_printf(run, "u_%s", s->u_names[i]), "1"};
  for (int k = 0; k < s->d; k++)
    c[n++] = (Column){run_printf(run, "p_%s", point[k]), "m"};
  if (s->d > 0) c[n++] = (Column){"normal", "N"};
  if (s->law != LAW_NONE) c[n++] = (Column){"friction", "N"};
  c[n++] = (Column){"kinetic", "J"};
  if (s->potential.function) c[n++] = (Column){"potential", "J"};
  if (s->law != LAW_NONE) c[n++] = (Column){"friction_work", "J"};
  c[n++] = (Column){"drift", "1"};
  *count = n;
  return c;
}

static void require(const Sim *sim, int status, double t)
{
  static const char *const reasons[] = {
      "bad input", "no convergence; a smaller dt helps",
      "the state is no longer finite",
      "constraints are singular there, or friction locks"};
  if (status == REF_OK) return;
  run_fail(
      sim->s->model.run, sim->s->model.spec->root.where,
      "the motion cannot go on at t = %g s: %s", t,
      status >= -4 && status < 0 ? reasons[-1 - status] : "unknown status");
}

/* Normal force, friction and generalised friction. */
static void forces_at(Sim *sim, double t, double *normal, double *friction,
                      double *Qf)
{
  const Mechanism *s = sim->s;
  if (!sim->solver) {
    RefMotion motion;
    require(
        sim,
        ref_mechanism_solve(sim->reference, sim->values, sim->u, t, &motion),
        t);
    memcpy(normal, motion.normal, 3 * sizeof *normal);
    memcpy(friction, motion.friction, 3 * sizeof *friction);
    memcpy(Qf, motion.Qf, (size_t)s->n * sizeof *Qf);
    return;
  }
  double reaction[MOST_COORDINATES];
  const double *both[2] = {sim->u, &t};
  const double *const *in = s->nu ? both : both + 1;
  double *out[] = {normal, NULL, friction, NULL, Qf}, *only[] = {reaction};
  require(sim,
          solver_call(s->model.run, sim->solver, "forces", sim->state, in,
                      s->d ? out : only),
          t);
}

static void record(Sim *sim, Recording *recording, double t)
{
  const Mechanism *s = sim->s;
  double row[MOST_COLUMNS], normal[3] = {0}, friction[3] = {0};
  double Qf[MOST_COORDINATES] = {0}, point[3], drift = 0, power = 0;
  RefTerms o = {.drift = {0}};
  size_t n = 0;
  forces_at(sim, t, normal, friction, Qf);
  row[n++] = t;
  for (int i = 0; i < 2 * s->n; i++) row[n++] = sim->values[i];
  for (int i = 0; i < s->nu; i++) row[n++] = sim->u[i];
  if (s->d > 0)
    sim->reference->contact(sim->reference->context, sim->values, t, point);
  for (int k = 0; k < s->d; k++) row[n++] = point[k];
  if (s->d > 0) row[n++] = hypot(hypot(normal[0], normal[1]), normal[2]);
  if (s->law != LAW_NONE)
    row[n++] = hypot(hypot(friction[0], friction[1]), friction[2]);
  row[n++] = ref_mechanism_kinetic(sim->reference, sim->values, t);
  if (s->potential.function)
    row[n++] =
        sim->reference->potential(sim->reference->context, sim->values, t);
  for (int i = 0; i < s->n; i++) power += Qf[i] * sim->values[s->n + i];
  if (recording->nrows > 0)
    sim->work += s->scenario->dt * (power + sim->power) / 2;
  sim->power = power;
  if (s->law != LAW_NONE) row[n++] = sim->work;
  if (s->mh > 0)
    sim->reference->constraint(sim->reference->context, sim->values, t,
                               o.drift);
  for (int r = 0; r < s->mh; r++) drift = fmax(drift, fabs(o.drift[r]));
  row[n++] = drift;
  recording_add(recording, row);
}

static void step(Sim *sim, double t, double dt)
{
  const Mechanism *s = sim->s;
  if (!sim->solver) {
    require(sim, ref_mechanism_step(sim->reference, sim->values, sim->u, t, dt),
            t);
    return;
  }
  const double *all[3] = {sim->u, &t, &dt};
  require(sim,
          solver_call(s->model.run, sim->solver, "step", sim->state,
                      s->nu ? all : all + 1, NULL),
          t);
  sim->solver->functions->get(sim->state, sim->values);
}

Recording *mechanism_simulate(const Model *model, const Solver *solver,
                              Progress *progress)
{
  const Mechanism *s = (const Mechanism *)model;
  const MechanismScenario *scenario = s->scenario;
  Run *run = model->run;
  if (!scenario)
    run_fail(run, model->spec->root.where,
             "there is nothing to simulate: add scenario = { duration = ..., "
             "dt = ..., q = { ... } }");
  Sim sim = {.s = s, .reference = mechanism_reference(s), .solver = solver};
  memcpy(sim.values, scenario->q, (size_t)s->n * sizeof *sim.values);
  memcpy(sim.values + s->n, scenario->qd, (size_t)s->n * sizeof *sim.values);
  if (solver) {
    sim.state = solver_state(run, solver);
    solver->functions->set(sim.state, sim.values);
  }
  size_t count;
  const Column *columns = columns_of(s, &count);
  Recording *recording =
      recording_new(run, model->spec->root.where, columns, count);
  const long steps = lround(scenario->duration / scenario->dt);
  for (long i = 0; i <= steps; i++) {
    const double t = (double)i * scenario->dt;
    mechanism_input(s, t, sim.u);
    record(&sim, recording, t);
    if (i < steps) step(&sim, t, scenario->dt);
    progress_show(progress, (double)i / (double)steps);
  }
  return recording;
}

/* Coordinates, forces at the contact, energies; and the path of the contact. */
const char *mechanism_picture(const Model *model, const Recording *recording)
{
  const Mechanism *s = (const Mechanism *)model;
  Text script = text_new(model->run);
  const int first = 2 * s->n + s->nu + 2; /* column of p_x, from 1 */
  const int energy = first + s->d + (s->d > 0) + (s->law != LAW_NONE);
  recording_data(recording, &script);
  text_add(&script,
           "set multiplot layout 3,1\nset xlabel 't (s)'\nset grid\n"
           "set ylabel 'coordinates'\nplot ");
  for (int i = 0; i < s->n; i++)
    text_add(&script, "%s$run using 1:%d with lines title '%s'", i ? ", " : "",
             i + 2, s->q_names[i]);
  text_add(&script, "\nset ylabel '%s'\nplot ",
           s->d ? "force (N)" : "rates (1/s)");
  if (s->d > 0)
    text_add(&script, "$run using 1:%d with lines title 'normal'",
             first + s->d);
  for (int i = 0; s->d == 0 && i < s->n; i++)
    text_add(&script, "%s$run using 1:%d with lines title 'd %s'",
             i ? ", " : "", s->n + i + 2, s->q_names[i]);
  if (s->law != LAW_NONE)
    text_add(&script, ", $run using 1:%d with lines title 'friction'",
             first + s->d + 1);
  if (s->d > 0)
    text_add(&script,
             "\nset xlabel 'x (m)'\nset ylabel 'y (m)'\nplot $run using "
             "%d:%d with lines title 'contact point'\n",
             first, first + 1);
  else
    text_add(&script,
             "\nset ylabel 'energy (J)'\nplot $run using 1:%d with lines "
             "title 'kinetic'\n",
             energy);
  text_add(&script, "unset multiplot\n");
  return script.chars;
}

/* The motion of the scenario by the reference. */
void mechanism_plot(const Model *model, const char *dir, Text *written)
{
  Progress progress = progress_start(model->name);
  const Recording *recording =
      mechanism_simulate(model, solver_of_model(model), &progress);
  progress_end(&progress);
  gnuplot_pictures(model->run, dir,
                   run_printf(model->run, "%s_motion", model->name), 900, 1000,
                   mechanism_picture(model, recording), written);
}
