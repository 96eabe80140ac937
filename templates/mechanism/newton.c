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

/* Factors J in place: rows in the order of their pivots, the factors of L below the
 * diagonal. Returns 0 if J is singular. */
static int $(name)_factor($(real) *J, int *order)
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
    order[k] = pivot;
    if (!(largest > $(real(0)))) return 0;
    for (int j = 0; pivot != k && j < size; j++) {
      const $(real) kept = J[k*size + j];
      J[k*size + j] = J[pivot*size + j];
      J[pivot*size + j] = kept;
    }
    for (int i = k + 1; i < size; i++) {
      const $(real) f = J[i*size + k]/J[k*size + k];
      J[i*size + k] = f;
      for (int j = k + 1; j < size; j++) J[i*size + j] -= f*J[k*size + j];
    }
  }
  return 1;
}

/* Solves J x = r in place, J factored. */
static void $(name)_solve_factored(const $(real) *J, const int *order, $(real) *r)
{
  const int size = $(n + nz);
  for (int k = 0; k < size; k++) {
    const $(real) kept = r[order[k]];
    r[order[k]] = r[k];
    r[k] = kept;
  }
  for (int k = 0; k < size; k++)
    for (int i = k + 1; i < size; i++) r[i] -= J[i*size + k]*r[k];
  for (int k = size - 1; k >= 0; k--) {
    for (int j = k + 1; j < size; j++) r[k] -= J[k*size + j]*r[j];
    r[k] /= J[k*size + k];
  }
}

//@ local unit_of_i = z_unit == 1 and real(1) or ("i < %d ? %s : %s"):format(n, real(1), real(z_unit))
/* Writes the residual of the stage's equations at y, and its scale. */
static int $(name)_residual($(tuned)$(name)_stage *s, $(name)_point_of_time *y, $(real) *r, $(real) *size)
{
  int status;
  for (int i = 0; i < $(n); i++) y->q[i] = s->base.q[i] + s->tau*y->y[i];
  status = $(name)_move($(tuning)y->q, y->y, y->y + $(n), s->u, s->t, &s->mode, &s->o);
//@ if settles then
  $(name)_copy(y->y + $(n), s->o.z, $(nz));
//@ end
  *size = $(real(0));
  for (int i = 0; i < $(n + nz); i++) {
//@ if nz > 0 then
    const $(real) move = s->tau*(i < $(n) ? s->o.a[i] : $(dz_i)), unit = $(unit_of_i);
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

/* Returns the largest share of a change of y. */
static $(real) $(name)_length(const $(real) *change, const $(name)_point_of_time *y)
{
  $(real) largest = $(real(0));
  for (int i = 0; i < $(n + nz); i++) {
    const $(real) unit = $(unit_of_i);
    const $(real) share = $(name)_size(change[i])/(unit + $(name)_size(y->y[i]));
    if (!(share <= largest)) largest = share;
  }
  return largest;
}

/* Moves y by a Newton step r of a factored Jacobian. If is_careful, the step is halved
 * until the next one by the same Jacobian would be shorter. */
static void $(name)_descend($(tuned)$(name)_stage *s, const $(real) *J, const int *order, const $(real) *r,
  int is_careful, $(name)_point_of_time *y)
{
  const $(name)_point_of_time from = *y;
  const $(real) length = $(name)_length(r, y);
  $(real) share = $(real(2)), next[$(n + nz)], size;
  for (int i = 0; i < $(most_halvings); i++) {
    share *= $(real(0.5));
    for (int j = 0; j < $(n + nz); j++) y->y[j] = from.y[j] - share*r[j];
    if (!is_careful) return;
    if ($(name)_residual($(tuning)s, y, next, &size) != $(NAME)_OK) continue;
    $(name)_solve_factored(J, order, next);
    if ($(name)_length(next, y) <= ($(real(1)) - $(real(0.25))*share)*length) return;
  }
}

/* Newton's method, from the given y. It ends after at least one round if the residual is
 * next to 0, or small after a short step (bristles that yield fast magnify the rounding of
 * the slip in their residual), or if both are as small as rounding allows. A short step
 * alone does not suffice: steps are short on both sides of a kink, too. */
static int $(name)_find_root($(tuned)$(name)_stage *s, int is_careful, $(name)_point_of_time *y)
{
  $(real) last = $(real(1e30)), last_length = $(real(1e30)), length = $(real(1e30));
  /*@ loop unroll 1; */ /* for Eva: turns are alike */
  for (int turn = 0; turn < $(most_turns); turn++) {
    $(real) r[$(n + nz)], J[$((n + nz)*(n + nz))], D[$((n + nz)*(ns + nu))], size;
    int order[$(n + nz)] = {0};
    const int status = $(name)_residual($(tuning)s, y, r, &size);
    if (status != $(NAME)_OK) return status;
    if (!($(real(0))*size == $(real(0)))) return $(NAME)_NO_CONVERGENCE;
    if ((size <= $(real(newton)) && (turn > 0 || !(size > $(real(0))))) ||
        (size <= $(real(stalled)) && size > $(real(0.25))*last) ||
        (size <= $(real(coarse)) && (length <= $(real(newton)) ||
          (length <= $(real(stalled)) && length > $(real(0.25))*last_length)))) {
//@ if is_unilateral then
      if (s->o.is_lifted) s->has_lifted = 1;
//@ end
      return $(NAME)_OK;
    }
//@ if sticks and ntangents == 1 then
    /* Friction is far from holding it, and only the sign of its force is asked for. */
    if (turn > 0 && s->mode.kind == $(name)_resting && s->o.load > $(real(0)) &&
        $(name)_dot(s->o.friction, s->o.friction) > $(real(1e4))*$(real(mu_s_squared))*s->o.load*s->o.load)
      return $(NAME)_OK;
//@ end
    last = size;
    last_length = length;
    $(name)_differentiate($(tuning)y->q, y->y, y->y + $(n), s->u, s->t, s->tau, &s->o, D);
    for (int i = 0; i < $(n + nz); i++) {
      const $(real) *const row = D + i*$(ns + nu);
      for (int j = 0; j < $(n + nz); j++)
        J[i*$(n + nz) + j] = (i == j ? $(real(1)) : $(real(0))) -
          s->tau*(row[j + $(n)] + (j < $(n) ? s->tau*row[j] : $(real(0))));
    }
    if (!$(name)_factor(J, order)) return $(NAME)_NO_CONVERGENCE;
    $(name)_solve_factored(J, order, r);
    length = $(name)_length(r, y);
    $(name)_descend($(tuning)s, J, order, r, is_careful, y);
  }
  return $(NAME)_NO_CONVERGENCE;
}

/* Solves the stage of length tau that ends at t, from the given y. */
static int $(name)_solve_stage($(tuned)$(name)_stage *s, $(real) t, $(real) tau, $(name)_point_of_time *y)
{
  const $(name)_point_of_time guess = *y;
  int status, told;
  s->t = t;
  s->tau = tau;
//@ if settles then
  s->mode.tau = tau;
  s->mode.z = s->base.y + $(n);
//@ end
//@ if sticks then
  s->mode.tau = tau;
  $(name)_copy(s->mode.v, s->base.y, $(n));
//@ end
  status = $(name)_find_root($(tuning)s, 0, y);
//@ if sticks then
  if (status != $(NAME)_NO_CONVERGENCE) return status; /* there are other ways to move */
//@ else
  if (status == $(NAME)_OK) return status;
//@ end
  *y = guess;
  told = $(name)_find_root($(tuning)s, 1, y);
  return told == $(NAME)_OK ? told : status; /* a step too long may lock, too */
}
