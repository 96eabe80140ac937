/* Tests of the equations of one cell of a contact: derivatives of its rate and
 * its step against differences of the reference, for LuGre in all its forms. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/base.h"
#include "kinds/contact/contact.h"
#include "laws/values.h"
#include "reference/contact/contact.h"
#include "support/emitting.h"

TestSuite(contact_equations);

/* ---- one bristle, from the reference's laws ----------------------------- */

/* Returns the relaxation of a bristle q at slip velocity v: beta*sigma0*s/g. */
static double relaxation(const RefLugre *f, const double q[2],
                         const double v[2])
{
  const double s = hypot(v[0], v[1]), n = hypot(q[0], q[1]);
  const double zmax = ref_lugre_g(f, s) / f->sigma0;
  double beta = ref_lugre_abar(f, n, zmax);
  if (f->is_elastoplastic)
    beta *= ((q[0] * v[0] + q[1] * v[1]) / (n * s) + 1) / 2;
  return beta * s / zmax;
}

/* The differentiated function: x = (zx, zy, vx, vy) -> the mean rate over dt
 * and the force per weight and load at its end. h displaces the bristle that
 * decides beta and marks an exponential step; dt = h = 0 is the rate itself. */
static void motion(const RefLugre *f, const double x[4], double dt, double h,
                   double out[4])
{
  const double q[2] = {x[0] + h * x[2], x[1] + h * x[3]};
  const double a = relaxation(f, q, x + 2);
  const double phi = h > 0 && a > 0 ? -expm1(-a * dt) / (a * dt) : 1;
  const double sigma1 = ref_lugre_sigma1(f, hypot(x[2], x[3]));
  for (int d = 0; d < 2; d++) {
    out[d] = (x[2 + d] - a * x[d]) * phi;
    out[2 + d] = -(f->sigma0 * (x[d] + dt * out[d]) + sigma1 * out[d] +
                   f->sigma2 * x[2 + d]);
  }
}

/* d motion[i] / d x[j] by differences of fourth order. */
static void differences(const RefLugre *f, const double x[4], double dt,
                        double h, double slopes[4][4])
{
  const double size[2] = {hypot(x[0], x[1]), hypot(x[2], x[3])};
  for (int j = 0; j < 4; j++) {
    const double step = 5e-4 * size[j / 2];
    double at[4][4];
    for (int k = 0; k < 4; k++) {
      static const double offsets[4] = {-2, -1, 1, 2};
      double moved[4];
      memcpy(moved, x, sizeof moved);
      moved[j] += offsets[k] * step;
      motion(f, moved, dt, h, at[k]);
    }
    for (int i = 0; i < 4; i++)
      slopes[i][j] =
          (8 * (at[2][i] - at[1][i]) - (at[3][i] - at[0][i])) / (12 * step);
  }
}

/* ---- the same from the blocks ------------------------------------------ */

typedef struct Values {
  const char *names[48];
  double values[48];
  size_t count;
} Values;

static void set(Values *values, const char *name, double value)
{
  cr_assert_lt(values->count, 48u);
  values->names[values->count] = name;
  values->values[values->count++] = value;
}

static double get(const Values *values, const char *name)
{
  for (size_t i = 0; i < values->count; i++)
    if (strcmp(values->names[i], name) == 0) return values->values[i];
  return NAN;
}

/* Evaluates a block and adds its outputs under their names. */
static void follow(Values *values, const Equations *equations, const char *name)
{
  double out[16];
  const Block *block = equations_get(equations, name);
  block_evaluate(block, values->names, values->values, values->count, out);
  for (size_t i = 0; i < block->noutputs; i++)
    set(values, block->outputs[i].name, out[i]);
}

static Values at_point(const double x[4], double h)
{
  Values values = {.count = 0};
  const double s = hypot(x[2], x[3]);
  const double q[2] = {x[0] + h * x[2], x[1] + h * x[3]}, n = hypot(q[0], q[1]);
  set(&values, "zx", x[0]);
  set(&values, "zy", x[1]);
  set(&values, "vx", x[2]);
  set(&values, "vy", x[3]);
  set(&values, "v2", s * s);
  set(&values, "s", s);
  set(&values, "ux", x[2] / s);
  set(&values, "uy", x[3] / s);
  set(&values, "n", n);
  set(&values, "ex", q[0] / n);
  set(&values, "ey", q[1] / n);
  set(&values, "h", h);
  return values;
}

static const char *const components[4] = {"dzx", "dzy", "fx", "fy"};
static const char *const variables[4] = {"zx", "zy", "vx", "vy"};

