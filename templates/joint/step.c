/* ---- the bristle ----------------------------------------------------------------- */

/* The travel of a bristle over a step, in units of its limit. */
typedef struct {
  $(real) u, X;         /* at the start; of the step */
  $(real) change, mean; /* of u; its mean rate by X */
} $(name)_travel;

//@ local rise = has_powers and ("alone ? %s_rise_one(a->s*dt, per_zmax, &phi) : %s_rise(m->X, &phi)"):format(name, name) or name .. "_rise(m->X, &phi)"
/* Moves a bristle from z over dt. Returns its change. */
$(NAME)_INLINE $(real) $(name)_move($(tuned)$(if_alone)const $(name)_law *a, $(real) z, $(real) dt, $(name)_travel *m)
{
//@ if #tune > 0 then
  (void)tuning;
//@ end
  const $(real) per_zmax = $(named("sigma0"))/a->level;
  m->u = z*(a->side*per_zmax);
  m->X = a->s*dt*per_zmax;
//@ if is_plain then
  /* The deflection comes nearer to its limit by the share that has risen. */
  $(real) phi;
  const $(real) rise = $(rise), rest = $(real(1)) - m->u;
  m->mean = rest*phi;
  m->change = rest*rise;
  return (a->side*a->zmax - z)*rise;
//@ else
//@ if has_powers then
  (void)alone;
//@ end
  m->change = $(name)_flow(m->u, m->X, &m->mean);
  return a->side*a->zmax*m->change;
//@ end
}

/* What a load or a level that fell no longer holds is gone at once. */
$(NAME)_INLINE $(real) $(name)_held($(tuned)const $(name)_law *a, $(real) z)
{
  const $(real) most = $(times("per_sigma0"))$(name)_hold($(tuning)a, z);
  return $(name)_clamp(z, -most, most);
}

/* The force at v, while the deflection changes at the rate factor*share: two factors,
 * since one of them is known before the other. */
$(NAME)_INLINE $(real) $(name)_pull($(tuned)const $(name)_law *a, $(real) z, $(real) v, $(real) factor, $(real) share)
{
//@ if #tune > 0 then
  (void)tuning;
//@ end
//@ if not has_damping then
  (void)factor;
  (void)share;
//@ end
  return -(($(times("sigma0"))z + a->viscous*v)$(has_damping and " + (a->damping*factor)*share" or ""));
}

void $(name)_reset($(name)_state *s)
{
  s->z = $(real(0));
}

int $(name)_rate($(tuned)const $(name)_state *s, $(typed_inputs), $(real) *dz, $(real) *force)
{
  $(name)_law a;
  $(real) slope, share, rate = $(real(0)), f = $(real(0));
$(include("joint/begin.c"))
  if (status == $(NAME)_OK) {
    share = $(name)_yield(s->z*a.side/a.zmax, &slope);
    rate = v*share;
    f = $(name)_pull($(tuning)&a, s->z, v, v, share);
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

/* Compiled apart from _step_jac, whose state must agree to the last bit. */
$(NAME)_APART int $(name)_step($(tuned)$(name)_state *s, $(typed_inputs), $(real) dt, $(real) *force)
{
  $(name)_law a;
  $(name)_travel m;
  $(real) f = $(real(0));
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  int status = $(name)_law_at($(tuning)$(alone)$(plain_inputs), &a);
  if (!(dt >= $(real(0)) && dt <= $(greatest))) status = $(NAME)_BAD_INPUT;
  if (status == $(NAME)_OK) {
    const $(real) start = $(name)_held($(tuning)&a, s->z);
    const $(real) moved = $(name)_move($(tuning)$(alone)&a, start, dt, &m), end = start + moved;
    f = dt > $(tiny) ? $(name)_pull($(tuning)&a, end, v, $(real(1))/dt, moved) : $(name)_pull($(tuning)&a, end, v, v, m.mean);
    /* A branch: the next step waits for the deflection alone. */
    if ($(real(0))*f + $(real(0))*s->z == $(real(0))) {
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

/* Steps `count` axes side by side, at most $(batch_group), without a branch. Returns 1 if all are OK; else
 * nothing has changed. */
static int $(name)_step_beside($(tuned)int count, $(name)_state *s, $(batch_inputs), $(real) dt,
  $(real) f[$(batch_group)])
{
  $(real) end[$(batch_group)], odd[$(batch_group)]; /* odd: 0 if the status is OK and all numbers are finite */
  const $(real) per_dt = $(real(1))/dt;
  int is_odd = 0;
  for (int i = 0; i < count; i++) {
    $(name)_law a;
    $(name)_travel m;
    const int status = $(name)_law_at($(tuning)$(beside)$(batch_items), &a);
    const $(real) start = $(name)_held($(tuning)&a, s[i].z);
    const $(real) moved = $(name)_move($(tuning)$(beside)&a, start, dt, &m);
    end[i] = start + moved;
    f[i] = $(name)_pull($(tuning)&a, end[i], v[i], per_dt, moved);
    odd[i] = ($(real(0))*f[i] + $(real(0))*s[i].z) + (status == $(NAME)_OK ? $(real(0)) : $(real(1)));
  }
  for (int i = 0; i < count; i++) is_odd |= !(odd[i] == $(real(0)));
  if (is_odd) return 0;
  for (int i = 0; i < count; i++) s[i].z = end[i];
  return 1;
}

//@ -- ORDER STATUSES
int $(name)_step_batch($(tuned)int n, $(name)_state *s, $(batch_inputs), $(real) dt, $(real) *force, int *status)
{
  int worst = n < 0 ? $(NAME)_BAD_INPUT : $(NAME)_OK;
  const int is_usual = dt > $(tiny) && dt <= $(greatest);
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  for (int first = 0; first < n; first += $(batch_group)) {
    const int count = n - first < $(batch_group) ? n - first : $(batch_group);
    $(real) f[$(batch_group)];
    if (is_usual && $(name)_step_beside($(tuning)count, s + first, $(batch_rows), dt, f)) {
      for (int i = 0; status && i < count; i++) status[first + i] = $(NAME)_OK;
    } else {
      for (int i = 0; i < count; i++) {
        const int result = $(name)_step($(tuning)s + first + i, $(batch_steps), dt, &f[i]);
        worst = (result < $(NAME)_OK && result < worst) || (worst == $(NAME)_OK && result > worst) ? result : worst;
        if (status) status[first + i] = result;
      }
    }
    for (int i = 0; force && i < count; i++) force[first + i] = f[i];
  }
  return worst;
}
