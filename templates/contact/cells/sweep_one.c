//@ if is_padded then
//@ local first, last = wide - vector, cells - vector
/* Cells as lanes, and back. */
$(NAME)_INLINE void $(name)_to_lanes(const $(real) *z, $(real) *zx, $(real) *zy)
{
  for (int l = 0; l < $(first); l++) zx[l] = z[l];
  for (int l = 0; l < $(vector); l++) zx[$(first) + l] = z[$(last) + l];
  for (int l = 0; l < $(first); l++) zy[l] = z[$(name)_n + l];
  for (int l = 0; l < $(vector); l++) zy[$(first) + l] = z[$(name)_n + $(last) + l];
}

$(NAME)_INLINE void $(name)_from_lanes(const $(real) *ox, const $(real) *oy, $(real) *out)
{
  for (int l = 0; l < $(first); l++) out[l] = ox[l];
  for (int l = 0; l < $(vector); l++) out[$(last) + l] = ox[$(first) + l];
  for (int l = 0; l < $(first); l++) out[$(name)_n + l] = oy[l];
  for (int l = 0; l < $(vector); l++) out[$(name)_n + $(last) + l] = oy[$(first) + l];
}

//@ else
$(NAME)_INLINE void $(name)_from_lanes(const $(real) *ox, const $(real) *oy, $(real) *out)
{
  for (int l = 0; l < $(name)_n; l++) out[l] = ox[l];
  for (int l = 0; l < $(name)_n; l++) out[$(name)_n + l] = oy[l];
}

//@ end
//@ if elastic2 > 0 then
/* The only block, stuck. Apart, so that what yields need not meet it again on
 * its way: numbers stay in registers. */
static int $(name)_hold(const $(real) *z, const $(real) twist[3], $(real) fn,
  const $(name)_motion *motion, $(real) *out, $(real) *wrench$(patch_par))
{
  $(align)$(name)_block m;
  $(align)$(real) ox[$(wide)], oy[$(wide)];
//@ if is_padded then
  $(align)$(real) zx[$(wide)], zy[$(wide)];
  $(name)_to_lanes(z, zx, zy);
//@ else
  const $(real) *const zx = z, *const zy = z + $(name)_n;
//@ end
//@ if has_fading then
  $(name)_fade(&m, 0, twist);
//@ end
  $(name)_move(&m, 0, zx, zy, ox, oy, twist, *motion$(patch_arg), 1);
  const int status = $(name)_finish(&m, twist, fn, 0, wrench$(patch_arg));
  if (out && status != $(NAME)_BAD_STATE) $(name)_from_lanes(ox, oy, out);
  return status;
}

//@ end
/* The only block. `out` may be NULL, or z; it is left alone where the wrench is
 * not finite. */
$(inlined) int $(name)_sweep(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(name)_motion motion, $(real) *out, $(real) *wrench)
{
  $(align)$(name)_block m;
  $(align)$(real) ox[$(wide)], oy[$(wide)];
//@ if is_padded then
  $(align)$(real) zx[$(wide)], zy[$(wide)];
  $(name)_to_lanes(z, zx, zy);
//@ else
  const $(real) *const zx = z, *const zy = z + $(name)_n;
//@ end
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
//@ if elastic2 > 0 then
  if ($(name)_is_stuck(0, zx, zy, twist, motion.lever))
    return $(name)_hold(z, twist, fn, &motion, out, wrench$(patch_arg));
//@ end
//@ if has_fading then
  $(name)_fade(&m, 0, twist);
//@ end
  const int missing = $(name)_slide(&m, 0, zx, zy, ox, oy, twist, motion$(patch_arg));
  const int status = $(name)_finish(&m, twist, fn, missing, wrench$(patch_arg));
  if (out && status != $(NAME)_BAD_STATE) $(name)_from_lanes(ox, oy, out);
  return status;
}
