/* checks.c: the checks of a solver and their results, from a kind, for a verb
 * or the library. In: errors with the places where they occurred. Out: a table
 * for people, or one JSON object.
 *
 * Invariant: a check without errors to compare, or with a NaN, does not hold.
 */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "verify/verify.h"

Verification *verify_new(const Model *model)
{
  Verification *verification = run_alloc(model->run, sizeof *verification);
  verification->run = model->run;
  verification->spec = model->spec->file;
  verification->last = &verification->first;
  return verification;
}

Check *verify_check(Verification *verification, const char *name,
                    double tolerance)
{
  for (Check *known = verification->first; known; known = known->next)
    if (strcmp(known->name, name) == 0) return known;
  progress_step(name, 0);
  Check *check = run_alloc(verification->run, sizeof *check);
  check->verification = verification;
  check->name = name;
  check->tolerance = tolerance;
  check->worst = -1;
  *verification->last = check;
  verification->last = &check->next;
  return check;
}

void check_add(Check *check, double error, const char *format, ...)
{
  const double size = isnan(error) ? INFINITY : error;
  check->count++;
  if (size <= check->worst) return;
  check->worst = size;
  va_list args;
  va_start(args, format);
  vsnprintf(check->at, sizeof check->at, format, args);
  va_end(args);
  const char *const more[] = {check->verification->situation,
                              check->verification->point};
  for (size_t i = 0; i < COUNT(more); i++) {
    const size_t length = strlen(check->at);
    if (more[i])
      snprintf(check->at + length, sizeof check->at - length, ", %s", more[i]);
  }
}

void verify_note(Verification *verification, const char *name, double value,
                 const char *what)
{
  Check *check = verify_check(verification, name, 0);
  check->is_note = true;
  check_add(check, value, "%s", what);
}

double worse_of(double worst, double error)
{
  return isnan(error) ? INFINITY : fmax(worst, error);
}

void random_direction(uint64_t *seed, int n, double *out)
{
  const double up = n > 2 ? number_random(seed, -1, 1) : 0;
  const double angle = number_random(seed, 0, 2 * PI);
  out[0] = sqrt(1 - up * up) * cos(angle);
  out[1] = sqrt(1 - up * up) * sin(angle);
  if (n > 2) out[2] = up;
}

bool check_holds(const Check *check)
{
  if (check->is_note) return true;
  return check->count > 0 && check->worst <= check->tolerance;
}

bool verify_holds(const Verification *verification)
{
  bool holds = verification->first != NULL;
  for (const Check *c = verification->first; c; c = c->next)
    holds = holds && check_holds(c);
  return holds;
}

static const char *place_of(const Check *check)
{
  return check->count > 0 ? check->at : "never tried";
}

char *verify_json(const Verification *verification)
{
  json_t *checks = json_array();
  for (const Check *c = verification->first; c; c = c->next) {
    const bool is_number = c->count > 0 && isfinite(c->worst);
    json_array_append_new(
        checks, json_pack("{s:s, s:o, s:o, s:b, s:s}", "name", c->name, "worst",
                          is_number ? json_real(c->worst) : json_null(), "bar",
                          c->is_note ? json_null() : json_real(c->tolerance),
                          "holds", check_holds(c), "at",
                          utf8_text(verification->run, place_of(c))));
  }
  json_t *object =
      json_pack("{s:s, s:b, s:o}", "spec",
                utf8_text(verification->run, verification->spec), "holds",
                verify_holds(verification), "checks", checks);
  char *dumped = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(4));
  json_decref(object);
  const Where where = {verification->spec, 0};
  if (!dumped)
    run_fail(verification->run, where, "the report is not valid UTF-8 text");
  char *text = run_printf(verification->run, "%s\n", dumped);
  free(dumped);
  return text;
}

char *verify_text(const Verification *verification)
{
  Text text = text_new(verification->run);
  text_add(&text, "  %-24s %9s %9s  %-4s %s\n", "", "worst", "tolerance", "",
           "at");
  for (const Check *c = verification->first; c; c = c->next)
    if (c->is_note)
      text_add(&text, "  %-24s %9.2g %9s  %-4s %s\n", c->name, c->worst, "",
               "note", c->at);
    else
      text_add(&text, "  %-24s %9.2g %9.2g  %-4s %s\n", c->name,
               c->count > 0 ? c->worst : NAN, c->tolerance,
               check_holds(c) ? "ok" : "FAIL", place_of(c));
  return text.chars;
}
