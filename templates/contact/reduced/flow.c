/* ---- the model at the centre of pressure -------------------------------- */

/* V: the twist at the centre of pressure, its spin times r, m/s. */
typedef struct {
$(struct_members(slip))
} $(name)_slip;

/* V and |V|. */
$(NAME)_INLINE void $(name)_slip_along($(name)_slip *c, const $(real) twist[3]$(patch_par))
{
  c->v[0] = twist[0]$(off_centre and " - twist[2]*" .. at_y or "");
  c->v[1] = twist[1]$(off_centre and " + twist[2]*" .. at_x or "");
  c->v[2] = twist[2]*$(at_r);
  c->v2 = $(name)_dot(c->v, c->v);
  c->s = $(sqrt)(c->v2);
}

/* The rest, once h is known. */
$(NAME)_INLINE void $(name)_resist($(name)_slip *c)
{
  const $(real) h2 = $(name)_dot(c->h, c->h);
//@ for _, name in ipairs(members_read(zmax, slip)) do
  const $(real) $(name) = c->$(name);
//@ end
  c->h2 = h2 > $(real(0)) ? h2 : $(real(1));
$(declare(zmax, 2, "g/sigma0"))
  c->zmax = zmax;
}

$(NAME)_INLINE void $(name)_slip_at($(name)_slip *c, const $(real) twist[3]$(patch_par))
{
  $(name)_slip_along(c, twist$(patch_arg));
  $(name)_surface(c->v, c->s, c->h$(patch_arg));
  $(name)_resist(c);
}

/* The rate at which bristles relax where abar is 1, `ahead` as in _yield. */
$(NAME)_INLINE $(real) $(name)_most(const $(name)_slip *c, const $(real) z[3], $(real) ahead)
{
//@ if is_elastoplastic then
  const $(real) way = ahead*c->s, half_rate = $(real(0.5))*c->s/c->zmax;
  const $(real) e[3] = {z[0] - way*c->h[0], z[1] - way*c->h[1], z[2] - way*c->h[2]};
  const $(real) size2 = $(name)_dot(e, e)*c->h2;
  const $(real) cosine = size2 > $(real(0)) ? $(name)_dot(e, c->h)/$(sqrt)(size2) : $(real(-1));
//@ if is_implicit then
  return cosine < $(real(1)) ? half_rate - half_rate*cosine : $(real(0)); /* it is, but for rounding */
//@ else
  return half_rate - half_rate*cosine;
//@ end
//@ else
  (void)z;
  (void)ahead;
  return c->s/c->zmax;
//@ end
}

/* Where the bristles go, w, m/s, and the rate a at which they relax: 0 while they
 * are elastic. Whether they yield shows where they would be after the time `ahead`
 * if they did not; how they lie to the flow, where it takes them. */
$(NAME)_INLINE void $(name)_yield(const $(name)_slip *c, const $(real) z[3], $(real) ahead,
  $(real) w[3], $(real) *a$(patch_par))
{
//@ if has_levels then
  (void)patch;
//@ end
//@ for d = 0, 2 do
  w[$(d)] = -c->s*c->h[$(d)];
//@ end
//@ if is_elastoplastic then
//@ if is_matched then
  const $(real) d[3] = {z[0] + ahead*c->v[0], z[1] + ahead*c->v[1], z[2] + ahead*$(at_k)*c->v[2]};
//@ else
  const $(real) d[3] = {z[0] + ahead*w[0], z[1] + ahead*w[1], z[2] + ahead*w[2]};
//@ end
  const $(real) size2 = $(name)_dot(d, d), reach2 = c->h2*(c->zmax*c->zmax);
  *a = $(real(0));
  if (size2 <= $(real(s_ba*s_ba))*reach2) { /* elastic */
//@ if is_matched then
//@ for d = 0, 2 do
    w[$(d)] = c->v[$(d)];
//@ end
//@ end
    return;
  }
  *a = $(name)_most(c, z, ahead);
  if (size2 < reach2) {
    const $(real) t = $(real(t_scale))*$(sqrt)(size2/reach2) - $(real(t_shift)); /* -1 at breakaway, 1 at zmax */
    const $(real) abar = $(real(0.5)) + $(name)_half_sine(t);
    *a *= abar;
//@ if is_matched then
//@ for d = 0, 2 do
    w[$(d)] = ($(real(1)) - abar)*c->v[$(d)] + abar*w[$(d)];
//@ end
//@ end
  }
//@ else
  *a = $(name)_most(c, z, ahead);
//@ end
}

//@ if is_implicit then
$(include("contact/reduced/implicit.c"))

//@ end
/* The rate of the bristles before it fades over dt; returns the rate at which they
 * relax. */
$(NAME)_INLINE $(real) $(name)_drift(const $(name)_slip *c, const $(real) z[3], $(real) dt,
  $(real) rate[3]$(patch_par))
{
  $(real) w[3], a;
//@ if not is_exponential then
  (void)dt;
//@ end
  $(name)_yield(c, z, $(is_exponential and "dt" or real(0)), w, &a$(patch_arg));
  rate[0] = w[0] - a*z[0];
  rate[1] = w[1] - a*z[1];
  rate[2] = $(is_matched and at_k .. "*" or "")(w[2] - a*z[2]);
  return a;
}

/* The rate of the bristles: with dt = 0 at once, else the mean over dt. */
$(NAME)_INLINE void $(name)_flow(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(real) rate[3]$(patch_par))
{
//@ if is_exponential then
  const $(real) a = $(name)_drift(c, z, dt, rate$(patch_arg));
  if (a*dt > $(real(0))) { /* a frozen over the step: each axis decays exactly */
//@ if is_matched then
    const $(real) span[2] = {dt, dt*$(at_k)};
    $(real) phi[2];
    for (int i = 0; i < 2; i++) phi[i] = $(name)_phi(a*span[i]); /* at once */
    rate[0] *= phi[0];
    rate[1] *= phi[0];
    rate[2] *= phi[1];
//@ else
    const $(real) phi = $(name)_phi(a*dt);
    for (int i = 0; i < 3; i++) rate[i] *= phi;
//@ end
  }
//@ else
  $(name)_drift(c, z, dt, rate$(patch_arg));
//@ end
}

/* The force of bristles z that move at that rate. */
$(NAME)_INLINE void $(name)_pull(const $(name)_slip *c, const $(real) z[3], const $(real) rate[3],
  $(real) fn, $(real) f[3]$(patch_par))
{
//@ for _, name in ipairs(members_read(damping, slip)) do
  const $(real) $(name) = c->$(name);
//@ end
$(declare(damping, 2, "sigma1/sigma0"))
  f[0] = -fn*($(real(sigma0))*(z[0] + damping*rate[0]) + $(real(sigma2))*c->v[0]);
  f[1] = -fn*($(real(sigma0))*(z[1] + damping*rate[1]) + $(real(sigma2))*c->v[1]);
  f[2] = -fn*($(real(sigma0))*(z[2] + damping*rate[2]) + $(at_spin)*c->v[2]);
}

$(NAME)_INLINE int $(name)_force(const $(name)_slip *c, const $(real) z[3], const $(real) rate[3],
  $(real) fn, $(real) *wrench$(patch_par))
{
  $(real) f[3];
  $(name)_pull(c, z, rate, fn, f$(patch_arg));
  return $(name)_leave(f, wrench$(patch_arg));
}
