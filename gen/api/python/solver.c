/* solver.c: a solver for Python. In: a bristle_solver. Out: an object with a
 * method for each function that needs no state, and for each object of the
 * solver a method that makes a state: pad.steady(...), pad.state(), pad.body().
 *
 * Invariant: the solver is closed exactly once, after its last user. */
#include <string.h>

#include "api/python/inside.h"

PyTypeObject *solver_type;

const br_solver *solver_functions(const PySolver *solver, size_t object)
{
  if (solver->solver) return bristle_solver_functions(solver->solver, object);
  raise_error("the solver is closed");
  return NULL;
}

/* A state with a tuning also has the functions that look at this alone. */
static int solver_has(const br_solver *functions, const br_function *f,
                      int takes_state)
{
  return f->needs_state == takes_state || (takes_state && functions->tuning);
}

int solver_find(const br_solver *functions, const char *name, size_t length,
                int takes_state)
{
  for (int i = 0; i < functions->nfunctions; i++) {
    const br_function *f = &functions->functions[i];
    if (solver_has(functions, f, takes_state) &&
        strncmp(f->name, name, length) == 0 && !f->name[length])
      return i;
  }
  return -1;
}

static int add_name(PyObject *list, const char *name, const char *end)
{
  PyObject *text = PyUnicode_FromFormat("%s%s", name, end);
  const int result = text ? PyList_Append(list, text) : -1;
  Py_XDECREF(text);
  return result;
}

int solver_add_names(PyObject *list, const br_solver *functions,
                     int takes_state)
{
  for (int i = 0; i < functions->nfunctions; i++) {
    const br_function *f = &functions->functions[i];
    if (!solver_has(functions, f, takes_state)) continue;
    if (add_name(list, f->name, "") != 0) return -1;
    if (takes_state && add_name(list, f->name, "_many") != 0) return -1;
  }
  return 0;
}

/* Copies the tunables, with the names and units of the descriptor. */
static int copy_tunables(PySolver *self, const bristle_tunable *tunables,
                         size_t count)
{
  const br_solver *functions = bristle_solver_functions(self->solver, 0);
  const int tune = solver_find(functions, "tune", 4, 1);
  self->tunables = PyMem_Calloc(count + 1, sizeof *self->tunables);
  self->ntunables = self->tunables && tune >= 0 ? count : 0;
  for (size_t i = 0; i < self->ntunables; i++) {
    self->tunables[i] = tunables[i];
    self->tunables[i].name = functions->functions[tune].inputs[i].name;
    self->tunables[i].unit = functions->functions[tune].inputs[i].unit;
  }
  if (!self->tunables) PyErr_NoMemory();
  return self->tunables ? 0 : -1;
}

PyObject *solver_make(bristle_solver *opened, const bristle_tunable *tunables,
                      size_t ntunables)
{
  PySolver *self = PyObject_New(PySolver, solver_type);
  if (!self) {
    bristle_solver_close(opened);
    return NULL;
  }
  self->solver = opened;
  self->origin = self->weak = NULL;
  self->users = self->status = 0;
  if (copy_tunables(self, tunables, ntunables) == 0) return (PyObject *)self;
  Py_DECREF((PyObject *)self);
  return NULL;
}

static void free_solver(PyObject *object)
{
  PySolver *self = (PySolver *)object;
  PyTypeObject *type = Py_TYPE(object);
  if (self->weak) PyObject_ClearWeakRefs(object);
  bristle_solver_close(self->solver);
  PyMem_Free(self->tunables);
  Py_XDECREF(self->origin);
  PyObject_Free(self);
  Py_DECREF(type);
}

/* ---- attributes -------------------------------------------------------------
 */

/* A method that makes a state of one object: its own self is (solver, object).
 */
static PyObject *make_state(PyObject *pair, PyObject *unused)
{
  (void)unused;
  PySolver *solver = (PySolver *)PyTuple_GetItem(pair, 0);
  return state_make(solver, PyLong_AsSize_t(PyTuple_GetItem(pair, 1)));
}

static PyMethodDef state_maker = {"state", make_state, METH_NOARGS,
                                  "Returns a new state at rest, without load."};

static PyObject *find_object(PySolver *self, const char *name)
{
  for (size_t i = 0; i < bristle_solver_objects(self->solver); i++)
    if (strcmp(bristle_solver_object(self->solver, i)->type, name) == 0) {
      PyObject *pair = Py_BuildValue("(Ok)", self, (unsigned long)i);
      PyObject *method = pair ? PyCFunction_New(&state_maker, pair) : NULL;
      Py_XDECREF(pair);
      return method;
    }
  return NULL;
}

/* Raises the error that a function belongs to a state, if it does. */
static int belongs_to_state(const PySolver *self, const char *name,
                            size_t length)
{
  for (size_t i = 0; i < bristle_solver_objects(self->solver); i++) {
    const char *type = bristle_solver_object(self->solver, i)->type;
    if (solver_find(bristle_solver_functions(self->solver, i), name, length,
                    1) < 0)
      continue;
    PyErr_Format(PyExc_AttributeError,
                 "%s is a function of a %s, not of the solver: s = "
                 "solver.%s(); s.%s(...)",
                 name, type, type, name);
    return 1;
  }
  return 0;
}

