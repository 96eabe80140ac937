/* verify.c: the common part of all contacts' checks. In: a Contact and a
 * Solver. Out: twists to test, places of the patch, calls of the solver, and
 * checks of promises that every contact keeps.
 *
 * Invariant: tolerances have the same meaning at every state: an error is
 * relative to the terms that cancel in the result, never to the result. */
#include "kinds/contact/verify.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "bristle_rt.h"

/* Places of a contact under one twist, each made when it is first asked for. */
typedef struct KnownPlaces {
  const Contact *contact;
  double fn, twist[3];
  Place *places;
  bool *is_made;
} KnownPlaces;

enum { AT_REST, MOVING, KNOWN };

static KnownPlaces *known_new(Run *run, int places)
{
  const size_t count = (size_t)places;
  KnownPlaces *known = run_alloc(run, KNOWN * sizeof *known);
  for (int i = 0; i < KNOWN; i++) {
    known[i].places = run_alloc(run, count * sizeof *known[i].places);
    known[i].is_made = run_alloc(run, count * sizeof *known[i].is_made);
  }
  return known;
}

ContactTrial trial_new(const Contact *c, const Solver *solver,
                       Verification *verification)
{
  const Lugre *f = &c->lugre;
  const bool is_float = c->model.is_float, is_reduced = contact_is_reduced(c);
  Run *run = c->model.run;
  const double length = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2;
  const int places = is_reduced ? 1 : c->cells.count;
  return (ContactTrial){.contact = c,
                        .friction = f,
                        .reference = contact_reference(c),
                        .solver = solver,
                        .verification = verification,
                        .run = run,
                        .state = solver_state(run, solver),
                        .places = places,
                        .nstates = is_reduced ? 3 : 2 * (size_t)c->cells.count,
                        .tolerances = contact_tolerances(c),
                        .is_float = is_float,
                        .unit = is_float ? 0x1p-24 : 0x1p-53,
                        .edge = 1 / (1 - f->s_ba),
                        .slack = is_float ? 1 : 1e-3,
                        .tiny = is_float ? 1e-18 : 1e-150,
                        .speed = f->v_s > 0    ? f->v_s
                                 : f->stribeck ? 1e-2
                                               : 1e-3,
                        .length = length,
                        .arm = length,
                        .fn = c->fn,
                        .seed = 1,
                        .known = known_new(run, places)};
}

/* ---- numbers ----------------------------------------------------------- */

double trial_real(const ContactTrial *t, double value)
{
  return t->is_float ? float_rounded(value) : value;
}

double trial_random(ContactTrial *t, double low, double high)
{
  return number_random(&t->seed, low, high);
}

double trial_natural_time(const ContactTrial *t)
{
  return t->friction->mu_c / (t->friction->sigma0 * t->speed);
}

double trial_steepness(const ContactTrial *t, double s)
{
  const Lugre *f = t->friction;
  double steep = f->stribeck ? 1 : 0;
  if (!f->stribeck && f->mu_s > f->mu_c) {
    const double power = pow(s / f->v_s, f->gamma);
    if (power < EXP_CUT) steep = f->gamma * power;
  }
  if (f->v_d > 0) {
    const double power = s / f->v_d * (s / f->v_d);
    if (power < EXP_CUT) steep += 2 * power;
  }
  return steep;
}

/* ---- twists ------------------------------------------------------------ */

void trial_random_twist(ContactTrial *t, double speed, double twist[3])
{
  for (int d = 0; d < 3; d++)
    twist[d] = trial_real(
        t, trial_random(t, -1, 1) * speed / (d == 2 ? t->length : 1));
}

/* Writes the rotation at w about the point p. */
static void turn_about(const ContactTrial *t, double w, double px, double py,
                       double twist[3])
{
  twist[2] = trial_real(t, w);
  twist[0] = trial_real(t, twist[2] * py);
  twist[1] = trial_real(t, -twist[2] * px);
}

