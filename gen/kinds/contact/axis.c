/* axis.c: the limit surface of a pressure that depends on the normal force, as
 * a potential along an axis of the force. In: a surface of shapes and functions
 * and the range of forces. Out: a ContactAxis.
 *
 * Invariant: the pressure is integrated over a window that moves and grows with
 * the contact, so that its rim stays at the same cells; all lengths in it are
 * over r. The splines of CoP and r define the window, so that their errors are
 * no errors of the surface. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/axis.h"

enum { AXIS_X, AXIS_Y, AXIS_R, AXIS_U, FIGURES };
enum { MOST_FORCES = 17, MOST_CELLS = 12 };

/* A rectangle, [axis][low, high]. */
typedef struct Box {
  double end[2][2];
} Box;

typedef struct Search {
  Run *run;
  Spec *spec;
  const Value *surface;
  const Grid *whole;
  const Contact *contact;
  ContactAxis *axis;
  double tolerance;
  bool has_function;
  int forces;
  double figures[MOST_FORCES][FIGURES];
  Box boxes[MOST_FORCES]; /* around the load, m */
  Box window, rim;        /* from the CoP, over r */
  Progress progress;
} Search;

/* ---- places ------------------------------------------------------------ */

static double root_of(int roots, double fn)
{
  for (int k = 0; k < roots; k++) fn = sqrt(fn);
  return fn;
}

static double real_of(const Search *s, double x)
{
  return s->contact->model.is_float ? float_rounded(x) : x;
}

double contact_axis_place(const ContactAxis *axis, double fn)
{
  const double clamped = fmin(fmax(fn, axis->range[0]), axis->range[1]);
  const double x = (root_of(axis->roots, clamped) - axis->start) * axis->per;
  return fmin(fmax(x, 0), 1);
}

static double force_at(const ContactAxis *axis, double place)
{
  double fn = axis->start + place / axis->per;
  for (int k = 0; k < axis->roots; k++) fn *= fn;
  return fmin(fmax(fn, axis->range[0]), axis->range[1]);
}

static void set_roots(Search *s, int roots)
{
  ContactAxis *a = s->axis;
  a->roots = roots;
  a->start = real_of(s, root_of(roots, a->range[0]));
  a->per = real_of(s, 1 / (root_of(roots, a->range[1]) - a->start));
}

/* Writes the weights of four numbers of a spline. Returns the first number. */
static int weights_at(int cells, double place, double w[4])
{
  const double u = place * cells;
  const int first = (int)fmin(u, cells - 1);
  const double t = u - first, r = 1 - t;
  w[0] = r * r * r / 6;
  w[1] = 2 / 3.0 + t * t * (t / 2 - 1);
  w[2] = 2 / 3.0 + r * r * (r / 2 - 1);
  w[3] = t * t * t / 6;
  return first;
}

static void figures_at(const ContactAxis *a, double place, double out[FIGURES])
{
  double w[4];
  const int first = weights_at(a->cells, place, w);
  for (int d = 0; d < FIGURES; d++) {
    const double *c = a->figures + d * (a->cells + 3) + first;
    out[d] = w[0] * c[0] + w[1] * c[1] + w[2] * c[2] + w[3] * c[3];
  }
}

void contact_axis_figures(const ContactAxis *a, double fn, double patch[4])
{
  figures_at(a, contact_axis_place(a, fn), patch);
}

double contact_axis_error(const ContactAxis *a)
{
  return a->proof.error.bound + a->line_error + a->grid_error;
}

/* ---- windows ----------------------------------------------------------- */

/* Returns the share of the tolerance that integrals of functions may take. */
static double accuracy_of(const Search *s, double rough)
{
  return fmax(rough, s->tolerance / 20);
}

/* Returns the weights of nx x ny cells of a box. */
static double *weights_in(Search *s, const Box *box, int nx, int ny, double fn,
                          double accuracy)
{
  const double(*e)[2] = box->end;
  const Grid grid = {nx, ny, e[0][1] - e[0][0], e[1][1] - e[1][0]};
  const double at[2] = {(e[0][0] + e[0][1]) / 2, (e[1][0] + e[1][1]) / 2};
  return levels_window(s->spec, s->surface, s->whole, &grid, at, fn, accuracy);
}

