/* locale.c: the locale "C" for a while. In: whatever the host program has set.
 * Out: a thread that reads and writes numbers with a point.
 *
 * Invariant: after locale_leave the thread has the locale that it had. */
#define _GNU_SOURCE
#include <locale.h>
#include <stdlib.h>

#include "base/base.h"

struct LocaleGuard {
  locale_t c, before;
};

LocaleGuard *locale_enter(void)
{
  LocaleGuard *guard = calloc(1, sizeof *guard);
  if (!guard) return NULL;
  guard->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (guard->c) guard->before = uselocale(guard->c);
  return guard;
}

void locale_leave(LocaleGuard *guard)
{
  if (!guard) return;
  if (guard->c) {
    uselocale(guard->before);
    freelocale(guard->c);
  }
  free(guard);
}
