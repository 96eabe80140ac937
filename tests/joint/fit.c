/* Tests of the fit of joints: parameters of synthetic logs, what a log cannot
 * tell, intervals, encoders, and two measured logs. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backend/backend.h"
#include "fit/fit.h"
#include "fit/fitting.h"
#include "fit/synthetic.h"
#include "study/study.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(joint_fit, .init = compiling_begin_optimised,
          .fini = compiling_end);

/* ---- synthetic logs ---------------------------------------------------------
 */

/* Values that a user might guess: those of no log. */
#define GUESS                                                              \
  "return joint { name = \"axis\", unit = \"rotary\", friction = lugre { " \
  "F_c = 4, F_s = 5, v_s = 0.02, gamma = 2, sigma0 = 5000, sigma1 = 30, "  \
  "sigma2 = 2, s_ba = 0.8 }, axis = { inertia = 0.5 }"

static const char all_names[] =
    "inertia,F_c,F_s,v_s,sigma0,sigma1,sigma2,gamma";
enum { NUMBERS = 8 };
static const char *const names[NUMBERS] = {
    "inertia", "F_c", "F_s", "v_s", "sigma0", "sigma1", "sigma2", "gamma"};

static double truth_of(const Truth *t, int i)
{
  const double values[NUMBERS] = {t->inertia, t->F_c,    t->F_s,    t->v_s,
                                  t->sigma0,  t->sigma1, t->sigma2, t->gamma};
  return values[i];
}

static Outcome fit_synthetic(const Synthetic *log, double count,
                             uint64_t *state, const char *asked)
{
  static char path[128];
  static char spec[600];
  snprintf(path, sizeof path, "%s/log.csv", folder);
  if (count > 0)
    snprintf(spec, sizeof spec, GUESS ", encoder = %.17g }", count);
  else
    snprintf(spec, sizeof spec, GUESS " }");
  synthetic_write(log, count, state, path);
  static const char *paths[1];
  paths[0] = path;
  return fit_of(spec,
                (FitOptions){.logs = paths,
                             .nlogs = 1,
                             .names = asked,
                             .hold = "none",
                             .is_alone = true},
                NULL);
}

/* What many fits showed. */
typedef struct Counts {
  int logs, good[NUMBERS], covered, intervals;
  double slowest, median[NUMBERS][1000];
} Counts;

static void add_fit(Counts *c, const Synthetic *log, const Outcome *f)
{
  static const double tolerance[NUMBERS] = {0.01, 0.01, 0.01, 0.05,
                                            0.01, 0.01, 0.01, 0.1};
  for (int i = 0; i < NUMBERS; i++) {
    const double truth = truth_of(&log->truth, i);
    const int k = find(f->result, names[i]);
    const double off = fabs(value(f->result, names[i]) / truth - 1);
    c->good[i] += off < tolerance[i];
    c->median[i][c->logs] = off;
    if (!is_told(f->result, names[i])) continue;
    c->intervals++;
    c->covered += truth >= f->result->telling.low[k] &&
                  truth <= f->result->telling.high[k];
  }
  c->logs++;
}

static Counts fit_many(int logs, double counts_per_breakaway)
{
  Counts c = {0};
  uint64_t state = 1;
  for (int i = 0; i < logs; i++) {
    const Truth truth = truth_random(&state);
    Synthetic log = synthetic_log(&truth, MOTION_DESIGNED, 10000, 0.01, &state);
    const double count = counts_per_breakaway > 0
                             ? truth.F_s / truth.sigma0 / counts_per_breakaway
                             : 0;
    const clock_t begun = clock();
    const Outcome f = fit_synthetic(&log, count, &state, all_names);
    const double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (i > 0) c.slowest = fmax(c.slowest, seconds);
    add_fit(&c, &log, &f);
    run_close(f.run);
    synthetic_free(&log);
  }
  return c;
}

Test(joint_fit, finds_all_parameters_of_a_designed_log)
{
  const Counts c = fit_many(in_soak() ? 200 : 2, 0);
  static const double share[NUMBERS] = {0.95, 0.95, 0.90, 0.85,
                                        0.95, 0.95, 0.95, 0.85};
  for (int i = 0; i < NUMBERS; i++) {
    fprintf(stderr, "%s: %d of %d\n", names[i], c.good[i], c.logs);
    cr_expect_geq(c.good[i], share[i] * c.logs, "%s: %d of %d", names[i],
                  c.good[i], c.logs);
  }
  fprintf(stderr, "slowest %.2f s\n", c.slowest);
  if (in_soak()) cr_expect_lt(c.slowest, 1.5);
}

