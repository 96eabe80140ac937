/* Tests of fits to a motion that the drive causes: bodies on contacts, and
 * mechanisms. The truth is the reference's simulation of the same spec with
 * other numbers, with noise. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fit/fitting.h"
#include "fit/synthetic.h"
#include "results/results.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(fit_scenario, .init = compiling_begin, .fini = compiling_end);

/* ---- the truth ---------------------------------------------------------------
 */

typedef struct Making {
  Run *run;
  const char *spec, *columns, *path;
  const Override *overrides;
  size_t noverrides;
  double noise;
} Making;

static bool is_wanted(const char *columns, const char *name)
{
  const char *at = strstr(columns, name);
  const size_t n = strlen(name);
  return at && (at == columns || at[-1] == ' ') && (!at[n] || at[n] == ' ');
}

/* Simulates the spec with other numbers by the reference, and writes the wanted
 * columns; an input F is u_F. */
static void make_log(void *context)
{
  const Making *m = context;
  const SpecText text = {"truth.lua", m->spec, strlen(m->spec), false};
  const Origin origin = {"truth.lua", &text, m->overrides, m->noverrides};
  Progress silent = {0};
  uint64_t state = 3;
  const Recording *r = pipeline_simulate(pipeline_open(m->run, &origin, NULL),
                                         NULL, &silent);
  FILE *out = fopen(m->path, "w");
  cr_assert(out);
  for (size_t k = 0; k <= r->nrows; k++) {
    const char *comma = "";
    for (size_t c = 0; c < r->ncolumns; c++) {
      const char *name = r->columns[c].name;
      const bool is_input = c == 0 || strncmp(name, "u_", 2) == 0;
      if (c > 0 && !is_wanted(m->columns, name)) continue;
      if (k == 0)
        fprintf(out, "%s%s", comma, name);
      else
        fprintf(out, "%s%.12g", comma,
                r->values[(k - 1) * r->ncolumns + c] +
                    (is_input ? 0 : m->noise * random_normal(&state)));
      comma = ",";
    }
    fprintf(out, "\n");
  }
  fclose(out);
}

static const char *log_of(const char *spec, const char *columns, double noise,
                          const Override *overrides, size_t noverrides)
{
  static char path[128];
  snprintf(path, sizeof path, "%s/motion.csv", folder);
  Making m = {run_open(), spec,       columns, path,
              overrides,  noverrides, noise};
  cr_assert(run_catch(m.run, make_log, &m), "%s", m.run->error);
  run_close(m.run);
  return path;
}

static Outcome fit_log(const char *path, const char *spec, const char *names,
                       const char *from, const char *expected)
{
  static const char *paths[1];
  paths[0] = path;
  return fit_of(
      spec,
      (FitOptions){.logs = paths, .nlogs = 1, .names = names, .from = from},
      expected);
}

static void expect_value(const FitResult *r, const char *name, double truth,
                         double tolerance)
{
  const int i = find(r, name);
  const double off = value(r, name) / truth - 1;
  cr_expect(is_told(r, name), "%s", name);
  cr_expect_leq(fabs(off), tolerance, "%s: %g", name, off);
  cr_expect(truth > 0.999 * r->telling.low[i] &&
                truth < 1.001 * r->telling.high[i],
            "%s: %g to %g", name, r->telling.low[i], r->telling.high[i]);
}

/* ---- mechanisms ------------------------------------------------------------- */

#define BLOCK(scenario)                                                     \
  "local p = param { m = 1.0, c = 0.5, amplitude = 14 }\n"                  \
  "return mechanism { name = \"block\", q = { \"x\", \"y\" }, inputs = { "  \
  "\"F\" }, parameters = p,\n mass = function(q, t, par) return { { par.m, 0 " \
  "}, { 0, par.m } } end,\n force = function(q, qd, t, u, par) return { u.F " \
  "- par.c * qd.x, -par.m * 9.81 } end,\n constraint = function(q) return { " \
  "q.y } end, contact = function(q) return { q.x, q.y } end,\n friction = " \
  "coulomb { mu = 0.3, mu_s = 0.4 },\n tune = { m = { 0.2, 5 }, c = { 0.01, " \
  "5 } },\n" scenario "}"

