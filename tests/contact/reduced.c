/* Tests of reduced and ellipsoid contacts: their solvers agree in every form
 * and with every law, verify finds one changed digit by the right check, and
 * every compiler accepts them without a warning. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"
#include "support/verifying.h"

TestSuite(reduced, .init = verifying_begin, .fini = verifying_end);

#define PAD                                                                \
  "specs/contact/square.lua --set 'grid={5,4}' --set 'size={0.02,0.015}' " \
  "--set model=reduced --set limit_surface.resolution=6 "
#define HELPING \
  "--set 'pressure=map{{1,3,0,0,1},{2,1,0,0,0},{0,0,0,0,1},{0,2,1,1,4}}' "

/* ---- what holds -------------------------------------------------------- */

static void expect_hold(const char *options)
{
  cr_expect_eq(bristle("verify " PAD "%s", options), 0, "%s\n%s%s", options,
               out, err);
}

static void holds_in_all_forms(const char *backend)
{
  static const char *const steps[] = {"exponential", "euler", "implicit"};
  for (int form = 0; form < 24; form += soak_stride(5)) {
    char options[300];
    snprintf(options, sizeof options,
             "--backend=%s --set real=%s --set step=%s --set torsion=%s "
             "--set model=%s " HELPING,
             backend, form & 1 ? "float" : "double", steps[form / 8],
             form & 2 ? "paper" : "matched",
             form & 4 ? "ellipsoid" : "reduced");
    expect_hold(options);
  }
}

Test(reduced, solvers_by_cc_hold)
{
  unsetenv("CC"); /* what the optimiser makes of the text */
  holds_in_all_forms("cc");
}

Test(reduced, solvers_by_tcc_hold)
{
  holds_in_all_forms("tcc");
}

Test(reduced, other_laws_hold)
{
  static const char *const laws[] = {
      "gamma=1",   "gamma=0.5",
      "s_ba=0.99", "s_ba=0.1",
      "sigma1=0",  "sigma2=0",
      "v_d=2e-3",  "mu_s=1",
      "v_s=10",    "sigma0=100 --set friction.sigma1=1"};
  const size_t stride = (size_t)soak_stride(3);
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i += stride) {
    char options[200];
    for (int k = 0; k < 2; k++) {
      snprintf(options, sizeof options,
               "--backend=tcc --set step=%s --set friction.%s",
               k ? "implicit" : "exponential", laws[i]);
      expect_hold(options);
    }
  }
}

#define LINEAR \
  "lugre{sigma0=1e5,sigma1=1e2,sigma2=0.1,mu_c=0.8,mu_s=1,v_s=1e-3}"
#define OWN                                               \
  "lugre{sigma0=1e5,sigma1=1e2,mu_c=0.8,mu_s=1,s_ba=0.8," \
  "stribeck=function(s) return 0.8+0.2/(1+s/2e-3) end}"

/* Plain bristles, and a law of the user's own. */
Test(reduced, plain_bristles_and_own_laws_hold)
{
  expect_hold("--backend=tcc --set 'friction=" LINEAR "'");
  expect_hold("--backend=tcc " HELPING "--set 'friction=" OWN "'");
  expect_hold("--backend=tcc --set step=implicit --set 'friction=" LINEAR "'");
  expect_hold("--backend=cc --set step=implicit " HELPING "--set 'friction=" OWN
              "'");
}

Test(reduced, cubic_tables_hold)
{
  expect_hold("--backend=tcc --set limit_surface.interp=cubic");
  expect_hold("--backend=tcc --set limit_surface.interp=cubic " HELPING);
  expect_hold(
      "--backend=cc --set limit_surface.interp=cubic --set real=float "
      "--set torsion=paper " HELPING);
}

/* Rows, columns and faces differ; the middle is off the centre. */
Test(reduced, potential_tables_hold)
{
  expect_hold("--backend=tcc --set limit_surface.interp=potential");
  expect_hold(
      "--backend=cc --set limit_surface.interp=potential --set "
      "limit_surface.store=int16 --set real=float " HELPING);
}

