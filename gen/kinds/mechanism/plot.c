/* plot.c: the picture of a mechanism: the motion of its scenario. In: a
 * Mechanism, a recording. Out: Pictures.
 *
 * Invariant: the columns are those of simulate.c. */
#include "base/base.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "results/results.h"
#include "kinds/mechanism/mechanism.h"

bool mechanism_draws_motion(const Model *model)
{
  (void)model;
  return true;
}

/* Coordinates; the contact point and what acts on it, or energies. */
void mechanism_picture(const Model *model, const Recording *recording,
                       Pictures *pictures)
{
  const Mechanism *s = (const Mechanism *)model;
  Text names = text_new(model->run);
  Plan *plan =
      picture_new(pictures, "motion", "mechanism/motion.gp", 900, 1000);
  for (size_t i = 0; i < recording->ncolumns; i++)
    text_add(&names, "%s%s", i ? " " : "", recording->columns[i].name);
  plan_recording(plan, recording);
  plan_text(plan, "names", names.chars);
  plan_number(plan, "n", s->n);
  plan_number(plan, "d", s->d);
  plan_number(plan, "point", 2 + 2 * s->n + s->nu); /* its first column */
  plan_flag(plan, "has_friction", s->friction.law != NULL);
  plan_flag(plan, "has_potential", s->potential.function != NULL);
}
