/* $(name).c: friction of the contact "$(name)"; $(name).h tells what it is.
 *
$(include("common/preamble.c")) */
$(own_header)

$(include("common/headers.c"))

$(include("common/strict.c"))

//@ local inlined = is_loop and blocks == 1 and NAME .. "_INLINE" or "static"
//@ local words = { inlined = inlined, align = is_loop and NAME .. "_ALIGN " or "" }
$(include("contact/cells/head.c", words))

$(include(form, words))

$(include("contact/cells/functions.c", words))
