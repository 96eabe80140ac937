/* mechanism.h: declarations for the files of the kind `mechanism`. Other rooms
 * know the kind by its struct Kind alone. SI units; the Run owns all results.
 */
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

/* Limits of the compiler; the limits of the reference are not smaller. */
enum {
  MOST_COORDINATES = 8,
  MOST_ROWS = 6,
  MOST_INPUTS = 8,
  MOST_PARAMETERS = 64,
  MOST_STATES = 2 * MOST_COORDINATES + 3
};

typedef struct RefMechanism RefMechanism;
typedef struct RefMotion RefMotion;
typedef struct RefTerms RefTerms;

/* A function of the spec, with its results as expressions */
typedef struct Traced {
  const Value *function; /* NULL: the spec has none */
  Signature signature;
  const Expr **exprs;
  Evaluator *evaluator;
} Traced;

typedef struct MechanismScenario {
  double duration, dt;
  const Value *q_value, *qd_value, *input;
  double q[MOST_COORDINATES], qd[MOST_COORDINATES];
  double given_q[MOST_COORDINATES], given_qd[MOST_COORDINATES];
  /* Of the start as the spec gives it: largest residuals of the constraints and
   * of their rates; by how much it was moved onto them. */
  double off[2], moved;
  /* Of a log that it follows: times, and columns of inputs or NULL. */
  const double *log_t, *log_u[MOST_INPUTS];
  size_t log_rows;
} MechanismScenario;

/* Symbols of the expressions: q0.. the coordinates, v0.. their rates, u0..
 * inputs, t, par_NAME tuned parameters. */
typedef struct Mechanism {
  Model model;
  int n, nu;     /* coordinates, inputs */
  int mh, mv, m; /* holonomic, linear, all */
  int d;         /* dimensions of the contact point; 0: none */
  int nz;        /* bristles: d or 0 */
  const char *const *q_names, *const *u_names;
  Traced mass, kinetic, potential, force, constraint, velocity, contact;
  bool is_surface[MOST_ROWS];
  int ns; /* number of rows of the surface */
  bool is_coupled, is_unilateral;
  double baumgarte[2];
  Friction friction;       /* without a law: none */
  const Value *parameters; /* a table of numbers, or NULL */
  int np;                  /* parameters */
  const char **par_names;
  double par[MOST_PARAMETERS];       /* their values; tuning changes some */
  const char *tuned_to;              /* for messages; NULL: not tuned */
  const MechanismScenario *scenario; /* or NULL */
} Mechanism;

/* functions.c: traces the functions. Ends the run if a result has a wrong
 * shape.
 */
void mechanism_trace(Mechanism *s, const MechanismScenario *start);
/* probe.c: ends the run if the masses or constraints are not valid around the
 * start. */
void mechanism_probe(const Mechanism *s, const MechanismScenario *start);
/* Moves a start that misses the constraints onto them, by the least change of
 * its coordinates, then of its rates. Ends the run if that does not succeed. */
void mechanism_assemble(const Mechanism *s, MechanismScenario *start);
int mechanism_states(const Mechanism *s);
/* Writes the MOST_INPUTS numbers of the scenario's input at t. */
void mechanism_input(const Mechanism *s, double t, double *u);

/* tune.c: reads the key tune. */
void mechanism_read_tuning(Mechanism *s, const Value *value);
/* Ends the run if no function reads a tuned parameter, or if a corner of the
 * box has no valid masses, constraints or start. */
void mechanism_require_tuning(const Mechanism *s);
/* Returns the mechanism with these values of its tuning, and with its start on
 * the constraints. */
const Mechanism *mechanism_tuned(const Mechanism *s, const double *values);
/* Returns ", with m1 = 2" for a tuned mechanism, and "" for others. */
const char *mechanism_tuning_text(const Mechanism *s);
/* Returns the odd step from one tested corner of the box to the next. */
size_t mechanism_corner_stride(const Mechanism *s);
/* "par_m1": the symbol of a parameter. */
const char *parameter_symbol(Run *run, const char *name);

/* reference.c: makes the mechanism of the reference. */
RefMechanism *mechanism_reference(const Mechanism *s);

/* samples.c: states for tests. All numbers are exact in the solver's type. */
double mechanism_real(const Mechanism *s, double value);
/* Writes a random state around the scenario's start, and inputs. */
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
/* Returns the least acceleration as a scale of errors: a held contact does not
 * accelerate under its forces, and Baumgarte's terms multiply rounding. */
double least_acceleration(const Mechanism *s, const RefMechanism *reference,
                          const double *state, const double *u, double t);
/* Writes the residuals of the constraints at the terms: of their values, or (of
 * the rates) of their rates and of the linear rows. Returns the largest size.
 */
double constraint_residuals(const Mechanism *s, const RefTerms *terms,
                            bool is_of_rates, double *residuals);
/* Writes the least change of coordinates or rates that takes residuals to 0
 * where the constraints are linear. Returns false if there is none. */
bool least_change(const Mechanism *s, const RefTerms *terms,
                  const double *residuals, double *change);
/* Moves a state onto the constraints, to the digits of its type. Returns false
 * if that does not succeed. */
bool project_state(const Mechanism *s, const RefMechanism *reference, double t,
                   double *state);

/* verify_rounding.c: by how much rounding alone changes what the reference
 * computes. A solver rounds ROUNDINGS times as much, in its own operations. */
enum { MOST_ROUNDED = 3 * MOST_STATES, ROUNDINGS = 10 };
typedef struct RoundingTrial {
  /* Writes the results at a state, u and t; returns false if there are none. */
  bool (*function)(const struct RoundingTrial *trial,
                   const RefMechanism *reference, const double *state,
                   const double *u, double t, double *results);
  const double *state, *u;
  double t, dt;
  int column; /* of derivatives */
} RoundingTrial;
/* Writes the largest changes of `count` results. Returns false if rounding
 * decides whether there are any. */
bool rounding_spread(const Mechanism *s, const RefMechanism *reference,
                     const RoundingTrial *trial, int count, double *spread);
/* A RoundingTrial's function: the rate of the state; and its spread. */
bool rounded_rate(const RoundingTrial *trial, const RefMechanism *reference,
                  const double *state, const double *u, double t, double *rate);
bool rounding_of_rate(const Mechanism *s, const RefMechanism *reference,
                      const double *state, const double *u, double t,
                      double *spread);

Equations *mechanism_derive(const Model *model);
Goldens *mechanism_goldens(const Model *model);
void mechanism_plan(const Model *model, const Equations *equations,
                    const Goldens *goldens, Plan *plan);
/* plan.c: returns how many Newton turns a step takes at most, or while it is not
 * divided into parts. */
int mechanism_step_turns(const Mechanism *s, bool is_divided);
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

/* fit.c */
Fitting *mechanism_fit(const Model *model, const FitRequest *request);

#endif
