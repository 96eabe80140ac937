$(include("contact/cells/slopes.c"))

$(include("common/finite.c"))

/* Adds w*fn times dforce/dv, as dwrench/dtwist with v = (vx - w*y, vy + w*x). */
static void $(name)_add_wrench_jac(const $(real) df_dv[4], int k, $(real) fn, $(real) sum[9]$(patch_par))
{
  const $(real) x = $(name)_x[k], y = $(name)_y[k], load = $(share)*$(pull);
//@ if has_area then
  (void)fn;
//@ end
  const $(real) row[2][3] = {
    {load*df_dv[0], load*df_dv[1], load*(x*df_dv[1] - y*df_dv[0])},
    {load*df_dv[2], load*df_dv[3], load*(x*df_dv[3] - y*df_dv[2])}
  };
  for (int j = 0; j < 3; j++) {
    sum[j] += row[0][j];
    sum[3 + j] += row[1][j];
    sum[6 + j] += x*row[1][j] - y*row[0][j];
  }
}

$(include("contact/cells/rate_jac.c"))

/* Adds the derivative of cell k's wrench over a step. */
static void $(name)_add_step_jac(const $(name)_slopes *c, $(real) dt, int k, $(real) fn, $(real) sum[9]$(patch_par))
{
  $(real) jac[4];
  $(name)_force_slopes(c, dt, jac);
  $(name)_add_wrench_jac(jac, k, fn, sum$(patch_arg));
}

//@ if is_implicit then
$(include("contact/cells/implicit_jac.c"))

//@ end
int $(name)_step_jac($(name)_state *s, const $(real) $(along)[3], $(real) fn,
  $(real) dt, $(real) wrench[3], $(real) dwrench_dtwist[9])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  $(real) sum[9] = {0};
  int status = $(name)_enter(twist, fn, dt, wrench);
  if (status == $(NAME)_OK && dwrench_dtwist) {
//@ if has_levels then
    const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
//@ local from = shortens and "from.z" or "s->z"
//@ if shortens then
    $(name)_state from = *s;
    $(name)_shorten(from.z$(fn_arg));
//@ end
//@ if is_implicit then
    $(name)_add_implicit_jac($(from), twist, fn, dt, sum$(patch_arg));
//@ else
    for (int k = 0; k < $(name)_n; k++) {
      const $(name)_slopes c = $(name)_slopes_at($(from)[k], $(from)[$(name)_n + k], twist, k, $(is_exponential and "dt" or real(0))$(fn_arg));
      $(name)_add_step_jac(&c, dt, k, fn, sum$(patch_arg));
    }
//@ end
//@ if has_stretch then
    $(name)_inner_rows(sum, 3);
    $(name)_inner_columns(sum, 3);
//@ end
    if (!($(name)_nan(sum, 9) == $(real(0)))) status = $(NAME)_BAD_STATE;
  }
$(include("contact/step_jac_end.c", { jac = "sum" }))
}
