/* contact.h: what the files of the kind `contact` share. No stage includes it:
 * they know a kind through gen.h's Kind alone. */
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

typedef struct LimitSurface {
  double tolerance; /* 0: resolution counts */
  int resolution;
  int interp; /* 0 bilinear, 1 cubic */
} LimitSurface;

/* A rigid body on `contacts` contacts. */
typedef struct Body {
  double mass, inertia, com[2];
  double gravity[3]; /* along x, along y, into the plane (not used), m/s^2 */
  const Value *given_gravity;
  int contacts, frame; /* frame 0: gripper, 1: body */
  double tolerance;    /* 0: one step of dt where that will do */
} Body;

typedef struct Scenario {
  double duration, dt;
  double hold; /* fn and load stay that long; 0: for a step */
  const Value *load, *twist, *fn; /* fn: a function or a number */
} Scenario;

/* What a compressed model's bristles keep of the pressure. */
typedef struct Compression {
  int degree, images; /* see Cubature */
  double error;       /* largest known one of the limit surface */
} Compression;

typedef struct Contact {
  Model model;
  ContactForm form;
  Step step;
  Unroll unroll;
  Torsion torsion;
  Quadrature quadrature;
  Friction friction;
  Lugre lugre; /* its parameters: a contact takes no other law */
  LimitSurface limit_surface;
  const Body *body; /* or NULL */
  const Scenario *scenario;
  const Levels *levels; /* of fn, or NULL: the pressure does not depend on it */
  double (*patches)[4]; /* of a reduced model, at the levels: see
                         * contact_patch */
  double fn;            /* what the rest is for, N */
  Cells cells;          /* all that ever carry force; some may weigh 0 here; or
                         * bristles: a row of them, at places of their own */
  const Cells *map;     /* what such bristles stand for, or NULL */
  const Compression *compression; /* the same */
  double cop[2];                  /* from the grid centre */
  double r, u; /* largest torque per mu*fn, m; mean square radius, m^2 */
  struct ContactTable *table; /* of a reduced model; see contact_table */
} Contact;

/* True where the patch is three bristles on a limit surface. */
bool contact_is_reduced(const Contact *contact);
/* CoP, r and u of the kept cells. */
void contact_figures(Contact *contact);
/* levels.c: pressure that depends on the normal force. Reads
 * fn_range and fills in levels, fn and cells. */
void contact_read_levels(Contact *contact, Spec *spec, const Value *fn_range,
                         const Value *surface, const Grid *grid);
enum { FN_RANGE_FIELDS = 3 };
extern const Field fn_range_fields[FN_RANGE_FIELDS];
/* The same contact at another force, with the weights that its solver has
 * there. */
const Contact *contact_at(const Contact *contact, double fn);
/* The same contact with the pressure that it has at the largest force, whatever
 * the force is. */
const Contact *contact_constant(const Contact *contact);
/* Fills in a reduced contact's patches. */
void contact_level_patches(Contact *contact);
/* CoP, r and u at a force as a reduced solver has them: between levels the
 * first three are linear and u follows from the second moment, which is. */
void contact_patch(const Contact *contact, double fn, double patch[4]);
/* The shares of the kept cells at a force. */
void contact_shares(const Contact *contact, double fn, double *shares);
/* Forces to try a solver at, from below the range to above; one for a pressure
 * that does not depend on them. */
size_t contact_loads(const Contact *contact, const double **loads);
/* The levels, for any representation; the shares of cells at them. */
void contact_plan_levels(const Contact *contact, Plan *plan);
/* Returns how many numbers these tables have. */
int contact_plan_shares(const Contact *contact, Plan *plan);
void contact_report_levels(const Contact *contact, Report *report);

/* The limit surface of a reduced model as it is baked in. */
typedef struct ContactTable {
  bool is_made;
  const LimitTable *table; /* NULL: none is proven to be within tolerance */
  /* Where the pressure depends on fn, one for each level, all with the layout
   * and scale of `table`: in between, what they say of one scaled twist is
   * interpolated. */
  const LimitTable **levels; /* or NULL */
  Certificate proof;         /* at the levels */
  double seconds;            /* that all took, the proof among them */
} ContactTable;

/* reduced/table.c: worked out when it is first asked for. */
const ContactTable *contact_table(const Contact *contact);
/* Why there is none. */
const char *contact_table_none(const Contact *contact);
/* All levels of it, for one that is there. */
size_t contact_table_bytes(const Contact *contact);
/* The same where there has to be one: ends the run at the spec's line. */
const LimitTable *contact_table_needed(const Contact *contact);

