/* sym.c: the only user of SymEngine. In: equations as text and numbers. Out:
 * straight-line code of few operations, for print.c. Numbers are exact.
 *
 * Invariant: SymEngine's state belongs to the process, so every call holds the
 * lock, and lets it go before an error ends the run. */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <symengine/cwrapper.h> /* build/symengine.sh lists what is called */

#include "base/base.h"
#include "algebra/inside.h"

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
  struct Unfolded **unfolded; /* by hash; while code is built */
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

/* The latest of that name, or NULL. */
static const Name *find_name(const Symbolic *sym, const char *name)
{
  const Name *entry = sym->names;
  while (entry && strcmp(entry->name, name) != 0) entry = entry->next;
  return entry;
}

static basic_struct *named(Symbolic *sym, const char *name)
{
  const Name *entry = find_name(sym, name);
  if (entry) return entry->value;
  basic_struct *symbol = fresh(sym);
  check(sym, symbol_set(symbol, name), name);
  return symbol;
}

static void set_exact(Symbolic *sym, basic_struct *value, const Exact *exact)
{
  char *digits = exact_text(sym->run, exact), *slash = strchr(digits, '/');
  if (slash) *slash = 0;
  check(sym, integer_set_str(value, digits), "a number");
  if (!slash) return;
  basic_struct *below = fresh(sym);
  check(sym, integer_set_str(below, slash + 1), "a number");
  check(sym, rational_set(value, value, below), "a number");
}

