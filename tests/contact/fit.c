/* Tests of the fit of contacts to logs of twist and wrench. The truth is the
 * distributed law by the reference, integrated at 1e-5 s and logged at 1 kHz;
 * its cells are weighted here by counting points. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "fit/fitting.h"
#include "fit/synthetic.h"
#include "reference/contact/contact.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(contact_fit, .init = compiling_begin_optimised,
          .fini = compiling_end);

/* ---- the truth ---------------------------------------------------------------
 */

enum { MOST_SIDE = 21, MOST_CELLS = MOST_SIDE * MOST_SIDE, SUB = 100 };
static const double SIZE = 0.02, RADIUS = 0.01;

typedef struct Rubbing {
  int side; /* cells along an edge of the grid */
  RefLugre law;
  double offset; /* N, on fx */
  double sign;   /* of the wrench in the log */
  double noise;  /* N; over the arm 0.0067 m for the torque */
} Rubbing;

static const Rubbing usual = {.side = 7,
                             .law = {.sigma0 = 2e4,
                                     .sigma1 = 12,
                                     .sigma2 = 0.3,
                                     .mu_c = 0.62,
                                     .mu_s = 0.81,
                                     .v_s = 8e-3,
                                     .gamma = 2,
                                     .is_elastoplastic = true,
                                     .s_ba = 0.8},
                             .sign = 1};

/* The shares of a uniform disc. */
static void disc(int side, double *w)
{
  enum { POINTS = 40 };
  double sum = 0;
  for (int c = 0; c < side * side; c++) {
    w[c] = 0;
    for (int p = 0; p < POINTS * POINTS; p++) {
      const double x = (c % side + (p % POINTS + 0.5) / POINTS) / side - 0.5;
      const double y = (c / side + (p / POINTS + 0.5) / POINTS) / side - 0.5;
      w[c] += hypot(x, y) * SIZE < RADIUS;
    }
    sum += w[c];
  }
  for (int c = 0; c < side * side; c++) w[c] /= sum;
}

/* Sliding and spinning, with reversals, small loops and slow parts. */
static void log_twist(double t, double twist[3])
{
  const double swell = 0.5 - 0.5 * cos(4 * TEST_PI * t);
  const double size = 1.5e-3 + 0.08 * swell * swell, phase = 2 * TEST_PI * 12 * t;
  twist[0] = size * sin(phase);
  twist[1] = 0.6 * size * sin(0.7 * phase + t);
  twist[2] = 70 * size * sin(0.45 * phase + 2 * t);
}

static double log_load(double t)
{
  return 5 + sin(4 * t);
}

/* Advances by a step of Heun's method. */
static void advance(const RefContact *c, double *z, double t, double h)
{
  static double first[2 * MOST_CELLS], second[2 * MOST_CELLS],
      middle[2 * MOST_CELLS];
  const size_t n = 2 * (size_t)(c->patch.nx * c->patch.ny);
  double twist[3], wrench[3];
  log_twist(t, twist);
  ref_rate(c, z, twist, log_load(t), first, wrench);
  for (size_t i = 0; i < n; i++) middle[i] = z[i] + h * first[i];
  log_twist(t + h, twist);
  ref_rate(c, middle, twist, log_load(t + h), second, wrench);
  for (size_t i = 0; i < n; i++) z[i] += h / 2 * (first[i] + second[i]);
}

