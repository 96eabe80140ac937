/* ---- derivatives -------------------------------------------------------- */

/* The derivative of the new velocity by that without friction; the slip speed is
 * not 0. It has no unit: all velocities are taken over sigma + ar. */
static void $(name)_slopes(const $(name)_motion *m, $(real) jac[9])
{
  const $(name)_problem *const p = &m->problem;
  const $(real) per = $(real(1))/(m->out[3] + p->ar);
  const $(real) x = p->x*per, y = p->y*per, w = p->w*per, ar = p->ar*per, grip = m->grip*per;
  const $(real) sigma = m->out[3]*per, d = $(real(1))/(sigma + ar);
//@ if is_tall then
  const $(real) at = p->at*per, ao = p->ao*per, k = p->k*per, kappa = k*sigma*d;
  const $(real) g = $(real(1))/((sigma + at)*(sigma + ao) + kappa*kappa);
//@ else
  const $(real) it = $(real(1))/(sigma + p->at*per), io = $(real(1))/(sigma + p->ao*per);
//@ end
$(temporaries(jacobian))
//@ local rows, cols = { "vx", "vy", "w" }, { "vx", "vy", "w" }
//@ for i, line in ipairs(jacobian.outputs) do
  jac[$(i - 1)] = $(line.value); /* $(rows[(i - 1)//3 + 1]) by $(cols[(i - 1)%3 + 1]) */
//@ end
}

int $(name)_step_jac($(name)_state *s, const $(real) load[3],
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
  $(real) jac[9] = {$(real(0))}, by_load[9];
  $(name)_zero(out, $(NAME)_NOUT);
  $(name)_zero(dv_dv, 9);
  $(name)_zero(dv_dload, 9);
  if ($(name)_is_bad(load, 3, dt)) return $(NAME)_BAD_INPUT;
  int status = $(name)_move(s->v, load, dt, &m);
  if (m.out[3] > $(real(0))) $(name)_slopes(&m, jac);
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
