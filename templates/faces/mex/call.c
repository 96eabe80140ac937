/* The numbers of an argument: `rows` in each of one or n columns. */
typedef struct {
  const double *numbers;
  size_t columns;
} $(name)_mex_argument;

static $(name)_mex_argument $(name)_mex_take(const char *function, const char *what, const mxArray *from, size_t rows)
{
  $(name)_mex_argument a;
  if (!mxIsDouble(from) || mxIsComplex(from) || mxIsSparse(from))
    mexErrMsgIdAndTxt("bristle:$(name)", "%s: %s must be a full matrix of real doubles", function, what);
  if (mxGetM(from) != rows)
    mexErrMsgIdAndTxt("bristle:$(name)", "%s: %s has %d rows, not %d", function, what, (int)mxGetM(from), (int)rows);
  a.numbers = mxGetPr(from);
  a.columns = mxGetN(from);
  return a;
}

/* Returns the larger number of columns; 1 goes with every other. */
static size_t $(name)_mex_columns(const char *function, const char *what, size_t columns, size_t more)
{
  if (columns != 1 && more != 1 && columns != more)
    mexErrMsgIdAndTxt("bristle:$(name)", "%s: %s has %d columns where others have %d", function, what, (int)more, (int)columns);
  return columns == 1 ? more : columns;
}

static const double *$(name)_mex_at(const $(name)_mex_argument *a, size_t rows, size_t column)
{
  return a->numbers + (a->columns == 1 ? 0 : column*rows);
}

/* Copies the row-major numbers of a port in the order of columns. */
static void $(name)_mex_turn(const br_port *port, const double *from, double *to)
{
  for (int k = 0; k < port->rows*port->cols; k++)
    to[k/port->cols + k%port->cols*port->rows] = from[k];
}

/* A call: the arguments of state, inputs and tuned values, and the results. */
typedef struct {
  const br_solver *solver;
  const br_function *entry;
  $(name)_mex_argument state, in[$(most_inputs(objects))], tuned;
  double *out[$(most_outputs(objects))], *statuses;
  size_t columns;
} $(name)_mex_call;

/* Gives a state the tuned values of a call. */
static int $(name)_mex_tune(const $(name)_mex_call *c, void *state, size_t column)
{
//@ if #tune > 0 then
  const double *in[$(name)_mex_TUNED];
  if (!c->tuned.numbers) return 0;
  for (int i = 0; i < $(name)_mex_TUNED; i++) in[i] = $(name)_mex_at(&c->tuned, $(name)_mex_TUNED, column) + i;
  for (int i = 0; i < c->solver->nfunctions; i++)
    if (strcmp(c->solver->functions[i].name, "tune") == 0) return c->solver->functions[i].call(state, in, 0);
//@ else
  (void)c, (void)state, (void)column;
//@ end
  return 0;
}

/* Makes the call for one column. */
static int $(name)_mex_one(const $(name)_mex_call *c, void *state, size_t column, double *room)
{
  const double *in[$(most_inputs(objects))];
  double *out[$(most_outputs(objects))];
  for (int i = 0; i < c->entry->ninputs; i++)
    in[i] = $(name)_mex_at(&c->in[i], (size_t)(c->entry->inputs[i].rows*c->entry->inputs[i].cols), column);
  for (int i = 0; i < c->entry->noutputs; i++) {
    out[i] = room;
    room += c->entry->outputs[i].rows*c->entry->outputs[i].cols;
  }
  const int status = c->entry->call(state, in, out);
  for (int i = 0; i < c->entry->noutputs; i++)
    $(name)_mex_turn(&c->entry->outputs[i], out[i], c->out[i] + column*(size_t)(c->entry->outputs[i].rows*c->entry->outputs[i].cols));
  return status;
}

/* Makes all calls. Returns the column of the first error, or the number of columns. */
static size_t $(name)_mex_all(const $(name)_mex_call *c, const $(name)_mex_function *f, double *room, double *end)
{
  const br_solver *const solver = c->solver;
  const size_t nstates = (size_t)solver->nstates;
  size_t bad = c->columns;
  char *const memory = (char *)mxCalloc(solver->state_bytes + solver->state_align, 1);
  const size_t past = (size_t)memory%solver->state_align;
  void *const state = (void *)(memory + (past ? solver->state_align - past : 0));
  solver->reset(state);
  if (c->state.numbers) solver->set(state, c->state.numbers);
  for (size_t column = 0; column < c->columns; column++) {
    if (c->state.numbers && !f->changes) solver->set(state, $(name)_mex_at(&c->state, nstates, column));
    int status = $(name)_mex_tune(c, state, column);
    if (status >= 0) status = $(name)_mex_one(c, state, column, room);
    c->statuses[column] = status;
    if (status < 0 && bad == c->columns) bad = column;
  }
  if (f->changes) solver->get(state, end);
  mxFree(memory);
  return bad;
}

