/* pressing.h: what tests of pressures share: weighted cells of a surface as a
 * spec says it, their moments and differences. */
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

/* A file with those bytes, below TEST_OUT; its path. */
void write_temporary(char path[64], const void *bytes, size_t length);
/* The weights, or an error, of a surface as a spec says it. */
Pressed press_or_fail(const char *surface, int nx, int ny, double sx,
                      double sy);
/* The same; an error fails the test. */
Pressed press(const char *surface, int nx, int ny, double sx, double sy);
void release(Pressed *p);

double weight_at(const Pressed *p, int i, int j);

/* Sum, CoP and mean square distance from the grid's middle, as the cells'
 * constant pressures have them. */
typedef struct Moments {
  double sum, x, y, u;
} Moments;
Moments moments(const Pressed *p);

/* Sum of |a - b| over the cells; of two surfaces, on 0.02 x 0.02 m. */
double difference(const Pressed *a, const Pressed *b);
double difference_of(const char *a, const char *b, int nx, int ny);

#endif
