#include <math.h>
//@ if has_bits then
#include <stdint.h>
#include <string.h>
//@ end
