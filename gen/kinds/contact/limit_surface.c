/* limit_surface.c: the key `limit_surface` of a contact. In: its value. Out: a
 * LimitSurface, with the defaults of what the value leaves out.
 *
 * Invariant: a table has one of tolerance, resolution and bytes. */
#include "kinds/contact/limit_surface.h"

#include "language/language.h"

static const char *const interp_names[] = {"bilinear", "cubic", "potential",
                                           NULL};
static const char *const level_names[] = {"sliding", "held", NULL};
static const char *const store_names[] = {"double", "float", "int16", NULL};

#define AT(member) offsetof(LimitSurface, member)
const Field limit_surface_fields[LIMIT_SURFACE_FIELDS] = {
    {"tolerance", FIELD_NUMBER, AT(tolerance), .range = RANGE_WITHIN,
     .low = 1e-6, .high = 0.5,
     .help = "largest certified error of the table; 1e-3 by default"},
    {"resolution", FIELD_INTEGER, AT(resolution), .range = RANGE_WITHIN,
     .low = 2, .high = 1000,
     .help = "cells along 90 degrees of direction, in place of tolerance; "
             "by default as many as tolerance needs"},
    {"bytes", FIELD_INTEGER, AT(bytes), .range = RANGE_WITHIN, .low = 64,
     .high = 1000000,
     .help = "most bytes of a potential's numbers, in place of tolerance; none "
             "by default"},
    {"interp", FIELD_CHOICE, AT(interp), .choices = interp_names,
     .help = "interpolation between wrenches, or the gradient of one scalar "
             "spline; \"potential\" by default, \"bilinear\" with resolution "
             "or fn_range"},
    {"store", FIELD_CHOICE, AT(store), .choices = store_names,
     .fallback = POTENTIAL_FLOAT,
     .help = "type of a potential's numbers; int16 keeps 1e-3, and 3e-4 at "
             "best"},
    {"level", FIELD_CHOICE, AT(level), .choices = level_names,
     .help = "friction that _margin and _hold count on: mu_c, or mu_s of a "
             "contact that holds"}};
#undef AT

void limit_surface_read(Run *run, const Value *value, LimitSurface *l)
{
  if (!value) {
    *l = (LimitSurface){
        .tolerance = 1e-3, .is_default = true, .store = POTENTIAL_FLOAT};
    return;
  }
  spec_read(run, value, "limit_surface", limit_surface_fields,
            LIMIT_SURFACE_FIELDS, l);
  if (!value_get(value, "interp")) {
    if (value_get(value, "bytes") || value_get(value, "store"))
      l->interp = SURFACE_POTENTIAL;
    else
      l->is_default = l->resolution == 0;
  }
  if (l->tolerance > 0 && l->resolution > 0)
    run_fail(run, value_get(value, "resolution")->where,
             "limit_surface takes tolerance or resolution, not both");
  const Value *bytes = value_get(value, "bytes");
  if (bytes && (l->tolerance > 0 || l->resolution > 0))
    run_fail(run, bytes->where, "limit_surface takes bytes or %s, not both",
             l->tolerance > 0 ? "tolerance" : "resolution");
  if (bytes && l->interp != SURFACE_POTENTIAL)
    run_fail(run, bytes->where,
             "bytes needs interp = \"potential\"; other tables are chosen by "
             "tolerance or resolution");
  if (l->resolution == 0 && l->bytes == 0 && l->tolerance == 0)
    l->tolerance = 1e-3;
  const Value *store = value_get(value, "store");
  if (store && l->interp != SURFACE_POTENTIAL)
    run_fail(run, store->where,
             "store needs interp = \"potential\"; other tables have the "
             "solver's type");
}

/* Returns the place of interp, or of the keys that imply a potential. */
static Where where_of_interp(const Value *limit_surface)
{
  const Value *interp = value_get(limit_surface, "interp");
  return interp ? interp->where : limit_surface->where;
}

void limit_surface_check(const Contact *c, const Value *value,
                         const Value *fn_range)
{
  const LimitSurface *l = &c->limit_surface;
  if (l->interp != SURFACE_POTENTIAL) return;
  Run *run = c->model.run;
  const Value *store = value_get(value, "store");
  if (c->model.is_float && l->store == POTENTIAL_DOUBLE)
    run_fail(run, store->where,
             "store = \"double\" needs real = \"double\"; use \"float\" or "
             "\"int16\"");
  if (l->resolution > POTENTIAL_MOST_RESOLUTION)
    run_fail(run, value_get(value, "resolution")->where,
             "resolution must be at most %d with interp = \"potential\", got "
             "%d",
             POTENTIAL_MOST_RESOLUTION, l->resolution);
  if (fn_range && l->bytes > 0)
    run_fail(run, value_get(value, "bytes")->where,
             "bytes needs a pressure that does not depend on fn; with fn_range "
             "give limit_surface a tolerance");
  if (c->quadrature == QUADRATURE_PAPER)
    run_fail(run, where_of_interp(value),
             "interp = \"potential\" needs quadrature = \"exact\"; use "
             "\"bilinear\" or \"cubic\" for the paper's surface");
}
