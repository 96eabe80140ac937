/* contact_reduced_plot.c: pictures of a reduced contact: its limit surface in
 * space with the ellipsoid, and where its table errs. In: a Contact. Out: SVG
 * and PNG files in a folder.
 *
 * Invariant: the surface is the exact one, errors are the table's against it.
 */
#include <math.h>

#include "base/base.h"
#include "results/results.h"
#include "limit/limit.h"
#include "kinds/contact/reduced/reduced.h"

static const double degree = 0.017453292519943295;

/* The slip (vx, vy, r w) at those angles: of sliding, and out of the plane. */
static void slip_at(double theta, double phi, double slip[3])
{
  slip[0] = cos(phi * degree) * cos(theta * degree);
  slip[1] = cos(phi * degree) * sin(theta * degree);
  slip[2] = sin(phi * degree);
}

/* Rows of a mesh over half of all slips: what resists them. */
static void add_mesh(Text *script, const LimitMap *map, int step)
{
  for (int phi = 0; phi <= 90; phi += step) {
    for (int theta = 0; theta <= 360; theta += step) {
      double slip[3], h[3];
      slip_at(theta, phi, slip);
      limit_scaled(map, slip, h);
      text_add(script, "%.5g %.5g %.5g\n", -h[0], -h[1], -h[2]);
    }
    text_add(script, "\n");
  }
}

static void plot_surface(const Contact *c, const LimitMap *map, const char *dir,
                         Text *written)
{
  Text script = text_new(c->model.run);
  text_add(&script, "$h << EOD\n");
  add_mesh(&script, map, 5);
  text_add(&script,
           "EOD\nset xlabel 'fx / (mu fn)'\nset ylabel 'fy / (mu fn)'\n"
           "set zlabel 'torque / (mu fn r)' rotate parallel\n"
           "set xrange [-1.05:1.05]\nset yrange [-1.05:1.05]\n"
           "set zrange [-1e-9:1.1]\nset xyplane at 0\nset view 60, 35, 1.2\n"
           "set view equal xyz\nset grid\nset hidden3d\nunset key\n"
           "set xtics 0.5 offset 0,-0.4\nset ytics 0.5\nset ztics 0.5\n"
           "set parametric\nset urange [0:2*pi]\nset vrange [0:pi/2]\n"
           "set isosamples 37, 10\nset multiplot layout 1, 2\n"
           "set title \"%s: limit surface\" noenhanced\n"
           "splot $h with lines lw 0.8 lc rgb '#b63a2b'\n"
           "set title 'ellipsoid'\n"
           "splot cos(u)*cos(v), sin(u)*cos(v), sin(v) with lines lw 0.8 lc "
           "rgb '#5f7a94'\nunset multiplot\n",
           c->model.name);
  gnuplot_pictures(c->model.run, dir,
                   run_printf(c->model.run, "%s_surface", c->model.name), 1100,
                   480, script.chars, written);
}

/* The size of the table's error over all directions, in parts per thousand. */
static void plot_error(const Contact *c, const LimitMap *map, const char *dir,
                       Text *written)
{
  enum { STEP = 2 };
  const ContactTable *made = contact_table(c);
  Text script = text_new(c->model.run);
  if (!made->table) return;
  text_add(&script, "$e << EOD\n");
  for (int phi = 0; phi <= 90; phi += STEP / 2) {
    for (int theta = 0; theta < 360; theta += STEP) {
      double slip[3], h[3], exact[3];
      slip_at(theta, phi, slip);
      limit_scaled(map, slip, exact);
      table_value(made->table, slip, h);
      for (int d = 0; d < 3; d++) h[d] -= exact[d];
      text_add(&script, "%.4g ", 1e3 * hypot(hypot(h[0], h[1]), h[2]));
    }
    text_add(&script, "\n");
  }
  text_add(&script,
           "EOD\nset title \"%s: error of the table, at most %.3g (proven), "
           "%zu bytes\" noenhanced\n",
           c->model.name, made->proof.bound, table_bytes(made->table));
  text_add(&script,
           "set xlabel 'direction of sliding (degrees)'\n"
           "set ylabel 'angle of (v, r w) from sliding (degrees)'\n"
           "set cblabel 'error / 1000 of the largest force'\n"
           "set xrange [0:360]\nset yrange [0:90]\nset cbrange [0:*]\n"
           "set xtics 45 out nomirror\nset ytics 15 out nomirror\n"
           "set palette defined (0 '#fff3d6', 1 '#f5a742', 2 '#b63a2b', "
           "3 '#3b0f3a')\n"
           "plot $e matrix using ($1*%d):2:3 with image notitle\n",
           STEP);
  gnuplot_pictures(c->model.run, dir,
                   run_printf(c->model.run, "%s_error", c->model.name), 900,
                   460, script.chars, written);
}

void reduced_plot(const Contact *c, const char *dir, Text *written)
{
  const LimitMap map = {
      .cells = &c->cells, .cop = {c->cop[0], c->cop[1]}, .r = c->r};
  plot_surface(c, &map, dir, written);
  if (c->form == CONTACT_REDUCED) plot_error(c, &map, dir, written);
}
