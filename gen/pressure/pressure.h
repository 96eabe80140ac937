#ifndef BRISTLE_PRESSURE_PRESSURE_H
#define BRISTLE_PRESSURE_PRESSURE_H

#include "language/language.h"

/* ---- pressure.c: shapes, maps, functions -> weighted cells ------------- */

/* Cell (i, j) has its centre at ((i+0.5-nx/2)*hx, (j+0.5-ny/2)*hy); arrays
 * run over i fastest, from the smallest y. */
typedef struct Grid {
  int nx, ny;
  double sx, sy; /* metres */
} Grid;

double grid_x(const Grid *grid, int i);
double grid_y(const Grid *grid, int j);

/* Weights of all nx*ny cells, sum 1: the cell's share of the normal force. */
double *pressure_weights(Spec *spec, const Value *surface, const Grid *grid);
/* The grid that a surface implies (a map's own), or false. */
bool pressure_grid(const Value *surface, int *nx, int *ny);
/* The grid of the patch that the table describes: `cells` (0: it needs some)
 * and `size` are what it says or what is usual, a map's own cells count where
 * it has no `grid`. */
Grid grid_read(Run *run, const Value *patch, const char *what,
               const int cells[2], const double size[2], const Value *pressure);

typedef struct Point {
  double x, y;
} Point;

/* surface.c: the integral of one surface's pressure over each cell; share is 0
 * where it names none. */
double *surface_integrals(Spec *spec, const Value *surface, const Grid *grid,
                          double *share);
/* The words for surfaces, for `bristle help`. */
const struct Word *surface_words(size_t *count);
/* The corners of a rectangle, counter-clockwise; a corner { x, y } of a
 * polygon as the spec has it. */
void surface_rectangle(const double size[2], const double at[2], double angle,
                       Point corners[4]);
Point surface_corner(Run *run, const Value *value, size_t number);
/* Corners of what a shape covers, a disc's from its rim, or NULL: its convex
 * hull is theirs. */
const Point *surface_outline(Spec *spec, const Value *surface, size_t *count);

/* profile.c: the pressure f over the distance lambda from the middle (0) to
 * the rim (1), f(0) = 1. */
typedef enum ProfileKind {
  PROFILE_UNIFORM, /* 1 */
  PROFILE_HERTZ,   /* sqrt(1 - lambda^2) */
  PROFILE_SOFT     /* (1 - lambda^k)^(1/k) */
} ProfileKind;

typedef struct Profile {
  ProfileKind kind;
  double k;
  const struct ProfileTable *table; /* soft */
} Profile;

Profile profile_make(Run *run, ProfileKind kind, double k);
/* out = int_0^lambda f, int_0^lambda f*lambda; all of it from lambda = 1 on. */
void profile_moments(const Profile *profile, double lambda, double out[2]);

/* ring.c, polygon.c, line.c: integrals of a pressure with peak 1 over each of
 * the nx*ny cells, written to `out`. */
void ring_integrals(Run *run, const Grid *grid, const double at[2],
                    double inner, double outer, const Profile *profile,
                    double *out);
/* Counter-clockwise, without self-intersection; convex unless the profile is
 * uniform. */
void polygon_integrals(Run *run, const Grid *grid, const Point *corners,
                       size_t count, const Profile *profile, double *out);
double polygon_area(const Point *corners, size_t count); /* signed */
bool polygon_is_convex(const Point *corners, size_t count);
/* The first two edges that meet where they must not, or false. */
bool polygon_crossing(const Point *corners, size_t count, size_t edges[2]);
/* Along ends[0] -> ends[1] the pressure is the profile times a line from low
 * to high. */
void line_integrals(Run *run, const Grid *grid, const Point ends[2], double low,
                    double high, const Profile *profile, double *out);

/* quadrature.c: the same for a function, to 1e-6 of the total. Returns false
 * with the cell that keeps it from that. */
typedef double PressureAt(void *context, double x, double y);
bool function_integrals(Run *run, const Grid *grid, PressureAt *pressure,
                        void *context, double *out, int *worst);

/* image.c: a PGM file, stretched over the grid. */
void image_integrals(Spec *spec, const Grid *grid, const char *path,
                     Where where, double *out);
/* ---- levels.c: pressure that depends on the normal force --------------- */

enum { LEVELS_MOST = 64 };

/* What fn_range asks for: a count or, where that is 0, a tolerance. */
typedef struct LevelsWanted {
  double range[2]; /* N */
  int count;
  double tolerance;
  Where where;
  /* Of what is interpolated, t from `low` to `high`, where the weights are
   * `exact`; NULL: sum of what the weights are off. */
  double (*error)(void *context, const double *low, const double *high,
                  double t, const double *exact);
  void *context;
} LevelsWanted;

/* Weights in between are interpolated linearly in fn, and clamped beyond. */
typedef struct Levels {
  int count;
  double *fn;   /* ascending; exact in the solver's precision */
  double **all; /* the weights of the whole grid at each */
  /* The largest error between levels: a bound where it is concave between any
   * two, as it is for weights without a turning point of curvature there, and
   * an estimate elsewhere. */
  double error;
} Levels;

/* What in a surface depends on fn: a function(x, y, fn), or a function in the
 * place of a number; or NULL. */
const Value *levels_needed(const Value *surface);
/* Halves the worst interval until enough; the weights at a force as the surface
 * itself has them. */
Levels *levels_choose(Spec *spec, const Value *surface, const Grid *grid,
                      const LevelsWanted *wanted, bool is_float);
double *levels_exact(Spec *spec, const Value *surface, const Grid *grid,
                     double fn);
/* Where fn lies: 0 to 1 from level `below` to the next. */
double levels_place(const Levels *levels, double fn, int *below);
void levels_weights(const Levels *levels, const Grid *grid, double fn,
                    double *out);
/* ---- cubature.c: a few weighted points in the place of many ------------ */

enum { CUBATURE_MOST = 64 };

/* Points with positive weights whose moments are those of others: of all
 * polynomials up to the degree, and of the distance from the centre. */
typedef struct Cubature {
  int count, degree;
  int images;        /* turns and mirrors that leave them as they are */
  double *x, *y, *w; /* from the smallest y, along x first; the sum is 1 */
} Cubature;

/* How bad a rule is; the least is taken. */
typedef double CubatureJudge(void *context, const Cubature *rule);

typedef struct CubatureTask {
  int count;               /* the given points, at most so many: */
  const double *x, *y, *w; /* sum 1 */
  double reach[2]; /* of each of them, half along x and along y: a rule's points
                    * lie within the convex outline of those boxes, and in
                    * holes of at most one box */
  CubatureJudge *judge;
  void *context; /* of the judge */
} CubatureTask;

/* A rule of so many points, as symmetric as those given, of at least that
 * degree; NULL when none was found. Always the same one. */
const Cubature *cubature_find(Run *run, const CubatureTask *task, int count,
                              int degree);

#endif
