/* Writes the rate of the bristles; only a scheme that looks ahead uses dt. */
$(NAME)_INLINE void $(name)_flow(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(real) rate[3]$(patch_par))
{
  $(name)_drift(c, z, dt, rate$(patch_arg));
}
