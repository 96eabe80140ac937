/* inside.h: the declarations that several files of the Python module share.
 *
 * Invariant: a Python object that can reach a solver's code keeps the Solver
 * alive: Bound -> Callable -> State -> Solver. A call that runs without the
 * interpreter's lock counts as a user of its solver and of its state: neither
 * is closed or called by another thread meanwhile. */
#ifndef BRISTLE_API_PYTHON_INSIDE_H
#define BRISTLE_API_PYTHON_INSIDE_H

/* The limited interface: one build for 3.11 and later. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include "api/bristle.h"

/* ---- module.c ---------------------------------------------------------------
 */

/* bristle.Error, and bristle.StatusError, a subclass for functions of solvers.
 */
extern PyObject *error_type, *status_error_type;

/* Raises StatusError for a status below 0. Returns NULL. */
PyObject *raise_status(const char *function, int status);
/* Raises bristle.Error. Returns NULL. */
PyObject *raise_error(const char *format, ...);
/* Returns a new type with its name, or NULL; the caller keeps it for good. */
PyTypeObject *make_type(PyObject *module, PyType_Spec *spec);

/* ---- numbers.c: numbers from and to Python ----------------------------------
 */

/* Numbers at an address: those of a Python object itself, or a copy. */
typedef struct Numbers {
  double *at;
  size_t count;
  int ndim; /* of the object that was given */
  Py_ssize_t shape[3];
  Py_buffer view; /* view.obj is NULL if `at` is a copy in `owned` */
  double *owned;
  double one; /* where a single number is kept */
} Numbers;

/* Reads an object: a number, a sequence of numbers (also nested) or any object
 * with a buffer. Raises an error that names `what`, and returns -1, if the
 * object holds anything else. */
int numbers_read(Numbers *numbers, PyObject *object, const char *function,
                 const char *what);
/* The same for an output: a writable, contiguous buffer of doubles. */
int numbers_write(Numbers *numbers, PyObject *object, const char *function,
                  const char *what);
void numbers_release(Numbers *numbers);
/* Returns a new array of doubles, or NULL: numpy's, or a memoryview where numpy
 * is missing. `type` is 'd', 'f' or 'i'. */
PyObject *numbers_array(int ndim, const Py_ssize_t *shape, char type);
/* Returns an array over an object's buffer, of the same kind. */
PyObject *numbers_view(PyObject *object);
/* Sets the functions new_array(shape, type) and view(object) of the package. */
PyObject *numbers_set_makers(PyObject *self, PyObject *args);
/* Raises the error that another shape is needed. Returns -1. */
int numbers_misfit(const char *function, const char *what, const char *wanted,
                   const Numbers *numbers);

/* ---- solver.c ---------------------------------------------------------------
 */

typedef struct PySolver {
  PyObject_HEAD bristle_solver *solver; /* NULL: closed */
  PyObject *origin; /* what the package needs to open it again, or NULL */
  PyObject *weak;
  bristle_tunable *tunables; /* [ntunables]; names are the descriptor's */
  size_t ntunables;
  int users;  /* calls that run without the lock */
  int status; /* of the last call without a state */
} PySolver;

extern PyTypeObject *solver_type;
int solver_add_type(PyObject *module);
/* Copies the tunables but their names, which the solver has, too. */
PyObject *solver_make(bristle_solver *solver, const bristle_tunable *tunables,
                      size_t ntunables);
/* Returns the object's functions, or raises an error if the solver is closed.
 */
const br_solver *solver_functions(const PySolver *solver, size_t object);
/* Returns the index of the function of that name, or -1: of those that a state
 * has, or the solver itself. */
int solver_find(const br_solver *functions, const char *name, size_t length,
                int takes_state);
/* Adds the names of functions to a list. Returns -1 on error. */
int solver_add_names(PyObject *list, const br_solver *functions,
                     int takes_state);

/* ---- state.c ----------------------------------------------------------------
 */

