/* exact.c: rational numbers, so that products and quotients of a spec's
 * decimals are rounded once, when they are printed. In: doubles and digits.
 * Out: numbers in a run's arena.
 *
 * Invariant: numerator and denominator have no common factor and at most
 * MOST_BITS bits each; a number that would have more is rounded to a double. */
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/inside.h"
#include "base/base.h"

enum { MOST_BITS = 4096 };

/* Limbs as GMP's read-only numbers have them; the sizes' signs are the
 * numbers'. */
struct Exact {
  const mp_limb_t *above, *below;
  mp_size_t above_size, below_size;
};

static const mp_limb_t *kept_limbs(Run *run, mpz_srcptr x)
{
  const size_t count = mpz_size(x);
  mp_limb_t *limbs = run_alloc(run, (count + 1) * sizeof *limbs);
  if (count > 0) memcpy(limbs, mpz_limbs_read(x), count * sizeof *limbs);
  return limbs;
}

static mp_size_t signed_size(mpz_srcptr x)
{
  return mpz_sgn(x) * (mp_size_t)mpz_size(x);
}

static const Exact *keep_whole(Run *run, mpq_srcptr x)
{
  Exact *a = run_alloc(run, sizeof *a);
  a->above = kept_limbs(run, mpq_numref(x));
  a->below = kept_limbs(run, mpq_denref(x));
  a->above_size = signed_size(mpq_numref(x));
  a->below_size = signed_size(mpq_denref(x));
  return a;
}

/* Numerator and denominator in the places of an mpq_t, not to be changed. */
static void view(mpq_ptr out, const Exact *a)
{
  mpz_t above, below;
  *mpq_numref(out) = *mpz_roinit_n(above, a->above, a->above_size);
  *mpq_denref(out) = *mpz_roinit_n(below, a->below, a->below_size);
}

/* GMP's own double is cut off, not rounded. */
static double nearest(mpq_srcptr x)
{
  const double low = mpq_get_d(x);
  const double high = nextafter(low, mpq_sgn(x) * INFINITY);
  if (!isfinite(low) || !isfinite(high)) return low;
  mpq_t to_low, to_high;
  mpq_inits(to_low, to_high, NULL);
  mpq_set_d(to_low, low);
  mpq_set_d(to_high, high);
  mpq_sub(to_low, x, to_low);
  mpq_sub(to_high, to_high, x);
  int order = mpq_cmp(to_low, to_high) * mpq_sgn(x);
  if (order == 0) { /* half way: the even one */
    uint64_t bits;
    memcpy(&bits, &low, sizeof bits);
    order = bits % 2 ? 1 : -1;
  }
  mpq_clears(to_low, to_high, NULL);
  return order > 0 ? high : low;
}

/* Keeps x, or what is left of it in a double. */
static const Exact *keep(Run *run, mpq_srcptr x)
{
  if (mpz_sizeinbase(mpq_numref(x), 2) > MOST_BITS ||
      mpz_sizeinbase(mpq_denref(x), 2) > MOST_BITS) {
    const double rounded = nearest(x);
    if (isfinite(rounded) && rounded != 0) return exact_of(run, rounded);
  }
  return keep_whole(run, x);
}

