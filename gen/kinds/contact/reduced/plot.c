/* plot.c: pictures of a reduced contact: its limit surface in space with the
 * ellipsoid, and the error of its table. In: a Contact. Out: Pictures.
 *
 * Invariant: the surface is the table's, without a table the exact one; errors
 * are the table's against the exact one.
 */
#include <math.h>

#include "base/base.h"
#include "plan/plan.h"
#include "limit/limit.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/reduced/reduced.h"

static const double degree = PI / 180;

/* Writes the slip (vx, vy, r w) at the angle of sliding and the angle out of
 * the plane. */
static void slip_at(double theta, double phi, double slip[3])
{
  slip[0] = cos(phi * degree) * cos(theta * degree);
  slip[1] = cos(phi * degree) * sin(theta * degree);
  slip[2] = sin(phi * degree);
}

/* Plots the limit surface on which the solver slides, the table if there is
 * one, as a mesh over half of all slips. */
static void plot_surface(const Contact *c, const ContactTable *made,
                         Pictures *pictures)
{
  enum { STEP = 5 };
  Plan *plan =
      picture_new(pictures, "surface", "contact/reduced/surface.gp", 1100, 480);
  for (int phi = 0; phi <= 90; phi += STEP)
    for (int theta = 0; theta <= 360; theta += STEP) {
      double slip[3], h[3];
      slip_at(theta, phi, slip);
      if (made)
        contact_table_value(made, slip, h);
      else
        contact_exact_surface(c, slip, h);
      plan_row(plan, "surface", 3, (double[]){-h[0], -h[1], -h[2]});
    }
  plan_number(plan, "per_row", 360 / STEP + 1);
}

/* Plots the size of the table's error over all directions, in parts per
 * thousand. */
static void plot_error(const Contact *c, const LimitMap *map,
                       Pictures *pictures)
{
  const ContactTable *made = contact_table(c);
  enum { STEP = 2 };
  Plan *plan =
      picture_new(pictures, "error", "contact/reduced/error.gp", 900, 460);
  for (int phi = 0; phi <= 90; phi += STEP / 2)
    for (int theta = 0; theta < 360; theta += STEP) {
      double slip[3], h[3], exact[3];
      slip_at(theta, phi, slip);
      limit_scaled(map, slip, exact);
      contact_table_value(made, slip, h);
      for (int d = 0; d < 3; d++) h[d] -= exact[d];
      plan_row(plan, "errors", 1,
               &(double){1e3 * hypot(hypot(h[0], h[1]), h[2])});
    }
  plan_number(plan, "per_row", 360 / STEP);
  plan_number(plan, "bound", made->proof.bound);
  plan_number(plan, "bytes", (double)contact_table_bytes(c));
}

void reduced_plot(const Contact *c, Pictures *pictures)
{
  const LimitMap map = {
      .cells = &c->cells, .cop = {c->cop[0], c->cop[1]}, .r = c->r};
  const ContactTable *made =
      c->form == CONTACT_REDUCED ? contact_table(c) : NULL;
  if (made && !made->table && !made->potential) made = NULL;
  plot_surface(c, made, pictures);
  if (made) plot_error(c, &map, pictures);
}