const char *trial_twist(ContactTrial *t, int i, double twist[3])
{
  const Cells *cells = &t->contact->cells;
  const int k = (i * 7) % cells->count;
  const double hx = cells->grid.sx / cells->grid.nx;
  const double w = 3 * t->speed / t->length;
  const char *names[] = {"no twist",
                         "a tiny twist",
                         "a huge twist",
                         "a turn",
                         "a turn about a cell",
                         "a turn about a corner",
                         "a turn about an edge",
                         "a far turn",
                         "a slide"};
  double about[2] = {0, 0};
  random_direction(&t->seed, 2, twist);
  twist[2] = trial_random(t, -1, 1) / t->length;
  if (i >= (int)(COUNT(names))) { /* of all magnitudes */
    const double speed = t->speed * pow(10, trial_random(t, -4, 4));
    for (int d = 0; d < 3; d++)
      twist[d] =
          trial_real(t, twist[d] * speed * pow(10, trial_random(t, -1, 1)));
    return "a random twist";
  }
  const double factor = i == 0   ? 0
                        : i == 1 ? t->tiny
                        : i == 2 ? 1e3
                                 : 2 * t->speed;
  for (int d = 0; d < 3; d++) twist[d] = trial_real(t, factor * twist[d]);
  if (i >= 4 && i <= 6) {
    about[0] = cells->x[k] + (i == 4 ? 0 : hx / 2);
    about[1] = cells->y[k] + (i == 5 ? cells->grid.sy / cells->grid.ny / 2 : 0);
  }
  if (i >= 3 && i <= 6)
    turn_about(t, i % 2 ? w : -w, about[0], about[1], twist);
  if (i == 7)
    turn_about(t, 2e-6 * t->speed / t->length, 1e6 * t->length,
               -7e5 * t->length, twist);
  if (i == 8) twist[2] = 0;
  return names[i];
}

/* ---- places ------------------------------------------------------------ */

Place trial_at(const ContactTrial *t, int k, const double twist[3])
{
  const bool is_moving = twist[0] != 0 || twist[1] != 0 || twist[2] != 0;
  KnownPlaces *known = &t->known[is_moving ? MOVING : AT_REST];
  if (known->contact != t->contact || known->fn != t->fn ||
      memcmp(known->twist, twist, sizeof known->twist) != 0) {
    known->contact = t->contact;
    known->fn = t->fn;
    memcpy(known->twist, twist, sizeof known->twist);
    memset(known->is_made, 0, (size_t)t->places * sizeof *known->is_made);
  }
  if (!known->is_made[k]) known->places[k] = t->form->place(t, k, twist);
  known->is_made[k] = true;
  return known->places[k];
}

Place trial_place(const ContactTrial *t, int k, const double twist[3],
                  const double *z)
{
  Place p = trial_at(t, k, twist);
  for (int d = 0; d < p.m.n; d++) p.z[d] = z[d * t->places + k];
  return p;
}

void place_wrench(const Place *p, const double *force, int cols, double *out)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < cols; j++) {
      double sum = 0;
      for (int d = 0; d < p->m.n; d++)
        sum += p->by_twist[3 * d + i] * force[d * cols + j];
      out[i * cols + j] = p->load * sum;
    }
}

void place_by_twist(const Place *p, const double *by_v, int rows, double *out)
{
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 3; j++) {
      out[3 * i + j] = 0;
      for (int d = 0; d < p->m.n; d++)
        out[3 * i + j] += by_v[i * p->m.n + d] * p->by_twist[3 * d + j];
    }
}

/* ---- errors ------------------------------------------------------------ */

double summed_scale(const ContactTrial *t, double scale, const Check *check)
{
  return scale * (1 + t->places * t->unit / check->tolerance);
}

double trial_wrench_error(const ContactTrial *t, const double got[3],
                          const double expected[3], double scale)
{
  return block_error(got, expected, 3, 1, scale, t->arm, 1);
}

