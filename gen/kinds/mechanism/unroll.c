/* unroll.c: factorises and solves small systems by straight-line code. In:
 * matrices of numbers and names. Out: lines of code.
 *
 * Invariant: no line multiplies by 0 or 1, or adds 0. */
#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/mechanism/unroll.h"

#include <string.h>

Cell cell_number(Run *run, double value)
{
  return expr_number(run, value);
}

bool cell_is(Cell cell, double value)
{
  return expr_is_number(cell, value);
}

Cell lines_let(Lines *lines, Cell value)
{
  if (value->op == EXPR_NUMBER || value->op == EXPR_SYMBOL) return value;
  lines->list = run_grown(lines->run, lines->list, lines->count, &lines->room,
                          sizeof *lines->list);
  Assign *line = &lines->list[lines->count];
  line->name = run_printf(lines->run, "%s%zu", lines->prefix, lines->count++);
  line->value = value;
  return expr_symbol(lines->run, line->name);
}

Cell cell_times(Run *run, Cell a, Cell b)
{
  if (cell_is(a, 0) || cell_is(b, 1)) return a;
  if (cell_is(b, 0) || cell_is(a, 1)) return b;
  if (a->op == EXPR_NUMBER && b->op == EXPR_NUMBER)
    return cell_number(run, a->number * b->number);
  const Expr *both[2] = {a, b};
  if (b->op == EXPR_NUMBER) /* a literal comes first */
    both[0] = b, both[1] = a;
  return expr_make(run, EXPR_MUL, NULL, 2, both);
}

/* Returns -x, with the sign in the place that print.c expects. */
static Cell negative(Run *run, Cell x)
{
  if (x->op == EXPR_NUMBER) return cell_number(run, -x->number);
  if (x->op != EXPR_MUL) return cell_times(run, cell_number(run, -1), x);
  const Expr **factors = run_alloc(run, (x->count + 1) * sizeof *factors);
  const bool has_number = x->args[0]->op == EXPR_NUMBER;
  size_t count = 0;
  factors[count++] = cell_number(run, has_number ? -x->args[0]->number : -1);
  for (size_t i = has_number; i < x->count; i++) factors[count++] = x->args[i];
  return expr_make(run, EXPR_MUL, NULL, count, factors);
}

Cell cell_minus(Run *run, Cell a, Cell b)
{
  if (cell_is(b, 0)) return a;
  if (cell_is(a, 0)) return negative(run, b);
  if (a->op == EXPR_NUMBER && b->op == EXPR_NUMBER)
    return cell_number(run, a->number - b->number);
  const Expr *both[2] = {a, negative(run, b)};
  return expr_make(run, EXPR_ADD, NULL, 2, both);
}

Cell cell_dot(Run *run, Cell start, double sign, const Cell *a, int da,
              const Cell *b, int db, int count)
{
  const Expr **terms = run_alloc(run, ((size_t)count + 2) * sizeof *terms);
  size_t n = 0;
  double constant = 0;
  for (int i = -1; i < count; i++) {
    Cell term = start;
    if (i >= 0) {
      term = cell_times(run, a[i * da], b[i * db]);
      if (sign < 0) term = negative(run, term);
    }
    if (term->op == EXPR_NUMBER)
      constant += term->number;
    else
      terms[n++] = term;
  }
  if (constant != 0 || n == 0) terms[n++] = cell_number(run, constant);
  return n == 1 ? terms[0] : expr_make(run, EXPR_ADD, NULL, n, terms);
}

/* Adds the condition pivot > share * original. */
static void add_pivot(Lines *lines, Cell pivot, double share, Cell original)
{
  Run *run = lines->run;
  if (pivot->op == EXPR_NUMBER) return;
  lines->pivots = run_grown(run, lines->pivots, lines->npivots,
                            &lines->pivots_room, sizeof *lines->pivots);
  lines->pivots[lines->npivots++] =
      pivot == original
          ? pivot
          : cell_minus(run, pivot,
                       cell_times(run, cell_number(run, share), original));
}

static Cell inverse(Lines *lines, Cell x)
{
  Run *run = lines->run;
  const Expr *power[2] = {x, cell_number(run, -1)};
  if (x->op == EXPR_NUMBER) return cell_number(run, 1 / x->number);
  return lines_let(lines, expr_make(run, EXPR_POW, NULL, 2, power));
}

