/* Tests of FMUs for FMI 3.0: model exchange. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "emit/fmu3.h"
#include "support/compiling.h"

TestSuite(fmi3_exchange, .init = compiling_begin, .fini = compiling_end);

static const double dt[] = {1e-3};

Test(fmi3_exchange, model_exchange_has_the_bits_of_rate)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin_exchange(&f, &fmu, &logged);
  double z[32], rates[32], native[32], wrench[3], *out[] = {native, wrench};
  const double fn = 5;
  cr_assert_eq(f.states(c, z, 32), OK);
  for (int i = 0; i < 40; i++) {
    double twist[3];
    const double *in[] = {twist, &fn};
    fmu3_twist(i, twist);
    cr_assert_eq(f.time(c, 1e-6 * i), OK);
    cr_assert_eq(f.set_states(c, z, 32), OK);
    fmu3_put(&f, &fmu, c, "twist[1]", twist, 3);
    fmu3_put(&f, &fmu, c, "fn", &fn, 1);
    cr_assert_eq(f.rates(c, rates, 32), OK);
    fmu.native->set(fmu.state, z);
    cr_assert_eq(fmu_native(&fmu, "rate", in, out), 0);
    cr_expect_eq(memcmp(rates, native, sizeof rates), 0);
    fmu3_expect(&f, &fmu, c, "wrench[1]", wrench, 3);
    fmu3_expect(&f, &fmu, c, "der(z)", native, 32);
    for (int k = 0; k < 32; k++) z[k] += 1e-6 * rates[k];
  }
  cr_expect_eq(f.step(c, 0, 1e-3, false, NULL, NULL, NULL, NULL), ERROR,
               "there are no steps here");
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3_exchange, a_joint_has_both_interfaces)
{
  Fmu fmu = fmu_open("joint/elbow", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin_exchange(&f, &fmu, &logged), *other;
  double z = 2e-6, rate, force, native[2], *out[] = {native, native + 1};
  const double v = 0.02, *in[] = {&v, dt};
  cr_assert_eq(f.set_states(c, &z, 1), OK);
  fmu3_put(&f, &fmu, c, "v", &v, 1);
  cr_assert_eq(f.rates(c, &rate, 1), OK);
  fmu.native->set(fmu.state, &z);
  cr_assert_geq(fmu_native(&fmu, "rate", in, out), 0);
  cr_expect_eq(rate, native[0]);
  fmu3_expect(&f, &fmu, c, "force", native + 1, 1);
  f.release(c);
  other = fmu3_begin(&f, &fmu, &logged);
  fmu.native->reset(fmu.state);
  fmu3_put(&f, &fmu, other, "v", &v, 1);
  out[0] = &force;
  for (int i = 0; i < 10; i++) {
    cr_assert_geq(fmu_native(&fmu, "step", in, out), 0);
    cr_assert_eq(fmu3_step(&f, other, 1e-3 * i, 1e-3), OK);
    fmu3_expect(&f, &fmu, other, "force", &force, 1);
  }
  f.release(other);
  fmu_close(&fmu);
}

Test(fmi3_exchange, separation_is_an_event_that_resets_the_bristles)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin_exchange(&f, &fmu, &logged);
  double z[32], indicator, fn = 5, next;
  bool flags[5];
  for (int i = 0; i < 32; i++) z[i] = 1e-7 * i;
  cr_assert_eq(f.set_states(c, z, 32), OK);
  fmu3_put(&f, &fmu, c, "fn", &fn, 1);
  cr_assert_eq(f.indicators(c, &indicator, 1), OK);
  cr_expect_gt(indicator, 0);
  fn = 0;
  fmu3_put(&f, &fmu, c, "fn", &fn, 1);
  cr_assert_eq(f.indicators(c, &indicator, 1), OK);
  cr_expect_lt(indicator, 0);
  cr_assert_eq(
      f.update(c, &flags[0], &flags[1], &flags[2], &flags[3], &flags[4], &next),
      OK);
  cr_expect(!flags[0] && !flags[1] && !flags[2] && flags[3] && !flags[4]);
  cr_assert_eq(f.states(c, z, 32), OK);
  for (int i = 0; i < 32; i++) cr_expect_eq(z[i], 0);
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3_exchange, derivatives_of_rates_are_exact)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin_exchange(&f, &fmu, &logged);
  const double twist[] = {0.004, 0.002, 0.1}, fn = 5, h = 1e-12;
  const unsigned known = fmu_reference(&fmu, "z"),
                 unknown = fmu_reference(&fmu, "der(z)");
  double z[32], seed[32], along[32], low[32], high[32];
  fmu3_put(&f, &fmu, c, "twist[1]", twist, 3);
  fmu3_put(&f, &fmu, c, "fn", &fn, 1);
  for (int i = 0; i < 32; i++) z[i] = 4e-7 * (1 + 0.05 * i), seed[i] = 1 + i;
  for (int side = -1; side <= 1; side += 2) {
    double moved[32];
    for (int i = 0; i < 32; i++) moved[i] = z[i] + side * h * seed[i];
    cr_assert_eq(f.set_states(c, moved, 32), OK);
    cr_assert_eq(f.rates(c, side < 0 ? low : high, 32), OK);
  }
  cr_assert_eq(f.set_states(c, z, 32), OK);
  cr_assert_eq(f.along(c, &unknown, 1, &known, 1, seed, 32, along, 32), OK);
  for (int i = 0; i < 32; i++) {
    const double slope = (high[i] - low[i]) / (2 * h);
    cr_expect_lt(fabs(along[i] - slope), 1e-4 * fabs(slope) + 1, "%g, not %g",
                 along[i], slope);
  }
  f.release(c);
  fmu_close(&fmu);
}
