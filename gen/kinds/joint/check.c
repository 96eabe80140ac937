/* check.c: figures of a joint that need no solver. In: a Joint. Out: derived
 * figures, and the lint.
 *
 * Invariant: figures follow from the equations; rules of thumb are lint. */
#include <math.h>

#include "kinds/joint/joint.h"

typedef struct Words {
  const char *x, *v, *f;
} Words;

static Words words_of(const Joint *j)
{
  return j->is_rotary ? (Words){"rad", "rad/s", "N m"}
                      : (Words){"m", "m/s", "N"};
}

static double usual_load(const Joint *j)
{
  return j->most_load;
}

/* ---- passivity
 * --------------------------------------------------------------- */

static double damping_at(const Joint *j, double s)
{
  return j->sigma1 * (j->v_d > 0 ? exp(-(s / j->v_d) * (s / j->v_d)) : 1);
}

/* The least power over s that the axis takes at speed s, over all deflections
 * along v up to the static level. */
static double least_dissipation(const Joint *j, double v)
{
  const double s = fabs(v), load = usual_load(j);
  const double g = joint_level(j, v, load, 1), most = joint_hold(j, v, load, 1);
  const double sigma1 = damping_at(j, s), p = fmin(most, s * sigma1 / 2);
  return s * (sigma1 + j->side[v < 0].sigma2) - s * sigma1 * p / g + p * p / g;
}

/* Returns the speed up to which the axis never gives energy, or infinity. */
static double passive_up_to(const Joint *j, int side)
{
  enum { PER_DECADE = 100, DECADES = 13 };
  const double sign = side ? -1 : 1;
  double below = 1e-8;
  for (int i = 0; i <= PER_DECADE * DECADES; i++) {
    double s = 1e-8 * pow(10, (double)i / PER_DECADE);
    if (least_dissipation(j, sign * s) >= 0) {
      below = s;
      continue;
    }
    for (int k = 0; k < 60; k++) {
      const double middle = (below + s) / 2;
      if (least_dissipation(j, sign * middle) >= 0)
        below = middle;
      else
        s = middle;
    }
    return below;
  }
  return INFINITY;
}

static void report_passivity(const Joint *j, Report *report)
{
  const Words w = words_of(j);
  for (int side = 0; side < 2; side++) {
    if (side && !j->side[1].is_given) return;
    const double speed = passive_up_to(j, side);
    const double load = usual_load(j);
    const double low = j->side[side].F_c + j->mu_c * load;
    const double high = joint_hold(j, side ? -1 : 1, load, 1);
    const double needed = j->sigma1 * (high - low) / low;
    report_number(report, side ? "reverse_passive_up_to" : "passive_up_to",
                  side ? "passive in reverse up to" : "passive up to", speed,
                  w.v);
    if (isfinite(speed))
      report_lint(report, LINT_WARNING, "sigma1",
                  "%sthe axis is passive only up to %.3g %s; at higher speeds "
                  "it can give energy. Let the damping fade with v_d, lower "
                  "sigma1, or raise sigma2 to %.3g (it is %g)",
                  side ? "in reverse " : "", speed, w.v, needed,
                  j->side[side].sigma2);
  }
}

/* ---- figures
 * --------------------------------------------------------------------- */

static void report_level(const Joint *j, Report *report)
{
  const Words w = words_of(j);
  const double load = usual_load(j);
  report_number(report, "F_c", "Coulomb friction", j->side[0].F_c, w.f);
  report_number(report, "breakaway", "breakaway without load",
                joint_hold(j, 1, 0, 1), w.f);
  if (j->side[1].is_given)
    report_number(report, "reverse_breakaway", "breakaway in reverse",
                  joint_hold(j, -1, 0, 1), w.f);
  if (load > 0)
    report_number(report, "loaded_breakaway", "breakaway at the largest load",
                  joint_hold(j, 1, load, 1), w.f);
  if (j->position.place == PLACE_NONE) return;
  report_number(report, "least_factor", "least factor of position",
                j->position.least, "");
  report_number(report, "largest_factor", "largest factor of position",
                j->position.largest, "");
  if (j->position.pieces == 0) return;
  report_integer(report, "position_pieces", "pieces of its table",
                 j->position.pieces, NULL);
  report_number(report, "position_error", "error of its table",
                j->position.error, "of the factor");
}

