/* ---- the runtime's kernel -----------------------------------------------
 * Calls that replace loops for a compiler without vectors; only code that is
 * compiled in bristle's process can make them. */
$(include("kernel.h"))

br_contact_sweep_function br_contact_sweep;
//@ if shortens then
br_contact_long_function br_contact_is_long;
//@ end

//@ local kernel = #tune > 0 and "kernel" or name .. "_kernel"
//@ if #tune > 0 then
static br_contact $(name)_kernel_of(void)
{
  const br_contact kernel = {
//@ else
static const br_contact $(name)_kernel = {
//@ end
  $(cells), $(name)_x, $(name)_y, $(name)_w,
  $(value("kernel_zmax", "zmax0")), $(value("kernel_rise", "zmax_rise")), $(value("kernel_falloff", "falloff")), $(value("kernel_damping", "damping0")),
  $(is_elastoplastic and 1 or 0), $(value("kernel_elastic2", "elastic2")), $(value("kernel_t_scale", "t_scale")), $(value("kernel_t_shift", "t_shift")),
  $(is_exponential and 1 or 0)
};
//@ if #tune > 0 then
  return kernel;
}
//@ end

static int $(name)_kernel_rate(const $(name)_state *s, const $(real) twist[3], $(real) fn,
  $(name)_state *dz, $(real) wrench[3])
{
  $(name)_state rate;
//@ if #tune > 0 then
  const br_contact kernel = $(name)_kernel_of();
//@ end
  $(real) sum[3];
  int status = $(name)_enter(twist, fn, 0.0, wrench);
  if (status == $(NAME)_OK) {
    br_contact_sweep(&$(kernel), s->z, twist, -1.0, dz ? dz->z : rate.z, sum);
    status = $(name)_leave(twist, fn, sum, wrench);
  }
  if (status != $(NAME)_OK && dz) $(name)_reset(dz);
  return status;
}

static int $(name)_kernel_step($(name)_state *s, const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) wrench[3])
{
  const int status = $(name)_enter(twist, fn, dt, wrench);
  $(name)_state next;
  $(real) sum[3];
  if (status == $(NAME)_SEPARATED) $(name)_reset(s);
  if (status != $(NAME)_OK) return status;
//@ if #tune > 0 then
  const br_contact kernel = $(name)_kernel_of();
//@ end
//@ if shortens then
  if (br_contact_is_long($(cells), s->z, $(named("longest2")))) {
    $(name)_state from = *s;
    $(name)_shorten(from.z);
    br_contact_sweep(&$(kernel), from.z, twist, dt, next.z, sum);
  } else
//@ end
  $(shortens and "  " or "")br_contact_sweep(&$(kernel), s->z, twist, dt, next.z, sum);
  if ($(name)_leave(twist, fn, sum, wrench) != $(NAME)_OK) return $(NAME)_BAD_STATE;
  *s = next;
  return $(NAME)_OK;
}

/* The end and the wrench equal those of the step above to the last bit. */
static int $(name)_kernel_step_jac($(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) wrench[3], $(real) dwrench_dtwist[9])
{
  $(name)_state next = *s;
  const int status = $(name)_step_jac(&next, twist, fn, dt, wrench, dwrench_dtwist);
  if (status == $(NAME)_OK) return $(name)_kernel_step(s, twist, fn, dt, wrench);
  *s = next; /* reset, or unchanged */
  return status;
}

/* The functions below call these. */
#define $(name)_rate $(name)_kernel_rate
#define $(name)_step $(name)_kernel_step
#define $(name)_step_jac $(name)_kernel_step_jac
#define $(name)_step_batch $(name)_kernel_step_batch
#define $(name)_worse $(name)_kernel_worse

$(include("contact/" .. plain_batch))
