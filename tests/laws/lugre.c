/* Tests of the law `lugre { ... }`: its reference, its numbers and its
 * expressions, plain and elasto-plastic, with the user's own g(s) and without;
 * what its lint says. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "kinds/contact/contact.h"
#include "laws/values.h"
#include "mechanism/machine.h"
#include "reference/contact/contact.h"
#include "reference/dense.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(lugre, .init = compiling_begin, .fini = compiling_end);

static RefLugre plain_lugre(void)
{
  RefLugre f = paper_lugre;
  f.is_elastoplastic = false;
  return f;
}

/* Returns one cell of unit weight at the origin. */
static RefContact one_cell(RefLugre f)
{
  static const double whole[1] = {1.0};
  return (RefContact){{1, 1, 0.002, 0.002, whole}, f};
}

/* ---- the reference ------------------------------------------------------ */

Test(lugre, stribeck_curve_is_right_for_every_exponent)
{
  static const double gammas[] = {2.0, 1.0, 0.5, 1.7};
  for (int n = 0; n < 4; n++) {
    RefLugre f = paper_lugre;
    f.gamma = gammas[n];
    cr_expect_eq(ref_lugre_g(&f, 0.0), 1.2);
    cr_expect_eq(ref_lugre_g(&f, 1e3), 1.0);
    for (double s = 1e-8; s < 1.0; s *= 3.0) {
      const double g = 1.0 + 0.2 * exp(-pow(s / 1e-3, gammas[n]));
      cr_expect_float_eq(ref_lugre_g(&f, s), g, 1e-15);
    }
  }
}

Test(lugre, equal_coefficients_need_no_stribeck_velocity)
{
  RefLugre f = paper_lugre;
  f.mu_s = f.mu_c;
  f.v_s = 0.0;
  cr_expect_eq(ref_lugre_g(&f, 0.0), f.mu_c);
  cr_expect_eq(ref_lugre_g(&f, 2.0), f.mu_c);
}

static double own_law(void *law, double s)
{
  return *(double *)law + s;
}

Test(lugre, a_function_of_the_user_replaces_the_stribeck_curve)
{
  double base = 0.7, f[3];
  const double twist[3] = {0.25, 0.0, 0.0};
  RefContact c = one_cell(paper_lugre);
  c.friction.g = own_law;
  c.friction.closure = &base;
  c.friction.sigma2 = 0.0;
  cr_expect_eq(ref_lugre_g(&c.friction, 0.25), 0.95);
  ref_steady(&c, twist, 2.0, f);
  cr_expect_float_eq(f[0], -1.9, 1e-15);
}

Test(lugre, a_function_of_the_user_gives_the_static_level)
{
  Loaded l = load_contact(
      "friction = lugre { sigma0 = 1e6, mu_c = 0.5, stribeck = function(s) "
      "return 0.5 + 0.3/(1 + (math.log(s/3e-3 + 1) - 1)^2) end }",
      NULL);
  cr_assert_null(l.error, "%s", l.error);
  cr_expect_float_eq(((const Contact *)l.model)->lugre.mu_s, 0.8, 1e-9);
  unload(&l);
  l = load_contact(
      "friction = lugre { sigma0 = 1e6, mu_c = 0.5, stribeck = function(s) "
      "return 0.4 - 0.1*s/(s + 1) end }",
      NULL);
  cr_assert_null(l.error, "%s", l.error);
  cr_expect_eq(((const Contact *)l.model)->lugre.mu_s, 0.5);
  unload(&l);
}

Test(lugre, damping_decreases_with_speed_if_v_d_is_given)
{
  RefLugre f = paper_lugre;
  cr_expect_eq(ref_lugre_sigma1(&f, 0.3), 8e2);
  f.v_d = 0.1;
  cr_expect_eq(ref_lugre_sigma1(&f, 0.0), 8e2);
  cr_expect_float_eq(ref_lugre_sigma1(&f, 0.1), 8e2 * exp(-1.0), 1e-12);
  cr_expect_float_eq(ref_lugre_sigma1(&f, 0.2), 8e2 * exp(-4.0), 1e-12);
  const RefContact c = one_cell(f);
  const double z[2] = {0.0, 0.0}, twist[3] = {0.2, 0.0, 0.0};
  double w[3];
  ref_rate(&c, z, twist, 3.0, NULL, w);
  cr_expect_float_eq(w[0], -3.0 * 0.2 * (8e2 * exp(-4.0) + 0.2), 1e-12);
}

