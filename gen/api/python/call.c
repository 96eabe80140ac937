/* call.c: the functions of a solver as callables of Python. In: a descriptor,
 * and arguments of the shapes that its ports state. Out: one call, or many
 * in a row.
 *
 * Invariant: a call reads and writes exactly the size of each port. */
#include <string.h>

#include "api/python/inside.h"

static PyTypeObject *function_type;

const br_function *function_described(const Callable *self)
{
  const br_solver *functions = solver_functions(self->solver, self->object);
  return functions ? &functions->functions[self->index] : NULL;
}

/* ---- arguments --------------------------------------------------------------
 */

/* The arguments of a call: inputs in the order of the ports, borrowed. */
typedef struct Given {
  PyObject *in[PORTS_AT_MOST];
  PyObject *out; /* NULL, an array, or a tuple of arrays and None */
  Py_ssize_t n;  /* -1: not given */
} Given;

static int take_named(Given *given, const br_function *f, int is_many,
                      PyObject *named)
{
  PyObject *key, *value;
  Py_ssize_t at = 0;
  while (named && PyDict_Next(named, &at, &key, &value)) {
    const int port = port_of_name(f, key);
    if (port >= 0 && given->in[port]) {
      PyErr_Format(PyExc_TypeError, "%s: %U is given twice", f->name, key);
      return -1;
    }
    if (port >= 0) {
      given->in[port] = value;
    } else if (PyUnicode_CompareWithASCIIString(key, "out") == 0) {
      given->out = value == Py_None ? NULL : value;
    } else if (is_many && PyUnicode_CompareWithASCIIString(key, "n") == 0) {
      given->n = PyLong_AsSsize_t(value);
      if (given->n == -1 && PyErr_Occurred()) return -1;
      if (given->n < 0) {
        PyErr_Format(PyExc_ValueError, "%s: n must be at least 0", f->name);
        return -1;
      }
    } else {
      PyErr_Format(PyExc_TypeError, "%s has no argument %U", f->name, key);
      return -1;
    }
  }
  return 0;
}

static int take_arguments(Given *given, const br_function *f, int is_many,
                          PyObject *args, PyObject *named)
{
  *given = (Given){.n = -1};
  const Py_ssize_t count = PyTuple_Size(args);
  if (f->ninputs + f->noutputs > PORTS_AT_MOST || count > f->ninputs) {
    PyErr_Format(PyExc_TypeError, "%s takes %d argument%s, got %zd", f->name,
                 f->ninputs, f->ninputs == 1 ? "" : "s", count);
    return -1;
  }
  for (Py_ssize_t i = 0; i < count; i++)
    given->in[i] = PyTuple_GetItem(args, i);
  if (take_named(given, f, is_many, named) != 0) return -1;
  for (int i = 0; i < f->ninputs; i++)
    if (!given->in[i]) {
      PyErr_Format(PyExc_TypeError, "%s needs %s (%s)", f->name,
                   f->inputs[i].name, f->inputs[i].unit);
      return -1;
    }
  return 0;
}

/* ---- a call, from its arguments to its results ------------------------------
 */

typedef struct Ports {
  const double *in[PORTS_AT_MOST];
  double *out[PORTS_AT_MOST];
  size_t in_step[PORTS_AT_MOST], out_step[PORTS_AT_MOST]; /* of many calls */
  Numbers read[PORTS_AT_MOST], write[PORTS_AT_MOST];
  PyObject *results[PORTS_AT_MOST]; /* NULL: a number, or left out */
  double single[PORTS_AT_MOST];
  int nread, nwritten;
} Ports;

static void release(Ports *ports)
{
  for (int i = 0; i < ports->nread; i++) numbers_release(&ports->read[i]);
  for (int i = 0; i < ports->nwritten; i++) {
    if (ports->out[i] && ports->results[i]) numbers_release(&ports->write[i]);
    Py_XDECREF(ports->results[i]);
  }
}

