/* Tests of the kind `mechanism`: what its solvers compute, against published
 * numbers, against a mechanism written by hand and against CVODE on the
 * equations with multipliers; that they verify and compile everywhere. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arm.h"
#include "bristle_rt.h"
#include "compiling.h"
#include "emitting.h"
#include "gold.h"
#include "support.h"

TestSuite(mechanism, .init = compiling_begin, .fini = compiling_end,
          .timeout = 120);

static const char *const specs[] = {
    "specs/sliding_block.lua", "specs/paper/arm_on_parabola.lua",
    "specs/bead_on_hoop.lua",  "specs/slider_crank.lua",
    "specs/belt_dahl.lua",     "specs/belt_lugre.lua",
    "specs/chain.lua"};
enum { SPECS = sizeof specs / sizeof *specs };

/* ---- solvers of a spec with some of its text replaced ------------------ */

typedef struct Machine {
  Emission emission;
  Solver *solver;
  void *state;
  int nu;
} Machine;

static char *spec_text(const char *path, const char *const *replaced)
{
  static char text[1 << 14], changed[1 << 14];
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s", path);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  for (; replaced && replaced[0]; replaced += 2) {
    char *at = strstr(text, replaced[0]);
    cr_assert_not_null(at, "%s has no \"%s\"", path, replaced[0]);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text,
             replaced[1], at + strlen(replaced[0]));
    strcpy(text, changed);
  }
  return text;
}

static Machine machine_of_text(const char *text)
{
  Machine m = {.emission = emit_whole(text)};
  cr_assert_null(m.emission.error, "%s\n%s", m.emission.error, text);
  m.solver = open_solver(&m.emission, &tcc_backend);
  m.state = solver_state(m.emission.loaded.run, m.solver);
  const struct br_function *rate =
      solver_function(m.emission.loaded.run, m.solver, "rate");
  m.nu = rate->ninputs > 1 ? rate->inputs[0].rows : 0;
  return m;
}

static Machine machine_new(const char *path, const char *const *replaced)
{
  return machine_of_text(spec_text(path, replaced));
}

static void machine_close(Machine *m)
{
  emission_close(&m->emission);
}

static int machine_call(Machine *m, const char *function, const double *state,
                        const double *u, double t, double dt,
                        double *const *out)
{
  const double *all[3] = {u, &t, &dt};
  m->solver->functions->set(m->state, state);
  return solver_call(m->emission.loaded.run, m->solver, function, m->state,
                     m->nu > 0 ? all : all + 1, out);
}

static int machine_rate(Machine *m, const double *state, const double *u,
                        double t, double *rate)
{
  double *out[] = {rate};
  return machine_call(m, "rate", state, u, t, 0, out);
}

/* Steps the state; fails the test if that fails. */
static void machine_step(Machine *m, double *state, const double *u, double t,
                         double dt)
{
  const int status = machine_call(m, "step", state, u, t, dt, NULL);
  cr_assert_eq(status, 0, "status %d at %g s", status, t);
  m->solver->functions->get(m->state, state);
}

static const char *const frictionless[] = {
    "friction = coulomb { mu = 0.1, mu_s = 0.12 },", "", NULL};

/* ---- the published arm ------------------------------------------------- */

static void read_list(const json_t *object, const char *key, double *out,
                      size_t count)
{
  const json_t *list = json_object_get(object, key);
  cr_assert_eq(json_array_size(list), count, "%s", key);
  for (size_t i = 0; i < count; i++)
    out[i] = json_number_value(json_array_get(list, i));
}

static void expect_near(const double *got, const double *should, size_t n,
                        double bar, const char *what, size_t at)
{
  const double error = max_relative_error(got, should, n);
  cr_expect(error <= bar, "%s of state %zu: off by %g", what, at, error);
}

