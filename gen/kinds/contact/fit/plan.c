/* plan.c: the pass of a fit as code: the discrete step of a contact's bristles
 * and its derivatives by the fitted parameters. In: a Fitting of a contact. Out:
 * the holes of templates/contact/fit.c.
 *
 * A group of bristles has an axis for each of its components: x and y of a
 * cell; x, y and z of a reduced contact, whose third is turning times r. Free
 * symbols: deflection z?, slip v?, the flow b? = -h? s, stiffness k? of an axis;
 * s; size of h; n = |z| with its direction e?; abar with its slope abar1 by
 * n/(size*zmax); phi? with its slope phi1? of a step h;
 * w = (s/v_s)^gamma, lnx = log(s/v_s), fall = exp(-w). A parameter N is p_N. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/contact/fit/fit.h"
#include "kinds/contact/reduced/reduced.h"

static const char axes[] = "xyz";
/* Parameters that the deflection depends on, by zmax alone. */
static const char *const shapes[] = {"mu_c", "mu_s", "v_s", "gamma", "sigma0"};

typedef struct Build {
  const Fitting *fitting;
  const ContactFit *fit;
  const Lugre *law;
  Run *run;
  int axes;
} Build;

static bool asks(const Build *b, const char *name)
{
  return fit_find(b->fitting, name) >= 0;
}

static bool has_fall(const Build *b)
{
  const Lugre *f = b->law;
  return !f->stribeck && f->has_mu_s && f->v_s > 0 &&
         (f->mu_s != f->mu_c || asks(b, "mu_s") || asks(b, "mu_c"));
}

static void name_number(Build *b, Symbolic *sym, const char *name,
                        double value)
{
  if (asks(b, name))
    sym_let(sym, name, run_printf(b->run, "p_%s", name));
  else
    sym_number(sym, name, value);
}

/* Returns the pattern with the axes i and j in the places of '?' and '!'. */
static const char *with_axes(const Build *b, const char *pattern, int i, int j)
{
  char *text = run_printf(b->run, "%s", pattern);
  for (char *c = text; *c; c++) {
    if (*c == '?') *c = axes[i];
    if (*c == '!') *c = axes[j];
  }
  return text;
}

static const Block *finish(Build *b, Symbolic *sym, const char *const *outputs,
                           size_t count)
{
  Block *block = run_alloc(b->run, sizeof *block);
  *block = sym_block(sym, outputs, count, "t");
  return block;
}

/* The level g and zmax = g/sigma0 at a speed, with the slopes of both by the
 * shapes that are asked for. */
static const Block *level_block(Build *b)
{
  const Lugre *f = b->law;
  const char *outputs[2 + 2 * COUNT(shapes)];
  size_t n = 0;
  Symbolic *sym = friction_symbols(&b->fit->contact->friction);
  name_number(b, sym, "mu_c", f->mu_c);
  name_number(b, sym, "sigma0", f->sigma0);
  name_number(b, sym, "v_s", f->v_s);
  name_number(b, sym, "gamma", f->gamma);
  if (f->has_mu_s)
    name_number(b, sym, "mu_s", f->mu_s);
  else
    sym_let(sym, "mu_s", "mu_c");
  if (asks(b, "v_s"))
    sym_depends(sym, "fall", "p_v_s", "fall*gamma*w/v_s");
  if (asks(b, "gamma")) sym_depends(sym, "fall", "p_gamma", "-fall*w*lnx");
  if (f->stribeck)
    sym_let_expr(sym, "g", lugre_traced(b->fit->contact->model.spec, f));
  else
    sym_let(sym, "g", has_fall(b) ? "mu_c + (mu_s - mu_c)*fall" : "mu_c");
  sym_let(sym, "zmax", "g/sigma0");
  outputs[n++] = "g";
  outputs[n++] = "zmax";
  for (size_t i = 0; i < COUNT(shapes); i++) {
    if (!asks(b, shapes[i])) continue;
    const char *by = run_printf(b->run, "p_%s", shapes[i]);
    outputs[n] = run_printf(b->run, "g_%s", shapes[i]);
    sym_diff(sym, outputs[n++], "g", by);
    outputs[n] = run_printf(b->run, "zmax_%s", shapes[i]);
    sym_diff(sym, outputs[n++], "zmax", by);
  }
  return finish(b, sym, outputs, n);
}

/* The rate a at which bristles relax and abar, with their slopes by z? and by
 * zmax. */
