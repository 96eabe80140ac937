/* ---- limit surface ------------------------------------------------------ */

$(include(is_skewed and "contact/cells/mean_skewed.c" or "contact/cells/mean_box.c"))

$(include("contact/cells/direction.c"))

/* Adds the part of a cell, or of a piece of one, with centre (x, y) and share w: it
 * slides in the direction v, and spins in units of half its longer side. */
static void $(name)_add_cell(const $(real) v[3], $(real) x, $(real) y, $(real) w, $(real) f[3])
{
  const $(real) side = $(real(side)); /* m; the unit of lengths below */
  const $(real) speed = $(sqrt)(v[0]*v[0] + v[1]*v[1]);
  const $(real) spin = (v[2] < $(real(0)) ? -v[2] : v[2])*side;
  const $(real) sign = v[2] < $(real(0)) ? $(real(-1)) : $(real(1));
  const $(real) vx = v[0] - v[2]*y, vy = v[1] + v[2]*x;
  $(real) mean[3];
  if (spin <= $(real(negligible))*speed) { /* a translation */
    const $(real) s = $(sqrt)(vx*vx + vy*vy);
    f[0] += w*vx/s;
    f[1] += w*vy/s;
    f[2] += w*(x*vy - y*vx)/s;
    return;
  }
  /* The cell's centre relative to the centre of rotation, in units. */
  $(name)_cell_mean(sign*vy/spin, -sign*vx/spin, mean);
  const $(real) fx = w*sign*mean[0];
  const $(real) fy = w*sign*mean[1];
  f[0] += fx;
  f[1] += fy;
  f[2] += x*fy - y*fx + w*sign*side*mean[2];
}

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
//@ if parts > 1 then
  for (int part = 0; part < $(name)_n*$(parts); part++) { /* slender cells are split */
    const int k = part/$(parts);
    const $(real) offset = ($(real))(part - k*$(parts)) - $(real((parts - 1)/2));
    const $(real) x = $(name)_x[k] + offset*$(real(part_x));
    const $(real) y = $(name)_y[k] + offset*$(real(part_y));
    $(name)_add_cell(v, x, y, $(held)$(times_grip)/$(real(parts)), f);
  }
//@ else
  for (int k = 0; k < $(name)_n; k++) $(name)_add_cell(v, $(name)_x[k], $(name)_y[k], $(held)$(times_grip), f);
//@ end
  for (int i = 0; i < 3; i++) f[i] = -$(times("mu_c"))fn*f[i]; /* N, N, N m */
//@ if has_stretch then
  $(name)_inner(f, f);
//@ end
  return $(name)_give(f, wrench);
}
