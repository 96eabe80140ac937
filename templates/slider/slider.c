/* $(name).c: the sliding body "$(name)"; see $(name).h.
 *
$(include("common/preamble.c")) */
$(include("common/includes.c"))

/* ---- parameters; PS is the paper that $(name).h names --------------------- */

$(include("common/constants.c"))

$(include("common/inline.c"))

$(include("common/functions.c"))

//@ if #tune > 0 then
$(include("common/tuning.c"))

//@ end
/* ---- helpers ------------------------------------------------------------ */

$(include("common/finite.c"))

static inline void $(name)_put($(real) *to, const $(real) *from, int count)
{
  for (int i = 0; to && i < count; i++) to[i] = from[i];
}

static inline void $(name)_zero($(real) *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = $(real(0));
}

$(include("slider/slip.c"))

$(include("slider/guess.c"))

//@ if is_tall then
$(include("slider/patch.c"))

//@ end
/* ---- the step ----------------------------------------------------------- */

/* One step: the velocity without friction, friction, and the new velocity. */
typedef struct {
$(struct_members(motion))
  $(name)_problem problem;
  $(name)_point point; /* not set at rest */
} $(name)_motion;

/* Fills the motion; v and load may be anything. */
static int $(name)_move($(tuned)const $(real) v[3], const $(real) load[3], $(real) dt, $(name)_motion *m)
{
  const $(real) ux = v[0] + dt*($(times("per_mass"))load[0]$(is_tilted and plus("gravity_x") or ""));
  const $(real) uy = v[1] + dt*($(times("per_mass"))load[1]$(is_tilted and plus("gravity_y") or ""));
  const $(real) uw = v[2] + dt*($(times("per_inertia"))load[2]);
  const $(real) grip = $(times("mu_g"))dt;
  const $(real) rx = $(times("per_et"))ux, ry = $(times("per_eo"))uy, rw = $(times("per_spin_er"))uw;
  m->u[0] = ux;
  m->u[1] = uy;
  m->u[2] = uw;
  m->grip = grip;
  if (rx*rx + ry*ry + rw*rw <= grip*grip) { /* friction can hold the body */
    m->out[0] = -$(times("mass"))ux;
    m->out[1] = -$(times("mass"))uy;
    m->out[2] = -$(times("inertia"))uw;
    m->out[3] = $(real(0));
//@ if is_tall then
    m->out[4] = grip > $(real(0)) ? $(times("lean"))(ux/grip) : $(real(0));
    m->out[5] = grip > $(real(0)) ? $(times("lean"))(uy/grip) : $(real(0));
//@ else
    m->out[4] = m->out[5] = $(real(0));
//@ end
    $(name)_zero(m->v, 3);
    return $(NAME)_OK;
  }
  $(name)_pose($(tuning)&m->problem, ux, uy, uw, grip);
  const int status = $(name)_solve(&m->problem, &m->out[3], &m->point);
  const $(real) a = m->point.a, b = m->point.b, c = m->point.c;
  m->out[0] = $(times("mass_et"))grip*a;
  m->out[1] = $(times("mass_eo"))grip*b;
  m->out[2] = $(times("mass_er"))grip*c;
//@ if is_tall then
  m->out[4] = -$(times("lean_t"))a;
  m->out[5] = -$(times("lean_o"))b;
//@ else
  m->out[4] = m->out[5] = $(real(0));
//@ end
  m->v[0] = ux + $(times("et"))grip*a;
  m->v[1] = uy + $(times("eo"))grip*b;
  m->v[2] = uw + $(times("spin_er"))grip*c;
  return status;
}

/* Moves the state on by a motion that was found, if the result is finite. */
static inline int $(name)_accept($(name)_state *s, $(real) dt, const $(name)_motion *m, int status)
{
  $(real) q[3];
  for (int i = 0; i < 3; i++) q[i] = s->q[i] + dt*m->v[i];
  if (!($(name)_nan(q, 3) + $(name)_nan(m->v, 3) + $(name)_nan(m->out, $(NAME)_NOUT) == $(real(0))))
    return $(NAME)_BAD_STATE;
  if (status < $(NAME)_OK) return status;
//@ if is_tall then
  if ( $(name)_is_off_patch(m->out + $(NAME)_AX, q[2]))
    status = $(NAME)_TIPPING;
//@ end
  $(name)_put(s->q, q, 3);
  $(name)_put(s->v, m->v, 3);
  return status;
}

static int $(name)_is_bad(const $(real) *input, int count, $(real) dt)
{
  return !($(name)_nan(input, count) + $(real(0))*dt == $(real(0))) || dt < $(real(0));
}

void $(name)_reset($(name)_state *s)
{
  $(name)_zero(s->q, 3);
  $(name)_zero(s->v, 3);
}

int $(name)_step($(tuned)$(name)_state *s, const $(real) load[3],
//@ if has_dt then
  $(real) out[$(NAME)_NOUT])
//@ else
  $(real) dt, $(real) out[$(NAME)_NOUT])
//@ end
{
//@ if has_dt then
  const $(real) dt = $(NAME)_DT;
//@ end
  $(name)_motion m;
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  if ($(name)_is_bad(load, 3, dt)) {
    $(name)_zero(out, $(NAME)_NOUT);
    return $(NAME)_BAD_INPUT;
  }
  const int status = $(name)_accept(s, dt, &m, $(name)_move($(tuning)s->v, load, dt, &m));
  if (status < $(NAME)_OK)
    $(name)_zero(out, $(NAME)_NOUT);
  else
    $(name)_put(out, m.out, $(NAME)_NOUT);
  return status;
}

$(include("slider/jac.c"))

$(include("slider/push.c"))

$(include("slider/selftest.c"))
