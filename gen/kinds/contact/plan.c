/* plan.c: the common part of the plans of all contacts: laws and their slopes
 * as C text, figures, the descriptor. In: a Contact and its equations. Out: the
 * holes of templates that all contacts use.
 *
 * Invariant: nothing here depends on the representation of the contact. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "pressure/pressure.h"
#include "plan/plan.h"
#include "kinds/contact/area.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/contact.h"

/* ---- code -------------------------------------------------------------- */

bool contact_block_has(const Block *const *blocks, size_t count,
                       const char *symbol)
{
  for (size_t i = 0; i < count; i++)
    if (blocks[i] && block_has(blocks[i], EXPR_SYMBOL, symbol)) return true;
  return false;
}

static void plan_slopes(const Contact *c, const Equations *equations,
                        Plan *plan)
{
  static const char *const pieces[][2] = {
      {"transition slopes", "transition_slopes"},
      {"plastic slopes", "plastic_slopes"},
      {"fading slopes", "fading_slopes"}};
  const bool is_there[] = {c->lugre.s_ba > 0, true, c->lugre.v_d > 0};
  int operations = 0;
  for (size_t i = 0; i < 3; i++) {
    if (!is_there[i]) continue;
    const Block *block = equations_get(equations, pieces[i][0]);
    plan_block(plan, pieces[i][1], block);
    operations = (int)fmax(operations, block_operations(block));
  }
  const Block *rate = equations_get(equations, "rate_jac");
  const Block *step = equations_get(equations, "step_jac");
  plan_block(plan, "rate_slopes", rate);
  plan_block(plan, "step_slopes", step);
  plan_figure(plan, "rate_jac_operations", operations + block_operations(rate));
  plan_figure(plan, "step_jac_operations", operations + block_operations(step));
}

/* Plans what _tune checks beside the ranges, and the rest of a tuning. */
static void plan_tuning(const Contact *c, const Equations *equations,
                        Plan *plan)
{
  const Tuning *tuning = c->model.tuning;
  const bool has_mu = tuning_has(tuning, "mu_c") || tuning_has(tuning, "mu_s");
  plan->threads_tuning = true;
  plan_flag(plan, "shortens", contact_shortens(c));
  plan_flag(plan, "has_cells", !contact_is_reduced(c));
  plan_flag(plan, "has_tuned_inertia", contact_has_tuned_body(c));
  if (contact_has_reach(c) && contact_shortens(c))
    plan_number(plan, "longest", contact_longest(c));
  if (!tuning) return;
  if (contact_shortens(c))
    plan_number(plan, "stretch", contact_stretch_factor(c));
  plan_flag(plan, "has_tuned_levels",
            has_mu && (c->lugre.has_mu_s || c->lugre.stribeck));
  plan_flag(plan, "has_sigma0", tuning_has(tuning, "sigma0"));
  plan_number(plan, "most_ratio", LUGRE_MOST_RATIO);
  plan_block(plan, "derived", equations_get(equations, "derived"));
}

/* The functions that templates call: log in the exact limit surface of cells,
 * an angle's where the contact turns with its body. */
static void plan_calls(const Contact *c, const Equations *equations,
                       BitsUse bits, Plan *plan)
{
  const char *called[4] = {"sqrt"};
  size_t count = 1;
  if (c->form == CONTACT_DISTRIBUTED) called[count++] = "log";
  if (c->body && c->body->frame == 1) {
    called[count++] = "sin";
    called[count++] = "cos";
  }
  plan_own_functions(plan, equations, called, count, bits);
}

void contact_plan_laws(const Contact *c, const Equations *equations,
                       bool reads_sign, Plan *plan)
{
  const Lugre *f = &c->lugre;
  const Block *zmax = equations_get(equations, "zmax");
  const Block *damping = equations_get(equations, "damping");
  plan_block(plan, "zmax", zmax);
  plan_block(plan, "damping", damping);
  const bool has_exp =
      c->step == STEP_EXPONENTIAL ||
      (!f->stribeck && (block_has(zmax, EXPR_FUNCTION, "exp") ||
                        block_has(damping, EXPR_FUNCTION, "exp")));
  plan_flag(plan, "has_exp", has_exp);
  /* Three bristles take few exponentials, so that the text counts. */
  plan_flag(plan, "shares_exp",
            c->step == STEP_EXPONENTIAL && c->model.is_float &&
                (c->form == CONTACT_REDUCED || c->form == CONTACT_ELLIPSOID));
  plan_flag(plan, "has_fading", f->v_d > 0);
  plan_flag(plan, "is_elastoplastic", f->s_ba > 0);
  plan_flag(plan, "is_viscous", lugre_is_viscous(f));
  plan_number(plan, "half_pi", PI / 2);
  plan_flag(plan, "is_exponential", c->step == STEP_EXPONENTIAL);
  plan_flag(plan, "is_implicit", c->step == STEP_IMPLICIT);
  plan_number(plan, "settled", numerics_of(c->model.is_float)->settled);
  plan_slopes(c, equations, plan);
  plan_constants(plan, equations);
  plan_tuning(c, equations, plan);
  plan_calls(c, equations,
             has_exp      ? BITS_ALL
             : reads_sign ? BITS_SIGN
                          : BITS_NONE,
             plan);
}

