/* fit_spec.c: a spec with fitted values in it. In: a FitResult. Out: the text of
 * the spec in which each number that was told replaces the old one.
 *
 * The text is the author's: comments, functions and order stay. Invariant: the
 * new text, read again, has exactly the values that were told. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "study/study.h"

/* Returns the last name of a path: "F_c" of "friction.F_c". */
static const char *key_of(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot ? dot + 1 : path;
}

/* Returns the place of the word `key` followed by "=" at or after `at`, before
 * `end`; NULL if there is none. */
static const char *find_key(const char *at, const char *end, const char *key)
{
  const size_t length = strlen(key);
  for (; (at = strstr(at, key)) && at < end; at += length) {
    const char *next = at + length;
    const bool begins = !isalnum((unsigned char)at[-1]) && at[-1] != '_' &&
                        at[-1] != '.';
    while (*next == ' ') next++;
    if (begins && *next == '=' && next[1] != '=') return at;
  }
  return NULL;
}

/* Returns the end of the expression at `at`: a comma or a closing brace that no
 * bracket within it holds. */
static const char *expression_end(const char *at)
{
  int depth = 0;
  for (; *at; at++) {
    if (strchr("({[", *at)) depth++;
    if (depth == 0 && (strchr(",;})]\n", *at) || strncmp(at, "--", 2) == 0))
      break;
    if (strchr(")}]", *at)) depth--;
  }
  while (isspace((unsigned char)at[-1])) at--;
  return at;
}

static const char *line_start(const char *text, int line)
{
  for (; line > 1; line--) {
    const char *next = strchr(text, '\n');
    if (!next) break;
    text = next + 1;
  }
  return text;
}

/* Returns the text with the value of one path replaced or added. */
static const char *put(const FitResult *r, const Spec *spec, const char *text,
                       const char *path, double value)
{
  const Value *old = spec_find(spec, path);
  const char *key = key_of(path);
  const char *table = run_strndup(r->run, path,
                                  (size_t)(strrchr(path, '.') - path));
  const Value *inside = spec_find(spec, table);
  const char *number = number_plain(r->run, number_rounded(value, 6));
  const char *from, *to;
  if (old) {
    const char *line = line_start(text, old->where.line);
    const char *end = strchr(line, '\n');
    from = find_key(line, end ? end : line + strlen(line), key);
    const char *params = strstr(text, "param");
    if (!from && params && value_get(&spec->params, key))
      from = find_key(params, text + strlen(text), key);
    if (!from)
      run_fail(r->run, old->where,
               "%s must be written as %s = number on a line of its own table, "
               "so that -o can replace it",
               path, key);
    from = strchr(from, '=') + 1;
    while (*from == ' ') from++;
    to = expression_end(from);
  } else {
    const char *line = inside ? line_start(text, inside->where.line) : NULL;
    const char *brace = line ? strchr(line, '{') : NULL;
    if (!brace)
      run_fail(r->run, spec->root.where, "%s has no table %s for %s", spec->file,
               table, key);
    from = to = brace + 1;
    number = run_printf(r->run, " %s = %s,", key, number);
  }
  return run_printf(r->run, "%.*s%s%s", (int)(from - text), text, number, to);
}

static Spec *read_text(const FitResult *r, const char *text)
{
  SpecText *spec = run_alloc(r->run, sizeof *spec);
  *spec = (SpecText){r->spec->file, text, strlen(text), false};
  return spec_load_text(r->run, spec, r->spec->words, r->spec->overrides,
                        r->spec->noverrides);
}

const char *fit_spec(const FitResult *r)
{
  const Fitting *f = r->fitting;
  const char *text = r->spec->source;
  double values[FIT_MOST];
  Text head = text_new(r->run);
  fit_values(r->fit, 0, values);
  const Spec *spec = r->spec;
  text_add(&head, "-- Fitted to");
  const char *last = NULL;
  for (size_t t = 0; t < f->ntracks - f->nheld; t++) {
    const char *name = f->tracks[t].log->name;
    if (!last || strcmp(last, name) != 0)
      text_add(&head, "%s %s", last ? "," : "", name);
    last = name;
  }
  text_add(&head, ": RMS %.4g %s", r->laws[0].fitted, f->unit);
  if (isfinite(r->laws[0].held))
    text_add(&head, ", held out %.4g", r->laws[0].held);
  text_add(&head, ".\n");
  for (size_t i = 0; i < f->nparameters; i++) {
    const FitParameter *p = &f->parameters[i];
    if (p->sort != FIT_ASKED) continue;
    if (r->telling.told[i] == NOT_TOLD)
      text_add(&head, "-- %s: not told, %s.\n", p->name, r->telling.why[i]);
    else
      text_add(&head, "-- %s: 95 %% interval %.5g to %.5g %s.\n", p->name,
               r->telling.low[i], r->telling.high[i], p->unit);
    if (!p->path)
      run_fail(r->run, spec->root.where,
               "the spec writes no number %s that -o could replace", p->name);
    text = put(r, spec, text, p->path, values[i]);
    spec = read_text(r, text);
  }
  for (size_t i = 0; i < f->nparameters; i++) {
    const FitParameter *p = &f->parameters[i];
    if (p->sort != FIT_ASKED) continue;
    const Value *now = spec_find(spec, p->path);
    if (!now || !(fabs(now->number - values[i]) <= 1e-5 * fabs(values[i])))
      run_fail(r->run, now ? now->where : spec->root.where,
               "the value of %s could not be written into the spec: write it "
               "as a plain number",
               p->path);
  }
  return run_printf(r->run, "%s%s", head.chars, text);
}
