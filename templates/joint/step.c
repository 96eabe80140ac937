/* ---- the bristle ----------------------------------------------------------------- */

/* The travel of a bristle over a step, in units of its limit. */
typedef struct {
  $(real) u, X;         /* at the start; of the step */
  $(real) change, mean; /* of u; its mean rate by X */
} $(name)_travel;

/* Moves a bristle from z over dt. Returns its change. */
$(NAME)_INLINE $(real) $(name)_move(const $(name)_law *a, $(real) z, $(real) dt, $(name)_travel *m)
{
  const $(real) per_zmax = $(real(1))/a->zmax;
  m->u = z*(a->side*per_zmax);
  m->X = a->s*dt*per_zmax;
  m->change = $(name)_flow(m->u, m->X, &m->mean);
  return a->side*a->zmax*m->change;
}

/* What a load or a level that fell no longer holds is gone at once. */
$(NAME)_INLINE $(real) $(name)_held($(tuned)const $(name)_law *a, $(real) z)
{
  const $(real) most = $(times("per_sigma0"))$(name)_hold($(tuning)a, z);
  return $(name)_clamp(z, -most, most);
}

$(NAME)_INLINE $(real) $(name)_pull($(tuned)const $(name)_law *a, $(real) z, $(real) rate, $(real) v)
{
//@ if #tune > 0 then
  (void)tuning;
//@ end
//@ if not has_damping then
  (void)rate;
//@ end
  return -($(times("sigma0"))z$(has_damping and " + a->damping*rate" or "") + a->viscous*v);
}

void $(name)_reset($(name)_state *s)
{
  s->z = $(real(0));
}

int $(name)_rate($(tuned)const $(name)_state *s, $(typed_inputs), $(real) *dz, $(real) *force)
{
  $(name)_law a;
  $(real) slope, rate = $(real(0)), f = $(real(0));
$(include("joint/begin.c"))
  if (status == $(NAME)_OK) {
    rate = v*$(name)_yield(s->z*a.side/a.zmax, &slope);
    f = $(name)_pull($(tuning)&a, s->z, rate, v);
    if (!($(real(0))*rate + $(real(0))*f + $(real(0))*s->z == $(real(0)))) {
      status = $(NAME)_BAD_STATE;
      rate = f = $(real(0));
    }
  }
  if (dz) *dz = rate;
  if (force) *force = f;
  return status;
}

int $(name)_friction($(tuned)const $(name)_state *s, $(typed_inputs), $(real) *force)
{
  return $(name)_rate($(tuning)s, $(plain_inputs), 0, force);
}

/* Moves z over dt and writes the force; z is kept and the force 0 after an error. Without
 * branches, for batches. */
$(NAME)_INLINE int $(name)_advance($(tuned)$(real) *z, $(typed_inputs), $(real) dt, $(real) *force)
{
  $(name)_law a;
  $(name)_travel m;
  const int status = $(name)_law_at($(tuning)$(plain_inputs), &a);
  const $(real) start = $(name)_held($(tuning)&a, *z);
  const $(real) end = start + $(name)_move(&a, start, dt, &m);
  const $(real) f = $(name)_pull($(tuning)&a, end, v*m.mean, v);
  const int is_bad = status < $(NAME)_OK || !($(real(0))*dt == $(real(0))) || dt < $(real(0));
  const int is_good = status == $(NAME)_OK && $(real(0))*f + $(real(0))*end + $(real(0))*(*z) == $(real(0));
  const int is_kept = is_bad || (status == $(NAME)_OK && !is_good);
  *force = is_good && !is_bad ? f : $(real(0));
  *z = is_kept ? *z : is_good ? end : $(real(0));
  return is_bad ? $(NAME)_BAD_INPUT : is_kept ? $(NAME)_BAD_STATE : status;
}

/* Compiled apart from _step_jac, whose state must agree to the last bit. */
$(NAME)_APART int $(name)_step($(tuned)$(name)_state *s, $(typed_inputs), $(real) dt, $(real) *force)
{
  $(name)_law a;
  $(name)_travel m;
  $(real) f = $(real(0));
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  int status = $(name)_law_at($(tuning)$(plain_inputs), &a);
  if (!($(real(0))*dt == $(real(0))) || dt < $(real(0))) status = $(NAME)_BAD_INPUT;
  if (status == $(NAME)_OK) {
    const $(real) start = $(name)_held($(tuning)&a, s->z);
    const $(real) end = start + $(name)_move(&a, start, dt, &m);
    f = $(name)_pull($(tuning)&a, end, v*m.mean, v);
    /* A branch: the next step waits for the deflection alone. */
    if ($(real(0))*f + $(real(0))*end + $(real(0))*s->z == $(real(0))) {
      s->z = end;
    } else {
      status = $(NAME)_BAD_STATE;
      f = $(real(0));
    }
  } else if (status == $(NAME)_SEPARATED) {
    s->z = $(real(0));
  }
  if (force) *force = f;
  return status;
}

//@ -- ORDER STATUSES
int $(name)_step_batch($(tuned)int n, $(name)_state *s, $(batch_inputs), $(real) dt, $(real) *force, int *status)
{
  int worst = n < 0 ? $(NAME)_BAD_INPUT : $(NAME)_OK;
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  for (int first = 0; first < n; first += $(batch_group)) {
    const int count = n - first < $(batch_group) ? n - first : $(batch_group);
    $(real) f[$(batch_group)];
    int result[$(batch_group)];
    for (int i = 0; i < count; i++)
      result[i] = $(name)_advance($(tuning)&s[first + i].z, $(batch_items), dt, &f[i]);
    for (int i = 0; force && i < count; i++) force[first + i] = f[i];
    for (int i = 0; status && i < count; i++) status[first + i] = result[i];
    for (int i = 0; i < count; i++)
      worst = (result[i] < $(NAME)_OK && result[i] < worst) || (worst == $(NAME)_OK && result[i] > worst) ? result[i] : worst;
  }
  return worst;
}
