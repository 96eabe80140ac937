/* pressure.h: the surface of a spec (shapes, maps, images, functions, sums)
 * becomes the share of the normal force that each cell of a grid carries;
 * levels of a pressure that depends on the force; few weighted points in the
 * place of many.
 *
 * Lengths are in metres, forces in newtons. The Run owns all results; every
 * function that takes a Run or a Spec allocates and may end the run at the line
 * of the wrong value. An array over a grid has nx*ny numbers, i fastest, from
 * the smallest y. */
#ifndef BRISTLE_PRESSURE_PRESSURE_H
#define BRISTLE_PRESSURE_PRESSURE_H

#include "base/base.h"
#include "language/language.h"
#include "results/results.h"

/* ---- pressure.c: the weights of a grid -------------------------------------
 */

/* A grid around the origin. Cell (i, j) has its centre at
 * ((i+0.5-nx/2)*sx/nx, (j+0.5-ny/2)*sy/ny). */
typedef struct Grid {
  int nx, ny;
  double sx, sy; /* lengths of the sides, m */
} Grid;

/* Returns the centre of a cell along an axis, m. */
double grid_x(const Grid *grid, int i);
double grid_y(const Grid *grid, int j);

/* Returns the weights of the cells, their shares of the normal force: finite,
 * not negative, with the sum 1. */
double *pressure_weights(Spec *spec, const Value *surface, const Grid *grid);
/* The same with functions integrated to `accuracy` of the load, not to 1e-6. */
double *pressure_weights_to(Spec *spec, const Value *surface, const Grid *grid,
                            double accuracy);
/* Returns the area of each cell that the surface loads, m^2: parts of a sum that
 * overlap count once. Ends the run for lines. */
double *pressure_areas(Spec *spec, const Value *surface, const Grid *grid);
/* Returns the value of the first key mu in the surface or its parts, or NULL.
 * Does not allocate. */
const Value *pressure_mu(const Value *surface);
/* Friction by region, of the whole grid: factors m of the friction coefficients,
 * weights w*m/M. */
typedef struct Regions {
  const double *factors, *weights;
  double mean;        /* M, the sum of w*m */
  double least, most; /* m of the cells with load */
} Regions;

/* Factors and their mean are quotients and sums of shares, which err beyond. */
enum { FACTOR_DIGITS = 14 };

/* Returns the regions of a surface. The factor of a cell is the mean of the keys
 * mu by the parts' loads in it, 1 without load, times the mean of `map` (may be
 * NULL), the value of the key friction_map. */
Regions pressure_regions(Spec *spec, const Value *surface, const Value *map,
                         const Grid *grid);
/* Returns the weights of the cells of `window`, which lies around the point
 * `at` (m) and may reach beyond the spec's grid `whole`, in which all pressure
 * lies. The surface has no map and no image; see surface_has_points. */
double *pressure_window(Spec *spec, const Value *surface, const Grid *whole,
                        const Grid *window, const double at[2],
                        double accuracy);
/* Adds a note for each key of the surface that looks like a wrong unit. */
void pressure_lint(const Value *surface, Report *report);
/* Returns the grid of the table `patch`, called `what` in messages. `cells` and
 * `size` (m) are the values of its keys grid and size, or their defaults.
 * Without the key grid, the first map or image in `pressure` gives the numbers
 * of cells; without both, `cells` of 0 is an error. */
Grid grid_read(const Spec *spec, const Value *patch, const char *what,
               const int cells[2], const double size[2], const Value *pressure);

/* ---- words.c, surface.c: the words for surfaces ----------------------------
 */

typedef struct Point {
  double x, y; /* m */
} Point;

/* Returns the words for surfaces, for `bristle help`, and writes their number
 * to *count. Does not allocate. */
const Word *surface_words(size_t *count);
/* The words for profiles, NULL at the end. */
extern const char *const profile_words[];
/* Returns the same words with their keys, as surface_words does. */
const Word *profile_list(size_t *count);
/* Writes the corners of a rectangle, counter-clockwise. `size` has the lengths
 * of the sides, `at` is the centre (m), `angle` turns it counter-clockwise
 * (rad). Does not allocate. */
void surface_rectangle(const double size[2], const double at[2], double angle,
                       Point corners[4]);
/* Returns the corner { x, y } that `value` is; `number`, from 1, is for
 * messages. */
Point surface_corner(Run *run, const Value *value, size_t number);
/* Returns true if the surface and its parts are shapes with an area or
 * functions, which have a pressure at every point. Does not allocate. */
bool surface_has_points(const Value *surface);
/* Returns points whose convex hull is that of the shape, and writes their
 * number to *count. A disc or annulus gives points of its rim. Returns NULL for
 * surfaces that are no shape. */
const Point *surface_outline(Spec *spec, const Value *surface, size_t *count);

/* ---- material.c: patches whose size follows from the materials -------------
 */

/* A round patch whose radius is c*fn^exponent. */
typedef struct Material {
  double c, exponent; /* m/N^exponent, - */
  double k;           /* of the profile (1 - r^k)^(1/k) */
  double at[2];       /* centre, m */
  /* Pa: E*, and for shear and torsion 1/((2 - nu1)/G1 + (2 - nu2)/G2) and
   * 1/(1/G1 + 1/G2); 0: not given */
  double normal, shear, torsion;
} Material;

