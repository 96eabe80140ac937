/* step.c: one implicit step of a mechanism. In: the state, its rate
 * (mechanism.c). Out: the state dt later. Stages are solved by Newton's method
 * with a Jacobian of differences.
 *
 * Two stages of the L-stable SDIRK method with gamma = 1 - 1/sqrt(2); where a
 * Coulomb contact does not slide, or rest, throughout: one Euler step. */
#include <math.h>
#include <string.h>

#include "reference/dense.h"
#include "reference/mechanism/inside.h"

enum { MOST = REF_STATES };

typedef struct Stage {
  const RefMechanism *s;
  const double *u;
  double t, tau;
  double base[MOST]; /* y = base + tau*rate(y) */
  RefMode mode;
  RefMotion motion; /* at the last y */
  double slip[3];
  double noise[REF_COORDINATES]; /* rounding of v by its forces */
  bool has_lifted;               /* at the end of any stage */
} Stage;

/* True where a contact at rest is held exactly. */
static bool sticks(const RefMechanism *s)
{
  return s->law && s->law->sticking;
}

/* y - base - tau*rate(y); of bristles that settle, y less where they do. */
static int residual(Stage *g, const double *y, double *out)
{
  RefTerms terms;
  double rate[MOST];
  const int status =
      ref_mechanism_move(g->s, y, g->u, g->t, &g->mode, &terms, &g->motion);
  ref_mechanism_assemble(g->s, y, &g->motion, rate);
  memcpy(g->slip, terms.slip, sizeof g->slip);
  for (int i = 0; i < g->s->n; i++)
    g->noise[i] = 1e-15 * g->tau *
                  fmax(fabs(terms.Q[i]), fabs(g->motion.Qf[i])) /
                  terms.M[i * g->s->n + i];
  for (int i = 0; i < ref_mechanism_states(g->s); i++)
    out[i] = y[i] - g->base[i] - g->tau * rate[i];
  for (int k = 0; g->mode.kind == REF_SETTLED && k < g->s->d; k++)
    out[2 * g->s->n + k] = y[2 * g->s->n + k] - g->motion.z[k];
  return status == BR_LIFTED ? BR_OK : status;
}

static double unit_of(const Stage *g, int i)
{
  if (i < 2 * g->s->n) return 1;
  return g->s->law->unit;
}

/* A change of y as a share of its unit and size. Where light bodies are pushed
 * hard, rounding never lets it vanish. */
static double step_share(const Stage *g, int i, double change, double y)
{
  const int k = i - g->s->n;
  const double noise = k >= 0 && k < g->s->n ? g->noise[k] : 0;
  return fmax(0, fabs(change) - noise) / (unit_of(g, i) + fabs(y));
}

/* Writes the Jacobian of the residual at y by differences. */
static int differentiate(Stage *g, const double *y, double *matrix)
{
  const int size = ref_mechanism_states(g->s);
  double high[MOST], low[MOST], moved[MOST];
  for (int j = 0; j < size; j++) {
    const double h = 1e-6 * unit_of(g, j);
    memcpy(moved, y, sizeof moved);
    moved[j] = y[j] + h;
    int status = residual(g, moved, high);
    moved[j] = y[j] - h;
    if (status == BR_OK) status = residual(g, moved, low);
    if (status != BR_OK) return status;
    for (int i = 0; i < size; i++)
      matrix[i * size + j] = (high[i] - low[i]) / (2 * h);
  }
  return BR_OK;
}

/* The largest share of a change of y. */
static double change_share(const Stage *g, const double *change,
                           const double *y)
{
  double largest = 0;
  for (int i = 0; i < ref_mechanism_states(g->s); i++) {
    const double share = step_share(g, i, change[i], y[i]);
    if (!(share <= largest)) largest = share;
  }
  return largest;
}

/* True if the residual at y is what rounding leaves: a short step of Newton's
 * method alone is no proof of a solution, since steps are short beside a kink,
 * too. Bristles that yield fast magnify the rounding of the slip. */
static bool is_root(const Stage *g, const double *y, const double *residual)
{
  static const double tolerance = 1e-6;
  for (int i = 0; i < ref_mechanism_states(g->s); i++) {
    const double move = fabs(y[i] - g->base[i] - residual[i]);
    if (!(step_share(g, i, residual[i], fabs(y[i]) + move) <= tolerance))
      return false;
  }
  return true;
}

/* From the guess in y to the solution: Newton's method. A step of it is halved
 * until the next step by the same Jacobian is shorter. */
