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

/* ---- cells.c: the cells that carry force ------------------------------- */

/* The cells whose weight is not 0. Only the functions below make them. */
typedef struct Cells {
  Grid grid;
  int count;
  int *index;                /* j*nx + i of each cell, ascending */
  double *x, *y, *w;         /* centre (m) and weight of each cell */
  const double *all;         /* the weights of the whole grid */
  bool is_skewed;      /* cells are parallelograms with these halves of */
  double halves[2][2]; /* sides, m: along a row, along a column */
  const struct Limit *limit; /* prepared for limit_exact */
} Cells;

/* Keeps `weights`, which must live as long as the run. */
Cells cells_kept(Run *run, const Grid *grid, const double *weights);
/* The same cells with other weights of the grid, which are 0 in all others; keeps
 * `weights`, too. */
Cells cells_weighted(Run *run, const Cells *cells, const double *weights);
/* As parallelograms: the grid then only numbers rows and columns. */
Cells cells_skewed(Run *run, const Cells *cells, const double halves[2][2]);
/* Writes the centre of pressure, m. */
void cells_centre(const Cells *cells, double cop[2]);
/* Writes the sums of w*x, w*y and w*(x^2 + y^2) for other weights w[count] of
 * the cells. */
void cells_moments(const Cells *cells, const double *w, double moments[3]);

/* ---- exact.c, skew.c, paper.c: the limit surface ------------------------ */

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

/* ---- potential.c: the limit surface as the gradient of a spline -------------
 * The dissipation potential P(V) = sum_k w_k <|v|>_k is convex, even and
 * 1-homogeneous, and h = -grad P. A potential table holds one scalar cubic
 * B-spline per face of a cube.
 *
 * Frame. V = (V[0], V[1], V[2]) = (vx, vy, r w) is the twist of the centre of
 * pressure, as in limit_scaled. The frame's origin is the middle of the loaded
 * box, at `middle` = (x0, y0) from the centre of pressure, over r:
 *   c[0] = (V[0] - V[2]*y0)*inverse[0], c[1] = (V[1] + V[2]*x0)*inverse[1],
 *   c[2] = V[2].
 * `middle` and `inverse` are exact in float.
 *
 * Face. m is the index of the largest |c[m]|; the rule for ties is that of
 * the code: m = 2 if |c[2]| >= |c[0]| and |c[2]| >= |c[1]|, else m = 1 if
 * |c[1]| > |c[0]|, else m = 0. i and j are the other two, ascending, and
 * a = c[i]/c[m], b = c[j]/c[m]. If is_even[i], P is even in c[i], and the table
 * holds 0 <= a <= 1 only: a stands for |a| below. The same holds for b.
 *
 * Spline. s(a, b) = P/|c[m]|. The face has cells[0] x cells[1] cells, over a
 * from -1 (0 if is_even[i]) to 1, and over b alike. With per[0] cells per unit
 * of a: u = per[0]*(a - low), p = floor(u), at most cells[0] - 1, t = u - p,
 * and the weights of a uniform cubic B-spline
 *   (1 - t)^3/6, 2/3 + t^2*(t/2 - 1), 2/3 + (1-t)^2*((1-t)/2 - 1), t^3/6
 * multiply the rows p to p + 3; b and columns alike. Row k, 0 to cells[0] + 2,
 * column l, 0 to cells[1] + 2, of face m is the number
 *   stored[start + k*(cells[1] + 3) + l],
 * so that row 0 lies one step before the lower edge. Where an axis is even, row
 * 0 is stored too and equals row 2: no index folds. The number stands for the
 * coefficient base + unit*stored; base is 0 if the store is double, and unit is
 * 1 unless the store is int16. A base in the middle of the coefficients makes
 * float err less. Since the weights add up to 1 and their slopes to 0, code
 * sums the stored numbers, S, and then has s = base + unit*S, s_a =
 * unit*per[0]*S_a. Float code for a table with many cells is anchored: it sums
 * the differences from the stored number A at row p + 1, column q + 1 of the
 * cell (p, q), and has s = base + unit*(A + S). Slopes multiply the rounding
 * errors of S by per[], and the differences are small.
 *
 * Wrench, by Euler's identity: h'[i] = s_a, h'[j] = s_b,
 * h'[m] = s - a*s_a - b*s_b, all times the sign of c[m]; if a stands for |a|,
 * h'[i] has the sign of c[i] instead. Then
 *   -h = (fx, fy, h'[2] + x0*fy - y0*fx), fx = h'[0]*inverse[0],
 *   fy = h'[1]*inverse[1].
 *
 * If the map is symmetric under x <-> y as well, the faces 0 and 1 share their
 * numbers: start, cells, base and unit are equal. */

typedef enum PotentialStore {
  POTENTIAL_DOUBLE,
  POTENTIAL_FLOAT,
  POTENTIAL_INT16
} PotentialStore;

typedef struct PotentialFace {
  int cells[2];
  double per[2];     /* cells per unit: cells if the axis is even, or half */
  size_t start;      /* of the face's numbers in stored[] */
  double base, unit; /* exact in float */
} PotentialFace;

typedef struct LimitPotential {
  LimitMap map;
  double middle[2], inverse[2];
  bool is_even[3];      /* P is even in c[k], exactly to rounding */
  bool is_shared;       /* the faces 0 and 1 share their numbers */
  bool is_float;        /* the solver computes in float */
  PotentialStore store; /* never POTENTIAL_DOUBLE if is_float */
  PotentialFace faces[3];
  size_t count;   /* numbers in stored[] */
  double *stored; /* [count], exactly the numbers that the code holds */
  double blended; /* not 0: the code blends stored[] from the slices of a
                     PotentialAxis; the largest |unit*number| in them */
} LimitPotential;

