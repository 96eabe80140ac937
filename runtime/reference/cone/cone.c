/* Friction cones by their definitions: the second-order inequality of a point
 * contact, the support function of a patch searched densely, and the
 * variational inequality that makes a point the nearest one of a set. In:
 * forces. Out: by how much something holds or fails. Nothing here knows facets.
 */
#include "reference/cone/cone.h"

#include <math.h>

static double inner_product(int n, const double *a, const double *b)
{
  double sum = 0.0;
  for (int d = 0; d < n; d++) sum += a[d] * b[d];
  return sum;
}

/* FC (13): |(I - n n') f| <= mu n.f */
double ref_cone_slack(const RefCone *c, const double *f)
{
  const double load = inner_product(c->n, c->normal, f);
  double square = 0.0;
  for (int d = 0; d < c->n; d++) {
    const double side = f[d] - load * c->normal[d];
    square += side * side;
  }
  return c->mu * load - sqrt(square);
}

/* ---- distance ---------------------------------------------------------- */

/* The point of the set at that load, as far aside towards f as f is or as the
 * set reaches: the nearest of its slice. */
static double slice_distance(const RefCone *c, const double *f, double load)
{
  const double own = inner_product(c->n, c->normal, f);
  double square = 0.0;
  for (int d = 0; d < c->n; d++) {
    const double side = f[d] - own * c->normal[d];
    square += side * side;
  }
  const double beyond = fmax(0.0, sqrt(square) - c->mu * load);
  return hypot(beyond, own - load);
}

double ref_cone_distance(const RefCone *c, const double *f)
{
  double size = 0.0;
  for (int d = 0; d < c->n; d++) size += fabs(f[d]);
  const double top = isfinite(c->f_max) ? c->f_max : c->f_min + 2.0 * size;
  double low = c->f_min, high = top, best = INFINITY;
  for (int round = 0; round < 12; round++) { /* the distance is convex in it */
    const int steps = 64;
    int nearest = 0;
    best = INFINITY;
    for (int i = 0; i <= steps; i++) {
      const double load = low + (high - low) * i / steps;
      const double distance = slice_distance(c, f, load);
      if (distance < best) {
        best = distance;
        nearest = i;
      }
    }
    const double step = (high - low) / steps;
    const double middle = low + step * nearest;
    low = fmax(c->f_min, middle - step);
    high = fmin(top, middle + step);
  }
  return best;
}

/* ---- patches ----------------------------------------------------------- */

/* Returns the distance of the wrench beyond the tangent plane with that normal.
 */
static double beyond_plane(const RefExact *p, double mu, const double w[4],
                           double theta, double phi)
{
  const double normal[3] = {cos(theta) * cos(phi), sin(theta) * cos(phi),
                            sin(phi)};
  const double twist[3] = {normal[0], normal[1], normal[2]};
  double h[3];
  ref_surface_exact(p, (double[]){twist[0], twist[1], twist[2] / p->r}, h);
  const double tau = w[2] - (p->cop[0] * w[1] - p->cop[1] * w[0]);
  const double at[3] = {w[0], w[1], tau / p->r};
  return inner_product(3, normal, at) + mu * w[3] * inner_product(3, normal, h);
}

double ref_patch_excess(const RefExact *p, double mu, const double w[4])
{
  const double pi = 3.14159265358979323846;
  const int turns = 36, tilts = 18;
  double theta = 0.0, phi = 0.0, worst = -INFINITY;
  for (int i = 0; i < turns; i++)
    for (int j = 0; j <= tilts; j++) {
      const double a = 2.0 * pi * i / turns, b = pi * j / tilts - 0.5 * pi;
      const double excess = beyond_plane(p, mu, w, a, b);
      if (excess > worst) {
        worst = excess;
        theta = a;
        phi = b;
      }
    }
  double step = 0.1;
  while (step > 1e-7) { /* uphill, ever finer */
    const double tries[4][2] = {{theta + step, phi},
                                {theta - step, phi},
                                {theta, phi + step},
                                {theta, phi - step}};
    int best = -1;
    for (int k = 0; k < 4; k++) {
      const double excess = beyond_plane(p, mu, w, tries[k][0], tries[k][1]);
      if (excess > worst) {
        worst = excess;
        best = k;
      }
    }
    if (best < 0) {
      step *= 0.5;
    } else {
      theta = tries[best][0];
      phi = tries[best][1];
    }
  }
  return worst;
}

/* ---- the nearest point of a set ---------------------------------------- */

/* x is the nearest point to f of conv(points) + cone(rays) where no point lies
 * on f's side of the plane through x, and no ray leads there. */
double ref_nearest_excess(int n, const double *f, const double *x,
                          const double *points, int npoints, const double *rays,
                          int nrays)
{
  double worst = -INFINITY;
  for (int k = 0; k < npoints; k++) {
    double sum = 0.0;
    for (int d = 0; d < n; d++)
      sum += (f[d] - x[d]) * (points[k * n + d] - x[d]);
    worst = fmax(worst, sum);
  }
  for (int k = 0; k < nrays; k++) {
    double sum = 0.0;
    for (int d = 0; d < n; d++) sum += (f[d] - x[d]) * rays[k * n + d];
    worst = fmax(worst, sum);
  }
  return worst;
}

/* Dykstra's alternating projections: each half-space in turn, less what it took
 * the last time. */
