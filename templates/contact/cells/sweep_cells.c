static int $(name)_rates(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(real) *dz, $(real) *wrench)
{
  $(real) sum[3] = {$(real(0)), $(real(0)), $(real(0))}, rx, ry;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
//@ if is_loop then
  for (int k = 0; k < $(name)_n; k++) {
    $(name)_cell_rate(twist, k, z[k], z[$(name)_n + k], &rx, &ry, sum$(both_arg));
    if (dz) { dz[k] = rx; dz[$(name)_n + k] = ry; }
  }
//@ else
//@ for k = 0, cells - 1 do
  $(name)_cell_rate(twist, $(k), z[$(k)], z[$(cells + k)], &rx, &ry, sum$(both_arg));
  if (dz) { dz[$(k)] = rx; dz[$(cells + k)] = ry; }
//@ end
//@ end
  return $(name)_leave(twist, fn, sum, wrench$(patch_arg));
}

//@ local rates = is_implicit and ", keep[%s], lose[%s]" or ""
/* Copies the new state, unless the step is not finite. */
static int $(name)_advance($(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) *wrench)
{
  $(name)_state next;
  $(real) sum[3] = {$(real(0)), $(real(0)), $(real(0))};
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
//@ if is_implicit then
  $(real) keep[$(cells)], lose[$(cells)];
  $(has_rounds and "const int missing = " or "")$(name)_settle_all(s->z, twist, dt, keep, lose$(fn_arg));
//@ end
//@ if is_loop then
  for (int k = 0; k < $(name)_n; k++)
    $(name)_cell_step(twist, dt, k, s->z[k], s->z[$(name)_n + k], &next.z[k], &next.z[$(name)_n + k], sum$(rates:format("k", "k"))$(both_arg));
//@ else
//@ for k = 0, cells - 1 do
  $(name)_cell_step(twist, dt, $(k), s->z[$(k)], s->z[$(cells + k)], &next.z[$(k)], &next.z[$(cells + k)], sum$(rates:format(k, k))$(both_arg));
//@ end
//@ end
  const int status = $(name)_leave(twist, fn, sum, wrench$(patch_arg));
  if (status == $(NAME)_OK) *s = next;
  return $(has_rounds and "status == " .. NAME .. "_OK && missing ? " .. NAME .. "_NO_CONVERGENCE : " or "")status;
}
