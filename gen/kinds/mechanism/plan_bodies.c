/* plan_bodies.c: the equations of a mechanism as the bodies of emitted
 * functions. In: a Mechanism and its equations. Out: the plan's blocks.
 *
 * Invariant: a block begins with the variables that it reads, "q0 = q[0]", and
 * declares no other. */
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "kinds/mechanism/equations.h"

/* Symbols <letter>0, <letter>1, ... stand for <from>[0], <from>[1], ... */
typedef struct Origin {
  const char *letter, *from;
  int count;
} Origin;

/* Variables to declare in front of a block. */
typedef struct Locals {
  Run *run;
  const Block *block; /* the block that may use them */
  Assign *list;
  size_t count, room;
} Locals;

static void add_local(Locals *locals, const char *symbol, const Expr *value)
{
  locals->list = run_grown(locals->run, locals->list, locals->count,
                           &locals->room, sizeof *locals->list);
  locals->list[locals->count++] = (Assign){symbol, value};
}

/* Adds the variables of that origin that the block uses, or all of them. */
static void add_origin(Locals *locals, Origin origin, bool all)
{
  Run *run = locals->run;
  for (int i = 0; i < origin.count; i++) {
    const char *symbol = run_printf(run, "%s%d", origin.letter, i);
    if (all || block_has(locals->block, EXPR_SYMBOL, symbol))
      add_local(locals, symbol,
                expr_symbol(run, run_printf(run, "%s[%d]", origin.from, i)));
  }
}

/* Adds s and v2 = s*s if the block uses them; `size` is the expression of s. */
static void add_slip(Locals *locals, const char *size, bool all)
{
  Run *run = locals->run;
  const Expr *s = expr_symbol(run, "o->s"), *both[2] = {s, s};
  if (size && (all || block_has(locals->block, EXPR_SYMBOL, "s")))
    add_local(locals, "s", expr_symbol(run, size));
  if (block_has(locals->block, EXPR_SYMBOL, "v2"))
    add_local(locals, "v2", expr_make(run, EXPR_MUL, NULL, 2, both));
}

static const Block *locals_block(const Locals *locals)
{
  Block *block = run_alloc(locals->run, sizeof *block);
  *block = (Block){.temporaries = locals->list, .ntemporaries = locals->count};
  return block;
}

/* Returns the block with its variables in front. */
static const Block *with_locals(Run *run, const Block *block,
                                const Origin *origins, size_t count)
{
  Locals locals = {.run = run, .block = block};
  for (size_t i = 0; i < count; i++) add_origin(&locals, origins[i], false);
  for (size_t i = 0; i < block->ntemporaries; i++)
    add_local(&locals, block->temporaries[i].name, block->temporaries[i].value);
  Block *whole = run_alloc(run, sizeof *whole);
  *whole = (Block){locals.list, block->outputs, locals.count, block->noutputs};
  return whole;
}

static void plan_state_blocks(const Mechanism *s, const Equations *equations,
                              Plan *plan)
{
  const Origin origins[] = {
      {"q", "q", s->n}, {"v", "v", s->n}, {"u", "u", s->nu}, {"a", "a", s->n},
      {"l", "l", s->m}, {"f", "f", s->d}, {"g", "g", s->d}};
  plan_block(
      plan, "terms",
      with_locals(plan->run, equations_get(equations, "terms"), origins, 3));
  plan_block(
      plan, "drift",
      with_locals(plan->run, equations_get(equations, "drift"), origins, 2));
  plan_block(plan, "pivots", equations_get(equations, "pivots"));
  plan_block(
      plan, "slopes",
      with_locals(plan->run, equations_get(equations, "slopes"), origins, 7));
}

/* The variables of elasto-plastic bristles come from `y`, a <name>_yield. */
static void add_yield(Locals *locals, const Mechanism *s)
{
  static const char *const members[] = {"reach", "reach_s", "p",
                                        "i",     "abar",    "abar1"};
  Run *run = locals->run;
  for (size_t i = 0; i < COUNT(members); i++)
    if (block_has(locals->block, EXPR_SYMBOL, members[i]))
      add_local(locals, members[i],
                expr_symbol(run, run_printf(run, "y.%s", members[i])));
  add_origin(locals, (Origin){"b", "y.b", s->d}, false);
}

/* Plans the law's block, and its variables as a separate block, since the law's
 * own variables may come in between. */
static void plan_law_block(const Mechanism *s, const Equations *equations,
                           Plan *plan, const char *name, const char *hole,
                           const char *locals_hole)
{
  const Block *block = equations_get(equations, name);
  const bool has_power = s->friction.power != 0;
  Locals locals = {.run = plan->run, .block = block};
  add_slip(&locals, "o->s", has_power);
  add_origin(&locals, (Origin){"e", "o->e", s->d}, false);
  add_origin(&locals, (Origin){"w", "o->k.w", s->d}, has_power);
  add_origin(&locals, (Origin){"z", "z", s->d}, has_power);
  add_origin(&locals, (Origin){"r", "o->dz", s->d}, false);
  if (block_has(block, EXPR_SYMBOL, "abar")) add_yield(&locals, s);
  plan_block(plan, hole, block);
  plan_block(plan, locals_hole, locals_block(&locals));
}

/* Returns the members of <name>_terms that are not vectors: "k->X_1_0", not
 * "k->b[0]". */
static const char *member_list(const Equations *equations, const Plan *plan)
{
  const Block *terms = equations_get(equations, "terms");
  Text list = text_new(plan->run);
  for (size_t i = 0; i < terms->noutputs; i++) {
    const char *name = terms->outputs[i].name + strlen("k->");
    if (strchr(name, '[')) continue;
    text_add(&list, "%s%s", list.length ? ", " : "", name);
  }
  return list.chars;
}

void mechanism_bodies(const Mechanism *s, const Equations *equations,
                      Plan *plan)
{
  static const char *const pieces[] = {
      "system", "reaction", "pull", "normal", "tangential", "move", "point"};
  const int count = s->friction.law ? 7 : s->d > 0 ? 5 : 2;
  plan_state_blocks(s, equations, plan);
  plan_text(plan, "members", member_list(equations, plan));
  for (int i = 0; i < count; i++)
    plan_block(plan, pieces[i], equations_get(equations, pieces[i]));
  if (!s->friction.law) return;
  plan_law_block(s, equations, plan, "law", "law", "law_locals");
  plan_law_block(s, equations, plan, "law slopes", "law_slopes",
                 "law_slope_locals");
  if (s->friction.s_ba == 0) return;
  const Block *reach = equations_get(equations, "reach");
  Locals locals = {.run = plan->run, .block = reach};
  add_slip(&locals, NULL, false);
  plan_block(plan, "reach", reach);
  plan_block(plan, "reach_locals", locals_block(&locals));
}
