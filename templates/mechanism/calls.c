/* ---- the functions ------------------------------------------------------ */

$(include("common/finite.c"))

static void $(name)_zero($(real) *x, int count)
{
  for (int i = 0; x && i < count; i++) x[i] = $(real(0));
}

static void $(name)_copy($(real) *to, const $(real) *from, int count)
{
  for (int i = 0; to && i < count; i++) to[i] = from[i];
}

static int $(name)_is_finite(const $(name)_state *s)
{
  return $(name)_nan(s->q, $(n)) + $(name)_nan(s->v, $(n))$(nan_s_z) == $(real(0));
}

/* Checks the inputs, then finds the motion at the state. */
static $(inline)int $(name)_find_here($(tuned)const $(name)_state *s, $(u_parameter)$(real) t,
  $(name)_motion *o)
{
  static const $(name)_mode either = {$(mode_zero)};
  int status = $(NAME)_BAD_INPUT;
  /*@ dynamic_split status; */ /* for Eva: the cases apart */
  if (!($(real(0))*t$(nan_u) == $(real(0)))) return status;
  status = $(NAME)_BAD_STATE;
  if (!$(name)_is_finite(s)) return status;
  status = $(name)_move($(tuning)s->q, s->v, $(s_z), $(u_or_null), t, &either, o);
  if (status == $(NAME)_OK && !($(name)_nan(o->a, $(n)) + $(name)_nan(o->l, $(m))$(nan_dz) == $(real(0))))
    status = $(NAME)_BAD_STATE;
//@ if is_unilateral then
  if (status == $(NAME)_OK && o->is_lifted) status = $(NAME)_LIFTED;
//@ end
  return status;
}

/* The same, not inlined, for functions that are called less often. */
static int $(name)_find($(tuned)const $(name)_state *s, $(u_parameter)$(real) t, $(name)_motion *o)
{
  return $(name)_find_here($(tuning)s, $(u_argument)t, o);
}

void $(name)_reset($(name)_state *s)
{
  $(name)_zero(s->q, $(n));
  $(name)_zero(s->v, $(n));
//@ if nz > 0 then
  $(name)_zero(s->z, $(nz));
//@ end
}

int $(name)_rate($(tuned)const $(name)_state *s, $(u_parameter)$(real) t, $(name)_state *ds)
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(name)_motion o;
  const int status = $(name)_find_here($(tuning)s, $(u_argument)t, &o);
  if (!ds) return status;
  $(name)_reset(ds);
  if (status $(fails)) return status;
  $(name)_copy(ds->q, s->v, $(n));
  $(name)_copy(ds->v, o.a, $(n));
//@ if nz > 0 then
  $(name)_copy(ds->z, o.dz, $(nz));
//@ end
  return $(success);
}

int $(name)_forces($(tuned)const $(name)_state *s, $(u_parameter)$(real) t,
//@ if has_contact then
  $(real) normal[$(d)], $(real) tangential[$(d)], $(real) friction[$(d)],
  $(real) reaction[$(n)], $(real) generalised[$(n)])
//@ else
  $(real) reaction[$(n)])
//@ end
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(name)_motion o;
  $(real) whole[$(n)]$(has_contact and (", along[%d], pull[%d]"):format(d, n) or "");
  const int status = $(name)_find($(tuning)s, $(u_argument)t, &o);
  $(name)_zero(reaction, $(n));
//@ if has_contact then
  $(name)_zero(normal, $(d));
  $(name)_zero(tangential, $(d));
  $(name)_zero(friction, $(d));
  $(name)_zero(generalised, $(n));
//@ end
  if (status $(fails)) return status;
  $(name)_reaction(&o.k, o.l, whole);
//@ if has_contact then
  $(name)_tangential(&o.k, along);
  $(name)_pull(&o.k, o.friction, pull);
  if (!($(name)_nan(o.normal, $(d)) + $(name)_nan(along, $(d)) + $(name)_nan(o.friction, $(d)) +
        $(name)_nan(whole, $(n)) + $(name)_nan(pull, $(n)) == $(real(0)))) return $(NAME)_BAD_STATE;
  $(name)_copy(normal, o.normal, $(d));
  $(name)_copy(tangential, along, $(d));
  $(name)_copy(friction, o.friction, $(d));
  $(name)_copy(generalised, pull, $(n));
//@ else
  if (!($(name)_nan(whole, $(n)) == $(real(0)))) return $(NAME)_BAD_STATE;
//@ end
  $(name)_copy(reaction, whole, $(n));
  return $(success);
}
//@ if has_law then

$(include("common/upper.c"))

int $(name)_friction($(tuned)const $(real) q[$(n)], const $(real) qd[$(n)], $(z_parameter)$(u_parameter)
  $(real) t, $(real) Qf[$(n)])
{
  $(NAME)_CLEAR_UPPER;
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(name)_state s;
  $(name)_motion o;
  $(real) pull[$(n)];
  int status;
  $(name)_copy(s.q, q, $(n));
  $(name)_copy(s.v, qd, $(n));
//@ if nz > 0 then
  $(name)_copy(s.z, z, $(nz));
//@ end
  status = $(name)_find($(tuning)&s, $(u_argument)t, &o);
  $(name)_zero(Qf, $(n));
  if (status == $(NAME)_BAD_STATE && !$(name)_is_finite(&s)) return $(NAME)_BAD_INPUT;
  if (status $(fails)) return status;
  $(name)_pull(&o.k, o.friction, pull);
  if (!($(name)_nan(pull, $(n)) == $(real(0)))) return $(NAME)_BAD_STATE;
  $(name)_copy(Qf, pull, $(n));
  return $(success);
}
//@ end
