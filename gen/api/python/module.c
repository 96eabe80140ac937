/* module.c: the Python module bristle._core, its models. In: calls of a script.
 * Out: the results of bristle.h as values of Python, and its errors as
 * exceptions.
 *
 * Invariant: one thread at a time uses a model; a second one gets an error. */
#include <stdarg.h>
#include <string.h>

#include "api/inside.h"
#include "api/python/inside.h"

PyObject *error_type, *status_error_type;

typedef struct PyModel {
  PyObject_HEAD bristle_model *model;
  int is_busy; /* a call of another thread, or a watch, runs */
} PyModel;

static PyTypeObject *model_type;

/* ---- errors -----------------------------------------------------------------
 */

PyObject *raise_error(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  PyErr_FormatV(error_type, format, args);
  va_end(args);
  return NULL;
}

PyObject *raise_status(const char *function, int status)
{
  return PyErr_Format(status_error_type, "%s: %s", function,
                      bristle_status(status));
}

PyTypeObject *make_type(PyObject *module, PyType_Spec *spec)
{
  PyObject *type = PyType_FromSpec(spec);
  if (type && PyModule_AddObjectRef(module, strchr(spec->name, '.') + 1, type))
    Py_CLEAR(type);
  return (PyTypeObject *)type;
}

/* Raises the library's error. */
static PyObject *fail(const bristle_model *model)
{
  const char *error = model ? bristle_error(model) : NULL;
  const char *line = error ? bristle_excerpt(model) : NULL;
  return raise_error("%s%s%s", error ? error : "out of memory",
                     line ? "\n" : "", line ? line : "");
}

/* ---- opening ----------------------------------------------------------------
 */

/* Returns the texts of a list, which owns them; the caller frees the array. */
static const char **texts_of(PyObject *list, size_t *count)
{
  const Py_ssize_t size = PyList_Check(list) ? PyList_Size(list) : 0;
  const char **texts = PyMem_Calloc((size_t)size + 1, sizeof *texts);
  *count = (size_t)size;
  for (Py_ssize_t i = 0; texts && i < size; i++) {
    Py_ssize_t length;
    texts[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, i), &length);
    if (texts[i] && strlen(texts[i]) != (size_t)length)
      PyErr_SetString(PyExc_ValueError, "set: a text has a zero byte");
    if (PyErr_Occurred()) {
      PyMem_Free(texts);
      return NULL;
    }
  }
  if (!texts) PyErr_NoMemory();
  return texts;
}

/* open(name, text or None, ["key=value"]) -> PyModel */
static PyObject *open_model(PyObject *module, PyObject *args)
{
  (void)module;
  const char *name, *text;
  PyObject *overrides;
  size_t count;
  if (!PyArg_ParseTuple(args, "szO:open", &name, &text, &overrides))
    return NULL;
  const char **texts = texts_of(overrides, &count);
  PyModel *self = texts ? PyObject_New(PyModel, model_type) : NULL;
  if (self) {
    self->is_busy = 0;
    Py_BEGIN_ALLOW_THREADS self->model =
        text ? bristle_open_text(name, text, texts, count)
             : bristle_open(name, texts, count);
    Py_END_ALLOW_THREADS
  }
  PyMem_Free(texts);
  if (!self) return NULL;
  if (self->model && !bristle_error(self->model)) return (PyObject *)self;
  fail(self->model);
  Py_DECREF((PyObject *)self);
  return NULL;
}

static void free_model(PyObject *object)
{
  PyTypeObject *type = Py_TYPE(object);
  bristle_close(((PyModel *)object)->model);
  PyObject_Free(object);
  Py_DECREF(type);
}

/* ---- calls without the lock -------------------------------------------------
 */

/* Marks the model as in use. Returns false, with an error, if it cannot be. */
static int begin(PyModel *self)
{
  if (!self->model)
    raise_error("the model is closed");
  else if (self->is_busy)
    raise_error("the model is in use");
  else
    self->is_busy = 1;
  return self->model && !PyErr_Occurred();
}

static PyObject *text_or_error(PyModel *self, const char *text)
{
  self->is_busy = 0;
  return text ? PyUnicode_FromString(text) : fail(self->model);
}

