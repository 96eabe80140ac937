/* view.c: members of a state as arrays in the state's own memory. In: a state
 * and the range of a member among its numbers. Out: an object with a buffer,
 * which keeps the state alive.
 *
 * Invariant: where a member lies is found by the solver's own get and set, so
 * nothing here knows the layout of a state. */
#include <string.h>

#include "api/python/inside.h"

typedef struct View {
  PyObject_HEAD State *state;
  char *at;
  Py_ssize_t count, size; /* numbers, and bytes of one */
} View;

static PyTypeObject *view_type;

/* ---- where a member lies ----------------------------------------------------
 */

/* A state with i + 1, or -(i + 1), as its number i. */
typedef struct Marked {
  void *block, *memory;
} Marked;

static int mark(Marked *marked, const State *state, const br_solver *functions,
                double sign)
{
  const size_t n = (size_t)functions->nstates;
  double *values = PyMem_Malloc((n + 1) * sizeof *values);
  marked->block = PyMem_Malloc(functions->state_bytes + functions->state_align);
  if (values && marked->block) {
    marked->memory = align_up(marked->block, functions->state_align);
    memcpy(marked->memory, state->memory, functions->state_bytes);
    for (size_t i = 0; i < n; i++) values[i] = sign * (double)(i + 1);
    functions->set(marked->memory, values);
  } else {
    PyErr_NoMemory();
  }
  PyMem_Free(values);
  return PyErr_Occurred() ? -1 : 0;
}

static double number_at(const void *at, size_t size)
{
  float narrow;
  double wide;
  if (size == sizeof narrow) {
    memcpy(&narrow, at, size);
    return (double)narrow;
  }
  memcpy(&wide, at, size);
  return wide;
}

/* Returns true if the marks of the range stand at an offset, in a row. */
static int lies_at(const Marked marked[2], size_t offset, size_t size,
                   Range range)
{
  for (size_t i = 0; i < range.count; i++) {
    const double mark = (double)(range.first + i + 1);
    const size_t at = offset + i * size;
    if (number_at((const char *)marked[0].memory + at, size) != mark ||
        number_at((const char *)marked[1].memory + at, size) != -mark)
      return 0;
  }
  return 1;
}

/* Returns the member's offset, or -1 if its numbers do not lie in a row. */
static Py_ssize_t find_offset(const Marked marked[2],
                              const br_solver *functions, Range range)
{
  const size_t size = (size_t)functions->real_bytes;
  const size_t bytes = range.count * size;
  for (size_t at = 0; at + bytes <= functions->state_bytes; at += size)
    if (lies_at(marked, at, size, range)) return (Py_ssize_t)at;
  return -1;
}

/* ---- the object -------------------------------------------------------------
 */

static int get_buffer(PyObject *object, Py_buffer *buffer, int flags)
{
  View *self = (View *)object;
  static const Py_ssize_t sizes[] = {sizeof(float), sizeof(double)};
  const int is_double = self->size == (Py_ssize_t)sizeof(double);
  static char formats[2][2] = {"f", "d"};
  buffer->obj = Py_NewRef(object);
  buffer->buf = self->at;
  buffer->len = self->count * self->size;
  buffer->readonly = 0;
  buffer->itemsize = self->size;
  buffer->format = flags & PyBUF_FORMAT ? formats[is_double] : NULL;
  buffer->ndim = 1;
  buffer->shape = flags & PyBUF_ND ? &self->count : NULL;
  buffer->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES
                        ? (Py_ssize_t *)&sizes[is_double]
                        : NULL;
  buffer->suboffsets = NULL;
  buffer->internal = NULL;
  return 0;
}

static void free_view(PyObject *object)
{
  PyTypeObject *type = Py_TYPE(object);
  Py_DECREF((PyObject *)((View *)object)->state);
  PyObject_Free(object);
  Py_DECREF(type);
}

PyObject *view_make(State *state, const br_solver *functions, Range range)
{
  Marked marked[2] = {{NULL, NULL}, {NULL, NULL}};
  PyObject *result = NULL;
  if (mark(&marked[0], state, functions, 1.0) == 0 &&
      mark(&marked[1], state, functions, -1.0) == 0) {
    const Py_ssize_t offset = find_offset(marked, functions, range);
    View *view = offset < 0 ? NULL : PyObject_New(View, view_type);
    if (view) {
      view->state = (State *)Py_NewRef((PyObject *)state);
      view->at = (char *)state->memory + offset;
      view->count = (Py_ssize_t)range.count;
      view->size = functions->real_bytes;
      result = (PyObject *)view;
    } else if (offset < 0) {
      raise_error("the numbers of this member do not lie in a row");
    }
  }
  PyMem_Free(marked[0].block);
  PyMem_Free(marked[1].block);
  return result;
}

int view_add_type(PyObject *module)
{
  static PyType_Slot slots[] = {{Py_tp_dealloc, free_view},
                                {Py_bf_getbuffer, get_buffer},
                                {0, NULL}};
  static PyType_Spec spec = {
      "bristle.View", sizeof(View), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  view_type = make_type(module, &spec);
  return view_type ? 0 : -1;
}
