/* print.c: numbers and expressions as C text. In: Exprs and the spelling of the
 * file. Out: text that reads back to the same doubles.
 *
 * Invariant: a negative literal stands in parentheses; a float file has no
 * literals and no functions of type double. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"

/* The precedence of the operators around an expression. */
typedef enum Binding { BIND_SUM, BIND_PRODUCT, BIND_TIGHT } Binding;

static void print(Text *text, const Spelling *s, const Expr *e, Binding around);

char *print_number(Run *run, const Spelling *s, double value)
{
  char digits[32];
  const double given = value;
  if (s->suffix[0]) value = float_rounded(value);
  if (!isfinite(value))
    run_fail(run, s->where, "%s, which the solver needs, does not fit %s",
             number_text(given, digits),
             s->suffix[0] ? "a float; take real = \"double\", or parameters "
                            "that are less far apart"
                          : "a double; its parameters are too far apart");
  if (s->suffix[0]) { /* the shortest that reads back to the same float */
    for (int n = 1; n <= 9; n++) {
      snprintf(digits, sizeof digits, "%.*e", n - 1, value);
      double back;
      sscanf(digits, "%lf", &back);
      if ((float)back == (float)value) {
        value = back;
        break;
      }
    }
  }
  number_text(value, digits);
  return run_printf(run, "%s%s", digits, s->suffix);
}

static void print_literal(Text *text, const Spelling *s, double value,
                          Binding around)
{
  const char *digits = print_number(text->run, s, value);
  if (signbit(value) && around != BIND_SUM)
    text_add(text, "(%s)", digits);
  else
    text_add(text, "%s", digits);
}

static const char *function_spelling(Run *run, const Spelling *s,
                                     const char *name)
{
  for (size_t i = 0; s->functions && s->functions[i]; i += 2)
    if (strcmp(s->functions[i], name) == 0) return s->functions[i + 1];
  return run_printf(run, "%s%s", name, s->suffix);
}

static bool is_inverse(const Expr *e)
{
  return e->op == EXPR_POW && expr_is_number(e->args[1], -1);
}

/* A term's sign, for sums: "- x" rather than "+ -x". */
static bool is_negative(const Expr *e)
{
  if (e->op == EXPR_NUMBER) return e->number < 0;
  return e->op == EXPR_MUL && e->args[0]->op == EXPR_NUMBER &&
         e->args[0]->number < 0;
}

/* A product without the sign of its leading number. */
static void print_product(Text *text, const Spelling *s, const Expr *e)
{
  size_t above = 0, below = 0;
  for (size_t i = 0; i < e->count; i++)
    is_inverse(e->args[i]) ? below++ : above++;
  bool is_first = true;
  for (size_t i = 0; i < e->count; i++) {
    const Expr *factor = e->args[i];
    if (is_inverse(factor)) continue;
    const bool is_number = factor->op == EXPR_NUMBER;
    const bool is_one =
        is_number && (i == 0 ? fabs(factor->number) : factor->number) == 1;
    if (is_one && above > 1) continue;
    if (!is_first) text_add(text, "*");
    is_first = false;
    if (is_number)
      print_literal(text, s, i == 0 ? fabs(factor->number) : factor->number,
                    BIND_PRODUCT);
    else
      print(text, s, factor, BIND_PRODUCT);
  }
  if (is_first) text_add(text, "%s", print_number(text->run, s, 1));
  if (below == 0) return;
  text_add(text, below > 1 ? "/(" : "/");
  is_first = true;
  for (size_t i = 0; i < e->count; i++) {
    if (!is_inverse(e->args[i])) continue;
    if (!is_first) text_add(text, "*");
    is_first = false;
    print(text, s, e->args[i]->args[0], BIND_TIGHT);
  }
  if (below > 1) text_add(text, ")");
}

/* The term that stands first: a positive one, or one with a number, to save a
 * negation. */
static size_t leading_term(const Expr *e)
{
  for (size_t i = 0; i < e->count; i++)
    if (!is_negative(e->args[i])) return i;
  for (size_t i = 0; i < e->count; i++)
    if (e->args[i]->op == EXPR_MUL && !expr_is_number(e->args[i]->args[0], -1))
      return i;
  return 0;
}

static void print_sum(Text *text, const Spelling *s, const Expr *e)
{
  bool is_first = true;
  const size_t lead = leading_term(e);
  for (size_t k = 0; k < e->count; k++) {
    const size_t i = k == 0 ? lead : k <= lead ? k - 1 : k;
    const Expr *term = e->args[i];
    if (is_negative(term)) {
      text_add(text, is_first ? "-" : " - ");
      if (term->op == EXPR_NUMBER)
        print_literal(text, s, -term->number, BIND_PRODUCT);
      else
        print_product(text, s, term);
    } else {
      if (!is_first) text_add(text, " + ");
      print(text, s, term, BIND_SUM);
    }
    is_first = false;
  }
}

static void print(Text *text, const Spelling *s, const Expr *e, Binding around)
{
  bool is_wrapped;
  switch (e->op) {
    case EXPR_NUMBER:
      print_literal(text, s, e->number, around);
      return;
    case EXPR_SYMBOL:
      text_add(text, "%s", print_symbol(s, e->name));
      return;
    case EXPR_FUNCTION:
      text_add(text, "%s(", function_spelling(text->run, s, e->name));
      for (size_t i = 0; i < e->count; i++) {
        if (i > 0) text_add(text, ", ");
        print(text, s, e->args[i], BIND_SUM);
      }
      text_add(text, ")");
      return;
    case EXPR_POW: /* sym.c leaves inverses only */
      is_wrapped = around != BIND_SUM;
      text_add(text, "%s%s/", is_wrapped ? "(" : "",
               print_number(text->run, s, 1));
      print(text, s, e->args[0], BIND_TIGHT);
      if (is_wrapped) text_add(text, ")");
      return;
    case EXPR_MUL:
      is_wrapped =
          around == BIND_TIGHT || (around == BIND_PRODUCT && is_negative(e));
      text_add(text, "%s%s", is_wrapped ? "(" : "", is_negative(e) ? "-" : "");
      print_product(text, s, e);
      if (is_wrapped) text_add(text, ")");
      return;
    case EXPR_ADD:
      is_wrapped = around != BIND_SUM;
      if (is_wrapped) text_add(text, "(");
      print_sum(text, s, e);
      if (is_wrapped) text_add(text, ")");
      return;
  }
}

const char *print_symbol(const Spelling *s, const char *name)
{
  for (size_t i = 0; s->symbols && s->symbols[i]; i += 2)
    if (strcmp(s->symbols[i], name) == 0) return s->symbols[i + 1];
  return name;
}

char *print_expr(Run *run, const Spelling *spelling, const Expr *e)
{
  Text text = text_new(run);
  print(&text, spelling, e, BIND_SUM);
  return text.chars;
}

static void print_assign(Text *text, const Spelling *s, const Assign *assign,
                         const char *open, int indent)
{
  text_add(text, "%*s%s%s = %s;\n", indent, "", open, assign->name,
           print_expr(text->run, s, assign->value));
}

char *print_block(Run *run, const Spelling *s, const Block *block,
                  const char *open, int indent)
{
  Text text = text_new(run);
  const char *temporary = run_printf(run, "const %s ", s->real);
  for (size_t i = 0; i < block->ntemporaries; i++)
    print_assign(&text, s, &block->temporaries[i], temporary, indent);
  for (size_t i = 0; i < block->noutputs; i++)
    print_assign(&text, s, &block->outputs[i], open, indent);
  return text.chars;
}
