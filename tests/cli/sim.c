/* Tests of scenarios of contacts, with recordings. In: pads driven by twists.
 * Out: claims about times, held values, energies, and the agreement of solver
 * and reference. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(sim, .init = compiling_begin, .fini = compiling_end);

typedef struct Simulated {
  Emission emission;
  const Recording *recording;
} Simulated;

typedef struct Simulating {
  Simulated *simulated;
  const Backend *backend; /* NULL: the reference */
} Simulating;

static void simulate_caught(void *context)
{
  const Simulating *s = context;
  const Emission *e = &s->simulated->emission;
  const Model *model = e->loaded.model;
  Progress progress = progress_start("test");
  const Solver *solver =
      s->backend ? solver_open(model->run, s->backend, &e->unit) : NULL;
  s->simulated->recording = model->kind->simulate(model, solver, &progress);
}

/* Opens a small pad with that scenario; an error fails the test. */
static Simulated try_simulate(const Backend *backend, const char *keys)
{
  Simulated s = {.emission = emit_sound_pad(keys)};
  Simulating context = {&s, backend};
  run_catch(s.emission.loaded.run, simulate_caught, &context);
  s.emission.error = s.emission.loaded.run->error;
  return s;
}

static Simulated simulate(const Backend *backend, const char *keys)
{
  const Simulated s = try_simulate(backend, keys);
  cr_assert_null(s.emission.error, "%s", s.emission.error);
  return s;
}

static double at(const Simulated *s, size_t row, const char *column)
{
  return recording_at(s->recording, row, column);
}

static size_t last(const Simulated *s)
{
  return s->recording->nrows - 1;
}

#define RUBBER                                                               \
  "friction = lugre { sigma0 = 1e4, sigma1 = 50, sigma2 = 0.5, mu_c = 0.8, " \
  "mu_s = 1, v_s = 2e-3, s_ba = 0.8 }, "

Test(sim, a_scenario_is_needed)
{
  Simulated s = try_simulate(&tcc_backend, RUBBER);
  expect_in(s.emission.error, "add scenario = {");
  emission_close(&s.emission);
}

Test(sim, what_is_not_finite_is_an_error_of_the_spec)
{
  static const char *const broken[][2] = {
      {"1e308",
       ":1: the simulation stops at 0 s: stored is "
       "not finite"},
      {"function(t) return 0 / 0 end", "function gives nan at 0 s"}};
  for (int i = 0; i < 2; i++) {
    char keys[300];
    snprintf(keys, sizeof keys,
             RUBBER
             "scenario = { duration = 0.2, dt = 0.1, fn = %s, "
             "twist = function(t) return 1e-3, 0, 0 end }",
             broken[i][0]);
    Simulated s = try_simulate(&tcc_backend, keys);
    expect_in(s.emission.error, broken[i][1]);
    emission_close(&s.emission);
  }
}

Test(sim, steps_end_where_the_duration_does)
{
  Simulated s = simulate(&tcc_backend, RUBBER
                         "scenario = { duration = 0.25, dt = 0.1, fn = 2, "
                         "twist = function(t) return 1e-3, 0, 0 end }");
  cr_assert_eq(s.recording->nrows, 4u);
  cr_expect_eq(at(&s, 0, "t"), 0);
  cr_expect_eq(at(&s, 1, "t"), 0.1);
  cr_expect_eq(at(&s, 2, "t"), 0.2);
  cr_expect_eq(at(&s, 3, "t"), 0.25);
  emission_close(&s.emission);
}

Test(sim, rows_tell_of_their_time_or_of_what_is_held)
{
  static const char scenario[] = RUBBER
      "scenario = { duration = 1, dt = 0.125, %s"
      "fn = function(t) return 1 + t end, "
      "twist = function(t) return 1e-4 * t, 0, 0 end }";
  for (int is_held = 0; is_held < 2; is_held++) {
    char keys[400];
    snprintf(keys, sizeof keys, scenario, is_held ? "hold = 0.25, " : "");
    Simulated s = simulate(&tcc_backend, keys);
    cr_assert_eq(s.recording->nrows, 9u);
    for (size_t i = 0; i < 9; i++) {
      const size_t stretch = i > 0 ? (i - 1) / 2 : 0;
      const double t = is_held ? 0.25 * (double)stretch : 0.125 * (double)i;
      cr_expect_float_eq(at(&s, i, "fn"), 1 + t, 1e-15);
      cr_expect_float_eq(at(&s, i, "vx"), 1e-4 * t, 1e-18);
    }
    emission_close(&s.emission);
  }
}

