enum {
  $(name)_dim = 3*$(NAME)_COUPLE_MOST,
  $(name)_most_rounds = 40, /* of Newton's method */
  $(name)_late_round = 10,
  $(name)_most_evaluations = 100, /* of each contact */
  $(name)_most_tries = 30 /* of a round's length */
};

/* The equation V = V0 + dt*W*f(V) of the contacts under load, with V = V0 + L*y. */
typedef struct {
  int n, rank;
  const $(name)_state *s[$(NAME)_COUPLE_MOST];
  $(real) fn[$(NAME)_COUPLE_MOST], dt;
  $(real) v0[$(name)_dim], l[$(name)_dim*$(name)_dim]; /* rows of `rank` numbers */
  $(real) size[$(name)_dim]; /* 1/W[i][i] */
} $(name)_coupling;

/* A trial: y, in sqrt(J); its residual r = y - dt*L'f; twists, wrenches, -df/dV. Where f is
 * a gradient, r is the gradient of the energy E = |y|^2/2 + dt*phi. */
typedef struct {
  $(real) y[$(name)_dim], r[$(name)_dim], v[$(name)_dim], f[$(name)_dim], k[9*$(NAME)_COUPLE_MOST];
  $(real) size2, scale2, floor2; /* |r|^2; of its terms; what rounding makes of it */
  int is_missing; /* a contact's own rounds did not do */
//@ if has_seams then
  int is_seam; /* the wrench jumps here, by no more than the table errs */
//@ end
} $(name)_trial;

static $(real) $(name)_couple_dot(int n, const $(real) *a, const $(real) *b)
{
  $(real) sum = $(real(0));
  for (int i = 0; i < n; i++) sum += a[i]*b[i];
  return sum;
}

$(NAME)_INLINE $(real) $(name)_couple_abs($(real) x)
{
  return x < $(real(0)) ? -x : x;
}

/* Zeroes a trial: what a status below 0 leaves out stays a number. */
static void $(name)_couple_clear($(name)_trial *x)
{
  for (int i = 0; i < $(name)_dim; i++) x->y[i] = x->r[i] = x->v[i] = x->f[i] = $(real(0));
  $(name)_zero(x->k, 9*$(NAME)_COUPLE_MOST);
  x->size2 = x->scale2 = x->floor2 = $(real(0));
  x->is_missing = 0;
//@ if has_seams then
  x->is_seam = 0;
//@ end
}

/* Computes the twists and wrenches at x->y. */
static int $(name)_couple_forces(const $(name)_coupling *c, $(name)_trial *x)
{
  const int m = 3*c->n;
  x->is_missing = 0;
//@ if has_seams then
  x->is_seam = 0;
//@ end
  for (int i = 0; i < m; i++) x->v[i] = c->v0[i] + $(name)_couple_dot(c->rank, c->l + c->rank*i, x->y);
  for (int i = 0; i < c->n; i++) {
    const int status = $(name)_backward_$(has_stretch and "outer" or "euler")(c->s[i], x->v + 3*i, c->fn[i], c->dt, 0, x->f + 3*i, x->k + 9*i);
    if (status == $(NAME)_NO_CONVERGENCE)
      x->is_missing = 1;
    else if (status < 0)
      return status;
  }
  return $(NAME)_OK;
}

/* Writes what rounding makes of each wrench: its own error, that of bristles that pull
 * against each other, and that of the twist. */
static void $(name)_couple_noise(const $(name)_coupling *c, const $(name)_trial *x, $(real) *noise)
{
  const int m = 3*c->n;
  $(real) parts[$(name)_dim];
  for (int i = 0; i < m; i++) {
    parts[i] = $(name)_couple_abs(c->v0[i]);
    for (int j = 0; j < c->rank; j++) parts[i] += $(name)_couple_abs(c->l[c->rank*i + j]*x->y[j]);
  }
  for (int i = 0; i < m; i++) {
    const $(real) *const k = x->k + 3*i, *const at = parts + i/3*3;
    noise[i] = $(name)_couple_abs(x->f[i]) + $(times("mu_s"))c->fn[i/3]*(i % 3 == 2 ? $(real(couple_arm)) : $(real(1)));
    for (int b = 0; b < 3; b++) noise[i] += $(name)_couple_abs(k[b])*at[b];
  }
}

/* Computes all of a trial at x->y. Returns a status. */
static int $(name)_couple_try(const $(name)_coupling *c, $(name)_trial *x, $(name)_couple_info *info)
{
  const int m = 3*c->n, rank = c->rank;
  $(real) noise[$(name)_dim];
  const int status = $(name)_couple_forces(c, x);
  if (status < 0) return status;
  info->evaluations++;
  $(name)_couple_noise(c, x, noise);
  x->size2 = x->scale2 = x->floor2 = $(real(0));
  for (int j = 0; j < rank; j++) {
    $(real) pull = $(real(0)), shake = $(real(0));
    for (int i = 0; i < m; i++) {
      pull += c->l[rank*i + j]*x->f[i];
      shake += $(name)_couple_abs(c->l[rank*i + j])*noise[i];
    }
    const $(real) bar = $(real(8*couple_eps))*($(name)_couple_abs(x->y[j]) + c->dt*shake);
    x->r[j] = x->y[j] - c->dt*pull;
    x->size2 += x->r[j]*x->r[j];
    x->scale2 += x->y[j]*x->y[j] + c->dt*pull*(c->dt*pull);
    x->floor2 += bar*bar;
  }
  return $(real(0))*x->size2 + $(real(0))*x->scale2 == $(real(0)) ? $(NAME)_OK : $(NAME)_BAD_STATE;
}

/* Returns 1 if the residual is within the tolerance, or rounding. */
static int $(name)_couple_is_found(const $(name)_trial *x)
{
  return x->size2 <= $(real(couple_tolerance*couple_tolerance))*x->scale2 || x->size2 <= x->floor2$(has_seams and " || x->is_seam" or "");
}

/* Returns what is left of V = V0 + dt*W*f(V), relative to the twists. */
static $(real) $(name)_couple_miss(const $(name)_coupling *c, const $(name)_trial *x)
{
  $(real) left = $(real(0)), scale = $(real(0));
  for (int i = 0; i < 3*c->n; i++) {
    const $(real) unit = i % 3 == 2 ? $(real(couple_arm)) : $(real(1));
    left += unit*$(name)_couple_abs($(name)_couple_dot(c->rank, c->l + c->rank*i, x->r));
    scale += unit*($(name)_couple_abs(x->v[i]) + $(name)_couple_abs(c->v0[i]));
  }
  return scale > $(real(0)) ? left/scale : $(real(0));
}
