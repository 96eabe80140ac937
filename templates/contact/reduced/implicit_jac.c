/* Differentiates a part from z by V. dz are the slopes of z, and become the slopes of
 * the end; the slopes of its rate times sign are added to `sum`. The end and its abar
 * depend on each other linearly; the equations are solved for abar. */
static void $(name)_part_slopes(const $(name)_slip *m, const $(real) z[3], $(real) h, const $(name)_part *part,
  $(real) sign, $(real) dz[9], $(real) sum[9]$(patch_par))
{
  const $(name)_slopes start = $(name)_slopes_at(m, z, h$(patch_arg));
  const $(name)_slopes end = $(name)_slopes_at(m, part->end, $(real(0))$(patch_arg));
  const $(real) k[3] = {$(real(1)), $(real(1)), $(is_matched and at_k or real(1))};
  const $(real) b_v[9] = {start.bx_vx, start.bx_vy, start.bx_vz, start.by_vx, start.by_vy, start.by_vz,
    start.bz_vx, start.bz_vy, start.bz_vz};
  const $(real) most_z[3] = {start.most_zx, start.most_zy, start.most_zz};
  const $(real) most_v[3] = {start.most_vx, start.most_vy, start.most_vz};
  const $(real) abar_z[3] = {end.abar_zx, end.abar_zy, end.abar_zz};
  const $(real) abar_v[3] = {end.abar_vx, end.abar_vy, end.abar_vz};
//@ if is_matched then
  const $(real) b[3] = {start.bx, start.by, start.bz};
  const $(real) ahead_z[3] = {start.abar_zx, start.abar_zy, start.abar_zz};
  const $(real) ahead_v[3] = {start.abar_vx, start.abar_vy, start.abar_vz};
//@ end
  $(real) shrink[3], by_abar[3], back = $(real(1));
  for (int i = 0; i < 3; i++) {
    shrink[i] = k[i]/($(real(1)) + k[i]*h*part->most*part->abar);
    by_abar[i] = shrink[i]*part->most*part->end[i];
    back += h*abar_z[i]*by_abar[i];
  }
  for (int j = 0; j < 3; j++) {
    const $(real) column[3] = {dz[j], dz[3 + j], dz[6 + j]};
    const $(real) most = $(name)_dot(most_z, column) + most_v[j];
//@ if is_matched then
    const $(real) ahead = $(name)_dot(ahead_z, column) + ahead_v[j];
//@ end
    $(real) fixed[3], abar = abar_v[j];
    for (int i = 0; i < 3; i++) {
//@ if is_matched then
      const $(real) w = start.abar*b_v[3*i + j] + (b[i] - m->v[i])*ahead +
        (i == j ? $(real(1)) - start.abar : $(real(0)));
//@ else
      const $(real) w = b_v[3*i + j];
//@ end
      fixed[i] = shrink[i]*(w - part->abar*(part->most*column[i] + most*part->end[i]));
      abar += abar_z[i]*(column[i] + h*fixed[i]);
    }
    for (int i = 0; i < 3; i++) {
      const $(real) rate = fixed[i] - by_abar[i]*abar/back;
      dz[3*i + j] += h*rate;
      sum[3*i + j] += sign*rate;
    }
  }
}

/* Writes the slopes at z with the mean rate over dt. */
static $(name)_slopes $(name)_slopes_over(const $(name)_slip *m, const $(real) z[3], $(real) dt$(patch_par))
{
  $(name)_slopes c = $(name)_slopes_at(m, z, $(real(0))$(patch_arg));
  $(name)_part parts[3];
  $(real) rate[3], halves[9], whole[9], r[9];
  $(name)_zero(halves, 9);
  $(name)_zero(whole, 9);
  $(name)_zero(r, 9);
  $(name)_parts(m, z, dt, parts, rate$(patch_arg));
  $(name)_part_slopes(m, z, $(real(0.5))*dt, &parts[0], $(real(1)), halves, r$(patch_arg));
  $(name)_part_slopes(m, parts[0].end, $(real(0.5))*dt, &parts[1], $(real(1)), halves, r$(patch_arg));
  $(name)_part_slopes(m, z, dt, &parts[2], $(real(-1)), whole, r$(patch_arg));
  c.rx = rate[0];
  c.ry = rate[1];
  c.rz = rate[2];
  c.rx_vx = r[0]; c.rx_vy = r[1]; c.rx_vz = r[2];
  c.ry_vx = r[3]; c.ry_vy = r[4]; c.ry_vz = r[5];
  c.rz_vx = r[6]; c.rz_vy = r[7]; c.rz_vz = r[8];
  return c;
}
