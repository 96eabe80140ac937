enum { $(name)_n = $(NAME)_NCELLS };

/* ---- tables ------------------------------------------------------------- */

//@ if is_loop then
#if defined(__GNUC__)
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
