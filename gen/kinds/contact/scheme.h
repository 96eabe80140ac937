/* scheme.h: the step of a contact's solver, written with libm and the
 * reference's laws, for the two bristles of a cell and the three of a reduced
 * contact alike. Goldens and verify compare solvers with it. */
#ifndef BRISTLE_CONTACT_SCHEME_H
#define BRISTLE_CONTACT_SCHEME_H

#include "limit/limit.h"
#include "kinds/contact/contact.h"
#include "reference/contact/contact.h"

/* Bristles that yield together, and the slip that drags them. For a cell h is
 * -v/s and k is 1. */
typedef struct BristleMotion {
  int n;             /* bristles: 2 or 3 */
  double v[3], s;    /* slip velocity in m/s, a spin times r; its size */
  double h[3], size; /* the limit surface and its size; at rest 0 and 1 */
  double zmax;       /* g/sigma0, m */
  double reach;      /* factor of zmax by the place; usually 1 */
  double longest;    /* m: a step first shortens bristles to it; 0: never */
  double k[3];       /* factor of each bristle's rate: 1, or u/r^2 */
  double viscous[3]; /* factor of sigma2: 1, or u/r^2 */
  bool is_matched;   /* elastic bristles follow v; else the paper's -h*s */
} BristleMotion;

BristleMotion contact_cell_motion(const RefLugre *friction, const double v[2]);
/* Returns the motion of kept cell k under the force fn: with stiffness by area
 * zmax and the viscous part differ from cell to cell. */
BristleMotion contact_motion_at(const Contact *contact, const RefLugre *friction,
                                int k, double fn, const double v[2]);
/* Returns what the cell's force per load is multiplied by, N. */
double contact_pull(const Contact *contact, int k, double fn);
/* Shortens bristles as the first part of a step. */
void contact_shorten(const RefLugre *friction, const BristleMotion *motion,
                     double *z);
/* Returns the length of a vector of n = 2 or 3 numbers. */
double contact_size(const double *a, int n);
/* Returns (1 - exp(-x))/x. */
double contact_mean_decay(double x);
/* Returns abar at the place of the bristles after the time `ahead` without
 * yielding. Writes a = beta*sigma0*s/g, with the angle to the flow at the place
 * to which the flow takes the bristles in that time. */
double contact_yield(const RefLugre *friction, const BristleMotion *motion,
                     const double *z, double ahead, double *a);
/* Writes the mean rate of an implicit step, and the ends of its two halves and
 * of the whole, each by backward Euler in abar. */
void contact_implicit(const RefLugre *friction, const BristleMotion *motion,
                      const double *z, double dt, double ends[3][3],
                      double *rate);
/* Writes the state at the end of a step and the mean rate. An exponential step
 * freezes abar and a ahead of the step, Euler at its start. */
void contact_scheme(const RefLugre *friction, Step step,
                    const BristleMotion *motion, const double *start, double dt,
                    double *end, double *rate);
/* Writes the force per load of bristles that move at `rate`, PL (9) and (26);
 * its third component is the torque over r. */
void contact_force(const RefLugre *friction, const BristleMotion *motion,
                   const double *z, const double *rate, double *force);
/* The steps of all cells, those of the contact or of its map; `ends`, the states at the end, may be z or NULL. */
void contact_cells_step(const Contact *contact, const Cells *cells,
                        const RefLugre *friction, const double *z, const double twist[3], double fn,
                        double dt, double *ends, double wrench[3]);

#endif
