/* verify.c: compares a slider's solver with the reference. In: a solver, or one
 * compiled from a file that was emitted earlier. Out: checks: steps, rest,
 * tipping, derivatives; verify_push.c has the rest.
 *
 * Invariant: tolerances are relative to m|v| and to sigma + mu*p_n*e^2/m, over
 * the conditioning of the slip speed. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "pressure/pressure.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/slider/verify.h"

double slider_real(const SliderTrial *t, double value)
{
  return t->slider->model.is_float ? float_rounded(value) : value;
}

double slider_random(SliderTrial *t, double low, double high)
{
  return slider_real(t, number_random(&t->seed, low, high));
}

/* ---- trials ------------------------------------------------------------ */

static double power_of_ten(SliderTrial *t, double low, double high)
{
  return pow(10, number_random(&t->seed, low, high));
}

/* Returns velocities over their loss by friction in a step: 1 is about to stop.
 */
static double launch_size(SliderTrial *t, int kind)
{
  if (kind == 0) return power_of_ten(t, 0.1, 1.5);
  if (kind == 1) return power_of_ten(t, 1, 5);
  if (kind == 2) return 1 + power_of_ten(t, -10, -1);
  return power_of_ten(t, 0, 3);
}

Launch slider_launch(SliderTrial *t, int i)
{
  static const char *const names[] = {"a slide",         "a fast slide",
                                      "about to stop",   "mostly spinning",
                                      "hardly spinning", "under load"};
  enum { KINDS = COUNT(names) };
  const int kind = i % KINDS;
  const Slider *s = t->slider;
  Launch launch = {.what = names[kind]};
  double e[3];
  random_direction(&t->seed, 3, e);
  if (kind == 3) e[0] *= 0.01, e[1] *= 0.01;
  if (kind == 4) e[2] *= power_of_ten(t, -9, -1);
  const double size = launch_size(t, kind);
  launch.angle = slider_random(t, -4, 4);
  launch.dt = s->dt > 0 ? s->dt : power_of_ten(t, -4, -1.5);
  launch.dt = slider_real(t, launch.dt);
  launch.grip = s->mu * s->gravity[2] * launch.dt;
  for (int d = 0; d < 3; d++) {
    const double give = d < 2 ? 1 / s->mass : 1 / s->inertia;
    const double takes = launch.grip * s->mass * s->e[d] * give;
    if (kind == 5)
      launch.load[d] = slider_real(
          t, number_random(&t->seed, -2, 2) * takes / give / launch.dt);
    const double applied = launch.load[d] * give + (d < 2 ? s->gravity[d] : 0);
    launch.v[d] = slider_real(t, size * e[d] * takes - applied * launch.dt);
    launch.free[d] = launch.v[d] + applied * launch.dt;
    launch.takes[d] = takes;
    launch.speed[d] = fabs(launch.v[d]) + fabs(applied) * launch.dt + takes;
  }
  /* The velocity at the contact point decides. */
  const double flat = hypot(launch.speed[0], launch.speed[1]);
  launch.speed[0] = launch.speed[1] = flat;
  return launch;
}

int slider_try(const SliderTrial *t, const Launch *launch, double state[6],
               double out[6])
{
  const double start[6] = {
      0, 0, launch->angle, launch->v[0], launch->v[1], launch->v[2]};
  const double *const in[] = {launch->load, &launch->dt};
  double *const outputs[] = {out};
  t->solver->functions->set(t->state, start);
  const int status =
      solver_call(t->run, t->solver, "step", t->state, in, outputs);
  if (state) t->solver->functions->get(t->state, state);
  return status;
}

/* ---- steps ------------------------------------------------------------- */

typedef struct StepChecks {
  Check *velocity, *impulse, *slip, *point, *pose, *equations;
} StepChecks;

/* Returns the scale of the slip speed's errors. */
static double slip_scale(const SliderTrial *t, const Launch *launch,
                         double sigma)
{
  const Slider *s = t->slider;
  double most = 0;
  for (int d = 0; d < 3; d++) most = fmax(most, s->e[d] * launch->takes[d]);
  return sigma + most;
}

