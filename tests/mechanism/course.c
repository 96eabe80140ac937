/* Tests of long steps: the equations of a stage have solutions far from the
 * motion, and a step does not end at one of them with status 0. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "kinds/mechanism/mechanism.h"
#include "mechanism/machine.h"
#include "reference/mechanism/mechanism.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(mechanism_course, .init = compiling_begin, .fini = compiling_end);

/* A bead on a hoop of 2 mm, without gravity: it turns by v*dt/0.002 radians. */
static const char hoop[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\" },\n"
    "  mass = function(q) return {{1, 0}, {0, 1}} end,\n"
    "  force = function(q) return { 0, 0 } end,\n"
    "  constraint = function(q) return { (q.x^2 + q.y^2 - 4e-6)/4e-3 } end,\n"
    "  contact = function(q) return { q.x, q.y } end,\n"
    "  friction = coulomb { mu = 1e-6 }, real = \"%s\",\n"
    "  scenario = { duration = 1, dt = 1e-3, q = { 0, -2e-3 } } }\n";
/* A light arm that strong friction holds against a push of 1e11 radians/s^2; */
static const char held[] =
    "return mechanism { name = \"it\", q = { \"a\", \"b\" },\n"
    "  inputs = { \"push\" }, normal = \"coupled\",\n"
    "  mass = function(q) local k = 6.8e-13*math.cos(q.a - q.b)\n"
    "    return {{2.9e-12, k}, {k, 8.3e-13}} end,\n"
    "  force = function(q, qd, t, u)\n"
    "    return { u.push - 0.1*qd.a, -0.1*qd.b } end,\n"
    "  constraint = function(q) return\n"
    "    { 1.5e-3*math.sin(q.a) + 1.9e-3*math.sin(q.b) - 7.6e-4 } end,\n"
    "  contact = function(q) return\n"
    "    { 1.5e-3*math.cos(q.a) + 1.9e-3*math.cos(q.b),\n"
    "      1.5e-3*math.sin(q.a) + 1.9e-3*math.sin(q.b) } end,\n"
    "  friction = coulomb { mu = 1000 },\n"
    "  scenario = { duration = 1, dt = 1e-3, q = { 0.5236, 0 },\n"
    "    input = function(t) return { 2e-5*math.sin(9*t) } end } }\n";

/* The share of its velocity that a bead has across the hoop. */
static double across(const double *state)
{
  return fabs(state[0] * state[2] + state[1] * state[3]) /
         (hypot(state[0], state[1]) * hypot(state[2], state[3]));
}

Test(mechanism_course, a_bead_that_turns_far_in_a_step_stays_on_its_hoop)
{
  static const char *const reals[] = {"double", "float"};
  for (size_t i = 0; i < COUNT(reals); i++) {
    char text[1024];
    snprintf(text, sizeof text, hoop, reals[i]);
    Machine m = machine_of_text(text);
    for (double turn = 0.1; turn < 20; turn *= 1.7) { /* radians */
      const double dt = 2e-3 * turn;
      double state[4] = {0, -2e-3, 1, 0};
      machine_step(&m, state, NULL, 0, dt);
      cr_expect_lt(across(state), 0.2, "%s: %g radians: %g", reals[i], turn,
                   across(state));
      cr_expect_float_eq(hypot(state[2], state[3]), 1, 0.2, "%g radians: %g",
                         turn, hypot(state[2], state[3]));
      cr_expect_float_eq(hypot(state[0], state[1]), 2e-3, 4e-4, "%g radians",
                         turn);
    }
    machine_close(&m);
  }
}

Test(mechanism_course, the_reference_refuses_a_step_that_leaves_the_hoop)
{
  char text[1024];
  snprintf(text, sizeof text, hoop, "double");
  Machine m = machine_of_text(text);
  const RefMechanism *reference =
      mechanism_reference((const Mechanism *)m.emission.loaded.model);
  int refused = 0;
  for (double turn = 0.1; turn < 20; turn *= 1.7) {
    double state[4] = {0, -2e-3, 1, 0};
    const int status =
        ref_mechanism_step(reference, state, NULL, 0, 2e-3 * turn);
    refused += status < 0;
    if (status == BR_OK)
      cr_expect_float_eq(hypot(state[0], state[1]), 2e-3, 4e-4, "%g radians",
                         turn);
  }
  cr_expect_gt(refused, 0);
  machine_close(&m);
}

/* Rounding of the forces moves a velocity by more than 1e-13 there: a stage
 * that ended by its digits alone went on to another root, 1.6 rad/s away. */
Test(mechanism_course, strong_friction_holds_a_light_arm_through_a_step)
{
  Machine m = machine_of_text(held);
  const RefMechanism *reference =
      mechanism_reference((const Mechanism *)m.emission.loaded.model);
  for (double push = 0.1; push < 40; push *= 1.7) {
    double state[4] = {0.5236, 0, 0, 0}, expected[4] = {0.5236, 0, 0, 0};
    state[1] = expected[1] = asin((7.6e-4 - 1.5e-3 * sin(0.5236)) / 1.9e-3);
    machine_step(&m, state, &push, 0, 1e-3);
    cr_expect_eq(ref_mechanism_step(reference, expected, &push, 0, 1e-3), 0);
    for (int k = 2; k < 4; k++) {
      cr_expect_float_eq(state[k], 0, 1e-5, "%g: %g", push, state[k]);
      cr_expect_float_eq(expected[k], 0, 1e-5, "%g: %g", push, expected[k]);
    }
  }
  machine_close(&m);
}
