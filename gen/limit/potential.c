/* potential.c: the limit surface as the gradient of a scalar cubic spline. In:
 * a map and the number of cells. Out: the layout of a table, and the value that
 * the emitted code computes from its numbers.
 *
 * Invariant: limit.h documents the layout; emitted code, reference and
 * certificate depend on nothing else. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"

/* ---- values ------------------------------------------------------------ */

static inline double magnitude_double(double x)
{
  return fabs(x);
}
static inline float magnitude_float(float x)
{
  return fabsf(x);
}

bool potential_is_anchored(const LimitPotential *p)
{
  static const double many = 32; /* cells per unit */
  double most = 0;
  for (int m = 0; m < 3; m++)
    for (int d = 0; d < 2; d++) most = fmax(most, p->faces[m].per[d]);
  return p->is_float && p->blended == 0 && most >= many;
}

#define REAL        double
#define VALUE(name) name##_double
#include "limit/potential_value.h"
#undef REAL
#undef VALUE
#define REAL        float
#define VALUE(name) name##_float
#include "limit/potential_value.h"
#undef REAL
#undef VALUE

void potential_value(const LimitPotential *p, const double twist[3],
                     double h[3])
{
  (p->is_float ? evaluate_float : evaluate_double)(p, twist, h, NULL);
}

void potential_slopes(const LimitPotential *p, const double twist[3],
                      double h[3], double slopes[3][3])
{
  (p->is_float ? evaluate_float : evaluate_double)(p, twist, h, slopes);
}

void potential_leave_frame(const LimitPotential *p, const double g[3],
                           double out[3])
{
  leave_frame_double(p, g, out);
}

void spline_weights(double t, int d, double w[4])
{
  static const double third[4] = {-1, 3, -3, 1};
  double all[3][4];
  spline_weights_double(t, all);
  memcpy(w, d < 3 ? all[d] : third, sizeof third);
}

void potential_twist(const LimitPotential *p, int face, double a, double b,
                     double twist[3])
{
  double c[3];
  c[face] = 1;
  c[face_axes[face][0]] = a;
  c[face_axes[face][1]] = b;
  twist[0] = c[0] / p->inverse[0] + c[2] * p->middle[1];
  twist[1] = c[1] / p->inverse[1] - c[2] * p->middle[0];
  twist[2] = c[2];
}

double potential_coefficient(const LimitPotential *p, int m, int k, int l)
{
  const PotentialFace *face = &p->faces[m];
  const size_t row = (size_t)face->cells[1] + 3;
  return face->base +
         face->unit * p->stored[face->start + (size_t)k * row + (size_t)l];
}

const Seam potential_seams[3] = {{0, 1, 2}, {1, 1, 2}, {0, 0, 1}};

void potential_on_face(const LimitPotential *p, int m, const double c[3],
                       double out[3])
{
  const PotentialFace *face = &p->faces[m];
  double at[2], w[2][2][4], g[3], sign[3], sum[3] = {0, 0, 0};
  int cell[2];
  for (int k = 0; k < 3; k++) sign[k] = c[m] < 0 ? -1 : 1;
  for (int d = 0; d < 2; d++) {
    const int k = face_axes[m][d];
    at[d] = fmin(fmax(c[k] / c[m], -1), 1);
    if (p->is_even[k]) {
      at[d] = fabs(at[d]);
      sign[k] = c[k] < 0 ? -1 : 1;
    }
    const double u = face->per[d] * (at[d] + (p->is_even[k] ? 0 : 1));
    cell[d] = (int)fmin(u, face->cells[d] - 1);
    spline_weights(u - cell[d], 0, w[d][0]);
    spline_weights(u - cell[d], 1, w[d][1]);
  }
  for (int k = 0; k < 16; k++) {
    const int i = k / 4, j = k % 4;
    const double x = potential_coefficient(p, m, cell[0] + i, cell[1] + j);
    sum[0] += x * w[0][0][i] * w[1][0][j];
    sum[1] += x * w[0][1][i] * w[1][0][j] * face->per[0];
    sum[2] += x * w[0][0][i] * w[1][1][j] * face->per[1];
  }
  g[m] = sum[0] - at[0] * sum[1] - at[1] * sum[2];
  g[face_axes[m][0]] = sum[1];
  g[face_axes[m][1]] = sum[2];
  for (int k = 0; k < 3; k++) g[k] *= sign[k];
  potential_leave_frame(p, g, out);
}

