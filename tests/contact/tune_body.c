/* Tests of contacts with a body, or coupled to a host, whose numbers change at
 * run time. In: specs with tune. Out: claims about verify over the box, changed
 * code that verify finds, programs that change the numbers. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"

TestSuite(contact_tune_body, .init = compiling_begin, .fini = compiling_end);

#define PAD                                                                    \
  "return contact { name = 'pad', model = '%s', grid = { 3, 3 }, size = { "    \
  "0.02, 0.02 }, pressure = disc { radius = 0.01 }, step = '%s', real = '%s'," \
  " friction = lugre { sigma0 = 1e5, sigma1 = 200, sigma2 = 0.2, mu_c = 0.8, " \
  "mu_s = 1, v_s = 1e-3, s_ba = 0.9 }, %s }\n"
#define BODY                                                                 \
  "body = { mass = 0.2, inertia = 4e-4, com = { 0.002, 0 }, gravity = { 0, " \
  "-9.81 }, contacts = 2 }, "
#define BODY_TUNE                                                             \
  "tune = { ['body.mass'] = { 0.1, 0.5 }, ['body.inertia'] = { 2e-4, 1e-3 }," \
  " ['body.gravity.2'] = { -9.81, 9.81 }, mu_c = { 0.2, 1 }, mu_s = { 0.3, "  \
  "1.3 }, v_s = { 5e-4, 5e-3 } },"
#define LAW_TUNE                                                            \
  "tune = { mu_c = { 0.2, 1 }, mu_s = { 0.3, 1.3 }, sigma0 = { 5e4, 2e5 }," \
  " sigma1 = { 0, 500 }, s_ba = { 0.6, 0.95 } },"

static void save_pad(const char *model, const char *step, const char *real,
                     const char *more)
{
  char spec[1500];
  snprintf(spec, sizeof spec, PAD, model, step, real, more);
  save("pad.lua", spec);
}

static void emit(void)
{
  cr_assert_eq(run_shell("%s emit %s/pad.lua -o %s --descriptor", BRISTLE,
                         folder, folder),
               0, "%s", printed);
}

Test(contact_tune_body, holds_over_the_box)
{
  static const char *const cases[][4] = {
      {"ellipsoid", "exponential", "double", BODY BODY_TUNE},
      {"distributed", "euler", "double", "couple = 2, " LAW_TUNE},
      {"ellipsoid", "implicit", "float", "couple = 2, " BODY LAW_TUNE},
      {"reduced", "exponential", "double", "couple = 2, " BODY BODY_TUNE},
      {"distributed", "implicit", "float", BODY BODY_TUNE},
      {"compressed", "exponential", "double", "couple = 1, " BODY LAW_TUNE}};
  for (size_t i = 0; i < 6; i += (size_t)soak_stride(6)) {
    save_pad(cases[i][0], cases[i][1], cases[i][2], cases[i][3]);
    cr_expect_eq(
        run_shell("%s verify %s/pad.lua --backend=tcc", BRISTLE, folder), 0,
        "%s", printed);
  }
}

/* Numbers of the body that _tune derives, and the bristles of a coupled step
 * that are not shortened. */
Test(contact_tune_body, verify_finds_changes)
{
  static const char *const changes[][2] = {
      {BODY BODY_TUNE, "s/= PAD_BODY_GRAVITY_2\\*PAD_BODY_MASS/&*1.05/"},
      {BODY BODY_TUNE, "s/i < 2 ? PAD_BODY_MASS/i < 2 ? 1.05*PAD_BODY_MASS/"},
      {"couple = 2, " LAW_TUNE, "s/= was2 > PAD_LONGEST2/= 0.0 > was2/"}};
  for (size_t i = 0; i < 3; i += (size_t)soak_stride(2)) {
    save_pad("distributed", "euler", "double", changes[i][0]);
    emit();
    cr_assert_eq(run_shell("cd %s && sed '%s' pad.c > bad.c && ! cmp -s pad.c "
                           "bad.c",
                           folder, changes[i][1]),
                 0, "%s changes nothing", changes[i][1]);
    cr_expect_eq(run_shell("%s verify %s/pad.lua %s/bad.c --backend=tcc",
                           BRISTLE, folder, folder),
                 1, "%s: %s", changes[i][1], printed);
  }
}

