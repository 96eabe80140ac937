/* verify_tune.c: compares a tuned contact with the reference at corners of the
 * box of its tuning, and at random points in the box. In: a Contact and its
 * solver. Out: the checks of all contacts at these points, and of _tune.
 *
 * Invariant: the reference gets the values that the solver got. */
#include "base/base.h"
#include "backend/backend.h"
#include "verify/verify.h"
#include "kinds/contact/contact.h"

typedef struct TuneTrial {
  const Contact *contact;
  const Solver *solver;
  Verification *verification;
  ContactVerify *all;
} TuneTrial;

static void verify_at(void *context, const double *values)
{
  const TuneTrial *t = context;
  t->all(contact_tuned(t->contact, values),
         solver_tuned(t->contact->model.run, t->solver, values),
         t->verification);
}

void contact_verify_tuning(const Contact *c, const Solver *solver,
                           Verification *verification, ContactVerify *all)
{
  TuneTrial trial = {c, solver, verification, all};
  const BoxTrial box = {.model = &c->model,
                        .solver = solver,
                        .state = solver_state(c->model.run, solver),
                        .verification = verification,
                        .at = verify_at,
                        .context = &trial,
                        .is_brief = c->body};
  verify_box(&box);
}
