/* couple.c: contacts of any solvers and the bodies behind them, stepped
 * together. In: V0, W, contacts with their states at t. Out: twists, wrenches
 * and states at t + dt. The emitted _couple is the same for the contacts of one
 * solver: templates/contact/couple, whose parts have the names of those here.
 *
 * Invariant: every round goes downhill in the energy E = |y|^2/2 + dt*phi,
 * V = V0 + L*y with W = L L': its minimum next to the start is a solution. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "integrate.h"

enum {
  DIM = 3 * BR_COUPLE_MOST,
  MOST_ROUNDS = 40,
  LATE_ROUND = 10,
  MOST_EVALUATIONS = 100,
  MOST_TRIES = 30
};
static const double tolerance = 1e-11, twist_tolerance = 1e-9;

/* The equation of the contacts under load. */
typedef struct Coupling {
  int n, rank;
  const br_contact *contact[BR_COUPLE_MOST];
  const br_function *step[BR_COUPLE_MOST];
  double load[BR_COUPLE_MOST]; /* N: mu_s*fn, of bristles that may cancel */
  double arm;                  /* m: over which torques count as forces */
  double dt;
  double v0[DIM], l[DIM * DIM]; /* rows of `rank` numbers */
  double size[DIM];             /* 1/W[i][i] */
} Coupling;

/* A trial: y in sqrt(J), its residual r = y - dt*L'f, and what follows. */
typedef struct Trial {
  double y[DIM], r[DIM], v[DIM], f[DIM], k[9 * BR_COUPLE_MOST];
  double size2, scale2, floor2;
  int is_missing; /* a contact's own rounds did not do */
} Trial;

static double dot(int n, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* ---- contacts ----------------------------------------------------------- */

/* Calls step_slopes of contact i; outputs may be NULL. */
static int step_contact(const Coupling *c, int i, const double *twist,
                        double *end, double *wrench, double *slopes)
{
  const br_function *f = c->step[i];
  const br_contact *contact = c->contact[i];
  const double *in[3];
  double *out[3];
  in[br_input(f, "twist")] = twist;
  in[br_input(f, "fn")] = &contact->fn;
  in[br_input(f, "dt")] = &c->dt;
  out[br_output(f, "end")] = end;
  out[br_output(f, "wrench")] = wrench;
  out[br_output(f, "slopes")] = slopes;
  return f->call(contact->state, in, out);
}

/* Returns the size of component d of the friction that slow motion along it
 * meets; 0 if the solver has no such function. */
static double slow_friction(const br_contact *contact, int d)
{
  const br_function *f = br_find(contact->solver, "steady");
  double twist[3] = {0}, wrench[3] = {0};
  const double *in[2];
  double *out[1] = {wrench};
  if (!f || f->ninputs != 2 || f->noutputs != 1) return 0;
  twist[d] = 1e-9;
  in[br_input(f, "twist")] = twist;
  in[br_input(f, "fn")] = &contact->fn;
  return f->call(contact->state, in, out) < 0 ? 0 : fabs(wrench[d]);
}

/* ---- W = L L' ------------------------------------------------------------ */

/* Cholesky with pivots, of W scaled to a unit diagonal. Returns the rank, or -1
 * if W is not symmetric and semidefinite. */
static int factor(int m, const double *w, double *l)
{
  double a[DIM * DIM], scale[DIM];
  int is_done[DIM], rank = 0;
  for (int i = 0; i < m; i++) {
    if (!(w[m * i + i] >= 0)) return -1;
    scale[i] = w[m * i + i] > 0 ? 1 / sqrt(w[m * i + i]) : 0;
    is_done[i] = 0;
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      const double both = scale[i] * scale[j];
      const double differ = (w[m * i + j] - w[m * j + i]) * both;
      a[m * i + j] = 0.5 * (w[m * i + j] + w[m * j + i]) * both;
      l[m * i + j] = 0;
      if (!(differ * differ <= DBL_EPSILON) || !(fabs(a[m * i + j]) <= 1.01) ||
          (both <= 0 && w[m * i + j] != 0))
        return -1;
    }
  for (; rank < m; rank++) {
    int best = -1;
    for (int i = 0; i < m; i++)
      if (!is_done[i] && (best < 0 || a[m * i + i] > a[m * best + best]))
        best = i;
    if (best < 0 || !(a[m * best + best] > 64 * DBL_EPSILON)) break;
    const double root = sqrt(a[m * best + best]);
    is_done[best] = 1;
    for (int i = 0; i < m; i++)
      if (!is_done[i] || i == best) l[m * i + rank] = a[m * i + best] / root;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        if (!is_done[i] && !is_done[j])
          a[m * i + j] -= l[m * i + rank] * l[m * j + rank];
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      if (!is_done[i] && !is_done[j] &&
          a[m * i + j] * a[m * i + j] > DBL_EPSILON)
        return -1;
  for (int i = 0; i < m; i++) /* in place: no number moves back */
    for (int j = 0; j < rank; j++)
      l[rank * i + j] = scale[i] > 0 ? l[m * i + j] / scale[i] : 0;
  return rank;
}

/* Solves a x = b in place with exchanges of rows. Returns 0 if a is singular.
 */
static int solve(int n, double *a, double *b)
{
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[n * i + k]) > fabs(a[n * best + k])) best = i;
    if (!(fabs(a[n * best + k]) > 0)) return 0;
    for (int j = k; best != k && j < n; j++) {
      const double kept = a[n * k + j];
      a[n * k + j] = a[n * best + j];
      a[n * best + j] = kept;
    }
    const double kept = b[k];
    b[k] = b[best];
    b[best] = kept;
    for (int i = k + 1; i < n; i++) {
      const double share = a[n * i + k] / a[n * k + k];
      for (int j = k; j < n; j++) a[n * i + j] -= share * a[n * k + j];
      b[i] -= share * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= a[n * k + j] * b[j];
    b[k] /= a[n * k + k];
  }
  return 1;
}

