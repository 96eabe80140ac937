/* Tests of compressed contacts: random specs of all forms against the
 * reference, through every compiler, and the bristles in emit, check and plot.
 */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "kinds/contact/contact.h"
#include "support/support.h"

TestSuite(compressed, .init = compiling_begin, .fini = compiling_end);

#define LAW                                                            \
  "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c " \
  "= 1.0, mu_s = 1.2, v_s = 1e-3, gamma = 2, s_ba = 0.9 },\n"

/* A compressed pad with that pressure and further keys. */
static Emission emit_compressed(const char *pressure, const char *keys)
{
  char all[8000];
  snprintf(all, sizeof all,
           "model = \"compressed\",\n" LAW
           "grid = { 21, 21 },\n"
           "pressure = %s,\n%s",
           pressure, keys);
  return emit_sound_pad(all);
}

static const Contact *contact_of(const Emission *e)
{
  return (const Contact *)e->loaded.model;
}

/* ---- verification ------------------------------------------------------ */

/* A map with holes. */
static void add_map(uint64_t *seed, Text *spec, int nx, int ny)
{
  text_add(spec, "map {");
  for (int j = 0; j < ny; j++) {
    text_add(spec, " {");
    for (int i = 0; i < nx; i++)
      text_add(
          spec, " %.3f,",
          ny > 1 && random_in(seed, 0, 1) < 0.25 ? 0 : random_in(seed, 0.1, 1));
    text_add(spec, " },");
  }
  text_add(spec, " }");
}

static const char *random_spec(uint64_t *seed, Run *run, int n)
{
  Text spec = text_new(run);
  const int nx = 7 + (int)random_in(seed, 0, 6);
  const int ny = n % 4 == 3 ? 1 : 7 + (int)random_in(seed, 0, 6);
  text_add(&spec, "return contact { name = \"pad\", model = \"compressed\",\n");
  text_add(&spec, LAW "size = { 0.02, %g }, pressure = ",
           ny == 1 ? 0.001 : random_in(seed, 0.01, 0.04));
  add_map(seed, &spec, nx, ny);
  text_add(&spec, ",\nbristles = %d, real = \"%s\", step = \"%s\", ",
           ny == 1 ? 4 : 8 + (int)random_in(seed, 0, 12),
           n % 2 ? "float" : "double", n % 3 ? "exponential" : "euler");
  text_add(&spec, "unroll = \"%s\" }\n", n % 5 ? "auto" : "full");
  return spec.chars;
}

Test(compressed, random_specs_agree_with_the_reference)
{
  uint64_t seed = 11;
  for (int n = 0; n < 6; n++) {
    Run *run = run_open();
    const char *spec = random_spec(&seed, run, n);
    save("pad.lua", spec);
    cr_expect_eq(run_shell("%s verify %s/pad.lua", BRISTLE, folder), 0,
                 "%s\n%s", spec, printed);
    run_close(run);
  }
}

/* Returns verify's note of that name, or NaN. */
static double noted(const char *name)
{
  json_t *report = json_loads(printed, 0, NULL);
  cr_assert_not_null(report, "%s", printed);
  const json_t *checks = json_object_get(report, "checks");
  double value = NAN;
  for (size_t i = 0; i < json_array_size(checks); i++) {
    const json_t *check = json_array_get(checks, i);
    if (strcmp(json_string_value(json_object_get(check, "name")), name))
      continue;
    cr_expect(json_is_null(json_object_get(check, "bar")));
    value = json_double(check, "worst");
  }
  json_decref(report);
  return value;
}

/* More bristles are nearer to the cells. */
Test(compressed, verify_notes_how_far_the_cells_are)
{
  static const char *const names[] = {"profile, force", "profile, torque",
                                      "random, force", "random, torque"};
  static const int counts[] = {12, 40};
  double last[4] = {1, 1, 1, 1};
  for (int i = 0; i < 2; i++) {
    char spec[1000];
    snprintf(spec, sizeof spec,
             "return contact { name = \"pad\", model = \"compressed\",\n"
             "grid = { 9, 9 }, size = { 0.02, 0.02 }, bristles = %d,\n"
             "pressure = disc { radius = 0.008, at = { 1e-3, 2e-3 } },\n" LAW
             "}\n",
             counts[i]);
    save("pad.lua", spec);
    cr_expect_eq(run_shell("%s verify %s/pad.lua --json", BRISTLE, folder), 0);
    for (int k = 0; k < 4; k++) {
      const double value = noted(names[k]);
      cr_expect(value > 0 && value < last[k], "%s: %g", names[k], value);
      last[k] = value;
    }
  }
  for (int k = 0; k < 4; k++) cr_expect_lt(last[k], 0.01, "%g", last[k]);
}

