/* verify.h: the common part of all contacts' checks: a solver beside the
 * reference, twists and states to test, and the places of a patch. All tested
 * numbers are rounded to the solver's type first, so that both sides get the
 * same. */
#ifndef BRISTLE_CONTACT_VERIFY_H
#define BRISTLE_CONTACT_VERIFY_H

#include "base/base.h"
#include "backend/backend.h"
#include "verify/verify.h"
#include "kinds/contact/scheme.h"

typedef struct ContactTrial ContactTrial;

/* A place of a patch under a twist: a cell with its two bristles, or the centre
 * of pressure of a reduced contact with its three. */
typedef struct Place {
  BristleMotion m;
  double z[3];
  double by_twist[9]; /* m.v = by_twist * twist: m.n rows of 3 */
  int cell;           /* of the kept cells */
  double load;        /* N; 0: the place has no bristles at this fn */
  double arm;         /* m: a spin of 1/arm counts as a speed of 1 */
  double parts;       /* m/s: the sum of the sizes of the terms of v */
  double slope;       /* |s dh/dv| of the limit surface; 0 for a cell */
  double doubt;       /* the largest error of |h| by rounding */
  double bent;        /* the largest error of |s dh/dv| by rounding; or 0 */
  double inside;      /* distance from the edge of a table's cell, in cells */
  double cells;       /* cells of the table along the unit of direction */
} Place;

/* The functions and numbers of one representation of the patch. */
typedef struct PatchForm {
  /* Write twist i of TWISTS, and state i of STATES under it; return its name.
   */
  const char *(*twist)(ContactTrial *t, int i, double twist[3]);
  const char *(*state)(ContactTrial *t, int i, const double twist[3],
                       double *z);
  /* Place k under a twist, its bristles left out; a motion at a velocity. */
  Place (*place)(const ContactTrial *t, int k, const double twist[3]);
  BristleMotion (*motion)(const ContactTrial *t, const Place *p,
                          const double *v);
  /* The reference's rate of a place's bristles, and their force per load. */
  void (*rate)(const ContactTrial *t, const Place *p, const double *z,
               const double *v, double *dz, double *force);
  /* The scale of errors of the mean rate over dt. */
  double (*mean_rate_scale)(const ContactTrial *t, const Place *p, double dt);
  /* The largest |h| of the limit surface. */
  double (*largest_surface)(ContactTrial *t);
  bool has_surface; /* h is read from a surface: rounding moves the bend */
  int rounds, states, trials; /* of twists; of each; of step_jac */
  double roundings;           /* of floats, for laws that are linear */
  double bound;               /* tolerance of the bristles' bound */
  int coarse[2];      /* steps of the coarsest explicit and implicit motion */
  int substeps;       /* of the reference in each of them */
  int strokes, steps; /* of the energy's balance */
  double floor;       /* of convergence with floats */
} PatchForm;

struct ContactTrial {
  const PatchForm *form;
  const Contact *contact;
  const Lugre *friction;
  const RefContact *reference;
  const Solver *solver;
  Verification *verification;
  Run *run;
  void *state;
  int places;
  size_t nstates; /* place k has z[k], z[places + k], ... */
  ContactTolerances tolerances;
  bool is_float;
  double unit;   /* roundoff of the solver's type */
  double edge;   /* sharpness of the bend relative to the law: 1/(1 - s_ba) */
  double slack;  /* share of the cancelling terms of v that counts in scales */
  double tiny;   /* negligible deflections and speeds */
  double speed;  /* m/s at which the law bends */
  double length; /* m: half the diagonal of the grid */
  double arm;    /* m: largest torque per force */
  double fn;
  uint64_t seed;
  struct KnownPlaces *known; /* places of recent twists: trial_at */
};

/* Returns a trial of a contact; the caller sets the form and its members. */
ContactTrial trial_new(const Contact *contact, const Solver *solver,
                       Verification *verification);
/* Returns the value rounded to the solver's type. */
double trial_real(const ContactTrial *t, double value);
/* Returns a random number, uniform in [low, high). */
double trial_random(ContactTrial *t, double low, double high);
/* Writes a random twist with at most that speed at the corners. */
void trial_random_twist(ContactTrial *t, double speed, double twist[3]);
/* Returns the time until bristles give way at the speed at which the law bends.
 */
double trial_natural_time(const ContactTrial *t);

enum { TWISTS = 27, STATES = 8 };
/* Writes twist i of TWISTS. Returns its name. */
const char *trial_twist(ContactTrial *t, int i, double twist[3]);
/* Returns a bound of d ln / d ln s of the laws. */
double trial_steepness(const ContactTrial *t, double s);

/* Returns form->place, which is kept for rest and for the latest other twist. */
Place trial_at(const ContactTrial *t, int k, const double twist[3]);
/* Returns place k with its bristles in z, the state of the contact. */
Place trial_place(const ContactTrial *t, int k, const double twist[3],
                  const double *z);
/* Writes 3 x cols at the grid centre from the n x cols block of forces per
 * load.
 */
void place_wrench(const Place *p, const double *force, int cols, double *out);
/* Writes rows x 3 by the twist from the rows x n block by the velocity. */
void place_by_twist(const Place *p, const double *by_v, int rows, double *out);

/* Returns the scale of a sum over the places: each term may add a roundoff. */
double summed_scale(const ContactTrial *t, double scale, const Check *check);
/* Returns the error of a wrench whose force has the size `scale`. */
double trial_wrench_error(const ContactTrial *t, const double got[3],
                          const double expected[3], double scale);

/* The solver's functions; states as doubles. Any output may be NULL. */
int solver_rate(const ContactTrial *t, const double *z, const double twist[3],
                double *dz, double *wrench);
int solver_step(const ContactTrial *t, double *z, const double twist[3],
                double dt, double *wrench);
int solver_plain(const ContactTrial *t, const char *function,
                 const double twist[3], double *wrench);

typedef enum Branch { NOWHERE, SMOOTH, EDGE, REST } Branch;

/* The branch of the law at a place, and the largest steps of differences. */
typedef struct Reach {
  Branch branch;
  double zmax, width; /* m: of the law; from breakaway to zmax */
  double z, v;        /* steps of bristles in m, of the velocity in m/s */
} Reach;
/* differences.c: `ahead` is the time that a step looks ahead, or 0 for the rate
 * and for Euler. */
Reach reach_of(const ContactTrial *t, const Place *p, double ahead);

/* verify.c: tests the promises of every contact's solver. */
void verify_symmetry(ContactTrial *t);
/* verify_margin.c: _margin and _hold, if the solver has them. */
void verify_margin(ContactTrial *trial);
void verify_promises(ContactTrial *t);
/* verify_slopes.c, verify_step.c, verify_batch.c */
void verify_slopes(ContactTrial *t);
void verify_steps(ContactTrial *t);
void verify_batch(ContactTrial *t);
/* Writes the scales of errors of a step: of its bristles, and of its wrench. */
void step_scales(const ContactTrial *t, const double twist[3], const double *z,
                 double dt, double size[2]);
/* verify_notes.c: compares with the distributed model of the same spec, for
 * information. */
void verify_against_cells(ContactTrial *t);

#endif
