/* plot.c: the picture of a mechanism: the motion of its scenario. In: a
 * Mechanism, a recording. Out: Pictures.
 *
 * Invariant: the columns are those of simulate.c. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "results/results.h"
#include "kinds/mechanism/mechanism.h"

bool mechanism_draws_motion(const Model *model)
{
  (void)model;
  return true;
}

/* Fills a panel with coordinates from `first` on: all neighbours of similar
 * size; a coordinate below `noise` fits everywhere. Coordinates have no units,
 * so that their sizes decide which of them share an axis. Returns the number of
 * coordinates in the panel. */
static size_t add_coordinates(const Recording *r, size_t first, size_t end,
                              double noise, bool has_room, Panel *panel)
{
  enum { SIMILAR = 8 };
  double least = INFINITY, most = 0;
  size_t k = first;
  for (; k < end; k++) {
    const double size = recording_largest(r, k);
    if (size <= noise) continue;
    if (has_room && fmax(most, size) > SIMILAR * fmin(least, size)) break;
    least = fmin(least, size);
    most = fmax(most, size);
  }
  *panel = (Panel){.left = {"coordinates", first, k - first, false}};
  return k - first;
}

/* Returns for each row that the contact point stays where it was in the row
 * before; NULL if there is no friction. */
static const bool *rows_that_stick(const Mechanism *s, const Recording *r,
                                   size_t point)
{
  const Friction *f = &s->friction;
  if (!f->law || s->d == 0) return NULL;
  const double slow = f->sticks     ? 10 * f->v_rest
                      : f->bend > 0 ? 0.1 * f->bend
                                    : 1e-5;
  bool *sticks = run_alloc(r->run, r->nrows * sizeof *sticks);
  for (size_t row = 0; row < r->nrows; row++) {
    const size_t at = row > 0 ? row : 1;
    if (at >= r->nrows) break;
    const double *now = r->values + at * r->ncolumns;
    const double *before = now - r->ncolumns;
    double distance = 0;
    for (int k = 0; k < s->d; k++)
      distance =
          hypot(distance, now[point + (size_t)k] - before[point + (size_t)k]);
    sticks[row] = distance < slow * (now[0] - before[0]);
  }
  return sticks;
}

/* Plots panels for coordinates, inputs, the contact point, its forces, and
 * energies. */
void mechanism_picture(const Model *model, const Recording *recording,
                       Pictures *pictures)
{
  enum { MOST_COORDINATE_PANELS = 3, MOST_PANELS = MOST_COORDINATE_PANELS + 5 };
  const Mechanism *s = (const Mechanism *)model;
  const size_t n = (size_t)s->n, nu = (size_t)s->nu, d = (size_t)s->d;
  const size_t point = 1 + 2 * n + nu; /* first column of the contact point */
  const size_t energy = point + (d == 0            ? 0
                                 : s->friction.law ? 2 * d + 1
                                                   : d + 1);
  Panel panels[MOST_PANELS];
  size_t count = 0;
  double largest = 0, push = 0;
  for (size_t i = 0; i < n; i++)
    largest = fmax(largest, recording_largest(recording, 1 + i));
  for (size_t i = 0; i < nu; i++)
    push = fmax(push, recording_largest(recording, 1 + 2 * n + i));
  for (size_t first = 1; first < 1 + n;) {
    first +=
        add_coordinates(recording, first, 1 + n, 1e-9 * largest,
                        count + 1 < MOST_COORDINATE_PANELS, &panels[count]);
    count++;
  }
  if (push > 0)
    panels[count++] = (Panel){.left = {"inputs", 1 + 2 * n, nu, false}};
  if (d > 0) {
    panels[count++] = (Panel){.left = {"contact point", point, d, false}};
    panels[count++] = (Panel){.left = {"normal force", point + d, 1, false}};
    if (s->friction.law)
      panels[count++] = (Panel){.left = {"friction", point + d + 1, d, false}};
  }
  panels[count++] = (Panel){
      .left = {"energy", energy, recording->ncolumns - 1 - energy, false}};
  picture_motion(pictures, recording, panels, count,
                 rows_that_stick(s, recording, point));
}
