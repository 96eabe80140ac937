/* ---- coupling to a host ------------------------------------------------------------ */

/* What is left of v = v0 + w*dt*force(v), its slope, and the force; *z becomes the end. */
static int $(name)_left($(tuned)$(real) start, $(typed_inputs), $(real) v0, $(real) pull, $(real) dt,
  $(real) *z, $(real) *force, $(real) *left, $(real) *slope)
{
  $(name)_state s;
  $(real) by_force[4];
  s.z = start;
  const int status = $(name)_step_jac($(tuning)&s, $(plain_inputs), dt, force, by_force, 0);
  *z = s.z;
  *left = (v - v0) - pull*(*force);
  *slope = $(real(1)) - pull*by_force[1];
  return status;
}

int $(name)_couple($(tuned)$(name)_state *s, $(real) v_start, $(real) v0, $(real) w$(more_inputs), $(real) dt,
  $(real) *v_end, $(real) *force)
{
  const $(real) pull = w*dt, start = s->z;
  $(real) v = v_start, z = start, f = $(real(0)), left = $(real(0)), slope = $(real(1));
  $(real) a = v, step = $(real(0)); /* a: the last speed uphill of the solution */
  int status, has_end = 0;
  $(real) b = v;
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  if (!(dt > $(real(0)))) v = v0;
  status = $(name)_left($(tuning)start, $(plain_inputs), v0, pull, dt, &z, &f, &left, &slope);
  if (!($(real(0))*v_start + $(real(0))*v0 + $(real(0))*pull == $(real(0))) || w < $(real(0)) || dt < $(real(0))) status = $(NAME)_BAD_INPUT;
  const $(real) side = left > $(real(0)) ? $(real(-1)) : $(real(1)); /* the way downhill */
  for (int i = 0; status == $(NAME)_OK && pull > $(real(0)) && i < $(couple_rounds); i++) {
    const $(real) scale = $(name)_size(v) + $(name)_size(v0) + $(name)_size(pull*f);
    if ($(name)_size(left) <= $(real(couple_settled))*scale) break;
    if (left*side < $(real(0))) {
      a = v;
    } else {
      b = v;
      has_end = 1;
    }
    /* Newton's step; where the level falls faster than the host yields, a step as if it
     * did not, and four times the last one if that goes on. */
    const $(real) newton = -left/(slope > $(real(0.01)) ? slope : $(real(1)));
    $(real) next = v + (has_end || $(name)_size(newton) > $(real(4))*$(name)_size(step) || slope > $(real(0.01)) ? newton : $(real(4))*step);
    if (has_end && (!((next - a)*side > $(real(0)) && (b - next)*side > $(real(0))) || i % 4 == 3)) next = $(real(0.5))*(a + b);
    if (!((next - v) > $(real(0)) || (next - v) < $(real(0)))) break;
    step = next - v;
    v = next;
    status = $(name)_left($(tuning)start, $(plain_inputs), v0, pull, dt, &z, &f, &left, &slope);
    if (i + 1 == $(couple_rounds)) status = $(NAME)_NO_CONVERGENCE;
  }
  v = v0 + pull*f;
  if (!($(real(0))*v == $(real(0)))) status = $(NAME)_BAD_INPUT;
  const int has_result = status >= $(NAME)_OK || status == $(NAME)_NO_CONVERGENCE;
  if (has_result) s->z = z;
  if (v_end) *v_end = has_result ? v : $(real(0));
  if (force) *force = has_result ? f : $(real(0));
  return status;
}
