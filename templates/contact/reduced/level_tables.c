/* Levels of the normal force, N, and one over their distances; at each the centre
 * of pressure, r, m, and the mean square radius u about it, m^2. */
enum { $(name)_levels = $(levels) };
static const $(NAME)_TABLE $(real) $(name)_level[$(levels)] = {
$(rows(level_fn))};
static const $(NAME)_TABLE $(real) $(name)_per_newton[$(levels - 1)] = {
$(rows(level_per_newton))};
static const $(NAME)_TABLE $(real) $(name)_level_patch[$(4*levels)] = {
$(rows(level_patch, 4))};