/* Code of tables with so many cells sums differences. */
Test(reduced, potential_tables_of_many_cells_hold)
{
  static const char *const backends[] = {"tcc", "cc"};
  for (size_t i = 0; i < COUNT(backends); i++) {
    char options[200];
    snprintf(options, sizeof options,
             "--backend=%s --set real=float "
             "--set 'limit_surface={resolution=64,interp=\"potential\"}'",
             backends[i]);
    expect_hold(options);
  }
}

Test(reduced, tables_with_blocks_hold)
{
  cr_assert_eq(bristle("verify specs/contact/square.lua --backend=tcc "
                       "--set 'grid={11,1}' --set 'size={0.02,0.001}' --set "
                       "model=reduced --set limit_surface.tolerance=5e-3 --set "
                       "limit_surface.interp=bilinear"),
               0, "%s%s", out, err);
  cr_assert_eq(
      bristle("emit specs/contact/square.lua --set 'grid={11,1}' --set "
              "'size={0.02,0.001}' --set model=reduced --set "
              "limit_surface.tolerance=5e-3 --set "
              "limit_surface.interp=bilinear -o %s",
              dir),
      0);
  char command[200];
  snprintf(command, sizeof command, "grep -q 'int square_fine\\[' %s/square.c",
           dir);
  cr_expect_eq(system(command), 0);
}

Test(reduced, odd_patches_hold)
{
  static const char *const patches[] = {
      "'grid={1,1}'", "'grid={1,9}'", "'grid={9,2}' --set 'size={0.1,0.04}'",
      "'grid={3,4}' --set 'size={1e-6,1e-5}'",
      "'grid={9,8}' --set 'pressure=disc{radius=0.002,at={0.006,0.004}}'"};
  for (size_t i = 0; i < sizeof patches / sizeof *patches; i++) {
    char options[200];
    snprintf(options, sizeof options, "--backend=tcc --set %s", patches[i]);
    expect_hold(options);
  }
}