/* Elastic bristles sum the twists of the middles of steps, so their place is
 * the contact's; damping and drag depend on the twist at the row's time. */
Test(sim, a_wrench_is_that_of_its_time)
{
  static const Backend *const backends[] = {&tcc_backend, NULL};
  for (int i = 0; i < 2; i++) {
    Simulated s = simulate(
        backends[i],
        "friction = lugre { sigma0 = 1e3, sigma1 = 20, sigma2 = 5, mu_c = 1, "
        "s_ba = 0.9 }, scenario = { duration = 1, dt = 0.05, fn = 2, twist = "
        "function(t) return 6e-4 * t, 0, 0 end }");
    for (size_t row = 0; row < 21; row++) {
      const double t = 0.05 * (double)row;
      const double force = 2 * (1e3 * 3e-4 * t * t + 25 * 6e-4 * t);
      cr_expect_float_eq(at(&s, row, "fx"), -force, 1e-12, "row %zu", row);
    }
    emission_close(&s.emission);
  }
}

/* A body without a load in the scenario is ignored. */
Test(sim, a_twist_drives_the_contact_whatever_body_there_is)
{
  static const char *const bodies[] = {
      "", "body = { mass = 1, inertia = 1e-3, contacts = 2 }, "};
  Simulated s[2];
  for (int i = 0; i < 2; i++) {
    char keys[400];
    snprintf(keys, sizeof keys,
             RUBBER
             "%sscenario = { duration = 0.2, dt = 0.01, fn = 2, "
             "twist = function(t) return 2e-3, 0, 0.1 * t end }",
             bodies[i]);
    s[i] = simulate(&tcc_backend, keys);
  }
  cr_assert_eq(s[0].recording->ncolumns, s[1].recording->ncolumns);
  for (size_t i = 0; i < s[0].recording->ncolumns; i++) {
    const char *name = s[0].recording->columns[i].name;
    cr_expect_eq(at(&s[0], last(&s[0]), name), at(&s[1], last(&s[1]), name),
                 "%s", name);
  }
  emission_close(&s[0].emission);
  emission_close(&s[1].emission);
}

/* Slides, turns, reverses, with a changing load. Writes the largest difference
 * of force between solver and reference, and the dissipation of both. */
static double apart(const char *dt, double dissipated[2])
{
  char keys[600];
  snprintf(
      keys, sizeof keys,
      RUBBER
      "scenario = { duration = 0.5, hold = 0.01, dt = %s, fn = function(t) "
      "return 2 + math.sin(9 * t) end, twist = function(t) return 4e-3 * "
      "math.sin(13 * t), 2e-3 * math.cos(7 * t), 0.4 * math.sin(5 * t) end "
      "}",
      dt);
  Simulated a = simulate(&tcc_backend, keys), b = simulate(NULL, keys);
  cr_assert_eq(a.recording->nrows, b.recording->nrows);
  double worst = 0;
  for (size_t i = 0; i < a.recording->nrows; i++) {
    static const char *const columns[] = {"fx", "fy", "tau"};
    cr_assert_eq(at(&a, i, "t"), at(&b, i, "t"));
    for (int d = 0; d < 3; d++)
      worst = fmax(worst, fabs(at(&a, i, columns[d]) - at(&b, i, columns[d])) /
                              (d == 2 ? 0.01 : 1));
  }
  dissipated[0] = at(&a, last(&a), "dissipated");
  dissipated[1] = at(&b, last(&b), "dissipated");
  emission_close(&a.emission);
  emission_close(&b.emission);
  return worst;
}

Test(sim, solver_and_reference_tell_the_same_story)
{
  double e[2];
  const double coarse = apart("1e-3", e), fine = apart("1.25e-4", e);
  cr_expect_lt(coarse, 0.1, "%g N of 3 N", coarse);
  cr_expect_lt(fine, coarse / 4, "%g N at 1 ms, %g N at 0.125 ms", coarse,
               fine);
  cr_expect_float_eq(e[0], e[1], 2e-3 * e[1], "%g and %g J", e[0], e[1]);
}

