/* equations.c: derives accelerations and constraint forces from the matrices of
 * a mechanism, as straight-line code. In: named expressions. Out: Equations:
 * "terms" fills the emitted struct, the other blocks read it.
 *
 * Invariant: what is a number at every state is not a member of the struct. */
#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/kind.h"
#include "kinds/mechanism/equations.h"

#include <string.h>

/* ---- terms ------------------------------------------------------------- */

typedef struct Building {
  const Mechanism *s;
  Run *run;
  Lines lines;
  Layout now;    /* as lines */
  Layout member; /* as members */
  Assign *outputs;
  size_t noutputs, room;
} Building;

static const char *const vectors[] = {"Q", "b", "w", "c"};

/* All names of the matrices, in the order of `place`. */
static const char **entry_names(const Mechanism *s, size_t *count)
{
  Run *run = s->model.run;
  const int n = s->n, m = s->m, d = s->d, sizes[] = {n, m, d, d};
  const char **names = run_alloc(
      run, (size_t)(n * n + (m + d) * n + n + m + 2 * d) * sizeof *names);
  *count = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) names[(*count)++] = entry_name(run, "M", i, j);
  for (int r = 0; r < m; r++)
    for (int j = 0; j < n; j++) names[(*count)++] = entry_name(run, "A", r, j);
  for (int k = 0; k < d; k++)
    for (int j = 0; j < n; j++) names[(*count)++] = entry_name(run, "J", k, j);
  for (int v = 0; v < 4; v++)
    for (int i = 0; i < sizes[v]; i++)
      names[(*count)++] = entry_name(run, vectors[v], i, -1);
  return names;
}

/* Writes the cells of a layout in that order, with both halves of M. */
static void take_entries(Building *b, const Block *block)
{
  const Mechanism *s = b->s;
  Layout *o = &b->now;
  size_t at = 0;
  Cell *const lists[] = {o->Q, o->b, o->slip, o->bend};
  const int sizes[] = {s->n, s->m, s->d, s->d};
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j <= i; j++)
      o->M[i][j] = o->M[j][i] =
          lines_let(&b->lines, block->outputs[at++].value);
  for (int r = 0; r < s->m; r++)
    for (int j = 0; j < s->n; j++)
      o->A[r][j] = lines_let(&b->lines, block->outputs[at++].value);
  for (int k = 0; k < s->d; k++)
    for (int j = 0; j < s->n; j++)
      o->J[k][j] = lines_let(&b->lines, block->outputs[at++].value);
  for (int v = 0; v < 4; v++)
    for (int i = 0; i < sizes[v]; i++) lists[v][i] = block->outputs[at++].value;
}

static Cell store(Building *b, Cell value, const char *name)
{
  if (value->op == EXPR_NUMBER) return value;
  b->outputs =
      run_grown(b->run, b->outputs, b->noutputs, &b->room, sizeof *b->outputs);
  const char *full = run_printf(b->run, "k->%s", name);
  b->outputs[b->noutputs++] = (Assign){full, value};
  return expr_symbol(b->run, full);
}

static void store_factor(Building *b, const char *letter, int n,
                         const Factor *from, Factor *to)
{
  for (int i = 0; i < n; i++) {
    to->e[i] = store(b, from->e[i], run_printf(b->run, "%se_%d", letter, i));
    for (int j = 0; j < i; j++)
      to->L[i][j] = store(b, from->L[i][j],
                          run_printf(b->run, "%sL_%d_%d", letter, i, j));
  }
}

/* Makes X = M^-1 A' and the factor of A X. */
static void factor_rows(Building *b)
{
  const Mechanism *s = b->s;
  Layout *o = &b->now;
  Cell K[MOST_ROWS][MOST_ROWS];
  factor_make(&b->lines, o->M[0], MOST_COORDINATES, s->n, &o->mass);
  for (int r = 0; r < s->m; r++) {
    for (int i = 0; i < s->n; i++) o->X[i][r] = o->A[r][i];
    factor_solve(&b->lines, &o->mass, s->n, &o->X[0][r], MOST_ROWS);
  }
  for (int r = 0; r < s->m; r++)
    for (int c = 0; c <= r; c++)
      K[r][c] = K[c][r] = lines_let(
          &b->lines, cell_dot(b->run, cell_number(b->run, 0), 1, o->A[r], 1,
                              &o->X[0][c], MOST_ROWS, s->n));
  factor_make(&b->lines, K[0], MOST_ROWS, s->m, &o->rows);
}

