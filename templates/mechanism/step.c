//@ if sticks then
/* Returns 1 if the contact moves as the stage assumed. */
static int $(name)_agrees(const $(name)_stage *s)
{
//@ if is_unilateral then
  if (s->o.is_lifted) return 1;
//@ end
  if (s->mode.kind == $(name)_sliding)
    return $(name)_dot(s->o.k.w, s->mode.direction) > $(real(0)) &&
           $(name)_dot(s->o.k.w, s->o.k.w) > $(real(v_rest_squared));
  return $(name)_dot(s->o.friction, s->o.friction) <= $(real(mu_s_squared))*s->o.load*s->o.load;
}
//@ else
static int $(name)_agrees(const $(name)_stage *s)
{
  (void)s;
  return 1;
}
//@ end

/* Makes both stages in one mode; y is the start, then the end. */
static int $(name)_two_stages($(tuned)$(name)_stage *s, $(real) t, $(real) dt, $(name)_point_of_time *y)
{
  const $(name)_point_of_time start = *y;
  const $(real) tau = $(real(gamma))*dt, back = $(real(gamma_back));
  int status;
  s->base = start;
  status = $(name)_solve_stage($(tuning)s, t + tau, tau, y);
  if (status != $(NAME)_OK) return status;
  if (!$(name)_agrees(s)) return $(NAME)_NO_CONVERGENCE;
  for (int i = 0; i < $(n); i++) s->base.q[i] = start.q[i] + back*(y->q[i] - start.q[i]);
  for (int i = 0; i < $(n + nz); i++) s->base.y[i] = start.y[i] + back*(y->y[i] - start.y[i]);
  status = $(name)_solve_stage($(tuning)s, t + dt, tau, y);
  return status == $(NAME)_OK && !$(name)_agrees(s) ? $(NAME)_NO_CONVERGENCE : status;
}

//@ if sticks then
$(include("mechanism/turn.c"))
//@ else
/* Makes a step from t to t + dt. */
static int $(name)_advance($(tuned)$(name)_stage *s, $(real) t, $(real) dt, $(name)_point_of_time *y)
{
  s->mode.kind = $(name)_$(settles and "settling" or "either");
  return $(name)_two_stages($(tuning)s, t, dt, y);
}
//@ end

/* Makes a step that follows the constraints. */
static int $(name)_part($(tuned)$(name)_stage *s, $(real) t, $(real) dt, $(name)_point_of_time *y)
{
  const $(name)_point_of_time start = *y;
  int status;
//@ if is_unilateral then
  s->has_lifted = 0;
//@ end
  status = $(name)_advance($(tuning)s, t, dt, y);
  if (status != $(NAME)_OK) return status;
  return $(name)_follows($(tuning)s, &start, y, t, dt) ? $(NAME)_OK : $(NAME)_NO_CONVERGENCE;
}

int $(name)_step($(tuned)$(name)_state *s, $(u_parameter)$(real) t, $(real) dt)
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(name)_stage stage;
  $(name)_point_of_time start, y;
  int status = $(name)_find($(tuning)s, $(u_argument)t, &stage.o), told = $(NAME)_OK; /* of all attempts */
  if (status == $(NAME)_BAD_INPUT || !($(real(0))*dt == $(real(0))) || dt < $(real(0))) return $(NAME)_BAD_INPUT;
  if (status $(fails) || dt == $(real(0))) return status;
  stage.u = $(u_or_null);
  $(name)_copy(start.q, s->q, $(n));
  $(name)_copy(start.y, s->v, $(n));
//@ if nz > 0 then
  $(name)_copy(start.y + $(n), s->z, $(nz));
//@ end
  /*@ loop unroll 1; */
  for (int parts = 1; parts <= $(most_parts); parts *= 4) { /* shorter until it succeeds */
    y = start;
    status = $(NAME)_OK;
    for (int i = 0; i < parts && status == $(NAME)_OK; i++)
      status = $(name)_part($(tuning)&stage, t + dt*($(real))i/($(real))parts, dt/($(real))parts, &y);
    if (status == $(NAME)_OK) break;
    if (told != $(NAME)_NOT_UNIQUE) told = status;
  }
  if (status != $(NAME)_OK) return told;
  if (!($(name)_nan(y.q, $(n)) + $(name)_nan(y.y, $(n + nz)) == $(real(0)))) return $(NAME)_BAD_STATE;
  $(name)_copy(s->q, y.q, $(n));
  $(name)_copy(s->v, y.y, $(n));
//@ if nz > 0 then
  $(name)_copy(s->z, y.y + $(n), $(nz));
//@ end
//@ if is_unilateral then
  if (stage.o.is_lifted) return $(NAME)_LIFTED;
//@ end
  return $(NAME)_OK;
}
