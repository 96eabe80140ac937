$(include("contact/cells/lanes.c"))

//@ if has_elastic_range then
/* Computes the only block while all its bristles are elastic. A separate function, so
 * that the values stay in registers. */
static int $(name)_keep(const $(real) *z, const $(real) twist[3], $(real) fn,
  const $(name)_motion *motion, $(real) *out, $(real) *wrench$(patch_par))
{
  $(align)$(name)_block m;
$(include("contact/cells/lanes_in.c"))
//@ if has_fading then
  $(name)_fade(&m, twist);
//@ end
  $(name)_move(&m, zx, zy, ox, oy, twist, *motion, 1$(patch_arg));
  const int status = $(name)_finish(&m, twist, fn, wrench$(patch_arg));
  if (out && status != $(NAME)_BAD_STATE) $(name)_from_lanes(ox, oy, out);
  return status;
}

//@ end
/* Computes the only block. `out` may be NULL, or z; it is not written if the wrench is
 * not finite. */
$(inlined) int $(name)_sweep(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(name)_motion motion, $(real) *out, $(real) *wrench)
{
  $(align)$(name)_block m;
$(include("contact/cells/lanes_in.c"))
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
//@ if has_elastic_range then
  if ($(name)_is_stuck(zx, zy, twist, motion.lever))
    return $(name)_keep(z, twist, fn, &motion, out, wrench$(patch_arg));
//@ end
//@ if has_fading then
  $(name)_fade(&m, twist);
//@ end
  $(has_rounds and "const int missing = " or "")$(name)_slide(&m, zx, zy, ox, oy, twist, motion$(both_arg));
  const int status = $(name)_finish(&m, twist, fn, wrench$(patch_arg));
  if (out && status != $(NAME)_BAD_STATE) $(name)_from_lanes(ox, oy, out);
  return $(has_rounds and "status == " .. NAME .. "_OK && missing ? " .. NAME .. "_NO_CONVERGENCE : " or "")status;
}
