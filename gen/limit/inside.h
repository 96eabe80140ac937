/* inside.h: declarations that the files of the limit room share: what
 * limit_exact needs of the cells, the parts of tables, and bounds of the error
 * between nodes. Units and ownership are those of limit.h. */
#ifndef BRISTLE_LIMIT_INSIDE_H
#define BRISTLE_LIMIT_INSIDE_H

#include <math.h>

#include "base/base.h"
#include "limit/limit.h"
#include "pressure/pressure.h"

/* ---- corners.c: the limit surface from the corners of cells ----------------
 */

/* The corners of cells around which the weights differ. */
typedef struct LimitCorners {
  int count; /* a multiple of the vector width; the last have w = 0 */
  double *x, *y,
      *w;       /* place (m), and difference of the weights over the area */
  double size;  /* the Euclidean norm of w */
  double reach; /* half the diagonal of the grid, m */
} LimitCorners;

void limit_corners_prepare(Run *run, const Cells *cells, LimitCorners *corners);
/* Writes minus the wrench at the centre of the grid, for a spin of 1 about the
 * point `centre`, m, and returns true; or returns false, without writing, if
 * the point is so far away that rounding would exceed 4e-13. */
bool limit_corners(const LimitCorners *corners, const double centre[2],
                   double wrench[3]);

/* ---- exact.c: the limit surface as a sum over cells ------------------------
 */

enum { LIMIT_ORDER = 6 };

/* All that limit_exact needs of the cells. */
typedef struct Limit {
  LimitCorners corners;
  Grid grid;           /* with long cells split */
  int split[2];        /* number of parts of a cell along x and y */
  int low[2], high[2]; /* columns and rows [low, high) with load */
  const double *all;   /* weights of the grid that is not split */
  int count;           /* of split cells, a multiple of the chunk */
  double *x, *y, *w;   /* of the split cells; the last ones have w = 0 */
  double unit;         /* half the diagonal of a split cell, m */
  int step;            /* of k below: 2 if the cells are square, else 1 */
  /* Series of the mean slip over a far cell: coefficients [k][m] of
   * (unit/distance)^2m cos(2k phi) and sin(2k phi). */
  double along[LIMIT_ORDER + 1][LIMIT_ORDER + 1];
  double across[LIMIT_ORDER + 1][LIMIT_ORDER + 1];
  double spin[LIMIT_ORDER + 1][LIMIT_ORDER + 1];
  /* enough[m]: the largest (unit/distance)^2 for which m terms suffice. */
  double enough[LIMIT_ORDER + 1];
} Limit;

Limit *limit_prepare(Run *run, const Cells *cells);
/* cells.c: writes the half extents of a cell along x and y, m. */
void cells_extent(const Cells *cells, double half[2]);
/* skew.c: writes what limit_exact writes, of parallelograms, for a twist whose
 * largest component is between 1/2 and 1. */
void limit_skewed(const Cells *cells, const double twist[3], double wrench[3]);

/* ---- table.c: the parts of a table -----------------------------------------
 */

/* Writes the scale that suits the map: the face m = 2 then covers the centres
 * of rotation within the rectangle around the loaded cells, and the jump of the
 * pressure at the rim lies on the edges of that face, where it does the least
 * harm. Next to a thin contact a small scale crowds the other faces; `least` is
 * the smallest scale allowed. */
void table_scale(const LimitMap *map, double least, double scale[2]);
/* Returns a table of blocks x blocks blocks of n x n cells per face, without
 * nodes. The caller may change `fine` until table_fill. */
LimitTable *table_new(Run *run, const LimitMap *map, TableInterp interp,
                      int blocks, int n, bool is_float, const double scale[2]);
/* Numbers the nodes and allocates them. */
void table_place(Run *run, LimitTable *table);
/* Calls table_place and evaluates all nodes. */
void table_fill(Run *run, LimitTable *table);
/* Evaluates the node (i, j) of the block. */
void table_sample(LimitTable *table, int block, size_t i, size_t j);
/* Returns the block on the other side of an edge: side 0 and 1 are below and
 * above along the first coordinate, 2 and 3 along the second. */
