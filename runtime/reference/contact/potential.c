/* potential.c: a limit surface that is the gradient of one cubic spline on each
 * of three faces of a cube. In: the coefficients, a twist at the centre of
 * pressure. Out: h. Plain loops: B-splines by the recursion of Cox and de
 * Boor, the wrench by Euler's theorem. */
#include "reference/contact/contact.h"

#include <math.h>

/* B-spline k of that degree at u: it begins at the knot k - 3, and its slope
 * follows from two of the degree below. */
static double spline(int k, int degree, double u)
{
  const double t = u - (k - 3);
  if (degree == 0) return t >= 0.0 && t < 1.0 ? 1.0 : 0.0;
  return (t * spline(k, degree - 1, u) +
          (degree + 1 - t) * spline(k + 1, degree - 1, u)) /
         degree;
}

/* The four B-splines at u that are not 0: their values and their slopes. */
typedef struct Four {
  int first;
  double of[2][4];
} Four;

static Four four_at(double u)
{
  Four four = {.first = (int)u};
  for (int i = 0; i < 4; i++) {
    const int k = four.first + i;
    four.of[0][i] = spline(k, 3, u);
    four.of[1][i] = spline(k, 2, u) - spline(k + 1, 2, u);
  }
  return four;
}

/* The axis of the largest component; of equal ones the last, but x before y. */
static int largest_of(const double c[3])
{
  const int plane = fabs(c[1]) > fabs(c[0]) ? 1 : 0;
  return fabs(c[2]) >= fabs(c[plane]) ? 2 : plane;
}

static double sign_of(double x)
{
  return x < 0.0 ? -1.0 : 1.0;
}

/* Weights of the slices of numbers. */
typedef struct Blend {
  int first, count;
  double weight[4];
  size_t stride;
} Blend;

static const Blend plain = {0, 1, {1.0}, 0};

static double blended(const Blend *b, const double *number)
{
  double sum = 0.0;
  for (int k = 0; k < b->count; k++)
    sum += b->weight[k] * number[(size_t)(b->first + k) * b->stride];
  return sum;
}

/* s, ds/da and ds/db at a place of the face, in its coordinates. */
static void face_value(const RefPotentialFace *f, const Blend *blend,
                       const bool is_even[2], const double at[2], double s[3])
{
  double u[2], per[2];
  for (int d = 0; d < 2; d++) {
    const double low = is_even[d] ? 0.0 : -1.0;
    per[d] = f->cells[d] / (1.0 - low);
    /* The upper edge belongs to the last cell. */
    u[d] = fmin((at[d] - low) * per[d], nextafter(f->cells[d], 0.0));
    u[d] = fmax(u[d], 0.0);
  }
  const Four four[2] = {four_at(u[0]), four_at(u[1])};
  s[0] = s[1] = s[2] = 0.0;
  for (int i = 0; i < 4; i++) {
    const double *row = f->stored + (four[0].first + i) * (f->cells[1] + 3);
    double sum[2] = {0.0, 0.0}; /* itself, its slope by b */
    for (int l = 0; l < 4; l++) {
      const double number =
          f->base + f->unit * blended(blend, &row[four[1].first + l]);
      sum[0] += number * four[1].of[0][l];
      sum[1] += number * four[1].of[1][l];
    }
    s[0] += four[0].of[0][i] * sum[0];
    s[1] += four[0].of[1][i] * sum[0];
    s[2] += four[0].of[0][i] * sum[1];
  }
  s[1] *= per[0];
  s[2] *= per[1];
}

static void surface(const RefPotential *p, const Blend *blend,
                    const double twist[3], double h[3])
{
  const double x0 = p->middle[0], y0 = p->middle[1];
  const double v[3] = {twist[0], twist[1], twist[2] * p->r};
  const double c[3] = {(v[0] - v[2] * y0) * p->inverse[0],
                       (v[1] + v[2] * x0) * p->inverse[1], v[2]};
  const int m = largest_of(c), axes[2] = {m == 0 ? 1 : 0, m == 2 ? 1 : 2};
  double at[2], s[3], gradient[3];
  bool is_even[2];
  for (int d = 0; d < 3; d++) h[d] = 0.0;
  if (c[m] == 0.0) return;
  for (int d = 0; d < 2; d++) {
    is_even[d] = p->is_even[axes[d]];
    at[d] = c[axes[d]] / c[m];
    if (is_even[d]) at[d] = fabs(at[d]);
  }
  face_value(&p->faces[m], blend, is_even, at, s);
  /* P = |c_m| s(c_a/c_m, c_b/c_m), or of magnitudes */
  gradient[m] = (s[0] - at[0] * s[1] - at[1] * s[2]) * sign_of(c[m]);
  for (int d = 0; d < 2; d++)
    gradient[axes[d]] = s[d + 1] * sign_of(c[is_even[d] ? axes[d] : m]);
  h[0] = -gradient[0] * p->inverse[0];
  h[1] = -gradient[1] * p->inverse[1];
  h[2] = -gradient[2] + x0 * h[1] - y0 * h[0];
}

void ref_surface_potential(const void *context, const double twist[3],
                           double h[3])
{
  surface(context, &plain, twist, h);
}

/* ---- along an axis of the normal force ---------------------------------- */

/* The place of a force in cells. */
static double cells_at(const RefAxis *a, double fn, int cells)
{
  double root = fmin(fmax(fn, a->range[0]), a->range[1]);
  for (int k = 0; k < a->roots; k++) root = sqrt(root);
  const double u = (root - a->start) * a->per * cells;
  return fmin(fmax(u, 0.0), nextafter(cells, 0.0));
}

void ref_axis_patch(const RefAxis *a, double fn, double patch[4])
{
  const double u = cells_at(a, fn, a->cells);
  for (int d = 0; d < 4; d++) {
    patch[d] = 0.0;
    for (int k = (int)u; k < (int)u + 4; k++)
      patch[d] += spline(k, 3, u) * a->figures[d * (a->cells + 3) + k];
  }
}

void ref_surface_axis(const void *context, const double twist[3], double h[3])
{
  const RefAxis *a = context;
  Blend blend = plain;
  if (a->slices > 1) {
    const double u = cells_at(a, a->fn, a->slices - 3);
    blend = (Blend){.first = (int)u, .count = 4, .stride = a->count};
    for (int k = 0; k < 4; k++) blend.weight[k] = spline(blend.first + k, 3, u);
  }
  surface(&a->first, &blend, twist, h);
}
