/* shape.c: facets and rays of friction cones in closed form. In: a Cone
 * with its keys. Out: rows a.x <= b, rays, vertices.
 *
 * Invariant: facets and rays both come from formulas, neither from a hull of
 * the other, so that each ray lies on its facets to rounding. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/cone/cone.h"

bool cone_is_closed(const Cone *cone)
{
  return cone->form == CONE_POINT &&
         (cone->n == 2 || cone->approximation == CONE_EXACT);
}

double cone_load(const Cone *cone, const double *x)
{
  if (cone->form == CONE_PATCH) return x[3];
  if (cone->form == CONE_WRENCH) return x[2];
  double load = 0;
  for (int d = 0; d < cone->n; d++) load += cone->normal[d] * x[d];
  return load;
}

/* For a patch: (fx, fy, (tau - cx fy + cy fx)/length, fn). */
void cone_metric_row(const Cone *cone, const double *row, double *out)
{
  const double *a = row, *c = cone->cop, l = cone->length;
  memcpy(out, row, (size_t)cone->n * sizeof *out);
  if (cone->form == CONE_PATCH) {
    out[0] = a[0] - a[2] * c[1];
    out[1] = a[1] + a[2] * c[0];
    out[2] = a[2] * l;
  }
  for (int d = 3; cone->form == CONE_WRENCH && d < 6; d++) out[d] = a[d] * l;
}

void cone_from_metric(const Cone *cone, const double *z, double *out)
{
  const double *c = cone->cop, l = cone->length;
  memcpy(out, z, (size_t)cone->n * sizeof *out);
  if (cone->form == CONE_PATCH) out[2] = l * z[2] + c[0] * z[1] - c[1] * z[0];
  for (int d = 3; cone->form == CONE_WRENCH && d < 6; d++) out[d] = z[d] * l;
}

void cone_to_metric(const Cone *cone, const double *x, double *out)
{
  const double *c = cone->cop, l = cone->length;
  memcpy(out, x, (size_t)cone->n * sizeof *out);
  if (cone->form == CONE_PATCH) out[2] = (x[2] - c[0] * x[1] + c[1] * x[0]) / l;
  for (int d = 3; cone->form == CONE_WRENCH && d < 6; d++) out[d] = x[d] / l;
}

/* The tangents are continuous except at n_z = 0, where the sign of n_z decides
 * (Duff et al., Building an Orthonormal Basis, Revisited). */
void cone_tangents(const double n[3], double t[2][3])
{
  const double sign = copysign(1, n[2]), a = -1 / (sign + n[2]);
  const double b = n[0] * n[1] * a;
  t[0][0] = 1 + sign * n[0] * n[0] * a;
  t[0][1] = sign * b + 0.0; /* turns -0 into 0 */
  t[0][2] = 0 - sign * n[0];
  t[1][0] = b + 0.0;
  t[1][1] = sign + n[1] * n[1] * a;
  t[1][2] = 0 - n[1];
}

void cone_direction(int halves, int faces, double direction[2])
{
  const int quarter = 2 * halves / faces, rest = 2 * halves - quarter * faces;
  const bool is_steep = 2 * rest > faces; /* more than pi/4 */
  const double angle = PI / 2 * (is_steep ? faces - rest : rest) / faces;
  const bool is_middle = 2 * rest == faces;
  const double c = is_steep ? sin(angle) : cos(angle);
  const double s = is_middle ? c : is_steep ? cos(angle) : sin(angle);
  const double turned[][2] = {{c, s}, {0 - s, c}, {0 - c, 0 - s}, {s, 0 - c}};
  memcpy(direction, turned[quarter % 4], 2 * sizeof *direction);
}

/* Writes x = along * direction of the tangents + load * normal, without -0. */
static void compose(const Cone *cone, double along, const double direction[2],
                    double load, double *x)
{
  const double c = direction[0], s = direction[1];
  for (int d = 0; d < cone->n; d++)
    x[d] = along * (c * cone->tangent[0][d] + s * cone->tangent[1][d]) +
           load * cone->normal[d] + 0.0;
}

static double *new_rows(Cone *cone, int rows)
{
  return run_doubles(cone->model.run, (size_t)(rows * cone->n));
}

/* The polytope touches the cone at the angles 2 pi k/m: an inner one with its
 * rays, an outer one with the middles of its facets. */
