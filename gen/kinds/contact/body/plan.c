/* plan.c: how a body on contacts becomes C. In: a Contact with a body
 * and its equations. Out: the scheme's coefficients and all that
 * templates/contact/body asks for.
 *
 * Invariant: nothing here depends on the model that the contacts follow but
 * what a cell's slopes are called. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/area.h"
#include "kinds/contact/region.h"

/* ---- scheme ------------------------------------------------------------ */

/* RODAS4 (Hairer and Wanner, Solving Ordinary Differential Equations II,
 * IV.7), in the form that multiplies by no Jacobian. */
enum { STAGES = 6 };
static const double gamma_4 = 0.25;
static const double a_4[STAGES][STAGES] = {
    {0},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087,
     -0.6878860361058950},
    {1.221224509226641, 6.019134481288629, 12.53708332932087,
     -0.6878860361058950, 1}};
static const double c_4[STAGES][STAGES] = {
    {0},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905,
     11.70890893206160},
    {8.083246795921522, -7.981132988064893, -31.52159432874371,
     16.31930543123136, -6.058818238834054}};
double contact_body_tolerance(const Contact *c)
{
  const double asked = c->body->tolerance > 0 ? c->body->tolerance : 1e-2;
  return c->model.is_float ? fmax(asked, CONTACT_FLOAT_TOLERANCE) : asked;
}

static void plan_scheme(const Contact *c, Plan *plan)
{
  plan_text(plan, "scheme_name", "RODAS4");
  plan_number(plan, "scheme_order", 4);
  plan_number(plan, "scheme_stages", STAGES);
  plan_number(plan, "scheme_gamma", gamma_4);
  plan_numbers(plan, "scheme_a", a_4[0], STAGES * STAGES);
  plan_numbers(plan, "scheme_c", c_4[0], STAGES * STAGES);
  /* The first step grows with the fourth root of the tolerance. No slip-stick
   * run that was tried took a sixth of it in 10 ms. */
  const double tolerance = contact_body_tolerance(c);
  plan_figure(plan, "tolerance", tolerance);
  plan_number(plan, "attempts", ceil(300 * pow(1e-2 / tolerance, 0.25)));
}

/* ---- slopes of a cell -------------------------------------------------- */

/* Plans the law and the rate of a cell with their slopes, for
 * templates/contact/body/blend.c. */
static void plan_blend(const Contact *c, const Equations *equations, Plan *plan)
{
  const Lugre *f = &c->lugre;
  const Block *blocks[] = {
      equations_get(equations, "zmax slopes"),
      equations_get(equations, "blended slopes"),
      f->v_d > 0 ? equations_get(equations, "fading slopes") : NULL};
  plan_block(plan, "zmax_slopes", blocks[0]);
  plan_block(plan, "blended_slopes", blocks[1]);
  plan_flag(plan, "blend_has_v2", contact_block_has(blocks, 3, "v2"));
}

/* ---- the interface ------------------------------------------------------ */

static const Port dv_dload = {"dv_dload", "m/(N s)", PORT_OUT, 3, 3};

static const Prototype functions[] = {
    {"body_step", true, {&port_load, &port_fn, &port_dt, &port_wrench}},
    {"body_jac", true, {&port_load, &port_fn, &port_dt, &dv_dload}}};

static const Member members[] = {
    {"q", 3, NULL, "m, m, rad"},
    {"v", 3, NULL, "m/s, m/s, rad/s"},
    {"h", 0, NULL, "s"},
    {"error", 0},
    {"c.z", SIZE_STATES, NULL, "m"}};

const Interface contact_body_interface = {
    "body_solver", "body",          NULL, members, COUNT(members),
    functions,     COUNT(functions)};

/* ---- scratch ----------------------------------------------------------- */

/* Returns the number of reals in the scratch; `own` are members of one form. */
static int plan_scratch(const Contact *c, int nz, const MemberGroup *own,
                        size_t nown, Plan *plan)
{
  const MemberGroup shared[] = {{"u", STAGES * nz, "stages"},
                                {"z at rate part start whole", nz, NULL}};
  MemberGroup *groups =
      run_alloc(c->model.run, sizeof shared + nown * sizeof *own);
  memcpy(groups, shared, sizeof shared);
  memcpy(groups + COUNT(shared), own, nown * sizeof *own);
  return plan_record(plan, "scratch", groups, COUNT(shared) + nown);
}

static int plan_cells_scratch(const Contact *c, int lanes, Plan *plan)
{
  const int n = c->cells.count;
  MemberGroup own[4] = {{"inverse", n, NULL}, {"p m", 2 * n, NULL}};
  size_t count = 2;
  if (c->lugre.v_d > 0) own[count++] = (MemberGroup){"damping", n, NULL};
  if (c->levels)
    own[count++] = (MemberGroup){"share", lanes, "of the load at this fn"};
  return plan_scratch(c, 2 * n, own, count, plan);
}

