//@ if is_padded then
/* Places, shares, and shares times x and y of whole vectors: the last vector begins at
 * cell $(cells - vector), and cells of the vector before have weight 0 in it. */
static const $(NAME)_TABLE $(align)$(real) $(name)_wide_x[$(wide)] = {
$(rows(wide_x))};
static const $(NAME)_TABLE $(align)$(real) $(name)_wide_y[$(wide)] = {
$(rows(wide_y))};
static const $(NAME)_TABLE $(align)$(real) $(name)_wide_w[$(wide)] = {
$(rows(wide_w))};
static const $(NAME)_TABLE $(align)$(real) $(name)_wide_wx[$(wide)] = {
$(rows(wide_wx))};
static const $(NAME)_TABLE $(align)$(real) $(name)_wide_wy[$(wide)] = {
$(rows(wide_wy))};
//@ end
//@ if has_moments then
/* Shares times x and y, m. */
static const $(NAME)_TABLE $(align)$(real) $(name)_wx[$(cells)] = {
$(rows(wx))};
static const $(NAME)_TABLE $(align)$(real) $(name)_wy[$(cells)] = {
$(rows(wy))};
//@ end
//@ if has_last then
/* Shares in the last block: 0 for cells of the block before. */
static const $(NAME)_TABLE $(align)$(real) $(name)_last_w[$(lanes)] = {
$(rows(last_w))};
//@ end
//@ if has_last_moments then
static const $(NAME)_TABLE $(align)$(real) $(name)_last_wx[$(lanes)] = {
$(rows(last_wx))};
static const $(NAME)_TABLE $(align)$(real) $(name)_last_wy[$(lanes)] = {
$(rows(last_wy))};
//@ end
//@ if has_counts then
/* 1 for cells that count in a block: all cells, but only new ones in the last block. */
static const $(NAME)_TABLE $(align)$(real) $(name)_counts[2][$(lanes)] = {{
$(rows(every_counts))}, {
$(rows(last_counts))}};
//@ end
//@ if has_stride then
$(include("contact/cells/stride_tables.c"))
//@ end