/* Specs for which checks once failed although the solvers were right. */
Test(reduced, specs_that_tax_the_checks_hold)
{
  static const char *const specs[] = {
      /* gives energy back for a while */
      "return contact { name = \"pad\", model = \"reduced\", size = { "
      "0.0327939, 0.00852844 }, pressure = map { { 0.157, 0, 0, "
      "0.0302, 0.225 }, { 0.165, 0.379, 0, 0.604, 0.284 }, { 0.742, "
      "0.671, 0.554, 0.682, 0.773 } }, friction = lugre { sigma0 = "
      "53978.8, mu_c = 0.43021, sigma2 = 0.187434, mu_s = 0.857575, "
      "v_s = 0.0254441, gamma = 1, s_ba = 0.438 }, step = \"implicit\", "
      "real = \"float\", limit_surface = { tolerance = 3e-2, interp = "
      "\"cubic\" }, body = { mass = 2.821, inertia = 0.003852, contacts "
      "= 1, frame = \"gripper\", com = { 0.03088, -0.001984 }, gravity "
      "= { 0, -9.81 } } }",
      /* stores more than the work, by the paper's law */
      "return contact { name = \"pad\", model = \"reduced\", size = { "
      "0.031459, 0.00541261 }, pressure = function(x, y) return "
      "math.exp(-(x*x + 2*y*y)/7.32409e-06) end, friction = lugre { "
      "sigma0 = 1271.63, mu_c = 0.486998, sigma2 = 0.0337974, mu_s = "
      "0.946994, v_s = 0.000483043, gamma = 3, v_d = 0.00792814, s_ba "
      "= 0.358 }, step = \"euler\", grid = { 2, 11 }, torsion = "
      "\"paper\", limit_surface = { resolution = 9, interp = \"cubic\" } "
      "}",
      /* Euler's steps far beyond stability */
      "return contact { name = \"pad\", model = \"ellipsoid\", size = { "
      "0.0420527, 0.0829809 }, pressure = map { { 0.845, 0 }, { "
      "0.522, 0.11 } }, friction = lugre { sigma0 = 3.17198e+06, mu_c "
      "= 0.12977, sigma1 = 6155.7, sigma2 = 1.72296, mu_s = 0.206725, "
      "v_s = 0.00766449, gamma = 1, s_ba = 0.859 }, step = \"euler\" }",
      /* a bristle's force is negligible beside viscous friction */
      "return contact { name = \"pad\", model = \"reduced\", size = { "
      "0.00404246, 0.0358802 }, pressure = map { { 0.35, 0 }, { "
      "0.374, 0.639 }, { 0.0267, 0.889 }, { 0.884, 0.0406 } }, "
      "friction = lugre { sigma0 = 3352.44, mu_c = 0.142972, sigma2 = "
      "37.523, mu_s = 0.149756, v_s = 0.00267773, gamma = 2, v_d = "
      "0.0125565, s_ba = 0.864 }, step = \"exponential\", torsion = "
      "\"paper\", limit_surface = { resolution = 9, interp = \"cubic\" }, "
      "body = { mass = 0.8961, inertia = 0.0007412, contacts = 1, "
      "frame = \"body\", com = { -0.00306, -0.03207 }, gravity = { 0, "
      "-9.81 } } }",
      /* a short step moves the pose by less than its digits show */
      "return contact { name = \"pad\", model = \"reduced\", size = { "
      "0.0946689, 0.017916 }, pressure = map { { 0.0799, 0, 0, 0.16 "
      "}, { 0.729, 0.705, 0, 0.229 }, { 0.843, 0.0591, 0.402, 0.803 "
      "}, { 0.659, 0.111, 0.396, 0.633 }, { 0.313, 0.598, 0, 0 }, { "
      "0.677, 0.642, 0.765, 0.749 } }, friction = lugre { sigma0 = "
      "2.27846e+06, mu_c = 0.147021, sigma2 = 4.18586, v_d = "
      "0.0965159, s_ba = 0.611 }, step = \"euler\", real = \"float\", "
      "limit_surface = { resolution = 9, interp = \"cubic\" }, body = { "
      "mass = 0.1697, inertia = 3.467e-06, contacts = 2, frame = "
      "\"gripper\", tolerance = 1e-4 } }",
      /* the table bends within the differences */
      "return contact { name = \"pad\", model = \"reduced\", size = { "
      "0.0149717, 0.00381051 }, pressure = polygon { "
      "{-0.000825324,-0.000589252},{0.00712442,-0.0015949},{0,0.00127624} "
      "}, friction = lugre { sigma0 = 1543.23, mu_c = 0.131902, "
      "sigma1 = 134.708, mu_s = 0.224215, v_s = 0.023866, gamma = "
      "0.7, s_ba = 0.803 }, step = \"exponential\", grid = { 8, 1 }, "
      "torsion = \"paper\", limit_surface = { tolerance = 1e-2 }, body "
      "= { mass = 0.08116, inertia = 8.742e-05, contacts = 2, frame = "
      "\"gripper\", com = { -0.005914, 0.000211 }, gravity = { 0, -9.81 "
      "} } }"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    char path[100];
    snprintf(path, sizeof path, "%s/pad.lua", dir);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(specs[i], file);
    fclose(file);
    cr_expect_eq(bristle("verify %s --backend=tcc", path), 0, "%s\n%s%s",
                 specs[i], out, err);
  }
}

/* ---- what is caught ---------------------------------------------------- */

#define SMALL PAD HELPING "--set friction.v_d=0.01 "