/* Moves weight between neighbours, from the lower to the higher, so that even
 * cells represent the pressure to a higher order: the integral of p*K over a
 * cell has a term h^2/12 grad p . grad K beside the product of the means, and
 * the sum of that term over the cells is that of a shift of p by
 * -h^2/12 div grad p. A cell gives away at most half of its weight. */
static void refine_weights(Search *s, int nx, int ny, double *w)
{
  double *moved = run_doubles(s->run, (size_t)nx * (size_t)ny);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      for (int d = 0; d < 2; d++) {
        const int k = j * nx + i, next = k + (d == 0 ? 1 : nx);
        if (d == 0 ? i + 1 == nx : j + 1 == ny) continue;
        const double most = fmin(w[k], w[next]) / 8;
        const double flow = fmin(fmax((w[k] - w[next]) / 12, -most), most);
        moved[k] += flow;
        moved[next] -= flow;
      }
  for (int k = 0; k < nx * ny; k++) w[k] += moved[k];
}

/* Shrinks the box to the columns and rows of weights that are not 0. */
static Box loaded_part(const Box *box, const double *w, int nx, int ny)
{
  const int n[2] = {nx, ny};
  int low[2] = {nx, ny}, high[2] = {0, 0};
  for (int k = 0; k < nx * ny; k++) {
    const int at[2] = {k % nx, k / nx};
    for (int d = 0; d < 2 && w[k] > 0; d++) {
      low[d] = at[d] < low[d] ? at[d] : low[d];
      high[d] = at[d] >= high[d] ? at[d] + 1 : high[d];
    }
  }
  Box part = *box;
  for (int d = 0; d < 2; d++) {
    const double side = (box->end[d][1] - box->end[d][0]) / n[d];
    part.end[d][0] = box->end[d][0] + low[d] * side;
    part.end[d][1] = box->end[d][0] + high[d] * side;
  }
  return part;
}

/* Returns the box around the load of a force on the spec's grid. */
static Box find_load(Search *s, double fn)
{
  const Grid *g = s->whole;
  const Box all = {{{-g->sx / 2, g->sx / 2}, {-g->sy / 2, g->sy / 2}}};
  const double *w = weights_in(s, &all, g->nx, g->ny, fn, accuracy_of(s, 1e-2));
  return loaded_part(&all, w, g->nx, g->ny);
}

/* Writes CoP, r and u of a force by the cells of a window, and the box around
 * the load. Functions are integrated to about `accuracy`. */
static void measure(Search *s, double fn, const Box *window, int side,
                    double accuracy, double figures[FIGURES], Box *box)
{
  const Grid grid = {side, side, window->end[0][1] - window->end[0][0],
                     window->end[1][1] - window->end[1][0]};
  double *w = weights_in(s, window, side, side, fn, accuracy_of(s, accuracy));
  *box = loaded_part(window, w, side, side);
  refine_weights(s, side, side, w);
  const double hx = grid.sx / side, hy = grid.sy / side;
  const Cells cells = cells_kept(s->run, &grid, w);
  double cop[2], moments[3], spin[3] = {0, 0, 1}, wrench[3];
  cells_centre(&cells, cop);
  cells_moments(&cells, cells.w, moments);
  limit_exact_at(&cells, cop, spin, wrench);
  figures[AXIS_R] = fabs(wrench[2]);
  figures[AXIS_U] =
      moments[2] - cop[0] * cop[0] - cop[1] * cop[1] + (hx * hx + hy * hy) / 12;
  for (int d = 0; d < 2; d++) {
    const double middle = (window->end[d][0] + window->end[d][1]) / 2;
    figures[d] = middle + cop[d];
    /* A contact that is even but for rounding stays so. */
    if (fabs(figures[d]) < 1e-5 * figures[AXIS_R]) figures[d] = 0;
  }
}

/* Returns how far r is from a line over the root of fn, over the largest r. */
static double bend_of(const Search *s, const double *fn, int roots)
{
  double sx = 0, sy = 0, sxx = 0, sxy = 0, worst = 0, most = 0;
  const int n = s->forces;
  for (int k = 0; k < n; k++) {
    const double x = root_of(roots, fn[k]), y = s->figures[k][AXIS_R];
    sx += x, sy += y, sxx += x * x, sxy += x * y;
    most = fmax(most, y);
  }
  const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  for (int k = 0; k < n; k++)
    worst = fmax(worst, fabs(s->figures[k][AXIS_R] - sy / n -
                             slope * (root_of(roots, fn[k]) - sx / n)));
  return worst / most;
}

