/* contact.h: the generic reference implementation of the contact models, by
 * which everything that is generated is judged. The papers' equations with
 * loops, libm and run-time parameters; it shares no code with gen/ or
 * templates/. Nothing here allocates, prints or keeps state.
 *
 * PL: G. Arslan Waltersson, Y. Karayiannidis, "Planar Friction Modelling with
 * LuGre Dynamics and Limit Surfaces", with its equation numbers.
 *
 * Conventions: SI units; twist (vx, vy, w) and wrench (fx, fy, tau) at the
 * grid centre, the wrench acts on the moving body. Grid arrays run over i
 * (x) fastest, from the smallest y. Functions return a status of bristle_rt.h:
 * BR_OK, BR_SEPARATED (fn <= 0), or BR_BAD_INPUT, which sets outputs to zero
 * and leaves the state. */
#ifndef BRISTLE_REFERENCE_CONTACT_H
#define BRISTLE_REFERENCE_CONTACT_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle_rt.h"
#include "reference/laws/laws.h"
#include "reference/limit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- distributed (contact.c) ------------------------------------------- */

/* Stiffness and damping that belong to the area of a cell, not to its load:
 * f = -(kappa*A*z + eta*A*dz + sigma2*v*w*fn), zmax = g*w*fn/(kappa*A). Bristles
 * are first shortened to `stretch` times zmax at rest. */
typedef struct RefArea {
  const double *areas; /* m^2, of each cell; NULL: stiffness goes by the load */
  double kappa, eta;   /* N/m^3, N s/m^3 */
  double stretch;
  const double *spread; /* areas for what sticks alone; NULL: all the same */
} RefArea;

typedef struct RefContact {
  RefPatch patch;
  RefLugre friction;
  RefArea area;
} RefContact;

/* The law of cell k, per unit of its load, under the normal force fn. */
RefLugre ref_cell_law(const RefContact *c, size_t k, double fn);

/* z, dz: 2*nx*ny, all x components, then all y. Any output may be NULL.
 * fn <= 0: dz = 0, wrench = 0, BR_SEPARATED. */
int ref_rate(const RefContact *c, const double *z, const double twist[3],
             double fn, double *dz, double wrench[3]);
/* One explicit Euler step with the twist held; the wrench has the z of the end
 * and the step's mean rate. fn <= 0 resets z. dt < 0 is bad input. */
int ref_step_euler(const RefContact *c, double *z, const double twist[3],
                   double fn, double dt, double wrench[3]);
/* Steady sliding: sums cell midpoints, as the model does. */
int ref_steady(const RefContact *c, const double twist[3], double fn,
               double wrench[3]);

/* The cells with load that stick, |z| <= s_ba*zmax of the slip there (0.9*zmax of
 * plain bristles): their share of the load and of the area, and their centre,
 * m, by the load; 0 without any. *doubt is the share of the load whose |z| is
 * within `edge` of that limit, relative. */
int ref_stick(const RefContact *c, const double *z, const double twist[3],
              double fn, double edge, double sticking[4], double *doubt);

/* ---- pressure that depends on the normal force (levels.c) -------------- */

typedef struct RefLevels {
  size_t count;           /* at least 1 */
  const double *fn;       /* ascending */
  const double *const *w; /* shares of all cells at each */
} RefLevels;

/* The shares at that force, for a patch's w. */
void ref_shares(const RefLevels *levels, double fn, size_t cells, double *w);

/* ---- reduced and ellipsoid (reduced.c) --------------------------------- */

typedef struct RefReduced {
  RefLugre friction;
  double cop[2];   /* from the grid centre, metres */
  double r, u;     /* m, m^2 */
  bool is_matched; /* torsion "matched"; else the paper's law */
  double ratio, angle; /* anisotropy, as RefPatch's: the rest is stretched */
  RefSurface *surface;
  const void *context; /* of the surface */
} RefReduced;

/* A table on three faces of the cube |c| <= 1 of c = (vx*inverse[0],
 * vy*inverse[1], r*w), h(-c) = -h(c); context is a RefTable. On the face of the
 * largest component the other two over it are the coordinates, from -1 to 1; a
 * face is blocks x blocks blocks, a block cells x cells cells. */
typedef struct RefTable {
  bool is_cubic; /* then a node more beyond every edge of a block */
  double inverse[2], r;
  int blocks;
  const int *cells;    /* of each block of face 0, 1, 2, row by row */
  const double *nodes; /* h, block after block, row by row */
} RefTable;
RefSurface ref_surface_table;

/* Between two of them, for a normal force between two levels; both with the r
 * of that force. */
