/* Tests of pressure that depends on the normal force: the levels and the
 * interpolation between them, the emitted solver at every force, the effect of
 * a change of force on bristles, and errors that `verify` must find. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "kinds/contact/contact.h"
#include "reference/contact/contact.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(levels, .init = compiling_begin, .fini = compiling_end);

#define P1                                                                  \
  "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, " \
  "mu_s = 1.2, v_s = 1e-3, gamma = 2, s_ba = 0.9 },\n"
/* The centre of the patch moves, and the patch grows. */
#define CAP                                                              \
  "grid = { 12, 9 },\npressure = disc { radius = function(fn) return "   \
  "3e-3*math.sqrt(fn) end, profile = hertz, at = { function(fn) return " \
  "1e-3*fn end, function(fn) return -5e-4*fn end } },\n"
#define DISC                                                          \
  "grid = { 9, 9 },\npressure = disc { radius = function(fn) return " \
  "2.5e-3*fn end, profile = hertz },\n"

static const char *const surfaces[] = {
    CAP, DISC,
    "grid = { 6, 5 },\npressure = function(x, y, fn) return "
    "1 + 80*x*math.sin(fn) end,\n",
    /* stops growing on the way */
    "grid = { 11, 11 },\npressure = disc { radius = function(fn) return "
    "math.min(6*fn^(1/3), 8)*1e-3 end },\n",
    "grid = { 11, 11 },\npressure = disc { radius = 9e-3, profile = soft { k = "
    "function(fn) return 2*fn end } },\n",
    "grid = { 8, 8 },\npressure = disc { radius = 4e-3, at = { -3e-3, 0 }, "
    "share = 1 } + disc { radius = 4e-3, at = { 3e-3, 0 }, share = "
    "function(fn) return fn^2 end },\n"};
enum { SURFACES = sizeof surfaces / sizeof *surfaces };

static const Contact *contact_of(const Emission *e)
{
  return (const Contact *)e->loaded.model;
}

static Emission emit_with(const char *surface, const char *rest)
{
  char keys[2000];
  snprintf(keys, sizeof keys, "%s%s%s", surface, P1, rest);
  return emit_sound_pad(keys);
}

/* ---- levels ------------------------------------------------------------ */

static double distance(const double *a, const double *b, int count)
{
  double sum = 0;
  for (int k = 0; k < count; k++) sum += fabs(a[k] - b[k]);
  return sum;
}

Test(levels, error_between_them_is_within_what_is_told)
{
  uint64_t state = 1;
  for (int i = 0; i < SURFACES; i++) {
    Emission e = emit_with(surfaces[i], "fn_range = { 1, 4 }");
    const Contact *c = contact_of(&e);
    const Levels *l = c->levels;
    const Grid *grid = &c->cells.grid;
    const int cells = grid->nx * grid->ny;
    double between[200], worst = 0;
    const Value *surface = value_get(&e.loaded.spec->root, "pressure");
    for (int n = 0; n < 200; n++) {
      const double fn = random_in(&state, 1, 4);
      levels_weights(l, grid, fn, between);
      worst =
          fmax(worst,
               distance(between, levels_exact(e.loaded.spec, surface, grid, fn),
                        cells));
    }
    cr_expect_leq(worst, l->error, "surface %d", i);
    cr_expect_leq(l->error, 1e-2, "surface %d", i);
    cr_expect_geq(worst, 0.3 * l->error, "surface %d: %g of %g", i, worst,
                  l->error);
    emission_close(&e);
  }
}

Test(levels, are_as_many_as_asked_for)
{
  double errors[4];
  static const int counts[] = {2, 5, 17, 64};
  for (int i = 0; i < 4; i++) {
    char rest[100];
    snprintf(rest, sizeof rest, "fn_range = { 1, 4, levels = %d }", counts[i]);
    Emission e = emit_with(CAP, rest);
    const Levels *l = contact_of(&e)->levels;
    cr_assert_eq(l->count, counts[i]);
    cr_expect_eq(l->fn[0], 1);
    cr_expect_eq(l->fn[l->count - 1], 4);
    for (int k = 1; k < l->count; k++) cr_expect_gt(l->fn[k], l->fn[k - 1]);
    errors[i] = l->error;
    emission_close(&e);
  }
  cr_expect(errors[1] < errors[0] / 2 && errors[2] < errors[1] / 3 &&
            errors[3] < errors[2] / 3);
}

