/* Tests of the kind cone: facets and rays in closed form, the side of the exact
 * cone on which they lie, nearest forces, and the emitted C. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "kinds/cone/cone.h"
#include "reference/cone/cone.h"
#include "support/support.h"

TestSuite(cone, .init = compiling_begin, .fini = compiling_end);

static Emission emit_cone(const char *keys)
{
  char text[2000];
  snprintf(text, sizeof text, "return cone { name = \"foot\",\n%s }", keys);
  const Emission e = emit_whole(text);
  cr_assert_null(e.error, "%s\n%s", e.error, text);
  return e;
}

static const Cone *cone_of(const Emission *e)
{
  return (const Cone *)e->loaded.model;
}

/* ---- closed forms ------------------------------------------------------ */

/* The tangential and the normal part of a row or ray of an upright cone. */
static double aside(const double *v)
{
  return hypot(v[0], v[1]);
}

Test(cone, deficits_are_those_of_regular_polygons_to_rounding)
{
  for (int m = 3; m <= 64; m++)
    for (int is_outer = 0; is_outer < 2; is_outer++) {
      char keys[200];
      snprintf(keys, sizeof keys, "mu = 0.7, faces = %d, approximation = '%s'",
               m, is_outer ? "outer" : "inner");
      Emission e = emit_cone(keys);
      const Cone *c = cone_of(&e);
      const double shrink = cos(TEST_PI / m);
      cr_assert_eq(c->nrows, m);
      cr_assert_eq(c->nrays, m);
      for (int k = 0; k < m; k++) {
        const double *a = c->A + 3 * k, *ray = c->rays + 3 * k;
        const double depth = -a[2] / aside(a) / 0.7, reach = aside(ray) / 0.7;
        const double lacks = is_outer ? 1 : shrink;
        cr_expect_float_eq(1 - depth, 1 - lacks, 1e-15, "%d", m);
        cr_expect_float_eq(reach, is_outer ? 1 / shrink : 1, 4e-15, "%d", m);
      }
      emission_close(&e);
    }
}

Test(cone, four_outer_faces_are_the_two_inequalities_of_the_lecture)
{
  Emission e = emit_cone("mu = 0.5, faces = 4, approximation = 'outer'");
  const Cone *c = cone_of(&e);
  const double scale = sqrt(1.25);
  for (int k = 0; k < 4; k++)
    for (int d = 0; d < 3; d++) {
      const double expected = d == 2 ? -0.5 : d == k % 2 ? (k < 2 ? 1 : -1) : 0;
      cr_expect_float_eq(c->A[3 * k + d] * scale, expected, 1e-15);
    }
  emission_close(&e);
}

/* Each ray lies on two facets, or on one in the plane, and inside the others;
 * vertices do too, with their limit. */
static void expect_rays_on_rows(const char *keys, int tight)
{
  Emission e = emit_cone(keys);
  const Cone *c = cone_of(&e);
  cr_assert_gt(c->nrays, 1);
  for (int k = 0; k < c->nrays; k++) {
    int count = 0;
    for (int row = 0; row < c->nfacets; row++) {
      double sum = 0, size = 0;
      for (int d = 0; d < c->n; d++) {
        const double term = c->A[row * c->n + d] * c->rays[k * c->n + d];
        sum += term;
        size += fabs(term);
      }
      cr_expect_leq(sum, 4e-15 * size + 4e-16, "%s: ray %d, row %d", keys, k,
                    row);
      count += fabs(sum) <= 4e-15 * size + 4e-16;
    }
    cr_expect_eq(count, tight, "%s: ray %d has %d", keys, k, count);
  }
  emission_close(&e);
}

Test(cone, every_ray_is_on_the_right_number_of_rows)
{
  expect_rays_on_rows("mu = 0.3, dimension = 2", 1);
  expect_rays_on_rows("mu = 0.3, faces = 3", 2);
  expect_rays_on_rows("mu = 0.9, faces = 8, normal = { 1, -2, 0.5 }", 2);
  expect_rays_on_rows(
      "mu = 0.9, faces = 13, approximation = 'outer',"
      "normal = { 1e-9, 3, -4 }, tangent = { 1, 0, 0 }",
      2);
  expect_rays_on_rows("mu = 2, faces = 100, normal = 'runtime'", 2);
}