void factor_make(Lines *lines, const Cell *M, int width, int n, Factor *f)
{
  Run *run = lines->run;
  Cell U[MOST_COORDINATES][MOST_COORDINATES]; /* L D */
  for (int j = 0; j < n; j++)
    for (int i = j; i < n; i++) {
      Cell sum = M[i * width + j];
      sum = lines_let(lines, cell_dot(run, sum, -1, f->L[j], 1, U[i], 1, j));
      if (i == j) {
        add_pivot(lines, sum, lines->least, M[j * width + j]);
        f->e[j] = inverse(lines, sum);
      }
      U[i][j] = sum;
      f->L[i][j] = i == j ? cell_number(run, 1)
                          : lines_let(lines, cell_times(run, sum, f->e[j]));
    }
}

void factor_make_of_rows(Lines *lines, const Cell *rows, int width, int count,
                         int n, Factor *f, Cell *q)
{
  Run *run = lines->run;
  const Cell zero = cell_number(run, 0);
  for (int k = 0; k < count; k++) {
    Cell *own = q + k * width;
    memcpy(own, rows + k * width, (size_t)n * sizeof *own);
    for (int l = 0; l < k; l++) {
      const Cell *other = q + l * width;
      f->L[k][l] = lines_let(
          lines, cell_times(run, cell_dot(run, zero, 1, own, 1, other, 1, n),
                            f->e[l]));
      for (int j = 0; j < n; j++)
        own[j] = lines_let(
            lines, cell_dot(run, own[j], -1, &f->L[k][l], 1, &other[j], 1, 1));
    }
    const Cell size =
        lines_let(lines, cell_dot(run, zero, 1, own, 1, own, 1, n));
    const Cell *row = rows + k * width;
    const Cell whole =
        k == 0 ? size : cell_dot(run, zero, 1, row, 1, row, 1, n);
    add_pivot(lines, size, lines->least * lines->least, whole);
    f->L[k][k] = cell_number(run, 1);
    f->e[k] = inverse(lines, size);
  }
}

void factor_finish(Lines *lines, const Factor *f, int n, Cell *x, int stride)
{
  for (int i = n - 2; i >= 0; i--)
    x[i * stride] =
        lines_let(lines, cell_dot(lines->run, x[i * stride], -1,
                                  &f->L[i + 1][i], MOST_COORDINATES,
                                  x + (i + 1) * stride, stride, n - 1 - i));
}

void factor_solve(Lines *lines, const Factor *f, int n, Cell *x, int stride)
{
  Run *run = lines->run;
  for (int i = 1; i < n; i++)
    x[i * stride] = lines_let(
        lines, cell_dot(run, x[i * stride], -1, f->L[i], 1, x, stride, i));
  for (int i = 0; i < n; i++)
    x[i * stride] = lines_let(lines, cell_times(run, x[i * stride], f->e[i]));
  factor_finish(lines, f, n, x, stride);
}

/* Returns true if one of the lines after `from`, or an output, has that name.
 */
static bool is_used(const Block *block, size_t from, const bool *is_kept,
                    const char *name)
{
  for (size_t i = 0; i < block->noutputs; i++)
    if (expr_has(block->outputs[i].value, EXPR_SYMBOL, name)) return true;
  for (size_t i = from + 1; i < block->ntemporaries; i++)
    if (is_kept[i] && expr_has(block->temporaries[i].value, EXPR_SYMBOL, name))
      return true;
  return false;
}

Block lines_block(const Lines *lines, Assign *outputs, size_t count)
{
  Run *run = lines->run;
  const Block all = {lines->list, outputs, lines->count, count};
  Block pivots = {0};
  bool *is_kept = run_alloc(run, (lines->count + 1) * sizeof *is_kept);
  pivots.outputs = run_alloc(run, (lines->npivots + 1) * sizeof(Assign));
  for (; pivots.noutputs < lines->npivots; pivots.noutputs++)
    pivots.outputs[pivots.noutputs].value = lines->pivots[pivots.noutputs];
  for (size_t i = lines->count; i-- > 0;)
    is_kept[i] = is_used(&all, i, is_kept, lines->list[i].name) ||
                 block_has(&pivots, EXPR_SYMBOL, lines->list[i].name);
  Block kept = {NULL, outputs, 0, count};
  kept.temporaries = run_alloc(run, (lines->count + 1) * sizeof(Assign));
  for (size_t i = 0; i < lines->count; i++)
    if (is_kept[i]) kept.temporaries[kept.ntemporaries++] = lines->list[i];
  return kept;
}
