/* net.c: the forces of a cone to turn. In: a Cone. Out: of a point, the round
 * cone up to 1 N of normal force, with its pyramids; of a patch, the exact limit
 * surface with its polytopes; of wrenches, the section of forces and twist at
 * 1 N.
 *
 * Invariant: points keep the proportions of the set. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "limit/polytope.h"
#include "kinds/cone/cone.h"

enum { ROWS = 33, COLUMNS = 64 };

/* ---- a point ------------------------------------------------------------- */

/* The pyramid of m edges at that reach, its top at normal force 1; z is centred.
 */
static void add_pyramid(Net *surface, const char *name, int m, double reach,
                        double start, double scale)
{
  static const double apex[] = {0, 0, -1};
  Wire *wire = net_wire(surface, name, 2 * m);
  for (int k = 0; k < m; k++) {
    const double a = start + 2 * PI * k / m, b = a + 2 * PI / m;
    const double from[] = {scale * reach * cos(a), scale * reach * sin(a), 1};
    const double to[] = {scale * reach * cos(b), scale * reach * sin(b), 1};
    wire_add(wire, apex, from);
    wire_add(wire, from, to);
  }
}

static Net *point_surface(const Cone *c)
{
  Net *s = net_new(c->model.run, ROWS, COLUMNS);
  const double scale = 1 / fmax(c->mu, 0.5);
  s->names[0] = "tangent 1", s->names[1] = "tangent 2", s->names[2] = "normal";
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      const double up = (double)i / (ROWS - 1), a = 2 * PI * j / COLUMNS;
      double *point = s->points[i * COLUMNS + j];
      point[0] = scale * c->mu * up * cos(a);
      point[1] = scale * c->mu * up * sin(a);
      point[2] = 2 * up - 1;
    }
  if (c->approximation != CONE_EXACT) {
    add_pyramid(s, "inner pyramid", c->faces, c->mu, 0, scale);
    add_pyramid(s, "outer pyramid", c->faces, c->mu / cos(PI / c->faces),
                PI / c->faces, scale);
  }
  s->caption = run_printf(c->model.run,
                          "The round cone up to a normal force of 1 N (upwards, "
                          "doubled), tangential forces times %.4g.",
                          scale);
  return s;
}

/* ---- a patch --------------------------------------------------------------- */

static void add_edge(void *context, const double from[3], const double to[3])
{
  wire_add(context, from, to);
}

static Net *patch_surface(const Cone *c)
{
  Net *s = net_new(c->model.run, ROWS, COLUMNS);
  s->names[0] = "fx", s->names[1] = "fy", s->names[2] = "torque";
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      const double up = PI * (i / (ROWS - 1.0) - 0.5);
      const double turn = 2 * PI * j / COLUMNS;
      const double normal[3] = {cos(up) * cos(turn), cos(up) * sin(turn),
                                sin(up)};
      patch_support(c->body, normal, s->points[i * COLUMNS + j]);
    }
  const Polytope *polytopes[] = {c->inner, c->outer};
  static const char *const names[] = {"inner polytope", "outer polytope"};
  for (int k = 0; k < 2; k++) {
    Wire *wire =
        net_wire(s, names[k], 3 * polytopes[k]->hull->nfacets);
    polytope_edges(polytopes[k], add_edge, wire);
  }
  s->caption = run_printf(
      c->model.run,
      "What friction can transmit at the centre of pressure at a normal force of "
      "1 N: forces over %.4g N, the torque over %.4g N m. Over it the polytopes "
      "of %d facets within and about it.",
      c->mu, c->mu * c->length, c->faces);
  return s;
}

/* ---- wrenches ---------------------------------------------------------------- */

/* How far the rows of A allow to go from the wrench that presses at 1 N in the
 * middle, towards fx, fy and tz over `length`. */
static double wrench_reach(const Cone *c, const double direction[3])
{
  double reach = INFINITY;
  for (int k = 0; k < c->nfacets; k++) {
    const double *a = c->A + 6 * k;
    const double held = -(a[2] + a[3] * c->cop[1] - a[4] * c->cop[0]);
    const double rise = a[0] * direction[0] + a[1] * direction[1] +
                        a[5] * c->length * direction[2];
    if (rise > 1e-12) reach = fmin(reach, held / rise);
  }
  return reach;
}

static Net *wrench_surface(const Cone *c)
{
  Net *s = net_new(c->model.run, ROWS, COLUMNS);
  double most = 0;
  s->names[0] = "fx", s->names[1] = "fy", s->names[2] = "tz";
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      const double up = PI * (i / (ROWS - 1.0) - 0.5);
      const double turn = 2 * PI * j / COLUMNS;
      const double direction[3] = {cos(up) * cos(turn), cos(up) * sin(turn),
                                   sin(up)};
      const double reach = wrench_reach(c, direction);
      if (!isfinite(reach)) return NULL;
      for (int d = 0; d < 3; d++)
        s->points[i * COLUMNS + j][d] = reach * direction[d];
      most = fmax(most, reach);
    }
  for (int i = 0; i < ROWS * COLUMNS; i++)
    for (int d = 0; d < 3; d++) s->points[i][d] /= most;
  s->caption = run_printf(
      c->model.run,
      "The section of the emitted facets at fz = 1 N and no tilting moments: "
      "forces over %.4g N, the torque over %.4g N m.",
      most, most * c->length);
  return s;
}

Net *cone_net(const Model *model, const Solver *solver)
{
  (void)solver;
  const Cone *c = (const Cone *)model;
  if (c->form == CONE_PATCH) return patch_surface(c);
  if (c->form == CONE_WRENCH) return c->nfacets > 0 ? wrench_surface(c) : NULL;
  return c->n == 3 ? point_surface(c) : NULL;
}
