/* ---- no friction --------------------------------------------------------- */

static $(inline)int $(name)_move($(tuned)const $(real) *q, const $(real) *v, const $(real) *z,
  const $(real) *u, $(real) t, const $(name)_mode *mode, $(name)_motion *o)
{
  (void)z;
  (void)mode;
  if ($(name)_set($(tuning)q, v, u, t, &o->k) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
  $(name)_system(&o->k, o->k.Q, o->k.b, o->a, o->l);
//@ if has_contact then
//@ if is_unilateral then
  if ($(name)_lift(o, o->a, o->l)) return $(NAME)_OK;
//@ end
  for (int i = 0; i < $(d); i++) o->friction[i] = $(real(0));
  $(name)_normal(&o->k, o->l, o->normal);
//@ end
  return $(NAME)_OK;
}