Test(sim, a_body_moves_alike_by_solver_and_by_reference)
{
  static const char *const models[] = {
      "model = 'distributed', ",
      "model = 'reduced', limit_surface = { resolution = 8 }, ",
      "model = 'ellipsoid', "};
  for (int i = 0; i < 3; i++) {
    char keys[900];
    snprintf(
        keys, sizeof keys,
        RUBBER
        "%s"
        "body = { mass = 0.3, inertia = 2e-4, com = { 0.004, -0.002 }, "
        "gravity = { 0, -9.81 }, contacts = 2, tolerance = 1e-5 }, "
        "scenario = { duration = 0.1, dt = 5e-3, hold = 0.01, fn = "
        "function(t) return 1.5 + math.cos(40 * t) end, load = function(t) "
        "return math.sin(30 * t), 0, 2e-3 end }",
        models[i]);
    Simulated a = simulate(&tcc_backend, keys), b = simulate(NULL, keys);
    cr_assert_eq(a.recording->nrows, b.recording->nrows);
    double worst[2] = {0}, range[2] = {0};
    for (size_t k = 0; k < a.recording->nrows; k++) {
      worst[0] = fmax(worst[0], hypot(at(&a, k, "x") - at(&b, k, "x"),
                                      at(&a, k, "y") - at(&b, k, "y")));
      worst[1] = fmax(worst[1], fabs(at(&a, k, "theta") - at(&b, k, "theta")));
      range[0] =
          fmax(range[0], hypot(at(&b, k, "x") - 0.004, at(&b, k, "y") + 0.002));
      range[1] = fmax(range[1], fabs(at(&b, k, "theta")));
    }
    for (int d = 0; d < 2; d++) {
      cr_expect_gt(range[d], 1e-3, "it hardly moves");
      cr_expect_lt(worst[d], 1e-4 * range[d], "%s %g of %g", models[i],
                   worst[d], range[d]);
      cr_expect_gt(worst[d], 0, "they are not the same code");
    }
    emission_close(&a.emission);
    emission_close(&b.emission);
  }
}

Test(sim, friction_that_slides_dissipates_all_work)
{
  Simulated s = simulate(&tcc_backend, RUBBER
                         "scenario = { duration = 1, dt = 1e-3, fn = 2, "
                         "twist = function(t) return 0.02, 0, 0 end }");
  const double work = at(&s, last(&s), "work");
  const double coulomb = 0.8 * 2 * 0.02, viscous = 0.5 * 2 * 0.02 * 0.02;
  /* The damping at the start adds to this. */
  cr_expect_float_eq(work, coulomb + viscous, 4e-3 * work, "%g", work);
  cr_expect_float_eq(at(&s, last(&s), "stored"), 0.5 * 2 * 0.8 * 0.8 / 1e4,
                     1e-8);
  cr_expect_float_eq(
      at(&s, last(&s), "dissipated") + at(&s, last(&s), "stored"), work, 1e-12);
  emission_close(&s.emission);
}

Test(sim, a_stuck_pad_gives_back_what_it_took)
{
  /* A path within breakaway and back, without damping, loses no energy. */
  Simulated s = simulate(
      &tcc_backend,
      "friction = lugre { sigma0 = 1e4, mu_c = 1, s_ba = 0.9 }, "
      "scenario = { duration = 1, dt = 1e-4, fn = 3, twist = function(t) "
      "return 1e-4 * math.sin(2 * math.pi * t), 0, 0 end }");
  const size_t half = last(&s) / 2;
  const double peak = at(&s, half, "stored");
  cr_expect_gt(peak, 1e-5);
  cr_expect_lt(fabs(at(&s, half, "dissipated")), 2e-3 * peak);
  cr_expect_lt(fabs(at(&s, last(&s), "stored")), 1e-9 * peak);
  cr_expect_lt(fabs(at(&s, last(&s), "work")), 1e-3 * peak);
  emission_close(&s.emission);
}

