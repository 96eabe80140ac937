/* Tests of scenarios whose tuning changes. In: a driven pad and a body, with
 * tune in the scenario. Out: claims about the energy that a change injects, by
 * the solver and by the reference, and about values that are refused. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(tune_motion, .init = compiling_begin, .fini = compiling_end);

/* It slides 8 um and then rests; the tuning changes 4 ms later. */
#define PAD                                                                 \
  "return contact { name = 'pad', model = '%s', grid = { 5, 5 }, size = { " \
  "0.02, 0.02 }, pressure = disc { radius = 0.01 }, friction = lugre { "    \
  "sigma0 = 1e5, sigma1 = 200, sigma2 = 0.2, mu_c = 1, mu_s = 1.2, v_s = "  \
  "1e-3, s_ba = 0.9 }, tune = { mu_c = { 0.4, 1.2 }, mu_s = { 0.5, 1.5 }, " \
  "sigma0 = { 5e4, 2e5 }, sigma1 = { 10, 500 } }, scenario = { duration = " \
  "0.02, dt = 1e-3, fn = 2, twist = function(t) return t < 0.008 and 1e-3 " \
  "or 0, 0, 0 end, tune = { %s } } }\n"

enum { INJECTED, STORED, KINETIC, DISSIPATED, COLUMNS };

/* Writes the energies at the end and before the change, J. */
static void run_pad(const char *model, const char *tune, const char *backend,
                    double end[COLUMNS], double before[COLUMNS])
{
  char spec[1500];
  snprintf(spec, sizeof spec, PAD, model, tune);
  save("pad.lua", spec);
  cr_assert_eq(run_shell("%s sim %s/pad.lua --backend=%s -o %s/pad.csv",
                         BRISTLE, folder, backend, folder),
               0, "%s", printed);
  for (int i = 0; i < 2; i++) {
    double *row = i ? before : end;
    run_shell("sed -n '%s' %s/pad.csv | cut -d, -f10-13 | tr , ' '",
              i ? "13p" : "$p", folder);
    cr_assert_eq(
        sscanf(printed, "%lf %lf %lf %lf", &row[0], &row[1], &row[2], &row[3]),
        4, "%s", printed);
  }
}

static const char *const models[] = {"distributed", "ellipsoid"};
static const char *const backends[] = {"tcc", "reference"};

Test(tune_motion, stiffer_bristles_inject_what_they_store_more)
{
  for (int i = 0; i < 4; i++) {
    double end[COLUMNS], before[COLUMNS];
    run_pad(models[i / 2],
            "sigma0 = function(t) return t < 0.012 and 1e5 or "
            "2e5 end",
            backends[i % 2], end, before);
    cr_expect_gt(before[STORED], 6e-6);
    cr_expect_float_eq(end[INJECTED], before[STORED], 1e-12 * before[STORED]);
    /* The level did not rise: bristles beyond it are shortened. */
    cr_expect_lt(end[STORED], 1.5 * before[STORED]);
    cr_expect_gt(end[DISSIPATED], before[DISSIPATED]);
  }
}

Test(tune_motion, softer_bristles_give_energy_away)
{
  for (int i = 0; i < 4; i++) {
    double end[COLUMNS], before[COLUMNS];
    run_pad(models[i / 2],
            "sigma0 = function(t) return t < 0.012 and 1e5 or "
            "5e4 end",
            backends[i % 2], end, before);
    cr_expect_float_eq(end[INJECTED], -before[STORED] / 2,
                       1e-12 * before[STORED]);
    cr_expect_float_eq(end[STORED], before[STORED] / 2, 1e-12 * before[STORED]);
    cr_expect_float_eq(end[DISSIPATED], before[DISSIPATED],
                       1e-12 * before[STORED]);
  }
}

/* Damping stores nothing; a level that falls only dissipates. */
Test(tune_motion, damping_and_levels_inject_nothing)
{
  static const char *const tunes[] = {
      "sigma1 = function(t) return t < 0.012 and 200 or 20 end",
      "mu_c = function(t) return t < 0.012 and 1 or 0.4 end, mu_s = "
      "function(t) "
      "return t < 0.012 and 1.2 or 0.5 end"};
  for (int i = 0; i < 8; i++) {
    double end[COLUMNS], before[COLUMNS];
    run_pad(models[i % 2], tunes[i / 4], backends[i / 2 % 2], end, before);
    cr_expect_eq(end[INJECTED], 0);
    if (i < 4) {
      cr_expect_eq(end[STORED], before[STORED]);
      continue;
    }
    cr_expect_lt(end[STORED], 0.5 * before[STORED]);
    cr_expect_float_eq(end[DISSIPATED] - before[DISSIPATED],
                       before[STORED] - end[STORED], 1e-12 * before[STORED]);
  }
}

/* The mass doubles at 1 m/s: half of 1 kg m^2/s^2 more. */
Test(tune_motion, a_heavier_body_has_more_energy)
{
  save(
      "pad.lua",
      "return contact { name = 'pad', model = 'ellipsoid', grid = { 3, 3 }, "
      "size = { 0.1, 0.1 }, pressure = rectangle {}, friction = lugre { sigma0 "
      "= 1e4, mu_c = 0.5 }, tune = { ['body.mass'] = { 1, 2 } }, body = { mass "
      "= 1, inertia = 0.01 }, scenario = { duration = 0.2, dt = 0.01, fn = 0, "
      "load = function(t) return t < 0.1 and 10 or 0, 0, 0 end, tune = { "
      "['body.mass'] = function(t) return t < 0.15 and 1 or 2 end } } }");
  for (int i = 0; i < 2; i++) {
    double injected, kinetic;
    cr_assert_eq(run_shell("%s sim %s/pad.lua --backend=%s -o %s/pad.csv",
                           BRISTLE, folder, backends[i], folder),
                 0, "%s", printed);
    run_shell("tail -n 1 %s/pad.csv | cut -d, -f13,15 | tr , ' '", folder);
    cr_assert_eq(sscanf(printed, "%lf %lf", &injected, &kinetic), 2);
    cr_expect_float_eq(injected, 0.5, 1e-6, "%s", printed);
    cr_expect_float_eq(kinetic, 1, 1e-6, "%s", printed);
  }
}

Test(tune_motion, values_that_do_not_fit_end_the_simulation)
{
  static const char *const wrong[][2] = {
      {"sigma0 = function(t) return 1e6 end",
       "the scenario sets sigma0 = 1e6 at 0 s; it must be between"},
      {"mu_c = function(t) return t < 0.01 and 1 or 0 / 0 end",
       "the scenario's function gives"},
      {"mu_s = function(t) return t < 0.01 and 1.2 or 0.6 end",
       "do not go together"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char spec[1500];
    snprintf(spec, sizeof spec, PAD, models[0], wrong[i][0]);
    save("pad.lua", spec);
    cr_expect_eq(run_shell("%s sim %s/pad.lua --backend=tcc -o %s/pad.csv 2>&1",
                           BRISTLE, folder, folder),
                 2);
    cr_expect(strstr(printed, wrong[i][1]), "%s", printed);
  }
}
