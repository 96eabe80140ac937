/* machine.h: mechanisms for tests, from a spec to a compiled solver, and their
 * motion under CVODE. */
#ifndef BRISTLE_TESTS_MACHINE_H
#define BRISTLE_TESTS_MACHINE_H

#include "backend/backend.h"
#include "support/emitting.h"
#include "support/gold.h"

#define BLOCK      "specs/mechanism/sliding_block.lua"
#define ARM        "specs/paper/arm_on_parabola.lua"
#define HOOP       "specs/mechanism/bead_on_hoop.lua"
#define CRANK      "specs/mechanism/slider_crank.lua"
#define DAHL_BELT  "specs/mechanism/belt_dahl.lua"
#define LUGRE_BELT "specs/mechanism/belt_lugre.lua"
#define CHAIN      "specs/mechanism/chain.lua"

typedef struct Machine {
  Emission emission;
  Solver *solver;
  void *state;
  int nu;
} Machine;

/* Makes the machine of a spec; `replaced` has pairs of a text and its
 * replacement, NULL at the end (or NULL). Call compiling_begin first. Errors
 * fail the test. */
Machine machine_new(const char *path, const char *const *replaced);
Machine machine_of_text(const char *text);
void machine_close(Machine *m);

/* Sets the state (q, v, z) and calls the function. Returns its status. */
int machine_call(Machine *m, const char *function, const double *state,
                 const double *u, double t, double dt, double *const *out);
int machine_rate(Machine *m, const double *state, const double *u, double t,
                 double *rate);
/* Steps the state; fails the test if that fails. */
void machine_step(Machine *m, double *state, const double *u, double t,
                  double dt);

/* Writes y' of a Machine without inputs, for CVODE. */
int machine_motion(double t, const double *y, double *dy, void *machine);
/* Integrates to t1 at tolerances of 1e-12, or to a zero of `stop` (or NULL).
 * Returns the time of the end. */
double motion_until(GoldRate *rate, GoldStop *stop, void *context, size_t size,
                    double t0, double t1, double *y);

/* The times for which the block on LUGRE_BELT sticks to the belt and slips, s.
 */
typedef struct BeltTimes {
  double stick, slip;
} BeltTimes;

/* Returns the second times of a block that starts at rest on the belt, for
 * steps of dt. It sticks while its slip is below `sticking`, m/s. NaN if it did
 * not. */
BeltTimes belt_times(Machine *m, double dt, double sticking);
/* Returns the exact times for a law that sticks exactly, mu_s = 0.5, mu = 0.3.
 */
BeltTimes belt_exact(void);

/* Fails unless the largest error is within bar of the largest component. */
void expect_near(const double *got, const double *should, size_t n, double bar,
                 const char *what, size_t at);

#endif
