$(own_header)

#ifdef __TINYC__ /* TinyCC reads prototypes in less time than headers. */
$(prototypes)
#else
$(include("common/headers.c"))
#endif

$(include("common/strict.c"))
