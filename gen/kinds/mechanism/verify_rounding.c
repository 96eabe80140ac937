/* verify_rounding.c: by how much rounding alone changes the results of a
 * mechanism. In: the reference and a state. Out: the largest changes of a
 * result when every number that goes in or comes out of the spec's functions
 * changes in the last digits of the solver's type.
 *
 * Invariant: a change is the same throughout one evaluation, for values and
 * derivatives. */
#include "base/base.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/mechanism/mechanism.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
  DRAWS = 6,
  MOST_OUT =
      MOST_ROWS * (MOST_COORDINATES + 1) + MOST_COORDINATES * MOST_COORDINATES
};

/* The functions of a mechanism, in the order of their factors */
typedef enum Part {
  PART_MASS,
  PART_KINETIC,
  PART_POTENTIAL,
  PART_FORCE,
  PART_CONSTRAINT,
  PART_VELOCITY,
  PART_CONTACT,
  PARTS
} Part;

/* Factors next to 1 of coordinates, rates, inputs, time and results */
typedef struct Factors {
  double q[MOST_COORDINATES], v[MOST_COORDINATES], u[MOST_INPUTS], t;
  double out[MOST_OUT];
} Factors;

typedef struct Rounded {
  const RefMechanism *exact;
  Factors parts[PARTS], state;
  RefLaw law;
} Rounded;

static void multiply(const double *x, const double *factors, int count,
                     double *out)
{
  for (int i = 0; x && i < count; i++) out[i] = x[i] * factors[i];
}

/* A line whose coordinates and time are multiplied by factors. */
typedef struct Moved {
  RefLine line;
  double q[MOST_COORDINATES], dq[MOST_COORDINATES];
} Moved;

static const Factors *move(const Rounded *o, Part part, const RefLine *at,
                           Moved *moved)
{
  const Factors *f = &o->parts[part];
  multiply(at->q, f->q, o->exact->n, moved->q);
  multiply(at->dq, f->q, o->exact->n, moved->dq);
  moved->line =
      (RefLine){moved->q, moved->dq, at->t * f->t, at->dt * f->t, at->order};
  return f;
}

static void mass(void *context, const RefLine *at, double *M)
{
  const Rounded *o = context;
  Moved moved;
  const Factors *f = move(o, PART_MASS, at, &moved);
  o->exact->mass(o->exact->context, &moved.line, M);
  multiply(M, f->out, o->exact->n * o->exact->n, M);
}

static double kinetic(void *context, const RefLine *at, const double *v)
{
  const Rounded *o = context;
  double faster[MOST_COORDINATES];
  Moved moved;
  const Factors *f = move(o, PART_KINETIC, at, &moved);
  multiply(v, f->v, o->exact->n, faster);
  return f->out[0] * o->exact->kinetic(o->exact->context, &moved.line, faster);
}

static double potential(void *context, const RefLine *at)
{
  const Rounded *o = context;
  Moved moved;
  const Factors *f = move(o, PART_POTENTIAL, at, &moved);
  return f->out[0] * o->exact->potential(o->exact->context, &moved.line);
}

static void force(void *context, const double *q, const double *v, double t,
                  const double *u, double *Q)
{
  const Rounded *o = context;
  const Factors *f = &o->parts[PART_FORCE];
  double moved[MOST_COORDINATES], faster[MOST_COORDINATES], inputs[MOST_INPUTS];
  multiply(q, f->q, o->exact->n, moved);
  multiply(v, f->v, o->exact->n, faster);
  multiply(u, f->u, o->exact->nu, inputs);
  o->exact->force(o->exact->context, moved, faster, t * f->t, inputs, Q);
  multiply(Q, f->out, o->exact->n, Q);
}

static void constraint(void *context, const RefLine *at, double *c)
{
  const Rounded *o = context;
  Moved moved;
  const Factors *f = move(o, PART_CONSTRAINT, at, &moved);
  o->exact->constraint(o->exact->context, &moved.line, c);
  multiply(c, f->out, o->exact->mh, c);
}

