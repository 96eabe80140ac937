/* verify_push.c: compares the closed forms of a slider's solver with the
 * reference, and tests the promises of all its functions. In: a SliderTrial.
 * Out: checks.
 *
 * Invariant: each function is checked against equations other than its own. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "pressure/pressure.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/slider/verify.h"

/* A push at a point of the hull, at some speed into it. */
typedef struct Push {
  double at[2], normal[2], velocity[2], mu;
} Push;

static Push random_push(SliderTrial *t)
{
  const Slider *s = t->slider;
  const size_t i =
      (size_t)number_random(&t->seed, 0, (double)s->ncorners - 1e-9);
  const Point *a = &s->corners[i], *b = &s->corners[(i + 1) % s->ncorners];
  const double along = number_random(&t->seed, 0, 1);
  Push push = {{a->x + along * (b->x - a->x), a->y + along * (b->y - a->y)},
               {a->y - b->y, b->x - a->x},
               {0, 0},
               slider_random(t, 0, 1.5)};
  for (int d = 0; d < 2; d++) {
    push.at[d] = slider_real(t, push.at[d]);
    push.normal[d] = slider_real(t, push.normal[d]);
    push.velocity[d] = slider_random(t, -0.1, 0.1);
  }
  return push;
}

/* Returns the error of a twist and a force, relative to their scales. */
static double push_error(const SliderTrial *t, const double got[5],
                         const double expected[5], double speed)
{
  const Slider *s = t->slider;
  const double load = s->mu * s->mass * s->gravity[2];
  double worst = 0;
  for (int d = 0; d < 5; d++) {
    const double scale = d < 2    ? speed
                         : d == 2 ? speed / s->e[2]
                                  : load * s->e[d - 3];
    worst = worse_of(worst, fabs(got[d] - expected[d]) / scale);
  }
  return worst;
}

/* Returns the relative error of a sticking push by rounding. The solver adds
 * the pusher's velocity along the line from the centre of mass to the pushed
 * point; the reference's elimination subtracts the spin from the pusher's
 * velocity, in double. The force has the direction of the remainder. */
static double push_doubt(const SliderTrial *t, const Push *p,
                         const double twist[3])
{
  const double *e = t->slider->e, *v = p->velocity;
  const double c[2] = {e[1] * e[1] * p->at[0], e[0] * e[0] * p->at[1]};
  const double all = e[2] * e[2] + c[0] * p->at[0] + c[1] * p->at[1];
  const double outward = fabs(p->at[0] * v[0]) + fabs(p->at[1] * v[1]);
  const double spin = (fabs(c[0] * v[1]) + fabs(c[1] * v[0])) / all;
  const double speed = hypot(v[0], v[1]);
  double of_moves = 0, of_force = spin * e[2], force = e[2] * twist[2];
  for (int d = 0; d < 2; d++) {
    const double own = (e[2] * e[2] * fabs(v[d]) + fabs(c[d]) * outward) / all;
    const double reach = fabs(v[d]) + spin * fabs(p->at[1 - d]);
    const double doubt = t->unit * own + 0x1p-53 * reach;
    of_moves = fmax(of_moves, doubt / t->unit);
    of_force = fmax(of_force, e[d] * doubt / t->unit);
    force = hypot(force, e[d] * twist[d]);
  }
  return 16 * t->unit *
         fmax(spin * e[2] / speed, fmax(of_moves / speed, of_force / force));
}

/* Returns true if rounding decides whether the pusher sticks: by `doubt` the
 * sticking force is on a side of the friction cone. */
static bool is_on_side(const Push *p, const double force[2], double doubt)
{
  const double size = hypot(p->normal[0], p->normal[1]);
  const double nx = p->normal[0] / size, ny = p->normal[1] / size;
  const double along = fabs(force[1] * nx - force[0] * ny);
  const double across = force[0] * nx + force[1] * ny;
  return fabs(along - p->mu * across) <=
         doubt * (1 + p->mu) * hypot(force[0], force[1]);
}

/* Returns the relative error of a sliding push by rounding. The force along one
 * side of the friction cone gives velocities at the pushed point, and the part
 * of these along the normal gives the speed: it is a difference of terms that
 * may be much larger. `largest` is the scale of velocities. */
