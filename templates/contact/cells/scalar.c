/* One cell after the other, with branches that skip whatever can be skipped:
 * the fastest form without vector instructions. */

$(include("contact/libm.c"))
/* beta*sigma0*s/g of the bristle q at slip velocity v: its rate of relaxation. */
static $(real) $(name)_relaxation($(real) qx, $(real) qy, $(real) vx, $(real) vy)
{
//@ if is_elastoplastic then
  const $(real) q2 = qx*qx + qy*qy;
//@ if elastic2 > 0 then
  if (q2 <= $(real(elastic2))) return $(real(0)); /* elastic at any speed */
//@ end
  const $(real) v2 = vx*vx + vy*vy;
  const $(real) s = $(sqrt)(v2);
$(declare(zmax, 2, "g/sigma0"))
  if (q2 <= $(real(s_ba))*$(real(s_ba))*zmax*zmax) return $(real(0));
  const $(real) n = $(sqrt)(q2);
  const $(real) along = $(real(0.5))*((qx*vx + qy*vy)/n + s)/zmax;
  const $(real) t = $(real(t_scale))*(n/zmax) - $(real(t_shift)); /* -1 at breakaway, 1 at zmax */
  if (t >= $(real(1))) return along;
  return t > $(real(-1)) ? along*($(real(0.5)) + $(name)_half_sine(t)) : $(real(0));
//@ else
  const $(real) v2 = vx*vx + vy*vy;
  const $(real) s = $(sqrt)(v2);
$(declare(zmax, 2, "g/sigma0"))
  (void)qx;
  (void)qy;
  return s/zmax;
//@ end
}

//@ if has_body or is_implicit then
$(include("contact/cells/lane.c"))

//@ end
//@ if is_implicit then
$(include("contact/cells/implicit.c"))

//@ end
/* Cell k: the rate and the cell's part of the sums. */
static void $(name)_cell_rate(const $(real) twist[3]$(patch_par), int k, $(real) zx, $(real) zy,
  $(real) *rx, $(real) *ry, $(real) sum[3])
{
  const $(real) x = $(name)_x[k], y = $(name)_y[k], w = $(share);
  const $(real) vx = twist[0] - twist[2]*y;
  const $(real) vy = twist[1] + twist[2]*x;
  const $(real) a = $(name)_relaxation(zx, zy, vx, vy);
//@ if has_fading then
  const $(real) v2 = vx*vx + vy*vy;
//@ end
$(declare(damping, 2, "sigma1/sigma0"))
  const $(real) dzx = vx - a*zx;
  const $(real) dzy = vy - a*zy;
  const $(real) px = w*(zx + damping*dzx);
  const $(real) py = w*(zy + damping*dzy);
//@ if has_levels then
  *rx = w > $(real(0)) ? dzx : $(real(0));
  *ry = w > $(real(0)) ? dzy : $(real(0));
//@ else
  *rx = dzx;
  *ry = dzy;
//@ end
  sum[0] += px;
  sum[1] += py;
  sum[2] += x*py - y*px;
}

/* Cell k over dt: the deflection at the end and the cell's part of the sums.
//@ if is_implicit then
 * 0 when its step has converged.
//@ end
 */
static $(is_implicit and "int" or "void") $(name)_cell_step(const $(real) twist[3]$(patch_par), $(real) dt, int k, $(real) zx,
  $(real) zy, $(real) *nx, $(real) *ny, $(real) sum[3])
{
  const $(real) x = $(name)_x[k], y = $(name)_y[k], w = $(share);
  const $(real) vx = twist[0] - twist[2]*y;
  const $(real) vy = twist[1] + twist[2]*x;
  $(real) rx = vx, ry = vy; /* mean rate over the step */
//@ if is_exponential then
  const $(real) a = $(name)_relaxation(zx + dt*vx, zy + dt*vy, vx, vy);
  if (a > $(real(0))) {
    const $(real) phi = $(name)_phi(a*dt);
    rx = (vx - a*zx)*phi;
    ry = (vy - a*zy)*phi;
  }
//@ elseif is_implicit then
  $(name)_ends ends;
  $(real) keep, lose;
  const int missing = $(name)_settle(&ends, k, &zx, &zy, twist, dt, &keep, &lose);
  rx = keep*rx - lose*zx;
  ry = keep*ry - lose*zy;
//@ else
  const $(real) a = $(name)_relaxation(zx, zy, vx, vy);
  rx -= a*zx;
  ry -= a*zy;
//@ end
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
//@ if is_implicit then
  return missing;
//@ end
}

static int $(name)_rates(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(real) *dz, $(real) *wrench)
{
  $(real) sum[3] = {$(real(0)), $(real(0)), $(real(0))}, rx, ry;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
//@ for k = 0, is_loop and -1 or cells - 1 do
  $(name)_cell_rate(twist$(patch_arg), $(k), z[$(k)], z[$(cells + k)], &rx, &ry, sum);
  if (dz) { dz[$(k)] = rx; dz[$(cells + k)] = ry; }
//@ end
//@ if is_loop then
  for (int k = 0; k < $(name)_n; k++) {
    $(name)_cell_rate(twist$(patch_arg), k, z[k], z[$(name)_n + k], &rx, &ry, sum);
    if (dz) { dz[k] = rx; dz[$(name)_n + k] = ry; }
  }
//@ end
  return $(name)_leave(twist, fn, sum, wrench$(patch_arg));
}

/* Leaves a state alone whose step is not finite. */
static int $(name)_advance($(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) *wrench)
{
  $(name)_state next;
  $(real) sum[3] = {$(real(0)), $(real(0)), $(real(0))};
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
//@ local note = is_implicit and "missing += " or ""
//@ if is_implicit then
  int missing = 0;
//@ end
//@ for k = 0, is_loop and -1 or cells - 1 do
  $(note)$(name)_cell_step(twist$(patch_arg), dt, $(k), s->z[$(k)], s->z[$(cells + k)], &next.z[$(k)], &next.z[$(cells + k)], sum);
//@ end
//@ if is_loop then
  for (int k = 0; k < $(name)_n; k++)
    $(note)$(name)_cell_step(twist$(patch_arg), dt, k, s->z[k], s->z[$(name)_n + k], &next.z[k], &next.z[$(name)_n + k], sum);
//@ end
  const int status = $(name)_leave(twist, fn, sum, wrench$(patch_arg));
  if (status == $(NAME)_OK) *s = next;
//@ if is_implicit then
  return status == $(NAME)_OK && missing ? $(NAME)_NO_CONVERGENCE : status;
//@ else
  return status;
//@ end
}
