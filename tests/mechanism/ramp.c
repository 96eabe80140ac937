/* Tests of contacts that friction holds or lets go, by numbers derived by hand:
 * the reference and the solver hold by the load of sliding, and start along
 * their own acceleration. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "kinds/mechanism/mechanism.h"
#include "mechanism/machine.h"
#include "reference/mechanism/mechanism.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(mechanism_ramp, .init = compiling_begin, .fini = compiling_end);

/* A block whose push aside presses it down: a = u1 - f, N = a/2 - u2. */
static const char block[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\" },\n"
    "  inputs = { \"fx\", \"fy\" }, normal = \"%s\",\n"
    "  mass = function(q) return {{1, 0.5}, {0.5, 1}} end,\n"
    "  force = function(q, qd, t, u) return { u.fx, u.fy } end,\n"
    "  constraint = function(q) return { q.y } end,\n"
    "  contact = function(q) return { q.x, q.y } end,\n"
    "  friction = coulomb { mu = 0.5 } }\n";
/* A puck of mass 1 along x and 4 along y. */
static const char puck[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\", \"z\" },\n"
    "  inputs = { \"fx\", \"fy\", \"fz\" }, normal = \"%s\",\n"
    "  mass = function(q) return {{1, 0, 0}, {0, 4, 0}, {0, 0, 1}} end,\n"
    "  force = function(q, qd, t, u) return { u.fx, u.fy, u.fz } end,\n"
    "  constraint = function(q) return { q.z } end,\n"
    "  contact = function(q) return { q.x, q.y, q.z } end,\n"
    "  friction = coulomb { mu = 0.5 } }\n";
/* The same where a push along x presses down, too: N = a_x/2 - u3. */
static const char leaning[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\", \"z\" },\n"
    "  inputs = { \"fx\", \"fy\", \"fz\" }, normal = \"%s\",\n"
    "  mass = function(q) return {{1, 0, 0.5}, {0, 4, 0}, {0.5, 0, 1}} end,\n"
    "  force = function(q, qd, t, u) return { u.fx, u.fy, u.fz } end,\n"
    "  constraint = function(q) return { q.z } end,\n"
    "  contact = function(q) return { q.x, q.y, q.z } end,\n"
    "  friction = coulomb { mu = 0.5 } }\n";

/* a: what the load u gives at rest. */
typedef struct Start {
  const char *text, *normal;
  double u[3], a[3];
} Start;

static const Start starts[] = {
    /* 5.2 < 0.5*12.6, the load of sliding; while held it is 10 */
    {block, "ideal", {5.2, -10}, {0, 0}},
    {block, "ideal", {6.6, -10}, {0, 0}},
    /* 7 - 0.5*13.5 */
    {block, "ideal", {7, -10}, {0.25, 0}},
    {block, "ideal", {-4, -10}, {0, 0}},
    /* -5 against N = 7.5 */
    {block, "ideal", {-5, -10}, {-1.25, 0}},
    /* held by at most 0.5*10, then a = 5.2 - N/2 and N = a/2 + 10 */
    {block, "coupled", {4.9, -10}, {0, 0}},
    {block, "coupled", {5.2, -10}, {0.16, 0}},
    {block, "coupled", {-5.2, -10}, {-0.2 / 0.75, 0}},
    /* (1*0.6, 4*0.8) + 0.5*10*(0.6, 0.8) */
    {puck, "ideal", {3.6, 7.2, -10}, {0.6, 0.8, 0}},
    {puck, "coupled", {3.6, 7.2, -10}, {0.6, 0.8, 0}},
    {puck, "ideal", {2.9, -4, -10}, {0, 0, 0}},
    /* N = 10 + 0.5*0.6: the load is M a + 0.5*N*(0.6, 0.8) */
    {leaning, "coupled", {3.69, 7.32, -10}, {0.6, 0.8, 0}},
    /* N = 0.5*4.2 + 9.9 without friction */
    {leaning, "ideal", {4.2, 8, -9.9}, {0.6, 0.8, 0}}};

Test(mechanism_ramp, starts_are_those_derived_by_hand)
{
  for (size_t i = 0; i < COUNT(starts); i++) {
    const Start *o = &starts[i];
    const int n = o->text == block ? 2 : 3;
    char text[1024];
    snprintf(text, sizeof text, o->text, o->normal);
    Machine m = machine_of_text(text);
    const RefMechanism *reference =
        mechanism_reference((const Mechanism *)m.emission.loaded.model);
    double state[6] = {0}, rate[6], expected[6];
    cr_expect_eq(machine_rate(&m, state, o->u, 0, rate), 0);
    cr_expect_eq(ref_mechanism_rate(reference, state, o->u, 0, expected), 0);
    expect_near(rate + n, o->a, (size_t)n, 1e-12, "solver", i);
    expect_near(expected + n, o->a, (size_t)n, 1e-12, "reference", i);
    const double dt = 1e-5;
    machine_step(&m, state, o->u, 0, dt);
    for (int k = 0; k < n; k++)
      cr_expect_float_eq(state[n + k], dt * o->a[k], 1e-9 * dt, "%zu: %g", i,
                         state[n + k] / dt);
    machine_close(&m);
  }
}
