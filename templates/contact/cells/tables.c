/* Cell centres, m. */
static const $(NAME)_TABLE $(align)$(real) $(name)_x[$(cells)] = {
$(rows(x))};
static const $(NAME)_TABLE $(align)$(real) $(name)_y[$(cells)] = {
$(rows(y))};
//@ if has_levels then

$(include("contact/cells/level_tables.c"))
//@ if has_area then
/* Shares of the stiffness; lengths of reach, 1/N: one over that share and
 * $(plain(fn_nominal)) N. */
static const $(NAME)_TABLE $(align)$(real) $(name)_w[$(cells)] = {
$(rows(w))};
static const $(NAME)_TABLE $(align)$(real) $(name)_reach[$(cells)] = {
$(rows(reach))};
//@ end
//@ else
//@ if has_area then
/* Shares of the load; lengths of reach per load, 1/N: share of the load over that of the
 * stiffness, over $(plain(fn_nominal)) N; shares of the stiffness. */
static const $(NAME)_TABLE $(align)$(real) $(name)_load[$(cells)] = {
$(rows(load))};
static const $(NAME)_TABLE $(align)$(real) $(name)_reach[$(cells)] = {
$(rows(reach))};
//@ else
/* Shares of the load. */
//@ end
static const $(NAME)_TABLE $(align)$(real) $(name)_w[$(cells)] = {
$(rows(w))};
//@ end
//@ if has_regions then
/* Factors of the friction coefficients, by region. */
static const $(NAME)_TABLE $(align)$(real) $(name)_grip[$(cells)] = {
$(rows(grip))};
//@ end
//@ if has_spread then
/* Shares of the area: each cell of the pressure counts for the bristle next to it. */
static const $(align)$(real) $(name)_spread[$(cells)] = {
$(rows(spread))};
//@ end
//@ if has_pass_tables then
$(include("contact/cells/pass_tables.c"))
//@ end
