/* inside.h: declarations that the files of the pressure room share: integrals
 * of the pressure of one surface over the cells, and the symmetry and functions
 * of cubatures. Units and ownership are those of pressure.h. */
#ifndef BRISTLE_PRESSURE_INSIDE_H
#define BRISTLE_PRESSURE_INSIDE_H

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"

/* ---- surface.c -------------------------------------------------------------
 */

/* Where and how accurately a surface is integrated. */
typedef struct Area {
  const Grid *whole; /* the spec's grid, which the surface must fit */
  const Grid
      *grid;       /* the cells, around `at`; no pressure lies beyond `whole` */
  double at[2];    /* m */
  double accuracy; /* of a function's integrals, of their total */
  bool is_flat; /* every pressure that is not 0 counts as 1: integrals are areas
                 */
  bool is_rubbed; /* every pressure is multiplied by the key mu of its part */
  bool is_factor; /* the integrals are those of friction_map, no pressure */
} Area;

/* The keys of a part of a sum: share, 0 without that key; mu, 1 without. */
typedef struct PartKeys {
  double share, mu;
} PartKeys;

/* Returns the integral of the pressure of one surface, no sum, over each cell.
 * Writes its keys. */
double *surface_integrals(Spec *spec, const Value *surface, const Area *area,
                          PartKeys *keys);

/* ---- profile.c: f(lambda), lambda from 0 in the middle to 1 at the rim -----
 */

typedef enum ProfileKind {
  PROFILE_UNIFORM, /* f = 1 */
  PROFILE_HERTZ,   /* f = sqrt(1 - lambda^2) */
  PROFILE_SOFT     /* f = (1 - lambda^k)^(1/k) */
} ProfileKind;

typedef struct Profile {
  ProfileKind kind;
  double k;
  const struct ProfileTable *table; /* of PROFILE_SOFT */
} Profile;

Profile profile_make(Run *run, ProfileKind kind, double k);
/* Writes the integrals of f and f*lambda from 0 to lambda. They are constant
 * from lambda = 1 on. Does not allocate. */
void profile_moments(const Profile *profile, double lambda, double out[2]);

/* ---- words.c ---------------------------------------------------------------
 */

/* The values of all keys; a word fills those that it has. */
typedef struct Surface {
  double radius, inner, outer, at[2], size[2], angle, length, low, high, share,
      floor, mu;
  const Value *profile, *items;
} Surface;

enum { SURFACE_WORDS = 8 };

/* Reads the keys of a surface's word. Returns the index of the word in the list
 * of surface_words, or -1 if the value has no such word. */
int surface_read(Run *run, const Value *value, Surface *surface);
/* Reads the key profile; NULL is the uniform one. */
Profile surface_profile(Run *run, const Value *value);

/* ---- ring.c, polygon.c, line.c, quadrature.c, image.c ----------------------
 * Each writes the integrals of a pressure over the cells to `out`, which is 0
 * before. The pressure of a profile is 1 in the middle. */

/* A ring, or a disc if `inner` is 0. */
void ring_integrals(Run *run, const Grid *grid, const double at[2],
                    double inner, double outer, const Profile *profile,
                    double *out);

/* A polygon: counter-clockwise, without self-intersection, and convex unless
 * the profile is uniform. */
void polygon_integrals(Run *run, const Grid *grid, const Point *corners,
                       size_t count, const Profile *profile, double *out);
/* Returns the area, m^2; negative if the corners are clockwise. */
double polygon_area(const Point *corners, size_t count);
bool polygon_is_convex(const Point *corners, size_t count);
/* Returns true and writes the first two edges that touch or cross; returns
 * false if there are none. Edge i is from corner i to the next. */
bool polygon_crossing(const Point *corners, size_t count, size_t edges[2]);

/* A line: along ends[0] -> ends[1] the pressure is the profile times a linear
 * function from `low` to `high`; integrals are over the length. */
void line_integrals(Run *run, const Grid *grid, const Point ends[2], double low,
                    double high, const Profile *profile, double *out);

/* A function, to `accuracy` of the total. Returns false and writes the cell
 * with the largest error to *worst if that accuracy is not reached. */
typedef double PressureAt(void *context, double x, double y);
bool function_integrals(Run *run, const Grid *grid, PressureAt *pressure,
                        void *context, double accuracy, double *out,
                        int *worst);

/* Writes the numbers of pixels of a PGM file along x and y. */
void image_size(Run *run, const char *path, Where where, int *nx, int *ny);
/* A PGM file, stretched over the grid; white is 1, and pixels below `floor`
 * count as black. Adds the file to the hash of the spec. `where` stands in
 * messages. */
void image_integrals(Spec *spec, const Grid *grid, const char *path,
                     double floor, Where where, double *out);
/* Returns the path of the file that the word image names. */
const char *image_path(const Spec *spec, const Value *image);

/* ---- basis.c: the symmetry of points, and functions with that symmetry -----
 */

/* Images under quarter turns and mirrors: (x, y) -> (a x + b y, c x + d y). */
enum {
  IMAGE_SAME,
  IMAGE_MIRROR_X,
  IMAGE_MIRROR_Y,
  IMAGE_HALF_TURN,
  IMAGE_SWAP,
  IMAGE_LEFT_TURN,
  IMAGE_RIGHT_TURN,
  IMAGE_SWAP_BACK,
  MOST_IMAGES
};

/* Weighted points in a frame of their own: their centre is the origin, and the
 * largest coordinate is 1. Points on a line have y = 0. */
typedef struct PointSet {
  Run *run;
  int count;
  const double *weights;           /* the sum is 1 */
  double *x, *y;                   /* in the frame */
  double centre[2], unit, axis[2]; /* origin, unit and x axis of the frame, m */
  bool is_line;
  int images;                       /* number of images that keep the points */
  const double *image[MOST_IMAGES]; /* a, b, c, d of each of them */
  bool has[MOST_IMAGES];            /* for each image: it keeps the points */
} PointSet;

/* Keeps `w`, which must live as long as the run, and copies x and y. */
PointSet *points_make(Run *run, int count, const double *x, const double *y,
                      const double *w);
/* Writes the place, in metres, of the point (x, y) of the frame. */
void points_place(const PointSet *points, double x, double y, double out[2]);

enum {
  MOST_DEGREE = 16,
  MOST_FUNCTIONS = 1 + (MOST_DEGREE + 1) * (MOST_DEGREE + 2) / 2
};

/* Linearly independent functions with the symmetry of the points: 1, the
 * distance from the centre, and means of polynomials over the images, by
 * ascending degree. They are about orthonormal over the points. */
typedef struct Basis {
  const PointSet *points;
  int count;
  int raw[MOST_FUNCTIONS];   /* the raw function that each is made of */
  double *rows;              /* [count][count], lower triangle */
  double *targets;           /* [count]: means over the points */
  int upto[MOST_DEGREE + 1]; /* number of functions of at most that degree */
  int degree;                /* the highest degree */
} Basis;

/* Returns the functions of all degrees that have at most `most` functions, but
 * at least of degree 1. */
Basis *basis_make(const PointSet *points, int most);
/* Writes the first `count` functions and their derivatives at (x, y) of the
 * frame. Does not allocate. */
void basis_at(const Basis *basis, int count, double x, double y, double *values,
              double *by_x, double *by_y);

#endif
