/* plot.c: pictures of a joint: the level over the speed, loops of small
 * motions, P(q), and the motion of its scenario. In: a Joint, a recording. Out:
 * Pictures.
 *
 * Invariant: the curves are those of the reference. */
#include <math.h>

#include "kinds/joint/joint.h"

bool joint_draws_motion(const Model *model)
{
  return ((const Joint *)model)->scenario != NULL;
}

static void plot_speeds(const Joint *j, Pictures *pictures)
{
  enum { POINTS = 160 };
  Plan *plan = picture_new(pictures, "speed", "joint/speed.gp", 900, 420);
  const double unit = j->side[0].v_s > 0 ? j->side[0].v_s : 0.1;
  const double loads[] = {0, j->most_load / 2, j->most_load};
  const int nloads = j->most_load > 0 ? 3 : 1;
  plan_flag(plan, "is_rotary", j->is_rotary);
  plan_number(plan, "lines", nloads);
  plan_row(plan, "loads", 3, loads);
  for (int side = 0; side < 2; side++)
    for (int l = 0; l < nloads; l++)
      for (int i = 0; i < POINTS; i++) {
        const double s = unit * pow(10, -2 + 3.5 * i / (POINTS - 1));
        const double v = side ? -s : s;
        const double force =
            joint_level(j, v, j->most_load > 0 ? loads[l] : 1, 1) +
            j->side[side].sigma2 * s;
        const double row[] = {s, force};
        plan_row(plan, side ? "reverse" : "forward", 2, row);
      }
  plan_number(plan, "points", POINTS);
  plan_flag(plan, "has_reverse", j->side[1].is_given != 0);
}

/* The change of u over a small travel, by the law itself. */
static double yield(const Joint *j, double u)
{
  if (j->alpha != 1) return copysign(pow(fabs(1 - u), j->alpha), 1 - u);
  if (!(j->s_ba > 0) || u >= 1) return 1 - u;
  if (u <= j->s_ba) return 1;
  const double middle = (1 + j->s_ba) / 2;
  return 1 - u * (1 + sin(PI * (u - middle) / (1 - j->s_ba))) / 2;
}

/* Plans slow loops of four amplitudes of travel, in breakaways. */
static void plot_loops(const Joint *j, Pictures *pictures)
{
  enum { TURNS = 3, PER_TURN = 400 };
  static const double amplitudes[] = {0.5, 1, 2, 5};
  Plan *plan = picture_new(pictures, "loops", "joint/loops.gp", 720, 560);
  const double load = j->most_load > 0 ? j->most_load : 1;
  const double level = joint_level(j, 1e-9, load, 1);
  const double zmax = level / j->sigma0;
  plan_flag(plan, "is_rotary", j->is_rotary);
  plan_number(plan, "per_loop", PER_TURN + 1);
  for (size_t a = 0; a < COUNT(amplitudes); a++) {
    double u = 0, x = 0;
    for (int i = 0; i <= TURNS * PER_TURN; i++) {
      const double at = amplitudes[a] * sin(2 * PI * i / PER_TURN);
      const double h = (at - x) / 64, side = h < 0 ? -1 : 1;
      for (int k = 0; k < 64; k++) { /* midpoint */
        const double middle = u + h / 2 * yield(j, u * side);
        u += h * yield(j, middle * side);
      }
      x = at;
      const double row[] = {1e3 * x * zmax, level * u};
      if (i >= (TURNS - 1) * PER_TURN) plan_row(plan, "loops", 2, row);
    }
  }
  plan_row(plan, "amplitudes", COUNT(amplitudes), amplitudes);
}

static void plot_place(const Joint *j, Pictures *pictures)
{
  enum { POINTS = 600 };
  const JointPosition *p = &j->position;
  Plan *plan = picture_new(pictures, "position", "joint/position.gp", 720, 360);
  const double from = p->length > 0 ? p->from : -1;
  const double length = p->length > 0 ? p->length : 2;
  plan_flag(plan, "is_rotary", j->is_rotary);
  for (int i = 0; i <= POINTS; i++) {
    const double q = from + length * i / POINTS;
    const double row[] = {q, joint_factor(j, q)};
    plan_row(plan, "factors", 2, row);
  }
}

void joint_picture(const Model *model, const Recording *recording,
                   Pictures *pictures)
{
  static const Panel panels[] = {
      {{"position", 1, 1, false}, {"speed", 2, 1, false}},
      {{"friction", 3, 1, false}, {"drive", 5, 1, false}},
      {{"deflection", 4, 1, false}, {NULL, 0, 0, false}}};
  (void)model;
  picture_motion(pictures, recording, panels, COUNT(panels), NULL);
}

void joint_plot(const Model *model, const Recording *recording,
                Pictures *pictures)
{
  const Joint *j = (const Joint *)model;
  plot_speeds(j, pictures);
  if (joint_has_state(j)) plot_loops(j, pictures);
  if (j->position.place != PLACE_NONE) plot_place(j, pictures);
  if (recording) joint_picture(model, recording, pictures);
}
