/* plan_crowd.c: the form of a reduced contact's batch. In: a Contact. Out: a
 * decision, and the numbers and the struct of a batch on four vectors at once.
 *
 * Invariant: inputs and states below the bounds cannot make a result overflow.
 */
#include <math.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/reduced/reduced.h"

/* Returns a power of two next to sigma0/mu_c. */
static double scale_of(const Lugre *f)
{
  return exp2(round(log2(f->sigma0 / f->mu_c)));
}

/* Returns why statements for four vectors do not suit the contact, or NULL. */
static const char *reason_against(const Contact *c)
{
  if (c->model.is_reproducible)
    return "first guesses of roots differ between processors";
  if (contact_shortens(c)) return "bristles are shortened to the tuning first";
  if (contact_is_unusual(c) || (c->model.is_float && scale_of(&c->lugre) > 1e9))
    return "parameters of unusual size";
  return NULL;
}

/* Plans the struct for the numbers of a block of contacts. */
static void plan_struct(const Contact *c, int lanes, Plan *plan)
{
  static const char *const about = "as in _place";
  const ContactTable *made =
      c->form == CONTACT_REDUCED ? contact_table_needed(c) : NULL;
  const bool is_potential = made && made->potential;
  const bool is_cubic =
      made && made->table && contact_interp(c) == SURFACE_CUBIC;
  const MemberGroup always[] = {
      {"v[3] v2 s", lanes, "V at the centre of pressure, |V|^2, |V|"},
      {"zmax decay", lanes, "g/sigma0; the rate of relaxation"},
      {"wrench[3] odd", lanes, NULL}};
  const MemberGroup fading = {"damping", lanes, "sigma1/sigma0"};
  const MemberGroup yields = {"abar", lanes, NULL};
  const MemberGroup surface = {"h[3]", lanes, "the limit surface; 0 at rest"};
  const MemberGroup potential[] = {
      {"x y a b sign[3]", lanes, about},
      {"node row face", lanes, about, true},
      {"wx[4] dx[4]", lanes, "weights of rows and their slopes"}};
  const MemberGroup table[] = {{"x y sign", lanes, about},
                               {"node row", lanes, about, true}};
  MemberGroup *groups = run_alloc(plan->run, 12 * sizeof *groups);
  size_t count = 0;
  for (size_t i = 0; i < COUNT(always); i++) groups[count++] = always[i];
  if (c->lugre.v_d > 0) groups[count++] = fading;
  if (made && c->torsion == TORSION_MATCHED && c->lugre.s_ba > 0)
    groups[count++] = yields;
  if (made) groups[count++] = surface;
  for (size_t i = 0; is_potential && i < COUNT(potential); i++)
    groups[count++] = potential[i];
  for (size_t i = 0; made && !is_potential && i < COUNT(table); i++)
    groups[count++] = table[i];
  if (made && !is_potential && !is_cubic)
    groups[count++] = (MemberGroup){"share[4]", lanes, "of the nodes"};
  plan_record(plan, "crowd_struct", groups, count);
  plan_flag(plan, "has_quads", made && !is_cubic);
}

static void plan_bounds(const Contact *c, Plan *plan)
{
  const bool is_float = c->model.is_float;
  plan_number(plan, "kappa", scale_of(&c->lugre));
  plan_number(plan, "crowd_tiny", is_float ? 1e-30 : 1e-280);
  plan_number(plan, "stride_cut", is_float ? 30 : 60);
  plan_number(plan, "most_v2", is_float ? 1e6 : 1e12);
  plan_number(plan, "most_z2", is_float ? 1 : 1e6);
  plan_number(plan, "most_fn", is_float ? 1e6 : 1e12);
  plan_number(plan, "least_fn", is_float ? 1e-30 : 1e-280);
  plan_number(plan, "most_dt", is_float ? 10 : 1e6);
  plan_short_sine(plan, "crowd_sine", 1);
}

const char *reduced_plan_crowd(const Contact *c, int lanes, Plan *plan)
{
  const bool is_skewed = c->stretch && !c->stretch->is_straight;
  const bool is_single = c->levels || is_skewed || c->step == STEP_IMPLICIT;
  const char *against = is_single ? NULL : reason_against(c);
  plan_flag(plan, "has_crowd_wide", !is_single && !against);
  plan_flag(plan, "has_stride", false);
  plan_flag(plan, "has_stride_exp", false);
  if (is_single) return "batch.c";
  if (against) {
    plan_decide(plan, "batch", c->stretch ? "one by one" : "short passes", "%s",
                against);
    return c->stretch ? "batch.c" : "reduced/batch.c";
  }
  plan_decide(plan, "batch", "a state per lane",
              "%d states, statements for two vectors side by side", lanes);
  plan_struct(c, lanes, plan);
  plan_bounds(c, plan);
  return "reduced/batch.c";
}
