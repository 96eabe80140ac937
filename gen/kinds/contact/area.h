/* area.h: stiffness by area (PHYSICS.md 4c): the bristles of a cell have a share
 * of the patch's stiffness as its loaded area is a share of the patch's, for any
 * normal force. SI units; the Run owns all results. */
#ifndef BRISTLE_CONTACT_AREA_H
#define BRISTLE_CONTACT_AREA_H

#include "kinds/contact/contact.h"

typedef struct ContactArea {
  const double *all, *kept; /* m^2, of the whole grid, of the kept cells */
  double total;      /* m^2, of the kept cells */
  double nominal;    /* m^2, of those with load at `fn` */
  /* Of the kept cells: shares of the stiffness, with the sum 1; and the share of
   * the load over that share, over `fn`, 1/N: zmax = fn*reach*g/sigma0; 0 without
   * load. With fn_range the load is that of the contact's fn. */
  const double *share, *reach;
  double fn; /* N: sigma0 and sigma1 are those of the whole patch at it */
} ContactArea;

/* Returns the areas of the cells under the surface, or NULL with the reason in
 * *why. `fn`: the nominal load. */
const ContactArea *contact_area_read(const Contact *contact, Spec *spec,
                                     const Value *surface, const Grid *grid,
                                     double fn, const char **why);
/* Returns the same with the reach of these cells, at another load. */
const ContactArea *contact_area_at(Run *run, const ContactArea *of,
                                   const Cells *cells);
/* Returns the areas of bristles with these shares of `of` and of its load. */
const ContactArea *contact_area_new(Run *run, const ContactArea *of, int count,
                                    const double *share, const double *load);
/* Returns the factor of zmax of kept cell k under the force fn, by stiffness by
 * area and friction by region. */
double contact_reach(const Contact *contact, int k, double fn);
/* Returns the load at which sigma0 and sigma1 act under the force fn, N. */
double contact_hold_load(const Contact *contact, double fn);
/* Returns the stiffness of the loaded cells over sigma0 at the contact's fn, N;
 * and that of a turn about the centre of pressure, N m^2. */
double contact_held(const Contact *contact);
double contact_held_turn(const Contact *contact);
/* Returns true if these factors are not all 1. */
bool contact_has_reach(const Contact *contact);
/* Returns the least factor of zmax over the cells, at the contact's fn; 1 without
 * areas. */
double contact_least_reach(const Contact *contact);
/* Returns the shares of the kept cells in the bristles' forces. */
const double *contact_pulls(const Contact *contact);

#endif
