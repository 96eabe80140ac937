/* version.c: the version of bristle. In: nothing. Out: its text.
 *
 * Invariant: the number stands here; the Makefile reads it from this file, and
 * a test compares BRISTLE_VERSION of bristle.h. */
#include "base/base.h"

const char *version_text(void)
{
  return "0.1.0";
}
