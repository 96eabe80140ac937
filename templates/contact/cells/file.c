//@ -- The order of a file; the template that includes this one says how cells are grouped.
//@ local all_shares = has_levels and "k->share" or name .. "_w"
//@ local shares = has_levels and "k->share + b*" .. name .. "_lanes" or name .. "_shares(b)"
//@ local held = has_levels and name .. "_share(patch, k)" or has_area and name .. "_load[k]" or name .. "_w[k]"
//@ local by_patch = has_area and has_levels -- how far bristles reach depends on the load
//@ local reach_of_area = by_patch and name .. "_reach_at(patch, k)" or "fn*" .. name .. "_reach[k]"
//@ local is_moved = has_margin and (has_stretch or has_regions) -- from the centre of pressure
//@ local words = {
//@   along = has_stretch and "given" or "twist",
//@   block_par = has_blocks and ", int b" or "", block_arg = has_blocks and ", b" or "",
//@   from_block = has_blocks and " + " .. name .. "_first(b)" or "",
//@   patch_par = has_levels and ", const " .. name .. "_patch *patch" or "",
//@   patch_arg = has_levels and ", patch" or "",
//@   patch_of_fn = ("const %s_patch at_fn = %s_patch_at(fn), *const patch = &at_fn;"):format(name, name),
//@   gauge = has_margin and one_bristle and "contact/cells/gauge_single.c" or "contact/cells/gauge.c", gauge_arg = has_levels and ", patch" or "", off_centre = true,
//@   at_x = has_levels and "patch->moment[0]" or is_moved and real(margin_x) or NAME .. "_COP_X",
//@   at_y = has_levels and "patch->moment[1]" or is_moved and real(margin_y) or NAME .. "_COP_Y",
//@   per_length = has_levels and name .. "_per_length(patch)" or has_margin and real(margin_per_length) or "",
//@   margin_scale = "*= " .. (has_levels and name .. "_per_length(patch)" or has_margin and real(margin_per_length) or ""),
//@   fn_par = by_patch and ", const " .. name .. "_patch *patch" or has_area and (", %s fn"):format(real) or "",
//@   fn_arg = by_patch and ", patch" or has_area and ", fn" or "",
//@   both_par = has_levels and ", const " .. name .. "_patch *patch" or has_area and (", %s fn"):format(real) or "",
//@   both_arg = has_levels and ", patch" or has_area and ", fn" or "",
//@   reach_of_area = reach_of_area, first_of = has_blocks and name .. "_first(b) + " or "",
//@   reach_of_k = has_area and reach_of_area .. (has_regions and "*" .. name .. "_grip[k]" or "") or name .. "_grip[k]",
//@   pull = has_area and NAME .. "_FN_NOMINAL" or "fn",
//@   held = held, holding = held .. (has_regions and has_margin and "*" .. name .. "_grip[k]" .. (mean_factor ~= 1 and "*" .. real(1/mean_factor) or "") or ""),
//@   times_grip = has_regions and "*" .. name .. "_grip[k]" or "",
//@   share = by_patch and name .. "_weight(patch, k)" or has_levels and name .. "_share(patch, k)" or name .. "_w[k]",
//@   block_shares = has_blocks and shares or all_shares, from_first = has_blocks and " + first" or "",
//@ }
$(include("contact/cells/compilers.c"))
/* ---- dimensions --------------------------------------------------------- */

$(include(dimensions))

$(include("contact/parameters.c"))

/* ---- tables ------------------------------------------------------------- */

$(include("contact/cells/tables.c"))

/* ---- helpers ------------------------------------------------------------ */

$(include(own))
//@ if #tune > 0 then
$(include("common/tuning.c"))

//@ end
$(include("contact/helpers.c"))

//@ if has_levels then
$(include("contact/cells/patch.c"))

//@ end
$(include("contact/cells/leave.c", words))

$(include(form, words))

$(include("contact/cells/functions.c", words))
