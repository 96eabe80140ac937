/* collect.c: common factors of a sum. In: terms. Out: their sum, in which the
 * factor that most terms share stands once, then the next. */
#include "algebra/inside.h"
#include "base/base.h"

/* A longer sum stays as it is: the search takes the cube of the count. */
enum { MOST_COLLECTED = 64 };

/* True where the factor is the base, or its power of at least 1: of sqrt(x) it
 * would leave 1/sqrt(x), which is not finite at 0. */
static bool holds(const Expr *factor, const Expr *base)
{
  return factor == base ||
         (factor->op == EXPR_POW && factor->args[0] == base &&
          factor->args[1]->op == EXPR_NUMBER && factor->args[1]->number >= 1);
}

static bool has_factor(const Expr *rest, const Expr *base)
{
  if (rest->op != EXPR_MUL) return holds(rest, base);
  for (size_t k = 0; k < rest->count; k++)
    if (holds(rest->args[k], base)) return true;
  return false;
}

/* The rest without one factor `base`, which it has. */
static const Expr *divided(Pool *pool, const Expr *rest, const Expr *base)
{
  const bool is_power =
      base->op == EXPR_POW && base->args[1]->op == EXPR_NUMBER;
  const Exact *minus = exact_of_whole(pool_run(pool), -1);
  const Expr *list[2] = {rest, NULL};
  list[1] = is_power ? pool_power(
                           pool, base->args[0],
                           exact_negative(pool_run(pool), base->args[1]->exact))
                     : pool_power(pool, base, minus);
  return pool_product(pool, list, 2).rest;
}

/* The factor that most terms share, or NULL: it is in *most of them. */
static const Expr *common_factor(Pool *pool, const PoolTerm *terms,
                                 size_t count, size_t *most)
{
  const Expr *best = NULL;
  *most = 1;
  for (size_t i = 0; i + *most < count; i++) {
    const Expr *rest = terms[i].rest;
    const bool is_product = rest->op == EXPR_MUL;
    for (size_t k = 0; k < (is_product ? rest->count : 1); k++) {
      const Expr *base = is_product ? rest->args[k] : rest;
      long power;
      if (base == pool_one(pool)) continue;
      if (base->op == EXPR_POW && base->args[1]->op == EXPR_NUMBER &&
          exact_whole(base->args[1]->exact, &power) && power > 0)
        base = base->args[0];
      size_t found = 1;
      for (size_t l = i + 1; l < count; l++)
        found += has_factor(terms[l].rest, base);
      if (found <= *most) continue;
      *most = found;
      best = base;
    }
  }
  return best;
}

/* Size of the number that most terms share, but 1; NULL: none is shared. */
static const Exact *common_number(Pool *pool, const PoolTerm *terms,
                                  size_t count, size_t *most)
{
  const Exact *best = NULL;
  *most = 1;
  for (size_t i = 0; i < count; i++) {
    const Exact *a = terms[i].factor;
    const Exact *minus = exact_negative(pool_run(pool), a);
    size_t found = 0;
    if (exact_is(a, 1) || exact_is(a, -1)) continue;
    for (size_t l = i; l < count; l++)
      found += exact_equal(terms[l].factor, a) ||
               exact_equal(terms[l].factor, minus);
    if (found <= *most) continue;
    *most = found;
    best = a;
  }
  return best;
}

/* factor * collected(inside) + collected(outside) */
static const Expr *collected_sum(Pool *pool, const Exact *number,
                                 const Expr *factor, const PoolTerm *inside,
                                 size_t ninside, const PoolTerm *outside,
                                 size_t noutside)
{
  PoolTerm sum[2];
  const Expr *both[2] = {factor, pool_collect(pool, inside, ninside)};
  sum[0] = pool_product(pool, both, 2);
  sum[0].factor = exact_product(pool_run(pool), sum[0].factor, number);
  if (noutside == 0) return pool_times(pool, sum[0]);
  const Expr *rest = pool_collect(pool, outside, noutside);
  if (rest->op != EXPR_ADD) {
    sum[1] = pool_term(pool, rest);
    return pool_sum(pool, sum, 2);
  }
  PoolTerm *all = run_alloc(pool_run(pool), (rest->count + 1) * sizeof *all);
  all[0] = sum[0];
  for (size_t i = 0; i < rest->count; i++)
    all[i + 1] = pool_term(pool, rest->args[i]);
  return pool_sum(pool, all, rest->count + 1);
}

const Expr *pool_collect(Pool *pool, const PoolTerm *terms, size_t count)
{
  size_t shared, alike;
  if (count < 2 || count > MOST_COLLECTED) return pool_sum(pool, terms, count);
  const Expr *factor = common_factor(pool, terms, count, &shared);
  const Exact *number = common_number(pool, terms, count, &alike);
  if (shared < 2 && alike < 2) return pool_sum(pool, terms, count);
  const bool by_factor = shared >= alike;
  const Exact *one = exact_of_whole(pool_run(pool), 1);
  PoolTerm *inside = run_alloc(pool_run(pool), count * sizeof *inside);
  PoolTerm *outside = run_alloc(pool_run(pool), count * sizeof *outside);
  size_t ninside = 0, noutside = 0;
  for (size_t i = 0; i < count; i++) {
    PoolTerm term = terms[i];
    const bool is_inside = by_factor && has_factor(term.rest, factor);
    const Exact *ratio =
        by_factor ? one
                  : exact_product(pool_run(pool), term.factor,
                                  exact_power(pool_run(pool), number, -1));
    if (is_inside) {
      const Expr *left = divided(pool, term.rest, factor);
      inside[ninside++] = (PoolTerm){term.factor, left};
    } else if (!by_factor && (exact_is(ratio, 1) || exact_is(ratio, -1))) {
      inside[ninside++] = (PoolTerm){ratio, term.rest};
    } else {
      outside[noutside++] = term;
    }
  }
  return collected_sum(pool, by_factor ? one : number,
                       by_factor ? factor : pool_one(pool), inside, ninside,
                       outside, noutside);
}
