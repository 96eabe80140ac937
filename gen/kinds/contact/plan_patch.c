/* plan_patch.c: what templates need of a patch that depends on the normal
 * force, or that has bristles in place of cells. In: a Contact. Out: holes.
 *
 * Invariant: a contact without levels has the same names in its templates. */
#include "base/base.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "pressure/pressure.h"
#include "kinds/contact/contact.h"

void contact_plan_shares(const Contact *c, Plan *plan)
{
  if (!c->levels) return;
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
}

/* A line of the header for each level. */
static const char *level_lines(const Contact *c, Run *run)
{
  Text text = text_new(run);
  for (int i = 0; i < c->levels->count; i++) {
    const Contact *at = contact_at(c, c->levels->fn[i]);
    text_add(&text, "%s *   fn = %-10.6g CoP (%.6g, %.6g), r = %.6g, u = %.6g",
             i ? "\n" : "", at->fn, at->cop[0], at->cop[1], at->r, at->u);
  }
  return text.chars;
}

void contact_plan_levels(const Contact *c, Plan *plan)
{
  const char *name = c->model.name;
  Run *run = plan->run;
  plan_flag(plan, "has_levels", c->levels != NULL);
  if (!c->levels) {
    plan_text(plan, "patch_par", "");
    plan_text(plan, "patch_arg", "");
    plan_text(plan, "block_shares", run_printf(run, "%s_shares(b)", name));
    plan_text(plan, "share", run_printf(run, "%s_w[k]", name));
    return;
  }
  plan_text(plan, "patch_par",
            run_printf(run, ", const %s_patch *patch", name));
  plan_text(plan, "patch_arg", ", patch");
  plan_text(plan, "block_shares",
            run_printf(run, "k->share + b*%s_lanes", name));
  plan_text(plan, "share", run_printf(run, "%s_share(patch, k)", name));
  plan_figure(plan, "levels", c->levels->count);
  plan_figure(plan, "fn_least", c->levels->fn[0]);
  plan_figure(plan, "fn_largest", c->levels->fn[c->levels->count - 1]);
  plan_figure(plan, "levels_error", c->levels->error);
  plan_text(plan, "level_lines", level_lines(c, run));
  plan_numbers(plan, "level_fn", c->levels->fn, (size_t)c->levels->count);
}

void contact_plan_compression(const Contact *c, Plan *plan)
{
  Text list = text_new(plan->run);
  for (int k = 0; k < c->cells.count; k++)
    text_add(&list, "%s *  %13.6e %13.6e  %.6e", k > 0 ? "\n" : "",
             c->cells.x[k], c->cells.y[k], c->cells.w[k]);
  plan_text(plan, "bristle_list", list.chars);
  plan_figure(plan, "map_cells", c->map->count);
  plan_figure(plan, "degree", c->compression->degree);
  plan_figure(plan, "images", c->compression->images);
  plan_figure(plan, "limit_error", c->compression->error);
}
