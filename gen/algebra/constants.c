/* constants.c: numbers that emitted code calls by name. In: parameters of the
 * spec, and formulas of them. Out: their values, in the order in which they
 * were named.
 *
 * Invariant: a formula has a number for its value. */
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"

static bool is_trivial(double value)
{
  return value == 0 || value == 1 || value == -1;
}

static Constant *add(Equations *equations, const char *name, double value)
{
  equations->constants =
      run_grown(equations->run, equations->constants, equations->nconstants,
                &equations->constants_room, sizeof *equations->constants);
  Constant *c = &equations->constants[equations->nconstants++];
  *c = (Constant){.name = name, .same = name, .value = value};
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
  if (is_trivial(value)) sym_number(equations->forms, name, value);
  Constant *c = add(equations, name, value);
  c->about = about;
  c->form = name;
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

void equations_formula(Equations *equations, const char *name,
                       const char *formula, const char *about)
{
  sym_let(equations->numbers, name, formula);
  sym_let(equations->forms, name, formula);
  Constant *c = add(equations, name, number_of(equations, name));
  c->formula = formula;
  c->about = about;
  c->form = form_of(equations, name);
  for (size_t i = 0; i + 1 < equations->nconstants; i++)
    if (strcmp(equations->constants[i].form, c->form) == 0) {
      c->same = equations->constants[i].same;
      return;
    }
  if (is_trivial(c->value)) c->same = NULL;
}

void equations_name(const Equations *equations, Symbolic *sym)
{
  for (size_t i = 0; i < equations->nconstants; i++) {
    const Constant *c = &equations->constants[i];
    if (is_trivial(c->value))
      sym_number(sym, c->name, c->value);
    else if (strcmp(c->name, c->same) != 0)
      sym_let(sym, c->name, c->same);
  }
}
