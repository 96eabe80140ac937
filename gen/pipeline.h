/* pipeline.h: from a spec to a solver, stage by stage. In: the origin of the
 * spec. Out: the product of any stage. The pipeline makes the stages before
 * that one too, each once.
 *
 * Invariant: no other file calls two stages one after the other. */
#ifndef BRISTLE_PIPELINE_H
#define BRISTLE_PIPELINE_H

#include "backend/backend.h"
#include "emit/emit.h"
#include "fit/fit.h"
#include "kinds/kind.h"
#include "language/language.h"
#include "plan/plan.h"
#include "verify/verify.h"

/* ORDER STAGES: the table of pipeline.c has a row for each stage, with its
 * letter for -d, bristle.show and bristle_show. */
typedef enum Stage {
  STAGE_SPEC,      /* values with their lines */
  STAGE_MODEL,     /* the checked spec: cells, figures, laws */
  STAGE_EQUATIONS, /* named blocks of straight-line code */
  STAGE_GOLDENS,   /* results of the reference for this model, as numbers */
  STAGE_PLAN,      /* decisions with reasons, holes for templates */
  STAGE_TEXTS,     /* header, source, descriptor and the rest, each apart */
  STAGES
} Stage;

/* The origin of a spec: a file, or a text in place of a file. The run must not
 * outlive the memory that an Origin points to. */
typedef struct Origin {
  const char *path;
  const SpecText *text; /* NULL: read the file at `path` */
  const Override *overrides;
  size_t noverrides;
} Origin;

/* Callers only read a Pipeline. A product is NULL until its stage is made. It
 * depends on the products above it here and on nothing else. All products live
 * as long as the run. */
typedef struct Pipeline {
  Run *run;
  Origin origin; /* empty after pipeline_of_model */
  const Spec *spec;
  const Model *model;         /* kind->build(spec) */
  const Equations *equations; /* kind->derive(model) */
  const Goldens *goldens;     /* kind->goldens(model): runs the reference */
  const Plan *plan;           /* kind->plan(model, equations, goldens) */
  const Texts *texts;         /* emit_texts(plan, wanted) */
  Stage next;                 /* the first stage that is not made yet */
  unsigned wanted; /* the texts, of the enum TEXT_..., that were asked for */
  Unit units[4];   /* of pipeline_unit: one for each sort of backend */
  const struct StageWatch *watch;
} Pipeline;

/* The pipeline calls `see` after it made a stage: for dumps and warnings. */
typedef struct StageWatch {
  void (*see)(void *context, Stage stage, const Pipeline *pipeline);
  void *context;
} StageWatch;

/* Returns the words of the language that make tables: the words of the kinds,
 * laws, surfaces and profiles. */
const TableWord *pipeline_words(Run *run);
/* Makes the Spec and the Model; both may refuse the spec. `watch` may be NULL;
 * otherwise the watch must live as long as the pipeline. */
Pipeline *pipeline_open(Run *run, const Origin *origin,
                        const StageWatch *watch);
/* Returns the pipeline of a model that a kind varied itself. */
Pipeline *pipeline_of_model(const Model *model);

/* Returns the pipeline of the same spec with further overrides. */
Pipeline *pipeline_variant(Run *run, const Origin *origin,
                           const Override *overrides, size_t count);

/* Makes all stages up to that one. */
void pipeline_make(Pipeline *pipeline, Stage last);
const Plan *pipeline_plan(Pipeline *pipeline);
/* `wanted` is a sum of the enum TEXT_... . */
const Texts *pipeline_texts(Pipeline *pipeline, unsigned wanted);

/* Returns the figures and the lint of the model; speeds in m/s, for figures
 * that depend on one. If the lint has no error, makes the plan as well, so that
 * other verbs accept what passes here. */
Report *pipeline_check(Pipeline *pipeline, const double *speeds,
                       size_t nspeeds);

/* ---- solvers ------------------------------------------------------------- */

/* Returns the text that the backend compiles. */
Unit pipeline_unit(Pipeline *pipeline, const Backend *backend);
/* Returns the compiled unit. `path` is a C file that was emitted from this spec
 * earlier; NULL means the text of this pipeline. */
const Solver *pipeline_solver(Pipeline *pipeline, const Backend *backend,
                              const char *path);
/* Compares the same solver with the reference. */
Verification *pipeline_verify(Pipeline *pipeline, const Backend *backend,
                              const char *path);
/* Runs the spec's scenario, with the reference if `backend` is NULL. A kind
 * without motion ends the run. */
Recording *pipeline_simulate(Pipeline *pipeline, const Backend *backend,
                             Progress *progress);
/* The same with a solver of another pipeline whose spec differs at most in the
 * values of its tuning. */
Recording *pipeline_simulate_by(Pipeline *pipeline, const Solver *solver,
                                Progress *progress);
/* Returns the compiled pass of a fit, which lives as long as its run. */
FitPass *pipeline_fit_pass(const Fitting *fitting, const Backend *backend);
/* Returns the kind's pictures; simulates first if they show a motion. */
Pictures pipeline_pictures(Pipeline *pipeline);
/* Draws them into `dir`. Adds the paths to `written`, one per line. */
void pipeline_plot(Pipeline *pipeline, const char *dir, Text *written);

/* ---- the products of stages, for people ---------------------------------- */

char stage_letter(Stage stage);
const char *stage_name(Stage stage); /* "spec", "model", ... */
/* Writes the stage of that letter. Returns false if no stage has it. */
bool stage_of_letter(char letter, Stage *stage);
/* Prints the product of a stage that was made already. */
void pipeline_dump(const Pipeline *pipeline, Stage stage, FILE *out);
/* Returns the products of the stages with those letters, one after the other.
 * Makes the stages first if necessary. An unknown letter ends the run. */
const char *pipeline_show(Pipeline *pipeline, const char *letters);

#endif