static PyObject *get_attribute(PyObject *object, PyObject *key)
{
  PySolver *self = (PySolver *)object;
  Py_ssize_t length;
  const char *name = PyUnicode_AsUTF8AndSize(key, &length);
  if (!name) return NULL;
  if (*name == '_' || !self->solver)
    return PyObject_GenericGetAttr(object, key);
  for (size_t i = 0; i < bristle_solver_objects(self->solver); i++) {
    const int index = solver_find(bristle_solver_functions(self->solver, i),
                                  name, (size_t)length, 0);
    if (index >= 0) return call_make(self, NULL, i, index, 0);
  }
  PyObject *found = find_object(self, name);
  if (!found && !PyErr_Occurred()) found = PyObject_GenericGetAttr(object, key);
  if (!found && PyErr_ExceptionMatches(PyExc_AttributeError)) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    if (!belongs_to_state(self, name, (size_t)length))
      PyErr_Restore(type, value, trace);
    else {
      Py_XDECREF(type);
      Py_XDECREF(value);
      Py_XDECREF(trace);
    }
  }
  return found;
}

static PyObject *list_names(PyObject *object, PyObject *unused)
{
  (void)unused;
  const PySolver *self = (PySolver *)object;
  PyObject *list = PyObject_CallMethod((PyObject *)&PyBaseObject_Type,
                                       "__dir__", "O", object);
  int result = list ? 0 : -1;
  for (size_t i = 0;
       result == 0 && self->solver && i < bristle_solver_objects(self->solver);
       i++) {
    result =
        solver_add_names(list, bristle_solver_functions(self->solver, i), 0);
    const char *type = bristle_solver_object(self->solver, i)->type;
    if (result == 0 && *type) result = add_name(list, type, "");
  }
  if (result == 0) return list;
  Py_XDECREF(list);
  return NULL;
}

/* ---- methods ----------------------------------------------------------------
 */

static PyObject *closed(void)
{
  return raise_error("the solver is closed");
}

/* solver.tier() -> "tcc", "kernel" or "cc" */
static PyObject *tier(PyObject *object, PyObject *unused)
{
  (void)unused;
  const PySolver *self = (PySolver *)object;
  return self->solver ? PyUnicode_FromString(bristle_solver_tier(self->solver))
                      : closed();
}

static PyObject *wait_tier(PyObject *object, PyObject *unused)
{
  (void)unused;
  PySolver *self = (PySolver *)object;
  const char *last;
  if (!self->solver) return closed();
  self->users++;
  Py_BEGIN_ALLOW_THREADS last = bristle_solver_wait(self->solver);
  Py_END_ALLOW_THREADS self->users--;
  const char *problem = bristle_solver_problem(self->solver);
  return problem ? raise_error("%s", problem) : PyUnicode_FromString(last);
}

static PyObject *keep(PyObject *object, PyObject *args)
{
  PySolver *self = (PySolver *)object;
  int is_held = 1;
  if (!PyArg_ParseTuple(args, "|p:keep", &is_held)) return NULL;
  if (!self->solver) return closed();
  bristle_solver_hold(self->solver, is_held);
  return Py_NewRef(object);
}

static PyObject *batch(PyObject *object, PyObject *args)
{
  Py_ssize_t n;
  return PyArg_ParseTuple(args, "n:batch", &n)
             ? batch_make((PySolver *)object, n)
             : NULL;
}

static PyObject *close_solver(PyObject *object, PyObject *unused)
{
  (void)unused;
  PySolver *self = (PySolver *)object;
  if (self->users) return raise_error("the solver is in use by a call");
  bristle_solver_close(self->solver);
  self->solver = NULL;
  Py_RETURN_NONE;
}

static PyObject *enter(PyObject *object, PyObject *unused)
{
  (void)unused;
  return Py_NewRef(object);
}

static PyObject *leave(PyObject *object, PyObject *args)
{
  (void)args;
  return close_solver(object, NULL);
}

/* pickle calls bristle._solver(origin). */
static PyObject *reduce(PyObject *object, PyObject *unused)
{
  (void)unused;
  const PySolver *self = (PySolver *)object;
  PyObject *package = PyImport_ImportModule("bristle");
  PyObject *maker = package ? PyObject_GetAttrString(package, "_solver") : NULL;
  Py_XDECREF(package);
  if (!maker) return NULL;
  if (!self->origin) {
    Py_DECREF(maker);
    return raise_error("a solver of a model cannot be pickled; jit its spec");
  }
  return Py_BuildValue("N(O)", maker, self->origin);
}

static PyObject *set_origin(PyObject *object, PyObject *origin)
{
  PySolver *self = (PySolver *)object;
  Py_XDECREF(self->origin);
  self->origin = Py_NewRef(origin);
  Py_RETURN_NONE;
}

