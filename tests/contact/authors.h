/* authors.h: data of the planar-LuGre authors' program: the contacts of their
 * traces, and the table of the limit surface in their reduced model. For the
 * reference; see data/README.md. */
#ifndef BRISTLE_TESTS_AUTHORS_H
#define BRISTLE_TESTS_AUTHORS_H

#include "support/support.h"

/* Reads columns i0 to i1 and rows j0 to j1 (from above) of a published map,
 * which contain all load, on cells of 0.02/21 m around the same centre.
 * authors_free frees the weights. */
RefContact authors_contact(const char *name, int i0, int i1, int j0, int j1);
void authors_free(RefContact *contact);

/* Returns such a map as keys of a spec: grid and pressure. */
void authors_keys(const char *file, char *text, size_t size);

/* PL V-D: half the sphere of twists at the CoP in steps of two angles, 4n of
 * the direction of (vx, vy) and n of the angle from the axis of spin; forces
 * over 1 N, torques over r. */
enum { AUTHORS_STEPS = 20 };

typedef struct AuthorsTable {
  double r, h[4 * AUTHORS_STEPS + 1][AUTHORS_STEPS + 1][3];
} AuthorsTable;

/* Returns a reduced model on that table, and fills the table. */
RefReduced authors_reduced(const RefContact *contact, AuthorsTable *table);

#endif
