/* Tests of sliders: single steps against an independent program's numbers, and
 * motions with known results: the exact stop, rest, the continuous model, slow
 * pushes, tipping. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/gold.h"
#include "slider/sliding.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(slider, .init = compiling_begin, .fini = compiling_end);

static const double no_load[3] = {0, 0, 0};

/* ---- steps ------------------------------------------------------------- */

/* Errors relative to |v| before and to sigma + mu*p_n*e^2/m. */
static double step_error(const json_t *c, const double v0[3], const double v[3],
                         const double out[6])
{
  double v1[3], p[3], worst = 0;
  const double m = json_double(c, "m"), inertia = json_double(c, "Iz");
  json_triple(c, "v1", v1);
  json_triple(c, "p", p);
  const double grip =
      json_double(c, "mu") * json_double(c, "g") * json_double(c, "h");
  double e[3];
  json_triple(c, "e", e);
  const double flat = hypot(v0[0], v0[1]) + grip * fmax(e[0], e[1]);
  const double spin = fabs(v0[2]) + grip * e[2] * m / inertia;
  for (int d = 0; d < 3; d++) {
    const double scale = d < 2 ? flat : spin;
    worst = fmax(worst, fabs(v[d] - v1[d]) / scale);
    worst = fmax(worst, fabs(out[d] - p[d]) / (scale * (d < 2 ? m : inertia)));
  }
  const double sigma = json_double(c, "sigma");
  worst = fmax(worst, fabs(out[3] - sigma) / (sigma + grip));
  const json_t *ecp = json_object_get(c, "ecp");
  for (size_t d = 0; d < 2; d++)
    worst = fmax(worst,
                 fabs(out[4 + d] - json_number_value(json_array_get(ecp, d))));
  return worst;
}

Test(slider, steps_are_those_of_another_program)
{
  json_t *cases = read_json("slider.json"), *c;
  size_t i, rests = 0;
  const size_t stride = (size_t)soak_stride(4); /* each is compiled */
  json_array_foreach(cases, i, c)
  {
    if (i % stride) continue;
    double e[3], v0[3], v[3], impulse[3], out[6];
    json_triple(c, "e", e);
    json_triple(c, "v", v0);
    json_triple(c, "impulse", impulse);
    const double dt = json_double(c, "h");
    for (int d = 0; d < 3; d++) impulse[d] /= dt;
    memcpy(v, v0, sizeof v);
    Sliding body = sliding_body(&tcc_backend, json_double(c, "m"),
                                json_double(c, "Iz"), json_double(c, "qz"),
                                json_double(c, "mu"), e, json_double(c, "g"));
    const int status = sliding_step(&body, NULL, v, impulse, dt, out);
    cr_expect_geq(status, 0, "case %zu: status %d", i, status);
    if (json_is_true(json_object_get(c, "rest"))) {
      rests++;
      cr_expect(out[3] == 0 && v[0] == 0 && v[1] == 0 && v[2] == 0,
                "case %zu does not rest", i);
    } else {
      cr_expect_leq(step_error(c, v0, v, out), 1e-12, "case %zu: %g", i,
                    step_error(c, v0, v, out));
    }
    sliding_close(&body);
  }
  cr_expect_eq(i, 400);
  cr_expect_gt(rests, 0);
  json_decref(cases);
}

/* Finds at most so many slip speeds at which the equations hold. */
static int count_roots(const RefSlider *s, const double v[3], double dt,
                       double most, double roots[8])
{
  enum { PLACES = 400 };
  int count = 0;
  double before = ref_slider_excess(s, v, no_load, dt, 0);
  for (int i = 1; i <= PLACES; i++) {
    const double at = most * pow(10, -6.0 * (PLACES - i) / PLACES);
    const double now = ref_slider_excess(s, v, no_load, dt, at);
    if ((now > 0) != (before > 0) && count < 8) roots[count++] = at;
    before = now;
  }
  return count;
}

