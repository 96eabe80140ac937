/* couple.c: one step of a contact and a mechanism of the caller, solved
 * together by Newton's method. In: their states at t. Out: their states at t +
 * dt.
 *
 * Invariant: an iterate is kept only if it lowers the residual, in a norm that
 * the mass matrix at the start of the step gives. */
#include <math.h>
#include <string.h>

#include "integrate.h"

enum { N = BR_MOST_DOFS, MOST_ITERATIONS = 50, MOST_HALVINGS = 30 };

/* The constants of a step. */
typedef struct Step {
  const br_solver *contact;
  const br_function *step_jac;
  const br_dynamics *dynamics;
  const void *state;
  void *trial;
  double t, dt, fn;
  const double *q, *u; /* at the start of the step */
  double diagonal[N];  /* of the mass matrix there, for the norm of residuals */
} Step;

/* A velocity at the end of the step, and all that follows from it. */
typedef struct Iterate {
  double q[N], u[N], wrench[3];
  double residual[N], slope[N * N]; /* slope: d residual / d u, row-major */
  double size, scale; /* squared norms of the residual and of its terms, J */
  int status;         /* of the contact */
} Iterate;

/* Solves a x = b by Gaussian elimination with row exchanges. Overwrites `a`,
 * and `b` with x. Returns 0 if the matrix is singular. */
static int solve(int n, double *a, double *b)
{
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[best * n + k])) best = i;
    if (!(fabs(a[best * n + k]) > 0)) return 0;
    for (int j = 0; best != k && j < n; j++) {
      const double kept = a[k * n + j];
      a[k * n + j] = a[best * n + j];
      a[best * n + j] = kept;
    }
    const double kept = b[k];
    b[k] = b[best];
    b[best] = kept;
    for (int i = k + 1; i < n; i++) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return 1;
}

/* Steps the contact from its state at the start with the twist map*u. Writes
 * the wrench to at->wrench and its derivative to `jac`, and leaves the new
 * state in s->trial. Returns the status. */
static int contact_at(const Step *s, const double *map, Iterate *at,
                      double jac[9])
{
  const int n = s->dynamics->n;
  double twist[3] = {0}, fn = s->fn, dt = s->dt;
  const double *in[3];
  double *out[2];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < n; j++) twist[i] += map[i * n + j] * at->u[j];
  in[br_input(s->step_jac, "twist")] = twist;
  in[br_input(s->step_jac, "fn")] = &fn;
  in[br_input(s->step_jac, "dt")] = &dt;
  out[br_output(s->step_jac, "wrench")] = at->wrench;
  out[br_output(s->step_jac, "dwrench_dtwist")] = jac;
  memcpy(s->trial, s->state, s->contact->state_bytes);
  return s->step_jac->call(s->trial, in, out);
}

/* Computes the residual mass*(u - u0) - dt*(force + map'*wrench) at at->u, and
 * its derivative. Returns the status. */
static int evaluate(const Step *s, Iterate *at)
{
  const int n = s->dynamics->n;
  double mass[N * N], force[N] = {0}, by_u[N * N] = {0}, map[3 * N], jac[9];
  for (int i = 0; i < n; i++) at->q[i] = s->q[i] + s->dt * at->u[i];
  memset(mass, 0, sizeof mass);
  memset(map, 0, sizeof map);
  if (s->dynamics->evaluate(s->dynamics->context, s->t + s->dt, at->q, at->u,
                            mass, force, by_u, map) != 0)
    return BR_BAD_INPUT;
  at->status = contact_at(s, map, at, jac);
  if (at->status < 0) return at->status;
  at->size = at->scale = 0;
  for (int i = 0; i < n; i++) {
    double total = force[i], parts = s->dt * fabs(force[i]), inertia = 0;
    for (int d = 0; d < 3; d++) {
      total += map[d * n + i] * at->wrench[d];
      parts += s->dt * fabs(map[d * n + i] * at->wrench[d]);
    }
    for (int j = 0; j < n; j++) {
      double bend = by_u[i * n + j];
      for (int d = 0; d < 3; d++)
        for (int e = 0; e < 3; e++)
          bend += map[d * n + i] * jac[3 * d + e] * map[e * n + j];
      at->slope[i * n + j] = mass[i * n + j] - s->dt * bend;
      inertia += mass[i * n + j] * (at->u[j] - s->u[j]);
      parts += fabs(mass[i * n + j]) * (fabs(at->u[j]) + fabs(s->u[j]));
    }
    at->residual[i] = inertia - s->dt * total;
    at->size += at->residual[i] * at->residual[i] / s->diagonal[i];
    at->scale += parts * parts / s->diagonal[i];
  }
  return isfinite(at->size) && isfinite(at->scale) ? BR_OK : BR_BAD_STATE;
}

