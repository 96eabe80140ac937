/* ---- the functions ------------------------------------------------------ */

void $(name)_reset($(name)_state *s)
{
  $(name)_zero(s->z, $(NAME)_NZ);
}

//@ if shortens then
$(include("contact/reduced/shorten.c"))

//@ end
int $(name)_rate(const $(name)_state *s, const $(real) $(along)[3], $(real) fn,
  $(name)_state *dz, $(real) wrench[3])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  $(real) rate[3] = {$(real(0)), $(real(0)), $(real(0))};
  int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status == $(NAME)_OK) {
//@ if has_levels then
    $(name)_patch at_fn, *const patch = &at_fn;
    $(name)_patch_at(patch, fn);
//@ end
    $(name)_slip c;
    $(name)_$(is_ellipsoid and "slip_of" or "slip_at")(&c, twist$(patch_arg));
    $(name)_flow(&c, s->z, $(real(0)), rate$(patch_arg));
//@ if has_stretch then
    $(real) inner[3];
    status = $(name)_force(&c, s->z, rate, fn, inner$(patch_arg));
    if (status == $(NAME)_OK) status = $(name)_outer(inner, wrench);
    else $(name)_zero(wrench, 3);
//@ else
    status = $(name)_force(&c, s->z, rate, fn, wrench$(patch_arg));
//@ end
  }
  for (int i = 0; dz && i < 3; i++) dz->z[i] = status == $(NAME)_OK ? rate[i] : $(real(0));
  return status;
}

int $(name)_step($(name)_state *s, const $(real) $(along)[3], $(real) fn, $(real) dt,
  $(real) wrench[3])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  const int status = $(name)_enter(twist, fn, dt, wrench);
  $(real) rate[3], next[3]$(shortens and ", from[3]" or "");
  if (status == $(NAME)_SEPARATED) $(name)_reset(s);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, fn);
//@ end
  $(name)_slip c;
  $(name)_$(is_ellipsoid and "slip_of" or "slip_at")(&c, twist$(patch_arg));
//@ local from = shortens and "from" or "s->z"
//@ if shortens then
  $(name)_shorten(s->z, from$(patch_arg));
//@ end
//@ if is_implicit then
  $(name)_part parts[3];
  $(has_rounds and "const int missing = " or "")$(name)_parts(&c, $(from), dt, parts, rate$(patch_arg));
//@ else
  $(name)_flow(&c, $(from), dt, rate$(patch_arg));
//@ end
//@ for d = 0, 2 do
  next[$(d)] = $(from)[$(d)] + dt*rate[$(d)];
//@ end
//@ if has_stretch then
  $(real) inner[3];
  $(name)_zero(wrench, 3);
  if ($(name)_force(&c, next, rate, fn, inner$(patch_arg)) != $(NAME)_OK) return $(NAME)_BAD_STATE;
  if ($(name)_outer(inner, wrench) != $(NAME)_OK) return $(NAME)_BAD_STATE;
//@ else
  const int end = $(name)_force(&c, next, rate, fn, wrench$(patch_arg));
  if (end != $(NAME)_OK) return end;
//@ end
  for (int i = 0; i < 3; i++) s->z[i] = next[i];
  return $(has_rounds and "missing ? " .. NAME .. "_NO_CONVERGENCE : " or "")$(NAME)_OK;
}

int $(name)_steady(const $(real) $(along)[3], $(real) fn, $(real) wrench[3])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  const int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, fn);
//@ end
  $(name)_slip c;
  $(name)_slip_at(&c, twist$(patch_arg));
  const $(real) g = $(NAME)_SIGMA0*c.zmax;
//@ if is_viscous then
  const $(real) f[3] = {
    fn*(g*c.h[0] - $(NAME)_SIGMA2*c.v[0]), /* N */
    fn*(g*c.h[1] - $(NAME)_SIGMA2*c.v[1]), /* N */
    fn*(g*c.h[2] - $(spin_sigma2)*c.v[2]) /* torque over r, N */
  };
//@ else
  const $(real) f[3] = {fn*(g*c.h[0]), fn*(g*c.h[1]), fn*(g*c.h[2])}; /* N; torque over r */
//@ end
//@ if has_stretch then
  $(real) inner[3];
  const int result = $(name)_leave(f, inner$(patch_arg));
  if (result == $(NAME)_OK) return $(name)_outer(inner, wrench);
  $(name)_zero(wrench, 3);
  return result;
//@ else
  return $(name)_leave(f, wrench$(patch_arg));
//@ end
}

int $(name)_limit(const $(real) $(along)[3], $(real) fn, $(real) wrench[3])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  const int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, fn);
//@ end
  $(name)_slip c;
  $(name)_slip_at(&c, twist$(patch_arg));
  $(real) f[3];
  for (int i = 0; i < 3; i++) f[i] = $(times("mu_c"))fn*c.h[i];
//@ if has_stretch then
  $(real) inner[3];
  const int result = $(name)_leave(f, inner$(patch_arg));
  if (result == $(NAME)_OK) return $(name)_outer(inner, wrench);
  $(name)_zero(wrench, 3);
  return result;
//@ else
  return $(name)_leave(f, wrench$(patch_arg));
//@ end
}

//@ if has_levels then
$(include("contact/reduced/cop.c"))

//@ end
$(include("contact/" .. batch))
//@ if #tune > 0 then

$(include("contact/batch_each.c"))
//@ end

$(include("contact/reduced/jac.c"))
//@ if has_couple then

$(include("contact/reduced/backward.c"))

$(include("contact/couple/couple.c"))
//@ end
//@ if has_body then
$(include("contact/reduced/body.c"))

//@ end
//@ if has_margin then
$(include("contact/margin.c"))

//@ end
//@ if #tune > 0 then
$(include("contact/retune.c"))

//@ end
/* ---- golden vectors ----------------------------------------------------- */

/* Writes bristles that yield. */
static void $(name)_pattern($(name)_state *s)
{
  const $(real) z = $(real(pattern));
  s->z[0] = z;
  s->z[1] = $(real(-0.5))*z;
  s->z[2] = $(real(0.75))*z;
}

$(include("contact/selftest.c"))
