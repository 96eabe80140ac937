/* reference.c: makes the mechanism of the reference. In: a Mechanism. Out: a
 * RefMechanism whose matrices come from the spec's functions.
 *
 * Invariant: this file uses no derivative of SymEngine and nothing of emitted
 * code; derivatives along lines are Taylor arithmetic. */
#include "base/base.h"
#include "language/language.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/mechanism/mechanism.h"

#include <string.h>

enum {
  MOST_IN = 2 * MOST_COORDINATES + MOST_INPUTS + 1 + MOST_PARAMETERS,
  MOST_OUT =
      MOST_COORDINATES * MOST_COORDINATES + MOST_ROWS * (MOST_COORDINATES + 1)
};

/* Calls the function with the arguments in order; NULL for an argument that the
 * function does not take. Writes its results, or their derivatives along the
 * line. */
static void call(const Mechanism *s, const Traced *f, const RefLine *at,
                 const double *v, const double *u, double *out)
{
  double in[MOST_IN], direction[MOST_IN] = {0}, unused[MOST_OUT];
  size_t count = 0;
  for (int i = 0; i < s->n; i++) {
    if (at->order > 0) direction[count] = at->dq[i];
    in[count++] = at->q[i];
  }
  for (int i = 0; v && i < s->n; i++) in[count++] = v[i];
  direction[count] = at->dt;
  in[count++] = at->t;
  for (int i = 0; u && i < s->nu; i++) in[count++] = u[i];
  for (int i = 0; i < s->np; i++) in[count++] = s->par[i];
  if (at->order == 0)
    trace_evaluate(f->evaluator, in, out);
  else
    trace_along(f->evaluator, in, direction, at->order == 1 ? out : unused,
                at->order == 1 ? unused : out);
}

static void mass(void *context, const RefLine *at, double *M)
{
  const Mechanism *s = context;
  call(s, &s->mass, at, NULL, NULL, M);
}

static double kinetic(void *context, const RefLine *at, const double *v)
{
  const Mechanism *s = context;
  double energy;
  call(s, &s->kinetic, at, v, NULL, &energy);
  return energy;
}

static double potential(void *context, const RefLine *at)
{
  const Mechanism *s = context;
  double energy;
  call(s, &s->potential, at, NULL, NULL, &energy);
  return energy;
}

static void force(void *context, const double *q, const double *v, double t,
                  const double *u, double *Q)
{
  const Mechanism *s = context;
  const RefLine at = {.q = q, .t = t};
  call(s, &s->force, &at, v, u, Q);
}

static void constraint(void *context, const RefLine *at, double *c)
{
  const Mechanism *s = context;
  call(s, &s->constraint, at, NULL, NULL, c);
}

static void velocity(void *context, const RefLine *at, double *A, double *b)
{
  const Mechanism *s = context;
  double both[MOST_ROWS * (MOST_COORDINATES + 1)];
  const size_t rows = (size_t)s->mv, entries = rows * (size_t)s->n;
  call(s, &s->velocity, at, NULL, NULL, both);
  memcpy(A, both, entries * sizeof *A);
  memcpy(b, both + entries, rows * sizeof *b);
}

static void contact(void *context, const RefLine *at, double *p)
{
  const Mechanism *s = context;
  call(s, &s->contact, at, NULL, NULL, p);
}

_Static_assert((int)MOST_COORDINATES <= (int)REF_COORDINATES &&
                   (int)MOST_ROWS <= (int)REF_ROWS,
               "the reference takes every mechanism that the compiler takes");

RefMechanism *mechanism_reference(const Mechanism *s)
{
  RefMechanism *o = run_alloc(s->model.run, sizeof *o);
  *o = (RefMechanism){.n = s->n,
                      .nu = s->nu,
                      .mh = s->mh,
                      .mv = s->mv,
                      .d = s->d,
                      .context = (void *)s,
                      .mass = s->mass.function ? mass : NULL,
                      .kinetic = s->kinetic.function ? kinetic : NULL,
                      .potential = s->potential.function ? potential : NULL,
                      .force = s->force.function ? force : NULL,
                      .constraint = s->constraint.function ? constraint : NULL,
                      .velocity = s->velocity.function ? velocity : NULL,
                      .contact = s->contact.function ? contact : NULL,
                      .is_coupled = s->is_coupled,
                      .is_unilateral = s->is_unilateral,
                      .alpha = s->baumgarte[0],
                      .beta = s->baumgarte[1],
                      .law = friction_reference(&s->friction)};
  memcpy(o->is_surface, s->is_surface, sizeof o->is_surface);
  return o;
}
