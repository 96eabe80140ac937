#ifndef BRISTLE_LIMIT_LIMIT_H
#define BRISTLE_LIMIT_LIMIT_H

#include "pressure/pressure.h"

/* The cells that carry force. Made by cells_kept only. */
typedef struct Cells {
  Grid grid;
  int count;
  int *index;        /* j*nx + i, ascending */
  double *x, *y, *w; /* centre and weight of each */
  const double *all; /* the weights of the whole grid */
  const struct Limit *limit;
} Cells;

Cells cells_kept(Run *run, const Grid *grid, const double *weights);
/* The same cells with other weights, some of which may be 0 here. */
Cells cells_weighted(Run *run, const Cells *cells, const double *weights);
/* The centre of pressure, m. */
void cells_centre(const Cells *cells, double cop[2]);
/* Sums of w*x, w*y and w*(x^2 + y^2) for other weights `w` of the cells. */
void cells_moments(const Cells *cells, const double *w, double moments[3]);
/* ---- limit.c: the exact limit surface of a piecewise-constant map ------ */

/* What a twist needs to know of the cells, worked out once by cells_kept. */
enum { LIMIT_ORDER = 6 };

/* Corners between cells of unlike weight, and by how much that differs. */
typedef struct LimitCorners {
  int count; /* padded */
  double *x, *y, *w;
  double size, reach; /* of all w; of the grid */
} LimitCorners;

typedef struct Limit {
  LimitCorners corners;
  Grid grid;         /* cells split so that they are not too long */
  int split[2];      /* into how many along x and y */
  const double *all; /* weights of the grid that is not split */
  int count;         /* of split cells, a multiple of the chunk: padded */
  double *x, *y, *w;
  double unit; /* half the diagonal of a split cell */
  int step;    /* of k below: 2 where the cells are square */
  /* The mean slip over a far cell: coefficients [k][m] of
   * (unit/distance)^2m cos(2k phi) and sin(2k phi). */
  double along[LIMIT_ORDER + 1][LIMIT_ORDER + 1];
  double across[LIMIT_ORDER + 1][LIMIT_ORDER + 1];
  double spin[LIMIT_ORDER + 1][LIMIT_ORDER + 1];
  /* Up to which (unit/distance)^2 so many terms are enough. */
  double enough[LIMIT_ORDER + 1];
} Limit;

Limit *limit_prepare(Run *run, const Cells *cells);

/* limit_corners.c: by the corners alone; sums for a turn of 1 about the centre,
 * at the grid centre. False, and nothing, where that would cost digits. */
void limit_corners_prepare(Run *run, const Cells *cells, LimitCorners *corners);
bool limit_corners(const LimitCorners *corners, const double centre[2],
                   double wrench[3]);

/* Wrench (fx, fy, tau) at the grid centre for mu = 1 and fn = 1; 0 where the
 * twist is 0. */
void limit_exact(const Cells *cells, const double twist[3], double wrench[3]);
/* The same for a twist at `origin` and the wrench there. */
void limit_exact_at(const Cells *cells, const double origin[2],
                    const double twist[3], double wrench[3]);

/* limit_paper.c: the same by the paper's own sum over the cells' middles. */
void limit_paper_at(const Cells *cells, const double origin[2],
                    const double twist[3], double wrench[3]);
/* ---- table.c: the limit surface as a table ---------------------------------
 */

/* A piecewise-constant map as the reduced model sees it: from its centre of
 * pressure, torques divided by r, twists (vx, vy, r w). */
typedef struct LimitMap {
  const Cells *cells;
  double cop[2], r;
  bool is_paper; /* its tables hold what limit_paper.c gives */
} LimitMap;

/* The exact h at any twist but 0. */
void limit_scaled(const LimitMap *map, const double twist[3], double h[3]);

typedef enum TableInterp { TABLE_BILINEAR, TABLE_CUBIC } TableInterp;

/* Half of all directions, as three faces of the cube |c| <= 1 of
 * c = (vx/scale[0], vy/scale[1], r w); h(-c) = -h(c) gives the others. On the
 * face where |c[m]| is largest, m = 0, 1, 2, the coordinates are the other two
 * over c[m], in ascending order. A face has blocks x blocks blocks, a block
 * fine x fine cells with its nodes row by row, three numbers each; a cubic
 * table is one block per face, with a further node beyond every edge. */
typedef struct LimitTable {
  LimitMap map;
  TableInterp interp;
  bool is_float;
  double scale[2];
  int blocks;
  int *fine;     /* [3 * blocks * blocks] */
  size_t *start; /* first node of each block */
  size_t count;  /* of nodes */
  double *nodes; /* [3 * count], rounded to the solver's precision */
  float *nodes_float;
} LimitTable;

/* What is proven: no twist errs by more than bound, in the norm of
 * (dfx, dfy, dtau/r); the twist errs by found. */
typedef struct Certificate {
  double bound, found;
  double twist[3];
  long evaluations; /* of the exact surface */
  double seconds;   /* that it took */
} Certificate;

/* One block per face with n x n cells. */
LimitTable *table_build(Run *run, const LimitMap *map, TableInterp interp,
                        int n, bool is_float);
/* The same with a scale that suits other maps too. */
LimitTable *table_scaled(Run *run, const LimitMap *map, TableInterp interp,
                         int n, bool is_float, const double scale[2]);
/* About how many cells that takes for a tolerance. */
int table_cells(const LimitMap *map, TableInterp interp, double tolerance,
                const double scale[2]);
/* The smallest, within 6 % of n, that is proven to err by at most the
 * tolerance; a bilinear one has blocks where they save half of the nodes. NULL
 * if it would take more than TABLE_MOST_NODES. */
enum { TABLE_MOST_NODES = 40000 };
LimitTable *table_choose(Run *run, const LimitMap *map, TableInterp interp,
                         double tolerance, bool is_float, Certificate *proof);
/* As the emitted code computes it. */
void table_value(const LimitTable *table, const double twist[3], double h[3]);
size_t table_bytes(const LimitTable *table);
/* Nodes along a block's edge. */
size_t table_side(const LimitTable *table, int block);
/* The twist at a place of a block, in cells. */
void table_twist(const LimitTable *table, int block, double x, double y,
                 double twist[3]);
/* ---- table_certify.c: how much it errs at most ------------------------------
 */

/* limit 0: bound is at most twice found, unless that is rounding. Otherwise it
 * is at most the limit, or, once an error exceeds that, infinite; worst[block]
 * says the same of each block, and those that had at most the limit on entry
 * (0: unknown) are taken to have kept it. worst may be NULL. */
Certificate table_certify(const LimitTable *table, double limit, double *worst);

#endif