static void report_bristle(const Joint *j, Report *report)
{
  const Words w = words_of(j);
  if (!joint_has_state(j)) return;
  const double zmax = joint_hold(j, 1, usual_load(j), 1) / j->sigma0;
  const double share = j->s_ba > 0 ? j->s_ba : 0;
  report_number(report, "zmax", "largest deflection at rest", zmax, w.x);
  if (share > 0)
    report_number(report, "elastic", "elastic deflection", share * zmax, w.x);
  if (j->encoder > 0) {
    report_number(report, "zmax_counts", "the same in counts",
                  zmax / j->encoder, "counts of the encoder");
    if (share > 0)
      report_number(report, "elastic_counts", "elastic, in counts",
                    share * zmax / j->encoder, "counts of the encoder");
    if ((share > 0 ? share : 1) * zmax < j->encoder)
      report_lint(report, LINT_NOTE, "encoder",
                  "the encoder does not see presliding (%.2g counts): feed "
                  "forward from the desired speed",
                  (share > 0 ? share : 1) * zmax / j->encoder);
  }
  report_passivity(j, report);
  if (j->s_ba == 0 && j->law == JOINT_LUGRE)
    report_lint(report, LINT_NOTE, "s_ba",
                "a plain LuGre bristle creeps under oscillating loads below "
                "breakaway; s_ba = 0.9 makes it elastic there");
}

static void report_stuck(const Joint *j, double inertia, Report *report)
{
  if (!(inertia > 0) || !joint_has_state(j)) return;
  const double damping = j->sigma1 + j->side[0].sigma2;
  report_number(report, "stuck_frequency", "frequency of the stuck axis",
                sqrt(j->sigma0 / inertia) / (2 * PI), "Hz");
  report_number(report, "stuck_damping", "its damping ratio",
                damping / (2 * sqrt(j->sigma0 * inertia)), "");
  /* Explicit steps: the frequency, and damping over inertia. */
  report_number(report, "explicit_step", "explicit steps of a host, below",
                fmin(2 / sqrt(j->sigma0 / inertia),
                     damping > 0 ? 2 * inertia / damping : INFINITY),
                "s");
}

static void report_rates(const Joint *j, const double *speeds, size_t nspeeds,
                         Report *report)
{
  static const double usual[] = {0.01, 0.1, 1};
  static const char *const columns[] = {"speed", "step"};
  static const char *const titles[][2] = {
      {"speed (m/s)", "largest step (s)"},
      {"speed (rad/s)", "largest step (s)"}};
  const double *list = nspeeds > 0 ? speeds : usual;
  const size_t count = nspeeds > 0 ? nspeeds : COUNT(usual);
  if (!joint_has_state(j)) return;
  double *rows = run_doubles(report->run, 2 * count);
  for (size_t i = 0; i < count; i++) {
    const double zmax = joint_level(j, list[i], usual_load(j), 1) *
                        j->position.least / j->sigma0;
    /* f has slopes up to 1, with s_ba up to pi/(2 (1 - s_ba)). */
    const double steep = j->s_ba > 0 ? PI / 2 / (1 - j->s_ba) : 1;
    rows[2 * i] = list[i];
    rows[2 * i + 1] = 2 * zmax / (fabs(list[i]) * steep);
  }
  report_rows(report, "explicit_rate_steps", "explicit Euler of _rate, below",
              columns, titles[j->is_rotary], 2, rows, count);
}

void joint_check(const Model *model, const double *speeds, size_t nspeeds,
                 Report *report)
{
  const Joint *j = (const Joint *)model;
  const double inertia = j->loop       ? j->loop->inertia
                         : j->scenario ? j->scenario->inertia
                                       : 0;
  report_level(j, report);
  report_bristle(j, report);
  report_stuck(j, inertia, report);
  report_rates(j, speeds, nspeeds, report);
  joint_report_loop(j, report);
}
