/* plan_crowd.c: the form of a batch with one contact per lane. In: a Contact
 * and the grouping of its cells. Out: a decision, numbers and structs of that
 * form.
 *
 * Invariant: inputs and states below the bounds cannot make a result overflow.
 */
#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/cells/cells.h"

/* Bytes of a lane: four vectors of the widest kind; the most bristles for which
 * a state per lane is faster than a state in lanes. */
enum { CROWD_BYTES = 256, MOST_BRISTLES = 32 };

static const char *reason_against(const Contact *c, const Grouping *g)
{
  const Lugre *f = &c->lugre;
  if (!g->is_loop) return "single steps are straight-line code";
  if (c->cells.count > MOST_BRISTLES)
    return "one state fills the vectors by itself";
  if (c->stretch) return "the patch is stretched";
  if (contact_has_reach(c)) return "the reach of bristles differs from cell to cell";
  if (contact_shortens(c)) return "bristles are shortened to the tuning first";
  if (f->sigma0 > 1e11 || f->sigma0 < 1 || f->mu_c > 1e3 || f->mu_c < 1e-3)
    return "parameters of unusual size";
  return NULL;
}

bool cells_has_crowd(const Contact *c, const Grouping *g)
{
  return !reason_against(c, g);
}

/* Plans the struct for the ends of implicit steps of many contacts. */
static void plan_ends(const Contact *c, int lanes, Plan *plan)
{
  MemberGroup *groups;
  const size_t count = cells_ends(c, lanes, plan->run, &groups);
  plan_record(plan, "crowd_ends", groups, count);
}

bool cells_plan_crowd(const Contact *c, const Grouping *g, Plan *plan)
{
  const char *against = reason_against(c, g);
  const bool is_float = c->model.is_float;
  const int lanes = CROWD_BYTES / (is_float ? 4 : 8);
  const bool is_wide = !against && !cells_reason_against_wide(c);
  plan_flag(plan, "has_crowd_wide", is_wide);
  if (against) {
    plan_decide(plan, "batch", "one by one", "%s", against);
    return false;
  }
  plan_decide(plan, "batch", "a state per lane",
              "%d bristles fill vectors badly; %d states fill them",
              c->cells.count, lanes);
  plan_number(plan, "crowd", lanes);
  plan_number(plan, "trace_of_q2", is_float ? 1e4 : 1e-170);
  plan_number(plan, "most_bound", is_float ? 1e12 : 1e30);
  plan_number(plan, "most_v2", is_float ? 1e6 : 1e60);
  plan_number(plan, "most_fn", is_float ? 1e6 : 1e30);
  plan_number(plan, "most_dt", is_float ? 10 : 1e30);
  if (is_wide) cells_plan_wide(c, plan);
  if (c->step == STEP_IMPLICIT) plan_ends(c, lanes, plan);
  return true;
}