/* A body held on two contacts slips when the level falls, by as much as free
 * fall and the lower friction say; heavier bodies fall as fast. Contacts of one
 * call have one tuning. */
static const char user[] =
    "#include \"pad.h\"\n"
    "#include <math.h>\n"
    "#include <string.h>\n"
    "static pad_body b;\n"
    "int main(void) {\n"
    "  const double load[3] = {0, 0, 0}, fn = 5;\n"
    "  double v[PAD_NTUNE], w[3]; pad_tuning low, light;\n"
    "  memcpy(v, pad_tuning_default.value, sizeof v);\n"
    "  v[PAD_TUNE_MU_C] = 0.2; v[PAD_TUNE_MU_S] = 0.3;\n"
    "  if (pad_tune(&low, v)) return 1;\n"
    "  v[PAD_TUNE_BODY_MASS] = 0.1;\n"
    "  if (pad_tune(&light, v)) return 2;\n"
    "  b.q[0] = 0.002;\n"
    "  for (int i = 0; i < 100; i++) if (pad_body_step(0, &b, load, fn, 0.01, "
    "w)) return 3;\n"
    "  if (!(fabs(b.v[1]) < 1e-4 && fabs(2*w[1] - 0.2*9.81) < 1e-3)) return "
    "4;\n"
    "  v[PAD_TUNE_BODY_MASS] = 0.5; v[PAD_TUNE_BODY_GRAVITY_2] = -9.81;\n"
    "  if (pad_tune(&low, v)) return 5;\n"
    "  if (pad_body_step(&low, &b, load, fn, 0.01, w)) return 6;\n"
    "  /* 2*0.2*5 N and its viscous part hold less than 4.9 N */\n"
    "  if (!(b.v[1] < -0.03 && b.v[1] > -0.098)) return 7;\n"
    "  if (fabs(0.5*b.v[1] - 0.01*(2*w[1] - 0.5*9.81)) > 1e-5) return 8;\n"
    "  pad_body_step(&light, &b, load, -1, 0.01, w); /* free */\n"
    "  return pad_selftest(); }\n";

Test(contact_tune_body, a_body_follows_a_new_tuning)
{
  static const char *const models[] = {"distributed", "ellipsoid"};
  for (int m = 0; m < 2; m++) {
    save_pad(models[m], "exponential", "double", BODY BODY_TUNE);
    save("user.c", user);
    emit();
    const int code = run_shell(
        "cd %s && gcc -O1 user.c pad.c -lm -o user && ./user", folder);
    cr_assert_eq(code, 0, "%s: %d %s", models[m], code, printed);
  }
}

