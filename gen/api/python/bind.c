/* bind.c: a function of a solver with arrays that it reads and writes in place.
 * In: arrays for ports. Out: a callable that takes the other inputs, which are
 * single numbers.
 *
 * Invariant: a bound array stays where it is as long as the callable exists. */
#include <string.h>

#include "api/python/inside.h"

static PyTypeObject *bound_type;

/* A function with its arrays. What was not bound is passed at each call:
 * the inputs that are single numbers, in their order. */
typedef struct Bound {
  PyObject_HEAD Callable *function;
  PyObject *arrays[PORTS_AT_MOST]; /* inputs, then outputs */
  Numbers numbers[PORTS_AT_MOST];
  const double *in[PORTS_AT_MOST];
  double *out[PORTS_AT_MOST];
  double passed[PORTS_AT_MOST];
  int npassed;
} Bound;

static PyObject *call_it(Bound *self, const br_function *f,
                         PyObject *const *args, Py_ssize_t count)
{
  const Callable *function = self->function;
  if (count != self->npassed)
    return PyErr_Format(PyExc_TypeError,
                        "the bound %s takes %d number%s, got %zd", f->name,
                        self->npassed, self->npassed == 1 ? "" : "s", count);
  for (Py_ssize_t i = 0; i < count; i++) {
    self->passed[i] = PyFloat_AsDouble(args[i]);
    if (self->passed[i] == -1.0 && PyErr_Occurred()) return NULL;
  }
  if (!function_is_free(function)) return NULL;
  const int status = f->call(function_memory(function), self->in, self->out);
  function_keep_status(function, status);
  return status < 0 ? raise_status(f->name, status) : PyLong_FromLong(status);
}

static PyObject *call_bound(PyObject *object, PyObject *const *args,
                            Py_ssize_t count)
{
  Bound *self = (Bound *)object;
  const br_function *f = function_described(self->function);
  if (!f) return NULL;
  self->function->solver->users++;
  PyObject *status = call_it(self, f, args, count);
  self->function->solver->users--;
  return status;
}

/* Fills one port of a Bound. Returns -1 on error. */
static int bind_port(Bound *self, const br_function *f, int place,
                     PyObject *array)
{
  const int is_input = place < f->ninputs;
  const br_port *port =
      is_input ? &f->inputs[place] : &f->outputs[place - f->ninputs];
  Numbers *numbers = &self->numbers[place];
  if (numbers_write(numbers, array, f->name, port->name) != 0) return -1;
  self->arrays[place] = Py_NewRef(array);
  if (!port_fits(numbers, 0, port)) return port_misfit(f, port, 0, numbers);
  if (is_input)
    self->in[place] = numbers->at;
  else
    self->out[place - f->ninputs] = numbers->at;
  return 0;
}

static int place_of_name(const br_function *f, PyObject *key)
{
  for (int i = 0; i < f->noutputs; i++)
    if (PyUnicode_CompareWithASCIIString(key, f->outputs[i].name) == 0)
      return f->ninputs + i;
  return port_of_name(f, key);
}

static int bind_named(Bound *self, const br_function *f, PyObject *named)
{
  PyObject *key, *value;
  Py_ssize_t at = 0;
  while (named && PyDict_Next(named, &at, &key, &value)) {
    const int place = place_of_name(f, key);
    if (place < 0 || self->arrays[place]) {
      PyErr_Format(
          PyExc_TypeError,
          place < 0 ? "%s has no argument %U" : "%s: %U is given twice",
          f->name, key);
      return -1;
    }
    if (bind_port(self, f, place, value) != 0) return -1;
  }
  return 0;
}

/* Arrays without a name are those of the ports that are no single numbers. */
static int bind_in_order(Bound *self, const br_function *f, PyObject *args)
{
  const Py_ssize_t count = PyTuple_Size(args);
  Py_ssize_t at = 0;
  for (int i = 0; i < f->ninputs + f->noutputs && at < count; i++) {
    const br_port *port =
        i < f->ninputs ? &f->inputs[i] : &f->outputs[i - f->ninputs];
    if (port_size(port) == 1) continue;
    if (bind_port(self, f, i, PyTuple_GetItem(args, at++)) != 0) return -1;
  }
  if (at == count) return 0;
  PyErr_Format(PyExc_TypeError, "%s has fewer than %zd arrays to bind", f->name,
               count);
  return -1;
}

/* The rest: numbers are passed at each call, arrays must have been bound. */
static int bind_rest(Bound *self, const br_function *f)
{
  for (int i = 0; i < f->ninputs; i++) {
    if (self->arrays[i]) continue;
    if (port_size(&f->inputs[i]) > 1) {
      PyErr_Format(PyExc_TypeError, "%s: bind needs an array for %s", f->name,
                   f->inputs[i].name);
      return -1;
    }
    self->in[i] = &self->passed[self->npassed++];
  }
  return 0;
}

static PyMethodDef bound_call = {
    "bound", (PyCFunction)(void (*)(void))call_bound, METH_FASTCALL,
    "Calls the function with the arrays that were bound and the numbers given "
    "here. Returns the status: 0, or above 0 for a result with a condition."};

PyObject *bind_make(PyObject *object, PyObject *args, PyObject *named)
{
  Callable *function = (Callable *)object;
  const br_function *f = function_described(function);
  if (!f) return NULL;
  if (function->is_many || f->ninputs + f->noutputs > PORTS_AT_MOST)
    return PyErr_Format(PyExc_TypeError, "%s cannot be bound", f->name);
  Bound *self = PyObject_New(Bound, bound_type);
  if (!self) return NULL;
  memset((char *)self + sizeof(PyObject), 0, sizeof *self - sizeof(PyObject));
  self->function = (Callable *)Py_NewRef((PyObject *)function);
  PyObject *result = NULL;
  function->solver->users++;
  if (bind_in_order(self, f, args) == 0 && bind_named(self, f, named) == 0 &&
      bind_rest(self, f) == 0)
    result = PyCFunction_New(&bound_call, (PyObject *)self);
  function->solver->users--;
  Py_DECREF((PyObject *)self);
  return result;
}

static void free_bound(PyObject *object)
{
  Bound *self = (Bound *)object;
  PyTypeObject *type = Py_TYPE(object);
  for (int i = 0; i < PORTS_AT_MOST; i++) {
    if (self->arrays[i]) numbers_release(&self->numbers[i]);
    Py_XDECREF(self->arrays[i]);
  }
  Py_XDECREF((PyObject *)self->function);
  PyObject_Free(self);
  Py_DECREF(type);
}

int bind_add_type(PyObject *module)
{
  static PyType_Slot slots[] = {{Py_tp_dealloc, free_bound}, {0, NULL}};
  static PyType_Spec spec = {
      "bristle.Bound", sizeof(Bound), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  bound_type = make_type(module, &spec);
  return bound_type ? 0 : -1;
}
