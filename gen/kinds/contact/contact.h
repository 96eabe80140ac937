/* contact.h: declarations for the files of the kind `contact`. Other rooms know
 * the kind by its struct Kind alone. SI units; the Run owns all results. */
#ifndef BRISTLE_CONTACT_H
#define BRISTLE_CONTACT_H

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "laws/laws.h"

typedef enum ContactForm {
  CONTACT_DISTRIBUTED,
  CONTACT_COMPRESSED,
  CONTACT_REDUCED,
  CONTACT_ELLIPSOID
} ContactForm;
typedef enum Step { STEP_EULER, STEP_EXPONENTIAL, STEP_IMPLICIT } Step;
typedef enum Unroll { UNROLL_AUTO, UNROLL_FULL, UNROLL_LOOP } Unroll;
typedef enum Torsion { TORSION_MATCHED, TORSION_PAPER } Torsion;
typedef enum Quadrature { QUADRATURE_EXACT, QUADRATURE_PAPER } Quadrature;

typedef enum SurfaceInterp {
  SURFACE_BILINEAR,
  SURFACE_CUBIC,
  SURFACE_POTENTIAL
} SurfaceInterp;

typedef struct LimitSurface {
  double tolerance; /* 0: the spec gives a resolution or bytes */
  int resolution;
  int bytes;       /* of a potential, or 0 */
  int interp;      /* a SurfaceInterp; see contact_interp */
  bool is_default; /* interp is SURFACE_POTENTIAL if that keeps the tolerance */
  int store;       /* a PotentialStore */
  int level;       /* of _margin and _hold: 0 mu_c, 1 mu_s */
} LimitSurface;

/* A rigid body on `contacts` contacts. */
typedef struct Body {
  double mass, inertia, com[2];
  double gravity[3]; /* along x, along y, into the plane (not used), m/s^2 */
  const Value *given_gravity;
  int contacts, frame; /* frame 0: gripper, 1: body */
  double tolerance;    /* 0: none, one step of dt if it succeeds */
} Body;

typedef struct Scenario {
  double duration, dt;
  double hold; /* fn and load are held so long, s; 0: for one step */
  const Value *load, *twist, *fn; /* fn: a function or a number */
  const Value *tune;            /* a table of functions of t, or NULL */
  const Value *tunes[MOST_TUNED]; /* in the order of the names; or NULL */
  bool has_feedback; /* load or fn reads the pose and velocity of the body */
  /* Of a log that it follows: times, and columns or NULL. */
  const double *log_t, *log_load[3], *log_fn;
  size_t log_rows;
} Scenario;

/* The quality of a compressed model's bristles */
typedef struct Compression {
  int degree, images; /* see Cubature */
  double error;       /* largest known error of the limit surface */
  double slide; /* of stiffness by area: largest error of a slide's force */
  bool has_motion;    /* the scenario was simulated with these bristles and */
  double motion;      /* with all cells: its largest deviation; see Deviation */
  double motion_end;  /* of compress.h */
} Compression;

typedef struct Contact {
  Model model;
  ContactForm form;
  Step step;
  Unroll unroll;
  Torsion torsion;
  Quadrature quadrature;
  Friction friction;
  Lugre lugre; /* its parameters; contacts accept no other law */
  LimitSurface limit_surface;
  const Body *body; /* own_body, or NULL */
  Body own_body;
  bool has_stick; /* the solver has _stick */
  int couple; /* contacts in one call of _couple; 0: no such function */
  const Scenario *scenario;
  const Levels *levels; /* of fn, or NULL: the pressure does not depend on it */
  double (*patches)[4]; /* of a reduced model, for each level: see
                         * contact_patch */
  const struct ContactAxis *axis; /* of fn, in place of patches; or NULL */
  const char *no_axis;            /* why there is none, or NULL */
  double fn_nominal; /* N: stiffness and damping are stated at it; 0: not given */
  const Material *material; /* of the pressure, or NULL */
  const struct ContactArea *area; /* stiffness goes by area, or NULL */
  const struct ContactRegions *regions; /* friction by region, or NULL */
  const struct ContactStretch *stretch; /* anisotropic friction, or NULL */
  double fn;                      /* the normal force of the members below, N */
  Cells cells;      /* all that carry force at any fn; some may weigh 0; or
                     * bristles: a row, at places of their own */
  const Cells *map; /* the cells that such bristles replace, or NULL */
  const Levels *map_levels; /* of these cells, or NULL */
  const struct ContactArea *map_area; /* of these cells, or NULL */
  const Compression *compression; /* of such bristles, or NULL */
  double cop[2];                  /* from the grid centre */
  double r, u; /* largest torque per mu*fn, m; mean square radius, m^2 */
  struct ContactTable *table; /* of a reduced model; see contact_table */
} Contact;

