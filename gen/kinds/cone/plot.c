/* cone_plot.c: pictures of a cone: with inner and outer faces, or the polytopes
 * of a patch at its exact surface. In: a Cone. Out: SVG and PNG files.
 *
 * Invariant: both axes of a plane picture have the same scale. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "kinds/cone/cone.h"

/* ---- point contacts ---------------------------------------------------- */

/* A regular polygon of m corners at that distance, closed. */
static void add_polygon(Text *script, const char *name, int m, double reach,
                        double start)
{
  text_add(script, "$%s << EOD\n", name);
  for (int k = 0; k <= m; k++) {
    const double angle = start + 2 * PI * k / m;
    text_add(script, "%.9g %.9g\n", reach * cos(angle), reach * sin(angle));
  }
  text_add(script, "EOD\n");
}

static const char style[] =
    "set border lc rgb '#555555'\nset tics out nomirror\n"
    "set key outside bottom center horizontal\n";

/* The slice at normal force 1. */
static void plot_slice(const Cone *c, const char *dir, Text *written)
{
  Run *run = c->model.run;
  Text script = text_new(run);
  const double shrink = cos(PI / c->faces);
  add_polygon(&script, "round", 360, c->mu, 0);
  add_polygon(&script, "inner", c->faces, c->mu, 0);
  add_polygon(&script, "outer", c->faces, c->mu / shrink, PI / c->faces);
  text_add(&script,
           "set title \"%s: friction cone at 1 N of normal force\" "
           "noenhanced\n%sset size ratio -1\n"
           "set xlabel 'along the first tangent (N)'\n"
           "set ylabel 'along the second tangent (N)'\n"
           "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n"
           "plot $round with filledcurves fc rgb '#fff3d6' notitle, \\\n"
           "  $outer with lines lw 2 lc rgb '#1565c0' title 'outer, %d "
           "faces', \\\n"
           "  $round with lines lw 2 lc rgb '#f5a742' title 'exact', \\\n"
           "  $inner with linespoints pt 7 ps 0.6 lw 2 lc rgb '#b63a2b' "
           "title 'inner, %d faces'\n",
           c->model.name, style, -1.2 * c->mu / shrink, 1.2 * c->mu / shrink,
           -1.2 * c->mu / shrink, 1.2 * c->mu / shrink, c->faces, c->faces);
  gnuplot_pictures(run, dir, run_printf(run, "%s_slice", c->model.name), 640,
                   680, script.chars, written);
}

/* Rays up to 1 N and the polygon that they end in. */
static void add_pyramid(Text *script, const char *name, int m, double reach,
                        double start)
{
  text_add(script, "$%s << EOD\n", name);
  for (int k = 0; k <= m; k++) {
    const double angle = start + 2 * PI * k / m;
    text_add(script, "0 0 0\n%.9g %.9g 1\n%.9g %.9g 1\n\n", reach * cos(angle),
             reach * sin(angle), reach * cos(angle + 2 * PI / m),
             reach * sin(angle + 2 * PI / m));
  }
  text_add(script, "EOD\n");
}

static void plot_cone(const Cone *c, const char *dir, Text *written)
{
  Run *run = c->model.run;
  Text script = text_new(run);
  const double shrink = cos(PI / c->faces);
  add_pyramid(&script, "inner", c->faces, c->mu, 0);
  add_pyramid(&script, "outer", c->faces, c->mu / shrink, PI / c->faces);
  text_add(&script,
           "set title \"%s: friction cone, mu = %.3g, %d faces\" noenhanced\n%s"
           "set parametric\nset urange [0:2*pi]\nset vrange [0:1]\n"
           "set isosamples 73,9\nset samples 73\n"
           "set xlabel 'first tangent (N)' rotate parallel\n"
           "set ylabel 'second tangent (N)' rotate parallel\n"
           "set zlabel 'normal (N)' rotate parallel\n"
           "set view 62,35\nset xyplane at 0\n"
           "splot %.9g*v*cos(u), %.9g*v*sin(u), v with lines lw 0.5 lc rgb "
           "'#f5c98a' title 'exact', \\\n"
           "  $outer with lines lw 1.5 lc rgb '#1565c0' title "
           "'outer', \\\n"
           "  $inner with lines lw 2 lc rgb '#b63a2b' title "
           "'inner'\n",
           c->model.name, c->mu, c->faces, style, c->mu, c->mu);
  gnuplot_pictures(run, dir, run_printf(run, "%s_cone", c->model.name), 720,
                   640, script.chars, written);
}