/* A text and whether all is well. */
static PyObject *report(PyModel *self, const char *text, int is_good)
{
  PyObject *first = text_or_error(self, text);
  return first ? Py_BuildValue("(NN)", first, PyBool_FromLong(is_good)) : NULL;
}

static PyObject *get_name(PyObject *object, PyObject *unused)
{
  (void)unused;
  PyModel *self = (PyModel *)object;
  return begin(self) ? text_or_error(self, bristle_name(self->model)) : NULL;
}

static PyObject *check(PyObject *object, PyObject *unused)
{
  (void)unused;
  int nerrors = 0;
  const char *text;
  PyModel *self = (PyModel *)object;
  if (!begin(self)) return NULL;
  Py_BEGIN_ALLOW_THREADS text = bristle_check(self->model, &nerrors);
  Py_END_ALLOW_THREADS return report(self, text, nerrors == 0);
}

static PyObject *verify(PyObject *object, PyObject *args)
{
  int holds = 0;
  const char *backend, *text;
  PyModel *self = (PyModel *)object;
  if (!PyArg_ParseTuple(args, "z:verify", &backend) || !begin(self))
    return NULL;
  Py_BEGIN_ALLOW_THREADS text = bristle_verify(self->model, backend, &holds);
  Py_END_ALLOW_THREADS return report(self, text, holds);
}

static PyObject *show(PyObject *object, PyObject *args)
{
  const char *letters, *text;
  PyModel *self = (PyModel *)object;
  if (!PyArg_ParseTuple(args, "s:show", &letters) || !begin(self)) return NULL;
  Py_BEGIN_ALLOW_THREADS text = bristle_show(self->model, letters);
  Py_END_ALLOW_THREADS return text_or_error(self, text);
}

/* emit(folder, has_descriptor, has_example) -> paths, one per line */
static PyObject *emit(PyObject *object, PyObject *args)
{
  const char *folder, *written;
  int has_descriptor, has_example;
  PyModel *self = (PyModel *)object;
  if (!PyArg_ParseTuple(args, "spp:emit", &folder, &has_descriptor,
                        &has_example) ||
      !begin(self))
    return NULL;
  Py_BEGIN_ALLOW_THREADS written =
      bristle_emit(self->model, folder,
                   (has_descriptor ? BRISTLE_DESCRIPTOR : 0) |
                       (has_example ? BRISTLE_EXAMPLE : 0));
  Py_END_ALLOW_THREADS return text_or_error(self, written);
}

static PyObject *jit(PyObject *object, PyObject *args)
{
  const char *backend;
  bristle_solver *solver;
  PyModel *self = (PyModel *)object;
  if (!PyArg_ParseTuple(args, "z:jit", &backend) || !begin(self)) return NULL;
  Py_BEGIN_ALLOW_THREADS solver = bristle_solver_open(self->model, backend);
  Py_END_ALLOW_THREADS self->is_busy = 0;
  if (!solver) return fail(self->model);
  size_t count;
  const bristle_tunable *tunables = bristle_tunables(self->model, &count);
  return solver_make(solver, tunables, count);
}

/* ---- tune and sweep ---------------------------------------------------------
 */

/* tunables() -> [(name, unit, low, high, value)] */
static PyObject *tunables(PyObject *object, PyObject *unused)
{
  (void)unused;
  PyModel *self = (PyModel *)object;
  size_t count;
  if (!begin(self)) return NULL;
  const bristle_tunable *t = bristle_tunables(self->model, &count);
  self->is_busy = 0;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < count; i++) {
    PyObject *row = Py_BuildValue("(ssddd)", t[i].name, t[i].unit, t[i].low,
                                  t[i].high, t[i].value);
    if (!row || PyList_Append(list, row) != 0) Py_CLEAR(list);
    Py_XDECREF(row);
  }
  return list;
}

static PyObject *tune(PyObject *object, PyObject *args)
{
  const char *name;
  double value;
  PyModel *self = (PyModel *)object;
  if (!PyArg_ParseTuple(args, "sd:tune", &name, &value) || !begin(self))
    return NULL;
  const int is_done = bristle_tune(self->model, name, value);
  self->is_busy = 0;
  return is_done ? Py_NewRef(Py_None) : fail(self->model);
}

/* sweep(out, vary, range, samples, seed, jobs, measures, backend) -> (rows,
 * failed) */
