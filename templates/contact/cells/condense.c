//@ local thrust = has_area and "*thrust" or ""
//@ local viscous = is_viscous and " + " .. named("viscous") .. thrust or ""
//@ local l = (has_blocks and "first + " or "") .. "l"
/* ---- bristles as seen by the body ---------------------------------------- */

/* A linearly implicit step solves (e*I - J)*u = r. The other bristles act on bristle k
 * only by the change dv of its slip velocity:
 *   (e - drate/dz)*u = r + (drate/dv)*dv
 * With rate = v - a*z the matrix on the left is (e + a)*I + z*(da/dz)', so
 *   u = (r - z*(p.r))*inverse + (dv - z*(m.dv))*inverse
 * with one division and two vectors p, m for each cell. */

/* Computes p, m and inverse for the cells of a block; adds w/sigma0 times -dforce/dtwist to
 * `sum`, lane by lane. */
static void $(name)_condense_block($(name)_scratch *$(NAME)_RESTRICT k,
  const $(real) *$(NAME)_RESTRICT z, const $(real) twist[3], $(real) e,
  $(real) (*$(NAME)_RESTRICT sum)[$(per_pass)]$(block_par)$(fn_par))
{
//@ if has_blocks then
  const int first = $(name)_first(b);
//@ end
  const $(real) *const x = $(name)_x$(from_first), *const y = $(name)_y$(from_first);
  const $(real) *const w = $(block_shares);
  const $(real) *const zxs = z$(from_first), *const zys = zxs + $(name)_n;
  $(real) *const inverse = k->inverse$(from_first);
  $(real) *const px = k->p$(from_first), *const py = px + $(name)_n;
  $(real) *const mx = k->m$(from_first), *const my = mx + $(name)_n;
//@ if has_fading then
  $(real) *const dampings = k->damping$(from_first);
//@ end
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(per_block); l++) {
    const $(real) zx = zxs[l], zy = zys[l];
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
//@ if has_area then
    const $(real) thrust = fn*$(name)_reach[$(l)]; /* factor of sigma2 */
    const $(real) reach = thrust$(has_regions and "*" .. name .. "_grip[" .. l .. "]" or "");
//@ if not is_viscous and has_regions then
    (void)thrust;
//@ end
//@ elseif has_regions then
    const $(real) reach = $(name)_grip[$(l)];
//@ end
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
    dampings[l] = damping;
//@ else
$(declare(damping, 4, "sigma1/sigma0"))
//@ end
    /* w/sigma0 times -dforce/dv */
    const $(real) lever = ($(real(1)) + damping*e)*ie;
    const $(real) hx = lever*zx, hy = lever*zy;
//@ if has_fading then
    const $(real) rx = vx - a*zx, ry = vy - a*zy;
    const $(real) fxx = w[l]*(lever - hx*gx$(viscous) + rx*damping_vx);
    const $(real) fxy = w[l]*(rx*damping_vy - hx*gy);
    const $(real) fyx = w[l]*(ry*damping_vx - hy*gx);
    const $(real) fyy = w[l]*(lever - hy*gy$(viscous) + ry*damping_vy);
//@ else
    const $(real) fxx = w[l]*(lever - hx*gx$(viscous));
    const $(real) fxy = -w[l]*hx*gy;
    const $(real) fyx = -w[l]*hy*gx;
    const $(real) fyy = w[l]*(lever - hy*gy$(viscous));
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

/* Computes them for all cells and e. dw is the row-major derivative of the wrench by the
 * twist at e, with the bristles eliminated. */
static void $(name)_condense($(name)_scratch *k, const $(real) *z, const $(real) twist[3],
  $(real) fn, $(real) e, $(real) dw[9])
{
  $(align)$(real) sum[9][$(per_pass)];
  $(name)_zero(sum[0], 9*$(per_pass));
//@ local call = name .. "_condense_block(k, z, twist, e, sum"
$(include("contact/cells/each_block.c", { call = call, tail = fn_arg }))
//@ if has_area then
  (void)fn;
//@ end
  for (int i = 0; i < 9; i++) dw[i] = -$(NAME)_SIGMA0*$(pull)*$(name)_total(sum[i]);
}

$(include("contact/cells/fold.c"))
