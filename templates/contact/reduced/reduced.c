/* $(name).c: friction of the contact "$(name)"; $(name).h tells what it is.
 *
$(include("common/preamble.c")) */
$(own_header)
$(include("common/same_spec.c"))

$(include("common/headers.c"))

$(include("common/strict.c"))
//@ if is_reproducible then

$(include("common/reproducible.c"))
//@ end

$(include("contact/reduced/file.c", { own = "common/functions.c", elementary = "common/math.c", batch = batch_form, is_emitted = true }))