/* Tall bodies with very different e_t and e_o that are about to stop. */
Test(slider, takes_the_largest_of_several_slip_speeds)
{
  enum { BODIES = 20, CASES = 1500 };
  uint64_t seed = 11;
  int several = 0;
  for (int body = 0; body < BODIES; body++) {
    const double wide = random_in(&seed, 2, 3);
    const double narrow = random_in(&seed, 0.1, 0.4);
    const double e[3] = {body % 2 ? wide : narrow, body % 2 ? narrow : wide,
                         pow(10, random_in(&seed, -2.2, -1.2))};
    const double inertia = 0.7 * e[2] * e[2] * pow(10, random_in(&seed, 0, 1));
    Sliding s = sliding_body(&tcc_backend, 1, inertia,
                             random_in(&seed, 0.5, 2.5), 0.6, e, 9.81);
    for (int i = 0; i < CASES; i++) {
      const double dt = pow(10, random_in(&seed, -3, -1.4));
      double v0[3], v[3], out[6], roots[8], most = 0;
      for (int d = 0; d < 3; d++) {
        const double takes = 0.6 * 9.81 * dt * e[d] * (d < 2 ? 1 : 1 / inertia);
        v0[d] = v[d] = takes * pow(10, random_in(&seed, -0.6, 0.4)) *
                       (random_in(&seed, -1, 1) < 0 ? -1 : 1);
        most += fabs(e[d] * v[d]);
      }
      if (ref_slider_excess(&s.reference, v, no_load, dt, 0) <= 0) continue;
      const int count = count_roots(&s.reference, v, dt, most, roots);
      if (count < 2) continue;
      several++;
      cr_expect_geq(sliding_step(&s, NULL, v, no_load, dt, out), 0);
      cr_expect_geq(out[3], roots[count - 1] * 0.96,
                    "%g where %d roots go up to %g", out[3], count,
                    roots[count - 1]);
      cr_expect_leq(
          fabs(ref_slider_excess(&s.reference, v0, no_load, dt, out[3])),
          1e-11);
    }
    sliding_close(&s);
  }
  cr_expect_geq(several, 20, "only %d cases had several roots", several);
}

/* ---- motions ----------------------------------------------------------- */

Test(slider, stops_at_the_exact_time_in_its_own_direction)
{
  static const double e[3] = {1, 1, 0.02};
  const double mass = 0.7, mu = 0.4, g = 9.81, v0[3] = {0.3, -0.4, 25};
  Sliding s = sliding_body(&tcc_backend, mass, mass * e[2] * e[2], 0, mu, e, g);
  const double stop = sqrt(0.25 + e[2] * e[2] * 625) / (mu * g);
  const double dt = stop / 1000.5;
  double q[3] = {0, 0, 0}, v[3] = {v0[0], v0[1], v0[2]}, out[6];
  for (int i = 1; i <= 1001; i++) {
    cr_assert_eq(sliding_step(&s, q, v, no_load, dt, out), BR_OK);
    const double left = fmax(0, 1 - i / 1000.5);
    for (int d = 0; d < 3; d++)
      cr_assert_float_eq(v[d], v0[d] * left, 1e-12 * fabs(v0[d]), "step %d", i);
    cr_assert(i == 1001 ? out[3] == 0 : out[3] > 0, "step %d", i);
  }
  /* The body stays at rest. */
  const double end[3] = {q[0], q[1], q[2]};
  for (int i = 0; i < 10; i++) sliding_step(&s, q, v, no_load, dt, out);
  cr_expect_eq(memcmp(end, q, sizeof q), 0);
  sliding_close(&s);
}

Test(slider, rests_until_the_load_leaves_the_ellipsoid)
{
  static const double e[3] = {1.2, 0.7, 0.03};
  const double mass = 2, mu = 0.5, g = 10, held = mu * mass * g;
  Sliding s = sliding_body(&tcc_backend, mass, 0.01, 0.05, mu, e, g);
  const double share = sqrt(1.0 / 3);
  for (int i = 0; i < 2; i++) {
    const double k = i == 0 ? 1 - 1e-14 : 1 + 1e-14;
    double load[3], q[3] = {1, 2, 3}, v[3] = {0, 0, 0}, out[6];
    for (int d = 0; d < 3; d++) load[d] = k * share * held * e[d];
    for (int n = 0; n < 100; n++)
      cr_assert_eq(sliding_step(&s, q, v, load, 1e-3, out), BR_OK);
    const bool is_at_rest = q[0] == 1 && q[1] == 2 && q[2] == 3 && v[0] == 0 &&
                            v[1] == 0 && v[2] == 0 && out[3] == 0;
    cr_expect_eq(is_at_rest, i == 0, "load %g of what is held", k);
    if (i == 0)
      for (int d = 0; d < 3; d++)
        cr_expect_float_eq(out[d], -load[d] * 1e-3, 1e-15 * held);
  }
  sliding_close(&s);
}

static int friction_rate(double t, const double *y, double *dy, void *context)
{
  const RefSlider *s = context;
  (void)t;
  ref_slider_friction(s, y, dy);
  dy[0] /= s->mass;
  dy[1] /= s->mass;
  dy[2] /= s->inertia;
  return 0;
}