typedef struct RefBetween {
  RefTable low, high;
  double t; /* 0 to 1 */
} RefBetween;
RefSurface ref_surface_between;
/* A face of a potential: cells[0] x cells[1] cells of a cubic B-spline of
 * (cells[0] + 3) x (cells[1] + 3) coefficients base + unit*stored, row by row;
 * the first has its middle one cell before the lower edges. */
typedef struct RefPotentialFace {
  int cells[2];
  double base, unit;
  const double *stored;
} RefPotentialFace;

/* h is minus the gradient of P, which is even and 1-homogeneous in
 *   c = ((vx - r*w*y0)*inverse[0], (vy + r*w*x0)*inverse[1], r*w)
 * with (x0, y0) = middle, over r. On the face of the largest component c_m the
 * spline is P/|c_m| over the other two over c_m, from -1 to 1, or, if P is even
 * in such a component, over their magnitude, from 0 to 1; context is a
 * RefPotential. */
typedef struct RefPotential {
  double middle[2], inverse[2], r;
  bool is_even[3];
  RefPotentialFace faces[3];
} RefPotential;
RefSurface ref_surface_potential;

/* A potential that changes with the normal force. The place of a force, clamped
 * to the range, is x = (root - start)*per, root = fn^(1/2^roots), from 0 to 1.
 * CoP x, y, r and u are cubic B-splines of `cells` cells over x, a list of
 * cells + 3 coefficients each. The coefficients of the faces, which `first` has
 * for the first slice, are alike: `slices` - 3 cells over x, slice after slice
 * of `count` numbers; or constant if there is one slice. context is a RefAxis. */
typedef struct RefAxis {
  int roots;
  double range[2], start, per;
  int cells;
  const double *figures;
  int slices;
  size_t count;
  RefPotential first;
  double fn;
} RefAxis;
/* CoP x, y, r and u at a force. */
void ref_axis_patch(const RefAxis *a, double fn, double patch[4]);
/* The surface at the force `fn` of the context; r is that of `first`. */
RefSurface ref_surface_axis;
/* h = -V_S/|V_S|; context is the RefReduced itself (for r). */
RefSurface ref_surface_ellipsoid;

/* Writes the twist of the stretched patch, or the wrench of one on it: E and
 * the ratio. May work in place. */
void ref_reduced_stretch(const RefReduced *c, const double twist[3],
                         double out[3]);
/* zeta, dzeta: 3, metres on every axis. */
int ref_reduced_rate(const RefReduced *c, const double zeta[3],
                     const double twist[3], double fn, double dzeta[3],
                     double wrench[3]);
int ref_reduced_step_euler(const RefReduced *c, double zeta[3],
                           const double twist[3], double fn, double dt,
                           double wrench[3]);
int ref_reduced_steady(const RefReduced *c, const double twist[3], double fn,
                       double wrench[3]);
int ref_reduced_limit(const RefReduced *c, const double twist[3], double fn,
                      double wrench[3]);

/* ---- a body on contacts (body.c) --------------------------------------- */

/* The rate of a contact's bristles and its wrench, as ref_rate is. */
typedef int RefContactRate(const void *contact, const double *z,
                           const double twist[3], double fn, double *dz,
                           double wrench[3]);

/* A rigid body that `contacts` equal contacts hold. The map is fixed in space
 * and the body moves through it, or fixed to the body with its centre of mass
 * at `com` from the grid centre, body axes. */
typedef struct RefBody {
  double mass, inertia;
  double com[2], gravity[2];
  int contacts;
  bool is_body_frame;
  RefContactRate *rate;
  const void *contact;
  size_t nz;    /* bristle components */
  size_t block; /* <= 3 that depend on each other: z[k], z[nz/block + k], ... */
  double reach, slow; /* m, m/s: what bristles and velocities bend over */
} RefBody;

/* y: pose (x, y, theta) and velocity of the centre of mass, then the bristles;
 * the load acts there in world axes. dy: 6 + nz. The wrench (may be NULL) is
 * one contact's at the grid centre, world axes. */
int ref_body_rate(const RefBody *b, const double *y, const double load[3],
                  double fn, double *dy, double wrench[3]);
/* dt in `substeps` Runge-Kutta steps of fourth order; work: 3*(6 + nz). fn <= 0
 * resets the bristles. */
int ref_body_step(const RefBody *b, double *y, const double load[3], double fn,
                  double dt, int substeps, double *work);
/* Derivative by the load of the velocity after one linearly implicit Euler
 * step of dt, row-major; work: (4 + block)*(6 + nz). */
void ref_body_response(const RefBody *b, const double *y, const double load[3],
                       double fn, double dt, double dv_dload[9], double *work);

#ifdef __cplusplus
}
#endif
#endif