static const char *write_log(const Rubbing *truth, int rows)
{
  static char path[128];
  static double w[MOST_CELLS], z[2 * MOST_CELLS];
  uint64_t state = 7;
  const int side = truth->side;
  const RefContact c = {.patch = {side, side, SIZE, SIZE, w, NULL, NULL},
                        .friction = truth->law};
  disc(side, w);
  memset(z, 0, sizeof z);
  snprintf(path, sizeof path, "%s/contact.csv", folder);
  FILE *out = fopen(path, "w");
  cr_assert(out);
  fprintf(out,
          "t [s],vx [m/s],vy [m/s],w [rad/s],fn [N],fx [N],fy [N],tau [N m]\n");
  for (int k = 0; k < rows; k++) {
    const double t = k * 1e-3, arm = 2.0 / 3 * RADIUS;
    double twist[3], wrench[3];
    log_twist(t, twist);
    ref_rate(&c, z, twist, log_load(t), NULL, wrench);
    for (int i = 0; i < 3; i++)
      wrench[i] = truth->sign * wrench[i] + truth->noise * (i == 2 ? arm : 1) *
                                                random_normal(&state);
    fprintf(out, "%.9g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g\n", t,
            twist[0], twist[1], twist[2], log_load(t),
            wrench[0] + truth->offset, wrench[1], wrench[2]);
    for (int i = 0; i < SUB; i++)
      advance(&c, z, t + i * 1e-3 / SUB, 1e-3 / SUB);
  }
  fclose(out);
  return path;
}

/* ---- fits ---------------------------------------------------------------------
 */

/* Numbers that a user might guess. */
#define LAW                                                               \
  "lugre { mu_c = 0.4, mu_s = 0.5, v_s = 2e-3, gamma = 2, sigma0 = 1e5, " \
  "sigma1 = 100, sigma2 = 0.1, s_ba = 0.8 }"

static const char all_names[] = "mu_c,mu_s,v_s,sigma0,sigma1,sigma2";

static const char *pad(int side, const char *more)
{
  static char spec[800];
  snprintf(spec, sizeof spec,
           "return contact { name = \"pad\", grid = { %d, %d }, size = { 0.02, "
           "0.02 }, pressure = disc { radius = 0.01 }, friction = " LAW
           "%s }",
           side, side, more);
  return spec;
}

static Outcome fit_log(const char *path, const char *spec, const char *names,
                       bool is_alone)
{
  static const char *paths[1];
  paths[0] = path;
  return fit_of(spec,
                (FitOptions){.logs = paths,
                             .nlogs = 1,
                             .names = names,
                             .is_alone = is_alone},
                NULL);
}

static void expect_law(const FitResult *r, const RefLugre *law,
                       double tolerance)
{
  const struct {
    const char *name;
    double truth;
  } numbers[] = {{"mu_c", law->mu_c},
                 {"mu_s", law->mu_s},
                 {"v_s", law->v_s},
                 {"sigma0", law->sigma0},
                 {"sigma1", law->sigma1}};
  for (size_t i = 0; i < COUNT(numbers); i++) {
    const double off = value(r, numbers[i].name) / numbers[i].truth - 1;
    fprintf(stderr, "%s: %.3f %%\n", numbers[i].name, 100 * off);
    cr_expect(is_told(r, numbers[i].name), "%s", numbers[i].name);
    cr_expect_leq(fabs(off), tolerance, "%s: %g", numbers[i].name, off);
  }
}

static Rubbing noisy_truth(int side)
{
  Rubbing truth = usual;
  truth.side = side;
  truth.noise = 0.02;
  truth.offset = 0.05;
  return truth;
}

/* In soak as many cells as the pads of the papers have. */
Test(contact_fit, one_log_of_a_disc_tells_five_numbers)
{
  const int side = in_soak() ? 21 : 5;
  const Rubbing truth = noisy_truth(side);
  const char *path = write_log(&truth, 1000);
  const Outcome f = fit_log(path, pad(side, ""), all_names, true);
  expect_law(f.result, &truth.law, 0.02);
  cr_expect_float_eq(value(f.result, "offset_fx"), 0.05, 0.01);
  cr_expect_float_eq(f.result->laws[0].fitted, 0.02, 0.001);
  cr_expect_float_eq(f.result->laws[0].held, 0.02, 0.001);
  cr_expect_eq(f.result->rows, 500);
  cr_expect_eq(f.result->held_rows, 500);
  cr_expect_leq(f.result->telling.step_change, 2e-3);
  cr_expect_eq(f.result->telling.interval, INTERVAL_PLAIN);
  cr_expect_eq(f.result->telling.nmotions, 4);
  run_close(f.run);
}

