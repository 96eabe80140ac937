/* ---- one engine for all functions ------------------------------------------ */

/* An input or an output: rows x cols numbers from `offset` on among all inputs. */
typedef struct {
  const char *name;
  const casadi_int *sparsity;
  int rows, cols, offset;
  double start, typical;
} $(name)_casadi_item;

/* Derivatives that the solver writes at `start`: rows `of_size` by columns `by_size`; or
 * such blocks for each cell, two numbers of the state each. */
typedef struct {
  int start, cells;
  int of, of_offset, of_size, by, by_offset, by_size;
} $(name)_casadi_slope;

typedef struct {
  const br_solver *solver;
  int entry, derivative, tune, nslopes;
  int nin, nout, nstates, advances, ntune;
  const $(name)_casadi_item *in, *out;
  const casadi_int *const *blocks; /* of each output by each input */
  const $(name)_casadi_slope *slopes;
} $(name)_casadi_function;

/* The parts of CasADi's work vector. */
typedef struct {
  double *x, *y, *low, *high, *slopes;
  void *state;
} $(name)_casadi_memory;

static int $(name)_casadi_numel(const $(name)_casadi_item *items, int count)
{
  return count > 0 ? items[count - 1].offset + items[count - 1].rows*items[count - 1].cols : 0;
}

static casadi_int $(name)_casadi_work(const $(name)_casadi_function *f, int nslopes)
{
  const size_t numbers = (size_t)($(name)_casadi_numel(f->in, f->nin) + 3*$(name)_casadi_numel(f->out, f->nout) + nslopes);
  const size_t bytes = (numbers + 1)*sizeof(double) + f->solver->state_bytes + f->solver->state_align;
  return (casadi_int)(bytes/sizeof(casadi_real) + 1);
}

static char *$(name)_casadi_align(char *at, size_t align)
{
  const size_t past = (size_t)at%align;
  return past ? at + (align - past) : at;
}

static $(name)_casadi_memory $(name)_casadi_parts(const $(name)_casadi_function *f, casadi_real *w)
{
  const int ny = $(name)_casadi_numel(f->out, f->nout);
  $(name)_casadi_memory m;
  char *const first = $(name)_casadi_align((char *)w, f->solver->state_align);
  m.state = (void *)first;
  m.x = (double *)(void *)$(name)_casadi_align(first + f->solver->state_bytes, sizeof(double));
  m.y = m.x + $(name)_casadi_numel(f->in, f->nin);
  m.low = m.y + ny;
  m.high = m.low + ny;
  m.slopes = m.high + ny;
  return m;
}

/* Runs an entry of the solver's descriptor at x; the state is `m->state` then. */
static int $(name)_casadi_entry(const $(name)_casadi_function *f, int entry, const $(name)_casadi_memory *m, double *out)
{
  const br_function *const g = &f->solver->functions[entry];
  const int first = f->nstates > 0, last = f->nin - f->ntune;
  const double *in[$(casadi_most_inputs(objects))];
  double *to[$(casadi_most_outputs(objects))];
  f->solver->reset(m->state);
  if (f->nstates > 0) f->solver->set(m->state, m->x);
  for (int i = 0; i < f->ntune; i++) in[i] = m->x + f->in[last + i].offset;
  if (f->ntune > 0) {
    const int status = f->solver->functions[f->tune].call(m->state, in, to);
    if (status < 0) return status;
  }
  for (int i = first; i < last; i++) in[i - first] = m->x + f->in[i].offset;
  for (int i = 0, offset = 0; i < g->noutputs; i++) {
    to[i] = out + offset;
    offset += g->outputs[i].rows*g->outputs[i].cols;
  }
  return g->call(m->state, in, to);
}

static int $(name)_casadi_evaluate(const $(name)_casadi_function *f, const $(name)_casadi_memory *m, double *y)
{
  const int status = $(name)_casadi_entry(f, f->entry, m, y + (f->advances ? f->nstates : 0));
  if (f->advances) f->solver->get(m->state, y);
  return status;
}

/* Returns the place in CasADi's order, column by column, of number k of a row-major item. */
static int $(name)_casadi_place(const $(name)_casadi_item *item, int k)
{
  return item->cols > 1 && item->rows > 1 ? k/item->cols + k%item->cols*item->rows : k;
}

/* Fetches the inputs; no input at all means zeros. */
static void $(name)_casadi_load(const $(name)_casadi_function *f, const casadi_real **arg, double *x)
{
  for (int i = 0; i < f->nin; i++)
    for (int k = 0; k < f->in[i].rows*f->in[i].cols; k++)
      x[f->in[i].offset + k] = arg[i] ? (double)arg[i][$(name)_casadi_place(&f->in[i], k)] : 0.0;
}

static int $(name)_casadi_call(const $(name)_casadi_function *f, const casadi_real **arg, casadi_real **res, casadi_real *w)
{
  const $(name)_casadi_memory m = $(name)_casadi_parts(f, w);
  $(name)_casadi_load(f, arg, m.x);
  if ($(name)_casadi_evaluate(f, &m, m.y) < 0) return 1;
  for (int o = 0; o < f->nout; o++)
    for (int k = 0; res[o] && k < f->out[o].rows*f->out[o].cols; k++)
      res[o][$(name)_casadi_place(&f->out[o], k)] = (casadi_real)m.y[f->out[o].offset + k];
  return 0;
}

$(include("faces/casadi/jacobian.c"))
