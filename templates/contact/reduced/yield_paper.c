$(include("contact/reduced/most.c"))

/* Writes the velocity w that the bristles follow, m/s, and the rate a at which they relax:
 * 0 while they are elastic. Their place after the time `ahead` without yielding decides
 * abar; the place to which the flow takes them decides the angle. */
$(NAME)_INLINE void $(name)_yield(const $(name)_slip *c, const $(real) z[3], $(real) ahead,
  $(real) w[3], $(real) *a$(patch_par))
{
//@ if has_levels then
  (void)patch;
//@ end
//@ for d = 0, 2 do
  w[$(d)] = -c->s*c->h[$(d)];
//@ end
  const $(real) d[3] = {z[0] + ahead*w[0], z[1] + ahead*w[1], z[2] + ahead*w[2]};
  const $(real) size2 = $(name)_dot(d, d), reach2 = c->h2*(c->zmax*c->zmax);
  *a = $(real(0));
  if (size2 <= $(named("s_ba2"))*reach2) return; /* elastic */
  *a = $(name)_most(c, z, ahead);
  if (size2 < reach2) {
    const $(real) t = $(NAME)_T_SCALE*$(sqrt)(size2/reach2) - $(NAME)_T_SHIFT; /* -1 at breakaway, 1 at zmax */
    *a *= $(real(0.5)) + $(name)_half_sine(t); /* (5) */
  }
}
