/* region.h: friction by region (PHYSICS.md 4c): the level g of a cell's friction
 * has a factor m of its own. Everything that asks for the limit surface takes
 * w*m. Bristles of cells have their factors; few bristles and limit surfaces
 * have the weights w*m/M and the level M*g, M the sum of w*m. The Run owns all
 * results. */
#ifndef BRISTLE_CONTACT_REGION_H
#define BRISTLE_CONTACT_REGION_H

#include "kinds/contact/contact.h"

typedef struct ContactRegions {
  Regions whole; /* of the whole grid */
  bool is_mean;  /* the model has its weights and the level M*g */
  /* Of the kept cells of a model with factors, or NULL: m, and the cells with
   * the weights w*m/M. */
  const double *factor;
  const Cells *grip;
} ContactRegions;

/* Something that a spec asks for, and why that does not go together. */
typedef struct Refusal {
  bool is_there;
  const char *reason;
} Refusal;

/* Returns the reason of the first that is there, or NULL. */
const char *contact_reason_against(const Refusal *all, size_t count);
/* Returns the regions that the keys mu of the pressure and friction_map (may be
 * NULL) ask for, or NULL if they ask for none. */
const ContactRegions *contact_regions_read(const Contact *contact, Spec *spec,
                                           const Value *pressure,
                                           const Value *friction_map,
                                           const Grid *grid);
/* Ends the run if factors and ratios take the coefficients of a contact that
 * has its law beyond the range of mu_c and mu_s. */
void contact_require_coefficients(const Contact *contact,
                                  const Value *pressure,
                                  const Value *friction_map,
                                  const Value *anisotropy);
/* Gives a contact with cells their factors, and with levels the mean at its
 * force. */
void contact_regions_keep(Contact *contact);
/* Returns the factor of kept cell k, or 1. */
double contact_factor(const Contact *contact, int k);
/* Returns the largest of them, and their mean by load. */
double contact_most_factor(const Contact *contact);
double contact_mean_factor(const Contact *contact);

#endif