/* ---- figures ----------------------------------------------------------- */

/* Writes the spline of that many cells closest to the figures, by Gauss's
 * elimination. */
static void fit_figures(const Search *s, int cells, double *out)
{
  enum { MOST = MOST_CELLS + 3 };
  const int n = cells + 3;
  for (int d = 0; d < FIGURES; d++) {
    double a[MOST][MOST] = {{0}}, b[MOST] = {0};
    for (int k = 0; k < n; k++) a[k][k] = 1e-9;
    for (int k = 0; k < s->forces; k++) {
      double w[4];
      const int first = weights_at(cells, (double)k / (s->forces - 1), w);
      for (int i = 0; i < 4; i++) {
        b[first + i] += w[i] * s->figures[k][d];
        for (int j = 0; j < 4; j++) a[first + i][first + j] += w[i] * w[j];
      }
    }
    for (int k = 0; k < n; k++)
      for (int i = k + 1; i < n; i++) {
        const double f = a[i][k] / a[k][k];
        for (int j = k; j < n; j++) a[i][j] -= f * a[k][j];
        b[i] -= f * b[k];
      }
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++) b[i] -= a[i][j] * out[d * n + j];
      out[d * n + i] = real_of(s, b[i] / a[i][i]);
    }
  }
}

/* Returns the largest error of the figures, relative to r or u. */
static double figures_error(const Search *s)
{
  double worst = 0;
  for (int k = 0; k < s->forces; k++) {
    double got[FIGURES];
    const double *is = s->figures[k];
    figures_at(s->axis, (double)k / (s->forces - 1), got);
    for (int d = 0; d < FIGURES; d++)
      worst = fmax(worst,
                   fabs(got[d] - is[d]) / (d == AXIS_U ? is[d] : is[AXIS_R]));
  }
  return worst;
}

/* Chooses the cells of the figures, for an error of about `enough`. Returns
 * false if r or u is not positive. */
static bool choose_figures(Search *s, double enough)
{
  enum { PLACES = 500 };
  static const int tried[] = {1, 2, 3, 4, 6, 9, MOST_CELLS};
  ContactAxis *a = s->axis;
  a->figures = run_doubles(s->run, FIGURES * (MOST_CELLS + 3));
  for (size_t k = 0; k < COUNT(tried) && tried[k] + 3 <= s->forces; k++) {
    a->cells = tried[k];
    fit_figures(s, a->cells, a->figures);
    if (figures_error(s) <= enough) break;
  }
  for (int k = 0; k <= PLACES; k++) {
    double f[FIGURES];
    figures_at(a, (double)k / PLACES, f);
    if (!(f[AXIS_R] > 0 && f[AXIS_U] > 0)) return false;
  }
  return true;
}

/* ---- the window -------------------------------------------------------- */

/* Returns a box in metres for one over r, at a place. */
static Box placed(const Search *s, const Box *box, double place)
{
  double f[FIGURES];
  Box out;
  figures_at(s->axis, place, f);
  for (int k = 0; k < 4; k++)
    out.end[k / 2][k % 2] = f[k / 2] + f[AXIS_R] * box->end[k / 2][k % 2];
  return out;
}

static Box relative(const Search *s, const Box *box, double place)
{
  double f[FIGURES];
  Box out;
  figures_at(s->axis, place, f);
  for (int k = 0; k < 4; k++)
    out.end[k / 2][k % 2] = (box->end[k / 2][k % 2] - f[k / 2]) / f[AXIS_R];
  return out;
}

