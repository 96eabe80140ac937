/* fit.c: fits the splines of potential tables to the limit surface. In: a map
 * and the number of cells. Out: the numbers of a table, and the error at
 * samples.
 *
 * Invariant: fits with different cells share the samples of the exact surface,
 * a uniform grid per face. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"
#include "limit/fit.h"

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

/* ---- samples ----------------------------------------------------------- */

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

/* ---- one face ---------------------------------------------------------- */

static int size_for(int cells)
{
  int k = 0;
  while (k + 1 < SIZES && sizes[k] < 3 * cells + 4) k++;
  return k;
}

/* Writes a problem with its samples but without solution. */
static void sample_face(Run *run, Fit *fit, int face, const int cells[2],
                        FaceFit *f)
{
  const int k[2] = {size_for(cells[0]), size_for(cells[1])};
  start_face(run, fit->frame, face, cells, f);
  for (int d = 0; d < 2; d++) {
    const double low = low_end(fit->frame, face, d);
    f->parts[d] = sizes[k[d]];
    f->ticks[d] =
        run_alloc(run, ((size_t)f->parts[d] + 1) * sizeof *f->ticks[d]);
    for (int i = 0; i <= f->parts[d]; i++)
      set_tick(fit->frame, face, d, cells[d], low + (1 - low) * i / f->parts[d],
               &f->ticks[d][i]);
  }
  const size_t points = ((size_t)f->parts[0] + 1) * ((size_t)f->parts[1] + 1);
  f->exact = samples_of(fit, face, k);
  f->weight = run_doubles(run, points);
  f->error = run_doubles(run, points);
  for (size_t i = 0; i < points; i++) f->weight[i] = 1;
}

static void improve(FaceFit *f)
{
  clear_equations(f);
  add_samples(f);
  solve_face(f);
  weigh_samples(f);
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
  sample_face(run, fit, face, cells, &f);
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
  sample_face(own, fit, face, cells, &f);
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
  const LimitPotential *p = f->frame;
  for (int k = 0; k < 3; k++) sign[k] = c[f->face] < 0 ? -1 : 1;
  for (int d = 0; d < 2; d++) {
    const int k = face_axes[f->face][d];
    double at = fmin(fmax(c[k] / c[f->face], -1), 1);
    if (p->is_even[k]) {
      at = fabs(at);
      sign[k] = c[k] < 0 ? -1 : 1;
    }
    set_tick(p, f->face, d, f->cells[d], at, &ticks[d]);
  }
}

/* Draws the face along one edge to the present values of the face beyond. */
static void add_edge(FaceFit *f, int axis, double end, const FaceFit *beyond,
                     double weight)
{
  const int along = 1 - axis, *axes = face_axes[f->face];
  const double low = low_end(f->frame, f->face, along);
  const int count = 2 * f->cells[along];
  for (int i = 0; i <= count; i++) {
    double c[3], sign[3], h[3];
    Tick there[2], here[2];
    c[f->face] = 1;
    c[axes[axis]] = end;
    c[axes[along]] = low + (1 - low) * i / count;
    find_ticks(beyond, c, there, sign);
    value_at_ticks(beyond, there, sign, h);
    for (int d = 0; d < 2; d++)
      set_tick(f->frame, f->face, d, f->cells[d], c[axes[d]], &here[d]);
    add_place(f, here, h, weight);
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
    if (low_end(f->frame, face, axis) < 0) add_edge(f, axis, -1, beyond, each);
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
    sample_face(own, fit, m, table->faces[m].cells, &all[m]);
  for (int k = 0; k < DRAWN_ROUNDS; k++)
    for (int m = 0; m < 3; m++) {
      clear_equations(&all[m]);
      add_samples(&all[m]);
      if (k > 0) add_edges(all, m, weight);
      if (k < 3) all[m].least = INFINITY; /* not yet drawn */
      solve_face(&all[m]);
      weigh_samples(&all[m]);
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
