/* fmu3.c: see fmu3.h. */
#include "emit/fmu3.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Fmu3 fmu3_functions(const Fmu *fmu)
{
  Fmu3 f;
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

void fmu3_log(void *environment, int status, const char *category,
              const char *message)
{
  Fmu3Log *logged = environment;
  logged->count++;
  logged->status = status;
  snprintf(logged->category, sizeof logged->category, "%s", category);
  snprintf(logged->message, sizeof logged->message, "%s", message);
}

void *fmu3_begin(const Fmu3 *f, const Fmu *fmu, Fmu3Log *logged)
{
  void *c = f->instantiate("one", fmu->token, "", false, true, false, false,
                           NULL, 0, logged, fmu3_log, NULL);
  cr_assert(c);
  cr_assert_eq(f->initialize(c, false, 0, 0, false, 0), OK);
  cr_assert_eq(f->start(c), OK);
  return c;
}

void fmu3_put(const Fmu3 *f, const Fmu *fmu, void *c, const char *name,
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

void fmu3_expect(const Fmu3 *f, const Fmu *fmu, void *c, const char *name,
                 const double *values, size_t count)
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

int fmu3_step(const Fmu3 *f, void *c, double time, double dt)
{
  bool event = true, over = true, early = true;
  double reached = -1;
  const int status =
      f->step(c, time, dt, false, &event, &over, &early, &reached);
  cr_expect(!event && !over && !early);
  cr_expect_eq(reached, status <= WARNING ? time + dt : time);
  return status;
}

void *fmu3_begin_exchange(const Fmu3 *f, const Fmu *fmu, Fmu3Log *logged)
{
  void *c = f->exchange("one", fmu->token, "", false, true, logged, fmu3_log);
  cr_assert(c);
  cr_assert_eq(f->initialize(c, false, 0, 0, false, 0), OK);
  cr_assert_eq(f->start(c), OK);
  return c;
}

void fmu3_twist(int i, double twist[3])
{
  twist[0] = 0.004 * sin(0.1 * i);
  twist[1] = 0.002 * cos(0.07 * i);
  twist[2] = 0.3 * sin(0.05 * i);
}