/* Finds the number of calls in the leading dimension of the inputs. */
static int read_inputs(Ports *ports, const br_function *f, Given *given,
                       int is_many)
{
  for (int i = 0; i < f->ninputs; i++) {
    const br_port *port = &f->inputs[i];
    Numbers *numbers = &ports->read[i];
    if (numbers_read(numbers, given->in[i], f->name, port->name) != 0)
      return -1;
    ports->nread++;
    ports->in[i] = numbers->at;
    ports->in_step[i] = 0;
    if (port_fits(numbers, 0, port) && !(is_many && numbers->ndim == 1 &&
                                         port_size(port) == 1 && given->n == 1))
      continue;
    if (!is_many || numbers->ndim == 0 || !port_fits(numbers, 1, port))
      return port_misfit(f, port, is_many, numbers);
    if (given->n >= 0 && given->n != numbers->shape[0]) {
      PyErr_Format(PyExc_ValueError,
                   "%s_many: %s has %zd rows, others have %zd", f->name,
                   port->name, numbers->shape[0], given->n);
      return -1;
    }
    given->n = numbers->shape[0];
    ports->in_step[i] = (size_t)port_size(port);
  }
  return 0;
}

static PyObject *given_output(const Given *given, const br_function *f, int i)
{
  if (!given->out || f->noutputs == 0) return NULL;
  if (!PyTuple_Check(given->out)) return i == 0 ? given->out : NULL;
  return i < PyTuple_Size(given->out) ? PyTuple_GetItem(given->out, i) : NULL;
}

/* n < 0: one call */
static int make_outputs(Ports *ports, const br_function *f, const Given *given,
                        Py_ssize_t n)
{
  const int leading = n >= 0;
  for (int i = 0; i < f->noutputs; i++) {
    const br_port *port = &f->outputs[i];
    Py_ssize_t shape[3] = {n, 0, 0};
    const int ndim = leading + port_shape(port, shape + leading);
    PyObject *array = given_output(given, f, i);
    ports->results[i] = NULL;
    ports->out[i] = NULL;
    ports->out_step[i] = leading ? (size_t)port_size(port) : 0;
    ports->nwritten++;
    if (array == Py_None) continue;
    if (!array && ndim == 0) {
      ports->out[i] = &ports->single[i];
      continue;
    }
    array = array ? Py_NewRef(array) : numbers_array(ndim, shape, 'd');
    if (!array) return -1;
    if (numbers_write(&ports->write[i], array, f->name, port->name) != 0) {
      Py_DECREF(array);
      return -1;
    }
    ports->results[i] = array;
    ports->out[i] = ports->write[i].at;
    if (!port_fits(&ports->write[i], leading, port) ||
        (leading && ports->write[i].shape[0] != n))
      return port_misfit(f, port, leading, &ports->write[i]);
  }
  return 0;
}

/* Returns nothing, the only output, or a tuple of all. */
static PyObject *results_of(const Ports *ports, const br_function *f)
{
  PyObject *all = f->noutputs > 1 ? PyTuple_New(f->noutputs) : NULL;
  if (f->noutputs > 1 && !all) return NULL;
  for (int i = 0; i < f->noutputs; i++) {
    PyObject *one = ports->results[i] ? Py_NewRef(ports->results[i])
                    : ports->out[i]   ? PyFloat_FromDouble(ports->single[i])
                                      : Py_NewRef(Py_None);
    if (!all) return one;
    PyTuple_SetItem(all, i, one);
  }
  if (all) return all;
  Py_RETURN_NONE;
}

int function_is_free(const Callable *self)
{
  if (!self->state || !self->state->is_busy) return 1;
  raise_error("the state is in use by another thread");
  return 0;
}

void function_keep_status(const Callable *self, int status)
{
  if (self->state)
    self->state->status = status;
  else
    self->solver->status = status;
}

void *function_memory(const Callable *self)
{
  return self->state ? self->state->memory : NULL;
}

