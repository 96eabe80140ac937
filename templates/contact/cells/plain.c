/* $(name).c for a compiler that makes no vectors: the functions of the emitted file, cell
 * by cell. bristle compiles it in memory and writes it to no file. */
$(own_header)

$(prototypes)

//@ local words = { inlined = "static", align = "" }
$(include("contact/cells/head.c", words))

$(include("contact/cells/scalar.c", words))

$(include("contact/cells/functions.c", words))
