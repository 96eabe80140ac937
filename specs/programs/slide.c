/* slide.c: a program with bristle in it. It opens a spec, pushes the contact
 * along x from rest, and prints the friction force on the way. The first steps
 * run on code that was compiled in a millisecond; the C compiler's takes its
 * place when it is ready.
 *
 *   cc slide.c $(pkg-config --cflags --libs bristle) -o slide
 *   ./slide SPEC.lua [key=value ...]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bristle/bristle.h>

static const br_function *function_named(const br_solver *solver,
                                         const char *name)
{
  for (int i = 0; i < solver->nfunctions; i++)
    if (strcmp(solver->functions[i].name, name) == 0)
      return &solver->functions[i];
  return NULL;
}

static void slide(bristle_solver *solver)
{
  const double twist[3] = {0.005, 0, 0}, fn = 5, dt = 1e-4;
  const double *const in[] = {twist, &fn, &dt};
  double wrench[3];
  double *const out[] = {wrench};
  const br_solver *first = bristle_solver_functions(solver, 0);
  const size_t align = first->state_align;
  void *state =
      aligned_alloc(align, (first->state_bytes + align - 1) / align * align);
  if (!state) return;
  first->reset(state);
  printf("%8s %10s  %s\n", "t (s)", "fx (N)", "tier");
  for (int k = 1; k <= 100; k++) {
    if (k == 50) bristle_solver_wait(solver);
    /* Asked for at every step: the tier may have changed. */
    const br_function *step =
        function_named(bristle_solver_functions(solver, 0), "step");
    const int status = step ? step->call(state, in, out) : BR_BAD_INPUT;
    if (status < 0) {
      printf("step: %s\n", bristle_status(status));
      break;
    }
    if (k % 10 == 0)
      printf("%8.4f %10.4f  %s\n", k * dt, wrench[0],
             bristle_solver_tier(solver));
  }
  free(state);
}

int main(int argc, char **argv)
{
  if (argc < 2) {
    fprintf(stderr, "usage: slide SPEC.lua [key=value ...]\n");
    return 2;
  }
  bristle_model *model =
      bristle_open(argv[1], (const char *const *)argv + 2, (size_t)(argc - 2));
  if (!model) return 2;
  bristle_solver *solver =
      bristle_error(model) ? NULL : bristle_solver_open(model, "auto");
  if (!solver) fprintf(stderr, "%s\n", bristle_error(model));
  bristle_close(model); /* the solver needs it no more */
  if (!solver) return 2;
  slide(solver);
  bristle_solver_close(solver);
  return 0;
}
