/* check.c: figures of a cone that need no solver. In: a Cone. Out: derived
 * figures, and the lint.
 *
 * Invariant: gaps are certified: they are the largest distances between two
 * polytopes that enclose the exact set. */
#include <math.h>

#include "kinds/kind.h"
#include "results/results.h"
#include "laws/laws.h"
#include "kinds/cone/cone.h"

/* ---- figures ----------------------------------------------------------- */

static void report_point(const Cone *c, Report *report)
{
  const double shrink = cos(PI / c->faces);
  const bool is_exact = cone_is_closed(c);
  report_number(report, "deficit", "lacks at most",
                is_exact || c->approximation != CONE_INNER ? 0 : 1 - shrink,
                "of the tangential force");
  report_number(report, "excess", "exceeds by at most",
                is_exact || c->approximation != CONE_OUTER ? 0 : 1 / shrink - 1,
                "of the tangential force");
}

static void report_patch(const Cone *c, Report *report)
{
  report_integer(report, "cells", "cells that carry force", c->cells.count,
                 NULL);
  report_numbers(report, "cop", "centre of pressure", c->cop, 2, "m");
  report_number(report, "r", "largest torque per mu*fn, r", c->length, "m");
  report_number(report, "max_torque_per_newton",
                "largest torque about the CoP, held", c->mu * c->length,
                "N m/N");
  report_number(report, "gap", "certified gap, inner to outer", c->gap,
                "mu*fn in (fx, fy, tau/r)");
  report_number(report, "volume_ratio", "volumes, inner to outer",
                c->inner->volume / c->outer->volume, NULL);
}

/* Reports the largest torque about z that the pyramids at the corners make
 * with the centre of pressure in the middle. */
static void report_wrench(const Cone *c, Report *report)
{
  double least[2] = {INFINITY, INFINITY};
  for (int k = 0; k < c->nfacets; k++) {
    const double *a = c->A + 6 * k;
    const double held = -(a[2] + a[3] * c->cop[1] - a[4] * c->cop[0]);
    for (int side = 0; side < 2; side++) {
      const double yaw = side ? -a[5] : a[5];
      if (yaw > 1e-12) least[side] = fmin(least[side], held / yaw);
    }
  }
  report_integer(report, "corners", "corners of the outline", c->ncorners,
                 NULL);
  report_number(report, "length", "torques count as forces at", c->length, "m");
  report_number(report, "max_yaw_per_newton", "largest torque about z",
                fmin(least[0], least[1]), "N m/N, CoP in the middle");
}

/* Reports the gaps that more or fewer faces would have. */
static void report_gaps(const Cone *c, Report *report)
{
  static const char *const columns[] = {"faces", "gap", "volume_ratio"};
  static const char *const titles[] = {"faces", "gap", "volumes"};
  enum { LEAST = 16, MOST = 256, COLUMNS = 3, ROWS = 5 };
  double rows[ROWS][COLUMNS];
  size_t count = 0;
  Cone other = *c;
  for (int m = LEAST; m <= MOST; m *= 2) {
    const Polytope *inner, *outer;
    cone_patch_fit(&other, m, &inner, &outer);
    rows[count][0] = m;
    rows[count][1] = polytope_gap(inner, outer);
    rows[count++][2] = inner->volume / outer->volume;
  }
  report_rows(report, "gaps", "certified gaps", columns, titles, COLUMNS,
              &rows[0][0], count);
}

/* Reports what the rows cost whoever takes them. */
static void report_cost(const Cone *c, Report *report)
{
  long products = 0;
  const long numbers = (long)c->nrows * (c->n + 1);
  for (int i = 0; i < c->nrows * c->n; i++) products += c->A[i] != 0;
  if (c->nrows == 0) return;
  report_integer(report, "products", "products in A f", products, NULL);
  report_integer(report, "row_bytes", "A and b take",
                 numbers * (c->model.is_float ? 4 : 8), "bytes");
}

/* ---- lint -------------------------------------------------------------- */

static void lint_cone(const Cone *c, Report *report)
{
  friction_lint_coefficient(report, "mu", c->mu);
  if (c->approximation == CONE_OUTER && !cone_is_closed(c))
    report_lint(report, LINT_NOTE, "approximation",
                "an outer cone allows forces that slip; use \"inner\" for what "
                "must hold");
  if (c->form == CONE_POINT && c->nfacets == 4)
    report_lint(report, LINT_NOTE, "faces",
                "a cone of four faces %s the friction by up to %s; 8 faces by "
                "8 %%",
                c->approximation == CONE_INNER ? "lacks" : "exceeds",
                c->approximation == CONE_INNER ? "29 %" : "41 %");
  if (c->model.is_float && c->faces > 64 && c->form == CONE_POINT)
    report_lint(report, LINT_WARNING, "real",
                "neighbouring facets of %d differ by less than a float's "
                "projection can tell well; use \"double\"",
                c->faces);
  if (c->form == CONE_WRENCH)
    report_lint(
        report, LINT_NOTE, "patch",
        "pressure is taken to go wherever it helps: with a pressure map "
        "that stays, the torque about z is smaller; give the map in "
        "a cone of dimension 4 for that");
  if (c->form == CONE_WRENCH && c->nrows > 64)
    report_lint(
        report, LINT_NOTE, "faces",
        "%d corners with %d faces each take %d rows, and an optimiser "
        "pays for each at each step; rows = n takes the most faces that "
        "need no more than n",
        c->ncorners, c->faces, c->nrows);
  if (c->form == CONE_PATCH && c->gap > 0.3)
    report_lint(report, LINT_WARNING, "faces",
                "with %d faces inner and outer are up to %.0f %% of mu*fn "
                "apart; use more",
                c->faces, 100 * c->gap);
}

void cone_check(const Model *model, const double *speeds, size_t nspeeds,
                Report *report)
{
  const Cone *c = (const Cone *)model;
  (void)speeds;
  (void)nspeeds;
  report_integer(report, "rows", "rows of A f <= b", c->nrows, NULL);
  report_cost(c, report);
  report_integer(report, "rays", "rays", c->nrays, NULL);
  if (c->form == CONE_POINT) {
    report_point(c, report);
  } else if (c->form == CONE_WRENCH) {
    report_wrench(c, report);
  } else {
    report_patch(c, report);
    report_gaps(c, report);
  }
  lint_cone(c, report);
}