/* Solves L'A L y = b, where the diagonal A gives each row its size; y is b
 * before. Returns 0 if the matrix is singular. */
static int solve_normal(const Coupling *c, double *y)
{
  const int rank = c->rank;
  double a[DIM * DIM] = {0};
  for (int b = 0; b < 3 * c->n; b++)
    for (int i = 0; i < rank; i++)
      for (int j = 0; j < rank; j++)
        a[rank * i + j] += c->size[b] * c->l[rank * b + i] * c->l[rank * b + j];
  return solve(rank, a, y);
}

/* ---- trials -------------------------------------------------------------- */

static int find_forces(const Coupling *c, Trial *x)
{
  x->is_missing = 0;
  for (int i = 0; i < 3 * c->n; i++)
    x->v[i] = c->v0[i] + dot(c->rank, c->l + c->rank * i, x->y);
  for (int i = 0; i < c->n; i++) {
    const int status =
        step_contact(c, i, x->v + 3 * i, NULL, x->f + 3 * i, x->k + 9 * i);
    if (status == BR_NO_CONVERGENCE)
      x->is_missing = 1;
    else if (status < 0)
      return status;
  }
  return BR_OK;
}

/* Writes what rounding makes of each wrench: its own error, that of bristles
 * that pull against each other, and that of the twist. */
static void find_noise(const Coupling *c, const Trial *x, double *noise)
{
  double parts[DIM];
  for (int i = 0; i < 3 * c->n; i++) {
    parts[i] = fabs(c->v0[i]);
    for (int j = 0; j < c->rank; j++)
      parts[i] += fabs(c->l[c->rank * i + j] * x->y[j]);
  }
  for (int i = 0; i < 3 * c->n; i++) {
    noise[i] = fabs(x->f[i]) + c->load[i / 3] * (i % 3 == 2 ? c->arm : 1);
    for (int b = 0; b < 3; b++)
      noise[i] += fabs(x->k[3 * i + b]) * parts[i / 3 * 3 + b];
  }
}

