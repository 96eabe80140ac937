//@ -- The order of a file.
//@ local words = {
//@   along = has_stretch and "given" or "twist",
//@   inlined = NAME .. "_INLINE",
//@   patch_par = has_levels and ", const " .. name .. "_patch *patch" or "",
//@   patch_arg = has_levels and ", patch" or "",
//@   patch_of_fn = name .. "_patch at_fn, *const patch = &at_fn;\n  " .. name .. "_patch_at(patch, fn);",
//@   fn_par = "", fn_arg = "", has_area = false,
//@   gauge = "contact/reduced/gauge.c", gauge_arg = has_levels and not is_ellipsoid and ", patch" or "",
//@   margin_scale = has_levels and "/= patch->r" or "*= " .. real(1/r),
//@   at_x = has_levels and "patch->x" or has_stretch and real(inner_x) or NAME .. "_COP_X",
//@   at_y = has_levels and "patch->y" or has_stretch and real(inner_y) or NAME .. "_COP_Y",
//@   at_r = has_levels and "patch->r" or NAME .. "_R",
//@   at_k = has_levels and "patch->k" or NAME .. "_K",
//@   spin_sigma2 = has_levels and NAME .. "_SIGMA2*patch->k" or is_viscous and named("sigma2_k") or "",
//@ }
/* ---- compilers ---------------------------------------------------------- */

$(include("common/upper.c"))

$(include("common/inline.c"))

//@ if is_emitted and has_crowd_wide then
$(include("contact/wide_choice.c"))

//@ end
//@ if has_body then
$(include("contact/restrict.c"))

//@ end
$(include("contact/parameters.c"))

//@ if has_tables then
/* ---- tables ------------------------------------------------------------- */

//@ end
//@ if has_levels then
$(include(has_axis and "contact/reduced/axis_tables.c" or "contact/reduced/level_tables.c"))

//@ end
//@ if not is_ellipsoid then
$(include(is_potential and "contact/reduced/coefficients.c" or "contact/reduced/nodes.c"))

//@ end
/* ---- helpers ------------------------------------------------------------ */

$(include(own))
//@ if #tune > 0 then
$(include("common/tuning.c"))

//@ end
$(include(elementary, words))

$(include("contact/helpers.c", words))

$(NAME)_INLINE $(real) $(name)_dot(const $(real) a[3], const $(real) b[3])
{
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}

//@ if has_levels then
$(include(has_axis and "contact/reduced/axis_patch.c" or "contact/reduced/patch.c"))

//@ end
$(include("contact/reduced/leave.c", words))

/* ---- the limit surface (7) ---------------------------------------------- */

$(include(surface, words))

//@ if has_axis then
$(include("contact/reduced/axis_place.c", words))
//@ end
$(include("contact/reduced/flow.c", words))

//@ if is_emitted and has_crowd_wide then
$(include("contact/wide.c"))

//@ end
$(include("contact/reduced/functions.c", words))
