#ifndef BRISTLE_KINDS_KIND_H
#define BRISTLE_KINDS_KIND_H

#include "language/language.h"

enum { GRID_SIDE_MOST = 512 }; /* cells of a grid along an axis */

/* ---- kinds/: one file per kind of model -------------------------------- */

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
typedef struct Progress Progress;
/* All that the stages and verbs know of a kind. */
typedef struct Kind {
  const char *word; /* of the spec language: "contact" */
  Model *(*build)(Spec *spec);
  void (*dump)(const Model *model, FILE *out); /* -d m */
  Equations *(*derive)(const Model *model);
  /* Runs the reference and returns its numbers, for the self-test. */
  Goldens *(*goldens)(const Model *model);
  /* Decides and fills the holes of the kind's templates. */
  void (*plan)(const Model *model, const Equations *equations,
               const Goldens *goldens, Plan *plan);
  /* Derived figures and lint; speeds in m/s for what depends on one. */
  void (*check)(const Model *model, const double *speeds, size_t nspeeds,
                Report *report);
  /* Adds the pictures of the model. `recording` is of the spec's scenario if
   * draws_motion says so, else NULL. */
  void (*plot)(const Model *model, const Recording *recording,
               Pictures *pictures);
  /* True if the pictures show the motion of the scenario. NULL: they never do.
   */
  bool (*draws_motion)(const Model *model);
  /* What is timed: the solver's own motion, and the reference along it. */
  const Workload *(*workload)(const Model *model);
  /* Adds its checks of the solver against the reference. */
  void (*verify)(const Model *model, const Solver *solver,
                 Verification *verification);
  /* Runs the spec's scenario with the solver, or with the reference where that
   * is NULL. NULL: a kind without motion. */
  Recording *(*simulate)(const Model *model, const Solver *solver,
                         Progress *progress);
  /* Adds the picture of a recording. */
  void (*picture)(const Model *model, const Recording *recording,
                  Pictures *pictures);
  const Word *words;
  size_t nwords;
} Kind;

/* NULL-terminated. */
extern const Kind *const kinds[];

struct Model {
  const Kind *kind;
  Spec *spec;
  Run *run;
  const char *name;  /* a C identifier */
  const char *about; /* the author's own words, or NULL */
  bool is_float;
};

Model *model_build(Spec *spec);

/* ---- keys.c, name.c: the keys that several kinds have ------------------- */

/* The fields that every kind has, and those of a grid and of a scenario: tables
 * repeat them by Field.same. */
extern const Field name_key, about_key, real_key;
extern const Field grid_key, size_key;
extern const Field duration_key, dt_key;
extern const Field gravity_key;
/* Reads the value of the key gravity, or NULL, into { along x, along y, into
 * the plane }, m/s^2. */
void gravity_read(Run *run, const Value *value, double gravity[3]);
extern const char *const real_names[]; /* of is_float: "double", "float" */

/* name_key, about_key and real_key fill these. */
typedef struct ModelKeys {
  const char *name, *about;
  int real;
} ModelKeys;

/* A struct of `bytes` bytes that starts with a Model, which has everything but
 * its kind; the rest is zero. Lives with the run. */
void *model_new(Spec *spec, const ModelKeys *keys, size_t bytes);
/* Ends the run unless the name can name symbols and files. */
void model_check_name(Run *run, const Value *name);

#endif