bool contact_has_rounds(const Contact *c)
{
  return c->step == STEP_IMPLICIT && c->lugre.s_ba > 0;
}

const char *const *contact_own_functions(const Contact *c, Run *run)
{
  const char **functions = run_alloc(run, 3 * sizeof *functions);
  if (!c->lugre.stribeck) { /* the formula's arguments are not positive */
    functions[0] = "exp";
    functions[1] = run_printf(run, "%s_exp", c->model.name);
  }
  return functions;
}

/* ---- figures ----------------------------------------------------------- */

double contact_edge(const Contact *c)
{
  return 1 / (1 - tuning_high(c->model.tuning, "s_ba", c->lugre.s_ba));
}

ContactTolerances contact_tolerances(const Contact *c)
{
  const bool is_float = c->model.is_float;
  const double unit = is_float ? FLT_EPSILON : DBL_EPSILON;
  /* exp, sine and abar lose 1/(1 - s_ba); beyond 0.99 that shows in double. */
  const double edge = contact_edge(c);
  const double stretch = fmax(1, edge / 100);
  const ContactTolerances in_double = {1e-12 * stretch, 1e-7 * stretch, 1e-12,
                                       1e-11};
  /* An implicit step's slopes are those at three rounded places. */
  const double places = c->step == STEP_IMPLICIT ? 256 : 64;
  const ContactTolerances in_float = {1e-6 + 16 * unit * (1 + edge),
                                      places * unit * (1 + edge), 1e-5, 1e-4};
  ContactTolerances t = is_float ? in_float : in_double;
  if (c->stretch) { /* parts across and along cancel in what is turned */
    const double more = fmax(c->stretch->ratio, 1 / c->stretch->ratio);
    t = (ContactTolerances){more * t.rate, more * t.jacobian, more * t.steady,
                            more * t.limit};
  }
  return t;
}

static void plan_tolerances(const Contact *c, Plan *plan)
{
  const ContactTolerances tolerances = contact_tolerances(c);
  plan_figure(plan, "bar_rate", tolerances.rate);
  plan_figure(plan, "bar_jacobian", tolerances.jacobian);
  plan_figure(plan, "bar_steady", tolerances.steady);
  plan_figure(plan, "bar_limit", tolerances.limit);
}

static void plan_friction(const Contact *c, Plan *plan)
{
  const Lugre *f = &c->lugre;
  plan_figure(plan, "sigma0", f->sigma0);
  plan_figure(plan, "sigma1", f->sigma1);
  plan_figure(plan, "sigma2", f->sigma2);
  plan_figure(plan, "mu_c", f->mu_c);
  plan_figure(plan, "mu_s", f->mu_s);
  plan_figure(plan, "v_s", f->v_s);
  plan_figure(plan, "gamma", f->gamma);
  plan_figure(plan, "s_ba", f->s_ba);
  plan_figure(plan, "v_d", f->v_d);
  const Tuning *tuning = c->model.tuning;
  plan_number(plan, "most_damping",
              2 * (tuning_high(tuning, "sigma1", f->sigma1) +
                   tuning_high(tuning, "sigma2", f->sigma2)));
  plan_number(plan, "most_stiffness", tuning_high(tuning, "sigma0", f->sigma0));
  plan_flag(plan, "has_own_law", f->stribeck != NULL);
  plan_flag(plan, "has_stribeck", lugre_has_stribeck(f));
}

/* The meaning of NO_CONVERGENCE for a contact. */
static void plan_failure(const Contact *c, Plan *plan)
{
  const bool has_rounds = contact_has_rounds(c);
  plan_flag(plan, "has_rounds", has_rounds);
  plan_flag(plan, "can_fail", has_rounds || c->body || c->couple > 0);
  plan_text(plan, "no_convergence_text",
            has_rounds && c->body
                ? "the rounds of _step or the steps of _body_step did not do"
            : has_rounds ? "the rounds of a step did not do"
            : c->body    ? "the steps of _body_step did not do"
            : c->couple  ? "the rounds of _couple did not do"
                         : "no function here returns it");
}

/* Returns the second moment of the bristles about their centre of pressure, as
 * their torque in a small turn has it, m^2; `shares` is scratch. */