typedef struct State {
  PyObject_HEAD PySolver *solver;
  size_t object;
  void *memory; /* aligned, in `block` */
  void *block;
  int is_busy;    /* a call without the lock uses it */
  int status;     /* of the last call */
  double *tuning; /* [solver->ntunables]: values of the tuning, or NULL */
} State;

extern PyTypeObject *state_type;
int state_add_type(PyObject *module);
PyObject *state_make(PySolver *solver, size_t object);

/* A block of state_bytes + state_align bytes holds a state from here. */
void *align_up(void *block, size_t align);

/* ---- view.c -----------------------------------------------------------------
 */

/* A member among a state's numbers. */
typedef struct Range {
  size_t first, count;
  int is_single; /* one number, not a list of one */
} Range;

int view_add_type(PyObject *module);
/* Returns an object whose buffer is the member in the state's own memory. */
PyObject *view_make(State *state, const br_solver *functions, Range range);

/* ---- tune.c -----------------------------------------------------------------
 */

/* Writes the number of that name. Returns its place, or -1 with an error. */
int tune_one(const PySolver *solver, const char *name, PyObject *number,
             double *values);
/* Writes the numbers of a dictionary, or of keywords, over values of the
 * tuning. Returns -1, with an error, for an unknown name or a number out of its
 * range. */
int tune_read(const PySolver *solver, PyObject *args, PyObject *named,
              double *values);
/* Returns {name: value}. */
PyObject *tune_values(const PySolver *solver, const double *values);
/* Returns {name: (low, high, value, unit)}. */
PyObject *tune_box(const PySolver *solver);
/* Gives the state the values that it keeps. Returns -1, with an error, if the
 * solver refuses them. */
int tune_state(State *state);

/* ---- ports.c ----------------------------------------------------------------
 */

enum { PORTS_AT_MOST = 16 };

int port_size(const br_port *port);
/* Writes the shape of a port: () for one number, (n,) for a vector. Returns its
 * number of dimensions. */
int port_shape(const br_port *port, Py_ssize_t *shape);
/* Returns true if the last dimensions of the numbers, after `leading`, are
 * those of the port. One number may also be a vector of one. */
int port_fits(const Numbers *numbers, int leading, const br_port *port);
void port_describe(const br_port *port, int is_many, char *text, size_t size);
/* Raises the error that another shape is needed. Returns -1. */
int port_misfit(const br_function *f, const br_port *port, int is_many,
                const Numbers *numbers);
/* Returns the input of that name, or -1. */
int port_of_name(const br_function *f, PyObject *key);

/* ---- call.c -----------------------------------------------------------------
 */

typedef struct Callable {
  PyObject_HEAD PySolver *solver;
  State *state; /* NULL: the function needs none */
  size_t object;
  int index; /* in the descriptor */
  int is_many;
} Callable;

/* Returns NULL, with an error, if the solver is closed. */
const br_function *function_described(const Callable *self);
/* Returns false, with an error, while another thread uses the state. */
int function_is_free(const Callable *self);
void function_keep_status(const Callable *self, int status);
void *function_memory(const Callable *self);
int call_add_type(PyObject *module);
/* A function of the solver, for `state` unless that is NULL. */
PyObject *call_make(PySolver *solver, State *state, size_t object, int index,
                    int is_many);

/* ---- bind.c -----------------------------------------------------------------
 */

/* function.bind(*arrays, **arrays) */
PyObject *bind_make(PyObject *function, PyObject *args, PyObject *named);
int bind_add_type(PyObject *module);

/* ---- batch.c ----------------------------------------------------------------
 */

int batch_add_type(PyObject *module);
PyObject *batch_make(PySolver *solver, Py_ssize_t n);

/* ---- couple.c ---------------------------------------------------------------
 */

/* solver.couple(states, fn, v0, w, dt, twists), state.march(v, minv, loads, fn,
 * dt) */
PyObject *couple_solver(PyObject *solver, PyObject *args, PyObject *named);
PyObject *couple_march(PyObject *state, PyObject *args, PyObject *named);

#endif
