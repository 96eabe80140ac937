/* ---- friction ----------------------------------------------------------- */

/* N from |f0 - N*n1| = N; its only solution as long as |n1| < 1. */
static $(inline)int $(name)_find_load($(name)_motion *o)
{
//@ if is_coupled and not is_dahl then
  const $(real) *const f0 = o->normal;
  const $(real) half = -$(name)_dot(f0, o->n1);
  const $(real) rest = $(real(1)) - $(name)_dot(o->n1, o->n1);
  const $(real) size2 = $(name)_dot(f0, f0);
  $(real) root;
  if (!(rest > $(real(0)))) return $(NAME)_NOT_UNIQUE;
  root = $(sqrt)(half*half + rest*size2);
  if (half > $(real(0)))
    o->load = (half + root)/rest;
  else
    o->load = root > $(real(0)) ? size2/(root - half) : $(real(0));
  for (int i = 0; i < $(d); i++) o->normal[i] -= o->load*o->n1[i];
//@ else
  o->load = $(sqrt)($(name)_dot(o->normal, o->normal));
//@ end
  return $(NAME)_OK;
}

/* The motion under f = -N*phi. */
static $(inline)int $(name)_slide($(name)_motion *o)
{
  $(real) g[$(n)];
  const $(real) h[$(m)] = {$(real(0))};
  $(name)_normal(&o->k, o->l0, o->normal);
  $(name)_pull(&o->k, o->phi, g);
  $(name)_system(&o->k, g, h, o->r, o->p);
//@ if is_coupled then
  $(name)_normal(&o->k, o->p, o->n1);
//@ end
//@ if is_dahl then
  o->load = $(real(1)); /* phi is the force */
//@ else
  if ($(name)_find_load(o) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
//@ end
  for (int i = 0; i < $(n); i++) o->a[i] = o->a0[i] - o->load*o->r[i];
  for (int i = 0; i < $(m); i++) o->l[i] = o->l0[i] - o->load*o->p[i];
  for (int i = 0; i < $(d); i++) o->friction[i] = -o->load*o->phi[i];
//@ if is_dahl then
//@ if is_coupled then
  $(name)_normal(&o->k, o->l, o->normal);
//@ end
  if ($(name)_find_load(o) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
//@ end
  return $(NAME)_OK;
}

//@ if is_dahl then
/* Coulomb friction; as small as a nanometre of bristles where N vanishes. */
static $(real) $(name)_limit(const $(name)_motion *o)
{
  const $(real) fc = $(real(mu))*o->load;
  return fc > $(real(least_fc)) ? fc : $(real(least_fc));
}

//@ end
//@ if has_power then
/* h = |y/w|^(alpha - 1), kept at its value for a bracket of 2 beyond that. */
static $(real) $(name)_power($(real) w, $(real) y, $(real) *i, $(real) *bend)
{
  const $(real) size = y < $(real(0)) ? -y : y, most = $(real(2))*(w < $(real(0)) ? -w : w);
  const int is_free = w != $(real(0)) && size <= most;
  *i = is_free ? $(real(1))/w : $(real(0));
  *bend = is_free ? $(real(dahl_power)) : $(real(0));
  return is_free ? $(pow)(size/(most/$(real(2))), $(real(dahl_power))) : $(real(dahl_most));
}

//@ end
/* phi and dz from the slip and the bristles. */
static $(inline)void $(name)_law($(name)_motion *o, const $(real) *z)
{
//@ if is_coulomb then
  $(real) *const phi = o->phi;
//@ elseif is_dahl then
  $(real) *const dz = o->dz;
  const $(real) fc = $(name)_limit(o);
//@ else
  $(real) *const phi = o->phi, *const dz = o->dz;
//@ end
$(law_names)
$(law)
  (void)z;
}

//@ if not is_coulomb then
static $(inline)int $(name)_move(const $(real) *q, const $(real) *v, const $(real) *z,
  const $(real) *u, $(real) t, const $(name)_mode *mode, $(name)_motion *o)
{
  (void)mode;
  if ($(name)_set(q, v, u, t, &o->k) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
  $(name)_system(&o->k, o->k.Q, o->k.b, o->a0, o->l0);
  o->s = $(sqrt)($(name)_dot(o->k.w, o->k.w));
  for (int i = 0; i < $(d); i++) o->e[i] = o->s > $(real(0)) ? o->k.w[i]/o->s : $(real(0));
//@ if is_dahl then
  for (int i = 0; i < $(d); i++) o->phi[i] = z[i];
  if ($(name)_slide(o) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
  $(name)_law(o, z);
  return $(NAME)_OK;
//@ else
  $(name)_law(o, z);
  return $(name)_slide(o);
//@ end
}

//@ end
