/* simulate.c: the scenario of a slider. In: a Slider, and a solver or NULL for
 * the reference. Out: a Recording, a row for the start and one for each step.
 *
 * Invariant: a load is evaluated at the start of its step and held. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "kinds/slider/reference.h"
#include "status.h"

static const Column columns[] = {
    {"t", "s"},    {"x", "m"},        {"y", "m"},      {"angle", "rad"},
    {"vx", "m/s"}, {"vy", "m/s"},     {"w", "rad/s"},  {"fx", "N"},
    {"fy", "N"},   {"torque", "N m"}, {"slip", "m/s"}, {"ax", "m"},
    {"ay", "m"},   {"status", "1"}};
enum { COLUMNS = COUNT(columns) };

typedef struct Sim {
  const Slider *slider;
  RefSlider reference;
  const Solver *solver; /* or NULL */
  void *state;          /* the solver's state */
  double q[3], v[3];
  double dt;
} Sim;

void slider_load(const Slider *slider, double t, const double q[3],
                 const double v[3], double load[3])
{
  const Value *function = slider->scenario->load;
  memset(load, 0, 3 * sizeof *load);
  if (!function) return;
  const double in[7] = {t, q[0], q[1], q[2], v[0], v[1], v[2]};
  spec_call(slider->model.spec, function, in, 7, load, 3);
  for (int i = 0; i < 3; i++)
    if (!isfinite(load[i]))
      run_fail(slider->model.run, function->where,
               "the scenario's load gives %s at %g s",
               number_plain(slider->model.run, load[i]), t);
}

/* Makes a step. `out` is impulses, slip speed, contact point. */
static int advance(Sim *sim, const double load[3], double out[6])
{
  if (!sim->solver) {
    RefSlide slide;
    const int status =
        ref_slider_step(&sim->reference, sim->q, sim->v, load, sim->dt, &slide);
    memcpy(out, slide.p, sizeof slide.p);
    out[3] = slide.sigma;
    memcpy(out + 4, slide.point, sizeof slide.point);
    return status;
  }
  double state[6];
  const double *const in[] = {load, &sim->dt};
  double *const outputs[] = {out};
  const int status = solver_call(sim->slider->model.run, sim->solver, "step",
                                 sim->state, in, outputs);
  sim->solver->functions->get(sim->state, state);
  memcpy(sim->q, state, sizeof sim->q);
  memcpy(sim->v, state + 3, sizeof sim->v);
  return status;
}

static void record(const Sim *sim, Recording *recording, double t,
                   const double force[3], double slip, const double point[2],
                   int status)
{
  double row[COLUMNS] = {t};
  memcpy(row + 1, sim->q, sizeof sim->q);
  memcpy(row + 4, sim->v, sizeof sim->v);
  memcpy(row + 7, force, 3 * sizeof *force);
  row[10] = slip;
  for (int i = 0; i < 2; i++) row[11 + i] = sim->q[i] + point[i];
  row[13] = status;
  recording_add(recording, row);
}

/* Records the start, with the friction of the continuous model; its power gives
 * the slip speed. */
static void record_start(const Sim *sim, Recording *recording)
{
  const RefSlider *s = &sim->reference;
  const double load = s->mass * s->gravity[2];
  double force[3], point[2], power = 0;
  ref_slider_friction(s, sim->v, force);
  for (int i = 0; i < 2; i++) point[i] = -force[i] * s->height / load;
  const double slip[3] = {sim->v[0] - sim->v[2] * point[1],
                          sim->v[1] + sim->v[2] * point[0], sim->v[2]};
  for (int i = 0; i < 3; i++) power -= force[i] * slip[i];
  const bool is_on = ref_slider_is_on_patch(s, point, sim->q[2]);
  record(sim, recording, 0, force, power / (s->mu * load), point,
         is_on ? BR_OK : BR_TIPPING);
}

static Sim sim_new(const Slider *s, const Solver *solver)
{
  Sim sim = {.slider = s, .reference = slider_reference(s), .solver = solver};
  sim.dt = s->scenario->dt;
  memcpy(sim.q, s->scenario->q, sizeof sim.q);
  memcpy(sim.v, s->scenario->v, sizeof sim.v);
  if (solver) {
    double state[6];
    memcpy(state, sim.q, sizeof sim.q);
    memcpy(state + 3, sim.v, sizeof sim.v);
    sim.state = solver_state(s->model.run, solver);
    solver->functions->set(sim.state, state);
  }
  return sim;
}

Recording *slider_simulate(const Model *model, const Solver *solver,
                           Progress *progress)
{
  const Slider *s = (const Slider *)model;
  if (!s->scenario)
    run_fail(model->run, model->spec->root.where,
             "the slider has no scenario to simulate; add scenario = "
             "{ duration = ..., dt = ... }");
  Sim sim = sim_new(s, solver);
  Recording *recording =
      recording_new(model->run, model->spec->root.where, columns, COLUMNS);
  const long steps = lround(s->scenario->duration / sim.dt);
  record_start(&sim, recording);
  for (long i = 0; i < steps; i++) {
    double load[3], out[6];
    slider_load(s, (double)i * sim.dt, sim.q, sim.v, load);
    const int status = advance(&sim, load, out);
    if (status < 0)
      run_fail(model->run, model->spec->root.where,
               "the simulation stops at %g s: %s", (double)i * sim.dt,
               br_status_reason(status));
    for (int d = 0; d < 3; d++) out[d] /= sim.dt;
    record(&sim, recording, (double)(i + 1) * sim.dt, out, out[3], out + 4,
           status);
    progress_show(progress, (double)(i + 1) / (double)steps);
  }
  return recording;
}
