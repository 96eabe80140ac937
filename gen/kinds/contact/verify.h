/* contact_verify.h: what the parts of a contact's verification share: the
 * solver and the reference side by side, states and twists to try, and what
 * errors are relative to. All numbers that are tried are rounded to the
 * solver's own type first, so that both sides get the same. */
#ifndef BRISTLE_CONTACT_VERIFY_H
#define BRISTLE_CONTACT_VERIFY_H

#include "base/base.h"
#include "backend/backend.h"
#include "verify/verify.h"
#include "kinds/contact/scheme.h"

typedef struct ContactTrial {
  const Contact *contact;
  const Lugre *friction;
  const RefContact *reference;
  const Solver *solver;
  Verification *verification;
  Run *run;
  void *state;
  int n; /* kept cells */
  size_t nstates;
  /* State i of STATES for that twist; what it is. */
  const char *(*pose)(struct ContactTrial *t, int i, const double twist[3],
                      double *z);
  bool is_float;
  double unit; /* roundoff of the solver's type */
  double edge; /* how much sharper the law's bend is than the law: 1/(1-s_ba) */
  double slack;  /* share of what cancels in v that counts in scales */
  double tiny;   /* deflections and speeds that are next to nothing */
  double speed;  /* m/s at which the law bends */
  double length; /* m, half the diagonal: torque per force */
  double fn;
  uint64_t seed;
  double *whole_z, *whole_dz; /* of the whole grid, for the reference */
} ContactTrial;

/* One cell under a twist. */
typedef struct CellMotion {
  double x, y, load; /* load: w*fn */
  bool is_loaded;    /* else the cell has no bristle at this fn */
  double v[2], s;
  double parts; /* |vx| + |vy| + |w|(|x| + |y|): what v is the sum of */
} CellMotion;

/* As the solver's type has it. */
double trial_real(const ContactTrial *t, double value);
/* Uniform in [low, high). */
double trial_random(ContactTrial *t, double low, double high);

enum { TWISTS = 27, STATES = 8 };
/* Twist i of TWISTS; what it is. */
const char *trial_twist(ContactTrial *t, int i, double twist[3]);
/* State i of STATES for that twist, 2*n numbers; what it is. */
const char *cells_state(ContactTrial *t, int i, const double twist[3],
                        double *z);
/* Of a contact with so many states; whole_z and whole_dz are left out. */
ContactTrial trial_new(const Contact *contact, const Solver *solver,
                       Verification *verification, size_t nstates);
/* Below this speed no bristle can give back more than it holds. */
double trial_passive_speed(const ContactTrial *t);
/* How fast the laws change with the speed: d ln / d ln s. */
double trial_steepness(const ContactTrial *t, double s);

CellMotion cell_motion(const ContactTrial *t, int k, const double twist[3]);
/* Cell k alone, by the reference, at a velocity of its own: its rate, and its
 * force per weight and load. */
void cell_reference(const ContactTrial *t, const double z[2], const double v[2],
                    double dz[2], double force[2]);
/* How far a rounded q may be off in a = beta*sigma0*s/g, in units of slack:
 * q's direction and its place between breakaway and zmax; parts is what |q| is
 * the sum of. */
double relaxation_doubt(const ContactTrial *t, double q, double parts,
                        double s);
/* What an error of cell k's rate is relative to. */
double rate_scale(const ContactTrial *t, const CellMotion *m, const double z[2],
                  const double dz[2]);

/* What a sum over the cells is relative to: adding n terms one after the other
 * may cost n roundoffs. */
double summed_scale(const ContactTrial *t, double scale, const Check *check);
/* Error of a wrench whose force components are scale large. */
double trial_wrench_error(const ContactTrial *t, const double got[3],
                          const double expected[3], double scale);

/* The solver's functions; states as doubles. Any output may be NULL. */
int solver_rate(const ContactTrial *t, const double *z, const double twist[3],
                double *dz, double *wrench);
int solver_step(const ContactTrial *t, double *z, const double twist[3],
                double dt, double *wrench);
int solver_plain(const ContactTrial *t, const char *function,
                 const double twist[3], double *wrench);

/* What every contact's solver promises. */
void verify_symmetry(ContactTrial *t);
void verify_promises(ContactTrial *t);
/* contact_verify_step.c, contact_verify_jac.c, contact_verify_levels.c */
void verify_steps(ContactTrial *t);
void verify_jacobians(ContactTrial *t);
void verify_resets(ContactTrial *t);
void verify_shares(ContactTrial *t);
/* contact_compare.c: against the distributed model of the same spec, for
 * information. */
void verify_against_cells(ContactTrial *t);
/* The step that the solver's scheme defines, by libm, of one cell: the state at
 * the end and the mean rate; Euler's is the reference's. */
void cell_step(const ContactTrial *t, const double z[2], const double v[2],
               double dt, double end[2], double rate[2]);

/* ---- contact_verify_batch.c --------------------------------------------- */

/* The twists to try, and what differences by rounding are relative to. */
typedef struct BatchScale {
  const char *(*twist)(ContactTrial *t, int i, double twist[3]);
  double arm; /* m: torque per force */
  /* Of the bristles and the force of a step from z to end. */
  void (*sizes)(const ContactTrial *t, const double twist[3], const double *z,
                const double *end, double dt, double size[2]);
} BatchScale;
void verify_batch(ContactTrial *t, const BatchScale *scale);

/* ---- contact_verify_difference.c --------------------------------------- */

/* out[0..3] of a cell at p = (zx, zy, vx, vy). */
typedef void CellFunction(const ContactTrial *t, double dt, const double p[4],
                          double out[4]);
void cell_central(const ContactTrial *t, CellFunction *function, double dt,
                  const double p[4], int by, double h, double out[4]);
void cell_richardson(const ContactTrial *t, CellFunction *function, double dt,
                     const double p[4], int by, double h, double out[4]);

/* What a cell's law looks like at its speed. */
typedef struct Bend {
  double zmax, width; /* from breakaway to zmax */
  double hz, hv;      /* steps that the law is smooth over */
} Bend;

Bend bend_at(const ContactTrial *t, double s, double h, double q);
/* True where |q| is far enough from both edges for differences. */
bool bend_is_far(const ContactTrial *t, const Bend *b, double q);
/* True between the edges. */
bool bend_holds(const ContactTrial *t, const Bend *b, double q);

void block_by_twist(const double by_v[4], const CellMotion *m, double out[6]);
void block_add_rows(const double rows[6], const CellMotion *m, double sum[9]);
double block_error(const double *got, const double *expected, int rows,
                   int cols, double scale, double row_arm, double col_arm);
double block_largest(const double *values, int count);

#endif