static PyObject *call_once(Callable *self, const br_function *f, Given *given)
{
  Ports ports;
  PyObject *results = NULL;
  ports.nread = ports.nwritten = 0;
  if (read_inputs(&ports, f, given, 0) == 0 &&
      make_outputs(&ports, f, given, -1) == 0 && function_is_free(self)) {
    const int status = f->call(function_memory(self), ports.in, ports.out);
    function_keep_status(self, status);
    results =
        status < 0 ? raise_status(f->name, status) : results_of(&ports, f);
  }
  release(&ports);
  return results;
}

/* Runs n calls without the interpreter's lock. Returns the last status; *done
 * counts the calls that succeeded. */
static int run_many(Callable *self, Ports *ports, Py_ssize_t n,
                    Py_ssize_t *done)
{
  int status = 0;
  bristle_solver *solver = self->solver->solver;
  const size_t object = self->object;
  const int index = self->index;
  void *memory = function_memory(self);
  self->solver->users++;
  if (self->state) self->state->is_busy = 1;
  Py_BEGIN_ALLOW_THREADS for (*done = 0; *done < n && status >= 0; ++*done)
  {
    /* A faster tier may have come since the last call. */
    const br_function *f =
        &bristle_solver_functions(solver, object)->functions[index];
    status = f->call(memory, ports->in, ports->out);
    for (int i = 0; i < f->ninputs; i++) ports->in[i] += ports->in_step[i];
    for (int i = 0; i < f->noutputs; i++)
      if (ports->out[i]) ports->out[i] += ports->out_step[i];
  }
  Py_END_ALLOW_THREADS if (self->state) self->state->is_busy = 0;
  self->solver->users--;
  return status;
}

static PyObject *call_many(Callable *self, const br_function *f, Given *given)
{
  Ports ports;
  PyObject *results = NULL;
  Py_ssize_t done = 0;
  ports.nread = ports.nwritten = 0;
  if (read_inputs(&ports, f, given, 1) == 0) {
    if (given->n < 0)
      PyErr_Format(
          PyExc_TypeError,
          "%s_many: no input has a row for each call; give n=", f->name);
    else if (make_outputs(&ports, f, given, given->n) == 0 &&
             function_is_free(self)) {
      const int status = run_many(self, &ports, given->n, &done);
      function_keep_status(self, status);
      results =
          status >= 0
              ? results_of(&ports, f)
              : PyErr_Format(status_error_type, "%s_many: call %zd of %zd: %s",
                             f->name, done, given->n, bristle_status(status));
    }
  }
  release(&ports);
  return results;
}

static PyObject *call(PyObject *object, PyObject *args, PyObject *named)
{
  Given given;
  Callable *self = (Callable *)object;
  const br_function *f = function_described(self);
  PyObject *results = NULL;
  if (!f) return NULL;
  self->solver->users++;
  if (take_arguments(&given, f, self->is_many, args, named) == 0)
    results =
        self->is_many ? call_many(self, f, &given) : call_once(self, f, &given);
  self->solver->users--;
  return results;
}

/* ---- what a function says of itself -----------------------------------------
 */

static size_t describe_port(char *text, size_t size, const br_port *port,
                            const char *role)
{
  char shape[60];
  port_describe(port, 0, shape, sizeof shape);
  const int length =
      PyOS_snprintf(text, size, "  %-8s %s, %s%s%s\n", port->name, role, shape,
                    *port->unit ? ", in " : "", port->unit);
  return length < (int)size ? (size_t)length : size;
}

static PyObject *get_doc(PyObject *object, void *context)
{
  (void)context;
  char text[4000];
  size_t at = 0;
  const Callable *self = (Callable *)object;
  const br_function *f = function_described(self);
  if (!f) return NULL;
  at += (size_t)PyOS_snprintf(text, 200, "%s%s(", f->name,
                              self->is_many ? "_many" : "");
  for (int i = 0; i < f->ninputs; i++)
    at += (size_t)PyOS_snprintf(text + at, 100, "%s%s", i ? ", " : "",
                                f->inputs[i].name);
  at += (size_t)PyOS_snprintf(text + at, 100, ")%s", f->noutputs ? " -> " : "");
  for (int i = 0; i < f->noutputs; i++)
    at += (size_t)PyOS_snprintf(text + at, 100, "%s%s", i ? ", " : "",
                                f->outputs[i].name);
  at += (size_t)PyOS_snprintf(
      text + at, 200, "\n\n%s",
      self->is_many ? "Makes n calls in a row. An input is as below, the same "
                      "for all calls, or has\nn of them.\n"
                    : "");
  for (int i = 0; i < f->ninputs; i++)
    at += describe_port(text + at, sizeof text - at, &f->inputs[i], "input");
  for (int i = 0; i < f->noutputs; i++)
    at += describe_port(text + at, sizeof text - at, &f->outputs[i], "output");
  return PyUnicode_FromStringAndSize(text, (Py_ssize_t)at);
}

