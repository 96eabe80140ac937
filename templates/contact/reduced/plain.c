/* $(name).c for a compiler that does not vectorize: the functions of the emitted file with
 * calls of libm. bristle compiles it in memory and writes it to no file. */
$(own_header)
$(include("common/same_spec.c"))

$(prototypes)

//@ local own = is_reproducible and "common/functions.c" or "common/macros.c"
//@ local elementary = is_reproducible and "common/math.c" or "contact/libm.c"
//@ if is_reproducible then
#include <stdint.h>
void *memcpy(void *, const void *, __SIZE_TYPE__);

//@ end
$(include("contact/reduced/file.c", { own = own, elementary = elementary, batch = "batch.c", is_emitted = false }))
