/* Writes the rate of the bristles: for dt = 0 the present one, else the mean over dt. */
$(NAME)_INLINE void $(name)_flow(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(real) rate[3]$(patch_par))
{
  const $(real) a = $(name)_drift(c, z, dt, rate$(patch_arg));
  if (a*dt > $(real(0))) { /* a frozen over the step: bristles decay exactly */
    const $(real) phi = $(name)_phi(a*dt);
    rate[0] *= phi;
    rate[1] *= phi;
    rate[2] *= phi;
  }
}
