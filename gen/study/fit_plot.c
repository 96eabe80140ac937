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

/* Adds the rows of a track: time, speed, measured, modelled, residual. Returns
 * the end of the time axis. */
static double add_rows(Plan *plan, const FitResult *r, size_t track,
                       const char *hole, size_t every, double shift)
{
  const Track *t = &r->fitting->tracks[track];
  double *model = run_doubles(r->run, t->n);
  fit_evaluate(r->fit, t, track, model, NULL);
  for (size_t k = 0; k < t->n; k += every)
    plan_row(plan, hole, 5,
             (double[]){shift + t->t[k] - t->t[0], t->path.v[k], t->measured[k],
                        model[k], t->measured[k] - model[k]});
  return shift + t->t[t->n - 1] - t->t[0];
}

void fit_draw(const FitResult *r, const char *path)
{
  const Fitting *f = r->fitting;
  Pictures pictures = {f->model};
  Plan *plan = picture_new(&pictures, "fit", "common/fit.gp", WIDTH, HEIGHT);
  size_t all = 0;
  double end = 0, cuts[2] = {0};
  for (size_t t = 0; t < f->ntracks; t++) all += f->tracks[t].n;
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
  plan_text(plan, "unit", f->unit);
  plan_text(plan, "law", f->law);
  plan_text(plan, "speed_unit", f->speed_unit);
  plan_number(plan, "rms", r->laws[0].fitted);
  plan_number(plan, "rms_held", f->nheld > 0 ? r->laws[0].held : 0);
  picture_draw(pictures.first, path);
}
