/* joint.h: declarations for the files of the kind `joint`: friction of one
 * axis. Other rooms know the kind by its struct Kind alone. "u" is a unit of
 * force (N or N m), "x" one of travel (m or rad). The Run owns all results. */
#ifndef BRISTLE_JOINT_H
#define BRISTLE_JOINT_H

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "plan/plan.h"
#include "verify/verify.h"

typedef enum JointLaw { JOINT_LUGRE, JOINT_DAHL, JOINT_COULOMB } JointLaw;
typedef enum JointStep { JOINT_EXACT, JOINT_EXPONENTIAL } JointStep;

/* Numbers that may differ between the two directions of motion. */
typedef struct JointSide {
  double F_c, F_s;   /* u */
  double v_s, gamma; /* x/s, - */
  double sigma2;     /* u s/x */
  unsigned is_given; /* of the reverse side: bit i for the key i of
                      * joint_side_names */
} JointSide;
enum { JOINT_SIDE_NUMBERS = 5 };
extern const char *const joint_side_names[JOINT_SIDE_NUMBERS];

typedef enum JointPlace {
  PLACE_NONE,
  PLACE_PERIODIC, /* a table over a period */
  PLACE_CLAMPED,  /* a table between two ends, constant beyond */
  PLACE_TRACED    /* the user's function, as an expression */
} JointPlace;

/* The factor P(q) on the level. */
typedef struct JointPosition {
  JointPlace place;
  double from, length; /* x: start and length of the table */
  int pieces;
  const double *nodes; /* value and slope per piece, [2*(pieces + 1)] */
  double error;        /* of the table, by its own sampling */
  double least, largest;
  const Value *function; /* traced, or NULL */
  /* Harmonics, or knots of the user's table. */
  double period;
  size_t ncos, nsin, nknots;
  const double *cosines, *sines, *knots, *factors, *tangents;
} JointPosition;

/* The control loop around the axis. */
typedef struct JointLoop {
  double inertia, kp, kd; /* kg m^2 or kg, u/x, u s/x */
  double rate, filter;    /* Hz */
} JointLoop;

typedef struct JointCompensate {
  double gain, bandwidth, lambda; /* -, s, 1/s */
  double room, limit, observer_gain;
} JointCompensate;

/* The machine around the friction, for fits. */
typedef struct JointAxis {
  double inertia;     /* kg or kg m^2; 0: not known */
  double gravity, at; /* u, x: a torque gravity*sin(q - at) against q */
  double gain;        /* u per unit of the column drive */
} JointAxis;

typedef struct JointScenario {
  double duration, dt;
  double q, v_start, z;
  double inertia, spring, at, belt;
  const Value *drive, *load, *v; /* functions of t, or NULL */
} JointScenario;

typedef struct Joint {
  Model model;
  bool is_rotary;
  JointLaw law;
  JointStep step;
  JointSide side[2];      /* forward, reverse */
  bool has_F_s, has_mu_s; /* false: F_s follows F_c, mu_s follows mu_c */
  double sigma0, sigma1, s_ba, v_d, alpha;
  double top; /* u: the largest level of the user's own law, else F_s */
  const Value *stribeck;
  bool has_load;
  double mu_c, mu_s, most_load; /* most_load 0: not given */
  JointPosition position;
  double encoder;        /* x; 0: none */
  const JointLoop *loop; /* or NULL */
  JointLoop loop_now;    /* the numbers of `loop`, for tuning */
  JointCompensate compensate;
  double usual_level; /* by which the adaptation is normalised, untuned */
  const JointScenario *scenario; /* or NULL */
  JointAxis axis;
  bool has_axis; /* the spec gives it */
} Joint;

/* ---- model.c, law.c, position.c ------------------------------------------ */

bool joint_has_state(const Joint *joint);
/* Returns true if the level depends on the speed by the Stribeck formula. */
bool joint_has_stribeck(const Joint *joint);
double *joint_side_number(JointSide *side, int key);
/* Returns the name of the constant that a side has for a key: "F_c" also for
 * the reverse side unless the spec gives reverse.F_c. */
const char *joint_side_symbol(const Joint *joint, int side, int key);
/* Returns true if that number depends on the direction. */
bool joint_has_reverse(const Joint *joint, int key);
/* Returns the same joint with these values of its tuning. */
const Joint *joint_tuned(const Joint *joint, const double *values);

