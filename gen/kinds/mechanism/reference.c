/* reference.c: makes the mechanism of the reference. In: a Mechanism. Out: a
 * RefMechanism whose matrices come from values of the spec's functions.
 *
 * Invariant: this file uses no derivative and nothing of emitted code. */
#include "base/base.h"
#include "language/language.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/mechanism/mechanism.h"

#include <string.h>

enum { MOST_IN = 2 * MOST_COORDINATES + MOST_INPUTS + 1 + MOST_PARAMETERS };

/* Calls the function with the arguments in order; NULL for an argument that the
 * function does not take. */
static void call(const Mechanism *s, const Traced *f, const double *q,
                 const double *v, double t, const double *u, double *out)
{
  double in[MOST_IN];
  size_t count = 0;
  for (int i = 0; i < s->n; i++) in[count++] = q[i];
  for (int i = 0; v && i < s->n; i++) in[count++] = v[i];
  in[count++] = t;
  for (int i = 0; u && i < s->nu; i++) in[count++] = u[i];
  for (int i = 0; i < s->np; i++) in[count++] = s->par[i];
  trace_evaluate(f->evaluator, in, out);
}

static void mass(void *context, const double *q, double t, double *M)
{
  const Mechanism *s = context;
  call(s, &s->mass, q, NULL, t, NULL, M);
}

static double kinetic(void *context, const double *q, const double *v, double t)
{
  const Mechanism *s = context;
  double energy;
  call(s, &s->kinetic, q, v, t, NULL, &energy);
  return energy;
}

static double potential(void *context, const double *q, double t)
{
  const Mechanism *s = context;
  double energy;
  call(s, &s->potential, q, NULL, t, NULL, &energy);
  return energy;
}

static void force(void *context, const double *q, const double *v, double t,
                  const double *u, double *Q)
{
  const Mechanism *s = context;
  call(s, &s->force, q, v, t, u, Q);
}

static void constraint(void *context, const double *q, double t, double *c)
{
  const Mechanism *s = context;
  call(s, &s->constraint, q, NULL, t, NULL, c);
}

static void velocity(void *context, const double *q, double t, double *A,
                     double *b)
{
  const Mechanism *s = context;
  double both[MOST_ROWS * (MOST_COORDINATES + 1)];
  const size_t rows = (size_t)s->mv, entries = rows * (size_t)s->n;
  call(s, &s->velocity, q, NULL, t, NULL, both);
  memcpy(A, both, entries * sizeof *A);
  memcpy(b, both + entries, rows * sizeof *b);
}

static void contact(void *context, const double *q, double t, double *p)
{
  const Mechanism *s = context;
  call(s, &s->contact, q, NULL, t, NULL, p);
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
