/* net.c: the limit surface of a contact to turn: the solver's own `_limit`,
 * with the ellipsoid and the polytopes of a cone over it. In: a Contact, its
 * solver. Out: a Net at the centre of pressure; forces over that of a
 * slide along x, torques over that of a spin.
 *
 * Invariant: the net comes from the solver, the polytopes from the exact
 * surface. */
#include <math.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "limit/polytope.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/levels.h"

enum { ROWS = 33, COLUMNS = 64, FACES = 32 };

/* Writes the wrench at the CoP that resists a twist of the body's point there.
 */
static void wrench_at_cop(const Contact *c, const Solver *solver,
                          const double at_cop[3], double fn, double wrench[3])
{
  const double twist[3] = {at_cop[0] + at_cop[2] * c->cop[1],
                           at_cop[1] - at_cop[2] * c->cop[0], at_cop[2]};
  const double *const in[] = {twist, &fn};
  double *const out[] = {wrench};
  solver_call(c->model.run, solver, "limit", NULL, in, out);
  wrench[2] += c->cop[1] * wrench[0] - c->cop[0] * wrench[1];
}

static void add_edge(void *context, const double from[3], const double to[3])
{
  wire_add(context, from, to);
}

static void add_polytope(Net *surface, const char *name,
                         const Polytope *polytope)
{
  if (!polytope) return; /* a line has none */
  Wire *wire = net_wire(surface, name, 3 * polytope->hull->nfacets);
  polytope_edges(polytope, add_edge, wire);
}

/* Two great circles through the poles and the equator. */
static void add_ellipsoid(Net *surface)
{
  enum { STEPS = 72 };
  Wire *wire = net_wire(surface, "ellipsoid", 3 * STEPS);
  for (int circle = 0; circle < 3; circle++)
    for (int k = 0; k < STEPS; k++) {
      const double a = 2 * PI * k / STEPS, b = 2 * PI * (k + 1) / STEPS;
      double from[3] = {0}, to[3] = {0};
      const int u = circle == 2 ? 1 : 0, v = circle == 0 ? 1 : 2;
      from[u] = cos(a), from[v] = sin(a), to[u] = cos(b), to[v] = sin(b);
      wire_add(wire, from, to);
    }
}

Net *contact_net(const Model *model, const Solver *solver)
{
  static const double slide[] = {1, 0, 0}, spin[] = {0, 0, 1};
  const Contact *c = (const Contact *)model;
  double fn = 1, along[3], about[3];
  if (!solver_has(solver, "limit")) return NULL;
  if (c->levels) {
    fn = fmin(fmax(fn, c->levels->fn[0]), c->levels->fn[c->levels->count - 1]);
    c = contact_at(c, fn);
  }
  wrench_at_cop(c, solver, slide, fn, along);
  wrench_at_cop(c, solver, spin, fn, about);
  const double force = hypot(along[0], along[1]), torque = fabs(about[2]);
  if (!(force > 0) || !(torque > 0)) return NULL;
  const double r = torque / force;
  Net *s = net_new(model->run, ROWS, COLUMNS);
  s->names[0] = "fx", s->names[1] = "fy", s->names[2] = "torque";
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      const double up = PI * (i / (ROWS - 1.0) - 0.5);
      const double turn = 2 * PI * j / COLUMNS;
      const double twist[3] = {r * cos(up) * cos(turn),
                               r * cos(up) * sin(turn), sin(up)};
      double wrench[3], *point = s->points[i * COLUMNS + j];
      wrench_at_cop(c, solver, twist, fn, wrench);
      for (int d = 0; d < 3; d++)
        point[d] = -wrench[d] / (d < 2 ? force : torque);
    }
  /* Both are of even friction in all directions. */
  const bool is_even = !c->regions && !c->stretch;
  if (is_even) {
    PatchBody *body =
        patch_body(model->run, c->levels ? &c->cells : contact_map(c));
    add_ellipsoid(s);
    add_polytope(s, "inner polytope", patch_inner(model->run, body, FACES));
    add_polytope(s, "outer polytope", patch_outer(model->run, body, FACES));
  }
  const char *over =
      !is_even ? "no cone: those are for even friction"
      : s->nwires > 1
          ? "the ellipsoid, and cones of 32 facets within and about the exact "
            "surface, as <code>cone { patch = ... }</code> emits them"
          : "the ellipsoid; this patch is too flat for a cone's polytopes";
  s->caption = run_printf(
      model->run,
      "The limit surface of the solver itself at the centre of pressure, at a "
      "normal force of %.4g N: forces over %.4g N, the torque over %.4g N m. "
      "Over it %s.",
      fn, force, torque, over);
  return s;
}