/* Makes column r of G: subtracts the shares of q in A one after the other, then
 * applies L'^-1. */
static void solve_point(Building *b, const Cell *q, int r)
{
  const Mechanism *s = b->s;
  Layout *o = &b->now;
  const Cell zero = cell_number(b->run, 0);
  Cell left[MOST_COORDINATES];
  memcpy(left, o->A[r], sizeof left);
  for (int k = 0; k < s->d; k++) {
    const Cell *own = q + k * MOST_COORDINATES;
    const Cell dot = cell_dot(b->run, zero, 1, own, 1, left, 1, s->n);
    o->G[k][r] = lines_let(&b->lines, expr_times(b->run, dot, o->point.e[k]));
    for (int j = 0; j < s->n; j++)
      left[j] = lines_let(&b->lines, cell_dot(b->run, left[j], -1, &o->G[k][r],
                                              1, &own[j], 1, 1));
  }
  factor_finish(&b->lines, &o->point, s->d, &o->G[0][r], MOST_ROWS);
}

/* Makes the factor of J J' and G = (J J')^-1 J A', (18). With J = L q, G is
 * L'^-1 (q q')^-1 q A'. */
static void factor_point(Building *b)
{
  const Mechanism *s = b->s;
  Layout *o = &b->now;
  Cell q[3][MOST_COORDINATES];
  factor_make_of_rows(&b->lines, o->J[0], MOST_COORDINATES, s->d, s->n,
                      &o->point, q[0]);
  for (int r = 0; r < s->m; r++) {
    for (int k = 0; k < s->d; k++) o->G[k][r] = cell_number(b->run, 0);
    if (s->is_surface[r]) solve_point(b, q[0], r);
  }
}

static void store_all(Building *b)
{
  const Mechanism *s = b->s;
  const Layout *from = &b->now;
  Layout *to = &b->member;
  store_factor(b, "m", s->n, &from->mass, &to->mass);
  store_factor(b, "r", s->m, &from->rows, &to->rows);
  store_factor(b, "p", s->d, &from->point, &to->point);
  for (int r = 0; r < s->m; r++)
    for (int i = 0; i < s->n; i++) {
      to->A[r][i] = store(b, from->A[r][i], entry_name(b->run, "A", r, i));
      to->X[i][r] = store(b, from->X[i][r], entry_name(b->run, "X", i, r));
    }
  for (int k = 0; k < s->d; k++) {
    for (int i = 0; i < s->n; i++)
      to->J[k][i] = store(b, from->J[k][i], entry_name(b->run, "J", k, i));
    for (int r = 0; r < s->m; r++)
      to->G[k][r] = store(b, from->G[k][r], entry_name(b->run, "G", k, r));
  }
  const Cell *const lists[] = {from->Q, from->b, from->slip, from->bend};
  Cell *const into[] = {to->Q, to->b, to->slip, to->bend};
  const int sizes[] = {s->n, s->m, s->d, s->d};
  for (int v = 0; v < 4; v++) /* arrays, numbers too */
    for (int i = 0; i < sizes[v]; i++) {
      const char *name = run_printf(b->run, "k->%s[%d]", vectors[v], i);
      into[v][i] = expr_symbol(b->run, name);
      b->outputs = run_grown(b->run, b->outputs, b->noutputs, &b->room,
                             sizeof *b->outputs);
      b->outputs[b->noutputs++] = (Assign){name, lists[v][i]};
    }
}

/* Removes constants that stand twice, as the mass of x and of y. */
static void keep_different(Block *pivots)
{
  size_t count = 0;
  for (size_t i = 0; i < pivots->noutputs; i++) {
    const Expr *e = pivots->outputs[i].value;
    size_t k = 0;
    while (k < count && !(e->op == EXPR_SYMBOL &&
                          pivots->outputs[k].value->op == EXPR_SYMBOL &&
                          strcmp(e->name, pivots->outputs[k].value->name) == 0))
      k++;
    if (k == count) pivots->outputs[count++] = pivots->outputs[i];
  }
  pivots->noutputs = count;
}

