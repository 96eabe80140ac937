/* terms.c: the matrices of a mechanism at a state. In: its functions of
 * numbers. Out: M, Q, A, b, J and the motion of the contact point, from
 * derivatives of the functions along lines.
 *
 * Kinetic energy must be quadratic in the velocities: then differences of it
 * over whole steps of a velocity are exact. */
#include "reference/mechanism/mechanism.h"

#include <math.h>
#include <string.h>

enum { N = REF_COORDINATES };

/* A vector function of q and t; v and row say which one is meant. */
typedef struct Field {
  const RefMechanism *s;
  void (*evaluate)(const struct Field *f, const RefLine *at, double *out);
  int size;
  const double *v;
} Field;

/* Of f along (dq, dt), first or second derivative. */
static void along(const Field *f, const double *q, double t, const double *dq,
                  double dt, int order, double *out)
{
  const RefLine at = {q, dq, t, dt, order};
  f->evaluate(f, &at, out);
}

/* rows x n derivatives by the coordinates. */
static void by_coordinates(const Field *f, const double *q, double t,
                           double *out)
{
  const int n = f->s->n;
  for (int j = 0; j < n; j++) {
    double unit[N] = {0}, column[N * N];
    unit[j] = 1;
    along(f, q, t, unit, 0, 1, column);
    for (int i = 0; i < f->size; i++) out[i * n + j] = column[i];
  }
}

/* ---- the functions ----------------------------------------------------- */

static void constraint(const Field *f, const RefLine *at, double *out)
{
  f->s->constraint(f->s->context, at, out);
}

static void contact(const Field *f, const RefLine *at, double *out)
{
  f->s->contact(f->s->context, at, out);
}

/* A v - b of the linear constraints, with v held. */
static void velocity(const Field *f, const RefLine *at, double *out)
{
  const int n = f->s->n;
  double A[REF_ROWS * N], b[REF_ROWS];
  f->s->velocity(f->s->context, at, A, b);
  for (int i = 0; i < f->s->mv; i++) {
    out[i] = -b[i];
    for (int j = 0; j < n; j++) out[i] += A[i * n + j] * f->v[j];
  }
}

static void mass(const Field *f, const RefLine *at, double *out)
{
  f->s->mass(f->s->context, at, out);
}

static double kinetic(const RefMechanism *s, const RefLine *at, const double *v,
                      int i, double vi, int j, double vj)
{
  double moved[N] = {0};
  if (v) memcpy(moved, v, (size_t)s->n * sizeof *v);
  if (i >= 0) moved[i] += vi;
  if (j >= 0) moved[j] += vj;
  return s->kinetic(s->context, at, moved);
}

/* dT/dv, with v held. */
static void momentum(const Field *f, const RefLine *at, double *out)
{
  for (int i = 0; i < f->s->n; i++)
    out[i] = (kinetic(f->s, at, f->v, i, 1, -1, 0) -
              kinetic(f->s, at, f->v, i, -1, -1, 0)) /
             2;
}

/* T - V, with v held. */
static void lagrangian(const Field *f, const RefLine *at, double *out)
{
  out[0] = kinetic(f->s, at, f->v, -1, 0, -1, 0);
  if (f->s->potential) out[0] -= f->s->potential(f->s->context, at);
}

static void mass_of_energy(const RefMechanism *s, const double *q, double t,
                           double *M)
{
  const RefLine at = {.q = q, .t = t};
  const double rest = kinetic(s, &at, NULL, -1, 0, -1, 0);
  double one[N]; /* with one velocity of 1 */
  for (int i = 0; i < s->n; i++) one[i] = kinetic(s, &at, NULL, i, 1, -1, 0);
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < s->n; j++)
      M[i * s->n + j] =
          kinetic(s, &at, NULL, i, 1, j, 1) - one[i] - one[j] + rest;
}

void ref_mechanism_mass(const RefMechanism *s, const double *q, double t,
                        double *M)
{
  const RefLine at = {.q = q, .t = t};
  if (s->mass)
    s->mass(s->context, &at, M);
  else
    mass_of_energy(s, q, t, M);
}

