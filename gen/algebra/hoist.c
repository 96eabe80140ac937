/* hoist.c: what depends on tuned parameters alone leaves the code of a step.
 * In: blocks with the symbols of tuned parameters. Out: the same blocks with
 * symbols of derived constants, and these constants.
 *
 * Invariant: a derived constant is of tuned parameters and of derived constants
 * before it. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"

/* A block on its way: temporaries of tuned parameters alone are not emitted. */
typedef struct Hoist {
  Equations *equations;
  Run *run;
  Assign *moved; /* these temporaries, by name */
  size_t count;
} Hoist;

typedef struct Rewritten {
  const Expr *value;
  bool is_tuned; /* of tuned parameters and numbers alone */
} Rewritten;

static bool is_symbol_or_number(const Expr *e)
{
  return e->op == EXPR_SYMBOL || e->op == EXPR_NUMBER;
}

static bool is_sign(const Expr *e)
{
  return e->op == EXPR_NUMBER && (e->number == -1 || e->number == 1);
}

/* Returns true for what costs a step nothing: -m as m. */
static bool is_free(const Expr *e)
{
  return is_symbol_or_number(e) ||
         (e->op == EXPR_MUL && e->count == 2 && is_sign(e->args[0]) &&
          is_symbol_or_number(e->args[1]));
}

static int compare_names(const void *a, const void *b)
{
  const Expr *x = *(const Expr *const *)a, *y = *(const Expr *const *)b;
  if (x->op != y->op) return x->op == EXPR_NUMBER ? -1 : 1;
  return x->op == EXPR_NUMBER ? 0 : strcmp(x->name, y->name);
}

/* Returns m*l for l*m: equal products and sums of names get one text. */
static const Expr *in_order(Run *run, const Expr *e)
{
  if (e->op != EXPR_ADD && e->op != EXPR_MUL) return e;
  const Expr **args = run_alloc(run, e->count * sizeof *args);
  for (size_t i = 0; i < e->count; i++) {
    if (!is_symbol_or_number(e->args[i])) return e;
    args[i] = e->args[i];
  }
  qsort(args, e->count, sizeof *args, compare_names);
  return expr_make(run, e->op, NULL, e->count, args);
}

static const Constant *find_constant(const Equations *equations,
                                     const char *name)
{
  for (size_t i = 0; i < equations->nconstants; i++)
    if (strcmp(equations->constants[i].name, name) == 0)
      return &equations->constants[i];
  return NULL;
}

/* Returns the value of a constant at the parameters of the spec. */
static double value_of(const Equations *equations, const Expr *e)
{
  const size_t count = equations->nconstants;
  const char **symbols =
      run_alloc(equations->run, (count + 1) * sizeof *symbols);
  double *values = run_doubles(equations->run, count + 1), value;
  Assign output = {"value", e};
  const Block block = {NULL, &output, 0, 1};
  for (size_t i = 0; i < count; i++) {
    symbols[i] = equations->constants[i].name;
    values[i] = equations->constants[i].value;
  }
  block_evaluate(&block, symbols, values, count, &value);
  return value;
}

/* Returns the expression with the names of the spec, for a comment. */
static const char *formula_text(const Equations *equations, const Expr *e)
{
  enum { MOST = 48 }; /* what a line has room for */
  Run *run = equations->run;
  const char **names =
      run_alloc(run, (2 * equations->nconstants + 1) * sizeof *names);
  size_t n = 0;
  for (size_t i = 0; i < equations->nconstants; i++) {
    const Constant *c = &equations->constants[i];
    if (!c->tuned) continue;
    names[n++] = c->name;
    names[n++] = c->tuned;
  }
  const Spelling spelling = {"real", "", .symbols = names};
  const char *text = print_expr(run, &spelling, e);
  return strlen(text) > MOST ? "see _tune" : text;
}

/* Returns the symbol of a derived constant with that value. */
static const Expr *derive(Equations *equations, const Expr *e)
{
  static const Spelling plain = {"real", ""};
  Run *run = equations->run;
  if (is_free(e)) return e;
  e = in_order(run, e);
  const char *form = print_expr(run, &plain, e);
  for (size_t i = 0; i < equations->nhoisted; i++) {
    const Assign *known = &equations->hoisted[i];
    if (strcmp(find_constant(equations, known->name)->form, form) == 0)
      return expr_symbol(run, known->name);
  }
  const char *name = run_printf(run, "derived_%d", equations->nderived);
  equations_symbol(equations, name, NULL, formula_text(equations, e),
                   value_of(equations, e));
  equations->constants[equations->nconstants - 1].form = form;
  equations->hoisted =
      run_grown(run, equations->hoisted, equations->nhoisted,
                &equations->hoisted_room, sizeof *equations->hoisted);
  equations->hoisted[equations->nhoisted++] = (Assign){name, e};
  return expr_symbol(run, name);
}

