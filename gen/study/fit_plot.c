/* fit_plot.c: the picture of a fit. In: a FitResult. Out: measured and modelled
 * output over time and over speed, with the residual, held-out rows marked.
 *
 * Invariant: every row that is drawn is one of the logs'; a long log is
 * thinned. */
#include <math.h>

#include "base/base.h"
#include "emit/emit.h"
#include "plan/plan.h"
#include "study/study.h"

enum { MOST_ROWS = 4000, WIDTH = 900, HEIGHT = 760 };

enum { MOST_OUTPUTS = 3, FIRST = 4 };

/* The first outputs have panels. */
static size_t drawn_outputs(const Fitting *f)
{
  return f->outputs == 0 ? 1 : f->outputs < MOST_OUTPUTS ? f->outputs
                                                         : MOST_OUTPUTS;
}

/* Adds the rows of a track: time, speed, measured and modelled size of the
 * output (with its sign if there is one output), then for each output what was
 * measured, modelled, and the residual. Returns the end of the time axis. */
static double add_rows(Plan *plan, const FitResult *r, size_t track,
                       const char *hole, size_t every, double shift)
{
  const Fitting *f = r->fitting;
  const Track *t = &f->tracks[track];
  const size_t rows = fit_rows(f, t), outputs = drawn_outputs(f);
  double *model = run_doubles(r->run, t->n);
  fit_evaluate(r->fit, t, track, model, NULL);
  const double start = t->t[t->skip];
  for (size_t k = t->skip; k < rows; k += every) {
    double row[FIRST + 3 * MOST_OUTPUTS] = {shift + t->t[k] - start,
                                            t->path.v[k]};
    for (size_t o = 0; o < outputs; o++) {
      const double measured = t->measured[o * rows + k];
      const double modelled = model[o * rows + k];
      double *to = row + FIRST + 3 * o;
      to[0] = measured;
      to[1] = modelled;
      to[2] = measured - modelled;
      row[2] = outputs > 1 ? hypot(row[2], measured) : measured;
      row[3] = outputs > 1 ? hypot(row[3], modelled) : modelled;
    }
    plan_row(plan, hole, FIRST + 3 * outputs, row);
  }
  return shift + t->t[rows - 1] - start;
}

void fit_draw(const FitResult *r, const char *path)
{
  const Fitting *f = r->fitting;
  Pictures pictures = {f->model};
  const size_t outputs = drawn_outputs(f);
  Plan *plan = picture_new(&pictures, "fit", "common/fit.gp", WIDTH,
                           HEIGHT + 170 * (int)(outputs - 1));
  size_t all = 0;
  double end = 0, cuts[2] = {0};
  for (size_t t = 0; t < f->ntracks; t++) all += fit_rows(f, &f->tracks[t]);
  const size_t every = 1 + all / MOST_ROWS;
  for (size_t t = 0; t < f->ntracks; t++) {
    const bool is_held = t >= f->ntracks - f->nheld;
    if (t == f->ntracks - f->nheld) cuts[0] = end;
    end = add_rows(plan, r, t, is_held ? "held" : "fitted", every, end);
  }
  cuts[1] = end;
  plan_flag(plan, "has_held", f->nheld > 0);
  plan_number(plan, "cut", cuts[0]);
  plan_number(plan, "end_", cuts[1]);
  plan_text(plan, "output", f->output);
  plan_number(plan, "fit_outputs", (double)outputs);
  for (size_t o = 0; o < outputs; o++)
    plan_text(plan, run_printf(r->run, "output_%zu", o),
              f->output_names
                  ? f->output_names[o]
                  : run_printf(r->run, "%s (%s)", f->output, f->unit));
  plan_text(plan, "unit", f->unit);
  plan_text(plan, "law", f->law);
  plan_text(plan, "speed_unit", f->speed_unit);
  plan_number(plan, "rms", r->laws[0].fitted);
  plan_number(plan, "rms_held", f->nheld > 0 ? r->laws[0].held : 0);
  picture_draw(pictures.first, path);
}
