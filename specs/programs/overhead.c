/* overhead.c: what a step costs when C calls it; specs/scripts/overhead.lua
 * times the same steps from Lua. Best of 15.
 *
 *   cc -O2 overhead.c $(pkg-config --cflags --libs bristle) -o overhead
 *   ./overhead SPEC.lua
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <bristle/bristle.h>

enum { STEPS = 20000, REPEATS = 15 };

static void time_steps(const br_solver *solver, const br_function *step)
{
  const double twist[3] = {0.01, 0.002, 0.1}, fn = 5, dt = 1e-3;
  const double *const in[] = {twist, &fn, &dt};
  double wrench[3], best = 1e99;
  double *const out[] = {wrench};
  const size_t align = solver->state_align;
  void *state =
      aligned_alloc(align, (solver->state_bytes + align - 1) / align * align);
  if (!state) return;
  solver->reset(state);
  for (int i = 0; i < REPEATS; i++) {
    const clock_t start = clock();
    for (int k = 0; k < STEPS; k++) step->call(state, in, out);
    const double ns = 1e9 * (double)(clock() - start) / CLOCKS_PER_SEC / STEPS;
    if (ns < best) best = ns;
  }
  printf("C                 %8.1f ns a step\n", best);
  free(state);
}

int main(int argc, char **argv)
{
  bristle_model *model = argc > 1 ? bristle_open(argv[1], NULL, 0) : NULL;
  if (!model) return 2;
  bristle_solver *solver =
      bristle_error(model) ? NULL : bristle_solver_open(model, "cc");
  if (!solver) fprintf(stderr, "%s\n", bristle_error(model));
  bristle_close(model);
  if (!solver) return 2;
  const br_solver *functions = bristle_solver_functions(solver, 0);
  for (int i = 0; i < functions->nfunctions; i++)
    if (strcmp(functions->functions[i].name, "step") == 0)
      time_steps(functions, &functions->functions[i]);
  bristle_solver_close(solver);
  return 0;
}