extern const Kind contact_kind;
/* tune.c: reads the key tune, or NULL, with the value of the key friction. */
void contact_read_tuning(Contact *contact, const Value *friction,
                         const Value *tune);
/* Returns the same contact with these values of its tuning. */
/* The same in memory of the caller, which must not move. */
void contact_tune(Contact *tuned, const Contact *contact, const double *values);
const Contact *contact_tuned(const Contact *contact, const double *values);
/* Returns true if every step first shortens bristles: their level may fall. */
bool contact_shortens(const Contact *contact);
/* plan.c: returns true if the law has numbers too large or small for vectors. */
bool contact_is_unusual(const Contact *contact);
/* The length to which a step shortens bristles: g(0)/sigma0 times this factor.
 */
double contact_longest(const Contact *contact);
double contact_stretch_factor(const Contact *contact);
bool contact_has_tuned_body(const Contact *contact);
/* Lists the contacts at the corners that _tune accepts, or itself. */
size_t contact_corners(const Contact *contact, const Contact ***corners);
/* Returns true if the patch is three bristles on a limit surface. */
bool contact_is_reduced(const Contact *contact);
/* Sets CoP, r and u of the kept cells. */
void contact_figures(Contact *contact);
#include "kinds/contact/levels.h"

/* The limit surface of a reduced model in its emitted form */
typedef struct ContactTable {
  bool is_made;
  /* Both NULL: none is within the tolerance. */
  const LimitTable *table;         /* of wrenches, or NULL */
  const LimitPotential *potential; /* or NULL; along an axis that at c->fn */
  /* If the pressure depends on fn, a table for each level, all with the layout
   * and scale of `table`. Between levels, their values at the same scaled twist
   * are interpolated. */
  const LimitTable **levels; /* or NULL */
  Certificate proof;         /* at the levels */
  PotentialProof potential_proof;
  double seconds; /* duration of all, with the proof */
  double reach;   /* of potential_reach, or 0 */
} ContactTable;

/* reduced/table.c: returns the largest |h| of the limit surface; 1 for cells.
 */
double contact_largest_surface(const Contact *contact);
/* Returns the table, which the first call makes. */
const ContactTable *contact_table(const Contact *contact);
/* Returns why there is no table, or none of use; NULL if there is. */
const char *contact_table_fault(const Contact *contact);
/* Returns the kind of the table, which the first call makes. */
SurfaceInterp contact_interp(const Contact *contact);
/* Returns the bytes of all levels; the table must exist. */
size_t contact_table_bytes(const Contact *contact);
/* Writes h of the table, which must exist, for the twist of limit_scaled; with
 * levels, the first one's. */
void contact_table_value(const ContactTable *made, const double twist[3],
                         double h[3]);
/* Returns the table, or ends the run at the spec's line if it has a fault. */
const ContactTable *contact_table_needed(const Contact *contact);

/* Returns the cells of the pressure, for any model, and the contact with them.
 */
const Cells *contact_map(const Contact *contact);
const Contact *contact_of_map(const Contact *contact);
/* compress.c: replaces the cells by bristles, as the value of the key (or NULL)
 * asks. Errors are at `where` if the value is NULL. */
void contact_compress(Run *run, Contact *contact, const Value *bristles,
                      Where where);
/* Plans the holes and figures of a compressed model. */
void contact_plan_compression(const Contact *contact, Plan *plan);
void contact_report_compression(const Contact *contact, Report *report);
enum { BRISTLES_FIELDS = 4, ANISOTROPY_FIELDS = 2 };
extern const Field anisotropy_fields[ANISOTROPY_FIELDS];
extern const Field bristles_fields[BRISTLES_FIELDS];
const char *contact_step_name(Step step); /* its word in specs */
void contact_check(const Model *model, const double *speeds, size_t nspeeds,
                   Report *report);
Net *contact_net(const Model *model, const Solver *solver);
void contact_plot(const Model *model, const Recording *recording,
                  Pictures *pictures);
void contact_picture(const Model *model, const Recording *recording,
                     Pictures *pictures);
Recording *contact_simulate(const Model *model, const Solver *solver,
                            Progress *progress);
/* plan.c: plans the holes of the templates of all contacts: the laws with the
 * slopes of a rate and a step, figures, and the descriptor of that many states
 * (and of a body on them) with the blocks {rows, columns} of rate_jac.
 * `reads_sign`: templates take the sign of a number from its bits. */
void contact_plan_laws(const Contact *contact, const Equations *equations,
                       bool reads_sign, Plan *plan);
void contact_plan_figures(const Contact *contact, Plan *plan);
/* body/plan.c: returns the least speed at which the law changes, without v_d.
 */
