/* Writes h = -V/|V| and s = |V|; both are 0 at rest. */
$(NAME)_INLINE void $(name)_surface(const $(real) v[3], $(real) s, $(real) h[3]$(patch_par))
{
//@ if has_levels then
  (void)patch;
//@ end
//@ for d = 0, 2 do
  h[$(d)] = s > $(tiny) ? -v[$(d)]/s : $(real(0));
//@ end
}

/* Writes s*dh/dV, row-major. */
static void $(name)_surface_slopes(const $(real) v[3], $(real) s, $(real) slopes[9]$(patch_par))
{
//@ if has_levels then
  (void)patch;
//@ end
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      slopes[3*i + j] = s > $(tiny) ? v[i]/s*(v[j]/s) - (i == j ? $(real(1)) : $(real(0))) : $(real(0));
}
