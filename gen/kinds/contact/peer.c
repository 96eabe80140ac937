/* peer.c: the generic loop that bench compares a contact's step with. In: a
 * Contact, the steps of its workload. Out: a Peer, whose text is
 * tests/bench/generic.c.
 *
 * Invariant: the loop gets cells and parameters at run time, and computes the
 * step of the solver. */
#include <stdint.h>

#include "base/base.h"
#include "language/language.h"
#include "verify/verify.h"
#include "kinds/contact/area.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/workload.h"

/* ORDER GENERIC */
typedef struct Generic {
  unsigned long (*bytes)(long cells);
  void (*prepare)(void *patch, long cells, const double *const cell[3],
                  const double law[7]);
  void (*step)(void *patch, const double twist[3], double fn, double dt,
               int is_exponential, double wrench[3]);
  void (*get)(const void *patch, double *z);
} Generic;

typedef struct Loop {
  const Contact *contact;
  const double *const *const *inputs;
  const Generic *generic;
  void *patch;
} Loop;

static void start(void *context, const void *symbol)
{
  Loop *loop = context;
  const Contact *c = loop->contact;
  const Lugre *f = &c->lugre;
  const double *const cell[] = {c->cells.x, c->cells.y, c->cells.w};
  const double falloff = f->v_s > 0 ? 1 / (f->v_s * f->v_s) : 0;
  const double law[] = {f->sigma0, f->sigma1, f->sigma2, f->mu_c,
                        f->mu_s,   falloff,   f->s_ba};
  const size_t line = 64;
  loop->generic = symbol;
  const size_t bytes = loop->generic->bytes(c->cells.count);
  const uintptr_t room = (uintptr_t)run_alloc(c->model.run, bytes + line);
  loop->patch = (void *)((room + line - 1) / line * line);
  loop->generic->prepare(loop->patch, c->cells.count, cell, law);
}

static void advance(void *context, int from, int count)
{
  const Loop *loop = context;
  const bool is_exponential = loop->contact->step == STEP_EXPONENTIAL;
  double wrench[3];
  for (int i = from; i < from + count; i++) {
    const double *const *in = loop->inputs[i];
    loop->generic->step(loop->patch, in[0], in[1][0], in[2][0], is_exponential,
                        wrench);
  }
}

static void get(const void *context, double *z)
{
  const Loop *loop = context;
  loop->generic->get(loop->patch, z);
}

/* The loop knows the usual law alone: it was written by hand for that law. */
static bool has_peer(const Contact *c)
{
  const Lugre *f = &c->lugre;
  return !contact_is_reduced(c) && !c->levels && !contact_has_reach(c) && !c->stretch && c->step != STEP_IMPLICIT &&
         f->s_ba > 0 && !f->stribeck && !(f->v_d > 0) &&
         (f->gamma == 2 || f->mu_s == f->mu_c);
}

const Peer *contact_peer(const Contact *c, const double *const *const *inputs)
{
  Run *run = c->model.run;
  size_t length;
  if (!has_peer(c)) return NULL;
  Loop *loop = run_alloc(run, sizeof *loop);
  *loop = (Loop){.contact = c, .inputs = inputs};
  Peer *peer = run_alloc(run, sizeof *peer);
  *peer = (Peer){
      .unit = {.name = "generic",
               .text = embedded_text("generic.c", &length),
               .flags = run_printf(run, "-O3 -fopenmp-simd -Dreal=%s",
                                   c->model.is_float ? "float" : "double")},
      .symbol = "generic_patch",
      .start = start,
      .advance = advance,
      .get = get,
      .context = loop};
  return peer;
}
