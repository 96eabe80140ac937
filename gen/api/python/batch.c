/* batch.c: many states for Python, stepped by one call without the
 * interpreter's lock. In: a solver that steps batches. Out: an object with the
 * states as an array z of shape (numbers, n) and the statuses of the last step,
 * both as the solver itself reads and writes them.
 *
 * Invariant: no other thread uses the batch meanwhile. */
#include <string.h>

#include "api/python/inside.h"

static PyTypeObject *batch_type;

typedef struct Batch {
  PyObject_HEAD PySolver *solver;
  int n;
  size_t bytes; /* size of the solver's reals */
  PyObject *z, *statuses;
  Py_buffer z_view, status_view;
  char *room;     /* rows of n: twist, fn, wrench */
  double *values; /* rows of n: numbers of the spec's tune; or NULL */
  char *tunings;  /* made of them: one for all states, or n if is_each */
  int is_each;
  int is_busy;
} Batch;

enum { TWIST = 0, FN = 3, WRENCH = 4, ROWS = 7 };

static void *row(const Batch *self, int index)
{
  return self->room + (size_t)index * (size_t)self->n * self->bytes;
}

static void narrow(const Batch *self, void *to, const double *from,
                   size_t count)
{
  if (self->bytes == sizeof(double)) {
    memcpy(to, from, count * sizeof *from);
    return;
  }
  for (size_t i = 0; i < count; i++) ((float *)to)[i] = (float)from[i];
}

static void widen(const Batch *self, double *to, const void *from, size_t count)
{
  if (self->bytes == sizeof(double)) {
    memcpy(to, from, count * sizeof *to);
    return;
  }
  for (size_t i = 0; i < count; i++) to[i] = (double)((const float *)from)[i];
}

static int has_rows(const Numbers *numbers, int rows, int n)
{
  if (rows == 1 && numbers->ndim == 1) return numbers->shape[0] == n;
  return numbers->ndim == 2 && numbers->shape[0] == rows &&
         numbers->shape[1] == n;
}

static int misfit(const Batch *self, const char *what, int rows,
                  const Numbers *numbers)
{
  char wanted[100];
  if (rows == 1)
    PyOS_snprintf(wanted, sizeof wanted, "a number or of shape (%d,)", self->n);
  else
    PyOS_snprintf(wanted, sizeof wanted, "of shape (%d, %d)", rows, self->n);
  return numbers_misfit("batch.step", what, wanted, numbers);
}

/* Copies an input to the batch's own rows. */
static int read_input(const Batch *self, PyObject *object, const char *what,
                      int rows, void *into)
{
  Numbers numbers;
  if (numbers_read(&numbers, object, "batch.step", what) != 0) return -1;
  int result = 0;
  if (rows == 1 && numbers.ndim == 0) {
    for (int i = 0; i < self->n; i++)
      narrow(self, (char *)into + (size_t)i * self->bytes, numbers.at, 1);
  } else if (has_rows(&numbers, rows, self->n)) {
    narrow(self, into, numbers.at, numbers.count);
  } else {
    result = misfit(self, what, rows, &numbers);
  }
  numbers_release(&numbers);
  return result;
}

static int run(Batch *self, double dt)
{
  const br_solver *functions =
      bristle_solver_functions(self->solver->solver, 0);
  int worst;
  self->is_busy = 1;
  self->solver->users++;
  Py_BEGIN_ALLOW_THREADS if (self->tunings) worst =
      functions->tuning->step_batch(self->tunings, self->is_each, self->n,
                                    self->z_view.buf, row(self, TWIST),
                                    row(self, FN), dt, row(self, WRENCH),
                                    self->status_view.buf);
  else worst = functions->step_batch(self->n, self->z_view.buf,
                                     row(self, TWIST), row(self, FN), dt,
                                     row(self, WRENCH), self->status_view.buf);
  Py_END_ALLOW_THREADS self->solver->users--;
  self->is_busy = 0;
  return worst;
}

/* step(twist, fn, dt, out=None) -> wrench */
static PyObject *step(PyObject *object, PyObject *args, PyObject *named)
{
  static char *names[] = {"twist", "fn", "dt", "out", NULL};
  Batch *self = (Batch *)object;
  PyObject *twist, *fn, *out = Py_None;
  double dt;
  if (!PyArg_ParseTupleAndKeywords(args, named, "OOd|O:step", names, &twist,
                                   &fn, &dt, &out) ||
      !solver_functions(self->solver, 0))
    return NULL;
  if (self->is_busy)
    return raise_error("the batch is in use by another thread");
  int rows[3];
  bristle_batch_rows(bristle_solver_functions(self->solver->solver, 0), rows);
  const Py_ssize_t shape[2] = {rows[2], self->n};
  PyObject *result = out == Py_None ? rows[2] > 1
                                          ? numbers_array(2, shape, 'd')
                                          : numbers_array(1, shape + 1, 'd')
                                    : Py_NewRef(out);
  Numbers wrench;
  if (!result || numbers_write(&wrench, result, "batch.step", "out") != 0) {
    Py_XDECREF(result);
    return NULL;
  }
  self->solver->users++;
  const int is_read =
      has_rows(&wrench, rows[2], self->n) &&
      read_input(self, twist, "twist", rows[0], row(self, TWIST)) == 0 &&
      (!rows[1] || read_input(self, fn, "fn", 1, row(self, FN)) == 0);
  self->solver->users--;
  if (is_read && !self->is_busy) {
    run(self, dt);
    widen(self, wrench.at, row(self, WRENCH), wrench.count);
  } else {
    if (is_read) raise_error("the batch is in use by another thread");
    if (!PyErr_Occurred()) misfit(self, "out", rows[2], &wrench);
    Py_CLEAR(result);
  }
  numbers_release(&wrench);
  return result;
}

