/* Adds the integrals over the triangle (0, p, q) of the direction of slip and of its lever
 * arm, for w > 0; 0 is the centre of rotation, d its distance from the edge, s along it:
 *   (t_y d^2 + ..) as in polar coordinates, with asinh(s/d) between both ends. */
static void $(name)_triangle(const $(real) p[2], const $(real) q[2], $(real) sum[3])
{
  const $(real) dx = q[0] - p[0], dy = q[1] - p[1], side = $(sqrt)(dx*dx + dy*dy);
  const $(real) tx = dx/side, ty = dy/side, d = p[0]*ty - p[1]*tx, size = d < $(real(0)) ? -d : d;
  const $(real) sp = p[0]*tx + p[1]*ty, sq = q[0]*tx + q[1]*ty;
  const $(real) rp = $(sqrt)(p[0]*p[0] + p[1]*p[1]), rq = $(sqrt)(q[0]*q[0] + q[1]*q[1]);
  const $(real) lp = $(log)(((sp < $(real(0)) ? -sp : sp) + rp + $(tiny))/(size + $(tiny)));
  const $(real) lq = $(log)(((sq < $(real(0)) ? -sq : sq) + rq + $(tiny))/(size + $(tiny)));
  const $(real) angle = d*((sq < $(real(0)) ? -lq : lq) - (sp < $(real(0)) ? -lp : lp));
  sum[0] += $(real(0.5))*d*(tx*angle - ty*(rq - rp));
  sum[1] += $(real(0.5))*d*(ty*angle + tx*(rq - rp));
  sum[2] += d*(sq*rq - sp*rp + d*angle)/$(real(6));
}

/* Writes the mean direction of slip over a cell, and the mean torque about the cell's
 * centre (x, y), relative to the centre of rotation, in half longer sides of a cell: near
 * that centre in closed form, far from it by Gauss points. A stretched cell is a
 * parallelogram with the half sides a and b. */
static void $(name)_cell_mean($(real) x, $(real) y, $(real) mean[3])
{
  static const $(real) node[5] = {
$(rows(gauss_nodes))};
  static const $(real) weight[5] = {
$(rows(gauss_weights))};
  const $(real) ax = $(real(side_ax)), ay = $(real(side_ay)), bx = $(real(side_bx)), by = $(real(side_by));
  $(name)_zero(mean, 3);
  if (x*x + y*y < $(real(near2))) {
    const $(real) corner[5][2] = {
      {x - ax - bx, y - ay - by}, {x + ax - bx, y + ay - by}, {x + ax + bx, y + ay + by},
      {x - ax + bx, y - ay + by}, {x - ax - bx, y - ay - by}
    };
    for (int i = 0; i < 4; i++) $(name)_triangle(corner[i], corner[i + 1], mean);
    for (int i = 0; i < 3; i++) mean[i] /= $(real(4))*(ax*by - ay*bx);
    mean[2] -= x*mean[1] - y*mean[0];
    return;
  }
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) {
      const $(real) dx = ax*node[i] + bx*node[j], dy = ay*node[i] + by*node[j];
      const $(real) px = x + dx, py = y + dy;
      const $(real) r = $(sqrt)(px*px + py*py), w = weight[i]*weight[j];
      mean[0] -= w*py/r;
      mean[1] += w*px/r;
      mean[2] += w*(dx*px + dy*py)/r;
    }
}
