/* expand.c: sums multiplied out, and which of their terms meet. In: terms. Out:
 * the terms of their sums, like ones merged, each with the given term that it
 * is from.
 *
 * Invariant: given terms whose own meet are in one group; one that met nothing
 * is better left as it was given. */
#include <stdlib.h>
#include <string.h>

#include "algebra/inside.h"
#include "base/base.h"

enum { MOST_TERMS = 1000 };

/* ---- multiplying out --------------------------------------------------- */

static void expansion_add(Pool *pool, Expansion *to, PoolTerm term,
                          size_t source)
{
  if (to->count == to->room) {
    size_t room = to->room;
    to->terms = run_grown(pool_run(pool), to->terms, to->count, &room,
                          sizeof *to->terms);
    to->sources = run_grown(pool_run(pool), to->sources, to->count, &to->room,
                            sizeof *to->sources);
  }
  to->terms[to->count] = term;
  to->sources[to->count++] = source;
}

/* The one sum among factors; NULL: there is none, or there are several, powers
 * included. A product of two sums stays: each may be small where its terms are
 * not, and sqrt((x - a)^2 + y^2) would lose half its digits, or its domain. */
static const Expr *only_sum(const Expr *const *factors, size_t count)
{
  const Expr *only = NULL;
  for (size_t i = 0; i < count; i++) {
    const bool is_power = factors[i]->op == EXPR_POW;
    const Expr *base = is_power ? factors[i]->args[0] : factors[i];
    if (base->op != EXPR_ADD) continue;
    if (only || is_power) return NULL;
    only = base;
  }
  return only;
}

/* Adds the term multiplied out, or as it is where it has no sum, or several. */
static void expand(Pool *pool, PoolTerm term, size_t source, Expansion *to)
{
  Run *run = pool_run(pool);
  const bool is_product = term.rest->op == EXPR_MUL;
  const Expr *const *factors = is_product ? term.rest->args : &term.rest;
  const size_t count = is_product ? term.rest->count : 1;
  const Expr *sum = only_sum(factors, count);
  if (!sum || to->count + sum->count > MOST_TERMS) {
    expansion_add(pool, to, term, source);
    return;
  }
  const Expr **list = run_alloc(run, (count + 1) * sizeof *list);
  for (size_t k = 0; k < sum->count; k++) {
    const PoolTerm part = pool_term(pool, sum->args[k]);
    for (size_t i = 0; i < count; i++)
      list[i] = factors[i] == sum ? part.rest : factors[i];
    PoolTerm product = pool_product(pool, list, count);
    product.factor = exact_product(
        run, product.factor, exact_product(run, term.factor, part.factor));
    expansion_add(pool, to, product, source);
  }
}

/* ---- which terms meet -------------------------------------------------- */

size_t expansion_group(const Expansion *e, size_t given)
{
  while (e->groups[given] != given) given = e->groups[given];
  return given;
}

static void join(Expansion *e, size_t a, size_t b)
{
  const size_t x = expansion_group(e, a), y = expansion_group(e, b);
  e->groups[x] = y;
  e->has_met[y] = true;
}

typedef struct Place {
  const Expr *rest;
  size_t at;
} Place;

static int by_id(const void *a, const void *b)
{
  const Place *p = a, *q = b;
  const size_t x = pool_id(p->rest), y = pool_id(q->rest);
  if (x != y) return x > y ? 1 : -1;
  return (p->at > q->at) - (p->at < q->at);
}

/* Merges like terms; sources of terms that merged are joined. */
static void merge_like(Pool *pool, Expansion *e)
{
  Place *places = run_alloc(pool_run(pool), (e->count + 1) * sizeof *places);
  for (size_t i = 0; i < e->count; i++)
    places[i] = (Place){e->terms[i].rest, i};
  qsort(places, e->count, sizeof *places, by_id);
  Expansion merged = {.groups = e->groups, .has_met = e->has_met};
  for (size_t i = 0; i < e->count; i++) {
    const PoolTerm term = e->terms[places[i].at];
    const size_t source = e->sources[places[i].at];
    PoolTerm *last = merged.count ? &merged.terms[merged.count - 1] : NULL;
    if (!last || last->rest != term.rest) {
      expansion_add(pool, &merged, term, source);
      continue;
    }
    last->factor = exact_sum(pool_run(pool), last->factor, term.factor);
    join(e, merged.sources[merged.count - 1], source);
  }
  *e = merged;
}

/* ---- cos^2 + sin^2 ------------------------------------------------------ */

