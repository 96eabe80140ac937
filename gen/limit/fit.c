/* fit.c: fits the splines of potential tables to the limit surface. In: a map
 * and the number of cells. Out: the numbers of a table, and the error at
 * samples.
 *
 * Invariant: fits with different cells share the samples of the exact surface,
 * a uniform grid per face. A face's normal equations are banded, with the
 * longer axis outside, so that the band is as narrow as it can be. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"

enum { SIZES = 14 };

/* The numbers of parts of a sampled axis. */
static const int sizes[SIZES] = {8,  12,  16,  24,  32,  48,  64,
                                 96, 128, 192, 256, 384, 512, 768};

/* The rounds of a fit that were made, and the least error at samples. */
typedef struct Known {
  float error;
  int rounds; /* 0: not fitted yet */
} Known;

struct Fit {
  Run *run;
  LimitPotential *frame;          /* a table of one cell per face */
  double *exact[3][SIZES][SIZES]; /* -h on the grid, or NULL */
  struct Known *known[3];         /* by cells */
};

/* A place on an axis of a face: its cell and its weights. */
typedef struct Tick {
  int cell;
  double at, w[4], slope[4];
} Tick;

/* The spline of a face as a least-squares problem. */
typedef struct FaceFit {
  Fit *fit;
  int face, outer; /* the outer axis of the unknowns */
  int cells[2], n[2];
  int parts[2]; /* of the grid of samples */
  Tick *ticks[2];
  const double *exact;
  double *weight, *error; /* of the samples */
  int count, band;        /* unknowns; columns left of the diagonal */
  double *matrix;         /* [count][band + 1], the diagonal last */
  double *right;          /* [count] */
  double *best;           /* [count]: the numbers with the least error */
  double least;           /* that error */
} FaceFit;

/* ---- samples ----------------------------------------------------------- */

static double low_end(const LimitPotential *p, int face, int axis)
{
  return p->is_even[face_axes[face][axis]] ? 0 : -1;
}

/* Returns -h, rounded to 12 decimals since later digits depend on the machine,
 * on a grid of sizes[k[0]] x sizes[k[1]] parts of the face. */
static const double *samples_of(Fit *fit, int face, const int k[2])
{
  double **known = &fit->exact[face][k[0]][k[1]];
  if (*known) return *known;
  const LimitPotential *p = fit->frame;
  const int n[2] = {sizes[k[0]] + 1, sizes[k[1]] + 1};
  double *h = run_doubles(fit->run, 3 * (size_t)n[0] * (size_t)n[1]);
  for (int i = 0; i < n[0] * n[1]; i++) {
    double twist[3], at[2];
    for (int d = 0; d < 2; d++) {
      const double low = low_end(p, face, d);
      at[d] = low + (1 - low) * (d == 0 ? i / n[1] : i % n[1]) / (n[d] - 1);
    }
    potential_twist(p, face, at[0], at[1], twist);
    limit_scaled(&p->map, twist, h + 3 * i);
    for (int d = 0; d < 3; d++)
      h[3 * i + d] = -round(h[3 * i + d] * 1e12) / 1e12;
  }
  *known = h;
  return h;
}

/* Fills the tick for a place on an axis with that many cells. */
static void set_tick(const Fit *fit, int face, int axis, int cells, double at,
                     Tick *tick)
{
  const double low = low_end(fit->frame, face, axis), per = cells / (1 - low);
  const double u = per * (at - low);
  tick->cell = (int)fmin(floor(u), cells - 1);
  tick->at = at;
  spline_weights(u - tick->cell, 0, tick->w);
  spline_weights(u - tick->cell, 1, tick->slope);
  for (int k = 0; k < 4; k++) tick->slope[k] *= per;
}

/* ---- rows -------------------------------------------------------------- */

/* The influence of 16 unknowns on the three components of -h at a place. */
typedef struct Row {
  double value[3][16];
} Row;

/* Equations of the 16 unknowns of one cell. */
typedef struct Local {
  double matrix[16][16], right[16];
} Local;

/* Returns the unknown of a number of the face. Where an axis is even, number 0
 * is number 2. */
static int unknown_of(const FaceFit *f, int i, int j)
{
  if (i == 0 && low_end(f->fit->frame, f->face, 0) == 0) i = 2;
  if (j == 0 && low_end(f->fit->frame, f->face, 1) == 0) j = 2;
  return f->outer == 0 ? i * f->n[1] + j : j * f->n[0] + i;
}

