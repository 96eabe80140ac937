/* sliding.h: sliders for tests, from their keys to compiled steps, and the same
 * body of the reference. */
#ifndef BRISTLE_TESTS_SLIDING_H
#define BRISTLE_TESTS_SLIDING_H

#include "base/base.h"
#include "backend/backend.h"
#include "support/emitting.h"
#include "kinds/slider/reference.h"

typedef struct Sliding {
  Emission emission;
  const Slider *slider;
  RefSlider reference;
  const Solver *solver;
  void *state;
} Sliding;

/* Loads `return slider { name = "body", KEYS }` with the formatted KEYS. An
 * error fails the test. */
Sliding sliding_open(const Backend *backend, const char *format, ...)
    PRINTF_LIKE(2, 3);
void sliding_close(Sliding *sliding);
/* Makes a slider with this mass, ..., e, gravity into the table, on a square of
 * 0.1 m. */
Sliding sliding_body(const Backend *backend, double mass, double inertia,
                     double height, double mu, const double e[3],
                     double gravity);

/* Makes one step; q and v may be NULL at the end, out too. */
int sliding_step(const Sliding *sliding, double q[3], double v[3],
                 const double load[3], double dt, double out[6]);

#endif
