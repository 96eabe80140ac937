/* Compares steps of generated sliders with SUNDIALS KINSOL, which solves PS
 * (29)-(32) for p_t, p_o, p_r and sigma independently. */
#include <criterion/criterion.h>
#include <kinsol/kinsol.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "backend/backend.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "slider/sliding.h"
#include "support/support.h"

TestSuite(slider_kinsol, .init = compiling_begin, .fini = compiling_end);

/* One case in its own units: unknowns p/(mu*p_n*e) and sigma/speed. */
typedef struct Problem {
  const RefSlider *s;
  double v[3], applied[3], dt, speed;
} Problem;

static void scale(const Problem *p, double unit[3])
{
  const RefSlider *s = p->s;
  for (int d = 0; d < 3; d++)
    unit[d] = s->mu * s->mass * s->gravity[2] * p->dt * s->e[d];
}

static int equations(N_Vector x, N_Vector f, void *context)
{
  const Problem *p = context;
  const double *in = N_VGetArrayPointer(x);
  double *out = N_VGetArrayPointer(f), impulse[3], unit[3];
  scale(p, unit);
  for (int d = 0; d < 3; d++) impulse[d] = in[d] * unit[d];
  ref_slider_equations(p->s, p->v, p->applied, p->dt, impulse, in[3] * p->speed,
                       out);
  for (int d = 0; d < 3; d++) out[d] /= unit[d] * p->speed;
  const RefSlider *s = p->s;
  out[3] /= pow(s->mu * s->mass * s->gravity[2] * p->dt, 2);
  return 0;
}

typedef struct Kinsol {
  SUNContext context;
  N_Vector x, ones;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  void *memory;
} Kinsol;

static Kinsol kinsol_open(void)
{
  Kinsol k = {0};
  cr_assert_eq(SUNContext_Create(NULL, &k.context), 0);
  k.x = N_VNew_Serial(4, k.context);
  k.ones = N_VNew_Serial(4, k.context);
  N_VConst(1, k.ones);
  k.matrix = SUNDenseMatrix(4, 4, k.context);
  k.linear = SUNLinSol_Dense(k.x, k.matrix, k.context);
  k.memory = KINCreate(k.context);
  cr_assert_eq(KINInit(k.memory, equations, k.x), KIN_SUCCESS);
  KINSetLinearSolver(k.memory, k.linear, k.matrix);
  KINSetFuncNormTol(k.memory, 1e-15);
  KINSetScaledStepTol(k.memory, 1e-15);
  KINSetMaxSetupCalls(k.memory, 1); /* a new Jacobian at every step */
  KINSetErrFile(k.memory, NULL);
  KINSetNumMaxIters(k.memory, 60);
  return k;
}

static void kinsol_close(Kinsol *k)
{
  KINFree(&k->memory);
  SUNLinSolFree(k->linear);
  SUNMatDestroy(k->matrix);
  N_VDestroy(k->x);
  N_VDestroy(k->ones);
  SUNContext_Free(&k->context);
}

/* Moves x to a root. Returns true if the equations hold there. */
static bool kinsol_solve(const Kinsol *k, Problem *problem, double x[4])
{
  memcpy(N_VGetArrayPointer(k->x), x, 4 * sizeof *x);
  KINSetUserData(k->memory, problem);
  KINSol(k->memory, k->x, KIN_LINESEARCH, k->ones, k->ones);
  memcpy(x, N_VGetArrayPointer(k->x), 4 * sizeof *x);
  N_Vector f = N_VClone(k->x);
  equations(k->x, f, problem);
  const bool holds = N_VMaxNorm(f) < 1e-11 && x[3] > 0;
  N_VDestroy(f);
  return holds;
}

typedef struct Tally {
  long cases, from_afar, from_near, skipped;
  double worst;
} Tally;

static double distance(const double a[4], const double b[4])
{
  double worst = 0;
  for (int d = 0; d < 4; d++) worst = fmax(worst, fabs(a[d] - b[d]));
  return worst;
}

/* Returns the slope of PS (32) at a root: about 1 if the root is well
 * determined.
 */
static double steepness(const Problem *p, const double load[3], double sigma,
                        double unit)
{
  const double h = 1e-6 * (sigma + unit), low = fmax(0, sigma - h);
  return (ref_slider_excess(p->s, p->v, load, p->dt, low) -
          ref_slider_excess(p->s, p->v, load, p->dt, sigma + h)) *
         (sigma + unit) / (sigma + h - low);
}