static void find_unknowns(const FaceFit *f, int i, int j, int unknowns[16])
{
  for (int k = 0; k < 16; k++)
    unknowns[k] = unknown_of(f, i + k / 4, j + k % 4);
}

WIDE static void make_row(const FaceFit *f, const Tick *a, const Tick *b,
                          Row *row)
{
  const LimitPotential *p = f->fit->frame;
  const int *axes = face_axes[f->face];
  double g[3][16];
  for (int k = 0; k < 16; k++) {
    const double sa = a->slope[k / 4] * b->w[k % 4];
    const double sb = a->w[k / 4] * b->slope[k % 4];
    g[axes[0]][k] = sa;
    g[axes[1]][k] = sb;
    g[f->face][k] = a->w[k / 4] * b->w[k % 4] - a->at * sa - b->at * sb;
  }
  for (int k = 0; k < 16; k++) { /* potential_leave_frame */
    row->value[0][k] = g[0][k] * p->inverse[0];
    row->value[1][k] = g[1][k] * p->inverse[1];
    row->value[2][k] = g[2][k] + p->middle[0] * row->value[1][k] -
                       p->middle[1] * row->value[0][k];
  }
}

/* Writes -h = T (s, s_a, s_b) at a place: make_row without the spline. */
static inline __attribute__((always_inline)) void make_turn(const FaceFit *f,
                                                            double a, double b,
                                                            double T[3][3])
{
  const LimitPotential *p = f->fit->frame;
  const int *axes = face_axes[f->face];
  for (int d = 0; d < 3; d++) T[d][0] = T[d][1] = T[d][2] = 0;
  T[axes[0]][1] = 1;
  T[axes[1]][2] = 1;
  T[f->face][0] = 1;
  T[f->face][1] = -a;
  T[f->face][2] = -b;
  for (int m = 0; m < 3; m++) { /* potential_leave_frame */
    T[0][m] *= p->inverse[0];
    T[1][m] *= p->inverse[1];
    T[2][m] += p->middle[0] * T[1][m] - p->middle[1] * T[0][m];
  }
}

/* ---- normal equations -------------------------------------------------- */

static void clear_equations(FaceFit *f)
{
  const size_t width = (size_t)f->band + 1;
  memset(f->matrix, 0, (size_t)f->count * width * sizeof *f->matrix);
  memset(f->right, 0, (size_t)f->count * sizeof *f->right);
  for (int k = 0; k < f->count; k++)
    f->matrix[(size_t)k * width + (size_t)f->band] = 1e-10;
}

WIDE static void add_row(const Row *row, const double exact[3], double weight,
                         Local *local)
{
  for (int k = 0; k < 16; k++) {
    const double x = weight * row->value[0][k], y = weight * row->value[1][k],
                 z = weight * row->value[2][k];
    local->right[k] += x * exact[0] + y * exact[1] + z * exact[2];
    for (int l = 0; l < 16; l++)
      local->matrix[k][l] +=
          x * row->value[0][l] + y * row->value[1][l] + z * row->value[2][l];
  }
}

static void add_local(FaceFit *f, const int unknowns[16], const Local *local)
{
  for (int k = 0; k < 16; k++) {
    const int u = unknowns[k];
    double *line = f->matrix + (size_t)u * (size_t)(f->band + 1) + f->band - u;
    f->right[u] += local->right[k];
    for (int l = 0; l < 16; l++)
      if (unknowns[l] <= u) line[unknowns[l]] += local->matrix[k][l];
  }
}

/* Four doubles at a time on every machine, so that sums round the same. */
typedef double Lanes __attribute__((vector_size(4 * sizeof(double))));

/* Returns the sum of count products. */
static inline __attribute__((always_inline)) double dot(const double *a,
                                                        const double *b,
                                                        int count)
{
  Lanes sum[2] = {{0}, {0}}, x, y;
  int k = 0;
  for (; k + 8 <= count; k += 8)
    for (int l = 0; l < 2; l++) {
      memcpy(&x, a + k + 4 * l, sizeof x);
      memcpy(&y, b + k + 4 * l, sizeof y);
      sum[l] += x * y;
    }
  sum[0] += sum[1];
  double rest = (sum[0][0] + sum[0][1]) + (sum[0][2] + sum[0][3]);
  for (; k < count; k++) rest += a[k] * b[k];
  return rest;
}