Test(sim, a_rising_load_injects_energy_into_bent_bristles)
{
  Simulated s = simulate(
      &tcc_backend,
      "friction = lugre { sigma0 = 1e4, mu_c = 1, s_ba = 0.9 }, "
      "scenario = { duration = 0.2, dt = 0.1, fn = function(t) return t < 0.1 "
      "and 1 or 3 end, twist = function(t) return t < 0.1 and 5e-4 or 0, 0, 0 "
      "end }");
  const double z = 5e-5;
  cr_expect_float_eq(at(&s, 1, "injected"), 0.5 * 1e4 * z * z * 2, 1e-12);
  cr_expect_float_eq(at(&s, 1, "stored"), 0.5 * 1e4 * z * z * 3, 1e-12);
  emission_close(&s.emission);
}

Test(sim, separation_is_recorded_and_resets)
{
  Simulated s =
      simulate(&tcc_backend, RUBBER
               "scenario = { duration = 0.3, dt = 0.1, hold = 0.1, fn = "
               "function(t) return t > 0.05 and t < 0.15 and 0 or 1 end, "
               "twist = function(t) return 1e-4, 0, 0 end }");
  cr_expect_eq(at(&s, 1, "status"), 0);
  cr_expect_eq(at(&s, 2, "status"), 1);
  cr_expect_eq(at(&s, 2, "fx"), 0);
  cr_expect_eq(at(&s, 2, "stored"), 0);
  cr_expect_float_eq(at(&s, 3, "fx"), at(&s, 1, "fx"), 1e-12);
  emission_close(&s.emission);
}

Test(sim, functions_that_give_no_number_are_blamed)
{
  Simulated s = try_simulate(&tcc_backend, RUBBER
                             "scenario = { duration = 0.3, dt = 0.1, fn = 1, "
                             "twist = function(t) return 0 / 0, 0, 0 end }");
  expect_in(s.emission.error, "the scenario's function gives");
  emission_close(&s.emission);
}

Test(sim, a_function_that_gives_too_much_is_blamed)
{
  Simulated s = try_simulate(&tcc_backend, RUBBER
                             "scenario = { duration = 0.3, dt = 0.1, fn = 1, "
                             "twist = function(t) return 1e-3, 0, 0, 4 end }");
  expect_in(s.emission.error,
            "the function must return 3 numbers, but it returns more");
  emission_close(&s.emission);
}

/* The target of the link is written, also if the target did not exist. */
Test(sim, a_link_stays_a_link)
{
  save("wander.lua",
       "return contact { name = 'pad', grid = { 3, 3 }, size = { 0.02, 0.02 }, "
       "pressure = rectangle {}, friction = lugre { sigma0 = 1e4, mu_c = 1 }, "
       "scenario = { duration = 0.1, dt = 0.01, fn = 1, twist = function(t) "
       "return 1e-3, 0, 0 end } }");
  cr_expect_eq(run_shell("cd %s && mkdir there && ln -s there/run.csv a.csv && "
                         "ln -s a.csv b.csv && ln -s $PWD/there/run.svg c.svg",
                         folder),
               0, "%s", printed);
  for (int i = 0; i < 2; i++) {
    cr_expect_eq(run_shell("%s sim %s/wander.lua -o %s/b.csv --plot %s/c.svg",
                           BRISTLE, folder, folder, folder),
                 0, "%s", printed);
    cr_expect_eq(run_shell("cd %s && test -L a.csv && test -L b.csv && test -L "
                           "c.svg && grep -q svg there/run.svg && test $(wc -l "
                           "<there/run.csv) = 12 && echo x >there/run.csv",
                           folder),
                 0);
  }
}