/* In the plane: the two rays, and what lies between. */
static void plot_plane(const Cone *c, const char *dir, Text *written)
{
  Run *run = c->model.run;
  const double top = isfinite(c->f_max) ? c->f_max
                     : c->f_min > 0     ? 3 * c->f_min
                                        : 1;
  Text script = text_new(run);
  text_add(&script, "$set << EOD\n");
  const double loads[] = {c->f_min, top, top, c->f_min, c->f_min};
  static const double sides[] = {-1, -1, 1, 1, -1};
  for (int k = 0; k < 5; k++)
    text_add(&script, "%.9g %.9g\n", sides[k] * c->mu * loads[k], loads[k]);
  text_add(&script,
           "EOD\nset title \"%s: friction cone in the plane, mu = %.3g\" "
           "noenhanced\n%sset size ratio -1\n"
           "set xlabel 'tangential force (N)'\nset ylabel 'normal force (N)'\n"
           "plot $set with filledcurves fc rgb '#fff3d6' notitle, \\\n"
           "  $set with lines lw 2 lc rgb '#b63a2b' title 'what holds'\n",
           c->model.name, c->mu, style);
  gnuplot_pictures(run, dir, run_printf(run, "%s_cone", c->model.name), 640,
                   640, script.chars, written);
}

/* ---- patches ----------------------------------------------------------- */

enum { TURNS = 720 };

static const char *const axis_names[] = {"fx / (mu fn)", "fy / (mu fn)",
                                         "tau / (mu fn r)"};

/* The outline of points seen along an axis: farthest in each direction. */
static void add_outline(Text *script, const char *name, const Polytope *p,
                        int u, int v)
{
  int last = -1;
  text_add(script, "$%s << EOD\n", name);
  for (int i = 0; i <= TURNS; i++) {
    const double a = 2 * PI * i / TURNS;
    int far = 0;
    double most = -INFINITY;
    for (int k = 0; k < p->ncorners; k++) {
      const double reach =
          cos(a) * p->corners[k][u] + sin(a) * p->corners[k][v];
      if (reach > most) {
        most = reach;
        far = k;
      }
    }
    if (far != last)
      text_add(script, "%.9g %.9g\n", p->corners[far][u], p->corners[far][v]);
    last = far;
  }
  text_add(script, "EOD\n");
}

static void add_exact_outline(Text *script, PatchBody *body, int u, int v)
{
  text_add(script, "$exact%d << EOD\n", u + v);
  for (int i = 0; i <= TURNS / 2; i++) {
    const double a = 4 * PI * i / TURNS;
    double normal[3] = {0, 0, 0}, touch[3];
    normal[u] = cos(a);
    normal[v] = sin(a);
    patch_support(body, normal, touch);
    text_add(script, "%.9g %.9g\n", touch[u], touch[v]);
  }
  text_add(script, "EOD\n");
}

/* Seen along each axis: shadows of convex bodies are within each other where
 * the bodies are. */
