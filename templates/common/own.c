#ifdef __TINYC__
$(macros)
#else
$(include("common/functions.c"))
#endif
