/* plan_potential.c: the holes of templates/contact/reduced/potential.c. In: a
 * contact whose limit surface is the gradient of a spline. Out: the numbers of
 * the spline, and for each face what the code selects by it.
 *
 * Invariant: limit.h documents the layout. */
#include "base/base.h"
#include "algebra/algebra.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "kinds/contact/axis.h"
#include "kinds/contact/reduced/reduced.h"

/* Adds a list with one number for each face. */
static void plan_faces(Plan *plan, const char *name, double x, double y,
                       double spin)
{
  double *numbers = run_doubles(plan->run, 3);
  numbers[0] = x;
  numbers[1] = y;
  numbers[2] = spin;
  plan_numbers(plan, name, numbers, 3);
}

/* Adds the lists of both coordinates of a face: "last_a", "per_a", ... */
static void plan_coordinate(const LimitPotential *p, int d, Plan *plan)
{
  static const int axes[2][3] = {{1, 0, 0}, {2, 2, 1}};
  double last[3], per[3], low[3], slope[3];
  for (int m = 0; m < 3; m++) {
    const PotentialFace *face = &p->faces[m];
    last[m] = face->cells[d] - 1;
    per[m] = face->per[d];
    low[m] = p->is_even[axes[d][m]] ? 0 : per[m];
    slope[m] = per[m] * face->unit;
  }
  const char letter = (char)('a' + d);
  Run *run = plan->run;
  plan_faces(plan, run_printf(run, "last_%c", letter), last[0], last[1],
             last[2]);
  plan_faces(plan, run_printf(run, "per_%c", letter), per[0], per[1], per[2]);
  plan_faces(plan, run_printf(run, "low_%c", letter), low[0], low[1], low[2]);
  plan_faces(plan, run_printf(run, "slope_%c", letter), slope[0], slope[1],
             slope[2]);
}

void reduced_plan_potential(const Contact *c, const LimitPotential *p,
                            Plan *plan)
{
  static const char *const types[] = {[POTENTIAL_DOUBLE] = "double",
                                      [POTENTIAL_FLOAT] = "float",
                                      [POTENTIAL_INT16] = "short"};
  const PotentialFace *f = p->faces;
  const PotentialAxis *axis = c->axis ? c->axis->table : NULL;
  const int slices = axis ? axis->slices : 1;
  plan_numbers(plan, "coefficients", axis ? axis->stored : p->stored,
               (size_t)slices * p->count);
  plan_flag(plan, "is_blended", slices > 1);
  plan_number(plan, "slices", slices);
  if (axis) plan_number(plan, "stride", (double)p->count);
  plan_text(plan, "store", types[p->store]);
  plan_flag(plan, "is_int16", p->store == POTENTIAL_INT16);
  plan_flag(plan, "has_base", p->store != POTENTIAL_DOUBLE);
  plan_flag(plan, "is_cast", p->is_float != (p->store == POTENTIAL_FLOAT));
  plan_flag(plan, "is_anchored", slices == 1 && potential_is_anchored(p));
  plan_flag(plan, "is_shared", p->is_shared);
  plan_faces(plan, "start", (double)f[0].start, (double)f[1].start,
             (double)f[2].start);
  plan_faces(plan, "row", f[0].cells[1] + 3, f[1].cells[1] + 3,
             f[2].cells[1] + 3);
  if (p->store == POTENTIAL_INT16)
    plan_faces(plan, "unit", f[0].unit, f[1].unit, f[2].unit);
  plan_faces(plan, "base", f[0].base, f[1].base, f[2].base);
  plan_faces(plan, "even", p->is_even[0], p->is_even[1], p->is_even[2]);
  plan_number(plan, "middle_x", p->middle[0]);
  plan_number(plan, "middle_y", p->middle[1]);
  plan_number(plan, "inverse_x", p->inverse[0]);
  plan_number(plan, "inverse_y", p->inverse[1]);
  for (int d = 0; d < 2; d++) plan_coordinate(p, d, plan);
}

bool reduced_plan_axis(const Contact *c, Plan *plan)
{
  const ContactAxis *a = c->axis;
  const size_t n = (size_t)a->cells + 3;
  bool off_centre = false;
  for (size_t k = 0; k < 2 * n; k++) off_centre |= a->figures[k] != 0;
  plan_number(plan, "roots", a->roots);
  plan_number(plan, "place_start", a->start);
  plan_number(plan, "place_per", a->per);
  plan_number(plan, "figure_cells", a->cells);
  plan_numbers(plan, "figures", a->figures, 4 * n);
  plan_figure(plan, "proven_error", a->proof.error.bound);
  plan_figure(plan, "grid_error", a->grid_error);
  plan_figure(plan, "line_error", a->line_error);
  plan_figure(plan, "axis_levels", a->levels);
  plan_figure(plan, "window_side", a->side);
  return off_centre;
}
