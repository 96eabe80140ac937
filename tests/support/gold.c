/* gold.c: see gold.h. In: a right-hand side, tolerances, a span of time and
 * the start. Out: the state at the end. All that CVODE needs is created and
 * freed within one call. */
#include "support/gold.h"

#include "base/base.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_spgmr.h>

/* jacobian: a, b, c, d of each cell's block (a b; c d), one after another. */
typedef struct GoldRun {
  const Gold *gold;
  SUNContext context;
  void *cvode;
  N_Vector y, abstol, moved, rate;
  SUNLinearSolver krylov;
  double *jacobian;
  double gamma;
} GoldRun;

static int call_rate(realtype t, N_Vector y, N_Vector dy, void *user)
{
  const Gold *g = ((const GoldRun *)user)->gold;
  return g->rate(t, N_VGetArrayPointer(y), N_VGetArrayPointer(dy), g->context);
}

static int call_stop(realtype t, N_Vector y, realtype *value, void *user)
{
  const Gold *g = ((const GoldRun *)user)->gold;
  *value = g->stop(t, N_VGetArrayPointer(y), g->context);
  return 0;
}

static size_t system_size(const Gold *g)
{
  size_t n = 0;
  for (size_t i = 0; i < g->n_groups; i++) n += g->groups[i].count;
  return n;
}

static void fill_tolerances(const Gold *g, double *abstol)
{
  for (size_t i = 0; i < g->n_groups; i++)
    for (size_t k = 0; k < g->groups[i].count; k++)
      *abstol++ = g->groups[i].abstol;
}

/* ---- vectors ------------------------------------------------------------ */

/* SUNDIALS' own loops are not vectorised: they took a third of a run. Elements
 * of one vector may be those of another. */
#if defined(__GNUC__) && !defined(__clang__)
#define VECTORISED WIDE __attribute__((optimize("O3")))
#define NO_OVERLAP _Pragma("GCC ivdep")
#else
#define VECTORISED
#define NO_OVERLAP
#endif
enum { PARTS = 8 };

VECTORISED static void add_scaled(size_t n, double a, const double *x, double b,
                                  const double *y, double *z)
{
  NO_OVERLAP
  for (size_t i = 0; i < n; i++) z[i] = a * x[i] + b * y[i];
}

VECTORISED static double sum_products(size_t n, const double *x,
                                      const double *y)
{
  double parts[PARTS] = {0}, sum = 0;
  const size_t whole = n - n % PARTS;
  for (size_t i = 0; i < whole; i += PARTS)
    for (size_t k = 0; k < PARTS; k++) parts[k] += x[i + k] * y[i + k];
  for (size_t i = whole; i < n; i++) sum += x[i] * y[i];
  for (size_t k = 0; k < PARTS; k++) sum += parts[k];
  return sum;
}

VECTORISED static double sum_weighted_squares(size_t n, const double *x,
                                              const double *w)
{
  double parts[PARTS] = {0}, sum = 0;
  const size_t whole = n - n % PARTS;
  for (size_t i = 0; i < whole; i += PARTS)
    for (size_t k = 0; k < PARTS; k++)
      parts[k] += x[i + k] * w[i + k] * (x[i + k] * w[i + k]);
  for (size_t i = whole; i < n; i++) sum += x[i] * w[i] * (x[i] * w[i]);
  for (size_t k = 0; k < PARTS; k++) sum += parts[k];
  return sum;
}

static size_t length_of(N_Vector x)
{
  return (size_t)N_VGetLength_Serial(x);
}

static void linear_sum(realtype a, N_Vector x, realtype b, N_Vector y,
                       N_Vector z)
{
  add_scaled(length_of(x), a, N_VGetArrayPointer(x), b, N_VGetArrayPointer(y),
             N_VGetArrayPointer(z));
}

static realtype dot_product(N_Vector x, N_Vector y)
{
  return sum_products(length_of(x), N_VGetArrayPointer(x),
                      N_VGetArrayPointer(y));
}

static realtype weighted_norm(N_Vector x, N_Vector w)
{
  const double sum = sum_weighted_squares(
      length_of(x), N_VGetArrayPointer(x), N_VGetArrayPointer(w));
  return sqrt(sum / (double)length_of(x));
}

/* All vectors that CVODE makes are copies of this one. */
static void use_own_loops(N_Vector y)
{
  y->ops->nvlinearsum = linear_sum;
  y->ops->nvdotprod = dot_product;
  y->ops->nvwrmsnorm = weighted_norm;
}

/* ---- preconditioner: bristle blocks of I - gamma*J --------------------- */

/* Moves all x (direction 0) or all y components at once: what a pair's rate
 * does is its own doing, so two evaluations give every block. */
static int difference_blocks(GoldRun *s, double t, N_Vector y, N_Vector fy,
                             size_t direction)
{
  const size_t n = s->gold->cells;
  const double *f0 = N_VGetArrayPointer(fy), *y0 = N_VGetArrayPointer(y);
  double *moved = N_VGetArrayPointer(s->moved);
  double *f1 = N_VGetArrayPointer(s->rate);
  const double *abstol = N_VGetArrayPointer(s->abstol);
  N_VScale(1.0, y, s->moved);
  for (size_t k = direction * n; k < (direction + 1) * n; k++)
    moved[k] += 1e-7 * fabs(y0[k]) + abstol[k];
  const int flag = call_rate(t, s->moved, s->rate, s);
  for (size_t k = 0; flag == 0 && k < n; k++) {
    const double h = moved[direction * n + k] - y0[direction * n + k];
    s->jacobian[4 * k + direction] = (f1[k] - f0[k]) / h;
    s->jacobian[4 * k + 2 + direction] = (f1[n + k] - f0[n + k]) / h;
  }
  return flag;
}

