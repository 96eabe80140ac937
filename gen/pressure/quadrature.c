/* quadrature.c: integrals of a function of the plane over the cells. In: the
 * function. Out: integrals to an accuracy, or the cell with the largest
 * error.
 *
 * Invariant: the number of calls is bounded. The nodes lie on corners and edges
 * of a cell too, so that a mask that cuts off a sliver has an effect. */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "pressure/inside.h"

static const double rough_from = 1e-5; /* accuracy, of the total */
static const double jump_size = 0.02;  /* least jump, of the largest pressure */

enum {
  NODES = 7,
  MOST_STOPS = 32,
  MOST_SPLITS = 64,
  MOST_JUMPS = 6,
  SIDE_POINTS = 256,   /* points on each side of a cell with jumps, and */
  ROUGH_POINTS = 16,   /* if a rough accuracy is enough */
  RAGGED_ROWS = 8,     /* first pieces along y of such a cell */
  RAGGED_COLUMNS = 4,  /* first pieces along x of such a cell */
  SCOUTS = 12,         /* rows on which jumps are located, in each direction */
  NEAR_ROWS = 64,      /* rows whose jumps are stored */
  MOST_CALLS = 400000, /* per cell */
  ALL_CALLS = 10000000
};

/* The places at which a function jumps along a line. */
typedef struct Jumps {
  double at[MOST_JUMPS];
  int count;
} Jumps;

static void add_jump(Jumps *jumps, double at)
{
  if (jumps->count < MOST_JUMPS) jumps->at[jumps->count++] = at;
}

/* ---- one dimension ----------------------------------------------------- */

typedef double Integrand(void *context, double at);

/* Lobatto's rule with its Kronrod extension: degree 5 within degree 9. */
static const double node[NODES] = {-1, -0.816496580927726, -0.4472135954999579,
                                   0,  0.4472135954999579, 0.816496580927726,
                                   1};
static const double fine[NODES] = {77, 432, 625, 672, 625, 432, 77}; /* 1470 */
static const double coarse[NODES] = {1, 0, 5, 0, 5, 0, 1};           /* 6 */

typedef struct Piece {
  double from, to, value[NODES], sum, error;
} Piece;

/* An interval in pieces; the piece with the largest error is split until the
 * sum of the errors is within the tolerance. */
typedef struct Line {
  Integrand *integrand;
  void *context;
  long *calls; /* number of calls that are still allowed */
  double tolerance;
  Piece pieces[MOST_STOPS + MOST_SPLITS];
  int count;
  Jumps jumps;
  double sum, error; /* of the gaps between pieces, one at each jump */
} Line;

static double evaluate(Line *line, double at)
{
  --*line->calls;
  return line->integrand(line->context, at);
}

static double node_at(const Piece *piece, int i)
{
  if (i == 0) return piece->from;
  if (i == NODES - 1) return piece->to;
  return piece->from + (piece->to - piece->from) * (1 + node[i]) / 2;
}

static void add_piece(Line *line, double from, double to)
{
  if (!(from < to)) return;
  Piece *piece = &line->pieces[line->count++];
  *piece = (Piece){.from = from, .to = to};
  double rough = 0;
  for (int i = 0; i < NODES; i++) {
    piece->value[i] = evaluate(line, node_at(piece, i));
    piece->sum += fine[i] / 1470 * (to - from) / 2 * piece->value[i];
    rough += coarse[i] / 6 * (to - from) / 2 * piece->value[i];
  }
  piece->error = fabs(piece->sum - rough);
}

/* Returns the index before the largest difference of neighbouring values if
 * that is more than half of the variation, since it may then be a jump; else
 * -1. */
static int find_jump(const double value[NODES])
{
  double low = value[0], high = value[0], widest = 0;
  int at = -1;
  for (int i = 1; i < NODES; i++) {
    const double step = fabs(value[i] - value[i - 1]);
    low = fmin(low, value[i]);
    high = fmax(high, value[i]);
    if (step > widest) {
      widest = step;
      at = i - 1;
    }
  }
  return widest > 0.5 * (high - low) ? at : -1;
}