/* Returns the slope of friction by the slip speed at the root: about 1 if the
 * slip speed is well determined. */
static double steepness(const SliderTrial *t, const Launch *launch,
                        double sigma)
{
  const double unit = slip_scale(t, launch, sigma), h = 1e-6 * unit;
  const double low = fmax(0, sigma - h);
  const double fall = ref_slider_excess(&t->reference, launch->v, launch->load,
                                        launch->dt, low) -
                      ref_slider_excess(&t->reference, launch->v, launch->load,
                                        launch->dt, sigma + h);
  return fmin(1, fall * unit / (sigma + h - low));
}

static double relative(double difference, double scale)
{
  return difference == 0 ? 0 : fabs(difference) / scale;
}

/* Checks PS (29)-(32) at the solver's result, each relative to its terms. */
static void compare_equations(SliderTrial *t, const Launch *launch,
                              const double out[6], Check *check)
{
  const Slider *s = t->slider;
  double applied[3], left[4], worst = 0;
  const double pn = s->mass * s->gravity[2] * launch->dt;
  for (int d = 0; d < 3; d++)
    applied[d] =
        (launch->load[d] + (d < 2 ? s->mass * s->gravity[d] : 0)) * launch->dt;
  ref_slider_equations(&t->reference, launch->v, applied, launch->dt, out,
                       out[3], left);
  for (int d = 0; d < 3; d++) {
    const double coupled =
        d < 2 ? s->mu * s->height * fmax(s->e[0], s->e[1]) * launch->speed[2]
              : 0;
    worst = worse_of(
        worst, relative(left[d],
                        s->mu * pn * s->e[d] *
                            (s->e[d] * (launch->speed[d] + coupled) + out[3])));
  }
  worst = worse_of(worst, relative(left[3], s->mu * pn * s->mu * pn));
  check_add(check, worst, "%s", launch->what);
}

/* ---- what rounding may do ---------------------------------------------- */

/* By how much the reference's numbers change, at most, when a velocity changes
 * by 1/2 to 32 roundings of `sizes`: no solver knows them better. Where
 * friction grows with the slip speed at first, such a change may lead from rest
 * to a slip. Slopes may be largest at a slip speed that large changes pass
 * over. */
static void spread(const SliderTrial *t, const Launch *launch,
                   const double sizes[3], LaunchFunction *function, int count,
                   double *out)
{
  double here[MOST_NUMBERS], there[MOST_NUMBERS];
  memset(out, 0, (size_t)count * sizeof *out);
  if (!function(t, launch, here)) return;
  for (int i = 0; i < 24; i++) {
    Launch moved = *launch;
    const int d = i % 6 / 2;
    const double step = ldexp(t->unit, 5 - 2 * (i / 6)) * sizes[d];
    moved.v[d] += i % 2 ? step : -step;
    if (!function(t, &moved, there)) continue;
    for (int k = 0; k < count; k++)
      out[k] = fmax(out[k], fabs(there[k] - here[k]));
  }
}

/* The numbers of a step: velocity, impulse, pose, slip speed, contact point. */
enum { NUMBERS = MOST_NUMBERS };

static bool step_numbers(const SliderTrial *t, const Launch *launch,
                         double *out)
{
  RefSlide slide;
  ref_slider_slide(&t->reference, launch->v, launch->load, launch->dt, &slide);
  for (int d = 0; d < 3; d++) {
    out[d] = slide.v[d];
    out[3 + d] = slide.p[d];
    out[6 + d] = (d == 2 ? launch->angle : 0) + launch->dt * slide.v[d];
  }
  out[9] = slide.sigma;
  out[10] = slide.point[0];
  out[11] = slide.point[1];
  return true;
}

static bool velocity_slopes(const SliderTrial *t, const Launch *launch,
                            double *out)
{
  RefSlide slide;
  ref_slider_slide(&t->reference, launch->v, launch->load, launch->dt, &slide);
  return ref_slider_slopes(&t->reference, launch->v, launch->load, launch->dt,
                           &slide, out);
}

