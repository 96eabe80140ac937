/* Writes derivatives D of a motion, row-major: rows a and dz, columns q, v, z, u.
 * tau > 0: the contact comes to rest within a stage of that length. */
//@ if has_law then
static void $(name)_differentiate($(tuned)const $(real) *q, const $(real) *v, const $(real) *z,
  const $(real) *u, $(real) t, $(real) tau, $(name)_motion *o, $(real) *D)
{
  $(name)_parts k;
//@ if not is_coupled then
  const $(real) none[$(d)] = {0};
  $(name)_set_slopes($(tuning)q, v, u, t, o->a0, o->l0, none, o->normal, &k.alone);
//@ end
  $(name)_set_slopes($(tuning)q, v, u, t, o->a, o->l, o->friction, o->normal, &k.s);
  $(name)_law_slopes(o, z, &k.b);
//@ if sticks then
  $(name)_surface at_rest;
  const $(name)_surface *surface = 0;
  const int has_surface = !(tau > $(real(0))) && (o->is_held || o->is_starting);
  /*@ split has_surface; */ /* for Eva: the cases apart */
  if (has_surface) {
    $(name)_set_surface($(tuning)q, v, u, t, o, &at_rest);
    surface = &at_rest;
  }
//@ if ntangents == 2 then
  if (o->is_starting) $(name)_follow(o);
//@ end
//@ else
  (void)tau;
//@ end
  for (int column = 0; column < $(columns + nz); column++) {
    const int is_z = $(is_bristle), c = $(slopes_column);
    $(real) f[$(d)], g[$(n)], h[$(m)], da[$(n)], dl[$(m)]$(nz == 0 and "" or is_unilateral and ", load = " .. real(0) or ", load");
    $(name)_force_slope(o, &k, c, is_z, f);
//@ if sticks then
    $(name)_rest_slope(o, &k.s, surface, c, f);
//@ end
    $(name)_pull(&o->k, f, g);
    for (int i = 0; i < $(n); i++) g[i] += is_z ? $(real(0)) : k.s.R1[i*$(columns) + c];
    for (int i = 0; i < $(m); i++) h[i] = is_z ? $(real(0)) : k.s.R2[i*$(columns) + c];
    $(name)_system(&o->k, g, h, da, dl);
//@ if is_unilateral then
    if (o->is_lifted)
      $(name)_release(&o->k, da, dl);
    else
//@ end
//@ if sticks then
    if (o->is_held)
      $(name)_hold_slope(o, &k.s, surface, c, tau, da);
    else
//@ end
      $(nz > 0 and "load = " or "(void)")$(name)_load_change(o, &k, c, is_z, dl, da);
    for (int i = 0; i < $(n); i++) D[i*$(ns + nu) + column] = da[i];
//@ if nz > 0 then
    for (int i = 0; i < $(nz); i++)
      D[($(n) + i)*$(ns + nu) + column] = $(name)_bristle_slope(o, &k, i, c, is_z, load);
//@ end
  }
}
//@ else
static void $(name)_differentiate($(tuned)const $(real) *q, const $(real) *v, const $(real) *z,
  const $(real) *u, $(real) t, $(real) tau, $(name)_motion *o, $(real) *D)
{
  $(name)_slopes s;
  $(name)_set_slopes($(tuning)q, v, u, t, o->a, o->l, $(free_forces), &s);
  (void)z;
  (void)tau;
  for (int c = 0; c < $(columns); c++) {
    $(real) g[$(n)], h[$(m)], da[$(n)], dl[$(m)];
    for (int i = 0; i < $(n); i++) g[i] = s.R1[i*$(columns) + c];
    for (int i = 0; i < $(m); i++) h[i] = s.R2[i*$(columns) + c];
    $(name)_system(&o->k, g, h, da, dl);
//@ if is_unilateral then
    if (o->is_lifted) $(name)_release(&o->k, da, dl);
//@ end
    for (int i = 0; i < $(n); i++) D[i*$(columns) + c] = da[i];
  }
}
//@ end

int $(name)_jac($(tuned)const $(name)_state *s, $(u_parameter)$(real) t,
  $(jac_outputs))
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  enum { rows = $(n + nz), columns = $(ns + nu) };
  $(name)_motion o;
  $(real) D[$((n + nz)*(ns + nu))];
  const int status = $(name)_find($(tuning)s, $(u_argument)t, &o);
  $(name)_zero(drate_ds, $(ns*ns));
//@ if nu > 0 then
  $(name)_zero(drate_du, $(ns*nu));
//@ end
  if (status $(fails)) return status;
  $(name)_differentiate($(tuning)s->q, s->v, $(s_z), $(u_or_null), t, $(real(0)), &o, D);
  if (!($(name)_nan(D, rows*columns) == $(real(0)))) return $(NAME)_BAD_STATE;
  for (int i = 0; drate_ds && i < $(n); i++) drate_ds[i*$(ns) + $(n) + i] = $(real(1)); /* dq/dt is v */
  for (int i = 0; i < rows; i++) {
    if (drate_ds) $(name)_copy(drate_ds + ($(n) + i)*$(ns), D + i*columns, $(ns));
//@ if nu > 0 then
    if (drate_du) $(name)_copy(drate_du + ($(n) + i)*$(nu), D + i*columns + $(ns), $(nu));
//@ end
  }
  return $(success);
}
