/* Tests of fold.c: a long line of emitted C ends at the loosest operator, and
 * only blanks change. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "emit/emit.h"

static char folded[4000];

static const char *fold(const char *text)
{
  Run *run = run_open();
  snprintf(folded, sizeof folded, "%s", fold_lines(run, text));
  run_close(run);
  return folded;
}

#define TEN   "abcdefghi "
#define FORTY TEN TEN TEN TEN
#define WORD  "a_name_of_30_characters_in_all"

static size_t longest_line(const char *text)
{
  size_t longest = 0;
  while (*text) {
    const size_t length = strcspn(text, "\n");
    if (length > longest) longest = length;
    text += length + (text[length] == '\n');
  }
  return longest;
}

/* The texts without blanks and line ends are equal. */
static void expect_same_tokens(const char *a, const char *b)
{
  for (;;) {
    while (isspace((unsigned char)*a)) a++;
    while (isspace((unsigned char)*b)) b++;
    cr_assert_eq(*a, *b, "at \"%.40s\" and \"%.40s\"", a, b);
    if (!*a) return;
    a++;
    b++;
  }
}

Test(fold, short_lines_stay)
{
  static const char text[] = "int f(int x); /* " FORTY "*/\n\n  g(1,\n2);";
  cr_expect_str_eq(fold(text), text);
}

Test(fold, arguments_go_on_two_columns_further_in)
{
  cr_expect_str_eq(
      fold("  int f(" WORD " *one, " WORD " *two, " WORD " *three);\n"),
      "  int f(" WORD " *one, " WORD " *two,\n    " WORD " *three);\n");
}

Test(fold, a_line_that_goes_on_already_keeps_its_place)
{
  cr_expect_str_eq(
      fold("int f(int a,\n  " WORD " b, " WORD " c, " WORD " d);\n"),
      "int f(int a,\n  " WORD " b, " WORD " c,\n  " WORD " d);\n");
}

Test(fold, a_sum_ends_before_its_operator)
{
  cr_expect_str_eq(fold("  x = " WORD "*(" WORD " + 1) + " WORD "*" WORD ";\n"),
                   "  x = " WORD "*(" WORD " + 1)\n    + " WORD "*" WORD ";\n");
}

Test(fold, a_condition_stands_alone)
{
  cr_expect_str_eq(fold("  if (" WORD " > " WORD ") return f(" WORD ", x);\n"),
                   "  if (" WORD " > " WORD ")\n    return f(" WORD ", x);\n");
  cr_expect_str_eq(fold("  for (" WORD " = 0; " WORD " < 1; " WORD "++) {\n"),
                   "  for (" WORD " = 0; " WORD " < 1;\n    " WORD "++) {\n");
}

Test(fold, statements_begin_in_the_same_column)
{
  cr_expect_str_eq(fold("  " WORD " = 1; " WORD " = 2; " WORD " = 3;\n"),
                   "  " WORD " = 1; " WORD " = 2;\n  " WORD " = 3;\n");
}

Test(fold, a_comment_goes_above_its_line)
{
  cr_expect_str_eq(fold("  x = " WORD " + " WORD "; /* " FORTY "*/\n"),
                   "  /* " FORTY "*/\n  x = " WORD " + " WORD ";\n");
}

Test(fold, comments_go_on_behind_a_star)
{
  cr_expect_str_eq(fold(" /* " FORTY FORTY TEN TEN "*/\n"),
                   " /* " FORTY FORTY "abcdefghi\n  * " TEN "*/\n");
  cr_expect_str_eq(fold("/* one\n *   " FORTY FORTY TEN TEN "\n */\n"),
                   "/* one\n *   " FORTY FORTY
                   "abcdefghi\n *   abcdefghi\n"
                   " */\n");
}

Test(fold, directives_end_in_a_backslash)
{
  cr_expect_str_eq(
      fold("#define A_NAME_OF_34_CHARACTERS_AND_MORE \"" TEN FORTY TEN "x\"\n"),
      "#define A_NAME_OF_34_CHARACTERS_AND_MORE \\\n  \"" TEN FORTY TEN
      "x\"\n");
}

Test(fold, lines_that_continue_a_directive_end_in_a_backslash)
{
  cr_expect_str_eq(
      fold("#if defined(A) \\\n"
           "    || (defined(" TEN ") && " FORTY " == 0) || defined(" FORTY ")\n"
           "int a;\n"),
      "#if defined(A) \\\n"
      "    || (defined(" TEN ") && " FORTY " == 0) \\\n    || defined(" FORTY
      ")\n"
      "int a;\n");
}

Test(fold, texts_are_never_cut)
{
  static const char text[] =
      "  printf(\"" FORTY ", x = 1; " FORTY "\", " WORD ", " WORD ");\n";
  fold(text);
  cr_expect_not_null(strstr(folded, "\"" FORTY ", x = 1; " FORTY "\""));
  expect_same_tokens(folded, text);
}

/* For names of any length. */
Test(fold, no_token_is_lost_and_no_line_is_long)
{
  for (int length = 1; length <= 60; length++) {
    char text[2000], name[64];
    snprintf(name, sizeof name, "%.*s", length,
             "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh");
    snprintf(text, sizeof text,
             "#define %s_HASH 1 /* the hash of it all */\n"
             "static inline %s_real %s_mean(const %s_real *const x, int n)\n"
             "{\n"
             "  if (n < 0 || !x) return %s_nothing(x[0], x[1])*(%s_a + 1.0);\n"
             "  for (int i = 0; i < n && x; i++) { s += x[i]; %s_note(i); }\n"
             "  return n ? s/(%s_real)n : %s_y*(%s_b - 1.0); /* or so */\n"
             "}\n",
             name, name, name, name, name, name, name, name, name, name);
    fold(text);
    cr_expect_lt(longest_line(folded), 100, "%d: %s", length, folded);
    if (longest_line(text) < 100) cr_expect_str_eq(folded, text);
  }
}
