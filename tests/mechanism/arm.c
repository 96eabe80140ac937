/* Tests of the kind `mechanism` on the published two-link arm: against
 * published numbers, against the arm written by hand and against CVODE on the
 * equations with multipliers. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "mechanism/arm_by_hand.h"
#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/support.h"

TestSuite(mechanism_arm, .init = compiling_begin, .fini = compiling_end);

static const char *const frictionless[] = {
    "friction = coulomb { mu = 0.1, mu_s = 0.12 },", "", NULL};

/* ---- the published arm ------------------------------------------------- */

static void read_list(const json_t *object, const char *key, double *out,
                      size_t count)
{
  const json_t *list = json_object_get(object, key);
  cr_assert_eq(json_array_size(list), count, "%s", key);
  for (size_t i = 0; i < count; i++)
    out[i] = json_number_value(json_array_get(list, i));
}

Test(mechanism_arm, arm_has_the_published_forces)
{
  Machine m = machine_new(ARM, NULL), n = machine_new(ARM, frictionless);
  json_t *all = read_json("arm.json");
  cr_assert_gt(json_array_size(all), 5u);
  for (size_t i = 0; i < json_array_size(all); i++) {
    const json_t *o = json_array_get(all, i);
    double s[4], tau[2], should[2], rate[4], normal[2], Qf[2];
    double *out[] = {normal, NULL, NULL, NULL, Qf},
           *only[] = {normal, NULL, NULL, NULL, NULL};
    read_list(o, "q", s, 2);
    read_list(o, "qd", s + 2, 2);
    read_list(o, "tau", tau, 2);
    cr_expect_eq(machine_call(&m, "forces", s, tau, 0, 0, out), 0);
    read_list(o, "Fn", should, 2);
    expect_near(normal, should, 2, 1e-9, "normal force", i);
    read_list(o, "Qf", should, 2);
    expect_near(Qf, should, 2, 1e-9, "friction", i);
    cr_expect_eq(machine_rate(&m, s, tau, 0, rate), 0);
    read_list(o, "qdd_constraint_kept", should, 2);
    expect_near(rate + 2, should, 2, 1e-9, "acceleration", i);
    cr_expect_eq(machine_call(&n, "forces", s, tau, 0, 0, only), 0);
    cr_expect_eq(machine_rate(&n, s, tau, 0, rate), 0);
    read_list(o, "qdd_without_friction", should, 2);
    expect_near(rate + 2, should, 2, 1e-9, "frictionless acceleration", i);
  }
  json_decref(all);
  machine_close(&m);
  machine_close(&n);
}

Test(mechanism_arm, closed_form_is_the_friction_of_forces)
{
  Machine m = machine_new(ARM, NULL);
  const double q[] = {0.3, 1.1}, qd[] = {-0.4, 0.9}, u[] = {1, 2}, t = 0;
  const double state[] = {0.3, 1.1, -0.4, 0.9};
  double Qf[2], closed[2], *out[] = {NULL, NULL, NULL, NULL, Qf};
  const double *in[] = {q, qd, u, &t};
  double *to[] = {closed};
  machine_call(&m, "forces", state, u, 0, 0, out);
  cr_expect_eq(
      solver_call(m.emission.loaded.run, m.solver, "friction", NULL, in, to),
      0);
  cr_expect_arr_eq(Qf, closed, sizeof Qf);
  machine_close(&m);
}

/* The multipliers are finite, but the forces that follow from them overflow. */
Test(mechanism_arm, forces_beyond_all_numbers_are_refused)
{
  static const char *const damped[] = {
      "friction = coulomb { mu = 0.1, mu_s = 0.12 }",
      "normal = \"coupled\", friction = dahl { sigma = 5e5, mu = 0.07 }", NULL};
  Machine m = machine_new(ARM, damped);
  double state[6] = {-1.2, 2.1}, out[5][2];
  double *const to[] = {out[0], out[1], out[2], out[3], out[4]};
  int refused = 0;
  for (double u = DBL_MAX; u > 1e300; u /= 2) {
    const double push[] = {u, 0};
    const int status = machine_call(&m, "forces", state, push, 0, 0, to);
    refused += status == BR_BAD_STATE;
    for (int i = 0; i < 10; i++)
      cr_expect(
          status == 0 ? isfinite(out[i / 2][i % 2]) : out[i / 2][i % 2] == 0,
          "u = %g: status %d, %g", u, status, out[i / 2][i % 2]);
  }
  cr_expect_gt(refused, 0);
  machine_close(&m);
}

Test(mechanism_arm, arm_agrees_with_the_one_written_by_hand)
{
  Machine m = machine_new(ARM, NULL);
  uint64_t seed = 4;
  for (size_t i = 0; i < 100; i++) {
    double s[4], u[2], rate[4], a[2];
    for (int k = 0; k < 4; k++) s[k] = random_in(&seed, -2, 2);
    for (int k = 0; k < 2; k++) u[k] = random_in(&seed, -5, 5);
    cr_expect_eq(machine_rate(&m, s, u, 0, rate), 0);
    arm_rate(s, s + 2, u, 0.1, a);
    expect_near(rate + 2, a, 2, 1e-9, "acceleration", i);
  }
  machine_close(&m);
}

Test(mechanism_arm, settings_of_the_normal_force_differ)
{
  static const char *const coupled[] = {
      "contact  =", "normal = \"coupled\", contact =", NULL};
  Machine m = machine_new(ARM, NULL);
  Machine n = machine_new(ARM, coupled);
  const double s[] = {-1.2, 2.1, 0.5, -1}, u[] = {0, 0};
  double one[4], other[4];
  machine_rate(&m, s, u, 0, one);
  machine_rate(&n, s, u, 0, other);
  cr_expect_gt(max_relative_error(one, other, 4), 1e-3);
  machine_close(&m);
  machine_close(&n);
}

/* In the folded arm the end can move along one line only, and J J' is singular;
 * A' l = J' (-x/2, 1) l still holds. */
Test(mechanism_arm, has_its_normal_force_next_to_where_it_folds)
{
  Machine m = machine_new(ARM, frictionless);
  const double u[] = {1, 2};
  for (double off = 1e-2; off > 1e-10; off /= 10) {
    const double s[] = {-2.9, TEST_PI - off, 0.7, -0.3};
    double normal[2], reaction[2],
        *out[] = {normal, NULL, NULL, reaction, NULL};
    Arm o;
    cr_assert_eq(machine_call(&m, "forces", s, u, 0, 0, out), 0, "%g", off);
    arm_set(s, s + 2, u, &o);
    const double l = reaction[0] / o.A[0];
    const double should[] = {-o.J[1][0] / 2 * l, l};
    expect_near(normal, should, 2, 1e-14 / off + 1e-13, "normal force", 0);
  }
  machine_close(&m);
}
