/* couple.c: contacts and the bodies behind them, for Python: solver.couple(...)
 * and state.march(...). In: states of the solver's first object, numbers. Out:
 * arrays of twists and wrenches.
 *
 * Invariant: arguments are read before the states are looked at: reading may
 * run code of the caller. */
#include <string.h>

#include "api/python/inside.h"

enum { MOST = 8, INFO = 5 };

/* Copies numbers of that count, of any shape; one number stands for all if
 * is_filled. Returns NULL with an error; the caller frees the copy. */
static double *read_numbers(PyObject *object, const char *function,
                            const char *what, size_t count, int is_filled)
{
  Numbers numbers;
  char wanted[60];
  if (numbers_read(&numbers, object, function, what) != 0) return NULL;
  const int is_one = is_filled && numbers.ndim == 0;
  double *copy = NULL;
  if (!is_one && numbers.count != count) {
    PyOS_snprintf(wanted, sizeof wanted, "%zu numbers", count);
    numbers_misfit(function, what, wanted, &numbers);
  } else {
    copy = PyMem_Malloc((count + 1) * sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
      copy[i] = numbers.at[is_one ? 0 : i];
    if (!copy) PyErr_NoMemory();
  }
  numbers_release(&numbers);
  return copy;
}

/* Returns a new array of rows of three. */
static PyObject *array_of(const double *values, size_t rows)
{
  const Py_ssize_t shape[2] = {(Py_ssize_t)rows, 3};
  PyObject *array = numbers_array(2, shape, 'd');
  Numbers numbers;
  if (array && rows > 0) {
    if (numbers_write(&numbers, array, "couple", "result") != 0) {
      Py_DECREF(array);
      return NULL;
    }
    memcpy(numbers.at, values, 3 * rows * sizeof *values);
    numbers_release(&numbers);
  }
  return array;
}

static int is_free(const State *state)
{
  if (!state->is_busy) return 1;
  raise_error("the state is in use by another thread");
  return 0;
}

/* Writes the states of the list, which keeps them alive. Returns -1 on error. */
static int find_states(const PySolver *self, PyObject *list, Py_ssize_t n,
                       void **states)
{
  for (Py_ssize_t i = 0; i < n; i++) {
    PyObject *item = PyTuple_GetItem(list, i);
    if (!item || !PyObject_TypeCheck(item, state_type) ||
        ((State *)item)->solver != self || ((State *)item)->object != 0) {
      PyErr_Format(PyExc_TypeError,
                   "couple: states[%zd] is not a state of this solver", i);
      return -1;
    }
    if (!is_free((State *)item)) return -1;
    states[i] = ((State *)item)->memory;
    for (Py_ssize_t j = 0; j < i; j++)
      if (states[j] == states[i]) {
        PyErr_Format(PyExc_ValueError,
                     "couple: states[%zd] and states[%zd] are the same", j, i);
        return -1;
      }
  }
  return 0;
}

/* Steps the states of a tuple. Returns (twists, wrenches, info). */
static PyObject *run(PySolver *self, PyObject *list, double *const *given,
                     double dt)
{
  const br_solver *functions = solver_functions(self, 0);
  const Py_ssize_t n = PyTuple_Size(list);
  void *states[MOST];
  double wrench[3 * MOST], info[INFO];
  if (!functions || find_states(self, list, n, states) != 0) return NULL;
  self->status =
      bristle_couple(functions, (int)n, states, given[0], given[1], given[2],
                     dt, given[3], wrench, NULL, info);
  if (self->status < 0 && self->status != BR_NO_CONVERGENCE)
    return raise_status("couple", self->status);
  return Py_BuildValue("(NN{s:d,s:i,s:i,s:i,s:i})",
                       array_of(given[3], (size_t)n),
                       array_of(wrench, (size_t)n), "residual", info[0],
                       "rounds", (int)info[1], "evaluations", (int)info[2],
                       "cut", (int)info[3], "clamped", (int)info[4]);
}

PyObject *couple_solver(PyObject *object, PyObject *args, PyObject *named)
{
  static char *names[] = {"states", "fn", "v0", "w", "dt", "twists", NULL};
  static const char *const what[] = {"fn", "v0", "w", "twists"};
  PySolver *self = (PySolver *)object;
  PyObject *states, *in[4], *result = NULL;
  double *given[4] = {NULL}, dt;
  if (!PyArg_ParseTupleAndKeywords(args, named, "OOOOdO:couple", names, &states,
                                   &in[0], &in[1], &in[2], &dt, &in[3]))
    return NULL;
  const br_solver *functions = solver_functions(self, 0);
  if (!functions) return NULL;
  const int most = functions->couple_most < MOST ? functions->couple_most : MOST;
  if (!functions->couple || most < 1)
    return raise_error("couple: the spec has no key couple");
  self->users++;
  PyObject *list = PySequence_Tuple(states);
  const size_t n = list ? (size_t)PyTuple_Size(list) : 0;
  if (list && (n < 1 || n > (size_t)most))
    PyErr_Format(PyExc_ValueError, "couple: 1 to %d states are needed, got %zu",
                 most, n);
  const size_t counts[] = {n, 3 * n, 9 * n * n, 3 * n};
  for (int i = 0; i < 4 && !PyErr_Occurred(); i++)
    given[i] = read_numbers(in[i], "couple", what[i], counts[i], i == 0);
  if (!PyErr_Occurred()) result = run(self, list, given, dt);
  self->users--;
  for (int i = 0; i < 4; i++) PyMem_Free(given[i]);
  Py_XDECREF(list);
  return result;
}

/* Marches the state. Returns (twists, wrenches). */
static PyObject *run_march(State *self, double *const *given, size_t steps,
                           double dt, double *room)
{
  const br_solver *functions = solver_functions(self->solver, 0);
  if (!functions || !is_free(self)) return NULL;
  self->status =
      bristle_march(functions, self->memory, given[0], given[1], given[2],
                    given[3], (int)steps, dt, room, room + 3 * steps);
  if (self->status < 0) return raise_status("march", self->status);
  return Py_BuildValue("(NN)", array_of(room, steps),
                       array_of(room + 3 * steps, steps));
}

PyObject *couple_march(PyObject *object, PyObject *args, PyObject *named)
{
  static char *names[] = {"v", "minv", "loads", "fn", "dt", NULL};
  State *self = (State *)object;
  PyObject *in[4], *result = NULL;
  double *given[4] = {NULL}, *room = NULL, dt;
  Numbers loads;
  if (!PyArg_ParseTupleAndKeywords(args, named, "OOOOd:march", names, &in[0],
                                   &in[1], &in[2], &in[3], &dt))
    return NULL;
  const br_solver *functions = solver_functions(self->solver, self->object);
  if (!functions) return NULL;
  if (!functions->march) return raise_error("march: the spec has no key couple");
  self->solver->users++;
  if (numbers_read(&loads, in[2], "march", "loads") == 0) {
    const size_t steps = loads.count / 3;
    numbers_release(&loads);
    given[0] = read_numbers(in[0], "march", "v", 3, 0);
    if (given[0]) given[1] = read_numbers(in[1], "march", "minv", 9, 0);
    if (given[1])
      given[2] = read_numbers(in[2], "march", "loads", 3 * steps, 0);
    if (given[2]) given[3] = read_numbers(in[3], "march", "fn", steps, 1);
    if (given[3]) room = PyMem_Calloc(6 * steps + 1, sizeof *room);
    if (given[3] && !room) PyErr_NoMemory();
    if (room && steps > 100000000)
      PyErr_SetString(PyExc_ValueError, "march: loads has too many steps");
    else if (room)
      result = run_march(self, given, steps, dt, room);
  }
  self->solver->users--;
  PyMem_Free(room);
  for (int i = 0; i < 4; i++) PyMem_Free(given[i]);
  return result;
}