/* Computes all of a trial at x->y. Returns a status. */
static int attempt(const Coupling *c, Trial *x, br_couple_info *info)
{
  const int m = 3 * c->n, rank = c->rank;
  double noise[DIM];
  const int status = find_forces(c, x);
  if (status < 0) return status;
  info->evaluations++;
  find_noise(c, x, noise);
  x->size2 = x->scale2 = x->floor2 = 0;
  for (int j = 0; j < rank; j++) {
    double pull = 0, shake = 0;
    for (int i = 0; i < m; i++) {
      pull += c->l[rank * i + j] * x->f[i];
      shake += fabs(c->l[rank * i + j]) * noise[i];
    }
    const double rough = 8 * DBL_EPSILON * (fabs(x->y[j]) + c->dt * shake);
    x->r[j] = x->y[j] - c->dt * pull;
    x->size2 += x->r[j] * x->r[j];
    x->scale2 += x->y[j] * x->y[j] + c->dt * pull * (c->dt * pull);
    x->floor2 += rough * rough;
  }
  return isfinite(x->size2) && isfinite(x->scale2) ? BR_OK : BR_BAD_STATE;
}

static int is_found(const Trial *x)
{
  return x->size2 <= tolerance * tolerance * x->scale2 || x->size2 <= x->floor2;
}

/* ---- directions ---------------------------------------------------------- */

/* Writes the symmetric part of k with the sizes of its eigenvalues, in axes in
 * which torque counts over a length: Jacobi's rotations. Where friction falls
 * steeply, 0 in their place would make steps that leave the solution next to the
 * start far behind. */
static void clamp(const double k[9], double arm, double out[9])
{
  const double unit[3] = {1, 1, 1 / arm};
  double a[3][3], u[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      a[i][j] = 0.5 * unit[i] * unit[j] * (k[3 * i + j] + k[3 * j + i]);
      u[i][j] = i == j;
    }
  for (int turn = 0; turn < 24; turn++) { /* eight sweeps of three */
    const int i = turn % 3 == 2 ? 1 : 0, j = turn % 3 == 0 ? 1 : 2;
    if (!(a[i][j] * a[i][j] > DBL_MIN)) continue;
    const double theta = (a[j][j] - a[i][i]) / (2 * a[i][j]);
    const double t =
        (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int l = 0; l < 3; l++) {
      const double x = a[i][l], y = a[j][l];
      a[i][l] = c * x - s * y;
      a[j][l] = s * x + c * y;
    }
    for (int l = 0; l < 3; l++) {
      const double x = a[l][i], y = a[l][j], g = u[l][i], h = u[l][j];
      a[l][i] = c * x - s * y;
      a[l][j] = s * x + c * y;
      u[l][i] = c * g - s * h;
      u[l][j] = s * g + c * h;
    }
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int l = 0; l < 3; l++) sum += u[i][l] * fabs(a[l][l]) * u[j][l];
      out[3 * i + j] = sum / (unit[i] * unit[j]);
    }
}

/* Solves (I + dt*L'K L) d = -r. Returns the slope of E along d: >= 0 if it does
 * not go downhill. */
static double newton(const Coupling *c, const Trial *x, const double *slopes,
                     double *d)
{
  const int rank = c->rank;
  double a[DIM * DIM], row[DIM];
  for (int i = 0; i < rank; i++) {
    for (int j = 0; j < rank; j++) a[rank * i + j] = i == j;
    d[i] = -x->r[i];
  }
  for (int b = 0; b < 3 * c->n; b++) {
    const double *const k = slopes + 3 * b;
    const double *const l = c->l + b / 3 * 3 * rank;
    for (int j = 0; j < rank; j++)
      row[j] =
          c->dt * (k[0] * l[j] + k[1] * l[rank + j] + k[2] * l[2 * rank + j]);
    for (int i = 0; i < rank; i++)
      for (int j = 0; j < rank; j++)
        a[rank * i + j] += c->l[rank * b + i] * row[j];
  }
  if (!solve(rank, a, d)) return 1;
  const double slope = dot(rank, d, x->r);
  return isfinite(slope) ? slope : 1;
}

