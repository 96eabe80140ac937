/* The rotation of the surface: its normals n and their derivatives, as R4. */
typedef struct {
  $(name)_slopes slopes[$(normals)];
  $(real) n[$(normals)][$(d)];
} $(name)_surface;

static void $(name)_set_surface($(tuned)const $(real) *q, const $(real) *v, const $(real) *u, $(real) t,
  const $(name)_motion *o, $(name)_surface *surface)
{
  static const int row[] = {$(surface_1), $(surface_2)};
  static const $(real) none[$(n + d)] = {0};
  for (int k = 0; k < $(normals); k++) {
    $(real) unit[$(m)] = {0};
    unit[row[k]] = $(real(1));
    $(name)_normal(&o->k, unit, surface->n[k]);
    $(name)_set_slopes($(tuning)q, v, u, t, none, unit, none, surface->n[k], &surface->slopes[k]);
  }
}

/* Writes dn of one normal. */
static void $(name)_turn(const $(name)_motion *o, const $(name)_surface *surface, int k, int c,
  $(real) *dn)
{
  $(real) column[$(d)];
  for (int i = 0; i < $(d); i++) column[i] = surface->slopes[k].R4[i*$(columns) + c];
  $(name)_at_point(&o->k, column, dn);
}

/* Writes the shares x of the normals in a vector with the products b with them. */
static void $(name)_normal_shares(const $(name)_surface *surface, const $(real) *b, $(real) *x)
{
  const $(real) *const n = surface->n[0];
  const $(real) nn = $(name)_dot(n, n);
//@ if normals == 1 then
  x[0] = b[0]/nn;
//@ else
  const $(real) *const p = surface->n[1];
  const $(real) np = $(name)_dot(n, p), pp = $(name)_dot(p, p), det = nn*pp - np*np;
  x[0] = (pp*b[0] - np*b[1])/det;
  x[1] = (nn*b[1] - np*b[0])/det;
//@ end
}

/* Writes the rotation of a force F along the surface, since n.F stays 0. */
static void $(name)_turned(const $(name)_motion *o, const $(name)_surface *surface, const $(real) *F,
  int c, $(real) *f)
{
  $(real) dn[$(d)], b[$(normals)], share[$(normals)];
  for (int k = 0; k < $(normals); k++) {
    $(name)_turn(o, surface, k, c, dn);
    b[k] = -$(name)_dot(F, dn);
  }
  $(name)_normal_shares(surface, b, share);
  for (int i = 0; i < $(d); i++) {
    f[i] = $(real(0));
    for (int k = 0; k < $(normals); k++) f[i] += share[k]*surface->n[k][i];
  }
}

/* Writes to `wanted` the acceleration that the contact point lacks along the surface after
 * the motion has changed by da and the surface has turned. `surface` is NULL within a stage
 * of length tau, which ends next to the surface. */
static void $(name)_lack(const $(name)_motion *o, const $(name)_slopes *s,
  const $(name)_surface *surface, int c, $(real) tau, const $(real) *da, $(real) *wanted)
{
  $(name)_point(&o->k, da, wanted);
  for (int i = 0; i < $(d); i++) {
    const $(real) stage = c < $(n) ? -s->w[i*$(columns) + c] : $(real(0));
    wanted[i] = (surface ? s->R3[i*$(columns) + c] : stage/tau) - wanted[i];
  }
  if (surface) { /* T rotates relative to the lift */
    $(real) b[$(normals)], share[$(normals)], dn[$(d)];
    for (int k = 0; k < $(normals); k++) b[k] = $(name)_dot(surface->n[k], o->lift);
    $(name)_normal_shares(surface, b, share);
    for (int k = 0; k < $(normals); k++) {
      $(name)_turn(o, surface, k, c, dn);
      for (int i = 0; i < $(d); i++) wanted[i] += share[k]*dn[i];
    }
  }
}

