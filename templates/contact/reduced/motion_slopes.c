/* Returns the size of a vector; `e` becomes its direction. */
static $(real) $(name)_direction(const $(real) v[3], $(real) *ex, $(real) *ey, $(real) *ez)
{
  const $(real) n = $(sqrt)($(name)_dot(v, v));
  *ex = n > $(real(0)) ? v[0]/n : $(real(0));
  *ey = n > $(real(0)) ? v[1]/n : $(real(0));
  *ez = n > $(real(0)) ? v[2]/n : $(real(0));
  return n;
}

/* Writes V and the surface with their slopes. At rest, where h has every value, the
 * slopes are those of the ellipsoid. */
static void $(name)_motion_slopes($(name)_slopes *c, const $(name)_slip *m$(patch_par))
{
  $(real) h_v[9], b_v[9], u[3], size_v[3];
  const int is_moving = m->s > $(tiny);
  c->vx = m->v[0];
  c->vy = m->v[1];
  c->vz = m->v[2];
  c->v2 = m->v2;
//@ if is_steep then
  const $(real) s = is_moving ? m->s : $(tiny);
  c->s = s > $(real(steep_speed)) ? s : $(real(steep_speed)); /* slower, dg/ds leaves the range of floats */
//@ else
  c->s = is_moving ? m->s : $(tiny);
//@ end
  (void)$(name)_direction(m->v, &c->ux, &c->uy, &c->uz);
  u[0] = c->ux;
  u[1] = c->uy;
  u[2] = c->uz;
  c->size = $(sqrt)(m->h2);
  $(name)_surface_slopes(m->v, m->s, h_v$(patch_arg));
  for (int j = 0; j < 3; j++) {
    size_v[j] = $(real(0));
    for (int i = 0; i < 3; i++) {
      b_v[3*i + j] = is_moving ? -(h_v[3*i + j] + m->h[i]*u[j]) : (i == j ? $(real(1)) : $(real(0)));
      size_v[j] += m->h[i]*h_v[3*i + j]/(c->size*$(is_steep and "s" or "c->s"));
    }
  }
  c->bx = -m->s*m->h[0];
  c->by = -m->s*m->h[1];
  c->bz = -m->s*m->h[2];
  c->bx_vx = b_v[0]; c->bx_vy = b_v[1]; c->bx_vz = b_v[2];
  c->by_vx = b_v[3]; c->by_vy = b_v[4]; c->by_vz = b_v[5];
  c->bz_vx = b_v[6]; c->bz_vy = b_v[7]; c->bz_vz = b_v[8];
  c->size_vx = size_v[0];
  c->size_vy = size_v[1];
  c->size_vz = size_v[2];
}