static int find_root(Stage *g, double *y)
{
  enum { MOST_TURNS = 60, MOST_HALVINGS = 12 };
  const int size = ref_mechanism_states(g->s);
  const size_t bytes = (size_t)size * sizeof *y;
  for (int turn = 0; turn < MOST_TURNS; turn++) {
    double matrix[MOST * MOST], spoilt[MOST * MOST], step[MOST], next[MOST];
    double moved[MOST], share = 1;
    int status = residual(g, y, step);
    if (status == BR_OK) status = differentiate(g, y, matrix);
    if (status != BR_OK) return status;
    memcpy(spoilt, matrix, sizeof matrix);
    if (!ref_dense_solve(spoilt, step, size)) return BR_NO_CONVERGENCE;
    const double length = change_share(g, step, y);
    if (!(length < 1e30)) return BR_NO_CONVERGENCE;
    for (int i = 0; i < MOST_HALVINGS; i++, share /= 2) {
      for (int k = 0; k < size; k++) moved[k] = y[k] - share * step[k];
      if (residual(g, moved, next) != BR_OK) continue;
      memcpy(spoilt, matrix, sizeof matrix);
      if (ref_dense_solve(spoilt, next, size) &&
          change_share(g, next, moved) <= (1 - share / 4) * length)
        break;
    }
    memcpy(y, moved, bytes);
    if (length >= 1e-11) continue;
    status = residual(g, y, step);
    if (status != BR_OK || is_root(g, y, step)) return status;
  }
  return BR_NO_CONVERGENCE;
}

static int solve_stage(Stage *g, double *y)
{
  const int status = find_root(g, y);
  g->has_lifted = g->has_lifted || g->motion.is_lifted;
  return status;
}

/* The slip along the stage's direction. */
static double along(const Stage *g)
{
  double dot = 0;
  if (g->motion.is_lifted) return 0; /* the direction does not matter */
  for (int k = 0; k < g->s->d; k++) dot += g->slip[k] * g->mode.direction[k];
  return dot;
}

/* True where the motion is what the stage took it for. */
static bool is_consistent(const Stage *g)
{
  if (!sticks(g->s) || g->motion.is_lifted) return true;
  if (g->mode.kind == REF_HELD) return g->motion.reach <= 1;
  return along(g) > 0 &&
         ref_length(g->slip, g->s->d) > g->s->law->sticking->v_rest;
}

/* One implicit Euler stage over tau from `base`, guessed at `guess`. */
static int stage(Stage *g, double t, double tau, const double *base,
                 const double *guess, double *y)
{
  const size_t bytes = (size_t)ref_mechanism_states(g->s) * sizeof *y;
  g->t = t;
  g->tau = g->mode.tau = tau;
  memcpy(g->base, base, bytes);
  g->mode.start = g->base;
  memcpy(y, guess, bytes);
  return solve_stage(g, y);
}

/* Both stages in one mode; false where they do not agree with it. */
static bool two_stages(Stage *g, double t, double dt, const double *y0,
                       double *y)
{
  const double gamma = 1 - 0.70710678118654752440;
  double y1[MOST], base[MOST];
  if (stage(g, t + gamma * dt, gamma * dt, y0, y0, y1) != BR_OK ||
      !is_consistent(g))
    return false;
  for (int i = 0; i < ref_mechanism_states(g->s); i++)
    base[i] = y0[i] + (1 - gamma) / gamma * (y1[i] - y0[i]);
  return stage(g, t + dt, gamma * dt, base, y1, y) == BR_OK && is_consistent(g);
}

/* Makes a step in which the contact comes to rest, starts or turns back. If
 * friction cannot hold the contact, it slides, along `other` if its direction
 * is unknown, or else the other way. */
static int one_stage(Stage *g, double t, double dt, const double *y0,
                     bool was_sliding, const double other[3], double *y)
{
  int status;
  if (was_sliding) {
    g->mode.kind = REF_SLIDING;
    status = stage(g, t + dt, dt, y0, y0, y);
    if (status == BR_OK && is_consistent(g)) return status;
  }
  g->mode.kind = REF_HELD;
  status = stage(g, t + dt, dt, y0, y0, y);
  if (status == BR_OK && is_consistent(g)) return status;
  const double size = ref_length(g->motion.friction, g->s->d);
  const bool is_known = status == BR_OK && size > 0;
  for (int k = 0; k < g->s->d; k++)
    g->mode.direction[k] = is_known ? -g->motion.friction[k] / size : other[k];
  double guess[MOST];
  memcpy(guess, is_known ? y : y0,
         (size_t)ref_mechanism_states(g->s) * sizeof *guess);
  g->mode.kind = REF_SLIDING;
  status = stage(g, t + dt, dt, y0, guess, y);
  if (status == BR_OK && along(g) >= 0) return status;
  for (int k = 0; k < g->s->d; k++) g->mode.direction[k] *= -1;
  status = stage(g, t + dt, dt, y0, y0, y);
  return status == BR_OK && along(g) < 0 ? BR_NO_CONVERGENCE : status;
}

