/* Tests of runtime/reference/contact with a list of points in the place of a
 * grid: the same model, and a limit surface that is the sum over the points. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/contact/contact.h"
#include "support/support.h"

enum { NX = 4, NY = 3, N = NX * NY };

typedef struct Twin {
  RefContact grid, list;
  double x[N], y[N], z[2][2 * N], dz[2][2 * N], twist[3];
} Twin;

static void open_twin(Twin *t, uint64_t *seed, const double *w)
{
  for (int k = 0; k < N; k++) {
    t->x[k] = (k % NX + 0.5 - 0.5 * NX) * 0.02 / NX;
    t->y[k] = (k / NX + 0.5 - 0.5 * NY) * 0.03 / NY;
  }
  t->grid = (RefContact){{NX, NY, 0.02, 0.03, w}, paper_lugre};
  t->list = (RefContact){{N, 1, 0.02, 0.03, w, t->x, t->y}, paper_lugre};
  random_twist(seed, 1e-4, 0.1, t->twist);
  for (int k = 0; k < 2 * N; k++)
    t->z[0][k] = t->z[1][k] = random_in(seed, -1e-6, 1e-6);
}

Test(reference_points, a_list_of_the_cell_centres_gives_the_numbers_of_the_grid)
{
  uint64_t seed = 5;
  double *w = random_weights(&seed, NX, NY), f[2][3];
  for (int n = 0; n < 50; n++) {
    Twin t;
    open_twin(&t, &seed, w);
    ref_rate(&t.grid, t.z[0], t.twist, 1.5, t.dz[0], f[0]);
    ref_rate(&t.list, t.z[1], t.twist, 1.5, t.dz[1], f[1]);
    cr_expect_eq(memcmp(t.dz[0], t.dz[1], sizeof t.dz[0]), 0);
    cr_expect_eq(memcmp(f[0], f[1], sizeof f[0]), 0);
    ref_step_euler(&t.grid, t.z[0], t.twist, 1.5, 1e-6, f[0]);
    ref_step_euler(&t.list, t.z[1], t.twist, 1.5, 1e-6, f[1]);
    cr_expect_eq(memcmp(t.z[0], t.z[1], sizeof t.z[0]), 0);
    cr_expect_eq(memcmp(f[0], f[1], sizeof f[0]), 0);
    ref_steady(&t.grid, t.twist, 1.5, f[0]);
    ref_steady(&t.list, t.twist, 1.5, f[1]);
    cr_expect_eq(memcmp(f[0], f[1], sizeof f[0]), 0);
  }
  free(w);
}

Test(reference_points, limit_of_points_is_steady_coulomb_friction)
{
  const RefLugre coulomb = {.sigma0 = 1e6, .mu_c = 1.0, .mu_s = 1.0};
  uint64_t seed = 6;
  double *w = random_weights(&seed, NX, NY), limit[3], steady[3];
  for (int n = 0; n < 50; n++) {
    Twin t;
    open_twin(&t, &seed, w);
    t.list.friction = coulomb;
    ref_limit(&t.list.patch, t.twist, limit);
    ref_steady(&t.list, t.twist, 1.0, steady);
    cr_expect_lt(wrench_error(limit, steady, 0.03), 1e-15);
  }
  const double nothing[3] = {0};
  ref_limit(&(RefPatch){N, 1, 1, 1, w, w, w}, nothing, limit);
  for (int d = 0; d < 3; d++) cr_expect_eq(limit[d], 0.0);
  free(w);
}

/* The point at the centre of rotation is at rest. */
Test(reference_points, a_point_at_the_centre_of_rotation_gives_no_force)
{
  static const double x[] = {0.01, -0.004}, y[] = {0.002, 0.003};
  static const double w[] = {0.25, 0.75};
  const RefPatch p = {2, 1, 0.02, 0.02, w, x, y};
  const double about[3] = {y[1], -x[1], 1};
  double f[3];
  ref_limit(&p, about, f);
  const double dx = x[0] - x[1], dy = y[0] - y[1], s = hypot(dx, dy);
  const double expected[3] = {0.25 * dy / s, -0.25 * dx / s,
                              -0.25 * (x[0] * dx + y[0] * dy) / s};
  cr_expect_lt(wrench_error(f, expected, 0.02), 1e-15);
}
