/* memo.c: what was found for an address, so that shared parts are walked
 * through once. In: addresses. Out: the addresses of their results. */
#include "algebra/inside.h"
#include "base/base.h"

static size_t slot_of(const Memo *memo, const void *from)
{
  size_t slot = ((size_t)from >> 4) * 0x9e3779b97f4a7c15u >> 20;
  while (memo->from[slot % memo->room] && memo->from[slot % memo->room] != from)
    slot++;
  return slot % memo->room;
}

const void *memo_find(const Memo *memo, const void *from)
{
  return memo->room > 0 ? memo->to[slot_of(memo, from)] : NULL;
}

void memo_add(Run *run, Memo *memo, const void *from, const void *to)
{
  if (2 * memo->count >= memo->room) {
    const Memo old = *memo;
    memo->room = old.room ? 4 * old.room : 256;
    memo->from = run_alloc(run, memo->room * sizeof *memo->from);
    memo->to = run_alloc(run, memo->room * sizeof *memo->to);
    for (size_t i = 0; i < old.room; i++) {
      if (!old.from[i]) continue;
      const size_t slot = slot_of(memo, old.from[i]);
      memo->from[slot] = old.from[i];
      memo->to[slot] = old.to[i];
    }
  }
  const size_t slot = slot_of(memo, from);
  memo->from[slot] = from;
  memo->to[slot] = to;
  memo->count++;
}
