/* plan_stride.c: the form of a step that works on four vectors at once. In: a
 * Contact and the grouping of its cells. Out: a decision, tables of the grid's
 * lines, numbers of the law in that form.
 *
 * Invariant: 1/(|q|*g) is computed in a scale in which a is a power of two
 * times abar, so that the sine's coefficients carry it without rounding. */
#include <math.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/cells/cells.h"

/* Bytes of the widest vector; the step keeps three numbers of a cell on its
 * stack. */
enum { WIDEST = 64, MOST_CELLS = 20000 };

static int rounded_up(int count, int step)
{
  return (count + step - 1) / step * step;
}

/* ---- when ---------------------------------------------------------------- */

const char *cells_reason_against_wide(const Contact *c)
{
  const Lugre *f = &c->lugre;
  if (c->model.is_reproducible)
    return "first guesses of roots differ between processors";
  if (c->step == STEP_IMPLICIT) return "an implicit step iterates";
  if (f->v_d > 0 || f->stribeck || !(f->s_ba > 0))
    return "the law has another form of g";
  if (f->gamma != 2 && lugre_has_stribeck(f)) return "gamma is not 2";
  if (contact_is_unusual(c)) return "parameters of unusual size";
  return NULL;
}

static const char *reason_against(const Contact *c, const Grouping *g)
{
  if (!g->is_loop || g->blocks == 1)
    return "too few cells for more vectors at once";
  if (c->cells.count > MOST_CELLS) return "so many cells would take much stack";
  if (c->levels) return "the shares depend on fn";
  if (c->stretch) return "the patch is stretched";
  if (contact_has_reach(c)) return "the reach of bristles differs from cell to cell";
  return cells_reason_against_wide(c);
}

/* Returns true if the kept cells of each row are side by side, and the lines
 * are few beside the cells. */
static bool has_lines(const Contact *c)
{
  const Cells *cells = &c->cells;
  const int nx = cells->grid.nx, ny = cells->grid.ny;
  if (c->compression || !lugre_has_stribeck(&c->lugre)) return false;
  for (int k = 1; k < cells->count; k++) {
    const int before = cells->index[k - 1], own = cells->index[k];
    if (own / nx == before / nx && own != before + 1) return false;
  }
  return 3 * (nx + ny) < cells->count;
}

/* ---- tables -------------------------------------------------------------- */

/* Plans the shares of the last vector of so many lanes. */
static void plan_tail(const Contact *c, Plan *plan, const char *name, int lanes)
{
  const int n = c->cells.count, widest = WIDEST / (c->model.is_float ? 4 : 8);
  double *w = run_doubles(plan->run, (size_t)widest);
  for (int l = 0; l < lanes; l++) {
    const int k = n - lanes + l;
    w[l] = k >= n / lanes * lanes ? c->cells.w[k] : 0;
  }
  plan_numbers(plan, name, w, (size_t)widest);
}

/* Plans the places of columns and rows and the cells of the rows. */
static int plan_lines(const Contact *c, Plan *plan, int widest)
{
  const Cells *cells = &c->cells;
  const int nx = cells->grid.nx, ny = cells->grid.ny, n = cells->count;
  const int columns = rounded_up(nx + widest - 1, widest);
  const int rows = rounded_up(ny, widest);
  double *x = run_doubles(plan->run, (size_t)columns);
  double *y = run_doubles(plan->run, (size_t)rows);
  double *first = run_doubles(plan->run, (size_t)ny + 1);
  double *column = run_doubles(plan->run, (size_t)ny);
  for (int k = n - 1; k >= 0; k--) {
    const int i = cells->index[k] % nx, j = cells->index[k] / nx;
    x[i] = cells->x[k];
    y[j] = cells->y[k];
    first[j] = k;
    column[j] = i;
  }
  first[ny] = n;
  for (int j = ny - 1, k = n - 1; j >= 0; j--) { /* rows without cells */
    while (k >= 0 && cells->index[k] / nx > j) k--;
    if (k < 0 || cells->index[k] / nx < j) first[j] = first[j + 1];
  }
  plan_number(plan, "stride_columns", columns);
  plan_number(plan, "stride_rows", rows);
  plan_number(plan, "grid_rows", ny);
  plan_numbers(plan, "column_x", x, (size_t)columns);
  plan_numbers(plan, "row_y", y, (size_t)rows);
  plan_numbers(plan, "row_first", first, (size_t)ny + 1);
  plan_numbers(plan, "row_column", column, (size_t)ny);
  return columns + rows + 2 * ny + 1;
}

/* ---- numbers ------------------------------------------------------------- */

