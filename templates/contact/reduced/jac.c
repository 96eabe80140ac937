$(include("contact/reduced/slopes.c"))

/* Converts columns by V to columns by the twist. */
static void $(name)_by_twist(const $(real) by_v[9], $(real) *out$(patch_par))
{
  for (int i = 0; out && i < 3; i++) {
    const $(real) *const row = by_v + 3*i;
    out[3*i] = row[0];
    out[3*i + 1] = row[1];
    out[3*i + 2] = $(at_r)*row[2]$(off_centre and (" + %s*row[1] - %s*row[0]"):format(at_x, at_y) or "");
  }
}

/* Converts rows of a force to rows of the wrench; may work in place. */
static void $(name)_of_wrench(const $(real) rows[9], $(real) fn, $(real) *out$(patch_par))
{
  for (int j = 0; out && j < 3; j++) {
    const $(real) f[3] = {fn*rows[j], fn*rows[3 + j], fn*rows[6 + j]};
    out[j] = f[0];
    out[3 + j] = f[1];
    out[6 + j] = $(at_r)*f[2]$(off_centre and (" + %s*f[1] - %s*f[0]"):format(at_x, at_y) or "");
  }
}

$(include("common/finite.c"))

int $(name)_rate_jac(const $(name)_state *s, const $(real) $(along)[3], $(real) fn,
  $(real) dz_dz[9], $(real) dz_dtwist[9], $(real) dw_dz[9], $(real) dw_dtwist[9])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  $(real) jac[36] = {0}, force[9], dw[18] = {0};
  int status = $(name)_enter(twist, fn, $(real(0)), 0);
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, status == $(NAME)_OK ? fn : $(real(0)));
//@ end
  if (status == $(NAME)_OK) {
    $(name)_slip m;
    $(name)_slip_at(&m, twist$(patch_arg));
    const $(name)_slopes c = $(name)_slopes_at(&m, s->z, $(real(0))$(patch_arg));
    $(name)_rate_slopes(&c, jac);
    $(name)_of_wrench(jac + 18, fn, dw$(patch_arg));
    $(name)_by_twist(jac + 27, force$(patch_arg));
    $(name)_of_wrench(force, fn, dw + 9$(patch_arg));
//@ if has_stretch then
    $(name)_inner_columns(dw, 3);
    $(name)_inner_rows(dw + 9, 3);
    $(name)_inner_columns(dw + 9, 3);
//@ end
    const $(real) nan = $(name)_nan3(s->z) + $(name)_nan(jac, 36) + $(name)_nan(dw, 18);
    if (!(nan == $(real(0)))) status = $(NAME)_BAD_STATE;
  }
  if (status != $(NAME)_OK) {
    $(name)_zero(jac, 36);
    $(name)_zero(dw, 18);
  }
  for (int i = 0; dz_dz && i < 9; i++) dz_dz[i] = jac[i];
  $(name)_by_twist(jac + 9, dz_dtwist$(patch_arg));
//@ if has_stretch then
  $(name)_inner_rows(dz_dtwist, 3);
//@ end
  for (int i = 0; dw_dz && i < 9; i++) dw_dz[i] = dw[i];
  for (int i = 0; dw_dtwist && i < 9; i++) dw_dtwist[i] = dw[9 + i];
  return status;
}

int $(name)_step_jac($(name)_state *s, const $(real) $(along)[3], $(real) fn,
  $(real) dt, $(real) wrench[3], $(real) dwrench_dtwist[9])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  $(real) jac[9], force[9], dw[9] = {0};
  int status = $(name)_enter(twist, fn, dt, wrench);
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, status == $(NAME)_OK ? fn : $(real(0)));
//@ end
  if (status == $(NAME)_OK && dwrench_dtwist) {
    $(name)_slip m;
    $(name)_slip_at(&m, twist$(patch_arg));
//@ local from = shortens and "from" or "s->z"
//@ if shortens then
    $(real) from[3];
    $(name)_shorten(s->z, from$(patch_arg));
//@ end
//@ if is_implicit then
    const $(name)_slopes c = $(name)_slopes_over(&m, $(from), dt$(patch_arg));
//@ else
    const $(name)_slopes c = $(name)_slopes_at(&m, $(from), $(is_exponential and "dt" or real(0))$(patch_arg));
//@ end
    $(name)_force_slopes(&c, dt, jac);
    $(name)_by_twist(jac, force$(patch_arg));
    $(name)_of_wrench(force, fn, dw$(patch_arg));
//@ if has_stretch then
    $(name)_inner_rows(dw, 3);
    $(name)_inner_columns(dw, 3);
//@ end
    if (!($(name)_nan(dw, 9) == $(real(0)))) status = $(NAME)_BAD_STATE;
  }
$(include("contact/step_jac_end.c", { jac = "dw" }))
}
