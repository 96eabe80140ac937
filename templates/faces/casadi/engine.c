/* ---- CasADi's order and memory ---------------------------------------------- */

typedef struct {
  const $(name)_face_function *f;
  const casadi_int *const *blocks; /* sparsities of each output by each input */
} $(name)_casadi_function;

static casadi_int $(name)_casadi_work(const $(name)_face_function *f)
{
  return (casadi_int)($(name)_face_bytes(f)/sizeof(casadi_real) + 1);
}

/* Returns the place in CasADi's order, column by column, of number k of a row-major item. */
static int $(name)_casadi_place(const $(name)_face_item *item, int k)
{
  return item->cols > 1 && item->rows > 1 ? k/item->cols + k%item->cols*item->rows : k;
}

/* Fetches the inputs; a missing input means zeros. */
static void $(name)_casadi_load(const $(name)_face_function *f, const casadi_real **arg, double *x)
{
  for (int i = 0; i < f->nin; i++)
    for (int k = 0; k < $(name)_face_size(&f->in[i]); k++)
      x[f->in[i].offset + k] = arg[i] ? (double)arg[i][$(name)_casadi_place(&f->in[i], k)] : 0.0;
}

static int $(name)_casadi_call(const $(name)_casadi_function *c, const casadi_real **arg, casadi_real **res, casadi_real *w)
{
  const $(name)_face_function *const f = c->f;
  const $(name)_face_memory m = $(name)_face_parts(f, w);
  $(name)_casadi_load(f, arg, m.x);
  if ($(name)_face_evaluate(f, &m, m.y) < 0) return 1;
  for (int o = 0; o < f->nout; o++)
    for (int k = 0; res[o] && k < $(name)_face_size(&f->out[o]); k++)
      res[o][$(name)_casadi_place(&f->out[o], k)] = (casadi_real)m.y[f->out[o].offset + k];
  return 0;
}
