//@ local row = is_blocked and "m->row[l]" or ("%d"):format(3*side)
/* Writes h of each lane from the four nodes around it. Four numbers are read at once: a
 * node with the first number of the next one, and the next one behind the last number of
 * the node. */
static void $(name)_read_all($(name)_block *m)
{
  for (int l = 0; l < $(name)_lanes; l++) {
    $(real) wx[2], wy[2];
    $(name)_weights(m->x[l], wx);
    $(name)_weights(m->y[l], wy);
//@ for i = 0, 1 do
//@   for j = 0, 1 do
    m->share[$(2*i + j)][l] = m->sign[l]*wx[$(i)]*wy[$(j)];
//@   end
//@ end
  }
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) *const low = $(name)_nodes + m->node[l], *const high = low + $(row);
    $(name)_quad low0, low1, high0, high1;
    (void)memcpy(&low0, low, sizeof low0);
    (void)memcpy(&low1, low + 2, sizeof low1);
    (void)memcpy(&high0, high, sizeof high0);
    (void)memcpy(&high1, high + 2, sizeof high1);
    const $(name)_quad here = m->share[0][l]*low0 + m->share[2][l]*high0;
    const $(name)_quad next = m->share[1][l]*low1 + m->share[3][l]*high1;
    (void)memcpy(m->here[l], &here, sizeof here);
    (void)memcpy(m->next[l], &next, sizeof next);
  }
  for (int l = 0; l < $(name)_lanes; l++) {
//@ for d = 0, 2 do
    m->h[$(d)][l] = m->here[l][$(d)] + m->next[l][$(d + 1)];
//@ end
  }
}
