/* compensation.c: the numbers of _compensate and _observe, and what check says
 * of them. In: a Joint with a loop. Out: constants, figures, lint.
 *
 * With s = e' + lambda*e the function J s^2/2 + (kp + lambda kd - lambda^2 J)
 * e^2/2 falls but for what the friction model misses, if lambda*J < kd. */
#include <math.h>
#include <string.h>

#include "kinds/joint/joint.h"

bool joint_has_compensation(const Joint *j)
{
  return j->loop != NULL && joint_has_state(j);
}

double joint_lambda(const Joint *j)
{
  const JointLoop *l = j->loop;
  if (j->compensate.lambda > 0) return j->compensate.lambda;
  return fmin(sqrt(l->kp / l->inertia), l->kd / (2 * l->inertia));
}

double joint_usual_level(const Joint *j)
{
  const double level = j->side[0].F_c + j->mu_c * j->most_load / 2;
  return level > 0 ? level : j->mu_c;
}

double joint_adaptation(const Joint *j)
{
  const double level = j->usual_level;
  return j->loop->kp /
         (j->compensate.bandwidth * joint_lambda(j) * level * level);
}

bool joint_tunes_loop(const Joint *j)
{
  static const char *const names[] = {"inertia", "kp", "kd"};
  for (size_t i = 0; i < COUNT(names); i++)
    if (tuning_has(j->model.tuning, names[i])) return true;
  return false;
}

void joint_name_compensation(Equations *e, const Joint *j)
{
  const JointCompensate *c = &j->compensate;
  if (!joint_has_compensation(j)) return;
  if (!joint_tunes_loop(j)) {
    equations_parameter(e, "lambda", joint_lambda(j),
                        "1/s, an error of position becomes a speed");
    equations_parameter(e, "adaptation",
                        isfinite(c->bandwidth) ? joint_adaptation(j) : 0,
                        "kp/(bandwidth*lambda*F_c^2)");
    return;
  }
  equations_parameter(e, "inertia", j->loop->inertia, "of the axis");
  equations_parameter(e, "kp", j->loop->kp, "gain of the position's error");
  equations_parameter(e, "kd", j->loop->kd, "gain of the speed's error");
  if (c->lambda > 0)
    equations_parameter(e, "lambda", c->lambda,
                        "1/s, an error of position becomes a speed");
  else {
    equations_formula(e, "lambda_free", "sqrt(kp/inertia)", "1/s, lambda");
    equations_formula(e, "lambda_most", "kd/(2*inertia)", "1/s, at most this");
  }
  const double level = j->usual_level;
  equations_parameter(
      e, "adapts",
      isfinite(c->bandwidth) ? 1 / (c->bandwidth * level * level) : 0,
      "1/(bandwidth*F_c^2)");
  equations_formula(e, "adaptation_lambda", "kp*adapts",
                    "the adaptation times lambda");
}

/* The least of both margins over the box of the tuning, if there is one. */
static void margins(const Joint *j, double least[2])
{
  const Tuning *tuning = j->model.tuning;
  const size_t corners = tuning ? tuning_corners(tuning) : 1;
  double *values = run_doubles(j->model.run, tuning ? tuning->count : 1);
  least[0] = least[1] = INFINITY;
  for (size_t i = 0; i < corners; i++) {
    if (tuning) tuning_point(tuning, i, values);
    const Joint *at = tuning ? joint_tuned(j, values) : j;
    const JointLoop *l = at->loop;
    least[0] = fmin(least[0], l->kd / (joint_lambda(at) * l->inertia));
    least[1] = fmin(least[1], at->sigma1 * l->kd / (at->sigma0 * l->inertia));
  }
}

void joint_report_loop(const Joint *j, Report *report)
{
  double least[2];
  if (!joint_has_compensation(j)) return;
  margins(j, least);
  report_number(report, "lambda", "lambda of _compensate", joint_lambda(j),
                "1/s");
  report_number(report, "loop_margin", "kd/(lambda*inertia), above 1", least[0],
                "");
  report_number(report, "observer_margin",
                "sigma1*kd/(sigma0*inertia), above 1", least[1], "");
  if (!(least[0] > 1))
    report_lint(report, LINT_WARNING, "compensate.lambda",
                "lambda*inertia must be below kd for the proof of _compensate "
                "to hold: take lambda = %.3g or less, or raise kd",
                j->loop->kd / (2 * j->loop->inertia));
  if (!(least[1] > 1))
    report_lint(report, LINT_NOTE, "loop",
                "sigma1*kd is %.2g of sigma0*inertia: the theorem of the "
                "friction observer does not cover this loop; _observe is for "
                "looking, _compensate for feed-forward",
                least[1]);
  const double nyquist = j->loop->rate / 2;
  if (j->loop->filter > nyquist)
    report_lint(report, LINT_WARNING, "loop.filter",
                "the filter of the speed, %.3g Hz, is above half the rate of "
                "the loop, %.3g Hz",
                j->loop->filter, nyquist);
}
