//@ -- The file for a compiler that vectorizes.
//@ local block = is_blocked and "_lanes" or "_n"
//@ local words = {
//@   dimensions = "contact/cells/dimensions.c",
//@   form = is_loop and "contact/cells/vector.c" or "contact/cells/scalar.c",
//@   inlined = is_loop and not is_blocked and NAME .. "_INLINE" or "static",
//@   align = is_loop and NAME .. "_ALIGN " or "",
//@   has_blocks = is_blocked, has_pass_tables = true,
//@   has_passes = is_loop or has_body or is_implicit,
//@   first_cell = ("b < %s_blocks - 1 ? b*%s_lanes : %s_last"):format(name, name, name),
//@   weights = ("b == %s_blocks - 1 ? %s_last_w : %s_w + %s_first(b)"):format(name, name, name, name),
//@   per_block = name .. block, per_pass = name .. (is_padded and "_wide" or block),
//@   sum_of_lanes = "contact/cells/total.c", batch = batch_form,
//@   is_emitted = true, own = "common/functions.c", elementary = "common/math.c",
//@ }
$(include("contact/cells/file.c", words))
