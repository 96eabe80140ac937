/* pipeline.c: from a spec to a solver, stage by stage. In: an Origin. Out: the
 * product of any stage, a solver, and the results that need a solver.
 *
 * Invariant: a stage is made once, from the products of the stages before. */
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "results/results.h"
#include "laws/laws.h"
#include "pressure/pressure.h"
#include "pipeline.h"

#include <string.h>

/* ---- stages ---------------------------------------------------------------
 */

static void make_equations(Pipeline *p)
{
  p->equations = p->model->kind->derive(p->model);
}

static void make_goldens(Pipeline *p)
{
  p->goldens = p->model->kind->goldens(p->model);
}

static void make_plan(Pipeline *p)
{
  p->plan = plan_make(p->model, p->equations, p->goldens);
}

static void make_texts(Pipeline *p)
{
  const unsigned wanted = p->watch || !p->wanted ? TEXT_CODE : 0;
  p->texts = emit_texts(p->plan, wanted | p->wanted, NULL);
}

static void dump_spec(const Pipeline *p, FILE *out)
{
  spec_dump(p->spec, out);
}

static void dump_model(const Pipeline *p, FILE *out)
{
  p->model->kind->dump(p->model, out);
}

static void dump_equations(const Pipeline *p, FILE *out)
{
  equations_dump(p->equations, out);
}

static void dump_goldens(const Pipeline *p, FILE *out)
{
  goldens_dump(p->goldens, out);
}

static void dump_plan(const Pipeline *p, FILE *out)
{
  plan_dump(p->plan, out);
}

static void dump_texts(const Pipeline *p, FILE *out)
{
  emit_dump(p->run, p->texts, out);
}

/* ORDER STAGES. pipeline_open makes the first two. */
static const struct StageRow {
  char letter;
  const char *name;
  void (*make)(Pipeline *pipeline);
  void (*dump)(const Pipeline *pipeline, FILE *out);
} rows[STAGES] = {{'s', "spec", NULL, dump_spec},
                  {'m', "model", NULL, dump_model},
                  {'y', "equations", make_equations, dump_equations},
                  {'g', "goldens", make_goldens, dump_goldens},
                  {'p', "plan", make_plan, dump_plan},
                  {'e', "text", make_texts, dump_texts}};

/* Returns true if the word is a profile too, as hertz is. */
static bool is_profile(const char *word)
{
  for (size_t i = 0; profile_words[i]; i++)
    if (strcmp(profile_words[i], word) == 0) return true;
  return false;
}

const TableWord *pipeline_words(Run *run)
{
  size_t nsurfaces, nmaterials, count = 0, n = 0;
  const Word *surfaces = surface_words(&nsurfaces);
  const Word *materials = material_words(&nmaterials);
  for (size_t i = 0; kinds[i]; i++) count++;
  for (size_t i = 0; friction_laws[i]; i++) count++;
  for (size_t i = 0; profile_words[i]; i++) count++;
  count += nsurfaces + nmaterials;
  TableWord *words = run_alloc(run, (count + 1) * sizeof *words);
  for (size_t i = 0; kinds[i]; i++)
    words[n++] = (TableWord){kinds[i]->word, WORD_TABLE};
  for (size_t i = 0; friction_laws[i]; i++)
    words[n++] = (TableWord){friction_laws[i]->word, WORD_TABLE};
  for (size_t i = 0; i < nsurfaces; i++)
    words[n++] = (TableWord){surfaces[i].name, WORD_SURFACE};
  for (size_t i = 0; i < nmaterials; i++)
    if (!is_profile(materials[i].name))
      words[n++] = (TableWord){materials[i].name, WORD_SURFACE};
  for (size_t i = 0; profile_words[i]; i++)
    words[n++] = (TableWord){profile_words[i], WORD_BARE};
  return words;
}

static void finish_stage(Pipeline *p, Stage stage)
{
  p->next = stage + 1;
  if (p->watch) p->watch->see(p->watch->context, stage, p);
}

/* Simulates a model that is no stage of this pipeline, by one compiler on every
 * machine; no row reaches the watch. */
static Recording *simulate_trial(const Model *model, Progress *progress)
{
  Run *run = model->run;
  const Watch *watch = run->watch;
  run->watch = NULL;
  Recording *recording =
      pipeline_simulate(pipeline_of_model(model), &tcc_backend, progress);
  run->watch = watch;
  return recording;
}

Pipeline *pipeline_open(Run *run, const Origin *origin, const StageWatch *watch)
{
  Pipeline *p = run_alloc(run, sizeof *p);
  p->run = run;
  p->origin = *origin;
  p->watch = watch;
  const TableWord *words = pipeline_words(run);
  Spec *spec = origin->text
                   ? spec_load_text(run, origin->text, words, origin->overrides,
                                    origin->noverrides)
                   : spec_load(run, origin->path, words, origin->overrides,
                               origin->noverrides);
  p->spec = spec;
  run->simulate = simulate_trial;
  finish_stage(p, STAGE_SPEC);
  Progress progress = progress_start(rows[STAGE_MODEL].name);
  p->model = model_build(spec);
  progress_end(&progress);
  finish_stage(p, STAGE_MODEL);
  return p;
}

