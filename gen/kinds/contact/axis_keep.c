/* axis_keep.c: tables along an axis of the force that are kept in the cache.
 * In: a key. Out: the ContactAxis that was kept under it, or why there is none.
 *
 * Invariant: the key holds all that the search depends on. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "limit/limit.h"
#include "kinds/contact/axis.h"

static const char kept_name[] = "axis", figures_name[] = "axis_figures",
                  slices_name[] = "axis_slices";

/* An axis without its pointers, or why there is none. All bytes of the struct
 * are kept. */
typedef struct Kept {
  char why[200]; /* not empty: there is none */
  ContactAxis axis;
  PotentialAxis table;
} Kept;

static size_t figures_size(const ContactAxis *a)
{
  return 4 * ((size_t)a->cells + 3) * sizeof *a->figures;
}

static size_t slices_size(const PotentialAxis *p)
{
  return (size_t)p->slices * p->layout.count * sizeof *p->stored;
}

bool contact_axis_recall(Run *run, const char *key, ContactAxis **out,
                         const char **why)
{
  const Kept *found = cache_find(run, kept_name, key, sizeof *found);
  if (!found) return false;
  Kept *kept = run_alloc(run, sizeof *kept);
  *kept = *found;
  *out = NULL;
  *why = kept->why[0] ? kept->why : NULL;
  if (*why) return true;
  const double *figures =
      cache_find(run, figures_name, key, figures_size(&kept->axis));
  const double *slices =
      cache_find(run, slices_name, key, slices_size(&kept->table));
  if (!figures || !slices) return false;
  kept->axis.table = &kept->table;
  kept->axis.figures = run_alloc(run, figures_size(&kept->axis));
  memcpy(kept->axis.figures, figures, figures_size(&kept->axis));
  kept->table.stored = run_alloc(run, slices_size(&kept->table));
  memcpy(kept->table.stored, slices, slices_size(&kept->table));
  kept->table.layout.stored = kept->table.stored;
  *out = &kept->axis;
  return true;
}

void contact_axis_keep(Run *run, const char *key, const ContactAxis *axis,
                       const char *why)
{
  Kept *kept = run_alloc(run, sizeof *kept); /* zeroed */
  if (why) {
    snprintf(kept->why, sizeof kept->why, "%s", why);
    cache_keep(run, kept_name, key, kept, sizeof *kept);
    return;
  }
  kept->axis = *axis;
  kept->table = *axis->table;
  kept->axis.table = NULL;
  kept->axis.figures = kept->table.stored = kept->table.layout.stored = NULL;
  kept->table.layout.map.cells = NULL;
  cache_keep(run, figures_name, key, axis->figures, figures_size(axis));
  cache_keep(run, slices_name, key, axis->table->stored,
             slices_size(axis->table));
  cache_keep(run, kept_name, key, kept, sizeof *kept);
}