static const char coupled[] =
    "#include \"pad.h\"\n"
    "#include <math.h>\n"
    "#include <string.h>\n"
    "static const double slow[3] = {1e-2, 0, 0}, zero[3] = {0, 0, 0};\n"
    "int main(void) {\n"
    "  double v[PAD_NTUNE], w[3], minv[9] = {2, 0, 0, 0, 2, 0, 0, 0, 3e4};\n"
    "  double at[3] = {0, 0, 0}, fn = 1, k[9]; pad_tuning low;\n"
    "  memcpy(v, pad_tuning_default.value, sizeof v);\n"
    "  v[PAD_TUNE_MU_C] = 0.2; v[PAD_TUNE_MU_S] = 0.3;\n"
    "  if (pad_tune(&low, v)) return 1;\n"
    "  pad_state s = {{0}}, end;\n"
    "  for (int i = 0; i < 400; i++) pad_step(0, &s, slow, 1, 1e-4, w);\n"
    "  pad_step_slopes(0, &s, zero, 1, 1e-3, &end, w, k);\n"
    "  if (fabs(w[0] + 0.8) > 0.05) return 2; /* held by the old level */\n"
    "  pad_step_slopes(&low, &s, zero, 1, 1e-3, &end, w, k);\n"
    "  if (!(w[0] < -0.2 && w[0] > -0.31)) return 3;\n"
    "  if (pad_couple(&low, 1, &s, &fn, zero, minv, 1e-3, at, w, 0, 0)) "
    "return 4;\n"
    "  if (!(w[0] < -0.1 && w[0] > -0.31)) return 5;\n"
    "  double loads[15] = {0.25, 0, 0}, fns[5] = {1, 1, 1, 1, 1};\n"
    "  for (int i = 3; i < 15; i++) loads[i] = loads[i - 3];\n"
    "  double far[3] = {0, 0, 0}, near[3] = {0, 0, 0}; pad_state a = {{0}}, b "
    "= {{0}};\n"
    "  for (int i = 0; i < 40; i++) {\n"
    "    loads[0] = loads[3] = loads[6] = loads[9] = loads[12] = 0.5;\n"
    "    if (pad_march(&low, &a, far, minv, loads, fns, 5, 1e-3, 0, 0)) return "
    "6;\n"
    "    if (pad_march(0, &b, near, minv, loads, fns, 5, 1e-3, 0, 0)) return "
    "7;\n"
    "  }\n"
    "  if (!(far[0] > 0.05 && near[0] < 1e-3)) return 8;\n"
    "  return pad_selftest(); }\n";

Test(contact_tune_body, coupled_contacts_follow_a_new_tuning)
{
  static const char *const models[] = {"distributed", "ellipsoid"};
  for (int m = 0; m < 2; m++) {
    save_pad(models[m], "euler", "double", "couple = 2, " LAW_TUNE);
    save("user.c", coupled);
    emit();
    const int code = run_shell(
        "cd %s && gcc -O1 user.c pad.c -lm -o user && ./user", folder);
    cr_assert_eq(code, 0, "%s: %d %s", models[m], code, printed);
  }
}

Test(contact_tune_body, compilers_accept_the_text)
{
  static const char *const cases[][4] = {
      {"distributed", "implicit", "double", "couple = 2, " BODY BODY_TUNE},
      {"ellipsoid", "implicit", "float", "couple = 2, " BODY BODY_TUNE},
      {"reduced", "euler", "float", "couple = 2, " BODY LAW_TUNE}};
  for (size_t i = 0; i < 3; i += (size_t)soak_stride(2)) {
    save_pad(cases[i][0], cases[i][1], cases[i][2], cases[i][3]);
    emit();
    expect_accepted("pad.c", (int)i, cases[i][0]);
  }
}

/* The mass of a tuned scenario is that of its energies. */
Test(contact_tune_body, sim_runs_a_tuned_body)
{
  char more[1200];
  snprintf(more, sizeof more, "%s%s%s", BODY, BODY_TUNE,
           " scenario = { duration = 0.2, dt = 0.01, fn = 5, load = "
           "function(t) return 0, 0, 0 end },");
  save_pad("ellipsoid", "exponential", "double", more);
  cr_assert_eq(run_shell("%s sim %s/pad.lua -o %s/r.csv --tune mu_c=0.2 "
                         "--tune mu_s=0.3 --tune body.mass=0.5 && "
                         "awk -F, 'NR > 1 { v = $7; if (($15 - 0.25*($6*$6 + "
                         "$7*$7) - 2e-4*$8*$8)^2 > 1e-12) exit 3 } "
                         "END { exit !(v < -0.7 && v > -0.9) }' %s/r.csv",
                         BRISTLE, folder, folder, folder),
               0, "%s", printed);
}