static void see_case(const Sliding *s, const Kinsol *k, uint64_t *seed, int i,
                     Tally *tally)
{
  const RefSlider *r = &s->reference;
  const double dt = pow(10, random_in(seed, -4, -2));
  const double grip = r->mu * r->gravity[2] * dt;
  Problem p = {.s = r, .dt = dt};
  double size = 0, u[3], load[3], direction[3], unit[3], most = 0;
  do {
    size = 0;
    for (int d = 0; d < 3; d++) {
      direction[d] = random_in(seed, -1, 1);
      size += direction[d] * direction[d];
    }
  } while (!(size > 0.01 && size <= 1));
  const double past = i % 3 == 0 ? 1 + pow(10, random_in(seed, -6, -0.5))
                                 : pow(10, random_in(seed, 0.02, 3));
  for (int d = 0; d < 3; d++) {
    const double give = d < 2 ? 1 / r->mass : 1 / r->inertia;
    const double takes = grip * r->mass * r->e[d] * give;
    u[d] = past * direction[d] / sqrt(size) * takes;
    load[d] = i % 2 ? random_in(seed, -1, 1) * takes / give / dt : 0;
    p.applied[d] = load[d] * dt;
    p.v[d] = u[d] - p.applied[d] * give;
    p.speed = hypot(p.speed, r->e[d] * u[d]);
    most = fmax(most, r->e[d] * takes);
  }
  double v[3] = {p.v[0], p.v[1], p.v[2]}, out[6];
  cr_assert_geq(sliding_step(s, NULL, v, load, dt, out), 0);
  cr_assert_gt(out[3], 0);
  tally->cases++;
  scale(&p, unit);
  const double ours[4] = {out[0] / unit[0], out[1] / unit[1], out[2] / unit[2],
                          out[3] / p.speed};
  const double steep = steepness(&p, load, out[3], most);
  if (!(steep > 1e-3)) { /* two roots next to each other: what is left is that
                            the equations hold, which verify sees to */
    tally->skipped++;
    return;
  }
  /* Starts from the solution without coupling, then from near the result: from
   * there KINSOL must find the same root, even if others exist. */
  double x[4] = {0, 0, 0, 1};
  for (int d = 0; d < 3; d++) x[d] = -r->e[d] * u[d] / p.speed;
  bool is_found = kinsol_solve(k, &p, x) && distance(x, ours) < 1e-6;
  tally->from_afar += is_found;
  if (!is_found) { /* there are roots with sigma < 0, too */
    const double near = 1e-3 * fmin(1, 10 * ours[3]);
    for (int d = 0; d < 4; d++)
      x[d] = ours[d] * (1 + near * random_in(seed, -1, 1));
    is_found = kinsol_solve(k, &p, x);
    tally->from_near += is_found;
  }
  cr_assert(is_found, "KINSOL does not converge from nearby");
  const double error = distance(x, ours) * fmin(1, steep);
  tally->worst = fmax(tally->worst, error);
  cr_assert_leq(error, 1e-12, "off by %g at %g of what friction takes", error,
                past);
}

Test(slider_kinsol, steps_solve_the_equations)
{
  enum { BODIES = 25, CASES = 4000 };
  uint64_t seed = 5;
  Tally tally = {0};
  Kinsol k = kinsol_open();
  for (int i = 0; i < BODIES; i++) {
    const double height = i % 3 == 0 ? 0 : random_in(&seed, 0, 0.3);
    const double et = random_in(&seed, 0.5, 1.2);
    const double eo = i % 4 == 0 ? et : random_in(&seed, 0.5, 1.2);
    const double e[3] = {et, eo, pow(10, random_in(&seed, -2.7, -1))};
    const double mass = pow(10, random_in(&seed, -1, 1));
    Sliding s = sliding_body(i % 5 ? &tcc_backend : &cc_backend, mass,
                             mass * pow(10, random_in(&seed, -4.5, -2)), height,
                             random_in(&seed, 0.1, 1), e, 9.81);
    for (int c = 0; c < CASES; c++) see_case(&s, &k, &seed, c, &tally);
    sliding_close(&s);
  }
  kinsol_close(&k);
  cr_expect_eq(tally.cases, 100000);
  cr_expect_geq(tally.from_afar, 75000, "%ld", tally.from_afar);
  cr_expect_leq(tally.skipped, 200, "%ld", tally.skipped);
  cr_log_info("%ld from afar, %ld from near, %ld skipped, worst %g",
              tally.from_afar, tally.from_near, tally.skipped, tally.worst);
}