/* Returns the words for such patches, for `bristle help`, and writes their
 * number to *count. Does not allocate. */
const Word *material_words(size_t *count);
/* Returns true if the surface is such a patch. Does not allocate. */
bool material_is(const Value *surface);
Material material_read(Run *run, const Value *surface);
/* Return the radius (m) and the stiffnesses of the textbook, 8*G*a (N/m) and
 * 16/3*G*a^3 (N m/rad), under a normal force; 0 without a modulus. */
double material_radius(const Material *material, double fn);
double material_tangential(const Material *material, double fn);
double material_torsional(const Material *material, double fn);

/* ---- levels.c: pressure that depends on the normal force -------------------
 */

enum { LEVELS_MOST = 64 };

/* The levels that the key fn_range asks for. */
typedef struct LevelsWanted {
  double range[2];  /* least and largest normal force, N */
  int count;        /* number of levels; 0: as many as the tolerance needs */
  double tolerance; /* of the error */
  Where where;      /* of fn_range */
  /* Returns the error of interpolated weights, (1-t)*low + t*high, where the
   * weights are `exact`; arrays over the grid. NULL: the sum of the absolute
   * differences. */
  double (*error)(void *context, const double *low, const double *high,
                  double t, const double *exact);
  void *context; /* of `error` */
} LevelsWanted;

/* Weights are interpolated linearly in the normal force between two levels, and
 * constant below the first and above the last. */
typedef struct Levels {
  int count;
  double *fn; /* forces, ascending, N; each is a number of the solver's type */
  double **all; /* for each level the weights of the grid */
  /* The largest error between levels. It is a bound where the error is a
   * concave function of the force between two levels, and an estimate
   * elsewhere. */
  double error;
} Levels;

/* Returns a value in the surface that depends on the normal force: a
 * function(x, y, fn), or a function in the place of a number. Returns NULL if
 * there is none. Does not allocate. */
const Value *levels_needed(const Value *surface);
/* Returns the levels: halves the interval with the largest error until the
 * count or the tolerance is reached. `is_float`: the solver computes in float.
 */
Levels *levels_choose(Spec *spec, const Value *surface, const Grid *grid,
                      const LevelsWanted *wanted, bool is_float);
/* Returns the surface at the normal force `fn`, without functions of fn. */
const Value *levels_at(Spec *spec, const Value *surface, double fn);
/* Returns the weights at the normal force `fn` without interpolation. */
double *levels_exact(Spec *spec, const Value *surface, const Grid *grid,
                     double fn);
/* Returns the weights of a window at the normal force `fn`; see
 * pressure_window.
 */
double *levels_window(Spec *spec, const Value *surface, const Grid *whole,
                      const Grid *window, const double at[2], double fn,
                      double accuracy);
/* Returns true if the surface or a part of it is a pressure function. */
bool levels_has_function(const Value *surface);
/* Writes the level below `fn` and returns the position of `fn` between that
 * level and the next, 0 to 1. Does not allocate. */
double levels_place(const Levels *levels, double fn, int *below);
/* Writes the interpolated weights at `fn`. Does not allocate. */
void levels_weights(const Levels *levels, const Grid *grid, double fn,
                    double *out);

/* ---- cubature.c: few weighted points in the place of many ------------------
 */

enum { CUBATURE_MOST = 64 };

/* Points with positive weights. They have the same moments as other points: the
 * means of all polynomials up to the degree, and of the distance from the
 * centre. */
typedef struct Cubature {
  int count, degree;
  int images;        /* number of turns and mirrors that keep the points */
  double *x, *y, *w; /* sorted by y, then by x; the sum of w is 1 */
} Cubature;

/* Returns the cost of a rule; cubature_find minimises it. */
typedef double CubatureCost(void *context, const Cubature *rule);

typedef struct CubatureTask {
  int count;               /* number of given points, at least that of a rule */
  const double *x, *y, *w; /* of the given points, m; the sum of w is 1 */
  /* Half the sides of a box around each given point, m. The points of a rule
   * lie in the convex hull of the boxes, at most one box away from a box. */
  double reach[2];
  CubatureCost *cost;
  void *context; /* of `cost` */
} CubatureTask;

/* Returns a rule of `count` points with at least that degree and with the
 * symmetry of the given points; or NULL if the search finds none. The result
 * depends on the arguments alone. */
const Cubature *cubature_find(Run *run, const CubatureTask *task, int count,
                              int degree);

/* ---- cubature_levels.c: few points for several weightings ----------------- */

/* Points with weights for each level. */
typedef struct CubatureLevels {
  int count, degree, images; /* as in Cubature */
  double *x, *y;             /* [count], m */
  double **w;                /* [levels][count], not negative, of sum 1 */
} CubatureLevels;

typedef struct LevelsTask {
  int count, levels;
  const double *x, *y;    /* [count] of the given points, m */
  const double *const *w; /* [levels][count], of sum 1 */
  double reach[2];        /* as in CubatureTask */
  double (*cost)(void *context, const CubatureLevels *rule); /* is minimised */
  void *context;                                             /* of `cost` */
} LevelsTask;

/* Returns a rule of at most `count` points that has, at all levels, the moments
 * up to at least the degree and the mean distance from the centre of all levels
 * together; or NULL if the search finds none. */
const CubatureLevels *cubature_levels(Run *run, const LevelsTask *task,
                                      int count, int degree);

#endif
