/* motion.c: accelerations, constraint forces and friction of a mechanism.
 * In: its matrices (reference/mechanism/terms.c), the state. Out: the motion.
 * Everything is one dense system [M -A'; A 0] with partial pivoting; the normal
 * force that friction changes itself is found by bisection. */
#include "reference/mechanism/mechanism.h"

#include <math.h>
#include <string.h>

#include "reference/dense.h"
#include "reference/mechanism/inside.h"

enum { N = REF_COORDINATES, MOST = N + REF_ROWS + 3 };

/* Rows of speed that are held beside the constraints: B a = g. */
typedef struct Held {
  int count;
  double B[3 * N], g[3];
} Held;

/* a, lambda and the multipliers of the held rows under the generalised force
 * Q. */
static bool accelerate(const RefMechanism *s, const RefTerms *o,
                       const double *Q, const Held *held, double *a,
                       double *lambda, double *mu)
{
  const int n = s->n, m = s->mh + s->mv, k = held ? held->count : 0;
  const int size = n + m + k;
  double K[MOST * MOST] = {0}, x[MOST];
  for (int i = 0; i < n; i++) {
    x[i] = Q[i];
    for (int j = 0; j < n; j++) K[i * size + j] = o->M[i * n + j];
  }
  for (int r = 0; r < m + k; r++) {
    if (r < m && o->is_lifted && s->is_surface[r]) { /* its multiplier is 0 */
      K[(n + r) * size + n + r] = 1;
      x[n + r] = 0;
      continue;
    }
    const double *row = r < m ? o->A + r * n : held->B + (r - m) * n;
    x[n + r] = r < m ? o->b[r] : held->g[r - m];
    for (int j = 0; j < n; j++) {
      K[(n + r) * size + j] = row[j];
      K[j * size + n + r] = -row[j];
    }
  }
  if (!ref_dense_solve(K, x, size)) return false;
  memcpy(a, x, (size_t)n * sizeof *a);
  memcpy(lambda, x + n, (size_t)m * sizeof *lambda);
  if (k > 0) memcpy(mu, x + n + m, (size_t)k * sizeof *mu);
  return true;
}

/* (18): the force at the contact point that acts as Q does, or nearly so. */
static bool at_contact(const RefMechanism *s, const RefTerms *o,
                       const double *Q, double F[3])
{
  double JJ[9] = {0};
  for (int k = 0; k < s->d; k++) {
    F[k] = 0;
    for (int j = 0; j < s->n; j++) F[k] += o->J[k * s->n + j] * Q[j];
    for (int l = 0; l < s->d; l++)
      for (int j = 0; j < s->n; j++)
        JJ[k * s->d + l] += o->J[k * s->n + j] * o->J[l * s->n + j];
  }
  return ref_dense_solve(JJ, F, s->d);
}

/* (19), of the constraints that are the surface. */
static bool normal_force(const RefMechanism *s, const RefTerms *o,
                         const double *lambda, double F[3])
{
  double Q[N] = {0};
  for (int r = 0; r < s->mh + s->mv; r++)
    for (int j = 0; s->is_surface[r] && j < s->n; j++)
      Q[j] += o->A[r * s->n + j] * lambda[r];
  return at_contact(s, o, Q, F);
}

/* (20) */
static bool tangential_force(const RefMechanism *s, const RefTerms *o,
                             double F[3])
{
  const int n = s->n, m = s->mh + s->mv;
  double AA[REF_ROWS * REF_ROWS] = {0}, x[REF_ROWS] = {0}, Q[N];
  for (int r = 0; r < m; r++)
    for (int j = 0; j < n; j++) {
      x[r] += o->A[r * n + j] * o->Q[j];
      for (int c = 0; c < m; c++)
        AA[r * m + c] += o->A[r * n + j] * o->A[c * n + j];
    }
  if (!ref_dense_solve(AA, x, m)) return false;
  for (int j = 0; j < n; j++) {
    Q[j] = o->Q[j];
    for (int r = 0; r < m; r++) Q[j] -= o->A[r * n + j] * x[r];
  }
  return at_contact(s, o, Q, F);
}

