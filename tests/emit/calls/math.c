/* math.c: functions of libm with the values that run.mjs wrote to MATH. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double find(const char *name, double x, double y)
{
  FILE *file = fopen(MATH, "r");
  char word[9], a[40], b[40], value[40];
  while (fscanf(file, "%8s %39s %39s %39s", word, a, b, value) == 4)
    if (!strcmp(name, word) && strtod(a, 0) == x && strtod(b, 0) == y) {
      fclose(file);
      return strtod(value, 0);
    }
  fprintf(stderr, "%s(%.17g, %.17g) was never called\n", name, x, y);
  abort();
}

double sin(double x) { return find("sin", x, 0); }
double cos(double x) { return find("cos", x, 0); }
double exp(double x) { return find("exp", x, 0); }
double log(double x) { return find("log", x, 0); }
double pow(double x, double y) { return find("pow", x, y); }
