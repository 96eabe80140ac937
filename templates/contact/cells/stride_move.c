//@ local V = name .. "_vector"
//@ local phi_par = is_exponential and ", const " .. (name .. "_real") .. " *phi" or ""
//@ local phi_arg = is_exponential and ", phi" or ""
$(include("contact/phi_wide.c"))
/* The ends of a vector of bristles, and sums of w*(z + (dt + sigma1/sigma0)*rate) with
 * their torque. */
typedef struct {
  $(V) x, y, sx, sy, st;
} $(name)_moved;

$(NAME)_INLINE void $(name)_move_wide($(name)_drive d, int k, const $(real) *zx, const $(real) *zy,
  const $(real) *a$(phi_par), const $(real) *w, $(name)_moved *m)
{
  const $(V) x = $(name)_load($(name)_x + k), y = $(name)_load($(name)_y + k);
  const $(V) ax = $(name)_load(zx + k), ay = $(name)_load(zy + k), ak = $(name)_load(a + k);
//@ if is_exponential then
  const $(V) share = $(name)_load(phi + k);
  const $(V) rx = ((d.tx - d.tw*y) - ak*ax)*share;
  const $(V) ry = ((d.ty + d.tw*x) - ak*ay)*share;
//@ else
  const $(V) rx = (d.tx - d.tw*y) - ak*ax;
  const $(V) ry = (d.ty + d.tw*x) - ak*ay;
//@ end
$(declare(damping, 2, "sigma1/sigma0"))
  const $(V) weight = $(name)_load(w);
  const $(V) px = weight*(ax + (d.dt + damping)*rx);
  const $(V) py = weight*(ay + (d.dt + damping)*ry);
  m->x = ax + d.dt*rx;
  m->y = ay + d.dt*ry;
  m->sx += px;
  m->sy += py;
  m->st += x*py - y*px;
}

/* Returns 1 if numbers of the input are so large that the end of a step may overflow. */
static int $(name)_is_extreme(const $(real) twist[3], $(real) fn, $(real) dt)
{
  const $(real) v2 = twist[0]*twist[0] + twist[1]*twist[1] + twist[2]*twist[2];
  return !(v2 < $(real(stride_most_v2)) && fn < $(real(stride_most_fn)) && dt < $(real(stride_most_dt)));
}

//@ if shortens then
$(include("contact/cells/shorten_wide.c"))

//@ end
/* Makes the step in place, and returns 1; returns 0 and leaves the state untouched unless
 * numbers are moderate: then no result can overflow. The last vector overlaps the vector
 * before; it is worked out first and stored last. */
static int $(name)_stride($(real) *z, const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) *wrench)
{
  const $(name)_drive d = {twist[0], twist[1], twist[2], dt};
  $(real) *const zx = z, *const zy = z + $(cells);
  $(align)$(real) a[$(cells)];
//@ if is_exponential then
  $(align)$(real) phi[$(cells)];
//@ end
//@ if has_lines then
  $(align)$(real) falloff[$(cells + stride_wide)];
//@ end
  const $(V) none = {$(real(0))};
  $(V) sum[4] = {none, none, none, none};
//@ if shortens then
  $(V) room = none; /* minus the largest square of a bristle, in each lane */
//@ end
  $(name)_moved last = {none, none, none, none, none};
  const int four = $(name)_four, tail = $(cells) - $(name)_lanes_wide;
  if ($(name)_is_extreme(twist, fn, dt)) return 0;
//@ if has_lines then
  $(name)_falloff(falloff, d);
//@ end
//@ if shortens then
  $(align)$(real) start[$(NAME)_NZ];
  int is_long = 0;
  for (int turn = 0; turn < 2; turn++) { /* again if a bristle is long */
    for (int k = 0; k < 4; k++) sum[k] = none;
    for (int b = 0; b < $(cells); b += four) {
      const int at = b <= $(cells) - four ? b : $(cells) - four;
      $(name)_relax_four(at, zx + at, zy + at, d$(has_lines and ", falloff" or ""), a, sum, &room);
    }
    if (is_long || !$(name)_any_above(-room, $(named("longest2")))) break;
    $(name)_shorten_wide(z, start);
    is_long = 1;
  }
  if (!($(name)_add_lanes((sum[0] + sum[1]) + (sum[2] + sum[3])) < $(real(stride_most_a)))) {
    for (int k = 0; is_long && k < $(NAME)_NZ; k++) z[k] = start[k];
    return 0;
  }
//@ else
  for (int b = 0; b < $(cells); b += four) {
    const int at = b <= $(cells) - four ? b : $(cells) - four;
    $(name)_relax_four(at, zx + at, zy + at, d$(has_lines and ", falloff" or ""), a, sum);
  }
  if (!($(name)_add_lanes((sum[0] + sum[1]) + (sum[2] + sum[3])) < $(real(stride_most_a)))) return 0;
//@ end
//@ if is_exponential then
  for (int b = 0; b < $(cells); b += $(name)_lanes_wide) {
    const int at = b <= tail ? b : tail;
    $(name)_store(phi + at, $(name)_phi_wide($(name)_load(a + at)*dt));
  }
//@ end
  if ($(name)_main < $(cells))
    $(name)_move_wide(d, tail, zx, zy, a$(phi_arg), $(name)_tail_w[$(NAME)_WIDE == 64 ? 0 : $(NAME)_WIDE == 32 ? 1 : 2], &last);
  $(name)_moved m = last;
  for (int k = 0; k < $(name)_main; k += $(name)_lanes_wide) {
    $(name)_move_wide(d, k, zx, zy, a$(phi_arg), $(name)_w + k, &m);
    $(name)_store(zx + k, m.x);
    $(name)_store(zy + k, m.y);
  }
  if ($(name)_main < $(cells)) {
    $(name)_store(zx + tail, last.x);
    $(name)_store(zy + tail, last.y);
  }
  const $(real) total[3] = {$(name)_add_lanes(m.sx), $(name)_add_lanes(m.sy), $(name)_add_lanes(m.st)};
  $(name)_leave(twist, fn, total, wrench);
  return 1;
}
#endif
