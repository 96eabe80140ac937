/* numbers.c: numbers from and to Python. In: numbers, sequences, and objects
 * with a buffer. Out: doubles in a row, in the object's own memory where that
 * holds doubles already.
 *
 * Invariant: after an error nothing is held. */
#include <stdint.h>
#include <string.h>

#include "api/python/inside.h"

/* new_array(shape, type) and view(object) of the package */
static PyObject *maker, *viewer;

PyObject *numbers_set_makers(PyObject *self, PyObject *args)
{
  (void)self;
  PyObject *new_array, *view;
  if (!PyArg_ParseTuple(args, "OO", &new_array, &view)) return NULL;
  Py_XDECREF(maker);
  Py_XDECREF(viewer);
  maker = Py_NewRef(new_array);
  viewer = Py_NewRef(view);
  Py_RETURN_NONE;
}

PyObject *numbers_view(PyObject *object)
{
  return PyObject_CallFunctionObjArgs(viewer, object, NULL);
}

PyObject *numbers_array(int ndim, const Py_ssize_t *shape, char type)
{
  PyObject *sizes = PyTuple_New(ndim);
  for (int i = 0; sizes && i < ndim; i++)
    PyTuple_SetItem(sizes, i, PyLong_FromSsize_t(shape[i]));
  if (!sizes) return NULL;
  PyObject *array = type == 'd'
                        ? PyObject_CallFunctionObjArgs(maker, sizes, NULL)
                        : PyObject_CallFunction(maker, "OC", sizes, (int)type);
  Py_DECREF(sizes);
  return array;
}

void numbers_release(Numbers *numbers)
{
  if (numbers->view.obj) PyBuffer_Release(&numbers->view);
  PyMem_Free(numbers->owned);
  numbers->owned = NULL;
}

/* ---- errors -----------------------------------------------------------------
 */

int numbers_misfit(const char *function, const char *what, const char *wanted,
                   const Numbers *numbers)
{
  char shape[100] = "a single number";
  size_t at = 0;
  for (int i = 0; i < numbers->ndim; i++)
    at += (size_t)PyOS_snprintf(shape + at, sizeof shape - at, "%s%lld%s",
                                i ? ", " : "shape (",
                                (long long)numbers->shape[i],
                                i + 1 < numbers->ndim ? ""
                                : numbers->ndim == 1  ? ",)"
                                                      : ")");
  PyErr_Format(PyExc_ValueError, "%s: %s must be %s, got %s", function, what,
               wanted, shape);
  return -1;
}

static int wrong_type(const char *function, const char *what,
                      const char *wanted, PyObject *object)
{
  PyErr_Clear();
  PyObject *type = PyType_GetName(Py_TYPE(object));
  PyErr_Format(PyExc_TypeError, "%s: %s must be %s, got %U", function, what,
               wanted, type);
  Py_XDECREF(type);
  return -1;
}

/* ---- sequences --------------------------------------------------------------
 */

enum { DEEPEST = 3 };
#define MOST_NUMBERS (SIZE_MAX / sizeof(double) - 1)

/* Finds the shape of a sequence from its first items. Returns -1 on error. */
static int find_shape(Numbers *numbers, PyObject *object)
{
  PyObject *item = Py_NewRef(object);
  numbers->ndim = 0;
  numbers->count = 1;
  while (PySequence_Check(item) && !PyUnicode_Check(item)) {
    const Py_ssize_t length = PySequence_Size(item);
    if (length < 0 || numbers->ndim == DEEPEST) {
      Py_DECREF(item);
      return -1;
    }
    if (length > 0 && numbers->count > MOST_NUMBERS / (size_t)length) {
      Py_DECREF(item);
      PyErr_NoMemory();
      return -1;
    }
    numbers->shape[numbers->ndim++] = length;
    numbers->count *= (size_t)length;
    if (length == 0) break;
    PyObject *first = PySequence_GetItem(item, 0);
    Py_DECREF(item);
    if (!first) return -1;
    item = first;
  }
  Py_DECREF(item);
  return 0;
}