int table_neighbour(const LimitTable *table, int block, int side);
/* Writes h from the table, in double, at a place of the cell (i, j), 0 to 1. */
void table_inside(const LimitTable *table, int block, int i, int j, double x,
                  double y, double h[3]);
/* Returns the error of the table at that place. */
double table_error(const LimitTable *table, int block, int i, int j, double x,
                   double y);

static inline double table_length(const double h[3])
{
  return sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
}

/* ---- potential.c: the layout of a potential table --------------------------
 */

/* The components that are the two coordinates of a face. */
static const int face_axes[3][2] = {{1, 2}, {0, 2}, {0, 1}};

/* Returns a table with frame, symmetry and places of its numbers, all 0. */
LimitPotential *potential_new(Run *run, const LimitMap *map,
                              const int cells[3][2], PotentialStore store,
                              bool is_float);
/* Returns a table with the map, frame and symmetry of another, all 0. */
LimitPotential *potential_like(Run *run, const LimitPotential *frame,
                               const int cells[3][2], PotentialStore store,
                               bool is_float);
/* Rounds coefficients of a face to the store, with a base and a unit. */
void potential_round(PotentialFace *face, size_t count, const double *c,
                     PotentialStore store, double *stored);
/* Sets the frame. Half sides of the loaded box that are shorter than `least`,
 * over r, count as that long: a thin contact would crowd two faces. */
void potential_frame(LimitPotential *potential, double least);
/* Rounds the coefficients of one face to the store and writes them to
 * stored[]. */
void potential_store(LimitPotential *potential, int face,
                     const double *coefficients);
/* Writes -h of a gradient g in the frame of the table. */
void potential_leave_frame(const LimitPotential *potential, const double g[3],
                           double out[3]);
/* Writes the twist at a place of a face. */
void potential_twist(const LimitPotential *potential, int face, double a,
                     double b, double twist[3]);
/* Writes the d-th derivative of four weights with respect to t, d < 4. */
void spline_weights(double t, int d, double w[4]);
/* Returns the coefficient (k, l) of a face. */
double potential_coefficient(const LimitPotential *potential, int face, int k,
                             int l);
/* Writes -h by one face, in double, for the direction c in the frame, which
 * need not belong to the face: |c[face]| may be a little less than the largest.
 */
void potential_on_face(const LimitPotential *potential, int face,
                       const double c[3], double out[3]);

/* A seam: the edge of `face` where its coordinate number `axis` is 1 or -1, and
 * the face beyond. */
typedef struct Seam {
  int face, axis, beyond;
} Seam;
extern const Seam potential_seams[3];

/* ---- fit.c: splines that fit a map ------------------------------------------
 */

enum { POTENTIAL_MOST_SLICES = 24 }; /* along an axis of maps */
enum { POTENTIAL_MOST_CELLS = 252 }; /* along an axis of a face */

/* The samples that all fits to a map share, and the errors of those fits. */
typedef struct Fit Fit;
/* `least` is that of potential_frame. */
Fit *fit_prepare(Run *run, const LimitMap *map, double least);
/* The same for a map with a given frame and symmetry. */
Fit *fit_prepare_in(Run *run, const LimitPotential *frame, const LimitMap *map);
/* Returns a table of one cell per face with the frame of all fits. */
const LimitPotential *fit_frame(const Fit *fit);
/* Returns the largest error at the samples if the face has that many cells; or
 * an estimate from above that is on the same side of `enough`. */
double fit_error(Fit *fit, int face, const int cells[2], double enough);
/* Returns the coefficients of a face that is fitted apart. */
double *fit_face(Run *run, Fit *fit, int face, const int cells[2]);
/* Returns a table with the frame of all fits, without numbers. */
LimitPotential *fit_table(Run *run, const Fit *fit, const int cells[3][2],
                          PotentialStore store, bool is_float);
