/* tracks.c: the tracks of a contact's logs. In: logs with t, a twist, fn and a
 * wrench at the grid centre. Out: tracks with the columns that the pass reads,
 * and the scales of the logs.
 *
 * A track has fx of all rows, then fy, then tau over ContactFit.arm, of those
 * that the logs have. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/contact/fit/fit.h"

static const char *const times[] = {"t", "time", NULL};
static const char *const loads[] = {"fn", "load", NULL};
static const char *const speeds[3][3] = {{"vx"}, {"vy"}, {"w", "omega"}};
static const char *const wrenches[3][3] = {{"fx"}, {"fy"}, {"tau", "torque"}};

/* The columns of one stretch. */
typedef struct Stretch {
  const FitLog *log;
  size_t from, n;
  const double *t, *fn, *twist[3], *wrench[3];
  double *dt;
} Stretch;

static const double *part(const double *column, size_t from)
{
  return column ? column + from : NULL;
}

static Stretch stretch_of(ContactFit *fit, const FitLog *log, size_t i)
{
  static const char *const v_units[] = {"m/s", "m/s", "rad/s"};
  static const char *const f_units[] = {"N", "N", "N m"};
  Run *run = fit->fitting->run;
  const size_t from = log->stretches[i];
  Stretch s = {.log = log, .from = from, .n = log->stretches[i + 1] - from};
  s.t = part(log_column(run, log, times, "s"), from);
  s.fn = part(log_column(run, log, loads, "N"), from);
  double *none = run_doubles(run, s.n);
  bool has_twist = false;
  for (int k = 0; k < 3; k++) {
    const double *v = log_column(run, log, speeds[k], v_units[k]);
    has_twist |= v != NULL;
    s.twist[k] = v ? v + from : none;
    s.wrench[k] = part(log_column(run, log, wrenches[k], f_units[k]), from);
  }
  if (!has_twist)
    log_fail_missing(run, log,
                     "vx [m/s], vy [m/s] or w [rad/s], the twist of the body "
                     "at the grid centre");
  if (!s.fn) log_fail_missing(run, log, "fn [N], the normal force");
  for (int k = 0; k < CONTACT_OUTPUTS; k++)
    if (fit->has[k] && !s.wrench[k])
      log_fail_missing(run, log,
                       run_printf(run, "%s, which other logs have",
                                  wrenches[k][0]));
  s.dt = run_doubles(run, s.n);
  for (size_t k = 0; k + 1 < s.n; k++) s.dt[k] = s.t[k + 1] - s.t[k];
  return s;
}

static void see_outputs(ContactFit *fit, const FitLog *log)
{
  static const char *const units[] = {"N", "N", "N m"};
  bool has_any = false;
  for (int k = 0; k < CONTACT_OUTPUTS; k++) {
    fit->has[k] =
        log_column(fit->fitting->run, log, wrenches[k], units[k]) != NULL;
    has_any |= fit->has[k];
  }
  if (!has_any)
    log_fail_missing(fit->fitting->run, log,
                     "fx [N], fy [N] or tau [N m], the wrench at the grid "
                     "centre");
}

/* Returns the speed of a row, with that of turning by the arm. */
static double speed_of(const ContactFit *fit, const double *const v[3],
                       size_t k)
{
  const double spin = fit->arm * v[2][k];
  return sqrt(v[0][k] * v[0][k] + v[1][k] * v[1][k] + spin * spin);
}

/* Returns the power of the wrench over the stretch. */
static double see_scales(ContactFit *fit, const Stretch *s)
{
  double power = 0, travel = 0;
  for (size_t k = 0; k < s->n; k++) {
    const double v = speed_of(fit, s->twist, k);
    double square = 0;
    for (int i = 0; i < CONTACT_OUTPUTS; i++) {
      if (!fit->has[i]) continue;
      const double f = s->wrench[i][k] / (i == 2 ? fit->arm : 1);
      square += f * f;
      power += s->wrench[i][k] * s->twist[i][k] * s->dt[k];
    }
    fit->most_v = fmax(fit->most_v, v);
    fit->most_fn = fmax(fit->most_fn, s->fn[k]);
    if (s->fn[k] > 0) fit->mu = fmax(fit->mu, sqrt(square) / s->fn[k]);
    travel += v * s->dt[k];
  }
  fit->range = fmax(fit->range, travel);
  fit->step = s->log->step;
  return power;
}

