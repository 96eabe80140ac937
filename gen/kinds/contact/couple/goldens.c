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

/* Writes the twist at the end from a body at rest; 0 if there is none, or if one
 * from v0 or -v0 is another: friction that falls with speed may have several. */
static int is_sole_end(const RefCoupling *coupling, double near, double twist[3])
{
  const double rest[3] = {0};
  if (ref_couple(coupling, rest, twist) != BR_OK) return 0;
  for (int way = -1; way <= 1; way += 2) {
    double start[3], other[3];
    for (int i = 0; i < 3; i++) start[i] = way * coupling->v0[i];
    if (ref_couple(coupling, start, other) != BR_OK) continue;
    for (int i = 0; i < 3; i++)
      if (fabs(other[i] - twist[i]) * (i == 2 ? coupling->length : 1) > near)
        return 0;
  }
  return 1;
}

/* A body whose mass makes a step of 1 ms stiff, pushed beyond breakaway; a heavier
 * one where the equation has no sole solution for it, as at the seams of a table. */
void couple_goldens(const Contact *c, const double *z, Goldens *goldens)
{
  enum { HEAVIER = 16, BODIES = 8 };
  if (c->couple == 0) return;
  Run *run = c->model.run;
  const double length = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2;
  const double speed = 10 * lugre_speed(&c->lugre);
  Start s = {c, couple_reference(c), z, 0.0009765625};
  double *v0 = run_doubles(run, 3), *w = run_doubles(run, 9);
  double *twist = run_doubles(run, 3);
  const double directions[3] = {0.8, -0.3, 0.5};
  for (int i = 0; i < 3; i++) {
    const double unit = i == 2 ? length : 1;
    v0[i] = float_rounded(directions[i] * speed / unit);
  }
  const RefCoupling coupling = {1, step_wrench, &s, v0, w, s.dt, length};
  double mass = 0.1 * c->fn;
  int is_found = 0;
  for (int i = 0; i < BODIES && !is_found; i++, mass *= HEAVIER) {
    for (int d = 0; d < 3; d++) {
      const double unit = d == 2 ? length : 1;
      w[4 * d] = float_rounded(1 / (mass * unit * unit));
    }
    is_found = is_sole_end(&coupling, 1e-3 * speed, twist);
  }
  if (!is_found)
    run_fail(run, c->model.spec->root.where,
             "internal: the reference finds no sole twist for the self-test");
  for (int i = 0; i < 3; i++) twist[i] = golden_digits(twist[i]);
  goldens_numbers(goldens, "couple_v0", v0, 3);
  goldens_numbers(goldens, "couple_w", w, 9);
  goldens_numbers(goldens, "couple_twist", twist, 3);
  goldens_number(goldens, "couple_dt", s.dt);
  goldens_number(goldens, "couple_bar",
                 number_rounded((c->model.is_float ? 1e-3 : 1e-9) * speed, 6));
  goldens_number(goldens, "couple_length", length);
}
