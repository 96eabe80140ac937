/* state.c: states for Python. In: an object of a solver. Out: an object of
 * Python that holds the state itself, with the solver's functions as methods
 * and the state's members as attributes.
 *
 * Invariant: only the solver that made a state gets the state. */
#include <stdint.h>
#include <string.h>

#include "api/python/inside.h"

PyTypeObject *state_type;

static const br_solver *functions_of(const State *self)
{
  if (!self->is_busy) return solver_functions(self->solver, self->object);
  raise_error("the state is in use by another thread");
  return NULL;
}

void *align_up(void *block, size_t align)
{
  return (void *)(((uintptr_t)block + align - 1) / align * align);
}

PyObject *state_make(PySolver *solver, size_t object)
{
  const br_solver *functions = solver_functions(solver, object);
  State *self = functions ? PyObject_New(State, state_type) : NULL;
  if (!self) return NULL;
  const size_t align = functions->state_align;
  self->solver = (PySolver *)Py_NewRef((PyObject *)solver);
  self->object = object;
  self->is_busy = self->status = 0;
  self->block = PyMem_Malloc(functions->state_bytes + align);
  self->tuning = PyMem_Calloc(solver->ntunables + 1, sizeof *self->tuning);
  if (!self->block || !self->tuning) {
    Py_DECREF((PyObject *)self);
    return PyErr_NoMemory();
  }
  self->memory = align_up(self->block, align);
  functions->reset(self->memory);
  for (size_t i = 0; i < solver->ntunables; i++)
    self->tuning[i] = solver->tunables[i].value;
  if (solver->ntunables == 0 || tune_state(self) == 0) return (PyObject *)self;
  Py_DECREF((PyObject *)self);
  return NULL;
}

static void free_state(PyObject *object)
{
  State *self = (State *)object;
  PyTypeObject *type = Py_TYPE(object);
  PyMem_Free(self->block);
  PyMem_Free(self->tuning);
  Py_DECREF((PyObject *)self->solver);
  PyObject_Free(self);
  Py_DECREF(type);
}

/* ---- members ----------------------------------------------------------------
 */

static const bristle_object *kind_of(const State *self)
{
  return bristle_solver_object(self->solver->solver, self->object);
}

/* Returns false if the state has no such member. */
static int find_member(const State *self, const char *name, Range *range)
{
  const bristle_object *object = kind_of(self);
  range->first = 0;
  for (size_t i = 0; i < object->nmembers; i++) {
    const bristle_member *member = &object->members[i];
    range->is_single = member->count == 0;
    range->count = range->is_single ? 1 : (size_t)member->count;
    if (strcmp(member->name, name) == 0) return 1;
    range->first += range->count;
  }
  return 0;
}

/* Returns all numbers of the state, which the caller frees. */
static double *values_of(const State *self, const br_solver *functions)
{
  double *values =
      PyMem_Malloc(((size_t)functions->nstates + 1) * sizeof *values);
  if (values)
    functions->get(self->memory, values);
  else
    PyErr_NoMemory();
  return values;
}

/* Returns one number as itself, several in the state's own memory. */
static PyObject *get_member(State *self, const br_solver *functions,
                            Range range)
{
  if (!range.is_single) {
    PyObject *view = view_make(self, functions, range);
    PyObject *result = view ? numbers_view(view) : NULL;
    Py_XDECREF(view);
    return result;
  }
  double *values = values_of(self, functions);
  PyObject *result = values ? PyFloat_FromDouble(values[range.first]) : NULL;
  PyMem_Free(values);
  return result;
}

static int set_range(const State *self, const br_solver *functions,
                     const char *name, Range range, PyObject *given)
{
  Numbers numbers;
  self->solver->users++;
  const int is_read = numbers_read(&numbers, given, "set", name) == 0;
  self->solver->users--;
  if (!is_read) return -1;
  int result = -1;
  double *values = values_of(self, functions);
  if (values && numbers.count != range.count) {
    char wanted[60];
    PyOS_snprintf(wanted, sizeof wanted, "%zu number%s", range.count,
                  range.count == 1 ? "" : "s");
    numbers_misfit("set", name, wanted, &numbers);
  } else if (values) {
    memcpy(values + range.first, numbers.at, range.count * sizeof *values);
    functions->set(self->memory, values);
    result = 0;
  }
  PyMem_Free(values);
  numbers_release(&numbers);
  return result;
}

/* ---- attributes -------------------------------------------------------------
 */

static PyObject *get_attribute(PyObject *object, PyObject *key)
{
  State *self = (State *)object;
  Py_ssize_t length;
  const char *name = PyUnicode_AsUTF8AndSize(key, &length);
  if (!name) return NULL;
  if (*name == '_') return PyObject_GenericGetAttr(object, key);
  if (!self->solver->solver) {
    PyObject *own = PyObject_GenericGetAttr(object, key);
    return own ? own : raise_error("%s: the solver is closed", name);
  }
  if (strcmp(name, "tune") == 0) return PyObject_GenericGetAttr(object, key);
  const br_solver *functions =
      bristle_solver_functions(self->solver->solver, self->object);
  int index = solver_find(functions, name, (size_t)length, 1);
  if (index >= 0) return call_make(self->solver, self, self->object, index, 0);
  if (length > 5 && strcmp(name + length - 5, "_many") == 0) {
    index = solver_find(functions, name, (size_t)length - 5, 1);
    if (index >= 0)
      return call_make(self->solver, self, self->object, index, 1);
  }
  Range range;
  if (find_member(self, name, &range))
    return functions_of(self) ? get_member(self, functions, range) : NULL;
  return PyObject_GenericGetAttr(object, key);
}

