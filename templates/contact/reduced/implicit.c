/* ---- implicit steps ------------------------------------------------------- */

/* A step of dt goes in two halves and in one whole, extrapolated: twice the one
 * less the other, second order, L-stable. Each of them is backward Euler over h
 * in how bristles relax; the flow w and the angle are those ahead, see _yield.
 * It ends at z' = q/(1 + k*h*a), q = z + h*k*w, a = most*abar(p), p = |z'|/reach.
 * |z'| falls as abar rises: p has one value, which Newton's steps in a bracket
 * find. */
enum { $(name)_iterations = 60 };

typedef struct {
  $(real) end[3], rate[3]; /* of the bristles; the mean */
  $(real) abar, most; /* at the end; a where abar is 1 */
} $(name)_part;

//@ if is_elastoplastic then
$(include("common/abar.c"))

/* abar at the end, from |q|^2 along and about the axis over reach^2, and h*most.
 * 0 when it has converged. */
static int $(name)_settle($(real) along2, $(real) spin2, $(real) k, $(real) load, $(real) *abar)
{
  const $(real) first = $(sqrt)(along2 + spin2), one = $(real(1))/($(real(1)) + load);
  const $(real) all = $(real(1))/($(real(1)) + k*load);
  const $(real) slid = $(sqrt)(along2*one*one + spin2*all*all);
  $(real) low = slid > $(real(s_ba)) ? slid : $(real(s_ba));
  $(real) high = first < $(real(1)) ? first : $(real(1)), slope;
  $(real) p = $(real(0.5))*(low + high);
  *abar = slid >= $(real(1)) ? $(real(1)) : $(real(0));
  if (first <= $(real(s_ba)) || slid >= $(real(1))) return 0; /* elastic, or plastic */
  for (int i = 0; i < $(name)_iterations; i++) {
    const $(real) lost = load*$(name)_abar(p, &slope), kept = $(real(1)) + k*lost;
    const $(real) rho = ($(real(1)) + lost)/kept, size = $(sqrt)(along2 + spin2*rho*rho);
    const $(real) rho1 = load*($(real(1)) - k)/(kept*kept);
    const $(real) f = p*($(real(1)) + lost) - size;
    const $(real) by_p = $(real(1)) + lost + slope*(p*load - spin2*rho*rho1/size);
    const $(real) bar = $(real(settled))*(size + by_p*p), better = p - f/by_p;
    if (f > $(real(0)))
      high = p;
    else
      low = p;
    p = better >= low && better <= high ? better : $(real(0.5))*(low + high);
    *abar = $(name)_abar(p, &slope);
    if ((f < $(real(0)) ? -f : f) <= bar) return 0;
  }
  return 1;
}

//@ end
/* One part from z. 0 when it has converged. */
static int $(name)_backward(const $(name)_slip *c, const $(real) z[3], $(real) h, $(name)_part *part$(patch_par))
{
  const $(real) k[3] = {$(real(1)), $(real(1)), $(is_matched and at_k or real(1))};
  $(real) w[3], q[3], a;
  int is_missing = 0;
  $(name)_yield(c, z, h, w, &a$(patch_arg));
  part->most = $(name)_most(c, z, h);
  part->abar = $(real(1));
  for (int i = 0; i < 3; i++) q[i] = z[i] + h*k[i]*w[i];
//@ if is_elastoplastic then
  const $(real) per = $(real(1))/($(sqrt)(c->h2)*c->zmax);
  const $(real) x = per*q[0], y = per*q[1], spin = per*q[2];
  is_missing = $(name)_settle(x*x + y*y, spin*spin, k[2], h*part->most, &part->abar);
//@ end
  for (int i = 0; i < 3; i++) {
    const $(real) fade = part->most*part->abar*k[i], shrink = $(real(1))/($(real(1)) + h*fade);
    part->rate[i] = shrink*(k[i]*w[i] - fade*z[i]);
    part->end[i] = shrink*q[i];
  }
  return is_missing;
}

/* The mean rate over dt, and its parts. 0 when all have converged. */
static int $(name)_parts(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(name)_part parts[3], $(real) rate[3]$(patch_par))
{
  const $(real) half = $(real(0.5))*dt;
  int missing = $(name)_backward(c, z, half, &parts[0]$(patch_arg));
  missing += $(name)_backward(c, parts[0].end, half, &parts[1]$(patch_arg));
  missing += $(name)_backward(c, z, dt, &parts[2]$(patch_arg));
  for (int i = 0; i < 3; i++) rate[i] = parts[0].rate[i] + parts[1].rate[i] - parts[2].rate[i];
  return missing;
}
