/* cone.h: friction cones as the reference has them, by which generated cones
 * are judged. FC: S. Savin, "Friction cone", Contact-aware Control, lecture 8.
 */
#ifndef BRISTLE_REFERENCE_CONE_H
#define BRISTLE_REFERENCE_CONE_H

#include "reference/limit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RefCone {
  int n; /* 2 or 3 */
  double mu, normal[3];
  double f_min, f_max; /* of the normal force, N; f_max may be infinite */
} RefCone;

/* mu n.f - |(I - n n') f|, without the limits: not negative where f holds. */
double ref_cone_slack(const RefCone *c, const double *f);
/* The distance from f to the nearest force of the set, limits included. */
double ref_cone_distance(const RefCone *c, const double *f);
/* The most by which (fx, fy, tau, fn) at the grid centre lies beyond a tangent
 * plane of what the patch holds, in (fx, fy, tau/r): negative within. */
double ref_patch_excess(const RefExact *p, double mu, const double w[4]);
/* Finds the point of A x <= b, rows of length 1, that is nearest to f, by
 * Dykstra's sweeps. Returns the number of sweeps, or 0 if 10000 did not reach
 * 1e-10. `corrections` has room for a number per row. */
int ref_nearest(int n, int rows, const double *A, const double *b,
                const double *f, double *x, double *corrections);
/* Returns the distance from f to the cone of all sums of rays with factors not
 * below 0. The rays have length 1 and n <= 6 components; `factors` has room for
 * a number per ray. A distance that is too large can only come from rounding.
 */
double ref_rays_distance(int n, int count, const double *rays, const double *f,
                         double *factors);
/* The most by which x fails to be the point of conv(points) + cone(rays) that
 * is nearest to f: (f - x).(point - x) and (f - x).ray, <= 0 if it is. */
double ref_nearest_excess(int n, const double *f, const double *x,
                          const double *points, int npoints, const double *rays,
                          int nrays);

#ifdef __cplusplus
}
#endif
#endif
