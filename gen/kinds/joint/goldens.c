/* goldens.c: golden vectors of a joint. In: a Joint. Out: deflections, speeds,
 * loads and positions, and what the reference's step makes of them.
 *
 * Invariant: inputs are exact in the solver's type. */
#include <math.h>

#include "base/base.h"
#include "plan/plan.h"
#include "kinds/joint/reference.h"

enum { GOLDENS = 6 };

/* Returns an input with few digits, exact in the solver's type. */
static double input(const Joint *j, double value)
{
  const double few = number_rounded(value, 4);
  return j->model.is_float ? float_rounded(few) : few;
}

/* The speed at which the law changes most, or a travel of a limit in a step. */
static double speed_of(const Joint *j, double dt)
{
  if (j->side[0].v_s > 0) return j->side[0].v_s;
  return joint_has_state(j) ? j->side[0].F_s / j->sigma0 / dt : 0.1;
}

static Goldens *goldens_here(const Model *model)
{
  /* Deflection over the limit at rest, and speed over that above. */
  static const double shapes[GOLDENS][2] = {{0, 0.3},    {0.7, 1.2},
                                            {-0.5, 0.8}, {0.9, -0.6},
                                            {0.95, 2.5}, {-0.2, -1.7}};
  const Joint *j = (const Joint *)model;
  const RefJoint r = joint_reference(j);
  const double dt = GOLDEN_DT;
  Goldens *goldens = goldens_new(model->run);
  double *starts = run_doubles(model->run, 4 * GOLDENS);
  double *ends = run_doubles(model->run, 3 * GOLDENS);
  double *tolerances = run_doubles(model->run, 2);
  const JointTolerances t = joint_tolerances(j);
  for (int i = 0; i < GOLDENS; i++) {
    double *s = starts + 4 * i, *e = ends + 3 * i;
    s[2] = j->has_load
               ? input(j, (1 + i) * (j->most_load > 0 ? j->most_load / 8 : 1))
               : 0;
    s[3] = j->position.place == PLACE_NONE
               ? 0
               : input(j, j->position.from + 0.13 * (i + 1) *
                                                 (j->position.length > 0
                                                      ? j->position.length
                                                      : 1));
    s[1] = input(j, shapes[i][1] * speed_of(j, dt));
    if (joint_has_state(j)) {
      const double most = ref_joint_hold(&r, shapes[i][0], s[2], s[3]);
      s[0] = input(j, shapes[i][0] * most / j->sigma0);
      double z = s[0], force;
      ref_joint_step(&r, &z, s[1], s[2], s[3], dt, &force);
      e[0] = golden_digits(force);
      e[1] = golden_digits(z);
    } else {
      e[0] = golden_digits(ref_joint_steady(&r, s[1], s[2], s[3]));
    }
    e[2] = golden_digits(ref_joint_steady(&r, s[1], s[2], s[3]));
    tolerances[0] = fmax(tolerances[0],
                         2 * (t.force + joint_place_blur(j, s[3])) *
                             (fabs(e[0]) + fabs(e[2]) + j->sigma0 * fabs(e[1]) +
                              j->sigma1 * fabs(s[1])));
    tolerances[1] =
        fmax(tolerances[1], 2 * (t.force + joint_place_blur(j, s[3])) *
                                (fabs(s[0]) + fabs(e[1])));
  }
  for (int i = 0; i < 2; i++) tolerances[i] = number_rounded(tolerances[i], 2);
  goldens_number(goldens, "goldens", GOLDENS);
  goldens_number(goldens, "golden_dt", dt);
  goldens_numbers(goldens, "golden_starts", starts, 4 * GOLDENS);
  goldens_numbers(goldens, "golden_ends", ends, 3 * GOLDENS);
  goldens_numbers(goldens, "golden_bars", tolerances, 2);
  return goldens;
}

Goldens *joint_goldens(const Model *model)
{
  static const char *const names[] = {"golden_starts", "golden_ends",
                                      "golden_bars", NULL};
  Goldens *goldens = goldens_here(model);
  goldens_corners(goldens, model, goldens_here, names);
  return goldens;
}
