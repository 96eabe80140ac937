/* contact_plot.c: pictures of a contact: pressure and limit surface. In: a
 * Contact. Out: SVG and PNG files in a folder.
 *
 * Invariant: both axes have the same scale, and every axis has its unit. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/reduced/reduced.h"

/* Pressure of a cell in kPa per newton of load. */
static double cell_pressure(const Contact *c, double weight)
{
  const Grid *grid = &contact_map(c)->grid;
  return 1e-3 * weight / (grid->sx / grid->nx * (grid->sy / grid->ny));
}

/* A list of squares: sharp at any size, and fit for a single row. */
static void add_squares(Text *script, const Contact *c)
{
  const Grid *grid = &contact_map(c)->grid;
  text_add(script, "$cells << EOD\n");
  for (int k = 0; k < contact_map(c)->count; k++)
    text_add(script, "%.9g %.9g %.6g\n", 1e3 * contact_map(c)->x[k],
             1e3 * contact_map(c)->y[k],
             cell_pressure(c, contact_map(c)->w[k]));
  text_add(script,
           "EOD\nset style fill solid noborder\n"
           "plot $cells using 1:2:(%.9g):(%.9g):3 with boxxyerror fc palette "
           "notitle, \\\n",
           0.5e3 * grid->sx / grid->nx, 0.5e3 * grid->sy / grid->ny);
}

/* One image: large grids would make the SVG too heavy. */
static void add_image(Text *script, const Contact *c)
{
  const Grid *grid = &contact_map(c)->grid;
  const double hx = 1e3 * grid->sx / grid->nx, hy = 1e3 * grid->sy / grid->ny;
  text_add(script, "$cells << EOD\n");
  for (int j = 0; j < grid->ny; j++) {
    for (int i = 0; i < grid->nx; i++) {
      const double w = contact_map(c)->all[j * grid->nx + i];
      if (w > 0)
        text_add(script, "%.6g ", cell_pressure(c, w));
      else
        text_add(script, "NaN ");
    }
    text_add(script, "\n");
  }
  text_add(script,
           "EOD\nplot $cells matrix using (($1+0.5)*%.17g-%.17g):"
           "(($2+0.5)*%.17g-%.17g):3 with image notitle, \\\n",
           hx, 0.5e3 * grid->sx, hy, 0.5e3 * grid->sy);
}

static void plot_pressure(const Model *model, const char *dir, Text *written)
{
  const Contact *c = (const Contact *)model;
  const Grid *grid = &contact_map(c)->grid;
  const double sx = 1e3 * grid->sx, sy = 1e3 * grid->sy; /* mm */
  Text script = text_new(model->run);
  text_add(&script, "set title \"%s: pressure, %d of %d cells\" noenhanced\n",
           model->name, contact_map(c)->count, grid->nx * grid->ny);
  text_add(&script,
           "set size ratio -1\n"
           "set xlabel 'x (mm)'\n"
           "set ylabel 'y (mm)'\n"
           "set cblabel 'pressure per newton of load (kPa/N)'\n"
           "set cbrange [0:*]\n"
           "set palette defined (0 '#fff3d6', 1 '#f5a742', 2 '#b63a2b', "
           "3 '#3b0f3a')\n"
           "set border lc rgb '#555555'\n"
           "set tics out nomirror\n"
           "set key outside bottom center horizontal\n"
           "set bmargin 5.5\n");
  text_add(&script, "$cop << EOD\n%.9g %.9g\nEOD\n", 1e3 * c->cop[0],
           1e3 * c->cop[1]);
  text_add(&script, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", -sx / 2,
           sx / 2, -sy / 2, sy / 2);
  if (sy > 4 * sx) /* too slim for the usual ticks and colour bar */
    text_add(&script,
             "set xtics (%.6g, %.6g)\n"
             "set colorbox user origin 0.75,0.2 size 0.04,0.65\n",
             -sx / 2, sx / 2);
  if (c->compression) contact_draw_bristles(c, &script);
  enum { MOST_SQUARES = 64 * 64 };
  if (contact_map(c)->count <= MOST_SQUARES || grid->nx == 1 || grid->ny == 1)
    add_squares(&script, c);
  else
    add_image(&script, c);
  if (c->compression)
    text_add(&script,
             "  $bristles using 1:2:3 with points pt 7 ps variable lc rgb "
             "'white' notitle, $bristles using 1:2:($3*0.8) with points pt 7 "
             "ps variable lc rgb '#2e7d32' title 'bristles', \\\n");
  /* A cross that shows on light and dark alike. */
  text_add(&script,
           "  $cop using 1:2 with points pt 2 ps 1.8 lw 5 lc rgb 'white' "
           "notitle, $cop using 1:2 with points pt 2 ps 1.6 lw 2.5 "
           "lc rgb '#1565c0' title 'centre of pressure'\n");
  const double aspect = fmin(4, fmax(0.25, sy / sx));
  const int width = aspect > 1 ? (int)(480 / aspect) + 240 : 720;
  const int height = aspect > 1 ? 640 : (int)(480 * aspect) + 160;
  gnuplot_pictures(model->run, dir,
                   run_printf(model->run, "%s_pressure", model->name), width,
                   height, script.chars, written);
}