Test(sim, the_program_writes_csv_and_picture_or_neither)
{
  const char *spec =
      save("wander.lua",
           "return contact { name = 'pad', grid = { 3, 3 }, "
           "size = { 0.02, 0.02 }, pressure = disc { radius = "
           "0.01 }, friction = lugre { sigma0 = 1e4, mu_c = 1 }, "
           "scenario = { duration = 0.1, dt = 0.01, fn = 1, "
           "twist = function(t) return 1e-3, 0, 0 end } }");
  cr_expect_eq(run_shell("%s sim %s -o %s/a.csv --plot %s/a.svg", BRISTLE, spec,
                         folder, folder),
               0, "%s", printed);
  cr_expect_eq(
      run_shell("head -1 %s/a.csv | grep -q '^t (s),fn (N),vx (m/s)'", folder),
      0);
  cr_expect_eq(run_shell("grep -q '<svg' %s/a.svg && test $(wc -l <%s/a.csv) "
                         "= 12",
                         folder, folder),
               0);
  cr_expect_eq(run_shell("%s sim %s/wander.lua -o %s/b.csv --plot %s/b.pdf",
                         BRISTLE, folder, folder, folder),
               2);
  cr_expect_eq(run_shell("%s sim %s/wander.lua -o %s/b.csv --plot "
                         "%s/none/b.svg",
                         BRISTLE, folder, folder, folder),
               2);
  cr_expect_eq(run_shell("ls %s/b.csv", folder), 2);
  cr_expect_eq(run_shell("%s sim %s/wander.lua -o %s/c.csv --backend=gcc",
                         BRISTLE, folder, folder),
               2);
  expect_in(printed, "tcc, kernel, cc, reference or auto");
}

/* For motions of any size, the axes have readable numbers. */
Test(sim, pictures_choose_their_units_and_balance_energies)
{
  static const char *const words[] = {">position (\302\265m)<",
                                      ">angle (\302\265rad)<",
                                      ">friction (mN)<",
                                      ">normal force (N)<",
                                      ">energy (nJ)<",
                                      ">work<",
                                      ">injected<",
                                      ">stored<",
                                      ">kinetic<",
                                      ">dissipated<"};
  save("press.lua",
       "return contact { name = 'pad', grid = { 3, 3 }, size = { 0.02, 0.02 }, "
       "pressure = rectangle {}, friction = lugre { sigma0 = 1e4, sigma1 = 50, "
       "mu_c = 1, s_ba = 0.9 }, body = { mass = 1, inertia = 1e-3 }, scenario "
       "= { duration = 0.1, dt = 0.01, fn = 5, load = function(t) return 0.05, "
       "0, 1e-4 end } }");
  cr_assert_eq(run_shell("%s sim %s/press.lua -o %s/press.csv --plot "
                         "%s/press.svg && sed 's/<[/]*tspan[^>]*>//g' "
                         "%s/press.svg >%s/press.text",
                         BRISTLE, folder, folder, folder, folder, folder),
               0, "%s", printed);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    cr_expect_eq(run_shell("grep -q '%s' %s/press.text", words[i], folder), 0,
                 "%s", words[i]);
}

/* Draws with each backend, and with the reference in the picture's other form.
 */
Test(sim, every_backend_tells_the_same)
{
  static const char *const backends[] = {"tcc", "kernel", "cc", "auto",
                                         "reference"};
  double first[5] = {0};
  save("slip.lua",
       "return contact { name = 'pad', grid = { 5, 5 }, size = { 0.02, 0.02 }, "
       "pressure = rectangle {}, " RUBBER
       "body = { mass = 0.3, inertia = 2e-4, com = { 0.004, 0 }, gravity = { "
       "0, -9.81 }, tolerance = 1e-5 }, scenario = { duration = 0.1, dt = "
       "5e-3, fn = 2, load = function(t) return 0.5, 0, 0 end } }");
  for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
    double last[5];
    cr_assert_eq(run_shell("%s sim %s/slip.lua --backend=%s -o %s/slip.csv "
                           "--plot %s/slip.png",
                           BRISTLE, folder, backends[i], folder, folder),
                 0, "%s: %s", backends[i], printed);
    cr_expect_eq(run_shell("head -c 4 %s/slip.png | grep -q PNG", folder), 0);
    cr_assert_eq(run_shell("tail -n 1 %s/slip.csv", folder), 0);
    cr_assert_eq(sscanf(printed, "%lf,%lf,%lf,%lf,%lf", &last[0], &last[1],
                        &last[2], &last[3], &last[4]),
                 5);
    if (i == 0) memcpy(first, last, sizeof first);
    cr_expect_lt(last[3], -5e-3, "it hardly moves");
    for (int k = 0; k < 5; k++)
      cr_expect_float_eq(last[k], first[k], 1e-4 * fabs(first[k]), "%s, %d",
                         backends[i], k);
  }
}