Test(mechanism, arm_has_the_published_forces)
{
  Machine m = machine_new(specs[1], NULL),
          n = machine_new(specs[1], frictionless);
  json_t *all = read_json("arm.json");
  cr_assert_gt(json_array_size(all), 5u);
  for (size_t i = 0; i < json_array_size(all); i++) {
    const json_t *o = json_array_get(all, i);
    double s[4], tau[2], should[2], rate[4], normal[2], Qf[2];
    double *out[] = {normal, NULL, NULL, NULL, Qf},
           *only[] = {normal, NULL, NULL, NULL, NULL};
    read_list(o, "q", s, 2);
    read_list(o, "qd", s + 2, 2);
    read_list(o, "tau", tau, 2);
    cr_expect_eq(machine_call(&m, "forces", s, tau, 0, 0, out), 0);
    read_list(o, "Fn", should, 2);
    expect_near(normal, should, 2, 1e-9, "normal force", i);
    read_list(o, "Qf", should, 2);
    expect_near(Qf, should, 2, 1e-9, "friction", i);
    cr_expect_eq(machine_rate(&m, s, tau, 0, rate), 0);
    read_list(o, "qdd_constraint_kept", should, 2);
    expect_near(rate + 2, should, 2, 1e-9, "acceleration", i);
    cr_expect_eq(machine_call(&n, "forces", s, tau, 0, 0, only), 0);
    cr_expect_eq(machine_rate(&n, s, tau, 0, rate), 0);
    read_list(o, "qdd_without_friction", should, 2);
    expect_near(rate + 2, should, 2, 1e-9, "frictionless acceleration", i);
  }
  json_decref(all);
  machine_close(&m);
  machine_close(&n);
}

Test(mechanism, closed_form_is_the_friction_of_forces)
{
  Machine m = machine_new(specs[1], NULL);
  const double q[] = {0.3, 1.1}, qd[] = {-0.4, 0.9}, u[] = {1, 2}, t = 0;
  const double state[] = {0.3, 1.1, -0.4, 0.9};
  double Qf[2], closed[2], *out[] = {NULL, NULL, NULL, NULL, Qf};
  const double *in[] = {q, qd, u, &t};
  double *to[] = {closed};
  machine_call(&m, "forces", state, u, 0, 0, out);
  cr_expect_eq(
      solver_call(m.emission.loaded.run, m.solver, "friction", NULL, in, to),
      0);
  cr_expect_arr_eq(Qf, closed, sizeof Qf);
  machine_close(&m);
}

Test(mechanism, arm_agrees_with_the_one_written_by_hand)
{
  Machine m = machine_new(specs[1], NULL);
  uint64_t seed = 4;
  for (size_t i = 0; i < 100; i++) {
    double s[4], u[2], rate[4], a[2];
    for (int k = 0; k < 4; k++) s[k] = random_in(&seed, -2, 2);
    for (int k = 0; k < 2; k++) u[k] = random_in(&seed, -5, 5);
    cr_expect_eq(machine_rate(&m, s, u, 0, rate), 0);
    arm_rate(s, s + 2, u, 0.1, a);
    expect_near(rate + 2, a, 2, 1e-9, "acceleration", i);
  }
  machine_close(&m);
}

/* ---- motions ----------------------------------------------------------- */

/* y' of a solver under CVODE. */
static int solver_motion(double t, const double *y, double *dy, void *context)
{
  static const double none[2] = {0, 0};
  return machine_rate(context, y, none, t, dy) == 0 ? 0 : -1;
}

/* The arm with a multiplier: [M -A'; A 0] by Cramer; friction from a normal
 * force without its own effect, or iterated until they agree. */
