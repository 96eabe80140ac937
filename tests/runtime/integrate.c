/* Tests of runtime/integrate.c: times and statuses of steps of a damper with an
 * exact wrench, defined here. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "bristle_rt.h"
#include "integrate.h"

TestSuite(integrate);

/* ---- a damper: z counts its steps, wrench = -3*fn*twist ------------------ */

enum { DAMPING = 3 };

static int damper_step(void *state, const double *const *in, double *const *out)
{
  const double fn = in[1][0];
  if (!isfinite(in[0][0] + fn + in[2][0])) return BR_BAD_INPUT;
  *(double *)state += in[2][0] > 0;
  for (int i = 0; out[0] && i < 3; i++) out[0][i] = -DAMPING * fn * in[0][i];
  return fn > 0 ? BR_OK : BR_SEPARATED;
}

static const br_port damper_in[] = {
    {"twist", "m/s, m/s, rad/s", 3, 1}, {"fn", "N", 1, 1}, {"dt", "s", 1, 1}};
static const br_port damper_out[] = {{"wrench", "N, N, N m", 3, 1}};
static const br_function damper_functions[] = {
    {"step", 1, 3, 1, damper_in, damper_out, damper_step},
    {"steady", 0, 2, 1, damper_in, damper_out, damper_step}};
static const br_solver damper = {.abi = BR_ABI,
                                 .name = "damper",
                                 .state_bytes = sizeof(double),
                                 .state_align = sizeof(double),
                                 .nfunctions = 2,
                                 .functions = damper_functions};

/* ---- driven ----------------------------------------------------------------
 */

typedef struct Drive {
  double first, last; /* times at which drive was called */
  double watched;     /* last time at which watch was called */
  long calls, stop_at;
  double twist;
} Drive;

static void drive(void *context, double t, double dt, double *const *in)
{
  Drive *d = context;
  if (d->calls++ == 0) d->first = t;
  d->last = t;
  in[0][0] = d->twist;
  in[1][0] = dt > 0 ? 2 : 1;
}

static int watch(void *context, double t, const double *const *in,
                 const double *const *out, int status)
{
  Drive *d = context;
  d->watched = t;
  if (status == BR_OK) cr_expect_eq(out[0][0], -DAMPING * in[1][0] * in[0][0]);
  return d->stop_at > 0 && d->calls >= d->stop_at;
}

static int integrate(Drive *d, double t0, double dt, long steps, long *done)
{
  double twist[3] = {0}, fn, step, wrench[3], state = 0;
  double *const in[] = {twist, &fn, &step}, *const out[] = {wrench};
  const br_run run = {
      br_find(&damper, "step"), &state, in, out, drive, watch, d};
  const int status = br_integrate(&run, t0, dt, steps, done);
  cr_expect(status < 0 || state == (double)*done);
  return status;
}

Test(integrate, times_do_not_drift)
{
  Drive d = {.twist = 0.5};
  long done;
  cr_expect_eq(integrate(&d, 7, 0.1, 100000, &done), BR_OK);
  cr_expect_eq(done, 100000);
  cr_expect_eq(d.first, 7.0);
  cr_expect_eq(d.last, 7 + 99999 * 0.1);
  cr_expect_eq(d.watched, 7 + 100000 * 0.1);
}

Test(integrate, an_error_ends_the_run_after_watch_is_called)
{
  Drive d = {.twist = NAN};
  long done;
  cr_expect_eq(integrate(&d, 0, 0.1, 50, &done), BR_BAD_INPUT);
  cr_expect_eq(done, 1);
  cr_expect_eq(d.watched, 0.1);
}

Test(integrate, watch_can_end_the_run)
{
  Drive d = {.twist = 1, .stop_at = 12};
  long done;
  cr_expect_eq(integrate(&d, 0, 0.1, 50, &done), BR_OK);
  cr_expect_eq(done, 12);
}

Test(integrate, a_wrong_dt_or_function_is_bad_input)
{
  Drive d = {.twist = 1};
  static const double bad[] = {-1, NAN, INFINITY};
  long done;
  for (int i = 0; i < 3; i++)
    cr_expect_eq(integrate(&d, 0, bad[i], 5, &done), BR_BAD_INPUT);
  const br_run run = {.step = br_find(&damper, "steady")};
  cr_expect_eq(br_integrate(&run, 0, 1, 1, &done), BR_BAD_INPUT);
  cr_expect_null(br_find(&damper, "rate"));
  cr_expect_eq(d.calls, 0);
}