/* Solves the equations in place: `right` becomes the solution. */
WIDE static void solve(FaceFit *f)
{
  const int m = f->band;
  for (int i = 0; i < f->count; i++) {
    double *row = f->matrix + (size_t)i * (size_t)(m + 1) + m - i;
    const int first = i > m ? i - m : 0;
    for (int j = first; j <= i; j++) {
      const double *other = f->matrix + (size_t)j * (size_t)(m + 1) + m - j;
      const int from = j > m + first ? j - m : first;
      const double sum = row[j] - dot(row + from, other + from, j - from);
      row[j] = j < i ? sum / other[j] : sqrt(sum);
    }
    f->right[i] -= dot(row + first, f->right + first, i - first);
    f->right[i] /= row[i];
  }
  for (int i = f->count - 1; i >= 0; i--) {
    const double *row = f->matrix + (size_t)i * (size_t)(m + 1) + m - i;
    f->right[i] /= row[i];
    for (int k = i > m ? i - m : 0; k < i; k++)
      f->right[k] -= row[k] * f->right[i];
  }
}

/* Returns the index after the last tick with the cell of the first one. */
static int ticks_end(const FaceFit *f, int axis, int first)
{
  const Tick *t = f->ticks[axis];
  int end = first;
  while (end <= f->parts[axis] && t[end].cell == t[first].cell) end++;
  return end;
}

/* Sums over samples with one place a and places b in one cell: products of the
 * weights there with those of the spline (w) or its slope (s) along a. */
typedef struct Strip {
  double ww[4][4], sw[4][4], ss[4][4], w[4], s[4];
} Strip;

static inline __attribute__((always_inline)) void add_sample(
    const FaceFit *f, const Tick *a, const Tick *b, const double exact[3],
    double weight, Strip *strip)
{
  double T[3][3], G[3][3], right[3];
  make_turn(f, a->at, b->at, T);
  for (int m = 0; m < 3; m++) {
    right[m] = weight * (T[0][m] * exact[0] + T[1][m] * exact[1] +
                         T[2][m] * exact[2]);
    for (int n = 0; n < 3; n++)
      G[m][n] = weight * (T[0][m] * T[0][n] + T[1][m] * T[1][n] +
                          T[2][m] * T[2][n]);
  }
  for (int j = 0; j < 4; j++) {
    const double p = G[0][0] * b->w[j] + G[0][2] * b->slope[j];
    const double q = G[0][2] * b->w[j] + G[2][2] * b->slope[j];
    const double x = G[0][1] * b->w[j], y = G[1][2] * b->w[j];
    const double z = G[1][1] * b->w[j];
    for (int l = 0; l < 4; l++) {
      strip->ww[j][l] += p * b->w[l] + q * b->slope[l];
      strip->sw[j][l] += x * b->w[l] + y * b->slope[l];
      strip->ss[j][l] += z * b->w[l];
    }
    strip->w[j] += right[0] * b->w[j] + right[2] * b->slope[j];
    strip->s[j] += right[1] * b->w[j];
  }
}

/* Adds the equations of a strip. */
static inline __attribute__((always_inline)) void add_strip(const Tick *a,
                                                            const Strip *strip,
                                                            Local *local)
{
  double x[4][16], y[4][16];
  for (int j = 0; j < 4; j++)
    for (int l = 0; l < 16; l++) {
      const double w = a->w[l / 4], s = a->slope[l / 4];
      x[j][l] = w * strip->ww[j][l % 4] + s * strip->sw[l % 4][j];
      y[j][l] = w * strip->sw[j][l % 4] + s * strip->ss[j][l % 4];
    }
  for (int k = 0; k < 16; k++) {
    const double w = a->w[k / 4], s = a->slope[k / 4];
    local->right[k] += w * strip->w[k % 4] + s * strip->s[k % 4];
    for (int l = 0; l < 16; l++)
      local->matrix[k][l] += w * x[k % 4][l] + s * y[k % 4][l];
  }
}

