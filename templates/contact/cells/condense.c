/* ---- bristles as seen by the body ---------------------------------------- */

/* A linearly implicit step solves (e*I - J)*u = r. Bristle k sees of the others
 * only the change dv of its slip velocity:
 *   (e - drate/dz)*u = r + (drate/dv)*dv
 * and rate = v - a*z makes of the block on the left (e + a)*I + z*(da/dz)', so
 *   u = (r - z*(p.r))*inverse + (dv - z*(m.dv))*inverse
 * with one division and two vectors p, m for each cell. */

/* Finds these for e; dw: row-major derivative of the wrench by the twist at e, the
 * bristles eliminated. */
static void $(name)_condense($(name)_scratch *$(NAME)_RESTRICT k, const $(real) *$(NAME)_RESTRICT z,
  const $(real) twist[3], $(real) fn, $(real) e, $(real) dw[9])
{
  $(align)$(real) sum[9][$(name)_wide];
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  $(name)_zero(sum[0], 9*$(name)_wide);
  for (int b = 0; b < $(name)_blocks; b++) {
    const int first = $(name)_first(b);
    const $(real) *const x = $(name)_x + first, *const y = $(name)_y + first;
    const $(real) *const w = $(block_shares);
    const $(real) *const zxs = z + first, *const zys = zxs + $(name)_n;
    $(real) *const inverse = k->inverse + first;
    $(real) *const px = k->p + first, *const py = px + $(name)_n;
    $(real) *const mx = k->m + first, *const my = mx + $(name)_n;
    for (int l = 0; l < $(name)_lanes; l++) {
      const $(real) zx = zxs[l], zy = zys[l];
      const $(real) vx = tx - tw*y[l];
      const $(real) vy = ty + tw*x[l];
$(include("contact/body/blend.c"))
      const $(real) ie = $(real(1))/(e + a);
      const $(real) ip = $(real(1))/(e + a + (a_zx*zx + a_zy*zy));
      const $(real) rest = (e + a)*ip; /* 1 - p.z */
      const $(real) gx = a_zx*ip + rest*a_vx;
      const $(real) gy = a_zy*ip + rest*a_vy;
      inverse[l] = ie;
      px[l] = a_zx*ip;
      py[l] = a_zy*ip;
      mx[l] = gx;
      my[l] = gy;
//@ if has_fading then
      k->damping[first + l] = damping;
//@ else
$(declare(damping, 6, "sigma1/sigma0"))
//@ end
      /* w/sigma0 times -dforce/dv */
      const $(real) lever = ($(real(1)) + damping*e)*ie;
      const $(real) hx = lever*zx, hy = lever*zy;
//@ if has_fading then
      const $(real) rx = vx - a*zx, ry = vy - a*zy;
      const $(real) fxx = w[l]*(lever - hx*gx + $(real(viscous)) + rx*damping_vx);
      const $(real) fxy = w[l]*(rx*damping_vy - hx*gy);
      const $(real) fyx = w[l]*(ry*damping_vx - hy*gx);
      const $(real) fyy = w[l]*(lever - hy*gy + $(real(viscous)) + ry*damping_vy);
//@ else
      const $(real) fxx = w[l]*(lever - hx*gx + $(real(viscous)));
      const $(real) fxy = -w[l]*hx*gy;
      const $(real) fyx = -w[l]*hy*gx;
      const $(real) fyy = w[l]*(lever - hy*gy + $(real(viscous)));
//@ end
      const $(real) fxw = x[l]*fxy - y[l]*fxx;
      const $(real) fyw = x[l]*fyy - y[l]*fyx;
      sum[0][l] += fxx;
      sum[1][l] += fxy;
      sum[2][l] += fxw;
      sum[3][l] += fyx;
      sum[4][l] += fyy;
      sum[5][l] += fyw;
      sum[6][l] += x[l]*fyx - y[l]*fxx;
      sum[7][l] += x[l]*fyy - y[l]*fxy;
      sum[8][l] += x[l]*fyw - y[l]*fxw;
    }
  }
  for (int i = 0; i < 9; i++) dw[i] = $(name)_total(sum[i])*($(real(-sigma0))*fn);
}

$(include("contact/cells/fold.c"))
