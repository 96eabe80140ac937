/* Tests of FMUs for FMI 3.0 by a small importer (fmu.h). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "emit/fmu.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(fmi3, .init = compiling_begin, .fini = compiling_end);

enum { OK, WARNING, DISCARD, ERROR, FATAL };
enum { SEPARATED = 1, BAD_INPUT = -1 };

typedef void Log(void *environment, int status, const char *category,
                 const char *message);

/* The functions of the standard that the tests call. */
typedef struct Functions {
  void *(*instantiate)(const char *, const char *, const char *, bool, bool,
                       bool, bool, const unsigned *, size_t, void *, Log *,
                       void *);
  void *(*exchange)(const char *, const char *, const char *, bool, bool,
                    void *, Log *);
  void (*release)(void *);
  int (*initialize)(void *, bool, double, double, bool, double);
  int (*start)(void *), (*reset)(void *);
  int (*get)(void *, const unsigned *, size_t, double *, size_t);
  int (*set)(void *, const unsigned *, size_t, const double *, size_t);
  int (*get_whole)(void *, const unsigned *, size_t, int32_t *, size_t);
  int (*step)(void *, double, double, bool, bool *, bool *, bool *, double *);
  int (*save)(void *, void **), (*restore)(void *, void *);
  int (*forget)(void *, void **), (*size)(void *, void *, size_t *);
  int (*pack)(void *, void *, uint8_t *, size_t);
  int (*unpack)(void *, const uint8_t *, size_t, void **);
  int (*along)(void *, const unsigned *, size_t, const unsigned *, size_t,
               const double *, size_t, double *, size_t);
  int (*states)(void *, double *, size_t);
  int (*set_states)(void *, const double *, size_t);
  int (*rates)(void *, double *, size_t);
  int (*time)(void *, double), (*indicators)(void *, double *, size_t);
  int (*update)(void *, bool *, bool *, bool *, bool *, bool *, double *);
  int (*set_text)(void *, const unsigned *, size_t, const char **, size_t);
} Functions;

