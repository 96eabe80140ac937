/* number.c: numbers as text, rounding to float, pseudo-random numbers. In:
 * doubles. Out: texts and doubles, the same on every machine.
 *
 * Invariant: the text of a number reads back equal. */
#include <stdint.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* ---- powers of ten -------------------------------------------------------
 * 10^n is power*2^e with 2^127 <= power < 2^128, rounded up to 128 bits. */

__extension__ typedef unsigned __int128 Wide;

enum { LEAST_TEN = -292, MOST_TEN = 324 };

typedef struct Ten {
  uint64_t high, low;
} Ten;

static Ten tens[MOST_TEN - LEAST_TEN + 1];

/* A large integer, the most significant word last. */
enum { WORDS = 40 };
typedef struct Big {
  uint32_t word[WORDS];
} Big;

/* Returns the first 128 bits, rounded up. */
static Ten big_leading(const Big *b)
{
  int last = WORDS - 1, shift = 0;
  while (!b->word[last]) last--;
  while (!(b->word[last] << shift >> 31)) shift++;
  const int first = last - 4; /* bits of five words count */
  Wide v = 0;
  for (int i = last; i > first; i--) v = v << 32 | (i < 0 ? 0 : b->word[i]);
  const uint64_t next = first < 0 ? 0 : (uint64_t)b->word[first] << shift;
  bool is_exact = (uint32_t)next == 0;
  for (int i = 0; i < first; i++) is_exact &= b->word[i] == 0;
  v = (v << shift | (Wide)(next >> 32)) + !is_exact;
  return (Ten){(uint64_t)(v >> 64), (uint64_t)v};
}

static void make_tens(void)
{
  Big b = {{1}};
  for (int n = 0; n <= MOST_TEN; n++) {
    uint64_t carry = 0;
    tens[n - LEAST_TEN] = big_leading(&b);
    for (int i = 0; i < WORDS; i++) {
      carry += (uint64_t)b.word[i] * 10;
      b.word[i] = (uint32_t)carry;
      carry >>= 32;
    }
  }
  memset(&b, 0, sizeof b);
  b.word[WORDS - 1] = 1; /* 10^-292 of it still has more than 270 bits */
  for (int n = -1; n >= LEAST_TEN; n--) {
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
      rest = rest << 32 | b.word[i];
      b.word[i] = (uint32_t)(rest / 10);
      rest %= 10;
    }
    tens[n - LEAST_TEN] = big_leading(&b);
  }
}

/* ---- the shortest digits -------------------------------------------------
 * v = c*2^q stands for all numbers within half a step of c. The ends of that
 * interval and v itself, times 4*10^-k, are integers whose last bit says that a
 * fraction was cut off (R. Giulietti, The Schubfach way to render doubles). Of
 * the multiples of ten, then of one, in the interval the nearest is the answer.
 */

/* Returns floor(ten*b/2^128), with the last bit set if anything was cut off. */
static uint64_t scaled(Ten ten, uint64_t b)
{
  const Wide low = (Wide)ten.low * b;
  const Wide high = (Wide)ten.high * b + (uint64_t)(low >> 64);
  return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

/* Returns 0, 1 or 2: no number of these two lies in the interval, the lower one
 * alone, the upper one alone; 3: both. `low` and `high` are in quarters. */
static int inside(uint64_t low, uint64_t high, uint64_t from, uint64_t to)
{
  return (from <= low) + 2 * (high <= to);
}

/* Returns the digits of v = digits*10^power, v positive and finite. */
static uint64_t shortest_digits(double v, int *power)
{
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  const uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
  const int exponent = (int)(bits >> 52);
  const uint64_t c = exponent ? fraction | (uint64_t)1 << 52 : fraction;
  const int q = (exponent ? exponent : 1) - 1075;
  *power = 0;
  if (q <= 0 && q > -53 && !(c & (((uint64_t)1 << -q) - 1))) return c >> -q;
  const bool is_odd = c & 1;
  const bool is_uneven = fraction == 0 && exponent > 1; /* half a step below */
  const int k = (q * 1262611 - (is_uneven ? 524031 : 0)) >> 22;
  const int shift = q + ((-k * 1741647) >> 19) + 1;
  const Ten ten = tens[-k - LEAST_TEN];
  const uint64_t at = scaled(ten, (4 * c) << shift);
  const uint64_t from = scaled(ten, (4 * c - 2 + is_uneven) << shift) + is_odd;
  const uint64_t to = scaled(ten, (4 * c + 2) << shift) - is_odd;
  const uint64_t s = at / 4, t = s / 10;
  const int whole = s < 10 ? 0 : inside(40 * t, 40 * t + 40, from, to);
  *power = k + 1;
  if (whole == 1 || whole == 2) return t + (whole == 2);
  *power = k;
  const int one = inside(4 * s, 4 * s + 4, from, to);
  if (one == 1 || one == 2) return s + (one == 2);
  return s + (at > 4 * s + 2 || (at == 4 * s + 2 && (s & 1)));
}

/* Writes a whole number above 0 and returns the count of its digits. */
static int write_whole(char *to, uint64_t number)
{
  char reversed[24];
  int count = 0;
  for (; number > 0; number /= 10)
    reversed[count++] = (char)('0' + number % 10);
  for (int i = 0; i < count; i++) to[i] = reversed[count - 1 - i];
  to[count] = 0;
  return count;
}

/* Writes the digits with a point among or before them; `lead` is the power of
 * the first one. Returns the end of the text. */
static char *write_plain(char *to, const char *digits, int count, int lead)
{
  if (lead < 0) {
    to = stpcpy(to, "0.");
    for (int i = -1; i > lead; i--) *to++ = '0';
  }
  for (int i = 0; i < count || i <= lead; i++) {
    if (i == lead + 1 && lead >= 0) *to++ = '.';
    *to++ = i < count ? digits[i] : '0';
  }
  return lead >= 0 && count <= lead + 1 ? stpcpy(to, ".0") : to;
}

char *number_text(double value, char out[32])
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  char *to = out, digits[24];
  int power;
  if (isnan(value)) return strcpy(out, "nan");
  if (isinf(value)) return strcpy(out, value < 0 ? "-inf" : "inf");
  if (signbit(value)) *to++ = '-';
  if (value == 0) {
    strcpy(to, "0.0");
    return out;
  }
  pthread_once(&once, make_tens);
  uint64_t number = shortest_digits(fabs(value), &power);
  for (; number % 10 == 0; number /= 10) power++;
  const int count = write_whole(digits, number);
  const int lead = power + count - 1; /* of the first digit */
  if (lead >= -4 && lead <= 5) {
    *write_plain(to, digits, count, lead) = 0;
    return out;
  }
  *to++ = digits[0];
  if (count > 1) {
    *to++ = '.';
    to = stpcpy(to, digits + 1);
  }
  to = stpcpy(to, lead < 0 ? "e-" : "e");
  write_whole(to, (uint64_t)abs(lead));
  return out;
}

double number_rounded(double value, int digits)
{
  char text[32];
  snprintf(text, sizeof text, "%.*e", digits - 1, value);
  return strtod(text, NULL);
}

/* The generator splitmix64; the upper 53 bits become the fraction. */
double number_random(uint64_t *state, double low, double high)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

double float_rounded(double value)
{
  volatile float narrow = (float)value;
  return (double)narrow;
}
