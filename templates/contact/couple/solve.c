/* Picks the contacts under load. Returns their number, -1 for bad input. */
static int $(name)_couple_pick(int n, const $(name)_state *s, const $(real) *fn, const $(real) *v0, const $(real) *w,
  $(real) dt, const $(real) *twist, $(name)_coupling *c, int *place)
{
  $(real) nan = $(real(0))*dt;
  c->n = 0;
  /*@ dynamic_split c->n; */ /* for Eva: the cases apart */
  c->dt = dt;
  $(name)_zero(c->fn, $(NAME)_COUPLE_MOST);
  for (int i = 0; i < n; i++) nan += $(real(0))*fn[i];
  for (int i = 0; i < 3*n; i++) nan += $(real(0))*v0[i] + $(real(0))*twist[i];
  for (int i = 0; i < 9*n*n; i++) nan += $(real(0))*w[i];
  if (!(nan == $(real(0))) || !(dt >= $(real(0)))) return -1;
  for (int i = 0; i < n; i++) {
    if (!(fn[i] > $(real(0)))) continue;
    place[c->n] = i;
    c->s[c->n] = s + i;
    c->fn[c->n] = fn[i];
    for (int d = 0; d < 3; d++) c->v0[3*c->n + d] = v0[3*i + d];
    c->n++;
  }
  return c->n;
}

/* Solves L'A L y = b, where the diagonal A gives each row of L its size; y is b before.
 * Returns 0 if the matrix is singular. */
static int $(name)_couple_normal(const $(name)_coupling *c, $(real) *y)
{
  const int rank = c->rank;
  $(real) a[$(name)_dim*$(name)_dim];
  $(name)_zero(a, rank*rank);
  for (int b = 0; b < 3*c->n; b++)
    for (int i = 0; i < rank; i++)
      for (int j = 0; j < rank; j++) a[rank*i + j] += c->size[b]*c->l[rank*b + i]*c->l[rank*b + j];
  return $(name)_couple_solve(rank, a, y);
}

/* Factors W of the contacts under load and writes y at the twists at the start of the step:
 * least squares, each row over its size. Returns 0 for bad input. */
static int $(name)_couple_begin($(name)_coupling *c, int n, const $(real) *w, const $(real) *twist, const int *place,
  $(real) *y)
{
  const int m = 3*c->n;
  $(real) part[$(name)_dim*$(name)_dim];
  for (int i = 0; i < m; i++) {
    const $(real) *const row = w + 3*n*(3*place[i/3] + i % 3);
    for (int j = 0; j < m; j++) part[m*i + j] = row[3*place[j/3] + j % 3];
    c->size[i] = part[m*i + i] > $(real(0)) ? $(real(1))/part[m*i + i] : $(real(0));
  }
  c->rank = $(name)_couple_factor(m, part, c->l);
  if (c->rank < 0) return 0;
  /*@ split c->rank; */ /* for Eva, too */
  $(name)_zero(y, c->rank);
  for (int i = 0; c->dt > $(real(0)) && i < m; i++)
    for (int j = 0; j < c->rank; j++)
      y[j] += c->size[i]*c->l[c->rank*i + j]*(twist[3*place[i/3] + i % 3] - c->v0[i]);
  return $(name)_couple_normal(c, y);
}

/* Adds to x->f the least, each number over its size, that makes up for what is left of the
 * residual, so that the host arrives at x->v: where dt*W*K*eps is not small, f is noise. */
static int $(name)_couple_complete(const $(name)_coupling *c, $(name)_trial *x)
{
  for (int j = 0; j < c->rank; j++) x->r[j] = c->dt > $(real(0)) ? x->r[j]/c->dt : $(real(0));
  if (!$(name)_couple_normal(c, x->r)) return 0;
  for (int i = 0; i < 3*c->n; i++) x->f[i] += c->size[i]*$(name)_couple_dot(c->rank, c->l + c->rank*i, x->r);
  return $(name)_nan(x->f, 3*c->n) == $(real(0));
}

/* Writes the results: states, twists and wrenches of the contacts under load; the others are
 * reset, and move with the rest. */
static void $(name)_couple_leave(const $(name)_coupling *c, const $(name)_trial *x, const int *place, int n,
  $(name)_state *s, const $(real) *v0, const $(real) *w, $(real) *twist, $(real) *wrench)
{
  int next = 0;
  for (int i = 0; i < n; i++) {
    $(real) spare[3];
    const int k = next, is_loaded = k < c->n && place[k] == i;
    for (int d = 0; d < 3; d++) {
      const int row = 3*i + d;
      $(real) v = is_loaded ? x->v[3*k + d] : v0[row];
      for (int j = 0; !is_loaded && j < 3*c->n; j++) v += c->dt*w[3*n*row + 3*place[j/3] + j % 3]*x->f[j];
      twist[row] = v;
      if (wrench) wrench[row] = is_loaded ? x->f[3*k + d] : $(real(0));
    }
    if (!is_loaded)
      $(name)_reset(s + i);
    else if (c->dt > $(real(0)))
      $(name)_backward_$(has_stretch and "outer" or "euler")(s + i, x->v + 3*k, c->fn[k], c->dt, s + i, spare, 0);
    next += is_loaded;
  }
}

int $(name)_couple(int n, $(name)_state *s, const $(real) *fn, const $(real) *v0,
  const $(real) *w, $(real) dt, $(real) *twist, $(real) *wrench, int *status,
  $(name)_couple_info *info)
{
  $(NAME)_CLEAR_UPPER;
  $(name)_coupling c;
  $(name)_trial x;
  $(name)_couple_info own = {$(real(0)), 0, 0, 0, 0};
  int place[$(NAME)_COUPLE_MOST], result = $(NAME)_BAD_INPUT;
  const int is_possible = n >= 1 && n <= $(NAME)_COUPLE_MOST;
  const int loaded = is_possible ? $(name)_couple_pick(n, s, fn, v0, w, dt, twist, &c, place) : -1;
  $(name)_couple_clear(&x);
  if (loaded >= 0 && $(name)_couple_begin(&c, n, w, twist, place, x.y)) result = $(name)_couple_descend(&c, &x, &own);
  if (info) *info = own;
  if (result == $(NAME)_OK || result == $(NAME)_NO_CONVERGENCE) {
    if (!$(name)_couple_complete(&c, &x))
      result = $(NAME)_BAD_STATE;
    else
      $(name)_couple_leave(&c, &x, place, n, s, v0, w, twist, wrench);
  }
  const int is_made = result == $(NAME)_OK || result == $(NAME)_NO_CONVERGENCE;
  for (int i = 0; status && is_possible && i < n; i++)
    status[i] = is_made && !(fn[i] > $(real(0))) ? $(NAME)_SEPARATED : result;
  if (!is_made && is_possible) $(name)_zero(wrench, 3*n);
  return result == $(NAME)_OK && loaded < n ? $(NAME)_SEPARATED : result;
}
