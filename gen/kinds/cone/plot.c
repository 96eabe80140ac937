/* plot.c: pictures of a cone: with inner and outer faces, or the polytopes of a
 * patch with its exact surface. In: a Cone. Out: Pictures.
 *
 * Invariant: both axes of a plane picture have the same scale. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "kinds/cone/cone.h"

/* ---- point contacts ---------------------------------------------------- */

/* Plans a closed regular polygon of m corners at that distance. */
static void plan_polygon(Plan *plan, const char *name, int m, double reach,
                         double start)
{
  for (int k = 0; k <= m; k++) {
    const double angle = start + 2 * PI * k / m;
    plan_row(plan, name, 2, (double[]){reach * cos(angle), reach * sin(angle)});
  }
}

/* Plots the slice at normal force 1. */
static void plot_slice(const Cone *c, Pictures *pictures)
{
  const double reach = c->mu / cos(PI / c->faces);
  Plan *plan = picture_new(pictures, "slice", "cone/slice.gp", 640, 680);
  plan_polygon(plan, "exact", 360, c->mu, 0);
  plan_polygon(plan, "inner", c->faces, c->mu, 0);
  plan_polygon(plan, "outer", c->faces, reach, PI / c->faces);
  plan_number(plan, "reach", reach);
  plan_number(plan, "faces", c->faces);
}

/* Plans rays up to 1 N and the polygon of their ends. */
static void plan_pyramid(Plan *plan, const char *name, int m, double reach,
                         double start)
{
  for (int k = 0; k <= m; k++) {
    const double a = start + 2 * PI * k / m, b = a + 2 * PI / m;
    const double faces[] = {0,
                            0,
                            0,
                            reach * cos(a),
                            reach * sin(a),
                            1,
                            reach * cos(b),
                            reach * sin(b),
                            1};
    plan_row(plan, name, 9, faces);
  }
}

static void plot_pyramid(const Cone *c, Pictures *pictures)
{
  const double reach = c->mu / cos(PI / c->faces);
  Plan *plan = picture_new(pictures, "cone", "cone/pyramid.gp", 720, 640);
  plan_pyramid(plan, "inner", c->faces, c->mu, 0);
  plan_pyramid(plan, "outer", c->faces, reach, PI / c->faces);
  plan_number(plan, "mu", c->mu);
  plan_number(plan, "faces", c->faces);
}

/* Plots the two rays of a cone in the plane, and the area between them. */
static void plot_plane(const Cone *c, Pictures *pictures)
{
  const double top = isfinite(c->f_max) ? c->f_max
                     : c->f_min > 0     ? 3 * c->f_min
                                        : 1;
  const double loads[] = {c->f_min, top, top, c->f_min, c->f_min};
  static const double sides[] = {-1, -1, 1, 1, -1};
  Plan *plan = picture_new(pictures, "cone", "cone/plane.gp", 640, 640);
  for (int k = 0; k < 5; k++)
    plan_row(plan, "corners", 2,
             (double[]){sides[k] * c->mu * loads[k], loads[k]});
  plan_number(plan, "mu", c->mu);
}

/* ---- patches ----------------------------------------------------------- */

enum { TURNS = 720 };

/* Plans the outline of points seen along an axis: the farthest point in each
 * direction. */
static void plan_outline(Plan *plan, const char *name, const Polytope *p, int u,
                         int v)
{
  int last = -1;
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
      plan_row(plan, name, 2,
               (double[]){p->corners[far][u], p->corners[far][v]});
    last = far;
  }
}

static void plan_exact_outline(Plan *plan, const char *name, PatchBody *body,
                               int u, int v)
{
  for (int i = 0; i <= TURNS / 2; i++) {
    const double a = 4 * PI * i / TURNS;
    double normal[3] = {0, 0, 0}, touch[3];
    normal[u] = cos(a);
    normal[v] = sin(a);
    patch_support(body, normal, touch);
    plan_row(plan, name, 2, (double[]){touch[u], touch[v]});
  }
}

/* Plots the shadows along each axis: if convex bodies contain each other, so do
 * their shadows. */