/* Lagrange: Q = dL/dq - (d/dt of dT/dv with v held) + force. */
static void mass_and_force(const RefMechanism *s, const double *q,
                           const double *v, double t, const double *u,
                           RefTerms *o)
{
  memset(o->Q, 0, sizeof o->Q);
  if (s->force) s->force(s->context, q, v, t, u, o->Q);
  ref_mechanism_mass(s, q, t, o->M);
  if (s->mass) return;
  const Field p = {s, momentum, s->n, v}, l = {s, lagrangian, 1, v};
  double moving[N * N], slope[N];
  along(&p, q, t, v, 1, 1, moving);
  by_coordinates(&l, q, t, slope);
  for (int i = 0; i < s->n; i++) o->Q[i] += slope[i] - moving[i];
}

/* ---- all of it --------------------------------------------------------- */

/* d/dt of the field's value, and its second derivative where q'' is 0. */
static void motion_of(const Field *f, const double *q, const double *v,
                      double t, double *speed, double *bend)
{
  double value[N * N];
  along(f, q, t, v, 1, 1, value);
  memcpy(speed, value, (size_t)f->size * sizeof *speed);
  along(f, q, t, v, 1, 2, value);
  memcpy(bend, value, (size_t)f->size * sizeof *bend);
}

static void linear_rows(const RefMechanism *s, const double *q, const double *v,
                        double t, RefTerms *o)
{
  const Field f = {s, velocity, s->mv, v};
  const RefLine at = {.q = q, .t = t};
  double b[REF_ROWS], turning[N * N];
  s->velocity(s->context, &at, o->A + s->mh * s->n, b);
  velocity(&f, &at, o->drift + s->mh);
  along(&f, q, t, v, 1, 1, turning);
  for (int i = 0; i < s->mv; i++)
    o->b[s->mh + i] = -turning[i] - 2 * s->alpha * o->drift[s->mh + i];
}

void ref_mechanism_rows(const RefMechanism *s, const double *q, double t,
                        double *A, double *J)
{
  const Field c = {s, constraint, s->mh, NULL}, p = {s, contact, s->d, NULL};
  const RefLine at = {.q = q, .t = t};
  double b[REF_ROWS];
  if (s->mh > 0) by_coordinates(&c, q, t, A);
  if (s->mv > 0) s->velocity(s->context, &at, A + s->mh * s->n, b);
  if (s->d > 0) by_coordinates(&p, q, t, J);
}

void ref_mechanism_terms(const RefMechanism *s, const double *q,
                         const double *v, double t, const double *u,
                         RefTerms *o)
{
  memset(o, 0, sizeof *o);
  mass_and_force(s, q, v, t, u, o);
  if (s->mh > 0) {
    const Field f = {s, constraint, s->mh, v};
    double bend[REF_ROWS];
    const RefLine at = {.q = q, .t = t};
    constraint(&f, &at, o->drift);
    by_coordinates(&f, q, t, o->A);
    motion_of(&f, q, v, t, o->speed, bend);
    for (int i = 0; i < s->mh; i++)
      o->b[i] = -bend[i] - 2 * s->alpha * o->speed[i] -
                s->beta * s->beta * o->drift[i];
  }
  if (s->mv > 0) linear_rows(s, q, v, t, o);
  if (s->d == 0) return;
  const Field f = {s, contact, s->d, v};
  by_coordinates(&f, q, t, o->J);
  motion_of(&f, q, v, t, o->slip, o->bend);
}

double ref_mechanism_kinetic(const RefMechanism *s, const double *state,
                             double t)
{
  const RefLine at = {.q = state, .t = t};
  if (s->kinetic) return s->kinetic(s->context, &at, state + s->n);
  double M[N * N], sum = 0;
  s->mass(s->context, &at, M);
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < s->n; j++)
      sum += state[s->n + i] * M[i * s->n + j] * state[s->n + j] / 2;
  return sum;
}

double ref_mechanism_power(const RefMechanism *s, const double *state, double t,
                           const double *u)
{
  const double *v = state + s->n;
  double Q[N] = {0}, dM[N * N] = {0}, power = 0;
  const Field M = {s, mass, s->n * s->n, v};
  if (s->force) s->force(s->context, state, v, t, u, Q);
  if (s->mass) along(&M, state, t, v, 1, 1, dM);
  for (int i = 0; i < s->n; i++) {
    power += Q[i] * v[i];
    for (int j = 0; j < s->n; j++) power += v[i] * dM[i * s->n + j] * v[j] / 2;
  }
  return power;
}