void slider_excuse_rounding(const SliderTrial *t, const Launch *launch,
                            const double sizes[3], LaunchFunction *function,
                            int count, const double *scales, double tolerance,
                            double *errors)
{
  double most = 0, spreads[NUMBERS];
  for (int i = 0; i < count; i++) most = worse_of(most, errors[i]);
  if (most <= tolerance) return;
  spread(t, launch, sizes, function, count, spreads);
  for (int i = 0; i < count; i++)
    if (scales[i] > 0) errors[i] /= 1 + spreads[i] / scales[i] / tolerance;
}

/* Writes the scales of the errors of a step's numbers. */
static void step_number_scales(const SliderTrial *t, const Launch *launch,
                               const double *expected, double *scales)
{
  const Slider *s = t->slider;
  for (int d = 0; d < 3; d++) {
    scales[d] = launch->speed[d];
    scales[3 + d] = (d < 2 ? s->mass : s->inertia) * launch->speed[d];
    scales[6 + d] = fabs(expected[6 + d]) + launch->dt * launch->speed[d];
  }
  scales[9] = slip_scale(t, launch, expected[9]);
  scales[10] = scales[11] = s->mu * fmax(s->e[0], s->e[1]) * s->height;
}

static void compare_step(SliderTrial *t, const Launch *launch,
                         const StepChecks *c)
{
  Check *const checks[NUMBERS] = {
      c->velocity, c->velocity, c->velocity, c->impulse, c->impulse, c->impulse,
      c->pose,     c->pose,     c->pose,     c->slip,    c->point,   c->point};
  double state[6], out[6], expected[NUMBERS], scales[NUMBERS], errors[NUMBERS];
  const int status = slider_try(t, launch, state, out);
  if (status < 0) {
    check_add(c->velocity, INFINITY, "%s: status %d", launch->what, status);
    return;
  }
  if (out[3] > 0) compare_equations(t, launch, out, c->equations);
  step_numbers(t, launch, expected);
  const double steep = expected[9] > 0 ? steepness(t, launch, expected[9]) : 1;
  if (steep < 1e-4) return; /* two roots are close to each other */
  if (out[3] > expected[9] && expected[9] > 0 &&
      fabs(ref_slider_excess(&t->reference, launch->v, launch->load, launch->dt,
                             out[3])) < 64 * t->unit)
    return; /* a larger root, but for rounding */
  const double got[NUMBERS] = {state[3], state[4], state[5], out[0],
                               out[1],   out[2],   state[0], state[1],
                               state[2], out[3],   out[4],   out[5]};
  step_number_scales(t, launch, expected, scales);
  for (int i = 0; i < NUMBERS; i++)
    errors[i] = relative(got[i] - expected[i], scales[i]) * steep;
  slider_excuse_rounding(t, launch, launch->speed, step_numbers, NUMBERS,
                         scales, t->tolerances.step, errors);
  for (int i = 0; i < NUMBERS; i++)
    check_add(checks[i], errors[i], "%s", launch->what);
}

static void verify_steps(SliderTrial *t)
{
  const int trials = slider_has_search(t->slider) ? 3000 : 12000;
  const double tolerance = t->tolerances.step;
  Verification *v = t->verification;
  const StepChecks c = {verify_check(v, "velocity", tolerance),
                        verify_check(v, "impulses", tolerance),
                        verify_check(v, "slip speed", tolerance),
                        verify_check(v, "contact point", tolerance),
                        verify_check(v, "pose", tolerance),
                        verify_check(v, "equations (29)-(32)", tolerance)};
  for (int i = 0; i < trials; i++) {
    const Launch launch = slider_launch(t, i);
    compare_step(t, &launch, &c);
  }
}

/* ---- rest -------------------------------------------------------------- */

/* Checks that a body at rest stays there exactly under a load a little smaller
 * than friction can hold, and moves under a larger one. */
