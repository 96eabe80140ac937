/* mechanism_reference.c: a mechanism as the reference knows it. In: a
 * Mechanism. Out: a RefMechanism whose matrices come from calls of the spec's
 * functions with numbers.
 *
 * Invariant: no symbol and nothing that is emitted gets here. */
#include "base/base.h"
#include "language/language.h"
#include "plan/plan.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/dense.h"
#include "reference/mechanism/mechanism.h"

#include <math.h>
#include <string.h>

enum { MOST_IN = 2 * MOST_COORDINATES + MOST_INPUTS + 1 };

/* One after the other what the function takes; NULL: it does not. */
static void call(const Mechanism *s, const Traced *f, const double *q,
                 const double *v, double t, const double *u, double *out)
{
  double in[MOST_IN];
  size_t count = 0;
  for (int i = 0; i < s->n; i++) in[count++] = q[i];
  for (int i = 0; v && i < s->n; i++) in[count++] = v[i];
  in[count++] = t;
  for (int i = 0; u && i < s->nu; i++) in[count++] = u[i];
  trace_call(s->model.spec, f->function, &f->signature, in, out);
}

static void mass(void *context, const double *q, double t, double *M)
{
  const Mechanism *s = context;
  call(s, &s->mass, q, NULL, t, NULL, M);
}

static double kinetic(void *context, const double *q, const double *v, double t)
{
  const Mechanism *s = context;
  double energy;
  call(s, &s->kinetic, q, v, t, NULL, &energy);
  return energy;
}

static double potential(void *context, const double *q, double t)
{
  const Mechanism *s = context;
  double energy;
  call(s, &s->potential, q, NULL, t, NULL, &energy);
  return energy;
}

static void force(void *context, const double *q, const double *v, double t,
                  const double *u, double *Q)
{
  const Mechanism *s = context;
  call(s, &s->force, q, v, t, u, Q);
}

static void constraint(void *context, const double *q, double t, double *c)
{
  const Mechanism *s = context;
  call(s, &s->constraint, q, NULL, t, NULL, c);
}

static void velocity(void *context, const double *q, double t, double *A,
                     double *b)
{
  const Mechanism *s = context;
  double both[MOST_ROWS * (MOST_COORDINATES + 1)];
  const size_t rows = (size_t)s->mv, entries = rows * (size_t)s->n;
  call(s, &s->velocity, q, NULL, t, NULL, both);
  memcpy(A, both, entries * sizeof *A);
  memcpy(b, both + entries, rows * sizeof *b);
}

static void contact(void *context, const double *q, double t, double *p)
{
  const Mechanism *s = context;
  call(s, &s->contact, q, NULL, t, NULL, p);
}

_Static_assert((int)MOST_COORDINATES <= (int)REF_COORDINATES &&
                   (int)MOST_ROWS <= (int)REF_ROWS,
               "the reference takes every mechanism that the compiler takes");

RefMechanism *mechanism_reference(const Mechanism *s)
{
  RefMechanism *o = run_alloc(s->model.run, sizeof *o);
  *o = (RefMechanism){.n = s->n,
                      .nu = s->nu,
                      .mh = s->mh,
                      .mv = s->mv,
                      .d = s->d,
                      .context = (void *)s,
                      .mass = s->mass.function ? mass : NULL,
                      .kinetic = s->kinetic.function ? kinetic : NULL,
                      .potential = s->potential.function ? potential : NULL,
                      .force = s->force.function ? force : NULL,
                      .constraint = s->constraint.function ? constraint : NULL,
                      .velocity = s->velocity.function ? velocity : NULL,
                      .contact = s->contact.function ? contact : NULL,
                      .is_coupled = s->is_coupled,
                      .alpha = s->baumgarte[0],
                      .beta = s->baumgarte[1],
                      .law = friction_reference(&s->friction)};
  memcpy(o->is_surface, s->is_surface, sizeof o->is_surface);
  return o;
}

/* ---- states to try ----------------------------------------------------- */

double mechanism_real(const Mechanism *s, double value)
{
  return s->model.is_float ? float_rounded(value) : value;
}

static void round_all(const Mechanism *s, double *values, int count)
{
  for (int i = 0; i < count; i++) values[i] = mechanism_real(s, values[i]);
}

/* Around the start of the scenario, moving; bristles well below what slips.
 * Those of Dahl are forces. */
void mechanism_sample(const Mechanism *s, uint64_t *seed, double *state,
                      double *u)
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

void mechanism_bend(const Mechanism *s, const RefMechanism *reference, double t,
                    int turn, double *state)
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

/* Velocities that differ from those at the start by that share. */
static void pace(const Mechanism *s, double share, double *state)
{
  const MechanismScenario *start = s->scenario;
  for (int k = s->n; k < 2 * s->n; k++) {
    const double usual = start ? start->qd[k - s->n] : 0;
    state[k] = mechanism_real(s, usual + share * (state[k] - usual));
  }
}

/* True where a motion that is a tenth faster is unique, too: next to where
 * friction locks, rounding is multiplied. */
static bool is_calm(const Mechanism *s, const RefMechanism *reference,
                    const double *u, double t, const double *state)
{
  double faster[MOST_STATES];
  RefMotion motion;
  memcpy(faster, state, (size_t)mechanism_states(s) * sizeof *faster);
  pace(s, 1.1, faster);
  return ref_mechanism_solve(reference, state, u, t, &motion) == BR_OK &&
         ref_mechanism_solve(reference, faster, u, t, &motion) == BR_OK;
}

/* Bristles are bent anew: how far they are depends on the slip. */
bool mechanism_calm(const Mechanism *s, const RefMechanism *reference,
                    const double *u, double t, int turn, double *state)
{
  for (int i = 0; i < 30; i++) {
    if (is_calm(s, reference, u, t, state)) return true;
    pace(s, 0.25, state);
    mechanism_bend(s, reference, t, turn, state);
  }
  return false;
}

double mechanism_unit(const Mechanism *s, const RefMechanism *reference,
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

/* Moves q onto the constraints and v along them, by steps of least size. */
bool mechanism_project(const Mechanism *s, const RefMechanism *reference,
                       double t, double *state)
{
  static const double u[MOST_INPUTS] = {0};
  const int n = s->n, m = s->m;
  for (int part = 0; part < 2; part++)
    for (int turn = 0; turn < 30; turn++) {
      RefTerms o;
      double AA[MOST_ROWS * MOST_ROWS] = {0}, x[MOST_ROWS], largest = 0;
      ref_mechanism_terms(reference, state, state + n, t, u, &o);
      for (int r = 0; r < m; r++) {
        x[r] = part == 0 ? (r < s->mh ? o.drift[r] : 0)
                         : (r < s->mh ? o.speed[r] : o.drift[r]);
        largest = fmax(largest, fabs(x[r]));
        for (int c = 0; c < m; c++)
          for (int j = 0; j < n; j++)
            AA[r * m + c] += o.A[r * n + j] * o.A[c * n + j];
      }
      if (largest < 1e-13) break;
      if (turn == 29 || !ref_dense_solve(AA, x, m)) return false;
      for (int j = 0; j < n; j++)
        for (int r = 0; r < m; r++)
          state[part * n + j] -= o.A[r * n + j] * x[r];
    }
  round_all(s, state, 2 * n);
  return true;
}