/* Fits all faces, which draw each other to equal wrenches along the seams with
 * a weight relative to that of the samples. */
LimitPotential *fit_all(Run *run, Fit *fit, const int cells[3][2],
                        PotentialStore store, bool is_float, double weight);

/* ---- potential_proof.c: proofs face by face --------------------------------
 */

/* Proves a bound; of one face if face >= 0. With limit = 0 the bound is that of
 * potential_certify. Otherwise the bound is at most the limit, whatever the
 * error found is, or infinite once an error exceeds the limit. */
Certificate potential_bound(const LimitPotential *potential, int face,
                            double limit);
/* Returns the largest error at places all over a face, without rounding, and
 * writes the largest one with the bound of rounding. */
double potential_look(const LimitPotential *potential, int face,
                      double *rounded);

/* ---- spline.c, potential_shape.c: what the numbers alone say ----------------
 */

/* Returns a bound of |h| of a spline with the layout of the table and those
 * numbers, whose base is 0. */
double potential_most(const LimitPotential *layout, const double *numbers);
/* Returns true if the potential is proven to be convex within each face. */
bool potential_is_convex(const LimitPotential *potential);
/* Returns a bound of the jumps of h at all seams. */
double potential_jump(const LimitPotential *potential);

/* ---- potential_cells.c: cells of faces --------------------------------------
 */

/* The cells of a face. */
typedef struct FaceCells {
  int cells[2];
  int numbers; /* (cells[0] + 3)*(cells[1] + 3); 0: nothing was found */
} FaceCells;

typedef struct CellSearch {
  Fit *fit;           /* the first one of: */
  Fit *const *others; /* fits with the same frame, all of which must suit */
  int count;          /* of these; 0: the first one is all */
  Progress *progress;
  double share; /* of the work that is done */
  int most;     /* numbers of a face */
} CellSearch;

size_t potential_number_bytes(PotentialStore store);
/* Writes the cells of each face with about the fewest numbers for which no
 * sample exceeds the face's tolerance. Returns the size of the table in bytes,
 * or 0 if there are none. */
size_t potential_search_cells(CellSearch *search, const PotentialWish *wish,
                              const double tolerance[3], FaceCells choice[3]);
/* Writes the cells for the least tolerance whose table fits into the bytes.
 * Returns that tolerance, or 0 if even the coarsest table does not fit. */
double potential_search_bytes(CellSearch *search, const PotentialWish *wish,
                              FaceCells choice[3]);
/* Writes the cells of each face with about the fewest numbers for which no
 * sample of any of the fits exceeds the tolerance. Returns false if there are
 * none. */
bool potential_choose_cells(Fit *const *fits, int count, double tolerance,
                            Progress *progress, int cells[3][2]);

/* ---- certify.c: proofs block by block --------------------------------------
 */

/* Proves as table_certify does, and writes the bound of each block to worst[].
 * A block with 0 < worst[b] <= limit on entry is taken as proven. worst may be
 * NULL. */
Certificate certify_blocks(const LimitTable *table, double limit,
                           double *worst);

/* ---- miss.c: the error of linear interpolation -----------------------------
 */

/* A part of a cell of the table. */
typedef struct Patch {
  int block, i, j;
  double low[2], high[2]; /* within the cell, 0 to 1 */
} Patch;

typedef struct Miss Miss;

Miss *miss_prepare(Run *run, const LimitTable *table);
/* Returns a bound, all over the patch, of the distance of surface minus table
 * from the linear interpolation of that difference between the corners of the
 * patch. */
double miss_most(const Miss *miss, const Patch *patch);
/* Writes the second derivatives of the surface alone along both axes in the
 * middle of the patch, times the square of its extent, and a bound of the sum
 * of their differences elsewhere in the patch. Returns 0; or, if the patch is
 * so large that these have no bound, a bound of the miss itself. */
double miss_surface(const Miss *miss, const Patch *patch, double second[2][3],
                    double *rest);

#endif
