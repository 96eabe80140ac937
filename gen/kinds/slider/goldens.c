/* goldens.c: steps and pushes of a slider, and their results by the reference.
 * In: a Slider. Out: its Goldens, with a tolerance for each number.
 *
 * Invariant: no number comes from emitted code. */
#include <math.h>

#include "base/base.h"
#include "plan/plan.h"
#include "kinds/slider/reference.h"

enum { GOLDENS = 4 };
static const double golden_mu = 0.25;

/* Returns an input with few digits, exact in the solver's type. */
static double input(const Slider *s, double value)
{
  const double few = number_rounded(value, 4);
  return s->model.is_float ? float_rounded(few) : few;
}

/* Adds steps of a fast body, of a slow spinning body, of one about to stop, and
 * of a held one; speeds are relative to the loss by friction in a step. */
static void add_steps(const Slider *s, const RefSlider *r, double dt,
                      Goldens *goldens)
{
  static const double shapes[GOLDENS][6] = {{25, -14, 20, 0.4, 0.3, -0.2},
                                            {2, 1, -30, -0.5, 0.1, 0.3},
                                            {0.7, 0.8, 0.6, 0.1, 0.2, 0.1},
                                            {0.1, -0.2, 0.1, 0.3, 0.1, 0.2}};
  const double unit = s->mu * s->gravity[2] * dt;
  const double load = s->mu * s->mass * s->gravity[2];
  double *starts = run_doubles(goldens->run, 6 * GOLDENS);
  double *ends = run_doubles(goldens->run, 9 * GOLDENS);
  double *tolerances = run_doubles(goldens->run, 9);
  for (int i = 0; i < GOLDENS; i++) {
    double *v = starts + 6 * i, *f = v + 3, *end = ends + 9 * i;
    for (int d = 0; d < 3; d++) {
      v[d] = input(s, shapes[i][d] * unit * s->e[d] *
                          (d < 2 ? 1 : s->mass / s->inertia));
      f[d] = input(s, shapes[i][3 + d] * load * s->e[d]);
    }
    RefSlide slide;
    ref_slider_slide(r, v, f, dt, &slide);
    const double result[] = {slide.v[0],  slide.v[1],     slide.v[2],
                             slide.p[0],  slide.p[1],     slide.p[2],
                             slide.sigma, slide.point[0], slide.point[1]};
    for (int k = 0; k < 9; k++) end[k] = golden_digits(result[k]);
  }
  /* Rounding of gravity along the table matters if gravity is far above
   * friction.
   */
  const double pull = hypot(s->gravity[0], s->gravity[1]) * dt;
  const double rounding = s->model.is_float ? 0x1p-24 : 1e-12; /* digits */
  const double tolerance =
      (s->model.is_float ? 1e-3 : 1e-9) +
      16 * rounding * pull / (unit * fmin(s->e[0], s->e[1]));
  const double e[] = {s->e[0], s->e[1], s->e[2] * s->mass / s->inertia};
  for (int d = 0; d < 3; d++) {
    tolerances[d] = tolerance * 30 * unit * e[d];
    tolerances[3 + d] = tolerance * 30 * load * dt * s->e[d];
    tolerances[6] = fmax(tolerances[6], tolerance * 30 * unit * s->e[d] * e[d]);
  }
  tolerances[7] = tolerances[8] =
      tolerance * s->mu * fmax(s->e[0], s->e[1]) * (s->height + 1e-6);
  for (int k = 0; k < 9; k++) tolerances[k] = number_rounded(tolerances[k], 2);
  goldens_number(goldens, "goldens", GOLDENS);
  goldens_number(goldens, "golden_dt", dt);
  goldens_numbers(goldens, "golden_starts", starts, 6 * GOLDENS);
  goldens_numbers(goldens, "golden_ends", ends, 9 * GOLDENS);
  goldens_numbers(goldens, "golden_bars", tolerances, 9);
}

static void add_pushes(const Slider *s, const RefSlider *r, Goldens *goldens)
{
  static const double shapes[GOLDENS][4] = {{-1, 0.2, 1, 0.1},
                                            {-0.8, -0.5, 0.7, 0.9},
                                            {-1, 0.9, 1, -1.2},
                                            {-0.6, 0, 1, 0}};
  const double normal[2] = {1, 0}, speed = 0.01;
  double *pushes = run_doubles(goldens->run, 4 * GOLDENS);
  double *moves = run_doubles(goldens->run, 10 * GOLDENS);
  double *tolerances = run_doubles(goldens->run, 5);
  for (int i = 0; i < GOLDENS; i++) {
    double *at = pushes + 4 * i, *velocity = at + 2, slip;
    for (int d = 0; d < 4; d++)
      at[d] = input(s, shapes[i][d] * (d < 2 ? s->inside : speed));
    double *m = moves + 10 * i;
    ref_slider_push(r, at, velocity, m, m + 3);
    ref_slider_push_edge(r, at, normal, input(s, golden_mu), velocity, m + 5,
                         m + 8, &slip);
    for (int k = 0; k < 10; k++) m[k] = golden_digits(m[k]);
  }
  const double tolerance = s->model.is_float ? 1e-3 : 1e-9;
  for (int d = 0; d < 5; d++)
    tolerances[d] = number_rounded(
        tolerance * (d < 2    ? 3 * speed
                     : d == 2 ? 3 * speed / s->inside
                              : s->mu * s->mass * s->gravity[2] * s->e[d - 3]),
        2);
  goldens_number(goldens, "golden_mu", golden_mu);
  goldens_numbers(goldens, "golden_pushes", pushes, 4 * GOLDENS);
  goldens_numbers(goldens, "golden_moves", moves, 10 * GOLDENS);
  goldens_numbers(goldens, "golden_push_bars", tolerances, 5);
}

static Goldens *goldens_here(const Model *model)
{
  const Slider *s = (const Slider *)model;
  const RefSlider r = slider_reference(s);
  const double dt = s->dt > 0 ? s->dt : GOLDEN_DT;
  Goldens *goldens = goldens_new(model->run);
  add_steps(s, &r, s->model.is_float ? float_rounded(dt) : dt, goldens);
  add_pushes(s, &r, goldens);
  return goldens;
}

Goldens *slider_goldens(const Model *model)
{
  static const char *const names[] = {"golden_starts", "golden_ends",
                                      "golden_bars",   "golden_pushes",
                                      "golden_moves",  "golden_push_bars",
                                      NULL};
  Goldens *goldens = goldens_here(model);
  goldens_corners(goldens, model, goldens_here, names);
  return goldens;
}
