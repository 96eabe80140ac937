/* samples.c: test states of a mechanism: random states with a unique motion.
 * In: a Mechanism, its reference, a seed. Out: states, inputs, and the least
 * acceleration as a scale of errors.
 *
 * Invariant: numbers are exact in the solver's type. */
#include "base/base.h"
#include "language/language.h"
#include "plan/plan.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/dense.h"
#include "reference/mechanism/mechanism.h"
#include <math.h>
#include <string.h>

double mechanism_real(const Mechanism *s, double value)
{
  return s->model.is_float ? float_rounded(value) : value;
}

static void round_all(const Mechanism *s, double *values, int count)
{
  for (int i = 0; i < count; i++) values[i] = mechanism_real(s, values[i]);
}

/* The state is around the start of the scenario and moves; bristles are well
 * below their slip. */
void random_state(const Mechanism *s, uint64_t *seed, double *state, double *u)
{
  const MechanismScenario *start = s->scenario;
  const double load = s->friction.is_force ? GOLDEN_BRISTLE_LOAD : 1;
  const double bristle = 0.5 * s->friction.breakaway * load;
  for (int i = 0; i < s->n; i++) {
    state[i] = (start ? start->q[i] : 0) + number_random(seed, -0.2, 0.2);
    state[s->n + i] = (start ? start->qd[i] : 0) + number_random(seed, -1, 1);
  }
  for (int i = 2 * s->n; i < mechanism_states(s); i++)
    state[i] = number_random(seed, -bristle, bristle);
  for (int i = 0; i < s->nu; i++) u[i] = number_random(seed, -1, 1);
  round_all(s, state, mechanism_states(s));
  round_all(s, u, s->nu);
}

void put_bristles_at(const Mechanism *s, const RefMechanism *reference,
                     double t, int turn, double *state)
{
  static const double u[MOST_INPUTS] = {0};
  const double b = s->friction.s_ba;
  const double shares[BENDS] = {0.6 * b,
                                0.7 * b + 0.3, /* between edges */
                                0.3 * b + 0.7,
                                1.2, /* then at them */
                                b,
                                1};
  double *z = state + 2 * s->n;
  RefTerms o;
  if (b == 0) return;
  ref_mechanism_terms(reference, state, state + s->n, t, u, &o);
  const double zmax =
      reference->law->zmax(reference->law, ref_length(o.slip, s->d));
  const double size = shares[turn % BENDS] * zmax;
  const double scale = size / fmax(ref_length(z, s->nz), 1e-3 * size);
  for (int k = 0; k < s->nz; k++) z[k] *= scale;
  round_all(s, z, s->nz);
}

/* Scales the difference of velocities from the start's by that share. */
static void pace(const Mechanism *s, double share, double *state)
{
  const MechanismScenario *start = s->scenario;
  for (int k = s->n; k < 2 * s->n; k++) {
    const double usual = start ? start->qd[k - s->n] : 0;
    state[k] = mechanism_real(s, usual + share * (state[k] - usual));
  }
}

/* Returns true if the motion is unique, also a tenth faster: near a state where
 * friction locks, rounding is amplified. */
static bool is_unique(const Mechanism *s, const RefMechanism *reference,
                      const double *u, double t, const double *state,
                      RefMotion *motion)
{
  double faster[MOST_STATES];
  RefMotion other;
  memcpy(faster, state, (size_t)mechanism_states(s) * sizeof *faster);
  pace(s, 1.1, faster);
  return ref_mechanism_solve(reference, state, u, t, motion) >= BR_OK &&
         ref_mechanism_solve(reference, faster, u, t, &other) >= BR_OK;
}

/* Sets the bristles again at each speed, since their size depends on the slip.
 * Those that lock at every speed become smaller, too: bristles across the
 * surface, which no slip along it bends, change the load themselves. */
bool slow_until_unique(const Mechanism *s, const RefMechanism *reference,
                       const double *u, double t, int turn, double *state,
                       RefMotion *motion)
{
  for (int i = 0; i < 30; i++) {
    if (is_unique(s, reference, u, t, state, motion)) return true;
    pace(s, 0.25, state);
    if (i < 15)
      put_bristles_at(s, reference, t, turn, state);
    else
      for (int k = 2 * s->n; k < mechanism_states(s); k++)
        state[k] = mechanism_real(s, 0.25 * state[k]);
  }
  return false;
}

double least_acceleration(const Mechanism *s, const RefMechanism *reference,
                          const double *state, const double *u, double t)
{
  const int n = s->n;
  const double beta = s->baumgarte[1];
  RefTerms o;
  double free = 1e-2 * beta * beta;
  ref_mechanism_terms(reference, state, state + n, t, u, &o);
  for (int i = 0; i < n; i++) free = fmax(free, fabs(o.Q[i]) / o.M[i * n + i]);
  return 1e-3 + (s->model.is_float ? 1e-2 : 1e-5) * free;
}

double constraint_residuals(const Mechanism *s, const RefTerms *terms,
                            bool is_of_rates, double *residuals)
{
  double largest = 0;
  for (int r = 0; r < s->m; r++) {
    residuals[r] = r >= s->mh     ? (is_of_rates ? terms->drift[r] : 0)
                   : !is_of_rates ? terms->drift[r]
                                  : terms->speed[r];
    largest = fmax(largest, fabs(residuals[r]));
  }
  return largest;
}

bool least_change(const Mechanism *s, const RefTerms *terms,
                  const double *residuals, double *change)
{
  const int n = s->n, m = s->m;
  double AA[MOST_ROWS * MOST_ROWS] = {0}, x[MOST_ROWS];
  for (int r = 0; r < m; r++) {
    x[r] = residuals[r];
    for (int c = 0; c < m; c++)
      for (int j = 0; j < n; j++)
        AA[r * m + c] += terms->A[r * n + j] * terms->A[c * n + j];
  }
  if (!ref_dense_solve(AA, x, m)) return false;
  for (int j = 0; j < n; j++) {
    change[j] = 0;
    for (int r = 0; r < m; r++) change[j] -= terms->A[r * n + j] * x[r];
  }
  return true;
}

/* Moves q onto the constraints and v along them, by steps of least size. */
bool project_state(const Mechanism *s, const RefMechanism *reference, double t,
                   double *state)
{
  static const double u[MOST_INPUTS] = {0};
  const int n = s->n;
  bool is_there = true;
  for (int part = 0; part < 2 && is_there; part++)
    for (int turn = 0; turn < 30; turn++) {
      RefTerms o;
      double x[MOST_ROWS], change[MOST_COORDINATES];
      ref_mechanism_terms(reference, state, state + n, t, u, &o);
      double *const y = state + part * n, step = 0, size = 0;
      if (constraint_residuals(s, &o, part == 1, x) < 1e-13) break;
      is_there = turn < 29 && least_change(s, &o, x, change);
      if (!is_there) break;
      for (int j = 0; j < n; j++) {
        step = fmax(step, fabs(change[j]));
        size = fmax(size, fabs(y[j]));
        y[j] += change[j];
      }
      if (step <= 1e-10 * size) break; /* its last digits are left */
    }
  round_all(s, state, 2 * n);
  return is_there;
}