Test(levels, shares_are_never_negative_and_sum_to_1)
{
  uint64_t state = 7;
  Emission e = emit_with(CAP, "fn_range = { 1, 4 }");
  const Contact *c = contact_of(&e);
  double w[108];
  for (int n = 0; n < 300; n++) {
    double sum = 0;
    levels_weights(c->levels, &c->cells.grid, random_in(&state, 0, 6), w);
    for (int k = 0; k < 108; k++) {
      cr_assert_geq(w[k], 0);
      sum += w[k];
    }
    cr_expect_float_eq(sum, 1, 1e-14);
  }
  emission_close(&e);
}

Test(levels, numbers_of_a_surface_may_be_functions_of_fn)
{
  static const char *const same[][2] = {
      {"pressure = rectangle { size = { function(fn) return 5e-3*fn end, "
       "0.01 } }",
       "pressure = rectangle { size = { 0.01, 0.01 } }"},
      {"pressure = annulus { inner = function(fn) return 1e-3*fn end, outer = "
       "0.01, profile = soft { k = function(fn) return fn end } }",
       "pressure = annulus { inner = 2e-3, outer = 0.01, profile = soft { k = "
       "2 } }"},
      {"grid = { 2, 1 },\npressure = map { { 1, function(fn) return fn end } }",
       "grid = { 2, 1 },\npressure = map { { 1, 2 } }"},
      {"pressure = polygon { { 0, 0 }, { function(fn) return fn*4e-3 end, 0 }, "
       "{ 0, 0.01 } }",
       "pressure = polygon { { 0, 0 }, { 8e-3, 0 }, { 0, 0.01 } }"},
      {"pressure = disc { radius = 3e-3 } + function(x, y, fn) return fn end",
       "pressure = disc { radius = 3e-3 } + function(x, y) return 2 end"}};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    char keys[400];
    snprintf(keys, sizeof keys, "%s,\nfn_range = { 1, 2, levels = 3 }",
             same[i][0]);
    Loaded a = load_contact(keys, NULL), b = load_contact(same[i][1], NULL);
    cr_assert_null(a.error, "%s", a.error);
    cr_assert_null(b.error, "%s", b.error);
    const Contact *c = (const Contact *)a.model, *d = (const Contact *)b.model;
    cr_expect_lt(distance(c->levels->all[2], d->cells.all,
                          d->cells.grid.nx * d->cells.grid.ny),
                 1e-14, "%s", same[i][0]);
    unload(&a);
    unload(&b);
  }
}

/* ---- the solver -------------------------------------------------------- */

typedef struct Call {
  const Solver *solver;
  Run *run;
  void *state;
} Call;

static Call call_of(const Emission *e, const Backend *backend)
{
  Solver *solver = open_solver(e, backend);
  Run *run = e->loaded.run;
  return (Call){solver, run, solver_state(run, solver)};
}

static void step(const Call *c, const double twist[3], double fn, double dt,
                 double wrench[3])
{
  const double *const in[] = {twist, &fn, &dt};
  double *const out[] = {wrench};
  cr_assert_eq(solver_call(c->run, c->solver, "step", c->state, in, out), 0);
}

static void plain(const Call *c, const char *function, const double twist[3],
                  double fn, double wrench[3])
{
  const double *const in[] = {twist, &fn};
  double *const out[] = {wrench};
  cr_assert_eq(solver_call(c->run, c->solver, function, NULL, in, out), 0);
}

/* The contact of Hertz grows with the cube root of the force. */
Test(levels, pressure_function_with_a_moving_rim_is_as_accurate_as_told)
{
  Loaded loaded = load_contact(
      "grid = { 11, 11 },\nfn_range = { 0.5, 20 },\n"
      "pressure = function(x, y, fn) local a = 0.0095 * (fn / 20) ^ (1 / 3)\n"
      "return math.sqrt(math.max(0, 1 - (x * x + y * y) / (a * a))) end",
      NULL);
  cr_assert_null(loaded.error, "%s", loaded.error);
  const Contact *c = (const Contact *)loaded.model;
  const Value *surface = value_get(&loaded.spec->root, "pressure");
  double between[121], worst = 0;
  uint64_t state = 3;
  for (int n = 0; n < 20; n++) {
    const double fn = random_in(&state, 0.5, n % 2 ? 20 : 1.5);
    levels_weights(c->levels, &c->cells.grid, fn, between);
    worst = fmax(
        worst,
        distance(between,
                 levels_exact(loaded.spec, surface, &c->cells.grid, fn), 121));
  }
  cr_expect_leq(worst, c->levels->error);
  cr_expect_leq(c->levels->error, 1e-2);
  cr_expect_geq(worst, 0.2 * c->levels->error, "%g", worst);
  unload(&loaded);
}