static void $(name)_mex_run(const $(name)_mex_function *f, const char *word, int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs)
{
  const br_function *const entry = &f->solver->functions[f->entry];
  /* A state that holds tuned values alone is no argument. */
  const int first = entry->needs_state && f->solver->nstates > 0, most = first + entry->ninputs;
  const int nresults = f->changes + entry->noutputs;
  $(name)_mex_call c;
  mxArray *results[$(most_outputs(objects) + 2)];
  size_t room = 1;
  memset(&c, 0, sizeof c);
  c.solver = f->solver;
  c.entry = entry;
  c.columns = 1;
  if (nrhs != most && !($(name)_mex_TUNED > 0 && nrhs == most + 1))
    mexErrMsgIdAndTxt("bristle:$(name)", "%s: takes %d arguments, got %d", word, most, nrhs);
  if (nlhs > nresults + 1) mexErrMsgIdAndTxt("bristle:$(name)", "%s: returns %d results", word, nresults + 1);
  if (first) {
    c.state = $(name)_mex_take(word, "the state", prhs[0], (size_t)f->solver->nstates);
    if (f->changes && c.state.columns != 1) mexErrMsgIdAndTxt("bristle:$(name)", "%s: the state is one column", word);
    c.columns = c.state.columns;
  }
  for (int i = 0; i < entry->ninputs; i++) {
    const br_port *const port = &entry->inputs[i];
    c.in[i] = $(name)_mex_take(word, port->name, prhs[first + i], (size_t)(port->rows*port->cols));
    c.columns = $(name)_mex_columns(word, port->name, c.columns, c.in[i].columns);
  }
  if (nrhs > most) {
    c.tuned = $(name)_mex_take(word, "the tuned values", prhs[most], $(name)_mex_TUNED);
    c.columns = $(name)_mex_columns(word, "the tuned values", c.columns, c.tuned.columns);
  }
  if (f->changes) results[0] = mxCreateDoubleMatrix((size_t)f->solver->nstates, 1, mxREAL);
  for (int i = 0; i < entry->noutputs; i++) {
    const size_t rows = (size_t)entry->outputs[i].rows, cols = (size_t)entry->outputs[i].cols;
    const int is_matrix = c.columns == 1;
    results[f->changes + i] = mxCreateDoubleMatrix(is_matrix ? rows : rows*cols, is_matrix ? cols : c.columns, mxREAL);
    c.out[i] = mxGetPr(results[f->changes + i]);
    room += rows*cols;
  }
  results[nresults] = mxCreateDoubleMatrix(1, c.columns, mxREAL);
  c.statuses = mxGetPr(results[nresults]);
  double *const numbers = (double *)mxCalloc(room, sizeof(double));
  const size_t bad = $(name)_mex_all(&c, f, numbers, f->changes ? mxGetPr(results[0]) : 0);
  mxFree(numbers);
  if (bad < c.columns && nlhs <= nresults) {
    const char *const status = $(name)_mex_word((int)c.statuses[bad]);
    char id[60];
    snprintf(id, sizeof id, "bristle:%s", status);
    mexErrMsgIdAndTxt(id, "%s: %s in column %d", word, status, (int)bad + 1);
  }
  for (int i = 0; i <= nresults; i++) {
    if (i < nlhs || i == 0) plhs[i] = results[i];
    else mxDestroyArray(results[i]);
  }
}

//@ local has_reset = false
//@ for _, object in ipairs(objects) do has_reset = has_reset or object.reals > 0 end
//@ if has_reset then
/* s = $(name)("reset"): the state of an object after its reset. */
static void $(name)_mex_reset(const br_solver *solver, mxArray **plhs)
{
  char *const memory = (char *)mxCalloc(solver->state_bytes + solver->state_align, 1);
  const size_t past = (size_t)memory%solver->state_align;
  void *const state = (void *)(memory + (past ? solver->state_align - past : 0));
  plhs[0] = mxCreateDoubleMatrix((size_t)solver->nstates, 1, mxREAL);
  solver->reset(state);
  solver->get(state, mxGetPr(plhs[0]));
  mxFree(memory);
}

//@ end
void mexFunction(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs)
{
  char word[64] = "";
  if (nrhs < 1 || !mxIsChar(prhs[0]) || mxGetString(prhs[0], word, sizeof word) != 0)
    mexErrMsgIdAndTxt("bristle:$(name)", "the first argument is the name of a function: $(gateway_words(objects))");
//@ for _, object in ipairs(objects) do
//@ if object.reals > 0 then
  if (strcmp(word, "$(reset_word(object))") == 0) {
    $(name)_mex_reset(&$(name)_$(object.solver), plhs);
    return;
  }
//@ end
//@ end
//@ if #tune > 0 then
  if (strcmp(word, "tune") == 0) {
    static const double defaults[] = {$(gateway_defaults())};
    plhs[0] = mxCreateDoubleMatrix($(name)_mex_TUNED, 1, mxREAL);
    memcpy(mxGetPr(plhs[0]), defaults, sizeof defaults);
    return;
  }
//@ end
  for (const $(name)_mex_function *f = $(name)_mex_functions; f->solver; f++)
    if (strcmp(word, f->solver->functions[f->entry].name) == 0) {
      $(name)_mex_run(f, word, nlhs, plhs, nrhs - 1, prhs + 1);
      return;
    }
  mexErrMsgIdAndTxt("bristle:$(name)", "there is no function \"%s\": $(gateway_words(objects))", word);
}
