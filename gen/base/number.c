/* number.c: numbers as text, rounding to float, pseudo-random numbers. In:
 * doubles. Out: texts and doubles, the same on every machine.
 *
 * Invariant: the text of a number reads back equal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

char *number_text(double value, char out[32])
{
  if (isnan(value)) return strcpy(out, "nan");
  if (isinf(value)) return strcpy(out, value < 0 ? "-inf" : "inf");
  int digits = 1; /* the least number of digits that read back equal */
  for (; digits < 17; digits++) {
    snprintf(out, 32, "%.*e", digits - 1, value);
    if (strtod(out, NULL) == value) break;
  }
  snprintf(out, 32, "%.*e", digits - 1, value);
  char *exponent = strchr(out, 'e');
  const int power = (int)strtol(exponent + 1, NULL, 10);
  if (power >= -4 && power <= 5) {
    const int decimals = digits - 1 - power;
    snprintf(out, 32, "%.*f", decimals > 1 ? decimals : 1, value);
  } else {
    snprintf(exponent, 8, "e%d", power);
  }
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
