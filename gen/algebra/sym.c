/* sym.c: the only user of SymEngine. In: equations as text and numbers. Out:
 * straight-line code with common subexpressions shared, for print.c.
 *
 * Invariant: SymEngine's state belongs to the process, so every call holds the
 * lock, and lets it go before an error ends the run. */
#define _GNU_SOURCE
#include <gmp.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <symengine/cwrapper.h>

#include "base/base.h"
#include "algebra/algebra.h"

/* The copy of SymEngine that comes with R asks R for random numbers when it
 * factors integers. Nothing here depends on them. */
double unif_rand(void);
double unif_rand(void)
{
  return 0.5;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct Name Name;
struct Name {
  Name *next;
  const char *name;
  basic_struct *value;
};

typedef struct Dependence {
  struct Dependence *next;
  const char *name, *on;
  basic_struct *derivative;
} Dependence;

struct Symbolic {
  Run *run;
  Where where;
  Name *names;
  Dependence *dependences;
  bool is_locked;      /* a call is under way */
  const char *problem; /* what went wrong in the call that is under way */
  basic_struct **owned;
  size_t nowned, room;
  /* While code is built: */
  Assign *temporaries;
  size_t ntemporaries, temporaries_room;
  const char *prefix;
};

/* ---- memory, errors ---------------------------------------------------- */

static void free_all(void *thing)
{
  Symbolic *sym = thing;
  if (!sym->is_locked) pthread_mutex_lock(&lock); /* else memory ran out */
  for (size_t i = 0; i < sym->nowned; i++) basic_free_heap(sym->owned[i]);
  pthread_mutex_unlock(&lock);
}

static basic_struct *fresh(Symbolic *sym)
{
  sym->owned = run_grown(sym->run, sym->owned, sym->nowned, &sym->room,
                         sizeof *sym->owned);
  return sym->owned[sym->nowned++] = basic_new_heap();
}

/* Notes the first problem; the caller goes on, end_call reports it. */
static void check(Symbolic *sym, CWRAPPER_OUTPUT_TYPE code, const char *what)
{
  static const char *const reasons[] = {
      "",          "run-time error", "division by zero", "not implemented",
      "bad value", "syntax error",   "serialization"};
  if (code == SYMENGINE_NO_EXCEPTION || sym->problem) return;
  const size_t n = (size_t)code;
  sym->problem = run_printf(sym->run, "%s: %s", what,
                            n < COUNT(reasons) ? reasons[n] : "unknown error");
}

static void begin_call(Symbolic *sym)
{
  pthread_mutex_lock(&lock);
  sym->is_locked = true;
  sym->problem = NULL;
}

static void end_call(Symbolic *sym)
{
  sym->is_locked = false;
  pthread_mutex_unlock(&lock);
  if (sym->problem)
    run_fail(sym->run, sym->where, "cannot derive the solver: %s",
             sym->problem);
}

Symbolic *sym_new(Run *run, Where where)
{
  Symbolic *sym = run_alloc(run, sizeof *sym);
  sym->run = run;
  sym->where = where;
  run_defer(run, free_all, sym);
  return sym;
}

/* ---- names ------------------------------------------------------------- */

static void name_value(Symbolic *sym, const char *name, basic_struct *value)
{
  Name *entry = run_alloc(sym->run, sizeof *entry);
  entry->name = run_printf(sym->run, "%s", name);
  entry->value = value;
  entry->next = sym->names;
  sym->names = entry;
}

static basic_struct *named(Symbolic *sym, const char *name)
{
  for (Name *entry = sym->names; entry; entry = entry->next)
    if (strcmp(entry->name, name) == 0) return entry->value;
  basic_struct *symbol = fresh(sym);
  check(sym, symbol_set(symbol, name), name);
  return symbol;
}

/* Whole numbers are exact, so that 0 and 1 vanish from sums and products. */
static void set_number(Symbolic *sym, basic_struct *value, double number)
{
  if (number == floor(number) && fabs(number) < 9007199254740992.0)
    check(sym, integer_set_si(value, (long)number), "a whole number");
  else
    check(sym, real_double_set_d(value, number), "a number");
}

void sym_number(Symbolic *sym, const char *name, double number)
{
  begin_call(sym);
  basic_struct *value = fresh(sym);
  set_number(sym, value, number);
  name_value(sym, name, value);
  end_call(sym);
}

/* Text with the defined names put in. */
static basic_struct *parse(Symbolic *sym, const char *text)
{
  basic_struct *value = fresh(sym);
  check(sym, basic_parse(value, text), text);
  for (Name *entry = sym->names; entry && !sym->problem; entry = entry->next) {
    basic_struct *symbol = fresh(sym);
    check(sym, symbol_set(symbol, entry->name), entry->name);
    if (basic_has_symbol(value, symbol))
      check(sym, basic_subs2(value, value, symbol, entry->value), text);
  }
  return value;
}

void sym_let(Symbolic *sym, const char *name, const char *text)
{
  begin_call(sym);
  basic_struct *value = parse(sym, text);
  name_value(sym, name, value);
  end_call(sym);
}

/* ---- Expr -> SymEngine ------------------------------------------------- */

static void fold(Symbolic *sym, const Expr *e, basic_struct *into);

static void fold_function(Symbolic *sym, const Expr *e, basic_struct *into)
{
  static const struct {
    const char *name;
    CWRAPPER_OUTPUT_TYPE (*make)(basic, const basic);
  } unary[] = {
      {"exp", basic_exp},   {"log", basic_log},   {"sqrt", basic_sqrt},
      {"sin", basic_sin},   {"cos", basic_cos},   {"tan", basic_tan},
      {"asin", basic_asin}, {"acos", basic_acos}, {"atan", basic_atan},
      {"sinh", basic_sinh}, {"cosh", basic_cosh}, {"tanh", basic_tanh}};
  basic_struct *x = fresh(sym), *y = fresh(sym);
  fold(sym, e->args[0], x);
  if (strcmp(e->name, "atan2") == 0) {
    fold(sym, e->args[1], y);
    check(sym, basic_atan2(into, x, y), e->name);
    return;
  }
  for (size_t i = 0; i < COUNT(unary); i++) {
    if (strcmp(e->name, unary[i].name) != 0) continue;
    check(sym, unary[i].make(into, x), e->name);
    return;
  }
  check(sym, SYMENGINE_NOT_IMPLEMENTED, e->name);
}

static void fold(Symbolic *sym, const Expr *e, basic_struct *into)
{
  switch (e->op) {
    case EXPR_NUMBER:
      set_number(sym, into, e->number);
      return;
    case EXPR_SYMBOL:
      check(sym, basic_assign(into, named(sym, e->name)), e->name);
      return;
    case EXPR_FUNCTION:
      fold_function(sym, e, into);
      return;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_POW:
      break;
  }
  /* A power of 1/2 is a root, whichever way it was written. */
  if (e->op == EXPR_POW && expr_is_number(e->args[1], 0.5)) {
    basic_struct *x = fresh(sym);
    fold(sym, e->args[0], x);
    check(sym, basic_sqrt(into, x), "sqrt");
    return;
  }
  basic_struct *part = fresh(sym);
  fold(sym, e->args[0], into);
  if (e->op == EXPR_POW && e->args[1]->op == EXPR_NUMBER &&
      fabs(e->args[1]->number) > 64) { /* exact, it could fill the memory */
    check(sym, real_double_set_d(part, e->args[1]->number), "a power");
    check(sym, basic_pow(into, into, part), "a power");
    return;
  }
  for (size_t i = 1; i < e->count; i++) {
    fold(sym, e->args[i], part);
    check(sym,
          (e->op == EXPR_ADD   ? basic_add
           : e->op == EXPR_MUL ? basic_mul
                               : basic_pow)(into, into, part),
          "arithmetic");
  }
}

void sym_let_expr(Symbolic *sym, const char *name, const Expr *expr)
{
  begin_call(sym);
  basic_struct *value = fresh(sym);
  fold(sym, expr, value);
  name_value(sym, name, value);
  end_call(sym);
}

/* ---- derivatives ------------------------------------------------------- */

void sym_depends(Symbolic *sym, const char *name, const char *on,
                 const char *derivative)
{
  begin_call(sym);
  Dependence *d = run_alloc(sym->run, sizeof *d);
  d->name = name;
  d->on = on;
  d->derivative = parse(sym, derivative);
  d->next = sym->dependences;
  sym->dependences = d;
  end_call(sym);
}

void sym_diff(Symbolic *sym, const char *name, const char *of, const char *by)
{
  begin_call(sym);
  basic_struct *e = named(sym, of), *symbol = fresh(sym);
  basic_struct *sum = fresh(sym), *part = fresh(sym);
  check(sym, symbol_set(symbol, by), by);
  check(sym, basic_diff(sum, e, symbol), of);
  for (const Dependence *d = sym->dependences; d; d = d->next) {
    if (strcmp(d->on, by) != 0) continue;
    check(sym, symbol_set(symbol, d->name), d->name);
    check(sym, basic_diff(part, e, symbol), of);
    check(sym, basic_mul(part, part, d->derivative), of);
    check(sym, basic_add(sum, sum, part), of);
  }
  name_value(sym, name, sum);
  end_call(sym);
}

bool sym_is_number(Symbolic *sym, const char *name, double number)
{
  begin_call(sym);
  basic_struct *expected = fresh(sym);
  set_number(sym, expected, number);
  const bool is_same = basic_eq(named(sym, name), expected);
  end_call(sym);
  return is_same;
}

bool sym_has(Symbolic *sym, const char *name, const char *symbol)
{
  begin_call(sym);
  basic_struct *free_symbol = fresh(sym);
  check(sym, symbol_set(free_symbol, symbol), symbol);
  const bool has = basic_has_symbol(named(sym, name), free_symbol);
  end_call(sym);
  return has;
}

/* ---- SymEngine -> Expr -------------------------------------------------- */

/* Powers with whole exponents become products of names, so that print.c writes
 * x*x and not pow(x, 2). */

static const Expr *unfold(Symbolic *sym, basic_struct *value);

static const Expr *nothing(Symbolic *sym)
{
  return expr_number(sym->run, 0);
}

static const Expr *new_temporary(Symbolic *sym, const Expr *value)
{
  if (value->op == EXPR_SYMBOL || value->op == EXPR_NUMBER) return value;
  sym->temporaries =
      run_grown(sym->run, sym->temporaries, sym->ntemporaries,
                &sym->temporaries_room, sizeof *sym->temporaries);
  Assign *assign = &sym->temporaries[sym->ntemporaries];
  assign->name =
      run_printf(sym->run, "%s%zu", sym->prefix, sym->ntemporaries++);
  assign->value = value;
  return expr_symbol(sym->run, assign->name);
}

static double whole_number(Symbolic *sym, basic_struct *value)
{
  mpz_t big;
  mpz_init(big);
  check(sym, integer_get_mpz(big, value), "a whole number");
  const double number = mpz_get_d(big);
  mpz_clear(big);
  return number;
}

static double ratio(Symbolic *sym, basic_struct *value)
{
  mpq_t big;
  mpq_init(big);
  check(sym, rational_get_mpq(big, value), "a fraction");
  const double number = mpq_get_d(big);
  mpq_clear(big);
  return number;
}

static const Expr *finite_number(Symbolic *sym, double number)
{
  if (!isfinite(number)) sym->problem = "a part of the equations is not finite";
  return expr_number(sym->run, number);
}

static const Expr *unfold_text(Symbolic *sym, basic_struct *value,
                               bool is_symbol)
{
  char *text = basic_str(value);
  const Expr *e = NULL;
  if (is_symbol)
    e = expr_symbol(sym->run, text);
  else if (strcmp(text, "pi") == 0)
    e = expr_number(sym->run, PI);
  else if (strcmp(text, "E") == 0)
    e = expr_number(sym->run, 2.71828182845904523536);
  else if (!sym->problem)
    sym->problem = run_printf(sym->run, "%.60s has no value in C", text);
  basic_str_free(text);
  return e ? e : nothing(sym);
}

/* base to a whole power of at least 2, by squaring. */
static const Expr *whole_power(Symbolic *sym, const Expr *base, long n)
{
  base = new_temporary(sym, base);
  const Expr *result = NULL;
  for (const Expr *square = base;;) {
    if (n & 1) {
      const Expr *both[2] = {result, square};
      result = result ? expr_make(sym->run, EXPR_MUL, NULL, 2, both) : square;
    }
    n >>= 1;
    if (n == 0) return result;
    const Expr *twice[2] = {square, square};
    square = expr_make(sym->run, EXPR_MUL, NULL, 2, twice);
    if (n > 1 || result) square = new_temporary(sym, square);
  }
}

/* A positive exponent. */
static const Expr *positive_power(Symbolic *sym, const Expr *base, double n)
{
  if (n == 1) return base;
  if (n == floor(n) && n <= 64) return whole_power(sym, base, (long)n);
  if (n == 0.5) return expr_make(sym->run, EXPR_FUNCTION, "sqrt", 1, &base);
  if (2 * n == floor(2 * n) && n <= 64) {
    base = new_temporary(sym, base);
    const Expr *factors[2] = {
        positive_power(sym, base, floor(n)),
        expr_make(sym->run, EXPR_FUNCTION, "sqrt", 1, &base)};
    return expr_make(sym->run, EXPR_MUL, NULL, 2, factors);
  }
  const Expr *args[2] = {base, expr_number(sym->run, n)};
  return expr_make(sym->run, EXPR_FUNCTION, "pow", 2, args);
}

static const Expr *unfold_power(Symbolic *sym, CVecBasic *args)
{
  basic_struct *base = fresh(sym), *exponent = fresh(sym);
  check(sym, vecbasic_get(args, 0, base), "power");
  check(sym, vecbasic_get(args, 1, exponent), "power");
  const Expr *power = unfold(sym, exponent);
  if (basic_get_type(base) == SYMENGINE_CONSTANT) {
    char *text = basic_str(base);
    const bool is_e = strcmp(text, "E") == 0;
    basic_str_free(text);
    if (is_e) return expr_make(sym->run, EXPR_FUNCTION, "exp", 1, &power);
  }
  const Expr *x = unfold(sym, base);
  if (power->op != EXPR_NUMBER) {
    const Expr *both[2] = {x, power};
    return expr_make(sym->run, EXPR_FUNCTION, "pow", 2, both);
  }
  const double n = power->number;
  const Expr *positive = positive_power(sym, x, fabs(n));
  if (n > 0) return positive;
  const Expr *inverse[2] = {positive, expr_number(sym->run, -1)};
  return expr_make(sym->run, EXPR_POW, NULL, 2, inverse);
}

static const Expr *unfold_many(Symbolic *sym, ExprOp op, const char *name,
                               CVecBasic *args)
{
  const size_t count = vecbasic_size(args);
  const Expr **parts = run_alloc(sym->run, (count + 1) * sizeof *parts);
  for (size_t i = 0; i < count; i++) {
    basic_struct *part = fresh(sym);
    check(sym, vecbasic_get(args, i, part), "a part");
    parts[i] = unfold(sym, part);
  }
  return expr_make(sym->run, op, name, count, parts);
}

static const char *function_name(TypeID type)
{
  switch (type) {
    case SYMENGINE_LOG:
      return "log";
    case SYMENGINE_SIN:
      return "sin";
    case SYMENGINE_COS:
      return "cos";
    case SYMENGINE_TAN:
      return "tan";
    case SYMENGINE_ASIN:
      return "asin";
    case SYMENGINE_ACOS:
      return "acos";
    case SYMENGINE_ATAN:
      return "atan";
    case SYMENGINE_ATAN2:
      return "atan2";
    case SYMENGINE_SINH:
      return "sinh";
    case SYMENGINE_COSH:
      return "cosh";
    case SYMENGINE_TANH:
      return "tanh";
    default:
      return NULL;
  }
}

static const Expr *unfold_compound(Symbolic *sym, basic_struct *value)
{
  const TypeID type = basic_get_type(value);
  CVecBasic *args = vecbasic_new();
  check(sym, basic_get_args(value, args), "the parts of an expression");
  const Expr *result = nothing(sym);
  if (sym->problem) {
  } else if (type == SYMENGINE_ADD || type == SYMENGINE_MUL) {
    result = unfold_many(sym, type == SYMENGINE_ADD ? EXPR_ADD : EXPR_MUL, NULL,
                         args);
  } else if (type == SYMENGINE_POW) {
    result = unfold_power(sym, args);
  } else if (function_name(type)) {
    result = unfold_many(sym, EXPR_FUNCTION, function_name(type), args);
  } else {
    char *text = basic_str(value);
    sym->problem = run_printf(
        sym->run, "%.80s has no counterpart in C; a law must be smooth", text);
    basic_str_free(text);
  }
  vecbasic_free(args);
  return result;
}

/* The whitelist: whatever is not named here is an error. */
static const Expr *unfold(Symbolic *sym, basic_struct *value)
{
  if (sym->problem) return nothing(sym);
  switch (basic_get_type(value)) {
    case SYMENGINE_INTEGER:
      return finite_number(sym, whole_number(sym, value));
    case SYMENGINE_RATIONAL:
      return finite_number(sym, ratio(sym, value));
    case SYMENGINE_REAL_DOUBLE:
      return finite_number(sym, real_double_get_d(value));
    case SYMENGINE_CONSTANT:
      return unfold_text(sym, value, false);
    case SYMENGINE_SYMBOL:
      return unfold_text(sym, value, true);
    default:
      return unfold_compound(sym, value);
  }
}

/* ---- code -------------------------------------------------------------- */

/* Puts the temporaries' own names in the place of SymEngine's. */
static void rename_symbol(Symbolic *sym, CVecBasic *list, size_t from,
                          basic_struct *old, const Expr *value)
{
  basic_struct *fresh_name = fresh(sym), *item = fresh(sym);
  if (value->op == EXPR_SYMBOL)
    check(sym, symbol_set(fresh_name, value->name), value->name);
  else
    set_number(sym, fresh_name, value->number);
  for (size_t i = from; i < vecbasic_size(list); i++) {
    check(sym, vecbasic_get(list, i, item), "a part");
    if (!basic_has_symbol(item, old)) continue;
    check(sym, basic_subs2(item, item, old, fresh_name), "a part");
    check(sym, vecbasic_set(list, i, item), "a part");
  }
}

Block sym_block(Symbolic *sym, const char *const *names, size_t count,
                const char *prefix)
{
  Block block = {0};
  block.outputs = run_alloc(sym->run, (count + 1) * sizeof *block.outputs);
  block.noutputs = count;
  sym->temporaries = NULL;
  sym->ntemporaries = sym->temporaries_room = 0;
  sym->prefix = prefix;
  begin_call(sym);
  if (strcmp(prefix, "x") == 0)
    sym->problem = "internal: temporaries cannot have SymEngine's names";
  CVecBasic *all = vecbasic_new(), *symbols = vecbasic_new();
  CVecBasic *shared = vecbasic_new(), *reduced = vecbasic_new();
  for (size_t i = 0; i < count; i++)
    check(sym, vecbasic_push_back(all, named(sym, names[i])), names[i]);
  if (!sym->problem)
    check(sym, basic_cse(symbols, shared, reduced, all), "sharing");
  basic_struct *item = fresh(sym), *symbol = fresh(sym);
  for (size_t i = 0; i < vecbasic_size(shared) && !sym->problem; i++) {
    check(sym, vecbasic_get(shared, i, item), "a part");
    check(sym, vecbasic_get(symbols, i, symbol), "a part");
    const Expr *value = new_temporary(sym, unfold(sym, item));
    rename_symbol(sym, shared, i + 1, symbol, value);
    rename_symbol(sym, reduced, 0, symbol, value);
  }
  for (size_t i = 0; i < count && !sym->problem; i++) {
    check(sym, vecbasic_get(reduced, i, item), "a part");
    block.outputs[i].name = run_printf(sym->run, "%s", names[i]);
    block.outputs[i].value = unfold(sym, item);
  }
  vecbasic_free(all);
  vecbasic_free(symbols);
  vecbasic_free(shared);
  vecbasic_free(reduced);
  end_call(sym);
  block.temporaries = sym->temporaries;
  block.ntemporaries = sym->ntemporaries;
  return block;
}
