/* slider.h: declarations for the files of the kind `slider`. Other rooms know
 * the kind by its struct Kind alone. SI units; the Run owns all results. */
#ifndef BRISTLE_SLIDER_H
#define BRISTLE_SLIDER_H

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "verify/verify.h"

typedef struct SliderScenario {
  double duration, dt;
  double q[3], v[3]; /* at the start */
  const Value *load; /* function(t, x, y, angle, vx, vy, w), or NULL */
  double snapshot;   /* s between two outlines of a picture */
} SliderScenario;

typedef struct Slider {
  Model model;
  double mass, inertia, height, mu; /* kg, kg m^2, m, - */
  double e[3];                      /* the ellipsoid: -, -, m */
  bool is_er_computed;              /* from the patch's pressure */
  double gravity[3]; /* m/s^2: along x, along y, into the table */
  double dt;         /* s; 0: dt is an argument */
  Cells cells;       /* the patch, relative to the centre of mass */
  double cop[2];
  Point *corners; /* of the patch's convex hull, counter-clockwise */
  size_t ncorners;
  double inside, outside; /* m: distances below and above which each point is
                           * in the patch, or outside of it */
  const SliderScenario *scenario; /* or NULL */
} Slider;

/* patch.c: reads the patch into cells and corners, and sets e_r if the spec
 * does not. `cells` and `size` (m) are the grid's along x and y. */
void slider_read_patch(Slider *slider, const Value *patch, const int cells[2],
                       const double size[2]);

/* The stages, as kind.h describes them. */
Equations *slider_derive(const Model *model);
Goldens *slider_goldens(const Model *model);
void slider_plan(const Model *model, const Equations *equations,
                 const Goldens *goldens, Plan *plan);
void slider_check(const Model *model, const double *speeds, size_t nspeeds,
                  Report *report);
const Workload *slider_workload(const Model *model);
void slider_verify(const Model *model, const Solver *solver,
                   Verification *verification);
Recording *slider_simulate(const Model *model, const Solver *solver,
                           Progress *progress);
/* Writes the load of the scenario in that state: force and torque at the centre
 * of mass, world axes (N, N m). */
void slider_load(const Slider *slider, double t, const double q[3],
                 const double v[3], double load[3]);
void slider_picture(const Model *model, const Recording *recording,
                    Pictures *pictures);
bool slider_draws_motion(const Model *model);
Net *slider_net(const Model *model, const Solver *solver);
void slider_plot(const Model *model, const Recording *recording,
                 Pictures *pictures);

/* plan.c: returns true if gravity has a component along the table. */
bool slider_is_tilted(const Slider *slider);
/* model.c: returns true if equation (32) may have more than one root: the body
 * is tall and et differs from eo. */
bool slider_has_search(const Slider *slider);
/* model.c: returns true if et and eo are always the same. */
bool slider_is_round(const Slider *slider);
/* model.c: returns the same slider with these values of its tuning. */
const Slider *slider_tuned(const Slider *slider, const double *values);
/* plan.c: the tolerances of an emitted solver against the reference, relative
 * to m|v| and sigma + mu*p_n*e^2/m. */
typedef struct SliderTolerances {
  double step, jacobian, push;
} SliderTolerances;
SliderTolerances slider_tolerances(const Slider *slider);

#endif
