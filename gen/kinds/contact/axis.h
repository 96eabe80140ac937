/* axis.h: a reduced contact whose pressure depends on the normal force, with a
 * limit surface that is a potential along an axis of the force. SI units; the
 * Run owns all results. */
#ifndef BRISTLE_CONTACT_AXIS_H
#define BRISTLE_CONTACT_AXIS_H

#include "kinds/contact/contact.h"

/* At the force fn, clamped to the range, the place is
 *   x = (root - start)*per, root = fn^(1/2^roots),
 * 0 to 1. CoP, r and u are cubic B-splines of `cells` uniform cells over x;
 * the table is a PotentialAxis over x. All numbers are of the solver's type. */
typedef struct ContactAxis {
  int roots;
  double range[2], start, per;
  int cells;       /* of the figures */
  double *figures; /* [4][cells + 3]: CoP x, CoP y, r (m), u (m^2) */
  const PotentialAxis *table;
  PotentialProof proof; /* for pressures that are even in each cell */
  double line_error; /* of lines between levels and of mirror images, found */
  double grid_error; /* of pressures that are even in each cell, found */
  int levels, side;  /* places with a map; cells of their longer side */
  double seconds, reach;
} ContactAxis;

/* Returns the axis, or NULL with the reason in *why if the table cannot keep
 * the tolerance. The surface has points, see surface_has_points. */
const ContactAxis *contact_axis_make(const Contact *contact, Spec *spec,
                                     const Value *surface, const Grid *grid,
                                     const double range[2], const char **why);
double contact_axis_place(const ContactAxis *axis, double fn);
/* Writes CoP, r and u. */
void contact_axis_figures(const ContactAxis *axis, double fn, double patch[4]);
/* Returns a bound of the error of the table against the spec's pressure: the
 * proof, and the two errors that were found. */
double contact_axis_error(const ContactAxis *axis);

/* axis_keep.c: returns false if nothing is kept; else writes the axis, or NULL
 * and why there is none. */
bool contact_axis_recall(Run *run, const char *key, ContactAxis **out,
                         const char **why);
/* Keeps the axis, or `why` if that is not NULL. */
void contact_axis_keep(Run *run, const char *key, const ContactAxis *axis,
                       const char *why);

#endif
