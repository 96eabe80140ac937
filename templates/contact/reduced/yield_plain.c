/* Returns the rate at which bristles relax. */
$(NAME)_INLINE $(real) $(name)_most(const $(name)_slip *c, const $(real) z[3], $(real) ahead)
{
  (void)z;
  (void)ahead;
  return c->s/c->zmax;
}

/* Writes the velocity w that the bristles follow, m/s, and the rate a at which they relax. */
$(NAME)_INLINE void $(name)_yield(const $(name)_slip *c, const $(real) z[3], $(real) ahead,
  $(real) w[3], $(real) *a$(patch_par))
{
//@ if has_levels then
  (void)patch;
//@ end
//@ for d = 0, 2 do
  w[$(d)] = -c->s*c->h[$(d)];
//@ end
  *a = $(name)_most(c, z, ahead);
}