Pipeline *pipeline_of_model(const Model *model)
{
  Pipeline *p = run_alloc(model->run, sizeof *p);
  p->run = model->run;
  p->spec = model->spec;
  p->model = model;
  p->next = STAGE_MODEL + 1;
  return p;
}

void pipeline_make(Pipeline *p, Stage last)
{
  while (p->next <= last) {
    const Stage stage = p->next;
    Progress progress = progress_start(rows[stage].name);
    rows[stage].make(p);
    progress_end(&progress);
    finish_stage(p, stage);
  }
}

const Plan *pipeline_plan(Pipeline *p)
{
  pipeline_make(p, STAGE_PLAN);
  return p->plan;
}

const Texts *pipeline_texts(Pipeline *p, unsigned wanted)
{
  p->wanted |= wanted;
  pipeline_make(p, STAGE_TEXTS);
  if (wanted & ~p->texts->made)
    p->texts = emit_texts(p->plan, wanted, p->texts);
  return p->texts;
}

Report *pipeline_check(Pipeline *p, const double *speeds, size_t nspeeds)
{
  Report *report = report_new(p->model);
  Progress progress = progress_start("figures");
  p->model->kind->check(p->model, speeds, nspeeds, report);
  progress_end(&progress);
  if (report->nerrors == 0) pipeline_make(p, STAGE_PLAN);
  /* names of functions, and the budget, are seen in the texts */
  if (report->nerrors == 0 && (p->model->functions || p->model->budget))
    pipeline_texts(p, TEXT_CODE | TEXT_FIGURES);
  return report;
}

/* ---- solvers ---------------------------------------------------------------
 */

Unit pipeline_unit(Pipeline *p, const Backend *backend)
{
  Unit *unit = &p->units[backend->has_kernels + 2 * backend->has_vectors];
  if (!unit->text) {
    const Texts *texts = pipeline_texts(p, emit_wanted(backend));
    *unit = emit_unit(p->run, texts, backend);
  }
  return *unit;
}

/* Returns the solver of the same plan with all functions. */
static const Solver *whole_solver(Pipeline *p, const Backend *backend)
{
  Plan *plan = run_alloc(p->run, sizeof *plan);
  *plan = *p->plan;
  plan->functions = NULL;
  const Texts *texts = emit_texts(plan, emit_wanted(backend), NULL);
  const Unit unit = emit_unit(p->run, texts, backend);
  return solver_open(p->run, backend, &unit);
}

const Solver *pipeline_solver(Pipeline *p, const Backend *backend,
                              const char *path)
{
  const Unit unit =
      path ? earlier_unit(p->run, pipeline_texts(p, TEXT_CODE), path)
           : pipeline_unit(p, backend);
  Progress progress = progress_start("compiler");
  Solver *solver = solver_open(p->run, backend, &unit);
  if (p->plan->functions) solver->rest = whole_solver(p, backend);
  progress_end(&progress);
  return solver;
}

Pipeline *pipeline_variant(Run *run, const Origin *origin,
                           const Override *overrides, size_t count)
{
  Origin varied = *origin;
  Override *all = run_alloc(run, (origin->noverrides + count) * sizeof *all + 1);
  if (origin->noverrides > 0)
    memcpy(all, origin->overrides, origin->noverrides * sizeof *all);
  memcpy(all + origin->noverrides, overrides, count * sizeof *all);
  varied.overrides = all;
  varied.noverrides = origin->noverrides + count;
  return pipeline_open(run, &varied, NULL);
}

/* Notes how far each output of a solver of floats is from that of doubles. */
static void note_rounding(Pipeline *p, const Solver *solver, Verification *v)
{
  static const Override in_double = {"real", "double"};
  if (!p->model->is_float || !p->origin.path) return;
  Pipeline *exact = pipeline_variant(p->run, &p->origin, &in_double, 1);
  const Tuning *tuning = exact->model->tuning;
  if (tuning)
    memcpy(tuning->now, p->model->tuning->now,
           tuning->count * sizeof *tuning->now);
  const Workload *work = exact->model->kind->workload(model_now(exact->model));
  const Solver *of_doubles =
      solver_now(exact->model, pipeline_solver(exact, &tcc_backend, NULL));
  const Distances d = solvers_distances(p->run, work, solver, of_doubles);
  for (size_t i = 0; i < d.count; i++) {
    const Distance *off = &d.list[i];
    verify_note(
        v,
        run_printf(p->run, "float %s%s", off->port->name,
                   off->port->rows * off->port->cols > 1
                       ? run_printf(p->run, ".%d", off->number + 1)
                       : ""),
        off->worst / (off->scale > 0 ? off->scale : 1),
        run_printf(p->run,
                   "from double, over its scale %.3g; call %d of %d of "
                   "_%s, %d with another status",
                   off->scale, off->call + 1, d.calls, work->function,
                   d.differing));
  }
}

