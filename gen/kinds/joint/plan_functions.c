/* plan_functions.c: the forms of a joint's flow, and the numbers of the
 * functions that stand for libm's. In: a Joint. Out: holes of a Plan. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

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

static bool has_powers(const Joint *j)
{
  return !j->model.is_float && joint_has_state(j) &&
         (joint_is_plain(j) || joint_has_stribeck(j) || j->v_d > 0 ||
          (joint_is_bent(j) && !joint_is_frozen(j)));
}

int joint_powers(const Joint *j)
{
  return has_powers(j) ? POWERS : 0;
}

/* 2^(-k/POWERS) with k in the bits from the POWERS-th part of an exponent on. */
static double power_of(uint64_t k)
{
  const double power = exp2(-(double)k / POWERS);
  uint64_t bits;
  double shifted;
  memcpy(&bits, &power, sizeof bits);
  bits += k << (DBL_MANT_DIG - 1 - BITS);
  memcpy(&shifted, &bits, sizeof shifted);
  return shifted;
}

/* Powers of two, and the polynomial of (1 - 2^(-t/POWERS))/t, |t| <= 1/2,
 * through the nodes of Chebyshev. A solver in float has shorter polynomials,
 * which need no powers. */
static void plan_powers(const Joint *j, Plan *plan)
{
  const bool is_wanted = has_powers(j);
  double *powers = run_doubles(plan->run, POWERS);
  for (uint64_t k = 0; k < POWERS; k++) powers[k] = power_of(k);
  const double node = sqrt(3) / 4, scale = log(2) / POWERS;
  const double high = -expm1(-scale * node) / node,
               low = expm1(scale * node) / node;
  double *rise = run_doubles(plan->run, 3);
  rise[0] = scale;
  rise[1] = (high - low) / (2 * node);
  rise[2] = ((high + low) / 2 - scale) / (node * node);
  plan_flag(plan, "has_powers", is_wanted);
  plan_text(plan, "if_alone", is_wanted ? "int alone, " : "");
  plan_text(plan, "alone", is_wanted ? "1, " : "");
  plan_text(plan, "beside", is_wanted ? "0, " : "");
  plan_number(plan, "power_bits", BITS);
  plan_numbers(plan, "powers", powers, is_wanted ? POWERS : 0);
  plan_numbers(plan, "power_rise", rise, 3);
  plan_text(plan, "power_error", "3e-11");
}

/* The limits of the functions without libm, and of steps that are as nearly all
 * are. */
void joint_plan_functions(const Joint *j, Plan *plan)
{
  const bool is_float = j->model.is_float;
  plan_polynomials(plan);
  /* Powers beyond this one would leave the range of exp. */
  plan_number(plan, "power_most", is_float ? 1e6 : 1e12);
  plan_number(plan, "least_base", is_float ? 1e-30 : 1e-200);
  plan_number(plan, "most_usual", is_float ? 1e10 : 1e100);
  plan_number(plan, "least_usual", is_float ? 1e-15 : 1e-100);
  plan_number(plan, "couple_rounds", 100);
  plan_number(plan, "couple_settled", is_float ? 4e-7 : 4e-15);
  plan_text(
      plan, "greatest",
      print_number(plan->run, &plan->spelling, is_float ? FLT_MAX : DBL_MAX));
  plan_powers(j, plan);
  plan_number(plan, "most_travel", is_float ? 1e9 : 1e15);
}
