/* ---- one engine for all functions ------------------------------------------ */

/* An input or an output: rows x cols numbers, row-major, from `offset` on among all
 * inputs or all outputs. */
typedef struct {
  const char *name;
  int rows, cols, offset;
  double start, typical;
} $(name)_face_item;

/* Derivatives that the solver writes at `start`: rows `of_size` by columns `by_size`; or
 * such blocks for each cell, which has two numbers of the state. */
typedef struct {
  int start, cells;
  int of, of_offset, of_size, by, by_offset, by_size;
} $(name)_face_slope;

/* A function of flat lists: x is the state, the inputs and the tuned values; y is the state
 * after a step and the outputs. */
typedef struct {
  const br_solver *solver;
  int entry, derivative, tune, nslopes, nderivatives;
  int nin, nout, nstates, advances, ntune;
  const $(name)_face_item *in, *out;
  const $(name)_face_slope *slopes;
} $(name)_face_function;

typedef struct {
  double *x, *y, *low, *high, *slopes;
  void *state;
} $(name)_face_memory;

static int $(name)_face_size(const $(name)_face_item *item)
{
  return item->rows*item->cols;
}

static int $(name)_face_count(const $(name)_face_item *items, int count)
{
  return count > 0 ? items[count - 1].offset + $(name)_face_size(&items[count - 1]) : 0;
}

/* Returns the bytes that $(name)_face_parts wants. */
static size_t $(name)_face_bytes(const $(name)_face_function *f)
{
  const int ny = $(name)_face_count(f->out, f->nout);
  const size_t numbers = (size_t)($(name)_face_count(f->in, f->nin) + 3*ny + f->nderivatives);
  return (numbers + 1)*sizeof(double) + f->solver->state_bytes + f->solver->state_align;
}

static char *$(name)_face_align(char *at, size_t align)
{
  const size_t past = (size_t)at%align;
  return past ? at + (align - past) : at;
}

static $(name)_face_memory $(name)_face_parts(const $(name)_face_function *f, void *memory)
{
  const int ny = $(name)_face_count(f->out, f->nout);
  $(name)_face_memory m;
  char *const first = $(name)_face_align((char *)memory, f->solver->state_align);
  m.state = (void *)first;
  m.x = (double *)(void *)$(name)_face_align(first + f->solver->state_bytes, sizeof(double));
  m.y = m.x + $(name)_face_count(f->in, f->nin);
  m.low = m.y + ny;
  m.high = m.low + ny;
  m.slopes = m.high + ny;
  return m;
}

/* Runs an entry of the solver's descriptor at x. Its outputs follow one another in `out`. */
static int $(name)_face_run(const $(name)_face_function *f, int entry, const $(name)_face_memory *m, double *out)
{
  const br_function *const g = &f->solver->functions[entry];
  const int first = f->nstates > 0, last = f->nin - f->ntune;
  const double *in[$(most_inputs(objects))];
  double *to[$(most_outputs(objects))];
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

static int $(name)_face_evaluate(const $(name)_face_function *f, const $(name)_face_memory *m, double *y)
{
  const int status = $(name)_face_run(f, f->entry, m, y + (f->advances ? f->nstates : 0));
  if (f->advances) f->solver->get(m->state, y);
  return status;
}
