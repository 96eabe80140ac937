/* The reduced solver with the authors' settings (their torsion, quadrature and
 * resolution, explicit Euler) along their traces. The remaining difference is
 * the table's: the authors' table samples two angles, bristle's table three
 * faces of a cube, at about the same number of points; on the authors' table
 * the reference follows these traces to 5e-12 (authors_data.c). */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "kinds/contact/contact.h"
#include "contact/authors.h"

TestSuite(reduced_peer, .init = compiling_begin, .fini = compiling_end);

/* The authors' settings for one of their maps. */
static const char *spec_of(const char *name)
{
  static char text[16384];
  char file[64];
  snprintf(file, sizeof file, "map_%s.csv", name);
  const size_t n = (size_t)snprintf(
      text, sizeof text,
      "model = 'reduced', torsion = 'paper', quadrature = 'paper', step = "
      "'euler', limit_surface = { resolution = 20 },\n"
      "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, "
      "mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 },\n");
  authors_keys(file, text + n, sizeof text - n);
  return text;
}

/* Writes the largest differences of force over mu_c*fn, and of torque over 0.01
 * m.
 */
static double distance(const double is[3], const double should[3])
{
  double worst = 0;
  for (int d = 0; d < 3; d++)
    worst = fmax(worst, fabs(is[d] - should[d]) / (d < 2 ? 1 : 0.01));
  return worst;
}

/* Until 0.8 s the patch only turns, where both tables have a node. */
static void expect_trace(const char *name, double turning, double sliding)
{
  const double dt = 1e-5, fn = 1;
  char file[64];
  snprintf(file, sizeof file, "profile_%s.csv", name);
  Table trace = read_csv(file);
  Emission e = emit_sound_pad(spec_of(name));
  const Solver *solver = open_solver(&e, &tcc_backend);
  const br_function *rate = NULL, *step = NULL;
  for (int i = 0; i < solver->functions->nfunctions; i++) {
    const br_function *f = &solver->functions->functions[i];
    if (strcmp(f->name, "rate") == 0) rate = f;
    if (strcmp(f->name, "step") == 0) step = f;
  }
  cr_assert(rate && step);
  void *state = solver_state(e.loaded.run, solver);
  const Contact *c = (const Contact *)e.loaded.model;
  const double to_centre[2] = {-c->cop[0], -c->cop[1]};
  double worst[2] = {0, 0}, squares = 0;
  size_t row = 0;
  for (int n = 0; row < trace.rows; n++) {
    const double *should = trace.at + row * trace.columns;
    double at_cop[3], twist[3], f[3], f_cop[3];
    paper_profile(n * dt, at_cop);
    twist_at(to_centre, at_cop, twist);
    const double *const in[] = {twist, &fn, &dt};
    if (n == (int)lround(should[0] / dt)) {
      double *const out[] = {NULL, f};
      rate->call(state, in, out);
      wrench_at(c->cop, f, f_cop);
      const double away = distance(f_cop, should + 7);
      worst[should[0] > 0.8] = fmax(worst[should[0] > 0.8], away);
      squares += away * away;
      row++;
    }
    double *const out[] = {NULL};
    step->call(state, in, out);
  }
  cr_log_info("%s: turning %g, sliding %g, rms %g", name, worst[0], worst[1],
              sqrt(squares / (double)trace.rows));
  cr_expect_lt(worst[0], turning, "%s: %g", name, worst[0]);
  cr_expect_lt(worst[1], sliding, "%s: %g", name, worst[1]);
  free_table(&trace);
  emission_close(&e);
}

Test(reduced_peer, circle_follows_the_authors_trace)
{
  expect_trace("circle", 1e-10, 0.006);
}

Test(reduced_peer, gradient_line_follows_the_authors_trace)
{
  expect_trace("gradient_line", 1e-10, 0.006);
}

Test(reduced_peer, nonconvex_map_follows_the_authors_trace)
{
  expect_trace("nonconvex1", 1e-10, 0.03);
}