static void velocity(void *context, const RefLine *at, double *A, double *b)
{
  const Rounded *o = context;
  Moved moved;
  const int entries = o->exact->mv * o->exact->n;
  const Factors *f = move(o, PART_VELOCITY, at, &moved);
  o->exact->velocity(o->exact->context, &moved.line, A, b);
  multiply(A, f->out, entries, A);
  multiply(b, f->out + entries, o->exact->mv, b);
}

static void contact(void *context, const RefLine *at, double *p)
{
  const Rounded *o = context;
  Moved moved;
  const Factors *f = move(o, PART_CONTACT, at, &moved);
  o->exact->contact(o->exact->context, &moved.line, p);
  multiply(p, f->out, o->exact->d, p);
}

/* Writes numbers next to 1, above or below it. */
static void draw(uint64_t *seed, double share, double *factors, int count)
{
  for (int i = 0; i < count; i++)
    factors[i] = 1 + (number_random(seed, -1, 1) < 0 ? -share : share);
}

static void draw_factors(uint64_t *seed, double share, Factors *f)
{
  draw(seed, share, f->q, MOST_COORDINATES);
  draw(seed, share, f->v, MOST_COORDINATES);
  draw(seed, share, f->u, MOST_INPUTS);
  draw(seed, share, &f->t, 1);
  draw(seed, share, f->out, MOST_OUT);
}

/* Makes a reference whose functions and law are changed. */
static RefMechanism changed(const RefMechanism *exact, Rounded *o)
{
  RefMechanism s = *exact;
  s.context = o;
  if (s.mass) s.mass = mass;
  if (s.kinetic) s.kinetic = kinetic;
  if (s.potential) s.potential = potential;
  if (s.force) s.force = force;
  if (s.constraint) s.constraint = constraint;
  if (s.velocity) s.velocity = velocity;
  if (s.contact) s.contact = contact;
  if (s.law) {
    const double *f = o->state.out + MOST_STATES;
    o->law = *s.law;
    if (s.law->sticking) {
      o->law.own.coulomb.mu *= f[0];
      o->law.own.coulomb.mu_s *= f[1];
      o->law.sticking = &o->law.own.coulomb;
    } else if (s.law->is_force) {
      o->law.own.dahl.mu *= f[0];
    } else {
      o->law.own.lugre.sigma0 *= f[0];
      o->law.own.lugre.sigma1 *= f[1];
    }
    s.law = &o->law;
  }
  return s;
}

bool rounding_spread(const Mechanism *s, const RefMechanism *exact,
                     const RoundingTrial *trial, int count, double *spread)
{
  /* In double a result that cancels within a function loses digits too. */
  const double share = s->model.is_float ? FLT_EPSILON : 1e-13;
  const int ns = mechanism_states(s);
  double usual[MOST_ROUNDED], result[MOST_ROUNDED];
  uint64_t seed = 17;
  memset(spread, 0, (size_t)count * sizeof *spread);
  if (!trial->function(trial, exact, trial->state, trial->u, trial->t, usual))
    return false;
  for (int turn = 0; turn < DRAWS; turn++) {
    double state[MOST_STATES], u[MOST_INPUTS];
    Rounded o = {.exact = exact};
    for (int part = 0; part < PARTS; part++)
      draw_factors(&seed, share, &o.parts[part]);
    draw_factors(&seed, share, &o.state);
    const RefMechanism rounded = changed(exact, &o);
    multiply(trial->state, o.state.out, ns, state);
    multiply(trial->u, o.state.u, s->nu, u);
    if (!trial->function(trial, &rounded, state, u, trial->t, result))
      return false;
    for (int i = 0; i < count; i++)
      spread[i] = worse_of(spread[i], fabs(result[i] - usual[i]));
  }
  return true;
}

bool rounded_rate(const RoundingTrial *trial, const RefMechanism *reference,
                  const double *state, const double *u, double t, double *rate)
{
  (void)trial;
  return ref_mechanism_rate(reference, state, u, t, rate) >= BR_OK;
}

bool rounding_of_rate(const Mechanism *s, const RefMechanism *reference,
                      const double *state, const double *u, double t,
                      double *spread)
{
  const RoundingTrial trial = {rounded_rate, state, u, t, 0, 0};
  return rounding_spread(s, reference, &trial, mechanism_states(s), spread);
}
