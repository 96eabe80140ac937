/* net.c: the friction ellipsoid of a slider to turn, by the solver's own
 * `_friction`. In: a Slider, its solver. Out: a Net; forces over the largest
 * force, torques over the largest torque. */
#include <math.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "kinds/slider/slider.h"

enum { ROWS = 33, COLUMNS = 64 };

/* Writes the friction of a slip with that direction in the ellipsoid's metric.
 */
static void friction_at(const Slider *s, const Solver *solver,
                        const double direction[3], double force[3])
{
  double twist[3], point[2];
  for (int d = 0; d < 3; d++) twist[d] = direction[d] / s->e[d];
  const double *const in[] = {twist};
  double *const out[] = {force, point};
  solver_call(s->model.run, solver, "friction", NULL, in, out);
}

Net *slider_net(const Model *model, const Solver *solver)
{
  const Slider *s = (const Slider *)model;
  if (!solver_has(solver, "friction")) return NULL;
  Net *surface = net_new(model->run, ROWS, COLUMNS);
  surface->names[0] = "fx", surface->names[1] = "fy";
  surface->names[2] = "torque";
  double most[3] = {0};
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      const double up = PI * (i / (ROWS - 1.0) - 0.5);
      const double turn = 2 * PI * j / COLUMNS;
      const double direction[3] = {cos(up) * cos(turn), cos(up) * sin(turn),
                                   sin(up)};
      double *point = surface->points[i * COLUMNS + j];
      friction_at(s, solver, direction, point);
      for (int d = 0; d < 3; d++) most[d] = fmax(most[d], fabs(point[d]));
    }
  const double force = fmax(most[0], most[1]);
  if (!(force > 0) || !(most[2] > 0)) return NULL;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    for (int d = 0; d < 3; d++)
      surface->points[i][d] /= d < 2 ? -force : -most[2];
  surface->caption = run_printf(
      model->run,
      "The friction that the solver gives for all slips: an ellipsoid; forces "
      "over %.4g N, the torque over %.4g N m.",
      force, most[2]);
  return surface;
}
