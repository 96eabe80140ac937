$(own_header)
$(include("common/same_spec.c"))

#ifdef __TINYC__ /* TinyCC reads prototypes in less time than headers. */
$(prototypes)
#else
$(include("common/headers.c"))
#endif

$(include("common/strict.c"))
