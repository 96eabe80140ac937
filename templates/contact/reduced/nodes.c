/* Half of all directions, as three faces of the cube |c| <= 1 of c =
 * (V[0]/$(plain(scale_x)), V[1]/$(plain(scale_y)), V[2]); h(-c) = -h(c) gives the others. On the
 * face where |c[m]| is largest, m = 0, 1, 2, the coordinates are the other two over
 * c[m], in ascending order, from -1 to 1: the first for the rows, the second
 * along them. Each node: the three components of h. */
//@ if has_levels then
/* The tables of the levels of fn one after the other, $(stride) numbers each. */
//@ end
static const $(NAME)_TABLE $(real) $(name)_nodes[$(#nodes)] = {
$(rows(nodes, 6))};
//@ if is_blocked then
/* A face has $(blocks) x $(blocks) blocks: the first node of each, and its cells along an edge. */
static const $(NAME)_TABLE int $(name)_start[$(#start)] = {
$(whole(start))
};
static const $(NAME)_TABLE int $(name)_fine[$(#fine_cells)] = {
$(whole(fine_cells))
};
//@ end
