/* fit_report.c: the result of a fit for people, and as JSON. In: a FitResult.
 * Out: texts. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "study/study.h"

static const char *const interval_names[] = {"plain", "coloured", "resampled"};
static const char *const interval_reasons[] = {
    "residuals are white", "residuals are alike over several rows",
    "the encoder is coarse: read again 12 times along the fitted path"};

/* Correlations below this one are not shown. */
static const double SHOWN = 0.9;

static double value_of(const FitResult *r, size_t i)
{
  double values[FIT_MOST];
  fit_values(r->fit, 0, values);
  return values[i];
}

/* Returns the order of laws by the error on what was held out. */
static void by_held(const FitResult *r, size_t order[FIT_LAWS + 1])
{
  for (size_t i = 0; i < r->nlaws; i++) order[i] = i;
  for (size_t i = 1; i < r->nlaws; i++)
    for (size_t k = i; k > 0; k--) {
      const FitLaw *a = &r->laws[order[k - 1]], *b = &r->laws[order[k]];
      const bool swaps = isfinite(a->held) ? b->held < a->held
                                           : b->fitted < a->fitted;
      if (!swaps) break;
      const size_t other = order[k];
      order[k] = order[k - 1];
      order[k - 1] = other;
    }
}

static const FitMotion *best_motion(const FitTelling *t)
{
  const FitMotion *best = NULL;
  for (size_t i = 0; i < t->nmotions; i++)
    if (!best || t->motions[i].width < best->width) best = &t->motions[i];
  return best;
}

/* ---- text ------------------------------------------------------------------
 */

static void add_parameter(const FitResult *r, size_t i, Text *text)
{
  const FitParameter *p = &r->fitting->parameters[i];
  const FitTelling *t = &r->telling;
  if (p->sort == FIT_STRETCH) return;
  text_add(text, "  %-14s ", p->name);
  if (t->told[i] == NOT_TOLD) {
    text_add(text, "not told: %s\n", t->why[i]);
    return;
  }
  text_add(text, "%-11.5g %.4g to %.4g %s", value_of(r, i), t->low[i],
           t->high[i], p->unit);
  const double width = (t->high[i] - t->low[i]) / 2 / fabs(value_of(r, i));
  if (p->sort == FIT_ASKED) text_add(text, "  (%.2g %%)", 100 * width);
  text_add(text, "%s\n", p->sort == FIT_SHARED ? "  (unknown besides)" : "");
}

static void add_correlations(const FitResult *r, Text *text)
{
  const Fitting *f = r->fitting;
  bool is_first = true;
  for (size_t i = 0; i < f->nparameters; i++)
    for (size_t j = 0; j < i; j++) {
      const double c = r->telling.correlation[i][j];
      if (fabs(c) < SHOWN || r->telling.told[i] == NOT_TOLD ||
          r->telling.told[j] == NOT_TOLD)
        continue;
      text_add(text, "%s%s and %s %.3f", is_first ? "  correlated: " : ", ",
               f->parameters[j].name, f->parameters[i].name, c);
      is_first = false;
    }
  if (!is_first) text_add(text, "\n");
}

static void add_motions(const FitResult *r, Text *text)
{
  const FitTelling *t = &r->telling;
  const FitMotion *best = best_motion(t);
  if (!best || t->widest < 0) return;
  text_add(text,
           "  2000 rows of %s would tell most: the widest interval, of %s, "
           "would become %.2g times as wide\n",
           best->name, r->fitting->parameters[t->widest].name, best->width);
}

static void add_laws(const FitResult *r, Text *text)
{
  const char *unit = r->fitting->unit;
  size_t order[FIT_LAWS + 1];
  by_held(r, order);
  text_add(text, "\n  %-28s %9s  %12s  %12s\n", "law", "fitted",
           run_printf(r->run, "fitted (%s)", unit),
           run_printf(r->run, "held out (%s)", unit));
  for (size_t k = 0; k < r->nlaws; k++) {
    const FitLaw *law = &r->laws[order[k]];
    text_add(text, "  %-28s %9zu  %12.4g  ",
             order[k] == 0 ? run_printf(r->run, "%s, as asked", law->name)
                           : law->name,
             law->free, law->fitted);
    if (isfinite(law->held))
      text_add(text, "%12.4g\n", law->held);
    else
      text_add(text, "%12s\n", "-");
  }
}

const char *fit_text(const FitResult *r)
{
  const Fitting *f = r->fitting;
  const FitTelling *t = &r->telling;
  Text text = text_new(r->run);
  text_add(&text, "%s: %s; %zu rows fitted, %zu held out", f->model->name,
           f->direction, r->rows, r->held_rows);
  if (r->gaps > 0) text_add(&text, "; %zu gaps", r->gaps);
  if (r->dropped > 0) text_add(&text, "; %zu rows without a number", r->dropped);
  text_add(&text, "\n");
  for (const char *const *note = f->notes; *note; note++)
    text_add(&text, "  %s\n", *note);
  if (f->steps)
    text_add(&text,
             "  the model takes %g steps from row to row; half as many change a "
             "parameter by at most %.2g %%\n",
             *f->steps, 100 * t->step_change);
  if (isfinite(t->counts))
    text_add(&text, "  breakaway is %.3g counts of the encoder%s\n", t->counts,
             t->counts < 10 && f->is_smoothed
                 ? ": too few for the motion to be given; log the drive and "
                   "give axis.inertia"
                 : "");
  text_add(&text, "\n  %-14s %-11s 95 %% interval\n", "parameter", "value");
  for (size_t i = 0; i < f->nparameters; i++) add_parameter(r, i, &text);
  text_add(&text, "\n  intervals: %s (%s)\n", interval_names[t->interval],
           interval_reasons[t->interval]);
  add_correlations(r, &text);
  add_motions(r, &text);
  text_add(&text, "  residuals: RMS %.4g %s", r->laws[0].fitted, f->unit);
  if (isfinite(r->laws[0].held))
    text_add(&text, ", held out %.4g %s", r->laws[0].held, f->unit);
  text_add(&text,
           "; autocorrelation %.2f, %.2f, %.2f at 1, 5, 20 rows\n",
           t->white[0], t->white[1], t->white[2]);
  if (r->nlaws > 1) add_laws(r, &text);
  return text.chars;
}