/* Returns the error of the velocity after 0.1 s in so many steps. */
static double error_of_steps(const Sliding *s, const double end[3], int steps)
{
  double v[3] = {0.7, 0.9, 10}, out[6];
  for (int i = 0; i < steps; i++)
    sliding_step(s, NULL, v, no_load, 0.1 / steps, out);
  return hypot(hypot(v[0] - end[0], v[1] - end[1]), 0.01 * (v[2] - end[2]));
}

Test(slider, converges_to_the_continuous_model_at_first_order)
{
  static const double bodies[][4] = {
      {1, 1, 0.01, 0.08}, {1, 0.6, 0.02, 0.08}, {0.9, 1.1, 0.015, 0}};
  for (size_t i = 0; i < 3; i++) {
    Sliding s = sliding_body(&tcc_backend, 0.5, 2e-4, bodies[i][3], 0.31,
                             bodies[i], 9.8);
    static const GoldGroup groups[] = {{3, 1e-13}};
    const Gold gold = {.rate = friction_rate,
                       .context = &s.reference,
                       .groups = groups,
                       .n_groups = 1,
                       .reltol = 1e-11};
    double end[3] = {0.7, 0.9, 10};
    cr_assert_eq(gold_integrate(&gold, 0, 0.1, end, NULL), GOLD_OK);
    const double coarse = error_of_steps(&s, end, 100);
    const double fine = error_of_steps(&s, end, 1600);
    const double order = convergence_order(coarse, fine, 16);
    cr_expect(order > 0.95 && order < 1.05, "case %zu: order %g (%g, %g)", i,
              order, coarse, fine);
    sliding_close(&s);
  }
}

/* ---- pushes ------------------------------------------------------------ */

/* A stiff spring with a damper drags a body by a point of its edge at a
 * constant velocity. Returns the relative distance of its twist from the
 * quasi-static one, after a motion of 2 mm. */
static double error_of_push(const Sliding *s, double speed)
{
  const double arm[2] = {-0.05, 0.02}, stiff = 2e4, damper = 20, dt = 2e-5;
  const double pusher[2] = {speed, 0.3 * speed};
  double q[3] = {0, 0, 0}, v[3] = {0, 0, 0}, out[6], at[2];
  double place[2] = {arm[0], arm[1]};
  const int steps = (int)(0.002 / speed / dt);
  for (int i = 0; i < steps; i++) {
    const double c = cos(q[2]), n = sin(q[2]);
    at[0] = c * arm[0] - n * arm[1];
    at[1] = n * arm[0] + c * arm[1];
    const double moves[2] = {v[0] - v[2] * at[1], v[1] + v[2] * at[0]};
    double load[3];
    for (int d = 0; d < 2; d++)
      load[d] =
          stiff * (place[d] - q[d] - at[d]) + damper * (pusher[d] - moves[d]);
    load[2] = at[0] * load[1] - at[1] * load[0];
    cr_assert_eq(sliding_step(s, q, v, load, dt, out), BR_OK);
    for (int d = 0; d < 2; d++) place[d] += dt * pusher[d];
  }
  double twist[3], force[2];
  const double *const in[] = {at, pusher};
  double *const outputs[] = {twist, force};
  solver_call(s->emission.loaded.run, s->solver, "push", NULL, in, outputs);
  return hypot(hypot(v[0] - twist[0], v[1] - twist[1]),
               0.03 * (v[2] - twist[2])) /
         speed;
}

Test(slider, slow_pushes_are_quasi_static)
{
  static const double e[3] = {1, 1, 0.03};
  Sliding s = sliding_body(&cc_backend, 0.5, 8e-4, 0, 0.3, e, 9.81);
  const double slow = error_of_push(&s, 0.002), fast = error_of_push(&s, 0.2);
  cr_expect_leq(slow, 1e-3, "%g", slow);
  cr_expect_geq(fast, 10 * slow, "%g against %g", fast, slow);
  sliding_close(&s);
}

/* PS (38)-(40) as they are printed. */
Test(slider, sticking_push_is_the_paper_s_closed_form)
{
  static const double e[3] = {0.8, 0.8, 0.03};
  Sliding s = sliding_body(&tcc_backend, 0.5, 8e-4, 0, 0.3, e, 9.81);
  const double at[2] = {-0.05, 0.013}, vp[2] = {0.02, 0.007};
  const double c2 = pow(e[2] / e[0], 2), x = at[0], y = at[1];
  const double below = c2 + x * x + y * y;
  double twist[3], force[2];
  const double *const in[] = {at, vp};
  double *const out[] = {twist, force};
  solver_call(s.emission.loaded.run, s.solver, "push", NULL, in, out);
  const double vx = ((c2 + x * x) * vp[0] + x * y * vp[1]) / below;
  const double vy = ((c2 + y * y) * vp[1] + x * y * vp[0]) / below;
  cr_expect_float_eq(twist[0], vx, 1e-15);
  cr_expect_float_eq(twist[1], vy, 1e-15);
  cr_expect_float_eq(twist[2], (x * vy - y * vx) / c2, 1e-13);
  sliding_close(&s);
}

