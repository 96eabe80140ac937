/* Tests of solvers whose limit surface is the gradient of a spline: their size
 * on a microcontroller, dissipation, and what _margin and _hold promise. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "contact/bodies.h"
#include "kinds/contact/reduced/reduced.h"
#include "limit/limit.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/maps.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(contact_potential, .init = compiling_begin, .fini = compiling_end);

#define LAW                                                             \
  "model = 'reduced',\nfriction = lugre { sigma0 = 1e6, sigma1 = 8e2, " \
  "mu_c = 0.8, mu_s = 0.8, v_s = 1e-3, s_ba = 0.9 },\n"
#define POTENTIAL(tolerance) \
  "limit_surface = { tolerance = " tolerance ", interp = 'potential' }"
#define DISC                                                                \
  "grid = { 21, 21 },\nsize = { 0.02, 0.02 },\npressure = disc { radius = " \
  "0.01 },\n"

/* ---- size -------------------------------------------------------------- */

/* Returns the bytes of _step and _reset with their tables, by gcc for a
 * Cortex-M4F. */
static int flash_of(const char *keys)
{
  Emission e = emit_sound_pad(keys);
  save("pad.h", e.texts->header);
  const char *path = save("pad.c", e.source);
  cr_assert_eq(
      run_shell("arm-none-eabi-gcc -Os -std=c99 -mcpu=cortex-m4 -mthumb "
                "-mfloat-abi=hard -mfpu=fpv4-sp-d16 -fno-math-errno "
                "-ffunction-sections -fdata-sections -c %s -o %s.o && "
                "arm-none-eabi-ld -r --gc-sections -u pad_step -u pad_reset "
                "%s.o -o %s.elf && arm-none-eabi-size %s.elf | tail -1",
                path, path, path, path, path),
      0, "%s", printed);
  int text = 0, data = 0;
  cr_assert_eq(sscanf(printed, "%d %d", &text, &data), 2, "%s", printed);
  cr_log_info("%d bytes of flash", text + data);
  cr_expect_gt(text, 1000, "%s", printed);
  emission_close(&e);
  return text + data;
}

/* The ellipsoid has all terms of the law. */
#define ALL_TERMS                                                           \
  "model = 'ellipsoid',\nreal = 'float',\nfriction = lugre { sigma0 = 1e5, " \
  "sigma1 = 50, sigma2 = 0.2, v_d = 5e-3, mu_c = 1, mu_s = 1.2, v_s = 1e-3, " \
  "s_ba = 0.9 },\n"

Test(contact_potential, a_step_of_a_disc_fits_into_little_flash)
{
  if (!has_program("arm-none-eabi-gcc"))
    cr_skip("arm-none-eabi-gcc is not installed");
  cr_expect_leq(flash_of(LAW DISC "real = 'float',\n" POTENTIAL("1e-3")), 4096);
  cr_expect_leq(flash_of(ALL_TERMS DISC), 1400);
  cr_expect_leq(flash_of(ALL_TERMS DISC "step = 'euler'"), 1400);
}

/* ---- dissipation ------------------------------------------------------- */

static const char *const pads[] = {
    DISC POTENTIAL("1e-3"), "real = 'float',\n" DISC POTENTIAL("1e-2"),
    "grid = { 4, 3 },\nsize = { 0.02, 0.03 },\npressure = map { { 1, 0, 3, 0 "
    "}, { 0, 0, 1, 0 }, { 5, 0, 0, 2 } },\nlimit_surface = { tolerance = "
    "1e-2, interp = 'potential', store = 'int16' }",
    /* The code of so many cells sums differences. */
    "grid = { 9, 1 },\nsize = { 0.02, 0.001 },\npressure = rectangle { size "
    "= { 0.02, 0.001 } },\nreal = 'float',\n"
    "limit_surface = { resolution = 64, interp = 'potential' }"};

/* Friction that differs from place to place and by direction. */
static const char *const rubbed =
    "anisotropy = { ratio = 0.4, angle = 0 },\nfriction_map = function(x, y) "
    "return x > 1e-3 and 1.5 or 0.2 + 20*(y + 0.01) end,\n" DISC POTENTIAL(
        "1e-3");

Test(contact_potential, sliding_never_gives_power)
{
  const int twists = in_soak() ? 1000000 : 3000;
  uint64_t seed = 4;
  for (size_t i = 0; i <= COUNT(pads); i++) {
    const char *pad = i < COUNT(pads) ? pads[i] : rubbed;
    char keys[900];
    snprintf(keys, sizeof keys, LAW "%s", pad);
    Emission e = emit_sound_pad(keys);
    const Solver *solver = open_solver(&e, &cc_backend);
    const double fn = 2;
    for (int k = 0; k < twists; k++) {
      double twist[3], wrench[3], power = 0;
      any_twist(&seed, twist);
      twist[2] *= 100;
      const double *const in[] = {twist, &fn};
      double *const out[] = {wrench};
      cr_assert_eq(solver_call(e.loaded.run, solver, "limit", NULL, in, out),
                   BR_OK);
      for (int d = 0; d < 3; d++) power += twist[d] * wrench[d];
      cr_assert_lt(power, 0, "%s\n%g %g %g", pad, twist[0], twist[1],
                   twist[2]);
    }
    emission_close(&e);
  }
}

