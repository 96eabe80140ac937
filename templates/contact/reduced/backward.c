/* ---- backward Euler, for a host that solves for the twist ---------------- */

//@ local follows = is_matched and "(%s - abar)*c->v[i] - abar*c->s*c->h[i]" or "-c->s*c->h[i]"
/* A step of dt ends at z' = z + dt*rate with abar of the end,
//@ if is_matched then
 * rate = K*((1 - abar)*V - abar*s*h - abar*most*z'); `most` is the rate of relaxation for
//@ else
 * rate = -s*h - abar*most*z'; `most` is the rate of relaxation for
//@ end
 * abar = 1, taken where the flow takes the bristles to. */
typedef struct {
  $(real) k[3], most, abar, end[3], rate[3];
} $(name)_arrival;

/* Writes the end and the mean rate for an abar. */
$(NAME)_INLINE void $(name)_arrive(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(real) abar,
  $(name)_arrival *to)
{
  const $(real) fade = abar*to->most;
  to->abar = abar;
  for (int i = 0; i < 3; i++) {
    const $(real) w = $(follows:format(real(1)));
    const $(real) shrink = $(real(1))/($(real(1)) + to->k[i]*dt*fade);
    to->rate[i] = shrink*to->k[i]*(w - fade*z[i]);
    to->end[i] = shrink*(z[i] + dt*to->k[i]*w);
  }
}

//@ if is_elastoplastic then
//@ if not has_rounds then
$(include("contact/abar.c"))

//@ end
/* Finds abar of the end: elastic, plastic, or between, where Newton's steps in a bracket find
 * p = |z'|/reach with z' for abar(p). Returns 0 if it has converged. */
static int $(name)_yield_at_end(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(name)_arrival *to)
{
  enum { ROUNDS = 60 };
  const $(real) reach = $(sqrt)(c->h2)*c->zmax, per = $(real(1))/reach;
  $(real) low = $(NAME)_S_BA, high = $(real(1)), slope;
  $(name)_arrive(c, z, dt, $(real(0)), to);
  if ($(sqrt)($(name)_dot(to->end, to->end)) <= $(NAME)_S_BA*reach) return 0;
  $(name)_arrive(c, z, dt, $(real(1)), to);
  if ($(sqrt)($(name)_dot(to->end, to->end)) >= reach) return 0;
  $(real) p = $(real(0.5))*(low + high);
  for (int round = 0; round < ROUNDS; round++) {
    const $(real) abar = $(name)_abar(p, &slope);
    $(real) along = $(real(0));
    $(name)_arrive(c, z, dt, abar, to);
    const $(real) size = per*$(sqrt)($(name)_dot(to->end, to->end));
    for (int i = 0; i < 3; i++) { /* dz'/dabar */
//@ if is_matched then
      const $(real) turn = -c->s*c->h[i] - c->v[i] - to->most*to->end[i];
//@ else
      const $(real) turn = -to->most*to->end[i];
//@ end
      along += to->end[i]*turn*dt*to->k[i]/($(real(1)) + to->k[i]*dt*abar*to->most);
    }
    const $(real) by_abar = along*per*per/(size + $(tiny)), f = p - size;
    const $(real) by_p = $(real(1)) - slope*by_abar, steep = by_p > $(real(1)) ? by_p : $(real(1));
    if ((f < $(real(0)) ? -f : f) <= $(real(settled))*(size + steep*p)) {
      /* abar(p) multiplies the rounding of p by its slope. Where the slope is steep, the abar
       * that leads to |z'| = p*reach multiplies it by less, and the slope at z' is that at p. */
      if (by_p > $(real(2))) {
        const $(real) better = abar + f/by_abar;
        if (better >= $(real(0)) && better <= $(real(1))) $(name)_arrive(c, z, dt, better, to);
      }
      return 0;
    }
    if (f > $(real(0)))
      high = p;
    else
      low = p;
    /* At times the bracket is halved in place of long steps, which could go to and fro. */
    const $(real) most = (round % 4 == 3 ? $(real(0.5)) : $(real(1)))*(high - low), better = p - f/by_p;
    p = better >= p - most && better <= p + most && better >= low && better <= high
      ? better : $(real(0.5))*(low + high);
  }
  return 1;
}

//@ end
/* Makes the step. Returns 0 if it has converged. */
static int $(name)_backward_step(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(name)_arrival *to$(patch_par))
{
  to->k[0] = to->k[1] = $(real(1));
  to->k[2] = $(is_matched and at_k or real(1));
//@ if is_ellipsoid then
  const $(real) e[3] = {z[0] + dt*c->v[0], z[1] + dt*c->v[1], z[2] + dt*c->v[2]};
  to->most = $(name)_most(c, e);
//@ else
  to->most = $(name)_most(c, z, dt);
//@ end
//@ if has_levels and not is_matched then
  (void)patch;
//@ end
//@ if is_elastoplastic then
  return $(name)_yield_at_end(c, z, dt, to);
//@ else
  $(name)_arrive(c, z, dt, $(real(1)), to);
  return 0;
//@ end
}

$(include("contact/reduced/backward_jac.c"))

/* Makes a step of backward Euler from s. `end` may be s or NULL, `slopes` NULL. */
static int $(name)_backward_euler(const $(name)_state *s, const $(real) twist[3], $(real) fn, $(real) dt,
  $(name)_state *end, $(real) wrench[3], $(real) *slopes)
{
  $(name)_slip c;
  $(name)_arrival to;
//@ if has_levels then
  $(name)_patch at_fn, *const patch = &at_fn;
  $(name)_patch_at(patch, fn);
//@ end
  $(name)_slip_at(&c, twist$(patch_arg));
//@ if shortens then
  $(real) from[3];
  $(name)_shorten(s->z, from$(patch_arg));
//@ end
//@ local from = shortens and "from" or "s->z"
  $(is_elastoplastic and "const int missing = " or "")$(name)_backward_step(&c, $(from), dt, &to$(patch_arg));
  if ($(name)_force(&c, to.end, to.rate, fn, wrench$(patch_arg)) != $(NAME)_OK) return $(NAME)_BAD_STATE;
  if (slopes && !$(name)_arrival_slopes(&c, $(from), fn, dt, &to, slopes$(patch_arg))) return $(NAME)_BAD_STATE;
  for (int i = 0; end && i < 3; i++) end->z[i] = to.end[i];
  return $(is_elastoplastic and "missing ? " .. NAME .. "_NO_CONVERGENCE : " or "")$(NAME)_OK;
}
