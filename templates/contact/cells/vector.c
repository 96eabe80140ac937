//@ if is_blocked then
/* Blocks of $(lanes) cells, each block in short passes: every pass is a loop with a trip
 * count known here and a short chain of operations, which compilers turn into
 * vector code. Selects discard unused results of a lane, so that no NaN gets through.
 * The last block ends at the last cell and overlaps the block before: cells of both
 * have weight 0 in the last block, and are written twice with the same values. */
//@ else
/* All cells in short passes: every pass is a loop with a trip count known here and
 * a short chain of operations, which compilers turn into vector code. Selects
 * discard unused results of a lane, so that no NaN gets through. */
//@ end

/* The numbers that the passes leave for each other, lane by lane. */
typedef struct {
$(struct_members(lanes_struct))
} $(name)_block;

$(include(elementary))

$(include("contact/cells/grouping.c"))
//@ if is_implicit and is_elastoplastic then
$(include("contact/cells/any_negative.c", { of = "" }))

//@ end
$(include("contact/cells/passes.c"))

//@ if is_implicit then
$(include("contact/cells/implicit.c"))

//@ end
//@ if has_stride or has_crowd_wide then
$(include("contact/wide.c"))

//@ end
//@ if has_stride then
$(include("contact/cells/stride.c"))
$(include("contact/cells/stride_move.c"))

//@ end
$(include("contact/cells/blocks.c"))