/* Splits a piece at a jump, which bisection locates, or in the middle. */
static void split(Line *line, int index)
{
  const Piece old = line->pieces[index];
  const int jump = find_jump(old.value);
  double a = old.from + (old.to - old.from) / 2, b = a;
  line->pieces[index] = line->pieces[--line->count];
  if (jump >= 0) {
    double fa = old.value[jump], fb = old.value[jump + 1];
    const double step = fabs(fb - fa);
    a = node_at(&old, jump);
    b = node_at(&old, jump + 1);
    while ((b - a) * fabs(fb - fa) > line->tolerance / 32 &&
           fabs(fb - fa) > step / 2) {
      const double middle = a + (b - a) / 2;
      if (!(middle > a && middle < b)) break;
      const double value = evaluate(line, middle);
      const bool is_left = fabs(value - fa) < fabs(value - fb);
      *(is_left ? &a : &b) = middle;
      *(is_left ? &fa : &fb) = value;
    }
    if (fabs(fb - fa) <= step / 2) /* the function is steep but continuous */
      a = b = old.from + (old.to - old.from) / 2;
    else
      add_jump(&line->jumps, a);
    line->sum += (b - a) * (fa + fb) / 2;
    line->error += (b - a) * fabs(fb - fa) / 2;
  }
  add_piece(line, old.from, a);
  add_piece(line, b, old.to);
}

/* Returns the integral from the first to the last of the stops, which ascend;
 * line->error becomes its error. With is_quick no piece is split. */
static double line_integral(Line *line, const double *stops, int nstops,
                            bool is_quick)
{
  line->count = line->jumps.count = 0;
  line->sum = line->error = 0;
  for (int i = 1; i < nstops; i++) add_piece(line, stops[i - 1], stops[i]);
  for (int splits = 0;; splits++) {
    double sum = line->sum, error = line->error;
    int worst = 0;
    for (int i = 0; i < line->count; i++) {
      sum += line->pieces[i].sum;
      error += line->pieces[i].error;
      if (line->pieces[i].error > line->pieces[worst].error) worst = i;
    }
    const Piece *piece = &line->pieces[worst];
    if (is_quick || error <= line->tolerance || *line->calls <= 0 ||
        splits == MOST_SPLITS || line->count == 0 ||
        piece->to - piece->from < 1e-14 * (stops[nstops - 1] - stops[0])) {
      line->error = error;
      return sum;
    }
    split(line, worst);
  }
}

/* Writes the ends of equal parts of [from, to]. Returns their number. */
static int even_stops(double from, double to, int parts, double *stops)
{
  for (int i = 0; i < parts; i++) stops[i] = from + (to - from) * i / parts;
  stops[parts] = to;
  return parts + 1;
}

/* ---- a cell ------------------------------------------------------------ */

typedef struct Row {
  double y;
  Jumps jumps;
} Row;

enum { LEFT, RIGHT, BELOW, ABOVE, NSIDES };

typedef struct Cell {
  PressureAt *pressure;
  void *context;
  double x[2], y[2];
  bool is_quick;       /* no piece is split */
  const Jumps *sides;  /* [NSIDES] of a cell with jumps, or NULL */
  double row;          /* y of the present inner line */
  double tolerance;    /* of an inner line */
  Row rows[NEAR_ROWS]; /* those with jumps: two sides, then the latest ones */
  int nrows;           /* number of rows with jumps up to now */
  double row_error;    /* the largest error of an inner line */
  long calls;          /* number of calls that are still allowed */
} Cell;

static double at_point(void *context, double x)
{
  const Cell *cell = context;
  return cell->pressure(cell->context, x, cell->row);
}

