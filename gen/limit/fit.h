/* fit.h: the spline of one face as a least-squares problem, for the files that
 * fit potential tables. Lengths and wrenches are those of limit.h's potential.
 * The Run of start_face owns all arrays. */
#ifndef BRISTLE_LIMIT_FIT_H
#define BRISTLE_LIMIT_FIT_H

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"

/* A place on an axis of a face: its cell and its weights. */
typedef struct Tick {
  int cell;
  double at, w[4], slope[4];
} Tick;

typedef struct FaceFit {
  const LimitPotential *frame;
  int face, outer; /* the outer axis of the unknowns */
  int cells[2], n[2];
  int parts[2]; /* of the grid of samples */
  Tick *ticks[2];
  const double *exact;    /* -h at the samples */
  double *weight, *error; /* of the samples */
  /* -h = turn[0] (s - a s_a - b s_b) + turn[1] s_a + turn[2] s_b. */
  double turn[3][3], product[3][3]; /* products of these vectors */
  int count, band; /* unknowns; columns right of the diagonal */
  double *matrix;  /* [count][band + 1], the diagonal first */
  double *right;   /* [count]; after solve_face the solution */
  double *best;    /* [count]: the numbers with the least error */
  double least;    /* that error */
} FaceFit;

/* ---- fit_equations.c
 * ---------------------------------------------------------
 */

/* Returns the lower end of an axis of a face: 0 where it is even, else -1. */
static inline double low_end(const LimitPotential *p, int face, int axis)
{
  return p->is_even[face_axes[face][axis]] ? 0 : -1;
}

/* Fills the tick for a place on an axis with that many cells. */
void set_tick(const LimitPotential *frame, int face, int axis, int cells,
              double at, Tick *tick);
/* Returns the unknown of a number of the face. Where an axis is even, number 0
 * is number 2. */
static inline int unknown_of(const FaceFit *f, int i, int j)
{
  if (i == 0 && low_end(f->frame, f->face, 0) == 0) i = 2;
  if (j == 0 && low_end(f->frame, f->face, 1) == 0) j = 2;
  return f->outer == 0 ? i * f->n[1] + j : j * f->n[0] + i;
}
/* Writes a problem without samples and equations. */
void start_face(Run *run, const LimitPotential *frame, int face,
                const int cells[2], FaceFit *f);
/* Makes the equations empty. */
void clear_equations(FaceFit *f);
/* Adds the equations of all samples. */
void add_samples(FaceFit *f);
/* Adds those of one place, where -h is to be `exact`. */
void add_place(FaceFit *f, const Tick ticks[2], const double exact[3],
               double weight);
/* Solves the equations in place: `right` becomes the solution. */
void solve_face(FaceFit *f);
/* Writes -h by the present solution at a place; components of the gradient in
 * the frame have these signs. */
void value_at_ticks(const FaceFit *f, const Tick ticks[2], const double sign[3],
                    double h[3]);
/* Keeps the solution if its largest error at samples is the least up to now.
 * Multiplies the weight of each sample by its error (Lawson). */
void weigh_samples(FaceFit *f);

#endif
