/* ---- the bristle ----------------------------------------------------------------- */

/* The travel of a bristle over a step, in units of its limit. */
typedef struct {
  $(real) u, X;         /* at the start; of the step */
  $(real) change, mean; /* of u; its mean rate by X */
} $(name)_travel;

/* Moves a bristle from z over dt. Returns its change. */
$(NAME)_INLINE $(real) $(name)_moved($(tuned)const $(name)_law *a, $(real) z, $(real) dt)
{
//@ if #tune > 0 then
  (void)tuning;
//@ end
//@ if is_plain then
  /* The deflection comes nearer to its limit by the share that has risen. */
//@ if has_powers then
  $(real) left;
  const $(real) stiffness = $(named("sigma0"))*$(NAME)_POWERS_PER_E;
  return (a->side*a->zmax - z)*$(name)_fade((a->s*dt)*(stiffness/a->level), &left);
//@ else
  return (a->side*a->zmax - z)*$(name)_rise((a->s*dt)*($(named("sigma0"))*$(real(log2e))/a->level));
//@ end
//@ else
  const $(real) per_zmax = $(named("sigma0"))/a->level;
  return a->side*a->zmax*$(name)_flow(z*(a->side*per_zmax), a->s*dt*per_zmax);
//@ end
}

/* As _moved, and writes the travel. */
$(NAME)_INLINE $(real) $(name)_move($(tuned)const $(name)_law *a, $(real) z, $(real) dt, $(name)_travel *m)
{
  const $(real) per_zmax = $(named("sigma0"))/a->level;
  m->u = z*(a->side*per_zmax);
  m->X = a->s*dt*per_zmax;
  m->change = $(name)_flow(m->u, m->X);
  m->mean = $(name)_flow_mean(m->u, m->X, m->change);
  return $(name)_moved($(tuning)a, z, dt);
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

/* Whether a step from z is as nearly all are: no number is invalid, so large that a result could
 * overflow or so small that a quotient could, and the bristle is within what holds. */
$(NAME)_INLINE int $(name)_is_usual($(tuned)$(varies and "int status, " or "")const $(name)_law *a, $(real) z)
{
  const $(real) most = $(times("per_sigma0"))$(name)_hold($(tuning)a, z);
//@ if varies then
  if (!((status == $(NAME)_OK) & (a->zmax >= $(real(least_usual))) & (a->level <= $(real(most_usual))))) return 0;
//@ end
  return (a->s <= $(real(most_usual))) & ($(name)_size(z) <= most);
}

/* A step that is not usual. */
static $(NAME)_APART int $(name)_step_odd($(tuned)$(name)_state *s, $(typed_inputs), $(real) dt, $(real) *force)
{
  $(name)_law a;
  $(name)_travel m;
  $(real) f = $(real(0));
  int status = $(name)_law_at($(tuning)$(alone)$(plain_inputs), &a);
  if (!(dt >= $(real(0)) && dt <= $(greatest))) status = $(NAME)_BAD_INPUT;
  if (status == $(NAME)_OK) {
    const $(real) start = $(name)_held($(tuning)&a, s->z);
    const $(real) moved = $(name)_move($(tuning)&a, start, dt, &m), end = start + moved;
    f = dt > $(tiny) ? $(name)_pull($(tuning)&a, end, v, $(real(1))/dt, moved) : $(name)_pull($(tuning)&a, end, v, v, m.mean);
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

/* Compiled apart from _step_jac, whose state must agree to the last bit. */
$(NAME)_APART int $(name)_step($(tuned)$(name)_state *s, $(typed_inputs), $(real) dt, $(real) *force)
{
  $(name)_law a;
  const $(real) start = s->z;
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(varies and "const int status = " or "(void)")$(name)_law_at($(tuning)$(alone)$(plain_inputs), &a);
  if (!(dt >= $(real(least_usual)) && dt <= $(real(most_usual)) && $(name)_is_usual($(tuning)$(varies and "status, " or "")&a, start)))
    return $(name)_step_odd($(tuning)s, $(plain_inputs), dt, force);
  const $(real) moved = $(name)_moved($(tuning)&a, start, dt), end = start + moved;
  s->z = end;
  if (force) *force = $(name)_pull($(tuning)&a, end, v, $(real(1))/dt, moved);
  return $(NAME)_OK;
}

/* Steps `count` axes side by side, at most $(batch_group), without a branch. Returns 1 if all are usual; else
 * nothing has changed. Several short loops: in one the processor would wait for each axis in turn. */
static int $(name)_step_beside($(tuned)int count, $(name)_state *s, $(batch_inputs), $(real) dt,
  $(real) f[$(batch_group)])
{
//@ local held = { "level" }
//@ if has_fading then held[2] = "damping" end
  $(real) $(table.concat(held, ("[%d], "):format(batch_group)))[$(batch_group)];
//@ if is_plain then
  $(real) change[$(batch_group)]; /* of the distance from the limit */
//@ else
  $(real) change[$(batch_group)], u[$(batch_group)], X[$(batch_group)];
//@ end
  const $(real) per_dt = $(real(1))/dt, stiffness = dt*$(named("sigma0"))$(is_plain and "*" .. real(log2e) or "");
  $(name)_bits is_odd = 0;
  for (int i = 0; i < count; i++) {
    $(name)_law a;
    $(varies and "const int status = " or "(void)")$(name)_law_at($(tuning)$(beside)$(batch_items), &a);
    is_odd |= $(name)_is_usual($(tuning)$(varies and "status, " or "")&a, s[i].z) ? 0u : 1u;
//@ for _, member in ipairs(held) do
    $(member)[i] = a.$(member);
//@ end
  }
  if (is_odd) return 0;
  for (int i = 0; i < count; i++) {
//@ if is_plain then
    change[i] = $(name)_rise($(name)_size(v[i])*stiffness/level[i]);
//@ else
    X[i] = $(name)_size(v[i])*stiffness/level[i];
    u[i] = s[i].z*($(name)_signed($(named("sigma0")), v[i])/level[i]);
//@ end
  }
//@ if has_list then
  $(name)_flow_beside(count, u, X, change);
//@ elseif not is_plain then
  for (int i = 0; i < count; i++) change[i] = $(name)_flow(u[i], X[i]);
//@ end
  for (int i = 0; i < count; i++) {
    $(name)_law a;
    $(name)_law_start($(tuning)v[i], &a);
//@ if has_fading then
    a.damping = damping[i];
//@ end
    const $(real) limit = a.side*($(times("per_sigma0"))level[i]), moved = $(is_plain and "(limit - s[i].z)" or "limit")*change[i];
    s[i].z += moved;
    f[i] = $(name)_pull($(tuning)&a, s[i].z, v[i], per_dt, moved);
  }
  return 1;
}

//@ -- ORDER STATUSES
int $(name)_step_batch($(tuned)int n, $(name)_state *s, $(batch_inputs), $(real) dt, $(real) *force, int *status)
{
  int worst = n < 0 ? $(NAME)_BAD_INPUT : $(NAME)_OK;
  const int is_usual = dt >= $(real(least_usual)) && dt <= $(real(most_usual));
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  for (int first = 0; first < n; first += $(batch_group)) {
    const int count = n - first < $(batch_group) ? n - first : $(batch_group);
    $(real) f[$(batch_group)] = {0};
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