Test(lugre, plasticity_rises_smoothly_from_breakaway)
{
  const double zmax = 1.1e-6, zba = 0.9 * zmax, width = zmax - zba;
  cr_expect_eq(ref_lugre_abar(&paper_lugre, 0.0, zmax), 0.0);
  cr_expect_eq(ref_lugre_abar(&paper_lugre, zba, zmax), 0.0);
  cr_expect_eq(ref_lugre_abar(&paper_lugre, zmax, zmax), 1.0);
  cr_expect_eq(ref_lugre_abar(&paper_lugre, 5.0, zmax), 1.0);
  cr_expect_float_eq(ref_lugre_abar(&paper_lugre, zba + width / 2, zmax), 0.5,
                     1e-12);
  cr_expect_float_eq(ref_lugre_abar(&paper_lugre, zba + width / 6, zmax),
                     0.5 - sqrt(3.0) / 4.0, 1e-12);
  cr_expect_lt(ref_lugre_abar(&paper_lugre, zba + 1e-6 * width, zmax), 1e-11);
  const RefLugre plain = plain_lugre();
  cr_expect_eq(ref_lugre_abar(&plain, 0.0, zmax), 1.0);
}

/* (z - start)/tau is the rate at z, along start + tau*v. */
Test(lugre, settled_bristles_solve_backward_euler)
{
  uint64_t seed = 3;
  for (int i = 0; i < 50; i++) {
    const double zmax = 1.2e-6, tau = pow(10, random_in(&seed, -6, 0));
    double start[3], v[3], z[3], rate[3];
    for (int k = 0; k < 3; k++) {
      start[k] = random_in(&seed, -0.6, 0.6) * zmax;
      v[k] = random_in(&seed, -1, 1) * pow(10, random_in(&seed, -6, -1));
    }
    const double s = ref_length(v, 3);
    ref_lugre_settle(&paper_lugre, start, v, 3, s, tau, z);
    ref_lugre_rate(&paper_lugre, z, v, 3, s, rate);
    const double size = ref_length(z, 3) + tau * s;
    for (int k = 0; k < 3; k++)
      cr_expect_float_eq(z[k], start[k] + tau * rate[k], 1e-12 * size,
                         "%g s: %g", tau, z[k] - start[k] - tau * rate[k]);
  }
}

/* ---- what is read ------------------------------------------------------- */

Test(lugre, bristles_are_deflections_with_scales)
{
  ReadLaw law = law_read(
      "lugre { sigma0 = 1e5, sigma1 = 300, mu_c = 0.6,"
      " mu_s = 0.9, v_s = 2e-3, s_ba = 0.8 }",
      "double");
  const Friction *f = law.friction;
  cr_expect(f->has_bristles && !f->is_force && !f->has_load && !f->sticks);
  cr_expect_eq(f->s_ba, 0.8);
  cr_expect_eq(f->breakaway, 0.6 / 1e5);
  cr_expect_eq(f->unit, 0.9 / 1e5);
  cr_expect_eq(f->damping, 300);
  cr_expect_eq(f->bend, 2e-3);
  cr_expect_not_null(law.reference->settle);
  law_close(&law);
}

Test(lugre, the_reference_has_the_parameters_of_the_spec)
{
  ReadLaw law = law_read(
      "lugre { sigma0 = 1e5, sigma1 = 300, sigma2 = 0.4,"
      " mu_c = 0.6, mu_s = 0.9, v_s = 2e-3, gamma = 1.5,"
      " s_ba = 0.8, v_d = 0.1 }",
      "double");
  const RefLugre *f = &law.reference->own.lugre;
  const double got[] = {f->sigma0, f->sigma1, f->sigma2, f->mu_c, f->mu_s,
                        f->v_s,    f->gamma,  f->s_ba,   f->v_d};
  const double expected[] = {1e5, 300, 0.4, 0.6, 0.9, 2e-3, 1.5, 0.8, 0.1};
  for (int i = 0; i < 9; i++) cr_expect_eq(got[i], expected[i], "%d", i);
  cr_expect(f->is_elastoplastic && !f->g);
  law_close(&law);
}

