/* ---- friction ----------------------------------------------------------- */

/* Finds the motion under f = -z, and then the load. */
static $(inline)void $(name)_slide($(name)_motion *o, const $(real) *z)
{
  $(real) g[$(n)];
  const $(real) h[$(m)] = {0};
  $(name)_pull(&o->k, z, g);
  $(name)_system(&o->k, g, h, o->r, o->p);
  for (int i = 0; i < $(n); i++) o->a[i] = o->a0[i] - o->r[i];
  for (int i = 0; i < $(m); i++) o->l[i] = o->l0[i] - o->p[i];
  for (int i = 0; i < $(d); i++) o->friction[i] = -z[i];
  $(name)_normal(&o->k, o->$(is_coupled and "l" or "l0"), o->normal);
  o->load = $(sqrt)($(name)_dot(o->normal, o->normal));
}

//@ if own_functions ~= "" then
$(include(own_functions))

//@ end
$(include("mechanism/law.c"))

static $(inline)int $(name)_move($(tuned)const $(real) *q, const $(real) *v, const $(real) *z,
  const $(real) *u, $(real) t, const $(name)_mode *mode, $(name)_motion *o)
{
//@ if not settles then
  (void)mode;
//@ end
  if ($(name)_set($(tuning)q, v, u, t, &o->k) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
  $(name)_system(&o->k, o->k.Q, o->k.b, o->a0, o->l0);
  $(name)_slip(o);
  $(name)_slide(o, z);
//@ if settles then
  if (mode->kind == $(name)_settling) {
//@ if is_coupled then
    /* Bristles change the load, and the load changes the bristles. */
    for (int turn = 0; turn < $(most_loads); turn++) {
      const $(real) load = o->load, digits = $(real(load_digits))*load;
      $(name)_settle(o, mode->z, mode->tau);
      $(name)_slide(o, o->z);
      if (o->load - load <= digits && load - o->load <= digits) break;
    }
//@ else
    $(name)_settle(o, mode->z, mode->tau);
    $(name)_slide(o, o->z);
//@ end
    return $(NAME)_OK;
  }
  for (int k = 0; k < $(nz); k++) o->z[k] = z[k];
//@ end
  $(name)_law(o, z);
  return $(NAME)_OK;
}
