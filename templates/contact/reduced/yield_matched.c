$(include("contact/reduced/most.c"))

/* Writes the velocity w that the bristles follow, m/s, and the rate a at which they relax:
 * 0 while they are elastic. Their place after the time `ahead` without yielding decides
 * abar; the place to which the flow takes them decides the angle. */
$(NAME)_INLINE void $(name)_yield(const $(name)_slip *c, const $(real) z[3], $(real) ahead,
  $(real) w[3], $(real) *a$(patch_par))
{
//@ for d = 0, 2 do
  w[$(d)] = -c->s*c->h[$(d)];
//@ end
  const $(real) d[3] = {z[0] + ahead*c->v[0], z[1] + ahead*c->v[1], z[2] + ahead*$(at_k)*c->v[2]};
  const $(real) size2 = $(name)_dot(d, d), reach2 = c->h2*(c->zmax*c->zmax);
  *a = $(real(0));
  if (size2 <= $(named("s_ba2"))*reach2) { /* elastic */
//@ for d = 0, 2 do
    w[$(d)] = c->v[$(d)];
//@ end
    return;
  }
  *a = $(name)_most(c, z, ahead);
  if (size2 < reach2) {
    const $(real) t = $(NAME)_T_SCALE*$(sqrt)(size2/reach2) - $(NAME)_T_SHIFT; /* -1 at breakaway, 1 at zmax */
    const $(real) abar = $(real(0.5)) + $(name)_half_sine(t); /* (5) */
    *a *= abar;
//@ for d = 0, 2 do
    w[$(d)] = ($(real(1)) - abar)*c->v[$(d)] + abar*w[$(d)];
//@ end
  }
}
