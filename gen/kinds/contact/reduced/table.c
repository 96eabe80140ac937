/* table.c: the limit surface of a reduced contact as a table. In: a Contact.
 * Out: the table that its spec asks for, with its certificate.
 *
 * Invariant: check, emit, verify and plot all see the same table. */
#include <math.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/axis.h"
#include "kinds/contact/reduced/reduced.h"

enum { LEVELS_MOST_NODES = 400000 }; /* in all levels together */

/* ---- one for each level of fn ------------------------------------------ */

/* Returns the levels as maps, each about its own centre of pressure. */
static LimitMap *level_maps(const Contact *c)
{
  const Levels *l = c->levels;
  Run *run = c->model.run;
  LimitMap *maps = run_alloc(run, (size_t)l->count * sizeof *maps);
  for (int i = 0; i < l->count; i++) {
    Cells *cells = run_alloc(run, sizeof *cells);
    *cells = cells_kept(run, &c->cells.grid, l->all[i]);
    const double *p = c->patches[i];
    maps[i] = (LimitMap){
        cells, {p[0], p[1]}, p[2], c->quadrature == QUADRATURE_PAPER};
  }
  return maps;
}

static TableInterp interp_of(const Contact *c)
{
  return c->limit_surface.interp == SURFACE_BILINEAR ? TABLE_BILINEAR
                                                     : TABLE_CUBIC;
}

/* Builds tables of n x n cells per face for all levels. Returns false at the
 * first level not proven to be within the limit (0: there is no limit). */
static bool build_levels(const Contact *c, ContactTable *made,
                         const LimitMap *maps, const double scale[2], int n,
                         double limit)
{
  const TableInterp interp = interp_of(c);
  made->proof = (Certificate){.seconds = made->proof.seconds};
  for (int i = 0; i < c->levels->count; i++) {
    made->levels[i] = table_scaled(c->model.run, &maps[i], interp, n,
                                   c->model.is_float, scale);
    const Certificate proof = table_certify(made->levels[i], limit);
    made->proof.seconds += proof.seconds;
    if (limit > 0 && !(proof.bound <= limit)) return false;
    made->proof.evaluations += proof.evaluations;
    made->proof.bound = fmax(made->proof.bound, proof.bound);
    made->proof.found = fmax(made->proof.found, proof.found);
  }
  return true;
}

/* Sets the largest reach of so many tables, or 0 if one has none. */
static void set_reach(ContactTable *made, const LimitTable *const *tables,
                      int count, double error)
{
  double reach = 0;
  for (int i = 0; i < count; i++)
    reach = fmax(reach, table_reach(tables[i], error));
  made->reach = isfinite(reach) ? reach : 0;
}

static void make_levels(const Contact *c, ContactTable *made)
{
  enum { LEAST_CELLS = 4, MOST_CELLS = 114 };
  const TableInterp interp = interp_of(c);
  const LimitSurface *wanted = &c->limit_surface;
  const int count = c->levels->count;
  const double limit = wanted->resolution > 0 ? 0 : wanted->tolerance;
  const LimitMap *maps = level_maps(c);
  Run *run = c->model.run;
  double scale[2] = {0, 0};
  for (int i = 0; i < count; i++) {
    const LimitTable *own =
        table_build(run, &maps[i], TABLE_BILINEAR, LEAST_CELLS, false);
    for (int d = 0; d < 2; d++) scale[d] = fmax(scale[d], own->scale[d]);
  }
  made->levels = run_alloc(run, (size_t)count * sizeof *made->levels);
  int n = wanted->resolution > 0 ? wanted->resolution : LEAST_CELLS;
  for (int i = 0; i < count && limit > 0; i++)
    n = (int)fmax(n, table_cells(&maps[i], interp, limit, scale));
  while (n <= MOST_CELLS &&
         3 * count * (n + 1) * (n + 1) <= LEVELS_MOST_NODES) {
    if (build_levels(c, made, maps, scale, n, limit)) {
      made->table = made->levels[0];
      set_reach(made, made->levels, count,
                made->proof.bound + 1.25 * c->levels->error);
      return;
    }
    n += 1 + n / 16;
  }
}