/* Adds the equations of all samples, cell by cell. */
WIDE static void add_samples(FaceFit *f)
{
  for (int i = 0, after_i; i <= f->parts[0]; i = after_i) {
    after_i = ticks_end(f, 0, i);
    for (int j = 0, after_j; j <= f->parts[1]; j = after_j) {
      Local local = {{{0}}, {0}};
      int unknowns[16];
      after_j = ticks_end(f, 1, j);
      for (int a = i; a < after_i; a++) {
        Strip strip = {{{0}}, {{0}}, {{0}}, {0}, {0}};
        for (int b = j; b < after_j; b++) {
          const int k = a * (f->parts[1] + 1) + b;
          add_sample(f, &f->ticks[0][a], &f->ticks[1][b], f->exact + 3 * k,
                     f->weight[k], &strip);
        }
        add_strip(&f->ticks[0][a], &strip, &local);
      }
      find_unknowns(f, f->ticks[0][i].cell, f->ticks[1][j].cell, unknowns);
      add_local(f, unknowns, &local);
    }
  }
}

/* Writes the error of the solution at each sample. Returns the largest. */
WIDE static double find_errors(FaceFit *f)
{
  double worst = 0;
  for (int i = 0; i <= f->parts[0]; i++) {
    const Tick *a = &f->ticks[0][i];
    for (int j = 0, after; j <= f->parts[1]; j = after) {
      int unknowns[16];
      double w[4] = {0}, s[4] = {0}; /* the spline and its slope along a */
      after = ticks_end(f, 1, j);
      find_unknowns(f, a->cell, f->ticks[1][j].cell, unknowns);
      for (int k = 0; k < 16; k++) {
        w[k % 4] += a->w[k / 4] * f->right[unknowns[k]];
        s[k % 4] += a->slope[k / 4] * f->right[unknowns[k]];
      }
      for (int n = j; n < after; n++) {
        const Tick *b = &f->ticks[1][n];
        const int k = i * (f->parts[1] + 1) + n;
        double T[3][3], h[3], u[3] = {0, 0, 0};
        for (int l = 0; l < 4; l++) {
          u[0] += w[l] * b->w[l];
          u[1] += s[l] * b->w[l];
          u[2] += w[l] * b->slope[l];
        }
        make_turn(f, a->at, b->at, T);
        for (int d = 0; d < 3; d++)
          h[d] = T[d][0] * u[0] + T[d][1] * u[1] + T[d][2] * u[2] -
                 f->exact[3 * k + d];
        f->error[k] = sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
        worst = fmax(worst, f->error[k]);
      }
    }
  }
  return worst;
}

/* Keeps the solution if its largest error is the least up to now. Multiplies
 * the weight of each sample by its error (Lawson). */
static void weigh(FaceFit *f)
{
  const int points = (f->parts[0] + 1) * (f->parts[1] + 1);
  const double worst = find_errors(f);
  double sum = 0;
  if (worst < f->least) {
    f->least = worst;
    memcpy(f->best, f->right, (size_t)f->count * sizeof *f->best);
  }
  for (int k = 0; k < points; k++) {
    f->weight[k] *= fmax(f->error[k] / worst, 1e-3);
    sum += f->weight[k];
  }
  for (int k = 0; k < points; k++)
    f->weight[k] = fmax(f->weight[k] * points / sum, 1e-3);
}

/* ---- one face ---------------------------------------------------------- */

static int size_for(int cells)
{
  int k = 0;
  while (k + 1 < SIZES && sizes[k] < 3 * cells + 4) k++;
  return k;
}

/* Writes a problem without solution, which `run` owns. */
static void start_face(Run *run, Fit *fit, int face, const int cells[2],
                       FaceFit *f)
{
  *f = (FaceFit){.fit = fit,
                 .face = face,
                 .outer = cells[0] >= cells[1] ? 0 : 1,
                 .cells = {cells[0], cells[1]},
                 .n = {cells[0] + 3, cells[1] + 3},
                 .least = INFINITY};
  const int k[2] = {size_for(cells[0]), size_for(cells[1])};
  for (int d = 0; d < 2; d++) {
    const double low = low_end(fit->frame, face, d);
    f->parts[d] = sizes[k[d]];
    f->ticks[d] =
        run_alloc(run, ((size_t)f->parts[d] + 1) * sizeof *f->ticks[d]);
    for (int i = 0; i <= f->parts[d]; i++)
      set_tick(fit, face, d, cells[d], low + (1 - low) * i / f->parts[d],
               &f->ticks[d][i]);
  }
  const size_t points = ((size_t)f->parts[0] + 1) * ((size_t)f->parts[1] + 1);
  f->exact = samples_of(fit, face, k);
  f->weight = run_doubles(run, points);
  f->error = run_doubles(run, points);
  for (size_t i = 0; i < points; i++) f->weight[i] = 1;
  f->count = f->n[0] * f->n[1];
  f->band = 3 * f->n[1 - f->outer] + 3;
  f->matrix = run_doubles(run, (size_t)f->count * ((size_t)f->band + 1));
  f->right = run_doubles(run, (size_t)f->count);
  f->best = run_doubles(run, (size_t)f->count);
}

