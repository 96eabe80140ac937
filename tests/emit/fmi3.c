/* Tests of FMUs for FMI 3.0: co-simulation and the archive. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "emit/fmu3.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(fmi3, .init = compiling_begin, .fini = compiling_end);

static const double dt[] = {1e-3};

Test(fmi3, a_contact_steps_to_the_same_bits)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin(&f, &fmu, &logged);
  fmu3_expect(&f, &fmu, c, "z", fmu_native_state(&fmu), 32);
  for (int i = 0; i < 60; i++) {
    double twist[3], fn = 5 + sin(0.2 * i), wrench[3], *out[] = {wrench};
    const double *in[] = {twist, &fn, dt};
    fmu3_twist(i, twist);
    cr_assert_eq(fmu_native(&fmu, "step", in, out), 0);
    fmu3_put(&f, &fmu, c, "twist[1]", twist, 3);
    fmu3_put(&f, &fmu, c, "fn", &fn, 1);
    cr_assert_eq(fmu3_step(&f, c, 1e-3 * i, 1e-3), OK);
    fmu3_expect(&f, &fmu, c, "wrench[1]", wrench, 3);
    fmu3_expect(&f, &fmu, c, "z", fmu_native_state(&fmu), 32);
  }
  cr_expect_eq(logged.count, 0);
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, a_body_steps_to_the_same_bits)
{
  Fmu fmu = fmu_open("paper/slip_case2_circle", "", 3, "body_solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin(&f, &fmu, &logged);
  const double load[] = {0.1, -0.2, 0.001}, fn = 4;
  fmu3_put(&f, &fmu, c, "load[1]", load, 3);
  fmu3_put(&f, &fmu, c, "fn", &fn, 1);
  for (int i = 0; i < 20; i++) {
    double wrench[3], *out[] = {wrench};
    const double *in[] = {load, &fn, dt};
    cr_assert_geq(fmu_native(&fmu, "body_step", in, out), 0);
    cr_assert_eq(fmu3_step(&f, c, 1e-3 * i, 1e-3), OK);
    fmu3_expect(&f, &fmu, c, "q[1]", fmu_native_state(&fmu), 3);
    fmu3_expect(&f, &fmu, c, "v[1]", fmu_native_state(&fmu) + 3, 3);
    fmu3_expect(&f, &fmu, c, "wrench[1]", wrench, 3);
  }
  cr_expect_null(f.exchange("two", fmu.token, "", false, false, NULL, NULL));
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, a_mechanism_has_its_state_and_its_forces)
{
  Fmu fmu = fmu_open("mechanism/sliding_block", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin(&f, &fmu, &logged);
  const br_function *forces = NULL, *jump = NULL;
  for (int i = 0; i < fmu.native->nfunctions; i++) {
    if (strcmp(fmu.native->functions[i].name, "forces") == 0)
      forces = &fmu.native->functions[i];
    if (strcmp(fmu.native->functions[i].name, "step") == 0)
      jump = &fmu.native->functions[i];
  }
  cr_assert(forces && jump);
  for (int i = 0; i < 30; i++) {
    double t = i * 1e-3, end = t + 1e-3, u[8] = {1, 0.5}, room[8][8];
    double *out[8];
    const double *in[3] = {NULL}, *after[3] = {NULL};
    for (int k = 0; k < 8; k++) out[k] = room[k];
    for (int k = 0; k < jump->ninputs; k++)
      in[k] = strcmp(jump->inputs[k].name, "t") == 0    ? &t
              : strcmp(jump->inputs[k].name, "dt") == 0 ? dt
                                                        : u;
    for (int k = 0; k < forces->ninputs; k++)
      after[k] = strcmp(forces->inputs[k].name, "t") == 0 ? &end : u;
    for (int k = 0; k < jump->ninputs; k++)
      if (in[k] == u)
        fmu3_put(&f, &fmu, c, "u", u, (size_t)jump->inputs[k].rows);
    cr_assert_geq(fmu_native(&fmu, "step", in, out), 0);
    cr_assert_eq(fmu3_step(&f, c, t, 1e-3), OK);
    cr_assert_geq(fmu_native(&fmu, "forces", after, out), 0);
    for (int k = 0; k < forces->noutputs; k++)
      if (strcmp(forces->outputs[k].name, "reaction") == 0)
        fmu3_expect(&f, &fmu, c, "q", fmu_native_state(&fmu),
                    (size_t)forces->outputs[k].rows);
    for (int k = 0; k < forces->noutputs; k++)
      fmu3_expect(&f, &fmu, c, forces->outputs[k].name, room[k],
                  (size_t)forces->outputs[k].rows);
  }
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, a_cone_has_all_its_functions)
{
  Fmu fmu = fmu_open("cone/point_foot", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin(&f, &fmu, &logged);
  const double force[] = {1, -2, 3};
  double margin, nearest[3], *to[] = {&margin}, *near[] = {nearest};
  const double *in[] = {force};
  cr_assert_geq(fmu_native(&fmu, "margin", in, to), 0);
  cr_assert_geq(fmu_native(&fmu, "project", in, near), 0);
  fmu3_put(&f, &fmu, c, "f", force, 3);
  cr_assert_eq(fmu3_step(&f, c, 0, 1e-3), OK);
  fmu3_expect(&f, &fmu, c, "margin", &margin, 1);
  fmu3_expect(&f, &fmu, c, "out", nearest, 3);
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, bad_input_discards_and_is_logged)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin(&f, &fmu, &logged);
  const unsigned status = fmu_reference(&fmu, "status");
  const double twist[] = {0.01, 0, 0}, fn = 5, bad = NAN, none = 0;
  int32_t whole = 7;
  fmu3_put(&f, &fmu, c, "twist[1]", twist, 3);
  fmu3_put(&f, &fmu, c, "fn", &fn, 1);
  cr_assert_eq(fmu3_step(&f, c, 0, 1e-3), OK);
  fmu3_put(&f, &fmu, c, "fn", &bad, 1);
  cr_expect_eq(fmu3_step(&f, c, 1e-3, 1e-3), DISCARD);
  cr_expect_str_eq(logged.category, "logStatusDiscard");
  cr_expect_str_eq(logged.message, "step: BAD_INPUT");
  cr_expect_eq(f.get_whole(c, &status, 1, &whole, 1), OK);
  cr_expect_eq(whole, BAD_INPUT);
  fmu3_put(&f, &fmu, c, "fn", &none, 1);
  cr_expect_eq(fmu3_step(&f, c, 1e-3, 1e-3), OK, "a condition is no failure");
  cr_expect_eq(f.get_whole(c, &status, 1, &whole, 1), OK);
  cr_expect_eq(whole, SEPARATED);
  const char *text = "x";
  cr_expect_eq(f.set_text(c, &status, 1, &text, 1), ERROR);
  cr_expect_eq(f.get(c, &(unsigned){9999}, 1, (double[1]){0}, 1), ERROR);
  cr_expect_eq(f.set(c, &(unsigned){0}, 1, (double[1]){0}, 1), ERROR,
               "time is not set so");
  cr_expect_str_eq(logged.category, "logStatusError");
  cr_expect_null(f.instantiate("one", "{another}", "", false, true, false,
                               false, NULL, 0, &logged, fmu3_log, NULL));
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, a_state_is_kept_and_packed)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin(&f, &fmu, &logged),
       *other = fmu3_begin(&f, &fmu, &logged);
  const double twist[] = {0.01, 0.002, 0.1}, fn = 5;
  const unsigned z = fmu_reference(&fmu, "z");
  double first[32], again[32];
  void *kept = NULL, *unpacked = NULL;
  size_t size = 0;
  fmu3_put(&f, &fmu, c, "twist[1]", twist, 3);
  fmu3_put(&f, &fmu, c, "fn", &fn, 1);
  for (int i = 0; i < 5; i++)
    cr_assert_eq(fmu3_step(&f, c, 1e-3 * i, 1e-3), OK);
  cr_assert_eq(f.save(c, &kept), OK);
  cr_assert_eq(fmu3_step(&f, c, 5e-3, 1e-3), OK);
  cr_assert_eq(f.get(c, &z, 1, first, 32), OK);
  cr_assert_eq(f.size(c, kept, &size), OK);
  uint8_t *bytes = malloc(size);
  cr_assert_eq(f.pack(c, kept, bytes, size), OK);
  cr_expect_eq(f.unpack(other, bytes, size - 1, &unpacked), ERROR);
  cr_assert_eq(f.unpack(other, bytes, size, &unpacked), OK);
  cr_assert_eq(f.restore(other, unpacked), OK);
  cr_assert_eq(fmu3_step(&f, other, 5e-3, 1e-3), OK);
  cr_assert_eq(f.get(other, &z, 1, again, 32), OK);
  cr_expect_eq(memcmp(first, again, sizeof first), 0);
  cr_expect_eq(f.forget(c, &kept), OK);
  cr_expect_null(kept);
  cr_expect_eq(f.forget(other, &unpacked), OK);
  free(bytes);
  f.release(c), f.release(other);
  fmu_close(&fmu);
}

/* Repeats the last step with other inputs and compares differences. */
Test(fmi3, directional_derivatives_are_those_of_the_last_step)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Fmu3 f = fmu3_functions(&fmu);
  Fmu3Log logged = {0};
  void *c = fmu3_begin(&f, &fmu, &logged), *kept = NULL;
  const double twist[] = {0.004, 0.002, 0.1}, fn = 5, h = 1e-6;
  const double seed[] = {1, -2, 30, 400};
  const unsigned input = fmu_reference(&fmu, "twist[1]"),
                 output = fmu_reference(&fmu, "wrench[1]");
  const unsigned knowns[] = {input, input + 1, input + 2,
                             fmu_reference(&fmu, "fn")};
  const unsigned unknowns[] = {output, output + 1, output + 2};
  double along[3], low[3], high[3];
  fmu3_put(&f, &fmu, c, "twist[1]", twist, 3);
  fmu3_put(&f, &fmu, c, "fn", &fn, 1);
  for (int i = 0; i < 3; i++)
    cr_assert_eq(fmu3_step(&f, c, 1e-3 * i, 1e-3), OK);
  cr_assert_eq(f.save(c, &kept), OK);
  for (int side = -1; side <= 1; side += 2) {
    double moved[3], load = fn + side * h * seed[3];
    for (int i = 0; i < 3; i++) moved[i] = twist[i] + side * h * seed[i];
    cr_assert_eq(f.restore(c, kept), OK);
    fmu3_put(&f, &fmu, c, "twist[1]", moved, 3);
    fmu3_put(&f, &fmu, c, "fn", &load, 1);
    cr_assert_eq(fmu3_step(&f, c, 3e-3, 1e-3), OK);
    cr_assert_eq(f.get(c, unknowns, 3, side < 0 ? low : high, 3), OK);
  }
  cr_assert_eq(f.restore(c, kept), OK);
  cr_assert_eq(fmu3_step(&f, c, 3e-3, 1e-3), OK);
  cr_assert_eq(f.along(c, unknowns, 3, knowns, 4, seed, 4, along, 3), OK);
  for (int i = 0; i < 3; i++) {
    const double slope = (high[i] - low[i]) / (2 * h);
    cr_expect_lt(fabs(along[i] - slope), 1e-4 * fabs(slope), "%g, not %g",
                 along[i], slope);
  }
  f.forget(c, &kept);
  f.release(c);
  fmu_close(&fmu);
}

/* ---- the archive ----------------------------------------------------------
 */

Test(fmi3, an_fmu_is_the_same_bytes_each_time)
{
  cr_expect_eq(
      run_shell(BRISTLE " emit specs/slider/parcel.lua --abi=fmi3 --abi=fmi2 "
                        "-o %s/a && sleep 1.1 && " BRISTLE
                        " emit specs/slider/parcel.lua --abi=fmi3 --abi=fmi2 "
                        "-o %s/b && diff -r %s/a %s/b && unzip -tq "
                        "%s/a/parcel_fmi3.fmu",
                folder, folder, folder, folder, folder),
      0, "%s", printed);
}

Test(fmi3, without_a_compiler_an_fmu_has_sources_alone)
{
  cr_expect_eq(run_shell("CC=/no/such/compiler " BRISTLE
                         " emit specs/slider/parcel.lua --abi=fmi3 -o %s && "
                         "unzip -l %s/parcel_fmi3.fmu",
                         folder, folder),
               0, "%s", printed);
  expect_in(printed,
            "warning: the FMU has sources but no binary: there is no "
            "C compiler");
  expect_in(printed, "sources/parcel_fmi3.c");
  cr_expect_null(strstr(printed, "binaries/"));
}