/* law.c: the table of the key `friction`; fills the law of a joint. */
extern const Word joint_law_words[3];
void joint_read_law(Joint *joint, const Value *value);
void joint_read_reverse(Joint *joint, const Value *value);
void joint_read_load(Joint *joint, const Value *value);
extern const Field joint_reverse_fields[];
extern const Field joint_load_fields[];
enum { JOINT_REVERSE_FIELDS = 5, JOINT_LOAD_FIELDS = 3 };
/* Ends the run unless the levels are positive and F_s >= F_c. */
void joint_require_levels(const Joint *joint, Where where);
/* Returns the user's own law F(s) as an expression, or NULL. */
const Expr *joint_traced(const Joint *joint);
/* Returns the level at a speed, with its sign, and a load; P(q) is `factor`. */
double joint_level(const Joint *joint, double v, double load, double factor);
/* Returns the level at rest that holds a deflection of that sign. */
double joint_hold(const Joint *joint, double sign, double load, double factor);

/* position.c */
extern const Field joint_position_fields[];
enum { JOINT_POSITION_FIELDS = 7 };
void joint_read_position(Joint *joint, const Value *value);
/* Returns P(q) as the spec says, not as the table has it. */
double joint_factor(const Joint *joint, double q);
/* Returns P(q) as the table has it. */
double joint_table_factor(const Joint *joint, double q);
/* Returns by how much roundings of q, in the solver's type, may change P(q),
 * relative to P(q). */
double joint_place_blur(const Joint *joint, double q);
/* Returns the traced P(q), or NULL. */
const Expr *joint_factor_traced(const Joint *joint);

/* ---- flow.c: du/dX = f(u) in closed form ----------------------------------
 *
 * With s_ba, rho = (1 - u)/(1 - s_ba) falls from 1 to 0. There is a number phi
 * of rho, 0 to 1, that obeys
 *   phi(X) = phi(0) E/(1 + kappa phi(0) (1 - E)), E = exp(-X),
 * and rho/phi is a smooth function between 0.7 and 1.4 for every s_ba, of rho as
 * of phi. Both become piecewise polynomials. */
enum { FLOW_MOST_PIECES = 64, FLOW_MOST_DEGREE = 5 };

typedef struct JointFlow {
  double kappa;
  int pieces, degree;
  /* Coefficients in the place within a piece, -1/2 to 1/2, ascending:
   * [pieces*(degree + 1)] */
  double *forward, *backward;
  double error; /* of u, by sampling */
} JointFlow;

JointFlow joint_flow(Run *run, double s_ba, bool is_float);

/* ---- compensation.c -------------------------------------------------------
 */

/* Returns true if _observe and _compensate are emitted. */
bool joint_has_compensation(const Joint *joint);
bool joint_tunes_loop(const Joint *joint);
double joint_lambda(const Joint *joint);
/* Returns the sliding level at half of the largest load. */
double joint_usual_level(const Joint *joint);
double joint_adaptation(const Joint *joint); /* without bandwidth = inf */
void joint_name_compensation(Equations *equations, const Joint *joint);
void joint_plan_compensation(const Joint *joint, Plan *plan);

/* plan_functions.c: the form of the flow (bent by s_ba, with the yielding held
 * over a step, or plain), and what a solver has in the place of libm. */
bool joint_is_bent(const Joint *j);
bool joint_is_frozen(const Joint *j);
bool joint_is_plain(const Joint *j);
/* Returns the length of the table of powers of 2; 0: there is none. */
int joint_powers(const Joint *j);
void joint_plan_functions(const Joint *j, Plan *plan);
void joint_report_loop(const Joint *joint, Report *report);

/* ---- the stages, as kind.h describes them ---------------------------------
 */

Equations *joint_derive(const Model *model);
Goldens *joint_goldens(const Model *model);
void joint_plan(const Model *model, const Equations *equations,
                const Goldens *goldens, Plan *plan);
void joint_check(const Model *model, const double *speeds, size_t nspeeds,
                 Report *report);
const Workload *joint_workload(const Model *model);
void joint_verify(const Model *model, const Solver *solver,
                  Verification *verification);
Recording *joint_simulate(const Model *model, const Solver *solver,
                          Progress *progress);
void joint_picture(const Model *model, const Recording *recording,
                   Pictures *pictures);
bool joint_draws_motion(const Model *model);
void joint_plot(const Model *model, const Recording *recording,
                Pictures *pictures);

/* plan.c: the tolerances of an emitted solver against the reference: relative
 * to the level, to its slopes, and of u between one step and two halves. */
typedef struct JointTolerances {
  double force, jacobian, semigroup;
} JointTolerances;
JointTolerances joint_tolerances(const Joint *joint);

#endif
