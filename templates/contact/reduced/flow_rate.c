/* The rate of the bristles; dt only matters to a scheme that looks ahead. */
$(NAME)_INLINE void $(name)_flow(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(real) rate[3]$(patch_par))
{
  $(name)_drift(c, z, dt, rate$(patch_arg));
}
