//@ -- The file's own functions in the place of libm's: each rule is in the file below.
//@ if has_bits then
$(include("common/bits.c"))

//@ end
//@ if own_sqrt then
$(include("common/root.c"))

//@ end
//@ if own_log then
$(include("common/log.c"))

//@ end
//@ if own_exp then
$(include("common/exp.c"))

//@ end
//@ if own_pow then
$(include("common/power.c"))

//@ end
//@ if own_sin or own_cos then
$(include("common/angle.c"))

//@ end