/* ---- facts ------------------------------------------------------------------
 */

static PyObject *get_fact(PyObject *object, void *which)
{
  const PySolver *self = (PySolver *)object;
  const br_solver *functions = solver_functions(self, 0);
  if (!functions) return NULL;
  switch (*(const char *)which) {
    case 'k':
      return PyUnicode_FromString(functions->kind);
    case 'n':
      return PyUnicode_FromString(functions->name);
    case 'h':
      return PyUnicode_FromString(functions->spec_hash);
    case 'r':
      return PyLong_FromLong(functions->real_bytes);
    default:
      return PyLong_FromLong(functions->nstates);
  }
}

static PyObject *get_status(PyObject *object, void *context)
{
  (void)context;
  const PySolver *self = (PySolver *)object;
  if (self->status == 0) Py_RETURN_NONE;
  return PyUnicode_FromString(bristle_status(self->status));
}

static PyObject *represent(PyObject *object)
{
  const PySolver *self = (PySolver *)object;
  if (!self->solver) return PyUnicode_FromString("<closed solver>");
  const br_solver *functions = bristle_solver_functions(self->solver, 0);
  return PyUnicode_FromFormat("<solver %s of a %s, by %s>", functions->name,
                              functions->kind,
                              bristle_solver_tier(self->solver));
}

/* _tune({name: value}): the values of new states. */
static PyObject *tune_solver(PyObject *object, PyObject *dictionary)
{
  PySolver *self = (PySolver *)object;
  if (!self->solver) return closed();
  double *values = PyMem_Calloc(self->ntunables + 1, sizeof *self->tunables);
  if (!values) return PyErr_NoMemory();
  for (size_t i = 0; i < self->ntunables; i++)
    values[i] = self->tunables[i].value;
  PyObject *args = PyTuple_Pack(1, dictionary);
  const int result = args ? tune_read(self, args, NULL, values) : -1;
  for (size_t i = 0; result == 0 && i < self->ntunables; i++)
    self->tunables[i].value = values[i];
  Py_XDECREF(args);
  PyMem_Free(values);
  return result == 0 ? Py_NewRef(Py_None) : NULL;
}

static PyObject *get_tunables(PyObject *object, void *context)
{
  (void)context;
  const PySolver *self = (PySolver *)object;
  return self->solver ? tune_box(self) : closed();
}

int solver_add_type(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"tier", tier, METH_NOARGS, "Returns the backend whose code runs now."},
      {"wait", wait_tier, METH_NOARGS,
       "Waits until no faster code will come. Returns the tier."},
      {"keep", keep, METH_VARARGS,
       "keep() keeps the code that runs now; keep(False) allows faster code."},
      {"batch", batch, METH_VARARGS,
       "batch(n)\n\nReturns n states, all at rest, that one call steps."},
      {"couple", (PyCFunction)(void (*)(void))couple_solver,
       METH_VARARGS | METH_KEYWORDS,
       "couple(states, fn, v0, w, dt, twists) -> twists, wrenches, info\n\n"
       "Steps contacts and the bodies behind them: V = v0 + dt*w*f(V)."},
      {"close", close_solver, METH_NOARGS, "Frees the code."},
      {"__enter__", enter, METH_NOARGS, NULL},
      {"__exit__", leave, METH_VARARGS, NULL},
      {"__reduce__", reduce, METH_NOARGS, NULL},
      {"_set_origin", set_origin, METH_O, NULL},
      {"_tune", tune_solver, METH_O, NULL},
      {"__dir__", list_names, METH_NOARGS, NULL},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef members[] = {
      {"kind", get_fact, NULL, "the kind of the spec, as \"contact\"", "k"},
      {"name", get_fact, NULL, "the spec's name", "n"},
      {"spec_hash", get_fact, NULL, "the hash of the spec", "h"},
      {"real_bytes", get_fact, NULL, "8 (double) or 4 (float)", "r"},
      {"nstates", get_fact, NULL, "how many numbers a state has", "s"},
      {"tunables", get_tunables, NULL,
       "{name: (low, high, value of new states, unit)} of the spec's tune",
       NULL},
      {"status", get_status, NULL,
       "the condition of the last result of a function without a state, or "
       "None",
       NULL},
      {NULL, NULL, NULL, NULL, NULL}};
  static PyMemberDef offsets[] = {{"__weaklistoffset__", T_PYSSIZET,
                                   offsetof(PySolver, weak), READONLY, NULL},
                                  {NULL, 0, 0, 0, NULL}};
  static PyType_Slot slots[] = {{Py_tp_getattro, get_attribute},
                                {Py_tp_dealloc, free_solver},
                                {Py_tp_methods, methods},
                                {Py_tp_getset, members},
                                {Py_tp_members, offsets},
                                {Py_tp_repr, represent},
                                {0, NULL}};
  static PyType_Spec spec = {
      "bristle.Solver", sizeof(PySolver), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  solver_type = make_type(module, &spec);
  return solver_type ? 0 : -1;
}
