/* fields.c: the keys of a table of the spec, checked and stored. In: a Value
 * and the Fields that it may have. Out: a filled struct, or an error at the
 * line of the wrong value.
 *
 * Invariant: every number in the struct is finite. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"

const Value *value_get(const Value *table, const char *name)
{
  if (table->type != VALUE_TABLE) return NULL;
  for (size_t i = 0; i < table->nentries; i++)
    if (strcmp(table->entries[i].name, name) == 0)
      return table->entries[i].value.type == VALUE_NIL
                 ? NULL
                 : &table->entries[i].value;
  return NULL;
}

bool spec_has(const Value *table, const char *name)
{
  return value_get(table, name) != NULL;
}

bool value_is(const Value *value, const char *word)
{
  return value->type == VALUE_TABLE && value->word &&
         strcmp(value->word, word) == 0;
}

const char *number_plain(Run *run, double number)
{
  char digits[32];
  number_text(number, digits);
  const size_t length = strlen(digits);
  if (length > 2 && strcmp(digits + length - 2, ".0") == 0)
    digits[length - 2] = 0;
  return run_printf(run, "%s", digits);
}

const char *value_describe(Run *run, const Value *value)
{
  switch (value->type) {
    case VALUE_NIL:
      return "nothing";
    case VALUE_BOOLEAN:
      return value->number != 0 ? "true" : "false";
    case VALUE_NUMBER:
      return number_plain(run, value->number);
    case VALUE_STRING:
      return run_printf(run, "the text \"%.40s%s\"", value->string,
                        strlen(value->string) > 40 ? "..." : "");
    case VALUE_FUNCTION:
      return "a function";
    case VALUE_TABLE:
      if (value->word) return run_printf(run, "%s { ... }", value->word);
      if (value->nentries == 0)
        return run_printf(run, "a list of %zu", value->nitems);
      return "a table";
  }
  return "nothing";
}

Field field_whole(const Field *field)
{
  if (!field->same) return *field;
  Field whole = *field->same;
  whole.name = field->name;
  whole.offset = field->offset;
  whole.required = field->required || whole.required;
  if (field->help) whole.help = field->help;
  return whole;
}

/* ---- one field --------------------------------------------------------- */

/* One value that is checked. */
typedef struct Reading {
  Run *run;
  const Field *field;
  const Value *value;
  const char *name; /* for messages: "grid", or "grid[2]" for one number */
} Reading;

_Noreturn static void wrong(const Reading *r, const char *expected)
{
  run_fail(r->run, r->value->where, "%s must be %s, got %s", r->name, expected,
           value_describe(r->run, r->value));
}

static const char *range_text(Run *run, const Field *field)
{
  switch (field->range) {
    case RANGE_POSITIVE:
      return "positive";
    case RANGE_NOT_NEGATIVE:
      return "0 or more";
    case RANGE_WITHIN:
      return run_printf(run, "between %s and %s", number_plain(run, field->low),
                        number_plain(run, field->high));
    case RANGE_ANY:
      break;
  }
  return "finite";
}

const char *field_range(Run *run, const Field *field)
{
  if (!(field->high > field->low))
    return field->range == RANGE_ANY ? NULL : range_text(run, field);
  return run_printf(run, "%sbetween %s and %s",
                    field->range != RANGE_POSITIVE && field->low > 0 &&
                            field->range != RANGE_WITHIN
                        ? "0 or "
                        : "",
                    number_plain(run, field->low),
                    number_plain(run, field->high));
}

static double read_number(const Reading *r, bool is_whole)
{
  const Field *field = r->field;
  const double x = r->value->number;
  if (r->value->type != VALUE_NUMBER)
    wrong(r, is_whole ? "a whole number" : "a number");
  if (!isfinite(x)) wrong(r, "finite");
  if (is_whole && x != floor(x)) wrong(r, "a whole number");
  if (is_whole && fabs(x) > INT_MAX) wrong(r, range_text(r->run, field));
  const bool is_out =
      (field->range == RANGE_POSITIVE && !(x > 0)) ||
      (field->range == RANGE_NOT_NEGATIVE && !(x >= 0)) ||
      (field->range == RANGE_WITHIN && !(x >= field->low && x <= field->high));
  if (is_out) wrong(r, range_text(r->run, field));
  if (field->high > field->low && (x < field->low || x > field->high) &&
      (x != 0 || field->range == RANGE_POSITIVE))
    wrong(r, run_printf(r->run, "between %s and %s",
                        number_plain(r->run, field->low),
                        number_plain(r->run, field->high)));
  return x;
}