static const Damage implicit_damages[] = {
    {"#define SQUARE_S_BA ", " ", 0.1, 1e-3, "cc", "step"},
    {"int square_settle(", "kept = ", 0.1, 1e-6, "tcc", "step"},
    {"#define SQUARE_T_SCALE", " ", 1, 1e-9, "tcc", "step"},
    {"int square_backward(", "k[3] = {", 0.1, 1e-9, "tcc", "step"},
    {"int square_parts(", "half = ", 0.1, 1e-9, "cc", "step"},
    {"void square_part_slopes(", "back = ", 0.1, 1e-5, "tcc", "step_jac"},
    {"void square_part_slopes(", "k[3] = {", 0.1, 1e-5, "cc", "step_jac"},
    {"void square_angle(", "{", 100, 1e-5, "tcc", "step_jac"}};

static const Damage damages[] = {
    {"square_nodes[", "= {", 1e-3, 1e-9, "tcc", "table, cell by cell"},
    {"square_nodes[", "= {\n", 0.1, 1e-9, "cc", "table, cell by cell"},
    {"square_locate(", "v[0]*", 1e-3, 1e-9, "tcc", "rate"},
    {"#define SQUARE_R ", " ", 1e-9, 1e-9, "cc", "wrench of rate"},
    {"void square_resist(", "zmax = ", 1e-9, 1e-9, "tcc", "rate"},
    {"#define SQUARE_K ", " ", 0.01, 1e-8, "tcc", "step"},
    {"#define SQUARE_S_BA2 ", " ", 0.1, 1e-3, "cc", "step"},
    {"#define SQUARE_T_SHIFT", " ", 1, 1e-9, "tcc", "rate"},
    {"square_half_sine(", "return t*(", 1e-9, 1e-9, "cc", "rate"},
    {"square_phi(square_real x0)", "p =\n    t*(((", 1e-9, 1e-9, "cc", "step"},
    {"void square_pull(", "damping = ", 1e-9, 1e-9, "tcc", "wrench of rate"},
    {"#define SQUARE_SIGMA2_K ", " ", 1e-9, 1e-8, "cc", "wrench of rate"},
    {"void square_locate_all(", "cx = v[0]*", 1e-3, 1e-9, "cc", "batch"},
    {"void square_relax(", "half0 = s0*", 1e-3, 1e-9, "cc", "batch"},
    {"void square_locate_all(", "y = y*", 1, 1e-9, "cc", "batch"},
    {"void square_transition(", "{", 1000, 1e-5, "tcc", "rate_jac dz_dz"},
    {"void square_plastic(", "{", 1000, 1e-5, "tcc", "rate_jac dz_dtwist"},
    {"void square_fading(", "{", 1e-4, 1e-5, "tcc", "rate_jac, force law"},
    {"void square_weight_slopes(", "out[1] = ", 0.5, 1e-5, "cc",
     "rate_jac dz_dtwist"},
    {"void square_force_slopes(", "t0 = ", 1e-9, 1e-5, "tcc", "step_jac"},
    {"square_phi_slope(", ";\n  return (", 1e-3, 1e-4, "tcc", "step_jac"},
    {"#define SQUARE_R ", " ", 1e-9, 1e-6, "tcc", "rate_jac dz_dtwist"},
    {"#define SQUARE_R ", " ", 1e-9, 1e-6, "cc", "rate_jac dw_dz"},
    {"#define SQUARE_SIGMA0", " ", 1e-9, 1e-9, "tcc", "steady"},
    {"int square_selftest(", "wrench[", 1e-9, 1e-3, "tcc", "selftest"}};

static void expect_caught(const char *step, const Damage *list, size_t count)
{
  cr_assert_eq(bristle("emit " SMALL "--set step=%s -o %s", step, dir), 0, "%s",
               err);
  const size_t stride = (size_t)soak_stride(3);
  for (size_t i = 0; i < count; i += stride) {
    const Damage *d = &list[i];
    corrupt("square", d->section, d->text, d->least, d->share);
    cr_expect_eq(bristle("verify " SMALL "--set step=%s %s/bad.c --backend=%s",
                         step, dir, d->backend),
                 1, "%s %s\n%s%s", d->section, d->text, out, err);
    cr_expect(is_named(d->check), "%s %s: not by \"%s\"\n%s", d->section,
              d->text, d->check, out);
  }
}