Test(joint_fit, intervals_of_exact_motion_cover_the_truth)
{
  const Counts c = fit_many(in_soak() ? 1000 : 1, 0);
  const double cover = (double)c.covered / c.intervals;
  fprintf(stderr, "%d of %d intervals, %.3f\n", c.covered, c.intervals, cover);
  if (in_soak())
    cr_expect(cover > 0.93 && cover < 0.97, "%.3f", cover);
  else
    cr_expect_geq(c.covered, c.intervals - 2);
}

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median_of(double *list, int n)
{
  qsort(list, (size_t)n, sizeof *list, by_value);
  return list[n / 2];
}

/* All cases in `make soak`: resampling fits each log thirteen times. */
Test(joint_fit, a_coarse_encoder_gets_resampled_intervals)
{
  if (!in_soak()) return;
  Counts c = fit_many(60, 30);
  const double cover = (double)c.covered / c.intervals;
  for (int i = 0; i < NUMBERS; i++)
    fprintf(stderr, "%s: median %.4f\n", names[i],
            median_of(c.median[i], c.logs));
  fprintf(stderr, "cover %.3f of %d\n", cover, c.intervals);
  cr_expect_lt(median_of(c.median[2], c.logs), 0.01);
  cr_expect_lt(median_of(c.median[4], c.logs), 0.01);
  cr_expect_lt(median_of(c.median[5], c.logs), 0.01);
  cr_expect(cover > 0.9 && cover < 0.97, "%.3f", cover);
}

Test(joint_fit, a_log_that_only_slides_tells_no_stiffness)
{
  uint64_t state = 5;
  const Truth truth = truth_random(&state);
  Synthetic log = synthetic_log(&truth, MOTION_ONE_WAY, 4000, 0.01, &state);
  const Outcome f =
      fit_synthetic(&log, 0, &state, "inertia,F_c,sigma0,sigma1,sigma2");
  const FitResult *r = f.result;
  cr_expect(!is_told(r, "sigma0"));
  cr_expect(!is_told(r, "sigma1"));
  cr_expect(is_told(r, "sigma2"));
  cr_expect_float_eq(value(r, "sigma2") / truth.sigma2, 1, 0.01);
  cr_expect_float_eq(value(r, "inertia") / truth.inertia, 1, 0.01);
  run_close(f.run);
  synthetic_free(&log);
}

Test(joint_fit, slopes_of_the_pass_agree_with_differences)
{
  uint64_t state = 3;
  const Truth truth = truth_random(&state);
  Synthetic log = synthetic_log(&truth, MOTION_DESIGNED, 2000, 0.01, &state);
  const Outcome f = fit_synthetic(&log, 0, &state, all_names);
  expect_slopes(&f, 2e-5);
  run_close(f.run);
  synthetic_free(&log);
}

/* ---- direction, load and position -----------------------------------------
 */

/* The level of an axis with all three. */
static double loaded_level(double v, double q, double load)
{
  const double F_c = v < 0 ? 0.8 : 1, F_s = v < 0 ? 1.1 : 1.4;
  return (1 + 0.1 * cos(7 * q)) *
         (F_c + (F_s - F_c) * exp(-v * v / 0.0025) + 0.1 * load);
}

static double loaded_speed(double t)
{
  return t < 1.5
             ? 0.02 * sin(9 * t)
             : (1 - exp(-5 * (t - 1.5))) * (sin(2.3 * t) + 0.5 * sin(5.1 * t));
}

static void write_loaded(const char *path)
{
  uint64_t state = 4;
  const double h = 5e-5;
  double q = 0, z = 0;
  FILE *out = fopen(path, "w");
  cr_assert(out);
  fprintf(out, "t [s],q [rad],v [rad/s],load [N m],torque [N m]\n");
  for (int k = 0; k < 5000; k++) {
    const double t = k * 1e-3, load = 3 + 2 * sin(1.7 * t), v = loaded_speed(t);
    const double a = (loaded_speed(t + 1e-6) - loaded_speed(t - 1e-6)) / 2e-6;
    const double u = (v < 0 ? -z : z) * 800 / loaded_level(v, q, load);
    fprintf(out, "%.9g,%.15g,%.15g,%.9g,%.9g\n", t, q, v, load,
            0.02 * a + 800 * z + 1.5 * v * (1 - u) + 0.3 * v +
                0.005 * random_normal(&state));
    for (int i = 0; i < 20; i++) {
      const double w = loaded_speed(t + (i + 0.5) * h);
      const double G = loaded_level(w, q, load), sign = w < 0 ? -1 : 1;
      const double first = w * (1 - sign * z * 800 / G);
      z += h * w * (1 - sign * (z + h / 2 * first) * 800 / G);
      q += h * w;
    }
  }
  fclose(out);
}