static const char *const functions_of_both[] = {"steady", "limit"};

/* Wrenches of a wandering motion under a changing force. */
static void trace(const Call *c, double *wrenches, int count)
{
  for (int i = 0; i < count; i++) {
    const double twist[3] = {2e-3 * sin(0.3 * i), 1e-3 * cos(0.2 * i),
                             0.4 * sin(0.11 * i)};
    const double fn = 2.5 + 2.2 * sin(0.17 * i);
    step(c, twist, fn, 1e-4, wrenches + 9 * i);
    for (int f = 0; f < 2; f++)
      plain(c, functions_of_both[f], twist, fn, wrenches + 9 * i + 3 * (f + 1));
  }
}

Test(levels, function_that_ignores_fn_gives_what_a_constant_one_gives)
{
  enum { STEPS = 200 };
  static double a[9 * STEPS], b[9 * STEPS];
  for (int backend = 0; backend < 2; backend++) {
    Emission constant = emit_with(
        "pressure = function(x, y) return 1 + 40*x end,\n", "grid = { 9, 9 }");
    Emission levels =
        emit_with("pressure = function(x, y, fn) return 1 + 40*x end,\n",
                  "grid = { 9, 9 },\nfn_range = { 1, 4, levels = 5 }");
    cr_expect_leq(contact_of(&levels)->levels->error, 1e-3 + 1e-14);
    const Call one = call_of(&constant, both_backends[backend]);
    const Call other = call_of(&levels, both_backends[backend]);
    trace(&one, a, STEPS);
    trace(&other, b, STEPS);
    double worst = 0;
    for (int i = 0; i < 9 * STEPS; i++)
      worst = fmax(worst, fabs(a[i] - b[i]) / (i % 3 == 2 ? 0.05 : 5));
    cr_expect_lt(worst, 1e-13, "%g", worst);
    emission_close(&constant);
    emission_close(&levels);
  }
}

Test(levels, shares_are_clamped_outside_the_range)
{
  static const double twist[3] = {1e-3, 5e-4, 0.2};
  static const double beyond[2][2] = {{0.01, 1}, {50, 4}};
  Emission e = emit_with(CAP, "fn_range = { 1, 4, levels = 6 }");
  const Call c = call_of(&e, &tcc_backend);
  for (int end = 0; end < 2; end++)
    for (int f = 0; f < 2; f++) {
      double a[3], b[3];
      plain(&c, functions_of_both[f], twist, beyond[end][0], a);
      plain(&c, functions_of_both[f], twist, beyond[end][1], b);
      for (int d = 0; d < 3; d++)
        cr_expect_float_eq(a[d] / beyond[end][0], b[d] / beyond[end][1], 1e-15);
    }
  emission_close(&e);
}

/* Uniform slip of purely viscous bristles shows the moments of the shares. */
Test(levels, moments_follow_the_shares_exactly)
{
  Emission e = emit_with(CAP, "fn_range = { 1, 4, levels = 4 }");
  const Contact *c = contact_of(&e);
  for (int backend = 0; backend < 2; backend++) {
    const Call call = call_of(&e, both_backends[backend]);
    for (int i = 0; i < 20; i++) {
      const double fn = 0.8 + 0.2 * i, spin[3] = {0, 0, 1000};
      const Contact *at = contact_at(c, fn);
      double m[3] = {0}, wrench[3];
      for (int k = 0; k < at->cells.count; k++) {
        const double x = at->cells.x[k], y = at->cells.y[k];
        const double s = hypot(x, y) * 1000, w = at->cells.w[k] * fn;
        const double g =
            s > 0 ? ref_lugre_g(
                        &(RefLugre){
                            .mu_c = 1, .mu_s = 1.2, .v_s = 1e-3, .gamma = 2},
                        s) /
                        s
                  : 0;
        m[0] += w * (0.2 + g) * y * 1000;
        m[1] -= w * (0.2 + g) * x * 1000;
        m[2] -= w * (0.2 + g) * (x * x + y * y) * 1000;
      }
      plain(&call, "steady", spin, fn, wrench);
      for (int d = 0; d < 3; d++)
        cr_expect_float_eq(wrench[d], m[d], 1e-13 * (1 + fabs(m[d])),
                           "fn = %g: %g %g", fn, wrench[d], m[d]);
    }
  }
  emission_close(&e);
}

