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
