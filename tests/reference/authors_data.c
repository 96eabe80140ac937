/* Tests of runtime/reference/contact against numbers from other programs, to
 * 1e-9: contact.json of an independent program, and traces of the planar-LuGre
 * authors. tests/data/README.md describes them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/authors.h"

/* ---- contact.json ------------------------------------------------------ */

typedef struct Given {
  RefContact c;
  double *w, *z;
  const json_t *json;
} Given;

static RefLugre friction_of(const json_t *j)
{
  RefLugre f = {.sigma0 = json_double(j, "sigma0"),
                .sigma1 = json_double(j, "sigma1"),
                .sigma2 = json_double(j, "sigma2"),
                .mu_c = json_double(j, "mu_c"),
                .mu_s = json_double(j, "mu_s"),
                .v_s = json_double(j, "v_s"),
                .gamma = json_double(j, "gamma"),
                .is_elastoplastic = json_has(j, "s_ba")};
  if (f.is_elastoplastic) f.s_ba = json_double(j, "s_ba");
  return f;
}

static double item(const json_t *array, size_t i)
{
  return json_number_value(json_array_get(array, i));
}

static Given open_given(const json_t *root, size_t index)
{
  Given g = {.json = json_array_get(root, index)};
  const json_t *grid = json_object_get(g.json, "grid");
  const json_t *size = json_object_get(g.json, "size");
  const json_t *map = json_object_get(g.json, "map");
  const size_t nx = (size_t)item(grid, 0), ny = (size_t)item(grid, 1);
  double *rows = calloc(nx * ny, sizeof *rows);
  cr_assert_not_null(rows);
  for (size_t j = 0; j < ny; j++)
    for (size_t i = 0; i < nx; i++)
      rows[j * nx + i] = item(json_array_get(map, j), i);
  g.w = weights_from_above(rows, (int)nx, (int)ny);
  free(rows);
  g.z = calloc(2 * nx * ny, sizeof *g.z);
  cr_assert_not_null(g.z);
  g.c = (RefContact){{(int)nx, (int)ny, item(size, 0), item(size, 1), g.w},
                     friction_of(json_object_get(g.json, "friction"))};
  return g;
}

static void close_given(Given *g)
{
  free(g->w);
  free(g->z);
}

/* Evaluates one entry and writes the wrench to compare with its `key`. */
typedef void Evaluate(Given *g, const json_t *entry, const double twist[3],
                      double wrench[3]);

static void expect_all(const char *section, const char *key, Evaluate *evaluate)
{
  json_t *root = read_json("contact.json");
  cr_assert_geq(json_array_size(root), (size_t)4);
  for (size_t n = 0; n < json_array_size(root); n++) {
    Given g = open_given(root, n);
    const json_t *entries = json_object_get(g.json, section);
    cr_assert_gt(json_array_size(entries), (size_t)0);
    double worst = 0.0;
    for (size_t i = 0; i < json_array_size(entries); i++) {
      const json_t *entry = json_array_get(entries, i);
      double twist[3], should[3], is[3];
      json_triple(entry, "twist", twist);
      json_triple(entry, key, should);
      evaluate(&g, entry, twist, is);
      worst = fmax(worst, max_relative_error(is, should, 3));
    }
    cr_log_info("%s, contact %zu: %g", section, n, worst);
    cr_expect_lt(worst, 1e-9, "%s, contact %zu: %g", section, n, worst);
    close_given(&g);
  }
  json_decref(root);
}

static void run_euler(Given *g, const json_t *entry, const double twist[3],
                      double wrench[3])
{
  const double fn = json_double(entry, "fn"), dt = json_double(entry, "dt");
  const int repeat = (int)json_double(entry, "repeat");
  for (int n = 0; n < repeat; n++)
    cr_assert_eq(ref_step_euler(&g->c, g->z, twist, fn, dt, wrench), BR_OK);
}

static void run_limit(Given *g, const json_t *entry, const double twist[3],
                      double wrench[3])
{
  (void)entry;
  ref_limit(&g->c.patch, twist, wrench);
}

static void run_steady(Given *g, const json_t *entry, const double twist[3],
                       double wrench[3])
{
  ref_steady(&g->c, twist, json_double(entry, "fn"), wrench);
}

Test(reference_data, euler_steps_agree_with_an_independent_program)
{
  expect_all("euler", "wrench", run_euler);
}

Test(reference_data, limit_surface_agrees_with_an_independent_program)
{
  expect_all("limit", "unit_wrench", run_limit);
}

Test(reference_data, steady_sliding_agrees_with_an_independent_program)
{
  expect_all("steady", "wrench", run_steady);
}

/* ---- the authors' traces ----------------------------------------------- */

/* Returns the largest error of forces, in N, and of torques, in units of
 * 0.01 N m. */