/* ---- margin ------------------------------------------------------------ */

/* Checks wrenches with a known gauge; see verify_margin. */
static void check_margins(const char *keys, int wrenches, uint64_t *seed)
{
  Emission e = emit_sound_pad(keys);
  const Contact *c = (const Contact *)e.loaded.model;
  const Solver *solver = open_solver(&e, &cc_backend);
  const LimitMap map = {&c->cells, {c->cop[0], c->cop[1]}, c->r, false};
  const double fn = 3, mu = 0.8, error = contact_table(c)->proof.bound;
  const double most = 2 * error * reduced_reach(c) * (1 + error) + 1e-4;
  for (int k = 0; k < wrenches; k++) {
    double twist[3], h[3], share;
    const double part = random_in(seed, 0.1, 1.5);
    any_twist(seed, twist);
    limit_scaled(&map, twist, h);
    double wrench[3] = {part * mu * fn * h[0], part * mu * fn * h[1], 0};
    wrench[2] = part * mu * fn * c->r * h[2] + c->cop[0] * wrench[1] -
                c->cop[1] * wrench[0];
    const double *const in[] = {wrench, &fn};
    double *const out[] = {&share};
    cr_assert_eq(solver_call(e.loaded.run, solver, "margin", NULL, in, out),
                 BR_OK);
    cr_assert_geq(share, part * (1 - 1e-12), "%s\n%.17g of %.17g", keys, share,
                  part);
    cr_assert_leq(share, part * (1 + most), "%s\n%.17g of %.17g, %g", keys,
                  share, part, most);
  }
  emission_close(&e);
}

/* Writes a random map with holes. */
static void write_map(char *keys, size_t size, uint64_t *seed)
{
  const int nx = (int)random_in(seed, 1, 8), ny = (int)random_in(seed, 2, 8);
  size_t n = (size_t)snprintf(keys, size,
                              LAW
                              "grid = { %d, %d },\nsize = { 0.02, %.4f "
                              "},\n" POTENTIAL("1e-2") ",\npressure = map { ",
                              nx, ny, random_in(seed, 0.005, 0.03));
  for (int j = 0; j < ny; j++) {
    n += (size_t)snprintf(keys + n, size - n, "{ ");
    for (int i = 0; i < nx; i++)
      n += (size_t)snprintf(keys + n, size - n, "%.3f, ",
                            i + j == 0 ? 1 : fmax(0, random_in(seed, -1, 1)));
    n += (size_t)snprintf(keys + n, size - n, "}, ");
  }
  snprintf(keys + n, size - n, "}");
}

Test(contact_potential, no_margin_is_unsafe_or_far_above)
{
  const int maps = in_soak() ? 50 : 1, wrenches = in_soak() ? 20000 : 300;
  uint64_t seed = 12;
  char keys[3000];
  for (size_t i = 0; i < COUNT(pads); i++) {
    snprintf(keys, sizeof keys, LAW "%s", pads[i]);
    check_margins(keys, wrenches, &seed);
  }
  for (int k = 0; k < maps; k++) {
    write_map(keys, sizeof keys, &seed);
    check_margins(keys, wrenches, &seed);
  }
}

/* Wrenches of a seam of this table, where its gradient jumps, have margins up
 * to 2.56 % high if only single gradients bound them. */
Test(contact_potential, a_margin_at_a_seam_is_as_close_as_elsewhere)
{
  uint64_t seed = 99;
  check_margins(LAW
                "grid = { 5, 6 },\nsize = { 0.02, 0.0093 },\n" POTENTIAL(
                    "1e-2") ",\npressure = map { { 1, 0.336, 0.196, 0.07, 0 "
                            "}, { 0.738, 0.114, 0, 0.986, 0.743 }, { 0.775, "
                            "0.314, 0, 0.338, 0.521 }, { 0, 0.454, 0, 0.413, "
                            "0 }, { 0.707, 0, 0.793, 0, 0.608 }, { 0.755, "
                            "0.467, 0.943, 0.467, 0 } }",
                in_soak() ? 100000 : 6000, &seed);
}