static double edge_doubt(const SliderTrial *t, const Push *p,
                         const double twist[3], const double normal[2],
                         double largest)
{
  const double *e = t->slider->e;
  const double x = p->at[0], y = p->at[1];
  /* The push that makes the twist, up to its size: a sum that may cancel along
   * an axis. */
  const double push = hypot(e[0] * e[0] * twist[0], e[1] * e[1] * twist[1]);
  const double spin = (fabs(x) + fabs(y)) * push / (e[2] * e[2]);
  const double vx = push / (e[0] * e[0]) + fabs(y) * spin;
  const double vy = push / (e[1] * e[1]) + fabs(x) * spin;
  const double across = vx * fabs(normal[0]) + vy * fabs(normal[1]);
  const double rate = p->velocity[0] * normal[0] + p->velocity[1] * normal[1];
  return 16 * t->unit *
         fmax(across / rate, fmax(hypot(vx, vy), e[2] * spin) / largest);
}

static void compare_push(SliderTrial *t, const Push *p, Check *stick,
                         Check *edge, Check *inverse)
{
  double got[6], expected[6], place[2], velocity[2], force[2];
  const double size = hypot(p->normal[0], p->normal[1]);
  const double speed = hypot(p->velocity[0], p->velocity[1]);
  const double *const in[] = {p->at, p->velocity};
  double *const out[] = {got, got + 3};
  int status = solver_call(t->run, t->solver, "push", t->state, in, out);
  ref_slider_push(&t->reference, p->at, p->velocity, expected, expected + 3);
  const double rounding = push_doubt(t, p, expected);
  const double doubt = 1 + rounding / t->tolerances.push;
  const bool is_either = is_on_side(p, expected + 3, rounding);
  check_add(
      stick,
      status == BR_OK ? push_error(t, got, expected, speed) / doubt : INFINITY,
      "at (%.3g, %.3g)", p->at[0], p->at[1]);
  /* The push of this twist has the same force, and a line of action through the
   * same point, whose velocity is as expected. */
  double *const back[] = {place, velocity, force};
  const double *const twist[] = {got};
  status = solver_call(t->run, t->solver, "push_for", t->state, twist, back);
  const double arm =
      (p->at[0] - place[0]) * force[1] - (p->at[1] - place[1]) * force[0];
  const double length = hypot(p->at[0], p->at[1]) + hypot(place[0], place[1]);
  const double load = hypot(force[0], force[1]);
  double worst = status == BR_OK ? fabs(arm) / (load * length) : INFINITY;
  worst = worse_of(worst, hypot(force[0] - got[3], force[1] - got[4]) / load);
  worst = worse_of(
      worst, fabs(place[0] * force[0] + place[1] * force[1]) / (load * length));
  const double v[2] = {got[0] - got[2] * place[1], got[1] + got[2] * place[0]};
  worst = worse_of(worst, hypot(velocity[0] - v[0], velocity[1] - v[1]) /
                              (hypot(got[0], got[1]) + fabs(got[2]) * length));
  check_add(inverse, worst / doubt, "at (%.3g, %.3g)", p->at[0], p->at[1]);
  /* Pushes at the edge of the friction cone. */
  double *const slides[] = {got, got + 3, got + 5};
  const double *const with[] = {p->at, p->normal, &p->mu, p->velocity};
  status = solver_call(t->run, t->solver, "push_edge", t->state, with, slides);
  const int other =
      ref_slider_push_edge(&t->reference, p->at, p->normal, p->mu, p->velocity,
                           expected, expected + 3, expected + 5);
  const double approach =
      (p->velocity[0] * p->normal[0] + p->velocity[1] * p->normal[1]) / size;
  if (fabs(approach) < 64 * t->unit * speed) return;
  if (is_either && (got[5] == 0) != (expected[5] == 0)) return;
  const double largest = speed + hypot(expected[0], expected[1]) +
                         fabs(expected[2] * t->slider->e[2]);
  worst = status == other ? push_error(t, got, expected, largest) : INFINITY;
  worst = worse_of(worst, fabs(got[5] - expected[5]) / largest);
  const double across[2] = {p->normal[0] / size, p->normal[1] / size};
  const double sliding_doubt = edge_doubt(t, p, expected, across, largest);
  const bool is_sliding = other == BR_OK && expected[5] != 0;
  check_add(
      edge,
      worst / fmax(doubt, is_sliding ? 1 + sliding_doubt / edge->tolerance : 1),
      "at (%.3g, %.3g), mu = %.3g", p->at[0], p->at[1], p->mu);
}

