/* Tests that templates and plans agree on holes: a template or <name>.json
 * reads each hole that a plan fills. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"

TestSuite(holes, .init = compiling_begin, .fini = compiling_end);

/* Names of filled holes, and whether a template has read them. */
typedef struct Found {
  char name[64];
  bool is_read;
  char spec[400]; /* where it was filled first */
} Found;

static Found found[2000];
static size_t nfound;

static Found *found_of(const char *name, const char *spec)
{
  for (size_t i = 0; i < nfound; i++)
    if (strcmp(found[i].name, name) == 0) return &found[i];
  cr_assert_lt(nfound, sizeof found / sizeof *found);
  Found *fresh = &found[nfound++];
  snprintf(fresh->name, sizeof fresh->name, "%s", name);
  snprintf(fresh->spec, sizeof fresh->spec, "%s", spec);
  return fresh;
}

static void look_at(Emission e, const char *spec)
{
  for (size_t i = 0; !e.error && i < e.plan->nholes; i++)
    found_of(e.plan->holes[i].name, spec)->is_read |= e.texts->is_read[i];
  emission_close(&e);
}

/* Tries each spec in its forms. An override that a spec does not accept is an
 * error, and that form is left out. */
static void look_at_folder(const char *path)
{
  static const char *const forms[][3] = {
      {NULL},
      {"real=\"float\"", NULL},
      {"unroll=\"full\"", NULL},
      {"model=\"distributed\"", "step=\"euler\"", NULL},
      {"model=\"distributed\"", "step=\"implicit\"", NULL},
      {"model=\"compressed\"", "step=\"exponential\"", NULL},
      {"model=\"reduced\"", "step=\"implicit\"", NULL},
      {"model=\"ellipsoid\"", "step=\"exponential\"", NULL}};
  DIR *dir = opendir(path);
  size_t number = 0;
  const size_t stride = (size_t)soak_stride(3); /* of the last forms */
  cr_assert_not_null(dir, "%s", path);
  for (struct dirent *entry; (entry = readdir(dir));) {
    char spec[400];
    if (!strstr(entry->d_name, ".lua")) continue;
    snprintf(spec, sizeof spec, "%s/%s", path, entry->d_name);
    number++;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
      if (i < 3 || (i + number) % stride == 0)
        look_at(emit_overridden(spec, forms[i]), spec);
  }
  closedir(dir);
}

/* Forms that no spec in specs/ has. */
static void look_at_rare_forms(void)
{
  static const char *const forms[][4] = {
      {"specs/contact/square.lua", "grid={81,3}", "real=\"float\"", NULL},
      {"specs/paper/slip_case2_square.lua", "body.frame=\"body\"", NULL},
      {"specs/contact/soft_fingertip.lua", "model=\"reduced\"",
       "limit_surface={ interp = \"bilinear\" }", NULL},
      {"specs/contact/finger_pad.lua", "model=\"reduced\"",
       "limit_surface={ interp = \"cubic\" }", NULL},
      {"specs/mechanism/belt_dahl.lua", "friction.alpha=2", NULL},
      {"specs/mechanism/belt_lugre.lua", "friction.s_ba=0.9", NULL},
      {"specs/paper/slip_case2_square.lua",
       "tune={ sigma0 = { 1e5, 2e6 }, mu_s = { 1, 2 } }", NULL},
      {"tests/golden/tall_slider.lua", NULL}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    Emission e = emit_overridden(forms[i][0], forms[i] + 1);
    cr_expect_null(e.error, "%s", e.error);
    look_at(e, forms[i][0]);
  }
  look_at(
      emit_whole("return mechanism { name = \"bead\", q = { \"x\", \"y\" },\n"
                 "  mass = function(q) return { { 1, 0 }, { 0, 1 } } end,\n"
                 "  force = function() return { 0, -1 } end,\n"
                 "  constraint = function(q) return { q.y } end }\n"),
      "a mechanism without friction");
  look_at(
      emit_whole(
          "return contact { name = \"pad\", model = \"reduced\",\n"
          "  grid = { 12, 12 }, size = { 0.02, 0.02 },\n"
          "  pressure = disc { radius = 0.008, profile = soft {\n"
          "    k = function(fn) return 2*fn end } }, fn_range = { 0.5, 4 },\n"
          "  limit_surface = { tolerance = 3e-2 },\n"
          "  friction = lugre { sigma0 = 1e6, mu_c = 1 } }\n"),
      "a table of several slices");
}

Test(holes, every_hole_is_read)
{
  static const char *const folders[] = {"specs/contact", "specs/slider",
                                        "specs/mechanism", "specs/cone",
                                        "specs/paper"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    look_at_folder(folders[i]);
  look_at_rare_forms();
  cr_expect_gt(nfound, 300);
  for (size_t i = 0; i < nfound; i++)
    cr_expect(found[i].is_read, "nothing reads the hole %s, filled for %s",
              found[i].name, found[i].spec);
}

/* ---- errors ---------------------------------------------------------------
 */

/* Makes a plan whose source is that template, without one hole. */
static void expand_without_a_hole(void *context)
{
  const Emission *e = context;
  Plan plan = *e->plan;
  plan.nholes = 0;
  plan.holes = run_alloc(plan.run, e->plan->nholes * sizeof *plan.holes);
  for (size_t i = 0; i < e->plan->nholes; i++)
    if (strcmp(e->plan->holes[i].name, "lanes") != 0)
      plan.holes[plan.nholes++] = e->plan->holes[i];
  emit_texts(&plan, TEXT_CODE, NULL);
}

/* A template needs a hole that the plan does not fill. */
Test(holes, a_missing_hole_names_the_template_and_its_line)
{
  Emission e = emit_file("specs/contact/square.lua");
  cr_assert_null(e.error);
  cr_expect_not(run_catch(e.loaded.run, expand_without_a_hole, &e));
  const char *error = e.loaded.run->error;
  expect_in(error, "internal: template contact/cells/");
  expect_in(error, ": undefined name lanes");
  const char *colon = strchr(error + strlen("internal: "), ':');
  cr_expect_gt(strtol(colon + 1, NULL, 10), 0, "%s", error);
  emission_close(&e);
}

/* ---- wanted texts ---------------------------------------------------------
 */

Test(holes, texts_are_expanded_when_they_are_wanted)
{
  Loaded loaded = load_file("specs/contact/square.lua", NULL);
  Pipeline *pipeline = loaded.pipeline;
  const Texts code = *pipeline_texts(pipeline, TEXT_CODE);
  cr_expect(code.header && code.source.before && code.source.after &&
            code.descriptor && !code.plain.before);
  cr_expect(!code.kernel && !code.figures && !code.example && !code.makefile);
  const Texts *all = pipeline_texts(pipeline, TEXT_ALL);
  cr_expect(all->kernel && all->figures && all->example && all->makefile);
  cr_expect_eq(all->source.after, code.source.after, "a text is made once");
  cr_expect_not_null(strstr(all->header, "additions"), "with the figures");
  unload(&loaded);
}

Test(holes, a_solver_in_memory_pays_for_its_code_alone)
{
  Loaded loaded = load_file("specs/contact/square.lua", NULL);
  pipeline_solver(loaded.pipeline, &tcc_backend, NULL);
  cr_expect_eq(loaded.pipeline->texts->made, TEXT_SHELL | TEXT_PLAIN);
  unload(&loaded);
}