static void set_number(Symbolic *sym, basic_struct *value, double number)
{
  if (isfinite(number))
    set_exact(sym, value, exact_of(sym->run, number));
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
  check(sym, basic_parse(value, exact_decimals(sym->run, text)), text);
  if (sym->problem) return value;
  CSetBasic *symbols = setbasic_new();
  CMapBasicBasic *meanings = mapbasicbasic_new();
  basic_struct *symbol = fresh(sym);
  check(sym, basic_free_symbols(value, symbols), text);
  for (size_t i = 0; i < setbasic_size(symbols); i++) {
    setbasic_get(symbols, (int)i, symbol);
    char *name = basic_str(symbol);
    const Name *entry = find_name(sym, name);
    if (entry) mapbasicbasic_insert(meanings, symbol, entry->value);
    basic_str_free(name);
  }
  if (mapbasicbasic_size(meanings) > 0)
    check(sym, basic_subs(value, value, meanings), text);
  mapbasicbasic_free(meanings);
  setbasic_free(symbols);
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

/* Digits of the number that a product or a number begins with. */
static size_t digits_of(Symbolic *sym, basic_struct *value)
{
  const TypeID type = basic_get_type(value);
  size_t digits = 0;
  if (type == SYMENGINE_INTEGER || type == SYMENGINE_RATIONAL) {
    char *text = basic_str(value);
    digits = strlen(text);
    basic_str_free(text);
  } else if (type == SYMENGINE_MUL) {
    basic_struct *number = fresh(sym);
    CVecBasic *args = vecbasic_new();
    check(sym, basic_get_args(value, args), "a product");
    check(sym, vecbasic_get(args, 0, number), "a product");
    if (!sym->problem && basic_get_type(number) != SYMENGINE_MUL)
      digits = digits_of(sym, number);
    vecbasic_free(args);
  }
  return digits;
}

/* An exact power could fill the memory: then its exponent is a double, which
 * SymEngine leaves as it is. */
static void fold_power(Symbolic *sym, basic_struct *base, const Expr *exponent,
                       basic_struct *into)
{
  enum { MOST_POWER = 64, MOST_DIGITS = 2000 };
  basic_struct *power = fresh(sym);
  if (expr_is_number(exponent,
                     0.5)) { /* a root, whichever way it was written */
    check(sym, basic_sqrt(into, base), "sqrt");
    return;
  }
  const double n = exponent->op == EXPR_NUMBER ? fabs(exponent->number) : 0;
  if (n > MOST_POWER || n * (double)digits_of(sym, base) > MOST_DIGITS)
    check(sym, real_double_set_d(power, exponent->number), "a power");
  else
    fold(sym, exponent, power);
  check(sym, basic_pow(into, base, power), "a power");
}

static void fold(Symbolic *sym, const Expr *e, basic_struct *into)
{
  switch (e->op) {
    case EXPR_NUMBER:
      set_exact(sym, into, expr_exact(sym->run, e));
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
  basic_struct *part = fresh(sym);
  fold(sym, e->args[0], into);
  if (e->op == EXPR_POW) {
    fold_power(sym, into, e->args[1], into);
    return;
  }
  for (size_t i = 1; i < e->count; i++) {
    fold(sym, e->args[i], part);
    check(sym, (e->op == EXPR_ADD ? basic_add : basic_mul)(into, into, part),
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

/* What a SymEngine expression became: many hold the same parts. */
typedef struct Unfolded {
  struct Unfolded *next;
  size_t hash;
  const basic_struct *value;
  const Expr *e;
} Unfolded;

enum { UNFOLDED_BUCKETS = 1024 };

static const Expr *unfold(Symbolic *sym, basic_struct *value);

static const Expr *nothing(Symbolic *sym)
{
  return expr_number(sym->run, 0);
}

static const Expr *finite_number(Symbolic *sym, const Expr *number)
{
  if (!isfinite(number->number))
    sym->problem = "a part of the equations is not finite";
  return sym->problem ? nothing(sym) : number;
}

static const Expr *unfold_exact(Symbolic *sym, basic_struct *value)
{
  char *digits = basic_str(value);
  const Expr *e = expr_of_exact(sym->run, exact_of_text(sym->run, digits));
  basic_str_free(digits);
  return finite_number(sym, e);
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

/* A function of numbers is a number: C would call it at run time. */
static const Expr *call_of(Symbolic *sym, const char *name, size_t count,
                           const Expr *const *args)
{
  const Expr *call = expr_make(sym->run, EXPR_FUNCTION, name, count, args);
  for (size_t i = 0; i < count; i++)
    if (args[i]->op != EXPR_NUMBER) return call;
  const double value = expr_value(call);
  const Expr number = {.op = EXPR_NUMBER, .number = value};
  return isfinite(value) ? expr_number(sym->run, value)
                         : finite_number(sym, &number);
}

static const Expr *unfold_power(Symbolic *sym, CVecBasic *args)
{
  basic_struct *base = fresh(sym), *exponent = fresh(sym);
  check(sym, vecbasic_get(args, 0, base), "power");
  check(sym, vecbasic_get(args, 1, exponent), "power");
  const Expr *both[2] = {NULL, unfold(sym, exponent)};
  if (basic_get_type(base) == SYMENGINE_CONSTANT) {
    char *text = basic_str(base);
    const bool is_e = strcmp(text, "E") == 0;
    basic_str_free(text);
    if (is_e) return call_of(sym, "exp", 1, both + 1);
  }
  both[0] = unfold(sym, base);
  if (both[0]->op == EXPR_NUMBER || both[1]->op != EXPR_NUMBER)
    return call_of(sym, "pow", 2, both);
  return expr_make(sym->run, EXPR_POW, NULL, 2, both);
}

static const Expr **unfold_many(Symbolic *sym, CVecBasic *args)
{
  const size_t count = vecbasic_size(args);
  const Expr **parts = run_alloc(sym->run, (count + 1) * sizeof *parts);
  for (size_t i = 0; i < count; i++) {
    basic_struct *part = fresh(sym);
    check(sym, vecbasic_get(args, i, part), "a part");
    parts[i] = unfold(sym, part);
  }
  return parts;
}

/* Sums and products get an order of their own: SymEngine's is that of a hash.
 */
static int by_order(const void *a, const void *b)
{
  return expr_compare(*(const Expr *const *)a, *(const Expr *const *)b);
}

static const Expr *unfold_sorted(Symbolic *sym, ExprOp op, CVecBasic *args)
{
  const size_t count = vecbasic_size(args);
  const Expr **parts = unfold_many(sym, args);
  qsort(parts, count, sizeof *parts, by_order);
  return expr_make(sym->run, op, NULL, count, parts);
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
    result =
        unfold_sorted(sym, type == SYMENGINE_ADD ? EXPR_ADD : EXPR_MUL, args);
  } else if (type == SYMENGINE_POW) {
    result = unfold_power(sym, args);
  } else if (function_name(type)) {
    result = call_of(sym, function_name(type), vecbasic_size(args),
                     unfold_many(sym, args));
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
static const Expr *new_unfolded(Symbolic *sym, basic_struct *value)
{
  switch (basic_get_type(value)) {
    case SYMENGINE_INTEGER:
    case SYMENGINE_RATIONAL:
      return unfold_exact(sym, value);
    case SYMENGINE_REAL_DOUBLE:
      return finite_number(sym,
                           expr_number(sym->run, real_double_get_d(value)));
    case SYMENGINE_CONSTANT:
      return unfold_text(sym, value, false);
    case SYMENGINE_SYMBOL:
      return unfold_text(sym, value, true);
    default:
      return unfold_compound(sym, value);
  }
}

static const Expr *unfold(Symbolic *sym, basic_struct *value)
{
  if (sym->problem) return nothing(sym);
  const size_t hash = basic_hash(value);
  Unfolded **bucket = &sym->unfolded[hash % UNFOLDED_BUCKETS];
  for (const Unfolded *old = *bucket; old; old = old->next)
    if (old->hash == hash && basic_eq(old->value, value)) return old->e;
  Unfolded *unfolded = run_alloc(sym->run, sizeof *unfolded);
  unfolded->e = new_unfolded(sym, value);
  unfolded->hash = hash;
  unfolded->value = value;
  unfolded->next = *bucket;
  *bucket = unfolded;
  return unfolded->e;
}

Block sym_block(Symbolic *sym, const char *const *names, size_t count,
                const char *prefix)
{
  Block block = {0};
  block.outputs = run_alloc(sym->run, (count + 1) * sizeof *block.outputs);
  block.noutputs = count;
  begin_call(sym);
  sym->unfolded = run_alloc(sym->run, UNFOLDED_BUCKETS * sizeof *sym->unfolded);
  for (size_t i = 0; i < count; i++) {
    block.outputs[i].name = run_printf(sym->run, "%s", names[i]);
    block.outputs[i].value = unfold(sym, named(sym, names[i]));
  }
  end_call(sym);
  return block_simplify(sym->run, &block, prefix);
}
