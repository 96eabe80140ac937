/* plan_fit.c: the pass of a fit as code: the discrete step of a joint and its
 * derivatives by the fitted parameters. In: a Fitting of a joint. Out: the
 * holes of templates/joint/fit.c.
 *
 * A parameter N is the symbol p_N in the equations, so that it is not taken for
 * the constant N of the emitted solver. Free symbols besides: s, side of the
 * speed; w = (s/v_s)^gamma with its logarithm's share lnx, fall = exp(-w),
 * steep; fade; size of the load; place with place_q; of the flow yield with
 * slope, and change with end and stretch (du1/du = 1 + stretch*X). */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/joint/fit.h"

typedef struct Build {
  const Fitting *fitting;
  const JointFit *fit;
  const Joint *joint;
  Run *run;
  Symbolic *sym;
  int side;
  /* What derivatives are taken by: symbols, and their ends of names. */
  const char *by[FIT_MOST + 4], *end[FIT_MOST + 4];
  size_t nby;
} Build;

static bool asks(const Build *b, const char *name)
{
  return fit_find(b->fitting, name) >= 0;
}

static bool has_fall(const Build *b)
{
  const Joint *j = b->joint;
  if (j->stribeck || j->law == JOINT_DAHL || !(j->side[0].v_s > 0))
    return false;
  bool has = j->has_mu_s && (j->mu_s != j->mu_c || asks(b, "mu_s"));
  for (int i = 0; i < 2; i++) {
    const char *least = joint_side_symbol(j, i, 0);
    const char *most = joint_side_symbol(j, i, 1);
    has |= strcmp(least, most) != 0 && (j->side[i].F_s != j->side[i].F_c ||
                                        asks(b, least) || asks(b, most));
  }
  return has;
}

/* Names a number of the joint: a parameter's symbol, or the number itself. */
static void name_number(Build *b, const char *as, const char *name,
                        double value)
{
  if (asks(b, name))
    sym_let(b->sym, as, run_printf(b->run, "p_%s", name));
  else
    sym_number(b->sym, as, value);
}

static void name_side(Build *b, const char *as, int key)
{
  const Joint *j = b->joint;
  name_number(b, as, joint_side_symbol(j, b->side, key),
              *joint_side_number((JointSide *)&j->side[b->side], key));
}

/* Says how fall depends on the parameters and on the speed. */
static void let_fall(Build *b)
{
  const char *v_s = joint_side_symbol(b->joint, b->side, 2);
  const char *gamma = joint_side_symbol(b->joint, b->side, 3);
  sym_depends(b->sym, "fall", "s", "-fall*steep");
  if (asks(b, v_s))
    sym_depends(b->sym, "fall", run_printf(b->run, "p_%s", v_s),
                "fall*curve*w/stribeck_speed");
  if (asks(b, gamma))
    sym_depends(b->sym, "fall", run_printf(b->run, "p_%s", gamma),
                "-fall*w*lnx");
}

/* Names level, hold, zmax and damping. */
static void let_law(Build *b)
{
  const Joint *j = b->joint;
  Symbolic *sym = b->sym;
  const bool falls = has_fall(b);
  name_side(b, "coulomb", 0);
  name_side(b, "static", 1);
  name_side(b, "stribeck_speed", 2);
  name_side(b, "curve", 3);
  name_side(b, "viscous", 4);
  name_number(b, "stiffness", "sigma0", j->sigma0);
  name_number(b, "bristle_damping", "sigma1", j->sigma1);
  name_number(b, "slide", "mu_c", j->mu_c);
  name_number(b, "stick", j->has_mu_s ? "mu_s" : "mu_c", j->mu_s);
  name_number(b, "inertia", "inertia",
              b->fit->has_inertia ? j->axis.inertia : 0);
  name_number(b, "gravity", "gravity", j->axis.gravity);
  name_number(b, "push", "gain", j->axis.gain);
  if (b->fit->weighs) sym_let(sym, "size", "gravity*bent");
  if (falls) let_fall(b);
  if (j->stribeck)
    sym_let_expr(sym, "own", joint_traced(j));
  else
    sym_let(sym, "own",
            falls ? "coulomb + (static - coulomb)*fall" : "coulomb");
  sym_let(sym, "pressed",
          !j->has_load ? "0"
          : falls      ? "slide*size + (stick - slide)*size*fall"
                       : "slide*size");
  if (j->stribeck)
    sym_number(sym, "top", j->top);
  else
    sym_let(sym, "top", "static");
  sym_let(sym, "held", j->has_load ? "stick*size" : "0");
  const bool has_place = j->position.place != PLACE_NONE;
  sym_let(sym, "level", has_place ? "place*(own + pressed)" : "own + pressed");
  sym_let(sym, "hold", has_place ? "place*(top + held)" : "top + held");
  if (j->v_d > 0) {
    sym_number(sym, "per_v_d", 1 / j->v_d);
    sym_depends(sym, "fade", "s", "-2*s*per_v_d*per_v_d*fade");
  }
  sym_let(sym, "damping",
          j->v_d > 0 ? "bristle_damping*fade" : "bristle_damping");
  if (joint_has_state(j)) sym_let(sym, "zmax", "level/stiffness");
}