static void plot_shadows(const Cone *c, Pictures *pictures)
{
  static const int axes[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  static const char *const names[3][3] = {{"exact1", "inner1", "outer1"},
                                          {"exact2", "inner2", "outer2"},
                                          {"exact3", "inner3", "outer3"}};
  Plan *plan = picture_new(pictures, "shadows", "cone/shadows.gp", 1200, 480);
  for (int k = 0; k < 3; k++) {
    const int u = axes[k][0], v = axes[k][1];
    plan_exact_outline(plan, names[k][0], c->body, u, v);
    plan_outline(plan, names[k][1], c->inner, u, v);
    plan_outline(plan, names[k][2], c->outer, u, v);
  }
  plan_number(plan, "faces", c->faces);
}

/* Plans the exact surface as a mesh over the directions of slip. */
static void plan_mesh(Plan *plan, PatchBody *body)
{
  enum { AROUND = 48, ACROSS = 24 };
  for (int j = 0; j <= ACROSS; j++)
    for (int i = 0; i <= AROUND; i++) {
      const double a = 2 * PI * i / AROUND, b = PI * j / ACROSS - PI / 2;
      const double normal[3] = {cos(a) * cos(b), sin(a) * cos(b), sin(b)};
      double touch[3];
      patch_support(body, normal, touch);
      plan_row(plan, "mesh", 3, touch);
    }
  plan_number(plan, "per_row", AROUND + 1);
}

/* Plans the edges of the facets that face the viewer, or of the others. */
static void plan_edges(Plan *plan, const char *name, const Hull *hull,
                       const double view[3], bool is_front)
{
  for (int f = 0; f < hull->nfacets; f++) {
    if ((dot3(hull->facets[f].normal, view) > 0) != is_front) continue;
    for (int side = 0; side <= 3; side++)
      plan_row(plan, name, 3, hull->points[hull->facets[f].corner[side % 3]]);
  }
}

static void plot_polytope(const Cone *c, Pictures *pictures)
{
  static const double tilt = 65, turn = 30; /* degrees, in gnuplot's sense */
  const double a = tilt * PI / 180, b = turn * PI / 180;
  const double view[3] = {sin(a) * sin(b), -sin(a) * cos(b), cos(a)};
  Plan *plan = picture_new(pictures, "polytope", "cone/polytope.gp", 760, 720);
  plan_mesh(plan, c->body);
  plan_edges(plan, "front", c->inner->hull, view, true);
  plan_edges(plan, "back", c->inner->hull, view, false);
  plan_number(plan, "faces", c->faces);
  plan_number(plan, "tilt", tilt);
  plan_number(plan, "turn", turn);
}

/* ---- wrenches ---------------------------------------------------------- */

/* A section fz = 1 through the wrench with the centre of pressure in the
 * middle: two coordinates vary. */
typedef struct Section {
  int across, along;
  const char *inner, *outer; /* the holes */
} Section;

/* Plans the section of the rows in each direction. Coordinates are in units of
 * the metric: forces in N, torques over `length`. */
static void plan_section(Plan *plan, const char *name, const Cone *c,
                         const Section *section)
{
  for (int i = 0; i <= TURNS; i++) {
    const double angle = 2 * PI * i / TURNS;
    double reach = INFINITY;
    for (int k = 0; k < c->nfacets; k++) {
      const double *a = c->A + 6 * k;
      const double held = -(a[2] + a[3] * c->cop[1] - a[4] * c->cop[0]);
      const double across =
          a[section->across] * (section->across < 3 ? 1 : c->length);
      const double along =
          a[section->along] * (section->along < 3 ? 1 : c->length);
      const double rise = across * cos(angle) + along * sin(angle);
      if (rise > 1e-12) reach = fmin(reach, held / rise);
    }
    plan_row(plan, name, 2, (double[]){reach * cos(angle), reach * sin(angle)});
  }
}

static void plot_wrench(const Cone *c, Pictures *pictures)
{
  static const Section sections[] = {{0, 1, "inner1", "outer1"},
                                     {0, 5, "inner2", "outer2"},
                                     {1, 5, "inner3", "outer3"},
                                     {3, 4, "inner4", "outer4"}};
  Cone other = *c;
  other.nfacets = 0;
  other.approximation =
      c->approximation == CONE_INNER ? CONE_OUTER : CONE_INNER;
  cone_shape_wrench(&other);
  const Cone *inner = c->approximation == CONE_INNER ? c : &other;
  const Cone *outer = c->approximation == CONE_INNER ? &other : c;
  Plan *plan = picture_new(pictures, "wrench", "cone/wrench.gp", 900, 900);
  for (size_t i = 0; i < COUNT(sections); i++) {
    plan_section(plan, sections[i].inner, inner, &sections[i]);
    plan_section(plan, sections[i].outer, outer, &sections[i]);
  }
  plan_number(plan, "faces", c->faces);
}

void cone_plot(const Model *model, const Recording *recording,
               Pictures *pictures)
{
  (void)recording; /* no picture shows a motion */
  const Cone *c = (const Cone *)model;
  if (c->form == CONE_PATCH) {
    plot_shadows(c, pictures);
    plot_polytope(c, pictures);
  } else if (c->form == CONE_WRENCH) {
    plot_wrench(c, pictures);
  } else if (c->n == 2) {
    plot_plane(c, pictures);
  } else {
    plot_slice(c, pictures);
    plot_pyramid(c, pictures);
  }
}
