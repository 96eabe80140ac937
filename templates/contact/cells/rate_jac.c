int $(name)_rate_jac(const $(name)_state *s, const $(real) $(along)[3], $(real) fn,
  $(real) *dz_dz, $(real) *dz_dtwist, $(real) *dw_dz, $(real) dw_dtwist[9])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  $(real) sum[9] = {0}, jac[16], dw[6];
  int status = $(name)_enter(twist, fn, $(real(0)), 0);
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(status == $(NAME)_OK ? fn : $(real(0))), *const patch = &at_fn;
//@ end
//@ if has_area then
  $(name)_state from = *s;
  if (status == $(NAME)_OK) $(name)_shorten(from.z$(fn_arg));
//@ end
//@ local z = has_area and "from.z" or "s->z"
  for (int k = 0; status == $(NAME)_OK && k < $(name)_n; k++) {
    const $(real) x = $(name)_x[k], y = $(name)_y[k];
    const $(real) w = $(share), load = w*$(pull);
    const $(name)_slopes c = $(name)_slopes_at($(z)[k], $(z)[$(name)_n + k], twist, k, $(real(0))$(fn_arg));
    $(name)_rate_slopes(&c, jac);
    if (!($(name)_nan(jac, 16) == $(real(0)))) status = $(NAME)_BAD_STATE;
//@ if has_levels then
      if (!(w > $(real(0)))) $(name)_zero(jac, 16); /* without load */
//@ end
    for (int i = 0; dz_dz && i < 4; i++) dz_dz[4*k + i] = jac[i];
    for (int i = 0; dz_dtwist && i < 2; i++) {
      dz_dtwist[6*k + 3*i] = jac[4 + 2*i];
      dz_dtwist[6*k + 3*i + 1] = jac[5 + 2*i];
      dz_dtwist[6*k + 3*i + 2] = x*jac[5 + 2*i] - y*jac[4 + 2*i];
    }
//@ if has_stretch then
    if (dz_dtwist) {
      $(name)_inner_rows(dz_dtwist + 6*k, 2);
      if (!($(name)_nan(dz_dtwist + 6*k, 6) == $(real(0)))) status = $(NAME)_BAD_STATE;
    }
//@ end
    for (int j = 0; j < 2; j++) {
      const $(real) dfx = load*jac[8 + j], dfy = load*jac[10 + j];
      dw[j] = dfx;
      dw[2 + j] = dfy;
      dw[4 + j] = x*dfy - y*dfx;
    }
//@ if has_stretch then
    $(name)_inner_columns(dw, 2);
//@ end
    if (!($(name)_nan(dw, 6) == $(real(0)))) status = $(NAME)_BAD_STATE;
    for (int i = 0; dw_dz && i < 6; i++) dw_dz[6*k + i] = dw[i];
    $(name)_add_wrench_jac(jac + 12, k, fn, sum$(patch_arg));
  }
//@ if has_stretch then
  $(name)_inner_rows(sum, 3);
  $(name)_inner_columns(sum, 3);
//@ end
  if (status == $(NAME)_OK && !($(name)_nan(sum, 9) == $(real(0)))) status = $(NAME)_BAD_STATE;
  if (status != $(NAME)_OK) {
    $(name)_zero(dz_dz, 4*$(name)_n);
    $(name)_zero(dz_dtwist, 6*$(name)_n);
    $(name)_zero(dw_dz, 6*$(name)_n);
  }
  for (int i = 0; dw_dtwist && i < 9; i++) dw_dtwist[i] = status == $(NAME)_OK ? sum[i] : $(real(0));
  return status;
}
