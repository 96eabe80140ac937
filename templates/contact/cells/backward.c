/* ---- backward Euler, for a host that solves for the twist ---------------- */

//@ if is_elastoplastic then
//@ if not has_rounds then
$(include("contact/abar.c"))

//@ end
/* Finds a at the end of a step, of a bristle that ends along q = z + dt*v: with p = |z'|/zmax
 * and P = |q|/zmax that is p*(1 + load*abar(p)) = P, whose left side rises with p, so that
 * Newton's steps in a bracket find its root. `load` is dt times a for abar = 1. Returns 0 if
 * it has converged. */
static int $(name)_yield_at_end($(real) P, $(real) load, $(real) most, $(real) dt, $(real) *a)
{
  enum { ROUNDS = 60 };
  const $(real) slid = P/($(real(1)) + load), edge = slid > $(real(1)) ? slid : $(real(1));
  $(real) low = slid > $(NAME)_S_BA ? slid : $(NAME)_S_BA, high = P < edge ? P : edge, slope;
  *a = P <= $(NAME)_S_BA ? $(real(0)) : most;
  if (P <= $(NAME)_S_BA || slid >= $(real(1))) return 0; /* elastic, or plastic */
  $(real) p = $(real(0.5))*(low + high);
  for (int round = 0; round < ROUNDS; round++) {
    const $(real) abar = $(name)_abar(p, &slope), at = p, f = p*($(real(1)) + load*abar) - P;
    const $(real) by_p = $(real(1)) + load*(abar + p*slope), better = p - f/by_p;
    if (f > $(real(0)))
      high = p;
    else
      low = p;
    /* At times the bracket is halved in place of long steps, which could go to and fro. */
    const $(real) reach = (round % 4 == 3 ? $(real(0.5)) : $(real(1)))*(high - low);
    p = better >= at - reach && better <= at + reach ? better : $(real(0.5))*(low + high);
    const $(real) after = $(name)_abar(p, &slope);
    /* dt*a = P/p - 1, too: of both forms the one that multiplies the rounding of p by less. */
    *a = load*slope*p > $(real(1)) ? (P/p - $(real(1)))/dt : most*after;
    if ((f < $(real(0)) ? -f : f) <= $(real(settled))*(P + by_p*at)) return 0;
  }
  return 1;
}

//@ end
/* Writes the mean rate of the step to c.rx, c.ry with its slopes, the end's a depending on the
 * end. qx, qy is the end. */
static void $(name)_arrival_rates($(name)_slopes *c, $(real) dt, $(real) qx, $(real) qy)
{
//@ for _, name in ipairs(unused(backward_slopes, "qx qy")) do
  (void)$(name);
//@ end
$(include("contact/block_members.c", { block = backward_slopes }))
}

/* Writes dforce/dv of the step, 2x2, per weight and load. */
static void $(name)_arrival_force(const $(name)_slopes *c, $(real) dt, $(real) out[4])
{
$(include("contact/block_array.c", { block = arrival_slopes }))
}

/* Moves cell k over dt to `end`; writes the mean rate, and adds dwrench/dtwist to `jac` unless
 * it is NULL. Returns 0 if the step has converged. */
