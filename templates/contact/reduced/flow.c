/* ---- the model at the centre of pressure -------------------------------- */

/* Writes V: the twist at the centre of pressure, its spin times r, m/s. */
typedef struct {
$(struct_members(slip))
} $(name)_slip;

/* Writes V and |V|. */
$(NAME)_INLINE void $(name)_slip_along($(name)_slip *c, const $(real) twist[3]$(patch_par))
{
  c->v[0] = twist[0]$(off_centre and " - twist[2]*" .. at_y or "");
  c->v[1] = twist[1]$(off_centre and " + twist[2]*" .. at_x or "");
  c->v[2] = twist[2]*$(at_r);
  c->v2 = $(name)_dot(c->v, c->v);
  c->s = $(sqrt)(c->v2);
}

$(is_ellipsoid and "/* Writes zmax. */" or "/* Writes the other members from h. */")
$(NAME)_INLINE void $(name)_resist($(name)_slip *c)
{
//@ if not is_ellipsoid then
  const $(real) h2 = $(name)_dot(c->h, c->h);
//@ end
//@ for _, name in ipairs(members_read(zmax, slip)) do
  const $(real) $(name) = c->$(name);
//@ end
//@ if not is_ellipsoid then
  c->h2 = h2 > $(real(0)) ? h2 : $(real(1));
//@ end
$(declare(zmax, 2, "g/sigma0"))
  c->zmax = zmax;
}

//@ if is_ellipsoid then
/* All but h: V = -|V| h, so that a step needs no more. */
$(NAME)_INLINE void $(name)_slip_of($(name)_slip *c, const $(real) twist[3]$(patch_par))
{
  $(name)_slip_along(c, twist$(patch_arg));
  $(name)_resist(c);
//@ if is_implicit then
  c->h2 = $(real(1));
//@ end
}

//@ end
$(NAME)_INLINE void $(name)_slip_at($(name)_slip *c, const $(real) twist[3]$(patch_par))
{
  $(name)_slip_along(c, twist$(patch_arg));
  $(name)_surface(c->v, c->s, c->h$(patch_arg));
  $(name)_resist(c);
//@ if is_ellipsoid then
  c->h2 = $(real(1));
//@ end
}

$(include("contact/reduced/" .. yield_form))

//@ if is_implicit then
$(include("contact/reduced/implicit.c"))

//@ end
/* Writes the rate of the bristles without its factor over dt. Returns the rate at which
 * they relax. */
$(NAME)_INLINE $(real) $(name)_drift(const $(name)_slip *c, const $(real) z[3], $(real) dt,
  $(real) rate[3]$(patch_par))
{
//@ if is_ellipsoid then
  const $(real) *w = c->v;
  $(real) a;
//@ else
  $(real) w[3], a;
//@ end
//@ if not is_exponential then
  (void)dt;
//@ end
  $(name)_yield(c, z, $(is_exponential and "dt" or real(0)), $(is_ellipsoid and "" or "w, ")&a$(patch_arg));
  rate[0] = w[0] - a*z[0];
  rate[1] = w[1] - a*z[1];
  rate[2] = $(is_matched and at_k .. "*" or "")(w[2] - a*z[2]);
  return a;
}

$(include("contact/reduced/" .. flow_form))

/* Writes the force of bristles z that move at that rate. */
$(NAME)_INLINE void $(name)_pull(const $(name)_slip *c, const $(real) z[3], const $(real) rate[3],
  $(real) fn, $(real) f[3]$(patch_par))
{
//@ for _, name in ipairs(members_read(damping, slip)) do
  const $(real) $(name) = c->$(name);
//@ end
$(declare(damping, 2, "sigma1/sigma0"))
//@ if is_viscous then
  f[0] = -fn*($(NAME)_SIGMA0*(z[0] + damping*rate[0]) + $(NAME)_SIGMA2*c->v[0]); /* (4), N */
  f[1] = -fn*($(NAME)_SIGMA0*(z[1] + damping*rate[1]) + $(NAME)_SIGMA2*c->v[1]); /* N */
  f[2] = -fn*($(NAME)_SIGMA0*(z[2] + damping*rate[2]) + $(spin_sigma2)*c->v[2]); /* torque over r, N */
//@ else
  f[0] = -fn*($(NAME)_SIGMA0*(z[0] + damping*rate[0])); /* (4), N */
  f[1] = -fn*($(NAME)_SIGMA0*(z[1] + damping*rate[1])); /* N */
  f[2] = -fn*($(NAME)_SIGMA0*(z[2] + damping*rate[2])); /* torque over r, N */
//@ end
//@ if not pull_reads_slip then
  (void)c;
//@ end
//@ if has_levels and not is_viscous then
  (void)patch;
//@ end
}

$(NAME)_INLINE int $(name)_force(const $(name)_slip *c, const $(real) z[3], const $(real) rate[3],
  $(real) fn, $(real) *wrench$(patch_par))
{
  $(real) f[3];
  $(name)_pull(c, z, rate, fn, f$(patch_arg));
  return $(name)_leave(f, wrench$(patch_arg));
}
