/* ---- Jacobians ------------------------------------------------------------- */

/* Puts a derivative into its block, if that is wanted and its pattern has the place. */
static void $(name)_casadi_put(const $(name)_casadi_function *c, casadi_real **res, int of, int by, int row, int col, double value)
{
  casadi_real *const block = res[of*c->f->nin + by];
  const casadi_int *const sparsity = c->blocks[of*c->f->nin + by];
  const casadi_int *const start = sparsity + 2, *const rows = start + sparsity[1] + 1;
  const int at = $(name)_casadi_place(&c->f->out[of], row);
  if (!block) return;
  if (start[0] == 1) {
    block[at + (int)sparsity[0]*col] = (casadi_real)value;
    return;
  }
  for (casadi_int k = start[col]; k < start[col + 1]; k++)
    if (rows[k] == at) block[k] = (casadi_real)value;
}

/* Returns 1 if differences by number `col` of input `by` are wanted. */
static int $(name)_casadi_is_wanted(const $(name)_casadi_function *c, casadi_real **res, int by, int col)
{
  for (int o = 0; o < c->f->nout; o++) {
    const casadi_int *const sparsity = c->blocks[o*c->f->nin + by];
    const int is_empty = sparsity[2] == 0 && sparsity[2 + sparsity[1]] == 0;
    if (res[o*c->f->nin + by] && !is_empty && !$(name)_face_is_exact(c->f, o, by, col)) return 1;
  }
  return 0;
}

/* Writes one column of all blocks that are wanted. */
static int $(name)_casadi_column(const $(name)_casadi_function *c, const $(name)_face_memory *m, casadi_real **res, int by, int col)
{
  const double *low, *high;
  const double distance = $(name)_face_difference(c->f, m, by, col, &low, &high);
  if (!(distance > 0)) return 1;
  for (int o = 0; o < c->f->nout; o++)
    for (int k = 0; k < $(name)_face_size(&c->f->out[o]); k++) {
      const int number = c->f->out[o].offset + k;
      $(name)_casadi_put(c, res, o, by, k, col, (high[number] - low[number])/distance);
    }
  return 0;
}

static int $(name)_casadi_jacobian(const $(name)_casadi_function *c, const casadi_real **arg, casadi_real **res, casadi_real *w)
{
  const $(name)_face_function *const f = c->f;
  const $(name)_face_memory m = $(name)_face_parts(f, w);
  $(name)_casadi_load(f, arg, m.x);
  if ($(name)_face_evaluate(f, &m, m.y) < 0) return 1;
  for (int by = 0; by < f->nin; by++)
    for (int col = 0; col < $(name)_face_size(&f->in[by]); col++)
      if ($(name)_casadi_is_wanted(c, res, by, col) && $(name)_casadi_column(c, &m, res, by, col)) return 1;
  if (f->nslopes > 0 && $(name)_face_run(f, f->derivative, &m, m.slopes) < 0) return 1;
  for (int i = 0; i < f->nslopes; i++) {
    const $(name)_face_slope *const s = &f->slopes[i];
    int row, col;
    for (int k = 0; $(name)_face_place(s, k, &row, &col); k++)
      $(name)_casadi_put(c, res, s->of, s->by, row, col, m.slopes[s->start + k]);
  }
  return 0;
}
