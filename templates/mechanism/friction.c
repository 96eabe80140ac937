/* ---- friction ----------------------------------------------------------- */

/* Solves |f0 - N*n1| = N; there is one solution N if |n1| < 1. */
//@ if is_coupled then
static $(inline)int $(name)_find_load($(name)_motion *o)
{
  const $(real) *const f0 = o->normal;
  const $(real) half = -$(name)_dot(f0, o->n1);
  const $(real) rest = $(real(1)) - $(name)_dot(o->n1, o->n1);
  const $(real) size2 = $(name)_dot(f0, f0);
  $(real) root;
  int status = $(NAME)_NOT_UNIQUE;
  /*@ dynamic_split status; */ /* for Eva: the cases apart */
  if (!(rest > $(real(0)))) return status;
  root = $(sqrt)(half*half + rest*size2);
  if (half > $(real(0)))
    o->load = (half + root)/rest;
  else
    o->load = root > $(real(0)) ? size2/(root - half) : $(real(0));
  for (int i = 0; i < $(d); i++) o->normal[i] -= o->load*o->n1[i];
  status = $(NAME)_OK;
  return status;
}
//@ else
static $(inline)int $(name)_find_load($(name)_motion *o)
{
  o->load = $(sqrt)($(name)_dot(o->normal, o->normal));
  return $(NAME)_OK;
}
//@ end

/* Finds the motion under f = -N*phi. */
static $(inline)int $(name)_slide($(name)_motion *o)
{
  $(real) g[$(n)];
  const $(real) h[$(m)] = {0};
  $(name)_normal(&o->k, o->l0, o->normal);
  $(name)_pull(&o->k, o->phi, g);
  $(name)_system(&o->k, g, h, o->r, o->p);
//@ if is_coupled then
  $(name)_normal(&o->k, o->p, o->n1);
//@ end
  if ($(name)_find_load(o) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
  for (int i = 0; i < $(n); i++) o->a[i] = o->a0[i] - o->load*o->r[i];
  for (int i = 0; i < $(m); i++) o->l[i] = o->l0[i] - o->load*o->p[i];
  for (int i = 0; i < $(d); i++) o->friction[i] = -o->load*o->phi[i];
  return $(NAME)_OK;
}
