/* equations.c: the level of friction and its derivatives. In: a Joint. Out:
 * Equations.
 *
 * Free symbols: s, the speed; fall, exp(-(s/v_s)^gamma), with its slope
 * -fall*steep; coulomb and down, F_c and F_s - F_c of the direction; top_here,
 * the level that holds at rest; size, of the load; place, P(q). */
#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/joint/joint.h"

static void name_law(Equations *e, const Joint *j)
{
  const char *level = j->is_rotary ? "N m" : "N";
  const char *speed = j->is_rotary ? "rad/s" : "m/s";
  const JointSide *s = j->side;
  if (!j->stribeck) {
    equations_parameter(e, "F_c", s->F_c,
                        run_printf(e->run, "%s, Coulomb friction", level));
    if (j->has_F_s)
      equations_parameter(e, "F_s", s->F_s,
                          run_printf(e->run, "%s, static friction", level));
    for (int key = 0; key < 2; key++)
      if (s[1].is_given >> key & 1)
        equations_parameter(e, joint_side_symbol(j, 1, key),
                            *joint_side_number((JointSide *)&s[1], key),
                            run_printf(e->run, "%s, for v < 0", level));
  } else {
    equations_parameter(e, "top", j->top,
                        run_printf(e->run, "%s, the largest level", level));
  }
  if (!joint_has_stribeck(j)) return;
  equations_parameter(e, "v_s", s->v_s,
                      run_printf(e->run, "%s, Stribeck speed", speed));
  equations_parameter(e, "gamma", s->gamma, "Stribeck exponent");
  if (s[1].is_given >> 2 & 1)
    equations_parameter(e, "reverse_v_s", s[1].v_s,
                        run_printf(e->run, "%s, for v < 0", speed));
  if (s[1].is_given >> 3 & 1)
    equations_parameter(e, "reverse_gamma", s[1].gamma, "for v < 0");
}

static void name_bristle(Equations *e, const Joint *j)
{
  const char *x = j->is_rotary ? "rad" : "m", *f = j->is_rotary ? "N m" : "N";
  if (joint_has_state(j))
    equations_parameter(e, "sigma0", j->sigma0,
                        run_printf(e->run, "%s/%s, stiffness", f, x));
  if (j->law == JOINT_LUGRE)
    equations_parameter(e, "sigma1", j->sigma1,
                        run_printf(e->run, "%s s/%s, damping", f, x));
  equations_parameter(e, "sigma2", j->side[0].sigma2,
                      run_printf(e->run, "%s s/%s, viscous friction", f, x));
  if (j->side[1].is_given >> 4 & 1)
    equations_parameter(e, "reverse_sigma2", j->side[1].sigma2,
                        run_printf(e->run, "%s s/%s, for v < 0", f, x));
  if (j->v_d > 0)
    equations_parameter(e, "v_d", j->v_d,
                        run_printf(e->run, "%s/s, sigma1 fades", x));
  if (j->has_load)
    equations_parameter(e, "mu_c", j->mu_c, "of the load, sliding");
  if (j->has_mu_s)
    equations_parameter(e, "mu_s", j->mu_s, "of the load, static");
}

/* Names what a step would otherwise compute from parameters. */
static void name_products(Equations *e, const Joint *j)
{
  if (joint_has_state(j))
    equations_formula(e, "per_sigma0", "1/sigma0",
                      "deflection of a unit of force");
  if (j->v_d > 0)
    equations_formula(e, "per_v_d", "1/v_d", "of sigma1's fading");
  if (j->has_mu_s)
    equations_formula(e, "mu_drop", "mu_s - mu_c", "of the load");
  if (!joint_has_stribeck(j)) return;
  equations_formula(e, "per_v_s", "1/v_s", "of the Stribeck curve");
  if (joint_has_reverse(j, 2))
    equations_formula(e, "reverse_per_v_s", "1/reverse_v_s", "for v < 0");
  equations_formula(e, "drop",
                    run_printf(e->run, "%s - %s", joint_side_symbol(j, 0, 1),
                               joint_side_symbol(j, 0, 0)),
                    "F_s - F_c");
  if (joint_has_reverse(j, 0) || joint_has_reverse(j, 1))
    equations_formula(e, "reverse_drop",
                      run_printf(e->run, "%s - %s", joint_side_symbol(j, 1, 1),
                                 joint_side_symbol(j, 1, 0)),
                      "F_s - F_c for v < 0");
}

