/* couple.c: contacts of one solver and the bodies behind them, for callers
 * with doubles. In: states anywhere in memory. Out: what _couple and _march of
 * the emitted header say, in doubles.
 *
 * Invariant: a state is written only if _couple writes it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "api/inside.h"

/* ---- the solver's reals -------------------------------------------------- */

/* Memory of a call: numbers of the solver's reals where those are floats. */
typedef struct Room {
  int is_float;
  float *next;
} Room;

static void *narrowed(Room *room, const double *from, size_t count)
{
  if (!room->is_float || !from) return (void *)(uintptr_t)from;
  float *const to = room->next;
  for (size_t i = 0; i < count; i++) to[i] = (float)from[i];
  room->next += count;
  return to;
}

static void widen(const Room *room, double *to, const void *from, size_t count)
{
  for (size_t i = 0; room->is_float && to && i < count; i++)
    to[i] = (double)((const float *)from)[i];
}

static void *align_up(void *block, size_t align)
{
  return (void *)(((uintptr_t)block + align - 1) / align * align);
}

/* ---- calls --------------------------------------------------------------- */

int bristle_couple(const br_solver *f, int n, void *const *states,
                   const double *fn, const double *v0, const double *w,
                   double dt, double *twist, double *wrench, int *status,
                   double *info)
{
  if (!f->couple || n < 1 || n > f->couple_most) return BR_BAD_INPUT;
  const size_t count = (size_t)n, bytes = f->state_bytes;
  const size_t numbers = count + 9 * count * count + 3 * 3 * count;
  void *const block = malloc(count * bytes + f->state_align);
  float *const floats = malloc(numbers * sizeof *floats);
  int result = BR_BAD_INPUT;
  if (block && floats) {
    char *const all = align_up(block, f->state_align);
    Room room = {f->real_bytes == sizeof(float), floats};
    void *const load = narrowed(&room, fn, count);
    void *const start = narrowed(&room, v0, 3 * count);
    void *const matrix = narrowed(&room, w, 9 * count * count);
    void *const v = narrowed(&room, twist, 3 * count);
    void *const force = narrowed(&room, wrench, 3 * count);
    for (int i = 0; i < n; i++)
      memcpy(all + (size_t)i * bytes, states[i], bytes);
    result = f->couple(n, all, load, start, matrix, dt, v, force, status, info);
    widen(&room, twist, v, 3 * count);
    widen(&room, wrench, force, 3 * count);
    for (int i = 0; i < n; i++)
      memcpy(states[i], all + (size_t)i * bytes, bytes);
  }
  free(floats);
  free(block);
  return result;
}

int bristle_march(const br_solver *f, void *state, double *v,
                  const double *minv, const double *loads, const double *fn,
                  int steps, double dt, double *twists, double *wrenches)
{
  if (!f->march || steps < 0) return BR_BAD_INPUT;
  const size_t count = (size_t)steps;
  float *const floats = malloc((12 + 10 * count) * sizeof *floats);
  if (!floats) return BR_BAD_INPUT;
  Room room = {f->real_bytes == sizeof(float), floats};
  void *const own = narrowed(&room, v, 3);
  void *const inverse = narrowed(&room, minv, 9);
  void *const load = narrowed(&room, loads, 3 * count);
  void *const normal = narrowed(&room, fn, count);
  void *const ways = narrowed(&room, twists, 3 * count);
  void *const forces = narrowed(&room, wrenches, 3 * count);
  const int result =
      f->march(state, own, inverse, load, normal, steps, dt, ways, forces);
  widen(&room, v, own, 3);
  widen(&room, twists, ways, 3 * count);
  widen(&room, wrenches, forces, 3 * count);
  free(floats);
  return result;
}