static void begin(Build *b, int side)
{
  const Joint *j = b->joint;
  b->side = side;
  b->sym = sym_new(
      b->run, j->stribeck ? j->stribeck->where : j->model.spec->root.where);
  let_law(b);
}

static void add_by(Build *b, const char *symbol, const char *end)
{
  b->by[b->nby] = symbol;
  b->end[b->nby++] = end;
}

static void by_parameters(Build *b)
{
  for (size_t i = 0; i < b->fitting->nparameters; i++) {
    const char *name = b->fitting->parameters[i].name;
    add_by(b, run_printf(b->run, "p_%s", name), name);
  }
}

/* Takes the derivatives of a name; returns the list of the name, if `self`, and
 * of those. */
static size_t diff_all(Build *b, const char *name, bool self,
                       const char **outputs)
{
  size_t n = 0;
  if (self) outputs[n++] = name;
  for (size_t i = 0; i < b->nby; i++) {
    outputs[n] = run_printf(b->run, "%s_%s", name, b->end[i]);
    sym_diff(b->sym, outputs[n], name, b->by[i]);
    n++;
  }
  return n;
}

/* Makes yield depend on what u = z/zmax depends on. */
static void depend_yield(Build *b)
{
  const char *names[FIT_MOST + 8];
  sym_let(b->sym, "u", "side*z/zmax");
  diff_all(b, "u", false, names);
  for (size_t i = 0; i < b->nby; i++)
    sym_depends(b->sym, "yield", b->by[i],
                run_printf(b->run, "slope*%s", names[i]));
}

/* Makes change, of u over the travel, depend on u and X. */
static void depend_change(Build *b)
{
  const char *u[FIT_MOST + 8], *X[FIT_MOST + 8];
  sym_let(b->sym, "u", "side*z/zmax");
  sym_let(b->sym, "X", "s*dt/zmax");
  diff_all(b, "u", false, u);
  diff_all(b, "X", false, X);
  for (size_t i = 0; i < b->nby; i++)
    sym_depends(b->sym, "change", b->by[i],
                run_printf(b->run, "end*%s + stretch*X*%s", X[i], u[i]));
  sym_let(b->sym, "after", "z + side*zmax*change");
}

static const Block *finish(Build *b, const char *const *outputs, size_t count)
{
  Block *block = run_alloc(b->run, sizeof *block);
  *block = sym_block(b->sym, outputs, count, "t");
  b->nby = 0;
  return block;
}

/* ---- the blocks ------------------------------------------------------------
 */

/* The force at a row, by z and the parameters. */
static const Block *sample_block(Build *b, int side)
{
  const char *outputs[2 * FIT_MOST];
  const bool has_state = joint_has_state(b->joint);
  begin(b, side);
  add_by(b, "z", "z");
  by_parameters(b);
  if (has_state) {
    depend_yield(b);
    sym_let(b->sym, "bristle", "stiffness*z + damping*side*s*yield");
  } else {
    sym_let(b->sym, "bristle", "side*level");
  }
  sym_let(b->sym, "output",
          "bristle + viscous*side*s + p_offset + inertia*a + gravity*sine");
  return finish(b, outputs, diff_all(b, "output", true, outputs));
}

/* The deflection after a step with a given speed. */
static const Block *step_block(Build *b, int side)
{
  const char *outputs[2 * FIT_MOST];
  begin(b, side);
  add_by(b, "z", "z");
  by_parameters(b);
  depend_change(b);
  return finish(b, outputs, diff_all(b, "after", true, outputs));
}

/* The most that holds to one side, and the bristle's limit. */
static const Block *limit_block(Build *b, int side)
{
  const char *outputs[2 * FIT_MOST];
  begin(b, side);
  by_parameters(b);
  sym_let(b->sym, "most", "hold/stiffness");
  return finish(b, outputs, diff_all(b, "most", true, outputs));
}