void potential_cell_twist(const LimitPotential *p, int face, double a, double b,
                          double twist[3])
{
  const PotentialFace *f = &p->faces[face];
  const double low[2] = {p->is_even[face_axes[face][0]] ? 0 : -1,
                         p->is_even[face_axes[face][1]] ? 0 : -1};
  potential_twist(p, face, low[0] + a / f->per[0], low[1] + b / f->per[1],
                  twist);
}

size_t potential_bytes(const LimitPotential *p)
{
  static const size_t bytes[] = {[POTENTIAL_DOUBLE] = sizeof(double),
                                 [POTENTIAL_FLOAT] = sizeof(float),
                                 [POTENTIAL_INT16] = sizeof(int16_t)};
  const size_t real = p->is_float ? sizeof(float) : sizeof(double);
  const size_t faces = p->is_shared ? 2 : 3;
  const size_t each = p->store == POTENTIAL_INT16   ? 2 * real
                      : p->store == POTENTIAL_FLOAT ? real
                                                    : 0;
  return p->count * bytes[p->store] + faces * each;
}

/* ---- frame and symmetry ------------------------------------------------ */

/* The columns and rows of the grid that carry force, [low, high). */
typedef struct Box {
  int low[2], high[2];
} Box;

static Box loaded_box(const Cells *cells)
{
  Box box = {{cells->grid.nx, cells->grid.ny}, {0, 0}};
  for (int k = 0; k < cells->count; k++) {
    const int at[2] = {cells->index[k] % cells->grid.nx,
                       cells->index[k] / cells->grid.nx};
    for (int d = 0; d < 2; d++) {
      box.low[d] = at[d] < box.low[d] ? at[d] : box.low[d];
      box.high[d] = at[d] >= box.high[d] ? at[d] + 1 : box.high[d];
    }
  }
  return box;
}

/* Returns true if turning columns, rows or both, and swapping columns with
 * rows, maps the weights in the box to themselves. */
static bool is_symmetric(const Cells *cells, const Box *box, bool turns_x,
                         bool turns_y, bool swaps)
{
  const Grid *grid = &cells->grid;
  const double rounding = 1e-10 / cells->count;
  for (int j = box->low[1]; j < box->high[1]; j++)
    for (int i = box->low[0]; i < box->high[0]; i++) {
      int a = turns_x ? box->low[0] + box->high[0] - 1 - i : i;
      int b = turns_y ? box->low[1] + box->high[1] - 1 - j : j;
      if (swaps) {
        const int other = box->low[0] + b - box->low[1];
        b = box->low[1] + a - box->low[0];
        a = other;
      }
      const double w = cells->all[j * grid->nx + i];
      if (!(fabs(cells->all[b * grid->nx + a] - w) <= rounding)) return false;
    }
  return true;
}

/* The mirror of x maps (vx, vy, w) to (-vx, vy, -w): P is even in c[1]. */
static void find_symmetry(LimitPotential *p, const Box *box)
{
  const Cells *cells = p->map.cells;
  const Grid *grid = &cells->grid;
  const double side[2] = {grid->sx / grid->nx, grid->sy / grid->ny};
  const int wide = box->high[0] - box->low[0],
            tall = box->high[1] - box->low[1];
  /* Mirror images of a row of parallelograms lean the other way. */
  const bool is_box = !cells->is_skewed;
  p->is_even[0] = is_box && is_symmetric(cells, box, false, true, false);
  p->is_even[1] = is_box && is_symmetric(cells, box, true, false, false);
  p->is_even[2] = is_symmetric(cells, box, true, true, false);
  p->is_shared = p->is_even[0] && p->is_even[1] && wide == tall &&
                 fabs(side[0] - side[1]) <= 1e-12 * side[0] &&
                 is_symmetric(cells, box, false, false, true);
}

static void skewed_frame(LimitPotential *p, double least)
{
  const Cells *cells = p->map.cells;
  double half[2];
  cells_extent(cells, half);
  for (int d = 0; d < 2; d++) {
    const double *at = d == 0 ? cells->x : cells->y;
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < cells->count; k++) {
      low = fmin(low, at[k] - half[d]);
      high = fmax(high, at[k] + half[d]);
    }
    p->middle[d] =
        float_rounded(((low + high) / 2 - p->map.cop[d]) / p->map.r);
    p->inverse[1 - d] =
        float_rounded(1 / fmax((high - low) / 2 / p->map.r, least));
  }
}

