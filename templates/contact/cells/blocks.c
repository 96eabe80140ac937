/* What is wanted of the cells: out = keep*z + gain*rate, and sums of
 * w*(z + (lever + sigma1/sigma0)*rate). For a rate keep and lever are 0 and gain
 * is 1; for a step of dt keep is 1 and the others are dt. */
typedef struct {
  $(real) keep, gain, lever;
} $(name)_motion;

/* Outputs and sums of a block. Whether bristles yield is a literal at every
 * call: those that are stuck follow the velocity. */
$(NAME)_INLINE void $(name)_move($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) *$(NAME)_RESTRICT zx,
  const $(real) *$(NAME)_RESTRICT zy, $(real) *$(NAME)_RESTRICT ox, $(real) *$(NAME)_RESTRICT oy,
  const $(real) *$(NAME)_RESTRICT twist, $(name)_motion motion$(patch_par), int is_stuck)
{
//@ if is_padded then
  const $(real) *const x = $(name)_wide_x + $(name)_first(b), *const y = $(name)_wide_y + $(name)_first(b);
  const $(real) *const w = $(name)_wide_w, *const wx = $(name)_wide_wx, *const wy = $(name)_wide_wy;
//@ else
  const int first = $(name)_first(b);
  const $(real) *const x = $(name)_x + first, *const y = $(name)_y + first;
//@ end
//@ if has_levels then
  const $(real) *const low = patch->low + first, *const high = patch->high + first;
//@ if has_counts then
  const $(real) *const counts = $(name)_counts[b == $(name)_blocks - 1];
//@ end
  const $(real) to_high = patch->t, to_low = $(real(1)) - patch->t;
//@ elseif not has_last and not is_padded then
  const $(real) *const w = $(name)_w, *const wx = $(name)_wx, *const wy = $(name)_wy;
//@ elseif not is_padded then
  const int is_last = b == $(name)_blocks - 1;
  const $(real) *const w = is_last ? $(name)_last_w : $(name)_w + first;
  const $(real) *const wx = is_last ? $(name)_last_wx : $(name)_wx + first;
  const $(real) *const wy = is_last ? $(name)_last_wy : $(name)_wy + first;
//@ end
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  const $(real) keep = motion.keep, gain = motion.gain;
//@ if not has_fading then
$(declare(damping, 2, "sigma1/sigma0"))
  const $(real) lever = motion.lever + damping;
//@ end
//@ local adds = blocks > 1 and "+=" or "="
  for (int l = 0; l < $(name)_wide; l++) {
//@ if has_fading then
    const $(real) lever = motion.lever + m->damping[l];
//@ end
    $(real) rx = tx - tw*y[l];
    $(real) ry = ty + tw*x[l];
    if (!is_stuck) {
//@ if is_implicit then
      rx *= m->phi[l];
      ry *= m->phi[l];
//@ end
      rx -= m->a[l]*zx[l];
      ry -= m->a[l]*zy[l];
//@ if is_exponential then
      rx *= m->phi[l];
      ry *= m->phi[l];
//@ end
    }
    const $(real) px = zx[l] + lever*rx;
    const $(real) py = zy[l] + lever*ry;
//@ if has_levels then
    const $(real) share = to_low*low[l] + to_high*high[l];
    const $(real) w = $(has_counts and "counts[l]*share" or "share");
    const $(real) endx = keep*zx[l] + gain*rx;
    const $(real) endy = keep*zy[l] + gain*ry;
    ox[l] = share > $(real(0)) ? endx : $(real(0)); /* without load: reset */
    oy[l] = share > $(real(0)) ? endy : $(real(0));
    m->sx[l] $(adds) w*px;
    m->sy[l] $(adds) w*py;
    m->st[l] $(adds) w*(x[l]*py - y[l]*px);
//@ else
    ox[l] = keep*zx[l] + gain*rx;
    oy[l] = keep*zy[l] + gain*ry;
    m->sx[l] $(adds) w[l]*px;
    m->sy[l] $(adds) w[l]*py;
    m->st[l] $(adds) wx[l]*py - wy[l]*px;
//@ end
  }
}

/* The same of a block whose bristles may yield; 1 where a step has no end. */
$(inlined) int $(name)_slide($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) *zx, const $(real) *zy,
  $(real) *ox, $(real) *oy, const $(real) twist[3], $(name)_motion motion$(patch_par))
{
//@ if is_implicit then
  if (motion.lever > $(real(0))) {
    $(name)_ends ends;
    const int missing = $(name)_settle(&ends, b, zx, zy, twist, motion.lever, m->phi, m->a);
    $(name)_move(m, b, zx, zy, ox, oy, twist, motion$(patch_arg), 0);
    return missing;
  }
  for (int l = 0; l < $(name)_wide; l++) m->phi[l] = $(real(1));
//@ end
  $(name)_law(m, b, twist);
//@ if is_elastoplastic then
  $(name)_relax(m, b, zx, zy, twist, $(is_exponential and "motion.lever" or real(0)));
//@ end
//@ if is_exponential then
  $(name)_decay(m, motion.lever);
//@ end
  $(name)_move(m, b, zx, zy, ox, oy, twist, motion$(patch_arg), 0);
  return 0;
}

/* The wrench of the sums; `missing`: of steps without an end. */
$(inlined) int $(name)_finish(const $(name)_block *m, const $(real) twist[3], $(real) fn,
  int missing, $(real) *wrench$(patch_par))
{
  const $(real) sum[3] = {$(name)_total(m->sx), $(name)_total(m->sy), $(name)_total(m->st)};
  const int status = $(name)_leave(twist, fn, sum, wrench$(patch_arg));
  return status == $(NAME)_OK && missing ? $(NAME)_NO_CONVERGENCE : status;
}

//@ if elastic2 > 0 then
/* 1 when the block's bristles follow the velocity. */
$(inlined) int $(name)_is_stuck(int b, const $(real) *zx, const $(real) *zy,
  const $(real) twist[3], $(real) h)
{
//@ if is_implicit then
  if ($(name)_yields(b, zx, zy, twist, $(real(0.5))*h)) return 0;
//@ end
//@ if not is_exponential and not is_implicit then
  (void)h;
//@ end
  return !$(name)_yields(b, zx, zy, twist, $((is_exponential or is_implicit) and "h" or real(0)));
}

//@ end
$(include(blocks > 1 and "contact/cells/sweep.c" or "contact/cells/sweep_one.c"))

static int $(name)_rates(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(real) *dz, $(real) *wrench)
{
  const $(name)_motion rate = {$(real(0)), $(real(1)), $(real(0))};
  return $(name)_sweep(z, twist, fn, rate, dz, wrench);
}

/* Leaves a state alone whose step is not finite. */
$(inlined) int $(name)_advance($(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) *wrench)
{
  const $(name)_motion step = {$(real(1)), dt, dt};
//@ if blocks > 1 then
  $(align)$(name)_state next;
  const int status = $(name)_sweep(s->z, twist, fn, step, next.z, wrench);
  if (status != $(NAME)_BAD_STATE) *s = next;
  return status;
//@ else
  return $(name)_sweep(s->z, twist, fn, step, s->z, wrench);
//@ end
}
