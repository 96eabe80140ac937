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

/* Dahl friction of 17 uN whose bristles hold ten times as much at the start:
 * Newton's steps were short on both sides of rest, and the step ended there
 * with status 0 and bristles that push with the load of 0.78 N. */
Test(mechanism_course, a_step_does_not_end_beside_a_kink)
{
  static const char text[] =
      "return mechanism { name = \"it\", q = { \"x\", \"y\" },\n"
      "  inputs = { \"push\" }, real = \"float\",\n"
      "  mass = function(q) return {{0.018818, 0}, {0, 0.018818}} end,\n"
      "  force = function(q, qd, t, u) return { u.push, -0.1233 } end,\n"
      "  constraint = function(q) return { q.y - 0.1293*q.x } end,\n"
      "  contact = function(q, t) return { q.x, q.y } end,\n"
      "  friction = dahl { sigma = 4273.8, mu = 0.00076799 } }\n";
  Machine m = machine_of_text(text);
  const double push = -0.780018985;
  double state[6] = {496.27777099609375,     64.168716430664062,     0, 0,
                     0.00031456467695534229, -0.00013910053530707955};
  machine_step(&m, state, &push, 0.2, 1e-2);
  cr_expect_float_eq(state[2], -0.416, 1e-3, "%g m/s", state[2]);
  cr_expect_lt(fabs(state[4]), 1e-4, "%g N", state[4]);
  machine_close(&m);
}

/* A force that jumps from -0.3 N to 1e9 N below the speed at the start. */
static void jump(void *context, const double *q, const double *v, double t,
                 const double *u, double *Q)
{
  (void)context, (void)q, (void)t, (void)u;
  Q[0] = v[0] < 1 ? 1e9 : -0.3;
}

static void unit_mass(void *context, const RefLine *at, double *M)
{
  (void)context;
  M[0] = at->order == 0 ? 1 : 0;
}

/* No speed solves its stage: differences across the jump are so steep that
 * Newton's step is next to 0, far from any solution. */
Test(mechanism_course, the_reference_says_that_it_did_not_solve_a_stage)
{
  const RefMechanism s = {.n = 1, .mass = unit_mass, .force = jump};
  double state[2] = {0, 1 + 1e-7};
  cr_expect_eq(ref_mechanism_step(&s, state, NULL, 0, 1e-2), BR_NO_CONVERGENCE);
  state[1] = 2;
  cr_expect_eq(ref_mechanism_step(&s, state, NULL, 0, 1e-2), BR_OK);
  cr_expect_float_eq(state[1], 2 - 0.3e-2, 1e-12);
}