/* Writes a direction d downhill, and returns the slope of E along it. On the
 * falling branch of the Stribeck curve the slopes are clamped. So they are in
 * every second late round: whole slopes, which are not symmetric, may go in
 * circles. */
static double find_direction(const Coupling *c, const Trial *x, int round,
                             double *d, int *is_clamped)
{
  double clamped[9 * BR_COUPLE_MOST];
  const int is_circling = round >= LATE_ROUND && round % 2 == 0;
  double slope = is_circling ? 1 : newton(c, x, x->k, d);
  *is_clamped = !(slope < 0);
  if (!*is_clamped) return slope;
  for (int i = 0; i < c->n; i++) clamp(x->k + 9 * i, c->arm, clamped + 9 * i);
  slope = newton(c, x, clamped, d);
  if (slope < 0) return slope;
  for (int i = 0; i < c->rank; i++) d[i] = -x->r[i];
  return -x->size2;
}

/* ---- descent ------------------------------------------------------------- */

/* E falls at `low` and rises at `high`, which is 0 until that is met. */
typedef struct Bracket {
  double low, high, at_low, at_high;
} Bracket;

/* Returns the length of least slip between x and the trial of length 1: the
 * kink where a contact comes to rest. */
static double kink(const Coupling *c, const Trial *x, const Trial *to)
{
  double top = 0, bottom = 0;
  for (int i = 0; i < 3 * c->n; i++) {
    const double unit = i % 3 == 2 ? c->arm : 1;
    const double from = unit * x->v[i], change = unit * (to->v[i] - x->v[i]);
    top -= from * change;
    bottom += change * change;
  }
  return bottom > 0 ? top / bottom : 0.5;
}

/* Returns a length within the bracket: of the secant, every third time the
 * middle. */
static double between(const Bracket *b, int tries)
{
  const double width = b->high - b->low;
  const double t = tries % 3 == 2
                       ? b->low + 0.5 * width
                       : b->low - b->at_low * width / (b->at_high - b->at_low);
  const double least = b->low + 0.02 * width, most = b->high - 0.02 * width;
  return !(t > least) ? least : t < most ? t : most;
}

/* Follows the slope of E along d from x to where it has halved or turned.
 * Clamped slopes are too steep: beyond 1, too. Returns a status. */
static int go_along(const Coupling *c, const Trial *x, const double *d,
                    double slope, int is_clamped, Trial *to,
                    br_couple_info *info)
{
  Bracket b = {0, 0, slope, 0};
  double t = 1;
  for (int tries = 0;; tries++) {
    for (int i = 0; i < c->rank; i++) to->y[i] = x->y[i] + t * d[i];
    const int status = attempt(c, to, info);
    if (status < 0) return status;
    const double at = dot(c->rank, d, to->r);
    const int has_turned = b.high > 0;
    if (to->size2 <= 0.0625 * x->size2 || tries >= MOST_TRIES || t > 1e9 ||
        info->evaluations >= MOST_EVALUATIONS || fabs(at) <= -0.5 * slope ||
        (at < 0 && !has_turned && !is_clamped))
      return BR_OK;
    if (at > 0)
      b.high = t, b.at_high = at;
    else
      b.low = t, b.at_low = at;
    if (!(b.high > 0)) {
      t *= 4;
      continue;
    }
    if (!has_turned) info->cut++;
    const double rest = !has_turned && t == 1 ? kink(c, x, to) : 0;
    t = rest > 0.001 && rest < 0.999 ? rest : between(&b, tries);
  }
}

