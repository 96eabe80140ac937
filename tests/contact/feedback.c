/* Tests of scenarios whose load or normal force reads the pose and velocity of
 * the body. In: bodies on springs and under grip controllers. Out: claims
 * against exact motions, and about the calls of the spec's functions. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/base.h"
#include "backend/backend.h"
#include "results/results.h"
#include "pipeline.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(feedback, .init = compiling_begin, .fini = compiling_end);

/* A stiff pad under a body; the rest of the spec follows. */
#define BODY                                                                   \
  "return contact { name = 'pad', model = 'reduced', grid = { 5, 5 }, "        \
  "size = { 0.02, 0.02 }, pressure = rectangle {}, limit_surface = { "         \
  "resolution = 6 }, friction = lugre { sigma0 = 1e6, sigma1 = 1e3, mu_c = "   \
  "0.5, s_ba = 0.9, v_d = 0.01 }, body = { mass = 2, inertia = 1e-3, frame = " \
  "'body', tolerance = 1e-4 }, scenario = { "

typedef struct Simulating {
  Run *run;
  const char *spec;
  const Backend *backend;
  const Recording *recording;
} Simulating;

static void simulate_caught(void *context)
{
  Simulating *s = context;
  SpecText *text = run_alloc(s->run, sizeof *text);
  *text = (SpecText){.name = "pad.lua", .text = s->spec};
  for (const char *c = s->spec; *c; c++) text->length++;
  const Origin origin = {.path = "pad.lua", .text = text};
  Progress progress = progress_start("test");
  Pipeline *pipeline = pipeline_open(s->run, &origin, NULL);
  s->recording = pipeline_simulate(pipeline, s->backend, &progress);
}

static Simulating simulate(const Backend *backend, const char *spec)
{
  Simulating s = {run_open(), spec, backend, NULL};
  cr_assert(run_catch(s.run, simulate_caught, &s), "%s", s.run->error);
  return s;
}

static double at(const Simulating *s, size_t row, const char *column)
{
  return recording_at(s->recording, row, column);
}

/* A spring of 800 N/m pulls 2 kg back to x = 0, from rest at 0.05 m. Coulomb's
 * friction of 2 N moves the middle of each half swing by 2.5 mm. */
#define SPRING                                                                 \
  BODY "duration = 0.157, dt = 2e-4, fn = 4, load = function(t, x, y, angle) " \
       "return -800 * (x - 0.05), 0, 0 end } }"

Test(feedback, a_spring_swings_to_where_friction_lets_it)
{
  const double middle = 0.05 - 2.0 / 800, omega = 20;
  const Backend *const backends[] = {&tcc_backend, NULL};
  for (int i = 0; i < 2; i++) {
    const Simulating s = simulate(backends[i], SPRING);
    /* Holding the load delays the spring by half a step. */
    const double delay = omega * 2e-4 / 2;
    double worst = 0;
    for (size_t k = 0; k < s.recording->nrows; k++) {
      const double exact = middle * (1 - cos(omega * at(&s, k, "t")));
      worst = fmax(worst, fabs(at(&s, k, "x") - exact));
    }
    cr_expect_lt(worst, 2 * delay * middle, "off by %g m", worst);
    run_close(s.run);
  }
}

Test(feedback, energies_balance_under_a_spring)
{
  const Simulating s = simulate(&tcc_backend, SPRING);
  const size_t last = s.recording->nrows - 1;
  const double x = at(&s, last, "x"), lost = at(&s, last, "dissipated");
  cr_expect_float_eq(lost, 2 * x, 1e-3 * lost, "%g J for %g m", lost, x);
  run_close(s.run);
}

/* Weight pulls the object down; the grip rises with the speed of the slip until
 * friction carries the weight: v = (m g / mu - 10) / 4000. */
Test(feedback, a_grip_controller_settles_where_it_carries_the_weight)
{
  const Simulating s =
      simulate(&tcc_backend, BODY
               "duration = 1, dt = 1e-3, fn = function(t, x, y, angle"
               ", vx, vy, w) return 10 - 4000 * vy end, load = "
               "function(t) return 0, -19.62, 0 end } }");
  const size_t last = s.recording->nrows - 1;
  const double fn = 19.62 / 0.5;
  cr_expect_float_eq(at(&s, last, "vy"), -(fn - 10) / 4000, 1e-5);
  cr_expect_float_eq(at(&s, last, "fn"), fn, 0.01);
  run_close(s.run);
}

/* The function keeps the time of its last call, and may not be called twice for
 * a time. */
Test(feedback, functions_that_read_the_pose_are_called_once_a_row)
{
  static const char *const holds[] = {"", "hold = 5e-3, "};
  for (int i = 0; i < 2; i++) {
    char spec[2000];
    snprintf(spec, sizeof spec,
             "local last = -1\n" BODY
             "duration = 0.1, dt = 1e-3, %sfn = 4, load = function(t, x) "
             "if t <= last then error('again at ' .. t) end last = t "
             "return math.sin(40 * t), 0, 0 end } }",
             holds[i]);
    const Simulating s = simulate(&tcc_backend, spec);
    cr_expect_eq(s.recording->nrows, 101);
    run_close(s.run);
  }
}