static void improve(FaceFit *f)
{
  clear_equations(f);
  add_samples(f);
  solve(f);
  weigh(f);
}

/* Later rounds reduce the error after the given number of rounds by at most
 * this factor, by experience. */
enum { ROUNDS = 4 };
static const double still[ROUNDS + 1] = {INFINITY, 2.5, 1.6, 1.3, 1};

static bool is_known(const Known *known, double enough)
{
  return known->rounds > 0 &&
         ((double)known->error <= enough ||
          (double)known->error > still[known->rounds] * enough);
}

double fit_error(Fit *fit, int face, const int cells[2], double enough)
{
  enum { SIDE = POTENTIAL_MOST_CELLS + 1 };
  if (!fit->known[face])
    fit->known[face] =
        run_alloc(fit->run, (size_t)SIDE * SIDE * sizeof *fit->known[face]);
  Known *known = &fit->known[face][cells[0] * SIDE + cells[1]];
  if (is_known(known, enough)) return (double)known->error;
  Run *run = run_open();
  FaceFit f;
  start_face(run, fit, face, cells, &f);
  *known = (Known){0, 0};
  while (known->rounds < ROUNDS && !is_known(known, enough)) {
    improve(&f);
    *known = (Known){(float)f.least, known->rounds + 1};
  }
  run_close(run);
  return (double)known->error;
}

static double *numbers_of(Run *run, const FaceFit *f)
{
  double *numbers = run_doubles(run, (size_t)f->count);
  for (int i = 0; i < f->n[0]; i++)
    for (int j = 0; j < f->n[1]; j++)
      numbers[i * f->n[1] + j] = f->best[unknown_of(f, i, j)];
  return numbers;
}

double *fit_face(Run *run, Fit *fit, int face, const int cells[2])
{
  enum { MORE_ROUNDS = 6 };
  Run *own = run_open();
  FaceFit f;
  start_face(own, fit, face, cells, &f);
  for (int k = 0; k < MORE_ROUNDS; k++) improve(&f);
  double *numbers = numbers_of(run, &f);
  run_close(own);
  return numbers;
}

/* ---- all faces --------------------------------------------------------- */

/* Writes the ticks of a face for a direction in the frame, and the signs that
 * its components of h' have. */
static void find_ticks(const FaceFit *f, const double c[3], Tick ticks[2],
                       double sign[3])
{
  const LimitPotential *p = f->fit->frame;
  for (int k = 0; k < 3; k++) sign[k] = c[f->face] < 0 ? -1 : 1;
  for (int d = 0; d < 2; d++) {
    const int k = face_axes[f->face][d];
    double at = fmin(fmax(c[k] / c[f->face], -1), 1);
    if (p->is_even[k]) {
      at = fabs(at);
      sign[k] = c[k] < 0 ? -1 : 1;
    }
    set_tick(f->fit, f->face, d, f->cells[d], at, &ticks[d]);
  }
}

/* Writes -h by the face's last solution in the direction c. */
static void value_of(const FaceFit *f, const double c[3], double h[3])
{
  const LimitPotential *p = f->fit->frame;
  Tick t[2];
  double sign[3], g[3] = {0, 0, 0};
  const int *axes = face_axes[f->face];
  find_ticks(f, c, t, sign);
  for (int k = 0; k < 16; k++) {
    const double x =
        f->right[unknown_of(f, t[0].cell + k / 4, t[1].cell + k % 4)];
    const double sa = t[0].slope[k / 4] * t[1].w[k % 4];
    const double sb = t[0].w[k / 4] * t[1].slope[k % 4];
    g[axes[0]] += x * sa;
    g[axes[1]] += x * sb;
    g[f->face] +=
        x * (t[0].w[k / 4] * t[1].w[k % 4] - t[0].at * sa - t[1].at * sb);
  }
  for (int k = 0; k < 3; k++) g[k] *= sign[k];
  potential_leave_frame(p, g, h);
}