static void plot_shadows(const Cone *c, const char *dir, Text *written)
{
  static const int axes[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  Run *run = c->model.run;
  Text script = text_new(run);
  for (int k = 0; k < 3; k++) {
    const int u = axes[k][0], v = axes[k][1];
    add_exact_outline(&script, c->body, u, v);
    add_outline(&script, run_printf(run, "inner%d", u + v), c->inner, u, v);
    add_outline(&script, run_printf(run, "outer%d", u + v), c->outer, u, v);
  }
  text_add(&script,
           "set multiplot layout 1,3 title \"%s: polytopes of %d faces and the "
           "exact surface, seen along each axis\" noenhanced\n%s"
           "set size ratio -1\nset xrange [-1.3:1.3]\nset yrange "
           "[-1.3:1.3]\n",
           c->model.name, c->faces, style);
  for (int k = 0; k < 3; k++) {
    const int id = axes[k][0] + axes[k][1];
    text_add(&script,
             "set xlabel '%s'\nset ylabel '%s'\n"
             "plot $exact%d with filledcurves fc rgb '#fff3d6' notitle, \\\n"
             "  $outer%d with lines lw 1.5 lc rgb '#1565c0' title 'outer', \\\n"
             "  $exact%d with lines lw 1.5 lc rgb '#f5a742' title 'exact', \\\n"
             "  $inner%d with lines lw 1.5 lc rgb '#b63a2b' title 'inner'\n",
             axis_names[axes[k][0]], axis_names[axes[k][1]], id, id, id, id);
  }
  text_add(&script, "unset multiplot\n");
  gnuplot_pictures(run, dir, run_printf(run, "%s_shadows", c->model.name), 1200,
                   480, script.chars, written);
}

/* The exact surface as a mesh over the directions of slip. */
static void add_mesh(Text *script, PatchBody *body)
{
  enum { AROUND = 48, ACROSS = 24 };
  text_add(script, "$mesh << EOD\n");
  for (int j = 0; j <= ACROSS; j++) {
    for (int i = 0; i <= AROUND; i++) {
      const double a = 2 * PI * i / AROUND, b = PI * j / ACROSS - PI / 2;
      const double normal[3] = {cos(a) * cos(b), sin(a) * cos(b), sin(b)};
      double touch[3];
      patch_support(body, normal, touch);
      text_add(script, "%.6g %.6g %.6g\n", touch[0], touch[1], touch[2]);
    }
    text_add(script, "\n");
  }
  text_add(script, "EOD\n");
}

/* Edges of the facets that face the viewer, or of the others. */
static void add_edges(Text *script, const Hull *hull, const double view[3],
                      bool is_front)
{
  text_add(script, "$%s << EOD\n", is_front ? "front" : "back");
  for (int f = 0; f < hull->nfacets; f++) {
    if ((dot3(hull->facets[f].normal, view) > 0) != is_front) continue;
    for (int side = 0; side <= 3; side++) {
      const double *p = hull->points[hull->facets[f].corner[side % 3]];
      text_add(script, "%.6g %.6g %.6g\n", p[0], p[1], p[2]);
    }
    text_add(script, "\n\n");
  }
  text_add(script, "EOD\n");
}

static void plot_polytope(const Cone *c, const char *dir, Text *written)
{
  static const double tilt = 65, turn = 30; /* degrees, as gnuplot has them */
  const double a = tilt * PI / 180, b = turn * PI / 180;
  const double view[3] = {sin(a) * sin(b), -sin(a) * cos(b), cos(a)};
  Run *run = c->model.run;
  Text script = text_new(run);
  add_mesh(&script, c->body);
  add_edges(&script, c->inner->hull, view, true);
  add_edges(&script, c->inner->hull, view, false);
  text_add(&script,
           "set title \"%s: inner polytope of %d faces in the exact "
           "surface\" noenhanced\n%sset view %.0f,%.0f\n"
           "set view equal xyz\nset xyplane at -1.2\n"
           "set xrange [-1.1:1.1]\nset yrange [-1.1:1.1]\nset zrange "
           "[-1.2:1.2]\n"
           "set xlabel '%s' rotate parallel\nset ylabel '%s' rotate parallel\n"
           "set zlabel '%s' rotate parallel\n"
           "splot $mesh with lines lw 0.5 lc rgb '#f5c98a' title "
           "'exact', \\\n"
           "  $back with lines lw 1 dt 3 lc rgb '#b63a2b' notitle, \\\n"
           "  $front with lines lw 2 lc rgb '#b63a2b' title 'inner'\n",
           c->model.name, c->faces, style, tilt, turn, axis_names[0],
           axis_names[1], axis_names[2]);
  gnuplot_pictures(run, dir, run_printf(run, "%s_polytope", c->model.name), 760,
                   720, script.chars, written);
}

/* ---- wrenches ---------------------------------------------------------- */

/* The slice fz = 1, fy = 0, centre of pressure in the middle, as far as the
 * rows let it reach in each direction of (fx, tz/length). */
static void add_slice(Text *script, const char *name, const Cone *c)
{
  text_add(script, "$%s << EOD\n", name);
  for (int i = 0; i <= TURNS; i++) {
    const double angle = 2 * PI * i / TURNS;
    double reach = INFINITY;
    for (int k = 0; k < c->nfacets; k++) {
      const double *a = c->A + 6 * k;
      const double held = -(a[2] + a[3] * c->cop[1] - a[4] * c->cop[0]);
      const double rise = a[0] * cos(angle) + a[5] * c->length * sin(angle);
      if (rise > 1e-12) reach = fmin(reach, held / rise);
    }
    text_add(script, "%.9g %.9g\n", reach * cos(angle), reach * sin(angle));
  }
  text_add(script, "EOD\n");
}

static void plot_wrench(const Cone *c, const char *dir, Text *written)
{
  Run *run = c->model.run;
  Text script = text_new(run);
  Cone other = *c;
  other.nfacets = 0;
  other.approximation =
      c->approximation == CONE_INNER ? CONE_OUTER : CONE_INNER;
  cone_shape_wrench(&other);
  const bool is_inner = c->approximation == CONE_INNER;
  add_slice(&script, "inner", is_inner ? c : &other);
  add_slice(&script, "outer", is_inner ? &other : c);
  text_add(&script,
           "set title \"%s: wrenches at 1 N of load, CoP in the middle, "
           "fy = 0\" noenhanced\n%sset size ratio -1\n"
           "set xlabel 'fx (N)'\nset ylabel 'tz / length (N)'\n"
           "plot $outer with filledcurves fc rgb '#eef4fb' notitle, \\\n"
           "  $inner with filledcurves fc rgb '#fff3d6' notitle, \\\n"
           "  $outer with lines lw 2 lc rgb '#1565c0' title 'outer, %d faces "
           "a corner', \\\n"
           "  $inner with lines lw 2 lc rgb '#b63a2b' title 'inner'\n",
           c->model.name, style, c->faces);
  gnuplot_pictures(run, dir, run_printf(run, "%s_wrench", c->model.name), 640,
                   640, script.chars, written);
}

void cone_plot(const Model *model, const Recording *recording, const char *dir,
               Text *written)
{
  (void)recording; /* no picture shows a motion */
  const Cone *c = (const Cone *)model;
  if (c->form == CONE_PATCH) {
    plot_shadows(c, dir, written);
    plot_polytope(c, dir, written);
  } else if (c->form == CONE_WRENCH) {
    plot_wrench(c, dir, written);
  } else if (c->n == 2) {
    plot_plane(c, dir, written);
  } else {
    plot_slice(c, dir, written);
    plot_cone(c, dir, written);
  }
}