Test(lugre, numbers_are_those_of_the_reference)
{
  static const char *const all[] = {
      "lugre { sigma0 = 1e5, mu_c = 0.6 }",
      "lugre { sigma0 = 1e5, sigma1 = 300, mu_c = 0.6, mu_s = 0.9, v_s = 2e-3,"
      " gamma = 1.3, v_d = 4e-3 }",
      "lugre { sigma0 = 1e5, sigma1 = 300, mu_c = 0.6, mu_s = 0.9, stribeck ="
      " function(s) return 0.6 + 0.3/(1 + (s/2e-3)^2) end }"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    ReadLaw law = law_read(all[i], "double");
    const Lugre *f = law.friction->parameters;
    const RefLugre *reference = &law.reference->own.lugre;
    for (double s = 1e-6; s < 10; s *= 4) {
      const double g = ref_lugre_g(reference, s);
      cr_expect_float_eq(lugre_g(law.loaded.spec, f, s), g, 1e-14 * g);
      cr_expect_float_eq(lugre_sigma1(f, s), ref_lugre_sigma1(reference, s),
                         1e-14 * f->sigma1);
    }
    law_close(&law);
  }
}

/* ---- passivity ---------------------------------------------------------- */

/* v* = mu_s^2/(sigma1*(mu_s - mu_c) - sigma2*mu_c) while g(v*) = mu_c. */
Test(lugre, passivity_speed_is_the_known_one)
{
  const Lugre f = {.sigma0 = 1e6,
                   .sigma1 = 8e2,
                   .sigma2 = 0.2,
                   .mu_c = 1,
                   .mu_s = 1.2,
                   .v_s = 1e-3,
                   .gamma = 2};
  cr_expect_float_eq(lugre_passive_up_to(NULL, &f), 1.44 / (160 - 0.2), 1e-9);
}

/* For mu_s/mu_c > 2(1 + sigma2/sigma1): 4 mu_c (sigma1 + sigma2)/sigma1^2. */
Test(lugre, passivity_speed_of_a_large_stribeck_drop)
{
  const Lugre f = {.sigma0 = 1e6,
                   .sigma1 = 800,
                   .sigma2 = 8,
                   .mu_c = 0.4,
                   .mu_s = 1,
                   .v_s = 1e-5,
                   .gamma = 2};
  cr_expect_float_eq(lugre_passive_up_to(NULL, &f),
                     4 * 0.4 * 808 / (800. * 800), 1e-9);
}

Test(lugre, enough_viscous_friction_is_passive_at_any_speed)
{
  Lugre f = {.sigma0 = 1e6,
             .sigma1 = 800,
             .sigma2 = 161,
             .mu_c = 1,
             .mu_s = 1.2,
             .v_s = 1e-3,
             .gamma = 2};
  cr_expect(isinf(lugre_passive_up_to(NULL, &f)));
  f.sigma2 = 159;
  cr_expect(isfinite(lugre_passive_up_to(NULL, &f)));
}

/* True if a report of the law's lint has that text. */
static bool lint_has(const char *law_text, const char *text)
{
  ReadLaw law = law_read(law_text, "double");
  Report *report = report_new(law.loaded.model);
  law.friction->law->lint(law.friction, report);
  const bool has = strstr(report_json(report), text);
  law_close(&law);
  return has;
}

Test(lugre, lint_tells_every_kind_of_energy_that_damping_gives)
{
  cr_expect(
      lint_has("lugre { sigma0 = 1e5, sigma1 = 100, mu_c = 0.3,"
               " mu_s = 0.5, v_s = 1e-3 }",
               "passive only up to 0.0125 m/s"));
  cr_expect_not(
      lint_has("lugre { sigma0 = 1e5, sigma1 = 100, mu_c = 0.3,"
               " mu_s = 0.5, v_s = 1e-3, v_d = 0.02 }",
               "passive only"));
}