Test(compressed, every_compiler_takes_it_without_a_word)
{
  static const char *const forms[] = {
      "real = \"double\", bristles = 16", "real = \"float\", bristles = 12",
      "real = \"float\", bristles = 8, unroll = \"full\""};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    Emission e = emit_compressed("disc { radius = 0.01 }", forms[i]);
    save("pad.h", e.texts->header);
    save("pad.c", e.source);
    expect_accepted("pad.c", (int)i, forms[i]);
    emission_close(&e);
  }
}

/* ---- what is told ------------------------------------------------------ */

static double json_of(const char *text, const char *key)
{
  json_t *object = json_loads(text, 0, NULL);
  cr_assert_not_null(object);
  const double value = json_number_value(json_object_get(object, key));
  json_decref(object);
  return value;
}

Test(compressed, header_and_json_tell_of_the_bristles)
{
  Emission e = emit_compressed("rectangle {}", "bristles = 12");
  const Contact *c = contact_of(&e);
  cr_expect_eq(c->cells.count, 12);
  cr_expect_eq(c->map->count, 441);
  cr_expect_eq(c->compression->images, 8);
  cr_expect_eq(json_of(e.texts->figures, "cells"), 12);
  cr_expect_eq(json_of(e.texts->figures, "map_cells"), 441);
  cr_expect_eq(json_of(e.texts->figures, "degree"), c->compression->degree);
  cr_expect_eq(json_of(e.texts->figures, "limit_error"), c->compression->error);
  for (int k = 0; k < 12; k++) {
    char line[100];
    snprintf(line, sizeof line, "%13.6e %13.6e  %.6e", c->cells.x[k],
             c->cells.y[k], c->cells.w[k]);
    cr_expect_not_null(strstr(e.texts->header, line), "%s", line);
  }
  emission_close(&e);
}

Test(compressed, check_and_plot_show_the_bristles)
{
  save("pad.lua",
       "return contact { name = \"pad\", model = \"compressed\",\n"
       "grid = { 9, 9 }, size = { 0.02, 0.02 }, bristles = 8,\n"
       "pressure = disc { radius = 0.01 },\n" LAW "}\n");
  cr_expect_eq(run_shell("%s check %s/pad.lua --json", BRISTLE, folder), 0);
  json_t *told = json_loads(printed, 0, NULL);
  cr_assert_not_null(told, "%s", printed);
  const json_t *bristles = json_object_get(told, "bristles");
  cr_expect_eq(json_array_size(bristles), 8u);
  cr_expect_eq(json_integer_value(json_object_get(told, "states")), 16);
  double sum = 0;
  for (size_t k = 0; k < 8; k++)
    sum += json_double(json_array_get(bristles, k), "w");
  cr_expect_lt(fabs(sum - 1), 1e-12);
  json_decref(told);
  cr_expect_eq(run_shell("%s plot %s/pad.lua -o %s/p", BRISTLE, folder, folder),
               0);
  cr_expect_eq(run_shell("grep -q bristles %s/p/pad_pressure.svg", folder), 0);
  cr_expect_eq(
      run_shell("grep -q 'this solver: 8 bristles' %s/p/pad_limit.svg", folder),
      0);
}

