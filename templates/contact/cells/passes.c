//@ local table = name .. (is_padded and "_wide_" or "_")
//@ local xs, ys = table .. "x" .. from_block, table .. "y" .. from_block
//@ if has_elastic_range then
/* Returns 1 if a bristle of the block, moved by h*v, may be above breakaway: at any
 * speed it is elastic up to s_ba*mu_c/sigma0. */
$(inlined) int $(name)_yields(const $(real) *zx, const $(real) *zy, const $(real) twist[3],
  $(real) h$(block_par))
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  $(name)_bits any = 0;
  for (int l = 0; l < $(per_pass); l++) {
    const $(real) qx = zx[l] + h*(tx - tw*y[l]);
    const $(real) qy = zy[l] + h*(ty + tw*x[l]);
    any |= $(name)_to_bits($(named("elastic2")) - (qx*qx + qy*qy)); /* the sign */
  }
  return (int)(any >> $(sign_bit));
}

//@ end
//@ if has_fading then
/* Writes the damping of each lane. */
$(inlined) void $(name)_fade($(name)_block *$(NAME)_RESTRICT m, const $(real) twist[3]$(block_par))
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(per_pass); l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) v2 = vx*vx + vy*vy;
$(declare(damping, 4, "sigma1/sigma0"))
    m->damping[l] = damping;
  }
}

//@ end
//@ if is_elastoplastic then
/* Writes a at q = z + h*v: abar(|q|/zmax)*(q.v/|q| + s)/(2*zmax), with one root and one
 * division. */
$(inlined) void $(name)_relax($(name)_block *$(NAME)_RESTRICT m,
  const $(real) *$(NAME)_RESTRICT zx, const $(real) *$(NAME)_RESTRICT zy,
  const $(real) *$(NAME)_RESTRICT twist, $(real) h$(block_par))
{
  const $(real) *const x = $(xs), *const y = $(ys);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(per_pass); l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) qx = zx[l] + h*vx;
    const $(real) qy = zy[l] + h*vy;
$(include("contact/cells/relax_lane.c"))
    m->a[l] = (t > $(real(-1)) ? abar : $(real(0)))*along;
  }
}

//@ end
//@ if is_exponential then
/* Writes phi, which is 1 for a rate, since its dt is 0. */
$(inlined) void $(name)_decay($(name)_block *m, $(real) dt)
{
  if (dt > $(real(0)))
    for (int l = 0; l < $(per_pass); l++) m->phi[l] = $(name)_phi(m->a[l]*dt);
  else
    for (int l = 0; l < $(per_pass); l++) m->phi[l] = $(real(1));
}

//@ end
/* Writes the quantities that depend on the speed alone. */
$(inlined) void $(name)_law($(name)_block *$(NAME)_RESTRICT m, const $(real) twist[3]$(block_par)$(fn_par))
{
  const $(real) *const x = $(xs), *const y = $(ys);
//@ if has_area and not has_levels then
  const $(real) *const reaches = $(table)reach$(from_block);
//@ end
//@ if has_regions then
  const $(real) *const grips = $(table)grip$(from_block);
//@ end
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < $(per_pass); l++) {
    const $(real) vx = tx - tw*y[l];
    const $(real) vy = ty + tw*x[l];
    const $(real) v2 = vx*vx + vy*vy;
    const $(real) s = $(sqrt)(v2);
//@ if has_reach then
    const $(real) reach = $(has_area and (has_levels and name .. "_reach_at(patch, " .. first_of .. "l)" or "fn*reaches[l]") or "")$(has_area and has_regions and "*" or "")$(has_regions and "grips[l]" or "");
//@ end
$(declare(zmax, 4, "g/sigma0"))
//@ if is_elastoplastic then
    m->s[l] = s;
    m->zmax[l] = zmax;
//@ else
    m->a[l] = s/zmax;
//@ end
  }
}
