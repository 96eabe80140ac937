/* ---- limit surface ------------------------------------------------------ */

/* Integrals from the centre of rotation to the corner (x, y) of the direction
 * of slip and of its lever arm, for w > 0; R = sqrt(x^2 + y^2):
 *   -(x*R + y^2*asinh(x/|y|))/2, (y*R + x^2*asinh(y/|x|))/2,
 *   (2*x*y*R + x^3*asinh(y/|x|) + y^3*asinh(x/|y|))/6. */
static void $(name)_corner($(real) x, $(real) y, $(real) sign, $(real) sum[3])
{
  const $(real) ax = x < $(real(0)) ? -x : x, ay = y < $(real(0)) ? -y : y;
  const $(real) r = $(sqrt)(x*x + y*y);
  const $(real) lx = y*y*$(log)((ax + r + $(tiny))/(ay + $(tiny)));
  const $(real) ly = x*x*$(log)((ay + r + $(tiny))/(ax + $(tiny)));
  const $(real) px = x < $(real(0)) ? -lx : lx;
  const $(real) py = y < $(real(0)) ? -ly : ly;
  sum[0] -= sign*(x*r + px)/$(real(2));
  sum[1] += sign*(y*r + py)/$(real(2));
  sum[2] += sign*($(real(2))*x*y*r + x*py + y*px)/$(real(6));
}

/* Writes the mean direction of slip over a cell, and the mean torque about the cell's
 * centre (x, y), relative to the centre of rotation, in half longer sides of a cell: near
 * that centre in closed form, far from it by Gauss points. */
static void $(name)_cell_mean($(real) x, $(real) y, $(real) mean[3])
{
  static const $(real) node[5] = {
$(rows(gauss_nodes))};
  static const $(real) weight[5] = {
$(rows(gauss_weights))};
  const $(real) hx = $(real(half_x)), hy = $(real(half_y));
  $(name)_zero(mean, 3);
  if (x*x + y*y < $(real(near2))) {
    $(name)_corner(x + hx, y + hy, $(real(1)), mean);
    $(name)_corner(x - hx, y + hy, $(real(-1)), mean);
    $(name)_corner(x + hx, y - hy, $(real(-1)), mean);
    $(name)_corner(x - hx, y - hy, $(real(1)), mean);
    for (int i = 0; i < 3; i++) mean[i] /= $(real(4))*hx*hy;
    mean[2] -= x*mean[1] - y*mean[0];
    return;
  }
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) {
      const $(real) px = x + hx*node[i], py = y + hy*node[j];
      const $(real) r = $(sqrt)(px*px + py*py), w = weight[i]*weight[j];
      mean[0] -= w*py/r;
      mean[1] += w*px/r;
      mean[2] += w*(hx*node[i]*px + hy*node[j]*py)/r;
    }
}

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

int $(name)_limit(const $(real) twist[3], $(real) fn, $(real) wrench[3])
{
  $(NAME)_CLEAR_UPPER;
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
  return $(name)_give(f, wrench);
}