/* r, u and CoP are the map's, as closely as the bristles preserve them. */
Test(compressed, bristles_have_the_figures_of_the_map)
{
  static const char *const maps[] = {
      "disc { radius = 0.01 }", "gradient_line { length = 0.02 }",
      "polygon { { -0.01, -0.01 }, { 0.01, -0.01 }, { -0.01, 0.008 } }"};
  for (size_t m = 0; m < 3; m++) {
    Emission e = emit_compressed(maps[m], "bristles = 11");
    const Contact *c = contact_of(&e);
    double sums[2][5] = {{0}};
    for (int i = 0; i < 2; i++) {
      const Cells *cells = i ? c->map : &c->cells;
      for (int k = 0; k < cells->count; k++) {
        const double x = cells->x[k] - c->cop[0], y = cells->y[k] - c->cop[1];
        const double parts[] = {1, x, y, x * x + y * y, hypot(x, y)};
        for (int p = 0; p < 5; p++) sums[i][p] += cells->w[k] * parts[p];
      }
    }
    for (int p = 0; p < 5; p++)
      cr_expect_lt(fabs(sums[0][p] - sums[1][p]), 1e-12, "%s, %d: %g", maps[m],
                   p, sums[0][p] - sums[1][p]);
    emission_close(&e);
  }
}

/* ---- wishes ------------------------------------------------------------ */

Test(compressed, degree_takes_the_fewest_bristles_that_have_it)
{
  int last = 0;
  for (int degree = 1; degree <= 5; degree += 2) {
    char keys[100];
    snprintf(keys, sizeof keys, "bristles = { degree = %d }", degree);
    Emission e = emit_compressed("disc { radius = 0.01 }", keys);
    cr_expect_geq(contact_of(&e)->compression->degree, degree);
    cr_expect_geq(contact_of(&e)->cells.count, last);
    last = contact_of(&e)->cells.count;
    emission_close(&e);
  }
  cr_expect_leq(last, 12);
}

Test(compressed, tolerance_is_kept_by_a_search_of_its_own)
{
  Emission e = emit_compressed("disc { radius = 0.01 }",
                               "bristles = { tolerance = 0.15 }");
  const Contact *c = contact_of(&e);
  const LimitMap map = {c->map, {c->cop[0], c->cop[1]}, c->r};
  uint64_t seed = 4;
  double worst = 0;
  for (int n = 0; n < 20000; n++) {
    double v[3], h[3], f[3] = {0};
    for (int d = 0; d < 3; d++) v[d] = random_in(&seed, -1, 1);
    limit_scaled(&map, v, h);
    for (int k = 0; k < c->cells.count; k++) {
      const double x = c->cells.x[k] - c->cop[0], w = v[2] / c->r;
      const double y = c->cells.y[k] - c->cop[1];
      const double vx = v[0] - w * y, vy = v[1] + w * x, s = hypot(vx, vy);
      f[0] -= c->cells.w[k] * vx / s;
      f[1] -= c->cells.w[k] * vy / s;
      f[2] -= c->cells.w[k] * (x * vy - y * vx) / s / c->r;
    }
    worst = fmax(worst, sqrt(pow(f[0] - h[0], 2) + pow(f[1] - h[1], 2) +
                             pow(f[2] - h[2], 2)));
  }
  cr_expect_leq(c->compression->error, 0.15);
  cr_expect_leq(worst, c->compression->error);
  cr_expect_geq(worst, 0.5 * c->compression->error);
  emission_close(&e);
}

/* Returns the limit surface's error of the best rule of that wish. */
static double error_for(const char *wish, int *count)
{
  char keys[200];
  snprintf(keys, sizeof keys, "bristles = %s", wish);
  Emission e = emit_compressed("annulus { inner = 0.006, outer = 0.01 }", keys);
  const double error = contact_of(&e)->compression->error;
  *count = contact_of(&e)->cells.count;
  emission_close(&e);
  return error;
}

/* Errors do not fall with each bristle more. */
Test(compressed, count_with_of_takes_the_least_error_of_all_counts)
{
  double least = INFINITY;
  int best = 0, count;
  for (int n = 4; n <= 12; n++) {
    char wish[20];
    snprintf(wish, sizeof wish, "%d", n);
    const double error = error_for(wish, &count);
    if (error < least) least = error, best = count;
  }
  cr_expect_eq(error_for("{ count = 12, of = \"limit\" }", &count), least);
  cr_expect_eq(count, best);
  char wish[60];
  snprintf(wish, sizeof wish, "{ tolerance = %.6f, count = 12 }", least + 1e-6);
  cr_expect_eq(error_for(wish, &count), least);
}

/* ---- motions ----------------------------------------------------------- */

