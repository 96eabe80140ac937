/* soak.c: see soak.h. In: TEST_SOAK, which `make soak` sets. Out: strides. */
#include "support/soak.h"

#include <stdlib.h>

bool in_soak(void)
{
  return getenv("TEST_SOAK") != NULL;
}

int soak_stride(int most)
{
  return in_soak() ? 1 : most;
}
