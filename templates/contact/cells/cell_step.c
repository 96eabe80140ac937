/* Cell k over dt: the deflection at the end and the cell's part of the sums. */
static void $(name)_cell_step(const $(real) twist[3], $(real) dt, int k, $(real) zx, $(real) zy,
  $(real) *nx, $(real) *ny, $(real) sum[3]$(is_implicit and ", " .. tostring(real) .. " keep, " .. tostring(real) .. " lose" or "")$(both_par))
{
  const $(real) x = $(name)_x[k], y = $(name)_y[k], w = $(share);
  const $(real) vx = twist[0] - twist[2]*y;
  const $(real) vy = twist[1] + twist[2]*x;
//@ if has_reach and not is_implicit then
  const $(real) reach = $(reach_of_k);
//@ end
//@ if has_area and is_implicit and not has_levels then
  (void)fn;
//@ end
$(include("contact/cells/mean_rate_" .. step .. ".c"))
//@ if has_fading then
  const $(real) v2 = vx*vx + vy*vy;
//@ end
$(declare(damping, 2, "sigma1/sigma0"))
  const $(real) zx1 = zx + dt*rx;
  const $(real) zy1 = zy + dt*ry;
  const $(real) px = w*(zx1 + damping*rx);
  const $(real) py = w*(zy1 + damping*ry);
//@ if has_levels then
  *nx = w > $(real(0)) ? zx1 : $(real(0)); /* without load: reset */
  *ny = w > $(real(0)) ? zy1 : $(real(0));
//@ else
  *nx = zx1;
  *ny = zy1;
//@ end
  sum[0] += px;
  sum[1] += py;
  sum[2] += x*py - y*px;
}