/* ---- friction ---------------------------------------------------------- */

/* Under the friction F at the contact point. */
static bool under_friction(const RefMechanism *s, const RefTerms *o,
                           const double F[3], RefMotion *motion)
{
  double Q[N];
  for (int j = 0; j < s->n; j++) {
    motion->Qf[j] = 0;
    for (int k = 0; k < s->d; k++) motion->Qf[j] += o->J[k * s->n + j] * F[k];
    Q[j] = o->Q[j] + motion->Qf[j];
  }
  memcpy(motion->friction, F, 3 * sizeof *F);
  return accelerate(s, o, Q, NULL, motion->a, motion->lambda, NULL);
}

/* The normal force N that friction -N phi leaves: |f0 + N f1| = N, unique
 * where |f1| < 1. */
static bool coupled_normal(const double f0[3], const double f1[3], double *load)
{
  if (!(ref_length(f1, 3) < 1)) return false;
  double low = 0, high = 1 + ref_length(f0, 3);
  for (int i = 0; i < 300; i++) {
    double f[3], trial = i < 100 ? high : (low + high) / 2;
    for (int k = 0; k < 3; k++) f[k] = f0[k] + trial * f1[k];
    const bool is_above = ref_length(f, 3) < trial;
    if (i < 100 && is_above)
      i = 99;
    else if (i < 100)
      high *= 2;
    else if (is_above)
      high = trial;
    else
      low = trial;
  }
  *load = (low + high) / 2;
  return true;
}

/* Friction -N phi, with N from the motion without friction or with it. */
static int slide(const RefMechanism *s, const RefTerms *o, const double phi[3],
                 RefMotion *motion)
{
  double f0[3] = {0}, f1[3] = {0}, F[3] = {0};
  if (!under_friction(s, o, F, motion) ||
      !normal_force(s, o, motion->lambda, f0))
    return BR_NOT_UNIQUE;
  double load = ref_length(f0, s->d);
  if (s->is_coupled) {
    /* Friction as strong as the load keeps the digits of the difference. */
    const double trial = load > 0 ? load : 1;
    for (int k = 0; k < s->d; k++) F[k] = -trial * phi[k];
    if (!under_friction(s, o, F, motion) ||
        !normal_force(s, o, motion->lambda, f1))
      return BR_NOT_UNIQUE;
    for (int k = 0; k < s->d; k++) f1[k] = (f1[k] - f0[k]) / trial;
    if (!coupled_normal(f0, f1, &load)) return BR_NOT_UNIQUE;
  }
  for (int k = 0; k < s->d; k++) {
    F[k] = -load * phi[k];
    motion->normal[k] = f0[k] + (s->is_coupled ? load * f1[k] : 0);
  }
  return under_friction(s, o, F, motion) ? BR_OK : BR_NOT_UNIQUE;
}

/* Unit vectors along the surface: the complement of what its constraints push
 * along. Their number. */
static int tangents(const RefMechanism *s, const RefTerms *o, double T[3][3])
{
  double base[6][3];
  int count = 0, first = 0;
  for (int r = 0; r < s->mh + s->mv + s->d && count < s->d; r++) {
    double lambda[REF_ROWS] = {0}, x[3] = {0};
    if (r < s->mh + s->mv) {
      if (!s->is_surface[r]) continue;
      lambda[r] = 1;
      normal_force(s, o, lambda, x);
    } else {
      x[r - s->mh - s->mv] = 1;
    }
    const double before = ref_length(x, s->d);
    for (int i = 0; i < count; i++) {
      double dot = 0;
      for (int k = 0; k < s->d; k++) dot += base[i][k] * x[k];
      for (int k = 0; k < s->d; k++) x[k] -= dot * base[i][k];
    }
    const double size = ref_length(x, s->d);
    if (!(size > 1e-6 * before)) continue;
    for (int k = 0; k < 3; k++) base[count][k] = k < s->d ? x[k] / size : 0;
    count++;
    if (r < s->mh + s->mv) first = count;
  }
  memcpy(T, base + first, (size_t)(count - first) * sizeof *base);
  return count - first;
}