Test(contact_potential, margins_of_special_loads_are_as_documented)
{
  Emission e = emit_sound_pad(
      LAW DISC
      "limit_surface = { tolerance = 1e-3, interp = 'potential', "
      "level = 'held' }");
  const Solver *solver = open_solver(&e, &cc_backend);
  const double none[3] = {0, 0, 0}, along[3] = {1.6, 0, 0};
  const struct {
    const char *function;
    const double *wrench;
    double other;
    int status;
    double expected;
  } cases[] = {{"margin", none, 1, BR_OK, 0},
               {"margin", along, 2, BR_OK, 1},
               {"margin", along, 0, BR_SEPARATED, 0},
               {"margin", along, -1, BR_SEPARATED, 0},
               {"margin", along, NAN, BR_BAD_INPUT, 0},
               {"hold", none, 1, BR_OK, 0},
               {"hold", along, 0.5, BR_OK, 4},
               {"hold", along, 0, BR_BAD_INPUT, 0},
               {"hold", along, 1.001, BR_BAD_INPUT, 0}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    double got = 7;
    const double *const in[] = {cases[i].wrench, &cases[i].other};
    double *const out[] = {&got};
    cr_expect_eq(
        solver_call(e.loaded.run, solver, cases[i].function, NULL, in, out),
        cases[i].status, "case %zu", i);
    cr_expect(got >= cases[i].expected && got <= cases[i].expected * 1.003,
              "case %zu: %.17g", i, got);
  }
  emission_close(&e);
}

/* ---- hold -------------------------------------------------------------- */

/* Returns the speed after the load has grown for a second and stayed for one.
 * The steps are shorter than the period of the body on its bristles, 1.6 ms:
 * with longer ones their error, though within the body's tolerance, keeps a
 * body near its limit trembling at some micrometres a second. */
static double speed_under(const Rig *rig, const double load[3], double fn)
{
  const double dt = 2.5e-4;
  rig_reset(rig);
  for (int i = 0; i < 8000; i++) {
    const double part = fmin(1, (i + 1) * dt);
    const double now[3] = {part * load[0], part * load[1], part * load[2]};
    cr_assert_geq(rig_step(rig, now, fn, dt, NULL), BR_OK);
  }
  const double *v = rig_get(rig) + 3;
  return hypot(hypot(v[0], v[1]), 0.0066 * v[2]);
}

Test(contact_potential, a_body_stays_at_the_load_of_hold_and_slides_below)
{
  uint64_t seed = 6;
  Rig rig = rig_open(
      LAW DISC POTENTIAL(
          "1e-3") ",\nbody = { mass = 0.1, inertia = 1e-5, frame = 'body' }",
      &cc_backend);
  Run *run = rig.emission.loaded.run;
  const Solver *contact = open_solver(&rig.emission, &cc_backend);
  const int loads = in_soak() ? 40 : 4;
  for (int k = 0; k < loads; k++) {
    double load[3], fn;
    const double all = 1;
    any_twist(&seed, load);
    load[2] *= 0.0066;
    const double *const in[] = {load, &all};
    double *const out[] = {&fn};
    cr_assert_eq(solver_call(run, contact, "hold", NULL, in, out), BR_OK);
    const double held = speed_under(&rig, load, fn);
    const double lost = speed_under(&rig, load, 0.98 * fn);
    cr_expect_lt(held, 1e-6, "load %g %g %g, fn %g: %g", load[0], load[1],
                 load[2], fn, held);
    cr_expect_gt(lost, 1e-3, "load %g %g %g, fn %g: %g", load[0], load[1],
                 load[2], fn, lost);
  }
  rig_close(&rig);
}

/* A body that coasts, pushed again and again: the energy of motion and bristles
 * never grows between two pushes. */
Test(contact_potential, the_energy_of_a_coasting_body_never_grows)
{
  uint64_t seed = 16;
  Rig rig = rig_open(
      LAW DISC POTENTIAL(
          "1e-3") ",\nbody = { mass = 0.1, inertia = 1e-5, frame = 'body' }",
      &cc_backend);
  const Contact *c = (const Contact *)rig.emission.loaded.model;
  const double none[3] = {0, 0, 0}, k = c->u / (c->r * c->r), fn = 0.5;
  const int steps = in_soak() ? 100000 : 2000;
  double before = 0, start = 0;
  for (int i = 0; i < steps; i++) {
    if (i % 50 == 0) {
      double v[3];
      random_twist(&seed, 0.05, 5, v);
      rig_place(&rig, none, v);
    } else {
      cr_assert_geq(
          rig_step(&rig, none, fn, random_in(&seed, 1e-5, 2e-3), NULL), BR_OK);
    }
    const double *m = rig_get(&rig), *v = m + 3, *z = m + BODY_Z;
    const double energy =
        0.5 * (0.1 * (v[0] * v[0] + v[1] * v[1]) + 1e-5 * v[2] * v[2]) +
        0.5 * 1e6 * fn * (z[0] * z[0] + z[1] * z[1] + z[2] * z[2] / k);
    if (i % 50 == 0)
      start = energy;
    else
      cr_assert_leq(energy, before + 1e-9 * start, "step %d: %g after %g", i,
                    energy, before);
    before = energy;
  }
  rig_close(&rig);
}
