/* ---- elasto-plastic bristles -------------------------------------------- */

/* Writes zmax, at which bristles are plastic, and its slope by s. */
static $(inline)void $(name)_reach(const $(name)_motion *o, $(real) *reach, $(real) *slope)
{
//@ if not reach.uses.s and not reach_locals.uses.o then
  (void)o;
//@ end
//@ if reach.uses.s then
  /* At rest the slope may have a pole, and the direction is arbitrary. */
  const $(real) s = o->s > $(tiny) ? o->s : $(tiny);
//@ end
//@ for _, line in ipairs(reach_locals.temporaries) do
  const $(real) $(line.name) = $(line.value);
//@ end
$(code(reach))
}

/* Writes abar at p = |z|/zmax, and its slope. */
static $(inline)$(real) $(name)_abar($(real) p, $(real) *slope)
{
  const $(real) t = $(real(t_scale))*p - $(real(t_shift)); /* -1 at breakaway, 1 at zmax */
  *slope = $(real(0));
  if (p <= $(real(s_ba))) return $(real(0));
  if (t >= $(real(1))) return $(real(1));
  *slope = $(real(half_pi/2*t_scale))*$(cos)($(real(half_pi))*t);
  return $(real(0.5)) + $(real(0.5))*$(sin)($(real(half_pi))*t);
}

/* The quantities of bristles z: p, abar, its slope by p, their direction b and i = 1/|z|;
 * the last two are 0 while they are elastic. */
typedef struct {
  $(real) reach, reach_s, p, abar, abar1, b[$(d)], i;
} $(name)_yield;

static $(inline)$(name)_yield $(name)_bend(const $(name)_motion *o, const $(real) *z)
{
  $(name)_yield y;
  const $(real) n = $(sqrt)($(name)_dot(z, z));
  $(name)_reach(o, &y.reach, &y.reach_s);
  y.p = n/y.reach;
  y.abar = $(name)_abar(y.p, &y.abar1);
  y.i = y.p > $(real(s_ba)) ? $(real(1))/n : $(real(0));
  for (int k = 0; k < $(d); k++) y.b[k] = z[k]*y.i;
  return y;
}

/* Returns the relaxation along plastic bristles q: (q.w/|q| + s)/(2*zmax); P is
 * |q|/zmax. */
static $(inline)$(real) $(name)_plastic(const $(name)_motion *o, const $(real) *q, $(real) *P)
{
  const $(real) n = $(sqrt)($(name)_dot(q, q));
  $(real) reach, slope, along;
  $(name)_reach(o, &reach, &slope);
  *P = n/reach;
  along = n > $(real(0)) ? $(name)_dot(q, o->k.w)/n + o->s : $(real(0));
  return along > $(real(0)) ? $(real(0.5))*along/reach : $(real(0)); /* rounding may leave it below 0 */
}

/* Writes the rate of bristles z. */
static $(inline)void $(name)_relax($(name)_motion *o, const $(real) *z)
{
  $(real) p, slope;
  const $(real) a = $(name)_plastic(o, z, &p)*$(name)_abar(p, &slope);
  for (int k = 0; k < $(d); k++) {
    o->z[k] = z[k];
    o->dz[k] = o->k.w[k] - a*z[k];
  }
}

/* Writes bristles and their rate at the end of an implicit stage of length tau from
 * `start`: along q = start + tau*w, p*(1 + load*abar(p)) = P with P = |q|/zmax. The
 * left side rises with p: Newton's steps in a bracket find its root. */
static void $(name)_settle($(name)_motion *o, const $(real) *start, $(real) tau)
{
  $(real) q[$(d)], P, a, load, low, high, p, slope;
  for (int k = 0; k < $(d); k++) q[k] = start[k] + tau*o->k.w[k];
  a = $(name)_plastic(o, q, &P);
  load = tau*a;
  low = P/($(real(1)) + load); /* wholly plastic */
  high = low > $(real(1)) ? low : $(real(1));
  if (low < $(real(s_ba))) low = $(real(s_ba));
  if (low > P) low = P; /* elastic */
  if (high > P) high = P;
  p = low;
  for (int i = 0; i < $(settlings); i++) {
    const $(real) abar = $(name)_abar(p, &slope), by_p = $(real(1)) + load*(abar + p*slope);
    const $(real) left = p*($(real(1)) + load*abar) - P, better = p - left/by_p;
    if ((left < $(real(0)) ? -left : left) <= $(real(settled))*(P + by_p*p)) break;
    if (left > $(real(0)))
      high = p;
    else
      low = p;
    p = better > low && better < high ? better : $(real(0.5))*(low + high);
  }
  a *= $(name)_abar(p, &slope);
  for (int k = 0; k < $(d); k++) {
    o->z[k] = q[k]/($(real(1)) + tau*a);
    o->dz[k] = (o->k.w[k] - a*start[k])/($(real(1)) + tau*a);
  }
}
