/* ---- parameters of the equations in $(name).h ---------------------------- */

$(include("common/constants.c"))
