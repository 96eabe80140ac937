/* Writes the bristles, shortened to what the tuning lets them be at rest:
 * z'*z/K <= (largest |h|*g(0)/sigma0)^2. */
$(NAME)_INLINE void $(name)_shorten(const $(real) z[3], $(real) out[3]$(patch_par))
{
  const $(real) z2 = z[0]*z[0] + z[1]*z[1] + z[2]*z[2]$(is_matched and "/" .. at_k or "");
  const $(real) factor = z2 > $(named("longest2")) ? $(named("longest"))/$(sqrt)(z2) : $(real(1));
//@ if not is_matched and has_levels then
  (void)patch;
//@ end
  for (int i = 0; i < 3; i++) out[i] = factor*z[i];
}