Test(joint_fit, direction_load_and_position_are_in_the_pass)
{
  static char path[128];
  static const char *paths[] = {path};
  static const struct {
    const char *name;
    double truth, tolerance;
  } found[] = {{"F_c", 1, 0.01},           {"F_s", 1.4, 0.03},
               {"reverse_F_c", 0.8, 0.01}, {"reverse_F_s", 1.1, 0.03},
               {"sigma0", 800, 0.01},      {"mu_c", 0.1, 0.02},
               {"sigma2", 0.3, 0.03},      {"inertia", 0.02, 0.05}};
  snprintf(path, sizeof path, "%s/loaded.csv", folder);
  write_loaded(path);
  const Outcome f = fit_of(
      "return joint { name = \"loaded\", unit = \"rotary\", friction = lugre { "
      "F_c = 2, F_s = 2.5, v_s = 0.02, gamma = 2, sigma0 = 300, sigma1 = 1, "
      "sigma2 = 1 }, reverse = { F_c = 2, F_s = 2.5 }, load = { mu_c = 0.3 }, "
      "position = { period = 2*math.pi/7, cos = { 0.1 } }, axis = { inertia = "
      "0.1 } }",
      (FitOptions){.logs = paths,
                   .nlogs = 1,
                   .is_alone = true,
                   .hold = "none",
                   .names = "F_c,F_s,v_s,sigma0,sigma1,sigma2,reverse_F_c,"
                            "reverse_F_s,mu_c,inertia"},
      NULL);
  for (size_t i = 0; i < COUNT(found); i++)
    cr_expect_float_eq(value(f.result, found[i].name) / found[i].truth, 1,
                       found[i].tolerance, "%s: %g", found[i].name,
                       value(f.result, found[i].name));
  cr_expect_null(strstr(fit_text(f.result), "nan"));
  expect_slopes(&f, 1e-4);
  run_close(f.run);
}

/* Laws of other forms: their slopes, and that a simpler law is listed once. */
Test(joint_fit, every_law_has_exact_slopes)
{
  static char path[128];
  static const char *paths[] = {path};
  static const struct {
    const char *friction, *names;
  } laws[] = {
      {"coulomb { F_c = 1.3, F_s = 1.5, v_s = 0.05, sigma2 = 0.3 }",
       "F_c,sigma2"},
      {"dahl { F_c = 1.3, sigma0 = 700, sigma2 = 0.3, alpha = 1.5 }",
       "F_c,sigma0,sigma2"},
      {"lugre { sigma0 = 700, sigma1 = 1, sigma2 = 0.3, s_ba = 0.5, v_d = 5, "
       "stribeck = function(s) return 1.2 + 0.3*math.exp(-s/0.05) end }",
       "sigma0,sigma1,sigma2"}};
  snprintf(path, sizeof path, "%s/loaded.csv", folder);
  write_loaded(path);
  for (size_t i = 0; i < COUNT(laws); i++) {
    char spec[500];
    snprintf(spec, sizeof spec,
             "return joint { name = \"law\", unit = \"rotary\", real = "
             "\"float\", friction = %s, axis = { inertia = 0.02 } }",
             laws[i].friction);
    const Outcome f = fit_of(spec,
                             (FitOptions){.logs = paths,
                                          .nlogs = 1,
                                          .names = laws[i].names,
                                          .is_alone = i > 0,
                                          .backend = &tcc_backend},
                             NULL);
    expect_slopes(&f, 1e-4);
    for (size_t k = 0; k < f.result->nlaws && i == 0; k++)
      cr_expect_str_neq(f.result->laws[k].name, "Dahl");
    run_close(f.run);
  }
}

/* ---- measured logs ----------------------------------------------------------
 */

#define FRETTING                                                              \
  "return joint { name = \"fretting\", friction = lugre { F_c = 2, F_s = "    \
  "2.2, "                                                                     \
  "v_s = 1e-4, gamma = 2, sigma0 = 4e4, sigma1 = 10, sigma2 = 1, s_ba = 0.7 " \
  "} }"

