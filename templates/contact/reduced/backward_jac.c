/* Writes the mean rate of the step to c.rx .. rz and its slopes by V for a fixed abar, and
 * by abar. */
static void $(name)_arrival_rates($(name)_slopes *c, $(real) dt)
{
$(include("contact/block_members.c", { block = backward_slopes }))
}

/* Writes dforce/dV of the step, 3x3, per load. */
static void $(name)_arrival_force(const $(name)_slopes *c, $(real) dt, $(real) out[9])
{
$(include("contact/block_array.c", { block = arrival_slopes }))
}

/* Writes -dwrench/dtwist. The end and its abar depend on each other linearly; the equations
 * are solved for abar. Returns 0 if a number is not finite. */
static int $(name)_arrival_slopes(const $(name)_slip *m, const $(real) z[3], $(real) fn, $(real) dt,
  const $(name)_arrival *to, $(real) slopes[9]$(patch_par))
{
  $(name)_slopes c = $(name)_slopes_at(m, to->end, $(real(0))$(patch_arg));
  $(real) e[3], jac[9], force[9];
  for (int i = 0; i < 3; i++) e[i] = z[i] - dt*m->s*m->h[i];
  c.m = $(name)_direction(e, &c.ex, &c.ey, &c.ez);
  if (!(c.m > $(real(0)))) c.m = $(tiny);
  $(name)_angle(&c, dt);
  c.zx = z[0];
  c.zy = z[1];
  c.zz = z[2];
//@ if is_elastoplastic then
  c.abar = to->abar;
  $(name)_arrival_rates(&c, dt);
  const $(real) by_abar[3] = {c.rx_abar, c.ry_abar, c.rz_abar};
  const $(real) abar_z[3] = {c.abar_zx, c.abar_zy, c.abar_zz};
  const $(real) abar_v[3] = {c.abar_vx, c.abar_vy, c.abar_vz};
  const $(real) back = $(real(1)) - dt*$(name)_dot(abar_z, by_abar);
  $(real) *const rate_v[9] = {&c.rx_vx, &c.rx_vy, &c.rx_vz, &c.ry_vx, &c.ry_vy, &c.ry_vz,
    &c.rz_vx, &c.rz_vy, &c.rz_vz};
  for (int j = 0; j < 3; j++) {
    const $(real) fixed[3] = {*rate_v[j], *rate_v[3 + j], *rate_v[6 + j]};
    const $(real) abar = (abar_v[j] + dt*$(name)_dot(abar_z, fixed))/back;
    for (int i = 0; i < 3; i++) *rate_v[3*i + j] += by_abar[i]*abar;
  }
//@ else
  $(name)_arrival_rates(&c, dt);
//@ end
  $(name)_arrival_force(&c, dt, jac);
  $(name)_by_twist(jac, force$(patch_arg));
  $(name)_of_wrench(force, -fn, slopes$(patch_arg));
  return $(name)_nan(slopes, 9) == $(real(0));
}
