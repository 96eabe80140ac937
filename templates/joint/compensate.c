/* ---- compensation ---------------------------------------------------------------- */

//@ local given = plain_inputs:gsub("^v", "")
/* An error within one count of the encoder counts as none. */
$(NAME)_INLINE $(real) $(name)_seen($(real) error)
{
//@ if has_encoder then
  return error - $(name)_clamp(error, $(real(-encoder)), $(real(encoder)));
//@ else
  return error;
//@ end
}

int $(name)_compensate($(tuned)$(name)_comp *c, $(real) v_desired, $(real) v_measured, $(real) error$(more_inputs),
  $(real) dt, $(real) *torque)
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
//@ if tunes_loop and is_auto then
  const $(real) lambda = $(named("lambda_free")) < $(named("lambda_most")) ? $(named("lambda_free")) : $(named("lambda_most"));
//@ else
  const $(real) lambda = $(named("lambda"));
//@ end
//@ if tunes_loop then
  const $(real) adaptation = $(named("adaptation_lambda"))/lambda;
//@ else
  const $(real) adaptation = $(named("adaptation"));
//@ end
  const $(real) e = $(name)_seen(error), room = $(real(room))*$(name)_size(v_desired);
  const $(real) v = v_desired + $(name)_clamp(lambda*e, -room, room);
  const $(real) s = (v_desired - v_measured) + lambda*e;
  $(name)_law a;
  $(name)_travel m;
  $(real) f = $(real(0));
  int status = $(name)_law_at($(tuning)$(alone)v$(given), &a);
  if (!($(real(0))*dt + $(real(0))*s == $(real(0))) || dt < $(real(0))) status = $(NAME)_BAD_INPUT;
  if (status == $(NAME)_OK) {
    const $(real) start = $(name)_held($(tuning)&a, c->z);
    const $(real) end = start + $(name)_move($(tuning)&a, start, dt, &m);
    const $(real) viscous = a.viscous*v;
    const $(real) bristle = -$(name)_pull($(tuning)&a, end, v, v, m.mean) - viscous;
    $(real) level = c->level, change = c->viscous;
    if ((e < $(real(0)) || e > $(real(0))) && a.s > $(real(0)) && m.u + m.change > $(real(slides))) {
      level = $(name)_clamp(level + adaptation*s*dt*bristle, $(real(-limit)), $(real(limit)));
      change = $(name)_clamp(change + adaptation*s*dt*viscous, $(real(-limit)), $(real(limit)));
    }
    f = $(factor(gain))(($(real(1)) + level)*bristle + ($(real(1)) + change)*viscous);
    if ($(real(0))*f + $(real(0))*c->z + $(real(0))*end + $(real(0))*c->level + $(real(0))*c->viscous == $(real(0))) {
      c->z = end;
      c->level = level;
      c->viscous = change;
    } else {
      status = $(NAME)_BAD_STATE;
      f = $(real(0));
    }
  } else if (status == $(NAME)_SEPARATED) {
    c->z = $(real(0));
  }
  if (torque) *torque = f;
  return status;
}

int $(name)_observe($(tuned)$(name)_state *s, $(real) v_measured, $(real) error$(more_inputs), $(real) dt,
  $(real) *torque)
{
  $(name)_state next = *s;
  $(real) f = $(real(0));
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  int status = $(name)_step($(tuning)&next, v_measured$(given), dt, &f);
  if (!($(real(0))*error == $(real(0)))) status = $(NAME)_BAD_INPUT;
//@ if observer_gain > 0 then
  $(name)_law a;
  if (status == $(NAME)_OK && $(name)_law_at($(tuning)$(alone)v_measured$(given), &a) == $(NAME)_OK) {
    const $(real) moved = $(name)_held($(tuning)&a, next.z + $(real(observer_gain))*$(name)_seen(error)*dt);
    f -= $(times("sigma0"))(moved - next.z);
    next.z = moved;
    if (!($(real(0))*f == $(real(0)))) status = $(NAME)_BAD_STATE;
  }
//@ end
  if (status >= $(NAME)_OK) *s = next;
  if (torque) *torque = status >= $(NAME)_OK ? -f : $(real(0));
  return status;
}
