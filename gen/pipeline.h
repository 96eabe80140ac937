/* pipeline.h: from a spec to a solver, stage by stage. In: where the spec comes
 * from. Out: the product of any stage; stages before it are made on the way,
 * each once.
 *
 * Invariant: no other file calls two stages one after the other. */
#ifndef BRISTLE_PIPELINE_H
#define BRISTLE_PIPELINE_H

#include "backend/backend.h"
#include "emit/emit.h"
#include "kinds/kind.h"
#include "language/language.h"
#include "plan/plan.h"
#include "verify/verify.h"

/* ORDER STAGES: the table of pipeline.c has a row for each, with the letter
 * that -d, bristle.show and bristle_show know it by. */
typedef enum Stage {
  STAGE_SPEC,      /* values with their lines */
  STAGE_MODEL,     /* checked: cells, figures, laws */
  STAGE_EQUATIONS, /* named blocks of straight-line code */
  STAGE_GOLDENS,   /* what the reference says of this model, as numbers */
  STAGE_PLAN,      /* decisions with reasons, holes for templates */
  STAGE_TEXTS,     /* header, source, descriptor and the rest, each apart */
  STAGES
} Stage;

/* Where a spec comes from: a file, or a text that stands for one. What it
 * points to lives as long as the run. */
typedef struct Origin {
  const char *path;
  const SpecText *text; /* NULL: read the file at `path` */
  const Override *overrides;
  size_t noverrides;
} Origin;

/* To be read, not written. A product is NULL until its stage is made; it
 * depends on the products above it here and on nothing else. All live as long
 * as the run. */
typedef struct Pipeline {
  Run *run;
  Origin origin; /* empty if the model was a kind's own */
  const Spec *spec;
  const Model *model;         /* kind->build(spec) */
  const Equations *equations; /* kind->derive(model) */
  const Goldens *goldens;     /* kind->goldens(model): runs the reference */
  const Plan *plan;           /* kind->plan(model, equations, goldens) */
  const Texts *texts;         /* emit_texts(plan, wanted) */
  Stage next;                 /* the first stage that is not made yet */
  unsigned wanted; /* texts, of the enum TEXT_..., that were asked for */
  Unit units[4];   /* of pipeline_unit: one for each kind of backend */
  const struct StageWatch *watch;
} Pipeline;

/* `see` is called when a stage was made: for dumps, warnings and timing. */
typedef struct StageWatch {
  void (*see)(void *context, Stage stage, const Pipeline *pipeline);
  void *context;
} StageWatch;

/* Returns the words of the language that make tables: those of the kinds, of
 * the laws, of surfaces and of profiles. */
const TableWord *pipeline_words(Run *run);
/* Makes the Spec and the Model; both may refuse the spec. `watch` may be NULL;
 * else it lives as long as the pipeline. */
Pipeline *pipeline_open(Run *run, const Origin *origin,
                        const StageWatch *watch);
/* The same for a model that a kind varied itself. */
Pipeline *pipeline_of_model(const Model *model);

/* Makes all stages up to that one. */
void pipeline_make(Pipeline *pipeline, Stage last);
const Plan *pipeline_plan(Pipeline *pipeline);
/* `wanted` is of the enum TEXT_... . */
const Texts *pipeline_texts(Pipeline *pipeline, unsigned wanted);

/* ---- solvers ------------------------------------------------------------- */

/* What that backend compiles. */
Unit pipeline_unit(Pipeline *pipeline, const Backend *backend);
/* The compiled unit. `path`: a C file that was emitted from this spec earlier,
 * or NULL for today's. */
const Solver *pipeline_solver(Pipeline *pipeline, const Backend *backend,
                              const char *path);
/* Compares that solver with the reference. */
Verification *pipeline_verify(Pipeline *pipeline, const Backend *backend,
                              const char *path);
/* Runs the spec's scenario; with the reference if `backend` is NULL. A kind
 * that has no motion ends the run. */
Recording *pipeline_simulate(Pipeline *pipeline, const Backend *backend,
                             Progress *progress);
/* Draws the kind's pictures into `dir`; simulates first if they show a motion.
 * Adds the paths to `written`, one a line. */
void pipeline_plot(Pipeline *pipeline, const char *dir, Text *written);

/* ---- what a stage made, for people --------------------------------------- */

char stage_letter(Stage stage);
const char *stage_name(Stage stage); /* "spec", "model", ... */
/* False if no stage has that letter. */
bool stage_of_letter(char letter, Stage *stage);
/* Prints the product of a stage that was made. */
void pipeline_dump(const Pipeline *pipeline, Stage stage, FILE *out);
/* Returns the products of the stages with those letters, one after the other.
 * Makes the stages that are needed. An unknown letter ends the run. */
const char *pipeline_show(Pipeline *pipeline, const char *letters);

#endif
