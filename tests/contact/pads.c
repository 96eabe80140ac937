/* pads.c: see pads.h. */
#define _GNU_SOURCE
#include "contact/pads.h"

#include <criterion/criterion.h>
#include <string.h>

#include "support/support.h"
#include "verify/verify.h"

Pad pad_of(const char *keys)
{
  Pad p = {.e = emit_sound_pad(keys)};
  p.contact = (const Contact *)p.e.loaded.model;
  p.solver = open_solver(&p.e, backend_find("tcc"));
  p.state = solver_state(p.e.loaded.run, p.solver);
  return p;
}

void pad_close(Pad *p)
{
  emission_close(&p->e);
}

void pad_ask(const Pad *p, const char *function, const double twist[3],
             double dt, double *out)
{
  const double fn = 2;
  const double *const in[] = {twist, &fn, &dt};
  double *const outputs[] = {out};
  cr_assert_eq(solver_call(p->e.loaded.run, p->solver, function, p->state, in,
                           outputs),
               0, "%s", function);
}

double pad_slide(const Pad *p, const double twist[3], double fn, double dt,
                 int steps)
{
  const double *const in[] = {twist, &fn, &dt};
  double wrench[3] = {0, 0, 0}, *const out[] = {wrench};
  for (int i = 0; i < steps; i++)
    cr_assert_eq(
        solver_call(p->e.loaded.run, p->solver, "step", p->state, in, out), 0);
  return wrench[0];
}

void pad_expect_sound(const char *keys)
{
  const bool is_whole = strncmp(keys, "return", 6) == 0;
  Loaded loaded =
      is_whole ? load_text(keys, NULL) : load_contact(keys, NULL);
  cr_assert_null(loaded.error, "%s", loaded.error);
  const Verification *v =
      pipeline_verify(loaded.pipeline, backend_find("tcc"), NULL);
  cr_expect(verify_holds(v), "%s", verify_text(v));
  unload(&loaded);
}
