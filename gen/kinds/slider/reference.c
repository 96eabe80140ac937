/* reference.c: makes the slider of the reference. In: a Slider. Out: a
 * RefSlider.
 *
 * Invariant: no number comes from emitted code. */
#include <string.h>

#include "base/base.h"
#include "kinds/slider/reference.h"

RefSlider slider_reference(const Slider *s)
{
  RefSlider r = {.mass = s->mass,
                 .inertia = s->inertia,
                 .height = s->height,
                 .mu = s->mu,
                 .corners = s->ncorners};
  memcpy(r.e, s->e, sizeof r.e);
  memcpy(r.gravity, s->gravity, sizeof r.gravity);
  double *corners = run_doubles(s->model.run, 2 * s->ncorners);
  for (size_t i = 0; i < s->ncorners; i++) {
    corners[2 * i] = s->corners[i].x;
    corners[2 * i + 1] = s->corners[i].y;
  }
  r.patch = corners;
  return r;
}
