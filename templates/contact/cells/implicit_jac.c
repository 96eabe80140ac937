/* Differentiates backward Euler over h from z to its end, with known a. dz are the slopes
 * of z by the velocity and dr those of the mean rate, dz' = dz + h*dr:
 * (I - h*drate/dz)*dr = (drate/dz)*dz + drate/dv. Adds sign times rate and dr to c. */
static void $(name)_backward_slopes($(name)_slopes *c, const $(real) twist[3], int k, $(real) h, $(real) a,
  $(real) sign, $(real) z[2], $(real) dz[4]$(fn_par))
{
  const $(real) shrink = $(real(1))/($(real(1)) + h*a);
  $(real) jac[16], rhs[4], dr[4];
  const $(real) rx = shrink*(c->vx - a*z[0]), ry = shrink*(c->vy - a*z[1]);
  z[0] = shrink*(z[0] + h*c->vx);
  z[1] = shrink*(z[1] + h*c->vy);
  c->rx += sign*rx;
  c->ry += sign*ry;
  const $(name)_slopes end = $(name)_slopes_at(z[0], z[1], twist, k, $(real(0))$(fn_arg));
  $(name)_rate_slopes(&end, jac);
  const $(real) mxx = $(real(1)) - h*jac[0], mxy = -h*jac[1], myx = -h*jac[2], myy = $(real(1)) - h*jac[3];
  const $(real) determinant = mxx*myy - mxy*myx;
  for (int j = 0; j < 2; j++) {
    rhs[j] = jac[0]*dz[j] + jac[1]*dz[2 + j] + jac[4 + j];
    rhs[2 + j] = jac[2]*dz[j] + jac[3]*dz[2 + j] + jac[6 + j];
    dr[j] = (myy*rhs[j] - mxy*rhs[2 + j])/determinant;
    dr[2 + j] = (mxx*rhs[2 + j] - myx*rhs[j])/determinant;
  }
  for (int i = 0; i < 4; i++) dz[i] += h*dr[i];
  c->rx_vx += sign*dr[0];
  c->rx_vy += sign*dr[1];
  c->ry_vx += sign*dr[2];
  c->ry_vy += sign*dr[3];
}

/* Writes the slopes at cell k with the mean rate over dt, whose parts end with the rates
 * in lane l of `ends`. */
static $(name)_slopes $(name)_slopes_over(const $(real) *z, const $(real) twist[3], int k, $(real) dt,
  const $(name)_ends *ends, int l$(fn_par))
{
  $(name)_slopes c = $(name)_slopes_at(z[k], z[$(name)_n + k], twist, k, $(real(0))$(fn_arg));
  $(real) half[2] = {c.zx, c.zy}, whole[2] = {c.zx, c.zy};
  $(real) dhalf[4] = {$(real(0)), $(real(0)), $(real(0)), $(real(0))};
  $(real) dwhole[4] = {$(real(0)), $(real(0)), $(real(0)), $(real(0))};
  c.rx = c.ry = c.rx_vx = c.rx_vy = c.ry_vx = c.ry_vy = $(real(0));
  $(name)_backward_slopes(&c, twist, k, $(real(0.5))*dt, ends->a_first[l], $(real(1)), half, dhalf$(fn_arg));
  $(name)_backward_slopes(&c, twist, k, $(real(0.5))*dt, ends->a_second[l], $(real(1)), half, dhalf$(fn_arg));
  $(name)_backward_slopes(&c, twist, k, dt, ends->a_whole[l], $(real(-1)), whole, dwhole$(fn_arg));
  return c;
}

/* Adds the derivatives of all cells over an implicit step. */
static void $(name)_add_implicit_jac(const $(real) *z, const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) sum[9]$(patch_par))
{
  $(name)_ends ends;
  $(real) keep[$(per_block)], lose[$(per_block)];
//@ if has_blocks then
  for (int b = 0; b < $(name)_blocks; b++) {
    const int first = $(name)_first(b), next = b*$(name)_lanes; /* cells below `next` are done */
    $(name)_settle(&ends, z + first, z + $(name)_n + first, twist, dt, keep, lose, b$(fn_arg));
    for (int k = first > next ? first : next; k < first + $(name)_lanes; k++) {
      const $(name)_slopes c = $(name)_slopes_over(z, twist, k, dt, &ends, k - first$(fn_arg));
      $(name)_add_step_jac(&c, dt, k, fn, sum$(patch_arg));
    }
  }
//@ else
  $(name)_settle(&ends, z, z + $(name)_n, twist, dt, keep, lose$(fn_arg));
  for (int k = 0; k < $(name)_n; k++) {
    const $(name)_slopes c = $(name)_slopes_over(z, twist, k, dt, &ends, k$(fn_arg));
    $(name)_add_step_jac(&c, dt, k, fn, sum$(patch_arg));
  }
//@ end
}
