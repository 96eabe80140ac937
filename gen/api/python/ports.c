/* ports.c: the shapes of inputs and outputs. In: a port of a descriptor. Out:
 * its shape as numpy names it, and errors that say which shape was expected. */
#include "api/python/inside.h"

int port_size(const br_port *port)
{
  return port->rows * port->cols;
}

/* Writes the shape of a port: () for one number, (n,) for a vector. Returns its
 * number of dimensions. */
int port_shape(const br_port *port, Py_ssize_t *shape)
{
  if (port_size(port) == 1) return 0;
  if (port->rows > 1 && port->cols > 1) {
    shape[0] = port->rows;
    shape[1] = port->cols;
    return 2;
  }
  shape[0] = port_size(port);
  return 1;
}

/* Returns true if the last dimensions of the numbers, after `leading`, are
 * those of the port. One number may also be a vector of one. */
int port_fits(const Numbers *numbers, int leading, const br_port *port)
{
  Py_ssize_t shape[2];
  const int ndim = port_shape(port, shape);
  if (numbers->ndim - leading == 1 && ndim == 0)
    return numbers->shape[leading] == 1;
  if (numbers->ndim - leading != ndim) return 0;
  for (int i = 0; i < ndim; i++)
    if (numbers->shape[leading + i] != shape[i]) return 0;
  return 1;
}

void port_describe(const br_port *port, int is_many, char *text, size_t size)
{
  Py_ssize_t shape[2];
  const int ndim = port_shape(port, shape);
  const char *n = is_many ? "n" : "";
  if (ndim == 0)
    PyOS_snprintf(text, size,
                  is_many ? "a number or of shape (n,)" : "a number");
  else if (ndim == 1)
    PyOS_snprintf(text, size,
                  is_many ? "of shape (%d,) or (n, %d)" : "of shape (%d,)",
                  (int)shape[0], (int)shape[0]);
  else
    PyOS_snprintf(text, size, "of shape (%d, %d)%s", (int)shape[0],
                  (int)shape[1],
                  *n ? ", with n of them in front or without" : "");
}

int port_misfit(const br_function *f, const br_port *port, int is_many,
                const Numbers *numbers)
{
  char wanted[120];
  port_describe(port, is_many, wanted, sizeof wanted);
  return numbers_misfit(f->name, port->name, wanted, numbers);
}

int port_of_name(const br_function *f, PyObject *key)
{
  for (int i = 0; i < f->ninputs; i++)
    if (PyUnicode_CompareWithASCIIString(key, f->inputs[i].name) == 0) return i;
  return -1;
}
