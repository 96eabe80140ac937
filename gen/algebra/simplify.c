/* simplify.c: expressions that take fewer operations. In: the values of a
 * block's outputs. Out: the same values in exact arithmetic, written so that
 * terms cancel, cos^2 + sin^2 is 1 and common factors stand once.
 *
 * Invariant: a product of sums is multiplied out only where its terms meet
 * others, and a sum gets another form only where that has fewer operations. */
#include <math.h>
#include <string.h>

#include "algebra/inside.h"
#include "base/base.h"

/* How a sum is written. */
typedef enum Form { AS_GIVEN, MERGED, COLLECTED, FORMS } Form;

typedef struct Simplifier {
  Run *run;
  Pool *pool;
  const Block *block; /* whose temporaries stand for their values */
  Memo known[FORMS];
  Form form;
} Simplifier;

/* ---- sums -------------------------------------------------------------- */

static int cost_of(Simplifier *o, const Expr *e)
{
  pool_count_anew(o->pool);
  return pool_cost(o->pool, e);
}

static const Expr *cheaper(Simplifier *o, const Expr *given, const Expr *other)
{
  return cost_of(o, other) < cost_of(o, given) ? other : given;
}

/* Terms of a group that met, in the cheaper form: as given or multiplied out.
 */
static const Expr *settle_group(Simplifier *o, const PoolTerm *given,
                                size_t count, const Expansion *e, size_t group)
{
  PoolTerm *before = run_alloc(o->run, (count + 1) * sizeof *before);
  PoolTerm *after = run_alloc(o->run, (e->count + 1) * sizeof *after);
  size_t nbefore = 0, nafter = 0;
  for (size_t i = 0; i < count; i++)
    if (expansion_group(e, i) == group) before[nbefore++] = given[i];
  for (size_t i = 0; i < e->count; i++)
    if (expansion_group(e, e->sources[i]) == group &&
        exact_sign(e->terms[i].factor) != 0)
      after[nafter++] = e->terms[i];
  const Expr *old = pool_sum(o->pool, before, nbefore);
  const Expr *plain = pool_sum(o->pool, after, nafter);
  const Expr *best = cheaper(o, old, plain);
  return o->form == COLLECTED
             ? cheaper(o, best, pool_collect(o->pool, after, nafter))
             : best;
}

/* Appends the terms of a sum, or the one term that it is. */
static size_t append_terms(Simplifier *o, const Expr *e, PoolTerm *terms,
                           size_t count)
{
  if (e->op != EXPR_ADD) {
    terms[count] = pool_term(o->pool, e);
    return count + 1;
  }
  for (size_t i = 0; i < e->count; i++)
    terms[count++] = pool_term(o->pool, e->args[i]);
  return count;
}

/* A sum of simplified terms. */
static const Expr *settle_sum(Simplifier *o, const PoolTerm *terms,
                              size_t count)
{
  const Expansion e = expansion_of(o->pool, terms, count);
  PoolTerm *all = run_alloc(o->run, (count + e.count + 1) * 2 * sizeof *all);
  size_t n = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t group = expansion_group(&e, i);
    if (!e.has_met[group])
      all[n++] = terms[i];
    else if (group == i)
      n = append_terms(o, settle_group(o, terms, count, &e, group), all, n);
  }
  const Expr *sum = pool_sum(o->pool, all, n);
  if (sum->op != EXPR_ADD || o->form != COLLECTED) return sum;
  n = append_terms(o, sum, all, 0);
  return cheaper(o, sum, pool_collect(o->pool, all, n));
}

/* The sum's terms; a sum within it that has the factor 1 or -1 is no term of
 * its own. */
static const Expr *simplified_sum(Simplifier *o, const Expr *const *args,
                                  size_t count)
{
  size_t most = 0, n = 0;
  for (size_t i = 0; i < count; i++) {
    const PoolTerm term = pool_term(o->pool, args[i]);
    most += term.rest->op == EXPR_ADD ? term.rest->count : 1;
  }
  PoolTerm *terms = run_alloc(o->run, (most + 1) * sizeof *terms);
  for (size_t i = 0; i < count; i++) {
    const PoolTerm term = pool_term(o->pool, args[i]);
    if (term.rest->op != EXPR_ADD ||
        !(exact_is(term.factor, 1) || exact_is(term.factor, -1))) {
      terms[n++] = term;
      continue;
    }
    for (size_t k = 0; k < term.rest->count; k++) {
      terms[n] = pool_term(o->pool, term.rest->args[k]);
      terms[n].factor = exact_product(o->run, terms[n].factor, term.factor);
      n++;
    }
  }
  n = pool_merge(o->pool, terms, n);
  return settle_sum(o, terms, n);
}

/* ---- expressions ------------------------------------------------------- */

/* A call; a function of numbers is a number, where it is finite. */
static const Expr *of_numbers(Simplifier *o, const char *name, size_t count,
                              const Expr **args)
{
  const Expr *call = pool_call(o->pool, name, count, args);
  for (size_t i = 0; i < count; i++)
    if (args[i]->op != EXPR_NUMBER) return call;
  const double value = expr_value(call);
  return isfinite(value) ? pool_number(o->pool, exact_of(o->run, value)) : call;
}

