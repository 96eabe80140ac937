/* compress.h: the errors of few bristles in the place of many cells, for the
 * search in compress.c. The Run owns all results. */
#ifndef BRISTLE_CONTACT_COMPRESS_H
#define BRISTLE_CONTACT_COMPRESS_H

#include "pressure/pressure.h"
#include "kinds/contact/contact.h"

/* What a wish bounds: ORDER of of_names. */
enum { OF_LIMIT, OF_MOTION };

enum { LEAST_BRISTLES = 2 };

/* The key `bristles`. */
typedef struct Wish {
  int count, degree; /* 0: any */
  double tolerance;  /* 0: any */
  int of;
  bool is_search; /* takes a rule by its error */
} Wish;

/* compress_levels.c: replaces the cells of a contact with levels by bristles. */
void contact_compress_levels(Run *run, Contact *contact, const Wish *wish,
                             Where where);

/* ---- compress_error.c: the limit surface -------------------------------- */

typedef struct LimitErrors LimitErrors;

/* Prepares the errors of rules for the contact's cells. */
LimitErrors *limit_errors_new(Run *run, const Contact *contact);
/* Returns the sum of the fourth powers, which favours large errors, of the
 * distance to the limit surface of the map's own bristles, one in the middle of
 * each cell: the rule replaces these bristles. `context` is a LimitErrors. */
double limit_cost(void *context, const Cubature *rule);
/* Returns the largest distance to the exact limit surface that a search finds,
 * in shares of the largest force, with the torque over r. */
double limit_error(const LimitErrors *errors, const Cubature *rule);

/* ---- compress_motion.c: the spec's scenario ------------------------------ */

/* The deviations of one motion from another, in shares of the path and of the
 * angle turned; of a prescribed motion those of the wrench, in shares of the
 * largest force and torque. */
typedef struct Deviation {
  double largest, last; /* over all times; at the end */
} Deviation;

/* Returns the recording of the contact's scenario; or NULL if the simulation
 * stops. */
const Recording *motion_of(const Contact *contact, Progress *progress);
/* Returns the deviations of the recording `other`, which has the times of
 * `exact`, of the same contact. */
Deviation motion_deviation(const Contact *contact, const Recording *exact,
                           const Recording *other);

#endif
