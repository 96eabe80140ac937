/* inside.h: declarations that the files of the algebra room share: rational
 * numbers, expressions as a graph, and the passes over it. The Run owns all
 * results. */
#ifndef BRISTLE_ALGEBRA_INSIDE_H
#define BRISTLE_ALGEBRA_INSIDE_H

#include "algebra/algebra.h"

/* ---- exact.c: rational numbers ------------------------------------------ */

/* The rational number of the shortest decimal that reads back equal: 0.9 is
 * 9/10. The value must be finite. */
const Exact *exact_of(Run *run, double value);
const Exact *exact_of_whole(Run *run, long value);
/* "9/10" or "-3": the digits of SymEngine's numbers. */
const Exact *exact_of_text(Run *run, const char *digits);
/* The same digits. */
char *exact_text(Run *run, const Exact *a);
/* The nearest double, an infinity where none is near. */
double exact_value(const Exact *a);
const Exact *exact_sum(Run *run, const Exact *a, const Exact *b);
const Exact *exact_negative(Run *run, const Exact *a);
const Exact *exact_product(Run *run, const Exact *a, const Exact *b);
/* a to a whole power; a is not 0 where the power is negative. */
const Exact *exact_power(Run *run, const Exact *a, long power);
/* -1, 0 or 1 */
int exact_sign(const Exact *a);
bool exact_is(const Exact *a, long whole);
/* Sets *whole and returns true where a is a whole number below 2^31. */
bool exact_whole(const Exact *a, long *whole);
bool exact_equal(const Exact *a, const Exact *b);
size_t exact_hash(const Exact *a);

/* The text with "(p/q)" in the place of its decimals, which SymEngine would
 * read as doubles. */
const char *exact_decimals(Run *run, const char *text);

/* ---- expr.c -------------------------------------------------------------- */

const Expr *expr_of_exact(Run *run, const Exact *value);
/* The exact value of a number. */
const Exact *expr_exact(Run *run, const Expr *number);

/* Below, above or 0: an order of expressions that is the same everywhere;
 * numbers come first, then symbols by name, "q2" before "q10". */
int expr_compare(const Expr *a, const Expr *b);
/* The value of an expression without symbols. */
double expr_value(const Expr *e);
/* A function of C's by its name; neither pointer if there is none. */
typedef struct ExprFunction {
  double (*unary)(double);
  double (*binary)(double, double);
} ExprFunction;
ExprFunction expr_function(const char *name);
/* NaN without a function. */
double expr_call(ExprFunction f, double x, double y);
/* Operations of the expression itself, not of its arguments. */
int expr_own_operations(const Expr *e);

/* ---- memo.c ---------------------------------------------------------------
 */

typedef struct Memo {
  const void **from, **to;
  size_t count, room;
} Memo;

/* NULL for an address that was not added. */
const void *memo_find(const Memo *memo, const void *from);
void memo_add(Run *run, Memo *memo, const void *from, const void *to);

/* ---- pool.c: equal expressions become one ------------------------------ */

typedef struct Pool Pool;

/* factor * rest; rest is of the pool and has no number, or is 1. */
typedef struct PoolTerm {
  const Exact *factor;
  const Expr *rest;
} PoolTerm;

Pool *pool_new(Run *run);
Run *pool_run(const Pool *pool);
/* Expressions of a pool; equal ones are the same pointer, ids number them. */
size_t pool_id(const Expr *e);
const Expr *pool_one(const Pool *pool);
const Expr *pool_number(Pool *pool, const Exact *value);
const Expr *pool_symbol(Pool *pool, const char *name);
const Expr *pool_call(Pool *pool, const char *name, size_t count,
                      const Expr **args);
const Expr *pool_power(Pool *pool, const Expr *base, const Exact *power);
/* Powers of one base are put together, numbers multiplied. */
PoolTerm pool_product(Pool *pool, const Expr *const *list, size_t count);
/* The parts of an expression, and the expression of the parts. */
PoolTerm pool_term(Pool *pool, const Expr *e);
const Expr *pool_times(Pool *pool, PoolTerm term);
/* Sorts terms and puts those of equal rest together; returns how many stay. */
size_t pool_merge(Pool *pool, PoolTerm *terms, size_t count);
const Expr *pool_sum(Pool *pool, const PoolTerm *terms, size_t count);
/* collect.c: the sum with common factors taken out, those of most terms first.
 */
const Expr *pool_collect(Pool *pool, const PoolTerm *terms, size_t count);
/* Operations of an expression that no expression since pool_count_anew has. */
void pool_count_anew(Pool *pool);
int pool_cost(Pool *pool, const Expr *e);

/* ---- expand.c ----------------------------------------------------------- */

/* Given terms multiplied out, like ones merged, cos^2 + sin^2 replaced by 1. */
typedef struct Expansion {
  PoolTerm *terms; /* a factor may be 0 */
  size_t *sources; /* which given term each is from */
  size_t count, room;
  size_t *groups; /* of given terms; see expansion_group */
  bool *has_met;  /* by group: terms have merged */
} Expansion;

Expansion expansion_of(Pool *pool, const PoolTerm *terms, size_t count);
/* Given terms that met are of one group. */
size_t expansion_group(const Expansion *e, size_t given);

#endif