Test(joint_fit, fretting_log_tells_level_and_stiffness_alone)
{
  static const char *const logs[] = {TEST_DATA "/fretting_reciprocating.csv"};
  static const char *const untold[] = {"F_s", "v_s", "gamma", "sigma1",
                                       "sigma2"};
  const Outcome f =
      fit_of(FRETTING,
             (FitOptions){.logs = logs,
                          .nlogs = 1,
                          .names = "F_c,F_s,v_s,gamma,sigma0,sigma1,sigma2"},
             NULL);
  const FitResult *r = f.result;
  for (size_t i = 0; i < COUNT(untold); i++)
    cr_expect(!is_told(r, untold[i]), "%s", untold[i]);
  cr_expect_float_eq(value(r, "F_c"), 2.371, 0.01);
  cr_expect_float_eq(value(r, "sigma0"), 4.08e4, 300);
  cr_expect_float_eq(value(r, "offset"), 0.109, 0.005);
  cr_expect_lt(r->laws[0].held, 0.105);
  cr_expect_eq(r->telling.interval, INTERVAL_COLOURED);
  double coulomb = 0, dahl = 0, plain = 0;
  for (size_t i = 0; i < r->nlaws; i++) {
    if (strcmp(r->laws[i].name, "Coulomb") == 0) coulomb = r->laws[i].held;
    if (strcmp(r->laws[i].name, "Dahl") == 0) dahl = r->laws[i].held;
    if (strncmp(r->laws[i].name, "plain LuGre", 11) == 0)
      plain = r->laws[i].held;
  }
  cr_expect_float_eq(coulomb, 1.7, 0.05);
  cr_expect_float_eq(dahl, 0.237, 0.003);
  cr_expect(plain > 0.11 && plain < 0.3, "%g", plain);
  run_close(f.run);
}

#define SERVO                                                                \
  "return joint { name = \"servo\", unit = \"rotary\", friction = lugre { "  \
  "F_c = 0.04, v_s = 0.2, sigma0 = 180, sigma1 = 0.09, sigma2 = 0.05, s_ba " \
  "= 0.7 }, load = { mu_c = 0.2 }, encoder = 2*math.pi/4096, axis = { "      \
  "inertia = 0.0066, gravity = 0.4807, gain = 0.09 } }"

/* Eight fits of 40,000 implicit steps: in `make soak`. */
Test(joint_fit, servo_log_tells_friction_that_grows_with_load)
{
  static const char *const logs[] = {TEST_DATA "/servo_pendulum.csv"};
  static const char *const formulas[] = {"drive=duty*supply"};
  if (!in_soak()) return;
  const Outcome f =
      fit_of(SERVO,
             (FitOptions){.logs = logs,
                          .nlogs = 1,
                          .formulas = formulas,
                          .nformulas = 1,
                          .use = "1,2,7,8,10,11",
                          .hold = "4,5",
                          .names = "F_c,sigma2,mu_c,inertia,gain"},
             NULL);
  const FitResult *r = f.result;
  cr_expect_lt(r->laws[0].held, 0.085, "%g", r->laws[0].held);
  cr_assert_eq(r->nlaws, 2);
  cr_expect_gt(r->laws[1].held, 0.125, "%g", r->laws[1].held);
  cr_expect(value(r, "mu_c") > 0.45 && value(r, "mu_c") < 0.7);
  cr_expect(!is_told(r, "F_c"));
  run_close(f.run);
}

/* ---- a driven axis, synthetic ----------------------------------------------
 */

