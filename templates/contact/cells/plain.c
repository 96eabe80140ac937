/* $(name).c for a compiler that does not vectorize: the functions of the emitted file, cell
 * by cell. bristle compiles it in memory and writes it to no file. */
$(own_header)
$(include("common/same_spec.c"))

$(prototypes)

//@ if is_reproducible then
#include <stdint.h>
void *memcpy(void *, const void *, __SIZE_TYPE__);

$(include("contact/cells/whole.c"))
//@ else
//@ local words = {
//@   dimensions = "contact/cells/dimensions_plain.c",
//@   form = "contact/cells/scalar.c",
//@   inlined = "static", align = "",
//@   has_blocks = true, has_pass_tables = false,
//@   has_passes = has_body or is_implicit,
//@   first_cell = "b", weights = name .. "_w + b",
//@   per_block = name .. "_lanes", per_pass = name .. "_lanes",
//@   sum_of_lanes = "contact/cells/total_plain.c", batch = plain_batch,
//@   is_emitted = false, own = "common/macros.c", elementary = "contact/libm.c",
//@ }
$(include("contact/cells/file.c", words))
//@ end