int ref_nearest(int n, int rows, const double *A, const double *b,
                const double *f, double *x, double *corrections)
{
  const int most = 10000;
  double size = 0.0;
  for (int d = 0; d < n; d++) {
    x[d] = f[d];
    size += fabs(f[d]);
  }
  for (int k = 0; k < rows; k++) corrections[k] = 0.0;
  for (int sweep = 1; sweep <= most; sweep++) {
    double change = 0.0;
    for (int k = 0; k < rows; k++) {
      const double *a = A + k * n;
      const double excess = inner_product(n, a, x) - b[k] + corrections[k];
      const double next = fmax(0.0, excess);
      const double step = next - corrections[k];
      for (int d = 0; d < n; d++) x[d] -= step * a[d];
      corrections[k] = next;
      change = fmax(change, fabs(step));
    }
    if (change <= 1e-10 * size) return sweep;
  }
  return 0;
}

/* ---- the cone of rays -------------------------------------------------- */

enum { MOST_DIMENSIONS = 6 };

/* Rays that are in use, at most as many as there are dimensions. */
typedef struct Mixture {
  int n, used, chosen[MOST_DIMENSIONS];
  const double *rays;
} Mixture;

/* Writes the factors with which the sum of the rays in use is nearest to f, by
 * orthogonal axes. Returns false if the rays in use are dependent. */
static bool mix(const Mixture *m, const double *f, double *factors)
{
  double axes[MOST_DIMENSIONS][MOST_DIMENSIONS];
  double parts[MOST_DIMENSIONS][MOST_DIMENSIONS] = {{0.0}};
  for (int k = 0; k < m->used; k++) {
    for (int d = 0; d < m->n; d++)
      axes[k][d] = m->rays[m->chosen[k] * m->n + d];
    for (int pass = 0; pass < 2; pass++) /* the second removes rounding */
      for (int j = 0; j < k; j++) {
        const double part = inner_product(m->n, axes[j], axes[k]);
        for (int d = 0; d < m->n; d++) axes[k][d] -= part * axes[j][d];
        parts[j][k] += part;
      }
    parts[k][k] = sqrt(inner_product(m->n, axes[k], axes[k]));
    if (!(parts[k][k] > 1e-13)) return false;
    for (int d = 0; d < m->n; d++) axes[k][d] /= parts[k][k];
  }
  for (int k = m->used - 1; k >= 0; k--) {
    factors[k] = inner_product(m->n, axes[k], f);
    for (int j = k + 1; j < m->used; j++)
      factors[k] -= parts[k][j] * factors[j];
    factors[k] /= parts[k][k];
  }
  return true;
}

/* Goes from the factors to those of mix(), as far as none falls below 0, and
 * drops the rays that stop it. Returns false if the last ray does not help. */
static bool settle(Mixture *m, const double *f, double *factors)
{
  double next[MOST_DIMENSIONS];
  for (;;) {
    double share = 1.0;
    int stop = -1, kept = 0;
    if (!mix(m, f, next)) return false;
    for (int k = 0; k < m->used; k++) {
      const double now = factors[m->chosen[k]];
      if (next[k] > 0.0 || now / (now - next[k]) >= share) continue;
      share = now / (now - next[k]);
      stop = k;
    }
    for (int k = 0; k < m->used; k++)
      factors[m->chosen[k]] += share * (next[k] - factors[m->chosen[k]]);
    if (stop < 0) return true;
    const bool is_last = stop == m->used - 1 && share == 0.0;
    factors[m->chosen[stop]] = 0.0;
    for (int k = 0; k < m->used; k++)
      if (k != stop) m->chosen[kept++] = m->chosen[k];
    m->used = kept;
    if (is_last) return false;
  }
}

/* Lawson and Hanson's active set: the ray that points most towards the rest of
 * f joins those in use, until none does. A ray that does not help, for rounding
 * or because it depends on those in use, gets the factor -1: it waits until
 * another one has helped. */
double ref_rays_distance(int n, int count, const double *rays, const double *f,
                         double *factors)
{
  Mixture m = {n, 0, {0}, rays};
  const double size = sqrt(inner_product(n, f, f));
  double least = size;
  for (int k = 0; k < count; k++) factors[k] = 0.0;
  for (int round = 0; round < 20 * count; round++) {
    double rest[MOST_DIMENSIONS], best = 1e-15 * size;
    int joins = -1;
    for (int d = 0; d < n; d++) {
      rest[d] = f[d];
      for (int k = 0; k < m.used; k++)
        rest[d] -= factors[m.chosen[k]] * rays[m.chosen[k] * n + d];
    }
    least = fmin(least, sqrt(inner_product(n, rest, rest)));
    for (int k = 0; k < count; k++) {
      const double along = inner_product(n, rest, rays + k * n);
      if (along <= best || factors[k] != 0.0) continue;
      best = along;
      joins = k;
    }
    if (joins < 0 || m.used == n) break;
    m.chosen[m.used++] = joins;
    if (!settle(&m, f, factors)) {
      if (m.used > 0 && m.chosen[m.used - 1] == joins) m.used--;
      factors[joins] = -1.0;
      continue;
    }
    for (int k = 0; k < count; k++) factors[k] = fmax(0.0, factors[k]);
  }
  for (int k = 0; k < count; k++) factors[k] = fmax(0.0, factors[k]);
  return least;
}