Test(fit_scenario, parameters_of_a_mechanism_are_found)
{
  static const Override truth[] = {{"m", "2"}, {"c", "1.3"}};
  static const char spec[] = BLOCK(
      "scenario = { duration = 2, dt = 5e-3, q = { 0, 0 }, input = function(t) "
      "return { p.amplitude * math.sin(5 * t) } end }");
  const char *path = log_of(spec, "x u_F", 1e-4, truth, 2);
  /* The spec's own input is not that of the log. */
  static const char other[] = BLOCK(
      "scenario = { duration = 1, dt = 5e-3, q = { 0, 0 }, input = function(t) "
      "return { 3 } end }");
  const Outcome f = fit_log(path, other, "m,c", NULL, NULL);
  cr_expect_str_eq(f.result->fitting->direction, "drive in, motion out");
  expect_value(f.result, "m", 2, 0.01);
  expect_value(f.result, "c", 1.3, 0.02);
  cr_expect_float_eq(f.result->laws[0].held, 1e-4, 2e-5);
  const char *text = fit_spec(f.result);
  cr_expect_null(strstr(text, "m = 1.0"));

  run_close(f.run);
}

/* ---- bodies ------------------------------------------------------------------- */

static const char body[] =
    "return contact { name = \"pushed\", grid = { 3, 3 }, size = { 0.02, 0.02 "
    "}, pressure = disc { radius = 0.01 },\n friction = lugre { mu_c = 0.4, "
    "mu_s = 0.5, v_s = 0.01, sigma0 = 5e3, sigma1 = 60, sigma2 = 0.2 }, body = "
    "{ mass = 0.3, inertia = 2e-4 },\n tune = { mu_c = { 0.1, 1.5 }, mu_s = { "
    "0.1, 2 }, sigma0 = { 1e3, 1e6 } },\n scenario = { duration = 0.6, dt = "
    "2e-3, fn = 3, load = function(t) return 2.6 * math.sin(12 * t), 0.5 * "
    "math.sin(15 * t), 0.01 * math.sin(7 * t) end } }";

Test(fit_scenario, friction_below_a_body_is_found_from_its_pose)
{
  static const Override truth[] = {{"friction.mu_c", "0.62"},
                                   {"friction.mu_s", "0.7"}};
  const char *path = log_of(body, "x y theta fn", 2e-5, truth, 2);
  const Outcome f = fit_log(path, body, "mu_c,mu_s", "drive", NULL);
  cr_expect_eq(f.result->fitting->outputs, 3);
  expect_value(f.result, "mu_c", 0.62, 0.01);
  expect_value(f.result, "mu_s", 0.7, 0.02);
  cr_expect_lt(f.result->laws[0].held, 6e-5);
  run_close(f.run);
}

Test(fit_scenario, refuses_what_cannot_be_simulated_or_compared)
{
  static const char still[] =
      "return contact { name = \"pad\", grid = { 3, 3 }, size = { 0.02, 0.02 "
      "}, pressure = disc { radius = 0.01 }, friction = lugre { mu_c = 0.4, "
      "sigma0 = 1e4 } }";
  static const char idle[] = BLOCK("");
  static const struct {
    const char *spec, *names, *from, *expected;
  } cases[] = {{still, "mu_c", "drive", "add body = { mass = ..."},
               {body, "v_s", "drive", "add tune = { v_s = { low, high } }"},
               {body, "mu_c", "drive", "one of x, y, theta"},
               {idle, "m", NULL, "add scenario = { duration"},
               {idle, "m", "motion", "add scenario = { duration"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    const Outcome f =
        fit_log(TEST_DATA "/rubbed_disc.csv", cases[i].spec, cases[i].names,
                cases[i].from, cases[i].expected);
    run_close(f.run);
  }
}