static PyObject *sweep(PyObject *object, PyObject *args)
{
  PyModel *self = (PyModel *)object;
  PyObject *vary, *range;
  const char *out;
  bristle_sweep_options o = {0};
  long rows, failed;
  if (!PyArg_ParseTuple(args, "sOOlllzz:sweep", &out, &vary, &range, &o.samples,
                        &o.seed, &o.jobs, &o.measures, &o.backend))
    return NULL;
  const char **varied = texts_of(vary, &o.nvary);
  const char **ranges = varied ? texts_of(range, &o.nrange) : NULL;
  int is_done = 0;
  if (ranges && begin(self)) {
    o.vary = varied;
    o.range = ranges;
    Py_BEGIN_ALLOW_THREADS is_done =
        bristle_sweep(self->model, &o, out, &rows, &failed);
    Py_END_ALLOW_THREADS self->is_busy = 0;
    if (!is_done) fail(self->model);
  }
  PyMem_Free(varied);
  PyMem_Free(ranges);
  return is_done ? Py_BuildValue("(ll)", rows, failed) : NULL;
}

/* fit(logs, names, columns, use, hold, given, weights, backend, out, plot) ->
 * JSON */
static PyObject *fit(PyObject *object, PyObject *args)
{
  PyModel *self = (PyModel *)object;
  PyObject *logs, *columns;
  const char *text = NULL;
  bristle_fit_options o = {0};
  if (!PyArg_ParseTuple(args, "OsOzzzzzzz:fit", &logs, &o.names, &columns,
                        &o.use, &o.hold, &o.given, &o.weights, &o.backend,
                        &o.out, &o.picture))
    return NULL;
  const char **paths = texts_of(logs, &o.nlogs);
  const char **formulas = paths ? texts_of(columns, &o.ncolumns) : NULL;
  const int is_begun = formulas && begin(self);
  if (is_begun) {
    o.logs = paths;
    o.columns = formulas;
    Py_BEGIN_ALLOW_THREADS text = bristle_fit(self->model, &o);
    Py_END_ALLOW_THREADS
  }
  PyMem_Free(paths);
  PyMem_Free(formulas);
  return is_begun ? text_or_error(self, text) : NULL;
}

/* ---- simulation -------------------------------------------------------------
 */

typedef struct Watcher {
  PyObject *each; /* or None */
  PyThreadState *thread;
} Watcher;

/* Calls each(row) with a dictionary. Returns 1 if the simulation is to end. */
static int call_each(PyObject *each, const bristle_recording *so_far)
{
  const double *last = so_far->values + (so_far->nrows - 1) * so_far->ncolumns;
  if (PyErr_CheckSignals() != 0) return 1;
  if (each == Py_None) return 0;
  PyObject *row = PyDict_New();
  for (size_t i = 0; row && i < so_far->ncolumns; i++) {
    PyObject *value = PyFloat_FromDouble(last[i]);
    if (value) PyDict_SetItemString(row, so_far->names[i], value);
    Py_XDECREF(value);
  }
  PyObject *result = row ? PyObject_CallFunctionObjArgs(each, row, NULL) : NULL;
  const int is_over = result ? PyObject_IsTrue(result) : -1;
  Py_XDECREF(result);
  Py_XDECREF(row);
  return is_over != 0;
}

static int call_watch(void *context, const bristle_recording *so_far)
{
  Watcher *watcher = context;
  PyEval_RestoreThread(watcher->thread);
  const int is_over = call_each(watcher->each, so_far);
  watcher->thread = PyEval_SaveThread();
  return is_over;
}

/* (names, units, arrays) of the columns */
static PyObject *columns_of(const bristle_recording *recording)
{
  const Py_ssize_t nrows = (Py_ssize_t)recording->nrows;
  const size_t n = recording->ncolumns;
  PyObject *all = PyList_New(0);
  for (size_t i = 0; all && i < n; i++) {
    Numbers numbers;
    PyObject *array = numbers_array(1, &nrows, 'd');
    if (array && numbers_write(&numbers, array, "sim", "a column") == 0) {
      for (size_t k = 0; k < recording->nrows; k++)
        numbers.at[k] = recording->values[k * n + i];
      numbers_release(&numbers);
    } else {
      Py_CLEAR(array);
    }
    PyObject *column = array ? Py_BuildValue("(ssN)", recording->names[i],
                                             recording->units[i], array)
                             : NULL;
    if (!column || PyList_Append(all, column) != 0) Py_CLEAR(all);
    Py_XDECREF(column);
  }
  return all;
}