static void verify_rest(SliderTrial *t)
{
  enum { TRIALS = 1000 };
  Check *check = verify_check(t->verification, "rest", 0);
  const Slider *s = t->slider;
  const double pulled =
      1 + hypot(s->gravity[0], s->gravity[1]) /
              (s->mu * s->gravity[2] * fmin(1, fmin(s->e[0], s->e[1])));
  const double edge = 16 * t->unit * pulled;
  for (int i = 0; i < TRIALS; i++) {
    Launch launch = slider_launch(t, 0);
    double e[3], state[6], out[6], size = 0;
    const bool is_held = i % 2 == 0;
    random_direction(&t->seed, 3, e);
    for (int d = 0; d < 3; d++) {
      const double most = s->mu * s->mass * s->gravity[2] * s->e[d];
      const double pull = d < 2 ? s->mass * s->gravity[d] : 0;
      const double beside = fmin(0.5, edge * (1 + i));
      const double share = is_held ? 1 - beside : 1 + beside;
      launch.v[d] = 0;
      launch.load[d] = slider_real(t, share * e[d] * most - pull);
      size += pow((launch.load[d] + pull) / most, 2);
    }
    /* The rounding of the load, and the conditioning of its sum. */
    if (fabs(size - 1) < edge) continue;
    const int status = slider_try(t, &launch, state, out);
    bool rests = status >= 0 && out[3] == 0;
    for (int d = 0; d < 3; d++)
      rests =
          rests && state[3 + d] == 0 && state[d] == (d == 2 ? launch.angle : 0);
    check_add(check, rests == (size < 1) && status >= 0 ? 0 : 1,
              "load %.17g of what friction holds", sqrt(size));
  }
}

/* ---- tipping ----------------------------------------------------------- */

/* Checks tipping: the load determines the contact point of a body held at rest,
 * here near the edge of the patch. */
static void compare_tipping(SliderTrial *t, const Point *at, double share,
                            Check *check)
{
  const Slider *s = t->slider;
  Launch launch = slider_launch(t, 0);
  const double c = cos(launch.angle), n = sin(launch.angle);
  const double point[2] = {share * (c * at->x - n * at->y),
                           share * (n * at->x + c * at->y)};
  double size = 0, state[6], out[6];
  for (int d = 0; d < 3; d++) {
    const double pull = d < 2 ? s->mass * s->gravity[d] : 0;
    const double force =
        d < 2 ? point[d] / s->height * s->mass * s->gravity[2] : 0;
    launch.v[d] = 0;
    launch.load[d] = slider_real(t, force - pull);
    size += pow(force / (s->mu * s->mass * s->gravity[2] * s->e[d]), 2);
  }
  if (size > 0.999) return; /* friction cannot shift it so far */
  const int status = slider_try(t, &launch, state, out);
  check_add(check, status == (share > 1 ? BR_TIPPING : BR_OK) ? 0 : 1,
            "(%.6g, %.6g) m", at->x * share, at->y * share);
}

static void verify_tipping(SliderTrial *t)
{
  const Slider *s = t->slider;
  if (s->mu * fmin(s->e[0], s->e[1]) * s->height <= 1.01 * s->inside) return;
  Check *check = verify_check(t->verification, "tipping", 0);
  const double near =
      64 * t->unit * s->outside / s->inside *
      (1 + hypot(s->gravity[0], s->gravity[1]) / (s->mu * s->gravity[2]));
  for (size_t i = 0; i < s->ncorners; i++)
    for (int k = 0; k < 8; k++) {
      const Point *a = &s->corners[i], *b = &s->corners[(i + 1) % s->ncorners];
      const double dx = b->x - a->x, dy = b->y - a->y;
      const double foot = -(a->x * dx + a->y * dy) / (dx * dx + dy * dy);
      const double along = k < 2   ? fmin(1, fmax(0, foot))
                           : k < 4 ? 1e-3
                                   : number_random(&t->seed, 0, 1);
      const Point at = {a->x + along * dx, a->y + along * dy};
      compare_tipping(t, &at, k % 2 ? 1 + near : 1 - near, check);
    }
  if (check->count == 0)
    check_add(check, 0, "friction does not shift it so far");
}

/* ---- derivatives ------------------------------------------------------- */

/* The derivatives where the equations hold at the solver's own slip speed,
 * which other checks judge: a body about to stop turns far within the rounding
 * of its slip speed, and its derivatives with it. */
static bool slopes_at(const SliderTrial *t, const Launch *launch, double sigma,
                      double out[9])
{
  RefSlide slide;
  ref_slider_at(&t->reference, launch->v, launch->load, launch->dt, sigma,
                &slide);
  return ref_slider_slopes(&t->reference, launch->v, launch->load, launch->dt,
                           &slide, out);
}

