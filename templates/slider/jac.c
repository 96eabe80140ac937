/* ---- derivatives -------------------------------------------------------- */

/* The derivative of the new velocity by that without friction; the slip speed is
 * not 0. It has no unit: all velocities are taken over sigma + ar. htt, hto and hoo
 * solve (29) and (30), fall_a to fall_c are what a, b and c lose as the slip speed
 * grows. */
static void $(name)_slopes($(tuned)const $(name)_motion *m, $(real) jac[9])
{
//@ if #tune > 0 then
  (void)tuning;
//@ end
  const $(name)_problem *const p = &m->problem;
  const $(real) per = $(real(1))/(m->out[3] + p->ar);
  const $(real) ar = p->ar*per, grip = m->grip*per, at = p->at*per, ao = p->ao*per;
  const $(real) sigma = m->out[3]*per, d = $(real(1))/(sigma + ar), it = $(real(1))/(sigma + at), io = $(real(1))/(sigma + ao);
  const $(real) x = p->x*per, y = p->y*per, c = -p->w*per*d;
//@ if is_tall then
  const $(real) k = p->k*per, kappa = k*sigma*d, bend = k*ar*d*d;
  const $(real) bt = kappa*it, bo = kappa*io, share = $(real(1))/($(real(1)) + bt*bo);
  const $(real) htt = share*it, hoo = share*io, hto = share*(bt*io);
  const $(real) keep_t = share*(sigma*it + bt*bo), keep_o = share*(sigma*io + bt*bo);
  const $(real) a = hto*y - htt*x, b = -(hto*x + hoo*y);
  const $(real) turn_a = htt*b + hto*a, turn_b = hto*b - hoo*a;
  const $(real) fall_a = htt*a - hto*b + bend*turn_a, fall_b = hto*a + hoo*b + bend*turn_b, fall_c = c*d;
//@ else
  const $(real) htt = it, hoo = io, keep_t = sigma*it, keep_o = sigma*io;
  const $(real) a = -x*it, b = -y*io, fall_a = a*it, fall_b = b*io, fall_c = c*d;
//@ end
  const $(real) per_fall = $(real(1))/(a*fall_a + b*fall_b + c*fall_c);
$(temporaries(jacobian))
//@ local rows, cols = { "vx", "vy", "w" }, { "vx", "vy", "w" }
//@ for i, line in ipairs(jacobian.outputs) do
  jac[$(i - 1)] = $(line.value); /* $(rows[(i - 1)//3 + 1]) by $(cols[(i - 1)%3 + 1]) */
//@ end
}

int $(name)_step_jac($(tuned)$(name)_state *s, const $(real) load[3],
//@ if has_dt then
  $(real) out[$(NAME)_NOUT], $(real) dv_dv[9], $(real) dv_dload[9])
//@ else
  $(real) dt, $(real) out[$(NAME)_NOUT], $(real) dv_dv[9], $(real) dv_dload[9])
//@ end
{
//@ if has_dt then
  const $(real) dt = $(NAME)_DT;
//@ end
  $(name)_motion m;
  $(real) jac[9] = {0}, by_load[9];
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(name)_zero(out, $(NAME)_NOUT);
  $(name)_zero(dv_dv, 9);
  $(name)_zero(dv_dload, 9);
  if ($(name)_is_bad(load, 3, dt)) return $(NAME)_BAD_INPUT;
  int status = $(name)_move($(tuning)s->v, load, dt, &m);
  if (m.out[3] > $(real(0))) {
    $(name)_pose($(tuning)&m.problem, m.u[0], m.u[1], m.u[2], m.grip);
    $(name)_slopes($(tuning)&m, jac);
  }
  for (int i = 0; i < 9; i++)
    by_load[i] = jac[i]*(dt*(i % 3 < 2 ? $(named("per_mass")) : $(named("per_inertia"))));
  if (!($(name)_nan(jac, 9) + $(name)_nan(by_load, 9) == $(real(0)))) return $(NAME)_BAD_STATE;
  status = $(name)_accept(s, dt, &m, status);
  if (status < $(NAME)_OK) return status;
  $(name)_put(out, m.out, $(NAME)_NOUT);
  $(name)_put(dv_dv, jac, 9);
  $(name)_put(dv_dload, by_load, 9);
  return status;
}