static const Block *zmax_block(Build *b, int side)
{
  static const char *const outputs[] = {"zmax"};
  begin(b, side);
  return finish(b, outputs, 1);
}

/* The equation of a driven step: what is left of it, and the deflection. */
static void let_driven(Build *b)
{
  depend_change(b);
  sym_depends(b->sym, "sine", "s", "side*dt*cosine");
  sym_let(b->sym, "left",
          "inertia*(side*s - before)/dt + gravity*sine + p_offset + "
          "stiffness*after + damping*(after - z)/dt + viscous*side*s - "
          "push*drive");
}

static const Block *solve_block(Build *b, int side)
{
  static const char *const outputs[] = {"left", "left_s", "after"};
  begin(b, side);
  add_by(b, "s", "s");
  let_driven(b);
  sym_diff(b->sym, "left_s", "left", "s");
  return finish(b, outputs, COUNT(outputs));
}

static const Block *chain_block(Build *b, int side)
{
  const char *outputs[4 * FIT_MOST];
  begin(b, side);
  add_by(b, "z", "z");
  add_by(b, "before", "before");
  add_by(b, "q", "q");
  by_parameters(b);
  add_by(b, "s", "s");
  sym_depends(b->sym, "sine", "q", "cosine");
  sym_depends(b->sym, "bent", "q", "tilt");
  if (b->joint->position.place != PLACE_NONE)
    sym_depends(b->sym, "place", "q", "place_q");
  let_driven(b);
  size_t n = diff_all(b, "left", false, outputs);
  n += diff_all(b, "after", false, outputs + n);
  return finish(b, outputs, n);
}

/* ---- holes -----------------------------------------------------------------
 */

/* Returns the C text of a number that may be a parameter. */
static const char *spelled(const Build *b, const Plan *plan, const char *name,
                           double value)
{
  const int i = fit_find(b->fitting, name);
  return i >= 0 ? run_printf(b->run, "p[%d]", i)
                : print_number(b->run, &plan->spelling, value);
}

static void plan_side(Build *b, Plan *plan, int side)
{
  const Joint *j = b->joint;
  Run *run = b->run;
#define AT(name) run_printf(run, name "_%d", side)
  plan_text(plan, AT("fit_v_s"),
            spelled(b, plan, joint_side_symbol(j, side, 2), j->side[side].v_s));
  plan_text(
      plan, AT("fit_gamma"),
      spelled(b, plan, joint_side_symbol(j, side, 3), j->side[side].gamma));
  if (joint_has_state(j)) {
    plan_block(plan, AT("fit_zmax"), zmax_block(b, side));
    plan_block(plan, AT("fit_limit"), limit_block(b, side));
  }
  if (b->fit->is_driven) {
    plan_block(plan, AT("fit_solve"), solve_block(b, side));
    plan_block(plan, AT("fit_chain"), chain_block(b, side));
  } else {
    plan_block(plan, AT("fit_sample"), sample_block(b, side));
    if (joint_has_state(j))
      plan_block(plan, AT("fit_step"), step_block(b, side));
  }
#undef AT
}

static const char *constants_text(const Fitting *f)
{
  Text text = text_new(f->run);
  for (size_t i = 0; i < f->nparameters; i++)
    text_add(&text, "%s  const double p_%s = p[%zu];", i ? "\n" : "",
             f->parameters[i].name, i);
  return text.chars;
}

void joint_fit_plan(const Fitting *f, Plan *plan)
{
  Build b = {.fitting = f, .fit = f->own, .run = f->run};
  const Joint *j = b.fit->joint;
  b.joint = j;
  plan_number(plan, "fit_parameters", (double)f->nparameters);
  plan_number(plan, "fit_sides", 2);
  plan_number(plan, "fit_z0", fit_find(f, "z0"));
  plan_flag(plan, "fit_is_driven", b.fit->is_driven);
  plan_flag(plan, "fit_has_fall", has_fall(&b));
  plan_flag(plan, "fit_weighs", b.fit->weighs);
  plan_flag(plan, "fit_is_held",
            j->has_load || j->side[1].is_given != 0 ||
                j->position.place != PLACE_NONE);
  plan_text(plan, "fit_at", print_number(f->run, &plan->spelling, j->axis.at));
  plan_text(plan, "fit_per_v_d",
            print_number(f->run, &plan->spelling, j->v_d > 0 ? 1 / j->v_d : 0));
  plan_text(plan, "fit_constants", constants_text(f));
  for (int side = 0; side < 2; side++) plan_side(&b, plan, side);
}