static double turning_moment(const Contact *c, double fn, double *shares)
{
  double patch[4] = {0, 0, c->r, c->u}, sums[3];
  if (contact_is_reduced(c)) {
    if (c->levels) contact_patch(c, fn, patch);
    return c->torsion == TORSION_MATCHED ? patch[3] : patch[2] * patch[2];
  }
  if (c->levels) contact_shares(c, fn, shares);
  cells_moments(&c->cells, c->levels ? shares : c->cells.w, sums);
  return sums[2] - sums[0] * sums[0] - sums[1] * sums[1];
}

/* Returns the largest of these moments at all levels. */
static double largest_turning_moment(const Contact *c)
{
  double *shares = run_doubles(c->model.run, (size_t)c->cells.count);
  double most = 0;
  if (!c->levels) return turning_moment(c, c->fn, shares);
  for (int i = 0; i < c->levels->count; i++)
    most = fmax(most, turning_moment(c, c->levels->fn[i], shares));
  return most;
}

/* Plans the stretch of anisotropic friction. */
static void plan_stretch(const Contact *c, Plan *plan)
{
  const ContactStretch *s = c->stretch;
  plan_flag(plan, "has_stretch", s);
  plan_flag(plan, "is_skewed", s && !s->is_straight);
  plan_flag(plan, "stretches_frame", s && !contact_is_reduced(c));
  if (!s) return;
  plan_figure(plan, "ratio", s->ratio);
  plan_figure(plan, "angle", s->angle);
  plan_number(plan, "stretch_xx", s->xx);
  plan_number(plan, "stretch_xy", s->xy);
  plan_number(plan, "stretch_yy", s->yy);
  if (contact_is_reduced(c) && !c->levels) {
    plan_number(plan, "inner_x", c->cop[0]);
    plan_number(plan, "inner_y", c->cop[1]);
  }
}

static void plan_patch(const Contact *c, Plan *plan)
{
  const Grid *grid = &contact_map(c)->grid;
  plan_figure(plan, "cells", c->cells.count);
  plan_figure(plan, "nx", grid->nx);
  plan_figure(plan, "ny", grid->ny);
  plan_figure(plan, "sx", c->stretch ? c->stretch->grid.sx : grid->sx);
  plan_figure(plan, "sy", c->stretch ? c->stretch->grid.sy : grid->sy);
  double cop[2];
  contact_place(c, c->cop, cop);
  plan_figure(plan, "cop_x", cop[0]);
  plan_figure(plan, "cop_y", cop[1]);
  plan_stretch(c, plan);
  plan_figure(plan, "r", c->r);
  plan_figure(plan, "u", c->u);
  const double turn = c->stretch ? c->stretch->ratio : 1;
  plan_number(plan, "turning_moment", turn * turn * largest_turning_moment(c));
  plan_number(plan, "stable_step", contact_least_stable_step(c, 0.1));
  plan_number(plan, "abi", 2);
  plan_flag(plan, "is_compressed", c->compression);
  if (c->compression) contact_plan_compression(c, plan);
}

void contact_plan_figures(const Contact *c, Plan *plan)
{
  const Grid *grid = &contact_map(c)->grid;
  /* The largest speed of the example, which slides and spins. */
  const double speed = 0.01 + 0.2 * hypot(grid->sx, grid->sy);
  plan_patch(c, plan);
  plan_friction(c, plan);
  plan_failure(c, plan);
  plan_tolerances(c, plan);
  plan_number(plan, "example_dt",
              c->step == STEP_EULER
                  ? fmin(1e-4, 0.4 * contact_least_stable_step(c, speed))
                  : 1e-4);
}

/* ---- forms on several vectors -------------------------------------------- */

bool contact_is_unusual(const Contact *c)
{
  enum { MOST_SPAN = 1000 }; /* of mu_c/sigma0, from the scale's */
  const Contact **corners;
  const size_t count = contact_corners(c, &corners);
  const double zmax = c->lugre.mu_c / c->lugre.sigma0;
  for (size_t i = 0; i < count; i++) {
    const Lugre *f = &corners[i]->lugre;
    const double share = f->mu_c / f->sigma0 / zmax;
    if (f->sigma0 > 1e11 || f->sigma0 < 1 || f->mu_c > 1e3 || f->mu_c < 1e-3 ||
        share > MOST_SPAN || share < 1.0 / MOST_SPAN)
      return true;
  }
  return false;
}

/* ---- the descriptor --------------------------------------------------- */

int contact_plan_batch(Plan *plan, int states, int size)
{
  enum { LINE = 64, MOST_BYTES = 65536 };
  const int group = states * LINE <= MOST_BYTES ? LINE / size : 1;
  plan_number(plan, "batch_group", group);
  return group;
}

