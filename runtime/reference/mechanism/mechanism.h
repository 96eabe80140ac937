/* mechanism.h: constrained mechanisms with friction as the reference has them:
 * "Closed-Form Representations of Friction", with its equation numbers.
 * Functions of numbers come in, with their derivatives along a line, and every
 * system is a dense matrix, so that nothing is shared with what is emitted. */
#ifndef BRISTLE_REFERENCE_MECHANISM_H
#define BRISTLE_REFERENCE_MECHANISM_H

#include <stdbool.h>

#include "bristle_rt.h"
#include "reference/laws/laws.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  REF_COORDINATES = 8,
  REF_ROWS = 6,
  REF_STATES = 2 * REF_COORDINATES + 3
};
/* The line q + s*dq, t + s*dt at s = 0. A function writes its value for order 0
 * (dq is not read), its first or its second derivative by s for orders 1, 2. */
typedef struct RefLine {
  const double *q, *dq;
  double t, dt;
  int order;
} RefLine;
/* Row-major. Holonomic constraints c = 0 come first, then linear ones of the
 * velocities, A v = b. mass, or kinetic and potential, whose force adds to
 * `force`. What is NULL is not there. */
typedef struct RefMechanism {
  int n, nu;     /* coordinates, inputs */
  int mh, mv, d; /* constraints; dimensions of the contact point */
  void *context;
  void (*mass)(void *context, const RefLine *at, double *M);
  double (*kinetic)(void *context, const RefLine *at, const double *v);
  double (*potential)(void *context, const RefLine *at);
  void (*force)(void *context, const double *q, const double *v, double t,
                const double *u, double *Q);
  void (*constraint)(void *context, const RefLine *at, double *c);
  void (*velocity)(void *context, const RefLine *at, double *A, double *b);
  void (*contact)(void *context, const RefLine *at, double *p);
  bool is_surface[REF_ROWS]; /* its reaction is the normal force */
  bool is_coupled;
  bool is_unilateral; /* the surface is one row, whose multiplier is >= 0 */
  double alpha, beta; /* c'' + 2 alpha c' + beta^2 c = 0 */
  const RefLaw *law;  /* NULL: no friction */
} RefMechanism;

/* The matrices at a state. slip: of the contact point over the surface;
 * bend: its acceleration where that of q is 0. */
typedef struct RefTerms {
  double M[REF_COORDINATES * REF_COORDINATES], Q[REF_COORDINATES];
  double A[REF_ROWS * REF_COORDINATES], b[REF_ROWS];
  double drift[REF_ROWS]; /* c, and A v - b of the others */
  double speed[REF_ROWS]; /* dc/dt */
  double J[3 * REF_COORDINATES], slip[3], bend[3];
  bool is_lifted; /* the surface has no force and holds nothing */
} RefTerms;

typedef struct RefMotion {
  double a[REF_COORDINATES], lambda[REF_ROWS];
  double normal[3];     /* what friction takes it for, Cartesian: (19) */
  double tangential[3]; /* (20) */
  double friction[3];
  double Qc[REF_COORDINATES], Qf[REF_COORDINATES];
  double z[3], dz[3]; /* bristles that it is for, and their rate */
  double reach;      /* friction over what would hold the contact; 0: sliding */
  double holding[3]; /* of a contact at rest: the force that would hold it */
  bool is_held;
  double support; /* of a unilateral surface: its multiplier without friction */
  bool is_lifted; /* where that is negative */
} RefMotion;

/* M alone; A and J alone. */
void ref_mechanism_mass(const RefMechanism *s, const double *q, double t,
                        double *M);
void ref_mechanism_rows(const RefMechanism *s, const double *q, double t,
                        double *A, double *J);
void ref_mechanism_terms(const RefMechanism *s, const double *q,
                         const double *v, double t, const double *u,
                         RefTerms *terms);
/* state: q, v, and the law's d bristles, if it has any. */
int ref_mechanism_states(const RefMechanism *s);
/* Returns BR_LIFTED where a unilateral surface would have to pull. */
int ref_mechanism_solve(const RefMechanism *s, const double *state,
                        const double *u, double t, RefMotion *motion);
/* The rate of the state in that motion; of the state by itself. */
void ref_mechanism_assemble(const RefMechanism *s, const double *state,
                            const RefMotion *motion, double *rate);
int ref_mechanism_rate(const RefMechanism *s, const double *state,
                       const double *u, double t, double *rate);
/* Two implicit stages, L-stable; where the contact comes to rest or starts,
 * one implicit Euler step. Returns BR_LIFTED if the contact has lifted at the
 * end. */
int ref_mechanism_step(const RefMechanism *s, double *state, const double *u,
                       double t, double dt);
/* Kinetic energy v' M v / 2. */
double ref_mechanism_kinetic(const RefMechanism *s, const double *state,
                             double t);
/* Power of `force` that reaches kinetic and potential energy: with mass, less
 * what its inertial part takes where M changes. */
double ref_mechanism_power(const RefMechanism *s, const double *state, double t,
                           const double *u);

#ifdef __cplusplus
}
#endif
#endif
