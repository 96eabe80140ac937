//@ local rows = "[" .. name .. "_n][" .. name .. "_crowd]"
//@ local lanes = "[" .. name .. "_crowd]"
/* ---- many contacts ------------------------------------------------------ */

/* Blocks of $(crowd) contacts, one contact per lane: for each bristle, short passes over the
 * contacts, loops with a trip count known here, which compilers turn into vector
 * code. No number crosses lanes$(is_implicit and "" or ": a lane ends the same for any neighbours"). */
#ifdef __FRAMAC__
enum { $(name)_crowd = 4 }; /* what holds for four lanes holds for more */
#else
enum { $(name)_crowd = $(crowd) };
#endif

/* The numbers of a block: twist and load, |v| and g/sigma0 of one bristle, sums, and
 * for all bristles the numbers of $(name)_block. A lane is odd (1) if its step needs a
 * call of its own; `bound` is a trace of all its numbers. */
typedef struct {
  $(real) tx$(lanes), ty$(lanes), tw$(lanes), fn$(lanes);
  $(real) s$(lanes), zmax$(lanes);
  $(real) sx$(lanes), sy$(lanes), st$(lanes);
  $(real) odd$(lanes), bound$(lanes);
//@ if has_levels then
  $(real) to_high$(lanes); /* place between the two nearest levels of fn */
  int level$(lanes); /* the lower one */
//@ end
  $(real) a$(rows)$(step == "euler" and ";" or ", phi" .. rows .. ";")
} $(name)_lanes_of;

/* Marks lanes whose input is invalid, or so large that a result may overflow. Returns
 * how many there are. */
static int $(name)_mark_odd($(name)_lanes_of *m)
{
  int count = 0;
  for (int l = 0; l < $(name)_crowd; l++) {
    const $(real) v2 = m->tx[l]*m->tx[l] + m->ty[l]*m->ty[l] + m->tw[l]*m->tw[l];
    const int is_moderate = (v2 < $(real(most_v2))) & (m->fn[l] > $(real(0))) & (m->fn[l] < $(real(most_fn)));
    m->odd[l] = is_moderate ? $(real(0)) : $(real(1));
  }
  for (int l = 0; l < $(name)_crowd; l++) count += m->odd[l] > $(real(0));
  return count;
}

//@ if has_levels then
/* Writes the place of each load among the levels; see _patch_at. */
$(inlined) void $(name)_place_loads($(name)_lanes_of *$(NAME)_RESTRICT m)
{
  for (int l = 0; l < $(name)_crowd; l++) m->level[l] = 0;
  for (int i = 1; i < $(name)_levels - 1; i++)
    for (int l = 0; l < $(name)_crowd; l++) m->level[l] += m->fn[l] >= $(name)_level[i];
  for (int l = 0; l < $(name)_crowd; l++) {
    const int i = m->level[l];
    const $(real) t = (m->fn[l] - $(name)_level[i])/($(name)_level[i + 1] - $(name)_level[i]);
    m->to_high[l] = t < $(real(0)) ? $(real(0)) : t < $(real(1)) ? t : $(real(1));
  }
}