Test(cone, limits_add_rows_and_make_vertices)
{
  Emission e = emit_cone("mu = 0.5, faces = 6, f_min = 2, f_max = 9");
  const Cone *c = cone_of(&e);
  cr_expect_eq(c->nrows, 8);
  cr_expect_eq(c->nvertices, 12);
  cr_expect_eq(c->b[6], 9);
  cr_expect_eq(c->b[7], -2);
  for (int k = 0; k < 12; k++)
    cr_expect_float_eq(c->vertices[3 * k + 2], k < 6 ? 2 : 9, 1e-15);
  emission_close(&e);
  e = emit_cone("mu = 0.5, faces = 6, f_max = 9");
  cr_expect_eq(cone_of(&e)->nvertices, 7); /* with the apex */
  emission_close(&e);
}

/* ---- sides ------------------------------------------------------------- */

typedef int Contains(const double *f);
typedef int Margin(const double *f, double *margin);

static void *symbol(const Solver *solver, const char *name)
{
  void *address = module_symbol(solver->module, name);
  cr_assert_not_null(address, "%s", name);
  return address;
}

enum { FORCES = 1000000 };

Test(cone, a_million_forces_are_on_the_right_side)
{
  static const char *const kinds_of[] = {"inner", "outer", "exact"};
  static const double normal[3] = {2.0 / 7, -3.0 / 7, 6.0 / 7};
  const RefCone exact = {3, 0.6, {2.0 / 7, -3.0 / 7, 6.0 / 7}, 0, INFINITY};
  for (int kind = 0; kind < 3; kind++) {
    char keys[200];
    snprintf(keys, sizeof keys,
             "mu = 0.6, approximation = '%s', normal = { 2, -3, 6 }%s",
             kinds_of[kind], kind == 2 ? "" : ", faces = 10");
    Emission e = emit_cone(keys);
    const Solver *solver = open_solver(&e, &cc_backend);
    Contains *contains;
    void *address = symbol(solver, "foot_contains");
    memcpy(&contains, &address, sizeof contains);
    uint64_t seed = 5;
    long inside = 0, wrong = 0, near = 0;
    for (int i = 0; i < FORCES; i++) {
      double f[3];
      const double load = random_in(&seed, -0.2, 2);
      for (int d = 0; d < 3; d++)
        f[d] = load * normal[d] + random_in(&seed, -1, 1);
      const double slack = ref_cone_slack(&exact, f);
      const int is_in = contains(f);
      inside += is_in;
      near += is_in != (slack >= 0);
      if (kind != 1 && is_in && slack < -1e-14) wrong++;
      if (kind != 0 && !is_in && slack > 1e-14) wrong++;
    }
    cr_expect_eq(wrong, 0, "%s: %ld", kinds_of[kind], wrong);
    cr_expect_gt(inside, FORCES / 20);
    cr_expect_lt(inside, FORCES / 2);
    if (kind == 2)
      cr_expect_lt(near, 10);
    else
      cr_expect_gt(near, 1000); /* the cone is an approximation */
    emission_close(&e);
  }
}

Test(cone, facets_touch_where_they_should)
{
  for (int is_outer = 0; is_outer < 2; is_outer++) {
    char keys[200];
    snprintf(keys, sizeof keys, "mu = 0.6, faces = 9, approximation = '%s'",
             is_outer ? "outer" : "inner");
    Emission e = emit_cone(keys);
    const Solver *solver = open_solver(&e, &tcc_backend);
    Margin *margin;
    void *address = symbol(solver, "foot_margin");
    memcpy(&margin, &address, sizeof margin);
    for (int k = 0; k < 18; k++) {
      const double angle = TEST_PI * k / 9;
      const double f[3] = {6 * cos(angle), 6 * sin(angle), 10};
      double m;
      cr_assert_eq(margin(f, &m), 0);
      if (k % 2 == 0)
        cr_expect_float_eq(m, 0, 4e-15, "%d: %g", k, m);
      else
        cr_expect(is_outer ? m > 0.1 : m < -0.1, "%d: %g", k, m);
    }
    emission_close(&e);
  }
}

/* ---- nearest forces ---------------------------------------------------- */

static void expect_verified(const char *keys)
{
  Emission e = emit_cone(keys);
  const Model *model = e.loaded.model;
  const Solver *solver = open_solver(&e, &tcc_backend);
  Verification *v = verify_new(model);
  model->kind->verify(model, solver, v);
  cr_expect(verify_holds(v), "%s\n%s", keys, verify_text(v));
  emission_close(&e);
}