static int $(name)_cell_backward(const $(real) z[2], const $(real) twist[3], $(real) fn, $(real) dt, int k,
  $(real) end[2], $(real) rate[2], $(real) *jac$(patch_par))
{
  const $(real) vx = twist[0] - twist[2]*$(name)_y[k];
  const $(real) vy = twist[1] + twist[2]*$(name)_x[k];
  const $(real) v2 = vx*vx + vy*vy;
  const $(real) s = $(sqrt)(v2), qx = z[0] + dt*vx, qy = z[1] + dt*vy;
//@ if has_reach then
  const $(real) reach = $(reach_of_k);
//@ end
$(declare(zmax, 2, "g/sigma0"))
//@ if is_elastoplastic then
  const $(real) n = $(sqrt)(qx*qx + qy*qy);
  const $(real) along = n > $(real(0)) ? (qx*vx + qy*vy)/n + s : $(real(0)); /* rounding may leave it below 0 */
  const $(real) most = along > $(real(0)) ? $(real(0.5))*along/zmax : $(real(0));
  $(real) a;
  const int is_missing = $(name)_yield_at_end(n/zmax, dt*most, most, dt, &a);
//@ else
  const $(real) a = s/zmax;
//@ end
  const $(real) shrink = $(real(1))/($(real(1)) + dt*a);
  rate[0] = shrink*(vx - a*z[0]);
  rate[1] = shrink*(vy - a*z[1]);
  end[0] = shrink*qx;
  end[1] = shrink*qy;
  if (jac) {
    $(real) force[4];
    $(name)_slopes c = $(name)_slopes_at(end[0], end[1], twist, k, $(real(0))$(fn_arg));
    c.zx = z[0];
    c.zy = z[1];
    c.a = a;
    $(name)_arrival_rates(&c, dt, end[0], end[1]);
    $(name)_arrival_force(&c, dt, force);
    $(name)_add_wrench_jac(force, k, fn, jac$(patch_arg));
  }
  return $(is_elastoplastic and "is_missing" or "0");
}

/* Makes a step of backward Euler from s. `end` may be s or NULL, `slopes` NULL. */
static int $(name)_backward_euler(const $(name)_state *s, const $(real) twist[3], $(real) fn, $(real) dt,
  $(name)_state *end, $(real) wrench[3], $(real) *slopes)
{
  $(real) sum[3] = {$(real(0)), $(real(0)), $(real(0))};
  int missing = 0;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  $(name)_zero(slopes, 9);
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) x = $(name)_x[k], y = $(name)_y[k], w = $(share);
//@ if shortens then
    const $(real) was2 = s->z[k]*s->z[k] + s->z[$(name)_n + k]*s->z[$(name)_n + k];
//@ if has_reach then
    const $(real) longest = $(name)_longest($(has_area and fn_arg:sub(3) .. ", " or "")k);
    const $(real) factor = was2 > longest*longest ? longest/$(sqrt)(was2) : $(real(1));
//@ else
    const $(real) factor = was2 > $(named("longest2")) ? $(named("longest"))/$(sqrt)(was2) : $(real(1));
//@ end
    const $(real) z[2] = {factor*s->z[k], factor*s->z[$(name)_n + k]};
//@ else
    const $(real) z[2] = {s->z[k], s->z[$(name)_n + k]};
//@ end
    $(real) to[2], rate[2];
    missing += $(name)_cell_backward(z, twist, fn, dt, k, to, rate, slopes$(patch_arg));
//@ if has_fading then
    const $(real) vx = twist[0] - twist[2]*y, vy = twist[1] + twist[2]*x, v2 = vx*vx + vy*vy;
//@ end
$(declare(damping, 4, "sigma1/sigma0"))
    const $(real) px = w*(to[0] + damping*rate[0]), py = w*(to[1] + damping*rate[1]);
    sum[0] += px;
    sum[1] += py;
    sum[2] += x*py - y*px;
    if (end) {
//@ if has_levels then
      end->z[k] = w > $(real(0)) ? to[0] : $(real(0)); /* without load: reset */
      end->z[$(name)_n + k] = w > $(real(0)) ? to[1] : $(real(0));
//@ else
      end->z[k] = to[0];
      end->z[$(name)_n + k] = to[1];
//@ end
    }
  }
  for (int i = 0; slopes && i < 9; i++) slopes[i] = -slopes[i];
  if ($(name)_leave(twist, fn, sum, wrench$(patch_arg)) != $(NAME)_OK
      || (slopes && !($(name)_nan(slopes, 9) == $(real(0)))))
    return $(NAME)_BAD_STATE;
  return missing > 0 ? $(NAME)_NO_CONVERGENCE : $(NAME)_OK;
}
