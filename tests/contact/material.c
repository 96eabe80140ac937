/* Tests of contacts with numbers from materials and measurements: hertz,
 * soft_finger, breakaway, stiffness, damping_ratio and passive. */
#include <criterion/criterion.h>
#include <math.h>

#include "support/loading.h"
#include "support/support.h"
#include "kinds/contact/contact.h"

static Loaded loaded;

static const Contact *made(const char *keys)
{
  loaded = load_contact(keys, NULL);
  cr_assert_null(loaded.error, "%s", loaded.error);
  return (const Contact *)loaded.model;
}

static void done(void)
{
  if (loaded.run) unload(&loaded);
}

TestSuite(material, .fini = done);

#define BALL                                                                   \
  "pressure = hertz { radius = 0.01, modulus = 2e6, poisson = 0.4, other = { " \
  "modulus = 7e6, poisson = 0.3 } },\nfn_nominal = 4,\n"                       \
  "grid = { 31, 31 },\nsize = { 0.008, 0.008 },\n"

/* Johnson, Contact Mechanics, (4.22) and (7.41): a steel-like pair. */
static const double shear1 = 2e6 / 2.8, shear2 = 7e6 / 2.6;

static double textbook_radius(void)
{
  const double per_modulus = (1 - 0.16) / 2e6 + (1 - 0.09) / 7e6;
  return cbrt(0.75 * 4 * 0.01 * per_modulus);
}

Test(material, ball_has_the_stiffness_of_the_textbook)
{
  const Contact *c = made(BALL "friction = lugre { mu_c = 0.8 },\n");
  const double a = textbook_radius();
  const double k = 8 * a / ((2 - 0.4) / shear1 + (2 - 0.3) / shear2);
  cr_expect_float_eq(material_radius(c->material, 4), a, 1e-12 * a);
  cr_expect_float_eq(c->lugre.sigma0 * 4, k, 1e-6 * k);
  cr_expect_float_eq(material_torsional(c->material, 4),
                     16 * a * a * a / 3 / (1 / shear1 + 1 / shear2), 1e-9 * k);
}

Test(material, ball_at_one_load_is_a_disc_of_hertz)
{
  const Contact *c = made(BALL "friction = lugre { mu_c = 0.8 },\n");
  const double a = textbook_radius();
  cr_expect_null(c->levels);
  cr_expect_float_eq(c->r, 3 * PI / 16 * a, 0.03 * a);
  cr_expect_float_eq(c->cop[0], 0, 1e-12);
}

Test(material, patch_follows_the_load_within_fn_range)
{
  const Contact *c =
      made(BALL "fn_range = { 1, 8, levels = 4 },\nfriction = lugre { mu_c = 0.8 "
                "},\n");
  cr_assert_not_null(c->levels);
  const double few = contact_at(c, 1)->r, many = contact_at(c, 8)->r;
  cr_expect_float_eq(many / few, 2, 0.04); /* the cube root of the load */
}

Test(material, soft_finger_has_its_own_power)
{
  const Contact *c =
      made("pressure = soft_finger { c = 2e-3, exponent = 0.2, k = 3 },\n"
           "fn_nominal = 7,\nfriction = lugre { breakaway = 1e-4, mu_c = 0.5, "
           "mu_s = 0.8, v_s = 1e-3 },\n");
  cr_expect_float_eq(material_radius(c->material, 7), 2e-3 * pow(7, 0.2),
                     1e-15);
  cr_expect_eq(material_tangential(c->material, 7), 0); /* no modulus */
  cr_expect_float_eq(c->lugre.sigma0, 0.8 / 1e-4, 1e-9);
  cr_expect_float_eq(c->friction.breakaway, 0.5 / 8000, 1e-15);
}

Test(material, damping_ratio_is_that_of_the_stuck_body)
{
  const Contact *c =
      made("fn_nominal = 5,\nbody = { mass = 0.3, inertia = 1e-4, contacts = 2 "
           "},\nfriction = lugre { stiffness = 4e4, damping_ratio = 0.25, "
           "sigma2 = 0.5, mu_c = 0.8 },\n");
  const double k = 2 * 4e4, d = 2 * 5 * (c->lugre.sigma1 + c->lugre.sigma2);
  cr_expect_float_eq(c->lugre.sigma0, 8e3, 1e-9);
  cr_expect_float_eq(d / (2 * sqrt(k * 0.3)), 0.25, 1e-12);
}

Test(material, passive_law_never_gives_energy)
{
  static const char law[] =
      "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, "
      "mu_s = 1.2, v_s = 1e-3, s_ba = 0.9%s },\n";
  char keys[300];
  snprintf(keys, sizeof keys, law, "");
  const Contact *c = made(keys);
  cr_expect_lt(lugre_passive_up_to(c->model.spec, &c->lugre), 0.1);
  done();
  snprintf(keys, sizeof keys, law, ", passive = true");
  c = made(keys);
  cr_expect_gt(c->lugre.v_d, 0);
  cr_expect(isinf(lugre_passive_up_to(c->model.spec, &c->lugre)));
  done();
  c = made("friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, passive = "
           "true },\n"); /* needs none */
  cr_expect_eq(c->lugre.v_d, 0);
}
