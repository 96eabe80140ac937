/* mechanism.h: what the files of the kind `mechanism` share. No stage includes
 * it: they know a kind through gen.h's Kind alone. */
#ifndef BRISTLE_MECHANISM_H
#define BRISTLE_MECHANISM_H

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "laws/laws.h"

/* What the compiler takes; the reference takes as much. */
enum {
  MOST_COORDINATES = 8,
  MOST_ROWS = 6,
  MOST_INPUTS = 8,
  MOST_STATES = 2 * MOST_COORDINATES + 3
};

typedef struct RefMechanism RefMechanism;
typedef struct RefMotion RefMotion;

/* One of the spec's functions with what it returns, as expressions. */
typedef struct Traced {
  const Value *function; /* NULL: there is none */
  Signature signature;
  const Expr **exprs;
} Traced;

typedef struct MechanismScenario {
  double duration, dt;
  const Value *q_value, *qd_value, *input;
  double q[MOST_COORDINATES], qd[MOST_COORDINATES];
} MechanismScenario;

/* Symbols of the expressions: q0.. the coordinates, v0.. their rates, u0..
 * inputs, t. */
typedef struct Mechanism {
  Model model;
  int n, nu;     /* coordinates, inputs */
  int mh, mv, m; /* holonomic, linear, all */
  int d;         /* of the contact point; 0: none */
  int nz;        /* bristles: d or 0 */
  const char *const *q_names, *const *u_names;
  Traced mass, kinetic, potential, force, constraint, velocity, contact;
  bool is_surface[MOST_ROWS];
  int ns; /* rows that are */
  bool is_coupled;
  double baumgarte[2];
  Friction friction;                 /* without a law: none */
  const Value *parameters;           /* a table of numbers, or NULL */
  const MechanismScenario *scenario; /* or NULL */
} Mechanism;

/* functions.c: traces the functions and refuses results of other shapes. */
void mechanism_trace(Mechanism *s, const MechanismScenario *start);
/* probe.c: refuses masses and constraints that are none around the start. */
void mechanism_probe(Mechanism *s, const MechanismScenario *start);
int mechanism_states(const Mechanism *s);
/* Numbers of the scenario's input at t, MOST_INPUTS of them. */
void mechanism_input(const Mechanism *s, double t, double *u);

/* reference.c: as the reference knows it. */
RefMechanism *mechanism_reference(const Mechanism *s);

/* samples.c: states to try. All numbers are those of the solver's type. */
double mechanism_real(const Mechanism *s, double value);
/* A random state around the scenario's start, and inputs. */
void random_state(const Mechanism *s, uint64_t *seed, double *state, double *u);
/* Puts elasto-plastic bristles on the branch number `turn` of their law:
 * elastic, two between the edges, plastic, at either edge. */
enum { BENDS_INSIDE = 4, BENDS = BENDS_INSIDE + 2 };
void put_bristles_at(const Mechanism *s, const RefMechanism *reference,
                     double t, int turn, double *state);
/* Slows a state down, towards the scenario's start, until friction and normal
 * force have a unique solution; `turn` as above. Returns false if that does not
 * succeed; else `motion` is the one there. */
bool slow_until_unique(const Mechanism *s, const RefMechanism *reference,
                       const double *u, double t, int turn, double *state,
                       RefMotion *motion);
/* The least acceleration that errors are relative to: a contact that is held
 * has none although forces act, and Baumgarte's terms multiply rounding. */
double least_acceleration(const Mechanism *s, const RefMechanism *reference,
                          const double *state, const double *u, double t);
/* Moves a state onto the constraints, to the digits of its type. Returns false
 * if that does not succeed. */
bool project_state(const Mechanism *s, const RefMechanism *reference, double t,
                   double *state);

Equations *mechanism_derive(const Model *model);
Goldens *mechanism_goldens(const Model *model);
void mechanism_plan(const Model *model, const Equations *equations,
                    const Goldens *goldens, Plan *plan);
void mechanism_check(const Model *model, const double *speeds, size_t nspeeds,
                     Report *report);
void mechanism_verify(const Model *model, const Solver *solver,
                      Verification *verification);
const Workload *mechanism_workload(const Model *model);
Recording *mechanism_simulate(const Model *model, const Solver *solver,
                              Progress *progress);
void mechanism_picture(const Model *model, const Recording *recording,
                       Pictures *pictures);
bool mechanism_draws_motion(const Model *model);

#endif