/* Sizes that depend on the contact: rows and columns of three blocks of
 * derivatives. */
enum {
  DZ_DZ = SIZE_OWN,
  DZ_DTWIST = SIZE_OWN - 2,
  DW_DZ = SIZE_OWN - 4,
  MARGIN = SIZE_OWN - 6, /* 1 if there are _margin and _hold, else 0 */
  /* States at the end of _step_slopes; 3; contacts in one call of _couple. All
   * are 0 if there is no such function. */
  COUPLE = SIZE_OWN - 7,
  STICK = SIZE_OWN - 10, /* 4 numbers of _stick, or 0 */
  SIZES = 13
};

static const Port dz = {"dz", "m/s", PORT_STATE_OUT, SIZE_STATES, 1};
static const Port dz_dz = {"dz_dz", "1/s", PORT_OUT, DZ_DZ, DZ_DZ - 1};
static const Port dz_dtwist = {"dz_dtwist", "1", PORT_OUT, DZ_DTWIST,
                               DZ_DTWIST - 1};
static const Port dw_dz = {"dw_dz", "N/m", PORT_OUT, DW_DZ, DW_DZ - 1};
static const Port dw_dtwist = {"dw_dtwist", "N s/m", PORT_OUT, 3, 3};
static const Port dwrench = {"dwrench_dtwist", "N s/m", PORT_OUT, 3, 3};

static const Port held = {"wrench", UNIT_WRENCH, PORT_IN, 3, 1};
static const Port share = {"share", "1", PORT_SCALAR, 1, 1};
static const Port margin = {"share", "1", PORT_OUT, MARGIN, 1};
static const Port least = {"fn", "N", PORT_OUT, MARGIN, 1};

static const Port sticking = {"sticking", "1, 1, m, m", PORT_OUT, STICK, 1};

static const Port end = {"end", "m", PORT_STATE_OUT, COUPLE, 1};
static const Port pull = {"wrench", UNIT_WRENCH, PORT_OUT, COUPLE - 1, 1};
static const Port slopes = {"slopes", "N s/m", PORT_OUT, COUPLE - 1,
                            COUPLE - 1};

static const Prototype functions[] = {
    {"rate", true, {&port_twist, &port_fn, &dz, &port_wrench}},
    {"rate_jac",
     true,
     {&port_twist, &port_fn, &dz_dz, &dz_dtwist, &dw_dz, &dw_dtwist}},
    {"step", true, {&port_twist, &port_fn, &port_dt, &port_wrench}},
    {"step_jac",
     true,
     {&port_twist, &port_fn, &port_dt, &port_wrench, &dwrench}},
    {"steady", false, {&port_twist, &port_fn, &port_wrench}},
    {"limit", false, {&port_twist, &port_fn, &port_wrench}},
    {"margin", false, {&held, &port_fn, &margin}},
    {"hold", false, {&held, &share, &least}},
    {"stick", true, {&port_twist, &port_fn, &sticking}},
    {"step_slopes",
     true,
     {&port_twist, &port_fn, &port_dt, &end, &pull, &slopes}},
    {"selftest", false, {NULL}}};

static const Member members[] = {{"z", SIZE_STATES, NULL, "m"}};

static const Interface interface = {"solver",         "state", "reset",
                                    members,          1,       functions,
                                    COUNT(functions), BATCH_ROWS, COUPLE - 2};

/* States facts for the faces. */
static void plan_facts(const Contact *c, Plan *plan)
{
  const Lugre *f = &c->lugre;
  plan_typical(plan, "z", fmax(f->mu_c, f->mu_s) / f->sigma0);
  plan_typical(plan, "twist", f->v_s);
  if (c->levels || c->area) return;
  /* The shares of the load do not change with it. */
  plan_independent(plan, "rate", "dz", "fn");
  plan_independent(plan, "step", "s1", "fn");
}

void contact_plan_object(Plan *plan, int states, const int blocks[3][2],
                         bool has_margin)
{
  const Contact *contact = (const Contact *)plan->model;
  int sizes[SIZES] = {[-1 - SIZE_DT] = 1, [-1 - SIZE_STATES] = states};
  memcpy(&sizes[-1 - DZ_DZ], blocks, 6 * sizeof *sizes);
  sizes[-1 - MARGIN] = has_margin;
  sizes[-1 - STICK] = contact->has_stick ? 4 : 0;
  sizes[-1 - COUPLE] = contact->couple > 0 ? states : 0;
  sizes[-1 - (COUPLE - 1)] = contact->couple > 0 ? 3 : 0;
  sizes[-1 - (COUPLE - 2)] = contact->couple;
  plan_object(plan, &interface, sizes);
  plan_facts(contact, plan);
  if (contact->body) plan_object(plan, &contact_body_interface, sizes);
}
