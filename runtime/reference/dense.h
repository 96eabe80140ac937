/* dense.h: small dense linear systems and lengths, for the reference alone. */
#ifndef BRISTLE_REFERENCE_DENSE_H
#define BRISTLE_REFERENCE_DENSE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { REF_DENSE_MOST = 24 }; /* rows of a system for ref_dense_solve */

/* Gauss' elimination with partial pivoting, in place. matrix: size x size,
 * row-major, overwritten; x: size x columns right-hand sides, row-major, which
 * become the solutions. Returns false if a pivot is not larger than `least`. */
bool ref_eliminate(double *matrix, double *x, int size, int columns,
                   double least);
/* The same for one right-hand side, at most REF_DENSE_MOST rows and any mixture
 * of units: rows and columns are scaled first. Returns false for a matrix that
 * is singular to 1e-14. */
bool ref_dense_solve(double *matrix, double *x, int size);
/* Returns the Euclidean length of x, at any size of its numbers. */
double ref_length(const double *x, int size);

#ifdef __cplusplus
}
#endif
#endif
