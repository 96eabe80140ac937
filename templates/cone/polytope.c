/* The row that is exceeded most, or kept with the least to spare; by how much. */
static $(real) $(name)_worst(const $(real) x[$(n)], int *row)
{
  $(real) worst = -$(real(2*most));
  for (int i = 0; i < $(nrows); i++) {
    $(real) excess = -$(b_name)[i];
    for (int k = 0; k < $(name)_n; k++) excess += $(A_name)[i*$(name)_n + k]*x[k];
    if (excess > worst) {
      worst = excess;
      if (row) *row = i;
    }
  }
  return worst;
}

static $(real) $(name)_depth(const $(real) x[$(n)])
{
  return -$(name)_worst(x, 0);
}

/* A row in the metric, where it has length 1. */
static void $(name)_row(int i, $(real) v[$(n)])
{
  const $(real) *const a = $(A_name) + i*$(name)_n;
  for (int k = 0; k < $(name)_n; k++) v[k] = a[k];
//@ if form == "patch" then
  v[0] = a[0] - a[2]*$(real(cop_y));
  v[1] = a[1] + a[2]*$(real(cop_x));
  v[2] = a[2]*$(real(length));
//@ elseif form == "wrench" then
  for (int k = 3; k < $(name)_n; k++) v[k] = a[k]*$(real(length));
//@ end
}

/* x -= step*z, z in the metric. */
static void $(name)_move($(real) x[$(n)], $(real) step, const $(real) z[$(n)])
{
//@ if form == "patch" then
  x[0] -= step*z[0];
  x[1] -= step*z[1];
  x[2] -= step*($(real(length))*z[2] + $(real(cop_x))*z[1] - $(real(cop_y))*z[0]);
  x[3] -= step*z[3];
//@ else
  for (int k = 0; k < $(name)_n; k++) x[k] -= step*z[k]$(move_scale);
//@ end
}

/* Takes from v what lies along the first `count` of the orthonormal q, into c;
 * twice, for the first time leaves rounding. */
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

/* What is left of a row in v beside the active ones, and by how much their
 * multipliers change with its own, in s. Returns |v|^2. */
static $(real) $(name)_direction(const int *active, int count, int row, $(real) v[$(n)],
  $(real) s[$(n)])
{
  $(real) q[$(n*n)], r[$(n*n)], c[$(n)];
  for (int j = 0; j < count; j++) {
    $(real) *const u = q + j*$(name)_n;
    $(name)_row(active[j], u);
    $(name)_split(q, j, u, r + j*$(name)_n);
    r[j*$(name)_n + j] = $(sqrt)($(name)_square(u));
    for (int k = 0; k < $(name)_n; k++) u[k] /= r[j*$(name)_n + j];
  }
  $(name)_row(row, v);
  $(name)_split(q, count, v, c);
  for (int j = count - 1; j >= 0; j--) {
    s[j] = c[j];
    for (int k = j + 1; k < count; k++) s[j] -= r[k*$(name)_n + j]*s[k];
    s[j] /= r[j*$(name)_n + j];
  }
  return $(name)_square(v);
}

/* The dual method of Goldfarb and Idnani: from f, take in the worst row, drop
 * active ones whose multiplier would turn negative, until no row is exceeded. */
static int $(name)_nearest(const $(real) f[$(n)], $(real) x[$(n)])
{
  $(real) v[$(n)], s[$(n)], multiplier[$(n)], own = $(real(0)), scale = $(real(load_scale));
  int active[$(n)], count = 0, row = -1;
  for (int k = 0; k < $(name)_n; k++) {
    x[k] = f[k];
    scale += (f[k] < $(real(0)) ? -f[k] : f[k])$(scale_by);
  }
  for (int i = 0; i < $(iterations); i++) {
    $(real) square, step, excess;
    int leaving = -1;
    if (row < 0) {
      if ($(name)_worst(x, &row) <= $(real(tolerance))*scale) return $(NAME)_OK;
      own = $(real(0));
    }
    square = $(name)_direction(active, count, row, v, s);
    excess = -$(b_name)[row];
    for (int k = 0; k < $(name)_n; k++) excess += $(A_name)[row*$(name)_n + k]*x[k];
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