/* Takes a step of Newton's method from `at`, halved until the residual falls.
 * Returns 0 if no such step lowers the residual. */
static int improve(const Step *s, Iterate *at)
{
  const int n = s->dynamics->n;
  double change[N], slope[N * N];
  Iterate next;
  memcpy(change, at->residual, sizeof change);
  memcpy(slope, at->slope, sizeof slope);
  if (!solve(n, slope, change)) return 0;
  double share = 1;
  for (int k = 0; k < MOST_HALVINGS; k++, share /= 2) {
    for (int i = 0; i < n; i++) next.u[i] = at->u[i] - share * change[i];
    if (evaluate(s, &next) == BR_OK && next.size < at->size) {
      *at = next;
      return 1;
    }
  }
  return 0;
}

static int is_finite(const double *v, int n)
{
  for (int i = 0; i < n; i++)
    if (!isfinite(v[i])) return 0;
  return 1;
}

/* Checks the arguments and computes the constants of the step. Returns a
 * status.
 */
static int prepare(Step *s, const br_solver *contact)
{
  const int n = s->dynamics->n;
  double force[N] = {0}, by_u[N * N] = {0}, mass[N * N], map[3 * N];
  s->step_jac = br_find(contact, "step_jac");
  if (!s->step_jac || n < 1 || n > N || !(s->dt >= 0) || !isfinite(s->dt) ||
      !isfinite(s->fn) || !isfinite(s->t) || !is_finite(s->q, n) ||
      !is_finite(s->u, n))
    return BR_BAD_INPUT;
  memset(mass, 0, sizeof mass);
  if (s->dynamics->evaluate(s->dynamics->context, s->t, s->q, s->u, mass, force,
                            by_u, map) != 0)
    return BR_BAD_INPUT;
  for (int i = 0; i < n; i++) {
    s->diagonal[i] = mass[i * n + i];
    if (!(s->diagonal[i] > 0) || !isfinite(s->diagonal[i])) return BR_BAD_INPUT;
  }
  return BR_OK;
}

int br_couple(const br_solver *contact, void *state, void *trial,
              const br_dynamics *dynamics, double t, double dt, double fn,
              double *q, double *u, double wrench[3])
{
  Step s = {.contact = contact,
            .dynamics = dynamics,
            .state = state,
            .trial = trial,
            .t = t,
            .dt = dt,
            .fn = fn,
            .q = q,
            .u = u};
  Iterate at;
  for (int d = 0; wrench && d < 3; d++) wrench[d] = 0;
  int status = prepare(&s, contact);
  if (status != BR_OK) return status;
  const int n = dynamics->n;
  memcpy(at.u, u, (size_t)n * sizeof *u);
  status = evaluate(&s, &at);
  if (status != BR_OK) return status;
  /* The iteration goes on to rounding if possible; a residual of 1e-9 of the
   * impulses counts as converged. */
  for (int k = 0; k < MOST_ITERATIONS && at.size > 1e-30 * at.scale; k++)
    if (!improve(&s, &at)) break;
  const int is_found = at.size <= 1e-18 * at.scale;
  status = evaluate(&s, &at); /* writes the contact's state to `trial` */
  if (status != BR_OK) return status;
  memcpy(state, trial, contact->state_bytes);
  memcpy(q, at.q, (size_t)n * sizeof *q);
  memcpy(u, at.u, (size_t)n * sizeof *u);
  for (int d = 0; wrench && d < 3; d++) wrench[d] = at.wrench[d];
  return is_found ? at.status : BR_NO_CONVERGENCE;
}