static const char *choices_text(Run *run, const char *const *choices)
{
  Text text = text_new(run);
  for (int i = 0; choices[i]; i++)
    text_add(&text, "%s\"%s\"",
             i == 0           ? ""
             : choices[i + 1] ? ", "
                              : " or ",
             choices[i]);
  return text.chars;
}

static int read_choice(const Reading *r)
{
  const char *const *choices = r->field->choices;
  size_t count = 0;
  while (choices[count]) count++;
  const char *expected = choices_text(r->run, choices);
  if (r->value->type != VALUE_STRING) wrong(r, expected);
  for (size_t i = 0; i < count; i++)
    if (strcmp(choices[i], r->value->string) == 0) return (int)i;
  const char *near = nearest_word(r->value->string, choices, count);
  if (near)
    run_fail(r->run, r->value->where,
             "%s must be %s, got \"%.40s\"; did you mean \"%s\"?", r->name,
             expected, r->value->string, near);
  wrong(r, expected);
}

static void read_list(const Reading *r, bool is_whole, void *into)
{
  const int count = r->field->count;
  if (r->value->type == VALUE_TABLE && r->value->nentries > 0) {
    const Entry *entry = &r->value->entries[0];
    run_fail(r->run, entry->value.where,
             "%s must be a list of %d %snumbers, got a table with the key "
             "\"%.40s\"",
             r->name, count, is_whole ? "whole " : "", entry->name);
  }
  if (r->value->type != VALUE_TABLE || r->value->word ||
      r->value->nitems != (size_t)count)
    wrong(r, run_printf(r->run, "a list of %d %snumbers", count,
                        is_whole ? "whole " : ""));
  for (int i = 0; i < count; i++) {
    const Reading item = {r->run, r->field, &r->value->items[i],
                          run_printf(r->run, "%s[%d]", r->name, i + 1)};
    const double x = read_number(&item, is_whole);
    if (is_whole)
      ((int *)into)[i] = (int)x;
    else
      ((double *)into)[i] = x;
  }
}

static void read_field(const Reading *r, void *into)
{
  switch (r->field->type) {
    case FIELD_NUMBER:
      *(double *)into = read_number(r, false);
      return;
    case FIELD_INTEGER:
      *(int *)into = (int)read_number(r, true);
      return;
    case FIELD_STRING:
      if (r->value->type != VALUE_STRING) wrong(r, "a text");
      *(const char **)into = r->value->string;
      return;
    case FIELD_CHOICE:
      *(int *)into = read_choice(r);
      return;
    case FIELD_NUMBERS:
      read_list(r, false, into);
      return;
    case FIELD_INTEGERS:
      read_list(r, true, into);
      return;
    case FIELD_FUNCTION:
      if (r->value->type != VALUE_FUNCTION) wrong(r, "a function");
      *(const Value **)into = r->value;
      return;
    case FIELD_VALUE:
      *(const Value **)into = r->value;
      return;
  }
}

static void set_fallback(const Field *field, void *into)
{
  switch (field->type) {
    case FIELD_NUMBER:
      *(double *)into = field->fallback;
      return;
    case FIELD_INTEGER:
    case FIELD_CHOICE:
      *(int *)into = (int)field->fallback;
      return;
    case FIELD_STRING:
      *(const char **)into = NULL;
      return;
    case FIELD_NUMBERS:
      for (int i = 0; i < field->count; i++)
        ((double *)into)[i] = field->fallback;
      return;
    case FIELD_INTEGERS:
      for (int i = 0; i < field->count; i++)
        ((int *)into)[i] = (int)field->fallback;
      return;
    case FIELD_FUNCTION:
    case FIELD_VALUE:
      *(const Value **)into = NULL;
      return;
  }
}

/* ---- a table ----------------------------------------------------------- */

static const char ITEMS[] = "[]";

static const Field *field_named(const Field *fields, size_t n, const char *name)
{
  for (size_t i = 0; i < n; i++)
    if (strcmp(fields[i].name, name) == 0) return &fields[i];
  return NULL;
}

/* Names for a message: "mu, radius", and a list to find the nearest in. */
typedef struct Names {
  const char **list;
  size_t count;
  Text text;
} Names;

static void add_name(Names *names, const char *name)
{
  text_add(&names->text, "%s%s", names->text.length ? ", " : "", name);
  names->list[names->count++] = name;
}