/* Compares each 2x2 block of slopes with differences, relative to the block, or
 * to its terms if they cancel. */
static void expect_slopes(const Values *values, double slopes[4][4], int first,
                          const RefLugre *f, const char *what)
{
  const double terms[2][2] = {{get(values, "a"), 1}, {f->sigma0, f->sigma1}};
  for (int i = first; i < 4; i += 2)
    for (int j = first; j < 4; j += 2) {
      double error = 0, size = terms[i / 2][j / 2];
      for (int k = 0; k < 4; k++) {
        char name[16];
        const double should = slopes[i + k / 2][j + k % 2];
        snprintf(name, sizeof name, "%s_%s", components[i + k / 2],
                 variables[j + k % 2]);
        error = fmax(error, fabs(get(values, name) - should));
        size = fmax(size, fabs(should));
        if (isnan(get(values, name))) error = INFINITY;
      }
      cr_expect_leq(error, 1e-7 * size, "%s: %s by %s is off by %g of %g", what,
                    components[i], variables[j], error, size);
    }
}

/* Tests one point: bristle q of `share` of zmax at angle `turn` to the
 * velocity; the slopes of the rate, or of the force at the end of a step. */
static void expect_point(const Contact *c, const Equations *equations,
                         double speed, double share, double turn, bool is_step,
                         const char *what)
{
  const RefLugre f = contact_reference(c)->friction;
  const double v[2] = {speed * cos(0.7), speed * sin(0.7)};
  const double zmax = ref_lugre_g(&f, speed) / f.sigma0, n = share * zmax;
  const double dt = 0.8 * zmax / speed;
  const double h = is_step && c->step == STEP_EXPONENTIAL ? dt : 0;
  const double q[2] = {n * cos(0.7 + turn), n * sin(0.7 + turn)};
  const double x[4] = {q[0] - h * v[0], q[1] - h * v[1], v[0], v[1]};
  const double a = relaxation(&f, q, v), y = a * dt;
  double slopes[4][4];
  Values values = at_point(x, h);
  follow(
      &values, equations,
      f.is_elastoplastic && share < 1 ? "transition slopes" : "plastic slopes");
  cr_expect_float_eq(get(&values, "a"), a, 1e-12 * speed / zmax,
                     "%s: a is %g, not %g", what, get(&values, "a"), a);
  follow(&values, equations, f.v_d > 0 ? "fading slopes" : "damping");
  set(&values, "dt", dt);
  set(&values, "phi", -expm1(-y) / y);
  set(&values, "phi1", ((y + 1) * exp(-y) - 1) / (y * y));
  follow(&values, equations, is_step ? "step_jac" : "rate_jac");
  differences(&f, x, is_step ? dt : 0, h, slopes);
  expect_slopes(&values, slopes, is_step ? 2 : 0, &f, what);
}

static void expect_derivatives(const char *bristles, const char *step)
{
  static const double speeds[] = {4e-4, 2e-3, 5e-3};
  for (size_t i = 0; i < LUGRE_FORMS; i++) {
    char keys[500];
    snprintf(keys, sizeof keys,
             "friction = lugre { sigma0 = 1e5, sigma1 = 300, sigma2 = 0.4,"
             " mu_c = 0.6%s%s },\nstep = \"%s\"",
             lugre_forms[i], bristles, step);
    Emission e = emit_sound_pad(keys);
    const Contact *c = (const Contact *)e.loaded.model;
    const double middle = (c->lugre.s_ba + 1) / 2;
    for (size_t k = 0; k < 6; k++) {
      const double speed = speeds[k / 2];
      const bool is_step = k % 2;
      expect_point(c, e.equations, speed, middle, 0.5, is_step, keys);
      expect_point(c, e.equations, speed, 0.4 * middle + 0.6, -1.1, is_step,
                   keys);
      expect_point(c, e.equations, speed, 1.3, 0.2, is_step, keys);
      expect_point(c, e.equations, speed, 1.6, 2.6, is_step, keys);
    }
    emission_close(&e);
  }
}

Test(contact_equations, slopes_of_plain_bristles_are_right_for_every_level)
{
  expect_derivatives("", "euler");
  expect_derivatives("", "exponential");
}

Test(contact_equations,
     slopes_of_elastoplastic_bristles_are_right_for_every_level)
{
  expect_derivatives(", s_ba = 0.9", "euler");
  expect_derivatives(", s_ba = 0.9", "exponential");
}

Test(contact_equations, slopes_of_early_breakaway_are_right_for_every_level)
{
  expect_derivatives(", s_ba = 0.3", "exponential");
}