/* ---- tunings ---------------------------------------------------------------
 */

static const br_tuning *tuning_of(const Batch *self)
{
  const br_solver *functions = solver_functions(self->solver, 0);
  return functions && functions->tuning && functions->tuning->step_batch
             ? functions->tuning
             : NULL;
}

/* Makes the tunings of these values: one for all states where that does. */
static int give(Batch *self, double *values)
{
  const br_tuning *tuning = tuning_of(self);
  const size_t n = (size_t)self->n, count = (size_t)tuning->count;
  int is_each = 0, status = 0;
  for (size_t k = 0; k < count; k++)
    for (size_t i = 1; i < n; i++)
      is_each |= values[k * n + i] < values[k * n] ||
                 values[k * n + i] > values[k * n];
  char *made = PyMem_Calloc(is_each ? n : 1, tuning->bytes);
  if (!made) PyErr_NoMemory();
  for (size_t i = 0; made && status == 0 && i < (is_each ? n : 1); i++) {
    double own[BR_MOST_TUNED];
    for (size_t k = 0; k < count; k++) own[k] = values[k * n + i];
    status = tuning->tune(made + i * tuning->bytes, own);
  }
  if (status < 0) raise_status("tune", status);
  if (!made || status < 0) {
    PyMem_Free(made);
    return -1;
  }
  PyMem_Free(self->tunings);
  PyMem_Free(self->values);
  self->tunings = made;
  self->values = values;
  self->is_each = is_each;
  return 0;
}

/* Reads a number, or one for each state, into a row of the values. */
static int read_row(const Batch *self, const char *name, PyObject *object,
                    double *values)
{
  Numbers numbers;
  if (numbers_read(&numbers, object, "batch.tune", name) != 0) return -1;
  int result = numbers.ndim == 0 || has_rows(&numbers, 1, self->n)
                   ? 0
                   : misfit(self, name, 1, &numbers);
  for (int i = 0; result == 0 && i < self->n; i++) {
    double own[BR_MOST_TUNED];
    PyObject *number = PyFloat_FromDouble(numbers.at[numbers.ndim ? i : 0]);
    const int which = number ? tune_one(self->solver, name, number, own) : -1;
    if (which >= 0)
      values[(size_t)which * (size_t)self->n + (size_t)i] = own[which];
    else
      result = -1;
    Py_XDECREF(number);
  }
  numbers_release(&numbers);
  return result;
}

static int read_rows(const Batch *self, PyObject *dictionary, double *values)
{
  PyObject *items = PyMapping_Items(dictionary);
  const Py_ssize_t count = items ? PyList_Size(items) : -1;
  int result = items ? 0 : -1;
  for (Py_ssize_t i = 0; result == 0 && i < count; i++) {
    PyObject *item = PyList_GetItem(items, i);
    const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(item, 0), NULL);
    result = name ? read_row(self, name, PyTuple_GetItem(item, 1), values) : -1;
  }
  Py_XDECREF(items);
  return result;
}

/* b.tune(mu=0.5) or b.tune({"mu": array}); other names keep their values. */
static PyObject *tune(PyObject *object, PyObject *args, PyObject *named)
{
  Batch *self = (Batch *)object;
  PyObject *given = NULL;
  const br_tuning *tuning = tuning_of(self);
  if (!solver_functions(self->solver, 0) ||
      !PyArg_ParseTuple(args, "|O:tune", &given))
    return NULL;
  if (self->is_busy)
    return raise_error("the batch is in use by another thread");
  const size_t count =
      tuning ? (size_t)tuning->count * (size_t)self->n : (size_t)0;
  double *values = PyMem_Calloc(count + 1, sizeof *values);
  if (!values) return PyErr_NoMemory();
  if (tuning) memcpy(values, self->values, count * sizeof *values);
  self->solver->users++;
  const int is_given = (!given || read_rows(self, given, values) == 0) &&
                       (!named || read_rows(self, named, values) == 0) &&
                       (!tuning || give(self, values) == 0);
  self->solver->users--;
  if (!is_given) {
    PyMem_Free(values);
    return NULL;
  }
  if (!tuning) PyMem_Free(values);
  return Py_NewRef(object);
}

