/* ---- the functions ------------------------------------------------------ */

void $(name)_reset($(name)_state *s)
{
  $(name)_zero(s->z, $(NAME)_NZ);
}

//@ if shortens then
$(include(has_reach and "contact/cells/shorten_area.c" or "contact/cells/shorten.c"))

//@ end
int $(name)_rate(const $(name)_state *s, const $(real) $(along)[3], $(real) fn,
  $(name)_state *dz, $(real) wrench[3])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  int status = $(name)_enter(twist, fn, $(real(0)), wrench);
//@ if has_stretch then
  $(real) inner[3];
  if (status == $(NAME)_OK) {
    status = $(name)_rates$(has_area and "_shortened" or "")(s->z, twist, fn, dz ? dz->z : 0, inner);
    if (status >= $(NAME)_OK && $(name)_outer(inner, wrench) != $(NAME)_OK) status = $(NAME)_BAD_STATE;
    if (status < $(NAME)_OK) $(name)_zero(wrench, 3);
  }
//@ else
  if (status == $(NAME)_OK) status = $(name)_rates$(has_area and "_shortened" or "")(s->z, twist, fn, dz ? dz->z : 0, wrench);
//@ end
  if (status != $(NAME)_OK && dz) $(name)_reset(dz);
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
  if (status == $(NAME)_SEPARATED) $(name)_reset(s);
//@ if has_stretch then
  if (status != $(NAME)_OK) return status;
  const $(name)_state was = *s;
  $(real) inner[3];
  int result = $(name)_advance$(shortens and "_tuned" or "")(s, twist, fn, dt, inner);
  if (result >= $(NAME)_OK && $(name)_outer(inner, wrench) != $(NAME)_OK) {
    *s = was;
    result = $(NAME)_BAD_STATE;
  }
  if (result == $(NAME)_NO_CONVERGENCE) (void)$(name)_outer(inner, wrench);
  else if (result < $(NAME)_OK) $(name)_zero(wrench, 3);
  return result;
//@ else
  return status == $(NAME)_OK ? $(name)_advance$(shortens and "_tuned" or "")(s, twist, fn, dt, wrench) : status;
//@ end
}

$(include("contact/" .. batch))
//@ if #tune > 0 then

$(include("contact/batch_each.c"))
//@ end

int $(name)_steady(const $(real) $(along)[3], $(real) fn, $(real) wrench[3])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  $(real) sum[3] = {$(real(0)), $(real(0)), $(real(0))};
  const int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) x = $(name)_x[k], y = $(name)_y[k];
    const $(real) vx = twist[0] - twist[2]*y;
    const $(real) vy = twist[1] + twist[2]*x;
    const $(real) v2 = vx*vx + vy*vy;
    const $(real) s = $(sqrt)(v2);
//@ if has_reach then
    const $(real) reach = $(reach_of_k);
//@ end
$(declare(zmax, 4, "g/sigma0"))
    const $(real) wz = s > $(real(0)) ? $(share)*zmax/s : $(real(0)); /* share of the deflection, over v */
    sum[0] += wz*vx;
    sum[1] += wz*vy;
    sum[2] += wz*(x*vy - y*vx);
  }
//@ if has_stretch then
  $(real) inner[3];
  const int result = $(name)_leave(twist, fn, sum, inner$(patch_arg));
  if (result == $(NAME)_OK) return $(name)_outer(inner, wrench);
  $(name)_zero(wrench, 3);
  return result;
//@ else
  return $(name)_leave(twist, fn, sum, wrench$(patch_arg));
//@ end
}

$(include("contact/cells/cell.c"))
//@ if has_stick then

$(include("contact/cells/stick.c"))
//@ end

$(include("contact/cells/jac.c"))

$(include(is_compressed and "contact/cells/limit_points.c" or "contact/cells/limit.c"))

//@ if has_couple then
$(include("contact/cells/backward.c"))

$(include("contact/couple/couple.c"))

//@ end
//@ if has_body then
$(include("contact/cells/condense.c"))

$(include("contact/body/body.c"))

//@ end
//@ if has_margin then
$(include("contact/margin.c"))

//@ end
//@ if #tune > 0 then
$(include("contact/retune.c"))

//@ end
/* ---- golden vectors ----------------------------------------------------- */

/* Writes a state with elastic, yielding and plastic bristles. */
static void $(name)_pattern($(name)_state *s)
{
  for (int k = 0; k < $(name)_n; k++) {
    const int x = k % 7 - 3, y = k % 5 - 2;
    s->z[k] = ($(real))x*$(real(pattern));
    s->z[$(name)_n + k] = ($(real))y*$(real(pattern));
  }
}

$(include("contact/selftest.c"))