/* Holds the contact point's tangential acceleration at `target`. The force is
 * judged by the normal force that sliding would use: one on both sides of the
 * breakaway. */
static int hold(const RefMechanism *s, const RefTerms *o,
                const double target[3], RefMotion *motion)
{
  double T[3][3], mu[3], F[3] = {0}, none[3] = {0};
  Held held = {.count = tangents(s, o, T)};
  for (int r = 0; r < held.count; r++)
    for (int k = 0; k < s->d; k++) {
      held.g[r] += T[r][k] * target[k];
      for (int j = 0; j < s->n; j++)
        held.B[r * s->n + j] += T[r][k] * o->J[k * s->n + j];
    }
  if (!accelerate(s, o, o->Q, &held, motion->a, motion->lambda, mu))
    return BR_NOT_UNIQUE;
  if (!s->is_coupled && !under_friction(s, o, none, motion))
    return BR_NOT_UNIQUE;
  if (!normal_force(s, o, motion->lambda, motion->normal)) return BR_NOT_UNIQUE;
  for (int r = 0; s->is_unilateral && r < s->mh; r++)
    if (s->is_surface[r] && motion->lambda[r] < 0)
      memset(motion->normal, 0, sizeof motion->normal); /* it cannot pull */
  for (int r = 0; r < held.count; r++)
    for (int k = 0; k < s->d; k++) F[k] += T[r][k] * mu[r];
  motion->is_held = true;
  motion->reach = ref_coulomb_reach(s->law->sticking, F, s->d,
                                    ref_length(motion->normal, s->d));
  memcpy(motion->holding, F, sizeof F);
  return under_friction(s, o, F, motion) ? BR_OK : BR_NOT_UNIQUE;
}

/* What a contact at rest starts from: its acceleration along T beyond the one
 * that would hold it is a + H F under friction F along T. */
typedef struct Start {
  int count;
  double T[3][3], a[3], H[9];
} Start;

static bool find_start(const RefMechanism *s, const RefTerms *o,
                       const double target[3], RefMotion *motion, Start *start)
{
  start->count = tangents(s, o, start->T);
  for (int c = start->count; c >= 0; c--) { /* the last is without friction */
    double F[3] = {0};
    for (int k = 0; k < s->d; k++) F[k] = c > 0 ? start->T[c - 1][k] : 0;
    if (!under_friction(s, o, F, motion)) return false;
    for (int r = 0; r < start->count; r++) {
      double sum = 0;
      for (int k = 0; k < s->d; k++) {
        sum -= start->T[r][k] * target[k];
        for (int j = 0; j < s->n; j++)
          sum += start->T[r][k] * o->J[k * s->n + j] * motion->a[j];
      }
      if (c > 0)
        start->H[r * start->count + c - 1] = sum;
      else
        start->a[r] = sum;
    }
  }
  for (int r = 0; r < start->count; r++)
    for (int c = 0; c < start->count; c++)
      start->H[r * start->count + c] -= start->a[r];
  return true;
}

/* The unit vector d along the acceleration rho*d that friction -most*d leaves:
 * (rho + most*H) d = a, whose d gets shorter as rho grows. */
static bool direction_of(const Start *start, double most, double d[3])
{
  const int n = start->count;
  double low = 0, high = ref_length(start->a, n);
  for (int turn = 0; turn < 200; turn++) {
    const double rho = (low + high) / 2;
    double K[9], x[3];
    for (int r = 0; r < n; r++) {
      x[r] = start->a[r];
      for (int c = 0; c < n; c++)
        K[r * n + c] = most * start->H[r * n + c] + (r == c ? rho : 0);
    }
    if (!ref_dense_solve(K, x, n)) return false;
    const double size = ref_length(x, n);
    if (size > 1)
      low = rho;
    else
      high = rho;
    for (int k = 0; k < 3; k++) {
      d[k] = 0;
      for (int r = 0; r < n; r++) d[k] += x[r] / size * start->T[r][k];
    }
  }
  return true;
}