/* The pass is the derivative of itself in every form of a contact, and where
 * the law is plain or has no bristle. */
Test(contact_fit, slopes_of_the_pass_agree_with_differences)
{
  static const char *const more[] = {
      "", ", model = \"ellipsoid\"", ", model = \"reduced\"",
      ", model = \"reduced\", torsion = \"paper\""};
  Rubbing truth = usual;
  truth.side = 5;
  const char *path = write_log(&truth, 100);
  for (size_t i = 0; i < COUNT(more); i++) {
    const Outcome f = fit_log(path, pad(5, more[i]),
                              "mu_c,mu_s,v_s,gamma,sigma0,sigma1,sigma2", true);
    cr_expect_eq(f.result->fitting->outputs, 3);
    expect_slopes(&f, 2e-5);
    run_close(f.run);
  }
}

/* A log of the drive without its torque, with a gap; simpler laws. */
Test(contact_fit, the_sign_the_gap_and_simpler_laws_are_said)
{
  static const char *const names[] = {"Dahl", "Coulomb"};
  static char path[160], line[400];
  Rubbing truth = noisy_truth(3);
  truth.sign = -1;
  FILE *in = fopen(write_log(&truth, 400), "r");
  snprintf(path, sizeof path, "%s/cut.csv", folder);
  FILE *out = fopen(path, "w");
  cr_assert(in && out);
  for (int k = 0; fgets(line, sizeof line, in); k++) {
    if (k > 240 && k < 260) continue;
    *strrchr(line, ',') = 0;
    fprintf(out, "%s\n", line);
  }
  fclose(in);
  fclose(out);
  const Outcome f = fit_log(path, pad(3, ""), all_names, false);
  const FitResult *r = f.result;
  const char *text = fit_text(r);
  expect_in(text, "the wrench drives the moving body");
  expect_in(text, "the logs lack tau, which is not compared");
  expect_in(text, "1 gaps");
  cr_expect_eq(r->fitting->outputs, 2);
  cr_expect_eq(r->nlaws, 6);
  for (size_t i = 0; i < r->nlaws; i++)
    for (size_t k = 0; k < COUNT(names); k++)
      if (strcmp(r->laws[i].name, names[k]) == 0)
        cr_expect_gt(r->laws[i].held, 3 * r->laws[0].held, "%s %g, own %g",
                     names[k], r->laws[i].held, r->laws[0].held);
  run_close(f.run);
}

Test(contact_fit, refuses_what_a_contact_or_a_log_does_not_have)
{
  static const char *const logs[] = {TEST_DATA "/rubbed_disc.csv",
                                     TEST_DATA "/fretting_reciprocating.csv"};
  static const struct {
    const char *more, *names, *from;
    int log;
    const char *expected;
  } cases[] = {
      {"", "F_c", NULL, 0, "a contact has no number F_c to fit; it has mu_c"},
      {"", "mu_c", "drive", 0, "for a body with a load"},
      {", anisotropy = { ratio = 0.5 }", "mu_c", NULL, 0,
       "friction by region and anisotropy cannot be fitted yet"},
      {"", "mu_c", NULL, 1, "the log needs a column fx [N], fy [N] or tau"},
      {", fn_range = { 1, 5, levels = 2 }", "mu_c", NULL, 0,
       "pressure depends on fn cannot be fitted"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const char *spec = pad(3, cases[i].more);
    static char levels[900];
    if (strstr(cases[i].more, "fn_range")) {
      snprintf(levels, sizeof levels,
               "return contact { name = \"pad\", grid = { 3, 3 }, size = { "
               "0.02, 0.02 }, pressure = function(x, y, fn) return fn + x*x "
               "end, fn_range = { 1, 5, levels = 2 }, friction = " LAW " }");
      spec = levels;
    }
    const Outcome f = fit_of(spec,
                             (FitOptions){.logs = logs + cases[i].log,
                                          .nlogs = 1,
                                          .names = cases[i].names,
                                          .from = cases[i].from},
                             cases[i].expected);
    run_close(f.run);
  }
}