/* After a light touch the rim's bristles are reset, the others unchanged. */
Test(levels, bristles_are_reset_where_the_patch_recedes)
{
  static const double twist[3] = {1e-3, 0, 0}, rest[3] = {0, 0, 0};
  for (int backend = 0; backend < 2; backend++) {
    Emission e = emit_with(DISC, "fn_range = { 1, 4, levels = 9 }");
    const Contact *c = contact_of(&e);
    const Call call = call_of(&e, both_backends[backend]);
    const int n = c->cells.count;
    double full[200], light[200], wrench[3];
    step(&call, twist, 4, 5e-4, wrench);
    call.solver->functions->get(call.state, full);
    step(&call, rest, 1, 1e-4, wrench);
    call.solver->functions->get(call.state, light);
    int gone = 0;
    for (int k = 0; k < n; k++) {
      cr_expect_gt(full[k], 0);
      const bool is_loaded = c->levels->all[0][c->cells.index[k]] > 0;
      cr_expect_eq(light[k], is_loaded ? full[k] : 0, "cell %d", k);
      gone += !is_loaded;
    }
    cr_expect(gone > n / 2 && gone < n);
    /* Back at full load only the remaining bristles contribute to the force. */
    step(&call, rest, 4, 0, wrench);
    double held = 0;
    for (int k = 0; k < n; k++)
      held += 1e6 * light[k] * c->levels->all[8][c->cells.index[k]] * 4;
    cr_expect_float_eq(wrench[0], -held, 1e-12);
    emission_close(&e);
  }
}

/* With z per unit of load, sigma0*z^2/2 per newton comes with the load. */
Test(levels, change_of_fn_changes_the_stored_energy_and_no_bristle)
{
  static const double twist[3] = {4e-4, 0, 0}, rest[3] = {0, 0, 0};
  Emission e = emit_sound_pad(
      "pressure = function(x, y, fn) return 1 end,\n"
      "friction = lugre { sigma0 = 1e6, sigma1 = 0, mu_c = 1, s_ba = 0.9 },\n"
      "fn_range = { 1, 4, levels = 3 }");
  const Call call = call_of(&e, &tcc_backend);
  double wrench[3], z[50];
  step(&call, twist, 1, 1e-3, wrench); /* elastic: z = 4e-7 */
  const double work = 0.5 * -wrench[0] * 4e-7;
  step(&call, rest, 3, 1, wrench);
  call.solver->functions->get(call.state, z);
  cr_expect_float_eq(z[0], 4e-7, 1e-20);
  const double stored = 0.5 * 1e6 * z[0] * z[0] * 3;
  cr_expect_float_eq(stored - work, 0.5 * 1e6 * 4e-7 * 4e-7 * 2, 1e-18);
  cr_expect_float_eq(-wrench[0], 3 * 0.4, 1e-12);
  emission_close(&e);
}

/* ---- compilers --------------------------------------------------------- */

Test(levels, every_compiler_takes_every_form)
{
  for (int form = 0; form < 8; form++) {
    char rest[200];
    snprintf(rest, sizeof rest,
             "fn_range = { 1, 4, levels = %d },\nreal = \"%s\", step = \"%s\", "
             "unroll = \"%s\"%s",
             form ? 3 : 2, form & 1 ? "float" : "double",
             form & 2 ? "euler" : "exponential", form & 4 ? "full" : "loop",
             form % 3 ? "" : ",\nbody = { mass = 0.2, inertia = 1e-3 }");
    Emission e = emit_with(form & 4 ? DISC : CAP, rest);
    save("pad.h", e.texts->header);
    save("pad.c", e.source);
    expect_accepted("pad.c", form, rest);
    emission_close(&e);
  }
}

