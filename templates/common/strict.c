#ifdef __FAST_MATH__
#error "-ffast-math hides NaN and infinity; the flags to use are in $(name).h"
#endif
