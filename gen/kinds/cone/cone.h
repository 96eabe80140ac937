/* cone.h: declarations for the files of the kind `cone`. Other rooms know
 * the kind by its struct Kind alone. SI units; the Run owns all results. */
#ifndef BRISTLE_CONE_H
#define BRISTLE_CONE_H

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/polytope.h"
#include "plan/plan.h"
#include "verify/verify.h"

typedef enum ConeForm { CONE_POINT, CONE_PATCH, CONE_WRENCH } ConeForm;
typedef enum ConeApproximation {
  CONE_INNER,
  CONE_OUTER,
  CONE_EXACT
} ConeApproximation;

/* The most components of a force or wrench: (x, y), (x, y, z), (fx, fy, tau,
 * fn) at the grid centre, (fx, fy, fz, tx, ty, tz) at the origin of the patch.
 */
enum { CONE_MOST = 6 };

typedef struct Cone {
  Model model;
  ConeForm form;
  ConeApproximation approximation;
  int n; /* components */
  int faces;
  double mu, f_min, f_max;         /* N; f_max may be infinite */
  bool has_h, has_v, is_runtime;   /* the axes are those of the contact */
  double normal[3], tangent[2][3]; /* unit; point contacts */
  double guard; /* factor of mu that keeps rounding on the safe side */
  /* Rows a.x <= b of unit length in the metric: the facets, then f_max, then
   * f_min; no rows if the cone is exact. */
  int nfacets, nrows;
  double *A, *b;
  /* Extreme rays with normal force 1; vertices of the set with its limits, at
   * the lower limit first. */
  int nrays, nvertices;
  double *rays, *vertices;
  /* Of a point: the facets' slope and the rays' over mu. */
  double depth, reach;
  /* The metric divides torques by `length`, m. Torques are about `cop`: the
   * centre of pressure of a patch, or the mean of an outline's corners. */
  double length, cop[2];
  /* Patches. */
  Cells cells;
  PatchBody *body;
  const Polytope *inner, *outer;
  double gap;           /* distance of inner and outer */
  const Point *corners; /* of the support polygon */
  int ncorners;
} Cone;

/* Returns true if the projection is a closed form. */
bool cone_is_closed(const Cone *cone);
/* Returns the largest number that a function takes, N or N m. */
double cone_most_force(const Cone *cone);
/* Returns the normal force of x. */
double cone_load(const Cone *cone, const double *x);
/* The first two convert a row and a force from the metric's numbers to the
 * user's numbers; the third converts a force back. */
void cone_metric_row(const Cone *cone, const double *row, double *out);
void cone_from_metric(const Cone *cone, const double *z, double *out);
void cone_to_metric(const Cone *cone, const double *x, double *out);

/* shape.c: writes the direction at the angle pi*halves/faces, 0 <= halves <
 * 2*faces: exact at multiples of pi/2, with equal digits at mirror images. */
void cone_direction(int halves, int faces, double direction[2]);
/* shape.c: facets and rays. */
void cone_shape_point(Cone *cone);
void cone_shape_patch(Cone *cone);
/* wrench.c: the outline of a patch, and the cone of its wrenches. */
void cone_read_outline(Cone *cone, const Value *patch);
void cone_shape_wrench(Cone *cone);
/* Returns the most faces whose cone has at most that many rows; 0: none. */
int cone_wrench_faces(const Cone *cone, int most);
/* Adds the limits of the normal force as last rows, and the vertices. */
void cone_shape_limits(Cone *cone);
/* Writes two tangents that form a right-handed frame with the unit normal. */
void cone_tangents(const double normal[3], double tangent[2][3]);

/* tune.c: reads the key tune. */
void cone_read_tuning(Cone *cone, const Value *value);
/* Returns the cone with these values of its tuning, with rows and rays. */
const Cone *cone_tuned(const Cone *cone, const double *values);
/* Returns a load within the limits, N. */
double cone_middle_load(const Cone *cone);
/* model.c: makes the polytopes of a patch with that many faces each, or ends
 * the run. */
void cone_patch_fit(Cone *cone, int faces, const Polytope **inner,
                    const Polytope **outer);

/* plan.c: returns by how much the projection may violate a row, relative to the
 * size of the force. */
double cone_tolerance(const Cone *cone);
/* Tolerances of margins and of nearest points, relative to the size of the
 * force and of the limits. */
double cone_margin_tolerance(const Cone *cone);
double cone_nearest_tolerance(const Cone *cone);
/* plan_example.c: fills the holes of the example. */
void cone_plan_example(const Cone *cone, Plan *plan);
Goldens *cone_goldens(const Model *model);
Equations *cone_derive(const Model *model);
void cone_plan(const Model *model, const Equations *equations,
               const Goldens *goldens, Plan *plan);
void cone_check(const Model *model, const double *speeds, size_t nspeeds,
                Report *report);
Net *cone_net(const Model *model, const Solver *solver);
void cone_plot(const Model *model, const Recording *recording,
               Pictures *pictures);
const Workload *cone_workload(const Model *model);
void cone_verify(const Model *model, const Solver *solver,
                 Verification *verification);

#endif
