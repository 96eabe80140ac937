/* ---- limit surface ------------------------------------------------------ */

$(include("contact/cells/direction.c"))

int $(name)_limit(const $(real) $(along)[3], $(real) fn, $(real) wrench[3])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  const int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  $(real) f[3] = {$(real(0)), $(real(0)), $(real(0))}, v[3];
  if (status != $(NAME)_OK) return status;
  if (!$(name)_direction(twist, v)) return $(name)_give(f, wrench);
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) x = $(name)_x[k], y = $(name)_y[k];
    const $(real) vx = v[0] - v[2]*y, vy = v[1] + v[2]*x;
    const $(real) s = $(sqrt)(vx*vx + vy*vy);
    const $(real) w = s > $(real(0)) ? $(held)/s : $(real(0)); /* 0 for a cell at rest */
    f[0] += w*vx;
    f[1] += w*vy;
    f[2] += w*(x*vy - y*vx);
  }
  for (int i = 0; i < 3; i++) f[i] = -$(times("mu_c"))fn*f[i]; /* N, N, N m */
//@ if has_stretch then
  $(name)_inner(f, f);
//@ end
  return $(name)_give(f, wrench);
}
