#ifdef $(NAME)_WIDE
/* Shares of the load in the last vector of 64, 32 and 16 bytes: 0 for cells of the vector
 * before. */
static const $(NAME)_TABLE $(align)$(real) $(name)_tail_w[3][$(stride_wide)] = {{
$(rows(tail_w64))}, {
$(rows(tail_w32))}, {
$(rows(tail_w16))}};
//@ if has_lines then
/* Columns and rows of the grid, m, then zeros for whole vectors; the first cell of each
 * row (then the number of cells) and its column. */
static const $(NAME)_TABLE $(align)$(real) $(name)_column_x[$(stride_columns)] = {
$(rows(column_x))};
static const $(NAME)_TABLE $(align)$(real) $(name)_row_y[$(stride_rows)] = {
$(rows(row_y))};
static const $(NAME)_TABLE int $(name)_row_first[$(grid_rows + 1)] = {
$(whole(row_first))};
static const $(NAME)_TABLE int $(name)_row_column[$(grid_rows)] = {
$(whole(row_column))};
//@ end
#endif