/* Writes h of a twist of the grid centre. */
static void flow_of(const ContactFit *fit, const double twist[3], double h[3])
{
  const LimitMap *map = fit->map;
  const double v[3] = {twist[0] - twist[2] * map->cop[1],
                       twist[1] + twist[2] * map->cop[0], twist[2] * map->r};
  h[0] = h[1] = h[2] = 0;
  if (v[0] != 0 || v[1] != 0 || v[2] != 0) limit_scaled(map, v, h);
}

/* Fills the column of the flow for the present number of steps. */
static void set_flow(const ContactFit *fit, Track *t)
{
  const size_t rows = fit_rows(fit->fitting, t);
  const int steps = (int)fit->steps;
  if (!fit->map) return;
  double *h = run_doubles(fit->fitting->run, 3 * rows * (size_t)(1 + steps));
  t->columns[CONTACT_FLOW] = h;
  for (size_t k = 0; k < rows; k++)
    for (int i = 0; i <= steps; i++, h += 3) {
      const double share = i ? (i - 0.5) / steps : 0;
      double twist[3];
      if (k + 1 == rows && i > 0) continue;
      for (int d = 0; d < 3; d++) {
        const double *v = t->columns[CONTACT_VX + d];
        twist[d] = share > 0 ? v[k] + share * (v[k + 1] - v[k]) : v[k];
      }
      flow_of(fit, twist, h);
    }
}

void contact_fit_prepare(const Fitting *f)
{
  const ContactFit *fit = f->own;
  for (size_t i = 0; i < f->ntracks; i++) set_flow(fit, &f->tracks[i]);
}

static void set_columns(const ContactFit *fit, Track *t, const double *dt,
                        const double *const twist[3], const double *fn)
{
  t->columns[CONTACT_DT] = dt;
  for (int d = 0; d < 3; d++) t->columns[CONTACT_VX + d] = twist[d];
  t->columns[CONTACT_FN] = fn;
  t->columns[CONTACT_STEPS] = &fit->steps;
  set_flow(fit, t);
}

/* Fills the columns of the first n rows of a stretch. Bristles need the rows
 * before `skip`, which do not count: their state is more than a first
 * displacement. */
static Track track_of(const ContactFit *fit, const Stretch *s, size_t skip,
                      size_t n)
{
  Run *run = fit->fitting->run;
  const size_t outputs = fit->fitting->outputs;
  double *measured = run_doubles(run, n * outputs), *to = measured;
  const double *twist[3];
  Track t = {.log = s->log,
             .first = s->from,
             .n = n * outputs,
             .skip = skip,
             .t = s->t,
             .measured = measured,
             .weights = run_doubles(run, n * outputs)};
  for (size_t k = 0; k < t.n; k++) t.weights[k] = k % n >= skip;
  for (int d = 0; d < 3; d++) twist[d] = s->twist[d];
  for (int i = 0; i < CONTACT_OUTPUTS; i++)
    for (size_t k = 0; fit->has[i] && k < n; k++)
      *to++ = fit->sign * s->wrench[i][k] / (i == 2 ? fit->arm : 1);
  t.path = (FitPath){.n = n, .v = run_doubles(run, n)};
  for (size_t k = 0; k < n; k++) t.path.v[k] = speed_of(fit, twist, k);
  set_columns(fit, &t, s->dt, twist, s->fn);
  return t;
}

static const FitLog *log_at(const FitRequest *r, size_t i)
{
  return i < r->nlogs ? r->logs[i] : r->held[i - r->nlogs];
}

/* Reads all stretches and finds the sign of the wrench. */
static Stretch *read_stretches(ContactFit *fit)
{
  const FitRequest *r = fit->request;
  size_t count = 0, n = 0;
  double power = 0;
  see_outputs(fit, log_at(r, 0));
  for (size_t i = 0; i < r->nlogs + r->nheld; i++)
    count += log_at(r, i)->nstretches;
  Stretch *all = run_alloc(fit->fitting->run, (count + 1) * sizeof *all);
  for (size_t i = 0; i < r->nlogs + r->nheld; i++)
    for (size_t k = 0; k < log_at(r, i)->nstretches; k++, n++) {
      all[n] = stretch_of(fit, log_at(r, i), k);
      if (all[n].n >= FIT_LEAST_ROWS) power += see_scales(fit, &all[n]);
    }
  fit->sign = power > 0 ? -1 : 1;
  return all;
}

