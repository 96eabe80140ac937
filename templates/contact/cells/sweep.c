/* Computes all blocks. `out` may be NULL. */
static int $(name)_sweep(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(name)_motion motion, $(real) *out, $(real) *wrench)
{
  $(align)$(name)_block m;
//@ if has_rounds then
  int missing = 0; /* steps that have not converged */
//@ end
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  for (int l = 0; l < $(name)_lanes; l++) m.sx[l] = m.sy[l] = m.st[l] = $(real(0));
  for (int b = 0; b < $(name)_blocks; b++) {
    const $(real) *const zx = z + $(name)_first(b), *const zy = zx + $(name)_n;
    $(real) *const ox = out ? out + $(name)_first(b) : m.spare;
    $(real) *const oy = out ? ox + $(name)_n : m.spare + $(name)_lanes;
//@ if has_fading then
    $(name)_fade(&m, twist, b);
//@ end
//@ if has_elastic_range then
    if ($(name)_is_stuck(zx, zy, twist, motion.lever, b)) {
      $(name)_move(&m, zx, zy, ox, oy, twist, motion, 1, b$(patch_arg));
      continue;
    }
//@ end
    $(has_rounds and "missing += " or "")$(name)_slide(&m, zx, zy, ox, oy, twist, motion, b$(both_arg));
  }
//@ if has_rounds then
  const int status = $(name)_finish(&m, twist, fn, wrench$(patch_arg));
  return status == $(NAME)_OK && missing ? $(NAME)_NO_CONVERGENCE : status;
//@ else
  return $(name)_finish(&m, twist, fn, wrench$(patch_arg));
//@ end
}
