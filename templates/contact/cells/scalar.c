/* The cells one after the other, with branches that skip unnecessary work: the
 * fastest form without vector instructions. */

$(include(elementary))
$(include("contact/cells/" .. relaxation_form))

$(include("contact/cells/grouping.c"))
//@ if has_rounds then
$(include("contact/cells/any_negative_scalar.c", { of = "" }))

//@ end
//@ if is_implicit then
$(include("contact/cells/implicit.c"))

$(include("contact/cells/settle_all.c"))

//@ end
$(include("contact/cells/cell_rate.c"))

$(include("contact/cells/cell_step.c"))

$(include("contact/cells/sweep_cells.c"))