static int plan_reduced_scratch(const Contact *c, Plan *plan)
{
  static const MemberGroup own[] = {{"inverse gain by_z", 9, NULL}};
  return plan_scratch(c, 3, own, COUNT(own), plan);
}

/* ---- the plan ---------------------------------------------------------- */

/* The user's own law may change at a small part of the speed that bristles are
 * compared with. */
double contact_law_speed(const Lugre *f)
{
  return lugre_speed(f) * (f->stribeck ? 0.05 : 1);
}

/* Damping that fades holds the body against a load at speeds below v_d alone. */
double contact_body_speed(const Lugre *f)
{
  const double speed = lugre_speed(f);
  return f->v_d > 0 ? fmin(speed, f->v_d) : speed;
}

/* Returns the least speed at which the law changes; the user's own law may
 * change at a small part of the speed that bristles are compared with. Below
 * mu_c/sigma1, mu_c being that of the slipperiest region, the damping of bent bristles, which turns with the slip, is less
 * than friction. */
static double law_speed(const Lugre *f)
{
  const double speed =
      fmin(lugre_speed(f) * (f->stribeck ? 0.05 : 1),
           lugre_least_factor(f) * f->mu_c / f->sigma1);
  return f->v_d > 0 ? fmin(speed, f->v_d) : speed;
}

/* Returns the speed that bristles at mu_s/sigma0 under a load of 1 N can give
 * the body: by all their energy, or as fast as their damping lets them. The
 * energy grows with the load, and with its square if stiffness goes by area. */
static double spring_speed(const Contact *c)
{
  const Lugre *f = &c->lugre;
  const Body *b = c->body;
  const double ease = fmax(1 / b->mass, c->r * c->r / b->inertia);
  const double mu_s = contact_most_factor(c) * f->mu_s;
  const double free = mu_s * sqrt(b->contacts * ease / f->sigma0);
  if (c->area) return free / sqrt(c->area->fn);
  return f->v_d > 0 ? free : fmin(free, mu_s / (f->sigma1 + f->sigma2));
}

/* Plans the holes of both forms. `nz` and `scratch` are the numbers of reals in
 * the bristles and in the scratch. */
static void plan_body(const Contact *c, int nz, int scratch, Plan *plan)
{
  enum { POSE = 8 }; /* q, v, h and error */
  const Body *body = c->body;
  plan_scheme(c, plan);
  plan_flag(plan, "is_body_frame", body->frame == 1);
  plan_figure(plan, "mass", body->mass);
  plan_figure(plan, "inertia", body->inertia);
  plan_figure(plan, "contacts", body->contacts);
  plan_number(plan, "gravity_x", body->gravity[0]);
  plan_number(plan, "gravity_y", body->gravity[1]);
  plan_number(plan, "weight_x",
              number_rounded(body->mass * body->gravity[0], 15));
  plan_number(plan, "weight_y",
              number_rounded(body->mass * body->gravity[1], 15));
  plan_number(plan, "com_x", body->com[0]);
  plan_number(plan, "com_y", body->com[1]);
  plan_flag(plan, "tunes_speed",
            (!c->lugre.stribeck && tuning_has(c->model.tuning, "v_s")) ||
                tuning_has(c->model.tuning, "v_d"));
  plan_number(plan, "v_ref", contact_body_speed(&c->lugre));
  plan_number(plan, "sway", number_rounded(spring_speed(c), 4));
  plan_number(plan, "law_speed", law_speed(&c->lugre));
  plan_number(plan, "law_speed2", law_speed(&c->lugre) * law_speed(&c->lugre));
  plan_number(plan, "most_bend", number_rounded(0.5 * (1 - c->lugre.s_ba), 15));
  plan_number(plan, "few_cells", c->cells.count / 50);
  plan_text(plan, "crosses_form",
            contact_is_reduced(c) ? "reduced/crosses.c" : "cells/crosses.c");
  plan_figure(plan, "body_bytes",
              (POSE + nz + scratch) * (c->model.is_float ? 4 : 8));
}

static void plan_flags(const Contact *c, Plan *plan)
{
  plan_flag(plan, "has_body", c->body != NULL);
  plan_flag(plan, "has_shares", c->levels && !contact_is_reduced(c));
}

void contact_plan_cells_body(const Contact *c, const Equations *equations,
                             int lanes, Plan *plan)
{
  plan_flags(c, plan);
  if (!c->body) return;
  plan_body(c, 2 * c->cells.count, plan_cells_scratch(c, lanes, plan), plan);
  plan_blend(c, equations, plan);
}

void contact_plan_reduced_body(const Contact *c, Plan *plan)
{
  plan_flags(c, plan);
  if (!c->body) return;
  plan_body(c, 3, plan_reduced_scratch(c, plan), plan);
}