/* Finds each side of the rim to a thirtieth of a cell that measured it. */
static void sharpen(Search *s)
{
  enum { FINE = 60, ALONG = 12 };
  const double at = (double)(s->forces / 2) / (s->forces - 1);
  const Box box = placed(s, &s->rim, at);
  Box sharp = box;
  for (int k = 0; k < 4; k++) {
    const int d = k / 2, end = k % 2;
    const double side = (box.end[d][1] - box.end[d][0]) / 18;
    Box strip = box;
    strip.end[d][1 - end] = strip.end[d][end] + (end ? -side : side);
    const int nx = d == 0 ? FINE : ALONG, ny = d == 0 ? ALONG : FINE;
    const double *w =
        weights_in(s, &strip, nx, ny, force_at(s->axis, at), 1e-2);
    sharp.end[d][end] = loaded_part(&strip, w, nx, ny).end[d][end];
  }
  s->rim = relative(s, &sharp, at);
}

/* Sets the window that holds the load at all forces, and about the rim of the
 * middle one. */
static void set_window(Search *s)
{
  static const double margin = 0.02;
  Box all = {{{INFINITY, -INFINITY}, {INFINITY, -INFINITY}}};
  const int middle = s->forces / 2;
  const double at = (double)middle / (s->forces - 1);
  s->rim = relative(s, &s->boxes[middle], at);
  for (int k = 0; k < s->forces; k++) {
    const Box box = relative(s, &s->boxes[k], (double)k / (s->forces - 1));
    for (int d = 0; d < 2; d++) {
      all.end[d][0] = fmin(all.end[d][0], box.end[d][0]);
      all.end[d][1] = fmax(all.end[d][1], box.end[d][1]);
    }
  }
  for (int d = 0; d < 2; d++) {
    const double wide = all.end[d][1] - all.end[d][0];
    const double middle_at = (all.end[d][0] + all.end[d][1]) / 2;
    const double shift = fabs(middle_at) < 0.03 * wide ? 0 : middle_at;
    const double half = (wide / 2 + fabs(middle_at - shift)) * (1 + margin);
    s->window.end[d][0] = shift - half;
    s->window.end[d][1] = shift + half;
  }
}

/* ---- measures ---------------------------------------------------------- */

/* Measures equidistant places, each in the box of its load on the spec's grid.
 */
static void measure_roughly(Search *s, int forces)
{
  enum { ROUGH = 20 };
  s->forces = forces;
  for (int k = 0; k < forces; k++) {
    const double fn = force_at(s->axis, (double)k / (forces - 1));
    const Box load = find_load(s, fn);
    measure(s, fn, &load, ROUGH, 2e-3, s->figures[k], &s->boxes[k]);
    progress_show(&s->progress, 0.1 * k / forces);
  }
}

/* Chooses the root in which r is about linear. */
static void choose_root(Search *s)
{
  enum { ROOTS = 2, FORCES = 5 };
  double fn[FORCES], least = INFINITY;
  int best = 0;
  set_roots(s, ROOTS);
  measure_roughly(s, FORCES);
  for (int k = 0; k < FORCES; k++)
    fn[k] = force_at(s->axis, (double)k / (FORCES - 1));
  for (int roots = 0; roots <= ROOTS; roots++) {
    const double bend = bend_of(s, fn, roots);
    if (bend < least) least = bend, best = roots;
  }
  set_roots(s, best);
}

/* Chooses the splines of the figures: roughly first, then in a window that
 * follows the rough ones, so that cells at the rim make no noise. Returns false
 * if r or u is not positive. */
static bool find_figures(Search *s)
{
  enum { ROUGH_FORCES = 9, FINE = 36 };
  choose_root(s);
  measure_roughly(s, ROUGH_FORCES);
  if (!choose_figures(s, 2e-2)) return false;
  set_window(s);
  s->forces = s->has_function ? ROUGH_FORCES : MOST_FORCES;
  for (int k = 0; k < s->forces; k++) {
    const double x = (double)k / (s->forces - 1);
    const Box window = placed(s, &s->window, x);
    measure(s, force_at(s->axis, x), &window, FINE, 1e-4, s->figures[k],
            &s->boxes[k]);
    progress_show(&s->progress, 0.1 + 0.1 * k / s->forces);
  }
  return choose_figures(s, 0.05 * s->tolerance);
}

/* ---- maps -------------------------------------------------------------- */

/* Returns the grid of the window over r. */
static Grid window_grid(const Search *s, int side)
{
  const double wide = s->window.end[0][1] - s->window.end[0][0];
  const double tall = s->window.end[1][1] - s->window.end[1][0];
  const double cell = fmax(wide, tall) / side;
  return (Grid){(int)fmax(1, ceil(wide / cell - 1e-9)),
                (int)fmax(1, ceil(tall / cell - 1e-9)), wide, tall};
}

