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

Cell cell_dot(Run *run, Cell start, double sign, const Cell *a, int da,
              const Cell *b, int db, int count)
{
  const Expr **terms = run_alloc(run, ((size_t)count + 2) * sizeof *terms);
  Cell constant = cell_number(run, 0);
  size_t n = 0;
  for (int i = -1; i < count; i++) {
    Cell term = start;
    if (i >= 0) {
      term = expr_times(run, a[i * da], b[i * db]);
      if (sign < 0) term = expr_negative(run, term);
    }
    if (term->op == EXPR_NUMBER)
      constant = expr_plus(run, constant, term);
    else
      terms[n++] = term;
  }
  if (!cell_is(constant, 0) || n == 0) terms[n++] = constant;
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
          : expr_plus(run, pivot,
                      expr_times(run, cell_number(run, -share), original));
}

static Cell inverse(Lines *lines, Cell x)
{
  return lines_let(lines, expr_inverse(lines->run, x));
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
                          : lines_let(lines, expr_times(run, sum, f->e[j]));
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
          lines, expr_times(run, cell_dot(run, zero, 1, own, 1, other, 1, n),
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
    x[i * stride] = lines_let(lines, expr_times(run, x[i * stride], f->e[i]));
  factor_finish(lines, f, n, x, stride);
}

Block lines_block(const Lines *lines, Assign *outputs, size_t count)
{
  const Block all = {lines->list, outputs, lines->count, count};
  return block_share(lines->run, &all, lines->prefix);
}