static int multiplier_motion(double t, const double *y, double *dy,
                             void *context)
{
  const bool is_coupled = *(const bool *)context;
  const double none[2] = {0, 0}, *v = y + 2;
  Arm o;
  double Qf[2] = {0, 0}, l = 0;
  (void)t;
  arm_set(y, v, none, &o);
  const double w[2] = {o.J[0][0] * v[0] + o.J[0][1] * v[1],
                       o.J[1][0] * v[0] + o.J[1][1] * v[1]};
  const double size = hypot(w[0], w[1]);
  const double det = o.J[0][0] * o.J[1][1] - o.J[0][1] * o.J[1][0];
  const double n[2] = {(o.J[1][1] * o.A[0] - o.J[1][0] * o.A[1]) / det,
                       (o.J[0][0] * o.A[1] - o.J[0][1] * o.A[0]) / det};
  for (int turn = 0; turn < (is_coupled ? 60 : 2); turn++) {
    const double f = turn == 0 ? 0 : 0.1 * fabs(l) * hypot(n[0], n[1]) / size;
    for (int i = 0; i < 2; i++)
      Qf[i] = -f * (o.J[0][i] * w[0] + o.J[1][i] * w[1]);
    const double f0 = o.Q[0] + Qf[0], f1 = o.Q[1] + Qf[1];
    const double D = o.A[0] * (o.A[0] * o.m22 - o.A[1] * o.m12) +
                     o.A[1] * (o.A[1] * o.m11 - o.A[0] * o.m12);
    const double M = o.m11 * o.m22 - o.m12 * o.m12;
    l = (o.b * M - o.A[0] * (o.m22 * f0 - o.m12 * f1) -
         o.A[1] * (o.m11 * f1 - o.m12 * f0)) /
        D;
    const double g0 = f0 + o.A[0] * l, g1 = f1 + o.A[1] * l;
    dy[2] = (o.m22 * g0 - o.m12 * g1) / M;
    dy[3] = (o.m11 * g1 - o.m12 * g0) / M;
  }
  dy[0] = v[0];
  dy[1] = v[1];
  return 0;
}

static void integrate(GoldRate *rate, void *context, size_t size, double t0,
                      double t1, double *y)
{
  const GoldGroup group = {size, 1e-12};
  const Gold gold = {.rate = rate,
                     .context = context,
                     .groups = &group,
                     .n_groups = 1,
                     .reltol = 1e-12};
  cr_assert_eq(gold_integrate(&gold, t0, t1, y, NULL), GOLD_OK);
}

static void expect_multipliers(bool is_coupled)
{
  static const char *const coupled[] = {
      "contact  =", "normal = \"coupled\", contact =", NULL};
  Machine m = machine_new(specs[1], is_coupled ? coupled : NULL);
  /* On the parabola at x = 1.6, moving along it at 1 rad/s of the elbow. */
  double a[4] = {-1.1991105926253345, 2.1031932856215656, 0, 1}, b[4];
  const double none[2] = {0, 0};
  Arm o;
  arm_set(a, a + 2, none, &o);
  a[2] = -o.A[1] / o.A[0];
  memcpy(b, a, sizeof a);
  for (int i = 0; i < 8; i++) {
    integrate(solver_motion, &m, 4, 0.05 * i, 0.05 * (i + 1), a);
    integrate(multiplier_motion, &is_coupled, 4, 0.05 * i, 0.05 * (i + 1), b);
    for (int k = 0; k < 4; k++)
      cr_expect_float_eq(a[k], b[k], 1e-8, "%g s, %d: %.12g, not %.12g",
                         0.05 * (i + 1), k, a[k], b[k]);
  }
  machine_close(&m);
}

Test(mechanism, ideal_arm_moves_as_with_multipliers)
{
  expect_multipliers(false);
}

Test(mechanism, coupled_arm_moves_as_with_multipliers)
{
  expect_multipliers(true);
}

Test(mechanism, settings_of_the_normal_force_differ)
{
  static const char *const coupled[] = {
      "contact  =", "normal = \"coupled\", contact =", NULL};
  Machine m = machine_new(specs[1], NULL);
  Machine n = machine_new(specs[1], coupled);
  const double s[] = {-1.2, 2.1, 0.5, -1}, u[] = {0, 0};
  double one[4], other[4];
  machine_rate(&m, s, u, 0, one);
  machine_rate(&n, s, u, 0, other);
  cr_expect_gt(max_relative_error(one, other, 4), 1e-3);
  machine_close(&m);
  machine_close(&n);
}

