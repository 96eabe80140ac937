/* ---- parameters of the equations in $(name).h ---------------------------- */

$(include("common/constants.c"))
//@ if #tune > 0 then

$(include("common/tuning.c"))
//@ end
