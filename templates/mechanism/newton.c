/* ---- steps -------------------------------------------------------------- */

/* The unknowns are v and z; q follows from v. */
typedef struct {
  $(real) q[$(n)], y[$(n + nz)];
} $(name)_point_of_time;

/* A stage y = base + tau*rate(y). */
typedef struct {
  $(name)_point_of_time base;
  $(name)_mode mode;
  const $(real) *u;
  $(real) t, tau;
  $(name)_motion o; /* motion at the solution */
//@ if is_unilateral then
  int has_lifted; /* at the end of any stage */
//@ end
} $(name)_stage;

static $(real) $(name)_size($(real) x)
{
  return x < $(real(0)) ? -x : x;
}

/* Solves J x = r in place. Returns 0 if J is singular. */
static int $(name)_solve_dense($(real) *J, $(real) *r)
{
  const int size = $(n + nz);
  for (int k = 0; k < size; k++) {
    int pivot = k;
    $(real) largest = $(real(0));
    for (int i = k; i < size; i++) {
      const $(real) x = $(name)_size(J[i*size + k]);
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

/* Writes the residual of the stage's equations at y, and its scale. */
static int $(name)_residual($(tuned)$(name)_stage *s, $(name)_point_of_time *y, $(real) *r, $(real) *size)
{
  int status;
  for (int i = 0; i < $(n); i++) y->q[i] = s->base.q[i] + s->tau*y->y[i];
  status = $(name)_move($(tuning)y->q, y->y, y->y + $(n), s->u, s->t, &s->mode, &s->o);
//@ if is_elastoplastic then
  $(name)_copy(y->y + $(n), s->o.z, $(nz));
//@ end
  *size = $(real(0));
  for (int i = 0; i < $(n + nz); i++) {
//@ if nz > 0 then
    const $(real) move = s->tau*(i < $(n) ? s->o.a[i] : $(dz_i)), unit = i < $(n) ? $(real(1)) : $(real(z_unit));
//@ else
    const $(real) move = s->tau*s->o.a[i], unit = $(real(1));
//@ end
    const $(real) left = y->y[i] - s->base.y[i] - move;
//@ if has_law then
    /* Forces that cancel leave their rounding. */
    const $(real) noise = i < $(n) ? $(real(digits))*s->tau*$(name)_size(s->o.a0[i]) : $(real(0));
    const $(real) clear = $(name)_size(left) > noise ? $(name)_size(left) - noise : $(real(0));
//@ else
    const $(real) clear = $(name)_size(left);
//@ end
    const $(real) share = clear/(unit + $(name)_size(move) + $(name)_size(y->y[i]));
    r[i] = left;
    if (!(share <= *size)) *size = share;
  }
  return status;
}

/* Newton's method, from the given y. */
static int $(name)_solve_stage($(tuned)$(name)_stage *s, $(real) t, $(real) tau, $(name)_point_of_time *y)
{
  $(real) last = $(real(1e30));
  s->t = t;
  s->tau = tau;
//@ if is_elastoplastic then
  s->mode.tau = tau;
  s->mode.z = s->base.y + $(n);
//@ end
//@ if sticks then
  s->mode.tau = tau;
  $(name)_copy(s->mode.v, s->base.y, $(n));
//@ end
  for (int turn = 0; turn < $(most_turns); turn++) {
    $(real) r[$(n + nz)], J[$((n + nz)*(n + nz))], D[$((n + nz)*(ns + nu))], size;
    const int status = $(name)_residual($(tuning)s, y, r, &size);
    if (status != $(NAME)_OK) return status;
    if (!($(real(0))*size == $(real(0)))) return $(NAME)_NO_CONVERGENCE;
    /* Converged after at least one round, or as far as rounding allows. */
    if ((size <= $(real(newton)) && (turn > 0 || !(size > $(real(0))))) ||
        (size <= $(real(stalled)) && size > $(real(0.25))*last)) {
//@ if is_unilateral then
      if (s->o.is_lifted) s->has_lifted = 1;
//@ end
      return $(NAME)_OK;
    }
    last = size;
    $(name)_differentiate($(tuning)y->q, y->y, y->y + $(n), s->u, t, tau, &s->o, D);
    for (int i = 0; i < $(n + nz); i++) {
      const $(real) *const row = D + i*$(ns + nu);
      for (int j = 0; j < $(n + nz); j++)
        J[i*$(n + nz) + j] = (i == j ? $(real(1)) : $(real(0))) -
          tau*(row[j + $(n)] + (j < $(n) ? tau*row[j] : $(real(0))));
    }
    if (!$(name)_solve_dense(J, r)) return $(NAME)_NO_CONVERGENCE;
    for (int i = 0; i < $(n + nz); i++) y->y[i] -= r[i]*(turn < $(most_turns//2) ? $(real(1)) : $(real(0.5)));
  }
  return $(NAME)_NO_CONVERGENCE;
}
