/* plan_functions.c: the forms of a joint's flow, and the numbers of the
 * functions that stand for libm's. In: a Joint. Out: holes of a Plan. */
#include <float.h>
#include <math.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "kinds/joint/joint.h"

enum { BITS = 8, POWERS = 1 << BITS };

bool joint_is_bent(const Joint *j)
{
  return j->law == JOINT_LUGRE && j->s_ba > 0;
}

bool joint_is_frozen(const Joint *j)
{
  return j->step == JOINT_EXPONENTIAL && joint_is_bent(j);
}

bool joint_is_plain(const Joint *j)
{
  return !joint_is_bent(j) && j->alpha == 1;
}

/* Which functions of the powers a step calls. */
static bool has_exp_one(const Joint *j)
{
  return joint_has_stribeck(j) || j->v_d > 0 ||
         (joint_is_bent(j) && !joint_is_frozen(j));
}

static bool has_rise_one(const Joint *j)
{
  return joint_is_plain(j) || (joint_is_bent(j) && !joint_is_frozen(j));
}

static bool has_powers(const Joint *j)
{
  return !j->model.is_float && joint_has_state(j) &&
         (has_exp_one(j) || has_rise_one(j));
}

int joint_powers(const Joint *j)
{
  return has_powers(j) ? POWERS : 0;
}

/* Powers of two, and the polynomial of (1 - 2^(-t/POWERS))/t, |t| <= 1/2,
 * through the nodes of Chebyshev. A solver in float has shorter polynomials,
 * which need no powers. A step with branches is no vector code. */
static void plan_powers(const Joint *j, Plan *plan)
{
  const bool is_wanted = has_powers(j);
  double *powers = run_doubles(plan->run, POWERS);
  for (int k = 0; k < POWERS; k++) powers[k] = exp2(-(double)k / POWERS);
  const double node = sqrt(3) / 4, scale = log(2) / POWERS;
  const double high = -expm1(-scale * node) / node,
               low = expm1(scale * node) / node;
  double *rise = run_doubles(plan->run, 3);
  rise[0] = scale;
  rise[1] = (high - low) / (2 * node);
  rise[2] = ((high + low) / 2 - scale) / (node * node);
  plan_flag(plan, "has_powers", is_wanted);
  plan_flag(plan, "has_exp_one", is_wanted && has_exp_one(j));
  plan_flag(plan, "has_rise_one", is_wanted && has_rise_one(j));
  plan_text(plan, "one", is_wanted ? "_one" : "");
  plan_text(plan, "if_alone", is_wanted ? "int alone, " : "");
  plan_text(plan, "alone", is_wanted ? "1, " : "");
  plan_text(plan, "beside",
            !is_wanted          ? ""
            : joint_is_plain(j) ? "0, "
                                : "1, ");
  plan_number(plan, "power_bits", BITS);
  plan_numbers(plan, "powers", powers, is_wanted ? POWERS : 0);
  plan_numbers(plan, "power_rise", rise, 3);
  plan_text(plan, "power_error", "3e-11");
}

/* The exponents and logarithms that the functions without libm need. */
void joint_plan_functions(const Joint *j, Plan *plan)
{
  enum { TERMS = 11 };
  const bool is_float = j->model.is_float;
  const int terms = is_float ? 6 : TERMS;
  double *series = run_doubles(plan->run, TERMS);
  for (int i = 0; i < terms; i++) series[i] = 2.0 / (2 * i + 1);
  plan_polynomials(plan);
  plan_numbers(plan, "log_series", series, (size_t)terms);
  /* Powers beyond this one would leave the range of exp. */
  plan_number(plan, "power_most", is_float ? 1e6 : 1e12);
  plan_number(plan, "power_log", log(is_float ? 1e6 : 1e12));
  plan_number(plan, "least_base", is_float ? 1e-30 : 1e-200);
  plan_number(plan, "exp_most", 64);
  plan_number(plan, "couple_rounds", 100);
  plan_number(plan, "couple_settled", is_float ? 4e-7 : 4e-15);
  plan_text(
      plan, "greatest",
      print_number(plan->run, &plan->spelling, is_float ? FLT_MAX : DBL_MAX));
  plan_powers(j, plan);
  plan_number(plan, "most_travel", is_float ? 1e9 : 1e15);
}
