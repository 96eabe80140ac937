/* functions.c: which functions of mathematics an emitted file calls, and whose:
 * libm's, or the file's own of templates/common/functions.c. In: the functions
 * that templates and equations call. Out: holes and spellings.
 *
 * Invariant: a hole "log" and the equations spell one function alike. */
#include <string.h>

#include "plan/plan.h"

/* `own` is the file's function in the place of libm's, without the prefix;
 * `needs` is a bit for each function, in the order of this list, that the own
 * one calls. */
typedef struct MathFunction {
  const char *name, *own;
  unsigned needs;
  int arguments;
} MathFunction;

enum { EXP = 1 << 1, LOG = 1 << 2, TURN = 1 << 4 | 1 << 5 };

static const MathFunction functions[] = {
    {"sqrt", "sqrt", 0, 1}, {"exp", "exp_all", 0, 1},
    {"log", "log", 0, 1},   {"pow", "pow", EXP | LOG, 2},
    {"sin", "sin", 0, 1},   {"cos", "cos", 0, 1},
    {"tan", NULL, 0, 1},    {"asin", NULL, 0, 1},
    {"acos", NULL, 0, 1},   {"atan", NULL, 0, 1},
    {"sinh", NULL, 0, 1},   {"cosh", NULL, 0, 1},
    {"tanh", NULL, 0, 1},   {"atan2", NULL, 0, 2}};

static bool is_listed(const char *const *list, size_t count, const char *name)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(list[i], name) == 0) return true;
  return false;
}

static bool blocks_have(const Equations *equations, const char *name)
{
  for (size_t i = 0; i < equations->count; i++)
    if (block_has(&equations->blocks[i].block, EXPR_FUNCTION, name))
      return true;
  return false;
}

/* Adds "double log(double);" or a macro such as "#define pad_log log". */
static void add_line(const Plan *plan, const MathFunction *f, bool is_macro,
                     Text *text)
{
  const char *type = plan->model->is_float ? "float" : "double";
  const char *suffix = plan->spelling.suffix;
  text_add(text, "%s", text->length ? "\n" : "");
  if (is_macro)
    text_add(text, "#define %s_%s %s%s", plan->model->name, f->own, f->name,
             suffix);
  else
    text_add(text, "%s %s%s(%s%s%s);", type, f->name, suffix, type,
             f->arguments > 1 ? ", " : "", f->arguments > 1 ? type : "");
}

void plan_libm(Plan *plan, const Equations *equations,
               const char *const *called, size_t count)
{
  Text text = text_new(plan->run);
  for (size_t i = 0; i < COUNT(functions); i++) {
    const MathFunction *f = &functions[i];
    const bool is_called = is_listed(called, count, f->name);
    if (is_called)
      plan_text(plan, f->name,
                run_printf(plan->run, "%s%s", f->name, plan->spelling.suffix));
    if (is_called || blocks_have(equations, f->name))
      add_line(plan, f, false, &text);
  }
  plan_text(plan, "prototypes", text.chars);
  plan_flag(plan, "has_libm", true);
  plan_flag(plan, "own_sqrt", false);
  plan_flag(plan, "has_bits", false);
}

/* Returns the spelling's pairs with room for all functions behind them. */
static const char **spelled_before(const Plan *plan, size_t *count)
{
  const char *const *old = plan->spelling.functions;
  const char **pairs =
      run_alloc(plan->run, (2 * COUNT(functions) + 16) * sizeof *pairs);
  for (*count = 0; old && old[*count]; ++*count) pairs[*count] = old[*count];
  return pairs;
}

/* Returns a bit for each function that the file must define. */
static unsigned functions_used(const Equations *equations,
                               const char *const *called, size_t count,
                               const char *const *spelled, size_t nspelled)
{
  unsigned used = 0;
  for (size_t i = 0; i < COUNT(functions); i++) {
    const MathFunction *f = &functions[i];
    const bool is_known = is_listed(spelled, nspelled, f->name);
    if (is_listed(called, count, f->name) ||
        (!is_known && blocks_have(equations, f->name)))
      used |= 1u << i | f->needs;
  }
  return used;
}

void plan_own_functions(Plan *plan, const Equations *equations,
                        const char *const *called, size_t count, BitsUse bits)
{
  Text prototypes = text_new(plan->run), macros = text_new(plan->run);
  bool has_libm = false;
  size_t n;
  const char **pairs = spelled_before(plan, &n);
  const unsigned used = functions_used(equations, called, count, pairs, n);
  for (size_t i = 0; i < COUNT(functions); i++) {
    const MathFunction *f = &functions[i];
    const bool is_used = used >> i & 1;
    if (f->own)
      plan_flag(plan, run_printf(plan->run, "own_%s", f->name), is_used);
    has_libm = has_libm || (is_used && !f->own);
    if (is_used || is_listed(pairs, n, f->name))
      add_line(plan, f, false, &prototypes);
    if (!is_used || !f->own) continue;
    const char *own = run_printf(plan->run, "%s_%s", plan->model->name, f->own);
    if (is_listed(called, count, f->name)) plan_text(plan, f->name, own);
    add_line(plan, f, true, &macros);
    if (is_listed(pairs, n, f->name)) continue;
    pairs[n++] = f->name;
    pairs[n++] = own;
  }
  plan->spelling.functions = pairs;
  plan_flag(plan, "has_bits", bits != BITS_NONE || used & (EXP | LOG | TURN));
  plan_flag(plan, "has_from_bits", bits == BITS_ALL || used & (EXP | LOG));
  plan_flag(plan, "has_rounded", bits == BITS_ALL || used & (EXP | TURN));
  plan_text(plan, "prototypes", prototypes.chars);
  plan_text(plan, "macros", macros.chars);
  plan_flag(plan, "has_libm", has_libm);
}
