/* numerics.c: numbers of arithmetic in double and in float: the tiny number
 * next to 0, the tolerance of iterations, the polynomials of emitted functions.
 * In: the precision. Out: these numbers, and the holes of
 * templates/common/math.c.
 *
 * Invariant: the text of each polynomial's error stands beside it. */
#include "polynomials.h"

#include "plan/plan.h"

static const Numerics in_double = {.tiny = BR_TINY, .settled = 4e-15};
static const Numerics in_float = {.tiny = BR_TINY_FLOAT, .settled = 5e-7};

const Numerics *numerics_of(bool is_float)
{
  return is_float ? &in_float : &in_double;
}

const char *tiny_text(const Plan *plan)
{
  const double tiny = numerics_of(plan->model->is_float)->tiny;
  return print_number(plan->run, &plan->spelling, tiny);
}

/* ---- polynomials -------------------------------------------------------- */

typedef struct Coefficients {
  const char *name; /* of the hole */
  const double *in_double, *in_float;
  size_t ndouble, nfloat;
} Coefficients;

#define BOTH(list) list, list##_float, COUNT(list), COUNT(list##_float)
static const Coefficients coefficients[] = {
    {"exp_even", BOTH(br_exp_even)},   {"exp_odd", BOTH(br_exp_odd)},
    {"phi_even", BOTH(br_phi_even)},   {"phi_odd", BOTH(br_phi_odd)},
    {"sine_even", BOTH(br_sine_even)}, {"sine_odd", BOTH(br_sine_odd)},
    {"short_exp", BOTH(br_short_exp)}};
#undef BOTH

/* The derivative of phi(x) = (1 - exp(-x))/x is -sum (n+1)/(n+2)! (-x)^n. */
static double *phi_slope(Run *run, int terms)
{
  double *slope = run_doubles(run, (size_t)terms);
  double factorial = 2;
  for (int n = 0; n < terms; n++, factorial *= n + 2)
    slope[n] = (n % 2 ? 1 : -1) * (n + 1) / factorial;
  return slope;
}

static void plan_errors(Plan *plan, bool is_float)
{
  plan_text(plan, "short_exp_error", is_float ? "7.5e-8" : "4e-14");
  plan_text(plan, "root_guess",
            is_float ? "0x5f375a86u" : "0x5fe6eb50c7b537a9u");
  plan_text(plan, "exp_error", is_float ? "8e-8" : "2e-16 before rounding");
  plan_text(plan, "phi_error", is_float ? "1.1e-8" : "1.2e-15 before rounding");
  plan_text(plan, "sine_error", is_float ? "3e-7" : "5e-17 before rounding");
}

void plan_short_sine(Plan *plan, const char *name, double factor)
{
  const bool is_float = plan->model->is_float;
  const double *list = is_float ? br_short_sine_float : br_short_sine;
  const size_t count =
      is_float ? COUNT(br_short_sine_float) : COUNT(br_short_sine);
  double *scaled = run_doubles(plan->run, count);
  for (size_t i = 0; i < count; i++) scaled[i] = factor * list[i];
  plan_numbers(plan, name, scaled, count);
}

void plan_polynomials(Plan *plan)
{
  enum { TERMS = 14 };
  const bool is_float = plan->model->is_float;
  for (size_t i = 0; i < COUNT(coefficients); i++) {
    const Coefficients *c = &coefficients[i];
    plan_numbers(plan, c->name, is_float ? c->in_float : c->in_double,
                 is_float ? c->nfloat : c->ndouble);
  }
  plan_errors(plan, is_float);
  plan_number(plan, "log2e", BR_LOG2E);
  plan_number(plan, "exp_cut", EXP_CUT);
  plan_number(plan, "mantissa", is_float ? 23 : 52);
  plan_number(plan, "sign_bit", is_float ? 31 : 63);
  plan_text(plan, "exponent_one", is_float ? "127u" : "1023u");
  plan_text(plan, "bits_type", is_float ? "uint32_t" : "uint64_t");
  plan_text(plan, "magic",
            is_float ? run_printf(plan->run, "%.1ff", BR_MAGIC_FLOAT)
                     : run_printf(plan->run, "%.1f", BR_MAGIC));
  plan_text(plan, "tiny", tiny_text(plan));
  plan_numbers(plan, "slope", phi_slope(plan->run, TERMS), TERMS);
}