/* Adds "terms", and "pivots": what must be positive, of the same variables. */
static void add_terms(Building *b, Equations *equations)
{
  const Lines *lines = &b->lines;
  const size_t count = lines->npivots + b->noutputs;
  Assign *all = run_alloc(b->run, (count + 1) * sizeof *all);
  for (size_t i = 0; i < lines->npivots; i++)
    all[i] = (Assign){"pivot", lines->pivots[i]};
  memcpy(all + lines->npivots, b->outputs, b->noutputs * sizeof *all);
  const Block whole = lines_block(lines, all, count);
  Block terms = equations_hoist(equations, &whole);
  Block pivots = {.outputs = terms.outputs, .noutputs = lines->npivots};
  terms.outputs += lines->npivots;
  terms.noutputs -= lines->npivots;
  keep_different(&pivots);
  equations_add(equations, "terms", terms);
  equations_add(equations, "pivots", pivots);
}

static Building build_terms(const Mechanism *s, Equations *equations)
{
  Building b = {.s = s, .run = s->model.run};
  size_t count;
  const char **names = entry_names(s, &count);
  const Block matrices = sym_block(mechanism_symbols(s), names, count, "m");
  b.lines = (Lines){
      .run = b.run, .prefix = "c", .least = s->model.is_float ? 1e-5 : 1e-13};
  for (size_t i = 0; i < matrices.ntemporaries; i++) {
    b.lines.list = run_grown(b.run, b.lines.list, b.lines.count, &b.lines.room,
                             sizeof *b.lines.list);
    b.lines.list[b.lines.count++] = matrices.temporaries[i];
  }
  take_entries(&b, &matrices);
  factor_rows(&b);
  if (s->d > 0) factor_point(&b);
  store_all(&b);
  add_terms(&b, equations);
  return b;
}

/* ---- blocks that read the struct ----------------------------------------- */

/* "g[0]", "g[1]", ... */
static void elements(Run *run, const char *name, int count, Cell *out,
                     int stride)
{
  for (int i = 0; i < count; i++)
    out[i * stride] = expr_symbol(run, run_printf(run, "%s[%d]", name, i));
}

typedef struct Piece {
  Run *run;
  Lines lines;
  Assign outputs[2 * MOST_COORDINATES + MOST_ROWS];
  size_t count;
} Piece;

static Piece piece_new(Run *run)
{
  Piece piece = {.run = run, .lines = {.run = run, .prefix = "c"}};
  return piece;
}

static void piece_out(Piece *piece, const char *name, int i, Cell value)
{
  piece->outputs[piece->count++] =
      (Assign){run_printf(piece->run, "%s[%d]", name, i), value};
}

static void piece_add(Piece *piece, Equations *equations, const char *name)
{
  Assign *outputs = run_alloc(piece->run, (piece->count + 1) * sizeof *outputs);
  memcpy(outputs, piece->outputs, piece->count * sizeof *outputs);
  const Block block = lines_block(&piece->lines, outputs, piece->count);
  equations_add(equations, name,
                block_simplify(piece->run, &block, piece->lines.prefix));
}

/* [M -A'; A 0] [da; dl] = [g; h] */
static void add_system(const Building *b, Equations *equations)
{
  const Mechanism *s = b->s;
  const Layout *o = &b->member;
  Piece p = piece_new(b->run);
  Cell g[MOST_COORDINATES], x[MOST_COORDINATES], l[MOST_ROWS];
  elements(b->run, "g", s->n, g, 1);
  elements(b->run, "h", s->m, l, 1);
  for (int r = 0; r < s->m; r++)
    l[r] = lines_let(&p.lines, cell_dot(b->run, l[r], -1, &o->X[0][r],
                                        MOST_ROWS, g, 1, s->n));
  factor_solve(&p.lines, &o->rows, s->m, l, 1);
  memcpy(x, g, sizeof x);
  factor_solve(&p.lines, &o->mass, s->n, x, 1);
  for (int r = 0; r < s->m; r++) piece_out(&p, "dl", r, l[r]);
  for (int i = 0; i < s->n; i++)
    piece_out(&p, "da", i, cell_dot(b->run, x[i], 1, o->X[i], 1, l, 1, s->m));
  piece_add(&p, equations, "system");
}

