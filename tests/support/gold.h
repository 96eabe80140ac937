/* gold.h: the gold standard behind the tests: SUNDIALS CVODE (BDF, Newton with
 * a Krylov solver, no Jacobian asked of the caller) on a general system
 * y' = rate(t, y). Absolute tolerances are set per group of consecutive
 * components, since bristles are 1e-6 m where poses are 1e-1. Every call is
 * self-contained: nothing is kept between two of them. */
#ifndef BRISTLE_TESTS_GOLD_H
#define BRISTLE_TESTS_GOLD_H

#include <stddef.h>

/* Writes y' into dy. Returns 0 for success, > 0 to ask for a smaller step, < 0
 * to stop. */
typedef int GoldRate(double t, const double *y, double *dy, void *context);

/* Integration ends at the first zero of this that is found after t0. */
typedef double GoldStop(double t, const double *y, void *context);

typedef struct GoldGroup {
  size_t count;  /* consecutive components */
  double abstol; /* > 0 */
} GoldGroup;

typedef struct Gold {
  GoldRate *rate;
  GoldStop *stop; /* or NULL */
  void *context;  /* of both */
  const GoldGroup *groups;
  size_t n_groups; /* their counts add up to the size of y */
  double reltol;
  double max_step; /* 0: as CVODE likes */
  long max_steps;  /* 0: 10 million */
  int krylov;      /* size of the Krylov space; 0: CVODE's 5 */
  /* Where y starts with the bristles of so many cells (all x components, then
   * all y), each pair coupled within itself and to what comes after: its 2x2
   * blocks then precondition the Krylov solver, and without them a sliding
   * patch is too stiff for it. 0: no preconditioner. */
  size_t cells;
} Gold;

enum { GOLD_OK = 0, GOLD_STOPPED = 1, GOLD_FAILED = -1 };

/* Integrates y from t0 to t1, or to the zero of stop. Writes the end to *t_end
 * (may be NULL), on failure too. */
int gold_integrate(const Gold *g, double t0, double t1, double *y,
                   double *t_end);

#endif