/* ------------------------------------------------------------------------ */

static void make_potential(const Contact *c, const LimitMap *map,
                           ContactTable *made)
{
  const LimitSurface *wanted = &c->limit_surface;
  const PotentialWish wish = {.tolerance = wanted->tolerance,
                              .bytes = (size_t)wanted->bytes,
                              .resolution = wanted->resolution,
                              .store = (PotentialStore)wanted->store,
                              .is_float = c->model.is_float};
  PotentialProof *proof = &made->potential_proof;
  Progress progress = progress_start("limit surface");
  made->potential =
      potential_recall(c->model.run, map, &wish, &progress, proof);
  progress_end(&progress);
  made->proof = proof->error;
  if (!made->potential) return;
  const double reach = potential_reach(made->potential, proof->error.bound);
  made->reach = isfinite(reach) ? reach : 0;
}

static void make_table(const Contact *c, ContactTable *made)
{
  const LimitSurface *wanted = &c->limit_surface;
  const LimitMap map = {&c->cells,
                        {c->cop[0], c->cop[1]},
                        c->r,
                        c->quadrature == QUADRATURE_PAPER};
  const TableInterp interp = interp_of(c);
  if (wanted->interp == SURFACE_POTENTIAL || wanted->is_default)
    make_potential(c, &map, made);
  if (wanted->interp == SURFACE_POTENTIAL || made->potential) return;
  Run *run = c->model.run;
  if (wanted->resolution > 0) {
    made->table =
        table_build(run, &map, interp, wanted->resolution, c->model.is_float);
    made->proof = table_certify(made->table, 0);
  } else {
    made->table = table_choose(run, &map, interp, wanted->tolerance,
                               c->model.is_float, &made->proof);
  }
  if (made->table) set_reach(made, &made->table, 1, made->proof.bound);
}

static void take_axis(const Contact *c, ContactTable *made)
{
  const ContactAxis *a = c->axis;
  made->potential =
      potential_at(c->model.run, a->table, contact_axis_place(a, c->fn),
                   &a->table->layout.map);
  made->potential_proof = a->proof;
  made->proof = a->proof.error;
  made->proof.bound = contact_axis_error(a);
  made->seconds = a->seconds;
  made->reach = isfinite(a->reach) ? a->reach : 0;
}

const ContactTable *contact_table(const Contact *c)
{
  ContactTable *made = c->table;
  if (made->is_made) return made;
  const double begin = now_seconds();
  made->is_made = true;
  if (c->axis) {
    take_axis(c, made);
    return made;
  }
  (c->levels ? make_levels : make_table)(c, made);
  made->seconds = now_seconds() - begin;
  return made;
}

SurfaceInterp contact_interp(const Contact *c)
{
  return contact_table(c)->potential ? SURFACE_POTENTIAL
                                     : (SurfaceInterp)c->limit_surface.interp;
}

size_t contact_table_bytes(const Contact *c)
{
  const ContactTable *made = contact_table(c);
  if (c->axis) return potential_axis_bytes(c->axis->table);
  if (made->potential) return potential_bytes(made->potential);
  const size_t bytes = table_bytes(made->table);
  return c->levels ? (size_t)c->levels->count * bytes : bytes;
}

void contact_table_value(const ContactTable *made, const double twist[3],
                         double h[3])
{
  if (made->potential)
    potential_value(made->potential, twist, h);
  else
    table_value(made->table, twist, h);
}

double contact_largest_surface(const Contact *c)
{
  enum { SIDE = 96 }; /* directions along half a circle */
  if (c->form != CONTACT_REDUCED) return 1;
  const ContactTable *made = contact_table_needed(c);
  double largest = 1;
  for (int k = 0; k < (c->levels ? c->levels->count : 1); k++)
    for (int i = 0; i <= SIDE; i++)
      for (int j = 0; j <= SIDE; j++) {
        const double a = PI * i / SIDE, b = PI * j / SIDE;
        const double twist[3] = {sin(a) * cos(b), sin(a) * sin(b), cos(a)};
        double h[3];
        if (made->levels)
          table_value(made->levels[k], twist, h);
        else
          contact_table_value(made, twist, h);
        largest = fmax(largest, sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]));
      }
  return number_rounded(1.002 * largest, 6);
}

