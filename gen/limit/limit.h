/* limit.h: the cells of a grid that carry force, and their Coulomb limit
 * surface: the wrench of steady sliding as a function of the twist, exact, by
 * the paper's sum, or as a table with a proven error.
 *
 * A twist is (vx, vy, w) in m/s and rad/s; its size does not matter. A wrench
 * is (fx, fy, tau) for mu = 1 and a normal force of 1 N, so that fx and fy are
 * in N and tau is in N m. The Run owns all results of functions that take a
 * Run; the others do not allocate, except table_certify. */
#ifndef BRISTLE_LIMIT_LIMIT_H
#define BRISTLE_LIMIT_LIMIT_H

#include "base/base.h"
#include "pressure/pressure.h"

/* ---- cells.c: the cells that carry force -----------------------------------
 */

/* The cells whose weight is not 0. Only cells_kept and cells_weighted make
 * them. */
typedef struct Cells {
  Grid grid;
  int count;
  int *index;                /* j*nx + i of each cell, ascending */
  double *x, *y, *w;         /* centre (m) and weight of each cell */
  const double *all;         /* the weights of the whole grid */
  const struct Limit *limit; /* prepared for limit_exact */
} Cells;

/* Keeps `weights`, which must live as long as the run. */
Cells cells_kept(Run *run, const Grid *grid, const double *weights);
/* Returns the same cells with other weights of the whole grid, which are 0 in
 * all other cells. Keeps `weights` as cells_kept does. */
Cells cells_weighted(Run *run, const Cells *cells, const double *weights);
/* Writes the centre of pressure, m. */
void cells_centre(const Cells *cells, double cop[2]);
/* Writes the sums of w*x, w*y and w*(x^2 + y^2) for other weights w[count] of
 * the cells. */
void cells_moments(const Cells *cells, const double *w, double moments[3]);

/* ---- exact.c, paper.c: the limit surface -----------------------------------
 */

/* Writes the wrench at the centre of the grid, to about 1e-12. The wrench of
 * the twist 0 is 0. The pressure is constant in each cell. */
void limit_exact(const Cells *cells, const double twist[3], double wrench[3]);
/* Returns the number of terms of limit_exact, a measure of its work. */
int limit_terms(const Cells *cells);
/* Writes the wrench at the point `origin`, m, for a twist of that point. */
void limit_exact_at(const Cells *cells, const double origin[2],
                    const double twist[3], double wrench[3]);
/* The same by the paper's sum over the centres of the cells. */
void limit_paper_at(const Cells *cells, const double origin[2],
                    const double twist[3], double wrench[3]);

/* ---- table.c: the limit surface as a table ---------------------------------
 * h(twist) is the wrench at the centre of pressure in the units of the reduced
 * model: torques are divided by r, and the twist is (vx, vy, r w). */

typedef struct LimitMap {
  const Cells *cells;
  double cop[2], r; /* centre of pressure and length scale, m */
  bool is_paper;    /* the nodes of tables come from limit_paper_at */
} LimitMap;

/* Writes the exact h of any twist but 0. */
void limit_scaled(const LimitMap *map, const double twist[3], double h[3]);

typedef enum TableInterp { TABLE_BILINEAR, TABLE_CUBIC } TableInterp;

/* h over half of all directions, as three faces of the cube |c| <= 1 of
 * c = (vx/scale[0], vy/scale[1], r w); the others follow from h(-c) = -h(c). On
 * the face where |c[m]| is largest, m = 0, 1, 2, the coordinates are the other
 * two components over c[m], in ascending order. A face has blocks x blocks
 * blocks. A block has fine x fine cells, and its nodes row by row with three
 * numbers each. A cubic table has one block per face, and one more node beyond
 * each edge. */
typedef struct LimitTable {
  LimitMap map;
  TableInterp interp;
  bool is_float;
  double scale[2];
  int blocks;
  int *fine;          /* [3 * blocks * blocks] */
  size_t *start;      /* [3 * blocks * blocks]: the first node of each block */
  size_t count;       /* number of nodes */
  double *nodes;      /* [3 * count], rounded to the precision of the solver */
  float *nodes_float; /* [3 * count] if is_float, or NULL */
} LimitTable;

enum { TABLE_MOST_NODES = 40000 };

/* Returns a table with one block of n x n cells per face. */
LimitTable *table_build(Run *run, const LimitMap *map, TableInterp interp,
                        int n, bool is_float);
/* The same with a given scale, for several maps with one layout. */
LimitTable *table_scaled(Run *run, const LimitMap *map, TableInterp interp,
                         int n, bool is_float, const double scale[2]);
/* Writes h from the table in the arithmetic of the emitted code. */
void table_value(const LimitTable *table, const double twist[3], double h[3]);
/* Returns the size of the emitted table in bytes. */
size_t table_bytes(const LimitTable *table);
/* Returns the number of nodes along an edge of the block. */
size_t table_side(const LimitTable *table, int block);
/* Writes the twist at a place of the block; x and y are in cells. */
void table_twist(const LimitTable *table, int block, double x, double y,
                 double twist[3]);

/* ---- certify.c, choose.c: the error of a table -----------------------------
 */

/* The error at a twist is the norm of (dfx, dfy, dtau/r). */
typedef struct Certificate {
  double bound;     /* proven: no twist has a larger error */
  double found;     /* the largest error that was found */
  double twist[3];  /* the twist with that error */
  long evaluations; /* of the exact surface */
  double seconds;   /* duration of the proof */
} Certificate;

/* Proves a bound of the table's error. With limit = 0 the bound is at most
 * twice the largest error found, unless that is rounding. Otherwise the bound
 * is at most the limit, or infinite once an error exceeds the limit. */
Certificate table_certify(const LimitTable *table, double limit);
/* Returns the smallest table, within 6 % of the cells per edge, whose error is
 * proven to be at most the tolerance, and writes the proof. A bilinear table
 * has blocks if these save half of the nodes. Returns NULL if the table needs
 * more than TABLE_MOST_NODES nodes. */
LimitTable *table_choose(Run *run, const LimitMap *map, TableInterp interp,
                         double tolerance, bool is_float, Certificate *proof);
/* Returns an estimate of the cells per edge of a face that a table with one
 * block per face needs for the tolerance. Allocates in a run of its own. */
int table_cells(const LimitMap *map, TableInterp interp, double tolerance,
                const double scale[2]);

#endif
