/* plan_patch.c: plans a patch that depends on the normal force, or that has
 * bristles in place of cells. In: a Contact. Out: holes.
 *
 * Invariant: a contact without levels fills the same holes. */
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "pressure/pressure.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/stretch.h"

int contact_plan_shares(const Contact *c, Plan *plan)
{
  const Levels *l = c->levels;
  const Cells *cells = &c->cells;
  const size_t n = (size_t)cells->count, count = (size_t)l->count;
  double *w = run_doubles(plan->run, n * count);
  double *moments = run_doubles(plan->run, 3 * count);
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < n; k++) w[i * n + k] = l->all[i][cells->index[k]];
    cells_moments(cells, w + i * n, moments + 3 * i);
  }
  plan_numbers(plan, "level_w", w, n * count);
  plan_numbers(plan, "level_moments", moments, 3 * count);
  return (int)((n + 3 + 1) * count); /* and the levels themselves */
}

void contact_plan_levels(const Contact *c, Plan *plan)
{
  enum { FIGURES = 4 };
  plan_flag(plan, "has_levels", c->levels != NULL);
  if (!c->levels) return;
  const size_t count = (size_t)c->levels->count;
  double *figures = run_doubles(plan->run, FIGURES * count);
  for (size_t i = 0; i < count; i++) {
    const Contact *at = contact_at(c, c->levels->fn[i]);
    contact_patch_figures(at, figures + FIGURES * i);
  }
  plan_figure(plan, "levels", c->levels->count);
  plan_figure(plan, "fn_least", c->levels->fn[0]);
  plan_figure(plan, "fn_largest", c->levels->fn[c->levels->count - 1]);
  if (!c->axis) plan_figure(plan, "levels_error", c->levels->error);
  plan_numbers(plan, "level_fn", c->levels->fn, count);
  plan_numbers(plan, "level_figures", figures, FIGURES * count);
}

void contact_plan_compression(const Contact *c, Plan *plan)
{
  plan_figure(plan, "map_cells", c->map->count);
  plan_figure(plan, "degree", c->compression->degree);
  plan_figure(plan, "images", c->compression->images);
  plan_figure(plan, "limit_error", c->compression->error);
  plan_flag(plan, "has_motion_error", c->compression->has_motion);
  if (!c->compression->has_motion) return;
  plan_figure(plan, "motion_error", c->compression->motion);
  plan_figure(plan, "motion_end_error", c->compression->motion_end);
}
