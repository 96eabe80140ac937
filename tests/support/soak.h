/* soak.h: how many cases of a test run. `make soak` runs all of them; `make
 * test` runs a part where all would take minutes. */
#ifndef BRISTLE_TESTS_SOAK_H
#define BRISTLE_TESTS_SOAK_H

#include <stdbool.h>

/* Returns true in `make soak`. */
bool in_soak(void);
/* Returns the stride of a loop over cases: `most` in `make test`, 1 in `make
 * soak`. */
int soak_stride(int most);

#endif