static double trace_error(const double is[3], const double should[3])
{
  double worst = 0.0;
  for (int d = 0; d < 3; d++)
    worst = fmax(worst, fabs(is[d] - should[d]) / (d < 2 ? 1.0 : 0.01));
  return worst;
}

/* Follows the profile until `end`, s, and compares at each row of the trace:
 * the twist at the grid centre, and the wrench at the CoP of the bristles
 * before the update of that row. */
static void expect_trace(const char *name, RefContact c, double end)
{
  const double dt = 1e-5;
  char file[64];
  snprintf(file, sizeof file, "profile_%s.csv", name);
  Table trace = read_csv(file);
  double cop[2], r, u, *z = calloc(2 * 21 * 21, sizeof *z);
  cr_assert_not_null(z);
  ref_figures(&c.patch, true, cop, &r, &u);
  const double to_centre[2] = {-cop[0], -cop[1]};
  double worst = 0.0, worst_twist = 0.0;
  size_t row = 0;
  for (int n = 0; n * dt < end && row < trace.rows; n++) {
    const double *should = trace.at + row * trace.columns;
    double at_cop[3], twist[3], f[3], f_cop[3];
    paper_profile(n * dt, at_cop);
    twist_at(to_centre, at_cop, twist);
    if (n == (int)lround(should[0] / dt)) {
      ref_rate(&c, z, twist, 1.0, NULL, f);
      wrench_at(cop, f, f_cop);
      worst = fmax(worst, trace_error(f_cop, should + 4));
      for (int d = 0; d < 3; d++)
        worst_twist = fmax(worst_twist, fabs(twist[d] - should[1 + d]));
      row++;
    }
    ref_step_euler(&c, z, twist, 1.0, dt, NULL);
  }
  cr_log_info("%s: %zu rows, wrench %g, twist %g", name, row, worst,
              worst_twist);
  cr_expect_gt(row, (size_t)40);
  cr_expect_lt(worst_twist, 1e-11, "%s: %g", name, worst_twist);
  cr_expect_lt(worst, 1e-9, "%s: %g", name, worst);
  authors_free(&c);
  free(z);
  free_table(&trace);
}

/* The full grid takes long, so that this covers the spin-up and the first part
 * of the slide only. */
Test(reference_data, circle_follows_the_authors_trace)
{
  expect_trace("circle", authors_contact("circle", 0, 20, 0, 20), 1.2);
}

/* Rows and columns without load are left out, so that the whole profile is
 * covered. */
Test(reference_data, nonconvex_map_follows_the_authors_trace)
{
  expect_trace("nonconvex1", authors_contact("nonconvex1", 0, 20, 9, 11), 5.0);
}

Test(reference_data, gradient_line_follows_the_authors_trace)
{
  expect_trace("gradient_line", authors_contact("gradient_line", 10, 10, 0, 20),
               5.0);
}

/* ---- the reduced model ------------------------------------------------- */

/* The reduced model uses the authors' own table, which removes the error of a
 * different table. */
static void expect_reduced_trace(const char *name)
{
  static AuthorsTable table;
  const double dt = 1e-5;
  char file[64];
  snprintf(file, sizeof file, "profile_%s.csv", name);
  Table trace = read_csv(file);
  RefContact c = authors_contact(name, 0, 20, 0, 20);
  const RefReduced m = authors_reduced(&c, &table);
  const double to_centre[2] = {-m.cop[0], -m.cop[1]};
  double zeta[3] = {0.0, 0.0, 0.0}, worst = 0.0;
  size_t row = 0;
  for (int n = 0; row < trace.rows; n++) {
    const double *should = trace.at + row * trace.columns;
    double at_cop[3], twist[3], f[3], f_cop[3];
    paper_profile(n * dt, at_cop);
    twist_at(to_centre, at_cop, twist);
    if (n == (int)lround(should[0] / dt)) {
      ref_reduced_rate(&m, zeta, twist, 1.0, NULL, f);
      wrench_at(m.cop, f, f_cop);
      worst = fmax(worst, trace_error(f_cop, should + 7));
      row++;
    }
    ref_reduced_step_euler(&m, zeta, twist, 1.0, dt, NULL);
  }
  cr_log_info("%s, reduced: %zu rows, %g", name, row, worst);
  cr_expect_gt(row, (size_t)190);
  cr_expect_lt(worst, 1e-10, "%s: %g", name, worst);
  authors_free(&c);
  free_table(&trace);
}

Test(reference_data, reduced_circle_follows_the_authors_trace)
{
  expect_reduced_trace("circle");
}

Test(reference_data, reduced_gradient_line_follows_the_authors_trace)
{
  expect_reduced_trace("gradient_line");
}

Test(reference_data, reduced_nonconvex_map_follows_the_authors_trace)
{
  expect_reduced_trace("nonconvex1");
}