/* Writes h of any twist but 0, in the arithmetic of the emitted code. */
void potential_value(const LimitPotential *potential, const double twist[3],
                     double h[3]);
/* Writes h and its derivative slopes[d][k] = dh[d]/dV[k], a symmetric matrix
 * that is inversely proportional to the size of the twist. */
void potential_slopes(const LimitPotential *potential, const double twist[3],
                      double h[3], double slopes[3][3]);
/* Returns true if the emitted code of the table is anchored. */
bool potential_is_anchored(const LimitPotential *potential);
/* Returns the size of the emitted numbers in bytes, with base and unit. */
size_t potential_bytes(const LimitPotential *potential);
/* Writes the twist at a place of a face; a and b are in cells. */
void potential_cell_twist(const LimitPotential *potential, int face, double a,
                          double b, double twist[3]);
/* Fits a table of cells[face][axis] cells. `store` says how its numbers are
 * rounded. */
LimitPotential *potential_fit(Run *run, const LimitMap *map,
                              const int cells[3][2], PotentialStore store,
                              bool is_float);

/* ---- certify.c, choose.c: the error of a table -------------------------- */

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
/* What is proven of a potential table. */
typedef struct PotentialProof {
  Certificate error; /* of the stored numbers in the emitted arithmetic */
  double least;      /* the least coefficient: P >= least*|c[m]|, so that h
                        dissipates if this is positive */
  bool is_convex;    /* P is convex within each face */
  double jump;       /* a bound of the jumps of h at the seams; of an axis, at
                        its maps */
} PotentialProof;

/* potential_proof.c: proves a bound of the error of the gradient at all twists,
 * at most 1.1 times the largest error found, unless that is rounding. With
 * limit > 0 the bound is at most the limit, too, or infinite once an error
 * exceeds the limit; then is_convex and jump are not written. */
PotentialProof potential_certify(const LimitPotential *potential, double limit);
/* reach.c: returns a bound of |V|/P(V) for the exact surface, or infinity; the
 * table's error must be at most `error`. */
double potential_reach(const LimitPotential *potential, double error);
double table_reach(const LimitTable *table, double error);
/* The table that a spec asks for. */
typedef struct PotentialWish {
  double tolerance; /* the smallest table that is proven to keep it; or 0 */
  size_t bytes;     /* the best table of at most that size; or 0 */
  int resolution;   /* cells per edge of a face, half of them on an even axis;
                       or 0 */
  PotentialStore store;
  bool is_float;
} PotentialWish;

/* potential_choose.c: returns the table with its proof, or NULL if no table of
 * POTENTIAL_MOST_NUMBERS numbers per face keeps the tolerance, or if none fits
 * into the bytes. All coefficients are positive. `progress` may be NULL. */
LimitPotential *potential_choose(Run *run, const LimitMap *map,
                                 const PotentialWish *wish, Progress *progress,
                                 PotentialProof *proof);
enum { POTENTIAL_MOST_NUMBERS = 12000, POTENTIAL_MOST_RESOLUTION = 64 };
/* potential_keep.c: the same, from the cache if it was chosen before. */
LimitPotential *potential_recall(Run *run, const LimitMap *map,
                                 const PotentialWish *wish, Progress *progress,
                                 PotentialProof *proof);

/* ---- potential_axis.c: a potential that changes along an axis ---------------
 * A place x from 0 to 1, such as a power of the normal force, blends slices of
 * numbers that share one layout: with u = cells*x, p = floor(u), at most
 * cells - 1, and t = u - p, the numbers are those of the slices p to p + 3 with
 * the spline's weights of t. With one slice they are constant. */

typedef struct PotentialAxis {
  LimitPotential layout; /* frame, faces, store; its stored[] is the first
                            slice, its map one of all maps */
  int cells, slices;     /* cells + 3 slices, or 0 cells and one slice */
  double *stored;        /* [slices][layout.count] */
} PotentialAxis;

/* Returns the table at a place. */
LimitPotential *potential_at(Run *run, const PotentialAxis *axis, double place,
                             const LimitMap *map);
/* Returns the size in bytes of the emitted numbers, with base and unit. */
size_t potential_axis_bytes(const PotentialAxis *axis);
/* Returns a small table that is proven to keep the tolerance at all places, or
 * NULL. The maps lie at `count` equidistant places, with a common grid, cop and
 * r; between two of them the weights are linear. `wish` has a tolerance, or a
 * resolution, for which the table has 6 cells along the axis. `rim` has the
 * sides of the load along x and y, from the CoP over r, or is NULL. Writes the
 * largest bound of potential_reach. */
PotentialAxis *potential_axis_choose(Run *run, const LimitMap *maps, int count,
                                     const PotentialWish *wish,
                                     const double rim[2][2], Progress *progress,
                                     PotentialProof *proof, double *reach);
/* Returns a bound of |h| of the difference of two such maps. */
double potential_maps_apart(const LimitMap *a, const LimitMap *b);

/* Returns an estimate of the cells per edge of a face that a table with one
 * block per face needs for the tolerance. Allocates in a run of its own. */
int table_cells(const LimitMap *map, TableInterp interp, double tolerance,
                const double scale[2]);

#endif