/* ---- limit surface ------------------------------------------------------ */

enum { SECTION_POINTS = 181, MARKERS = 7 };

/* Force along one axis and torque over r, both about the centre of pressure,
 * for slip along that axis and spin in all proportions. */
static void add_section(Text *script, const Contact *c, int axis, int points)
{
  for (int i = 0; i < points; i++) {
    const double phi = PI / 2 * i / (points - 1);
    double twist[3] = {0, 0, sin(phi) / c->r}, wrench[3];
    twist[axis] = cos(phi);
    limit_exact_at(contact_map(c), c->cop, twist, wrench);
    text_add(script, "%.6g %.6g\n", -wrench[axis], -wrench[2] / c->r);
  }
}

static void plot_limit(const Model *model, const char *dir, Text *written)
{
  const Contact *c = (const Contact *)model;
  Text script = text_new(model->run);
  for (int axis = 0; axis < 2; axis++) {
    text_add(&script, "$%c << EOD\n", "xy"[axis]);
    add_section(&script, c, axis, SECTION_POINTS);
    text_add(&script, "EOD\n$m%c << EOD\n", "xy"[axis]);
    add_section(&script, c, axis, MARKERS);
    text_add(&script, "EOD\n");
  }
  text_add(&script, "$me << EOD\n");
  for (int i = 0; i < MARKERS; i++)
    text_add(&script, "%.6g %.6g\n", cos(PI / 2 * i / (MARKERS - 1)),
             sin(PI / 2 * i / (MARKERS - 1)));
  text_add(&script,
           "EOD\nset title \"%s: limit surface, Coulomb friction\" "
           "noenhanced\n",
           model->name);
  text_add(
      &script,
      "set size ratio -1\n"
      "set xrange [0:1.1]\nset yrange [0:1.1]\n"
      "set xlabel 'force / (mu fn)'\n"
      "set ylabel 'torque / (mu fn r)'\n"
      "set border lc rgb '#555555'\nset tics out nomirror\n"
      "set key inside bottom left reverse Left\n"
      "set parametric\nset trange [0:pi/2]\nset samples 181\n"
      "plot cos(t), sin(t) with lines lw 1.5 dt 2 lc rgb '#888888' title "
      "'ellipsoid', \\\n"
      "  $x with lines lw 2.5 lc rgb '#b63a2b' title 'slip along x', \\\n"
      "  $y with lines lw 2.5 dt 2 lc rgb '#1565c0' title 'slip along y', \\\n"
      "  $me with points pt 6 ps 1.1 lc rgb '#888888' title 'every 15 "
      "degrees of (v, r w)', \\\n"
      "  $mx with points pt 7 ps 0.9 lc rgb '#b63a2b' notitle, \\\n"
      "  $my with points pt 7 ps 0.9 lc rgb '#1565c0' notitle\n");
  gnuplot_pictures(model->run, dir,
                   run_printf(model->run, "%s_limit", model->name), 640, 660,
                   script.chars, written);
}

void contact_plot(const Model *model, const Recording *recording,
                  const char *dir, Text *written)
{
  (void)recording; /* no picture shows a motion */
  const Contact *c = (const Contact *)model;
  if (c->levels) {
    contact_plot_levels(c, dir, written);
    return;
  }
  plot_pressure(model, dir, written);
  plot_limit(model, dir, written);
  if (c->form == CONTACT_REDUCED || c->form == CONTACT_ELLIPSOID)
    reduced_plot(c, dir, written);
}
