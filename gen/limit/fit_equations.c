/* fit_equations.c: the normal equations of a face's spline. In: samples of the
 * exact surface with weights. Out: the spline's numbers, and errors at samples.
 *
 * Invariant: the equations are banded, with the longer axis outside, so that
 * the band is as narrow as it can be. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"
#include "limit/fit.h"

#define INLINE static inline __attribute__((always_inline))

/* Four doubles at a time on every machine, so that sums round the same. */
typedef double Lanes __attribute__((vector_size(4 * sizeof(double))));

/* ---- places ------------------------------------------------------------ */

void set_tick(const LimitPotential *frame, int face, int axis, int cells,
              double at, Tick *tick)
{
  const double low = low_end(frame, face, axis), per = cells / (1 - low);
  const double u = per * (at - low);
  tick->cell = (int)fmin(floor(u), cells - 1);
  tick->at = at;
  spline_weights(u - tick->cell, 0, tick->w);
  spline_weights(u - tick->cell, 1, tick->slope);
  for (int k = 0; k < 4; k++) tick->slope[k] *= per;
}

static void find_unknowns(const FaceFit *f, int i, int j, int unknowns[16])
{
  for (int k = 0; k < 16; k++)
    unknowns[k] = unknown_of(f, i + k / 4, j + k % 4);
}

/* Writes the vectors that turn (s - a s_a - b s_b, s_a, s_b) into -h, and their
 * products. */
static void set_turn(FaceFit *f)
{
  const int axes[3] = {f->face, face_axes[f->face][0], face_axes[f->face][1]};
  for (int m = 0; m < 3; m++) {
    double g[3] = {0, 0, 0};
    g[axes[m]] = 1;
    potential_leave_frame(f->frame, g, f->turn[m]);
  }
  for (int m = 0; m < 3; m++)
    for (int n = 0; n < 3; n++) {
      f->product[m][n] = 0;
      for (int d = 0; d < 3; d++)
        f->product[m][n] += f->turn[m][d] * f->turn[n][d];
    }
}

void start_face(Run *run, const LimitPotential *frame, int face,
                const int cells[2], FaceFit *f)
{
  *f = (FaceFit){.frame = frame,
                 .face = face,
                 .outer = cells[0] >= cells[1] ? 0 : 1,
                 .cells = {cells[0], cells[1]},
                 .n = {cells[0] + 3, cells[1] + 3},
                 .least = INFINITY};
  set_turn(f);
  f->count = f->n[0] * f->n[1];
  f->band = 3 * f->n[1 - f->outer] + 3;
  f->matrix = run_doubles(run, (size_t)f->count * ((size_t)f->band + 1));
  f->right = run_doubles(run, (size_t)f->count);
  f->best = run_doubles(run, (size_t)f->count);
}

/* ---- equations --------------------------------------------------------- */

/* Equations of the 16 unknowns of one cell; four of them are next to each other
 * along the second axis. */
typedef struct Local {
  Lanes matrix[16][4], right[4];
} Local;

/* Sums over samples with one place a and places b in one cell: products of the
 * weights there with those of the spline (w) or its slope (s) along a. */
typedef struct Strip {
  Lanes ww[4], sw[4], ss[4], w, s;
} Strip;

void clear_equations(FaceFit *f)
{
  const size_t width = (size_t)f->band + 1;
  memset(f->matrix, 0, (size_t)f->count * width * sizeof *f->matrix);
  memset(f->right, 0, (size_t)f->count * sizeof *f->right);
  for (int k = 0; k < f->count; k++) f->matrix[(size_t)k * width] = 1e-10;
}

static void add_local(FaceFit *f, const int unknowns[16], const Local *local)
{
  for (int k = 0; k < 16; k++) {
    const int u = unknowns[k];
    double *line = f->matrix + (size_t)u * (size_t)(f->band + 1) - u;
    double row[16];
    memcpy(row, local->matrix[k], sizeof row);
    f->right[u] += local->right[k / 4][k % 4];
    for (int l = 0; l < 16; l++)
      if (unknowns[l] >= u) line[unknowns[l]] += row[l];
  }
}

/* Adds a sample: with g = (s, s_a, s_b) the equations are T'T g = T'exact,
 * T = (turn[0], turn[1] - a turn[0], turn[2] - b turn[0]). */
INLINE void add_sample(const FaceFit *f, const Tick *a, const Tick *b,
                       const double exact[3], double weight, Strip *strip)
{
  const double(*t)[3] = f->turn, (*p)[3] = f->product;
  const double x = a->at, y = b->at;
  double r[3];
  for (int m = 0; m < 3; m++)
    r[m] =
        weight * (t[m][0] * exact[0] + t[m][1] * exact[1] + t[m][2] * exact[2]);
  const double value = weight * p[0][0];
  const double across = weight * p[0][1], along = weight * p[0][2];
  const double va = across - x * value, vb = along - y * value;
  const double aa = weight * p[1][1] - x * (across + va);
  const double ab = weight * p[1][2] - x * along - y * va;
  const double bb = weight * p[2][2] - y * (along + vb);
  Lanes w, slope;
  memcpy(&w, b->w, sizeof w);
  memcpy(&slope, b->slope, sizeof slope);
  const Lanes with_w = value * w + vb * slope, with_slope = vb * w + bb * slope;
  const Lanes cross = va * w + ab * slope, both = aa * w;
  for (int j = 0; j < 4; j++) {
    strip->ww[j] += b->w[j] * with_w + b->slope[j] * with_slope;
    strip->sw[j] += b->w[j] * cross;
    strip->ss[j] += b->w[j] * both;
  }
  strip->w += r[0] * w + (r[2] - y * r[0]) * slope;
  strip->s += (r[1] - x * r[0]) * w;
}

