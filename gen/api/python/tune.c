/* tune.c: numbers that change at run time, by name. In: dictionaries and
 * keywords of Python. Out: the values of a tuning, in the order of names.
 *
 * Invariant: a state keeps the values that its solver has accepted. */
#include <string.h>

#include "api/python/inside.h"

static int misfit(const PySolver *solver, const char *name)
{
  char known[400] = "";
  for (size_t i = 0; i < solver->ntunables; i++)
    PyOS_snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s",
                  i ? ", " : "", solver->tunables[i].name);
  raise_error(solver->ntunables == 0
                  ? "%s cannot be tuned; add tune = { %s = { low, high } } to "
                    "the spec"
                  : "%s cannot be tuned; numbers that can are %s",
              name, solver->ntunables == 0 ? name : known);
  return -1;
}

int tune_one(const PySolver *solver, const char *name, PyObject *number,
             double *values)
{
  for (size_t i = 0; i < solver->ntunables; i++) {
    const bristle_tunable *t = &solver->tunables[i];
    if (strcmp(t->name, name) != 0) continue;
    const double value = PyFloat_AsDouble(number);
    if (PyErr_Occurred()) return -1;
    if (value >= t->low && value <= t->high) {
      values[i] = value;
      return (int)i;
    }
    char text[200];
    PyOS_snprintf(text, sizeof text, "%s must be between %g and %g, got %g",
                  name, t->low, t->high, value);
    raise_error("%s", text);
    return -1;
  }
  return misfit(solver, name);
}

static int read_all(const PySolver *solver, PyObject *dictionary,
                    double *values)
{
  PyObject *items = PyMapping_Items(dictionary);
  const Py_ssize_t count = items ? PyList_Size(items) : -1;
  int result = items ? 0 : -1;
  for (Py_ssize_t i = 0; result == 0 && i < count; i++) {
    PyObject *item = PyList_GetItem(items, i);
    const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(item, 0), NULL);
    result =
        name ? tune_one(solver, name, PyTuple_GetItem(item, 1), values) : -1;
    if (result > 0) result = 0;
  }
  Py_XDECREF(items);
  return result;
}

int tune_read(const PySolver *solver, PyObject *args, PyObject *named,
              double *values)
{
  const Py_ssize_t count = PyTuple_Size(args);
  if (count > 1 || (count == 1 && !PyMapping_Check(PyTuple_GetItem(args, 0)))) {
    PyErr_SetString(PyExc_TypeError,
                    "tune takes names, as in tune(mu=0.5) or tune({\"mu\": "
                    "0.5})");
    return -1;
  }
  if (count == 1 && read_all(solver, PyTuple_GetItem(args, 0), values) != 0)
    return -1;
  return named ? read_all(solver, named, values) : 0;
}

PyObject *tune_values(const PySolver *solver, const double *values)
{
  PyObject *result = PyDict_New();
  for (size_t i = 0; result && i < solver->ntunables; i++) {
    PyObject *value = PyFloat_FromDouble(values[i]);
    if (!value ||
        PyDict_SetItemString(result, solver->tunables[i].name, value) != 0)
      Py_CLEAR(result);
    Py_XDECREF(value);
  }
  return result;
}

PyObject *tune_box(const PySolver *solver)
{
  PyObject *result = PyDict_New();
  for (size_t i = 0; result && i < solver->ntunables; i++) {
    const bristle_tunable *t = &solver->tunables[i];
    PyObject *value =
        Py_BuildValue("(ddds)", t->low, t->high, t->value, t->unit);
    if (!value || PyDict_SetItemString(result, t->name, value) != 0)
      Py_CLEAR(result);
    Py_XDECREF(value);
  }
  return result;
}

int tune_state(State *state)
{
  const PySolver *solver = state->solver;
  const br_solver *functions = solver_functions(solver, state->object);
  const double *in[PORTS_AT_MOST];
  const int index = functions ? solver_find(functions, "tune", 4, 1) : -1;
  if (index < 0) return functions ? 0 : -1;
  for (size_t i = 0; i < solver->ntunables; i++) in[i] = &state->tuning[i];
  const int status = functions->functions[index].call(state->memory, in, NULL);
  if (status < 0) raise_status("tune", status);
  return status < 0 ? -1 : 0;
}
