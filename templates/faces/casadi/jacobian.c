/* ---- Jacobians ------------------------------------------------------------- */

/* Returns the place of a derivative among the numbers of its block, or -1 if the block's
 * pattern has no such place. */
static int $(name)_casadi_at(const casadi_int *sparsity, int row, int col)
{
  const casadi_int *const start = sparsity + 2, *const rows = start + sparsity[1] + 1;
  if (start[0] == 1) return row + (int)sparsity[0]*col;
  for (casadi_int k = start[col]; k < start[col + 1]; k++)
    if (rows[k] == row) return (int)k;
  return -1;
}

static int $(name)_casadi_is_empty(const casadi_int *sparsity)
{
  return sparsity[2] == 0 && sparsity[2 + sparsity[1]] == 0;
}

/* Returns 1 if the solver's own derivatives fill column col of the block. */
static int $(name)_casadi_is_exact(const $(name)_casadi_function *f, int of, int by, int col)
{
  int rows = 0;
  for (const $(name)_casadi_slope *s = f->slopes; s < f->slopes + f->nslopes; s++)
    if (s->of == of && s->by == by && col >= s->by_offset && col < s->by_offset + s->by_size) rows += s->of_size;
  return rows >= f->out[of].rows*f->out[of].cols;
}

static int $(name)_casadi_is_wanted(const $(name)_casadi_function *f, casadi_real **res, int by, int col)
{
  for (int o = 0; o < f->nout; o++)
    if (res[o*f->nin + by] && !$(name)_casadi_is_empty(f->blocks[o*f->nin + by]) && !$(name)_casadi_is_exact(f, o, by, col)) return 1;
  return 0;
}

/* Writes the column of number `col` of input `by` into all blocks that are wanted. */
static int $(name)_casadi_column(const $(name)_casadi_function *f, const $(name)_casadi_memory *m, casadi_real **res, int by, int col)
{
  const $(name)_casadi_item *const item = &f->in[by];
  double *const x = m->x + item->offset + col;
  const double at = *x, size = at < 0 ? -at : at;
  const double part = $(is_float and "5e-3" or "6e-6"), least = item->typical > 0 ? item->typical : 1e-3;
  /* The numbers differ by this exactly when the solver gets them. */
  const volatile $(real) above = ($(real))(at + part*(size > least ? size : least));
  const volatile $(real) below = ($(real))(at - part*(size > least ? size : least));
  double *low = m->low, *high = m->high, from = (double)below, to = (double)above;
  *x = from;
  if ($(name)_casadi_evaluate(f, m, low) < 0) low = m->y, from = at;
  *x = to;
  if ($(name)_casadi_evaluate(f, m, high) < 0) high = m->y, to = at;
  *x = at;
  if (!(to > from)) return 1;
  for (int o = 0; o < f->nout; o++) {
    casadi_real *const block = res[o*f->nin + by];
    for (int k = 0; block && k < f->out[o].rows*f->out[o].cols; k++) {
      const int to_place = $(name)_casadi_at(f->blocks[o*f->nin + by], $(name)_casadi_place(&f->out[o], k), col);
      const int number = f->out[o].offset + k;
      if (to_place >= 0) block[to_place] = (casadi_real)((high[number] - low[number])/(to - from));
    }
  }
  return 0;
}

/* Puts derivatives of the solver into their block. */
static void $(name)_casadi_scatter(const $(name)_casadi_function *f, const $(name)_casadi_slope *s, const double *from, casadi_real **res)
{
  casadi_real *const block = res[s->of*f->nin + s->by];
  const casadi_int *const sparsity = f->blocks[s->of*f->nin + s->by];
  const int cells = s->cells > 0 ? s->cells : 1;
  const int rows = s->of_size == 2*s->cells ? 2 : s->of_size, cols = s->by_size == 2*s->cells ? 2 : s->by_size;
  for (int k = 0; block && k < cells*rows*cols; k++) {
    const int cell = k/(rows*cols), a = k/cols%rows, b = k%cols;
    const int row = s->of_offset + (rows == s->of_size ? a : a*cells + cell);
    const int col = s->by_offset + (cols == s->by_size ? b : b*cells + cell);
    const int place = $(name)_casadi_at(sparsity, $(name)_casadi_place(&f->out[s->of], row), col);
    if (place >= 0) block[place] = (casadi_real)from[s->start + k];
  }
}

static int $(name)_casadi_jacobian(const $(name)_casadi_function *f, const casadi_real **arg, casadi_real **res, casadi_real *w)
{
  const $(name)_casadi_memory m = $(name)_casadi_parts(f, w);
  $(name)_casadi_load(f, arg, m.x);
  if ($(name)_casadi_evaluate(f, &m, m.y) < 0) return 1;
  for (int by = 0; by < f->nin; by++)
    for (int col = 0; col < f->in[by].rows*f->in[by].cols; col++)
      if ($(name)_casadi_is_wanted(f, res, by, col) && $(name)_casadi_column(f, &m, res, by, col)) return 1;
  if (f->nslopes > 0) {
    if ($(name)_casadi_entry(f, f->derivative, &m, m.slopes) < 0) return 1;
    for (int s = 0; s < f->nslopes; s++) $(name)_casadi_scatter(f, &f->slopes[s], m.slopes, res);
  }
  return 0;
}