static bool friction_numbers(const SliderTrial *t, const Launch *launch,
                             double *out)
{
  ref_slider_friction(&t->reference, launch->v, out);
  return true;
}

/* Checks the continuous model, and a step without spin. */
static void compare_friction(SliderTrial *t, const Launch *launch,
                             Check *friction, Check *translate)
{
  const Slider *s = t->slider;
  double force[3], point[2], expected[3], v1[2], impulse[2];
  const double load = s->mu * s->mass * s->gravity[2];
  const double *const in[] = {launch->v};
  double *const out[] = {force, point};
  double worst = 0;
  int status = solver_call(t->run, t->solver, "friction", t->state, in, out);
  ref_slider_friction(&t->reference, launch->v, expected);
  const double flat = hypot(launch->v[0], launch->v[1]);
  const double sizes[3] = {flat, flat, fabs(launch->v[2])};
  const double scales[3] = {load * s->e[0], load * s->e[1], load * s->e[2]};
  double errors[3];
  for (int d = 0; d < 3; d++)
    errors[d] = fabs(force[d] - expected[d]) / scales[d];
  slider_excuse_rounding(t, launch, sizes, friction_numbers, 3, scales,
                         t->tolerances.push, errors);
  for (int d = 0; d < 3; d++) worst = worse_of(worst, errors[d]);
  for (int d = 0; d < 2; d++)
    worst = worse_of(
        worst,
        fabs(point[d] + force[d] * s->height / (s->mass * s->gravity[2])) /
            (s->mu * (fmax(s->e[0], s->e[1]) * s->height + s->inside)));
  check_add(friction, status == BR_OK ? worst : INFINITY, "%s", launch->what);
  const double *const with[] = {launch->v, launch->load, &launch->dt};
  double *const moves[] = {v1, impulse};
  const double v[3] = {launch->v[0], launch->v[1], 0};
  const double pushed[3] = {launch->load[0], launch->load[1], 0};
  RefSlide slide;
  status = solver_call(t->run, t->solver, "translate", t->state, with, moves);
  ref_slider_slide(&t->reference, v, pushed, launch->dt, &slide);
  worst = status == BR_OK ? 0 : INFINITY;
  for (int d = 0; d < 2; d++) {
    worst = worse_of(worst, fabs(v1[d] - slide.v[d]) / launch->speed[d]);
    worst = worse_of(
        worst, fabs(impulse[d] - slide.p[d]) / (s->mass * launch->speed[d]));
  }
  check_add(translate, worst, "%s", launch->what);
}

static void verify_promises(SliderTrial *t)
{
  const Slider *s = t->slider;
  Launch launch = slider_launch(t, 4);
  const Push push = random_push(t);
  const double inward[2] = {push.normal[0], push.normal[1]};
  const double state[6] = {0.25, -0.5, launch.angle, 0, 0, 0};
  const double twist[3] = {0.25, -0.5, 2};
  /* this load balances gravity along the table, so that the state rests */
  const double none[3] = {slider_real(t, -s->mass * s->gravity[0]),
                          slider_real(t, -s->mass * s->gravity[1]), 0};
  const Sample samples[] = {
      {"load", none},   {"dt", &launch.dt},   {"twist", twist},
      {"at", push.at},  {"velocity", inward}, {"normal", inward},
      {"mu", &push.mu}, {"v", twist},         {"force", none}};
  verify_calls(t->solver, state, samples, COUNT(samples), t->verification);
}

void verify_pushes(SliderTrial *t)
{
  enum { TRIALS = 2000 };
  Verification *v = t->verification;
  const double tolerance = t->tolerances.push;
  Check *friction = verify_check(v, "friction", tolerance);
  Check *translate = verify_check(v, "translate", tolerance);
  Check *stick = verify_check(v, "push", tolerance);
  Check *edge = verify_check(v, "push_edge", tolerance);
  Check *inverse = verify_check(v, "push_for", tolerance);
  for (int i = 0; i < TRIALS; i++) {
    const Launch launch = slider_launch(t, i);
    const Push push = random_push(t);
    compare_friction(t, &launch, friction, translate);
    compare_push(t, &push, stick, edge, inverse);
  }
  verify_promises(t);
}