/* sim(backend, each) -> [(name, unit, array)] */
static PyObject *sim(PyObject *object, PyObject *args)
{
  const char *backend;
  Watcher watcher;
  PyModel *self = (PyModel *)object;
  if (!PyArg_ParseTuple(args, "zO:sim", &backend, &watcher.each) ||
      !begin(self))
    return NULL;
  watcher.thread = PyEval_SaveThread();
  const bristle_recording *recording =
      bristle_sim(self->model, backend, call_watch, &watcher);
  PyEval_RestoreThread(watcher.thread);
  self->is_busy = 0;
  if (PyErr_Occurred()) return NULL;
  return recording ? columns_of(recording) : fail(self->model);
}

static PyObject *close_model(PyObject *object, PyObject *unused)
{
  (void)unused;
  PyModel *self = (PyModel *)object;
  if (self->is_busy) return raise_error("the model is in use");
  bristle_close(self->model);
  self->model = NULL;
  Py_RETURN_NONE;
}

/* ---- the module -------------------------------------------------------------
 */

static void add_word(void *list, const char *word)
{
  PyObject *text = PyUnicode_FromString(word);
  if (text) PyList_Append(list, text);
  Py_XDECREF(text);
}

/* words() -> the words of the spec language that make tables */
static PyObject *words(PyObject *module, PyObject *unused)
{
  (void)module;
  (void)unused;
  PyObject *list = PyList_New(0);
  if (list) library_words(add_word, list);
  if (list && PyErr_Occurred()) Py_CLEAR(list);
  return list;
}

static int add_types(PyObject *module)
{
  static PyMethodDef methods[] = {{"name", get_name, METH_NOARGS, NULL},
                                  {"check", check, METH_NOARGS, NULL},
                                  {"verify", verify, METH_VARARGS, NULL},
                                  {"show", show, METH_VARARGS, NULL},
                                  {"emit", emit, METH_VARARGS, NULL},
                                  {"jit", jit, METH_VARARGS, NULL},
                                  {"sim", sim, METH_VARARGS, NULL},
                                  {"tunables", tunables, METH_NOARGS, NULL},
                                  {"tune", tune, METH_VARARGS, NULL},
                                  {"sweep", sweep, METH_VARARGS, NULL},
                                  {"fit", fit, METH_VARARGS, NULL},
                                  {"close", close_model, METH_NOARGS, NULL},
                                  {NULL, NULL, 0, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_dealloc, free_model}, {Py_tp_methods, methods}, {0, NULL}};
  static PyType_Spec spec = {
      "bristle._Model", sizeof(PyModel), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  model_type = make_type(module, &spec);
  error_type = PyErr_NewExceptionWithDoc(
      "bristle.Error", "What bristle refuses, with file and line.", NULL, NULL);
  status_error_type = PyErr_NewExceptionWithDoc(
      "bristle.StatusError", "A call of a solver that failed.", error_type,
      NULL);
  if (!model_type || !status_error_type ||
      PyModule_AddObjectRef(module, "Error", error_type) != 0 ||
      PyModule_AddObjectRef(module, "StatusError", status_error_type) != 0)
    return -1;
  return solver_add_type(module) || state_add_type(module) ||
                 view_add_type(module) || call_add_type(module) ||
                 bind_add_type(module) || batch_add_type(module)
             ? -1
             : 0;
}

__attribute__((visibility("default"))) PyObject *PyInit__core(void)
{
  static PyMethodDef functions[] = {
      {"open", open_model, METH_VARARGS, NULL},
      {"words", words, METH_NOARGS, NULL},
      {"set_makers", numbers_set_makers, METH_VARARGS, NULL},
      {NULL, NULL, 0, NULL}};
  static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                   .m_name = "bristle._core",
                                   .m_size = -1,
                                   .m_methods = functions};
  PyObject *module = PyModule_Create(&definition);
  if (!module) return NULL;
  if (add_types(module) == 0 &&
      PyModule_AddStringConstant(module, "version", bristle_version()) == 0)
    return module;
  Py_DECREF(module);
  return NULL;
}
