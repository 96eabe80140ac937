$(include("contact/body/march.c"))

/* Writes a contact's mean wrench from its effect on the body in dt: the impulse, and the
 * torque at the grid centre in its middle position. World axes. */
static int $(name)_mean_wrench(const $(real) q[3], const $(real) change[6], const $(real) load[3],
  $(real) dt, $(real) left, $(real) wrench[3])
{
  const $(real) done = (dt - left)/dt; /* share of dt over which the load has pulled */
//@ if is_body_frame then
  const $(real) half = q[2] + $(real(0.5))*change[2];
  const $(real) c = $(cos)(half), s = $(sin)(half);
  const $(real) dx = c*$(real(com_x)) - s*$(real(com_y)), dy = s*$(real(com_x)) + c*$(real(com_y));
//@ else
  const $(real) dx = q[0] + $(real(0.5))*change[0], dy = q[1] + $(real(0.5))*change[1];
//@ end
  for (int i = 0; i < 3; i++)
    wrench[i] = ($(name)_inertia$(has_tuned_inertia and "(i)" or "[i]")*change[3 + i]/dt - done*load[i])$(contacts > 1 and "/" .. real(contacts) or "");
  wrench[2] += dx*wrench[1] - dy*wrench[0];
  return $(name)_nan3(wrench) == $(real(0)) ? $(NAME)_OK : $(NAME)_BAD_STATE;
}

/* Writes the wrench at the start, for a step of no length. */
static int $(name)_instant($(name)_body *b, const $(real) load[3], $(real) fn, $(real) wrench[3])
{
  const $(real) y[6] = {b->q[0], b->q[1], b->q[2], b->v[0], b->v[1], b->v[2]};
  $(real) dy[6], frame[9], force[3];
  const int status = $(name)_body_rates(y, $(shortens and "b->w.z" or "b->c.z"), load, fn, dy, b->w.rate, wrench);
  if (status != $(NAME)_OK) return status;
  $(name)_frame(y, frame);
  $(name)_apply(frame, 1, wrench, force);
  wrench[0] = force[0];
  wrench[1] = force[1];
//@ if stretches_frame then
  wrench[2] *= $(real(ratio));
//@ end
  return $(NAME)_OK;
}

/* Moves a body without contact: on a parabola, with the bristles at rest. */
static int $(name)_fly($(name)_body *b, const $(real) load[3], $(real) dt)
{
  $(real) q[3], v[3];
  for (int i = 0; i < 3; i++) {
    const $(real) gain = dt*load[i]/$(name)_inertia$(has_tuned_inertia and "(i)" or "[i]");
    q[i] = b->q[i] + dt*(b->v[i] + $(real(0.5))*gain);
    v[i] = b->v[i] + gain;
  }
  if (!($(name)_nan3(q) + $(name)_nan3(v) == $(real(0)))) return $(NAME)_BAD_STATE;
  $(name)_copy(b->q, q, 3);
  $(name)_copy(b->v, v, 3);
  b->h = b->error = $(real(0));
  $(name)_reset(&b->c);
  return $(NAME)_SEPARATED;
}

/* Returns 1 if the body's own numbers are finite; bad bristles show in the result. */
static int $(name)_is_sound(const $(name)_body *b)
{
  return $(name)_nan3(b->q) + $(name)_nan3(b->v) + (b->h - b->h) + (b->error - b->error) == $(real(0));
}

int $(name)_body_step($(name)_body *b, const $(real) load[3], $(real) fn, $(real) dt, $(real) wrench[3])
{
  $(NAME)_CLEAR_UPPER;
  const $(real) all[3] = {load[0] + $(value("weight_x")), load[1] + $(value("weight_y")), load[2]};
  $(real) y[6] = {b->q[0], b->q[1], b->q[2], b->v[0], b->v[1], b->v[2]};
  $(real) total[6] = {$(real(0)), $(real(0)), $(real(0)), $(real(0)), $(real(0)), $(real(0))};
  $(real) length = b->h, worst = $(real(0)), left = $(real(0)), mean[3];
  int status = $(name)_enter(load, fn, dt, wrench), told;
  $(name)_zero(wrench, 3); /* for an early return */
  if (status == $(NAME)_BAD_INPUT) return status;
  if (!$(name)_is_sound(b)) return $(NAME)_BAD_STATE;
  if (status == $(NAME)_SEPARATED) return $(name)_fly(b, all, dt);
$(include("contact/body/start.c"))
//@ if has_shares then
  const $(name)_patch patch = $(name)_patch_at(fn);
  $(name)_share_out(&b->w, &patch);
  $(name)_drop(&patch, b->w.z);
//@ end
  if (dt > $(real(0))) status = $(name)_travel(b, y, all, fn, dt, total, &length, &worst, &left);
  if (status == $(NAME)_BAD_STATE) return status;
  told = dt > $(real(0)) ? $(name)_mean_wrench(b->q, total, all, dt, left, mean) : $(name)_instant(b, all, fn, mean);
  if (told != $(NAME)_OK) return told;
  for (int i = 0; i < 3; i++) {
    b->q[i] = y[i];
    b->v[i] = y[3 + i];
    if (wrench) wrench[i] = mean[i];
  }
  b->h = length;
  b->error = worst;
//@ if has_shares then
  $(name)_drop(&patch, b->w.z);
//@ end
  $(name)_copy(b->c.z, b->w.z, $(NAME)_NZ);
  return status;
}

int $(name)_body_jac($(name)_body *b, const $(real) load[3], $(real) fn, $(real) dt, $(real) dv_dload[9])
{
  $(NAME)_CLEAR_UPPER;
  const $(real) all[3] = {load[0] + $(value("weight_x")), load[1] + $(value("weight_y")), load[2]};
  const $(real) y[6] = {b->q[0], b->q[1], b->q[2], b->v[0], b->v[1], b->v[2]};
  $(real) dy[6], wrench[3];
  $(name)_linear k;
  int status = $(name)_enter(load, fn, dt, 0);
  $(name)_zero(dv_dload, 9);
  if (status == $(NAME)_BAD_INPUT) return status;
  if (!$(name)_is_sound(b)) return $(NAME)_BAD_STATE;
  if (status == $(NAME)_SEPARATED || !(dt > $(real(0)))) {
    for (int i = 0; i < 3; i++) dy[i] = dt/$(name)_inertia$(has_tuned_inertia and "(i)" or "[i]");
    if (!($(name)_nan3(dy) == $(real(0)))) return $(NAME)_BAD_STATE;
    for (int i = 0; dv_dload && i < 3; i++) dv_dload[4*i] = dy[i];
    return status;
  }
$(include("contact/body/start.c"))
//@ if has_shares then
  const $(name)_patch patch = $(name)_patch_at(fn);
  $(name)_share_out(&b->w, &patch);
//@ end
  status = $(name)_body_rates(y, b->w.z, all, fn, dy, b->w.rate, wrench);
  if (status != $(NAME)_OK) return status;
  if (!$(name)_linearise(b, y, wrench, fn, $(real(1))/dt, &k)) return $(NAME)_BAD_STATE;
  if (dv_dload) $(name)_copy(dv_dload, k.inverse, 9);
  return $(NAME)_OK;
}