double reduced_reach(const Contact *c)
{
  return c->form == CONTACT_REDUCED ? contact_table_needed(c)->reach : 0;
}

double reduced_margin_error(const Contact *c)
{
  const double between = c->levels && !c->axis ? 1.25 * c->levels->error : 0;
  return contact_table(c)->proof.bound + between;
}

/* An error as large as the largest force can turn friction round. */
static const char *describe_wrong(const Contact *c, double bound)
{
  Run *run = c->model.run;
  if (!(bound >= 1)) return NULL;
  return run_printf(
      run,
      "the table of resolution %d is proven to err by at most %.3g of the "
      "largest force, so that friction could push; raise the resolution%s",
      c->limit_surface.resolution, bound,
      c->quadrature == QUADRATURE_PAPER
          ? ", or leave out quadrature = \"paper\", which takes a cell for a "
            "point"
          : "");
}

/* Returns the least bound of a few tables of 16-bit numbers. */
static double least_rounded(const Contact *c)
{
  static const int tried[] = {24, 32};
  const LimitMap map = {&c->cells,
                        {c->cop[0], c->cop[1]},
                        c->r,
                        c->quadrature == QUADRATURE_PAPER};
  double least = INFINITY;
  for (size_t k = 0; k < COUNT(tried); k++) {
    const PotentialWish wish = {.resolution = tried[k],
                                .store = POTENTIAL_INT16,
                                .is_float = c->model.is_float};
    PotentialProof proof;
    if (potential_recall(c->model.run, &map, &wish, NULL, &proof))
      least = fmin(least, proof.error.bound);
  }
  return least;
}

const char *contact_table_fault(const Contact *c)
{
  Run *run = c->model.run;
  const ContactTable *made = contact_table(c);
  if (made->table || made->potential)
    return describe_wrong(c, made->proof.bound);
  const LimitSurface *wanted = &c->limit_surface;
  const bool is_paper = c->quadrature == QUADRATURE_PAPER;
  if (wanted->bytes > 0)
    return run_printf(run,
                      "no spline of the limit surface fits into %d bytes; "
                      "raise bytes in limit_surface",
                      wanted->bytes);
  if (wanted->store == POTENTIAL_INT16 && wanted->interp == SURFACE_POTENTIAL &&
      !c->levels)
    return run_printf(run,
                      "no spline of 16-bit numbers is proven to err by less "
                      "than %g: with more cells rounding errs by more, and the "
                      "least bound here is %.2g; take store = \"float\", or "
                      "loosen the tolerance of limit_surface",
                      wanted->tolerance, least_rounded(c));
  if (wanted->interp == SURFACE_POTENTIAL)
    return run_printf(run,
                      "no spline of at most %d numbers per face is proven to "
                      "err by less than %g; loosen the tolerance of "
                      "limit_surface, fix { resolution = n }, or try interp = "
                      "\"bilinear\"",
                      POTENTIAL_MOST_NUMBERS, wanted->tolerance);
  return run_printf(
      run,
      "no table of at most %d points is proven to err by less than %g%s; "
      "loosen the tolerance of limit_surface, fix { resolution = n }%s",
      c->levels ? LEVELS_MOST_NODES : TABLE_MOST_NODES, wanted->tolerance,
      c->levels
          ? run_printf(run, " at all of %d levels of fn", c->levels->count)
          : "",
      is_paper ? ", or leave out quadrature = \"paper\", which errs in every "
                 "point"
      : interp_of(c) == TABLE_BILINEAR ? ", or try interp = \"cubic\""
                                       : "");
}

const ContactTable *contact_table_needed(const Contact *c)
{
  const char *fault = contact_table_fault(c);
  const Value *root = &c->model.spec->root;
  const Value *asked = value_get(root, "limit_surface");
  if (fault)
    run_fail(c->model.run, asked ? asked->where : root->where, "%s", fault);
  return contact_table(c);
}
