/* synthetic.c: see synthetic.h. */
#include "fit/synthetic.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/support.h"

enum { SUB = 20 };
static const double DT = 1e-3, S_BA = 0.8;

double random_normal(uint64_t *state)
{
  const double u = random_in(state, 1e-12, 1), a = random_in(state, 0, 1);
  return sqrt(-2 * log(u)) * cos(2 * TEST_PI * a);
}

static double random_log(uint64_t *state, double low, double high)
{
  return exp(random_in(state, log(low), log(high)));
}

Truth truth_random(uint64_t *state)
{
  Truth t = {.F_c = random_log(state, 1, 20)};
  t.F_s = t.F_c * (1 + random_log(state, 0.1, 0.6));
  t.v_s = random_log(state, 0.005, 0.1);
  t.inertia = t.F_c * random_in(state, 0.05, 0.3);
  t.sigma0 = t.F_s / random_log(state, 2e-4, 5e-3);
  t.sigma1 = 2 * random_in(state, 0.1, 0.7) * sqrt(t.sigma0 * t.inertia);
  t.sigma2 = t.F_c * random_in(state, 0.1, 1);
  t.gamma = random_in(state, 0.8, 2.2);
  return t;
}

/* ---- motion ---------------------------------------------------------------- */

/* Speed and acceleration at the fine rate. */
typedef struct Motion {
  size_t n; /* rows * SUB + 1 */
  double h, *v, *a;
} Motion;

/* A sine of whole periods from t0 to t1. */
static void add_part(Motion *m, double t0, double t1, double speed, double hz)
{
  const double periods = fmax(1, round((t1 - t0) * hz));
  const double w = 2 * TEST_PI * periods / (t1 - t0);
  for (size_t k = 0; k < m->n; k++) {
    const double t = (double)k * m->h;
    if (t < t0 || t >= t1) continue;
    m->v[k] += speed * sin(w * (t - t0));
    m->a[k] += speed * w * cos(w * (t - t0));
  }
}

static Motion motion_of(const Truth *truth, SyntheticMotion which, size_t rows)
{
  Motion m = {rows * SUB + 1, DT / SUB, NULL, NULL};
  m.v = calloc(m.n, sizeof *m.v);
  m.a = calloc(m.n, sizeof *m.a);
  const double T = (double)rows * DT, travel = truth->F_s / truth->sigma0;
  const double own = sqrt(truth->sigma0 / truth->inertia) / (2 * TEST_PI);
  if (which == MOTION_ONE_WAY) {
    const double w = TEST_PI;
    for (size_t k = 0; k < m.n; k++) {
      m.v[k] = 0.55 + 0.45 * sin(w * (double)k * m.h);
      m.a[k] = 0.45 * w * cos(w * (double)k * m.h);
    }
    return m;
  }
  const double hz = fmin(fmax(0.3 * own, 3), 60);
  add_part(&m, 0, 0.1 * T, 0.35 * travel * 2 * TEST_PI * hz, hz);
  add_part(&m, 0.1 * T, 0.25 * T, 2 * travel * 2 * TEST_PI * 2, 2);
  add_part(&m, 0.25 * T, 0.55 * T, 3 * truth->v_s, 1);
  add_part(&m, 0.55 * T, T, 1, 0.45);
  return m;
}

/* ---- the law ---------------------------------------------------------------- */

static double level(const Truth *p, double v)
{
  return p->F_c +
         (p->F_s - p->F_c) * exp(-pow(fabs(v) / p->v_s, p->gamma));
}

static double rate(const Truth *p, double z, double v)
{
  const double u = (v < 0 ? -z : z) * p->sigma0 / level(p, v);
  double b = 1;
  if (u <= S_BA) b = 0;
  if (u > S_BA && u < 1)
    b = 0.5 * (1 + sin(TEST_PI * (u - 0.5 * (1 + S_BA)) / (1 - S_BA)));
  return v * (1 - u * b);
}

Synthetic synthetic_log(const Truth *p, SyntheticMotion which, size_t rows,
                        double noise, uint64_t *state)
{
  const Motion m = motion_of(p, which, rows);
  const size_t skipped = which == MOTION_ONE_WAY ? 500 : 0;
  Synthetic log = {.truth = *p, .rows = rows - skipped};
  double *const columns = malloc(4 * rows * sizeof(double));
  cr_assert(m.v && m.a && columns);
  log.t = columns;
  log.q = columns + rows;
  log.v = columns + 2 * rows;
  log.torque = columns + 3 * rows;
  double z = 0, q = 0;
  for (size_t k = 0; k < rows; k++) {
    const double v = m.v[k * SUB];
    if (k >= skipped) {
      const size_t o = k - skipped;
      log.t[o] = (double)o * DT;
      log.q[o] = q;
      log.v[o] = v;
      log.torque[o] = p->inertia * m.a[k * SUB] + p->sigma0 * z +
                      p->sigma1 * rate(p, z, v) + p->sigma2 * v +
                      noise * p->F_s * random_normal(state);
    }
    for (size_t i = k * SUB; i < (k + 1) * SUB; i++) {
      const double h = m.h, mean = (m.v[i] + m.v[i + 1]) / 2;
      const double a = rate(p, z, mean), b = rate(p, z + h / 2 * a, mean);
      const double c = rate(p, z + h / 2 * b, mean), d = rate(p, z + h * c, mean);
      z += h * (a + 2 * b + 2 * c + d) / 6;
      q += h * mean;
    }
  }
  free(m.v);
  free(m.a);
  return log;
}

void synthetic_free(Synthetic *log)
{
  free(log->t);
}

void synthetic_write(const Synthetic *log, double count, uint64_t *state,
                     const char *path)
{
  FILE *out = fopen(path, "w");
  cr_assert(out);
  const double phase = random_in(state, 0, 1);
  fprintf(out, count > 0 ? "t [s],q [rad],torque [N m]\n"
                         : "t [s],q [rad],v [rad/s],torque [N m]\n");
  for (size_t k = 0; k < log->rows; k++) {
    if (count > 0)
      fprintf(out, "%.9g,%.15g,%.9g\n", log->t[k],
              count * floor(log->q[k] / count + phase), log->torque[k]);
    else
      fprintf(out, "%.9g,%.17g,%.17g,%.9g\n", log->t[k], log->q[k], log->v[k],
              log->torque[k]);
  }
  fclose(out);
}