void potential_frame(LimitPotential *p, double least)
{
  if (p->map.cells->is_skewed) {
    skewed_frame(p, least);
    return;
  }
  const Box loaded = loaded_box(p->map.cells), *box = &loaded;
  const Grid *grid = &p->map.cells->grid;
  const int count[2] = {grid->nx, grid->ny};
  const double extent[2] = {grid->sx, grid->sy}, r = p->map.r;
  for (int d = 0; d < 2; d++) {
    const double side = extent[d] / count[d];
    const double middle = ((box->low[d] + box->high[d]) / 2.0 * side -
                           extent[d] / 2 - p->map.cop[d]) /
                          r;
    const double half = (box->high[d] - box->low[d]) / 2.0 * side / r;
    p->middle[d] = p->is_even[1 - d] ? 0 : float_rounded(middle);
    p->inverse[1 - d] = float_rounded(1 / fmax(half, least));
  }
  if (p->is_shared) p->inverse[1] = p->inverse[0];
}

/* Gives the faces that many cells, and numbers that are 0. */
static void place_faces(Run *run, LimitPotential *p, const int cells[3][2])
{
  p->count = 0;
  for (int m = 0; m < 3; m++) {
    PotentialFace *face = &p->faces[m];
    if (m == 1 && p->is_shared) {
      *face = p->faces[0];
      continue;
    }
    for (int d = 0; d < 2; d++) {
      face->cells[d] = cells[m][d];
      face->per[d] = cells[m][d] / (p->is_even[face_axes[m][d]] ? 1.0 : 2.0);
    }
    face->start = p->count;
    face->unit = 1;
    p->count += (size_t)(cells[m][0] + 3) * (size_t)(cells[m][1] + 3);
  }
  p->stored = run_doubles(run, p->count);
}

LimitPotential *potential_new(Run *run, const LimitMap *map,
                              const int cells[3][2], PotentialStore store,
                              bool is_float)
{
  LimitPotential *p = run_alloc(run, sizeof *p);
  static const double usual_least = 0.25;
  const Box box = loaded_box(map->cells);
  p->map = *map;
  p->store = store;
  p->is_float = is_float;
  find_symmetry(p, &box);
  potential_frame(p, usual_least);
  place_faces(run, p, cells);
  return p;
}

LimitPotential *potential_like(Run *run, const LimitPotential *frame,
                               const int cells[3][2], PotentialStore store,
                               bool is_float)
{
  LimitPotential *p = run_alloc(run, sizeof *p);
  *p = *frame;
  p->store = store;
  p->is_float = is_float;
  place_faces(run, p, cells);
  return p;
}

/* ---- stored numbers ---------------------------------------------------- */

void potential_round(PotentialFace *face, size_t count, const double *c,
                     PotentialStore store, double *stored)
{
  if (store == POTENTIAL_DOUBLE) {
    memcpy(stored, c, count * sizeof *stored);
    return;
  }
  double low = c[0], high = c[0];
  for (size_t k = 1; k < count; k++) {
    low = fmin(low, c[k]);
    high = fmax(high, c[k]);
  }
  face->base = float_rounded((low + high) / 2);
  if (store == POTENTIAL_FLOAT) {
    for (size_t k = 0; k < count; k++)
      stored[k] = float_rounded(c[k] - face->base);
    return;
  }
  const double reach = fmax(high - face->base, face->base - low);
  face->unit = reach > 0 ? float_rounded(reach / 32767) : 1;
  for (size_t k = 0; k < count; k++)
    stored[k] =
        fmin(fmax(rint((c[k] - face->base) / face->unit), -32768), 32767);
}

void potential_store(LimitPotential *p, int m, const double *coefficients)
{
  PotentialFace *face = &p->faces[m];
  const size_t count =
      (size_t)(face->cells[0] + 3) * (size_t)(face->cells[1] + 3);
  potential_round(face, count, coefficients, p->store, p->stored + face->start);
  if (m == 0 && p->is_shared) p->faces[1] = *face;
}
