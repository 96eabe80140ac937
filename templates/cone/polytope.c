/* Returns the largest A x - b of all rows, and its row. */
static $(real) $(name)_worst($(tuned)const $(real) x[$(n)], int *row)
{
  $(real) worst = -$(real(2*most));
  for (int i = 0; i < $(nrows); i++) {
//@ if #tune > 0 then
    $(real) a[$(n)], excess = -$(name)_take(tuning, i, a);
    for (int k = 0; k < $(name)_n; k++) excess += a[k]*x[k];
//@ else
    $(real) excess = -$(name)_b[i];
    for (int k = 0; k < $(name)_n; k++) excess += $(name)_A[i*$(name)_n + k]*x[k];
//@ end
    if (excess > worst) {
      worst = excess;
      if (row) *row = i;
    }
  }
  return worst;
}

static $(real) $(name)_depth($(tuned)const $(real) x[$(n)])
{
  return -$(name)_worst($(tuning)x, 0);
}

/* The row i in the metric, where it has length 1. */
static void $(name)_row($(tuned)int i, $(real) v[$(n)])
{
//@ if #tune > 0 then
  $(real) a[$(n)];
  (void)$(name)_take(tuning, i, a);
//@ else
  const $(real) *const a = $(name)_A + i*$(name)_n;
//@ end
//@ if form == "patch" then
  v[0] = a[0]$(minus("cop_y", "a[2]"));
  v[1] = a[1]$(plus("cop_x", "a[2]"));
  v[2] = $(times("length"))a[2];
  v[3] = a[3];
//@ elseif form == "wrench" then
  for (int k = 0; k < 3; k++) v[k] = a[k];
  for (int k = 3; k < 6; k++) v[k] = $(times("length"))a[k];
//@ else
  for (int k = 0; k < $(name)_n; k++) v[k] = a[k];
//@ end
}

/* x -= step*z, z in the metric. */
static void $(name)_move($(real) x[$(n)], $(real) step, const $(real) z[$(n)])
{
//@ if form == "patch" then
  x[0] -= step*z[0];
  x[1] -= step*z[1];
  x[2] -= step*($(times("length"))z[2]$(plus("cop_x", "z[1]"))$(minus("cop_y", "z[0]")));
  x[3] -= step*z[3];
//@ elseif form == "wrench" then
  for (int k = 0; k < 3; k++) x[k] -= step*z[k];
  for (int k = 3; k < 6; k++) x[k] -= step*($(times("length"))z[k]);
//@ else
  for (int k = 0; k < $(name)_n; k++) x[k] -= step*z[k];
//@ end
}

/* Takes the parts of v along the first `count` orthonormal vectors of q away from v,
 * and puts them into c. The second pass removes the rounding of the first. */
static void $(name)_split(const $(real) *q, int count, $(real) v[$(n)], $(real) c[$(n)])
{
  $(name)_zero(c, $(name)_n);
  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < count; j++) {
      $(real) along = $(real(0));
      for (int k = 0; k < $(name)_n; k++) along += q[j*$(name)_n + k]*v[k];
      for (int k = 0; k < $(name)_n; k++) v[k] -= along*q[j*$(name)_n + k];
      c[j] += along;
    }
}

static $(real) $(name)_square(const $(real) v[$(n)])
{
  $(real) sum = $(real(0));
  for (int k = 0; k < $(name)_n; k++) sum += v[k]*v[k];
  return sum;
}

/* v: the part of a row that is orthogonal to the active rows; s: how their
 * multipliers change with its own. Returns |v|^2. */
static $(real) $(name)_direction($(tuned)const int *active, int count, int row, $(real) v[$(n)],
  $(real) s[$(n)])
{
  $(real) q[$(n*n)] = {0}, r[$(n*n)] = {0}, c[$(n)];
  for (int j = 0; j < count; j++) {
    $(real) *const u = q + j*$(name)_n;
    $(name)_row($(tuning)active[j], u);
    $(name)_split(q, j, u, r + j*$(name)_n);
    r[j*$(name)_n + j] = $(sqrt)($(name)_square(u));
    for (int k = 0; k < $(name)_n; k++) u[k] /= r[j*$(name)_n + j];
  }
  $(name)_row($(tuning)row, v);
  $(name)_split(q, count, v, c);
  $(name)_zero(s, $(name)_n);
  for (int j = count - 1; j >= 0; j--) {
    s[j] = c[j];
    for (int k = j + 1; k < count; k++) s[j] -= r[k*$(name)_n + j]*s[k];
    s[j] /= r[j*$(name)_n + j];
  }
  return $(name)_square(v);
}

$(include("common/upper.c"))

/* The dual method of Goldfarb and Idnani: starts from f, adds the worst row, drops
 * active rows whose multipliers would turn negative, until no row is exceeded. */
static int $(name)_nearest($(tuned)const $(real) f[$(n)], $(real) x[$(n)])
{
  $(NAME)_CLEAR_UPPER;
  $(real) v[$(n)], s[$(n)], multiplier[$(n)] = {0}, own = $(real(0));
//@ local limit = has_max and named("f_max") .. " + " or f_min > 0 and named("f_min") .. " + " or ""
  const $(real) scale = $(limit)$(name)_size(f);
  int active[$(n)] = {0}, count = 0, row = -1;
  for (int k = 0; k < $(name)_n; k++) x[k] = f[k];
  for (int i = 0; i < $(iterations); i++) {
    $(real) square, step, excess;
    int leaving = -1;
    if (row < 0) {
      if ($(name)_worst($(tuning)x, &row) <= $(real(tolerance))*scale) return $(NAME)_OK;
      own = $(real(0));
    }
    /* What no run leaves; Eva cannot know so. */
    if (row < 0 || row >= $(nrows) || count < 0 || count > $(name)_n) return $(NAME)_NO_CONVERGENCE;
    square = $(name)_direction($(tuning)active, count, row, v, s);
//@ if #tune > 0 then
    {
      $(real) a[$(n)];
      excess = -$(name)_take(tuning, row, a);
      for (int k = 0; k < $(name)_n; k++) excess += a[k]*x[k];
    }
//@ else
    excess = -$(name)_b[row];
    for (int k = 0; k < $(name)_n; k++) excess += $(name)_A[row*$(name)_n + k]*x[k];
//@ end
    step = count < $(name)_n && square > $(real(parallel)) ? excess/square : $(real(huge));
    for (int j = 0; j < count; j++)
      if (s[j] > $(real(tolerance)) && multiplier[j] < step*s[j]) {
        step = multiplier[j]/s[j];
        leaving = j;
      }
    if (!(step < $(real(huge)))) return $(NAME)_NO_CONVERGENCE;
    if (count < $(name)_n && square > $(real(parallel))) $(name)_move(x, step, v);
    for (int j = 0; j < count; j++) multiplier[j] -= step*s[j];
    own += step;
    if (leaving < 0) {
      if (count >= $(name)_n) return $(NAME)_NO_CONVERGENCE;
      active[count] = row;
      multiplier[count++] = own;
      row = -1;
    } else {
      count--;
      for (int j = leaving; j < count; j++) {
        active[j] = active[j + 1];
        multiplier[j] = multiplier[j + 1];
      }
    }
  }
  return $(NAME)_NO_CONVERGENCE;
}
