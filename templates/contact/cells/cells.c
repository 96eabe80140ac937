/* $(name).c: friction of the contact "$(name)"; $(name).h tells what it is.
 *
$(include("common/preamble.c")) */
$(include("common/includes.c"))

enum { $(name)_n = $(NAME)_NCELLS };

/* ---- tables ------------------------------------------------------------- */

//@ if is_loop then
#if defined(__GNUC__) && !defined(__TINYC__)
#define $(NAME)_ALIGN __attribute__((aligned(64)))
#else
#define $(NAME)_ALIGN
#endif

//@ end
//@ if is_loop or is_implicit then
$(include("common/inline.c"))

//@ end
/* Cell centres, m$(has_levels and "" or ", and shares of the load"). */
static const $(align)$(real) $(name)_x[$(cells)] = {
$(rows(x))};
static const $(align)$(real) $(name)_y[$(cells)] = {
$(rows(y))};
//@ if has_levels then

$(include("contact/cells/patch.c"))
//@ else
static const $(align)$(real) $(name)_w[$(cells)] = {
$(rows(w))};
//@ end

/* ---- helpers ------------------------------------------------------------ */

$(include("common/finite3.c"))

$(inlined) void $(name)_zero($(real) *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = $(real(0));
}

/* Zeroes the wrench; OK when there is something to compute. */
$(inlined) int $(name)_enter(const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) *wrench)
{
  $(name)_zero(wrench, 3);
  if (!($(name)_nan3(twist) + (fn - fn) + (dt - dt) == $(real(0)))) return $(NAME)_BAD_INPUT;
  if (dt < $(real(0))) return $(NAME)_BAD_INPUT;
  return fn <= $(real(0)) ? $(NAME)_SEPARATED : $(NAME)_OK;
}

/* Hands a wrench over, if it is finite. */
$(inlined) int $(name)_give(const $(real) f[3], $(real) *wrench)
{
  if (!($(name)_nan3(f) == $(real(0)))) return $(NAME)_BAD_STATE;
  for (int i = 0; wrench && i < 3; i++) wrench[i] = f[i];
  return $(NAME)_OK;
}

/* The wrench from sum = sums over the cells of w*(z + (sigma1/sigma0)*rate) and
 * of its torque; the viscous part in closed form from the moments of w. */
$(inlined) int $(name)_leave(const $(real) twist[3], $(real) fn, const $(real) sum[3],
  $(real) *wrench$(patch_par))
{
//@ local m1 = has_levels and "patch->moment[0]" or real(moment_x)
//@ local m2 = has_levels and "patch->moment[1]" or real(moment_y)
//@ local m3 = has_levels and "patch->moment[2]" or real(moment_2)
//@ local has_x, has_y = has_levels or moment_x ~= 0, has_levels or moment_y ~= 0
//@ local vx = has_y and ("(twist[0] - twist[2]*%s)"):format(m2) or "twist[0]"
//@ local vy = has_x and ("(twist[1] + twist[2]*%s)"):format(m1) or "twist[1]"
//@ local from_y = has_x and m1 .. "*twist[1] + " or ""
//@ local from_x = has_y and " - " .. m2 .. "*twist[0]" or ""
  const $(real) f[3] = {
    -fn*($(real(sigma0))*sum[0] + $(real(sigma2))*$(vx)),
    -fn*($(real(sigma0))*sum[1] + $(real(sigma2))*$(vy)),
    -fn*($(real(sigma0))*sum[2] + $(real(sigma2))*($(from_y)$(m3)*twist[2]$(from_x)))
  };
  return $(name)_give(f, wrench);
}

//@ if is_loop then
#ifdef __TINYC__
$(include("contact/cells/scalar.c"))
#else
$(include("contact/cells/vector.c"))
#endif
//@ else
$(include("contact/cells/scalar.c"))
//@ end

/* ---- the functions ------------------------------------------------------ */

void $(name)_reset($(name)_state *s)
{
  $(name)_zero(s->z, $(NAME)_NZ);
}

int $(name)_rate(const $(name)_state *s, const $(real) twist[3], $(real) fn,
  $(name)_state *dz, $(real) wrench[3])
{
  int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status == $(NAME)_OK) status = $(name)_rates(s->z, twist, fn, dz ? dz->z : 0, wrench);
  if (status != $(NAME)_OK && dz) $(name)_reset(dz);
  return status;
}

int $(name)_step($(name)_state *s, const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) wrench[3])
{
  const int status = $(name)_enter(twist, fn, dt, wrench);
  if (status == $(NAME)_SEPARATED) $(name)_reset(s);
  return status == $(NAME)_OK ? $(name)_advance(s, twist, fn, dt, wrench) : status;
}

$(include("contact/batch.c"))

int $(name)_steady(const $(real) twist[3], $(real) fn, $(real) wrench[3])
{
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
$(indent(zmax, 4))
    const $(real) wz = s > $(real(0)) ? $(share)*zmax/s : $(real(0)); /* deflection along v */
    sum[0] += wz*vx;
    sum[1] += wz*vy;
    sum[2] += wz*(x*vy - y*vx);
  }
  return $(name)_leave(twist, fn, sum, wrench$(patch_arg));
}

$(include("contact/cells/cell.c"))

$(include("contact/cells/jac.c"))
//@ if is_compressed then
$(include("contact/cells/limit_points.c"))
//@ else
$(include("contact/cells/limit.c"))
//@ end
//@ if has_body then
$(include("contact/cells/condense.c"))

$(include("contact/body/body.c"))
//@ end
/* ---- golden vectors ----------------------------------------------------- */

/* A state that has elastic, yielding and plastic bristles. */
static void $(name)_pattern($(name)_state *s)
{
  for (int k = 0; k < $(name)_n; k++) {
    s->z[k] = ($(real))(k % 7 - 3)*$(real(pattern));
    s->z[$(name)_n + k] = ($(real))(k % 5 - 2)*$(real(pattern));
  }
}

$(include("contact/selftest.c"))