/* A name after --set may have been meant for a parameter of the spec. */
_Noreturn static void unknown_key(Run *run, const Entry *entry,
                                  const char *what, const Field *fields,
                                  size_t n)
{
  const Value *declared = entry->value.declared;
  const size_t nparameters = declared ? declared->nentries : 0;
  const char **list = run_alloc(run, (n + nparameters + 1) * sizeof *list);
  Names parameters = {list, 0, text_new(run)};
  for (size_t i = 0; i < nparameters; i++)
    add_name(&parameters, declared->entries[i].name);
  Names keys = {list + nparameters, 0, text_new(run)};
  for (size_t i = 0; i < n; i++)
    if (strcmp(fields[i].name, ITEMS) != 0) add_name(&keys, fields[i].name);
  const char *near =
      nearest_word(entry->name, list, parameters.count + keys.count);
  const char *of_spec = parameters.count > 0
                            ? run_printf(run, "the spec's parameters are %s; ",
                                         parameters.text.chars)
                            : "";
  if (near)
    run_fail(run, entry->value.where,
             "%s has no key \"%.40s\"; did you mean \"%s\"?", what, entry->name,
             near);
  if (keys.count == 0)
    run_fail(run, entry->value.where, "%s has no keys, got \"%.40s\"", what,
             entry->name);
  run_fail(run, entry->value.where,
           "%s has no key \"%.40s\"; %sthe keys of %s are %s", what,
           entry->name, of_spec, what, keys.text.chars);
}

void spec_read(Run *run, const Value *table, const char *what,
               const Field *fields, size_t nfields, void *into)
{
  if (table->type != VALUE_TABLE)
    run_fail(run, table->where, "%s must be a table { ... }, got %s", what,
             value_describe(run, table));
  for (size_t i = 0; i < table->nentries; i++)
    if (!field_named(fields, nfields, table->entries[i].name))
      unknown_key(run, &table->entries[i], what, fields, nfields);
  const Field *items = field_named(fields, nfields, ITEMS);
  if (table->nitems > 0 && !items)
    run_fail(run, table->items[0].where,
             "%s takes named values only, as in key = value; item 1 is %s",
             what, value_describe(run, &table->items[0]));
  for (size_t i = 0; i < nfields; i++) {
    const Field field = field_whole(&fields[i]);
    void *target = (char *)into + field.offset;
    if (&fields[i] == items) {
      *(const Value **)target = table;
      continue;
    }
    const Value *value = value_get(table, field.name);
    const Reading reading = {run, &field, value, field.name};
    if (value)
      read_field(&reading, target);
    else if (field.required)
      run_fail(run, table->where, "%s needs %s: %s%s%s%s", what, field.name,
               field.help, field.unit ? " (" : "", field.unit ? field.unit : "",
               field.unit ? ")" : "");
    else
      set_fallback(&field, target);
  }
}

/* ---- -d s -------------------------------------------------------------- */

static void dump_value(const Value *value, int depth, FILE *out)
{
  char digits[32];
  switch (value->type) {
    case VALUE_NIL:
      fprintf(out, "nil");
      break;
    case VALUE_BOOLEAN:
      fprintf(out, "%s", value->number != 0 ? "true" : "false");
      break;
    case VALUE_NUMBER:
      fprintf(out, "%s", number_text(value->number, digits));
      break;
    case VALUE_STRING:
      fprintf(out, "\"%s\"", value->string);
      break;
    case VALUE_FUNCTION:
      fprintf(out, "function of %d", value->arity);
      break;
    case VALUE_TABLE:
      fprintf(out, "%s%s{", value->word ? value->word : "",
              value->word ? " " : "");
      for (size_t i = 0; i < value->nentries; i++) {
        fprintf(out, "\n%*s%s = ", 2 * depth + 2, "", value->entries[i].name);
        dump_value(&value->entries[i].value, depth + 1, out);
      }
      for (size_t i = 0; i < value->nitems; i++) {
        if (i == 0 && value->nentries)
          fprintf(out, "\n%*s", 2 * depth + 2, "");
        else
          fputc(' ', out);
        dump_value(&value->items[i], depth + 1, out);
      }
      fprintf(out, " }");
      break;
  }
  if (value->where.line > 0 && value->type != VALUE_NUMBER)
    fprintf(out, "  -- line %d", value->where.line);
}

void spec_dump(const Spec *spec, FILE *out)
{
  fprintf(out, "spec %s\n", spec->file);
  dump_value(&spec->root, 0, out);
  fprintf(out, "\n");
}
