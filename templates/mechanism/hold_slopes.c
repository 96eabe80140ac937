/* The rotation of the surface: its normals n and their derivatives, as R4. */
typedef struct {
  $(name)_slopes slopes[$(normals)];
  $(real) n[$(normals)][$(d)];
} $(name)_surface;

static void $(name)_set_surface(const $(real) *q, const $(real) *v, const $(real) *u, $(real) t,
  const $(name)_motion *o, $(name)_surface *surface)
{
  static const int row[] = {$(surface_1), $(surface_2)};
  static const $(real) none[$(n + d)] = {$(real(0))};
  for (int k = 0; k < $(normals); k++) {
    $(real) unit[$(m)] = {$(real(0))};
    unit[row[k]] = $(real(1));
    $(name)_normal(&o->k, unit, surface->n[k]);
    $(name)_set_slopes(q, v, u, t, none, unit, none, surface->n[k], &surface->slopes[k]);
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

/* The inputs of a resting contact's derivatives: the surface, and the motion of the held
 * contact, which gives the direction in which a starting contact is pulled. */
typedef struct {
  $(name)_surface surface;
  $(name)_motion held;
  $(name)_slopes s; /* slopes of that motion */
} $(name)_rested;

static void $(name)_set_rested(const $(real) *q, const $(real) *v, const $(real) *u, $(real) t,
  const $(name)_motion *o, $(name)_rested *rested)
{
  $(name)_motion *const held = &rested->held;
  $(real) target[$(d)];
  for (int i = 0; i < $(d); i++) target[i] = -o->k.c[i];
  *held = *o;
  (void)$(name)_hold(held, target);
  $(name)_set_slopes(q, v, u, t, held->a, held->l, held->friction, held->normal, &rested->s);
  $(name)_set_surface(q, v, u, t, o, &rested->surface);
}

/* Writes da of a held contact, whose holding force also changes, by x along T. `rested`
 * is NULL within a stage of length tau, which ends next to the surface. */
static void $(name)_hold_slope(const $(name)_motion *o, const $(name)_slopes *s,
  const $(name)_rested *rested, int c, $(real) tau, $(real) *da, $(real) *x)
{
  $(real) wanted[$(d)];
  $(name)_point(&o->k, da, wanted);
  for (int i = 0; i < $(d); i++) {
    const $(real) stage = c < $(n) ? -s->w[i*$(columns) + c] : $(real(0));
    wanted[i] = (rested ? s->R3[i*$(columns) + c] : stage/tau) - wanted[i];
  }
  if (rested) { /* T rotates relative to the lift */
    $(real) b[$(normals)], share[$(normals)], dn[$(d)];
    for (int k = 0; k < $(normals); k++) b[k] = $(name)_dot(rested->surface.n[k], o->lift);
    $(name)_normal_shares(&rested->surface, b, share);
    for (int k = 0; k < $(normals); k++) {
      $(name)_turn(o, &rested->surface, k, c, dn);
      for (int i = 0; i < $(d); i++) wanted[i] += share[k]*dn[i];
    }
  }
  $(name)_along(o, wanted, x);
  for (int k = 0; k < $(ntangents); k++)
    for (int i = 0; i < $(n); i++) da[i] += x[k]*o->Ta[k][i];
}

/* Writes df of a starting contact: its friction has the load, and the direction of the
 * force that would hold it. */
static void $(name)_start_slope(const $(name)_rested *rested, int c, $(real) load, $(real) *f)
{
  const $(name)_motion *const held = &rested->held;
  const $(name)_slopes *const s = &rested->s;
  const $(real) *const F = held->friction;
  const $(real) size2 = $(name)_dot(F, F);
  $(real) g[$(n)], h[$(m)], da[$(n)], dl[$(m)], x[2], along;
  $(name)_turned(held, &rested->surface, F, c, f);
  $(name)_pull(&held->k, f, g);
  for (int i = 0; i < $(n); i++) g[i] += s->R1[i*$(columns) + c];
  for (int i = 0; i < $(m); i++) h[i] = s->R2[i*$(columns) + c];
  $(name)_system(&held->k, g, h, da, dl);
  $(name)_hold_slope(held, s, rested, c, $(real(0)), da, x);
  for (int i = 0; i < $(d); i++)
    for (int k = 0; k < $(ntangents); k++) f[i] += x[k]*held->T[k][i];
  along = $(name)_dot(F, f)/size2;
  for (int i = 0; i < $(d); i++)
    f[i] = $(real(mu_s))*load*(f[i] - along*F[i])/$(sqrt)(size2);
}

/* Writes df of a contact at rest, without the change along T of a held contact. */
static void $(name)_rest_slope(const $(name)_motion *o, const $(name)_rested *rested, int c,
  $(real) *f)
{
  for (int i = 0; o->is_held && i < $(d); i++) f[i] = $(real(0));
  if (rested && o->is_held) $(name)_turned(o, &rested->surface, o->friction, c, f);
  if (rested && o->is_starting) $(name)_start_slope(rested, c, o->load, f);
}
