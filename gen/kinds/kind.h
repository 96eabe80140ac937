/* kind.h: what a kind of model is, as a struct of its stages; the keys that
 * several kinds have; the list of kinds. */
#ifndef BRISTLE_KINDS_KIND_H
#define BRISTLE_KINDS_KIND_H

#include "language/language.h"
#include "bristle_rt.h"

enum { GRID_SIDE_MOST = 512 }; /* cells of a grid along an axis */

/* ---- kinds/: a folder for each kind of model --------------------------- */

typedef struct Model Model;
typedef struct Report Report;
typedef struct Equations Equations;
typedef struct Goldens Goldens;
typedef struct Plan Plan;
typedef struct Unit Unit;
typedef struct Backend Backend;
typedef struct Workload Workload;
typedef struct Solver Solver;
typedef struct Verification Verification;
typedef struct Recording Recording;
typedef struct Pictures Pictures;
typedef struct Net Net;
typedef struct Progress Progress;
typedef struct Fitting Fitting;
typedef struct FitRequest FitRequest;
/* A form in which a kind can represent one and the same spec. */
enum { FORM_OVERRIDES = 3 };
typedef struct ModelForm {
  const char *name;
  Override overrides[FORM_OVERRIDES]; /* up to the first without a key */
} ModelForm;

/* The stages of a kind, for the pipeline and the verbs. */
typedef struct Kind {
  const char *word; /* in the spec language: "contact" */
  const char *use;  /* when to take it, for the manual; NULL: not said there */
  Model *(*build)(Spec *spec);
  void (*dump)(const Model *model, FILE *out); /* -d m */
  Equations *(*derive)(const Model *model);
  /* Runs the reference and returns its numbers, for the self-test. */
  Goldens *(*goldens)(const Model *model);
  /* Returns the model, which has a tuning, with these values of the tuning. The
   * values are in their ranges and break no order. */
  const Model *(*tuned)(const Model *model, const double *values);
  /* Decides and fills the holes of the kind's templates. */
  void (*plan)(const Model *model, const Equations *equations,
               const Goldens *goldens, Plan *plan);
  /* Reports derived figures and lint. `speeds`, m/s: for figures that depend on
   * a speed. */
  void (*check)(const Model *model, const double *speeds, size_t nspeeds,
                Report *report);
  /* Adds the pictures of the model. `recording` is the scenario's motion if
   * draws_motion returns true, else NULL. */
  void (*plot)(const Model *model, const Recording *recording,
               Pictures *pictures);
  /* Returns true if the pictures show the motion of the scenario; NULL if no
   * picture of the kind does. */
  bool (*draws_motion)(const Model *model);
  /* Returns the calls that bench times, and the reference for the same motion.
   */
  const Workload *(*workload)(const Model *model);
  /* Adds the kind's checks of the solver against the reference. */
  void (*verify)(const Model *model, const Solver *solver,
                 Verification *verification);
  /* Runs the spec's scenario with the solver, or with the reference if `solver`
   * is NULL. The member is NULL for a kind without motion. */
  Recording *(*simulate)(const Model *model, const Solver *solver,
                         Progress *progress);
  /* Adds the picture of a recording. */
  void (*picture)(const Model *model, const Recording *recording,
                  Pictures *pictures);
  /* Returns the forces that friction can exert as a surface, or NULL if they
   * have none. The member is NULL for a kind whose friction has one axis. */
  Net *(*net)(const Model *model, const Solver *solver);
  /* Returns what a fit of these parameters to these logs needs; NULL if the
   * request asks for a simpler law that this model does not have. The member is
   * NULL for a kind that cannot be fitted. */
  Fitting *(*fit)(const Model *model, const FitRequest *request);
  const ModelForm *forms; /* the most exact one first, an unnamed one at the end;
                        NULL: the kind has one form */
  const Word *words;
  size_t nwords;
} Kind;

/* The kinds; NULL ends the list. */
extern const Kind *const kinds[];

/* A number of the spec that the emitted solver lets its caller change. */
typedef struct Tuned {
  const char *name, *unit;
  double low, high; /* its range */
  double value;     /* of the spec */
  size_t offset;    /* of the double in the kind's model */
  double factor;    /* the model has factor*value; 1 as a rule */
  const char *of;   /* the number of the equations that the model has */
} Tuned;

/* A number that must not be larger than another one: F_c and F_s. The values
 * are those of the spec, for a number that is not tuned. */
typedef struct TuningOrder {
  const char *least, *most;
  double least_value, most_value;
  double ratio; /* most may be at most so many times least; 0: any */
} TuningOrder;

enum { MOST_TUNED = BR_MOST_TUNED };
typedef struct Tuning {
  const Tuned *list; /* sorted by name */
  size_t count;
  const TuningOrder *orders; /* _tune refuses values that break one */
  size_t norders;
  double *now; /* [count]: the values that model_now uses */
} Tuning;

/* Functions that the spec asks for by name: "step" of <name>_step. */
typedef struct Selection {
  const char *const *names;
  const Where *wheres; /* [count] */
  size_t count;
} Selection;

/* What the emitted functions may cost at most, from `budget`. 0: any. */
typedef struct Budget {
  double flash, ram, stack; /* bytes */
  double operations;        /* of the longest path of a call */
  int target;               /* of flash: an index of size_targets */
  Where where;
} Budget;

