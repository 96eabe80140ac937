$(include("common/inline.c"))

/* ---- helpers ------------------------------------------------------------ */

$(include(elementary))

$(include("common/finite3.c"))

$(NAME)_INLINE $(real) $(name)_dot(const $(real) a[3], const $(real) b[3])
{
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}

static void $(name)_zero($(real) *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = $(real(0));
}

/* OK when there is something to compute, else the wrench is zeroed. */
$(NAME)_INLINE int $(name)_enter(const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) *wrench)
{
  const $(real) nan = $(name)_nan3(twist) + (fn - fn) + (dt - dt);
  if (nan == $(real(0)) && dt >= $(real(0)) && fn > $(real(0))) return $(NAME)_OK;
  $(name)_zero(wrench, 3);
  return nan == $(real(0)) && dt >= $(real(0)) ? $(NAME)_SEPARATED : $(NAME)_BAD_INPUT;
}

//@ if has_levels then
$(include("contact/reduced/patch.c"))

//@ end
/* The wrench at the grid centre from f, that at the centre of pressure with its
 * torque over r. */
$(NAME)_INLINE void $(name)_centre(const $(real) f[3], $(real) wrench[3]$(patch_par))
{
  wrench[0] = f[0];
  wrench[1] = f[1];
  wrench[2] = $(at_r)*f[2]$(off_centre and (" + %s*f[1] - %s*f[0]"):format(at_x, at_y) or "");
}

$(NAME)_INLINE int $(name)_leave(const $(real) f[3], $(real) *wrench$(patch_par))
{
  $(real) moved[3];
  $(name)_centre(f, moved$(patch_arg));
  if (!($(name)_nan3(moved) == $(real(0)))) {
    $(name)_zero(wrench, 3);
    return $(NAME)_BAD_STATE;
  }
  for (int i = 0; wrench && i < 3; i++) wrench[i] = moved[i];
  return $(NAME)_OK;
}

/* ---- the limit surface -------------------------------------------------- */

$(include(surface))

$(include("contact/reduced/flow.c"))

/* ---- the functions ------------------------------------------------------ */

void $(name)_reset($(name)_state *s)
{
  $(name)_zero(s->z, $(NAME)_NZ);
}

int $(name)_rate(const $(name)_state *s, const $(real) twist[3], $(real) fn,
  $(name)_state *dz, $(real) wrench[3])
{
  $(real) rate[3] = {$(real(0)), $(real(0)), $(real(0))};
  int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status == $(NAME)_OK) {
//@ if has_levels then
    $(name)_patch at_fn, *const patch = &at_fn;
    $(name)_patch_at(patch, fn);
//@ end
    $(name)_slip c;
    $(name)_slip_at(&c, twist$(patch_arg));
    $(name)_flow(&c, s->z, $(real(0)), rate$(patch_arg));
    status = $(name)_force(&c, s->z, rate, fn, wrench$(patch_arg));
  }
  for (int i = 0; dz && i < 3; i++) dz->z[i] = status == $(NAME)_OK ? rate[i] : $(real(0));
  return status;
}

int $(name)_step($(name)_state *s, const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) wrench[3])
{
  const int status = $(name)_enter(twist, fn, dt, wrench);
  $(real) rate[3], next[3];
  if (status == $(NAME)_SEPARATED) $(name)_reset(s);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, fn);
//@ end
  $(name)_slip c;
  $(name)_slip_at(&c, twist$(patch_arg));
//@ if is_implicit then
  $(name)_part parts[3];
  const int missing = $(name)_parts(&c, s->z, dt, parts, rate$(patch_arg));
//@ else
  $(name)_flow(&c, s->z, dt, rate$(patch_arg));
//@ end
//@ for d = 0, 2 do
  next[$(d)] = s->z[$(d)] + dt*rate[$(d)];
//@ end
  if ($(name)_force(&c, next, rate, fn, wrench$(patch_arg)) != $(NAME)_OK) return $(NAME)_BAD_STATE;
  for (int i = 0; i < 3; i++) s->z[i] = next[i];
  return $(is_implicit and ("missing ? %s_NO_CONVERGENCE : %s_OK"):format(NAME, NAME) or NAME .. "_OK");
}

int $(name)_steady(const $(real) twist[3], $(real) fn, $(real) wrench[3])
{
  const int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, fn);
//@ end
  $(name)_slip c;
  $(name)_slip_at(&c, twist$(patch_arg));
  const $(real) g = $(real(sigma0))*c.zmax;
  const $(real) f[3] = {fn*(g*c.h[0] - $(real(sigma2))*c.v[0]),
    fn*(g*c.h[1] - $(real(sigma2))*c.v[1]), fn*(g*c.h[2] - $(at_spin)*c.v[2])};
  return $(name)_leave(f, wrench$(patch_arg));
}

int $(name)_limit(const $(real) twist[3], $(real) fn, $(real) wrench[3])
{
  const int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, fn);
//@ end
  $(name)_slip c;
  $(name)_slip_at(&c, twist$(patch_arg));
  $(real) f[3];
  for (int i = 0; i < 3; i++) f[i] = $(real(mu_c))*fn*c.h[i];
  return $(name)_leave(f, wrench$(patch_arg));
}

//@ if has_levels then
$(include("contact/reduced/cop.c"))

//@ end
$(include(batch))

$(include("contact/reduced/jac.c"))
//@ if has_body then
$(include("contact/reduced/body.c"))

//@ end
/* ---- golden vectors ----------------------------------------------------- */

/* Bristles that yield. */
static void $(name)_pattern($(name)_state *s)
{
  s->z[0] = $(real(pattern));
  s->z[1] = $(real(-0.5*pattern));
  s->z[2] = $(real(0.75*pattern));
}

$(include("contact/selftest.c"))
