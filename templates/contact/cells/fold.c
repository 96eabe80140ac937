/* Writes u = (r - z*(p.r))*inverse for the cells of a block; adds w/sigma0 times the force of
 * that change and its torque to `sum`, lane by lane. */
static void $(name)_fold_block(const $(name)_scratch *$(NAME)_RESTRICT k,
  const $(real) *$(NAME)_RESTRICT z, const $(real) *$(NAME)_RESTRICT r,
  $(real) *$(NAME)_RESTRICT u, $(real) e, $(real) (*$(NAME)_RESTRICT sum)[$(per_pass)]$(block_par))
{
//@ if has_blocks then
  const int first = $(name)_first(b);
//@ end
  const $(real) *const x = $(name)_x$(from_first), *const y = $(name)_y$(from_first);
  const $(real) *const w = $(block_shares), *const inverse = k->inverse$(from_first);
  const $(real) *const zx = z$(from_first), *const zy = zx + $(name)_n;
  const $(real) *const rx = r$(from_first), *const ry = rx + $(name)_n;
  const $(real) *const px = k->p$(from_first), *const py = px + $(name)_n;
  $(real) *const ux = u$(from_first), *const uy = ux + $(name)_n;
//@ if has_fading then
  const $(real) *const dampings = k->damping$(from_first);
//@ end
  for (int l = 0; l < $(per_block); l++) {
    const $(real) along = px[l]*rx[l] + py[l]*ry[l];
    const $(real) sx = (rx[l] - zx[l]*along)*inverse[l];
    const $(real) sy = (ry[l] - zy[l]*along)*inverse[l];
//@ if has_fading then
    const $(real) damping = dampings[l];
//@ else
$(declare(damping, 4, "sigma1/sigma0"))
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

/* Writes u = (r - z*(p.r))*inverse, and dw, the wrench of that change. */
static void $(name)_fold(const $(name)_scratch *k, const $(real) *z, const $(real) *r, $(real) *u,
  $(real) fn, $(real) e, $(real) dw[3])
{
  $(align)$(real) sum[3][$(per_pass)];
  $(name)_zero(sum[0], 3*$(per_pass));
//@ local call = name .. "_fold_block(k, z, r, u, e, sum"
$(include("contact/cells/each_block.c", { call = call, tail = "" }))
//@ if has_area then
  (void)fn;
//@ end
  for (int i = 0; i < 3; i++) dw[i] = -$(NAME)_SIGMA0*$(pull)*$(name)_total(sum[i]);
}

/* Writes u = part + (dv - z*(m.dv))*inverse for the cells of a block. */
static void $(name)_unfold_block(const $(name)_scratch *$(NAME)_RESTRICT k,
  const $(real) *$(NAME)_RESTRICT z, const $(real) *$(NAME)_RESTRICT part, const $(real) change[3],
  $(real) *$(NAME)_RESTRICT u$(block_par))
{
//@ if has_blocks then
  const int first = $(name)_first(b);
//@ end
  const $(real) *const x = $(name)_x$(from_first), *const y = $(name)_y$(from_first);
  const $(real) *const zx = z$(from_first), *const zy = zx + $(name)_n;
  const $(real) *const inverse = k->inverse$(from_first);
  const $(real) *const mx = k->m$(from_first), *const my = mx + $(name)_n;
  const $(real) *const sx = part$(from_first), *const sy = sx + $(name)_n;
  $(real) *const ux = u$(from_first), *const uy = ux + $(name)_n;
  const $(real) tx = change[0], ty = change[1], tw = change[2];
  for (int l = 0; l < $(per_block); l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) along = mx[l]*vx + my[l]*vy;
    ux[l] = sx[l] + (vx - zx[l]*along)*inverse[l];
    uy[l] = sy[l] + (vy - zy[l]*along)*inverse[l];
  }
}

/* Writes u = part + (dv - z*(m.dv))*inverse for the change of twist. */
static void $(name)_unfold(const $(name)_scratch *k, const $(real) *z, const $(real) *part,
  const $(real) change[3], $(real) *u)
{
//@ local call = name .. "_unfold_block(k, z, part, change, u"
$(include("contact/cells/each_block.c", { call = call, tail = "" }))
}

$(include("contact/cells/size.c"))