static LimitMap map_at(Search *s, int side, double place)
{
  const Grid grid = window_grid(s, side);
  const Box box = placed(s, &s->window, place);
  double *w = weights_in(s, &box, grid.nx, grid.ny, force_at(s->axis, place),
                         accuracy_of(s, 0));
  refine_weights(s, grid.nx, grid.ny, w);
  Cells *cells = run_alloc(s->run, sizeof *cells);
  *cells = cells_kept(s->run, &grid, w);
  LimitMap map = {.cells = cells, .r = 1};
  for (int d = 0; d < 2; d++)
    map.cop[d] = -(s->window.end[d][0] + s->window.end[d][1]) / 2;
  return map;
}

/* Returns the largest distance, of those that were tried, of the surface of a
 * map from the mean of two others. */
static double surface_apart(const LimitMap *map, const LimitMap *a,
                            const LimitMap *b)
{
  enum { TURNS = 20, TILTS = 15 };
  double worst = 0;
  for (int i = 0; i < TURNS * TILTS; i++) {
    const double turn = PI * (i % TURNS + 0.3) / TURNS;
    const double tilt = PI * ((i / TURNS + 0.5) / TILTS - 0.5);
    const double v[3] = {cos(tilt) * cos(turn), cos(tilt) * sin(turn),
                         sin(tilt)};
    double h[3], g[2][3], square = 0;
    limit_scaled(map, v, h);
    limit_scaled(a, v, g[0]);
    limit_scaled(b, v, g[1]);
    for (int d = 0; d < 3; d++) {
      const double away = h[d] - (g[0][d] + g[1][d]) / 2;
      square += away * away;
    }
    worst = fmax(worst, sqrt(square));
  }
  return worst;
}

/* Chooses cells so that twice as many change the surface by little. The error
 * is the sum of that change and of those by further doublings, each of which is
 * smaller than the last by the ratio that was seen, at most a half. */
static void choose_side(Search *s)
{
  static const int tried[] = {46, 64, 90};
  static const double share = 0.3, safety = 1.2;
  double last = 0;
  for (size_t k = 0; k < COUNT(tried); k++) {
    s->axis->side = tried[k];
    const LimitMap one = map_at(s, tried[k], 0.5);
    const LimitMap two = map_at(s, 2 * tried[k], 0.5);
    const double change = surface_apart(&one, &two, &two);
    const double ratio = k == 0 ? 0.5 : fmin(pow(change / last, 2), 0.5);
    s->axis->grid_error = safety * change / (1 - ratio);
    if (s->axis->grid_error <= share * s->tolerance) return;
    last = change;
  }
}

/* Replaces weights by the mean of them and of their mirror images, if these
 * differ by little at all places. */
static void mirror(Search *s, LimitMap *maps, int count)
{
  const double enough = 0.03 * s->tolerance;
  const Grid grid = maps[0].cells->grid;
  const int nx = grid.nx, ny = grid.ny;
  for (int image = 0; image < 3; image++) { /* x, y, and x with y */
    if (image == 2 && (nx != ny || fabs(grid.sx / grid.sy - 1) > 1e-12)) return;
    LimitMap *even = run_alloc(s->run, (size_t)count * sizeof *even);
    double worst = 0;
    for (int l = 0; l < count; l++) {
      const double *w = maps[l].cells->all;
      double *mean = run_doubles(s->run, (size_t)nx * (size_t)ny);
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
          const int k = image == 0   ? j * nx + nx - 1 - i
                        : image == 1 ? (ny - 1 - j) * nx + i
                                     : i * nx + j;
          mean[j * nx + i] = (w[j * nx + i] + w[k]) / 2;
        }
      Cells *cells = run_alloc(s->run, sizeof *cells);
      *cells = cells_kept(s->run, &grid, mean);
      even[l] = maps[l];
      even[l].cells = cells;
      worst = fmax(worst, potential_maps_apart(&even[l], &maps[l]));
    }
    if (worst > enough) {
      if (image == 1) return;
      continue;
    }
    s->axis->line_error += worst;
    memcpy(maps, even, (size_t)count * sizeof *maps);
  }
}

