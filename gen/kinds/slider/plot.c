/* slider_plot.c: pictures of a slider: its patch, and the path of its scenario.
 * In: a Slider, a recording. Out: gnuplot scripts; SVG and PNG files.
 *
 * Invariant: both axes of a place have the same scale, and every axis has its
 * unit. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/slider/slider.h"

/* The hull as a closed line, mm, turned and moved. */
static void add_hull(Text *script, const Slider *s, double x, double y,
                     double angle)
{
  const double c = cos(angle), n = sin(angle);
  for (size_t i = 0; i <= s->ncorners; i++) {
    const Point *p = &s->corners[i % s->ncorners];
    text_add(script, "%.7g %.7g\n", 1e3 * (x + c * p->x - n * p->y),
             1e3 * (y + n * p->x + c * p->y));
  }
  text_add(script, "\n");
}

/* The patch every `snapshot` seconds, and a line from the centre of mass to
 * the contact point of that moment; the last row is always one of them. */
static void add_snapshots(Text *script, const Slider *s, const Recording *r)
{
  const SliderScenario *scenario = s->scenario;
  const double ratio = scenario->snapshot / scenario->dt;
  const size_t stride = ratio > 1 ? (size_t)lround(ratio) : 1;
  Text hulls = text_new(r->run), arms = text_new(r->run);
  for (size_t k = 0;; k = k + stride < r->nrows ? k + stride : r->nrows - 1) {
    const double x = recording_at(r, k, "x"), y = recording_at(r, k, "y");
    add_hull(&hulls, s, x, y, recording_at(r, k, "angle"));
    text_add(&arms, "%.7g %.7g\n%.7g %.7g\n\n", 1e3 * x, 1e3 * y,
             1e3 * recording_at(r, k, "ax"), 1e3 * recording_at(r, k, "ay"));
    if (k + 1 == r->nrows) break;
  }
  text_add(script, "$hulls << EOD\n%sEOD\n$arms << EOD\n%sEOD\n", hulls.chars,
           arms.chars);
}

static const char look[] =
    "set border lc rgb '#555555'\n"
    "set tics out nomirror\n";

static void add_path(Text *script, const Slider *s)
{
  text_add(script,
           "set title \"%s: path, with the patch every %.3g s\" noenhanced\n"
           "set size ratio -1\nset key outside bottom center horizontal\n"
           "set bmargin 5.5\n"
           "set xlabel 'x (mm)'\nset ylabel 'y (mm)'\n"
           "plot $hulls using 1:2 with lines lw 1 lc rgb '#9a9a9a' title "
           "'patch', \\\n"
           "  $arms using 1:2 with lines lw 1.2 lc rgb '#f5a742' notitle, \\\n"
           "  $run using (1e3*$2):(1e3*$3) with lines lw 2 lc rgb '#1565c0' "
           "title 'centre of mass', \\\n"
           "  $run using (1e3*$12):(1e3*$13) with points pt 7 ps 0.4 lc rgb "
           "'#b63a2b' title 'equivalent contact point'\n",
           s->model.name, s->scenario->snapshot);
}

const char *slider_picture(const Model *model, const Recording *recording)
{
  const Slider *s = (const Slider *)model;
  Text script = text_new(model->run);
  recording_data(recording, &script);
  add_snapshots(&script, s, recording);
  text_add(&script, "%s", look);
  text_add(&script, "set multiplot\nset origin 0,0.42\nset size 1,0.58\n");
  add_path(&script, s);
  text_add(&script,
           "set origin 0,0\nset size 1,0.42\nset size noratio\n"
           "set title 'velocity'\nset xlabel 't (s)'\n"
           "set ylabel 'vx, vy (m/s)'\nset y2label 'w (rad/s)'\n"
           "set y2tics\nset xrange [*:*]\nset yrange [*:*]\n"
           "plot $run using 1:5 with lines lw 2 lc rgb '#b63a2b' title 'vx', "
           "\\\n"
           "  $run using 1:6 with lines lw 2 lc rgb '#1565c0' title 'vy', \\\n"
           "  $run using 1:7 axes x1y2 with lines lw 2 dt 2 lc rgb '#555555' "
           "title 'w'\nunset multiplot\n");
  return script.chars;
}

static void plot_patch(const Slider *s, const char *dir, Text *written)
{
  const Cells *cells = &s->cells;
  const double hx = 1e3 * cells->grid.sx / cells->grid.nx;
  const double hy = 1e3 * cells->grid.sy / cells->grid.ny;
  const double shift = 1e3 * s->mu * s->height;
  Text script = text_new(s->model.run);
  text_add(&script, "$cells << EOD\n");
  for (int k = 0; k < cells->count; k++) /* kPa per newton of load */
    text_add(&script, "%.7g %.7g %.6g\n", 1e3 * cells->x[k], 1e3 * cells->y[k],
             1e3 * cells->w[k] / (hx * hy));
  text_add(&script, "EOD\n$hull << EOD\n");
  add_hull(&script, s, 0, 0, 0);
  text_add(&script,
           "EOD\n$centre << EOD\n0 0\nEOD\n%s"
           "set title \"%s: patch and contact point\" noenhanced\n"
           "set size ratio -1\nset xlabel 'x (mm)'\nset ylabel 'y (mm)'\n"
           "set cblabel 'pressure assumed, per newton of load (kPa/N)'\n"
           "set cbrange [0:*]\nset key outside bottom center horizontal\n"
           "set bmargin 7\nset rmargin 14\n"
           "set palette defined (0 '#fff3d6', 1 '#f5a742', 2 '#b63a2b', "
           "3 '#3b0f3a')\n"
           "set style fill solid noborder\nset parametric\n"
           "set trange [0:2*pi]\nset samples 181\n",
           look, s->model.name);
  text_add(&script,
           "plot $cells using 1:2:(%.9g):(%.9g):3 with boxxyerror fc palette "
           "notitle, \\\n"
           "  $hull using 1:2 with lines lw 2 lc rgb '#555555' title 'convex "
           "hull', \\\n"
           "  %.9g*cos(t), %.9g*sin(t) with lines lw 2 dt 2 lc rgb '#1565c0' "
           "title 'how far friction shifts the contact point', \\\n"
           "  $centre using 1:2 with points pt 2 ps 1.6 lw 2.5 lc rgb "
           "'#1565c0' title 'centre of mass'\n",
           hx / 2, hy / 2, shift * s->e[0], shift * s->e[1]);
  gnuplot_pictures(s->model.run, dir,
                   run_printf(s->model.run, "%s_patch", s->model.name), 720,
                   640, script.chars, written);
}

bool slider_draws_motion(const Model *model)
{
  return ((const Slider *)model)->scenario != NULL;
}

void slider_plot(const Model *model, const Recording *recording,
                 const char *dir, Text *written)
{
  const Slider *s = (const Slider *)model;
  plot_patch(s, dir, written);
  if (!recording) return;
  gnuplot_pictures(model->run, dir,
                   run_printf(model->run, "%s_path", model->name), 900, 1000,
                   slider_picture(model, recording), written);
}
