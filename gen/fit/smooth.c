/* smooth.c: the path behind an encoder. In: positions, or positions and speeds.
 * Out: a FitPath: position, speed and acceleration at each row, and the mean
 * speed between rows.
 *
 * The smoother is that of Rauch, Tung and Striebel over (q, v, a) with white
 * jerk. The density of the jerk is that of the greatest likelihood, first the
 * same at all times, then in proportion to the jerk found nearby: a motion with
 * rests and reversals has both. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "fit/fit.h"

typedef struct Step {
  double x[3], P[3][3];   /* after the measurement */
  double xp[3], Pp[3][3]; /* before it */
} Step;

typedef struct Smoother {
  size_t n;
  const double *dt, *measured;
  double variance; /* of a measurement */
  Step *steps;
  FitPath path;
} Smoother;

static void predict(double h, double density, double x[3], double P[3][3])
{
  const double F[3][3] = {{1, h, h * h / 2}, {0, 1, h}, {0, 0, 1}};
  const double h2 = h * h, h3 = h2 * h, c = density;
  const double Q[3][3] = {{c * h3 * h2 / 20, c * h2 * h2 / 8, c * h3 / 6},
                          {c * h2 * h2 / 8, c * h3 / 3, c * h2 / 2},
                          {c * h3 / 6, c * h2 / 2, c * h}};
  double y[3], T[3][3];
  for (int i = 0; i < 3; i++) {
    y[i] = F[i][0] * x[0] + F[i][1] * x[1] + F[i][2] * x[2];
    for (int j = 0; j < 3; j++)
      T[i][j] = F[i][0] * P[0][j] + F[i][1] * P[1][j] + F[i][2] * P[2][j];
  }
  for (int i = 0; i < 3; i++) {
    x[i] = y[i];
    for (int j = 0; j < 3; j++)
      P[i][j] =
          T[i][0] * F[j][0] + T[i][1] * F[j][1] + T[i][2] * F[j][2] + Q[i][j];
  }
}

/* Returns the logarithm of the likelihood. */
static double filter(Smoother *s, const double *density)
{
  double x[3] = {s->measured[0], 0, 0}, P[3][3] = {{0}}, likelihood = 0;
  P[0][0] = s->variance;
  P[1][1] = 1e6 * s->variance;
  P[2][2] = 1e12 * s->variance;
  for (size_t k = 0; k < s->n; k++) {
    Step *step = &s->steps[k];
    if (k) predict(s->dt[k - 1], density[k], x, P);
    memcpy(step->xp, x, sizeof x);
    memcpy(step->Pp, P, sizeof P);
    const double e = s->measured[k] - x[0], V = P[0][0] + s->variance;
    const double row[3] = {P[0][0], P[0][1], P[0][2]};
    likelihood -= 0.5 * (log(V) + e * e / V);
    for (int i = 0; i < 3; i++) {
      const double gain = P[i][0] / V;
      x[i] += gain * e;
      for (int j = 0; j < 3; j++) P[i][j] -= gain * row[j];
    }
    memcpy(step->x, x, sizeof x);
    memcpy(step->P, P, sizeof P);
  }
  return likelihood;
}

static void invert(double B[3][3], double I[3][3])
{
  const double d = B[0][0] * (B[1][1] * B[2][2] - B[1][2] * B[2][1]) -
                   B[0][1] * (B[1][0] * B[2][2] - B[1][2] * B[2][0]) +
                   B[0][2] * (B[1][0] * B[2][1] - B[1][1] * B[2][0]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int a = (j + 1) % 3, b = (j + 2) % 3;
      const int c = (i + 1) % 3, e = (i + 2) % 3;
      I[i][j] = (B[a][c] * B[b][e] - B[a][e] * B[b][c]) / d;
    }
}

/* Goes back over the steps of the filter. */
static void smooth(Smoother *s)
{
  double *const out[3] = {s->path.q, s->path.v, s->path.a};
  for (int i = 0; i < 3; i++) out[i][s->n - 1] = s->steps[s->n - 1].x[i];
  for (size_t k = s->n - 1; k-- > 0;) {
    const double h = s->dt[k];
    const double F[3][3] = {{1, h, h * h / 2}, {0, 1, h}, {0, 0, 1}};
    Step *step = &s->steps[k], *next = step + 1;
    double I[3][3], T[3][3];
    invert(next->Pp, I);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        T[i][j] = step->P[i][0] * F[j][0] + step->P[i][1] * F[j][1] +
                  step->P[i][2] * F[j][2];
    for (int i = 0; i < 3; i++) {
      double sum = step->x[i];
      for (int j = 0; j < 3; j++) {
        const double C =
            T[i][0] * I[0][j] + T[i][1] * I[1][j] + T[i][2] * I[2][j];
        sum += C * (out[j][k + 1] - next->xp[j]);
      }
      out[i][k] = sum;
    }
  }
}

