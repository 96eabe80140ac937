/* equations.h: declarations for a mechanism's equations: the entries of its
 * matrices, which are numbers or names. */
#ifndef BRISTLE_MECHANISM_EQUATIONS_H
#define BRISTLE_MECHANISM_EQUATIONS_H

#include "base/base.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "kinds/mechanism/unroll.h"

/* Entries at a state, named as in lines of code, or as members of the emitted
 * struct ("k->X_1_0"). */
typedef struct Layout {
  Cell M[MOST_COORDINATES][MOST_COORDINATES];
  Cell Q[MOST_COORDINATES], b[MOST_ROWS];
  Cell A[MOST_ROWS][MOST_COORDINATES];
  Cell X[MOST_COORDINATES][MOST_ROWS]; /* M^-1 A' */
  Cell J[3][MOST_COORDINATES];
  Cell G[3][MOST_ROWS]; /* (J J')^-1 J A', of the surface's rows */
  Cell slip[3], bend[3];
  Factor mass, rows, point; /* of M, A X and J J' */
} Layout;

/* matrices.c: M_i_j (i >= j), Q_i, A_r_i, b_r, J_k_i, w_k (slip), c_k
 * (its rate where q'' is 0) as named expressions. */
Symbolic *mechanism_symbols(const Mechanism *s);
/* "M_1_0" */
const char *entry_name(Run *run, const char *matrix, int i, int j);
/* r, the rates of the constraints, their values c and rows A, less zeros. */
Block mechanism_drift(const Mechanism *s);
/* The derivatives of the residuals that are not 0; see matrices.c. */
Block mechanism_slopes(const Mechanism *s);
/* laws.c: phi and dz of the bristles, or their derivatives. */
Block mechanism_law(const Mechanism *s, bool has_slopes);
/* zmax of elasto-plastic bristles, and its slope by s. */
Block mechanism_reach(const Mechanism *s);

/* plan_bodies.c: fills the holes of the emitted functions' bodies. */
void mechanism_bodies(const Mechanism *s, const Equations *equations,
                      Plan *plan);

#endif