#define SLIDE                                                       \
  "return contact { name = \"pad\", grid = { 9, 9 },\n"             \
  "size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 },\n" LAW \
  "body = { mass = 0.2, inertia = 5e-4, com = { 2e-3, 0 } },\n"     \
  "scenario = { duration = 0.04, dt = 1e-3, fn = 1,\n"              \
  "load = function(t) return 1.5, 0, 4e-3 end },\n"
/* The same under a load that changes, on a patch that grows with it. */
#define SQUEEZE                                                         \
  "return contact { name = \"pad\", grid = { 9, 9 },\n"                 \
  "size = { 0.02, 0.02 }, fn_range = { 0.5, 2, levels = 3 },\n"         \
  "pressure = disc { radius = function(fn) return 7e-3*fn^(1/3) end,\n" \
  "profile = hertz },\n" LAW                                            \
  "body = { mass = 0.2, inertia = 5e-4, com = { 2e-3, 0 } },\n"         \
  "scenario = { duration = 0.04, dt = 1e-3,\n"                          \
  "fn = function(t) return 1 + 0.5*math.sin(100*t) end,\n"              \
  "load = function(t) return 1.5, 0, 4e-3 end },\n"

/* Writes x, y and the angle of all rows for that model. */
static size_t poses_of(const char *slide, const char *model,
                       double poses[100][3])
{
  char text[2000];
  snprintf(text, sizeof text, "%s%s }\n", slide, model);
  Loaded loaded = load_text(text, NULL);
  cr_assert_null(loaded.error, "%s", loaded.error);
  Progress none = {0};
  const Recording *r = pipeline_simulate(loaded.pipeline, &tcc_backend, &none);
  static const char *const names[] = {"x", "y", "theta"};
  for (size_t row = 0; row < r->nrows; row++)
    for (int i = 0; i < 3; i++) poses[row][i] = recording_at(r, row, names[i]);
  const size_t rows = r->nrows;
  unload(&loaded);
  return rows;
}

/* Writes the largest deviation and the last one. */
static void deviations_of(const char *slide, const char *model, double out[2])
{
  double exact[100][3], poses[100][3], path = 0, turned = 0;
  const size_t rows = poses_of(slide, "model = \"distributed\"", exact);
  cr_assert_eq(poses_of(slide, model, poses), rows);
  for (size_t i = 1; i < rows; i++) {
    path += hypot(exact[i][0] - exact[i - 1][0], exact[i][1] - exact[i - 1][1]);
    turned += fabs(exact[i][2] - exact[i - 1][2]);
  }
  out[0] = 0;
  for (size_t i = 0; i < rows; i++) {
    const double away =
        hypot(poses[i][0] - exact[i][0], poses[i][1] - exact[i][1]);
    out[1] = fmax(away / path, fabs(poses[i][2] - exact[i][2]) / turned);
    out[0] = fmax(out[0], out[1]);
  }
}

static void expect_told(const char *slide, const char *wish, double told[2])
{
  char text[2000], model[200];
  snprintf(model, sizeof model, "model = \"compressed\", bristles = %s", wish);
  snprintf(text, sizeof text, "%s%s }\n", slide, model);
  save("pad.lua", text);
  cr_assert_eq(run_shell("%s check %s/pad.lua --json", BRISTLE, folder), 0,
               "%s", printed);
  told[0] = json_of(printed, "motion_error");
  told[1] = json_of(printed, "motion_end_error");
  double found[2];
  deviations_of(slide, model, found);
  for (int i = 0; i < 2; i++)
    cr_expect_lt(fabs(told[i] - found[i]), 6e-3 * found[i], "%s: %g, %g", wish,
                 told[i], found[i]);
}

Test(compressed, motions_stay_within_tolerance_of_all_cells)
{
  static const char *const slides[] = {SLIDE, SQUEEZE};
  static const double tolerance[] = {0.01, 0.03};
  for (int i = 0; i < 2; i++) {
    double told[2];
    char wish[80];
    snprintf(wish, sizeof wish, "{ tolerance = %g, of = \"motion\" }",
             tolerance[i]);
    expect_told(slides[i], wish, told);
    cr_expect_leq(told[0], tolerance[i]);
    cr_expect_leq(told[1], told[0]);
  }
}

