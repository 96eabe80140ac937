/* name.c: checks the name of a model, which prefixes all emitted symbols and
 * names the files. In: the value of `name =`. Out: nothing, or the run ends.
 *
 * Invariant: a name that passes is an identifier of C and C++. */
#include <ctype.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"

static const char *const reserved_words[] = {
    "alignas",   "alignof",  "and",      "asm",       "auto",     "bool",
    "break",     "case",     "catch",    "char",      "class",    "const",
    "constexpr", "continue", "default",  "delete",    "do",       "double",
    "else",      "enum",     "explicit", "export",    "extern",   "false",
    "float",     "for",      "friend",   "goto",      "if",       "inline",
    "int",       "long",     "mutable",  "namespace", "new",      "not",
    "operator",  "or",       "private",  "protected", "public",   "register",
    "restrict",  "return",   "short",    "signed",    "sizeof",   "static",
    "struct",    "switch",   "template", "this",      "throw",    "true",
    "try",       "typedef",  "typename", "union",     "unsigned", "using",
    "virtual",   "void",     "volatile", "while",     "xor"};

/* Emitted files <name>.h and <name>.c must not hide other files. */
static const char *const taken_names[] = {"main", "math", "stddef", "stdint",
                                          "string"};

void model_check_name(Run *run, const Value *name)
{
  const char *text = name->string;
  bool is_fine = isalpha((unsigned char)text[0]) && strlen(text) <= 60;
  for (const char *c = text; *c; c++)
    is_fine = is_fine && (isalnum((unsigned char)*c) || *c == '_') &&
              (unsigned char)*c < 128;
  if (!is_fine)
    run_fail(run, name->where,
             "name must be a C identifier of at most 60 letters, digits and "
             "underscores that starts with a letter, got \"%.70s\"",
             text);
  for (size_t i = 0; i < COUNT(reserved_words); i++)
    if (strcmp(text, reserved_words[i]) == 0)
      run_fail(run, name->where,
               "name must not be a word of C or C++, got "
               "\"%s\"",
               text);
  for (size_t i = 0; i < COUNT(taken_names); i++)
    if (strcmp(text, taken_names[i]) == 0)
      run_fail(run, name->where,
               "name must not be \"%s\": C or the example has a file of that "
               "name",
               text);
}
