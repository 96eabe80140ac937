/* version.c: the version of bristle and its day. In: BRISTLE_VERSION of
 * gen/api/bristle.h and the day of that version in gen/CHANGELOG.md, which the
 * Makefile passes. Out: their texts.
 *
 * Invariant: the numbers stand in those two files alone. */
#include "base/base.h"

const char *version_text(void)
{
  return BRISTLE_VERSION;
}

const char *version_date(void)
{
  return VERSION_DATE;
}
