/* Levels of the normal force, N; for each the cells' shares of the load, and
 * their moments: of x, of y, m, and of x^2 + y^2, m^2. */
enum { $(name)_levels = $(levels) };
static const $(NAME)_TABLE $(real) $(name)_level[$(levels)] = {
$(rows(level_fn))};
static const $(NAME)_TABLE $(align)$(real) $(name)_level_w[$(levels * cells)] = {
$(rows(level_w))};
static const $(NAME)_TABLE $(real) $(name)_level_moment[$(3 * levels)] = {
$(rows(level_moments, 3))};
