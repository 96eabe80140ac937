/* support.h: helpers for test files: data files, errors relative to the largest
 * component, shapes as cell weights, complete elliptic integrals, a repeatable
 * source of random numbers. No code here comes from gen/, runtime/ or
 * templates/ except the types of reference.h. */
#ifndef BRISTLE_TESTS_SUPPORT_H
#define BRISTLE_TESTS_SUPPORT_H

#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "reference/contact/contact.h"

#define TEST_PI 3.14159265358979323846

/* The paper's parameters, PL Table I, p = 1. */
extern const RefLugre paper_lugre;

/* ---- numbers ----------------------------------------------------------- */

/* Returns max |a - b| / max |b|; infinite if a number is not finite. */
double max_relative_error(const double *a, const double *b, size_t n);

/* Returns the wrench error with the torque divided by that lever arm: the
 * largest of |df|, |dtau|/arm over the largest of |f|, |tau|/arm of b. */
double wrench_error(const double a[3], const double b[3], double arm);

/* Returns the order p of error ~ h^p from errors at h and at h/ratio. */
double convergence_order(double coarse, double fine, double ratio);

/* Returns a random number, uniform in [low, high). The caller owns the state;
 * any start is valid. */
double random_in(uint64_t *state, double low, double high);
/* Writes components of either sign; a tenth of them large, a tenth small. */
void random_twist(uint64_t *state, double speed, double spin, double twist[3]);

/* Complete elliptic integrals of the parameter m < 1. */
void elliptic(double m, double *K, double *E);

/* n <= 64 Gauss-Legendre nodes and weights on [a, b]. */
void gauss_legendre(int n, double a, double b, double *x, double *w);

/* ---- frames ------------------------------------------------------------ */

/* Twist or wrench given at the origin, as seen at the point p. */
void twist_at(const double p[2], const double twist[3], double out[3]);
void wrench_at(const double p[2], const double wrench[3], double out[3]);

/* ---- patches ---------------------------------------------------------------
 * Weights are nx*ny doubles, i fastest from the smallest y. Those that
 * allocate return memory for free(). */

/* Returns the area of a disc about the origin within [x0, x1] x [y0, y1],
 * exact.
 */
double disc_area_in_box(double radius, double x0, double x1, double y0,
                        double y1);
/* Adds the cells' shares of a uniform disc of total weight mass. */
void add_disc(int nx, int ny, double sx, double sy, double radius, double mass,
              double *w);
/* Random weights with every third cell or so empty, sum 1. */
double *random_weights(uint64_t *state, int nx, int ny);
/* Converts rows seen from above (first row: largest y) to weights of sum 1. */
double *weights_from_above(const double *rows, int nx, int ny);

/* ---- motion ------------------------------------------------------------ */

/* PL Fig. 5: the twist at the CoP at time t. */
void paper_profile(double t, double twist[3]);

/* ---- files in TEST_DATA ----------------------------------------------------
 * A file that is missing or malformed fails the test that asked for it. */

typedef struct Table {
  size_t rows, columns;
  double *at; /* row by row */
} Table;

/* Numbers separated by commas; a first line that does not start with a number
 * is skipped. */
Table read_csv(const char *name);
void free_table(Table *t);

json_t *read_json(const char *name);
double json_double(const json_t *object, const char *key);
void json_triple(const json_t *object, const char *key, double out[3]);
bool json_has(const json_t *object, const char *key);

#endif