Verification *pipeline_verify(Pipeline *p, const Backend *backend,
                              const char *path)
{
  const Solver *solver = pipeline_solver(p, backend, path);
  Verification *verification = verify_new(p->model);
  Progress progress = progress_start("checks");
  p->model->kind->verify(p->model, solver, verification);
  note_rounding(p, solver_now(p->model, solver), verification);
  progress_end(&progress);
  return verification;
}

static void require_simulation(const Pipeline *p)
{
  const Kind *kind = p->model->kind;
  if (!kind->simulate)
    run_fail(p->run, p->model->spec->root.where, "a %s has nothing to simulate",
             kind->word);
}

Recording *pipeline_simulate_by(Pipeline *p, const Solver *solver,
                                Progress *progress)
{
  const Model *model = p->model;
  require_simulation(p);
  if (solver) solver = solver_now(model, solver);
  return model->kind->simulate(model_now(model), solver, progress);
}

Recording *pipeline_simulate(Pipeline *p, const Backend *backend,
                             Progress *progress)
{
  require_simulation(p);
  const Solver *solver = backend ? pipeline_solver(p, backend, NULL) : NULL;
  return pipeline_simulate_by(p, solver, progress);
}

FitPass *pipeline_fit_pass(const Fitting *fitting, const Backend *backend)
{
  union {
    void *object;
    FitPass *function;
  } symbol; /* POSIX: they have the same form */
  Run *run = fitting->run;
  const char *name = fitting->varied->name;
  Pipeline *p = pipeline_of_model(fitting->varied);
  pipeline_make(p, STAGE_PLAN);
  fitting->plan(fitting, (Plan *)p->plan);
  const Unit unit = {name, emit_template(p->plan, fitting->template), NULL};
  Progress progress = progress_start("compiler");
  const Module *module = module_open(run, backend, &unit);
  progress_end(&progress);
  symbol.object = module_symbol(module, run_printf(run, "%s_pass", name));
  return symbol.function;
}

Pictures pipeline_pictures(Pipeline *p)
{
  const Kind *kind = p->model->kind;
  const Recording *recording = NULL;
  if (kind->draws_motion && kind->draws_motion(p->model)) {
    Progress progress = progress_start(p->model->name);
    recording = pipeline_simulate(p, &tcc_backend, &progress);
    progress_end(&progress);
  }
  Pictures pictures = {p->model};
  kind->plot(p->model, recording, &pictures);
  return pictures;
}

void pipeline_plot(Pipeline *p, const char *dir, Text *written)
{
  const Pictures pictures = pipeline_pictures(p);
  pictures_draw(&pictures, dir, written);
}

/* ---- the products of stages, for people ------------------------------------
 */

char stage_letter(Stage stage)
{
  return rows[stage].letter;
}

const char *stage_name(Stage stage)
{
  return rows[stage].name;
}

bool stage_of_letter(char letter, Stage *stage)
{
  for (int i = 0; i < STAGES; i++)
    if (rows[i].letter == letter) {
      *stage = (Stage)i;
      return true;
    }
  return false;
}

void pipeline_dump(const Pipeline *p, Stage stage, FILE *out)
{
  rows[stage].dump(p, out);
}

/* Returns the stage of a letter. An unknown letter ends the run. */
static Stage need_stage(Run *run, char letter)
{
  const Where nowhere = {NULL, 0};
  Stage stage;
  if (stage_of_letter(letter, &stage)) return stage;
  Text all = text_new(run);
  for (int i = 0; i < STAGES; i++)
    text_add(&all, "%s%c %s", i ? ", " : "", rows[i].letter, rows[i].name);
  run_fail(run, nowhere, "there is no stage \"%c\"; the stages are %s", letter,
           all.chars);
}

const char *pipeline_show(Pipeline *p, const char *letters)
{
  const Where nowhere = {NULL, 0};
  char *chars = NULL;
  size_t length = 0;
  for (const char *c = letters; *c; c++)
    pipeline_make(p, need_stage(p->run, *c));
  if (p->texts) pipeline_texts(p, TEXT_CODE); /* a dump shows the source */
  FILE *out = open_memstream(&chars, &length);
  if (!out) run_fail(p->run, nowhere, "out of memory");
  for (const char *c = letters; *c; c++)
    pipeline_dump(p, need_stage(p->run, *c), out);
  const bool is_whole = fclose(out) == 0;
  char *text = is_whole ? run_strndup(p->run, chars, length) : NULL;
  free(chars);
  if (!text) run_fail(p->run, nowhere, "out of memory");
  return text;
}