Test(compressed, count_with_motion_takes_the_least_deviation)
{
  double best[2], one[2];
  expect_told(SLIDE, "{ count = 12, of = \"motion\" }", best);
  for (int count = 4; count <= 12; count += 4) {
    char model[100];
    snprintf(model, sizeof model, "model = \"compressed\", bristles = %d",
             count);
    deviations_of(SLIDE, model, one);
    cr_expect_leq(best[0], 1.006 * one[0], "%d bristles", count);
  }
}

Test(compressed, a_second_search_takes_the_kept_result)
{
  char own[128]; /* what other tests searched for is not in it */
  snprintf(own, sizeof own, "%s/cache", folder);
  setenv("BRISTLE_CACHE", own, 1);
  char first[sizeof printed];
  save("pad.lua", SLIDE
       "model = \"compressed\",\n"
       "bristles = { tolerance = 0.02, of = \"motion\" } }\n");
  for (int i = 0; i < 2; i++) {
    cr_expect_eq(run_shell("%s check %s/pad.lua", BRISTLE, folder), 0);
    if (i) cr_expect_str_eq(printed, first);
    strcpy(first, printed);
    cr_expect_eq(names_in(solvers()), 1);
  }
  cr_expect_eq(
      run_shell("%s check %s/pad.lua --set scenario.fn=1.1", BRISTLE, folder),
      0);
  cr_expect_eq(names_in(solvers()), 2, "another motion is another search");
}

/* With a prescribed twist the wrenches are compared. */
Test(compressed, a_driven_contact_is_bounded_by_its_wrench)
{
  save("pad.lua",
       "return contact { name = \"pad\", model = \"compressed\",\n"
       "grid = { 9, 9 }, size = { 0.02, 0.02 }, " LAW
       "pressure = disc { radius = 0.01 },\n"
       "bristles = { tolerance = 0.1, of = \"motion\" },\n"
       "scenario = { duration = 0.02, dt = 1e-3, fn = 2,\n"
       "twist = function(t) return 1e-3, 0, 3 * math.sin(400 * t) end } }\n");
  cr_assert_eq(run_shell("%s check %s/pad.lua --json", BRISTLE, folder), 0);
  const double told = json_of(printed, "motion_error");
  cr_expect(told > 0 && told <= 0.1, "%g", told);
}

Test(compressed, no_coordinate_is_a_negative_zero_and_no_place_occurs_twice)
{
  static const char *const maps[] = {"disc { radius = 0.01 }", "rectangle {}",
                                     "annulus { inner = 0.006, outer = 0.01 }",
                                     "line { length = 0.02 }",
                                     "line { length = 0.02, angle = 0 }"};
  for (size_t m = 0; m < sizeof maps / sizeof *maps; m++)
    for (int count = 5; count <= 17; count += 3) {
      char keys[40];
      snprintf(keys, sizeof keys, "bristles = %d", count);
      Emission e = emit_compressed(maps[m], keys);
      const Cells *c = &contact_of(&e)->cells;
      for (int k = 0; k < c->count; k++) {
        cr_expect_not(c->x[k] == 0 && signbit(c->x[k]));
        cr_expect_not(c->y[k] == 0 && signbit(c->y[k]));
        for (int i = 0; i < k; i++)
          cr_expect_gt(hypot(c->x[k] - c->x[i], c->y[k] - c->y[i]), 1e-6);
      }
      emission_close(&e);
    }
}

Test(compressed, same_spec_gives_the_same_bristles)
{
  Emission e[2];
  for (int i = 0; i < 2; i++)
    e[i] = emit_compressed("gradient_line { length = 0.02 }", "bristles = 7");
  const Cells *a = &contact_of(&e[0])->cells, *b = &contact_of(&e[1])->cells;
  cr_expect_eq(memcmp(a->x, b->x, 7 * sizeof *a->x), 0);
  cr_expect_eq(memcmp(a->y, b->y, 7 * sizeof *a->y), 0);
  cr_expect_eq(memcmp(a->w, b->w, 7 * sizeof *a->w), 0);
  for (int i = 0; i < 2; i++) emission_close(&e[i]);
}
