/* pool.c: equal expressions become one. In: expressions. Out: the same ones,
 * built so that equal ones have the same address; sums and products in an order
 * of their own, with like terms and powers of one base put together.
 *
 * Invariant: an expression of the pool has arguments of the pool alone; a sum
 * holds no sum, a product no product and at most one number, the first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/inside.h"
#include "base/base.h"

/* What the pool keeps of each expression; the Expr comes first. */
typedef struct Entry {
  Expr e;
  size_t id, hash, visit;
  struct Entry *next;
} Entry;

struct Pool {
  Run *run;
  Entry **buckets;
  size_t nbuckets, count, visit;
  const Expr *one;
};

enum { FIRST_BUCKETS = 256 };

static const Entry *entry_of(const Expr *e)
{
  return (const Entry *)e;
}

size_t pool_id(const Expr *e)
{
  return entry_of(e)->id;
}

static size_t mixed(size_t hash, size_t more)
{
  return (hash ^ more) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

static size_t text_hash(const char *text)
{
  size_t hash = 5381;
  for (; *text; text++) hash = hash * 33 + (unsigned char)*text;
  return hash;
}

static size_t hash_of(const Expr *e)
{
  size_t hash = mixed((size_t)e->op, e->count);
  if (e->op == EXPR_NUMBER) return mixed(hash, exact_hash(e->exact));
  if (e->name) hash = mixed(hash, text_hash(e->name));
  for (size_t i = 0; i < e->count; i++)
    hash = mixed(hash, entry_of(e->args[i])->id);
  return hash;
}

static bool is_same(const Expr *a, const Expr *b)
{
  if (a->op != b->op || a->count != b->count) return false;
  if (a->op == EXPR_NUMBER) return exact_equal(a->exact, b->exact);
  if ((a->name || b->name) && strcmp(a->name, b->name) != 0) return false;
  for (size_t i = 0; i < a->count; i++)
    if (a->args[i] != b->args[i]) return false;
  return true;
}

static void grow(Pool *pool)
{
  const size_t count = pool->nbuckets * 4;
  Entry **buckets = run_alloc(pool->run, count * sizeof *buckets);
  for (size_t i = 0; i < pool->nbuckets; i++)
    for (Entry *entry = pool->buckets[i], *next; entry; entry = next) {
      next = entry->next;
      entry->next = buckets[entry->hash % count];
      buckets[entry->hash % count] = entry;
    }
  pool->buckets = buckets;
  pool->nbuckets = count;
}

/* The pool's own of an expression whose arguments are of the pool. */
static const Expr *own(Pool *pool, const Expr *e)
{
  const size_t hash = hash_of(e);
  for (Entry *entry = pool->buckets[hash % pool->nbuckets]; entry;
       entry = entry->next)
    if (entry->hash == hash && is_same(&entry->e, e)) return &entry->e;
  if (pool->count > 2 * pool->nbuckets) grow(pool);
  Entry *entry = run_alloc(pool->run, sizeof *entry);
  entry->e = *e;
  if (e->count > 0) {
    entry->e.args = run_alloc(pool->run, e->count * sizeof *e->args);
    memcpy(entry->e.args, e->args, e->count * sizeof *e->args);
  }
  entry->id = pool->count++;
  entry->hash = hash;
  entry->next = pool->buckets[hash % pool->nbuckets];
  pool->buckets[hash % pool->nbuckets] = entry;
  return &entry->e;
}

Pool *pool_new(Run *run)
{
  Pool *pool = run_alloc(run, sizeof *pool);
  pool->run = run;
  pool->nbuckets = FIRST_BUCKETS;
  pool->buckets = run_alloc(run, FIRST_BUCKETS * sizeof *pool->buckets);
  pool->one = pool_number(pool, exact_of_whole(run, 1));
  return pool;
}

Run *pool_run(const Pool *pool)
{
  return pool->run;
}

const Expr *pool_one(const Pool *pool)
{
  return pool->one;
}

const Expr *pool_number(Pool *pool, const Exact *value)
{
  const Expr e = {
      .op = EXPR_NUMBER, .number = exact_value(value), .exact = value};
  return own(pool, &e);
}

static const Expr *make(Pool *pool, ExprOp op, const char *name, size_t count,
                        const Expr **args)
{
  const Expr e = {.op = op, .name = name, .count = count, .args = args};
  return own(pool, &e);
}

const Expr *pool_symbol(Pool *pool, const char *name)
{
  return make(pool, EXPR_SYMBOL, name, 0, NULL);
}

const Expr *pool_call(Pool *pool, const char *name, size_t count,
                      const Expr **args)
{
  return make(pool, EXPR_FUNCTION, name, count, args);
}

const Expr *pool_power(Pool *pool, const Expr *base, const Exact *power)
{
  if (exact_is(power, 1)) return base;
  const Expr *both[2] = {base, pool_number(pool, power)};
  return make(pool, EXPR_POW, NULL, 2, both);
}

/* ---- products ---------------------------------------------------------- */

typedef struct Factor {
  const Expr *base;
  const Exact *power;
} Factor;

static int by_base(const void *a, const void *b)
{
  const size_t x = pool_id(((const Factor *)a)->base);
  const size_t y = pool_id(((const Factor *)b)->base);
  return (x > y) - (x < y);
}

static Factor factor_of(Run *run, const Expr *e)
{
  if (e->op == EXPR_POW && e->args[1]->op == EXPR_NUMBER)
    return (Factor){e->args[0], e->args[1]->exact};
  return (Factor){e, exact_of_whole(run, 1)};
}

/* Puts powers of one base together; returns how many are left. */
static size_t merge_factors(Run *run, Factor *factors, size_t count)
{
  size_t kept = 0;
  qsort(factors, count, sizeof *factors, by_base);
  for (size_t i = 0; i < count; i++) {
    Factor *last = kept > 0 ? &factors[kept - 1] : NULL;
    if (last && last->base == factors[i].base)
      last->power = exact_sum(run, last->power, factors[i].power);
    else
      factors[kept++] = factors[i];
    if (exact_sign(factors[kept - 1].power) == 0) kept--;
  }
  return kept;
}

PoolTerm pool_product(Pool *pool, const Expr *const *list, size_t count)
{
  PoolTerm term = {pool->one->exact, pool->one};
  size_t most = 0, n = 0;
  for (size_t i = 0; i < count; i++)
    most += list[i]->op == EXPR_MUL ? list[i]->count : 1;
  Factor *factors = run_alloc(pool->run, (most + 1) * sizeof *factors);
  for (size_t i = 0; i < count; i++) {
    const bool is_product = list[i]->op == EXPR_MUL;
    const Expr *const *parts = is_product ? list[i]->args : &list[i];
    for (size_t k = 0; k < (is_product ? list[i]->count : 1); k++)
      if (parts[k]->op == EXPR_NUMBER)
        term.factor = exact_product(pool->run, term.factor, parts[k]->exact);
      else
        factors[n++] = factor_of(pool->run, parts[k]);
  }
  n = merge_factors(pool->run, factors, n);
  if (n == 0) return term;
  const Expr **args = run_alloc(pool->run, n * sizeof *args);
  for (size_t i = 0; i < n; i++)
    args[i] = pool_power(pool, factors[i].base, factors[i].power);
  term.rest = n == 1 ? args[0] : make(pool, EXPR_MUL, NULL, n, args);
  return term;
}

PoolTerm pool_term(Pool *pool, const Expr *e)
{
  if (e->op == EXPR_NUMBER) return (PoolTerm){e->exact, pool->one};
  if (e->op != EXPR_MUL || e->args[0]->op != EXPR_NUMBER)
    return (PoolTerm){pool->one->exact, e};
  const Expr *rest =
      e->count == 2 ? e->args[1]
                    : make(pool, EXPR_MUL, NULL, e->count - 1, e->args + 1);
  return (PoolTerm){e->args[0]->exact, rest};
}

const Expr *pool_times(Pool *pool, PoolTerm term)
{
  if (exact_is(term.factor, 1)) return term.rest;
  const Expr *number = pool_number(pool, term.factor);
  if (term.rest == pool->one || exact_sign(term.factor) == 0) return number;
  const bool is_product = term.rest->op == EXPR_MUL;
  const size_t count = is_product ? term.rest->count : 1;
  const Expr **args = run_alloc(pool->run, (count + 1) * sizeof *args);
  args[0] = number;
  memcpy(args + 1, is_product ? term.rest->args : &term.rest,
         count * sizeof *args);
  return make(pool, EXPR_MUL, NULL, count + 1, args);
}

/* ---- sums -------------------------------------------------------------- */

static int by_rest(const void *a, const void *b)
{
  const size_t x = pool_id(((const PoolTerm *)a)->rest);
  const size_t y = pool_id(((const PoolTerm *)b)->rest);
  return (x > y) - (x < y);
}

size_t pool_merge(Pool *pool, PoolTerm *terms, size_t count)
{
  size_t kept = 0;
  qsort(terms, count, sizeof *terms, by_rest);
  for (size_t i = 0; i < count; i++) {
    PoolTerm *last = kept > 0 ? &terms[kept - 1] : NULL;
    if (last && last->rest == terms[i].rest)
      last->factor = exact_sum(pool->run, last->factor, terms[i].factor);
    else
      terms[kept++] = terms[i];
    if (exact_sign(terms[kept - 1].factor) == 0) kept--;
  }
  return kept;
}

const Expr *pool_sum(Pool *pool, const PoolTerm *list, size_t count)
{
  PoolTerm *terms = run_alloc(pool->run, (count + 1) * sizeof *terms);
  memcpy(terms, list, count * sizeof *terms);
  count = pool_merge(pool, terms, count);
  if (count == 0) return pool_number(pool, exact_of_whole(pool->run, 0));
  const Expr **args = run_alloc(pool->run, count * sizeof *args);
  for (size_t i = 0; i < count; i++) args[i] = pool_times(pool, terms[i]);
  return count == 1 ? args[0] : make(pool, EXPR_ADD, NULL, count, args);
}

/* ---- what it costs ----------------------------------------------------- */

void pool_count_anew(Pool *pool)
{
  pool->visit++;
}

int pool_cost(Pool *pool, const Expr *e)
{
  Entry *entry = (Entry *)e;
  if (entry->visit == pool->visit) return 0;
  entry->visit = pool->visit;
  int sum = expr_own_operations(e);
  for (size_t i = 0; i < e->count; i++) sum += pool_cost(pool, e->args[i]);
  return sum;
}