static void compare_slopes(const SliderTrial *t, const Launch *launch,
                           double steep, double sigma, const double dv_dv[9],
                           const double dv_dload[9], Check *by_v,
                           Check *by_load)
{
  const Slider *s = t->slider;
  /* Smaller numbers have fewer digits. */
  const double least = s->model.is_float ? FLT_MIN : DBL_MIN;
  double expected[9], there[9], errors[9], units[9];
  const bool is_there = velocity_slopes(t, launch, expected) &&
                        slopes_at(t, launch, sigma, there);
  for (int k = 0; k < 9; k++) {
    /* A velocity is scaled by the largest loss by friction. The contact point
     * moves with height, so that spin also turns friction along the table. */
    const double turns =
        k % 3 == 2 ? s->mu * s->e[0] * s->e[1] * s->height / s->e[2] : 0;
    units[k] = 1 + launch->takes[k / 3] / launch->takes[k % 3] * (1 + turns);
    errors[k] = is_there ? fmin(fabs(dv_dv[k] - expected[k]),
                                fabs(dv_dv[k] - there[k])) *
                               steep / units[k]
                         : INFINITY;
    const double give = launch->dt / (k % 3 < 2 ? s->mass : s->inertia);
    check_add(by_load,
              relative(dv_dload[k] - dv_dv[k] * give,
                       fmax(fabs(dv_dv[k]) * give, least)),
              "%s, [%d][%d]", launch->what, k / 3, k % 3);
  }
  slider_excuse_rounding(t, launch, launch->speed, velocity_slopes, 9, units,
                         by_v->tolerance, errors);
  for (int k = 0; k < 9; k++)
    check_add(by_v, errors[k], "%s, [%d][%d]", launch->what, k / 3, k % 3);
}

static void verify_jacobians(SliderTrial *t)
{
  enum { TRIALS = 1200 };
  Verification *v = t->verification;
  Check *by_v = verify_check(v, "step_jac dv_dv", t->tolerances.jacobian);
  Check *by_load = verify_check(v, "step_jac dv_dload", 8 * t->unit);
  Check *same = verify_check(v, "step_jac's own step", 0);
  for (int i = 0; i < TRIALS; i++) {
    progress_step("jac", (double)i / TRIALS);
    const Launch launch = slider_launch(t, i);
    double out[6], dv_dv[9], dv_dload[9];
    const double start[6] = {0,           0,           launch.angle,
                             launch.v[0], launch.v[1], launch.v[2]};
    const double *const in[] = {launch.load, &launch.dt};
    double *const outputs[] = {out, dv_dv, dv_dload};
    int status;
    const bool is_same = step_jac_is_step(t->run, t->solver, t->state, start,
                                          in, outputs, &status);
    check_add(same, is_same ? 0 : 1, "%s, status %d", launch.what, status);
    RefSlide slide;
    ref_slider_slide(&t->reference, launch.v, launch.load, launch.dt, &slide);
    const double steep =
        slide.sigma > 0 ? steepness(t, &launch, slide.sigma) : 1;
    if (steep < 0.01 || (slide.sigma == 0) != (out[3] == 0)) continue;
    compare_slopes(t, &launch, steep, out[3], dv_dv, dv_dload, by_v, by_load);
  }
}

void slider_verify_all(SliderTrial *t)
{
  verify_steps(t);
  verify_rest(t);
  verify_tipping(t);
  verify_jacobians(t);
  verify_pushes(t);
}

void slider_verify(const Model *model, const Solver *solver,
                   Verification *verification)
{
  const Slider *s = (const Slider *)model;
  SliderTrial t = {.slider = s,
                   .reference = slider_reference(s),
                   .solver = solver,
                   .verification = verification,
                   .run = model->run,
                   .state = solver_state(model->run, solver),
                   .tolerances = slider_tolerances(s),
                   .unit = model->is_float ? 0x1p-24 : 0x1p-53,
                   .seed = 1};
  slider_verify_all(&t);
  if (model->tuning) verify_tuning(&t);
}
