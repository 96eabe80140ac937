/* Tests of pipeline.c: each stage once and in order; solvers, simulations and
 * pictures. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "pipeline.h"
#include "results/results.h"
#include "support/compiling.h"
#include "support/loading.h"

TestSuite(pipeline, .init = compiling_begin, .fini = compiling_end);

/* The letters of stages in the order in which they were made */
typedef struct Seen {
  char letters[20];
  bool is_ordered; /* at each stage the earlier products exist, no later ones */
} Seen;

static void see(void *context, Stage stage, const Pipeline *p)
{
  Seen *seen = context;
  const void *const products[STAGES] = {p->spec,    p->model, p->equations,
                                        p->goldens, p->plan,  p->texts};
  seen->letters[strlen(seen->letters)] = stage_letter(stage);
  for (int i = 0; i < STAGES; i++)
    seen->is_ordered &= (products[i] != NULL) == (i <= (int)stage);
}

typedef struct Opening {
  Run *run;
  const char *path;
  const StageWatch *watch;
  Pipeline *pipeline;
} Opening;

static void open_caught(void *context)
{
  Opening *o = context;
  const Origin origin = {o->path, NULL, NULL, 0};
  o->pipeline = pipeline_open(o->run, &origin, o->watch);
}

static Pipeline *opened(Run *run, const char *path, const StageWatch *watch)
{
  Opening o = {run, path, watch, NULL};
  cr_assert(run_catch(run, open_caught, &o), "%s", run->error);
  return o.pipeline;
}

Test(pipeline, makes_each_stage_once_and_in_order)
{
  Seen seen = {"", true};
  const StageWatch watch = {see, &seen};
  Run *run = run_open();
  Pipeline *p = opened(run, "specs/contact/square.lua", &watch);
  cr_expect_str_eq(seen.letters, "sm");
  const Plan *plan = pipeline_plan(p);
  cr_expect_str_eq(seen.letters, "smygp");
  pipeline_solver(p, &tcc_backend, NULL);
  pipeline_texts(p, TEXT_ALL);
  pipeline_make(p, STAGE_TEXTS);
  cr_expect_eq(pipeline_plan(p), plan);
  cr_expect_str_eq(seen.letters, "smygpe");
  cr_expect(seen.is_ordered);
  run_close(run);
}

static void make_all(void *context)
{
  pipeline_make(context, STAGE_TEXTS);
}

Test(pipeline, an_error_leaves_the_stages_before_it)
{
  static const char *const overrides[] = {"grid={400,400}", NULL};
  Loaded loaded = load_file("specs/contact/square.lua", overrides);
  cr_assert_null(loaded.error, "%s", loaded.error);
  Pipeline *p = loaded.pipeline;
  cr_expect_not(run_catch(loaded.run, make_all, p));
  expect_in(loaded.run->error, "coarsen the grid");
  cr_expect(p->equations && p->goldens && !p->plan && !p->texts);
  cr_expect_eq(p->next, STAGE_PLAN);
  unload(&loaded);
}

Test(pipeline, letters_and_stages_are_one_to_one)
{
  for (int i = 0; i < STAGES; i++) {
    Stage found = STAGES;
    cr_expect(stage_of_letter(stage_letter((Stage)i), &found));
    cr_expect_eq((int)found, i);
    cr_expect_gt(strlen(stage_name((Stage)i)), 3);
  }
  Stage ignored;
  cr_expect_not(stage_of_letter('x', &ignored));
  cr_expect_not(stage_of_letter(0, &ignored));
}

/* ---- what is made with solvers --------------------------------------------
 */

static void simulate_caught(void *context)
{
  Progress progress = progress_start("simulation");
  pipeline_simulate(context, NULL, &progress);
}

Test(pipeline, refuses_to_simulate_a_kind_without_motion)
{
  Run *run = run_open();
  Pipeline *p = opened(run, "specs/cone/point_foot.lua", NULL);
  cr_expect_not(run_catch(run, simulate_caught, p));
  expect_in(run->error, "a cone has nothing to simulate");
  run_close(run);
}

static size_t rows_drawn;
static bool was_drawn;

static bool draws(const Model *model)
{
  (void)model;
  return true;
}

static void count_rows(const Model *model, const Recording *recording,
                       Pictures *pictures)
{
  (void)model;
  (void)pictures;
  was_drawn = true;
  rows_drawn = recording ? recording->nrows : 0;
}

/* Opens the same spec with a special kind that counts the rows it gets. */
static size_t rows_of(const char *path, bool (*draws_motion)(const Model *))
{
  Run *run = run_open();
  Pipeline *p = opened(run, path, NULL);
  Kind kind = *p->model->kind;
  Model *model = (Model *)(uintptr_t)p->model;
  kind.draws_motion = draws_motion;
  kind.plot = count_rows;
  model->kind = &kind;
  Text written = text_new(run);
  was_drawn = false;
  pipeline_plot(p, TEST_OUT "/pictures", &written);
  cr_expect(was_drawn);
  run_close(run);
  return rows_drawn;
}

Test(pipeline, simulates_for_pictures_that_show_a_motion)
{
  static const char path[] = "specs/slider/parcel.lua";
  cr_expect_gt(rows_of(path, draws), 10);
  cr_expect_eq(rows_of(path, NULL), 0);
}
