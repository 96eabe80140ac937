$(include("mechanism/friction.c"))

$(include("mechanism/law.c"))

/* ---- rest and sliding --------------------------------------------------- */

/* Writes J a. */
static void $(name)_point(const $(name)_terms *k, const $(real) *a, $(real) *out)
{
//@ for _, name in ipairs(unused(move, "k a")) do
  (void)$(name);
//@ end
$(code(move))
}

/* Writes unit vectors T along the surface, and the changes by unit forces along them. */
static void $(name)_tangents($(name)_motion *o)
{
  const $(real) none[$(m)] = {0};
  $(real) n[$(d)], g[$(n)], Ja[$(d)];
  $(real) unit[$(m)] = {0}, size;
  unit[$(surface_1)] = $(real(1));
  $(name)_normal(&o->k, unit, n);
  size = $(sqrt)($(name)_dot(n, n));
  for (int i = 0; i < $(d); i++) n[i] /= size;
//@ if d == 2 then
  o->T[0][0] = -n[1];
  o->T[0][1] = n[0];
//@ elseif ntangents == 2 then
  {
    const $(real) sign = n[2] < $(real(0)) ? $(real(-1)) : $(real(1));
    const $(real) f = -$(real(1))/(sign + n[2]), c = n[0]*n[1]*f;
    o->T[0][0] = $(real(1)) + sign*n[0]*n[0]*f;
    o->T[0][1] = sign*c;
    o->T[0][2] = -sign*n[0];
    o->T[1][0] = c;
    o->T[1][1] = sign + n[1]*n[1]*f;
    o->T[1][2] = -n[1];
  }
//@ else
  {
    $(real) other[$(d)];
    unit[$(surface_1)] = $(real(0));
    unit[$(surface_2)] = $(real(1));
    $(name)_normal(&o->k, unit, other);
    for (int i = 0; i < 3; i++)
      o->T[0][i] = n[(i + 1)%3]*other[(i + 2)%3] - n[(i + 2)%3]*other[(i + 1)%3];
    size = $(sqrt)($(name)_dot(o->T[0], o->T[0]));
    for (int i = 0; i < 3; i++) o->T[0][i] /= size;
  }
//@ end
  for (int i = 0; i < $(ntangents); i++) {
    $(name)_pull(&o->k, o->T[i], g);
    $(name)_system(&o->k, g, none, o->Ta[i], o->Tl[i]);
    $(name)_point(&o->k, o->Ta[i], Ja);
    for (int j = 0; j < $(ntangents); j++) o->H[j][i] = $(name)_dot(o->T[j], Ja);
  }
}

/* Writes forces x along T that accelerate the contact point by `wanted`: nearly infinite
 * if no force can, as at a dead centre. */
static void $(name)_along(const $(name)_motion *o, const $(real) *wanted, $(real) *x)
{
  const $(real) least = $(real(least_give));
//@ if ntangents == 2 then
  const $(real) b0 = $(name)_dot(o->T[0], wanted), b1 = $(name)_dot(o->T[1], wanted);
  const $(real) det = o->H[0][0]*o->H[1][1] - o->H[0][1]*o->H[1][0];
  if (det > least) {
    x[0] = (o->H[1][1]*b0 - o->H[0][1]*b1)/det;
    x[1] = (o->H[0][0]*b1 - o->H[1][0]*b0)/det;
  } else {
    x[0] = b0/least;
    x[1] = b1/least;
  }
//@ else
  x[0] = $(name)_dot(o->T[0], wanted)/(o->H[0][0] > least ? o->H[0][0] : least);
//@ end
}

/* Finds the motion with the contact point's acceleration along the surface held at
 * `target`. Returns the share of mu_s*N that holds it; N is that of sliding. */