/* A contact that friction cannot hold starts along its own acceleration; where
 * friction changes the normal force, both are found in turns. */
static int start_sliding(const RefMechanism *s, const RefTerms *o,
                         const double target[3], RefMotion *motion)
{
  Start start = {0};
  double last = -1;
  if (!find_start(s, o, target, motion, &start) ||
      !normal_force(s, o, motion->lambda, motion->normal))
    return BR_NOT_UNIQUE;
  for (int turn = 0; turn < 1000; turn++) {
    const double load = ref_length(motion->normal, s->d);
    double d[3] = {0}, phi[3] = {0};
    if (fabs(load - last) <= 1e-12 * load) return BR_OK;
    last = load;
    if (!direction_of(&start, s->law->sticking->mu_s * load, d))
      return BR_NOT_UNIQUE;
    ref_coulomb_force(s->law->sticking->mu_s, d, s->d, 1, phi);
    const int status = slide(s, o, phi, motion);
    if (status != BR_OK) return status;
  }
  return BR_NOT_UNIQUE;
}

/* A held contact, or one that starts. At a dead centre no friction holds it. */
static int rest(const RefMechanism *s, const RefTerms *o, RefMotion *motion)
{
  double target[3];
  for (int k = 0; k < 3; k++) target[k] = -o->bend[k];
  const int status = hold(s, o, target, motion);
  if (status == BR_OK && motion->reach <= 1) return status;
  motion->is_held = false;
  return start_sliding(s, o, target, motion);
}

/* Writes the bristles of that mode under the present load. */
static void settle(const RefMechanism *s, const RefTerms *o,
                   const RefMode *mode, RefMotion *motion)
{
  if (mode->kind == REF_SETTLED)
    s->law->settle(s->law, mode->start + 2 * s->n, o->slip, s->d,
                   ref_length(motion->normal, s->d), mode->tau, motion->z);
}

/* The motion with the bristles z. Those that are forces settle under the load
 * that z causes. */
static int with_bristles(const RefMechanism *s, const RefTerms *o,
                         const double z[3], const RefMode *mode,
                         RefMotion *motion)
{
  double phi[3] = {0};
  memcpy(motion->z, z, (size_t)s->d * sizeof *z);
  if (!s->law->is_force) {
    settle(s, o, mode, motion);
    z = motion->z;
    s->law->rate(s->law, z, o->slip, s->d, 0, motion->dz, phi);
    return slide(s, o, phi, motion);
  }
  RefMechanism ideal = *s; /* the bristles' force is a state */
  ideal.is_coupled = false;
  const int status = slide(&ideal, o, phi, motion);
  for (int k = 0; k < s->d; k++) phi[k] = -z[k];
  if (status != BR_OK || !under_friction(s, o, phi, motion))
    return BR_NOT_UNIQUE;
  if (s->is_coupled && !normal_force(s, o, motion->lambda, motion->normal))
    return BR_NOT_UNIQUE;
  s->law->rate(s->law, z, o->slip, s->d, ref_length(motion->normal, s->d),
               motion->dz, NULL);
  settle(s, o, mode, motion);
  return BR_OK;
}

/* Frees the motion from a unilateral surface that would have to pull. Friction
 * in proportion to the normal force does not change its sign, so that the
 * motion without friction decides. Returns true if the contact lifts. */
static bool lifts(const RefMechanism *s, RefTerms *o, RefMotion *motion)
{
  const double none[3] = {0};
  if (!s->is_unilateral || !under_friction(s, o, none, motion)) return false;
  for (int r = 0; r < s->mh; r++)
    if (s->is_surface[r]) motion->support = motion->lambda[r];
  if (!(motion->support < 0)) return false;
  o->is_lifted = motion->is_lifted = true;
  return under_friction(s, o, none, motion);
}