Test(cone, solvers_of_every_form_are_verified)
{
  static const char *const forms[] = {
      "mu = 0.6",
      "mu = 0.6, faces = 16, f_min = 5, f_max = 400, normal = { 1, 2, 3 }",
      "mu = 0.05, faces = 3, approximation = 'outer', f_max = 1",
      "mu = 3, faces = 5, f_min = 1", "mu = 0.6, approximation = 'exact'",
      "mu = 0.6, approximation = 'exact', f_min = 1, f_max = 2",
      "mu = 0.6, approximation = 'exact', normal = 'runtime'",
      "mu = 0.6, faces = 6, normal = 'runtime', f_max = 30",
      "mu = 0.6, dimension = 2",
      "mu = 0.6, dimension = 2, normal = { 1, 1 }, f_min = 3, f_max = 8",
      "mu = 0.6, faces = 64, approximation = 'outer'",
      "mu = 0.8, patch = { grid = { 5, 5 }, size = { 0.02, 0.02 },"
      " pressure = rectangle {} }",
      "mu = 0.6, dimension = 6, patch = rectangle { size = { 0.2, 0.1 } }",
      "mu = 0.6, dimension = 6, f_min = 3, f_max = 50, faces = 5,"
      " approximation = 'outer', patch = polygon { { 0.1, 0 }, { 0, 0.1 },"
      " { -0.1, -0.1 } }",
      "mu = 0.8, approximation = 'outer', faces = 48, f_max = 20, patch = {"
      " size = { 0.03, 0.02 }, pressure = map { { 1, 2, 0 }, { 0, 5, 1 } } }",
      /* rounding moves the nearest force; limits below 1 N */
      "mu = 0.13353, dimension = 6, f_max = 3.8881, approximation = 'outer',"
      " faces = 3, patch = polygon { { 0.020012, 0.0052323 },"
      " { 0.0088114, 0.010511 }, { -0.039075, 0.015854 },"
      " { -0.02416, 0.0034846 }, { -0.017516, -0.023241 },"
      " { -0.0051985, -0.020673 }, { 0.044625, -0.010192 } }",
      "mu = 25, approximation = 'outer', f_max = 0.5, patch = {"
      " grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = rectangle {} }"};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    for (int is_float = 0; is_float < 2; is_float++) {
      char keys[500];
      snprintf(keys, sizeof keys, "%s%s", forms[i],
               is_float ? ", real = 'float'" : "");
      expect_verified(keys);
    }
}

/* The method never exceeds its steps, and no result exceeds the limits by more
 * than rounding of the force and of the limits. */
static void expect_projected(const Emission *e, const Solver *solver,
                             const double *f, const char *what)
{
  const Cone *c = cone_of(e);
  double out[CONE_MOST] = {0}, margin = 0;
  double size = isfinite(c->f_max) ? c->f_max : c->f_min;
  const double *const in[] = {f};
  double *const outs[] = {out}, *const margins[] = {&margin};
  const Model *model = e->loaded.model;
  cr_assert_eq(solver_call(model->run, solver, "project", NULL, in, outs), 0,
               "%s", what);
  cr_assert_eq(solver_call(model->run, solver, "margin", NULL, in, margins), 0);
  cr_assert(isfinite(margin), "%s", what);
  for (int d = 0; d < c->n; d++) {
    cr_assert(isfinite(out[d]), "%s", what);
    size = fmax(size, fabs(f[d]));
  }
  const double load = cone_load(c, out);
  cr_assert_geq(load, -1e-5 * size, "%s", what);
  if (isfinite(c->f_max)) cr_assert_leq(load, c->f_max + 1e-5 * size);
}

Test(cone, forces_of_any_size_are_projected)
{
  static const char *const forms[] = {
      "mu = 0.6, faces = 64",
      "mu = 0.01, faces = 200, f_min = 1, f_max = 9",
      "mu = 100, faces = 7, approximation = 'outer'",
      "mu = 0.6, approximation = 'exact', f_max = 3",
      "mu = 0.8, faces = 256, patch = { grid = { 5, 5 },"
      " size = { 0.02, 0.02 }, pressure = rectangle {} }",
      "mu = 0.6, dimension = 6, faces = 10, f_max = 7,"
      " patch = rectangle { size = { 0.2, 0.1 } }"};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    for (int is_float = 0; is_float < 2; is_float++) {
      char keys[300];
      snprintf(keys, sizeof keys, "%s%s", forms[i],
               is_float ? ", real = 'float'" : "");
      Emission e = emit_cone(keys);
      const Solver *solver = open_solver(&e, &cc_backend);
      const double most = is_float ? 14 : 99;
      uint64_t seed = i;
      for (int k = 0; k < 6000; k++) {
        double f[CONE_MOST] = {0};
        const double all = pow(10, random_in(&seed, -most, most));
        const double scale = k % 2 ? all : 10;
        for (int d = 0; d < cone_of(&e)->n; d++)
          f[d] = k % 7 == d ? 0 : scale * random_in(&seed, -1, 1);
        expect_projected(&e, solver, f, keys);
      }
      emission_close(&e);
    }
}

