/* Writes the rate of the bristles: for dt = 0 the present one, else the mean over dt. */
$(NAME)_INLINE void $(name)_flow(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(real) rate[3]$(patch_par))
{
  const $(real) a = $(name)_drift(c, z, dt, rate$(patch_arg));
  if (a*dt > $(real(0))) { /* a frozen over the step: each axis decays exactly */
    const $(real) span[2] = {dt, dt*$(at_k)};
    $(real) phi[2];
    for (int i = 0; i < 2; i++) phi[i] = $(name)_phi(a*span[i]); /* at once */
    rate[0] *= phi[0];
    rate[1] *= phi[0];
    rate[2] *= phi[1];
  }
}