/* Starts with the values of the solver's new states. */
static int start_tuning(Batch *self)
{
  const br_tuning *tuning = tuning_of(self);
  const size_t n = (size_t)self->n;
  if (!tuning) return 0;
  double *values = PyMem_Calloc((size_t)tuning->count * n, sizeof *values);
  if (!values) PyErr_NoMemory();
  for (int k = 0; values && k < tuning->count; k++)
    for (size_t i = 0; i < n; i++)
      values[(size_t)k * n + i] = self->solver->tunables[k].value;
  if (values && give(self, values) == 0) return 0;
  PyMem_Free(values);
  return -1;
}

static PyObject *reset(PyObject *object, PyObject *unused)
{
  (void)unused;
  Batch *self = (Batch *)object;
  memset(self->z_view.buf, 0, (size_t)self->z_view.len);
  memset(self->status_view.buf, 0, (size_t)self->status_view.len);
  return Py_NewRef(object);
}

static Py_ssize_t length(PyObject *object)
{
  return ((Batch *)object)->n;
}

static PyObject *get_array(PyObject *object, void *which)
{
  const Batch *self = (Batch *)object;
  return Py_NewRef(which ? self->statuses : self->z);
}

static PyObject *represent(PyObject *object)
{
  return PyUnicode_FromFormat("<batch of %d states>", ((Batch *)object)->n);
}

static void free_batch(PyObject *object)
{
  Batch *self = (Batch *)object;
  PyTypeObject *type = Py_TYPE(object);
  if (self->z_view.obj) PyBuffer_Release(&self->z_view);
  if (self->status_view.obj) PyBuffer_Release(&self->status_view);
  Py_XDECREF(self->z);
  Py_XDECREF(self->statuses);
  Py_XDECREF((PyObject *)self->solver);
  PyMem_Free(self->room);
  PyMem_Free(self->values);
  PyMem_Free(self->tunings);
  PyObject_Free(self);
  Py_DECREF(type);
}

static int make_arrays(Batch *self, int nstates)
{
  const Py_ssize_t shape[2] = {nstates, self->n};
  self->z = numbers_array(2, shape, self->bytes == sizeof(double) ? 'd' : 'f');
  self->statuses = self->z ? numbers_array(1, shape + 1, 'i') : NULL;
  self->room = PyMem_Malloc(ROWS * (size_t)self->n * self->bytes);
  if (!self->statuses) return -1;
  if (!self->room) {
    PyErr_NoMemory();
    return -1;
  }
  const int flags = PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS;
  if (PyObject_GetBuffer(self->z, &self->z_view, flags) != 0 ||
      PyObject_GetBuffer(self->statuses, &self->status_view, flags) != 0)
    return -1;
  Py_DECREF(reset((PyObject *)self, NULL)); /* the batch itself */
  return 0;
}

/* All states are zero, a valid state of every solver with batches. */
PyObject *batch_make(PySolver *solver, Py_ssize_t n)
{
  enum { MOST = 1 << 28 };
  const br_solver *functions = solver_functions(solver, 0);
  if (!functions) return NULL;
  if (!functions->step_batch)
    return raise_error("this solver does not step batches");
  if (n < 1 || n > MOST / (functions->nstates + 7))
    return PyErr_Format(PyExc_ValueError,
                        "batch: n must be a number of states for which memory "
                        "has room, got %zd",
                        n);
  Batch *self = PyObject_New(Batch, batch_type);
  if (!self) return NULL;
  memset((char *)self + sizeof(PyObject), 0, sizeof *self - sizeof(PyObject));
  self->solver = (PySolver *)Py_NewRef((PyObject *)solver);
  self->n = (int)n;
  self->bytes = (size_t)functions->real_bytes;
  if (make_arrays(self, functions->nstates) == 0 && start_tuning(self) == 0)
    return (PyObject *)self;
  Py_DECREF((PyObject *)self);
  return NULL;
}

int batch_add_type(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"step", (PyCFunction)(void (*)(void))step, METH_VARARGS | METH_KEYWORDS,
       "step(twist, fn, dt, out=None)\n\nSteps all states: twist has shape "
       "(3, n), fn is a number or of shape (n,).\nReturns the wrenches, of "
       "shape "
       "(3, n). Other kinds take the inputs of their function step as\nrows of "
       "twist, but for dt and an input named load, which stands in the place\n"
       "of fn (None if there is none); one row has shape (n,)."},
      {"reset", reset, METH_NOARGS, "Sets all states to zero."},
      {"tune", (PyCFunction)(void (*)(void))tune, METH_VARARGS | METH_KEYWORDS,
       "tune(mu=0.5) or tune({\"mu\": array})\n\nSets numbers of the spec's "
       "tune: one for all states, or one for each.\nOther names keep their "
       "values. Returns the batch."},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef members[] = {
      {"z", get_array, NULL, "the states: row i has number i of all states",
       NULL},
      {"status", get_array, NULL, "the status of each state in the last step",
       "s"},
      {NULL, NULL, NULL, NULL, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_dealloc, free_batch}, {Py_tp_methods, methods},
      {Py_tp_getset, members},     {Py_tp_repr, represent},
      {Py_sq_length, length},      {0, NULL}};
  static PyType_Spec spec = {
      "bristle.Batch", sizeof(Batch), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  batch_type = make_type(module, &spec);
  return batch_type ? 0 : -1;
}