static bool is_call(const Expr *e, const char *name)
{
  return e->op == EXPR_FUNCTION && strcmp(e->name, name) == 0;
}

/* The term of that rest; its factor may be 0. Searched for from the start:
 * sums with squares of sines are short. */
static size_t find_rest(const Expansion *e, const Expr *rest)
{
  size_t i = 0;
  while (i < e->count && e->terms[i].rest != rest) i++;
  return i;
}

/* rest / of^2 * by^2; by may be NULL for 1. */
static const Expr *with_square(Pool *pool, const Expr *rest, const Expr *of,
                               const Expr *by)
{
  const Exact *two = exact_of_whole(pool_run(pool), 2),
              *less = exact_of_whole(pool_run(pool), -2);
  const Expr *list[3] = {rest, pool_power(pool, of, less),
                         by ? pool_power(pool, by, two) : NULL};
  return pool_product(pool, list, by ? 3 : 2).rest;
}

/* Adds to the term of that rest, which may be new. */
static void add_to_rest(Pool *pool, Expansion *e, PoolTerm term, size_t source)
{
  const size_t at = find_rest(e, term.rest);
  if (at == e->count) {
    expansion_add(pool, e, term, source);
    return;
  }
  e->terms[at].factor =
      exact_sum(pool_run(pool), e->terms[at].factor, term.factor);
  join(e, e->sources[at], source);
}

/* a*m*f^2 with f sine or cosine: a*m*f^2 + a*m*g^2 is a*m, g the other one of
 * the two, and a*m*f^2 - a*m is -a*m*g^2. True where either was found. */
static bool reduce_square(Pool *pool, Expansion *e, size_t i,
                          const Expr *square)
{
  const Expr *f = square->args[0], *rest = e->terms[i].rest;
  const Exact *a = e->terms[i].factor;
  const Exact *minus = exact_negative(pool_run(pool), a);
  const Expr *g =
      pool_call(pool, is_call(f, "sin") ? "cos" : "sin", 1, f->args);
  const Expr *m = with_square(pool, rest, f, NULL);
  const Expr *other = with_square(pool, rest, f, g);
  const Exact *zero = exact_of_whole(pool_run(pool), 0);
  const size_t partner = find_rest(e, other), base = find_rest(e, m);
  const size_t source = e->sources[i];
  PoolTerm result;
  if (partner < e->count && exact_equal(e->terms[partner].factor, a)) {
    e->terms[partner].factor = zero;
    join(e, e->sources[partner], source);
    result = (PoolTerm){a, m};
  } else if (base < e->count && exact_equal(e->terms[base].factor, minus)) {
    e->terms[base].factor = zero;
    join(e, e->sources[base], source);
    result = (PoolTerm){minus, other};
  } else {
    return false;
  }
  e->terms[i].factor = zero;
  add_to_rest(pool, e, result, source);
  return true;
}

static bool is_square_of_angle(const Expr *factor)
{
  long power;
  return factor->op == EXPR_POW && factor->args[1]->op == EXPR_NUMBER &&
         exact_whole(factor->args[1]->exact, &power) && power >= 2 &&
         (is_call(factor->args[0], "sin") || is_call(factor->args[0], "cos"));
}

static bool reduce_term(Pool *pool, Expansion *e, size_t i)
{
  const Expr *rest = e->terms[i].rest;
  const bool is_product = rest->op == EXPR_MUL;
  if (exact_sign(e->terms[i].factor) == 0) return false;
  for (size_t k = 0; k < (is_product ? rest->count : 1); k++) {
    const Expr *factor = is_product ? rest->args[k] : rest;
    if (is_square_of_angle(factor) && reduce_square(pool, e, i, factor))
      return true;
  }
  return false;
}

static void reduce_angles(Pool *pool, Expansion *e)
{
  for (bool is_reduced = true; is_reduced;) {
    is_reduced = false;
    for (size_t i = 0; i < e->count; i++) is_reduced |= reduce_term(pool, e, i);
  }
}

Expansion expansion_of(Pool *pool, const PoolTerm *terms, size_t count)
{
  Run *run = pool_run(pool);
  Expansion e = {0};
  e.groups = run_alloc(run, (count + 1) * sizeof *e.groups);
  e.has_met = run_alloc(run, (count + 1) * sizeof *e.has_met);
  for (size_t i = 0; i < count; i++) {
    e.groups[i] = i;
    expand(pool, terms[i], i, &e);
  }
  merge_like(pool, &e);
  reduce_angles(pool, &e);
  return e;
}
