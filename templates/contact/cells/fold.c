/* u = (r - z*(p.r))*inverse; dw: the wrench of that change. */
static void $(name)_fold(const $(name)_scratch *$(NAME)_RESTRICT k, const $(real) *$(NAME)_RESTRICT z,
  const $(real) *$(NAME)_RESTRICT r, $(real) *$(NAME)_RESTRICT u, $(real) fn, $(real) e, $(real) dw[3])
{
  $(align)$(real) sum[3][$(name)_wide];
  $(name)_zero(sum[0], 3*$(name)_wide);
  for (int b = 0; b < $(name)_blocks; b++) {
    const int first = $(name)_first(b);
    const $(real) *const x = $(name)_x + first, *const y = $(name)_y + first;
    const $(real) *const w = $(block_shares), *const inverse = k->inverse + first;
    const $(real) *const zx = z + first, *const zy = zx + $(name)_n;
    const $(real) *const rx = r + first, *const ry = rx + $(name)_n;
    const $(real) *const px = k->p + first, *const py = px + $(name)_n;
    $(real) *const ux = u + first, *const uy = ux + $(name)_n;
    for (int l = 0; l < $(name)_lanes; l++) {
      const $(real) along = px[l]*rx[l] + py[l]*ry[l];
      const $(real) sx = (rx[l] - zx[l]*along)*inverse[l];
      const $(real) sy = (ry[l] - zy[l]*along)*inverse[l];
//@ if has_fading then
      const $(real) damping = k->damping[first + l];
//@ else
$(declare(damping, 6, "sigma1/sigma0"))
//@ end
      const $(real) lever = $(real(1)) + damping*e;
      const $(real) fx = w[l]*(lever*sx - damping*rx[l]);
      const $(real) fy = w[l]*(lever*sy - damping*ry[l]);
      ux[l] = sx;
      uy[l] = sy;
      sum[0][l] += fx;
      sum[1][l] += fy;
      sum[2][l] += x[l]*fy - y[l]*fx;
    }
  }
  for (int i = 0; i < 3; i++) dw[i] = $(name)_total(sum[i])*($(real(-sigma0))*fn);
}

/* u = part + (dv - z*(m.dv))*inverse for the change of twist. */
static void $(name)_unfold(const $(name)_scratch *$(NAME)_RESTRICT k, const $(real) *$(NAME)_RESTRICT z,
  const $(real) *$(NAME)_RESTRICT part, const $(real) change[3], $(real) *$(NAME)_RESTRICT u)
{
  const $(real) tx = change[0], ty = change[1], tw = change[2];
  for (int b = 0; b < $(name)_blocks; b++) {
    const int first = $(name)_first(b);
    const $(real) *const x = $(name)_x + first, *const y = $(name)_y + first;
    const $(real) *const zx = z + first, *const zy = zx + $(name)_n;
    const $(real) *const inverse = k->inverse + first;
    const $(real) *const mx = k->m + first, *const my = mx + $(name)_n;
    const $(real) *const sx = part + first, *const sy = sx + $(name)_n;
    $(real) *const ux = u + first, *const uy = ux + $(name)_n;
    for (int l = 0; l < $(name)_lanes; l++) {
      const $(real) vx = tx - tw*y[l];
      const $(real) vy = ty + tw*x[l];
      const $(real) along = mx[l]*vx + my[l]*vy;
      ux[l] = sx[l] + (vx - zx[l]*along)*inverse[l];
      uy[l] = sy[l] + (vy - zy[l]*along)*inverse[l];
    }
  }
}

/* Root mean square of a change of the bristles, in units of mu_s/sigma0. */
static $(real) $(name)_size($(has_levels and "const " .. name .. "_scratch *k, " or "")const $(real) *u)
{
  $(align)$(real) sum[$(name)_wide];
  $(name)_zero(sum, $(name)_wide);
  for (int b = 0; b < $(name)_blocks; b++) {
    const $(real) *const w = $(block_shares);
    const $(real) *const ux = u + $(name)_first(b), *const uy = ux + $(name)_n;
    for (int l = 0; l < $(name)_lanes; l++) {
      const $(real) qx = $(real(per_zmax))*ux[l], qy = $(real(per_zmax))*uy[l];
      sum[l] += w[l]*(qx*qx + qy*qy);
    }
  }
  return $(sqrt)($(name)_total(sum));
}
