/* cubature.h: what the files that make cubatures share: the points in a frame
 * of their own, their symmetry, and functions that have it.
 *
 * Frame: the centre of the points is the origin, the farthest coordinate 1;
 * points on a line have y = 0. */
#ifndef BRISTLE_CUBATURE_H
#define BRISTLE_CUBATURE_H

#include "base/base.h"

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

typedef struct Scene {
  Run *run;
  int count;
  const double *weights;           /* sum 1 */
  double *x, *y;                   /* in the frame */
  double centre[2], unit, axis[2]; /* the frame's origin, unit and x axis */
  bool is_line;
  int images; /* that leave the points as they are: */
  const double *image[MOST_IMAGES];
  bool has[MOST_IMAGES];
} Scene;

Scene *scene_make(Run *run, int count, const double *x, const double *y,
                  const double *w);
/* A place in the frame as it is outside. */
void scene_outside(const Scene *scene, double x, double y, double out[2]);

/* 1, the distance from the centre, and polynomials by ascending degree, each
 * the mean over its images and about orthonormal; those that the ones before
 * add up to are left out. */
enum {
  MOST_DEGREE = 16,
  MOST_FUNCTIONS = 1 + (MOST_DEGREE + 1) * (MOST_DEGREE + 2) / 2
};

typedef struct Basis {
  const Scene *scene;
  int count;
  int raw[MOST_FUNCTIONS];   /* what each is made of */
  double *rows;              /* [count][count], lower triangle */
  double *targets;           /* means over the points */
  int upto[MOST_DEGREE + 1]; /* functions of at most that degree */
  int degree;                /* the highest */
} Basis;

/* All degrees that have at most so many functions, at least 1. */
Basis *basis_make(const Scene *scene, int most);
/* The first `count` functions at (x, y) and their slopes. */
void basis_at(const Basis *basis, int count, double x, double y, double *values,
              double *by_x, double *by_y);

#endif
