//@ local table = name .. (is_padded and "_wide_" or "_")
//@ local add = is_blocked and "+=" or "="
/* Writes outputs and sums of a block. is_stuck is a literal in every call: stuck
 * bristles are elastic and follow the velocity. */
$(NAME)_INLINE void $(name)_move($(name)_block *$(NAME)_RESTRICT m,
  const $(real) *$(NAME)_RESTRICT zx, const $(real) *$(NAME)_RESTRICT zy,
  $(real) *$(NAME)_RESTRICT ox, $(real) *$(NAME)_RESTRICT oy,
  const $(real) *$(NAME)_RESTRICT twist, $(name)_motion motion, int is_stuck$(block_par)$(patch_par))
{
  const $(real) *const x = $(table)x$(from_block), *const y = $(table)y$(from_block);
$(include("contact/cells/" .. move_weights))
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  const $(real) keep = motion.keep, gain = motion.gain;
//@ if not has_fading then
$(declare(damping, 2, "sigma1/sigma0"))
  const $(real) lever = motion.lever + damping;
//@ end
  for (int l = 0; l < $(per_pass); l++) {
//@ if has_fading then
    const $(real) lever = motion.lever + m->damping[l];
//@ end
    $(real) rx = tx - tw*y[l];
    $(real) ry = ty + tw*x[l];
    if (!is_stuck) {
$(include("contact/cells/rate_" .. step .. ".c"))
    }
    const $(real) px = zx[l] + lever*rx;
    const $(real) py = zy[l] + lever*ry;
    const $(real) endx = keep*zx[l] + gain*rx;
    const $(real) endy = keep*zy[l] + gain*ry;
//@ if has_levels then
    const $(real) share = to_low*low[l] + to_high*high[l], w = $(has_area and "share > " .. real(0) .. " ? " or "")$(has_counts and "counts[l]*" or "")$(has_area and "holds[l] : " .. real(0) or "share");
    ox[l] = share > $(real(0)) ? endx : $(real(0)); /* without load: reset */
    oy[l] = share > $(real(0)) ? endy : $(real(0));
    m->sx[l] $(add) w*px;
    m->sy[l] $(add) w*py;
    m->st[l] $(add) w*(x[l]*py - y[l]*px);
//@ else
    ox[l] = endx;
    oy[l] = endy;
    m->sx[l] $(add) w[l]*px;
    m->sy[l] $(add) w[l]*py;
    m->st[l] $(add) wx[l]*py - wy[l]*px;
//@ end
  }
}
