/* contact_polynomials.c: exp, (1 - exp(-x))/x and the half sine as polynomials.
 * In: the precision. Out: the holes that templates/math.c asks for.
 *
 * Invariant: every polynomial has its error beside it. */
#include "plan/plan.h"
#include "kinds/contact/contact.h"

static const double log2e = 1.4426950408889634;

/* Minimax, relative: 2^-t = even(t^2) + t*odd(t^2) and (1 - 2^-t)/t =
 * even(t^2) + t*odd(t^2) for |t| <= 1/2, sin(pi/2*t)/2 =
 * t*(even(t^4) + t^2*odd(t^4)) for |t| <= 1. Found by Remez' exchange in 50
 * digits. */
typedef struct Polynomials {
  double exp_even[6], exp_odd[5], phi_even[5], phi_odd[5];
  double sine_even[4], sine_odd[4];
  size_t nexp_even, nexp_odd, nphi_even, nphi_odd, nsine;
  const char *exp_error, *phi_error, *sine_error;
} Polynomials;

static const Polynomials in_double = {
    {1.0, 0.24022650695908768, 0.00961812910803489, 0.00015403529960931792,
     1.3215662868185636e-06, 7.037282546384723e-09},
    {-0.6931471805599497, -0.05550410866445852, -0.0013333558228614743,
     -1.525265808400413e-05, -1.0208544417700033e-07},
    {0.6931471805599462, 0.05550410866465316, 0.0013333558200502725,
     1.5252673108017417e-05, 1.0205869496635504e-07},
    {-0.24022650695909856, -0.009618129107736014, -0.00015403530255569823,
     -1.3215541954971223e-06, -7.054911318092095e-09},
    {0.7853981633974475, 0.03984631312257142, 8.022058163704147e-05,
     2.8438846862264073e-08},
    {-0.32298204875308656, -0.0023408770644368832, -1.7994012373904265e-06,
     -3.217420614521006e-10},
    6,
    5,
    5,
    5,
    4,
    "2e-16 before rounding",
    "1.2e-15 before rounding",
    "5e-17 before rounding"};

static const Polynomials in_float = {
    {1.0000000717080622, 0.2402211946084386, 0.009675555099769109},
    {-0.6931469672676659, -0.055507129371929684, -0.0013276593312070116},
    {0.6931471879305019, 0.0555035741347257, 0.0013390746654509153},
    {-0.24022649794876338, -0.00961823751066694, -0.00015403516532163327},
    {0.7853955058769232, 0.03971717330367259},
    {-0.3229464256365971, -0.0021665480434327608},
    3,
    3,
    3,
    3,
    2,
    "8e-8",
    "1.1e-8",
    "3e-7"};

const char *tiny_text(bool is_float)
{
  return is_float ? "1e-30f" : "1e-290";
}

void contact_plan_polynomials(Plan *plan, bool is_float)
{
  const Polynomials *p = is_float ? &in_float : &in_double;
  plan_numbers(plan, "exp_even", p->exp_even, p->nexp_even);
  plan_numbers(plan, "exp_odd", p->exp_odd, p->nexp_odd);
  plan_numbers(plan, "phi_even", p->phi_even, p->nphi_even);
  plan_numbers(plan, "phi_odd", p->phi_odd, p->nphi_odd);
  plan_numbers(plan, "sine_even", p->sine_even, p->nsine);
  plan_numbers(plan, "sine_odd", p->sine_odd, p->nsine);
  plan_text(plan, "exp_error", p->exp_error);
  plan_text(plan, "phi_error", p->phi_error);
  plan_text(plan, "sine_error", p->sine_error);
  plan_number(plan, "log2e", log2e);
  plan_number(plan, "mantissa", is_float ? 23 : 52);
  plan_number(plan, "sign_bit", is_float ? 31 : 63);
  plan_text(plan, "exponent_one", is_float ? "127u" : "1023u");
  plan_text(plan, "bits_type", is_float ? "uint32_t" : "uint64_t");
  plan_text(plan, "magic", is_float ? "12582912.0f" : "6755399441055744.0");
  plan_text(plan, "tiny", tiny_text(is_float));
  enum { TERMS = 14 };
  plan_numbers(plan, "slope", contact_phi_slope(plan->run, TERMS), TERMS);
}
