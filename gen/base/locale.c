/* locale.c: the locale "C" for one thread. In: a thread with any locale. Out: a
 * thread that reads and writes numbers with a decimal point.
 *
 * Invariant: locale_leave restores the locale from before locale_enter. */
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
