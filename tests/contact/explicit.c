/* Tests of the largest step at which a host may move a body explicitly with the
 * wrench of _step: the rule in the emitted header is exact in stick. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(explicit, .init = compiling_begin, .fini = compiling_end);

/* A body on two contacts; the centre of mass is `offset` from the centre of
 * pressure. */
static const double mass = 0.2, inertia = 2e-5, load = 3, contacts = 2;

typedef struct Host {
  Emission emission;
  const Solver *solver;
  void *state;
  double cop[2], c, k, U; /* of the header */
} Host;

static double number_after(const char *text, const char *words)
{
  const char *at = strstr(text, words);
  cr_assert_not_null(at, "%s", words);
  return strtod(at + strlen(words), NULL);
}

static Host open_host(const char *keys)
{
  Host h = {.emission = emit_sound_pad(keys)};
  const char *header = h.emission.texts->header;
  h.solver = open_solver(&h.emission, &tcc_backend);
  h.state = solver_state(h.emission.loaded.run, h.solver);
  h.c = number_after(header, "of the body:\n *   (") / 2;
  h.k = number_after(strstr(header, "of the body:"), "*dt + ");
  h.U = number_after(header, "U = ");
  h.cop[0] = number_after(header, "_COP_X ");
  h.cop[1] = number_after(header, "_COP_Y ");
  return h;
}

/* What the header says of a body whose centre of mass is d from the centre of
 * pressure. */
static double largest_step(const Host *h, double d)
{
  const double a = 1 / mass, b = (h->U + d * d) / inertia;
  const double E =
      (a + b) / 2 + sqrt((a - b) * (a - b) / 4 + d * d / (mass * inertia));
  const double q = contacts * load * E;
  return (sqrt(h->c * h->c * q * q + 4 * h->k * q) - h->c * q) / (h->k * q);
}

/* How much faster the body is after 3000 explicit steps of dt, or as soon as it
 * is 1e4 times as fast. */
static double growth(const Host *h, double d, double dt)
{
  double v[3] = {1e-13, 2e-13, 1e-11};
  const double start = hypot(hypot(v[0], v[1]), 0.01 * v[2]);
  const double x = h->cop[0] - 0.6 * d, y = h->cop[1] - 0.8 * d;
  Run *run = h->emission.loaded.run;
  double *zeros = run_doubles(run, (size_t)h->solver->functions->nstates);
  h->solver->functions->set(h->state, zeros);
  double speed = start;
  for (int i = 0; i < 3000 && speed < 1e4 * start; i++) {
    const double twist[3] = {v[0] + v[2] * y, v[1] - v[2] * x, v[2]};
    const double *in[] = {twist, &load, &dt};
    double w[3], *out[] = {w};
    const int status = solver_call(run, h->solver, "step", h->state, in, out);
    cr_assert_eq(status, BR_OK, "step %d of %g s: %d", i, dt, status);
    v[0] += dt * contacts * w[0] / mass;
    v[1] += dt * contacts * w[1] / mass;
    v[2] += dt * contacts * (w[2] - x * w[1] + y * w[0]) / inertia;
    speed = hypot(hypot(v[0], v[1]), 0.01 * v[2]);
  }
  return speed / start;
}

static void expect_rule(const char *keys)
{
  Host h = open_host(keys);
  static const double offsets[] = {0, 0.004, 0.02};
  for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
    const double d = offsets[i], dt = largest_step(&h, d);
    const double below = growth(&h, d, 0.98 * dt);
    const double above = growth(&h, d, 1.05 * dt);
    cr_expect_lt(below, 1, "%s, %g m: %g", keys, d, below);
    cr_expect_gt(above, 1e3, "%s, %g m: %g", keys, d, above);
  }
  emission_close(&h.emission);
}

#define UNEVEN                                                       \
  "grid = { 4, 3 },\nsize = { 0.02, 0.03 },\n"                       \
  "pressure = map { { 1, 2, 1, 3 }, { 1, 0, 2, 2 }, { 4, 1, 1, 1 } " \
  "},\n"
#define STIFF                                                          \
  "friction = lugre { sigma0 = 1e6, sigma1 = 5, mu_c = 1, s_ba = 0.9 " \
  "},\n" UNEVEN
#define DAMPED                                                   \
  "friction = lugre { sigma0 = 1e4, sigma1 = 300, sigma2 = 40, " \
  "mu_c = 1, s_ba = 0.9 },\n" UNEVEN

Test(explicit, the_rule_of_the_header_is_exact_for_cells)
{
  expect_rule(STIFF);
  expect_rule(DAMPED);
  expect_rule(DAMPED "model = \"compressed\", bristles = 5");
}

Test(explicit, the_rule_of_the_header_is_exact_for_reduced_contacts)
{
  expect_rule(STIFF "model = \"reduced\"");
  expect_rule(STIFF "model = \"ellipsoid\", torsion = \"paper\"");
  expect_rule(DAMPED "model = \"reduced\"");
}
