/* stretch.h: anisotropic friction (PHYSICS.md 4c). With E = diag(1, ratio)*R,
 * R a turn by -angle, friction is E'F(E v) of an isotropic law F; a turn of E*v
 * changes nothing, so that the symmetric S = R'*diag(1, ratio)*R stands for E.
 * S*v at a place p equals the slip at S^-1*p under the twist
 * V' = (S (vx, vy), ratio*w): an anisotropic contact is an isotropic one on a
 * stretched patch. Cells, CoP, r and u of a Contact are those of the stretched
 * patch; solvers convert twists and wrenches, (S (fx, fy), ratio*tau). */
#ifndef BRISTLE_CONTACT_STRETCH_H
#define BRISTLE_CONTACT_STRETCH_H

#include "kinds/contact/contact.h"

typedef struct ContactStretch {
  double ratio, angle;    /* -; rad, along the axis of the full friction */
  double xx, xy, yy;      /* S */
  bool is_straight;       /* xy is 0: the cells of the stretched patch are boxes */
  Grid grid;              /* of the spec; that of the cells if they are boxes */
  double sides[2][2];     /* m: the halves of a cell's sides, stretched */
} ContactStretch;

/* Returns the stretch that the key anisotropy asks for, or NULL. */
const ContactStretch *contact_stretch_read(const Contact *contact,
                                           const Value *anisotropy,
                                           const Grid *grid);
/* Stretches the cells of a contact that has them; does nothing without. */
void contact_stretch_cells(Contact *contact);
/* Writes the place on the patch of a place on the stretched patch. */
void contact_place(const Contact *contact, const double inner[2], double out[2]);
/* Writes CoP, r and u of the patch itself. */
void contact_patch_figures(const Contact *contact, double figures[4]);
/* Writes the twist of the stretched patch. May work in place. */
void contact_stretch_twist(const Contact *contact, const double twist[3],
                           double out[3]);
/* Writes the sums of the sizes of the terms of that twist. */
void contact_stretch_parts(const Contact *contact, const double twist[3],
                           double out[3]);
/* Returns the largest factor by which the twist grows, at least 1. */
double contact_stretch_most(const Contact *contact);
/* Replaces a wrench on the stretched patch by that on the patch. */
void contact_unstretch_wrench(const Contact *contact, double wrench[3]);
/* Writes what contact_stretch_twist makes of `out`. May work in place. */
void contact_unstretch_twist(const Contact *contact, const double inner[3],
                             double out[3]);
/* Multiplies rows[n][3], by the twist of the stretched patch, by its derivative
 * by the twist. */
void contact_stretch_rows(const Contact *contact, int n, double *rows);
/* Returns the grid of the spec, which is that of the cells without a stretch. */
const Grid *contact_spec_grid(const Contact *contact);
/* Returns true if the cells of the stretched patch are no boxes. */
bool contact_is_skewed(const Contact *contact);
/* Writes the limit surface of such a contact with cells, the wrench over mu*fn with
 * its torque over r, for a slip (vx, vy, r w) of the CoP: by points of the cells,
 * to find errors and to draw, not to prove. */
void contact_skewed_surface(const Contact *contact, const double slip[3],
                            double h[3]);
/* Writes the exact limit surface of the cells of any contact, in the same way. */
void contact_exact_surface(const Contact *contact, const double slip[3],
                           double h[3]);
/* Returns the largest torque per mu*fn about the CoP, and the mean square
 * distance from the CoP beyond that of the cells' centres, of stretched cells
 * that are no boxes. */
double contact_skewed_torque(const Contact *contact);
double contact_skewed_spread(const Contact *contact);

#endif