/* Writes the square of the jerk around each row. */
static void jerk_nearby(Run *run, const Smoother *s, double *density)
{
  enum { HALF = 25 };
  double *square = run_doubles(run, s->n), most = 0;
  for (size_t k = 0; k + 1 < s->n; k++) {
    const double jerk = (s->path.a[k + 1] - s->path.a[k]) / s->dt[k];
    square[k] = jerk * jerk * s->dt[k];
  }
  for (size_t k = 0; k < s->n; k++) {
    const size_t from = k < HALF ? 0 : k - HALF;
    const size_t to = k + HALF < s->n ? k + HALF : s->n - 1;
    double sum = 0;
    for (size_t i = from; i <= to; i++) sum += square[i];
    density[k] = sum / (double)(to - from + 1);
    most = fmax(most, density[k]);
  }
  for (size_t k = 0; k < s->n; k++)
    density[k] = fmax(density[k], 1e-6 * most + DBL_MIN);
}

/* Scales a density for the greatest likelihood over factors from..to. */
static void scale(Run *run, Smoother *s, double *density, double from,
                  double to, double ratio)
{
  double *trial = run_doubles(run, s->n), best = -INFINITY, at = from;
  for (double c = from; c < to; c *= ratio) {
    for (size_t k = 0; k < s->n; k++) trial[k] = c * density[k];
    const double likelihood = filter(s, trial);
    if (likelihood > best) {
      best = likelihood;
      at = c;
    }
  }
  for (size_t k = 0; k < s->n; k++) density[k] *= at;
  filter(s, density);
  smooth(s);
}

static FitPath path_new(Run *run, size_t n)
{
  return (FitPath){n, run_doubles(run, n), run_doubles(run, n),
                   run_doubles(run, n), run_doubles(run, n)};
}

static void set_means(FitPath *path, const double *dt)
{
  for (size_t k = 0; k + 1 < path->n; k++)
    path->mean[k] = (path->q[k + 1] - path->q[k]) / dt[k];
  path->mean[path->n - 1] = path->v[path->n - 1];
}

FitPath path_smooth(Run *run, const double *dt, const double *q, size_t n,
                    double count)
{
  enum { PASSES = 2 };
  Smoother s = {n,
                dt,
                q,
                count * count / 12,
                run_alloc(run, n * sizeof(Step)),
                path_new(run, n)};
  double *density = run_doubles(run, n);
  for (size_t k = 0; k < n; k++) density[k] = count * count;
  scale(run, &s, density, 1e-2, 1e16, 10);
  for (int pass = 0; pass < PASSES; pass++) {
    jerk_nearby(run, &s, density);
    scale(run, &s, density, 0.1, 2e5, 3.1622776601683795);
  }
  set_means(&s.path, dt);
  return s.path;
}

FitPath path_exact(Run *run, const double *dt, const double *q, const double *v,
                   size_t n)
{
  FitPath p = path_new(run, n);
  for (size_t k = 0; k < n; k++) {
    p.v[k] = v[k];
    p.q[k] = q ? q[k] : k ? p.q[k - 1] + dt[k - 1] * (v[k - 1] + v[k]) / 2 : 0;
  }
  /* The acceleration at a row from positions and speeds of both neighbours, so
   * that errors up to the third order of the steps cancel; at an end that of a
   * cubic. */
  for (size_t k = 0; k < n; k++) {
    const bool is_end = k == 0 || k + 1 == n;
    double sum = 0, weight = 0;
    for (int side = 0; side < 2; side++) {
      if ((side && k + 1 == n) || (!side && k == 0)) continue;
      const size_t o = side ? k + 1 : k - 1;
      const double h = side ? dt[k] : -dt[o], w = 1 / fabs(h);
      const double rise = (p.q[o] - p.q[k]) / h;
      const double a = !q       ? (v[o] - v[k]) / h
                       : is_end ? (6 * rise - 4 * v[k] - 2 * v[o]) / h
                                : (4 * rise - 3 * v[k] - v[o]) / h;
      sum += w * a;
      weight += w;
    }
    p.a[k] = sum / weight;
  }
  set_means(&p, dt);
  return p;
}