/* Returns maps at places so close that lines between them err by little; that
 * error is at most half of what it was with half as many. */
static LimitMap *choose_maps(Search *s, int *count)
{
  enum { FIRST = 5, MOST = 65 };
  static const double safety = 1.25;
  LimitMap *maps = run_alloc(s->run, MOST * sizeof *maps);
  int n = FIRST;
  for (int l = 0; l < n; l++)
    maps[l] = map_at(s, s->axis->side, (double)l / (n - 1));
  for (;;) {
    LimitMap *more = run_alloc(s->run, MOST * sizeof *more);
    double worst = 0;
    for (int l = 0; l < n; l++) more[2 * l] = maps[l];
    for (int l = 0; l + 1 < n; l++) {
      more[2 * l + 1] = map_at(s, s->axis->side, (2 * l + 1) / (2 * (n - 1.0)));
      worst =
          fmax(worst, surface_apart(&more[2 * l + 1], &maps[l], &maps[l + 1]));
      progress_show(&s->progress, 0.3 + 0.3 * l / n);
    }
    maps = more;
    n = 2 * n - 1;
    s->axis->line_error = safety * worst / 2;
    if (safety * worst / 2 <= 0.15 * s->tolerance || 2 * n - 1 > MOST) break;
  }
  *count = n;
  return maps;
}

/* ------------------------------------------------------------------------ */

static const char *make(Search *s)
{
  const LimitSurface *wanted = &s->contact->limit_surface;
  ContactAxis *a = s->axis;
  if (!find_figures(s)) return "the radius is not positive at all forces";
  set_window(s);
  sharpen(s);
  choose_side(s);
  int count;
  LimitMap *maps = choose_maps(s, &count);
  mirror(s, maps, count);
  a->levels = count;
  const double left = s->tolerance - a->line_error - a->grid_error;
  if (wanted->tolerance > 0 && left < 0.4 * s->tolerance)
    return run_printf(s->run,
                      "between %d forces the pressure is off a line by %.2g, "
                      "and %d cells a side leave %.2g",
                      count, a->line_error, a->side, a->grid_error);
  const PotentialWish wish = {.tolerance = wanted->tolerance > 0 ? left : 0,
                              .resolution = wanted->resolution,
                              .store = (PotentialStore)wanted->store,
                              .is_float = s->contact->model.is_float};
  s->progress.from = 0.6;
  s->progress.part = 0.4;
  a->table = potential_axis_choose(s->run, maps, count, &wish,
                                   (const double(*)[2])s->rim.end, &s->progress,
                                   &a->proof, &a->reach);
  return a->table
             ? NULL
             : run_printf(s->run, "no spline keeps %.2g at all of %d forces",
                          wish.tolerance, count);
}

/* ---- all ---------------------------------------------------------------- */

static const char *key_of(const Search *s)
{
  enum { EDITION = 4 }; /* raised when a search may find something else */
  return run_printf(s->run, "%d %s %d", EDITION, spec_hash(s->spec),
                    s->contact->model.is_float);
}

const ContactAxis *contact_axis_make(const Contact *c, Spec *spec,
                                     const Value *surface, const Grid *grid,
                                     const double range[2], const char **why)
{
  const double begin = now_seconds();
  Search s = {.run = spec->run,
              .spec = spec,
              .surface = surface,
              .whole = grid,
              .contact = c,
              .axis = run_alloc(spec->run, sizeof *s.axis),
              .tolerance = c->limit_surface.tolerance > 0
                               ? c->limit_surface.tolerance
                               : 1e-3,
              .has_function = levels_has_function(surface),
              .progress = progress_start("limit surface over fn_range")};
  s.axis->range[0] = real_of(&s, range[0]);
  s.axis->range[1] = real_of(&s, range[1]);
  const char *key = key_of(&s);
  ContactAxis *known;
  if (contact_axis_recall(s.run, key, &known, why)) {
    if (known)
      known->proof.error.seconds = known->seconds = now_seconds() - begin;
    return known;
  }
  *why = make(&s);
  progress_end(&s.progress);
  contact_axis_keep(s.run, key, s.axis, *why);
  s.axis->seconds = now_seconds() - begin;
  return *why ? NULL : s.axis;
}
