/* Cell k: the rate and the cell's part of the sums. */
static void $(name)_cell_rate(const $(real) twist[3], int k, $(real) zx, $(real) zy,
  $(real) *rx, $(real) *ry, $(real) sum[3]$(both_par))
{
  const $(real) x = $(name)_x[k], y = $(name)_y[k], w = $(share);
  const $(real) vx = twist[0] - twist[2]*y;
  const $(real) vy = twist[1] + twist[2]*x;
//@ if has_reach then
  const $(real) reach = $(reach_of_k);
//@ end
  const $(real) a = $(name)_relaxation(zx, zy, vx, vy$(has_reach and ", reach" or ""));
//@ if has_fading then
  const $(real) v2 = vx*vx + vy*vy;
//@ end
$(declare(damping, 2, "sigma1/sigma0"))
  const $(real) dzx = vx - a*zx;
  const $(real) dzy = vy - a*zy;
  const $(real) px = w*(zx + damping*dzx);
  const $(real) py = w*(zy + damping*dzy);
//@ if has_levels then
  *rx = w > $(real(0)) ? dzx : $(real(0)); /* without load: at rest */
  *ry = w > $(real(0)) ? dzy : $(real(0));
//@ else
  *rx = dzx;
  *ry = dzy;
//@ end
  sum[0] += px;
  sum[1] += py;
  sum[2] += x*py - y*px;
}
