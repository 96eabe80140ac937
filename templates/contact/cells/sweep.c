/* All blocks. `out` may be NULL. */
static int $(name)_sweep(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(name)_motion motion, $(real) *out, $(real) *wrench)
{
  $(align)$(name)_block m;
  int missing = 0;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  for (int l = 0; l < $(name)_lanes; l++) m.sx[l] = m.sy[l] = m.st[l] = $(real(0));
  for (int b = 0; b < $(name)_blocks; b++) {
    const $(real) *const zx = z + $(name)_first(b), *const zy = zx + $(name)_n;
    $(real) *const ox = out ? out + $(name)_first(b) : m.spare;
    $(real) *const oy = out ? ox + $(name)_n : m.spare + $(name)_lanes;
//@ if has_fading then
    $(name)_fade(&m, b, twist);
//@ end
//@ if elastic2 > 0 then
    if ($(name)_is_stuck(b, zx, zy, twist, motion.lever)) {
      $(name)_move(&m, b, zx, zy, ox, oy, twist, motion$(patch_arg), 1);
      continue;
    }
//@ end
    missing += $(name)_slide(&m, b, zx, zy, ox, oy, twist, motion$(patch_arg));
  }
  return $(name)_finish(&m, twist, fn, missing, wrench$(patch_arg));
}