struct Model {
  const Kind *kind;
  Spec *spec;
  Run *run;
  const char *name;  /* a C identifier */
  const char *about; /* the author's own words, or NULL */
  bool is_float;
  const Tuning *tuning; /* or NULL */
  bool is_reproducible; /* the same bits by every compiler and processor */
  const Selection *functions; /* or NULL: all of the kind */
  const Budget *budget;       /* or NULL */
  bool is_shared; /* of model_shared: its texts name neither file nor hash */
};

Model *model_build(Spec *spec);

/* ---- tune.c: numbers that may change at run time ------------------------- */

/* A number that a kind can tune. low <= value <= high is what its key allows.
 */
typedef struct Tunable {
  const char *name, *unit;
  size_t offset; /* of the double in the kind's model */
  double low, high;
  double factor;  /* the model has factor*value; 0: 1 */
  const char *of; /* the number of the equations that the model has; NULL: name */
} Tunable;

/* Returns the value of the key tune, or NULL: tune = false is no tuning. */
const Value *tuning_asked(const Value *value);
/* Reads tune = { name = { low, high }, ... }. The members of the model must be
 * set. Returns NULL for no value. */
const Tuning *tuning_read(const Model *model, const Value *value,
                          const Tunable *list, size_t count);
/* Returns the same tuning with these orders, in the solver's type; their names
 * live as long as the run. */
const Tuning *tuning_with_orders(const Model *model, const Tuning *tuning,
                                 const TuningOrder *orders, size_t count);
/* Returns true if the values break no order. */
bool tuning_is_ordered(const Tuning *tuning, const double *values);
/* Returns true if that number of the equations is tuned; `tuning` may be NULL.
 */
bool tuning_has(const Tuning *tuning, const char *name);
/* Returns the upper end of that number's range in the model; the value if it is
 * not tuned. */
double tuning_high(const Tuning *tuning, const char *name, double value);
/* Returns the names of the constants of the equations that are tuned, NULL at
 * the end: "mu_c", "body_mass" of body.mass. Returns NULL without a tuning. */
const char *const *tuning_constants(const Model *model);
/* Returns what their positions are called: "mu_c", "body_mass". */
const char *const *tuning_symbols(const Model *model);
/* Writes `count` values into the members of a model. */
void tuning_apply(const Tuning *tuning, const double *values, void *model);
/* Writes a corner of the box, or a random point of the box for i from
 * tuning_corners on. */
size_t tuning_corners(const Tuning *tuning);
void tuning_point(const Tuning *tuning, size_t i, double *values);
/* Writes the corner nearest to all lower (0) or upper (1) ends that breaks no
 * order; a random point if no corner is such. */
void tuning_far_point(const Tuning *tuning, int which, double *values);
/* Gives the values to a state of the solver. Returns the status of _tune. */
int tuning_give(const Model *model, const Solver *solver, void *state,
                const double *values);
/* Returns "mass = 2, mu = 0.3". */
const char *tuning_text(const Model *model, const double *values);
/* Returns the model with the values of `now`, or the model itself if it has no
 * tuning. Ends the run if _tune refuses them. */
const Model *model_now(const Model *model);
/* Returns the model, which has a tuning, at a point of the box that depends on
 * the box alone. Specs that differ in values of their tuning alone have the
 * same code then. */
const Model *model_shared(const Model *model);
/* Returns the solver whose new states have the values of `now`, or the solver
 * itself. */
const Solver *solver_now(const Model *model, const Solver *solver);
/* Returns true if a value of `now` is not that of the spec. */
bool tuning_is_moved(const Tuning *tuning);
/* Sets a value of `now`. Ends the run if the name is not tuned, or if the value
 * is out of its range. */
void model_tune(const Model *model, const char *name, double value);

/* ---- keys.c, name.c, selection.c: the keys that several kinds have ------ */

/* The fields of all kinds, and the fields of a grid and of a scenario. Tables
 * refer to them by Field.same. */
extern const Field name_key, about_key, real_key;
extern const Field grid_key, size_key;
extern const Field duration_key, dt_key;
extern const Field gravity_key;
extern const Field functions_key, budget_key;
/* Reads the value of the key gravity, or NULL, into { along x, along y, into
 * the plane }, m/s^2. */
void gravity_read(Run *run, const Value *value, double gravity[3]);
extern const char *const real_names[]; /* of is_float: "double", "float" */

enum { BUDGET_FIELDS = 5 };
extern const Field budget_fields[BUDGET_FIELDS];

/* The members for name_key, about_key, real_key, functions_key and budget_key.
 */
typedef struct ModelKeys {
  const char *name, *about;
  int real;
  const Value *functions, *budget;
} ModelKeys;
/* selection.c: reads these two keys into the model. */
void model_read_selection(Model *model, const ModelKeys *keys);

/* Returns a struct of `bytes` bytes, zeroed except for the Model at its start,
 * which lacks only its kind. The run owns the struct. */
void *model_new(Spec *spec, const ModelKeys *keys, size_t bytes);
/* Ends the run unless symbols and files can have the name. */
void model_check_name(Run *run, const Value *name);

#endif
