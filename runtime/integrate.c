/* integrate.c: time stepping with inputs of the caller. In: a descriptor, and
 * inputs as a function of time. Out: the state after the steps; the results of
 * each step go to the caller's watch function.
 *
 * Invariant: step i starts at t0 + i*dt, so that times do not drift. */
#include "integrate.h"

#include <math.h>
#include <string.h>

const br_function *br_find(const br_solver *solver, const char *name)
{
  for (int i = 0; i < solver->nfunctions; i++)
    if (strcmp(solver->functions[i].name, name) == 0)
      return &solver->functions[i];
  return NULL;
}

static int find_port(const br_port *ports, int count, const char *name)
{
  for (int i = 0; i < count; i++)
    if (strcmp(ports[i].name, name) == 0) return i;
  return -1;
}

int br_input(const br_function *function, const char *name)
{
  return find_port(function->inputs, function->ninputs, name);
}

int br_output(const br_function *function, const char *name)
{
  return find_port(function->outputs, function->noutputs, name);
}

int br_integrate(const br_run *run, double t0, double dt, long steps,
                 long *done)
{
  const int port = br_input(run->step, "dt");
  int status = BR_OK;
  if (done) *done = 0;
  if (port < 0 || !(dt >= 0) || !isfinite(dt) || !isfinite(t0))
    return BR_BAD_INPUT;
  for (long i = 0; i < steps; i++) {
    const double t = t0 + (double)i * dt;
    run->in[port][0] = dt;
    run->drive(run->context, t, dt, run->in);
    status =
        run->step->call(run->state, (const double *const *)run->in, run->out);
    if (done) *done = i + 1;
    const int is_over =
        run->watch && run->watch(run->context, t0 + (double)(i + 1) * dt,
                                 (const double *const *)run->in,
                                 (const double *const *)run->out, status);
    if (status < 0 || is_over) break;
  }
  return status;
}
