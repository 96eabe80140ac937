/* Compressed contacts in the planar-LuGre paper's in-hand slip-stick, case 2:
 * the end of an object that slips four times between two fingers, against the
 * distributed model. In: specs. Out: the distance of the final poses, relative
 * to the path and to the final angle. Both run under CVODE on the reference.
 *
 * The grip is a few percent above what holds the object, so that the start of
 * every slip is extremely sensitive: neighbouring numbers of bristles may
 * differ by a percent. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/gold.h"
#include "kinds/contact/contact.h"
#include "support/loading.h"
#include "reference/contact/contact.h"
#include "support/support.h"

/* y: bristles, then the body's pose (x, y, theta) and velocity. */
typedef struct Hand {
  const RefContact *contact;
  size_t n; /* bristle states */
  double fn;
} Hand;

static const double mass = 0.2;
static const double inertia = 0.2 / 12 * (0.15 * 0.15 + 0.08 * 0.08);

static int hand_rate(double t, const double *y, double *dy, void *context)
{
  const Hand *h = context;
  const double *q = y + h->n, *v = q + 3;
  double *dq = dy + h->n, *dv = dq + 3, f[3];
  (void)t;
  const double twist[3] = {v[0] + v[2] * q[1], v[1] - v[2] * q[0], v[2]};
  ref_rate(h->contact, y, twist, h->fn, dy, f);
  memcpy(dq, v, 3 * sizeof *v);
  dv[0] = 2 * f[0] / mass;
  dv[1] = 2 * f[1] / mass - 9.81;
  dv[2] = 2 * (f[2] - q[0] * f[1] + q[1] * f[0]) / inertia;
  return 0;
}

/* Writes the pose after 2 s, and the path to it. */
static double final_pose(const Contact *c, double pose[3])
{
  const RefContact *contact = contact_reference(c);
  const size_t cells = (size_t)contact->patch.nx * (size_t)contact->patch.ny;
  Hand hand = {contact, 2 * cells, 0};
  const GoldGroup groups[] = {{2 * cells, 1e-11}, {3, 1e-9}, {3, 1e-8}};
  const Gold gold = {.rate = hand_rate,
                     .context = &hand,
                     .groups = groups,
                     .n_groups = 3,
                     .reltol = 1e-6,
                     .cells = cells};
  double *y = calloc(2 * cells + 6, sizeof *y), *q = y + 2 * cells, path = 0;
  q[0] = 2e-3;
  for (int i = 0; i < 200; i++) {
    const double x = q[0], z = q[1];
    hand.fn = 1.73 + 0.91 * sin(4 * TEST_PI * i * 0.01);
    cr_assert_eq(gold_integrate(&gold, 0, 0.01, y, NULL), GOLD_OK);
    path += hypot(q[0] - x, q[1] - z);
  }
  memcpy(pose, q, 3 * sizeof *pose);
  free(y);
  return path;
}

/* Returns the larger error of position and angle, for a pad with that pressure
 * and model. */
static double pose_of(const char *pressure, const char *model, double pose[3])
{
  char keys[4000];
  snprintf(keys, sizeof keys,
           "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,"
           " mu_c = 1.0, mu_s = 1.2, v_s = 1e-3, gamma = 2, s_ba = 0.9 },\n"
           "grid = { 21, 21 },\npressure = %s,\n%s",
           pressure, model);
  Loaded loaded = load_contact(keys, NULL);
  cr_assert_null(loaded.error, "%s", loaded.error);
  const double path = final_pose((const Contact *)loaded.model, pose);
  unload(&loaded);
  return path;
}

static void expect_close(const char *pressure, int bristles, double bar)
{
  char model[100];
  double exact[3], pose[3];
  snprintf(model, sizeof model, "model = \"compressed\",\nbristles = %d",
           bristles);
  const double path = pose_of(pressure, "model = \"distributed\"", exact);
  pose_of(pressure, model, pose);
  const double away = hypot(pose[0] - exact[0], pose[1] - exact[1]) / path;
  const double turned = fabs(pose[2] - exact[2]) / fabs(exact[2]);
  cr_expect_lt(fmax(away, turned), bar,
               "%d bristles: %g of the path, %g of "
               "the angle",
               bristles, away, turned);
}

TestSuite(compressed_slip);

Test(compressed_slip, few_bristles_follow_a_disc)
{
  expect_close("disc { radius = 0.01 }", 16, 0.005);
  expect_close("disc { radius = 0.01 }", 24, 0.005);
}

Test(compressed_slip, few_bristles_follow_a_square)
{
  expect_close("rectangle {}", 13, 0.005);
  expect_close("rectangle {}", 24, 0.01);
}

Test(compressed_slip, few_bristles_follow_a_line)
{
  expect_close("gradient_line { length = 0.02 }", 7, 0.005);
}

Test(compressed_slip, few_bristles_follow_two_islands)
{
  expect_close(
      "map((function() local rows = {}"
      " for j = 1, 21 do rows[j] = {} for i = 1, 21 do"
      " rows[j][i] = (j > 9 and j < 13 and (i < 4 or i > 18)) and 1 or 0"
      " end end return rows end)())",
      16, 0.005);
}

Test(compressed_slip, few_bristles_follow_a_corner_piece)
{
  expect_close(
      "function(x, y)"
      " if x < -0.01 / 3 or y < -0.01 / 3 then"
      " return 2.5 + 105 * x + 52.5 * y end return 0 end",
      16, 0.005);
}
