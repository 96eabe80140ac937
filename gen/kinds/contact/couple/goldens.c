/* goldens.c: one step of a contact and a body by the reference, for the
 * self-test of _couple. In: a Contact and the bristles of its pattern. Out:
 * Goldens.
 *
 * Invariant: no number comes from emitted code. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "bristle_rt.h"
#include "plan/plan.h"
#include "kinds/contact/couple/couple.h"
#include "kinds/contact/couple/reference.h"

typedef struct Start {
  const Contact *contact;
  CoupleReference reference;
  const double *z;
  double dt;
} Start;

static int step_wrench(const void *context, int i, const long double twist[3],
                       long double wrench[3])
{
  const Start *s = context;
  (void)i;
  return couple_reference_step(&s->reference, s->z, twist, s->contact->fn,
                               s->dt, NULL, wrench);
}

/* A body whose mass makes a step of 1 ms stiff, pushed beyond breakaway; a heavier
 * one where the equation has no solution for it, as at the seams of a table. */
void couple_goldens(const Contact *c, const double *z, Goldens *goldens)
{
  enum { HEAVIER = 16, BODIES = 8 };
  if (c->couple == 0) return;
  Run *run = c->model.run;
  const double length = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2;
  const double speed = 10 * lugre_speed(&c->lugre);
  Start s = {c, couple_reference(c), z, 0.0009765625};
  double *v0 = run_doubles(run, 3), *w = run_doubles(run, 9);
  double *twist = run_doubles(run, 3), start[3] = {0};
  const double directions[3] = {0.8, -0.3, 0.5};
  for (int i = 0; i < 3; i++) {
    const double unit = i == 2 ? length : 1;
    v0[i] = float_rounded(directions[i] * speed / unit);
  }
  const RefCoupling coupling = {1, step_wrench, &s, v0, w, s.dt, length};
  double mass = 0.1 * c->fn;
  int status = BR_NO_CONVERGENCE;
  for (int i = 0; i < BODIES && status != BR_OK; i++, mass *= HEAVIER) {
    for (int d = 0; d < 3; d++) {
      const double unit = d == 2 ? length : 1;
      w[4 * d] = float_rounded(1 / (mass * unit * unit));
    }
    status = ref_couple(&coupling, start, twist);
  }
  if (status != BR_OK)
    run_fail(run, c->model.spec->root.where,
             "internal: the reference finds no twist for the self-test");
  for (int i = 0; i < 3; i++) twist[i] = golden_digits(twist[i]);
  goldens_numbers(goldens, "couple_v0", v0, 3);
  goldens_numbers(goldens, "couple_w", w, 9);
  goldens_numbers(goldens, "couple_twist", twist, 3);
  goldens_number(goldens, "couple_dt", s.dt);
  goldens_number(goldens, "couple_bar",
                 number_rounded((c->model.is_float ? 1e-3 : 1e-9) * speed, 6));
  goldens_number(goldens, "couple_length", length);
}
