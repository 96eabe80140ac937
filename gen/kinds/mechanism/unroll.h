/* unroll.h: small dense systems as straight-line code. A Cell is a
 * number or a name; zeros and ones vanish from what is built of them. */
#ifndef BRISTLE_MECHANISM_ALGEBRA_H
#define BRISTLE_MECHANISM_ALGEBRA_H

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/mechanism/mechanism.h"

typedef const Expr *Cell;

/* Code under way: temporaries, and pairs to compare for every pivot. */
typedef struct Lines {
  Run *run;
  const char *prefix;
  double least; /* of a pivot that is not lost in rounding, relative */
  Assign *list;
  size_t count, room;
  const Expr **pivots; /* what must be positive */
  size_t npivots, pivots_room;
} Lines;

Cell cell_number(Run *run, double value);
bool cell_is(Cell cell, double value);
/* The value under a name of its own, unless it is a number or a name. */
Cell lines_let(Lines *lines, Cell value);
Cell cell_times(Run *run, Cell a, Cell b);
Cell cell_minus(Run *run, Cell a, Cell b);
/* start + sign * sum of a[i*da]*b[i*db] */
Cell cell_dot(Run *run, Cell start, double sign, const Cell *a, int da,
              const Cell *b, int db, int count);

/* The code with these outputs, less the lines that nothing uses. */
Block lines_block(const Lines *lines, Assign *outputs, size_t count);

/* Unit lower factor and inverse pivots of a symmetric matrix M = L D L', both
 * n x n in rows of `width`; the pivots join lines->pivots. */
typedef struct Factor {
  Cell L[MOST_COORDINATES][MOST_COORDINATES], e[MOST_COORDINATES];
} Factor;

void factor_make(Lines *lines, const Cell *M, int width, int n, Factor *f);
/* The same of R R', R being `count` rows of n, by making them orthogonal: q, of
 * the rows' size. That loses half the digits of R R' where rows all but agree
 * no more. R = L q, so R R' = L (q q') L'. */
void factor_make_of_rows(Lines *lines, const Cell *rows, int width, int count,
                         int n, Factor *f, Cell *q);
/* x := M^-1 x, count of them `stride` apart. */
void factor_solve(Lines *lines, const Factor *f, int n, Cell *x, int stride);
/* x := L'^-1 x */
void factor_finish(Lines *lines, const Factor *f, int n, Cell *x, int stride);

#endif