void cone_shape_point(Cone *cone)
{
  const bool is_plane = cone->n == 2;
  const int m = is_plane ? 2 : cone->faces;
  if (cone->approximation == CONE_EXACT && !is_plane) return;
  const bool is_inner = cone->approximation != CONE_OUTER;
  const double mu = cone->mu * cone->guard;
  const double shrink = is_plane ? 1 : cos(PI / m);
  const double depth = is_inner ? mu * shrink : mu; /* of the facets */
  const double reach = is_inner ? mu : mu / shrink; /* of the rays */
  const int facets_at = !is_plane && is_inner;      /* in halves of a face */
  const int rays_at = !is_plane && !is_inner;
  cone->nfacets = cone->nrays = m;
  cone->A = new_rows(cone, m + 2);
  cone->b = run_doubles(cone->model.run, (size_t)m + 2);
  cone->rays = new_rows(cone, m);
  const double scale = 1 / sqrt(1 + depth * depth);
  cone->depth = depth / cone->mu;
  cone->reach = reach / cone->mu;
  for (int k = 0; k < m; k++) {
    double facet[2], ray[2];
    cone_direction(2 * k + facets_at, m, facet);
    cone_direction(2 * k + rays_at, m, ray);
    compose(cone, scale, facet, -depth * scale, cone->A + k * cone->n);
    compose(cone, reach, ray, 1, cone->rays + k * cone->n);
  }
}

/* Makes a cone over the load from the polytope of (fx, fy, tau/r) at unit load,
 * about the centre of pressure. */
void cone_shape_patch(Cone *cone)
{
  const Polytope *p =
      cone->approximation == CONE_INNER ? cone->inner : cone->outer;
  const double mu = cone->mu * cone->guard;
  const double *c = cone->cop, r = cone->length;
  cone->nfacets = p->nplanes;
  cone->nrays = p->ncorners;
  cone->A = new_rows(cone, p->nplanes + 2);
  cone->b = run_doubles(cone->model.run, (size_t)p->nplanes + 2);
  cone->rays = new_rows(cone, p->ncorners);
  for (int k = 0; k < p->nplanes; k++) {
    const double *n = p->planes[k], depth = mu * n[3];
    const double scale = 1 / sqrt(1 + depth * depth);
    double *a = cone->A + 4 * k;
    a[0] = scale * (n[0] + n[2] * c[1] / r);
    a[1] = scale * (n[1] - n[2] * c[0] / r);
    a[2] = scale * n[2] / r;
    a[3] = -scale * depth;
  }
  for (int k = 0; k < p->ncorners; k++) {
    const double *h = p->corners[k];
    double *ray = cone->rays + 4 * k;
    ray[0] = mu * h[0];
    ray[1] = mu * h[1];
    ray[2] = mu * (r * h[2] + c[0] * h[1] - c[1] * h[0]);
    ray[3] = 1;
  }
}

/* Writes the row of the normal force, times sign. */
static void load_row(const Cone *cone, double sign, double *row)
{
  const int n = cone->n;
  for (int d = 0; d < n; d++) row[d] = 0;
  if (cone->form == CONE_POINT)
    for (int d = 0; d < n; d++) row[d] = sign * cone->normal[d] + 0.0;
  else
    row[cone->form == CONE_PATCH ? 3 : 2] = sign;
}

static void add_vertices(Cone *cone, double load)
{
  const int n = cone->n, count = load > 0 ? cone->nrays : 1;
  for (int k = 0; k < count; k++)
    for (int d = 0; d < n; d++)
      cone->vertices[(cone->nvertices + k) * n + d] =
          load > 0 ? load * cone->rays[k * n + d] : 0;
  cone->nvertices += count;
}

void cone_shape_limits(Cone *cone)
{
  cone->nrows = cone->nfacets;
  if (cone->nfacets == 0) return;
  if (isfinite(cone->f_max)) {
    load_row(cone, 1, cone->A + cone->nrows * cone->n);
    cone->b[cone->nrows++] = cone->f_max;
  }
  if (cone->f_min > 0) {
    load_row(cone, -1, cone->A + cone->nrows * cone->n);
    cone->b[cone->nrows++] = -cone->f_min;
  }
  cone->vertices = new_rows(cone, 2 * cone->nrays + 1);
  add_vertices(cone, cone->f_min);
  if (isfinite(cone->f_max)) add_vertices(cone, cone->f_max);
}
