/* ---- steps -------------------------------------------------------------- */

/* The states that are solved for: v and z; q follows from v. */
typedef struct {
  $(real) q[$(n)], y[$(n + nz)];
} $(name)_point_of_time;

/* A stage y = base + tau*rate(y). */
typedef struct {
  $(name)_point_of_time base;
  $(name)_mode mode;
  const $(real) *u;
  $(real) t, tau;
  $(name)_motion o; /* at the solution */
} $(name)_stage;

/* Solves J x = r in place; 0 where J is singular. */
static int $(name)_solve_dense($(real) *J, $(real) *r)
{
  const int size = $(n + nz);
  for (int k = 0; k < size; k++) {
    int pivot = k;
    $(real) largest = $(real(0));
    for (int i = k; i < size; i++) {
      const $(real) x = J[i*size + k] < $(real(0)) ? -J[i*size + k] : J[i*size + k];
      if (x > largest) {
        largest = x;
        pivot = i;
      }
    }
    if (!(largest > $(real(0)))) return 0;
    for (int j = k; pivot != k && j < size; j++) {
      const $(real) kept = J[k*size + j];
      J[k*size + j] = J[pivot*size + j];
      J[pivot*size + j] = kept;
    }
    if (pivot != k) {
      const $(real) kept = r[k];
      r[k] = r[pivot];
      r[pivot] = kept;
    }
    for (int i = k + 1; i < size; i++) {
      const $(real) f = J[i*size + k]/J[k*size + k];
      for (int j = k + 1; j < size; j++) J[i*size + j] -= f*J[k*size + j];
      r[i] -= f*r[k];
    }
  }
  for (int k = size - 1; k >= 0; k--) {
    for (int j = k + 1; j < size; j++) r[k] -= J[k*size + j]*r[j];
    r[k] /= J[k*size + k];
  }
  return 1;
}

/* What is left of the stage's equations at y; how much of it counts. */
static int $(name)_residual($(name)_stage *s, $(name)_point_of_time *y, $(real) *r, $(real) *size)
{
  int status;
  for (int i = 0; i < $(n); i++) y->q[i] = s->base.q[i] + s->tau*y->y[i];
  status = $(name)_move(y->q, y->y, y->y + $(n), s->u, s->t, &s->mode, &s->o);
  *size = $(real(0));
  for (int i = 0; i < $(n + nz); i++) {
    const $(real) rate = i < $(n) ? s->o.a[i] : $(nz > 0 and "s->o.dz[i - " .. n .. "]" or tostring(real(0)));
    const $(real) unit = i < $(n) ? $(real(1)) : $(real(z_unit)), move = s->tau*rate;
    $(real) share;
    r[i] = y->y[i] - s->base.y[i] - move;
    share = (r[i] < $(real(0)) ? -r[i] : r[i])/(unit + (move < $(real(0)) ? -move : move) + (y->y[i] < $(real(0)) ? -y->y[i] : y->y[i]));
    if (!(share <= *size)) *size = share;
  }
  return status;
}

