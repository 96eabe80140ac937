/* mechanism_code.c: the equations of a mechanism as bodies of C functions. In:
 * a Mechanism and its equations. Out: the plan's texts.
 *
 * Invariant: a function's text declares each symbol that it uses, no other. */
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "kinds/mechanism/equations.h"

/* "const real q0 = q[0];" for those of q0.. that the block uses. */
static void declare(Text *code, const Plan *plan, const Block *block,
                    const char *letter, const char *from, int count)
{
  for (int i = 0; i < count; i++) {
    const char *symbol = run_printf(plan->run, "%s%d", letter, i);
    if (block_has(block, EXPR_SYMBOL, symbol))
      text_add(code, "  const %s %s = %s[%d];\n", plan->spelling.real, symbol,
               from, i);
  }
}

/* "(void)q;" for each name: a function need not use all of its parameters. */
static void ignore(Text *code, const char *names)
{
  for (const char *c = names; *c; c++) text_add(code, "  (void)%c;\n", *c);
}

static const char *ended(Text *code)
{
  if (code->length > 0) code->chars[--code->length] = 0; /* the template's */
  return code->chars;
}

static void declare_state(Text *code, const Mechanism *s, const Plan *plan,
                          const Block *block)
{
  ignore(code, "qvut");
  declare(code, plan, block, "q", "q", s->n);
  declare(code, plan, block, "v", "v", s->n);
  declare(code, plan, block, "u", "u", s->nu);
}

static const char *terms_code(const Mechanism *s, const Equations *equations,
                              const Plan *plan)
{
  const Block *terms = equations_get(equations, "terms");
  const Block *pivots = equations_get(equations, "pivots");
  Text code = text_new(plan->run);
  Block first = *terms, last = *terms;
  first.noutputs = 0;
  last.ntemporaries = 0;
  declare_state(&code, s, plan, terms);
  text_add(&code, "%s", print_block(plan->run, &plan->spelling, &first, "", 2));
  for (size_t i = 0; i < pivots->noutputs; i++)
    text_add(&code, "  if (!(%s > %s)) return %s_NOT_UNIQUE;\n",
             print_expr(plan->run, &plan->spelling, pivots->outputs[i].value),
             print_number(plan->run, &plan->spelling, 0), plan->macro);
  text_add(&code, "%s", print_block(plan->run, &plan->spelling, &last, "", 2));
  return ended(&code);
}

static const char *piece_code(const Equations *equations, const Plan *plan,
                              const char *name, const char *parameters)
{
  Text code = text_new(plan->run);
  ignore(&code, parameters);
  text_add(&code, "%s",
           print_block(plan->run, &plan->spelling,
                       equations_get(equations, name), "", 2));
  return ended(&code);
}

static const char *slopes_code(const Mechanism *s, const Equations *equations,
                               const Plan *plan)
{
  const Block *block = equations_get(equations, "slopes");
  Text code = text_new(plan->run);
  declare_state(&code, s, plan, block);
  ignore(&code, "alfg");
  declare(&code, plan, block, "a", "a", s->n);
  declare(&code, plan, block, "l", "l", s->m);
  declare(&code, plan, block, "f", "f", s->d);
  declare(&code, plan, block, "g", "g", s->d);
  text_add(&code, "%s", print_block(plan->run, &plan->spelling, block, "", 2));
  return ended(&code);
}

/* What the law's results are in the motion *o. */
static const char *law_results(const Mechanism *s, const Plan *plan)
{
  const char *real = plan->spelling.real;
  switch (s->law) {
    case LAW_COULOMB:
      return run_printf(plan->run, "  %s *const phi = o->phi;\n", real);
    case LAW_DAHL:
      return run_printf(plan->run, "  %s *const dz = o->dz;\n", real);
    case LAW_LUGRE:
      if (s->lugre.s_ba > 0)
        return run_printf(plan->run, "  %s *const phi = o->phi;\n", real);
      return run_printf(plan->run,
                        "  %s *const phi = o->phi, *const dz = o->dz;\n", real);
    case LAW_NONE:
      break;
  }
  return "";
}

/* The slip's size s and v2 = s^2 where the block uses them. */
static void declare_slip(Text *code, const Plan *plan, const Block *block,
                         const char *size)
{
  if (block_has(block, EXPR_SYMBOL, "s"))
    text_add(code, "  const %s s = %s;\n", plan->spelling.real, size);
  if (block_has(block, EXPR_SYMBOL, "v2"))
    text_add(code, "  const %s v2 = o->s*o->s;\n", plan->spelling.real);
}

/* The slope of zmax may have a pole at rest, where no direction counts. */
static const char *reach_code(const Mechanism *s, const Equations *equations,
                              const Plan *plan)
{
  const Block *reach = equations_get(equations, "reach");
  const char *tiny = print_number(plan->run, &plan->spelling,
                                  s->model.is_float ? 1e-30 : 1e-290);
  Text code = text_new(plan->run);
  declare_slip(&code, plan, reach,
               run_printf(plan->run, "o->s > %s ? o->s : %s", tiny, tiny));
  text_add(&code, "  (void)o;\n%s",
           print_block(plan->run, &plan->spelling, reach, "", 2));
  return ended(&code);
}