/* The cells of the pressure, whatever the model. */
const Cells *contact_map(const Contact *contact);
/* compress.c: puts bristles in the place of the cells, as the value of
 * the key says (or NULL); `where` is blamed without one. */
void contact_compress(Run *run, Contact *contact, const Value *bristles,
                      Where where);
/* The holes and figures of such a model. */
void contact_plan_compression(const Contact *contact, Plan *plan);
void contact_report_compression(const Contact *contact, Report *report);
enum { BRISTLES_FIELDS = 3 };
extern const Field bristles_fields[BRISTLES_FIELDS];
const char *contact_step_name(Step step); /* as specs have it */
void contact_check(const Model *model, const double *speeds, size_t nspeeds,
                   Report *report);
void contact_plot(const Model *model, const Recording *recording,
                  Pictures *pictures);
void contact_picture(const Model *model, const Recording *recording,
                     Pictures *pictures);
Recording *contact_simulate(const Model *model, const Solver *solver,
                            Progress *progress);
/* plan.c: the holes that the templates of all contacts ask for:
 * the laws with the slopes of a rate and a step, figures, and the descriptor of
 * that many states (and of a body on them) with rate_jac's blocks {rows,
 * columns}. */
void contact_plan_laws(const Contact *contact, const Equations *equations,
                       Plan *plan);
void contact_plan_figures(const Contact *contact, Plan *plan);
/* constants.c: what emitted code calls by name. */
void contact_name_constants(const Contact *contact, Equations *equations);
/* True if g depends on the slip speed by the formula of Stribeck. */
bool contact_has_stribeck(const Lugre *lugre);
/* True if an implicit step goes in rounds, which may not suffice. */
bool contact_has_rounds(const Contact *contact);
/* Functions that the emitted file has of its own, for Spelling. */
const char *const *contact_own_functions(const Contact *contact, Run *run);
/* True where one of the blocks, NULL among them for none, has that symbol. */
bool contact_block_has(const Block *const *blocks, size_t count,
                       const char *symbol);
/* States of a batch that are copied at once: as many as a line of memory has
 * reals of `size` bytes, unless that takes much stack. */
int contact_plan_batch(Plan *plan, int states, int size);
/* Adds the contact, and its body if there is one; blocks: rows and columns of
 * dz_dz, dz_dtwist and dw_dz. */
void contact_plan_object(Plan *plan, int states, const int blocks[3][2]);
/* body/plan.c, for either form; lanes: of all blocks. */
void contact_plan_cells_body(const Contact *contact, const Equations *equations,
                             int lanes, Plan *plan);
void contact_plan_reduced_body(const Contact *contact, Plan *plan);
extern const Interface contact_body_interface;
/* What a representation of the patch does in each stage of the pipeline. */
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
/* cells/verify.c; verify.h is what its parts share. */
void cells_verify(const Contact *contact, const Solver *solver,
                  Verification *verification);
/* samples.c: adds the points (displacement, um; friction over load) of a slow
 * periodic motion of that amplitude (m) to the hole. */
void contact_plan_loop(const Contact *contact, double amplitude, Plan *plan,
                       const char *hole);
/* cells/reference.c: the contact as the reference knows it. */
struct RefContact;
struct RefContact *contact_reference(const Contact *contact);
/* body/verify.c */
void contact_verify_body(const Contact *contact, const Solver *solver,
                         Verification *verification);
/* Of the whole grid at a force, by the reference's own interpolation. */
void contact_reference_shares(const Contact *contact, double fn,
                              double *shares);
/* With all cells of the pressure, whatever the model. */
struct RefContact *contact_map_reference(const Contact *contact);
/* plan.c: how far an emitted solver may be from the reference, relative to what
 * cancels: for the plan's figures and for verify. */
typedef struct ContactTolerances {
  double rate, jacobian, steady, limit;
} ContactTolerances;
ContactTolerances contact_tolerances(const Contact *contact);
/* goldens.c: what _rate, _step, _steady and _limit give for a twist from the
 * template's pattern, whose bristles are that long, by the reference. */
typedef void GoldenWrenches(const void *context, const double twist[3],
                            double fn, double dt, double wrenches[4][3]);
Goldens *contact_wrench_goldens(const Contact *contact, double pattern,
                                GoldenWrenches *golden, const void *context);
Goldens *cells_goldens(const Contact *contact);
/* Explicit steps are stable below this with all bristles sliding at s. */
double contact_stable_step(const Contact *contact, double s);

#endif