static Functions functions_of(const Fmu *fmu)
{
  Functions f;
  const struct {
    void *to;
    const char *name;
  } all[] = {{&f.instantiate, "fmi3InstantiateCoSimulation"},
             {&f.exchange, "fmi3InstantiateModelExchange"},
             {&f.release, "fmi3FreeInstance"},
             {&f.initialize, "fmi3EnterInitializationMode"},
             {&f.start, "fmi3ExitInitializationMode"},
             {&f.reset, "fmi3Reset"},
             {&f.get, "fmi3GetFloat64"},
             {&f.set, "fmi3SetFloat64"},
             {&f.get_whole, "fmi3GetInt32"},
             {&f.step, "fmi3DoStep"},
             {&f.save, "fmi3GetFMUState"},
             {&f.restore, "fmi3SetFMUState"},
             {&f.forget, "fmi3FreeFMUState"},
             {&f.size, "fmi3SerializedFMUStateSize"},
             {&f.pack, "fmi3SerializeFMUState"},
             {&f.unpack, "fmi3DeserializeFMUState"},
             {&f.along, "fmi3GetDirectionalDerivative"},
             {&f.states, "fmi3GetContinuousStates"},
             {&f.set_states, "fmi3SetContinuousStates"},
             {&f.rates, "fmi3GetContinuousStateDerivatives"},
             {&f.time, "fmi3SetTime"},
             {&f.indicators, "fmi3GetEventIndicators"},
             {&f.update, "fmi3UpdateDiscreteStates"},
             {&f.set_text, "fmi3SetString"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    void *symbol = fmu_symbol(fmu, all[i].name);
    memcpy(all[i].to, &symbol, sizeof symbol);
  }
  return f;
}

/* The last message that an instance has logged. */
typedef struct Logged {
  int count, status;
  char category[40], message[200];
} Logged;

static void log_it(void *environment, int status, const char *category,
                   const char *message)
{
  Logged *logged = environment;
  logged->count++;
  logged->status = status;
  snprintf(logged->category, sizeof logged->category, "%s", category);
  snprintf(logged->message, sizeof logged->message, "%s", message);
}

static void *begin(const Functions *f, const Fmu *fmu, Logged *logged)
{
  void *c = f->instantiate("one", fmu->token, "", false, true, false, false,
                           NULL, 0, logged, log_it, NULL);
  cr_assert(c);
  cr_assert_eq(f->initialize(c, false, 0, 0, false, 0), OK);
  cr_assert_eq(f->start(c), OK);
  return c;
}

static void put(const Functions *f, const Fmu *fmu, void *c, const char *name,
                const double *values, size_t count)
{
  /* Numbers of different units are variables of their own, one after the
   * other. */
  const unsigned first = fmu_reference(fmu, name);
  const bool is_one = !strchr(name, '[');
  for (size_t i = 0; i < (is_one ? 1 : count); i++) {
    const unsigned reference = first + (unsigned)i;
    cr_assert_eq(f->set(c, &reference, 1, values + i, is_one ? count : 1), OK,
                 "%s", name);
  }
}

static void expect(const Functions *f, const Fmu *fmu, void *c,
                   const char *name, const double *values, size_t count)
{
  const unsigned first = fmu_reference(fmu, name);
  const bool is_one = !strchr(name, '[');
  double *got = calloc(count, sizeof *got);
  for (size_t i = 0; i < (is_one ? 1 : count); i++) {
    const unsigned reference = first + (unsigned)i;
    cr_assert_eq(f->get(c, &reference, 1, got + i, is_one ? count : 1), OK);
  }
  for (size_t i = 0; i < count; i++)
    cr_expect_eq(got[i], values[i], "%s %zu: %.17g, not %.17g", name, i, got[i],
                 values[i]);
  free(got);
}

static int step(const Functions *f, void *c, double time, double dt)
{
  bool event = true, over = true, early = true;
  double reached = -1;
  const int status =
      f->step(c, time, dt, false, &event, &over, &early, &reached);
  cr_expect(!event && !over && !early);
  cr_expect_eq(reached, status <= WARNING ? time + dt : time);
  return status;
}

/* ---- co-simulation ---------------------------------------------------------
 */

static const double dt[] = {1e-3};

static void twist_at(int i, double twist[3])
{
  twist[0] = 0.004 * sin(0.1 * i);
  twist[1] = 0.002 * cos(0.07 * i);
  twist[2] = 0.3 * sin(0.05 * i);
}

Test(fmi3, a_contact_steps_to_the_same_bits)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin(&f, &fmu, &logged);
  expect(&f, &fmu, c, "z", fmu_native_state(&fmu), 32);
  for (int i = 0; i < 60; i++) {
    double twist[3], fn = 5 + sin(0.2 * i), wrench[3], *out[] = {wrench};
    const double *in[] = {twist, &fn, dt};
    twist_at(i, twist);
    cr_assert_eq(fmu_native(&fmu, "step", in, out), 0);
    put(&f, &fmu, c, "twist[1]", twist, 3);
    put(&f, &fmu, c, "fn", &fn, 1);
    cr_assert_eq(step(&f, c, 1e-3 * i, 1e-3), OK);
    expect(&f, &fmu, c, "wrench[1]", wrench, 3);
    expect(&f, &fmu, c, "z", fmu_native_state(&fmu), 32);
  }
  cr_expect_eq(logged.count, 0);
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, a_body_steps_to_the_same_bits)
{
  Fmu fmu = fmu_open("paper/slip_case2_circle", "", 3, "body_solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin(&f, &fmu, &logged);
  const double load[] = {0.1, -0.2, 0.001}, fn = 4;
  put(&f, &fmu, c, "load[1]", load, 3);
  put(&f, &fmu, c, "fn", &fn, 1);
  for (int i = 0; i < 20; i++) {
    double wrench[3], *out[] = {wrench};
    const double *in[] = {load, &fn, dt};
    cr_assert_geq(fmu_native(&fmu, "body_step", in, out), 0);
    cr_assert_eq(step(&f, c, 1e-3 * i, 1e-3), OK);
    expect(&f, &fmu, c, "q[1]", fmu_native_state(&fmu), 3);
    expect(&f, &fmu, c, "v[1]", fmu_native_state(&fmu) + 3, 3);
    expect(&f, &fmu, c, "wrench[1]", wrench, 3);
  }
  cr_expect_null(f.exchange("two", fmu.token, "", false, false, NULL, NULL));
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, a_mechanism_has_its_state_and_its_forces)
{
  Fmu fmu = fmu_open("mechanism/sliding_block", "", 3, "solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin(&f, &fmu, &logged);
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
      if (in[k] == u) put(&f, &fmu, c, "u", u, (size_t)jump->inputs[k].rows);
    cr_assert_geq(fmu_native(&fmu, "step", in, out), 0);
    cr_assert_eq(step(&f, c, t, 1e-3), OK);
    cr_assert_geq(fmu_native(&fmu, "forces", after, out), 0);
    for (int k = 0; k < forces->noutputs; k++)
      if (strcmp(forces->outputs[k].name, "reaction") == 0)
        expect(&f, &fmu, c, "q", fmu_native_state(&fmu),
               (size_t)forces->outputs[k].rows);
    for (int k = 0; k < forces->noutputs; k++)
      expect(&f, &fmu, c, forces->outputs[k].name, room[k],
             (size_t)forces->outputs[k].rows);
  }
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, a_cone_has_all_its_functions)
{
  Fmu fmu = fmu_open("cone/point_foot", "", 3, "solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin(&f, &fmu, &logged);
  const double force[] = {1, -2, 3};
  double margin, nearest[3], *to[] = {&margin}, *near[] = {nearest};
  const double *in[] = {force};
  cr_assert_geq(fmu_native(&fmu, "margin", in, to), 0);
  cr_assert_geq(fmu_native(&fmu, "project", in, near), 0);
  put(&f, &fmu, c, "f", force, 3);
  cr_assert_eq(step(&f, c, 0, 1e-3), OK);
  expect(&f, &fmu, c, "margin", &margin, 1);
  expect(&f, &fmu, c, "out", nearest, 3);
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, bad_input_discards_and_is_logged)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin(&f, &fmu, &logged);
  const unsigned status = fmu_reference(&fmu, "status");
  const double twist[] = {0.01, 0, 0}, fn = 5, bad = NAN, none = 0;
  int32_t whole = 7;
  put(&f, &fmu, c, "twist[1]", twist, 3);
  put(&f, &fmu, c, "fn", &fn, 1);
  cr_assert_eq(step(&f, c, 0, 1e-3), OK);
  put(&f, &fmu, c, "fn", &bad, 1);
  cr_expect_eq(step(&f, c, 1e-3, 1e-3), DISCARD);
  cr_expect_str_eq(logged.category, "logStatusDiscard");
  cr_expect_str_eq(logged.message, "step: BAD_INPUT");
  cr_expect_eq(f.get_whole(c, &status, 1, &whole, 1), OK);
  cr_expect_eq(whole, BAD_INPUT);
  put(&f, &fmu, c, "fn", &none, 1);
  cr_expect_eq(step(&f, c, 1e-3, 1e-3), OK, "a condition is no failure");
  cr_expect_eq(f.get_whole(c, &status, 1, &whole, 1), OK);
  cr_expect_eq(whole, SEPARATED);
  const char *text = "x";
  cr_expect_eq(f.set_text(c, &status, 1, &text, 1), ERROR);
  cr_expect_eq(f.get(c, &(unsigned){9999}, 1, (double[1]){0}, 1), ERROR);
  cr_expect_eq(f.set(c, &(unsigned){0}, 1, (double[1]){0}, 1), ERROR,
               "time is not set so");
  cr_expect_str_eq(logged.category, "logStatusError");
  cr_expect_null(f.instantiate("one", "{another}", "", false, true, false,
                               false, NULL, 0, &logged, log_it, NULL));
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, a_state_is_kept_and_packed)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin(&f, &fmu, &logged), *other = begin(&f, &fmu, &logged);
  const double twist[] = {0.01, 0.002, 0.1}, fn = 5;
  const unsigned z = fmu_reference(&fmu, "z");
  double first[32], again[32];
  void *kept = NULL, *unpacked = NULL;
  size_t size = 0;
  put(&f, &fmu, c, "twist[1]", twist, 3);
  put(&f, &fmu, c, "fn", &fn, 1);
  for (int i = 0; i < 5; i++) cr_assert_eq(step(&f, c, 1e-3 * i, 1e-3), OK);
  cr_assert_eq(f.save(c, &kept), OK);
  cr_assert_eq(step(&f, c, 5e-3, 1e-3), OK);
  cr_assert_eq(f.get(c, &z, 1, first, 32), OK);
  cr_assert_eq(f.size(c, kept, &size), OK);
  uint8_t *bytes = malloc(size);
  cr_assert_eq(f.pack(c, kept, bytes, size), OK);
  cr_expect_eq(f.unpack(other, bytes, size - 1, &unpacked), ERROR);
  cr_assert_eq(f.unpack(other, bytes, size, &unpacked), OK);
  cr_assert_eq(f.restore(other, unpacked), OK);
  cr_assert_eq(step(&f, other, 5e-3, 1e-3), OK);
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
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin(&f, &fmu, &logged), *kept = NULL;
  const double twist[] = {0.004, 0.002, 0.1}, fn = 5, h = 1e-6;
  const double seed[] = {1, -2, 30, 400};
  const unsigned input = fmu_reference(&fmu, "twist[1]"),
                 output = fmu_reference(&fmu, "wrench[1]");
  const unsigned knowns[] = {input, input + 1, input + 2,
                             fmu_reference(&fmu, "fn")};
  const unsigned unknowns[] = {output, output + 1, output + 2};
  double along[3], low[3], high[3];
  put(&f, &fmu, c, "twist[1]", twist, 3);
  put(&f, &fmu, c, "fn", &fn, 1);
  for (int i = 0; i < 3; i++) cr_assert_eq(step(&f, c, 1e-3 * i, 1e-3), OK);
  cr_assert_eq(f.save(c, &kept), OK);
  for (int side = -1; side <= 1; side += 2) {
    double moved[3], load = fn + side * h * seed[3];
    for (int i = 0; i < 3; i++) moved[i] = twist[i] + side * h * seed[i];
    cr_assert_eq(f.restore(c, kept), OK);
    put(&f, &fmu, c, "twist[1]", moved, 3);
    put(&f, &fmu, c, "fn", &load, 1);
    cr_assert_eq(step(&f, c, 3e-3, 1e-3), OK);
    cr_assert_eq(f.get(c, unknowns, 3, side < 0 ? low : high, 3), OK);
  }
  cr_assert_eq(f.restore(c, kept), OK);
  cr_assert_eq(step(&f, c, 3e-3, 1e-3), OK);
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

/* ---- model exchange ---------------------------------------------------------
 */

static void *begin_exchange(const Functions *f, const Fmu *fmu, Logged *logged)
{
  void *c = f->exchange("one", fmu->token, "", false, true, logged, log_it);
  cr_assert(c);
  cr_assert_eq(f->initialize(c, false, 0, 0, false, 0), OK);
  cr_assert_eq(f->start(c), OK);
  return c;
}

Test(fmi3, model_exchange_has_the_bits_of_rate)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin_exchange(&f, &fmu, &logged);
  double z[32], rates[32], native[32], wrench[3], *out[] = {native, wrench};
  const double fn = 5;
  cr_assert_eq(f.states(c, z, 32), OK);
  for (int i = 0; i < 40; i++) {
    double twist[3];
    const double *in[] = {twist, &fn};
    twist_at(i, twist);
    cr_assert_eq(f.time(c, 1e-6 * i), OK);
    cr_assert_eq(f.set_states(c, z, 32), OK);
    put(&f, &fmu, c, "twist[1]", twist, 3);
    put(&f, &fmu, c, "fn", &fn, 1);
    cr_assert_eq(f.rates(c, rates, 32), OK);
    fmu.native->set(fmu.state, z);
    cr_assert_eq(fmu_native(&fmu, "rate", in, out), 0);
    cr_expect_eq(memcmp(rates, native, sizeof rates), 0);
    expect(&f, &fmu, c, "wrench[1]", wrench, 3);
    expect(&f, &fmu, c, "der(z)", native, 32);
    for (int k = 0; k < 32; k++) z[k] += 1e-6 * rates[k];
  }
  cr_expect_eq(f.step(c, 0, 1e-3, false, NULL, NULL, NULL, NULL), ERROR,
               "there are no steps here");
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi3, a_joint_has_both_interfaces)
{
  Fmu fmu = fmu_open("joint/elbow", "", 3, "solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin_exchange(&f, &fmu, &logged), *other;
  double z = 2e-6, rate, force, native[2], *out[] = {native, native + 1};
  const double v = 0.02, *in[] = {&v, dt};
  cr_assert_eq(f.set_states(c, &z, 1), OK);
  put(&f, &fmu, c, "v", &v, 1);
  cr_assert_eq(f.rates(c, &rate, 1), OK);
  fmu.native->set(fmu.state, &z);
  cr_assert_geq(fmu_native(&fmu, "rate", in, out), 0);
  cr_expect_eq(rate, native[0]);
  expect(&f, &fmu, c, "force", native + 1, 1);
  f.release(c);
  other = begin(&f, &fmu, &logged);
  fmu.native->reset(fmu.state);
  put(&f, &fmu, other, "v", &v, 1);
  out[0] = &force;
  for (int i = 0; i < 10; i++) {
    cr_assert_geq(fmu_native(&fmu, "step", in, out), 0);
    cr_assert_eq(step(&f, other, 1e-3 * i, 1e-3), OK);
    expect(&f, &fmu, other, "force", &force, 1);
  }
  f.release(other);
  fmu_close(&fmu);
}

Test(fmi3, separation_is_an_event_that_resets_the_bristles)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin_exchange(&f, &fmu, &logged);
  double z[32], indicator, fn = 5, next;
  bool flags[5];
  for (int i = 0; i < 32; i++) z[i] = 1e-7 * i;
  cr_assert_eq(f.set_states(c, z, 32), OK);
  put(&f, &fmu, c, "fn", &fn, 1);
  cr_assert_eq(f.indicators(c, &indicator, 1), OK);
  cr_expect_gt(indicator, 0);
  fn = 0;
  put(&f, &fmu, c, "fn", &fn, 1);
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

Test(fmi3, derivatives_of_rates_are_exact)
{
  Fmu fmu = fmu_open("contact/few_bristles", "", 3, "solver");
  const Functions f = functions_of(&fmu);
  Logged logged = {0};
  void *c = begin_exchange(&f, &fmu, &logged);
  const double twist[] = {0.004, 0.002, 0.1}, fn = 5, h = 1e-12;
  const unsigned known = fmu_reference(&fmu, "z"),
                 unknown = fmu_reference(&fmu, "der(z)");
  double z[32], seed[32], along[32], low[32], high[32];
  put(&f, &fmu, c, "twist[1]", twist, 3);
  put(&f, &fmu, c, "fn", &fn, 1);
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

/* ---- the archive
 * --------------------------------------------------------------- */

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
