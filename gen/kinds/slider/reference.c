/* slider_reference.c: a slider as the reference knows it, and golden vectors.
 * In: a Slider. Out: a RefSlider; steps and pushes with what an emitted solver
 * must make of them.
 *
 * Invariant: nothing here comes from what is emitted. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "kinds/slider/slider.h"

RefSlider slider_reference(const Slider *s)
{
  RefSlider r = {.mass = s->mass,
                 .inertia = s->inertia,
                 .height = s->height,
                 .mu = s->mu,
                 .corners = s->ncorners};
  memcpy(r.e, s->e, sizeof r.e);
  memcpy(r.gravity, s->gravity, sizeof r.gravity);
  double *corners = run_doubles(s->model.run, 2 * s->ncorners);
  for (size_t i = 0; i < s->ncorners; i++) {
    corners[2 * i] = s->corners[i].x;
    corners[2 * i + 1] = s->corners[i].y;
  }
  r.patch = corners;
  return r;
}

SliderBars slider_bars(const Slider *s)
{
  const SliderBars in_double = {1e-12, 1e-12, 1e-12};
  const SliderBars in_float = {2e-5, 1e-4, 2e-5};
  return s->model.is_float ? in_float : in_double;
}

/* ---- golden vectors ---------------------------------------------------- */

enum { GOLDENS = 4 };
static const double golden_mu = 0.25;

static double rounded(const Slider *s, double value)
{
  return s->model.is_float ? float_rounded(value) : value;
}

/* To 12 digits: the last ones depend on the machine that emits, and the bars
 * are wider. */
static double short_number(double x)
{
  if (x == 0) return 0;
  const double scale = pow(10, 12 - ceil(log10(fabs(x))));
  return round(x * scale) / scale;
}

/* Fast, slow and spinning, about to stop, held: in what a step can stop. */
static void plan_steps(const Slider *s, const RefSlider *r, double dt,
                       Plan *plan)
{
  static const double shapes[GOLDENS][6] = {{25, -14, 20, 0.4, 0.3, -0.2},
                                            {2, 1, -30, -0.5, 0.1, 0.3},
                                            {0.7, 0.8, 0.6, 0.1, 0.2, 0.1},
                                            {0.1, -0.2, 0.1, 0.3, 0.1, 0.2}};
  const double unit = s->mu * s->gravity[2] * dt;
  const double load = s->mu * s->mass * s->gravity[2];
  double *starts = run_doubles(plan->run, 6 * GOLDENS);
  double *ends = run_doubles(plan->run, 9 * GOLDENS);
  double *bars = run_doubles(plan->run, 9);
  for (int i = 0; i < GOLDENS; i++) {
    double *v = starts + 6 * i, *f = v + 3, *end = ends + 9 * i;
    for (int d = 0; d < 3; d++) {
      v[d] = rounded(s, shapes[i][d] * unit * s->e[d] *
                            (d < 2 ? 1 : s->mass / s->inertia));
      f[d] = rounded(s, shapes[i][3 + d] * load * s->e[d]);
    }
    RefSlide slide;
    ref_slider_slide(r, v, f, dt, &slide);
    const double told[] = {slide.v[0],  slide.v[1],     slide.v[2],
                           slide.p[0],  slide.p[1],     slide.p[2],
                           slide.sigma, slide.point[0], slide.point[1]};
    for (int k = 0; k < 9; k++) end[k] = short_number(told[k]);
  }
  const double bar = s->model.is_float ? 1e-3 : 1e-9;
  const double e[] = {s->e[0], s->e[1], s->e[2] * s->mass / s->inertia};
  for (int d = 0; d < 3; d++) {
    bars[d] = bar * 30 * unit * e[d];
    bars[3 + d] = bar * 30 * load * dt * s->e[d];
    bars[6] = fmax(bars[6], bar * 30 * unit * s->e[d] * e[d]);
  }
  bars[7] = bars[8] = bar * s->mu * fmax(s->e[0], s->e[1]) * (s->height + 1e-6);
  plan_number(plan, "goldens", GOLDENS);
  plan_number(plan, "golden_dt", dt);
  plan_numbers(plan, "golden_starts", starts, 6 * GOLDENS);
  plan_numbers(plan, "golden_ends", ends, 9 * GOLDENS);
  plan_numbers(plan, "golden_bars", bars, 9);
}

static void plan_pushes(const Slider *s, const RefSlider *r, Plan *plan)
{
  static const double shapes[GOLDENS][4] = {{-1, 0.2, 1, 0.1},
                                            {-0.8, -0.5, 0.7, 0.9},
                                            {-1, 0.9, 1, -1.2},
                                            {-0.6, 0, 1, 0}};
  const double normal[2] = {1, 0}, speed = 0.01;
  double *pushes = run_doubles(plan->run, 4 * GOLDENS);
  double *moves = run_doubles(plan->run, 10 * GOLDENS);
  double *bars = run_doubles(plan->run, 5);
  for (int i = 0; i < GOLDENS; i++) {
    double *at = pushes + 4 * i, *velocity = at + 2, slip;
    for (int d = 0; d < 4; d++)
      at[d] = rounded(s, shapes[i][d] * (d < 2 ? s->inside : speed));
    double *m = moves + 10 * i;
    ref_slider_push(r, at, velocity, m, m + 3);
    ref_slider_push_edge(r, at, normal, rounded(s, golden_mu), velocity, m + 5,
                         m + 8, &slip);
    for (int k = 0; k < 10; k++) m[k] = short_number(m[k]);
  }
  const double bar = s->model.is_float ? 1e-3 : 1e-9;
  for (int d = 0; d < 5; d++)
    bars[d] = bar * (d < 2    ? 3 * speed
                     : d == 2 ? 3 * speed / s->inside
                              : s->mu * s->mass * s->gravity[2] * s->e[d - 3]);
  plan_number(plan, "golden_mu", golden_mu);
  plan_numbers(plan, "golden_pushes", pushes, 4 * GOLDENS);
  plan_numbers(plan, "golden_moves", moves, 10 * GOLDENS);
  plan_numbers(plan, "golden_push_bars", bars, 5);
}

void slider_plan_goldens(const Slider *s, Plan *plan)
{
  const RefSlider r = slider_reference(s);
  const double dt = s->dt > 0 ? s->dt : 0.0078125; /* exact in float, too */
  plan_steps(s, &r, s->dt > 0 ? rounded(s, dt) : dt, plan);
  plan_pushes(s, &r, plan);
}
