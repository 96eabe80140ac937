/* ---- derivatives -------------------------------------------------------- */

/* What the derivatives are written in. */
typedef struct {
  $(real) zx, zy, zz; /* bristles */
  $(real) vx, vy, vz, v2, s, ux, uy, uz; /* V, |V|^2, |V|, V/|V| */
  $(real) bx, by, bz; /* -h*s and its slopes by V */
  $(real) bx_vx, bx_vy, bx_vz, by_vx, by_vy, by_vz, bz_vx, bz_vy, bz_vz;
  $(real) size, size_vx, size_vy, size_vz; /* |h| and its slopes */
  $(real) n, dx, dy, dz; /* size and direction of the bristles that decide abar */
  $(real) m, ex, ey, ez; /* the same of those that lie to the flow */
  $(real) abar, abar_zx, abar_zy, abar_zz, abar_vx, abar_vy, abar_vz;
  $(real) a, a_zx, a_zy, a_zz, a_vx, a_vy, a_vz; /* the rate of relaxation */
//@ if is_implicit then
  $(real) most, most_zx, most_zy, most_zz, most_vx, most_vy, most_vz; /* a where abar is 1 */
  $(real) rx, ry, rz; /* the mean rate of a step, and its slopes by V */
  $(real) rx_vx, rx_vy, rx_vz, ry_vx, ry_vy, ry_vz, rz_vx, rz_vy, rz_vz;
//@ end
//@ if has_fading then
  $(real) damping, damping_vx, damping_vy, damping_vz; /* sigma1/sigma0 */
//@ end
//@ if has_levels then
  $(real) kz, mz; /* u/r^2 */
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
static void $(name)_elastic($(name)_slopes *c)
{
  c->abar = c->abar_zx = c->abar_zy = c->abar_zz = c->abar_vx = c->abar_vy = c->abar_vz = $(real(0));
  c->a = c->a_zx = c->a_zy = c->a_zz = c->a_vx = c->a_vy = c->a_vz = $(real(0));
}

static void $(name)_transition($(name)_slopes *c, $(real) ahead)
{
//@ if not transition_looks_ahead then
  (void)ahead;
//@ end
$(transition_slopes)
}

//@ end
static void $(name)_plastic($(name)_slopes *c, $(real) ahead)
{
//@ if not plastic_looks_ahead then
  (void)ahead;
//@ end
$(plastic_slopes)
}

//@ if is_implicit then
static void $(name)_angle($(name)_slopes *c, $(real) ahead)
{
//@ if not is_elastoplastic then
  (void)ahead;
//@ end
$(angle_slopes)
}

//@ end
//@ if has_fading then
static void $(name)_fading($(name)_slopes *c)
{
$(fading_slopes)
}

//@ end
/* The size of a vector; `e` becomes its direction. */
static $(real) $(name)_direction(const $(real) v[3], $(real) *ex, $(real) *ey, $(real) *ez)
{
  const $(real) n = $(sqrt)($(name)_dot(v, v));
  *ex = n > $(real(0)) ? v[0]/n : $(real(0));
  *ey = n > $(real(0)) ? v[1]/n : $(real(0));
  *ez = n > $(real(0)) ? v[2]/n : $(real(0));
  return n;
}

/* V and the surface with their slopes. At rest, where h has every value, the
 * slopes are those of the ellipsoid. */
static void $(name)_motion_slopes($(name)_slopes *c, const $(name)_slip *m$(patch_par))
{
  $(real) h_v[9], b_v[9], u[3], size_v[3];
  const int is_moving = m->s > $(tiny);
  c->vx = m->v[0];
  c->vy = m->v[1];
  c->vz = m->v[2];
  c->v2 = m->v2;
  c->s = is_moving ? m->s : $(tiny);
  $(name)_direction(m->v, &c->ux, &c->uy, &c->uz);
  u[0] = c->ux;
  u[1] = c->uy;
  u[2] = c->uz;
  c->size = $(sqrt)(m->h2);
  $(name)_surface_slopes(m->v, m->s, h_v$(patch_arg));
  for (int j = 0; j < 3; j++) {
    size_v[j] = $(real(0));
    for (int i = 0; i < 3; i++) {
      b_v[3*i + j] = is_moving ? -(h_v[3*i + j] + m->h[i]*u[j]) : (i == j ? $(real(1)) : $(real(0)));
      size_v[j] += m->h[i]*h_v[3*i + j]/(c->size*c->s);
    }
  }
  c->bx = -m->s*m->h[0];
  c->by = -m->s*m->h[1];
  c->bz = -m->s*m->h[2];
  c->bx_vx = b_v[0]; c->bx_vy = b_v[1]; c->bx_vz = b_v[2];
  c->by_vx = b_v[3]; c->by_vy = b_v[4]; c->by_vz = b_v[5];
  c->bz_vx = b_v[6]; c->bz_vy = b_v[7]; c->bz_vz = b_v[8];
  c->size_vx = size_v[0];
  c->size_vy = size_v[1];
  c->size_vz = size_v[2];
}

/* The slopes at z; `ahead` as in _yield. */
static $(name)_slopes $(name)_slopes_at(const $(name)_slip *m, const $(real) z[3], $(real) ahead$(patch_par))
{
  $(name)_slopes c;
  $(real) d[3], e[3];
  $(name)_motion_slopes(&c, m$(patch_arg));
//@ if has_levels then
  c.kz = c.mz = patch->k;
//@ end
  c.zx = z[0];
  c.zy = z[1];
  c.zz = z[2];
  for (int i = 0; i < 3; i++) e[i] = z[i] - ahead*m->s*m->h[i];
//@ if is_matched then
  d[0] = z[0] + ahead*m->v[0];
  d[1] = z[1] + ahead*m->v[1];
  d[2] = z[2] + ahead*$(at_k)*m->v[2];
//@ else
  for (int i = 0; i < 3; i++) d[i] = e[i];
//@ end
  c.n = $(name)_direction(d, &c.dx, &c.dy, &c.dz);
  c.m = $(name)_direction(e, &c.ex, &c.ey, &c.ez);
  if (!(c.m > $(real(0)))) c.m = $(tiny);
//@ if has_fading then
  $(name)_fading(&c);
//@ end
//@ if is_implicit then
  $(name)_angle(&c, ahead);
//@ end
//@ if is_elastoplastic then
  if (c.n <= $(real(s_ba))*c.size*m->zmax)
    $(name)_elastic(&c);
  else if (c.n < c.size*m->zmax)
    $(name)_transition(&c, ahead);
  else
    $(name)_plastic(&c, ahead);
//@ else
  $(name)_plastic(&c, ahead);
//@ end
  return c;
}

//@ if is_implicit then
$(include("contact/reduced/implicit_jac.c"))

//@ end
/* drate/dz, drate/dV, dforce/dz, dforce/dV, 3x3 each, per load. */
static void $(name)_rate_slopes(const $(name)_slopes *c, $(real) out[36])
{
$(rate_slopes)
}

/* dforce/dV of a step, 3x3, per load. */
static void $(name)_step_slopes(const $(name)_slopes *c, $(real) dt, $(real) out[9])
{
//@ if is_exponential then
  const $(real) phi = $(name)_phi(c->a*dt), phi1 = $(name)_phi_slope(c->a*dt);
//@ if is_matched then
  const $(real) x = c->a*$(has_levels and "c->kz" or real(k))*dt, phiz = $(name)_phi(x), phiz1 = $(name)_phi_slope(x);
//@ end
//@ end
//@ if not has_dt then
  (void)dt;
//@ end
$(step_slopes)
}

/* Columns by V become columns by the twist. */
static void $(name)_by_twist(const $(real) by_v[9], $(real) *out$(patch_par))
{
  for (int i = 0; out && i < 3; i++) {
    const $(real) *const row = by_v + 3*i;
    out[3*i] = row[0];
    out[3*i + 1] = row[1];
    out[3*i + 2] = $(at_r)*row[2]$(off_centre and (" + %s*row[1] - %s*row[0]"):format(at_x, at_y) or "");
  }
}

/* Rows of a force become rows of the wrench; may be done in place. */
static void $(name)_of_wrench(const $(real) rows[9], $(real) fn, $(real) *out$(patch_par))
{
  for (int j = 0; out && j < 3; j++) {
    const $(real) f[3] = {fn*rows[j], fn*rows[3 + j], fn*rows[6 + j]};
    out[j] = f[0];
    out[3 + j] = f[1];
    out[6 + j] = $(at_r)*f[2]$(off_centre and (" + %s*f[1] - %s*f[0]"):format(at_x, at_y) or "");
  }
}

static int $(name)_is_finite(const $(real) *v, int count)
{
  $(real) sum = $(real(0));
  for (int i = 0; i < count; i++) sum += v[i] - v[i];
  return sum == $(real(0));
}

int $(name)_rate_jac(const $(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dz_dz[9], $(real) dz_dtwist[9], $(real) dw_dz[9], $(real) dw_dtwist[9])
{
  $(real) jac[36], force[9], dw[18];
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
    if (!$(name)_is_finite(s->z, 3) || !$(name)_is_finite(jac, 36) || !$(name)_is_finite(dw, 18)) status = $(NAME)_BAD_STATE;
  }
  if (status != $(NAME)_OK) {
    $(name)_zero(jac, 36);
    $(name)_zero(dw, 18);
  }
  for (int i = 0; dz_dz && i < 9; i++) dz_dz[i] = jac[i];
  $(name)_by_twist(jac + 9, dz_dtwist$(patch_arg));
  for (int i = 0; dw_dz && i < 9; i++) dw_dz[i] = dw[i];
  for (int i = 0; dw_dtwist && i < 9; i++) dw_dtwist[i] = dw[9 + i];
  return status;
}

int $(name)_step_jac($(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) wrench[3], $(real) dwrench_dtwist[9])
{
  $(real) jac[9], force[9], dw[9];
  int status = $(name)_enter(twist, fn, dt, wrench);
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, status == $(NAME)_OK ? fn : $(real(0)));
//@ end
  $(name)_zero(dw, 9);
  if (status == $(NAME)_OK && dwrench_dtwist) {
    $(name)_slip m;
    $(name)_slip_at(&m, twist$(patch_arg));
//@ if is_implicit then
    const $(name)_slopes c = $(name)_slopes_over(&m, s->z, dt$(patch_arg));
//@ else
    const $(name)_slopes c = $(name)_slopes_at(&m, s->z, $(is_exponential and "dt" or real(0))$(patch_arg));
//@ end
    $(name)_step_slopes(&c, dt, jac);
    $(name)_by_twist(jac, force$(patch_arg));
    $(name)_of_wrench(force, fn, dw$(patch_arg));
    if (!$(name)_is_finite(dw, 9)) status = $(NAME)_BAD_STATE;
  }
  if (status == $(NAME)_OK || status == $(NAME)_SEPARATED) status = $(name)_step(s, twist, fn, dt, wrench);
  if (status != $(NAME)_OK && status != $(NAME)_NO_CONVERGENCE) $(name)_zero(dw, 9);
  if (status < 0 && status != $(NAME)_NO_CONVERGENCE) $(name)_zero(wrench, 3);
  for (int i = 0; dwrench_dtwist && i < 9; i++) dwrench_dtwist[i] = dw[i];
  return status;
}
