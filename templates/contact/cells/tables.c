/* Cell centres, m. */
static const $(align)$(real) $(name)_x[$(cells)] = {
$(rows(x))};
static const $(align)$(real) $(name)_y[$(cells)] = {
$(rows(y))};
//@ if has_levels then

$(include("contact/cells/level_tables.c"))
//@ else
/* Shares of the load. */
static const $(align)$(real) $(name)_w[$(cells)] = {
$(rows(w))};
//@ end
//@ if has_pass_tables then
$(include("contact/cells/pass_tables.c"))
//@ end
