/* constants.c: numbers that emitted code calls by name. In: parameters of the
 * spec, and formulas of them. Out: their values, in the order in which they
 * were named.
 *
 * Invariant: a formula has a number for its value. */
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"

static bool is_trivial(const Constant *c)
{
  return !c->is_tuned && (c->value == 0 || c->value == 1 || c->value == -1);
}

static bool is_tuned(const Equations *equations, const char *name)
{
  for (size_t i = 0; equations->tuned && equations->tuned[i]; i++)
    if (strcmp(equations->tuned[i], name) == 0) return true;
  return false;
}

static Constant *add(Equations *equations, const char *name, double value)
{
  equations->constants =
      run_grown(equations->run, equations->constants, equations->nconstants,
                &equations->constants_room, sizeof *equations->constants);
  Constant *c = &equations->constants[equations->nconstants++];
  *c = (Constant){.name = name, .same = name, .value = value, .derived = -1};
  return c;
}

/* Symbolics in which parameters are numbers, and symbols unless trivial. */
static void need_symbolics(Equations *equations)
{
  const Where nowhere = {NULL, 0};
  if (equations->numbers) return;
  equations->numbers = sym_new(equations->run, nowhere);
  equations->forms = sym_new(equations->run, nowhere);
}

void equations_parameter(Equations *equations, const char *name, double value,
                         const char *about)
{
  need_symbolics(equations);
  sym_number(equations->numbers, name, value);
  Constant *c = add(equations, name, value);
  c->about = about;
  c->form = name;
  c->is_tuned = is_tuned(equations, name);
  c->tuned = c->is_tuned ? name : NULL;
  if (is_trivial(c)) sym_number(equations->forms, name, value);
}

static double number_of(Equations *equations, const char *name)
{
  const Where nowhere = {NULL, 0};
  const Block block = sym_block(equations->numbers, &name, 1, "t");
  const Expr *value = block.outputs[0].value;
  if (value->op != EXPR_NUMBER)
    run_fail(equations->run, nowhere, "internal: the constant %s is no number",
             name);
  return value->number;
}

/* What is left of the formula: "mass" of "mass*et" where et is 1. */
static const char *form_of(Equations *equations, const char *name)
{
  static const Spelling plain = {"real", ""};
  const Block block = sym_block(equations->forms, &name, 1, "t");
  Block temporaries = block;
  temporaries.noutputs = 0;
  return run_printf(equations->run, "%s%s",
                    print_block(equations->run, &plain, &temporaries, "", 0),
                    print_expr(equations->run, &plain, block.outputs[0].value));
}

/* Returns true if the formula depends on a tuned parameter. */
static bool depends_on_tuned(Equations *equations, const char *name)
{
  if (!equations->tuned) return false;
  const Block block = sym_block(equations->forms, &name, 1, "t");
  for (size_t i = 0; equations->tuned[i]; i++)
    if (block_has(&block, EXPR_SYMBOL, equations->tuned[i])) return true;
  return false;
}

void equations_formula(Equations *equations, const char *name,
                       const char *formula, const char *about)
{
  sym_let(equations->numbers, name, formula);
  sym_let(equations->forms, name, formula);
  Constant *c = add(equations, name, number_of(equations, name));
  c->formula = formula;
  c->about = about;
  c->form = form_of(equations, name);
  c->is_tuned = depends_on_tuned(equations, name);
  for (size_t i = 0; i + 1 < equations->nconstants; i++)
    if (strcmp(equations->constants[i].form, c->form) == 0) {
      c->same = equations->constants[i].same;
      return;
    }
  if (is_trivial(c)) c->same = NULL;
  if (c->is_tuned) c->derived = equations->nderived++;
}

void equations_symbol(Equations *equations, const char *name, const char *tuned,
                      const char *text, double value)
{
  Constant *c = add(equations, name, value);
  c->form = text;
  c->about = tuned ? text : "";
  c->formula = tuned ? NULL : text;
  c->is_tuned = true;
  c->tuned = tuned;
  if (!tuned) c->derived = equations->nderived++;
}

void equations_add_derived(Equations *equations, Block block)
{
  for (size_t i = 0; i < block.noutputs; i++)
    block.outputs[i].name =
        run_printf(equations->run, "tuning->derived[%zu]", i);
  equations_add(equations, "derived", block);
}

void equations_tuned_formula(Equations *equations, const char *name,
                             const char *formula, const char *about)
{
  if (!equations->tuned) return;
  sym_let(equations->forms, name, formula);
  if (depends_on_tuned(equations, name))
    equations_formula(equations, name, formula, about);
}

void equations_derive(Equations *equations)
{
  const Where nowhere = {NULL, 0};
  Symbolic *sym = sym_new(equations->run, nowhere);
  const char **outputs = run_alloc(
      equations->run, ((size_t)equations->nderived + 1) * sizeof *outputs);
  for (size_t i = 0; i < equations->nconstants; i++) {
    const Constant *c = &equations->constants[i];
    if (!c->formula && is_trivial(c)) sym_number(sym, c->name, c->value);
    if (c->derived < 0) continue;
    sym_let(sym, c->name, c->formula);
    outputs[c->derived] = c->name;
  }
  equations_add_derived(
      equations, sym_block(sym, outputs, (size_t)equations->nderived, "t"));
}

void equations_name(const Equations *equations, Symbolic *sym)
{
  for (size_t i = 0; i < equations->nconstants; i++) {
    const Constant *c = &equations->constants[i];
    if (is_trivial(c))
      sym_number(sym, c->name, c->value);
    else if (strcmp(c->name, c->same) != 0)
      sym_let(sym, c->name, c->same);
  }
}
