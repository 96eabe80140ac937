/* pads.c: see pads.h. */
#define _GNU_SOURCE
#include "contact/pads.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "support/compiling.h"
#include "support/support.h"

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
  char spec[4096];
  snprintf(spec, sizeof spec, "return contact {\nname = \"pad\",\n%s}\n", keys);
  save("pad.lua", spec);
  cr_expect_eq(run_shell("%s verify %s/pad.lua --backend=tcc", BRISTLE, folder),
               0, "%s\n%s", spec, printed);
}