static int set_attribute(PyObject *object, PyObject *key, PyObject *value)
{
  const State *self = (State *)object;
  const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
  const br_solver *functions = name ? functions_of(self) : NULL;
  Range range;
  if (!functions) return -1;
  if (value && find_member(self, name, &range))
    return set_range(self, functions, name, range, value);
  PyErr_Format(PyExc_AttributeError, "a %s has no member %U to %s",
               kind_of(self)->type, key, value ? "set" : "delete");
  return -1;
}

static PyObject *list_names(PyObject *object, PyObject *unused)
{
  (void)unused;
  const State *self = (State *)object;
  const br_solver *functions = functions_of(self);
  PyObject *list = functions
                       ? PyObject_CallMethod((PyObject *)&PyBaseObject_Type,
                                             "__dir__", "O", object)
                       : NULL;
  if (!list) return NULL;
  const bristle_object *kind = kind_of(self);
  int result = solver_add_names(list, functions, 1);
  for (size_t i = 0; result == 0 && i < kind->nmembers; i++) {
    PyObject *name = PyUnicode_FromString(kind->members[i].name);
    result = name ? PyList_Append(list, name) : -1;
    Py_XDECREF(name);
  }
  if (result == 0) return list;
  Py_DECREF(list);
  return NULL;
}

/* ---- methods ----------------------------------------------------------------
 */

static Range whole(const br_solver *functions)
{
  return (Range){0, (size_t)functions->nstates, 0};
}

static PyObject *get(PyObject *object, PyObject *unused)
{
  (void)unused;
  const State *self = (State *)object;
  const br_solver *functions = functions_of(self);
  const Py_ssize_t shape = functions ? functions->nstates : 0;
  self->solver->users++;
  PyObject *result = functions ? numbers_array(1, &shape, 'd') : NULL;
  self->solver->users--;
  Numbers numbers;
  if (!result) return NULL;
  if (numbers_write(&numbers, result, "get", "numbers") != 0) {
    Py_DECREF(result);
    return NULL;
  }
  functions->get(self->memory, numbers.at);
  numbers_release(&numbers);
  return result;
}

static PyObject *set(PyObject *object, PyObject *given)
{
  const State *self = (State *)object;
  const br_solver *functions = functions_of(self);
  if (!functions ||
      set_range(self, functions, "the state", whole(functions), given) != 0)
    return NULL;
  return Py_NewRef(object);
}

static PyObject *reset(PyObject *object, PyObject *unused)
{
  (void)unused;
  State *self = (State *)object;
  const br_solver *functions = functions_of(self);
  if (!functions) return NULL;
  functions->reset(self->memory);
  self->status = 0;
  if (self->solver->ntunables > 0 && tune_state(self) != 0) return NULL;
  return Py_NewRef(object);
}

static PyObject *copy(PyObject *object, PyObject *unused)
{
  (void)unused;
  const State *self = (State *)object;
  const br_solver *functions = functions_of(self);
  State *other =
      functions ? (State *)state_make(self->solver, self->object) : NULL;
  if (!other) return NULL;
  memcpy(other->memory, self->memory, functions->state_bytes);
  memcpy(other->tuning, self->tuning,
         self->solver->ntunables * sizeof *self->tuning);
  other->status = self->status;
  return (PyObject *)other;
}

/* pickle calls bristle._state(solver, type, numbers). */
static PyObject *reduce(PyObject *object, PyObject *unused)
{
  (void)unused;
  const State *self = (State *)object;
  const br_solver *functions = functions_of(self);
  double *values = functions ? values_of(self, functions) : NULL;
  if (!values) return NULL;
  PyObject *package = PyImport_ImportModule("bristle");
  PyObject *maker = package ? PyObject_GetAttrString(package, "_state") : NULL;
  PyObject *result =
      maker ? Py_BuildValue(
                  "N(Osy#N)", Py_NewRef(maker), self->solver,
                  kind_of(self)->type, (char *)values,
                  (Py_ssize_t)((size_t)functions->nstates * sizeof *values),
                  tune_values(self->solver, self->tuning))
            : NULL;
  Py_XDECREF(maker);
  Py_XDECREF(package);
  PyMem_Free(values);
  return result;
}

