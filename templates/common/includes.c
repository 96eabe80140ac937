$(own_header)

#ifdef __TINYC__ /* TinyCC reads prototypes in less time than headers. */
$(prototypes)
#else
#include <math.h>
//@ if has_bits then
#include <stdint.h>
#include <string.h>
//@ end
#endif

#ifdef __FAST_MATH__
#error "-ffast-math hides NaN and infinity; the flags to use are in $(name).h"
#endif
