/* machine.c: see machine.h. In: specs. Out: solvers compiled by tcc, and the
 * ends of motions. */
#include "backend/backend.h"
#include "mechanism/machine.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/support.h"

static char *spec_text(const char *path, const char *const *replaced)
{
  static char text[1 << 14], changed[1 << 14];
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s", path);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  for (; replaced && replaced[0]; replaced += 2) {
    char *at = strstr(text, replaced[0]);
    cr_assert_not_null(at, "%s has no \"%s\"", path, replaced[0]);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text,
             replaced[1], at + strlen(replaced[0]));
    strcpy(text, changed);
  }
  return text;
}

Machine machine_of_text(const char *text)
{
  Machine m = {.emission = emit_whole(text)};
  cr_assert_null(m.emission.error, "%s\n%s", m.emission.error, text);
  m.solver = open_solver(&m.emission, &tcc_backend);
  m.state = solver_state(m.emission.loaded.run, m.solver);
  const struct br_function *rate =
      solver_function(m.emission.loaded.run, m.solver, "rate");
  m.nu = rate->ninputs > 1 ? rate->inputs[0].rows : 0;
  return m;
}

Machine machine_new(const char *path, const char *const *replaced)
{
  return machine_of_text(spec_text(path, replaced));
}

void machine_close(Machine *m)
{
  emission_close(&m->emission);
}

int machine_call(Machine *m, const char *function, const double *state,
                 const double *u, double t, double dt, double *const *out)
{
  const double *all[3] = {u, &t, &dt};
  m->solver->functions->set(m->state, state);
  return solver_call(m->emission.loaded.run, m->solver, function, m->state,
                     m->nu > 0 ? all : all + 1, out);
}

int machine_rate(Machine *m, const double *state, const double *u, double t,
                 double *rate)
{
  double *out[] = {rate};
  return machine_call(m, "rate", state, u, t, 0, out);
}

void machine_step(Machine *m, double *state, const double *u, double t,
                  double dt)
{
  const int status = machine_call(m, "step", state, u, t, dt, NULL);
  cr_assert_eq(status, 0, "status %d at %g s", status, t);
  m->solver->functions->get(m->state, state);
}

int machine_motion(double t, const double *y, double *dy, void *context)
{
  static const double none[2] = {0, 0};
  return machine_rate(context, y, none, t, dy) == 0 ? 0 : -1;
}

double motion_until(GoldRate *rate, GoldStop *stop, void *context, size_t size,
                    double t0, double t1, double *y)
{
  const GoldGroup group = {size, 1e-12};
  const Gold gold = {.rate = rate,
                     .stop = stop,
                     .context = context,
                     .groups = &group,
                     .n_groups = 1,
                     .reltol = 1e-12};
  double end;
  const int status = gold_integrate(&gold, t0, t1, y, &end);
  cr_assert(status == GOLD_OK || status == GOLD_STOPPED, "fails at %g s", end);
  return end;
}

BeltTimes belt_times(Machine *m, double dt, double sticking)
{
  double y[6] = {0, 0, 0.1, 0, 0, 0}, began = -1, ended = -1;
  BeltTimes times = {NAN, NAN};
  int turns = 0;
  bool was_sticking = true;
  for (long i = 0; (double)i * dt < 6; i++) {
    machine_step(m, y, NULL, (double)i * dt, dt);
    const double t = (double)(i + 1) * dt;
    const bool is_sticking = fabs(y[2] - 0.1) < sticking;
    if (is_sticking == was_sticking) continue;
    was_sticking = is_sticking;
    if (is_sticking) {
      began = t;
      if (turns == 1) times.slip = t - ended;
    } else {
      ended = t;
      if (++turns < 2) continue;
      times.stick = t - began;
      return times;
    }
  }
  return times;
}

BeltTimes belt_exact(void)
{
  const double k = 100, speed = 0.1, drop = 0.2 * 9.81, omega = sqrt(k);
  const double angle = atan(drop * omega / (k * speed));
  return (BeltTimes){2 * drop / (k * speed), 2 / omega * (TEST_PI - angle)};
}

void expect_near(const double *got, const double *should, size_t n, double bar,
                 const char *what, size_t at)
{
  const double error = max_relative_error(got, should, n);
  cr_expect(error <= bar, "%s of state %zu: off by %g", what, at, error);
}
