/* Sliding bristles follow -|V| h, which is V itself on an ellipsoid: all of them follow V. */

//@ if is_elastoplastic then
/* Returns the rate at which bristles relax for abar = 1; the flow takes them to e. */
$(NAME)_INLINE $(real) $(name)_most(const $(name)_slip *c, const $(real) e[3])
{
  /* |V| times the cosine between e and V */
  const $(real) along = $(name)_dot(e, c->v)/$(sqrt)($(name)_dot(e, e) + $(tiny));
//@ if is_implicit then
  return along > -c->s ? $(real(0.5))*(c->s + along)/c->zmax : $(real(0)); /* rounding may exceed |V| */
//@ else
  return $(real(0.5))*(c->s + along)/c->zmax;
//@ end
}

/* Writes the rate a at which the bristles relax: 0 while they are elastic. Their place after
 * the time `ahead` without yielding decides abar; the place to which the flow takes them
 * decides the angle. */
//@ else
/* Returns the rate at which bristles relax. */
$(NAME)_INLINE $(real) $(name)_most(const $(name)_slip *c, const $(real) e[3])
{
  (void)e;
  return c->s/c->zmax;
}

/* Writes the rate a at which the bristles relax. */
//@ end
$(NAME)_INLINE void $(name)_yield(const $(name)_slip *c, const $(real) z[3], $(real) ahead,
  $(real) *a$(patch_par))
{
//@ if has_levels and not (is_elastoplastic and is_matched) then
  (void)patch;
//@ end
//@ if is_elastoplastic then
//@ local about = is_matched and "ahead*" .. at_k or "ahead"
  $(is_matched and "" or "const ")$(real) d[3] = {z[0] + ahead*c->v[0], z[1] + ahead*c->v[1], z[2] + $(about)*c->v[2]};
  const $(real) size2 = $(name)_dot(d, d), reach2 = c->zmax*c->zmax;
  *a = $(real(0));
  if (size2 <= $(named("s_ba2"))*reach2) return; /* elastic */
//@ if is_matched then
  d[2] = z[2] + ahead*c->v[2];
//@ end
  *a = $(name)_most(c, d);
  if (size2 < reach2) {
    const $(real) t = $(NAME)_T_SCALE*$(sqrt)(size2/reach2) - $(NAME)_T_SHIFT; /* -1 at breakaway, 1 at zmax */
    *a *= $(real(0.5)) + $(name)_half_sine(t); /* (5) */
  }
//@ else
  (void)ahead;
  *a = $(name)_most(c, z);
//@ end
}