/* What a step may change of a constraint's rate and value. */
typedef struct Course {
  double rate, value;
} Course;

/* Of row r: a tenth of the terms of its rate, and 0.3 of what the coordinates
 * and time could change its value (a step of first order from rest errs by up
 * to 0.25 of that), with the rounding of both. */
static Course course_of(const RefMechanism *s, int r, const RefTerms *from,
                        const double *y0, const RefTerms *to, const double *y,
                        double dt)
{
  Course most = {0, 0};
  double speed = 1, moved = 0;
  double by_time = r < s->mh ? to->speed[r] : 0;
  for (int j = 0; j < s->n; j++) {
    const int v = s->n + j;
    speed = fmax(speed, fmax(fabs(y0[v]), fabs(y[v])));
    moved = fmax(moved, fabs(y[j] - y0[j]));
    by_time -= to->A[r * s->n + j] * y[v];
  }
  for (int j = 0; j < s->n; j++) {
    const double A =
        fmax(fabs(from->A[r * s->n + j]), fabs(to->A[r * s->n + j]));
    const double v = fmax(fabs(y0[s->n + j]), fabs(y[s->n + j]));
    const double q = fmax(fabs(y0[j]), fabs(y[j]));
    most.rate += A * (0.1 * v + 1e-8 * speed);
    most.value += A * (0.3 * moved + 1e-8 * dt * speed + 4e-15 * q);
  }
  most.value += 0.3 * dt * fabs(by_time);
  return most;
}

/* True where the step has followed the constraints. The value and the rate of
 * each change no more than they may, besides what Baumgarte's terms do: the
 * equations of a long stage have solutions far from the motion, too, and these
 * do not. */
static bool follows(const Stage *g, const RefTerms *from, const double *y0,
                    const double *y, double t, double dt)
{
  const RefMechanism *s = g->s;
  const double fading = fmin(2, dt * (2 * s->alpha + s->beta * s->beta * dt));
  RefTerms to;
  ref_mechanism_terms(s, y, y + s->n, t + dt, g->u, &to);
  for (int r = 0; r < s->mh + s->mv; r++) {
    const bool is_linear = r >= s->mh; /* its rate is its drift */
    const double before = is_linear ? from->drift[r] : from->speed[r];
    const double after = is_linear ? to.drift[r] : to.speed[r];
    const double off = is_linear ? 0 : from->drift[r];
    const double moved = is_linear ? 0 : to.drift[r] - off;
    const Course most = course_of(s, r, from, y0, &to, y, dt);
    if (s->is_surface[r] && g->has_lifted) continue;
    if (!(fabs(after - before) <=
          most.rate + fading * fabs(before) +
              s->beta * fmin(1, s->beta * dt) * fabs(off)))
      return false;
    if (!(fabs(moved) <= most.value + dt * fabs(before) + fading * fabs(off)))
      return false;
  }
  return true;
}

int ref_mechanism_step(const RefMechanism *s, double *state, const double *u,
                       double t, double dt)
{
  Stage g = {.s = s, .u = u};
  RefTerms terms;
  double y[MOST];
  int status = BR_OK;
  if (!(dt >= 0) || !isfinite(dt)) return BR_BAD_INPUT;
  if (dt == 0) return BR_OK;
  ref_mechanism_terms(s, state, state + s->n, t, u, &terms);
  const double speed = ref_length(terms.slip, s->d);
  const bool is_sliding = sticks(s) && speed > s->law->sticking->v_rest;
  double other[3] = {0};
  RefMotion now;
  if (ref_mechanism_solve(s, state, u, t, &now) < 0) return BR_NOT_UNIQUE;
  const double pull = ref_length(now.friction, s->d);
  for (int k = 0; k < s->d && is_sliding; k++) {
    g.mode.direction[k] = terms.slip[k] / speed;
    other[k] = -g.mode.direction[k];
  }
  for (int k = 0; k < s->d && !is_sliding && !now.is_held && pull > 0; k++)
    other[k] = -now.friction[k] / pull;
  g.mode.kind = s->law && s->law->settle ? REF_SETTLED
                : is_sliding             ? REF_SLIDING
                                         : REF_HELD;
  if (!two_stages(&g, t, dt, state, y)) {
    if (!sticks(s)) return BR_NO_CONVERGENCE;
    status = one_stage(&g, t, dt, state, is_sliding, other, y);
  }
  if (status == BR_OK && !follows(&g, &terms, state, y, t, dt))
    return BR_NO_CONVERGENCE;
  if (status == BR_OK)
    memcpy(state, y, (size_t)ref_mechanism_states(s) * sizeof *y);
  return status == BR_OK && g.motion.is_lifted ? BR_LIFTED : status;
}
