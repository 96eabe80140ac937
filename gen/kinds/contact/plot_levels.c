/* contact_plot_levels.c: pictures of a contact whose pressure depends on the
 * normal force. In: a Contact. Out: its pressure and the sections of its limit
 * surface at several forces.
 *
 * Invariant: all forces share one scale of pressure, of length and of torque.
 */
#include <math.h>

#include "base/base.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/contact.h"

enum { FORCES = 4, POINTS = 121 };

static const char *const colours[FORCES] = {"#f5a742", "#d9663a", "#8e2a4a",
                                            "#3b0f3a"};

/* Evenly spaced in the ratio of forces. */
static const Contact *at_force(const Contact *c, int i)
{
  const Levels *l = c->levels;
  return contact_at(c, l->fn[0] * pow(l->fn[l->count - 1] / l->fn[0],
                                      (double)i / (FORCES - 1)));
}

static void plot_pressure(const Contact *c, const char *dir, Text *written)
{
  const Grid *grid = &c->cells.grid;
  const double hx = 1e3 * grid->sx / grid->nx, hy = 1e3 * grid->sy / grid->ny;
  Text script = text_new(c->model.run);
  double most = 0;
  for (int i = 0; i < FORCES; i++) {
    const Contact *at = at_force(c, i);
    text_add(&script, "$c%d << EOD\n", i);
    for (int j = 0; j < grid->ny; j++) {
      for (int k = 0; k < grid->nx; k++) {
        const double w = at->cells.all[j * grid->nx + k];
        const double kpa = 1e3 * at->fn * w / (hx * hy);
        most = fmax(most, kpa);
        if (w > 0)
          text_add(&script, "%.6g ", kpa);
        else
          text_add(&script, "NaN ");
      }
      text_add(&script, "\n");
    }
    text_add(&script, "EOD\n");
  }
  text_add(&script,
           "set palette defined (0 '#fff3d6', 1 '#f5a742', 2 '#b63a2b', "
           "3 '#3b0f3a')\n"
           "set cbrange [0:%.6g]\nset xrange [%.9g:%.9g]\n"
           "set yrange [%.9g:%.9g]\nset size ratio -1\n"
           "set border lc rgb '#555555'\nset tics out nomirror\n"
           "set xlabel 'x (mm)'\nset ylabel 'y (mm)'\n"
           "set cblabel 'pressure (kPa)'\n"
           "set multiplot layout 2,2 title \"%s: pressure over the normal "
           "force\" noenhanced\n",
           most, -hx * grid->nx / 2, hx * grid->nx / 2, -hy * grid->ny / 2,
           hy * grid->ny / 2, c->model.name);
  for (int i = 0; i < FORCES; i++)
    text_add(&script,
             "set title 'fn = %.3g N'\n"
             "plot $c%d matrix using (($1+0.5)*%.17g-%.17g):"
             "(($2+0.5)*%.17g-%.17g):3 with image notitle\n",
             at_force(c, i)->fn, i, hx, hx * grid->nx / 2, hy,
             hy * grid->ny / 2);
  text_add(&script, "unset multiplot\n");
  gnuplot_pictures(c->model.run, dir,
                   run_printf(c->model.run, "%s_pressure", c->model.name), 820,
                   760, script.chars, written);
}

/* Slip along x and spin in all proportions, about the centre of pressure. */
static void add_section(Text *script, const Contact *at)
{
  for (int i = 0; i < POINTS; i++) {
    const double phi = PI / 2 * i / (POINTS - 1);
    const double twist[3] = {cos(phi), 0, sin(phi) / at->r};
    double wrench[3];
    limit_exact_at(&at->cells, at->cop, twist, wrench);
    text_add(script, "%.6g %.6g\n", -wrench[0], -1e3 * wrench[2]);
  }
}

static void plot_limit(const Contact *c, const char *dir, Text *written)
{
  Text script = text_new(c->model.run);
  for (int i = 0; i < FORCES; i++) {
    text_add(&script, "$s%d << EOD\n", i);
    add_section(&script, at_force(c, i));
    text_add(&script, "EOD\n");
  }
  text_add(&script,
           "set title \"%s: limit surface over the normal force\" noenhanced\n"
           "set xrange [0:1.1]\nset yrange [0:*]\n"
           "set xlabel 'force along x / (mu fn)'\n"
           "set ylabel 'torque about the centre of pressure / (mu fn) (mm)'\n"
           "set border lc rgb '#555555'\nset tics out nomirror\n"
           "set key outside bottom center horizontal\nset bmargin 5.5\nplot ",
           c->model.name);
  for (int i = 0; i < FORCES; i++)
    text_add(&script,
             "%s$s%d with lines lw 2.5 lc rgb '%s' title 'fn = %.3g N'",
             i ? ", \\\n  " : "", i, colours[i], at_force(c, i)->fn);
  text_add(&script, "\n");
  gnuplot_pictures(c->model.run, dir,
                   run_printf(c->model.run, "%s_limit", c->model.name), 640,
                   560, script.chars, written);
}

void contact_plot_levels(const Contact *c, const char *dir, Text *written)
{
  plot_pressure(c, dir, written);
  plot_limit(c, dir, written);
}