/* ---- JSON ------------------------------------------------------------------
 */

static json_t *json_finite(double value)
{
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_parameter(const FitResult *r, size_t i)
{
  const FitParameter *p = &r->fitting->parameters[i];
  const FitTelling *t = &r->telling;
  json_t *to =
      json_pack("{s:s, s:s, s:b}", "name", p->name, "unit", p->unit, "told",
                t->told[i] == TOLD);
  if (t->told[i] == TOLD) {
    json_object_set_new(to, "value", json_finite(value_of(r, i)));
    json_object_set_new(to, "low", json_finite(t->low[i]));
    json_object_set_new(to, "high", json_finite(t->high[i]));
  } else {
    json_object_set_new(to, "why", json_string(t->why[i]));
    json_object_set_new(to, "fixed_at", json_finite(value_of(r, i)));
  }
  return to;
}

static json_t *json_correlations(const FitResult *r)
{
  const Fitting *f = r->fitting;
  json_t *to = json_array();
  for (size_t i = 0; i < f->nparameters; i++)
    for (size_t j = 0; j < i; j++) {
      const double c = r->telling.correlation[i][j];
      if (r->telling.told[i] == NOT_TOLD || r->telling.told[j] == NOT_TOLD ||
          f->parameters[i].sort == FIT_STRETCH ||
          f->parameters[j].sort == FIT_STRETCH)
        continue;
      json_array_append_new(to, json_pack("{s:s, s:s, s:o}", "a",
                                          f->parameters[j].name, "b",
                                          f->parameters[i].name, "r",
                                          json_finite(c)));
    }
  return to;
}

static json_t *json_laws(const FitResult *r)
{
  size_t order[FIT_LAWS + 1];
  json_t *to = json_array();
  by_held(r, order);
  for (size_t k = 0; k < r->nlaws; k++) {
    const FitLaw *law = &r->laws[order[k]];
    json_array_append_new(
        to, json_pack("{s:s, s:b, s:I, s:o, s:o}", "law", law->name, "asked",
                      order[k] == 0, "parameters", (json_int_t)law->free, "fitted",
                      json_finite(law->fitted), "held_out",
                      json_finite(law->held)));
  }
  return to;
}

static json_t *json_motions(const FitResult *r)
{
  const FitTelling *t = &r->telling;
  json_t *to = json_array();
  for (size_t i = 0; i < t->nmotions; i++)
    json_array_append_new(
        to, json_pack("{s:s, s:s, s:o}", "motion", t->motions[i].name,
                      "parameter", r->fitting->parameters[t->widest].name,
                      "width", json_finite(t->motions[i].width)));
  return to;
}

const char *fit_json(const FitResult *r)
{
  const Fitting *f = r->fitting;
  const FitTelling *t = &r->telling;
  json_t *parameters = json_array();
  for (size_t i = 0; i < f->nparameters; i++)
    if (f->parameters[i].sort != FIT_STRETCH)
      json_array_append_new(parameters, json_parameter(r, i));
  json_t *notes = json_array();
  for (const char *const *note = f->notes; *note; note++)
    json_array_append_new(notes, json_string(*note));
  json_t *report = json_pack(
      "{s:s, s:s, s:s, s:s, s:o, s:o, s:s, s:o}", "spec",
      utf8_text(r->run, r->spec->file), "direction", f->direction, "output",
      f->output, "unit", f->unit, "notes", notes, "parameters", parameters,
      "intervals", interval_names[t->interval], "correlations",
      json_correlations(r));
  json_object_set_new(report, "rows", json_integer((json_int_t)r->rows));
  json_object_set_new(report, "held_rows",
                      json_integer((json_int_t)r->held_rows));
  json_object_set_new(report, "gaps", json_integer((json_int_t)r->gaps));
  json_object_set_new(report, "dropped", json_integer((json_int_t)r->dropped));
  json_object_set_new(report, "counts", json_finite(t->counts));
  json_object_set_new(report, "fitted", json_finite(r->laws[0].fitted));
  json_object_set_new(report, "held_out", json_finite(r->laws[0].held));
  json_object_set_new(report, "passes", json_integer(r->fit->passes));
  if (f->steps)
    json_object_set_new(report, "steps", json_integer((json_int_t)*f->steps));
  json_object_set_new(report, "autocorrelation",
                      json_pack("[f, f, f]", t->white[0], t->white[1],
                                t->white[2]));
  json_object_set_new(report, "motions", json_motions(r));
  json_object_set_new(report, "laws", json_laws(r));
  char *text = json_dumps(report, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
  const char *copy = run_printf(r->run, "%s", text);
  free(text);
  json_decref(report);
  return copy;
}
