/* pressing.h: helpers for tests of pressures: the weights of a surface in Lua
 * text, their moments and differences. */
#ifndef BRISTLE_TESTS_PRESSING_H
#define BRISTLE_TESTS_PRESSING_H

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"

typedef struct Pressed {
  Run *run;
  Spec *spec;
  Grid grid;
  double *w; /* NULL after an error */
  char path[64];
} Pressed;

/* Writes a new file below TEST_OUT with those bytes, and its path. */
void write_temporary(char path[64], const void *bytes, size_t length);
/* Returns the weights of the surface on a grid of nx x ny cells and sx x sy
 * metres, or an error in p.run->error. The caller releases the result. */
Pressed press_or_fail(const char *surface, int nx, int ny, double sx,
                      double sy);
/* Returns the weights; an error fails the test. */
Pressed press(const char *surface, int nx, int ny, double sx, double sy);
void release(Pressed *p);

double weight_at(const Pressed *p, int i, int j);

/* Sum, centre of pressure (m) and mean square distance from the centre of the
 * grid (m^2), for a constant pressure in each cell. */
typedef struct Moments {
  double sum, x, y, u;
} Moments;
Moments moments(const Pressed *p);

/* Returns the sum of |a - b| over the cells. */
double difference(const Pressed *a, const Pressed *b);
/* The same for two surfaces on a grid of 0.02 x 0.02 m. */
double difference_of(const char *a, const char *b, int nx, int ny);

#endif
