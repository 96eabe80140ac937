/* ---- derivatives -------------------------------------------------------- */

/* What the derivatives of one cell are written in. */
typedef struct {
  $(real) zx, zy; /* bristle */
  $(real) vx, vy, v2, s, ux, uy; /* slip velocity, its size and direction */
  $(real) n, ex, ey; /* size and direction of the bristle that decides beta */
  $(real) a, a_zx, a_zy, a_vx, a_vy; /* beta*sigma0*s/g and its slopes */
//@ if is_implicit then
  $(real) rx, ry, rx_vx, rx_vy, ry_vx, ry_vy; /* mean rate of a step, its slopes */
//@ end
//@ if has_fading then
  $(real) damping, damping_vx, damping_vy; /* sigma1/sigma0 and its slopes */
//@ end
} $(name)_slopes;

//@ if is_exponential then
/* Derivative of (1 - exp(-x))/x for x >= 0. */
static $(real) $(name)_phi_slope($(real) x)
{
  if (x > $(real(0.5))) return (x < $(real(exp_cut)) ? (x + $(real(1)))*$(exp)(-x) - $(real(1)) : $(real(-1)))/(x*x);
  return $(polynomial(slope, "x"));
}

//@ end
//@ if is_elastoplastic then
static void $(name)_transition($(name)_slopes *c, $(real) h)
{
$(transition_slopes)
}

//@ end
static void $(name)_plastic($(name)_slopes *c, $(real) h)
{
//@ if not is_elastoplastic then
  (void)h;
//@ end
$(plastic_slopes)
}

//@ if has_fading then
static void $(name)_fading($(name)_slopes *c)
{
$(fading_slopes)
}

//@ end
/* The slopes at cell k. h moves the bristle that decides beta along the velocity.
 * At rest the direction of slip counts as 0 and s as tiny: the law has no
 * derivative there. */
static $(name)_slopes $(name)_slopes_at($(real) zx, $(real) zy, const $(real) twist[3], int k, $(real) h)
{
  $(name)_slopes c;
  c.zx = zx;
  c.zy = zy;
  c.vx = twist[0] - twist[2]*$(name)_y[k];
  c.vy = twist[1] + twist[2]*$(name)_x[k];
  c.v2 = c.vx*c.vx + c.vy*c.vy;
  c.s = $(sqrt)(c.v2);
  c.ux = c.s > $(real(0)) ? c.vx/c.s : $(real(0));
  c.uy = c.s > $(real(0)) ? c.vy/c.s : $(real(0));
  if (!(c.s > $(tiny))) c.s = $(tiny);
  const $(real) qx = c.zx + h*c.vx, qy = c.zy + h*c.vy;
  c.n = $(sqrt)(qx*qx + qy*qy);
  c.ex = c.n > $(real(0)) ? qx/c.n : $(real(0));
  c.ey = c.n > $(real(0)) ? qy/c.n : $(real(0));
//@ if has_fading then
  $(name)_fading(&c);
//@ end
//@ if is_elastoplastic then
  const $(real) v2 = c.v2, s = c.s;
$(indent(zmax, 2))
  (void)v2;
  (void)s;
  if (c.n <= $(real(s_ba))*zmax) /* elastic */
    c.a = c.a_zx = c.a_zy = c.a_vx = c.a_vy = $(real(0));
  else if (c.n < zmax)
    $(name)_transition(&c, h);
  else
    $(name)_plastic(&c, h);
//@ else
  $(name)_plastic(&c, h);
//@ end
  return c;
}

/* drate/dz, drate/dv, dforce/dz, dforce/dv, 2x2 each, per weight and load. */
static void $(name)_rate_slopes(const $(name)_slopes *c, $(real) out[16])
{
$(rate_slopes)
}

/* dforce/dv of a step, 2x2, per weight and load. */
static void $(name)_step_slopes(const $(name)_slopes *c, $(real) dt, $(real) out[4])
{
//@ if is_exponential then
  const $(real) phi = $(name)_phi(c->a*dt);
  const $(real) phi1 = $(name)_phi_slope(c->a*dt);
//@ end
//@ if not has_dt then
  (void)dt;
//@ end
$(step_slopes)
}

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