/* Adds to da the change of the force that holds a contact. */
static void $(name)_hold_slope(const $(name)_motion *o, const $(name)_slopes *s,
  const $(name)_surface *surface, int c, $(real) tau, $(real) *da)
{
  $(real) wanted[$(d)], x[2];
  $(name)_lack(o, s, surface, c, tau, da, wanted);
  $(name)_along(o, wanted, x);
  for (int k = 0; k < $(ntangents); k++)
    for (int i = 0; i < $(n); i++) da[i] += x[k]*o->Ta[k][i];
}

//@ if ntangents == 2 then
/* Returns the component of x along p, the unit vector across the direction of a starting
 * contact, both in the axes T. An acceleration that changes by x, before friction turns,
 * turns friction by -kappa times this component along p. */
static $(real) $(name)_across(const $(name)_motion *o, const $(real) *x, $(real) *p, $(real) *kappa)
{
  $(real) Hp[2];
  p[0] = -$(name)_dot(o->T[1], o->e);
  p[1] = $(name)_dot(o->T[0], o->e);
  *kappa = $(real(mu_s))*o->load/$(name)_dot(o->e, o->lift);
  for (int i = 0; i < 2; i++) Hp[i] = o->H[i][0]*p[0] + o->H[i][1]*p[1];
  *kappa /= $(real(1)) + *kappa*(p[0]*Hp[0] + p[1]*Hp[1]);
  return p[0]*x[0] + p[1]*x[1];
}

/* Adds to f the turning of a starting contact's friction, which follows the acceleration. */
static void $(name)_start_slope(const $(name)_motion *o, const $(name)_slopes *s,
  const $(name)_surface *surface, int c, $(real) *f)
{
  $(real) g[$(n)], h[$(m)], da[$(n)], dl[$(m)], wanted[$(d)], b[2], p[2], kappa, turn;
  $(name)_pull(&o->k, f, g);
  for (int i = 0; i < $(n); i++) g[i] += s->R1[i*$(columns) + c];
  for (int i = 0; i < $(m); i++) h[i] = s->R2[i*$(columns) + c];
  $(name)_system(&o->k, g, h, da, dl);
  $(name)_lack(o, s, surface, c, $(real(0)), da, wanted);
  for (int i = 0; i < 2; i++) b[i] = $(name)_dot(o->T[i], wanted);
  turn = $(name)_across(o, b, p, &kappa);
  for (int i = 0; i < $(d); i++) f[i] += kappa*turn*(p[0]*o->T[0][i] + p[1]*o->T[1][i]);
}

/* Replaces the changes r and p by a unit of load with those under which the direction of
 * a starting contact turns, too. */
static void $(name)_follow($(name)_motion *o)
{
  const $(real) none[$(m)] = {0};
  $(real) f[$(d)], g[$(n)], Ja[$(d)], x[2], p[2], kappa, turn;
  $(name)_point(&o->k, o->r, Ja);
  for (int i = 0; i < 2; i++) x[i] = $(name)_dot(o->T[i], Ja);
  turn = $(name)_across(o, x, p, &kappa);
  for (int i = 0; i < $(d); i++)
    f[i] = o->phi[i] - kappa*turn*(p[0]*o->T[0][i] + p[1]*o->T[1][i]);
  $(name)_pull(&o->k, f, g);
  $(name)_system(&o->k, g, none, o->r, o->p);
//@ if is_coupled then
  $(name)_normal(&o->k, o->p, o->n1);
//@ end
}

//@ end
/* Writes df of a contact at rest, without the change along T of a held contact. */
static void $(name)_rest_slope(const $(name)_motion *o, const $(name)_slopes *s,
  const $(name)_surface *surface, int c, $(real) *f)
{
//@ if ntangents ~= 2 then
  (void)s;
//@ end
  for (int i = 0; o->is_held && i < $(d); i++) f[i] = $(real(0));
  if (surface) $(name)_turned(o, surface, o->friction, c, f);
//@ if ntangents == 2 then
  if (surface && o->is_starting) $(name)_start_slope(o, s, surface, c, f);
//@ end
}