Test(joint_fit, a_driven_axis_with_a_coarse_encoder_is_found)
{
  static char path[128];
  static const char *paths[] = {path};
  const double J = 0.01, gravity = 0.5, gain = 0.1, F_c = 0.05, B = 0.02;
  snprintf(path, sizeof path, "%s/driven.csv", folder);
  FILE *out = fopen(path, "w");
  fprintf(out, "t [s],q [rad],drive [V]\n");
  double q = 0, v = 0, z = 0;
  const double stiff = 200, h = 1e-5, count = 2 * TEST_PI / 4096;
  for (int k = 0; k < 1200; k++) {
    const double t = k * 5e-3;
    fprintf(out, "%.9g,%.12g,%.9g\n", t, count * round(q / count),
            4 * sin(2.3 * t) + 2 * sin(7 * t));
    for (int i = 0; i < 500; i++) {
      const double at = t + (i + 0.5) * h;
      /* The drive is linear between its samples. */
      const double a = 4 * sin(2.3 * t) + 2 * sin(7 * t);
      const double b = 4 * sin(2.3 * (t + 5e-3)) + 2 * sin(7 * (t + 5e-3));
      const double drive = a + (b - a) * (at - t) / 5e-3;
      const double dz = v * (1 - (v < 0 ? -z : z) * stiff / F_c);
      const double torque =
          gain * drive - gravity * sin(q) - stiff * z - 0.1 * dz - B * v;
      z += h * dz;
      v += h * torque / J;
      q += h * v;
    }
  }
  fclose(out);
  const Outcome f = fit_of(
      "return joint { name = \"driven\", unit = \"rotary\", friction = lugre { "
      "F_c = 0.1, sigma0 = 200, sigma1 = 0.1, sigma2 = 0.05 }, encoder = "
      "2*math.pi/4096, axis = { inertia = 0.015, gravity = 0.5, gain = 0.08 } "
      "}",
      (FitOptions){.logs = paths,
                   .nlogs = 1,
                   .is_alone = true,
                   .names = "F_c,sigma2,inertia,gain"},
      NULL);
  const FitResult *r = f.result;
  cr_expect_str_eq(r->fitting->direction, "drive in, motion out");
  cr_expect_float_eq(value(r, "inertia") / J, 1, 0.02);
  cr_expect_float_eq(value(r, "gain") / gain, 1, 0.01);
  cr_expect_float_eq(value(r, "F_c") / F_c, 1, 0.05);
  cr_expect_float_eq(value(r, "sigma2") / B, 1, 0.05);
  cr_expect_lt(r->laws[0].held, 4 * count);
  run_close(f.run);
}

/* ---- the spec with its values
 * ------------------------------------------------ */

Test(joint_fit, the_spec_gets_the_values_and_keeps_its_text)
{
  static const char *const logs[] = {TEST_DATA "/fretting_reciprocating.csv"};
  const Outcome f = fit_of(
      "-- My rig.\nreturn joint {\n  name = \"fretting\",\n"
      "  friction = dahl {\n    F_c = 4/2, -- a guess\n"
      "    sigma0 = 4e4 },\n}\n",
      (FitOptions){
          .logs = logs, .nlogs = 1, .names = "F_c,sigma0", .is_alone = true},
      NULL);
  const char *text = fit_spec(f.result);
  expect_in(text, "-- My rig.\nreturn joint {");
  expect_in(text, "-- a guess\n    sigma0 = ");
  cr_expect_null(strstr(text, "4/2"));
  const Outcome again = fit_of(
      text,
      (FitOptions){
          .logs = logs, .nlogs = 1, .names = "F_c,sigma0", .is_alone = true},
      NULL);
  cr_expect_float_eq(value(again.result, "F_c") / value(f.result, "F_c"), 1,
                     1e-4);
  run_close(again.run);
  run_close(f.run);
}

Test(joint_fit, a_level_below_that_of_the_spec_says_so)
{
  static const char *const logs[] = {TEST_DATA "/fretting_reciprocating.csv"};
  const Outcome f = fit_of(
      FRETTING,
      (FitOptions){
          .logs = logs, .nlogs = 1, .names = "F_c,sigma0", .is_alone = true},
      NULL);
  cr_expect(!is_told(f.result, "F_c"));
  expect_in(f.result->telling.why[find(f.result, "F_c")],
            "at its upper bound, F_s = 2.2 of the spec: fit F_s too");
  run_close(f.run);
}

Test(joint_fit, refuses_what_a_spec_or_a_log_does_not_have)
{
  static const char *const logs[] = {TEST_DATA "/fretting_reciprocating.csv"};
  static const struct {
    const char *names, *from, *hold, *expected;
  } cases[] = {
      {"F_c,mass", NULL, NULL, "a joint has no number mass to fit; it has F_c"},
      {"mu_c", NULL, NULL, "mu_c cannot be fitted: the joint has no load"},
      {"F_c", "drive", NULL, "add axis = { inertia = ... } to the spec"},
      {"F_c", NULL, "7", "there is no log 7; the logs are fretting"},
      {"reverse_F_c", NULL, NULL, "reverse does not give it"},
      {"", NULL, NULL, "a fit needs the names of its parameters"},
      {"F_c", "guess", NULL, "must be motion or drive, got guess"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const Outcome f = fit_of(FRETTING,
                             (FitOptions){.logs = logs,
                                          .nlogs = 1,
                                          .names = cases[i].names,
                                          .from = cases[i].from,
                                          .hold = cases[i].hold},
                             cases[i].expected);
    run_close(f.run);
  }
}