Test(mechanism, hoop_slows_a_bead_as_it_must)
{
  static const char *const free_of_baumgarte[] = {"baumgarte  = { 20, 20 },",
                                                  "", NULL};
  Machine m = machine_new(specs[2], free_of_baumgarte);
  double y[4] = {0.5, 0, 0, 2};
  for (int i = 0; i < 10; i++) {
    integrate(solver_motion, &m, 4, 0.1 * i, 0.1 * (i + 1), y);
    const double should = 2 / (1 + 0.2 * 2 * 0.1 * (i + 1) / 0.5);
    cr_expect_float_eq(hypot(y[2], y[3]), should, 1e-9, "%.12g, not %.12g",
                       hypot(y[2], y[3]), should);
  }
  machine_close(&m);
}

Test(mechanism, block_has_the_normal_force_and_friction_of_the_paper)
{
  Machine m = machine_new(specs[0], NULL);
  const double sliding[4] = {0, 0, 0.5, 0}, resting[4] = {0};
  double push = 5, normal[2], along[2], friction[2], rate[4];
  double *out[] = {normal, along, friction, NULL, NULL};
  cr_expect_eq(machine_call(&m, "forces", sliding, &push, 0, 0, out), 0);
  cr_expect_float_eq(normal[0], 0, 1e-12);
  cr_expect_float_eq(normal[1], 2 * 9.81, 1e-12);
  cr_expect_float_eq(friction[0], -0.3 * 2 * 9.81, 1e-12);
  cr_expect_float_eq(along[0], 5, 1e-12);
  cr_expect_eq(machine_call(&m, "forces", resting, &push, 0, 0, out), 0);
  cr_expect_float_eq(friction[0], -5, 1e-12, "held");
  machine_rate(&m, resting, &push, 0, rate);
  cr_expect_float_eq(rate[2], 0, 1e-12);
  push = -8;
  cr_expect_eq(machine_call(&m, "forces", resting, &push, 0, 0, out), 0);
  cr_expect_float_eq(friction[0], 0.4 * 2 * 9.81, 1e-12, "starting");
  machine_close(&m);
}

static double crank_energy(const double *s)
{
  const double r = 0.05, l = 0.15;
  const double vx = -r * sin(s[0]) * s[4] - l / 2 * sin(s[1]) * s[5];
  const double vy = r * cos(s[0]) * s[4] + l / 2 * cos(s[1]) * s[5];
  return 1e-3 * s[4] * s[4] + 3e-4 * s[5] * s[5] + 0.15 * (vx * vx + vy * vy) +
         0.2 * (s[6] * s[6] + s[7] * s[7]) +
         9.81 * (0.3 * (r * sin(s[0]) + l / 2 * sin(s[1])) + 0.4 * s[3]);
}

Test(mechanism, crank_without_friction_keeps_its_energy)
{
  static const char *const free_motion[] = {
      "mu = 0.1,", "mu = 0,", "baumgarte = { 50, 50 },", "", NULL};
  Machine m = machine_new(specs[3], free_motion);
  double y[8] = {0, 0, 0.2, 0, 30, -10, 0, 0};
  const double before = crank_energy(y);
  integrate(solver_motion, &m, 8, 0, 0.5, y);
  cr_expect_gt(y[0], 12, "it turns");
  cr_expect_float_eq(crank_energy(y) / before, 1, 1e-8, "%.12g, not %.12g",
                     crank_energy(y), before);
  machine_close(&m);
}

/* y[8] is the work of friction. */
static int crank_with_work(double t, const double *y, double *dy, void *context)
{
  const double none = 0;
  double Qf[4], *out[] = {NULL, NULL, NULL, NULL, Qf};
  if (machine_rate(context, y, &none, t, dy) != 0 ||
      machine_call(context, "forces", y, &none, t, 0, out) != 0)
    return -1;
  dy[8] = 0;
  for (int i = 0; i < 4; i++) dy[8] += Qf[i] * y[4 + i];
  return 0;
}