/* What elasto-plastic bristles z are in *o, for slopes. */
static void declare_yield(Text *code, const Mechanism *s, const Plan *plan,
                          const Block *block)
{
  static const char *const members[] = {"reach", "reach_s", "p",
                                        "i",     "abar",    "abar1"};
  const char *real = plan->spelling.real;
  text_add(code, "  const %s_yield y = %s_bend(o, z);\n", s->model.name,
           s->model.name);
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    if (block_has(block, EXPR_SYMBOL, members[i]))
      text_add(code, "  const %s %s = y.%s;\n", real, members[i], members[i]);
  declare(code, plan, block, "b", "y.b", s->d);
}

/* What the law's symbols are there. */
static const char *law_names(const Mechanism *s, const Equations *equations,
                             const Plan *plan, const char *name)
{
  const Block *block = equations_get(equations, name);
  const char *real = plan->spelling.real;
  Text code = text_new(plan->run);
  const bool has_power = s->law == LAW_DAHL && s->dahl.alpha != 1;
  if (has_power)
    text_add(&code, "  const %s s = o->s;\n", real);
  else
    declare_slip(&code, plan, block, "o->s");
  if (s->law == LAW_DAHL)
    text_add(&code, "  const %s fc = %s_limit(o);\n", real, s->model.name);
  declare(&code, plan, block, "e", "o->e", s->d);
  for (int k = 0; k < s->d; k++) {
    const char *w = run_printf(plan->run, "w%d", k);
    const char *z = run_printf(plan->run, "z%d", k);
    if (has_power || block_has(block, EXPR_SYMBOL, w))
      text_add(&code, "  const %s %s = o->k.w[%d];\n", real, w, k);
    if (has_power || block_has(block, EXPR_SYMBOL, z))
      text_add(&code, "  const %s %s = z[%d];\n", real, z, k);
    if (has_power)
      text_add(&code,
               "  %s i%d, bend%d;\n  const %s h%d = %s_power(w%d, w%d - "
               "s*z%d/fc, &i%d, &bend%d);\n",
               real, k, k, real, k, s->model.name, k, k, k, k, k);
  }
  declare(&code, plan, block, "r", "o->dz", s->d);
  if (block_has(block, EXPR_SYMBOL, "abar"))
    declare_yield(&code, s, plan, block);
  return ended(&code);
}

static const char *members_code(const Equations *equations, const Plan *plan)
{
  const Block *terms = equations_get(equations, "terms");
  Text code = text_new(plan->run);
  size_t column = 0;
  for (size_t i = 0; i < terms->noutputs; i++) {
    const char *name = terms->outputs[i].name + strlen("k->");
    if (strchr(name, '[')) continue; /* of a vector */
    if (column == 0 || column + strlen(name) > 74) {
      text_add(&code, "%s  %s %s", column ? ";\n" : "", plan->spelling.real,
               name);
      column = strlen(plan->spelling.real) + strlen(name) + 3;
    } else {
      text_add(&code, ", %s", name);
      column += strlen(name) + 2;
    }
  }
  if (code.length > 0) text_add(&code, ";");
  return code.chars;
}

void mechanism_code(const Mechanism *s, const Equations *equations, Plan *plan)
{
  plan_text(plan, "members", members_code(equations, plan));
  plan_text(plan, "terms", terms_code(s, equations, plan));
  plan_text(plan, "system", piece_code(equations, plan, "system", "k"));
  plan_text(plan, "reaction", piece_code(equations, plan, "reaction", "kl"));
  plan_text(plan, "slopes", slopes_code(s, equations, plan));
  if (s->d > 0) {
    plan_text(plan, "pull", piece_code(equations, plan, "pull", "kf"));
    plan_text(plan, "normal", piece_code(equations, plan, "normal", "kl"));
    plan_text(plan, "tangential",
              piece_code(equations, plan, "tangential", "k"));
  }
  if (s->law == LAW_NONE) return;
  if (s->lugre.s_ba > 0)
    plan_text(plan, "reach", reach_code(s, equations, plan));
  plan_text(plan, "move", piece_code(equations, plan, "move", "ka"));
  plan_text(plan, "point", piece_code(equations, plan, "point", "k"));
  plan_text(plan, "law_names",
            run_printf(plan->run, "%s%s", law_results(s, plan),
                       law_names(s, equations, plan, "law")));
  plan_text(plan, "law",
            print_block(plan->run, &plan->spelling,
                        equations_get(equations, "law"), "", 2));
  plan_text(plan, "law_slope_names",
            law_names(s, equations, plan, "law slopes"));
  plan_text(plan, "law_slopes",
            print_block(plan->run, &plan->spelling,
                        equations_get(equations, "law slopes"), "", 2));
}
