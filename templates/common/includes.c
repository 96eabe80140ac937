$(own_header)
$(include("common/same_spec.c"))

#ifdef __TINYC__ /* TinyCC reads prototypes in less time than headers. */
$(prototypes)
//@ if has_bits then
#include <stdint.h>
void *memcpy(void *, const void *, __SIZE_TYPE__);
//@ end
#else
$(include("common/headers.c"))
#endif

$(include("common/strict.c"))