/* ---- the solver -------------------------------------------------------- */

int solver_rate(const ContactTrial *t, const double *z, const double twist[3],
                double *dz, double *wrench)
{
  const double *const in[] = {twist, &t->fn};
  double *const out[] = {dz, wrench};
  t->solver->functions->set(t->state, z);
  return solver_call(t->run, t->solver, "rate", t->state, in, out);
}

int solver_step(const ContactTrial *t, double *z, const double twist[3],
                double dt, double *wrench)
{
  const double *const in[] = {twist, &t->fn, &dt};
  double *const out[] = {wrench};
  t->solver->functions->set(t->state, z);
  const int status = solver_call(t->run, t->solver, "step", t->state, in, out);
  t->solver->functions->get(t->state, z);
  return status;
}

int solver_plain(const ContactTrial *t, const char *function,
                 const double twist[3], double *wrench)
{
  const double *const in[] = {twist, &t->fn};
  double *const out[] = {wrench};
  return solver_call(t->run, t->solver, function, t->state, in, out);
}

/* ---- symmetry, calls --------------------------------------------------- */

/* Returns 0 if b is -a, else 1. */
static double not_opposite(const double *a, const double *b, size_t count)
{
  double worst = 0;
  for (size_t i = 0; i < count; i++) worst = worse_of(worst, fabs(a[i] + b[i]));
  return worst;
}

void verify_symmetry(ContactTrial *t)
{
  const size_t count = t->nstates;
  const double dt = 0.3 * trial_natural_time(t);
  Check *check = verify_check(t->verification, "odd symmetry", 0);
  double *z[2], *dz[2], twist[2][3], wrench[2][3];
  for (int s = 0; s < 2; s++) {
    z[s] = run_doubles(t->run, count);
    dz[s] = run_doubles(t->run, count);
  }
  for (int i = 0; i < TWISTS; i++) {
    const char *motion = trial_twist(t, i, twist[0]);
    t->form->state(t, i % STATES, twist[0], z[0]);
    for (size_t k = 0; k < count; k++) z[1][k] = -z[0][k];
    for (int d = 0; d < 3; d++) twist[1][d] = -twist[0][d];
    for (int s = 0; s < 2; s++)
      solver_rate(t, z[s], twist[s], dz[s], wrench[s]);
    check_add(check,
              not_opposite(wrench[0], wrench[1], 3) +
                  not_opposite(dz[0], dz[1], count),
              "rate, %s", motion);
    for (int s = 0; s < 2; s++) solver_step(t, z[s], twist[s], dt, wrench[s]);
    check_add(
        check,
        not_opposite(wrench[0], wrench[1], 3) + not_opposite(z[0], z[1], count),
        "step, %s", motion);
    static const char *const plain[] = {"steady", "limit"};
    for (int f = 0; f < 2; f++) {
      for (int s = 0; s < 2; s++)
        solver_plain(t, plain[f], twist[s], wrench[s]);
      check_add(check, not_opposite(wrench[0], wrench[1], 3), "%s, %s",
                plain[f], motion);
    }
  }
}

void verify_promises(ContactTrial *t)
{
  double twist[3], *z = run_doubles(t->run, t->nstates);
  const double dt =
      trial_real(t, 0.3 * t->friction->mu_c / (t->friction->sigma0 * t->speed));
  trial_twist(t, TWISTS - 1, twist);
  t->form->state(t, 0, twist, z);
  const double wrench[3] = {0.5 * t->fn, -0.25 * t->fn, 0.1 * t->fn * t->arm};
  const double share = 0.5;
  const Sample samples[] = {{"twist", twist},
                            {"fn", &t->fn},
                            {"dt", &dt},
                            {"wrench", wrench},
                            {"share", &share}};
  verify_calls(t->solver, z, samples, COUNT(samples), t->verification);
}