/* Newton's method from the y that is given. */
static int $(name)_solve_stage($(name)_stage *s, $(real) t, $(real) tau, $(name)_point_of_time *y)
{
  $(real) last = $(real(1e30));
  s->t = t;
  s->tau = tau;
//@ if is_coulomb then
  s->mode.tau = tau;
  $(name)_copy(s->mode.v, s->base.y, $(n));
//@ end
  for (int turn = 0; turn < $(most_turns); turn++) {
    $(real) r[$(n + nz)], J[$((n + nz)*(n + nz))], ya[$(n*(ns + nu))], yz[$(nz > 0 and nz*(ns + nu) or 1)], size;
    const int status = $(name)_residual(s, y, r, &size);
    if (status != $(NAME)_OK) return status;
    if (!(size - size == $(real(0)))) return $(NAME)_NO_CONVERGENCE;
    /* Solved, or as far as rounding lets it come. */
    if (size <= $(real(newton)) || (size <= $(real(1e-9)) && size > $(real(0.25))*last))
      return $(NAME)_OK;
    last = size;
    $(name)_differentiate(y->q, y->y, y->y + $(n), s->u, t, tau, &s->o, ya, yz);
    for (int i = 0; i < $(n + nz); i++) {
      const $(real) *const row = i < $(n) ? ya + i*$(ns + nu) : yz + (i - $(n))*$(ns + nu);
      for (int j = 0; j < $(n + nz); j++)
        J[i*$(n + nz) + j] = (i == j ? $(real(1)) : $(real(0))) -
          tau*(row[j + $(n)] + (j < $(n) ? tau*row[j] : $(real(0))));
    }
    if (!$(name)_solve_dense(J, r)) return $(NAME)_NO_CONVERGENCE;
    for (int i = 0; i < $(n + nz); i++) y->y[i] -= r[i]*(turn < $(most_turns//2) ? $(real(1)) : $(real(0.5)));
  }
  return $(NAME)_NO_CONVERGENCE;
}

/* True where the contact moves as the stage took it to. */
static int $(name)_agrees(const $(name)_stage *s)
{
//@ if is_coulomb then
  if (s->mode.kind == $(name)_sliding)
    return $(name)_dot(s->o.k.w, s->mode.direction) > $(real(0)) &&
           $(name)_dot(s->o.k.w, s->o.k.w) > $(real(v_rest*v_rest));
  return $(name)_dot(s->o.friction, s->o.friction) <= $(real(mu_s*mu_s))*s->o.load*s->o.load;
//@ else
  (void)s;
  return 1;
//@ end
}

/* Both stages in one mode; y is the start, then the end. */
static int $(name)_two_stages($(name)_stage *s, $(real) t, $(real) dt, $(name)_point_of_time *y)
{
  const $(name)_point_of_time start = *y;
  const $(real) tau = $(real(gamma))*dt, back = $(real(gamma_back));
  int status;
  s->base = start;
  status = $(name)_solve_stage(s, t + tau, tau, y);
  if (status != $(NAME)_OK) return status;
  if (!$(name)_agrees(s)) return $(NAME)_NO_CONVERGENCE;
  for (int i = 0; i < $(n); i++) s->base.q[i] = start.q[i] + back*(y->q[i] - start.q[i]);
  for (int i = 0; i < $(n + nz); i++) s->base.y[i] = start.y[i] + back*(y->y[i] - start.y[i]);
  status = $(name)_solve_stage(s, t + dt, tau, y);
  return status == $(NAME)_OK && !$(name)_agrees(s) ? $(NAME)_NO_CONVERGENCE : status;
}

//@ if is_coulomb then
/* Euler's step, where the contact comes to rest, starts or turns back; it slides
 * in the other direction where it can neither slide on nor rest. */
static int $(name)_one_stage($(name)_stage *s, $(real) t, $(real) dt, const $(real) *other,
  $(name)_point_of_time *y)
{
  const $(name)_point_of_time start = *y;
  $(real) size;
  int status;
  s->base = start;
  if (s->mode.kind == $(name)_sliding &&
      $(name)_solve_stage(s, t + dt, dt, y) == $(NAME)_OK && $(name)_agrees(s))
    return $(NAME)_OK;
  *y = start;
  s->mode.kind = $(name)_resting;
  status = $(name)_solve_stage(s, t + dt, dt, y);
  if (status == $(NAME)_OK && $(name)_agrees(s)) return $(NAME)_OK;
  size = $(sqrt)($(name)_dot(s->o.friction, s->o.friction));
  if (status != $(NAME)_OK || !(size > $(real(0)))) { /* a dead centre, say */
    *y = start;
    for (int i = 0; i < $(d); i++) s->mode.direction[i] = other[i];
  } else {
    for (int i = 0; i < $(d); i++) s->mode.direction[i] = -s->o.friction[i]/size;
  }
  s->mode.kind = $(name)_sliding;
  return $(name)_solve_stage(s, t + dt, dt, y);
}

//@ end
/* From t to t + dt. */
static int $(name)_advance($(name)_stage *s, $(real) t, $(real) dt, $(name)_point_of_time *y)
{
//@ if is_coulomb then
  const $(name)_point_of_time start = *y;
  $(real) other[$(d)], slip; /* where it goes if not on */
  int is_sliding, status;
  s->mode.kind = $(name)_either;
  status = $(name)_move(y->q, y->y, 0, s->u, t, &s->mode, &s->o);
  if (status != $(NAME)_OK) return status;
  slip = $(sqrt)($(name)_dot(s->o.k.w, s->o.k.w));
  is_sliding = slip > $(real(v_rest));
  for (int i = 0; i < $(d); i++) {
    s->mode.direction[i] = is_sliding ? s->o.k.w[i]/slip : $(real(0));
    other[i] = is_sliding ? -s->mode.direction[i] : s->o.is_held ? $(real(0)) : s->o.e[i];
  }
  s->mode.kind = is_sliding ? $(name)_sliding : $(name)_resting;
  if ($(name)_two_stages(s, t, dt, y) == $(NAME)_OK) return $(NAME)_OK;
  *y = start;
  return $(name)_one_stage(s, t, dt, other, y);
//@ else
  s->mode.kind = $(name)_either;
  return $(name)_two_stages(s, t, dt, y);
//@ end
}

int $(name)_step($(name)_state *s, $(u_parameter)$(real) t, $(real) dt)
{
  $(name)_stage stage;
  $(name)_point_of_time start, y;
  int status = $(name)_find(s, $(u_argument)t, &stage.o);
  if (status == $(NAME)_BAD_INPUT || !(dt - dt == $(real(0))) || dt < $(real(0))) return $(NAME)_BAD_INPUT;
  if (status != $(NAME)_OK || dt == $(real(0))) return status;
  stage.u = $(u_or_null);
  $(name)_copy(start.q, s->q, $(n));
  $(name)_copy(start.y, s->v, $(n));
//@ if nz > 0 then
  $(name)_copy(start.y + $(n), s->z, $(nz));
//@ end
  for (int parts = 1; parts <= $(most_parts); parts *= 4) { /* shorter until it converges */
    y = start;
    status = $(NAME)_OK;
    for (int i = 0; i < parts && status == $(NAME)_OK; i++)
      status = $(name)_advance(&stage, t + dt*i/parts, dt/parts, &y);
    if (status != $(NAME)_NO_CONVERGENCE) break;
  }
  if (status != $(NAME)_OK) return status;
  if (!($(name)_nan(y.q, $(n)) + $(name)_nan(y.y, $(n + nz)) == $(real(0)))) return $(NAME)_BAD_STATE;
  $(name)_copy(s->q, y.q, $(n));
  $(name)_copy(s->v, y.y, $(n));
//@ if nz > 0 then
  $(name)_copy(s->z, y.y + $(n), $(nz));
//@ end
  return $(NAME)_OK;
}