static PyObject *restore(PyObject *object, PyObject *bytes)
{
  const State *self = (State *)object;
  const br_solver *functions = functions_of(self);
  char *text;
  Py_ssize_t length;
  if (!functions || PyBytes_AsStringAndSize(bytes, &text, &length) != 0)
    return NULL;
  const size_t size = (size_t)functions->nstates * sizeof(double);
  if ((size_t)length != size)
    return raise_error("the bytes were not saved from a state of this shape");
  double *values = PyMem_Malloc(size + 1);
  if (!values) return PyErr_NoMemory();
  memcpy(values, text, size);
  functions->set(self->memory, values);
  PyMem_Free(values);
  Py_RETURN_NONE;
}

/* s.tune(mu=0.5): other names keep their values. */
static PyObject *tune(PyObject *object, PyObject *args, PyObject *named)
{
  State *self = (State *)object;
  const size_t bytes = (self->solver->ntunables + 1) * sizeof *self->tuning;
  double *values = functions_of(self) ? PyMem_Malloc(bytes) : NULL;
  if (!values) return PyErr_Occurred() ? NULL : PyErr_NoMemory();
  memcpy(values, self->tuning, bytes);
  self->solver->users++;
  int result = tune_read(self->solver, args, named, values);
  self->solver->users--;
  double *const before = self->tuning;
  self->tuning = values;
  if (result == 0) result = tune_state(self);
  if (result != 0) self->tuning = before;
  PyMem_Free(result == 0 ? before : values);
  return result == 0 ? Py_NewRef(object) : NULL;
}

static PyObject *get_tuning(PyObject *object, void *context)
{
  (void)context;
  const State *self = (State *)object;
  return functions_of(self) ? tune_values(self->solver, self->tuning) : NULL;
}

/* s.bind(...) is s.step.bind(...). */
static PyObject *bind(PyObject *object, PyObject *args, PyObject *named)
{
  PyObject *step = PyObject_GetAttrString(object, "step");
  PyObject *method = step ? PyObject_GetAttrString(step, "bind") : NULL;
  PyObject *result = method ? PyObject_Call(method, args, named) : NULL;
  Py_XDECREF(method);
  Py_XDECREF(step);
  return result;
}

static PyObject *get_status(PyObject *object, void *context)
{
  (void)context;
  const State *self = (State *)object;
  if (self->status == 0) Py_RETURN_NONE;
  return PyUnicode_FromString(bristle_status(self->status));
}

static PyObject *get_solver(PyObject *object, void *context)
{
  (void)context;
  return Py_NewRef((PyObject *)((State *)object)->solver);
}

static PyObject *represent(PyObject *object)
{
  const State *self = (State *)object;
  const br_solver *functions = solver_functions(self->solver, self->object);
  if (!functions) return NULL;
  return PyUnicode_FromFormat("<%s of %s, %d numbers>", kind_of(self)->type,
                              functions->name, functions->nstates);
}

static Py_ssize_t length(PyObject *object)
{
  const State *self = (State *)object;
  const br_solver *functions = solver_functions(self->solver, self->object);
  return functions ? functions->nstates : -1;
}

int state_add_type(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"get", get, METH_NOARGS, "Returns all numbers of the state."},
      {"set", set, METH_O, "Sets all numbers of the state. Returns the state."},
      {"reset", reset, METH_NOARGS,
       "Sets the state to rest without load. Returns the state."},
      {"copy", copy, METH_NOARGS, "Returns a copy."},
      {"tune", (PyCFunction)(void (*)(void))tune, METH_VARARGS | METH_KEYWORDS,
       "tune(mu=0.5) or tune({\"mu\": 0.5})\n\nSets numbers of the spec's "
       "tune; other names keep their values. Returns the state."},
      {"bind", (PyCFunction)(void (*)(void))bind, METH_VARARGS | METH_KEYWORDS,
       "bind(*arrays, **arrays)\n\nThe same as step.bind: returns a step that "
       "reads and writes these arrays."},
      {"march", (PyCFunction)(void (*)(void))couple_march,
       METH_VARARGS | METH_KEYWORDS,
       "march(v, minv, loads, fn, dt) -> twists, wrenches\n\nMakes a step of "
       "a planar body for each row of loads."},
      {"__copy__", copy, METH_NOARGS, "Returns a copy."},
      {"__deepcopy__", copy, METH_O, "Returns a copy."},
      {"__reduce__", reduce, METH_NOARGS, NULL},
      {"_restore", restore, METH_O, NULL},
      {"__dir__", list_names, METH_NOARGS, NULL},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef members[] = {
      {"status", get_status, NULL,
       "the condition of the last result, as \"separated\", or None", NULL},
      {"tuning", get_tuning, NULL,
       "values of the spec's tune that hold for this state, by name", NULL},
      {"solver", get_solver, NULL, "the solver that made the state", NULL},
      {NULL, NULL, NULL, NULL, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_getattro, get_attribute}, {Py_tp_setattro, set_attribute},
      {Py_tp_dealloc, free_state},     {Py_tp_methods, methods},
      {Py_tp_getset, members},         {Py_tp_repr, represent},
      {Py_sq_length, length},          {0, NULL}};
  static PyType_Spec spec = {
      "bristle.State", sizeof(State), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  state_type = make_type(module, &spec);
  return state_type ? 0 : -1;
}