Test(reduced, one_digit_that_matters_is_caught)
{
  expect_caught("exponential", damages, sizeof damages / sizeof *damages);
}

Test(reduced, one_digit_of_an_implicit_step_is_caught)
{
  expect_caught("implicit", implicit_damages,
                sizeof implicit_damages / sizeof *implicit_damages);
}

Test(reduced, every_node_is_looked_at)
{
  cr_assert_eq(bristle("emit " SMALL "-o %s", dir), 0, "%s", err);
  /* The least literal of at least that size is changed. */
  for (int k = 1; k < 9; k += soak_stride(3)) {
    corrupt("square", "square_nodes[", "= {", 0.1 * k, 1e-9);
    bristle("verify " SMALL "%s/bad.c --backend=tcc", dir);
    cr_expect(is_named("table, cell by cell"), "%d\n%s", k, out);
  }
}

/* ---- what compilers say ------------------------------------------------ */

static void expect_text_accepted(int at, const char *keys)
{
  Emission e = emit_sound_pad(keys);
  save("pad.h", e.texts->header);
  save("pad.c", e.source);
  expect_accepted("pad.c", at, keys);
  emission_close(&e);
}

TestSuite(reduced_text, .init = compiling_begin, .fini = compiling_end);

/* The faces differ in one axis, in both or in none. */
Test(reduced_text, every_compiler_takes_potentials)
{
  static const char *const variants[] = {
      "real = 'float',\nlimit_surface = { resolution = 4, interp = "
      "'potential', store = 'int16' }",
      "step = 'implicit',\ngrid = { 9, 1 },\nlimit_surface = { resolution = "
      "5, interp = 'potential' }",
      "real = 'float',\ngrid = { 2, 2 },\npressure = map { { 1, 2 }, { 3, 5 } "
      "},\n"
      "limit_surface = { resolution = 3, interp = 'potential' }"};
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    char keys[400];
    snprintf(keys, sizeof keys,
             "model = 'reduced',\n%s,\nfriction = lugre { sigma0 = 1e6, "
             "sigma1 = 8e2, mu_c = 1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 }",
             variants[i]);
    expect_text_accepted((int)i, keys);
  }
}

Test(reduced_text, every_compiler_takes_every_variant)
{
  static const char *const models[] = {
      "model = 'reduced',\nlimit_surface = { resolution = 4 }",
      "model = 'reduced',\nlimit_surface = { resolution = 4, interp = 'cubic' "
      "}",
      "model = 'reduced',\ngrid = { 9, 1 },\nlimit_surface = { tolerance = "
      "0.01 }",
      "model = 'ellipsoid'"};
  static const char *const laws[] = {
      "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, "
      "mu_s = 1.2, v_s = 1e-3, s_ba = 0.9, v_d = 0.1 }",
      "friction = lugre { sigma0 = 1e6, mu_c = 1 }"};
  static const char *const steps[] = {"exponential", "euler", "implicit"};
  for (int i = 0; i < 48; i += 3 * soak_stride(3)) {
    char keys[700];
    snprintf(keys, sizeof keys,
             "%s,\n%s,\nstep = '%s', real = '%s', torsion = '%s'",
             models[i % 4], laws[i / 4 % 2], steps[i / 8 % 3],
             i / 3 % 2 ? "float" : "double", i / 24 ? "paper" : "matched");
    expect_text_accepted(i / 9 + i / 3, keys);
  }
}