/* Names the level of sliding, and the level that holds at rest. */
static void let_levels(const Equations *e, const Joint *j, Symbolic *sym)
{
  const bool has_fall = joint_has_stribeck(j);
  equations_name(e, sym);
  sym_depends(sym, "fall", "s", "-fall*steep");
  sym_let(sym, "pressed", j->has_load ? "mu_c*size" : "0");
  sym_let(sym, "pressed_more",
          j->has_mu_s && has_fall ? "mu_drop*size*fall" : "0");
  sym_let(sym, "held", j->has_mu_s ? "mu_s*size" : "pressed");
  if (j->stribeck)
    sym_let_expr(sym, "own", joint_traced(j));
  else
    sym_let(sym, "own", has_fall ? "coulomb + down*fall" : "coulomb");
  const bool has_place = j->position.place != PLACE_NONE;
  sym_let(sym, "sliding", "own + pressed + pressed_more");
  sym_let(sym, "resting", "top_here + held");
  sym_let(sym, "level", has_place ? "place*sliding" : "sliding");
  sym_let(sym, "hold", has_place ? "place*resting" : "resting");
}

static Block block_of(const Equations *e, const Joint *j,
                      const char *const *outputs, size_t count)
{
  Symbolic *sym =
      sym_new(j->model.run,
              j->stribeck ? j->stribeck->where : j->model.spec->root.where);
  let_levels(e, j, sym);
  sym_diff(sym, "level_s", "level", "s");
  sym_diff(sym, "level_size", "level", "size");
  sym_diff(sym, "level_place", "level", "place");
  sym_diff(sym, "hold_size", "hold", "size");
  sym_diff(sym, "hold_place", "hold", "place");
  return sym_block(sym, outputs, count, "t");
}

/* Returns the user's P(q) and its slope. */
static Block place_block(const Joint *j)
{
  static const char *const outputs[] = {"place", "place_q"};
  Symbolic *sym = sym_new(j->model.run, j->position.function->where);
  sym_let_expr(sym, "place", joint_factor_traced(j));
  sym_diff(sym, "place_q", "place", "q");
  return sym_block(sym, outputs, COUNT(outputs), "t");
}

static const char *const *tuned_names(const Model *model)
{
  const Tuning *tuning = model->tuning;
  if (!tuning) return NULL;
  const char **names =
      run_alloc(model->run, (tuning->count + 1) * sizeof *names);
  for (size_t i = 0; i < tuning->count; i++) names[i] = tuning->list[i].name;
  return names;
}

Equations *joint_derive(const Model *model)
{
  static const char *const level[] = {"level"}, *const hold[] = {"hold"};
  static const char *const slopes[] = {"level_s", "level_size", "level_place",
                                       "hold_size", "hold_place"};
  const Joint *j = (const Joint *)model;
  Equations *e = equations_new(model->run);
  e->tuned = tuned_names(model);
  name_law(e, j);
  name_bristle(e, j);
  name_products(e, j);
  joint_name_compensation(e, j);
  if (model->tuning) equations_derive(e);
  equations_add(e, "level", block_of(e, j, level, 1));
  equations_add(e, "hold", block_of(e, j, hold, 1));
  equations_add(e, "level slopes", block_of(e, j, slopes, COUNT(slopes)));
  if (j->position.place == PLACE_TRACED)
    equations_add(e, "place", place_block(j));
  return e;
}
