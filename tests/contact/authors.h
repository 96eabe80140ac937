/* authors.h: what the planar-LuGre authors' program works on: the contacts of
 * their traces, and the table in which their reduced model looks its limit
 * surface up. For the reference; see data/README.md. */
#ifndef BRISTLE_TESTS_AUTHORS_H
#define BRISTLE_TESTS_AUTHORS_H

#include "support/support.h"

/* Columns i0 to i1 and rows j0 to j1 (from above) of a published map, all that
 * carries load, on cells of 0.02/21 m. The grid's centre must stay. The weights
 * are for authors_free. */
RefContact authors_contact(const char *name, int i0, int i1, int j0, int j1);
void authors_free(RefContact *contact);

/* Such a map as keys of a spec: grid and pressure. */
void authors_keys(const char *file, char *text, size_t size);

/* PL V-D: half the sphere of twists at the CoP in steps of two angles, 4n of
 * the direction of (vx, vy) and n of that from the axis of spin; forces over
 * 1 N, torques over r. */
enum { AUTHORS_STEPS = 20 };

typedef struct AuthorsTable {
  double r, h[4 * AUTHORS_STEPS + 1][AUTHORS_STEPS + 1][3];
} AuthorsTable;

/* A reduced model on that table, which is filled. */
RefReduced authors_reduced(const RefContact *contact, AuthorsTable *table);

#endif
