$(include("contact/cells/slopes.c"))

//@ if is_implicit then
$(include("contact/cells/implicit_jac.c"))

//@ end
/* Adds w*fn times dforce/dv, as dwrench/dtwist with v = (vx - w*y, vy + w*x). */
static void $(name)_add_wrench_jac(const $(real) df_dv[4], int k, $(real) fn$(patch_par), $(real) sum[9])
{
  const $(real) x = $(name)_x[k], y = $(name)_y[k], load = $(share)*fn;
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

static int $(name)_is_finite(const $(real) *v, int count)
{
  $(real) sum = $(real(0));
  for (int i = 0; i < count; i++) sum += v[i] - v[i];
  return sum == $(real(0));
}

int $(name)_rate_jac(const $(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) *dz_dz, $(real) *dz_dtwist, $(real) *dw_dz, $(real) dw_dtwist[9])
{
  $(real) sum[9] = {$(real(0))}, jac[16], dw[6];
  int status = $(name)_enter(twist, fn, $(real(0)), 0);
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(status == $(NAME)_OK ? fn : $(real(0))), *const patch = &at_fn;
//@ end
  for (int k = 0; status == $(NAME)_OK && k < $(name)_n; k++) {
    const $(real) x = $(name)_x[k], y = $(name)_y[k], load = $(share)*fn;
    const $(name)_slopes c = $(name)_slopes_at(s->z[k], s->z[$(name)_n + k], twist, k, $(real(0)));
    $(name)_rate_slopes(&c, jac);
    if (!$(name)_is_finite(jac, 16)) status = $(NAME)_BAD_STATE;
//@ if has_levels then
    if (!($(share) > $(real(0)))) $(name)_zero(jac, 16); /* it carries no load */
//@ end
    for (int i = 0; dz_dz && i < 4; i++) dz_dz[4*k + i] = jac[i];
    for (int i = 0; dz_dtwist && i < 2; i++) {
      dz_dtwist[6*k + 3*i] = jac[4 + 2*i];
      dz_dtwist[6*k + 3*i + 1] = jac[5 + 2*i];
      dz_dtwist[6*k + 3*i + 2] = x*jac[5 + 2*i] - y*jac[4 + 2*i];
    }
    for (int j = 0; j < 2; j++) {
      const $(real) dfx = load*jac[8 + j], dfy = load*jac[10 + j];
      dw[j] = dfx;
      dw[2 + j] = dfy;
      dw[4 + j] = x*dfy - y*dfx;
    }
    if (!$(name)_is_finite(dw, 6)) status = $(NAME)_BAD_STATE;
    for (int i = 0; dw_dz && i < 6; i++) dw_dz[6*k + i] = dw[i];
    $(name)_add_wrench_jac(jac + 12, k, fn$(patch_arg), sum);
  }
  if (status == $(NAME)_OK && !$(name)_is_finite(sum, 9)) status = $(NAME)_BAD_STATE;
  if (status != $(NAME)_OK) {
    $(name)_zero(dz_dz, 4*$(name)_n);
    $(name)_zero(dz_dtwist, 6*$(name)_n);
    $(name)_zero(dw_dz, 6*$(name)_n);
  }
  for (int i = 0; dw_dtwist && i < 9; i++) dw_dtwist[i] = status == $(NAME)_OK ? sum[i] : $(real(0));
  return status;
}

int $(name)_step_jac($(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) wrench[3], $(real) dwrench_dtwist[9])
{
  $(real) sum[9] = {$(real(0))}, jac[4];
  int status = $(name)_enter(twist, fn, dt, wrench);
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(status == $(NAME)_OK ? fn : $(real(0))), *const patch = &at_fn;
//@ end
//@ if is_implicit then
  $(name)_ends ends;
  $(real) keep[$(name)_lanes], lose[$(name)_lanes];
//@ end
  for (int k = 0; status == $(NAME)_OK && dwrench_dtwist && k < $(name)_n; k++) {
//@ if is_implicit then
    const int b = k/$(name)_lanes, first = $(name)_first(b);
    if (k % $(name)_lanes == 0) $(name)_settle(&ends, b, s->z + first, s->z + $(name)_n + first, twist, dt, keep, lose);
    const $(name)_slopes c = $(name)_slopes_over(s->z, twist, k, dt, &ends, k - first);
//@ else
    const $(name)_slopes c = $(name)_slopes_at(s->z[k], s->z[$(name)_n + k], twist, k, $(is_exponential and "dt" or real(0)));
//@ end
    $(name)_step_slopes(&c, dt, jac);
    $(name)_add_wrench_jac(jac, k, fn$(patch_arg), sum);
  }
  if (status == $(NAME)_OK && !$(name)_is_finite(sum, 9)) status = $(NAME)_BAD_STATE;
  if (status == $(NAME)_OK || status == $(NAME)_SEPARATED) status = $(name)_step(s, twist, fn, dt, wrench);
  for (int i = 0; dwrench_dtwist && i < 9; i++)
    dwrench_dtwist[i] = status == $(NAME)_OK || status == $(NAME)_NO_CONVERGENCE ? sum[i] : $(real(0));
  return status;
}