void contact_fit_tracks(ContactFit *fit)
{
  Fitting *f = fit->fitting;
  const FitRequest *r = fit->request;
  const Stretch *all = read_stretches(fit);
  size_t n = 0, counts[2] = {0}, rooms[2] = {0};
  Track *lists[2] = {NULL, NULL};
  f->outputs = 0;
  for (int i = 0; i < CONTACT_OUTPUTS; i++) f->outputs += fit->has[i];
  for (size_t i = 0; i < r->nlogs + r->nheld; i++) {
    const double start = all[n].t[0];
    for (size_t k = 0; k < log_at(r, i)->nstretches; k++, n++) {
      const Stretch *s = &all[n];
      size_t cut = 0;
      while (i < r->nlogs && cut < s->n && s->t[cut] - start < r->split) cut++;
      for (int part = 0; part < 2; part++) {
        const size_t skip = part ? cut : 0, rows = part ? s->n : cut;
        if (rows - skip < FIT_LEAST_ROWS) continue;
        lists[part] = run_grown(f->run, lists[part], counts[part], &rooms[part],
                                sizeof *lists[part]);
        lists[part][counts[part]++] = track_of(fit, s, skip, rows);
      }
    }
  }
  fit_set_tracks(f, r, lists, counts);
  if (!(fit->most_v > 0) || !(fit->mu > 0))
    run_fail(f->run, (Where){log_at(r, 0)->path, 0},
             "the log tells nothing of friction: %s",
             fit->most_v > 0 ? "its wrench is 0 where fn is above 0"
                             : "the body does not move");
}

/* ---- test motions ----------------------------------------------------------
 */

const char *contact_fit_motion(const Fitting *f, const double *values, int i,
                               Track *track)
{
  enum { ROWS = 2000 };
  static const char *const names[] = {
      "dither below breakaway, to and fro and turning",
      "small loops around breakaway",
      "a slow sine around the Stribeck speed, with some turning",
      "a fast sine of the top speed, with some turning"};
  const ContactFit *fit = f->own;
  const double zc = contact_fit_value(f, values, "mu_c") /
                    contact_fit_value(f, values, "sigma0");
  const double v_s = contact_fit_value(f, values, "v_s");
  if (i >= (int)COUNT(names) || !fit->has_bristle) return NULL;
  const double rates[] = {10, 2, 1, 0.5};
  const double hz = fmin(rates[i], 0.05 / fit->step);
  const double slow = v_s > 0 ? 3 * v_s : 0.1 * fit->most_v;
  const double size[] = {0.35 * zc * 2 * PI * hz, 2 * zc * 2 * PI * hz,
                         fmin(slow, fit->most_v), fit->most_v};
  const double spin = i == 1 ? 0 : 0.5;
  double *columns[5];
  for (size_t k = 0; k < COUNT(columns); k++)
    columns[k] = run_doubles(f->run, ROWS);
  for (size_t k = 0; k < ROWS; k++) {
    const double phase = 2 * PI * hz * fit->step * (double)k;
    columns[0][k] = fit->step;
    columns[1][k] = size[i] * sin(phase);
    columns[2][k] = spin * size[i] * sin(0.7 * phase);
    columns[3][k] = spin * size[i] / fit->arm * sin(0.6 * phase + 1);
    columns[4][k] = fit->most_fn;
  }
  *track = (Track){.n = ROWS * f->outputs,
                   .measured = run_doubles(f->run, ROWS * f->outputs),
                   .weights = run_doubles(f->run, ROWS * f->outputs)};
  for (size_t k = 0; k < track->n; k++) track->weights[k] = 1;
  set_columns(fit, track, columns[0],
              (const double *const[]){columns[1], columns[2], columns[3]},
              columns[4]);
  return names[i];
}