Test(levels, cell_and_cop_tell_the_patch_at_a_force)
{
  static const char program[] =
      "#include \"pad.h\"\n#include <math.h>\n#include <stdio.h>\n"
      "int main(void)\n{\n"
      "  for (double fn = 0.5; fn < 5; fn += 0.25) {\n"
      "    double sum = 0, x = 0, y = 0, cell[3], cop[2];\n"
      "    for (int k = 0; k < PAD_NCELLS; k++) {\n"
      "      if (pad_cell(k, fn, cell) != PAD_OK || cell[2] < 0) return 1;\n"
      "      sum += cell[2], x += cell[2]*cell[0], y += cell[2]*cell[1];\n"
      "    }\n"
      "    if (pad_cop(fn, cop) != PAD_OK || fabs(sum - 1) > 1e-14) return 2;\n"
      "    if (fabs(cop[0] - x) > 1e-16 || fabs(cop[1] - y) > 1e-16) return "
      "3;\n"
      "    if (fn > 1 && fn < 4 && fabs(x - 1e-3*fn) > 1e-4) return 4;\n"
      "  }\n"
      "  double cell[3] = {1, 1, 1}, cop[2] = {1, 1};\n"
      "  if (pad_cell(PAD_NCELLS, 1, cell) != PAD_BAD_INPUT) return 5;\n"
      "  if (pad_cell(-1, 1, 0) != PAD_BAD_INPUT) return 6;\n"
      "  if (pad_cell(0, NAN, cell) != PAD_BAD_INPUT || cell[0] != 0) return "
      "7;\n"
      "  if (pad_cop(INFINITY, cop) != PAD_BAD_INPUT || cop[0] != 0) return "
      "8;\n"
      "  return pad_selftest();\n}\n";
  Emission e = emit_with(CAP, "fn_range = { 1, 4 }");
  save("pad.h", e.texts->header);
  save("pad.c", e.source);
  save("main.c", program);
  cr_expect_eq(run_shell("cd %s && gcc -std=c99 -Wall -Werror -fsanitize="
                         "address,undefined main.c pad.c -lm -o main && ./main",
                         folder),
               0, "%s", printed);
  emission_close(&e);
}

/* ---- verify ------------------------------------------------------------ */

#define SPEC                                                          \
  "return contact {\nname = \"pad\", size = { 0.02, 0.02 },\n" CAP P1 \
  "fn_range = { 1, 4, levels = 5 } }\n"

Test(levels, verify_holds_in_every_form)
{
  save("pad.lua", SPEC);
  for (int form = 0; form < 16; form += soak_stride(5))
    cr_expect_eq(run_shell("%s verify %s/pad.lua --backend=%s --set real=%s "
                           "--set step=%s --set unroll=%s",
                           BRISTLE, folder, form & 8 ? "cc" : "tcc",
                           form & 1 ? "float" : "double",
                           form & 2 ? "euler" : "exponential",
                           form & 4 ? "full" : "loop"),
                 0, "form %d\n%s", form, printed);
}

/* A piece of emitted text, its replacement, and the check that must find it. */
static const char *const mutations[][3] = {
    {"t < 1.0 ? t : 1.0", "t", "shares between levels"},
    {"t < 0.0 ? 0.0 : t", "t", "wrench of rate"},
    {"share > 0.0 ? endx : 0.0", "endx", "bristles without load"},
    {"share > 0.0 ? endy : 0.0", "endy", "bristles without load"},
    {"to_high = patch->t", "to_high = 0.5*patch->t", "wrench of rate"},
    {"(1.0 - p.t)*", "(1.0 - 0.9*p.t)*", "wrench of rate"},
    {"p->t*p->high[k]", "p->high[k]", "rate_jac, force law"},
    {"fn >= pad_level[l]", "fn >= pad_level[l - 1]", "wrench, cell by cell"},
    {"if (!(w > 0.0)) pad_zero(jac, 16)", "", "rate_jac, force law"}};

Test(levels, verify_notices_what_is_wrong)
{
  save("pad.lua", SPEC);
  cr_assert_eq(run_shell("%s emit %s/pad.lua -o %s", BRISTLE, folder, folder),
               0, "%s", printed);
  char path[400], *text;
  snprintf(path, sizeof path, "%s/pad.c", folder);
  Run *run = run_open();
  size_t length;
  text = file_read(run, path, &length, (Where){path, 0});
  const size_t stride = (size_t)soak_stride(3);
  for (size_t i = 0; i < sizeof mutations / sizeof *mutations; i += stride) {
    const char *at = strstr(text, mutations[i][0]);
    cr_assert_not_null(at, "%s", mutations[i][0]);
    save("pad.c", run_printf(run, "%.*s%s%s", (int)(at - text), text,
                             mutations[i][1], at + strlen(mutations[i][0])));
    cr_expect_eq(run_shell("%s verify %s/pad.lua %s --backend=cc", BRISTLE,
                           folder, path),
                 1, "%s\n%s", mutations[i][0], printed);
    const char *check = strstr(printed, mutations[i][2]);
    cr_assert_not_null(check, "%s", printed);
    const size_t line = strcspn(check, "\n");
    cr_expect(memmem(check, line, "FAIL", 4), "%s: %s", mutations[i][0],
              printed);
  }
  run_close(run);
}