/* Returns what is left of V = V0 + dt*W*f(V), relative to the twists. */
static double find_miss(const Coupling *c, const Trial *x)
{
  double left = 0, scale = 0;
  for (int i = 0; i < 3 * c->n; i++) {
    const double unit = i % 3 == 2 ? c->arm : 1;
    left += unit * fabs(dot(c->rank, c->l + c->rank * i, x->r));
    scale += unit * (fabs(x->v[i]) + fabs(c->v0[i]));
  }
  return scale > 0 ? left / scale : 0;
}

/* Takes whole steps of Newton's method from a solution in y while they help,
 * until the twists agree to their tolerance, too: the norm of y says too little
 * of twists where friction meets very different masses, or is far below its
 * limit. */
static int polish(const Coupling *c, Trial *x, Trial *to, br_couple_info *info)
{
  double d[DIM], miss = find_miss(c, x);
  while (miss > twist_tolerance && info->rounds < MOST_ROUNDS &&
         info->evaluations < MOST_EVALUATIONS) {
    if (!(newton(c, x, x->k, d) < 0)) return BR_OK;
    for (int i = 0; i < c->rank; i++) to->y[i] = x->y[i] + d[i];
    const int status = attempt(c, to, info);
    if (status < 0) return status;
    const double left = find_miss(c, to);
    if (!(left < 0.5 * miss) || to->is_missing) return BR_OK;
    info->rounds++;
    miss = left;
    *x = *to;
  }
  return BR_OK;
}

/* Goes downhill from x->y to a solution. Returns a status. */
static int descend(const Coupling *c, Trial *x, br_couple_info *info)
{
  Trial to;
  double d[DIM];
  int status = attempt(c, x, info), is_clamped;
  while (status >= 0 && !is_found(x) && info->rounds < MOST_ROUNDS &&
         info->evaluations < MOST_EVALUATIONS) {
    const double slope = find_direction(c, x, info->rounds, d, &is_clamped);
    info->clamped += is_clamped;
    info->rounds++;
    status = go_along(c, x, d, slope, is_clamped, &to, info);
    if (status >= 0) *x = to;
  }
  if (status >= 0 && is_found(x)) status = polish(c, x, &to, info);
  info->residual = x->scale2 > 0 ? sqrt(x->size2 / x->scale2) : 0;
  if (status < 0) return status;
  return is_found(x) && !x->is_missing ? BR_OK : BR_NO_CONVERGENCE;
}

/* ---- the step ------------------------------------------------------------ */

/* Picks the contacts under load. Returns their number, -1 for bad input. */
static int pick(int n, const br_contact *contacts, const double *v0,
                const double *w, double dt, const double *twist, Coupling *c,
                int *place)
{
  double force = 0, torque = 0, sum = 0 * dt;
  *c = (Coupling){.dt = dt, .arm = 1};
  for (int i = 0; i < n; i++) sum += 0 * contacts[i].fn;
  for (int i = 0; i < 3 * n; i++) sum += 0 * v0[i] + 0 * twist[i];
  for (int i = 0; i < 9 * n * n; i++) sum += 0 * w[i];
  if (!(sum == 0) || !(dt >= 0)) return -1;
  for (int i = 0; i < n; i++) {
    const br_function *f = br_find(contacts[i].solver, "step_slopes");
    if (!f) return -1;
    if (!(contacts[i].fn > 0)) continue;
    place[c->n] = i;
    c->contact[c->n] = &contacts[i];
    c->step[c->n] = f;
    c->load[c->n] = slow_friction(&contacts[i], 0);
    force += c->load[c->n];
    torque += slow_friction(&contacts[i], 2);
    memcpy(c->v0 + 3 * c->n, v0 + 3 * i, 3 * sizeof *v0);
    c->n++;
  }
  if (force > 0 && torque > 1e-9 * force) c->arm = torque / force;
  return c->n;
}

/* Factors W of the contacts under load and writes y at the twists at the start
 * of the step. Returns 0 for bad input. */
