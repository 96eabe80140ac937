/* $(name).c: the sliding body "$(name)"; $(name).h tells what it is.
 *
$(include("common/preamble.c")) */
$(include("common/includes.c"))

$(include("common/inline.c"))

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

/* What there is of one step: velocity without friction, friction, and the new
 * velocity. */
typedef struct {
  $(real) u[3], grip;  /* m/s, m/s, rad/s; mu*g*dt */
  $(name)_problem problem;
  $(name)_point point; /* not at rest */
  $(real) v[3], out[$(NAME)_NOUT];
} $(name)_motion;

/* Fills all of it but the pose; v and load may be anything. */
static int $(name)_move(const $(real) v[3], const $(real) load[3], $(real) dt, $(name)_motion *m)
{
  const $(real) ux = v[0] + dt*($(load_x));
  const $(real) uy = v[1] + dt*($(load_y));
  const $(real) uw = v[2] + dt*(load[2]*$(real(1/inertia)));
  const $(real) grip = dt*$(real(mu*gravity));
  const $(real) rx = ux*$(real(1/et)), ry = uy*$(real(1/eo)), rw = uw*$(real(inertia/(mass*er)));
  m->u[0] = ux;
  m->u[1] = uy;
  m->u[2] = uw;
  m->grip = grip;
  if (rx*rx + ry*ry + rw*rw <= grip*grip) { /* friction can hold it */
    m->out[0] = $(real(-mass))*ux;
    m->out[1] = $(real(-mass))*uy;
    m->out[2] = $(real(-inertia))*uw;
    m->out[3] = $(real(0));
//@ if is_tall then
    m->out[4] = grip > $(real(0)) ? $(real(height*mu))*(ux/grip) : $(real(0));
    m->out[5] = grip > $(real(0)) ? $(real(height*mu))*(uy/grip) : $(real(0));
//@ else
    m->out[4] = m->out[5] = $(real(0));
//@ end
    $(name)_zero(m->v, 3);
    return $(NAME)_OK;
  }
  $(name)_pose(&m->problem, ux, uy, uw, grip);
  const int status = $(name)_solve(&m->problem, &m->out[3], &m->point);
  const $(real) a = m->point.a, b = m->point.b, c = m->point.c;
  m->out[0] = grip*$(real(mass*et))*a;
  m->out[1] = grip*$(real(mass*eo))*b;
  m->out[2] = grip*$(real(mass*er))*c;
//@ if is_tall then
  m->out[4] = $(real(-height*mu*et))*a;
  m->out[5] = $(real(-height*mu*eo))*b;
//@ else
  m->out[4] = m->out[5] = $(real(0));
//@ end
  m->v[0] = ux + grip*$(real(et))*a;
  m->v[1] = uy + grip*$(real(eo))*b;
  m->v[2] = uw + grip*$(real(er*mass/inertia))*c;
  return status;
}

/* Moves the state on by a motion that was found, unless it is not finite. */
static inline int $(name)_accept($(name)_state *s, $(real) dt, const $(name)_motion *m, int status)
{
  $(real) q[3];
  for (int i = 0; i < 3; i++) q[i] = s->q[i] + dt*m->v[i];
  if (!($(name)_nan(q, 3) + $(name)_nan(m->v, 3) + $(name)_nan(m->out, $(NAME)_NOUT) == $(real(0)))) return $(NAME)_BAD_STATE;
//@ if is_tall then
  if (status == $(NAME)_OK && $(name)_is_off_patch(m->out + $(NAME)_AX, q[2])) status = $(NAME)_TIPPING;
//@ end
  $(name)_put(s->q, q, 3);
  $(name)_put(s->v, m->v, 3);
  return status;
}

static int $(name)_is_bad(const $(real) *input, int count, $(real) dt)
{
  return !($(name)_nan(input, count) + (dt - dt) == $(real(0))) || dt < $(real(0));
}

void $(name)_reset($(name)_state *s)
{
  $(name)_zero(s->q, 3);
  $(name)_zero(s->v, 3);
}

int $(name)_step($(name)_state *s, const $(real) load[3],$(dt_parameter)
  $(real) out[$(NAME)_NOUT])
{
$(dt_constant)
  $(name)_motion m;
  int status = $(NAME)_BAD_INPUT;
  if (!$(name)_is_bad(load, 3, dt)) status = $(name)_accept(s, dt, &m, $(name)_move(s->v, load, dt, &m));
  if (status == $(NAME)_BAD_INPUT || status == $(NAME)_BAD_STATE)
    $(name)_zero(out, $(NAME)_NOUT);
  else
    $(name)_put(out, m.out, $(NAME)_NOUT);
  return status;
}

$(include("slider/jac.c"))

$(include("slider/push.c"))

$(include("slider/selftest.c"))