Test(mechanism, energy_lost_is_the_work_of_friction)
{
  static const char *const exact[] = {"baumgarte = { 50, 50 },", "", NULL};
  Machine m = machine_new(specs[3], exact);
  /* From a quarter turn, where the piston is well away from both ends. */
  double y[9] = {1.0, 0, 0, 0, 30, 0, 0, 0, 0};
  y[1] = -asin(0.05 * sin(y[0]) / 0.15);
  y[2] = 0.05 * cos(y[0]) + 0.15 * cos(y[1]);
  y[5] = -0.05 * cos(y[0]) * y[4] / (0.15 * cos(y[1]));
  y[6] = -0.05 * sin(y[0]) * y[4] - 0.15 * sin(y[1]) * y[5];
  const double before = crank_energy(y);
  integrate(crank_with_work, &m, 9, 0, 0.05, y);
  cr_expect_lt(y[8], -1e-3);
  cr_expect_float_eq(crank_energy(y) - before, y[8], 1e-9);
  machine_close(&m);
}

/* ---- stick and slip ---------------------------------------------------- */

/* Times of sticking and slipping on the belt, read off the slip speed; those of
 * the second time that it sticks. */
static void belt_times(Machine *m, double dt, double sticking, double *stick,
                       double *slip)
{
  double y[6] = {0, 0, 0.1, 0, 0, 0}, began = -1, ended = -1;
  int turns = 0;
  bool was_sticking = true;
  *stick = *slip = NAN;
  for (long i = 0; (double)i * dt < 6 && turns < 3; i++) {
    machine_step(m, y, NULL, (double)i * dt, dt);
    const double t = (double)(i + 1) * dt;
    const bool is_sticking = fabs(y[2] - 0.1) < sticking;
    if (is_sticking == was_sticking) continue;
    if (is_sticking) {
      began = t;
      if (turns == 1) *slip = t - ended;
    } else {
      ended = t;
      if (++turns == 2) {
        *stick = t - began;
        return;
      }
    }
    was_sticking = is_sticking;
  }
}

static const double belt_k = 100, belt_v = 0.1, belt_df = 0.2 * 9.81;

static double exact_stick(void)
{
  return 2 * belt_df / (belt_k * belt_v);
}

static double exact_slip(void)
{
  const double omega = sqrt(belt_k);
  return 2 / omega * (TEST_PI - atan(belt_df * omega / (belt_k * belt_v)));
}

Test(mechanism, belt_sticks_and_slips_for_the_exact_times)
{
  static const char *const coulomb[] = {
      "lugre { sigma0 = 1e5, sigma1 = 100, mu_c = 0.3, mu_s = 0.5, v_s = 1e-3 "
      "}",
      "coulomb { mu = 0.3, mu_s = 0.5 }", NULL};
  Machine m = machine_new(specs[5], coulomb);
  const double steps[] = {4e-3, 1e-3};
  for (int i = 0; i < 2; i++) {
    double stick, slip;
    belt_times(&m, steps[i], 1e-6, &stick, &slip);
    cr_expect_float_eq(stick, exact_stick(), 3 * steps[i], "%g, not %g", stick,
                       exact_stick());
    cr_expect_float_eq(slip, exact_slip(), 3 * steps[i], "%g, not %g", slip,
                       exact_slip());
  }
  machine_close(&m);
}

Test(mechanism, stiff_bristles_approach_the_exact_times)
{
  static const char *const stiff[] = {
      "sigma0 = 1e5, sigma1 = 100, mu_c = 0.3, mu_s = 0.5, v_s = 1e-3",
      "sigma0 = 1e8, sigma1 = 3000, mu_c = 0.3, mu_s = 0.5, v_s = 1e-4", NULL};
  double errors[2];
  for (int i = 0; i < 2; i++) {
    Machine m = machine_new(specs[5], i ? stiff : NULL);
    double stick, slip;
    belt_times(&m, 2e-4, 5e-3, &stick, &slip);
    errors[i] = fabs(stick - exact_stick()) + fabs(slip - exact_slip());
    cr_expect(errors[i] < 0.05, "stick %g, not %g; slip %g, not %g", stick,
              exact_stick(), slip, exact_slip());
    machine_close(&m);
  }
  cr_expect(errors[1] < 0.6 * errors[0], "%g, then %g", errors[0], errors[1]);
}