/* The expression with these arguments, which are of the pool. */
static const Expr *rebuilt(Simplifier *o, const Expr *e, const Expr **args)
{
  switch (e->op) {
    case EXPR_NUMBER:
      return pool_number(o->pool, expr_exact(o->run, e));
    case EXPR_SYMBOL:
      return pool_symbol(o->pool, e->name);
    case EXPR_MUL:
      return pool_times(o->pool, pool_product(o->pool, args, e->count));
    case EXPR_POW:
      if (args[1]->op != EXPR_NUMBER) return of_numbers(o, "pow", 2, args);
      if (args[0]->op != EXPR_NUMBER)
        return pool_power(o->pool, args[0], args[1]->exact);
      return of_numbers(o, "pow", 2, args);
    case EXPR_FUNCTION:
      return of_numbers(o, e->name, e->count, args);
    case EXPR_ADD:
      if (o->form != AS_GIVEN) return simplified_sum(o, args, e->count);
      PoolTerm *terms = run_alloc(o->run, (e->count + 1) * sizeof *terms);
      for (size_t i = 0; i < e->count; i++)
        terms[i] = pool_term(o->pool, args[i]);
      return pool_sum(o->pool, terms, e->count);
  }
  return e;
}

/* A temporary stands for its value. */
static const Expr *meaning_of(const Simplifier *o, const Expr *e)
{
  for (size_t i = 0; e->op == EXPR_SYMBOL && i < o->block->ntemporaries; i++)
    if (strcmp(e->name, o->block->temporaries[i].name) == 0)
      return o->block->temporaries[i].value;
  return e;
}

static const Expr *written(Simplifier *o, const Expr *given)
{
  const Expr *e = meaning_of(o, given);
  Memo *memo = &o->known[o->form];
  const Expr *known = memo_find(memo, e);
  if (known) return known;
  const Expr **args = run_alloc(o->run, (e->count + 1) * sizeof *args);
  for (size_t i = 0; i < e->count; i++) args[i] = written(o, e->args[i]);
  const Expr *result = rebuilt(o, e, args);
  memo_add(o->run, memo, e, result);
  return result;
}

/* ---- blocks ------------------------------------------------------------ */

/* Each output in each form, and the block of the forms that were chosen. */
typedef struct Choice {
  Run *run;
  const char *prefix;
  const Expr **forms[FORMS]; /* by output */
  Block block;               /* not shared */
  Block best;                /* shared */
  int operations;            /* of the best */
  const Expr ***tried;       /* values of all outputs */
  size_t ntried, room;
} Choice;

static const Expr **forms_of(Simplifier *o, const Assign *outputs,
                             const Expr *const *given, size_t count, Form form)
{
  const Expr **list = run_alloc(o->run, (count + 1) * sizeof *list);
  o->form = form;
  for (size_t i = 0; i < count; i++)
    list[i] = written(o, given ? given[i] : outputs[i].value);
  return list;
}

/* Returns true if the block was written so before. */
static bool was_tried(Choice *choice)
{
  const size_t count = choice->block.noutputs;
  const Expr **values = run_alloc(choice->run, (count + 1) * sizeof *values);
  for (size_t i = 0; i < count; i++) values[i] = choice->block.outputs[i].value;
  for (size_t k = 0; k < choice->ntried; k++)
    if (memcmp(choice->tried[k], values, count * sizeof *values) == 0)
      return true;
  choice->tried = run_grown(choice->run, choice->tried, choice->ntried,
                            &choice->room, sizeof *choice->tried);
  choice->tried[choice->ntried++] = values;
  return false;
}

/* Keeps the block as it is written now if it is the cheapest so far. */
static bool is_best(Choice *choice)
{
  if (was_tried(choice)) return false;
  const Block shared = block_share(choice->run, &choice->block, choice->prefix);
  const int operations = block_operations(&shared);
  if (choice->operations >= 0 && operations >= choice->operations) return false;
  choice->best = shared;
  choice->operations = operations;
  return true;
}

/* Gives outputs another form one by one, where that is cheaper. */
static void choose_each(Choice *choice)
{
  enum { MOST_OPERATIONS = 200 }; /* it is tried anew for each output */
  const size_t count = choice->block.noutputs;
  if (choice->operations > MOST_OPERATIONS) return;
  for (size_t i = 0; i < count; i++)
    for (int form = 0; form < FORMS; form++) {
      const Expr *old = choice->block.outputs[i].value;
      if (choice->forms[form][i] == old) continue;
      choice->block.outputs[i].value = choice->forms[form][i];
      if (!is_best(choice)) choice->block.outputs[i].value = old;
    }
}

Block block_simplify(Run *run, const Block *block, const char *prefix)
{
  Simplifier o = {.run = run, .pool = pool_new(run), .block = block};
  Choice choice = {.run = run, .prefix = prefix, .block = *block};
  const size_t count = block->noutputs;
  Assign *outputs = run_alloc(run, (count + 1) * sizeof *outputs);
  int best = AS_GIVEN;
  choice.best = block_share(run, block, prefix);
  choice.operations = block_operations(&choice.best);
  choice.block.outputs = outputs;
  choice.block.ntemporaries = 0;
  for (int form = 0; form < FORMS; form++) {
    choice.forms[form] = forms_of(
        &o, block->outputs, form ? choice.forms[0] : NULL, count, (Form)form);
    bool is_new = form == 0;
    for (size_t i = 0; i < count; i++) {
      is_new = is_new || choice.forms[form][i] != outputs[i].value;
      outputs[i] = (Assign){block->outputs[i].name, choice.forms[form][i]};
    }
    if (is_new && is_best(&choice)) best = form;
  }
  for (size_t i = 0; i < count; i++) outputs[i].value = choice.forms[best][i];
  choose_each(&choice);
  return choice.best;
}