/* ---- entry points ------------------------------------------------------ */

int ref_mechanism_states(const RefMechanism *s)
{
  return 2 * s->n + (s->law && s->law->has_bristles ? s->d : 0);
}

int ref_mechanism_move(const RefMechanism *s, const double *state,
                       const double *u, double t, const RefMode *mode,
                       RefTerms *o, RefMotion *motion)
{
  const int n = s->n;
  int status;
  memset(motion, 0, sizeof *motion);
  ref_mechanism_terms(s, state, state + n, t, u, o);
  const double speed = ref_length(o->slip, s->d);
  const bool is_lifted = lifts(s, o, motion);
  if (is_lifted && !(s->law && s->law->has_bristles)) {
    status = BR_OK;
  } else if (!s->law) {
    const double none[3] = {0};
    status = under_friction(s, o, none, motion) ? BR_OK : BR_NOT_UNIQUE;
    if (s->d > 0 && status == BR_OK)
      normal_force(s, o, motion->lambda, motion->normal);
  } else if (s->law->has_bristles) {
    status = with_bristles(s, o, state + 2 * n, mode, motion);
    if (is_lifted) { /* the law has no force, but its bristles move */
      const double none[3] = {0};
      memset(motion->normal, 0, sizeof motion->normal);
      status = under_friction(s, o, none, motion) ? BR_OK : BR_NOT_UNIQUE;
    }
  } else if (mode->kind == REF_HELD) {
    double target[3] = {0}; /* J a = -(J v + p_t)/tau at the stage's start */
    for (int k = 0; k < s->d; k++) {
      double start = o->slip[k];
      for (int j = 0; j < n; j++)
        start -= o->J[k * n + j] * (state[n + j] - mode->start[n + j]);
      target[k] = -start / mode->tau;
    }
    status = hold(s, o, target, motion);
  } else if (mode->kind == REF_EITHER && speed <= s->law->sticking->v_rest) {
    status = rest(s, o, motion);
  } else {
    double phi[3] = {0}, dot = 0;
    for (int k = 0; k < s->d; k++) dot += o->slip[k] * mode->direction[k];
    const bool is_own = mode->kind == REF_EITHER ||
                        (dot > 0 && speed > s->law->sticking->v_rest);
    ref_coulomb_force(s->law->sticking->mu, is_own ? o->slip : mode->direction,
                      s->d, is_own ? speed : 1, phi);
    status = slide(s, o, phi, motion);
  }
  for (int j = 0; j < n; j++)
    for (int r = 0; r < s->mh + s->mv; r++)
      motion->Qc[j] += o->A[r * n + j] * motion->lambda[r];
  if (s->d > 0 && status == BR_OK &&
      !tangential_force(s, o, motion->tangential))
    status = BR_NOT_UNIQUE;
  return status == BR_OK && is_lifted ? BR_LIFTED : status;
}

int ref_mechanism_solve(const RefMechanism *s, const double *state,
                        const double *u, double t, RefMotion *motion)
{
  static const RefMode either = {.kind = REF_EITHER};
  RefTerms terms;
  return ref_mechanism_move(s, state, u, t, &either, &terms, motion);
}

int ref_mechanism_rate(const RefMechanism *s, const double *state,
                       const double *u, double t, double *rate)
{
  RefMotion motion;
  const int status = ref_mechanism_solve(s, state, u, t, &motion);
  ref_mechanism_assemble(s, state, &motion, rate);
  return status;
}

void ref_mechanism_assemble(const RefMechanism *s, const double *state,
                            const RefMotion *motion, double *rate)
{
  const int n = s->n;
  memcpy(rate, state + n, (size_t)n * sizeof *rate);
  memcpy(rate + n, motion->a, (size_t)n * sizeof *rate);
  for (int k = 2 * n; k < ref_mechanism_states(s); k++)
    rate[k] = motion->dz[k - 2 * n];
}
