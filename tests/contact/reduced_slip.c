/* The planar-LuGre authors' in-hand slip-stick, case 2, by their reduced model:
 * the reference on their table under CVODE, and emitted solvers on bristle's,
 * against the poses of their program, which integrates to 1e-6 of the state or
 * 1e-8 of its units; bristles are some 1e-6 m. The remaining difference is the
 * table's. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "contact/authors.h"
#include "contact/bodies.h"
#include "support/compiling.h"
#include "support/gold.h"

TestSuite(reduced_slip, .init = compiling_begin, .fini = compiling_end);

static const double mass = 0.2;
static const double inertia = 0.2 / 12 * (0.15 * 0.15 + 0.08 * 0.08);

/* y: zeta, then the body's pose and velocity; the pads are at the origin. */
typedef struct Hand {
  RefReduced model;
  double fn;
} Hand;

static int hand_rate(double t, const double *y, double *dy, void *context)
{
  const Hand *h = context;
  const double *q = y + 3, *v = y + 6;
  const double twist[3] = {v[0] + v[2] * q[1], v[1] - v[2] * q[0], v[2]};
  double f[3];
  (void)t;
  ref_reduced_rate(&h->model, y, twist, h->fn, dy, f);
  memcpy(dy + 3, v, 3 * sizeof *v);
  dy[6] = 2 * f[0] / mass;
  dy[7] = 2 * f[1] / mass - 9.81;
  dy[8] = 2 * (f[2] - q[0] * f[1] + q[1] * f[0]) / inertia;
  return 0;
}

/* Writes the largest distances of positions over the path, and of angles over
 * the last angle. Rows: t, fn, twist, pose. */
typedef struct Away {
  double at, angle, path;
} Away;

static void add_row(Away *away, const double *row, const double *before,
                    const double q[3])
{
  if (before) away->path += hypot(row[5] - before[5], row[6] - before[6]);
  away->at = fmax(away->at, hypot(q[0] - row[5], q[1] - row[6]));
  away->angle = fmax(away->angle, fabs(q[2] - row[7]));
}

static double worst_of(const Away *away, const Table *t)
{
  const double *last = t->at + (t->rows - 1) * t->columns;
  return fmax(away->at / away->path, away->angle / fabs(last[7]));
}

Test(reduced_slip, reference_on_the_authors_table_ends_where_they_do)
{
  static AuthorsTable table;
  Table t = read_csv("slip_case2_circle_reduced.csv");
  RefContact contact = authors_contact("circle", 0, 20, 0, 20);
  Hand hand = {.model = authors_reduced(&contact, &table)};
  const GoldGroup groups[] = {{3, 1e-13}, {3, 1e-10}, {3, 1e-9}};
  const Gold gold = {.rate = hand_rate,
                     .context = &hand,
                     .groups = groups,
                     .n_groups = 3,
                     .reltol = 1e-8};
  double y[9] = {0, 0, 0, 2e-3};
  Away away = {0};
  for (size_t i = 0; i < t.rows; i++) {
    const double *row = t.at + i * t.columns;
    hand.fn = row[1];
    cr_assert_eq(gold_integrate(&gold, 0, 0.01, y, NULL), GOLD_OK);
    add_row(&away, row, i ? row - t.columns : NULL, y + 3);
  }
  cr_log_info("the authors' table: %g of the way", worst_of(&away, &t));
  cr_expect_lt(worst_of(&away, &t), 2e-5, "%g", worst_of(&away, &t));
  authors_free(&contact);
  free_table(&t);
}

/* With the paper's torsion. */
static double emitted_is_away(const char *table)
{
  Table t = read_csv("slip_case2_circle_reduced.csv");
  char keys[16384];
  const size_t n = (size_t)snprintf(
      keys, sizeof keys,
      "model = 'reduced', torsion = 'paper', %s,\n"
      "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, "
      "mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 },\n"
      "body = { mass = %.17g, inertia = %.17g, gravity = { 0, -9.81 }, "
      "contacts = 2, tolerance = 1e-6 },\n",
      table, mass, inertia);
  authors_keys("map_circle.csv", keys + n, sizeof keys - n);
  Rig rig = rig_open(keys, &tcc_backend);
  const double start[3] = {2e-3, 0, 0}, none[3] = {0, 0, 0};
  Away away = {0};
  rig_place(&rig, start, none);
  for (size_t i = 0; i < t.rows; i++) {
    const double *row = t.at + i * t.columns;
    cr_assert_eq(rig_step(&rig, none, row[1], 0.01, NULL), 0);
    add_row(&away, row, i ? row - t.columns : NULL, rig_get(&rig));
  }
  const double worst = worst_of(&away, &t);
  cr_log_info("%s: %g of the way", table, worst);
  rig_close(&rig);
  free_table(&t);
  return worst;
}

/* Ever finer tables of the exact surface converge to 0.0107. */
Test(reduced_slip, emitted_solvers_differ_by_their_table)
{
  cr_expect_lt(emitted_is_away(
                   "quadrature = 'paper', limit_surface = { resolution = 20 }"),
               0.002);
  cr_expect_lt(emitted_is_away("limit_surface = { tolerance = 1e-3 }"), 0.012);
}
