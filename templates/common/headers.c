//@ if has_libm then
#include <math.h>
//@ end
//@ if own_sqrt and not has_libm then
#if !defined(__GNUC__)
#include <math.h> /* sqrt */
#endif
//@ end
//@ if own_sqrt or has_bits then
#include <stdint.h>
$(include("common/freestanding.c"))
//@ end
