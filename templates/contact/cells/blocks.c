/* The results for the cells: out = keep*z + gain*rate, and sums of
 * w*(z + (lever + sigma1/sigma0)*rate). For a rate keep and lever are 0 and gain
 * is 1; for a step of dt keep is 1 and the others are dt. */
typedef struct {
  $(real) keep, gain, lever;
} $(name)_motion;

$(include("contact/cells/move.c"))

/* The same for a block whose bristles may yield.$(has_rounds and " Returns 0 if all steps have converged." or "") */
//@ if is_implicit then
$(include("contact/cells/slide_implicit.c"))
//@ else
$(inlined) void $(name)_slide($(name)_block *$(NAME)_RESTRICT m, const $(real) *zx, const $(real) *zy,
  $(real) *ox, $(real) *oy, const $(real) twist[3], $(name)_motion motion$(block_par)$(both_par))
{
  $(name)_law(m, twist$(block_arg)$(fn_arg));
//@ if is_elastoplastic then
  $(name)_relax(m, zx, zy, twist, $(is_exponential and "motion.lever" or real(0))$(block_arg));
//@ end
//@ if is_exponential then
  $(name)_decay(m, motion.lever);
//@ end
  $(name)_move(m, zx, zy, ox, oy, twist, motion, 0$(block_arg)$(patch_arg));
}
//@ end

/* The wrench of the sums. */
$(inlined) int $(name)_finish(const $(name)_block *m, const $(real) twist[3], $(real) fn,
  $(real) *wrench$(patch_par))
{
  const $(real) sum[3] = {$(name)_total(m->sx), $(name)_total(m->sy), $(name)_total(m->st)};
  return $(name)_leave(twist, fn, sum, wrench$(patch_arg));
}

//@ if has_elastic_range then
/* Returns 1 if all bristles of the block stay elastic over a step of h. */
$(inlined) int $(name)_is_stuck(const $(real) *zx, const $(real) *zy, const $(real) twist[3],
  $(real) h$(block_par))
{
//@ if is_implicit then
  if ($(name)_yields(zx, zy, twist, $(real(0.5))*h$(block_arg))) return 0;
//@ end
//@ if not looks_ahead then
  (void)h;
//@ end
  return !$(name)_yields(zx, zy, twist, $(looks_ahead and "h" or real(0))$(block_arg));
}

//@ end
$(include(is_blocked and "contact/cells/sweep.c" or "contact/cells/sweep_one.c"))

static int $(name)_rates(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(real) *dz, $(real) *wrench)
{
  const $(name)_motion rate = {$(real(0)), $(real(1)), $(real(0))};
  return $(name)_sweep(z, twist, fn, rate, dz, wrench);
}

/* Copies the new state, unless the step is not finite. */
$(inlined) int $(name)_advance($(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) *wrench)
{
  const $(name)_motion step = {$(real(1)), dt, dt};
//@ if has_stride then
#ifdef $(NAME)_WIDE
  if ($(name)_stride(s->z, twist, fn, dt, wrench)) return $(NAME)_OK;
#endif
//@ end
//@ if is_blocked then
  $(align)$(name)_state next;
  const int status = $(name)_sweep(s->z, twist, fn, step, next.z, wrench);
  if (status != $(NAME)_BAD_STATE) *s = next;
  return status;
//@ else
  return $(name)_sweep(s->z, twist, fn, step, s->z, wrench);
//@ end
}