/* Draws the face along one edge to the present values of the face beyond. */
static void add_edge(FaceFit *f, int axis, double end, const FaceFit *beyond,
                     double weight)
{
  const int along = 1 - axis, *axes = face_axes[f->face];
  const double low = low_end(f->fit->frame, f->face, along);
  const int count = 2 * f->cells[along];
  for (int i = 0; i <= count; i++) {
    double c[3], h[3];
    Tick t[2];
    Row row;
    const double at = low + (1 - low) * i / count;
    c[f->face] = 1;
    c[axes[axis]] = end;
    c[axes[along]] = at;
    value_of(beyond, c, h);
    set_tick(f->fit, f->face, axis, f->cells[axis], end, &t[axis]);
    set_tick(f->fit, f->face, along, f->cells[along], at, &t[along]);
    Local local = {{{0}}, {0}};
    int unknowns[16];
    make_row(f, &t[0], &t[1], &row);
    add_row(&row, h, weight, &local);
    find_unknowns(f, t[0].cell, t[1].cell, unknowns);
    add_local(f, unknowns, &local);
  }
}

/* Adds all edges of a face, with a weight relative to that of all samples. */
static void add_edges(FaceFit *all, int face, double weight)
{
  FaceFit *f = &all[face];
  const double points = (f->parts[0] + 1.0) * (f->parts[1] + 1.0);
  const double each =
      weight * weight * points / (4.0 * (f->cells[0] + f->cells[1]));
  for (int axis = 0; axis < 2; axis++) {
    FaceFit *beyond = &all[face_axes[face][axis]];
    add_edge(f, axis, 1, beyond, each);
    if (low_end(f->fit->frame, face, axis) < 0)
      add_edge(f, axis, -1, beyond, each);
  }
}

LimitPotential *fit_table(Run *run, const Fit *fit, const int cells[3][2],
                          PotentialStore store, bool is_float)
{
  return potential_like(run, fit->frame, cells, store, is_float);
}

LimitPotential *fit_all(Run *run, Fit *fit, const int cells[3][2],
                        PotentialStore store, bool is_float, double weight)
{
  enum { DRAWN_ROUNDS = 5 };
  Run *own = run_open();
  const LimitPotential *p = fit->frame;
  LimitPotential *table = fit_table(run, fit, cells, store, is_float);
  FaceFit all[3];
  for (int m = 0; m < 3; m++)
    start_face(own, fit, m, table->faces[m].cells, &all[m]);
  for (int k = 0; k < DRAWN_ROUNDS; k++)
    for (int m = 0; m < 3; m++) {
      clear_equations(&all[m]);
      add_samples(&all[m]);
      if (k > 0) add_edges(all, m, weight);
      if (k < 3) all[m].least = INFINITY; /* not yet drawn */
      solve(&all[m]);
      weigh(&all[m]);
    }
  for (int m = 0; m < 3; m++)
    if (m != 1 || !p->is_shared)
      potential_store(table, m, numbers_of(own, &all[m]));
  run_close(own);
  return table;
}

/* ------------------------------------------------------------------------ */

Fit *fit_prepare(Run *run, const LimitMap *map, double least)
{
  static const int one[3][2] = {{1, 1}, {1, 1}, {1, 1}};
  Fit *fit = run_alloc(run, sizeof *fit);
  fit->run = run;
  fit->frame = potential_new(run, map, one, POTENTIAL_DOUBLE, false);
  potential_frame(fit->frame, least);
  return fit;
}

Fit *fit_prepare_in(Run *run, const LimitPotential *frame, const LimitMap *map)
{
  static const int one[3][2] = {{1, 1}, {1, 1}, {1, 1}};
  Fit *fit = run_alloc(run, sizeof *fit);
  fit->run = run;
  fit->frame = potential_like(run, frame, one, POTENTIAL_DOUBLE, false);
  fit->frame->map = *map;
  return fit;
}

const LimitPotential *fit_frame(const Fit *fit)
{
  return fit->frame;
}

LimitPotential *potential_fit(Run *run, const LimitMap *map,
                              const int cells[3][2], PotentialStore store,
                              bool is_float)
{
  static const double least = 0.25, seams = 2;
  Run *own = run_open();
  Fit *fit = fit_prepare(own, map, least);
  LimitPotential *table = fit_all(run, fit, cells, store, is_float, seams);
  run_close(own);
  return table;
}
