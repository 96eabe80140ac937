/* limit.h: a pressure map on a grid and its Coulomb limit surface, as the
 * reference has them. PL: G. Arslan Waltersson, Y. Karayiannidis, "Planar
 * Friction Modelling with LuGre Dynamics and Limit Surfaces".
 *
 * SI units; twist (vx, vy, w) and wrench (fx, fy, tau) at the grid centre, the
 * wrench acts on the moving body. Grid arrays run over i (x) fastest, from the
 * smallest y. */
#ifndef BRISTLE_REFERENCE_LIMIT_H
#define BRISTLE_REFERENCE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RefPatch {
  int nx, ny;
  double sx, sy;   /* metres */
  const double *w; /* nx*ny shares of the normal force, sum 1; a cell without
                    * any has no bristle: its rate is 0, and a step resets it */
  const double *x, *y; /* NULL, or where the nx*ny bristles are instead of at
                        * the midpoints of cells: points without an extent */
  const double *m; /* NULL, or the factor of each cell's friction coefficients */
  /* Anisotropy: 0, or friction across the axis at `angle` (rad) over that along
   * it: of a slip v an isotropic law sees E v, and its force f acts as E'f, with
   * the symmetric E that is 1 along the axis and `ratio` across. */
  double ratio, angle;
} RefPatch;

/* Writes E v; E is symmetric. May work in place. */
void ref_stretch(const RefPatch *p, const double v[2], double out[2]);
/* Coulomb friction, mu = fn = 1, exact means over cells, or the sum over
 * points; 0 at zero twist. */
void ref_limit(const RefPatch *p, const double twist[3], double wrench[3]);
/* The paper's: cell midpoints, bilinear between the corners of the cell that
 * holds the centre of rotation (PL IV-D). */
void ref_limit_paper(const RefPatch *p, const double twist[3],
                     double wrench[3]);
/* CoP, r and u of a patch. midpoint_u: the paper's u, without the cell's own
 * second moment. r is the exact surface's in both cases; the paper's own
 * figures use that of ref_limit_paper for a turn about the CoP. */
void ref_figures(const RefPatch *p, bool midpoint_u, double cop[2], double *r,
                 double *u);

/* h at the CoP for a twist V at the CoP: the Coulomb limit surface at mu = 1
 * with its torque divided by r. 0 at zero twist. */
typedef void RefSurface(const void *context, const double twist[3],
                        double h[3]);

/* The exact surface of a patch; context is a RefExact. */
typedef struct RefExact {
  RefPatch patch;
  double cop[2], r;
  /* Twists, cop and r are those of the stretched patch, E^-1 of the places. */
  bool is_stretched;
} RefExact;
RefSurface ref_surface_exact;

#ifdef __cplusplus
}
#endif
#endif
