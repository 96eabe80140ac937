/* ---- derivatives -------------------------------------------------------- */

/* The numbers in the derivatives. */
typedef struct {
$(struct_members(slopes))
} $(name)_slopes;

//@ if is_exponential then
$(include("contact/phi_slope.c"))

//@ end
//@ if has_exp and shares_exp then
/* The same as _exp, but 0 at its end: a slope by V divides what is left by squares of v_s or v_d. */
$(NAME)_INLINE $(real) $(name)_exp_end($(real) x)
{
  return x > $(real(-44)) ? $(name)_exp(x) : $(real(0));
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
//@ for _, name in ipairs(unused(transition_slopes, "ahead")) do
  (void)$(name);
//@ end
$(include("contact/block_members.c", { block = transition_slopes }))
}

//@ end
static void $(name)_plastic($(name)_slopes *c, $(real) ahead)
{
//@ for _, name in ipairs(unused(plastic_slopes, "ahead")) do
  (void)$(name);
//@ end
$(include("contact/block_members.c", { block = plastic_slopes }))
}

//@ if is_implicit or has_couple then
static void $(name)_angle($(name)_slopes *c, $(real) ahead)
{
//@ for _, name in ipairs(unused(angle_slopes, "ahead")) do
  (void)$(name);
//@ end
$(include("contact/block_members.c", { block = angle_slopes }))
}

//@ end
//@ if has_fading then
static void $(name)_fading($(name)_slopes *c)
{
$(include("contact/block_members.c", { block = fading_slopes }))
}

//@ end
$(include("contact/reduced/motion_slopes.c"))

/* Writes the slopes at z; `ahead` as in _yield. */
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
  if (c.n <= $(NAME)_S_BA*c.size*m->zmax)
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
/* Write drate/dz, drate/dV, dforce/dz, dforce/dV, 3x3 each, per load. */
static void $(name)_rate_slopes(const $(name)_slopes *c, $(real) out[36])
{
$(include("contact/block_array.c", { block = rate_slopes }))
}

/* Writes dforce/dV of a step, 3x3, per load. */
static void $(name)_force_slopes(const $(name)_slopes *c, $(real) dt, $(real) out[9])
{
//@ if is_exponential then
  const $(real) phi = $(name)_phi(c->a*dt), phi1 = $(name)_phi_slope(c->a*dt);
//@ if is_matched then
  const $(real) x = c->a*$(has_levels and "c->kz" or NAME .. "_K")*dt, phiz = $(name)_phi(x), phiz1 = $(name)_phi_slope(x);
//@ end
//@ end
$(include("contact/block_array.c", { block = step_slopes }))
}