//@ end
//@ if is_implicit then
$(include("contact/cells/crowd_implicit.c"))
//@ else
//@ if has_crowd_wide then
#ifdef $(NAME)_WIDE
$(include("contact/cells/crowd_wide.c"))
#else
//@ end
/* Writes a of bristle k of all contacts$(step == "exponential" and " at z + dt*v" or ""). */
$(inlined) void $(name)_relax_crowd($(name)_lanes_of *$(NAME)_RESTRICT m, int k,
  const $(real) *$(NAME)_RESTRICT zx, const $(real) *$(NAME)_RESTRICT zy$(step == "exponential" and ", " .. name .. "_real dt" or ""))
{
  const $(real) x = $(name)_x[k], y = $(name)_y[k];
  for (int l = 0; l < $(name)_crowd; l++) {
    const $(real) vx = m->tx[l] - m->tw[l]*y;
    const $(real) vy = m->ty[l] + m->tw[l]*x;
    const $(real) v2 = vx*vx + vy*vy;
    const $(real) s = $(sqrt)(v2);
$(declare(zmax, 4, "g/sigma0"))
    m->s[l] = s;
    m->zmax[l] = zmax;
  }
  for (int l = 0; l < $(name)_crowd; l++) {
//@ if is_elastoplastic then
    const $(real) vx = m->tx[l] - m->tw[l]*y;
    const $(real) vy = m->ty[l] + m->tw[l]*x;
//@ local ahead = step == "exponential" and " + dt*v" or nil
    const $(real) qx = zx[l]$(ahead and ahead .. "x" or "");
    const $(real) qy = zy[l]$(ahead and ahead .. "y" or "");
$(include("contact/cells/relax_lane.c"))
    const $(real) a = (t > $(real(-1)) ? abar : $(real(0)))*along;
//@ else
    const $(real) a = m->s[l]/m->zmax[l], q2 = zx[l]*zx[l] + zy[l]*zy[l];
//@ end
    m->a[k][l] = a;
    m->bound[l] += a + q2*$(real(trace_of_q2));
  }
//@ if step == "exponential" and not is_elastoplastic then
  (void)dt;
//@ end
}
//@ if step == "exponential" then

/* Writes phi of bristle k of all contacts. */
$(inlined) void $(name)_decay_crowd($(name)_lanes_of *m, int k, $(real) dt)
{
  for (int l = 0; l < $(name)_crowd; l++) m->phi[k][l] = $(name)_phi(m->a[k][l]*dt);
}
//@ end
//@ if has_crowd_wide then
#endif
//@ end
//@ end

/* Writes the ends of bristle k of all contacts, and adds to the sums
 * w*(z + (dt + sigma1/sigma0)*rate) and its torque. */
$(inlined) void $(name)_move_crowd($(name)_lanes_of *$(NAME)_RESTRICT m, int k,
  $(real) *$(NAME)_RESTRICT zx, $(real) *$(NAME)_RESTRICT zy, $(real) dt)
{
//@ if not has_levels then
  const $(real) w = $(name)_w[k], wx = w*$(name)_x[k], wy = w*$(name)_y[k];
//@ end
  const $(real) x = $(name)_x[k], y = $(name)_y[k];
//@ if not has_fading then
$(declare(damping, 2, "sigma1/sigma0"))
//@ end
  for (int l = 0; l < $(name)_crowd; l++) {
    const $(real) vx = m->tx[l] - m->tw[l]*y;
    const $(real) vy = m->ty[l] + m->tw[l]*x;
//@ if has_fading then
    const $(real) v2 = vx*vx + vy*vy;
$(declare(damping, 4, "sigma1/sigma0"))
//@ end
//@ local v, rate = "%s%s - m->a[k][l]*z%s[l]", {}
//@ for _, axis in ipairs { "x", "y" } do
//@   local term = v:format(step == "implicit" and "m->phi[k][l]*v" or "v", axis, axis)
//@   rate[axis] = step == "exponential" and "(" .. term .. ")*m->phi[k][l]" or term
//@ end
    const $(real) rx = $(rate.x);
    const $(real) ry = $(rate.y);
    const $(real) px = zx[l] + (dt + damping)*rx;
    const $(real) py = zy[l] + (dt + damping)*ry;
//@ if has_levels then
    const $(real) *const low = $(name)_level_w + m->level[l]*$(name)_n + k;
    const $(real) w = ($(real(1)) - m->to_high[l])*low[0] + m->to_high[l]*low[$(name)_n];
    const $(real) wx = w*x, wy = w*y;
    zx[l] = w > $(real(0)) ? zx[l] + dt*rx : $(real(0)); /* without load: reset */
    zy[l] = w > $(real(0)) ? zy[l] + dt*ry : $(real(0));
//@ else
    zx[l] += dt*rx;
    zy[l] += dt*ry;
//@ end
    m->sx[l] += w*px;
    m->sy[l] += w*py;
    m->st[l] += wx*py - wy*px;
  }
}