/* Each failed by a check or a golden vector that was at fault: sweeps that had
 * not converged, limits far above the rays, points far beyond the force, facets
 * at a flat angle, a golden vector outside a tilted cone, a normal rounded to
 * 0, rays that depend on each other. The rows of the slippery foot were off by
 * 1 % of mu. */
Test(cone, hard_cones_verify)
{
  static const char *const specs[] = {
      "large_limit",   "thin_outline", "steep_wrench", "steep_plane",
      "low",           "low_and_thin", "outer_tilted", "low_tilted",
      "slippery_foot", "many_faces",   "vast_runtime", "parallel_rays",
      "many_rays",     "tiny_torques"};
  for (size_t i = 0; i < COUNT(specs); i++)
    cr_expect_eq(run_shell("%s verify tests/data/cone/%s.lua --backend=tcc",
                           BRISTLE, specs[i]),
                 0, "%s\n%s", specs[i], printed);
}

/* verify must find a solver whose cone was shrunk or turned. */
Test(cone, verify_notices_a_wrong_solver)
{
  Emission right = emit_cone("mu = 0.6, f_max = 9");
  Emission wrong = emit_cone("mu = 0.61, f_max = 9");
  Emission turned = emit_cone("mu = 0.6, f_max = 9, normal = { 0, 0.01, 1 }");
  const Model *model = right.loaded.model;
  const Emission *others[] = {&wrong, &turned};
  for (int i = 0; i < 2; i++) {
    Verification *v = verify_new(model);
    model->kind->verify(model, open_solver(others[i], &tcc_backend), v);
    cr_expect_not(verify_holds(v));
  }
  emission_close(&right);
  emission_close(&wrong);
  emission_close(&turned);
}

/* ---- emitted C --------------------------------------------------------- */

Test(cone, every_compiler_takes_every_form)
{
  static const char *const forms[] = {
      "faces = 5",
      "faces = 5, f_max = 9, normal = { 1, 2, 3 }",
      "normal = 'runtime', f_min = 1, f_max = 4",
      "dimension = 2, f_max = 2",
      "faces = 16, patch = { grid = { 3, 3 }, size = { 0.02, 0.02 },"
      " pressure = rectangle {} }",
      "dimension = 6, f_min = 1, patch = rectangle { size = { 0.2, 0.1 } }"};
  static const char *const more[] = {
      ", representation = 'H'", ", representation = 'V', real = 'float'",
      ", approximation = 'outer', real = 'float'"};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
      char keys[400];
      snprintf(keys, sizeof keys, "mu = 0.6, %s%s", forms[i], more[k]);
      Emission e = emit_cone(keys);
      save("foot.h", e.texts->header);
      save("foot.c", e.source);
      save("unit.c", e.unit.text);
      expect_accepted((i + k) % 2 ? "foot.c" : "unit.c", (int)(i + k), keys);
      emission_close(&e);
    }
}

/* Compares with an independent solver: Clp, of COIN-OR. */
Test(cone, example_agrees_with_a_qp_solver)
{
  static const char *const forms[] = {
      "faces = 8, f_max = 100", "normal = 'runtime', approximation = 'outer'",
      "dimension = 2",
      "patch = { grid = { 5, 5 }, size = { 0.02, 0.02 },"
      " pressure = rectangle { at = { 0.002, 0 }, size = { 0.01, 0.01 } } }",
      "dimension = 6, patch = rectangle { size = { 0.2, 0.1 }, angle = 0.3 }"};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    char keys[300];
    snprintf(keys, sizeof keys, "mu = 0.6, %s", forms[i]);
    Emission e = emit_cone(keys);
    save("foot.h", e.texts->header);
    save("foot.c", e.source);
    save("main.c", e.texts->example);
    save("Makefile", e.texts->makefile);
    cr_expect_eq(run_shell("cd %s && make -s -B CPPFLAGS=-DUSE_CLP "
                           "LDLIBS=-lClp CC='gcc -Wall -Werror' && ./foot",
                           folder),
                 0, "%s\n%.2000s", keys, printed);
    cr_expect_not_null(strstr(printed, "by Clp"), "%s", printed);
    emission_close(&e);
  }
}
