/* place.h: where tests keep their files. */
#ifndef BRISTLE_TESTS_PLACE_H
#define BRISTLE_TESTS_PLACE_H

#include <stddef.h>

/* Returns $TMPDIR, or /tmp. */
const char *test_place(void);
/* Makes a folder of its own there, and writes its path. */
void make_test_folder(const char *name, char *path, size_t size);

#endif
