/* How the surface turns: its normals n and their derivatives, as R4. */
typedef struct {
  $(name)_slopes slopes[$(d - ntangents)];
  $(real) n[$(d - ntangents)][$(d)];
} $(name)_surface;

static void $(name)_set_surface(const $(real) *q, const $(real) *v, const $(real) *u, $(real) t,
  const $(name)_motion *o, $(name)_surface *surface)
{
  static const int row[] = {$(surface_1), $(surface_2)};
  static const $(real) none[$(n + d)] = {$(real(0))};
  for (int k = 0; k < $(d - ntangents); k++) {
    $(real) unit[$(m)] = {$(real(0))};
    unit[row[k]] = $(real(1));
    $(name)_normal(&o->k, unit, surface->n[k]);
    $(name)_set_slopes(q, v, u, t, none, unit, none, surface->n[k], &surface->slopes[k]);
  }
}

/* dn of one of them. */
static void $(name)_turn(const $(name)_motion *o, const $(name)_surface *surface, int k, int c,
  $(real) *dn)
{
  $(real) column[$(d)];
  for (int i = 0; i < $(d); i++) column[i] = surface->slopes[k].R4[i*$(columns) + c];
  $(name)_at_point(&o->k, column, dn);
}

/* Shares x of the normals in a vector that has the products b with them. */
static void $(name)_normal_shares(const $(name)_surface *surface, const $(real) *b, $(real) *x)
{
  const $(real) *const n = surface->n[0];
  const $(real) nn = $(name)_dot(n, n);
//@ if d - ntangents == 1 then
  x[0] = b[0]/nn;
//@ else
  const $(real) *const p = surface->n[1];
  const $(real) np = $(name)_dot(n, p), pp = $(name)_dot(p, p), det = nn*pp - np*np;
  x[0] = (pp*b[0] - np*b[1])/det;
  x[1] = (nn*b[1] - np*b[0])/det;
//@ end
}

/* da of a held contact: what holds it changes, too, by x along T. Within a stage
 * (tau > 0) the contact is next to the surface, and `surface` may be NULL. */
static void $(name)_hold_slope(const $(name)_motion *o, const $(name)_slopes *s,
  const $(name)_surface *surface, int c, $(real) tau, $(real) *da, $(real) *x)
{
  $(real) wanted[$(d)];
  $(name)_point(&o->k, da, wanted);
  for (int i = 0; i < $(d); i++) {
    const $(real) stage = c < $(n) ? -s->w[i*$(columns) + c] : $(real(0));
    wanted[i] = (tau > $(real(0)) ? stage/tau : s->R3[i*$(columns) + c]) - wanted[i];
  }
  if (surface) { /* T turns away from the lift */
    $(real) b[$(d - ntangents)], share[$(d - ntangents)], dn[$(d)];
    for (int k = 0; k < $(d - ntangents); k++) b[k] = $(name)_dot(surface->n[k], o->lift);
    $(name)_normal_shares(surface, b, share);
    for (int k = 0; k < $(d - ntangents); k++) {
      $(name)_turn(o, surface, k, c, dn);
      for (int i = 0; i < $(d); i++) wanted[i] += share[k]*dn[i];
    }
  }
  $(name)_along(o, wanted, x);
  for (int k = 0; k < $(ntangents); k++)
    for (int i = 0; i < $(n); i++) da[i] += x[k]*o->Ta[k][i];
}
//@ if start_turns then

/* Derivative of the friction of a contact that starts: it has the load, and the
 * direction of the force that would hold the contact in the motion `held`. */
static void $(name)_start_slope(const $(name)_motion *held, const $(name)_slopes *s,
  const $(name)_surface *surface, int c, $(real) load, $(real) *f)
{
  const $(real) *const F = held->friction;
  const $(real) size2 = $(name)_dot(F, F);
  $(real) g[$(n)], h[$(m)], da[$(n)], dl[$(m)], x[2], along, b[$(d - ntangents)], share[$(d - ntangents)];
  for (int i = 0; i < $(n); i++) g[i] = s->R1[i*$(columns) + c];
  for (int i = 0; i < $(m); i++) h[i] = s->R2[i*$(columns) + c];
  $(name)_system(&held->k, g, h, da, dl);
  $(name)_hold_slope(held, s, surface, c, $(real(0)), da, x);
  for (int k = 0; k < $(d - ntangents); k++) { /* n.F stays 0 */
    $(real) dn[$(d)];
    $(name)_turn(held, surface, k, c, dn);
    b[k] = -$(name)_dot(F, dn);
  }
  $(name)_normal_shares(surface, b, share);
  for (int i = 0; i < $(d); i++) {
    f[i] = $(real(0));
    for (int k = 0; k < $(ntangents); k++) f[i] += x[k]*held->T[k][i];
    for (int k = 0; k < $(d - ntangents); k++) f[i] += share[k]*surface->n[k][i];
  }
  along = $(name)_dot(F, f)/size2;
  for (int i = 0; i < $(d); i++)
    f[i] = $(real(mu_s))*load*(f[i] - along*F[i])/$(sqrt)(size2);
}
//@ end
