/* samples.c: the parameters of each row of a sweep. In: axes. Out: the values
 * of a row, which depend on its number alone.
 *
 * The Sobol sequence has the direction numbers of Joe and Kuo (2008). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "study/inside.h"

enum { BITS = 32, DIGITS = 12 };
#define MOST_ROWS 100000000L

/* ---- axes from text ------------------------------------------------------ */

/* Reads a number that ends at one of the characters `ends`, or at the end of
 * the text. */
static bool read_number(const char **text, const char *ends, double *value)
{
  char *end;
  *value = strtod(*text, &end);
  const bool is_number = end != *text && isfinite(*value) &&
                         (*end == 0 || strchr(ends, *end) != NULL);
  *text = end;
  return is_number;
}

static bool read_list(Run *run, const char *text, SweepAxis *axis)
{
  double *values = run_doubles(run, strlen(text) + 1);
  for (;; text++) {
    if (!read_number(&text, ",", &values[axis->count++])) return false;
    if (!*text) break;
  }
  axis->values = values;
  return true;
}

bool sweep_axis(Run *run, const char *text, bool is_range, SweepAxis *axis)
{
  const char *equals = strchr(text, '=');
  memset(axis, 0, sizeof *axis);
  if (!equals || equals == text) return false;
  axis->name = run_strndup(run, text, (size_t)(equals - text));
  const char *at = equals + 1;
  if (!is_range && !strchr(at, ':')) return read_list(run, at, axis);
  if (!read_number(&at, ":", &axis->low) || *at++ != ':') return false;
  if (!read_number(&at, ":", &axis->high)) return false;
  if (!is_range) {
    double count;
    if (*at++ != ':' || !read_number(&at, ":", &count)) return false;
    if (!(count >= 1 && count <= 1e8) || count != floor(count)) return false;
    axis->count = (long)count;
  }
  axis->is_log = strcmp(at, ":log") == 0;
  if (*at && !axis->is_log) return false;
  if (axis->count == 1 && axis->low != axis->high) return false;
  return !axis->is_log || (axis->low > 0 && axis->high > 0);
}

/* ---- the Sobol sequence ----------------------------------------------------
 */

typedef struct Direction {
  int degree;
  unsigned polynomial; /* its inner coefficients */
  unsigned m[7];
} Direction;

/* The dimensions from the second on. */
static const Direction directions[SWEEP_MOST_AXES - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}}};

/* Writes the direction numbers of a dimension as fractions of 2^32. */
static void direction_numbers(int dimension, uint32_t v[BITS])
{
  if (dimension == 0) {
    for (int i = 0; i < BITS; i++) v[i] = (uint32_t)1 << (BITS - 1 - i);
    return;
  }
  const Direction *d = &directions[dimension - 1];
  for (int i = 0; i < d->degree; i++) v[i] = d->m[i] << (BITS - 1 - i);
  for (int i = d->degree; i < BITS; i++) {
    v[i] = v[i - d->degree] ^ (v[i - d->degree] >> d->degree);
    for (int k = 1; k < d->degree; k++)
      if (d->polynomial >> (d->degree - 1 - k) & 1) v[i] ^= v[i - k];
  }
}

double sobol_point(uint64_t index, int dimension, uint64_t seed)
{
  uint32_t v[BITS], x = 0;
  uint64_t state = seed * 1000003 + (uint64_t)dimension;
  const uint64_t gray = index ^ (index >> 1);
  direction_numbers(dimension, v);
  for (int i = 0; i < BITS; i++)
    if (gray >> i & 1) x ^= v[i];
  const double shift = number_random(&state, 0, 4294967296.0);
  return ((double)(x ^ (uint32_t)shift) + 0.5) / 4294967296.0;
}

/* ---- rows ------------------------------------------------------------------
 */

long sweep_rows(Run *run, const Sweep *sweep)
{
  const Where nowhere = {NULL, 0};
  double rows = sweep->samples > 0 ? (double)sweep->samples : 1;
  for (size_t i = 0; i < sweep->naxes; i++)
    if (sweep->axes[i].count > 0) rows *= (double)sweep->axes[i].count;
  if (rows > (double)MOST_ROWS)
    run_fail(run, nowhere, "the sweep has %g rows; at most %ld are possible",
             rows, MOST_ROWS);
  return (long)rows;
}

/* Returns the value at the share 0 to 1 of the way from low to high. */
static double between(const SweepAxis *axis, double share)
{
  if (share == 0) return axis->low;
  if (share == 1) return axis->high;
  return axis->is_log ? axis->low * pow(axis->high / axis->low, share)
                      : axis->low + (axis->high - axis->low) * share;
}

void sweep_values(const Sweep *sweep, long row, double *values)
{
  for (size_t i = sweep->naxes; i-- > 0;) {
    const SweepAxis *axis = &sweep->axes[i];
    if (axis->count == 0) continue;
    const long k = row % axis->count;
    row /= axis->count;
    values[i] = axis->values ? axis->values[k]
                : axis->count == 1
                    ? axis->low
                    : between(axis, (double)k / (double)(axis->count - 1));
  }
  int dimension = 0;
  for (size_t i = 0; i < sweep->naxes; i++)
    if (sweep->axes[i].count == 0)
      values[i] = between(&sweep->axes[i],
                          sobol_point((uint64_t)row, dimension++, sweep->seed));
  for (size_t i = 0; i < sweep->naxes; i++)
    values[i] = number_rounded(values[i], DIGITS);
}
