/* Tests of FMUs for FMI 2.0 by a small importer (fmu.h). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "emit/fmu.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(fmi2, .init = compiling_begin, .fini = compiling_end);

enum { OK, WARNING, DISCARD, ERROR, FATAL };
enum { CO_SIMULATION = 1 };

typedef struct Callbacks {
  void (*log)(void *, const char *, int, const char *, const char *, ...);
  void *(*allocate)(size_t, size_t);
  void (*release)(void *);
  void (*finished)(void *, int);
  void *environment;
} Callbacks;

typedef struct Functions {
  void *(*instantiate)(const char *, int, const char *, const char *,
                       const Callbacks *, int, int);
  void (*release)(void *);
  int (*setup)(void *, int, double, double, int, double);
  int (*initialize)(void *), (*start)(void *), (*reset)(void *);
  int (*get)(void *, const unsigned *, size_t, double *);
  int (*set)(void *, const unsigned *, size_t, const double *);
  int (*get_whole)(void *, const unsigned *, size_t, int *);
  int (*step)(void *, double, double, int);
  int (*save)(void *, void **), (*restore)(void *, void *);
  int (*forget)(void *, void **), (*size)(void *, void *, size_t *);
  int (*pack)(void *, void *, char *, size_t);
  int (*unpack)(void *, const char *, size_t, void **);
  int (*along)(void *, const unsigned *, size_t, const unsigned *, size_t,
               const double *, double *);
} Functions;

static Functions functions_of(const Fmu *fmu)
{
  Functions f;
  const struct {
    void *to;
    const char *name;
  } all[] = {{&f.instantiate, "fmi2Instantiate"},
             {&f.release, "fmi2FreeInstance"},
             {&f.setup, "fmi2SetupExperiment"},
             {&f.initialize, "fmi2EnterInitializationMode"},
             {&f.start, "fmi2ExitInitializationMode"},
             {&f.reset, "fmi2Reset"},
             {&f.get, "fmi2GetReal"},
             {&f.set, "fmi2SetReal"},
             {&f.get_whole, "fmi2GetInteger"},
             {&f.step, "fmi2DoStep"},
             {&f.save, "fmi2GetFMUstate"},
             {&f.restore, "fmi2SetFMUstate"},
             {&f.forget, "fmi2FreeFMUstate"},
             {&f.size, "fmi2SerializedFMUstateSize"},
             {&f.pack, "fmi2SerializeFMUstate"},
             {&f.unpack, "fmi2DeSerializeFMUstate"},
             {&f.along, "fmi2GetDirectionalDerivative"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    void *symbol = fmu_symbol(fmu, all[i].name);
    memcpy(all[i].to, &symbol, sizeof symbol);
  }
  return f;
}

static char logged[200];

static void log_it(void *environment, const char *title, int status,
                   const char *category, const char *message, ...)
{
  va_list args;
  va_start(args, message);
  const int n =
      snprintf(logged, sizeof logged, "%s %d %s ", title, status, category);
  vsnprintf(logged + n, sizeof logged - (size_t)n, message, args);
  va_end(args);
  (void)environment;
}

static void *begin(const Functions *f, const Fmu *fmu)
{
  static const Callbacks callbacks = {log_it, calloc, free, NULL, NULL};
  void *c =
      f->instantiate("one", CO_SIMULATION, fmu->token, "", &callbacks, 0, 1);
  cr_assert(c);
  cr_assert_eq(f->setup(c, 0, 0, 0, 0, 0), OK);
  cr_assert_eq(f->initialize(c), OK);
  cr_assert_eq(f->start(c), OK);
  return c;
}

static void put(const Functions *f, const Fmu *fmu, void *c, const char *name,
                const double *values, unsigned count)
{
  for (unsigned i = 0; i < count; i++) {
    const unsigned reference = fmu_reference(fmu, name) + i;
    cr_assert_eq(f->set(c, &reference, 1, values + i), OK);
  }
}

static void expect(const Functions *f, const Fmu *fmu, void *c,
                   const char *name, const double *values, unsigned count)
{
  for (unsigned i = 0; i < count; i++) {
    const unsigned reference = fmu_reference(fmu, name) + i;
    double got = NAN;
    cr_assert_eq(f->get(c, &reference, 1, &got), OK);
    cr_expect_eq(got, values[i], "%s %u: %.17g, not %.17g", name, i, got,
                 values[i]);
  }
}

static const double load[] = {1, 0.3, 0.05}, dt[] = {1e-3};

Test(fmi2, a_tuned_slider_steps_to_the_same_bits)
{
  Fmu fmu = fmu_open("slider/parcel",
                     "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'", 2, "solver");
  const Functions f = functions_of(&fmu);
  void *c = begin(&f, &fmu), *kept = NULL, *unpacked = NULL;
  const double mass = 1.25, mu = 0.3, bad = 2;
  const double *tuned[] = {&mass, &mu}, *in[] = {load, dt};
  double out[6], *to[] = {out};
  size_t size;
  cr_assert_eq(fmu_native(&fmu, "tune", tuned, NULL), 0);
  put(&f, &fmu, c, "mass", &mass, 1);
  put(&f, &fmu, c, "mu", &mu, 1);
  put(&f, &fmu, c, "load[1]", load, 3);
  for (int i = 0; i < 20; i++) {
    if (i == 10) cr_assert_eq(f.save(c, &kept), OK);
    cr_assert_geq(fmu_native(&fmu, "step", in, to), 0);
    cr_assert_eq(f.step(c, 1e-3 * i, 1e-3, 1), OK);
    expect(&f, &fmu, c, "out[1]", out, 6);
    expect(&f, &fmu, c, "q[1]", fmu_native_state(&fmu), 3);
    expect(&f, &fmu, c, "v[1]", fmu_native_state(&fmu) + 3, 3);
  }
  put(&f, &fmu, c, "mu", &bad, 1);
  cr_expect_eq(f.step(c, 0.02, 1e-3, 1), DISCARD);
  cr_expect_str_eq(logged, "one 2 logStatusDiscard step: BAD_INPUT");
  expect(&f, &fmu, c, "q[1]", fmu_native_state(&fmu), 3);
  /* Back to the tenth step, by way of bytes. */
  cr_assert_eq(f.size(c, kept, &size), OK);
  char *bytes = malloc(size);
  cr_assert_eq(f.pack(c, kept, bytes, size), OK);
  cr_assert_eq(f.unpack(c, bytes, size, &unpacked), OK);
  cr_assert_eq(f.restore(c, unpacked), OK);
  for (int i = 10; i < 20; i++) cr_assert_eq(f.step(c, 1e-3 * i, 1e-3, 1), OK);
  expect(&f, &fmu, c, "q[1]", fmu_native_state(&fmu), 3);
  cr_assert_eq(f.forget(c, &kept), OK);
  cr_assert_eq(f.forget(c, &unpacked), OK);
  free(bytes);
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi2, derivatives_follow_the_tuned_values)
{
  Fmu fmu = fmu_open("slider/parcel",
                     "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'", 2, "solver");
  const Functions f = functions_of(&fmu);
  void *c = begin(&f, &fmu), *kept = NULL;
  const double v[] = {0.3, 0.1, 0.5}, h = 1e-5, one = 1;
  const unsigned known = fmu_reference(&fmu, "mu"),
                 unknown = fmu_reference(&fmu, "v[1]");
  double low, high, along;
  put(&f, &fmu, c, "v[1]", v, 3);
  put(&f, &fmu, c, "load[1]", load, 3);
  cr_assert_eq(f.save(c, &kept), OK);
  for (int side = -1; side <= 1; side += 2) {
    const double mu = 0.4 + side * h;
    cr_assert_eq(f.restore(c, kept), OK);
    put(&f, &fmu, c, "mu", &mu, 1);
    cr_assert_eq(f.step(c, 0, 1e-2, 1), OK);
    cr_assert_eq(f.get(c, &unknown, 1, side < 0 ? &low : &high), OK);
  }
  const double mu = 0.4;
  cr_assert_eq(f.restore(c, kept), OK);
  put(&f, &fmu, c, "mu", &mu, 1);
  cr_assert_eq(f.step(c, 0, 1e-2, 1), OK);
  cr_assert_eq(f.along(c, &unknown, 1, &known, 1, &one, &along), OK);
  cr_expect_lt(fabs(along - (high - low) / (2 * h)), 1e-5 * fabs(along));
  cr_expect_lt(along, 0, "more friction, less speed");
  f.forget(c, &kept);
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi2, a_fixed_step_divides_the_interval)
{
  Fmu fmu = fmu_open("slider/parcel", "--set dt=1e-3", 2, "solver");
  const Functions f = functions_of(&fmu);
  void *c = begin(&f, &fmu);
  double out[6], *to[] = {out};
  const double *in[] = {load};
  put(&f, &fmu, c, "load[1]", load, 3);
  for (int i = 0; i < 5; i++)
    cr_assert_geq(fmu_native(&fmu, "step", in, to), 0);
  cr_assert_eq(f.step(c, 0, 5e-3, 1), OK);
  expect(&f, &fmu, c, "q[1]", fmu_native_state(&fmu), 3);
  expect(&f, &fmu, c, "out[1]", out, 6);
  cr_expect_eq(f.step(c, 5e-3, 2.5e-3, 1), DISCARD);
  expect_in(logged,
            "the interval 0.0025 s is no whole number of steps of "
            "0.001 s");
  expect(&f, &fmu, c, "q[1]", fmu_native_state(&fmu), 3);
  f.release(c);
  fmu_close(&fmu);
}

Test(fmi2, a_mechanism_steps_to_the_same_bits)
{
  Fmu fmu = fmu_open("mechanism/belt_lugre", "", 2, "solver");
  const Functions f = functions_of(&fmu);
  void *c = begin(&f, &fmu);
  for (int i = 0; i < 30; i++) {
    const double t = 1e-3 * i, *in[] = {&t, dt};
    cr_assert_geq(fmu_native(&fmu, "step", in, NULL), 0);
    cr_assert_eq(f.step(c, t, 1e-3, 1), OK);
    expect(&f, &fmu, c, "q[1]", fmu_native_state(&fmu), 2);
    expect(&f, &fmu, c, "v[1]", fmu_native_state(&fmu) + 2, 2);
  }
  f.release(c);
  fmu_close(&fmu);
}
