/* Writes the bristles, shortened to what the tuning lets them be at rest:
//@ if is_matched then
 * z'*z/K <= (largest |h|*g(0)/sigma0)^2, times K.
//@ else
 * |z| <= largest |h|*g(0)/sigma0.
//@ end
 * A branch is less than a product by 1: bristles are seldom longer. */
$(NAME)_INLINE void $(name)_shorten(const $(real) z[3], $(real) out[3]$(patch_par))
{
//@ local k = is_matched and at_k .. "*" or ""
  const $(real) z2 = $(k)(z[0]*z[0] + z[1]*z[1]) + z[2]*z[2];
//@ if not is_matched and has_levels then
  (void)patch;
//@ end
  for (int i = 0; i < 3; i++) out[i] = z[i];
  if (z2 > $(k)$(named("longest2"))) {
    const $(real) factor = $(named("longest"))$(is_matched and "*" .. sqrt .. "(" .. at_k .. "/z2)" or "/" .. sqrt .. "(z2)");
    for (int i = 0; i < 3; i++) out[i] *= factor;
  }
}