static int begin(Coupling *c, int n, const double *w, const double *twist,
                 const int *place, double *y)
{
  const int m = 3 * c->n;
  double part[DIM * DIM];
  for (int i = 0; i < m; i++) {
    const double *const row = w + 3 * n * (3 * place[i / 3] + i % 3);
    for (int j = 0; j < m; j++) part[m * i + j] = row[3 * place[j / 3] + j % 3];
    c->size[i] = part[m * i + i] > 0 ? 1 / part[m * i + i] : 0;
  }
  c->rank = factor(m, part, c->l);
  if (c->rank < 0) return 0;
  for (int j = 0; j < c->rank; j++) y[j] = 0;
  for (int i = 0; c->dt > 0 && i < m; i++)
    for (int j = 0; j < c->rank; j++)
      y[j] += c->size[i] * c->l[c->rank * i + j] *
              (twist[3 * place[i / 3] + i % 3] - c->v0[i]);
  return solve_normal(c, y);
}

/* Adds to x->f the least, each number over its size, that makes up for what is
 * left of the residual: the host arrives at x->v. */
static int complete(const Coupling *c, Trial *x)
{
  for (int j = 0; j < c->rank; j++) x->r[j] = c->dt > 0 ? x->r[j] / c->dt : 0;
  if (!solve_normal(c, x->r)) return 0;
  for (int i = 0; i < 3 * c->n; i++) {
    x->f[i] += c->size[i] * dot(c->rank, c->l + c->rank * i, x->r);
    if (!isfinite(x->f[i])) return 0;
  }
  return 1;
}

/* Writes the results; contacts without load are reset, and move with the rest.
 */
static void leave(const Coupling *c, const Trial *x, const int *place, int n,
                  const br_contact *contacts, const double *v0, const double *w,
                  double *twist, double *wrench)
{
  int next = 0;
  for (int i = 0; i < n; i++) {
    const br_contact *contact = &contacts[i];
    const int k = next, is_loaded = k < c->n && place[k] == i;
    for (int d = 0; d < 3; d++) {
      const int row = 3 * i + d;
      double v = is_loaded ? x->v[3 * k + d] : v0[row];
      for (int j = 0; !is_loaded && j < 3 * c->n; j++)
        v += c->dt * w[3 * n * row + 3 * place[j / 3] + j % 3] * x->f[j];
      twist[row] = v;
      if (wrench) wrench[row] = is_loaded ? x->f[3 * k + d] : 0;
    }
    const int is_moved = !is_loaded || c->dt > 0;
    for (int z = 0; !is_loaded && z < contact->solver->nstates; z++)
      contact->end[z] = 0; /* a tuning stays */
    if (is_loaded && is_moved)
      step_contact(c, k, x->v + 3 * k, contact->end, NULL, NULL);
    if (is_moved) contact->solver->set(contact->state, contact->end);
    next += is_loaded;
  }
}

int br_couple(int n, const br_contact *contacts, const double *v0,
              const double *w, double dt, double *twist, double *wrench,
              int *status, br_couple_info *info)
{
  Coupling c;
  Trial x;
  br_couple_info own = {0};
  int place[BR_COUPLE_MOST], result = BR_BAD_INPUT;
  const int is_possible = n >= 1 && n <= BR_COUPLE_MOST;
  const int loaded =
      is_possible ? pick(n, contacts, v0, w, dt, twist, &c, place) : -1;
  if (loaded >= 0 && begin(&c, n, w, twist, place, x.y))
    result = descend(&c, &x, &own);
  if (info) *info = own;
  int is_made = result == BR_OK || result == BR_NO_CONVERGENCE;
  if (is_made && !complete(&c, &x)) {
    result = BR_BAD_STATE;
    is_made = 0;
  }
  if (is_made) leave(&c, &x, place, n, contacts, v0, w, twist, wrench);
  for (int i = 0; status && is_possible && i < n; i++)
    status[i] = is_made && !(contacts[i].fn > 0) ? BR_SEPARATED : result;
  for (int i = 0; wrench && !is_made && is_possible && i < 3 * n; i++)
    wrench[i] = 0;
  return result == BR_OK && loaded < n ? BR_SEPARATED : result;
}