/* Adds the equations of a strip. */
INLINE void add_strip(const Tick *a, const Strip *strip, Local *local)
{
  Lanes turned[4]; /* sw, rows and columns exchanged */
  for (int j = 0; j < 4; j++)
    turned[j] = (Lanes){strip->sw[0][j], strip->sw[1][j], strip->sw[2][j],
                        strip->sw[3][j]};
  for (int k = 0; k < 4; k++) {
    const double w = a->w[k], s = a->slope[k];
    local->right[k] += w * strip->w + s * strip->s;
    for (int j = 0; j < 4; j++) {
      const Lanes x = w * strip->ww[j] + s * strip->sw[j];
      const Lanes y = w * turned[j] + s * strip->ss[j];
      for (int l = 0; l < 4; l++)
        local->matrix[4 * k + j][l] += a->w[l] * x + a->slope[l] * y;
    }
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

WIDE void add_samples(FaceFit *f)
{
  for (int i = 0, after_i; i <= f->parts[0]; i = after_i) {
    after_i = ticks_end(f, 0, i);
    for (int j = 0, after_j; j <= f->parts[1]; j = after_j) {
      Local local = {{{{0}}}, {{0}}};
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

void add_place(FaceFit *f, const Tick ticks[2], const double exact[3],
               double weight)
{
  Strip strip = {{{0}}, {{0}}, {{0}}, {0}, {0}};
  Local local = {{{{0}}}, {{0}}};
  int unknowns[16];
  add_sample(f, &ticks[0], &ticks[1], exact, weight, &strip);
  add_strip(&ticks[0], &strip, &local);
  find_unknowns(f, ticks[0].cell, ticks[1].cell, unknowns);
  add_local(f, unknowns, &local);
}

/* ---- solutions --------------------------------------------------------- */

/* Subtracts factor * from[] from to[], both of that length. */
INLINE void subtract(double *to, const double *from, double factor, int length)
{
  Lanes x, y;
  int k = 0;
  for (; k + 4 <= length; k += 4) {
    memcpy(&x, from + k, sizeof x);
    memcpy(&y, to + k, sizeof y);
    y -= factor * x;
    memcpy(to + k, &y, sizeof y);
  }
  for (; k < length; k++) to[k] -= factor * from[k];
}

WIDE void solve_face(FaceFit *f)
{
  const int n = f->count;
  const size_t width = (size_t)f->band + 1;
  double *x = f->right;
  for (int i = 0; i < n; i++) {
    const double *row = f->matrix + (size_t)i * width, inverse = 1 / row[0];
    const int end = f->band < n - 1 - i ? f->band : n - 1 - i;
    for (int k = 1; k <= end; k++)
      if (row[k] != 0)
        subtract(f->matrix + (size_t)(i + k) * width, row + k, row[k] * inverse,
                 end + 1 - k);
    subtract(x + i + 1, row + 1, x[i] * inverse, end);
  }
  for (int i = n - 1; i >= 0; i--) {
    const double *row = f->matrix + (size_t)i * width;
    const int end = f->band < n - 1 - i ? f->band : n - 1 - i;
    for (int k = 1; k <= end; k++) x[i] -= row[k] * x[i + k];
    x[i] /= row[0];
  }
}

/* ---- errors ------------------------------------------------------------ */

void value_at_ticks(const FaceFit *f, const Tick ticks[2], const double sign[3],
                    double h[3])
{
  const Tick *a = &ticks[0], *b = &ticks[1];
  const int *axes = face_axes[f->face];
  double s = 0, sa = 0, sb = 0;
  for (int k = 0; k < 16; k++) {
    const double x = f->right[unknown_of(f, a->cell + k / 4, b->cell + k % 4)];
    s += x * a->w[k / 4] * b->w[k % 4];
    sa += x * a->slope[k / 4] * b->w[k % 4];
    sb += x * a->w[k / 4] * b->slope[k % 4];
  }
  const double g[3] = {sign[f->face] * (s - a->at * sa - b->at * sb),
                       sign[axes[0]] * sa, sign[axes[1]] * sb};
  for (int d = 0; d < 3; d++)
    h[d] = f->turn[0][d] * g[0] + f->turn[1][d] * g[1] + f->turn[2][d] * g[2];
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
        double value = 0, sa = 0, sb = 0, square = 0;
        for (int l = 0; l < 4; l++) {
          value += w[l] * b->w[l];
          sa += s[l] * b->w[l];
          sb += w[l] * b->slope[l];
        }
        value -= a->at * sa + b->at * sb;
        for (int d = 0; d < 3; d++) {
          const double miss = f->turn[0][d] * value + f->turn[1][d] * sa +
                              f->turn[2][d] * sb - f->exact[3 * k + d];
          square += miss * miss;
        }
        f->error[k] = sqrt(square);
        worst = f->error[k] > worst ? f->error[k] : worst;
      }
    }
  }
  return worst;
}

static double larger(double a, double b)
{
  return a > b ? a : b;
}

void weigh_samples(FaceFit *f)
{
  const int points = (f->parts[0] + 1) * (f->parts[1] + 1);
  const double worst = find_errors(f);
  double sum = 0;
  if (worst < f->least) {
    f->least = worst;
    memcpy(f->best, f->right, (size_t)f->count * sizeof *f->best);
  }
  for (int k = 0; k < points; k++) {
    f->weight[k] *= larger(f->error[k] / worst, 1e-3);
    sum += f->weight[k];
  }
  for (int k = 0; k < points; k++)
    f->weight[k] = larger(f->weight[k] * points / sum, 1e-3);
}
