/* Returns the rate at which bristles relax for abar = 1; `ahead` as in _yield. */
$(NAME)_INLINE $(real) $(name)_most(const $(name)_slip *c, const $(real) z[3], $(real) ahead)
{
  const $(real) way = ahead*c->s, half_rate = $(real(0.5))*c->s/c->zmax;
  const $(real) e[3] = {z[0] - way*c->h[0], z[1] - way*c->h[1], z[2] - way*c->h[2]};
  const $(real) size2 = $(name)_dot(e, e)*c->h2;
  const $(real) cosine = size2 > $(real(0)) ? $(name)_dot(e, c->h)/$(sqrt)(size2) : $(real(-1));
//@ if is_implicit then
  return cosine < $(real(1)) ? half_rate - half_rate*cosine : $(real(0)); /* rounding may exceed 1 */
//@ else
  return half_rate - half_rate*cosine;
//@ end
}
