/* $(name).c for a compiler that does not vectorize: the functions of the emitted file with
 * calls of libm. bristle compiles it in memory and writes it to no file. */
$(own_header)
$(include("common/same_spec.c"))

$(prototypes)

$(include("contact/reduced/file.c", { own = "common/macros.c", elementary = "contact/libm.c", batch = "batch.c" }))