/* out = J'f, J a, G l and (J J')^-1 f. */
static void add_products(const Building *b, Equations *equations)
{
  const Mechanism *s = b->s;
  const Layout *o = &b->member;
  const Cell zero = cell_number(b->run, 0);
  Cell f[3], a[MOST_COORDINATES], l[MOST_ROWS];
  Piece pull = piece_new(b->run), move = pull, normal = pull, point = pull;
  Piece reaction = pull;
  elements(b->run, "f", s->d, f, 1);
  elements(b->run, "a", s->n, a, 1);
  elements(b->run, "l", s->m, l, 1);
  for (int i = 0; i < s->n; i++) {
    piece_out(
        &pull, "out", i,
        cell_dot(b->run, zero, 1, &o->J[0][i], MOST_COORDINATES, f, 1, s->d));
    piece_out(
        &reaction, "out", i,
        cell_dot(b->run, zero, 1, &o->A[0][i], MOST_COORDINATES, l, 1, s->m));
  }
  for (int k = 0; k < s->d; k++) {
    piece_out(&move, "out", k,
              cell_dot(b->run, zero, 1, o->J[k], 1, a, 1, s->n));
    piece_out(&normal, "out", k,
              cell_dot(b->run, zero, 1, o->G[k], 1, l, 1, s->m));
  }
  factor_solve(&point.lines, &o->point, s->d, f, 1);
  for (int k = 0; k < s->d; k++) piece_out(&point, "out", k, f[k]);
  piece_add(&reaction, equations, "reaction");
  if (s->d == 0) return;
  piece_add(&pull, equations, "pull");
  piece_add(&move, equations, "move");
  piece_add(&normal, equations, "normal");
  piece_add(&point, equations, "point");
}

/* (20): (J J')^-1 J (1 - A'(A A')^-1 A) Q */
static void add_tangential(const Building *b, Equations *equations)
{
  const Mechanism *s = b->s;
  const Layout *o = &b->member;
  const Cell zero = cell_number(b->run, 0);
  Piece p = piece_new(b->run);
  Cell AA[MOST_ROWS][MOST_ROWS], l[MOST_ROWS], Q[MOST_COORDINATES], f[3];
  Factor factor;
  for (int r = 0; r < s->m; r++) {
    l[r] = lines_let(&p.lines,
                     cell_dot(b->run, zero, 1, o->A[r], 1, o->Q, 1, s->n));
    for (int c = 0; c <= r; c++)
      AA[r][c] = AA[c][r] = lines_let(
          &p.lines, cell_dot(b->run, zero, 1, o->A[r], 1, o->A[c], 1, s->n));
  }
  factor_make(&p.lines, AA[0], MOST_ROWS, s->m, &factor);
  factor_solve(&p.lines, &factor, s->m, l, 1);
  for (int i = 0; i < s->n; i++)
    Q[i] = lines_let(&p.lines, cell_dot(b->run, o->Q[i], -1, &o->A[0][i],
                                        MOST_COORDINATES, l, 1, s->m));
  for (int k = 0; k < s->d; k++)
    f[k] =
        lines_let(&p.lines, cell_dot(b->run, zero, 1, o->J[k], 1, Q, 1, s->n));
  factor_solve(&p.lines, &o->point, s->d, f, 1);
  for (int k = 0; k < s->d; k++) piece_out(&p, "out", k, f[k]);
  piece_add(&p, equations, "tangential");
}

/* Names the tuned parameters. */
static void name_parameters(const Mechanism *s, Equations *equations)
{
  Run *run = s->model.run;
  const Tuning *tuning = s->model.tuning;
  if (!tuning) return;
  const char **symbols = run_alloc(run, (tuning->count + 1) * sizeof *symbols);
  for (size_t i = 0; i < tuning->count; i++) {
    const Tuned *t = &tuning->list[i];
    symbols[i] = parameter_symbol(run, t->name);
    equations_symbol(equations, symbols[i], t->name,
                     run_printf(run, "par.%s of the spec", t->name), t->value);
  }
  equations->tuned = symbols;
}

/* Adds a block without what _tune computes. */
static void add_hoisted(Equations *equations, const char *name, Block block)
{
  equations_add(equations, name, equations_hoist(equations, &block));
}

Equations *mechanism_derive(const Model *model)
{
  const Mechanism *s = (const Mechanism *)model;
  Equations *equations = equations_new(model->run);
  name_parameters(s, equations);
  const Building b = build_terms(s, equations);
  add_system(&b, equations);
  add_products(&b, equations);
  if (s->d > 0) add_tangential(&b, equations);
  add_hoisted(equations, "drift", mechanism_drift(s));
  add_hoisted(equations, "slopes", mechanism_slopes(s));
  if (model->tuning) equations_hoisted(equations);
  if (!s->friction.law) return equations;
  equations_add(equations, "law", mechanism_law(s, false));
  equations_add(equations, "law slopes", mechanism_law(s, true));
  if (s->friction.s_ba > 0)
    equations_add(equations, "reach", mechanism_reach(s));
  return equations;
}