static int ascending(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Keeps the stops that are within the interval, and sorts them. Returns their
 * number. */
static int order_stops(const double within[2], double *stops, int nstops)
{
  int kept = 0;
  for (int i = 0; i < nstops; i++)
    if (stops[i] >= within[0] && stops[i] <= within[1])
      stops[kept++] = stops[i];
  qsort(stops, (size_t)kept, sizeof *stops, ascending);
  return kept;
}

static void add_row(Cell *cell, double y, const Jumps *jumps)
{
  if (jumps->count == 0) return;
  const int keep = 2, ring = NEAR_ROWS - keep;
  const int at = cell->nrows < NEAR_ROWS ? cell->nrows
                                         : keep + (cell->nrows - keep) % ring;
  cell->rows[at] = (Row){y, *jumps};
  cell->nrows++;
}

/* Returns the nearest row with jumps; if `like` is given, the nearest other row
 * with the same number of jumps. Returns NULL if there is none. */
static const Row *near_row(const Cell *cell, const Row *like)
{
  const Row *near = NULL;
  for (int i = 0; i < cell->nrows && i < NEAR_ROWS; i++) {
    const Row *row = &cell->rows[i];
    if (like && (row->y == like->y || row->jumps.count != like->jumps.count))
      continue;
    if (!near || fabs(row->y - cell->row) < fabs(near->y - cell->row))
      near = row;
  }
  return near;
}

/* Adds stops at the jumps of the nearest row, and at their extrapolation from
 * two rows, so that the integral finds the tip of a mask however thin it is.
 * Returns the number of stops. */
static int add_hints(const Cell *cell, double *stops, int nstops)
{
  const Row *first = near_row(cell, NULL);
  const Row *second = first ? near_row(cell, first) : NULL;
  for (int i = 0; first && i < first->jumps.count; i++) {
    const double at = first->jumps.at[i];
    stops[nstops++] = at;
    if (second)
      stops[nstops++] = at + (cell->row - first->y) / (second->y - first->y) *
                                 (second->jumps.at[i] - at);
  }
  return order_stops(cell->x, stops, nstops);
}

static double along_row(void *context, double y)
{
  Cell *cell = context;
  Line line = {.integrand = at_point,
               .context = cell,
               .calls = &cell->calls,
               .tolerance = cell->tolerance};
  double stops[MOST_STOPS];
  cell->row = y;
  int nstops = even_stops(cell->x[0], cell->x[1],
                          cell->sides ? RAGGED_COLUMNS : 1, stops);
  if (cell->sides) nstops = add_hints(cell, stops, nstops);
  const double sum = line_integral(&line, stops, nstops, cell->is_quick);
  cell->row_error = fmax(cell->row_error, line.error);
  qsort(line.jumps.at, (size_t)line.jumps.count, sizeof(double), ascending);
  add_row(cell, y, &line.jumps);
  return sum;
}

/* Locates jumps on rows from above and from below, so that a mask that enters
 * through one side is known before the integral starts. */
static void scout(Cell *cell)
{
  const double height = cell->y[1] - cell->y[0];
  for (int i = 1; i < SCOUTS; i++)
    along_row(cell, cell->y[1] - height * i / SCOUTS);
  for (int i = 1; i < SCOUTS; i++)
    along_row(cell, cell->y[0] + height * (i - 0.5) / SCOUTS);
}

static double cell_integral(Cell *cell, double tolerance, double *error)
{
  Line line = {.integrand = along_row,
               .context = cell,
               .calls = &cell->calls,
               .tolerance = tolerance};
  const double height = cell->y[1] - cell->y[0];
  double stops[MOST_STOPS];
  int nstops =
      even_stops(cell->y[0], cell->y[1], cell->sides ? RAGGED_ROWS : 1, stops);
  if (cell->sides) {
    for (int side = LEFT; side <= RIGHT; side++)
      for (int i = 0; i < cell->sides[side].count; i++)
        stops[nstops++] = cell->sides[side].at[i];
    nstops = order_stops(cell->y, stops, nstops);
    add_row(cell, cell->y[0], &cell->sides[BELOW]);
    add_row(cell, cell->y[1], &cell->sides[ABOVE]);
  }
  cell->tolerance = tolerance / 10 / height;
  if (cell->sides) scout(cell);
  const double sum = line_integral(&line, stops, nstops, cell->is_quick);
  *error = line.error + cell->row_error * height;
  return sum;
}

/* ---- the sides of cells with jumps ------------------------------------- */

/* Adds the jumps along x at y = other (or along y at x = other) between two
 * ends. */
static void scan_side(const Cell *cell, int points, bool is_x,
                      const double ends[2], double other, double least,
                      Jumps *jumps)
{
  double last = ends[0], before = 0;
  for (int i = 0; i <= points; i++) {
    double a = last, b = ends[0] + (ends[1] - ends[0]) * i / points;
    const double value =
        cell->pressure(cell->context, is_x ? b : other, is_x ? other : b);
    double fa = before, fb = value;
    last = b;
    before = value;
    if (i == 0) continue;
    while (fabs(fb - fa) > least && b - a > 1e-12 * (ends[1] - ends[0])) {
      const double middle = a + (b - a) / 2;
      const double f = cell->pressure(cell->context, is_x ? middle : other,
                                      is_x ? other : middle);
      const bool is_left = fabs(f - fa) < fabs(f - fb);
      *(is_left ? &a : &b) = middle;
      *(is_left ? &fa : &fb) = f;
    }
    if (fabs(fb - fa) > least) add_jump(jumps, b);
  }
}

static Jumps *scan_sides(Run *run, const Cell *cell, int points, double least)
{
  Jumps *sides = run_alloc(run, NSIDES * sizeof *sides);
  for (int end = 0; end < 2; end++) {
    scan_side(cell, points, false, cell->y, cell->x[end], least,
              &sides[LEFT + end]);
    scan_side(cell, points, true, cell->x, cell->y[end], least,
              &sides[BELOW + end]);
  }
  return sides;
}

/* ---- the grid ---------------------------------------------------------- */

typedef struct Task {
  Run *run;
  const Grid *grid;
  PressureAt *pressure;
  void *context;
  double largest;      /* the largest pressure of all calls */
  int points;          /* on each side of a cell that may have jumps */
  double *out, *error; /* of each cell */
  Jumps **sides;       /* of each cell: [NSIDES], or NULL without jumps */
  int *queue, nqueue;  /* cells that may have jumps */
  bool *is_queued;
} Task;

static double note_largest(void *context, double x, double y)
{
  Task *task = context;
  const double pressure = task->pressure(task->context, x, y);
  task->largest = fmax(task->largest, pressure);
  return pressure;
}

static Cell cell_at(Task *task, int k)
{
  const Grid *grid = task->grid;
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  const double i = k % grid->nx - grid->nx / 2.0;
  const double j = k / grid->nx - grid->ny / 2.0;
  return (Cell){.pressure = note_largest,
                .context = task,
                .x = {i * hx, (i + 1) * hx},
                .y = {j * hy, (j + 1) * hy},
                .sides = task->sides[k],
                .calls = MOST_CALLS};
}

static void enqueue(Task *task, int i, int j)
{
  const int nx = task->grid->nx, ny = task->grid->ny, k = j * nx + i;
  if (i < 0 || i >= nx || j < 0 || j >= ny || task->is_queued[k]) return;
  task->is_queued[k] = true;
  task->queue[task->nqueue++] = k;
}

/* Follows jumps from the cells with a large error across their sides into the
 * next cells, where the first integral may have missed them. */
static void follow_jumps(Task *task)
{
  const int nx = task->grid->nx, cells = nx * task->grid->ny;
  double most = 0;
  for (int k = 0; k < cells; k++) most = fmax(most, task->out[k]);
  for (int k = 0; k < cells; k++)
    if (task->error[k] > 1e-3 * most) enqueue(task, k % nx, k / nx);
  for (int n = 0; n < task->nqueue; n++) {
    const int k = task->queue[n], i = k % nx, j = k / nx;
    const Cell cell = cell_at(task, k);
    Jumps *sides =
        scan_sides(task->run, &cell, task->points, jump_size * task->largest);
    task->sides[k] = sides;
    if (sides[LEFT].count) enqueue(task, i - 1, j);
    if (sides[RIGHT].count) enqueue(task, i + 1, j);
    if (sides[BELOW].count) enqueue(task, i, j - 1);
    if (sides[ABOVE].count) enqueue(task, i, j + 1);
  }
}

/* Returns true if a cell has jumps, for which the error is no measure. */
static bool has_jumps(const Task *task, int k)
{
  int count = 0;
  for (int side = 0; task->sides[k] && side < NSIDES; side++)
    count += task->sides[k][side].count;
  return count > 0;
}

/* Forgets the sides of cells whose sides have no jump: at the rim of a pressure
 * a few splits then are enough. */
static void forget_smooth_sides(Task *task)
{
  for (int k = 0; k < task->grid->nx * task->grid->ny; k++)
    if (!has_jumps(task, k)) task->sides[k] = NULL;
}

/* Integrates the cells again that have jumps or an error. Returns false and
 * writes the cell to *worst if too many calls are needed. */
static bool refine(Task *task, double allowed, int *worst)
{
  const int cells = task->grid->nx * task->grid->ny;
  const double enough = allowed / 4 / cells;
  int count = 0;
  long left = ALL_CALLS;
  for (int k = 0; k < cells; k++)
    count += task->sides[k] || task->error[k] > enough;
  for (int k = 0; k < cells; k++) {
    if (!task->sides[k] && task->error[k] <= enough) continue;
    Cell cell = cell_at(task, k);
    task->out[k] = cell_integral(&cell, allowed / 2 / count, &task->error[k]);
    left -= MOST_CALLS - cell.calls;
    *worst = k;
    if (cell.calls <= 0 || left <= 0) return false;
  }
  return true;
}

bool function_integrals(Run *run, const Grid *grid, PressureAt *pressure,
                        void *context, double accuracy, double *out, int *worst)
{
  const int cells = grid->nx * grid->ny;
  const size_t size = (size_t)cells;
  Task task = {.run = run,
               .grid = grid,
               .pressure = pressure,
               .context = context,
               .points = accuracy > rough_from ? ROUGH_POINTS : SIDE_POINTS,
               .out = out,
               .error = run_doubles(run, size),
               .sides = run_alloc(run, size * sizeof *task.sides),
               .queue = run_alloc(run, size * sizeof *task.queue),
               .is_queued = run_alloc(run, size * sizeof *task.is_queued)};
  double total = 0, sum = 0;
  for (int k = 0; k < cells; k++) {
    Cell cell = cell_at(&task, k);
    cell.is_quick = true;
    out[k] = cell_integral(&cell, 0, &task.error[k]);
    total += out[k];
  }
  follow_jumps(&task);
  if (accuracy > rough_from) {
    forget_smooth_sides(&task);
    for (int k = 0; k < cells; k++)
      sum += task.sides[k] ? INFINITY : task.error[k];
  }
  if (!(accuracy > rough_from && sum <= accuracy * total) &&
      !refine(&task, accuracy * total, worst))
    return false;
  sum = 0;
  total = 0;
  for (int k = 0; k < cells; k++) {
    if (out[k] <= task.error[k]) out[k] = 0; /* pressure on a border only */
    total += out[k];
    sum += task.error[k];
    if (task.error[k] > task.error[*worst]) *worst = k;
  }
  return sum <= accuracy * total;
}
