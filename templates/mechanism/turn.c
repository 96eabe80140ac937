/* A step of implicit Euler in which the contact comes to rest, starts or turns back; if
 * friction cannot hold it, it slides on, or else the other way. */
static int $(name)_one_stage($(tuned)$(name)_stage *s, $(real) t, $(real) dt, const $(real) *other,
  $(name)_point_of_time *y)
{
  const $(name)_point_of_time start = *y;
  $(real) size;
  int status;
  s->base = start;
  if (s->mode.kind == $(name)_sliding &&
      $(name)_solve_stage($(tuning)s, t + dt, dt, y) == $(NAME)_OK && $(name)_agrees(s))
    return $(NAME)_OK;
  *y = start;
  s->mode.kind = $(name)_resting;
  status = $(name)_solve_stage($(tuning)s, t + dt, dt, y);
  if (status == $(NAME)_OK && $(name)_agrees(s)) return $(NAME)_OK;
  size = $(sqrt)($(name)_dot(s->o.friction, s->o.friction));
  if (status == $(NAME)_OK && size > $(real(0))) {
    for (int i = 0; i < $(d); i++) s->mode.direction[i] = -s->o.friction[i]/size;
  } else { /* for example at a dead centre */
    *y = start;
    for (int i = 0; i < $(d); i++) s->mode.direction[i] = other[i];
  }
  s->mode.kind = $(name)_sliding;
  status = $(name)_solve_stage($(tuning)s, t + dt, dt, y);
//@ if is_unilateral then
  if (status == $(NAME)_OK && s->o.is_lifted) return $(NAME)_OK;
//@ end
  if (status == $(NAME)_OK && $(name)_dot(s->o.k.w, s->mode.direction) >= $(real(0)))
    return $(NAME)_OK;
  *y = start;
  for (int i = 0; i < $(d); i++) s->mode.direction[i] = -s->mode.direction[i];
  status = $(name)_solve_stage($(tuning)s, t + dt, dt, y);
//@ if is_unilateral then
  if (status == $(NAME)_OK && s->o.is_lifted) return $(NAME)_OK;
//@ end
  if (status == $(NAME)_OK && $(name)_dot(s->o.k.w, s->mode.direction) < $(real(0)))
    return $(NAME)_NO_CONVERGENCE;
  return status;
}

/* Makes a step from t to t + dt. */
static int $(name)_advance($(tuned)$(name)_stage *s, $(real) t, $(real) dt, $(name)_point_of_time *y)
{
  const $(name)_point_of_time start = *y;
  $(real) other[$(d)], slip; /* the other direction of sliding */
  int is_sliding, status;
  s->mode.kind = $(name)_either;
  status = $(name)_move($(tuning)y->q, y->y, 0, s->u, t, &s->mode, &s->o);
  if (status != $(NAME)_OK) return status;
  slip = $(sqrt)($(name)_dot(s->o.k.w, s->o.k.w));
  is_sliding = slip > $(real(v_rest));
  for (int i = 0; i < $(d); i++) {
    s->mode.direction[i] = is_sliding ? s->o.k.w[i]/slip : $(real(0));
    other[i] = is_sliding ? -s->mode.direction[i] : s->o.is_held ? $(real(0)) : s->o.e[i];
  }
  s->mode.kind = is_sliding ? $(name)_sliding : $(name)_resting;
  if ($(name)_two_stages($(tuning)s, t, dt, y) == $(NAME)_OK) return $(NAME)_OK;
  *y = start;
  return $(name)_one_stage($(tuning)s, t, dt, other, y);
}
