/* pads.h: an emitted contact for tests, by a few keys of its spec. */
#ifndef BRISTLE_TESTS_PADS_H
#define BRISTLE_TESTS_PADS_H

#include "kinds/contact/contact.h"
#include "support/emitting.h"

typedef struct Pad {
  Emission e;
  const Contact *contact;
  Solver *solver;
  void *state;
} Pad;

/* Makes a pad with these keys (load_contact). Call compiling_begin first. */
Pad pad_of(const char *keys);
void pad_close(Pad *pad);
/* Calls a function of twist, fn = 2 N and dt (s), which must return OK. The
 * function takes as many of them as it has inputs. */
void pad_ask(const Pad *pad, const char *function, const double twist[3],
             double dt, double *out);
/* Steps so often. Returns the last wrench's force along x, N. */
double pad_slide(const Pad *pad, const double twist[3], double fn, double dt,
                 int steps);
/* Fails the test unless verify holds for a contact with these keys alone. */
void pad_expect_sound(const char *keys);

#endif
