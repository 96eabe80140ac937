enum { $(name)_stuck, $(name)_start, $(name)_mean };

/* Rates, what is stored (rates, or deflections at the end of dt), and sums. `rate`
 * says which rate: v, v - a*z, or that times phi; both flags are literals at
 * every call. */
$(NAME)_INLINE void $(name)_move($(name)_block *$(NAME)_RESTRICT m, int b, const $(real) *$(NAME)_RESTRICT zx,
  const $(real) *$(NAME)_RESTRICT zy, $(real) *$(NAME)_RESTRICT ox, $(real) *$(NAME)_RESTRICT oy,
  const $(real) *$(NAME)_RESTRICT twist, $(real) dt, int is_step, int rate)
{
  const int first = $(name)_first(b), is_last = b == $(name)_blocks - 1;
  const $(real) *const x = $(name)_x + first, *const y = $(name)_y + first;
  const $(real) *const w = is_last ? $(name)_last_w : $(name)_w + first;
  const $(real) *const wx = is_last ? $(name)_last_wx : $(name)_wx + first;
  const $(real) *const wy = is_last ? $(name)_last_wy : $(name)_wy + first;
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
//@ if not has_fading then
$(indent(damping, 2))
//@ end
  for (int l = 0; l < $(name)_lanes; l++) {
//@ if has_fading then
    const $(real) damping = m->damping[l];
//@ end
    $(real) rx = tx - tw*y[l];
    $(real) ry = ty + tw*x[l];
    if (rate != $(name)_stuck) {
      rx -= m->a[l]*zx[l];
      ry -= m->a[l]*zy[l];
    }
//@ if is_exponential then
    if (rate == $(name)_mean) {
      rx *= m->phi[l];
      ry *= m->phi[l];
    }
//@ end
    const $(real) zx1 = is_step ? zx[l] + dt*rx : zx[l];
    const $(real) zy1 = is_step ? zy[l] + dt*ry : zy[l];
    const $(real) px = zx1 + damping*rx;
    const $(real) py = zy1 + damping*ry;
    ox[l] = is_step ? zx1 : rx;
    oy[l] = is_step ? zy1 : ry;
    m->sx[l] += w[l]*px;
    m->sy[l] += w[l]*py;
    m->st[l] += wx[l]*py - wy[l]*px;
  }
}

static int $(name)_total(const $(name)_block *m, const $(real) twist[3], $(real) fn, $(real) *wrench)
{
  $(real) sum[3] = {$(real(0)), $(real(0)), $(real(0))};
  for (int l = 0; l < $(name)_lanes; l++) {
    sum[0] += m->sx[l];
    sum[1] += m->sy[l];
    sum[2] += m->st[l];
  }
  return $(name)_leave(twist, fn, sum, wrench);
}

//@ for _, scheme in ipairs { "rates", "advance" } do
//@ local is_step = scheme == "advance"
//@ local h = is_step and is_exponential and "dt" or real(0)
//@ local rate = name .. (is_step and is_exponential and "_mean" or "_start")
static int $(name)_$(scheme)(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(is_step and real_name .. " dt, " .. real_name .. " *next" or real_name .. " *dz"), $(real) *wrench)
{
  $(align)$(name)_block m;
  for (int l = 0; l < $(name)_lanes; l++) m.sx[l] = m.sy[l] = m.st[l] = $(real(0));
  for (int b = 0; b < $(name)_blocks; b++) {
    const $(real) *const zx = z + $(name)_first(b), *const zy = zx + $(name)_n;
//@ if is_step then
    $(real) *const ox = next + $(name)_first(b), *const oy = ox + $(name)_n;
//@ else
    $(real) *const ox = dz ? dz + $(name)_first(b) : m.spare;
    $(real) *const oy = dz ? ox + $(name)_n : m.spare + $(name)_lanes;
//@ end
//@ if has_fading then
    $(name)_fade(&m, b, twist);
//@ end
//@ if elastic2 > 0 then
    if (!$(name)_yields(b, zx, zy, twist, $(h))) {
      $(name)_move(&m, b, zx, zy, ox, oy, twist, $(is_step and "dt" or real(0)), $(is_step and 1 or 0), $(name)_stuck);
      continue;
    }
//@ end
    $(name)_law(&m, b, twist);
//@ if is_elastoplastic then
    $(name)_relax(&m, b, zx, zy, twist, $(h));
//@ end
//@ if is_step and is_exponential then
    $(name)_decay(&m, dt);
//@ end
    $(name)_move(&m, b, zx, zy, ox, oy, twist, $(is_step and "dt" or real(0)), $(is_step and 1 or 0), $(rate));
  }
  return $(name)_total(&m, twist, fn, wrench);
}

//@ end
