/* recording.c: the recording of a simulation. In: rows of numbers, one for each
 * column. Out: CSV with units in its first line, data for pictures.
 *
 * Invariant: all numbers are finite, and are written with enough digits to read
 * back equal. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "results/results.h"

void require_bounded_steps(Run *run, Where where, double duration, double dt)
{
  const double most = 1e7;
  if (dt > duration)
    run_fail(run, where, "dt must not be longer than duration = %g, got %g",
             duration, dt);
  if (duration / dt > most)
    run_fail(run, where,
             "duration = %g with dt = %g makes %.3g steps; at most %g are "
             "simulated",
             duration, dt, duration / dt, most);
}

Recording *recording_new(Run *run, Where where, const Column *columns,
                         size_t ncolumns)
{
  Recording *recording = run_alloc(run, sizeof *recording);
  recording->run = run;
  recording->where = where;
  recording->columns = columns;
  recording->ncolumns = ncolumns;
  return recording;
}

void recording_add(Recording *r, const double *row)
{
  const size_t bytes = r->ncolumns * sizeof *row;
  for (size_t i = 0; i < r->ncolumns; i++)
    if (!isfinite(row[i]))
      run_fail(r->run, r->where,
               "the simulation stops at %g %s: %s is not finite; are its loads "
               "and speeds too large?",
               row[0], r->columns[0].unit, r->columns[i].name);
  r->values = run_grown(r->run, r->values, r->nrows, &r->room, bytes);
  memcpy(r->values + r->nrows * r->ncolumns, row, bytes);
  r->nrows++;
  const Watch *watch = r->run->watch;
  const Where nowhere = {NULL, 0};
  if (watch && !watch->see(watch->context, r))
    run_fail(r->run, nowhere, "the simulation was ended");
}

double recording_at(const Recording *r, size_t row, const char *column)
{
  for (size_t i = 0; i < r->ncolumns; i++)
    if (strcmp(r->columns[i].name, column) == 0)
      return r->values[row * r->ncolumns + i];
  const Where nowhere = {NULL, 0};
  run_fail(r->run, nowhere, "internal: the recording has no column %s", column);
}

double recording_largest(const Recording *recording, size_t column)
{
  double largest = 0;
  for (size_t row = 0; row < recording->nrows; row++)
    largest = fmax(largest,
                   fabs(recording->values[row * recording->ncolumns + column]));
  return largest;
}

char *recording_csv(const Recording *r, size_t every)
{
  Text text = text_new(r->run);
  for (size_t i = 0; i < r->ncolumns; i++)
    text_add(&text, "%s%s (%s)", i ? "," : "", r->columns[i].name,
             r->columns[i].unit);
  text_add(&text, "\n");
  for (size_t k = 0; k < r->nrows; k++) {
    if (k % every != 0 && k + 1 != r->nrows) continue;
    for (size_t i = 0; i < r->ncolumns; i++) {
      char digits[32];
      text_add(&text, "%s%s", i ? "," : "",
               number_text(r->values[k * r->ncolumns + i], digits));
      if (i + 1 == r->ncolumns) text_add(&text, "\n");
    }
  }
  return text.chars;
}