/* ---- tipping ----------------------------------------------------------- */

Test(slider, tips_when_the_contact_point_leaves_the_patch)
{
  static const double e[3] = {1, 1, 0.02};
  for (int i = 0; i < 2; i++) { /* mu*height is 0.049 or 0.051 of 0.05 m */
    Sliding s = sliding_body(&tcc_backend, 1, 1e-3, i == 0 ? 0.098 : 0.102, 0.5,
                             e, 9.81);
    double q[3] = {0, 0, 0}, v[3] = {1, 0, 0}, out[6];
    cr_expect_eq(sliding_step(&s, q, v, no_load, 1e-3, out),
                 i == 0 ? BR_OK : BR_TIPPING);
    cr_expect_float_eq(out[4], i == 0 ? 0.049 : 0.051, 1e-15);
    cr_expect_lt(v[0], 1.0); /* the step still slows the body */
    /* The square turned by 45 degrees extends farther. */
    q[2] = TEST_PI / 4;
    cr_expect_eq(sliding_step(&s, q, v, no_load, 1e-3, out), BR_OK);
    sliding_close(&s);
  }
}

/* ---- patches ----------------------------------------------------------- */

static const Slider *load_patch(Loaded *loaded, const char *patch)
{
  char spec[500];
  snprintf(
      spec, sizeof spec,
      "return slider { name = \"body\", mass = 1, inertia = 1e-3, mu = 0.5,"
      " patch = %s }",
      patch);
  *loaded = load_text(spec, NULL);
  cr_assert_null(loaded->error, "%s", loaded->error);
  return (const Slider *)loaded->model;
}

Test(slider, e_r_is_the_largest_torque_of_the_pressure)
{
  static const struct {
    const char *patch;
    double er, bar;
  } cases[] = {
      {"rectangle { size = { 0.05, 0.05 } }", 0.05 * 0.3825978582, 1e-9},
      {"disc { radius = 0.03 }, grid = { 101, 101 }", 0.02, 2e-4},
      {"disc { radius = 0.03, profile = hertz }, grid = { 101, 101 }",
       3 * TEST_PI * 0.03 / 16, 1e-3},
      {"annulus { inner = 0.02, outer = 0.03 }, grid = { 101, 101 }",
       2.0 / 3 * (27e-6 - 8e-6) / (9e-4 - 4e-4), 1e-3},
      {"map { { 1, 1 }, { 1, 1 } }, size = { 0.05, 0.05 }", 0.05 * 0.3825978582,
       1e-9}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Loaded loaded;
    const Slider *s = load_patch(&loaded, cases[i].patch);
    cr_expect_float_eq(s->e[2], cases[i].er, cases[i].bar * cases[i].er,
                       "%s: %.10g", cases[i].patch, s->e[2]);
    unload(&loaded);
  }
}

Test(slider, hull_is_that_of_the_shapes)
{
  static const struct {
    const char *patch;
    size_t corners;
    double inside, outside;
  } cases[] = {
      {"rectangle { size = { 0.08, 0.06 } }", 4, 0.03, 0.05},
      {"polygon { { 0.03, -0.02 }, { 0, 0 }, { 0.03, 0.02 }, { -0.03, 0.02 },"
       " { -0.03, -0.02 } }",
       4, 0.02, 0.03605551275463989},
      {"disc { radius = 0.01, at = { 0.03, 0 } } + disc { radius = 0.01,"
       " at = { -0.03, 0 } }",
       66, 0.01, 0.04},
      {"line { length = 0.04, angle = 0, share = 1 } + rectangle { size = {"
       " 0.01, 0.01 }, share = 1 }, grid = { 41, 11 }",
       6, 0.005, 0.02},
      {"map { { 0, 1 }, { 1, 0 } }, size = { 0.02, 0.02 }", 6,
       0.0070710678118655, 0.014142135623730951}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Loaded loaded;
    const Slider *s = load_patch(&loaded, cases[i].patch);
    cr_expect_eq(s->ncorners, cases[i].corners, "%s: %zu", cases[i].patch,
                 s->ncorners);
    cr_expect_float_eq(s->inside, cases[i].inside, 2e-3 * cases[i].inside,
                       "%s: %.16g", cases[i].patch, s->inside);
    cr_expect_float_eq(s->outside, cases[i].outside, 1e-12, "%s: %.16g",
                       cases[i].patch, s->outside);
    unload(&loaded);
  }
}