static $(real) $(name)_hold($(name)_motion *o, const $(real) *target)
{
  $(real) wanted[$(d)], x[2], size;
  $(name)_tangents(o);
  $(name)_point(&o->k, o->a0, wanted);
  for (int i = 0; i < $(d); i++) wanted[i] = target[i] - wanted[i];
  $(name)_along(o, wanted, x);
  for (int j = 0; j < $(n); j++) o->a[j] = o->a0[j];
  for (int j = 0; j < $(m); j++) o->l[j] = o->l0[j];
  for (int j = 0; j < $(d); j++) o->friction[j] = o->e[j] = $(real(0)); /* it does not slide */
  for (int j = 0; j < $(n); j++) o->r[j] = $(real(0));
  for (int i = 0; i < $(ntangents); i++) {
    for (int j = 0; j < $(n); j++) o->a[j] += x[i]*o->Ta[i][j];
    for (int j = 0; j < $(m); j++) o->l[j] += x[i]*o->Tl[i][j];
    for (int j = 0; j < $(d); j++) o->friction[j] += x[i]*o->T[i][j];
  }
  $(name)_normal(&o->k, o->$(is_coupled and "l" or "l0"), o->normal);
  o->load = $(sqrt)($(name)_dot(o->normal, o->normal));
//@ if is_unilateral then
  if (o->$(is_coupled and "l" or "l0")[$(surface_1)] < $(real(0))) o->load = $(real(0)); /* it cannot pull */
//@ end
  $(name)_point(&o->k, o->a, o->lift);
  for (int i = 0; i < $(d); i++) o->lift[i] -= target[i];
  o->is_held = 1;
  size = $(sqrt)($(name)_dot(o->friction, o->friction));
  return size > $(real(0)) ? size/($(real(mu_s))*o->load) : $(real(0));
}

//@ if ntangents == 2 then
$(include("mechanism/start.c"))
//@ else
/* Finds the motion of a contact that starts against the force that would hold it. */
static int $(name)_start($(name)_motion *o, const $(real) *target)
{
  const $(real) size = $(sqrt)($(name)_dot(o->friction, o->friction));
  (void)target;
  for (int i = 0; i < $(d); i++) o->e[i] = -o->friction[i]/size;
  for (int i = 0; i < $(d); i++) o->phi[i] = $(real(mu_s))*o->e[i];
  return $(name)_slide(o);
}
//@ end

/* Finds the motion of a contact at rest, which is held or starts. */
static int $(name)_rest($(name)_motion *o)
{
  $(real) target[$(d)];
  int status;
  for (int i = 0; i < $(d); i++) target[i] = -o->k.c[i];
  if ($(name)_hold(o, target) <= $(real(1))) return $(NAME)_OK;
  o->is_held = 0;
  o->is_starting = 1;
  o->s = $(real(0));
  status = $(name)_start(o, target);
  $(name)_point(&o->k, o->a, o->lift);
  for (int i = 0; i < $(d); i++) o->lift[i] -= target[i];
  return status;
}

static $(inline)int $(name)_move($(tuned)const $(real) *q, const $(real) *v, const $(real) *z,
  const $(real) *u, $(real) t, const $(name)_mode *mode, $(name)_motion *o)
{
  if ($(name)_set($(tuning)q, v, u, t, &o->k) != $(NAME)_OK) return $(NAME)_NOT_UNIQUE;
  $(name)_system(&o->k, o->k.Q, o->k.b, o->a0, o->l0);
  o->s = $(sqrt)($(name)_dot(o->k.w, o->k.w));
  o->is_held = o->is_starting = 0;
  /*@ dynamic_split o->is_held; */ /* for Eva */
  /*@ dynamic_split o->is_starting; */
//@ if is_unilateral then
  if ($(name)_lift(o, o->a0, o->l0)) return $(NAME)_OK;
//@ end
  if (mode->kind == $(name)_resting) { /* J a = -(slip at the start)/tau */
    $(real) change[$(n)], target[$(d)];
    for (int i = 0; i < $(n); i++) change[i] = v[i] - mode->v[i];
    $(name)_point(&o->k, change, target);
    for (int i = 0; i < $(d); i++) target[i] = (target[i] - o->k.w[i])/mode->tau;
    (void)$(name)_hold(o, target);
    return $(NAME)_OK;
  }
  if (mode->kind == $(name)_either && o->s <= $(real(v_rest))) return $(name)_rest(o);
  if (mode->kind == $(name)_either ||
      ($(name)_dot(o->k.w, mode->direction) > $(real(0)) && o->s > $(real(v_rest)))) {
    for (int i = 0; i < $(d); i++) o->e[i] = o->k.w[i]/o->s;
  } else {
    for (int i = 0; i < $(d); i++) o->e[i] = mode->direction[i];
    o->s = $(real(0)); /* a constant direction */
  }
  $(name)_law(o, z);
  return $(name)_slide(o);
}
