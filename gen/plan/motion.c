/* motion.c: the picture of a motion: panels one below the other with a common
 * time axis. In: a recording, and the columns of each panel. Out: a Picture.
 *
 * Invariant: a curve of rounding errors is drawn as zero. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "results/results.h"

enum { PANEL_HEIGHT = 165, MARGIN_HEIGHT = 130, WIDTH = 900 };

static double largest_of_axis(const Recording *r, const PanelAxis *axis)
{
  double largest = 0;
  for (size_t k = axis->first; k < axis->first + axis->count; k++)
    largest = fmax(largest, recording_largest(r, k));
  return largest;
}

/* Returns the largest value of all left axes with that quantity. */
static double largest_of_quantity(const Recording *r, const Panel *panels,
                                  size_t npanels, const char *quantity)
{
  double largest = 0;
  for (size_t i = 0; i < npanels; i++)
    if (strcmp(panels[i].left.quantity, quantity) == 0)
      largest = fmax(largest, largest_of_axis(r, &panels[i].left));
  return largest;
}

/* Sets the columns of an axis to zero that are rounding errors beside `scale`.
 */
static void drop_rounding(Recording *r, const PanelAxis *axis, double scale)
{
  for (size_t k = axis->first; k < axis->first + axis->count; k++)
    if (recording_largest(r, k) <= 1e-9 * scale)
      for (size_t row = 0; row < r->nrows; row++)
        r->values[row * r->ncolumns + k] = 0;
}

/* Adds the curves of an axis, and its label to `labels`: the quantity with a
 * unit in which the numbers are neither long nor tiny. */
static void plan_axis(Plan *plan, const Recording *r, const PanelAxis *axis,
                      size_t panel, bool is_right, Text *labels)
{
  static const char *const prefixes[] = {"", "m", "\302\265", "n"};
  enum { LAST = COUNT(prefixes) - 1 };
  const char *unit = r->columns[axis->first].unit;
  const bool has_unit = strcmp(unit, "1") != 0;
  const double largest = largest_of_axis(r, axis);
  double factor = 1;
  int i = 0;
  for (; has_unit && largest > 0 && largest * factor < 0.1 && i < LAST; i++)
    factor *= 1e3;
  text_add(labels, "%s", axis->quantity);
  if (has_unit) text_add(labels, " (%s%s)", prefixes[i], unit);
  for (size_t k = 0; k < axis->count; k++) {
    const double curve[] = {(double)panel, (double)(axis->first + k + 1),
                            factor, axis->is_held, is_right};
    plan_row(plan, "curves", COUNT(curve), curve);
  }
}

/* Adds the intervals in which the contact sticks. */
static void plan_stick(Plan *plan, const Recording *r, const bool *sticks)
{
  plan_row(plan, "stick", 0, NULL);
  for (size_t row = 0; sticks && row < r->nrows; row++) {
    if (!sticks[row]) continue;
    size_t last = row;
    while (last + 1 < r->nrows && sticks[last + 1]) last++;
    const double interval[] = {r->values[row * r->ncolumns],
                               r->values[last * r->ncolumns]};
    if (last > row) plan_row(plan, "stick", 2, interval);
    row = last;
  }
}

Plan *picture_motion(Pictures *pictures, const Recording *recording,
                     const Panel *panels, size_t npanels, const bool *sticks)
{
  Run *run = pictures->model->run;
  const int height = MARGIN_HEIGHT + PANEL_HEIGHT * (int)npanels;
  Recording r = *recording;
  const size_t bytes = r.nrows * r.ncolumns * sizeof *r.values;
  r.values = run_alloc(run, bytes + 1);
  memcpy(r.values, recording->values, bytes);
  Plan *plan =
      picture_new(pictures, "motion", "common/motion.gp", WIDTH, height);
  Text labels = text_new(run), titles = text_new(run);
  for (size_t i = 0; i < r.ncolumns; i++)
    text_add(&titles, "%s ", r.columns[i].name);
  for (size_t i = 0; i < npanels; i++) {
    const PanelAxis *left = &panels[i].left, *right = &panels[i].right;
    const double scale =
        largest_of_quantity(&r, panels, npanels, left->quantity);
    drop_rounding(&r, left, scale);
    drop_rounding(&r, right, 1e-3 * scale);
    plan_axis(plan, &r, left, i + 1, false, &labels);
    text_add(&labels, "\t");
    if (right->count > 0) plan_axis(plan, &r, right, i + 1, true, &labels);
    text_add(&labels, right->count > 0 ? "\t" : " \t");
  }
  plan_recording(plan, &r);
  plan_stick(plan, &r, sticks);
  plan_text(plan, "labels", labels.chars);
  plan_text(plan, "titles", titles.chars);
  plan_text(plan, "what",
            sticks ? "the motion of the scenario; the contact sticks where the "
                     "background is grey"
                   : "the motion of the scenario");
  plan_number(plan, "npanels", (double)npanels);
  plan_number(plan, "height", height);
  return plan;
}
