/* contact.h: what the files of the kind `contact` share. No stage includes it:
 * they know a kind through gen.h's Kind alone. */
#ifndef BRISTLE_CONTACT_H
#define BRISTLE_CONTACT_H

#include "friction.h"

typedef enum ContactLaw {
  CONTACT_DISTRIBUTED,
  CONTACT_COMPRESSED,
  CONTACT_REDUCED,
  CONTACT_ELLIPSOID
} ContactLaw;
typedef enum Step { STEP_EULER, STEP_EXPONENTIAL, STEP_IMPLICIT } Step;
typedef enum Unroll { UNROLL_AUTO, UNROLL_FULL, UNROLL_LOOP } Unroll;
typedef enum Torsion { TORSION_MATCHED, TORSION_PAPER } Torsion;
typedef enum Quadrature { QUADRATURE_EXACT, QUADRATURE_PAPER } Quadrature;

typedef struct LimitSurface {
  double tolerance; /* 0: resolution counts */
  int resolution;
  int interp; /* 0 bilinear, 1 cubic */
} LimitSurface;

/* A rigid body on `contacts` contacts. */
typedef struct Body {
  double mass, inertia, com[2], gravity[2];
  int contacts, frame; /* frame 0: gripper, 1: body */
  double tolerance;    /* 0: one step of dt where that will do */
} Body;

typedef struct Scenario {
  double duration, dt;
  double hold; /* fn and load stay that long; 0: for a step */
  const Value *load, *twist, *fn; /* fn: a function or a number */
} Scenario;

typedef struct Contact {
  Model model;
  ContactLaw law;
  Step step;
  Unroll unroll;
  Torsion torsion;
  Quadrature quadrature;
  Friction friction;
  LimitSurface limit_surface;
  const Body *body; /* or NULL */
  const Scenario *scenario;
  Cells cells;
  double cop[2]; /* from the grid centre */
  double r, u;   /* largest torque per mu*fn, m; mean square radius, m^2 */
} Contact;

void contact_check(const Model *model, const double *speeds, size_t nspeeds,
                   Report *report);
void contact_plot(const Model *model, const char *dir, Text *written);
/* contact_sim.c */
Recording *contact_simulate(const Model *model, const Solver *solver,
                            Progress *progress);
const char *contact_picture(const Model *model, const Recording *recording);
/* kinds/contact_laws.c: symbols with what errors blame; the user's own law
 * traced, or NULL; g, zmax = g/sigma0 and damping = sigma1/sigma0 of s and
 * v2 = s^2; one of those as code. */
Symbolic *contact_symbols(const Contact *contact);
const Expr *contact_traced_law(const Contact *contact);
void contact_let_laws(Symbolic *sym, const Contact *contact,
                      const Expr *stribeck);
Block contact_law_block(const Contact *contact, const Expr *stribeck,
                        const char *name);
/* kinds/contact_parts.c: the holes that the templates of all contacts ask for:
 * the laws with the slopes of a rate and a step, figures, and the descriptor of
 * that many states (and of a body on them) with rate_jac's blocks {rows,
 * columns}. */
void contact_plan_laws(const Contact *contact, const Equations *equations,
                       Plan *plan);
void contact_plan_figures(const Contact *contact, Plan *plan);
/* True where one of the blocks, NULL among them for none, has that symbol. */
bool contact_block_has(const Block *const *blocks, size_t count,
                       const char *symbol);
void contact_plan_object(Plan *plan, int states, const int blocks[3][2]);
/* kinds/contact_equations.c, kinds/contact_plan.c */
Equations *contact_derive(const Model *model);
void contact_plan(const Model *model, const Equations *equations, Plan *plan);
/* kinds/contact_body.c */
void contact_plan_body(const Contact *contact, const Equations *equations,
                       Plan *plan);
Object contact_body_object(Run *run, int nstates);
const Workload *contact_workload(const Model *model); /* contact_bench.c */
/* contact_verify.c; contact_verify.h is what its parts share. */
void contact_verify(const Model *model, const Solver *solver,
                    Verification *verification);
/* kinds/contact_reference.c: the contact as the reference knows it, and the
 * golden vectors that it gives. */
struct RefContact;
struct RefFriction;
struct RefContact *contact_reference(const Contact *contact);
/* The step that the solver's scheme defines, of one bristle: the state at the
 * end and the mean rate; beta is frozen at z + v*dt, for Euler at z. By libm
 * and the reference's laws. */
void contact_cell_step(const struct RefFriction *friction, Step step,
                       const double z[2], const double v[2], double dt,
                       double end[2], double rate[2]);
/* a = beta*sigma0*s/g of the bristle q; (1 - exp(-x))/x. */
double contact_relaxation(const struct RefFriction *friction, const double q[2],
                          const double v[2]);
double contact_mean_decay(double x);
/* How far an emitted solver may be from the reference, relative to what
 * cancels: for the plan's figures and for verify. */
typedef struct ContactBars {
  double rate, jacobian, steady, limit;
} ContactBars;
ContactBars contact_bars(const Contact *contact);
void contact_plan_goldens(const Contact *contact, Plan *plan);
/* Explicit steps are stable below this with all bristles sliding at s. */
double contact_stable_step(const Contact *contact, double s);

#endif
