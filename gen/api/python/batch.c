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
  char *room; /* rows of n: twist, fn, wrench */
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
  Py_BEGIN_ALLOW_THREADS worst = functions->step_batch(
      self->n, self->z_view.buf, row(self, TWIST), row(self, FN), dt,
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
  const Py_ssize_t shape[2] = {3, self->n};
  PyObject *result =
      out == Py_None ? numbers_array(2, shape, 'd') : Py_NewRef(out);
  Numbers wrench;
  if (!result || numbers_write(&wrench, result, "batch.step", "out") != 0) {
    Py_XDECREF(result);
    return NULL;
  }
  if (has_rows(&wrench, 3, self->n) &&
      read_input(self, twist, "twist", 3, row(self, TWIST)) == 0 &&
      read_input(self, fn, "fn", 1, row(self, FN)) == 0) {
    run(self, dt);
    widen(self, wrench.at, row(self, WRENCH), wrench.count);
  } else {
    if (!PyErr_Occurred()) misfit(self, "out", 3, &wrench);
    Py_CLEAR(result);
  }
  numbers_release(&wrench);
  return result;
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
  if (make_arrays(self, functions->nstates) == 0) return (PyObject *)self;
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
       "(3, n)."},
      {"reset", reset, METH_NOARGS, "Sets all states to zero."},
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
