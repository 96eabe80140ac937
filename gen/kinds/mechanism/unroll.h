/* unroll.h: small dense systems as straight-line code. A Cell is a number or a
 * name; results of cells contain no terms with 0 and no factors of 1. */
#ifndef BRISTLE_MECHANISM_ALGEBRA_H
#define BRISTLE_MECHANISM_ALGEBRA_H

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/mechanism/mechanism.h"

typedef const Expr *Cell;

/* Unfinished code: temporaries, and two values to compare for each pivot. */
typedef struct Lines {
  Run *run;
  const char *prefix;
  double least; /* relative size of a pivot that is not lost in rounding */
  Assign *list;
  size_t count, room;
  const Expr **pivots; /* they must be positive */
  size_t npivots, pivots_room;
} Lines;

Cell cell_number(Run *run, double value);
bool cell_is(Cell cell, double value);
/* Returns a name for the value, or the value if it is a number or a name. */
Cell lines_let(Lines *lines, Cell value);
/* Returns start + sign * sum of a[i*da]*b[i*db]. */
Cell cell_dot(Run *run, Cell start, double sign, const Cell *a, int da,
              const Cell *b, int db, int count);

/* Returns the code of these outputs, in which nothing is computed twice. */
Block lines_block(const Lines *lines, Assign *outputs, size_t count);

/* The unit lower factor and inverse pivots of a symmetric matrix M = L D L',
 * both n x n in rows of `width`; the pivots join lines->pivots. */
typedef struct Factor {
  Cell L[MOST_COORDINATES][MOST_COORDINATES], e[MOST_COORDINATES];
} Factor;

void factor_make(Lines *lines, const Cell *M, int width, int n, Factor *f);
/* Makes the same for R R', where R is `count` rows of n, by orthogonal rows q:
 * R = L q, so R R' = L (q q') L'. Forming R R' itself would lose half of the
 * digits if rows are nearly dependent. */
void factor_make_of_rows(Lines *lines, const Cell *rows, int width, int count,
                         int n, Factor *f, Cell *q);
/* Computes x := M^-1 x; the entries are `stride` apart. */
void factor_solve(Lines *lines, const Factor *f, int n, Cell *x, int stride);
/* Computes x := L'^-1 x. */
void factor_finish(Lines *lines, const Factor *f, int n, Cell *x, int stride);

#endif
