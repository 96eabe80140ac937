$(include("mechanism/friction.c"))

$(include("mechanism/law.c"))

static $(inline)int $(name)_move($(tuned)const $(real) *q, const $(real) *v, const $(real) *z,
  const $(real) *u, $(real) t, const $(name)_mode *mode, $(name)_motion *o)
{
//@ if not is_elastoplastic then
  (void)mode;
//@ end
  if ($(name)_set($(tuning)q, v, u, t, &o->k) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
  $(name)_system(&o->k, o->k.Q, o->k.b, o->a0, o->l0);
  $(name)_slip(o);
//@ if is_elastoplastic then
  if (mode->kind == $(name)_settling)
    $(name)_settle(o, mode->z, mode->tau);
  else
    $(name)_relax(o, z);
  $(name)_law(o, o->z);
//@ else
  $(name)_law(o, z);
//@ end
//@ if is_unilateral then
  if ($(name)_lift(o, o->a0, o->l0)) return $(NAME)_OK;
//@ end
  return $(name)_slide(o);
}