const Exact *exact_of_whole(Run *run, long value)
{
  static const mp_limb_t small[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const unsigned long size =
      value < 0 ? -(unsigned long)value : (unsigned long)value;
  const mp_size_t sign = (value > 0) - (value < 0);
  Exact *a = run_alloc(run, sizeof *a);
  mp_limb_t *limb = NULL;
  if (size >= sizeof small / sizeof *small) {
    limb = run_alloc(run, sizeof *limb);
    *limb = size;
  }
  *a = (Exact){limb ? limb : &small[size], &small[1], sign, 1};
  return a;
}

const Exact *exact_of(Run *run, double value)
{
  if (value == floor(value) && fabs(value) < 0x1p53)
    return exact_of_whole(run, (long)value);
  char digits[32];
  mpq_t x;
  mpz_t scale;
  long exponent = 0;
  char *end = digits, *to = digits;
  number_text(value, digits);
  for (; *end && *end != 'e'; end++) {
    if (*end != '.') *to++ = *end;
    if (*end == '.')
      for (const char *c = end + 1; *c && *c != 'e'; c++) exponent--;
  }
  if (*end == 'e') exponent += strtol(end + 1, NULL, 10);
  *to = 0;
  mpq_init(x);
  mpz_init(scale);
  mpz_set_str(mpq_numref(x), digits, 10);
  mpz_ui_pow_ui(scale, 10, (unsigned long)labs(exponent));
  if (exponent > 0)
    mpz_mul(mpq_numref(x), mpq_numref(x), scale);
  else
    mpz_set(mpq_denref(x), scale);
  mpq_canonicalize(x);
  const Exact *a = keep_whole(run, x);
  mpz_clear(scale);
  mpq_clear(x);
  return a;
}

const Exact *exact_of_text(Run *run, const char *digits)
{
  mpq_t x;
  mpq_init(x);
  mpq_set_str(x, digits, 10);
  const Exact *a = keep(run, x);
  mpq_clear(x);
  return a;
}

char *exact_text(Run *run, const Exact *a)
{
  mpq_t x;
  view(x, a);
  char *digits = run_alloc(run, mpz_sizeinbase(mpq_numref(x), 10) +
                                    mpz_sizeinbase(mpq_denref(x), 10) + 3);
  return mpq_get_str(digits, 10, x);
}

double exact_value(const Exact *a)
{
  long whole;
  if (exact_whole(a, &whole)) return (double)whole;
  mpq_t x;
  view(x, a);
  return nearest(x);
}

static const Exact *combine(Run *run, const Exact *a, const Exact *b,
                            void (*with)(mpq_ptr, mpq_srcptr, mpq_srcptr))
{
  mpq_t x, y, result;
  view(x, a);
  view(y, b);
  mpq_init(result);
  with(result, x, y);
  const Exact *kept = keep(run, result);
  mpq_clear(result);
  return kept;
}

const Exact *exact_sum(Run *run, const Exact *a, const Exact *b)
{
  return combine(run, a, b, mpq_add);
}

const Exact *exact_negative(Run *run, const Exact *a)
{
  Exact *negative = run_alloc(run, sizeof *negative);
  *negative = *a;
  negative->above_size = -a->above_size;
  return negative;
}

const Exact *exact_product(Run *run, const Exact *a, const Exact *b)
{
  if (exact_is(a, 1)) return b;
  if (exact_is(b, 1)) return a;
  if (exact_is(a, -1)) return exact_negative(run, b);
  if (exact_is(b, -1)) return exact_negative(run, a);
  return combine(run, a, b, mpq_mul);
}

const Exact *exact_power(Run *run, const Exact *a, long power)
{
  const Exact *result = exact_of(run, 1);
  mpq_t x, inverse;
  if (power < 0) {
    view(x, a);
    mpq_init(inverse);
    mpq_inv(inverse, x);
    a = keep_whole(run, inverse);
    mpq_clear(inverse);
  }
  for (long n = labs(power); n > 0; n /= 2) {
    if (n % 2) result = exact_product(run, result, a);
    if (n > 1) a = exact_product(run, a, a);
  }
  return result;
}

int exact_sign(const Exact *a)
{
  return (a->above_size > 0) - (a->above_size < 0);
}

static bool is_whole(const Exact *a)
{
  return a->below_size == 1 && a->below[0] == 1;
}

bool exact_is(const Exact *a, long whole)
{
  if (!is_whole(a)) return false;
  if (whole == 0) return a->above_size == 0;
  const unsigned long size =
      whole < 0 ? -(unsigned long)whole : (unsigned long)whole;
  return a->above_size == (whole < 0 ? -1 : 1) && a->above[0] == size;
}

bool exact_whole(const Exact *a, long *whole)
{
  const mp_limb_t size = a->above_size ? a->above[0] : 0;
  if (!is_whole(a) || labs((long)a->above_size) > 1 || size > 0x7fffffff)
    return false;
  *whole = a->above_size < 0 ? -(long)size : (long)size;
  return true;
}

bool exact_equal(const Exact *a, const Exact *b)
{
  const size_t above = (size_t)labs((long)a->above_size);
  return a->above_size == b->above_size && a->below_size == b->below_size &&
         memcmp(a->above, b->above, above * sizeof *a->above) == 0 &&
         memcmp(a->below, b->below, (size_t)a->below_size * sizeof *a->below) ==
             0;
}

size_t exact_hash(const Exact *a)
{
  const mp_limb_t above = a->above_size ? a->above[0] : 0;
  return (size_t)(above * 31 + a->below[0]) * 17 + (size_t)a->above_size;
}

const char *exact_decimals(Run *run, const char *text)
{
  static const char in_names[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
  Text out = text_new(run);
  while (*text) {
    const size_t name = strspn(text, in_names);
    char *end = (char *)text + 1;
    const bool is_number = strchr("0123456789.", *text) != NULL;
    const double number = is_number ? strtod(text, &end) : 0;
    const size_t length = is_number ? (size_t)(end - text) : name ? name : 1;
    if (is_number && isfinite(number) && strcspn(text, ".eE") < length)
      text_add(&out, "(%s)", exact_text(run, exact_of(run, number)));
    else
      text_append(&out, text, length);
    text += length;
  }
  return out.chars;
}