double contact_law_speed(const Lugre *f);
/* Returns the speed that errors of a body's steps are relative to. */
double contact_body_speed(const Lugre *f);
/* constants.c: names the constants of emitted code. */
void contact_name_constants(const Contact *contact, Equations *equations);
/* Returns true if an implicit step iterates, so that it may not converge. */
bool contact_has_rounds(const Contact *contact);
/* Returns the functions that the emitted file defines itself, for Spelling. */
const char *const *contact_own_functions(const Contact *contact, Run *run);
/* Returns true if one of the blocks, some of which may be NULL, has the symbol.
 */
bool contact_block_has(const Block *const *blocks, size_t count,
                       const char *symbol);
/* Returns the number of states of a batch that are copied at once: a cache line
 * of reals of `size` bytes, unless that uses much stack. */
int contact_plan_batch(Plan *plan, int states, int size);
/* Adds the contact, and its body if there is one. `blocks` has the rows and
 * columns of dz_dz, dz_dtwist and dw_dz. */
void contact_plan_object(Plan *plan, int states, const int blocks[3][2],
                         bool has_margin);
/* body/plan.c: plans the body for either form. `lanes` counts all blocks. */
/* Rounding in float makes steps of a body err by this much of the velocity. */
#define CONTACT_FLOAT_TOLERANCE 1e-5
/* Returns the tolerance of a step of the body: that of the spec, unless
 * rounding in float exceeds it. */
double contact_body_tolerance(const Contact *contact);
void contact_plan_cells_body(const Contact *contact, const Equations *equations,
                             int lanes, Plan *plan);
void contact_plan_reduced_body(const Contact *contact, Plan *plan);
extern const Interface contact_body_interface;
/* The stages of a representation of the patch. */
typedef struct Stages {
  Equations *(*equations)(const Contact *contact);
  Goldens *(*goldens)(const Contact *contact);
  void (*plan)(const Contact *contact, const Equations *equations,
               const Goldens *goldens, Plan *plan);
  const Workload *(*workload)(const Contact *contact);
  void (*verify)(const Contact *contact, const Solver *solver,
                 Verification *verification);
} Stages;
extern const Stages contact_cells;   /* cells/plan.c */
extern const Stages contact_reduced; /* reduced/plan.c */
/* cells/equations.c, workload.c */
Equations *cells_derive(const Contact *contact);
const Workload *cells_workload(const Contact *contact);
const Workload *reduced_workload(const Contact *contact);
/* cells/verify.c; verify.h has the declarations of its parts. */
void cells_verify(const Contact *contact, const Solver *solver,
                  Verification *verification);
/* samples.c: adds the points (displacement, um; friction over load) of a slow
 * periodic motion of that amplitude (m) to the hole. */
void contact_plan_loop(const Contact *contact, double amplitude, Plan *plan,
                       const char *hole);
/* cells/reference.c: makes the contact of the reference. */
struct RefContact;
struct RefContact *contact_reference(const Contact *contact);
/* verify_tune.c: repeats all checks at corners of the box of the tuning, and at
 * random points in it; checks _tune and _retune. */
typedef void ContactVerify(const Contact *contact, const Solver *solver,
                           Verification *verification);
void contact_verify_tuning(const Contact *contact, const Solver *solver,
                           Verification *verification, ContactVerify *all);
/* body/verify.c */
void contact_verify_body(const Contact *contact, const Solver *solver,
                         Verification *verification);
/* Writes the shares of the whole grid at a force, by the reference's own
 * interpolation. */
void contact_reference_shares(const Contact *contact, double fn,
                              double *shares);
/* Makes the same with all cells of the pressure, for any model. */
struct RefContact *contact_map_reference(const Contact *contact);
/* plan.c: tolerances of an emitted solver against the reference, relative to
 * the terms that cancel: for the plan's figures and for verify. */
typedef struct ContactTolerances {
  double rate, jacobian, steady, limit;
} ContactTolerances;
ContactTolerances contact_tolerances(const Contact *contact);
/* Returns the sharpness of the bend, 1/(1 - s_ba), at the largest s_ba of the
 * box. */
double contact_edge(const Contact *contact);
/* goldens.c: the reference's results of _rate, _step, _steady and _limit for a
 * twist, from the template's pattern with bristles of that length. */
typedef void GoldenWrenches(const void *context, const double twist[3],
                            double fn, double dt, double wrenches[4][3]);
Goldens *contact_wrench_goldens(const Contact *contact, double pattern,
                                GoldenWrenches *golden, const void *context);
Goldens *cells_goldens(const Contact *contact);
/* Returns the time below which explicit steps are stable if all bristles slide
 * at speed s. */
double contact_stable_step(const Contact *contact, double s);
double contact_least_stable_step(const Contact *contact, double s);
/* Returns how much larger than the rest the terms are that cancel where a body
 * turns about its only bristle, in a step of that time; else 0. */
double contact_free_turn(const Contact *contact, double time);

#endif