/* Returns the power of two next to (sigma0/mu_c)^2/2. */
static double scale_of(const Lugre *f)
{
  return exp2(round(log2(f->sigma0 * f->sigma0 / (2 * f->mu_c * f->mu_c))));
}

void cells_name_stride(Equations *e, const Contact *c)
{
  const Lugre *f = &c->lugre;
  const Grouping grouping = cells_grouping(c);
  const double power = scale_of(f);
  Run *run = e->run;
  if (cells_reason_against_wide(c)) return;
  if (reason_against(c, &grouping) && !cells_has_crowd(c, &grouping)) return;
  equations_tuned_formula(e, "stride_g",
                          run_printf(run, "%.17g*zmax0", 2 * power),
                          "(2) in the scale of a step on four vectors");
  equations_tuned_formula(e, "stride_g2",
                          run_printf(run, "(%.17g*zmax0)^2", 2 * power), "(2)");
  if (lugre_has_stribeck(f)) {
    equations_tuned_formula(
        e, "stride_rise", run_printf(run, "%.17g*zmax_rise", 2 * power), "(2)");
    equations_tuned_formula(e, "stride_falloff", "1.4426950408889634/v_s^2",
                            "s^2/m^2, (2)");
  }
  equations_tuned_formula(e, "stride_steep",
                          run_printf(run, "%.17g*t_scale", 2 * power), "(5)");
}

/* With u = (|q|*kappa*g)^2, which is about 1 at zmax: |q|/zmax =
 * 2*power*q^2/sqrt(u) and a = power*abar*(q.v + |q||v|)/sqrt(u), where power =
 * kappa*sigma0/2. */
static void plan_law(const Contact *c, Plan *plan)
{
  const Lugre *f = &c->lugre;
  const double power = scale_of(f);
  const double kappa = 2 * power / f->sigma0, g = kappa * f->mu_c;
  const double falloff = f->v_s > 0 ? 1 / (f->v_s * f->v_s) : 0;
  const double log2e = 1.4426950408889634;
  if (lugre_has_stribeck(f))
    plan_number(plan, "stride_g", g);
  else
    plan_number(plan, "stride_g2", g * g);
  plan_number(plan, "stride_rise", kappa * (f->mu_s - f->mu_c));
  plan_number(plan, "stride_falloff", log2e * falloff);
  plan_number(plan, "stride_steep", 2 * power * (2 / (1 - f->s_ba)));
  plan_number(plan, "stride_half", power / 2);
  plan_short_sine(plan, "stride_sine", power);
}

/* A step within these bounds cannot overflow, whatever the state holds. */
static void plan_bounds(Plan *plan)
{
  const bool is_float = plan->model->is_float;
  plan_number(plan, "stride_tiny", is_float ? 1e-30 : 1e-280);
  plan_number(plan, "stride_cut", is_float ? 30 : 60);
  plan_number(plan, "stride_most_a", is_float ? 1e12 : 1e30);
  plan_number(plan, "stride_trace", is_float ? 1e4 : 1e-170);
  plan_number(plan, "stride_most_v2", is_float ? 1e6 : 1e60);
  plan_number(plan, "stride_most_fn", is_float ? 1e6 : 1e30);
  plan_number(plan, "stride_most_dt", is_float ? 10 : 1e30);
}

void cells_plan_wide(const Contact *c, Plan *plan)
{
  plan_flag(plan, "has_stride_exp", lugre_has_stribeck(&c->lugre));
  plan_law(c, plan);
  plan_bounds(plan);
}

int cells_plan_stride(const Contact *c, const Grouping *g, Plan *plan)
{
  const char *against = reason_against(c, g);
  const int widest = WIDEST / (c->model.is_float ? 4 : 8);
  const bool lines = !against && has_lines(c);
  plan_flag(plan, "has_stride", !against);
  plan_flag(plan, "has_lines", lines);
  if (against) {
    if (g->is_loop) plan_decide(plan, "passes", "blocks", "%s", against);
    return 0;
  }
  if (lines)
    plan_decide(plan, "passes", "four vectors, lines",
                "%d exponentials for the lines of the grid replace those of %d "
                "cells",
                c->cells.grid.nx + c->cells.grid.ny, c->cells.count);
  else
    plan_decide(plan, "passes", "four vectors",
                "statements side by side for %d cells", c->cells.count);
  plan_number(plan, "stride_wide", widest);
  plan_tail(c, plan, "tail_w64", widest);
  plan_tail(c, plan, "tail_w32", widest / 2);
  plan_tail(c, plan, "tail_w16", widest / 4);
  cells_plan_wide(c, plan);
  return 3 * widest + (lines ? plan_lines(c, plan, widest) : 0);
}
