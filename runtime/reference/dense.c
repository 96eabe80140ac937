/* dense.c: small dense linear systems. In: a matrix and its right-hand sides.
 * Out: the solution in their place. Nothing is assumed of the matrix. */
#include "reference/dense.h"

#include <math.h>

static void swap(double *a, double *b, int count)
{
  for (int j = 0; j < count; j++) {
    const double kept = a[j];
    a[j] = b[j];
    b[j] = kept;
  }
}

bool ref_eliminate(double *matrix, double *x, int size, int columns,
                   double least)
{
  for (int k = 0; k < size; k++) {
    int pivot = k;
    for (int i = k + 1; i < size; i++)
      if (fabs(matrix[i * size + k]) > fabs(matrix[pivot * size + k]))
        pivot = i;
    if (!(fabs(matrix[pivot * size + k]) > least)) return false;
    swap(matrix + k * size, matrix + pivot * size, size);
    swap(x + k * columns, x + pivot * columns, columns);
    for (int i = k + 1; i < size; i++) {
      const double f = matrix[i * size + k] / matrix[k * size + k];
      for (int j = k; j < size; j++)
        matrix[i * size + j] -= f * matrix[k * size + j];
      for (int c = 0; c < columns; c++)
        x[i * columns + c] -= f * x[k * columns + c];
    }
  }
  for (int k = size - 1; k >= 0; k--)
    for (int c = 0; c < columns; c++) {
      double *const solved = &x[k * columns + c];
      for (int j = k + 1; j < size; j++)
        *solved -= matrix[k * size + j] * x[j * columns + c];
      *solved /= matrix[k * size + k];
    }
  return true;
}

/* Divides each row, then each column, by its largest entry, so that units do
 * not count; the solution has to be divided by `scale`. */
static void equilibrate(double *matrix, double *x, int size, double *scale)
{
  for (int k = 0; k < 2 * size; k++) {
    double *const line = k < size ? matrix + k * size : matrix + (k - size);
    const int stride = k < size ? 1 : size;
    double largest = 0;
    for (int i = 0; i < size; i++)
      largest = fmax(largest, fabs(line[i * stride]));
    const double by = largest > 0 && isfinite(largest) ? largest : 1;
    for (int i = 0; i < size; i++) line[i * stride] /= by;
    if (k < size)
      x[k] /= by;
    else
      scale[k - size] = by;
  }
}

bool ref_dense_solve(double *matrix, double *x, int size)
{
  double scale[REF_DENSE_MOST];
  equilibrate(matrix, x, size, scale);
  if (!ref_eliminate(matrix, x, size, 1, 1e-14)) return false;
  for (int k = 0; k < size; k++) x[k] /= scale[k];
  return true;
}

double ref_length(const double *x, int size)
{
  double sum = 0;
  for (int i = 0; i < size; i++) sum += x[i] * x[i];
  if (sum > 1e-280 && sum < 1e300) return sqrt(sum);
  sum = 0; /* hypot takes three times as long, but loses nothing */
  for (int i = 0; i < size; i++) sum = hypot(sum, x[i]);
  return sum;
}
