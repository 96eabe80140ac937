//@ local table = name .. (is_padded and "_wide_" or "_")
//@ local xs, ys = table .. "x + " .. name .. "_first(b)", table .. "y + " .. name .. "_first(b)"
//@ if is_elastoplastic then
//@ if elastic2 > 0 then
/* 1 when a bristle of the block, moved by h*v, may be above breakaway: at any
 * speed it is elastic up to s_ba*mu_c/sigma0. */
$(inlined) int $(name)_yields(int b, const $(real) *zx, const $(real) *zy,
  const $(real) twist[3], $(real) h)
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  $(name)_bits any = 0;
  for (int l = 0; l < $(name)_wide; l++) {
    const $(real) qx = zx[l] + h*(tx - tw*y[l]);
    const $(real) qy = zy[l] + h*(ty + tw*x[l]);
    any |= $(name)_to_bits($(real(elastic2)) - (qx*qx + qy*qy)); /* the sign */
  }
  return (int)(any >> $(sign_bit));
}

//@ end
//@ end
/* What depends on the speed alone. */
$(inlined) void $(name)_law($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) twist[3])
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(name)_wide; l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) v2 = vx*vx + vy*vy;
    const $(real) s = $(sqrt)(v2);
$(declare(zmax, 4, "g/sigma0"))
//@ if is_elastoplastic then
    m->s[l] = s;
    m->zmax[l] = zmax;
//@ else
    m->a[l] = s/zmax;
//@ end
  }
}

//@ if has_fading then
/* Damping of each lane, sigma1/sigma0. */
$(inlined) void $(name)_fade($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) twist[3])
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(name)_wide; l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) v2 = vx*vx + vy*vy;
$(declare(damping, 4, "sigma1/sigma0"))
    m->damping[l] = damping;
  }
}

//@ end
//@ if is_elastoplastic then
/* a at q = z + h*v: abar(|q|/zmax)*(q.v/|q| + s)/(2*zmax), with one root and one
 * division. */
$(inlined) void $(name)_relax($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) *$(NAME)_RESTRICT zx,
  const $(real) *$(NAME)_RESTRICT zy, const $(real) *$(NAME)_RESTRICT twist, $(real) h)
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(name)_wide; l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) qx = zx[l] + h*vx;
    const $(real) qy = zy[l] + h*vy;
    const $(real) q2 = qx*qx + (qy*qy + $(tiny)); /* never 0 */
    const $(real) n = $(sqrt)(q2);
    const $(real) inverse = $(real(1))/(n*m->zmax[l]);
    const $(real) t = $(real(t_scale))*(q2*inverse) - $(real(t_shift)); /* -1 at breakaway, 1 at zmax */
    const $(real) abar = t < $(real(1)) ? $(real(0.5)) + $(name)_half_sine(t) : $(real(1));
    const $(real) along = $(real(0.5))*inverse*((qx*vx + qy*vy) + m->s[l]*n);
    m->a[l] = (t > $(real(-1)) ? abar : $(real(0)))*along;
  }
}

//@ end
//@ if is_exponential then
/* phi; 1 for a rate, whose dt is 0. */
$(inlined) void $(name)_decay($(name)_block *m, $(real) dt)
{
  if (dt > $(real(0)))
    for (int l = 0; l < $(name)_wide; l++) m->phi[l] = $(name)_phi(m->a[l]*dt);
  else
    for (int l = 0; l < $(name)_wide; l++) m->phi[l] = $(real(1));
}

//@ end
//@ if is_implicit and is_elastoplastic then
static int $(name)_any_negative(const $(real) *v)
{
  $(name)_bits any = 0;
  for (int l = 0; l < $(name)_lanes; l++) any |= $(name)_to_bits(v[l]);
  return (int)(any >> $(sign_bit));
}

//@ end
//@ if is_implicit then
$(include("contact/cells/implicit.c"))

//@ end