static const Block *yield_block(Build *b)
{
  const char *outputs[10] = {"a"};
  const bool is_bent = b->law->s_ba > 0;
  size_t n = 1;
  Text along = text_new(b->run);
  Symbolic *sym = friction_symbols(&b->fit->contact->friction);
  sym_depends(sym, "abar", "zmax", "-abar1*n/(size*zmax^2)");
  for (int i = 0; i < b->axes; i++) {
    text_add(&along, "e%c*b%c + ", axes[i], axes[i]);
    sym_depends(sym, "abar", with_axes(b, "z?", i, 0),
                with_axes(b, "abar1*e?/(size*zmax)", i, 0));
    for (int j = 0; j < b->axes; j++)
      sym_depends(sym, with_axes(b, "e?", i, 0), with_axes(b, "z?", j, 0),
                  with_axes(b, i == j ? "(1 - e?*e?)/n" : "-e?*e!/n", i, j));
  }
  sym_let(sym, "a",
          is_bent ? run_printf(b->run, "abar*(s + (%s0)/size)/(2*zmax)",
                               along.chars)
                  : "s/zmax");
  for (int i = 0; i < b->axes; i++) {
    outputs[n] = with_axes(b, "a_z?", i, 0);
    sym_diff(sym, outputs[n++], "a", with_axes(b, "z?", i, 0));
  }
  sym_diff(sym, "a_zmax", "a", "zmax");
  outputs[n++] = "a_zmax";
  for (int i = 0; i < b->axes && is_bent; i++) {
    outputs[n] = with_axes(b, "abar_z?", i, 0);
    sym_diff(sym, outputs[n++], "abar", with_axes(b, "z?", i, 0));
  }
  if (is_bent) {
    sym_diff(sym, "abar_zmax", "abar", "zmax");
    outputs[n++] = "abar_zmax";
  }
  return finish(b, sym, outputs, n);
}

/* The deflection after a step h with a held a and abar (or its rate, if h is
 * 0), and its slopes: by its own z?, by a and by abar. */