Test(mechanism, steps_are_of_second_order)
{
  double errors[2], exact[4] = {0.5, 0, 0, 2};
  Machine m = machine_new(specs[2], NULL);
  integrate(solver_motion, &m, 4, 0, 0.4, exact);
  for (int i = 0; i < 2; i++) {
    double y[4] = {0.5, 0, 0, 2};
    const int steps = i ? 160 : 80;
    for (int k = 0; k < steps; k++)
      machine_step(&m, y, NULL, 0.4 * k / steps, 0.4 / steps);
    errors[i] = max_relative_error(y, exact, 4);
  }
  const double order = convergence_order(errors[0], errors[1], 2);
  cr_expect(order > 1.8 && order < 2.3, "order %g", order);
  machine_close(&m);
}

/* ---- every spec -------------------------------------------------------- */

Test(mechanism, every_spec_verifies)
{
  for (size_t i = 0; i < SPECS; i++)
    cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE, specs[i]), 0,
                 "%s\n%s", specs[i], printed);
}

Test(mechanism, every_spec_compiles_clean_everywhere)
{
  static const char *const compilers[] = {"gcc " STRICT " -O2",
                                          "clang " STRICT " -O2",
                                          "g++ -Wall -Wextra -Werror "
                                          "-x c++",
                                          "tcc -Wall -Werror"};
  for (size_t i = 0; i < SPECS; i++) {
    cr_assert_eq(run_shell("%s emit %s -o %s/o", BRISTLE, specs[i], folder), 0,
                 "%s", printed);
    for (size_t k = 0; k < 4; k++)
      cr_expect_eq(run_shell("%s -c %s/o/$(basename %s .lua).c -o %s/o.o",
                             compilers[k], folder, specs[i], folder),
                   0, "%s: %s\n%.1500s", specs[i], compilers[k], printed);
  }
}

/* ---- mechanisms of other shapes ---------------------------------------- */

#define FREE_POINT                                                    \
  "return mechanism { name = \"point\", q = { \"x\", \"y\", \"z\" }," \
  "  kinetic = function(q, qd) return 0.5*(qd.x^2 + qd.y^2 + qd.z^2)" \
  "    end, potential = function(q) return 9.81*q.z end,"             \
  "  contact = function(q) return { q.x, q.y, q.z } end,"