static Rewritten rewrite_symbol(const Hoist *h, const Expr *e)
{
  const Constant *c = find_constant(h->equations, e->name);
  if (c) return (Rewritten){e, c->is_tuned};
  for (size_t i = 0; i < h->count; i++)
    if (strcmp(h->moved[i].name, e->name) == 0)
      return (Rewritten){h->moved[i].value, true};
  return (Rewritten){e, false};
}

/* Joins the tuned terms or factors of a sum or a product to one. */
static const Expr *join(const Hoist *h, const Expr *e, const Rewritten *args)
{
  const Expr **tuned = run_alloc(h->run, e->count * sizeof *tuned);
  const Expr **rest = run_alloc(h->run, (e->count + 1) * sizeof *rest);
  size_t ntuned = 0, nrest = 0;
  bool is_worth = false;
  for (size_t i = 0; i < e->count; i++)
    if (args[i].is_tuned && !(e->op == EXPR_MUL && is_sign(args[i].value))) {
      is_worth = is_worth || args[i].value->op != EXPR_NUMBER;
      tuned[ntuned++] = args[i].value;
    }
  if (ntuned > 0 && is_worth) {
    const Expr *both =
        ntuned == 1 ? tuned[0] : expr_make(h->run, e->op, NULL, ntuned, tuned);
    rest[nrest++] = derive(h->equations, both);
  }
  for (size_t i = 0; i < e->count; i++) {
    const bool is_joined = is_worth && args[i].is_tuned &&
                           !(e->op == EXPR_MUL && is_sign(args[i].value));
    if (is_joined) continue;
    /* A sign or a number stays in front. */
    if (args[i].value->op == EXPR_NUMBER && nrest > 0) {
      memmove(rest + 1, rest, nrest * sizeof *rest);
      rest[0] = args[i].value;
      nrest++;
    } else {
      rest[nrest++] = args[i].value;
    }
  }
  return expr_make(h->run, e->op, NULL, nrest, rest);
}

static Rewritten rewrite(const Hoist *h, const Expr *e)
{
  if (e->op == EXPR_NUMBER) return (Rewritten){e, true};
  if (e->op == EXPR_SYMBOL) return rewrite_symbol(h, e);
  Rewritten *args = run_alloc(h->run, (e->count + 1) * sizeof *args);
  const Expr **values = run_alloc(h->run, (e->count + 1) * sizeof *values);
  bool is_tuned = true;
  for (size_t i = 0; i < e->count; i++) {
    args[i] = rewrite(h, e->args[i]);
    is_tuned = is_tuned && args[i].is_tuned;
  }
  if (!is_tuned && (e->op == EXPR_ADD || e->op == EXPR_MUL))
    return (Rewritten){join(h, e, args), false};
  for (size_t i = 0; i < e->count; i++)
    values[i] = !is_tuned && args[i].is_tuned
                    ? derive(h->equations, args[i].value)
                    : args[i].value;
  return (Rewritten){expr_make(h->run, e->op, e->name, e->count, values),
                     is_tuned};
}

Block equations_hoist(Equations *equations, const Block *block)
{
  if (!equations->tuned) return *block;
  Run *run = equations->run;
  Hoist h = {equations, run, NULL, 0};
  Block made = {.noutputs = block->noutputs};
  h.moved = run_alloc(run, (block->ntemporaries + 1) * sizeof *h.moved);
  made.temporaries =
      run_alloc(run, (block->ntemporaries + 1) * sizeof *made.temporaries);
  made.outputs = run_alloc(run, (block->noutputs + 1) * sizeof *made.outputs);
  for (size_t i = 0; i < block->ntemporaries; i++) {
    const Assign *old = &block->temporaries[i];
    const Rewritten r = rewrite(&h, old->value);
    if (r.is_tuned) /* a part of several expressions */
      h.moved[h.count++] = (Assign){old->name, derive(equations, r.value)};
    else
      made.temporaries[made.ntemporaries++] = (Assign){old->name, r.value};
  }
  for (size_t i = 0; i < block->noutputs; i++) {
    const Rewritten r = rewrite(&h, block->outputs[i].value);
    made.outputs[i] =
        (Assign){block->outputs[i].name,
                 r.is_tuned ? derive(equations, r.value) : r.value};
  }
  return made;
}

void equations_hoisted(Equations *equations)
{
  Block block = {.noutputs = equations->nhoisted};
  block.outputs =
      run_alloc(equations->run, (block.noutputs + 1) * sizeof *block.outputs);
  for (size_t i = 0; i < block.noutputs; i++)
    block.outputs[i] = equations->hoisted[i];
  equations_add_derived(equations, block);
}