static const Block *move_block(Build *b, bool is_rate)
{
  const char *outputs[12];
  size_t n = 0;
  Symbolic *sym = friction_symbols(&b->fit->contact->friction);
  for (int i = 0; i < b->axes; i++) {
    sym_depends(sym, with_axes(b, "phi?", i, 0), "a",
                with_axes(b, "phi1?*k?*h", i, 0));
    sym_let(sym, with_axes(b, "rate?", i, 0),
            with_axes(b,
                      b->law->s_ba > 0
                          ? "k?*((1 - abar)*v? + abar*b? - a*z?)"
                          : "k?*(b? - a*z?)",
                      i, 0));
    sym_let(sym, with_axes(b, "to?", i, 0),
            with_axes(b, is_rate ? "rate?" : "z? + rate?*phi?*h", i, 0));
  }
  for (int i = 0; i < b->axes; i++) {
    const char *to = with_axes(b, "to?", i, 0);
    const char *by[] = {with_axes(b, "z?", i, 0), "a", "abar"};
    outputs[n++] = to;
    for (size_t k = 0; k < COUNT(by); k++) {
      outputs[n] = run_printf(b->run, "%s_%s", to, by[k]);
      sym_diff(sym, outputs[n++], to, by[k]);
    }
  }
  return finish(b, sym, outputs, n);
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

static const char *constants_text(const Fitting *f)
{
  Text text = text_new(f->run);
  for (size_t i = 0; i < f->nparameters; i++)
    text_add(&text, "%s  const double p_%s = p[%zu];", i ? "\n" : "",
             f->parameters[i].name, i);
  return text.chars;
}

/* Lists the parameters that the deflection depends on: the shapes, then the
 * three of the first deflection. */
static void plan_states(Build *b, Plan *plan)
{
  double slots[COUNT(shapes) + 3];
  size_t n = 0;
  for (size_t i = 0; i < COUNT(shapes); i++)
    if (asks(b, shapes[i])) slots[n++] = fit_find(b->fitting, shapes[i]);
  plan_number(plan, "fit_shapes", (double)n);
  const int first = fit_find(b->fitting, "z0_x");
  for (int i = 0; i < 3 && first >= 0; i++) slots[n++] = first + i;
  plan_number(plan, "fit_states", (double)n);
  Text text = text_new(b->run);
  for (size_t i = 0; i < n; i++)
    text_add(&text, "%s%d", i ? ", " : "", (int)slots[i]);
  plan_text(plan, "fit_slots", n ? text.chars : "0");
  plan_number(plan, "fit_z0", first);
}

static void plan_outputs(Build *b, Plan *plan)
{
  static const char *const offsets[] = {"offset_fx", "offset_fy", "offset_tau"};
  Text outs = text_new(b->run), slots = text_new(b->run);
  int n = 0;
  for (int i = 0; i < CONTACT_OUTPUTS; i++) {
    const bool has = b->fit->has[i];
    text_add(&outs, "%s%d", i ? ", " : "", has ? n++ : -1);
    text_add(&slots, "%s%d", i ? ", " : "", fit_find(b->fitting, offsets[i]));
  }
  plan_number(plan, "fit_outputs", n);
  plan_text(plan, "fit_places", outs.chars);
  plan_text(plan, "fit_offsets", slots.chars);
}

static void plan_groups(Build *b, Plan *plan)
{
  static const double whole[] = {1};
  const Contact *c = b->fit->contact;
  const bool is_reduced = contact_is_reduced(c);
  const Cells *cells = &c->cells;
  const double r = is_reduced ? c->r : 1;
  plan_number(plan, "fit_groups", is_reduced ? 1 : cells->count);
  plan_numbers(plan, "fit_x", is_reduced ? &c->cop[0] : cells->x,
               is_reduced ? 1 : (size_t)cells->count);
  plan_numbers(plan, "fit_y", is_reduced ? &c->cop[1] : cells->y,
               is_reduced ? 1 : (size_t)cells->count);
  plan_numbers(plan, "fit_share", is_reduced ? whole : cells->w,
               is_reduced ? 1 : (size_t)cells->count);
  const Spelling *s = &plan->spelling;
  plan_text(plan, "fit_r", print_number(b->run, s, r));
  plan_text(plan, "fit_arm", print_number(b->run, s, b->fit->arm));
  plan_text(plan, "fit_turn_viscous",
            print_number(b->run, s, c->r > 0 ? c->u / (c->r * c->r) : 1));
  plan_text(plan, "fit_turn_stiffness",
            print_number(b->run, s, is_reduced ? reduced_stiffness(c) : 1));
  plan_flag(plan, "fit_is_reduced", is_reduced);
  plan_flag(plan, "fit_is_paper",
            is_reduced && c->torsion == TORSION_PAPER);
  plan_flag(plan, "fit_has_surface", b->fit->map != NULL);
}

void contact_fit_plan(const Fitting *f, Plan *plan)
{
  const ContactFit *fit = f->own;
  Build b = {.fitting = f,
             .fit = fit,
             .law = &fit->contact->lugre,
             .run = f->run,
             .axes = contact_is_reduced(fit->contact) ? 3 : 2};
  const Lugre *law = b.law;
  plan->spelling.functions = NULL; /* the pass has libm's */
  plan_number(plan, "fit_parameters", (double)f->nparameters);
  plan_number(plan, "fit_axes", b.axes);
  plan_flag(plan, "fit_has_bristle", fit->has_bristle);
  plan_flag(plan, "fit_is_bent", law->s_ba > 0);
  plan_flag(plan, "fit_has_fall", has_fall(&b));
  plan_text(plan, "fit_s_ba",
            print_number(f->run, &plan->spelling, law->s_ba));
  plan_text(plan, "fit_v_s", spelled(&b, plan, "v_s", law->v_s));
  plan_text(plan, "fit_gamma", spelled(&b, plan, "gamma", law->gamma));
  plan_text(plan, "fit_sigma0", spelled(&b, plan, "sigma0", law->sigma0));
  plan_text(plan, "fit_sigma1", spelled(&b, plan, "sigma1", law->sigma1));
  plan_text(plan, "fit_sigma2", spelled(&b, plan, "sigma2", law->sigma2));
  plan_text(plan, "fit_mu_s",
            spelled(&b, plan, law->has_mu_s ? "mu_s" : "mu_c",
                    law->has_mu_s ? law->mu_s : law->mu_c));
  plan_number(plan, "fit_slot_mu_s",
              fit_find(f, law->has_mu_s ? "mu_s" : "mu_c"));
  plan_number(plan, "fit_slot_0", fit_find(f, "sigma0"));
  plan_number(plan, "fit_slot_1", fit_find(f, "sigma1"));
  plan_number(plan, "fit_slot_2", fit_find(f, "sigma2"));
  plan_text(plan, "fit_per_v_d",
            print_number(f->run, &plan->spelling,
                         law->v_d > 0 ? 1 / law->v_d : 0));
  plan_text(plan, "fit_rest",
            print_number(f->run, &plan->spelling, 1e-3 * fit->most_v));
  plan_text(plan, "fit_constants", constants_text(f));
  plan_states(&b, plan);
  plan_outputs(&b, plan);
  plan_groups(&b, plan);
  plan_block(plan, "fit_level", level_block(&b));
  plan_block(plan, "fit_yield", yield_block(&b));
  plan_block(plan, "fit_move", move_block(&b, false));
  plan_block(plan, "fit_rate", move_block(&b, true));
}