static int setup_blocks(realtype t, N_Vector y, N_Vector fy, booleantype is_ok,
                        booleantype *is_new, realtype gamma, void *user)
{
  GoldRun *s = user;
  int flag = 0;
  if (!is_ok) {
    flag = difference_blocks(s, t, y, fy, 0);
    if (flag == 0) flag = difference_blocks(s, t, y, fy, 1);
  }
  *is_new = !is_ok;
  s->gamma = gamma;
  return flag;
}

static int solve_blocks(realtype t, N_Vector y, N_Vector fy, N_Vector r,
                        N_Vector z, realtype gamma, realtype delta, int side,
                        void *user)
{
  const GoldRun *s = user;
  const size_t n = s->gold->cells;
  const double *in = N_VGetArrayPointer(r);
  double *out = N_VGetArrayPointer(z);
  (void)t, (void)y, (void)fy, (void)gamma, (void)delta, (void)side;
  N_VScale(1.0, r, z);
  for (size_t k = 0; k < n; k++) {
    const double *j = s->jacobian + 4 * k;
    const double a = 1.0 - s->gamma * j[0], b = -s->gamma * j[1];
    const double c = -s->gamma * j[2], d = 1.0 - s->gamma * j[3];
    const double det = a * d - b * c;
    if (det == 0.0) continue;
    out[k] = (d * in[k] - b * in[n + k]) / det;
    out[n + k] = (a * in[n + k] - c * in[k]) / det;
  }
  return 0;
}

static bool set_preconditioner(GoldRun *s)
{
  s->moved = N_VClone(s->y);
  s->rate = N_VClone(s->y);
  s->jacobian = calloc(4 * s->gold->cells, sizeof *s->jacobian);
  return s->moved && s->rate && s->jacobian &&
         CVodeSetPreconditioner(s->cvode, setup_blocks, solve_blocks) ==
             CV_SUCCESS;
}

/* ---- a run ------------------------------------------------------------- */

/* True when every object exists and every setting was taken. */
static bool open_run(GoldRun *s, const Gold *g, double t0, const double *y)
{
  const size_t n = system_size(g);
  if (SUNContext_Create(NULL, &s->context) != 0) return false;
  s->y = N_VNew_Serial((sunindextype)n, s->context);
  s->abstol = N_VNew_Serial((sunindextype)n, s->context);
  s->cvode = CVodeCreate(CV_BDF, s->context);
  if (!s->y || !s->abstol || !s->cvode) return false;
  use_own_loops(s->y);
  memcpy(N_VGetArrayPointer(s->y), y, n * sizeof *y);
  fill_tolerances(g, N_VGetArrayPointer(s->abstol));
  s->krylov = SUNLinSol_SPGMR(s->y, g->cells ? SUN_PREC_LEFT : SUN_PREC_NONE,
                              g->krylov, s->context);
  if (!s->krylov) return false;
  void *const cv = s->cvode;
  return CVodeSetErrFile(cv, NULL) == CV_SUCCESS &&
         CVodeInit(cv, call_rate, t0, s->y) == CV_SUCCESS &&
         CVodeSVtolerances(cv, g->reltol, s->abstol) == CV_SUCCESS &&
         CVodeSetUserData(cv, s) == CV_SUCCESS &&
         CVodeSetLinearSolver(cv, s->krylov, NULL) == CV_SUCCESS &&
         (!g->cells || set_preconditioner(s)) &&
         CVodeSetMaxStep(cv, g->max_step) == CV_SUCCESS &&
         CVodeSetMaxNumSteps(cv, g->max_steps ? g->max_steps : 10000000L) ==
             CV_SUCCESS &&
         (!g->stop || CVodeRootInit(cv, 1, call_stop) == CV_SUCCESS);
}

static void close_run(GoldRun *s)
{
  if (s->cvode) CVodeFree(&s->cvode);
  if (s->krylov) SUNLinSolFree(s->krylov);
  if (s->y) N_VDestroy(s->y);
  if (s->abstol) N_VDestroy(s->abstol);
  if (s->moved) N_VDestroy(s->moved);
  if (s->rate) N_VDestroy(s->rate);
  free(s->jacobian);
  if (s->context) SUNContext_Free(&s->context);
}

int gold_integrate(const Gold *g, double t0, double t1, double *y,
                   double *t_end)
{
  GoldRun s = {.gold = g};
  int status = GOLD_FAILED;
  realtype t = t0;
  if (open_run(&s, g, t0, y) && CVodeSetStopTime(s.cvode, t1) == CV_SUCCESS) {
    const int flag = CVode(s.cvode, t1, s.y, &t, CV_NORMAL);
    if (flag == CV_SUCCESS || flag == CV_TSTOP_RETURN) status = GOLD_OK;
    if (flag == CV_ROOT_RETURN) status = GOLD_STOPPED;
    memcpy(y, N_VGetArrayPointer(s.y), system_size(g) * sizeof *y);
  }
  close_run(&s);
  if (t_end) *t_end = t;
  return status;
}
