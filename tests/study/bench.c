/* Tests of bench: turns of racers, and the generic loop beside a contact's
 * solver. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "study/inside.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(bench, .init = compiling_begin_alone, .fini = compiling_end);

/* ---- turns ----------------------------------------------------------------
 */

enum { STEPS = 50 };

/* Steps that wait; `order` has the step that comes next. */
typedef struct Walker {
  double step_seconds;
  int order, out_of_order;
} Walker;

static void walk(void *self, int from, int count)
{
  Walker *w = self;
  w->out_of_order += from != w->order;
  w->order = (from + count) % STEPS;
  const double start = now_seconds();
  while (now_seconds() - start < count * w->step_seconds) continue;
}

Test(bench, a_round_is_divided_and_all_of_it_counts)
{
  Walker walkers[] = {{.step_seconds = 1e-4}, {.step_seconds = 1e-5}};
  Racer racers[2];
  Run *run = run_open();
  for (int i = 0; i < 2; i++)
    racers[i] = (Racer){.advance = walk, .self = &walkers[i], .steps = STEPS};
  race_run(run, racers, 2);
  for (int i = 0; i < 2; i++) {
    const double round = 1e9 * STEPS * walkers[i].step_seconds;
    cr_expect_eq(walkers[i].out_of_order, 0, "racer %d", i);
    cr_expect_geq(racers[i].rounds, 7, "racer %d", i);
    cr_expect_geq(racers[i].best, 0.999 * round, "racer %d", i);
    cr_expect_lt(racers[i].best, 3 * round, "racer %d", i);
    cr_expect(racers[i].best <= racers[i].low &&
                  racers[i].low <= racers[i].median &&
                  racers[i].median <= racers[i].high,
              "racer %d", i);
  }
  run_close(run);
}

/* ---- the generic loop ------------------------------------------------------
 */

/* Returns the largest difference of a bristle from the solver's after some
 * steps, over mu_s/sigma0 = 1.2e-6 m. */
static double peer_off(const Emission *e)
{
  const Model *model = e->loaded.model;
  Run *run = e->loaded.run;
  const Workload *work = model->kind->workload(model);
  cr_assert_not_null(work->peer);
  const Peer *peer = work->peer;
  const Solver *solver = open_solver(e, &cc_backend);
  const size_t n = (size_t)solver->functions->nstates;
  double *ends[] = {run_doubles(run, n), run_doubles(run, n)};
  void *state = solver_state(run, solver);
  double wrench[3], *out[] = {wrench}, worst = 0;
  peer->start(
      peer->context,
      module_symbol(module_open(run, &cc_backend, &peer->unit), peer->symbol));
  peer->advance(peer->context, 0, work->steps / 2);
  for (int i = 0; i < work->steps / 2; i++)
    solver_call(run, solver, "step", state, work->inputs[i], out);
  peer->get(peer->context, ends[0]);
  solver->functions->get(state, ends[1]);
  for (size_t k = 0; k < n; k++)
    worst = fmax(worst, fabs(ends[0][k] - ends[1][k]) / 1.2e-6);
  cr_expect_gt(fabs(ends[0][0]), 1e-8);
  return worst;
}

Test(bench, the_generic_loop_makes_the_solver_s_steps)
{
  static const struct {
    const char *step, *real;
    double most;
  } cases[] = {{"step=\"euler\"", NULL, 1e-9},
               {"step=\"exponential\"", NULL, 1e-9},
               {"step=\"exponential\"", "real=\"float\"", 2e-3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *const overrides[] = {cases[i].step, cases[i].real, NULL};
    Emission e = emit_overridden("specs/contact/finger_pad.lua", overrides);
    cr_assert_null(e.error, "%s", e.error);
    cr_expect_lt(peer_off(&e), cases[i].most, "%s %s", cases[i].step,
                 cases[i].real ? cases[i].real : "");
    emission_close(&e);
  }
}

Test(bench, another_law_has_no_generic_loop)
{
  static const char *const others[] = {"step=\"implicit\"", "friction.gamma=1",
                                       "friction.v_d=1e-3"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const char *const overrides[] = {others[i], NULL};
    Emission e = emit_overridden("specs/contact/finger_pad.lua", overrides);
    cr_assert_null(e.error, "%s", e.error);
    const Model *model = e.loaded.model;
    cr_expect_null(model->kind->workload(model)->peer, "%s", others[i]);
    emission_close(&e);
  }
}