Test(reduced_text, objects_need_libm_alone_and_keep_nothing)
{
  Emission e =
      emit_sound_pad("model = 'reduced',\nlimit_surface = { resolution = 4 }");
  save("pad.h", e.texts->header);
  const char *path = save("pad.c", e.source);
  cr_assert_eq(
      run_shell("gcc -O2 -c %s -o %s.o && nm -u %s.o", path, path, path), 0);
  for (const char *line = strtok(printed, "\n"); line;
       line = strtok(NULL, "\n")) {
    const char *name = strrchr(line, ' ') + 1;
    static const char *const known[] = {"exp", "sin", "sqrt", "_GLOBAL_OFFSET",
                                        "__stack_chk_fail"};
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      is_known = is_known || strncmp(name, known[i], strlen(known[i])) == 0;
    cr_expect(is_known, "%s", line);
  }
  cr_expect_eq(run_shell("size -A %s.o | awk '$1 ~ /^\\.(data|bss)$/ && $2 > 0 "
                         "{ bad = 1 } END { exit bad }'",
                         path),
               0);
  emission_close(&e);
}

/* ---- pictures ---------------------------------------------------------- */

Test(reduced, pictures_show_surface_and_error)
{
  cr_assert_eq(bristle("plot " PAD HELPING "-o %s", dir), 0, "%s", err);
  cr_expect(
      strstr(out, "square_surface.svg") && strstr(out, "square_error.png"),
      "%s", out);
  char command[300];
  snprintf(command, sizeof command,
           "test -s %s/square_surface.png && grep -q 'error of the table, at "
           "most' %s/square_error.svg",
           dir, dir);
  cr_expect_eq(system(command), 0);
  cr_assert_eq(bristle("plot " PAD "--set model=ellipsoid -o %s", dir), 0);
  cr_expect(strstr(out, "square_surface.svg") && !strstr(out, "square_error"));
}

/* ---- what is refused --------------------------------------------------- */

/* With more cells the slopes of rounded numbers err by more. */
Test(reduced, a_tolerance_below_the_floor_of_16_bits_is_refused_with_the_floor)
{
  cr_assert_eq(bristle("check specs/contact/finger_pad.lua --set model=reduced "
                       "--set real=float --set 'grid={5,5}' --set "
                       "limit_surface.interp=potential --set "
                       "limit_surface.store=int16 --set "
                       "limit_surface.tolerance=1e-4"),
               1, "%s", out);
  const char *said = strstr(out, "least bound");
  cr_assert_not_null(strstr(out, "no spline of 16-bit numbers"), "%s", out);
  cr_assert_not_null(said, "%s", out);
  const double floor = strtod(said + strcspn(said, "0123456789"), NULL);
  cr_expect(floor > 1e-4 && floor < 1e-3, "%s", out);
}

/* The paper's sums over points on a line have no limit surface of use. */
Test(reduced, a_table_that_could_turn_friction_round_is_refused)
{
  static const char asked[] =
      "%s " PAD
      "--set 'grid={6,1}' --set 'size={0.26764,0.94643}' --set "
      "'pressure=map{{0.026342,0,0,0.068628,0,0.015768}}' --set "
      "quadrature=paper %s";
  char command[600];
  snprintf(command, sizeof command, asked, "check", "");
  cr_expect_eq(bristle("%s", command), 1);
  cr_expect(strstr(out, "so that friction could push"), "%s", out);
  snprintf(command, sizeof command, asked, "emit", "-o ");
  cr_expect_eq(bristle("%s%s", command, dir), 2);
  cr_expect(strstr(err, "so that friction could push"), "%s", err);
}

Test(reduced, a_tolerance_out_of_reach_names_its_line)
{
  cr_expect_eq(
      bristle("emit specs/contact/square.lua --set 'grid={11,1}' --set "
              "model=reduced --set limit_surface.tolerance=1e-6 -o %s",
              dir),
      2);
  cr_expect(strstr(err, "is proven to err by less than 1e-06"), "%s", err);
  cr_expect(strstr(err, "tolerance"), "%s", err);
}