/* Copies the items of a level to `into`. Returns how many, or -1. */
static Py_ssize_t copy_items(const Numbers *numbers, PyObject *object,
                             int level, double *into)
{
  if (level == numbers->ndim) {
    *into = PyFloat_AsDouble(object);
    return *into == -1.0 && PyErr_Occurred() ? -1 : 1;
  }
  if (!PySequence_Check(object) ||
      PySequence_Size(object) != numbers->shape[level])
    return -1;
  Py_ssize_t count = 0;
  for (Py_ssize_t i = 0; i < numbers->shape[level]; i++) {
    PyObject *item = PySequence_GetItem(object, i);
    const Py_ssize_t some =
        item ? copy_items(numbers, item, level + 1, into + count) : -1;
    Py_XDECREF(item);
    if (some < 0) return -1;
    count += some;
  }
  return count;
}

static int read_sequence(Numbers *numbers, PyObject *object)
{
  if (find_shape(numbers, object) != 0) return -1;
  numbers->at = numbers->owned =
      PyMem_Malloc((numbers->count + 1) * sizeof(double));
  if (!numbers->owned) {
    PyErr_NoMemory();
    return -1;
  }
  if (copy_items(numbers, object, 0, numbers->owned) >= 0) return 0;
  numbers_release(numbers);
  return -1;
}

/* ---- buffers ----------------------------------------------------------------
 */

static int is_double(const Py_buffer *view)
{
  const char *format = view->format ? view->format : "B";
  if (*format == '@' || *format == '=' || (*format == '<' && PY_LITTLE_ENDIAN))
    format++;
  return strcmp(format, "d") == 0 && view->itemsize == sizeof(double);
}

static void take_view(Numbers *numbers)
{
  const Py_buffer *view = &numbers->view;
  numbers->at = view->buf;
  numbers->count = (size_t)view->len / sizeof(double);
  numbers->ndim = view->ndim;
  for (int i = 0; i < view->ndim; i++) numbers->shape[i] = view->shape[i];
}

static int read_number(Numbers *numbers, PyObject *object)
{
  numbers->one = PyFloat_AsDouble(object);
  numbers->at = &numbers->one;
  numbers->count = 1;
  return numbers->one == -1.0 && PyErr_Occurred() ? -1 : 0;
}

/* Other types of numbers and other orders go through Python's own lists: an
 * array knows more types than a memoryview. */
static int read_list_of(Numbers *numbers, PyObject *object)
{
  PyObject *view = PyObject_HasAttrString(object, "tolist")
                       ? Py_NewRef(object)
                       : PyMemoryView_FromObject(object);
  PyObject *list = view ? PyObject_CallMethod(view, "tolist", NULL) : NULL;
  const int is_list = list && PyList_Check(list);
  const int result = is_list ? read_sequence(numbers, list)
                     : list  ? read_number(numbers, list)
                             : -1;
  Py_XDECREF(list);
  Py_XDECREF(view);
  return result;
}

static int read_buffer(Numbers *numbers, PyObject *object)
{
  if (PyObject_GetBuffer(object, &numbers->view,
                         PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) == 0) {
    if (is_double(&numbers->view) && numbers->view.ndim <= DEEPEST) {
      take_view(numbers);
      return 0;
    }
    PyBuffer_Release(&numbers->view);
  }
  numbers->view.obj = NULL;
  PyErr_Clear();
  return read_list_of(numbers, object);
}

int numbers_read(Numbers *numbers, PyObject *object, const char *function,
                 const char *what)
{
  numbers->view.obj = NULL;
  numbers->owned = NULL;
  numbers->ndim = 0;
  int result;
  if (PyFloat_Check(object) || PyLong_Check(object))
    result = read_number(numbers, object);
  else if (PyObject_CheckBuffer(object) && !PyBytes_Check(object))
    result = read_buffer(numbers, object);
  else if (PySequence_Check(object) && !PyUnicode_Check(object) &&
           !PyBytes_Check(object))
    result = read_sequence(numbers, object);
  else
    result = read_number(numbers, object);
  if (result == 0) return 0;
  if (PyErr_ExceptionMatches(PyExc_MemoryError)) return -1;
  return wrong_type(function, what, "numbers (a regular array, list or tuple)",
                    object);
}

int numbers_write(Numbers *numbers, PyObject *object, const char *function,
                  const char *what)
{
  numbers->owned = NULL;
  if (PyObject_GetBuffer(object, &numbers->view,
                         PyBUF_FORMAT | PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)) {
    numbers->view.obj = NULL;
  } else if (is_double(&numbers->view) && numbers->view.ndim <= DEEPEST) {
    take_view(numbers);
    return 0;
  } else {
    PyBuffer_Release(&numbers->view);
  }
  return wrong_type(function, what, "a writable, contiguous array of doubles",
                    object);
}
