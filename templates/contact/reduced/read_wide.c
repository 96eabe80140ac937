//@ local x = is_anchored and "d" or "c"
/* Writes h of each lane. The sums over rows of coefficients run along the four columns of
 * one lane, which lie side by side in the table; the other sums run across lanes. */
static void $(name)_read_all($(name)_block *m)
{
  for (int l = 0; l < $(name)_lanes; l++) {
    $(real) w[4], d[4];
    $(name)_weights(m->x[l], w);
    $(name)_weight_slopes(m->x[l], d);
    for (int k = 0; k < 4; k++) {
      m->wx[k][l] = w[k];
      m->dx[k][l] = d[k];
    }
  }
  for (int l = 0; l < $(name)_lanes; l++) {
    const int row0 = m->node[l], row1 = row0 + m->row[l], row2 = row1 + m->row[l], row3 = row2 + m->row[l];
//@ for k = 0, 3 do
//@   if is_cast then
    $(name)_stored s$(k);
    (void)memcpy(&s$(k), $(name)_coefficients + row$(k), sizeof s$(k));
    const $(name)_quad c$(k) = __builtin_convertvector(s$(k), $(name)_quad);
//@   else
    $(name)_quad c$(k);
    (void)memcpy(&c$(k), $(name)_coefficients + row$(k), sizeof c$(k));
//@   end
//@ end
//@ if is_anchored then
    const $(real) anchor = c1[1]; /* see _anchor */
//@   for k = 0, 3 do
    const $(name)_quad d$(k) = c$(k) - anchor;
//@   end
//@ end
    const $(name)_quad at = (m->wx[0][l]*$(x)0 + m->wx[1][l]*$(x)1) + (m->wx[2][l]*$(x)2 + m->wx[3][l]*$(x)3);
    const $(name)_quad along = (m->dx[0][l]*$(x)0 + m->dx[1][l]*$(x)1) + (m->dx[2][l]*$(x)2 + m->dx[3][l]*$(x)3);
    (void)memcpy(m->at[l], &at, sizeof at);
    (void)memcpy(m->along[l], &along, sizeof along);
  }
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(name)_place p = {m->face[l], $(is_anchored and "m->node[l], m->row[l]" or "0, 0"), $(real(0)), m->y[l], m->a[l], m->b[l],
      $(real(0)), {m->sign[0][l], m->sign[1][l], m->sign[2][l]}};
    $(real) h[3];
    $(name)_gradient(&p, m->at[l], m->along[l], h);
//@ for d = 0, 2 do
    m->h[$(d)][l] = h[$(d)];
//@ end
  }
}