Test(lugre, lint_tells_of_creep_unless_bristles_are_elastic_at_first)
{
  cr_expect(lint_has("lugre { sigma0 = 1e5, mu_c = 0.3 }", "bristles creep"));
  cr_expect_not(lint_has("lugre { sigma0 = 1e5, mu_c = 0.3, s_ba = 0.9 }",
                         "bristles creep"));
}

/* ---- expressions of a mechanism ----------------------------------------- */

Test(lugre, expressions_are_those_of_the_reference)
{
  static const char *const keys[] = {
      "", ", mu_s = 0.9, v_s = 2e-3",
      ", mu_s = 0.9, v_s = 2e-3, gamma = 1.7, v_d = 4e-3",
      ", mu_s = 0.9, stribeck = function(s)"
      " return 0.6 + 0.3/(1 + (s/2e-3)^2) end"};
  static const double shares[] = {0.1, 0.85, 0.95, 1.7};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++) {
      char text[400];
      snprintf(text, sizeof text,
               "lugre { sigma0 = 1e5, sigma1 = 300, sigma2 = 0.4, mu_c = 0.6%s"
               " }",
               keys[i]);
      expect_law(text, shares[k]);
      snprintf(text, sizeof text,
               "lugre { sigma0 = 1e5, sigma1 = 300, sigma2 = 0.4, mu_c = 0.6,"
               " s_ba = 0.5%s }",
               keys[i]);
      expect_law(text, shares[k]);
    }
}

Test(lugre, stiff_bristles_approach_the_exact_times)
{
  static const char *const stiff[] = {
      "sigma0 = 1e5, sigma1 = 100, mu_c = 0.3, mu_s = 0.5, v_s = 1e-3",
      "sigma0 = 1e8, sigma1 = 3000, mu_c = 0.3, mu_s = 0.5, v_s = 1e-4", NULL};
  double errors[2];
  for (int i = 0; i < 2; i++) {
    Machine m = machine_new(LUGRE_BELT, i ? stiff : NULL);
    const BeltTimes t = belt_times(&m, 2e-4, 5e-3), exact = belt_exact();
    errors[i] = fabs(t.stick - exact.stick) + fabs(t.slip - exact.slip);
    cr_expect(errors[i] < 0.05, "stick %g, not %g; slip %g, not %g", t.stick,
              exact.stick, t.slip, exact.slip);
    machine_close(&m);
  }
  cr_expect(errors[1] < 0.6 * errors[0], "%g, then %g", errors[0], errors[1]);
}

/* ---- expressions of a contact ------------------------------------------- */

/* The output of a block at slip speed s. */
static double at_speed(const Equations *equations, const char *name, double s)
{
  static const char *const symbols[] = {"s", "v2"};
  const double values[] = {s, s * s};
  double out;
  block_evaluate(equations_get(equations, name), symbols, values, 2, &out);
  return out;
}

Test(lugre, limit_and_damping_of_a_contact_are_those_of_the_reference)
{
  for (size_t i = 0; i < LUGRE_FORMS; i++) {
    char keys[500];
    snprintf(keys, sizeof keys,
             "friction = lugre { sigma0 = 1e5, sigma1 = 300, mu_c = 0.6%s }",
             lugre_forms[i]);
    Emission e = emit_sound_pad(keys);
    const RefLugre f =
        contact_reference((const Contact *)e.loaded.model)->friction;
    for (double s = 1e-7; s < 10; s *= 3) {
      const double zmax = ref_lugre_g(&f, s) / f.sigma0;
      cr_expect_float_eq(at_speed(e.equations, "zmax", s), zmax, 1e-14 * zmax,
                         "%s", keys);
      cr_expect_float_eq(at_speed(e.equations, "damping", s),
                         ref_lugre_sigma1(&f, s) / f.sigma0,
                         1e-14 * f.sigma1 / f.sigma0, "%s", keys);
    }
    emission_close(&e);
  }
}
