/* Centre of pressure x, y, r, m, and mean square radius u, m^2, over the place x of the
 * normal force: cubic splines of $(figure_cells) cells from x = 0 to 1, one after the other.
 *   x = ($(roots == 0 and "fn" or roots == 1 and "sqrt(fn)" or "sqrt(sqrt(fn))") - $(plain(place_start)))*$(plain(place_per)), fn from $(plain(fn_least)) to $(plain(fn_largest)) N */
static const $(NAME)_TABLE $(real) $(name)_figures[$(#figures)] = {
$(rows(figures, 6))};
