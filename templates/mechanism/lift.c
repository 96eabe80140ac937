/* Frees a and l from the surface: its multiplier becomes 0. */
static $(inline)void $(name)_release(const $(name)_terms *k, $(real) *a, $(real) *l)
{
  const $(real) none[$(n)] = {0};
  $(real) unit[$(m)] = {0}, da[$(n)], dl[$(m)], share;
  unit[$(surface_1)] = $(real(1));
  $(name)_system(k, none, unit, da, dl);
  share = l[$(surface_1)]/dl[$(surface_1)];
  for (int i = 0; i < $(n); i++) a[i] -= share*da[i];
  for (int i = 0; i < $(m); i++) l[i] -= share*dl[i];
  l[$(surface_1)] = $(real(0));
}

/* Returns 1 if the surface would have to pull in the motion a, l without friction, and
 * writes the motion without the surface. Friction does not change that sign. */
static $(inline)int $(name)_lift($(name)_motion *o, const $(real) *a, const $(real) *l)
{
  o->is_lifted = l[$(surface_1)] < $(real(0));
  if (!o->is_lifted) return 0;
  for (int i = 0; i < $(n); i++) o->a[i] = a[i];
  for (int i = 0; i < $(m); i++) o->l[i] = l[i];
  for (int i = 0; i < $(d); i++) o->normal[i] = o->friction[i] = $(real(0));
  $(name)_release(&o->k, o->a, o->l);
  o->load = $(real(0));
//@ if sticks then
  for (int i = 0; i < $(d); i++) o->e[i] = $(real(0));
  o->s = $(real(0));
//@ end
  return 1;
}
