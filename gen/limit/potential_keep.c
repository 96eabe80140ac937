/* potential_keep.c: potential tables that are kept in the cache. In: a map and
 * a PotentialWish. Out: the table that potential_choose returns, with its
 * proof.
 *
 * Invariant: the key of an entry holds all that the table depends on: the map,
 * the wish, and a number that changes with the search. */
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"

/* Raise this number if the same wish may lead to another table or proof. */
enum { EDITION = 9 };

static const char head_name[] = "potential",
                  numbers_name[] = "potential_numbers";

/* A table without its numbers. All bytes of the struct are kept. */
typedef struct Head {
  double inverse[2];
  int cells[3][2];
  double base[3], unit[3];
  size_t count;
  PotentialProof proof;
} Head;

static const char *key_of(Run *run, const LimitMap *map,
                          const PotentialWish *wish)
{
  const Grid *grid = &map->cells->grid;
  const size_t count = (size_t)grid->nx * (size_t)grid->ny;
  const double(*half)[2] = map->cells->halves;
  const char *skew =
      map->cells->is_skewed
          ? run_printf(run, ", sides %a %a, %a %a", half[0][0], half[0][1],
                       half[1][0], half[1][1])
          : "";
  return run_printf(
      run, "%d %s, %d x %d cells, %a x %a m, %a %a %a, %a %zu %d, %d %d%s",
      EDITION, hash_hex(run, map->cells->all, count * sizeof(double)), grid->nx,
      grid->ny, grid->sx, grid->sy, map->cop[0], map->cop[1], map->r,
      wish->tolerance, wish->bytes, wish->resolution, (int)wish->store,
      wish->is_float, skew);
}

static LimitPotential *recall(Run *run, const LimitMap *map,
                              const PotentialWish *wish, const char *key,
                              PotentialProof *proof)
{
  const Head *head = cache_find(run, head_name, key, sizeof *head);
  if (!head) return NULL;
  const double *numbers =
      cache_find(run, numbers_name, key, head->count * sizeof *numbers);
  if (!numbers) return NULL;
  LimitPotential *p = potential_new(run, map, (const int(*)[2])head->cells,
                                    wish->store, wish->is_float);
  if (p->count != head->count) return NULL;
  memcpy(p->stored, numbers, p->count * sizeof *p->stored);
  memcpy(p->inverse, head->inverse, sizeof p->inverse);
  for (int m = 0; m < 3; m++) {
    p->faces[m].base = head->base[m];
    p->faces[m].unit = head->unit[m];
  }
  *proof = head->proof;
  return p;
}

static void keep(Run *run, const LimitPotential *p, const char *key,
                 const PotentialProof *proof)
{
  Head *head = run_alloc(run, sizeof *head); /* zeroed, also between members */
  memcpy(head->inverse, p->inverse, sizeof head->inverse);
  for (int m = 0; m < 3; m++) {
    memcpy(head->cells[m], p->faces[m].cells, sizeof head->cells[m]);
    head->base[m] = p->faces[m].base;
    head->unit[m] = p->faces[m].unit;
  }
  head->count = p->count;
  head->proof = *proof;
  cache_keep(run, numbers_name, key, p->stored, p->count * sizeof *p->stored);
  cache_keep(run, head_name, key, head, sizeof *head);
}

LimitPotential *potential_recall(Run *run, const LimitMap *map,
                                 const PotentialWish *wish, Progress *progress,
                                 PotentialProof *proof)
{
  const double begin = now_seconds();
  const char *key = key_of(run, map, wish);
  LimitPotential *p = recall(run, map, wish, key, proof);
  if (!p) {
    p = potential_choose(run, map, wish, progress, proof);
    if (p) keep(run, p, key, proof);
  } else {
    proof->error.seconds = now_seconds() - begin;
  }
  return p;
}