static PyObject *get_name(PyObject *object, void *context)
{
  (void)context;
  const Callable *self = (Callable *)object;
  const br_function *f = function_described(self);
  return f ? PyUnicode_FromFormat("%s%s", f->name, self->is_many ? "_many" : "")
           : NULL;
}

/* function.inputs, function.outputs: (name, unit, shape) of each port */
static PyObject *get_ports(PyObject *object, void *outputs)
{
  const br_function *f = function_described((Callable *)object);
  if (!f) return NULL;
  const int count = outputs ? f->noutputs : f->ninputs;
  PyObject *all = PyTuple_New(count);
  for (int i = 0; all && i < count; i++) {
    const br_port *port = outputs ? &f->outputs[i] : &f->inputs[i];
    Py_ssize_t shape[2];
    const int ndim = port_shape(port, shape);
    PyObject *sizes = ndim == 0   ? Py_BuildValue("()")
                      : ndim == 1 ? Py_BuildValue("(n)", shape[0])
                                  : Py_BuildValue("(nn)", shape[0], shape[1]);
    PyTuple_SetItem(all, i,
                    Py_BuildValue("(ssN)", port->name, port->unit, sizes));
  }
  return all;
}

static PyObject *represent(PyObject *object)
{
  PyObject *name = get_name(object, NULL);
  if (!name) return NULL;
  PyObject *text =
      PyUnicode_FromFormat("<function %U of a bristle %s>", name,
                           ((Callable *)object)->state ? "state" : "solver");
  Py_DECREF(name);
  return text;
}

static void free_function(PyObject *object)
{
  Callable *self = (Callable *)object;
  PyTypeObject *type = Py_TYPE(object);
  Py_XDECREF((PyObject *)self->state);
  Py_XDECREF((PyObject *)self->solver);
  PyObject_Free(self);
  Py_DECREF(type);
}

PyObject *call_make(PySolver *solver, State *state, size_t object, int index,
                    int is_many)
{
  Callable *self = PyObject_New(Callable, function_type);
  if (!self) return NULL;
  self->solver = (PySolver *)Py_NewRef((PyObject *)solver);
  self->state = (State *)Py_XNewRef((PyObject *)state);
  self->object = object;
  self->index = index;
  self->is_many = is_many;
  return (PyObject *)self;
}

int call_add_type(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"bind", (PyCFunction)(void (*)(void))bind_make,
       METH_VARARGS | METH_KEYWORDS,
       "bind(*arrays, **arrays)\n\nReturns a function that calls this one with "
       "these arrays, which it reads and\nwrites in place. It takes the inputs "
       "that are single numbers, in their order."},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef members[] = {
      {"__doc__", get_doc, NULL, NULL, NULL},
      {"__name__", get_name, NULL, NULL, NULL},
      {"inputs", get_ports, NULL, "(name, unit, shape) of each input", NULL},
      {"outputs", get_ports, NULL, "(name, unit, shape) of each output", "out"},
      {NULL, NULL, NULL, NULL, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_call, call},       {Py_tp_dealloc, free_function},
      {Py_tp_methods, methods}, {Py_tp_getset, members},
      {Py_tp_repr, represent},  {0, NULL}};
  static PyType_Spec spec = {
      "bristle.Function", sizeof(Callable), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  function_type = make_type(module, &spec);
  return function_type ? 0 : -1;
}