static const char *const shapes[] = {
    /* on a sphere, on a wire: one and two directions to slide in */
    FREE_POINT
    "constraint = function(q) return { q.x^2 + q.y^2 + q.z^2 - 1 } end,"
    "friction = coulomb { mu = 0.3, mu_s = 0.4 },"
    "scenario = { duration = 1, dt = 1e-3, q = { 0.6, 0, -0.8 } } }",
    FREE_POINT
    "constraint = function(q) return { q.x - math.cos(3*q.z),"
    " q.y - math.sin(3*q.z) } end, normal = \"coupled\","
    "friction = coulomb { mu = 0.3, mu_s = 0.4 },"
    "scenario = { duration = 1, dt = 1e-3, q = { 1, 0, 0 } } }",
    /* Dahl's curve with a power, in space */
    FREE_POINT
    "constraint = function(q) return { q.z - 0.2*q.x^2 - 0.1*math.sin(q.y) }"
    " end, friction = dahl { sigma = 300, alpha = 1.7, mu = 0.4 },"
    "normal = \"coupled\", baumgarte = { 3, 3 },"
    "scenario = { duration = 1, dt = 1e-3, q = { 0.6, 0, 0.072 } } }",
    /* a skate: no side slip, nonholonomic, with time in it */
    "return mechanism { name = \"skate\", q = { \"x\", \"y\", \"th\" },"
    "  inputs = { \"f\", \"tau\" },"
    "  mass = function(q) return {{2, 0, 0}, {0, 2, 0}, {0, 0, 0.3}} end,"
    "  force = function(q, qd, t, u) return"
    "    { u.f*math.cos(q.th), u.f*math.sin(q.th), u.tau } end,"
    "  velocity_constraint = function(q, t) return"
    "    {{ -math.sin(q.th), math.cos(q.th), 0 }}, { 0.1*t } end,"
    "  contact = function(q) return { q.x, q.y } end,"
    "  friction = lugre { sigma0 = 1e4, sigma1 = 10, sigma2 = 0.1,"
    "    mu_c = 0.2, mu_s = 0.3, v_s = 0.01, v_d = 0.1 },"
    "  normal = \"coupled\", baumgarte = { 5, 0 },"
    "  scenario = { duration = 1, dt = 1e-3, q = { 0, 0, 0.3 },"
    "    qd = { 1, 0.3, 0.5 }, input = function(t) return { 1, t } end } }",
    /* no friction, no contact, time in the energy and in the constraint */
    "return mechanism { name = \"free\", q = { \"a\", \"b\" },"
    "  kinetic = function(q, qd, t) return 0.5*qd.a^2*(2 + math.cos(q.b + t))"
    "    + 0.3*qd.a*qd.b + qd.b^2 + 0.2*qd.a end,"
    "  constraint = function(q, t) return { q.a + math.sin(q.b) - t } end }"};

Test(mechanism, other_shapes_verify)
{
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE,
                           save("shape.lua", shapes[i])),
                 0, "%s\n%s", shapes[i], printed);
}

Test(mechanism, friction_that_locks_is_told)
{
  /* A rod that is pushed over a floor, Painleve's: J and M couple push and
   * load so that mu = 3 leaves no unique normal force, and mu = 0.1 does. */
  static const char *const mu[] = {"0.1", "3"};
  for (int i = 0; i < 2; i++) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "local c, s = math.cos, math.sin "
        "return mechanism { name = \"rod\", q = { \"x\", \"y\", \"th\" },"
        " mass = function(q) return {{1,0,0},{0,1,0},{0,0,1/12}} end,"
        " force = function(q) return { 0, -9.81, 0 } end,"
        " constraint = function(q) return { q.y - s(q.th)/2 } end,"
        " contact = function(q) return { q.x - c(q.th)/2, q.y - s(q.th)/2 }"
        " end, friction = coulomb { mu = %s }, normal = \"coupled\" }",
        mu[i]);
    Machine m = machine_of_text(text);
    const double state[6] = {0, 0.5 * sin(1.1), 1.1, -1, 0, 0};
    double rate[6];
    const int status = machine_rate(&m, state, NULL, 0, rate);
    cr_expect_eq(status, i ? BR_NOT_UNIQUE : BR_OK, "mu = %s: %d", mu[i],
                 status);
    if (i)
      for (int k = 0; k < 6; k++) cr_expect_eq(rate[k], 0);
    machine_close(&m);
  }
}

Test(mechanism, constraints_that_lose_rank_are_told)
{
  Machine m = machine_of_text(
      "return mechanism { name = \"m\", q = { \"x\", \"y\" },"
      " mass = function(q) return {{1, 0}, {0, 1}} end,"
      " force = function(q) return { 0, -1 } end,"
      " constraint = function(q) return { q.x^2 - q.y^2 } end,"
      " scenario = { duration = 1, dt = 1e-3, q = { 1, 1 } } }");
  const double there[4] = {0, 0, 1, 1}, here[4] = {1, 1, 1, 1};
  double rate[4];
  cr_expect_eq(machine_rate(&m, there, NULL, 0, rate), BR_NOT_UNIQUE);
  cr_expect_eq(machine_rate(&m, here, NULL, 0, rate), BR_OK);
  machine_close(&m);
}
