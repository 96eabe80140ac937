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

/* mechanism_reference.c: as the reference knows it. */
RefMechanism *mechanism_reference(const Mechanism *s);
/* The number as the solver's type has it. */
double mechanism_real(const Mechanism *s, double value);
/* A random state around the scenario's start, and inputs. */
void mechanism_sample(const Mechanism *s, uint64_t *seed, double *state,
                      double *u);
/* Bends elasto-plastic bristles as the slip decides: by turns elastic, giving
 * way (two), plastic, at the edges between them (two). */
enum { BENDS_INSIDE = 4, BENDS = BENDS_INSIDE + 2 };
void mechanism_bend(const Mechanism *s, const RefMechanism *reference, double t,
                    int turn, double *state);
/* Slows a state down, towards the scenario's start, until friction and normal
 * force have a unique solution; `turn` is mechanism_bend's. False where that
 * does not succeed. */
bool mechanism_calm(const Mechanism *s, const RefMechanism *reference,
                    const double *u, double t, int turn, double *state);
/* Least size of accelerations that errors are relative to: a contact that is
 * held has none, though forces are there, and Baumgarte's terms multiply
 * rounding. */
double mechanism_unit(const Mechanism *s, const RefMechanism *reference,
                      const double *state, const double *u, double t);
/* Makes a state obey the constraints, to the digits of that type; false where
 * that does not succeed. */
bool mechanism_project(const Mechanism *s, const RefMechanism *reference,
                       double t, double *state);

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
const char *mechanism_picture(const Model *model, const Recording *recording);
bool mechanism_draws_motion(const Model *model);
void mechanism_plot(const Model *model, const Recording *recording,
                    const char *dir, Text *written);

#endif
