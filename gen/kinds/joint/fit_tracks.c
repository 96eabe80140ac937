/* fit_tracks.c: the tracks of a joint's logs. In: logs with t, q or v, a force
 * or a drive. Out: tracks with the columns that the pass reads, and the scales
 * of the logs. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/joint/fit.h"

static const char *const positions[] = {"q", "x", "position", "angle", NULL};
static const char *const speeds[] = {"v", "velocity", "speed", NULL};
static const char *const forces[] = {"force", "torque", "friction", NULL};
static const char *const loads[] = {"load", NULL};
static const char *const drives[] = {"drive", NULL};
static const char *const times[] = {"t", "time", NULL};

/* The columns of one stretch. */
typedef struct Stretch {
  const FitLog *log;
  size_t from, n;
  const double *t, *q, *v, *load, *force, *drive; /* those missing are NULL */
  double *dt;
  FitPath path;
} Stretch;

static double largest(const double *values, size_t n)
{
  double most = 0;
  for (size_t k = 0; k < n; k++) most = fmax(most, fabs(values[k]));
  return most;
}

static const double *part(const double *column, size_t from)
{
  return column ? column + from : NULL;
}

static Stretch stretch_of(JointFit *fit, const FitLog *log, size_t i)
{
  Run *run = fit->fitting->run;
  const bool is_rotary = fit->joint->is_rotary;
  const char *u = is_rotary ? "N m" : "N", *x = is_rotary ? "rad" : "m";
  const char *v = is_rotary ? "rad/s" : "m/s";
  const size_t from = log->stretches[i];
  Stretch s = {.log = log, .from = from, .n = log->stretches[i + 1] - from};
  s.t = part(log_column(run, log, times, "s"), from);
  s.q = part(log_column(run, log, positions, x), from);
  s.v = part(log_column(run, log, speeds, v), from);
  s.force = part(log_column(run, log, forces, u), from);
  s.load = part(log_column(run, log, loads, u), from);
  s.drive = part(log_column(run, log, drives, ""), from);
  if (!s.q && (!s.v || fit->is_driven))
    log_fail_missing(run, log,
                     run_printf(run, "q [%s]%s%s%s", x,
                                fit->is_driven ? "" : ", the position, or v [",
                                fit->is_driven ? ", the position" : v,
                                fit->is_driven ? "" : "], the speed"));
  if (fit->is_driven && !s.drive && !s.force)
    log_fail_missing(run, log, "drive, which moves the axis");
  if (!fit->is_driven && !s.force)
    log_fail_missing(run, log, run_printf(run, "force [%s]", u));
  if (fit->is_driven && !s.drive) s.drive = s.force;
  s.dt = run_doubles(run, s.n);
  for (size_t k = 0; k + 1 < s.n; k++) s.dt[k] = s.t[k + 1] - s.t[k];
  return s;
}

/* Finds the path: as it is, where the speed was measured or positions are
 * exact; else by the smoother. */
static void find_path(JointFit *fit, Stretch *s)
{
  Fitting *f = fit->fitting;
  double low = INFINITY, high = -INFINITY;
  for (size_t k = 0; s->q && k < s->n; k++) {
    low = fmin(low, s->q[k]);
    high = fmax(high, s->q[k]);
  }
  double count = fit->joint->encoder;
  if (s->q && !(count > 0)) count = log_count(f->run, s->q, s->n);
  const bool is_coarse = s->q && count > 1e-6 * (high - low);
  if (s->v) {
    s->path = path_exact(f->run, s->dt, is_coarse ? NULL : s->q, s->v, s->n);
    if (is_coarse)
      for (size_t k = 0; k < s->n; k++) s->path.q[k] += s->q[0];
  } else {
    if (!(count > 0)) count = 1e-7 * (high - low);
    s->path = path_smooth(f->run, s->dt, s->q, s->n, count);
    f->is_smoothed = true;
    fit->encoder = fmax(fit->encoder, count);
  }
}

static void see_scales(JointFit *fit, const Stretch *s)
{
  fit->most_v = fmax(fit->most_v, largest(s->path.v, s->n));
  fit->most_a = fmax(fit->most_a, largest(s->path.a, s->n));
  if (s->force)
    fit->most_force = fmax(fit->most_force, largest(s->force, s->n));
  if (s->load) fit->most_load = fmax(fit->most_load, largest(s->load, s->n));
  double low = s->path.q[0], high = low;
  for (size_t k = 0; k < s->n; k++) {
    low = fmin(low, s->path.q[k]);
    high = fmax(high, s->path.q[k]);
  }
  fit->range = fmax(fit->range, high - low);
  fit->step = s->log->step;
}

/* Fills the columns of rows from..from + n of a stretch. */
static Track track_of(const JointFit *fit, const Stretch *s, size_t from,
                      size_t n)
{
  Run *run = fit->fitting->run;
  Track t = {.log = s->log, .first = s->from + from, .n = n, .t = s->t + from};
  double *load = run_doubles(run, n), *none = run_doubles(run, n);
  double *measured = run_doubles(run, n);
  t.path = (FitPath){n, s->path.q + from, s->path.v + from, s->path.a + from,
                     s->path.mean + from};
  t.weights = run_doubles(run, n);
  for (size_t k = 0; k < n; k++) {
    t.weights[k] = 1;
    load[k] = s->load ? s->load[from + k] : 0;
    measured[k] =
        fit->is_driven ? s->q[from + k] : fit->sign * s->force[from + k];
  }
  /* For a law without bristles: what is slower rests, and the side of the last
   * motion before the track. */
  none[0] = 0.02 * fit->most_v;
  for (size_t k = from; k-- > 0 && none[1] == 0;)
    if (fabs(s->path.v[k]) > none[0]) none[1] = s->path.v[k] < 0 ? -1 : 1;
  t.columns[JOINT_DT] = s->dt + from;
  t.columns[JOINT_V] = t.path.v;
  t.columns[JOINT_MEAN] = t.path.mean;
  t.columns[JOINT_A] = t.path.a;
  t.columns[JOINT_Q] = fit->is_driven ? s->q + from : t.path.q;
  t.columns[JOINT_LOAD] = load;
  t.columns[JOINT_DRIVE] = fit->is_driven ? s->drive + from : none;
  t.measured = measured;
  return t;
}

static void add_track(JointFit *fit, Track **list, size_t *count, size_t *room,
                      Track track)
{
  if (track.n < FIT_LEAST_ROWS) return;
  *list = run_grown(fit->fitting->run, *list, *count, room, sizeof **list);
  (*list)[(*count)++] = track;
}

void joint_fit_tracks(JointFit *fit)
{
  Fitting *f = fit->fitting;
  const FitRequest *r = fit->request;
  const size_t nlogs = r->nlogs + r->nheld;
  size_t nstretches = 0, n = 0, rooms[2] = {0}, counts[2] = {0};
  Track *lists[2] = {NULL, NULL};
  for (size_t i = 0; i < nlogs; i++)
    nstretches +=
        (i < r->nlogs ? r->logs[i] : r->held[i - r->nlogs])->nstretches;
  Stretch *all = run_alloc(f->run, nstretches * sizeof *all);
  double same = 0;
  for (size_t i = 0; i < nlogs; i++) {
    const FitLog *log = i < r->nlogs ? r->logs[i] : r->held[i - r->nlogs];
    for (size_t k = 0; k < log->nstretches; k++, n++) {
      all[n] = stretch_of(fit, log, k);
      if (all[n].n < FIT_LEAST_ROWS) continue;
      find_path(fit, &all[n]);
      see_scales(fit, &all[n]);
      for (size_t m = 0; all[n].force && m < all[n].n; m++)
        same += all[n].path.v[m] * all[n].force[m];
    }
  }
  fit->sign = same < 0 ? -1 : 1;
  n = 0;
  for (size_t i = 0; i < nlogs; i++) {
    const FitLog *log = i < r->nlogs ? r->logs[i] : r->held[i - r->nlogs];
    const double start = all[n].t[0];
    for (size_t k = 0; k < log->nstretches; k++, n++) {
      const Stretch *s = &all[n];
      size_t cut = 0;
      if (s->n < FIT_LEAST_ROWS) continue;
      while (i < r->nlogs && cut < s->n && s->t[cut] - start < r->split) cut++;
      add_track(fit, &lists[0], &counts[0], &rooms[0],
                track_of(fit, s, 0, cut));
      add_track(fit, &lists[1], &counts[1], &rooms[1],
                track_of(fit, s, cut, s->n - cut));
    }
  }
  fit_set_tracks(f, r, lists, counts);
}

void joint_read_again(const Fitting *f, const Track *from, uint64_t *seed,
                      Track *to)
{
  const double phase = number_random(seed, 0, 1);
  double *q = run_doubles(f->run, from->n);
  for (size_t k = 0; k < from->n; k++)
    q[k] = f->count * (floor(from->path.q[k] / f->count + phase) - phase + 0.5);
  to->path = path_smooth(f->run, from->columns[JOINT_DT], q, from->n, f->count);
  to->columns[JOINT_V] = to->path.v;
  to->columns[JOINT_MEAN] = to->path.mean;
  to->columns[JOINT_A] = to->path.a;
  to->columns[JOINT_Q] = to->path.q;
}

/* ---- test motions ----------------------------------------------------------
 */

const char *joint_fit_motion(const Fitting *f, const double *values, int i,
                             Track *track)
{
  enum { ROWS = 2000 };
  static const char *const names[] = {
      "dither below breakaway", "small loops around breakaway",
      "a slow sine around the Stribeck speed", "a fast sine of the top speed"};
  const JointFit *fit = f->own;
  const double travel = f->breakaway(f, values);
  const double inertia =
      fit->has_inertia ? joint_fit_value(f, values, "inertia") : 0;
  const double stiffness = joint_fit_value(f, values, "sigma0");
  const double v_s = joint_fit_value(f, values, "v_s");
  if (i >= (int)COUNT(names) || fit->is_driven) return NULL;
  double hz = inertia > 0 ? 0.3 * sqrt(stiffness / inertia) / (2 * PI) : 10;
  hz = fmin(fmax(hz, 3), fmin(60, 0.05 / fit->step));
  const double slow = v_s > 0 ? 3 * v_s : 0.1 * fit->most_v;
  const double speed[] = {0.35 * travel * 2 * PI * hz, 2 * travel * 2 * PI * 2,
                          fmin(slow, fit->most_v), fit->most_v};
  const double rates[] = {hz, 2, 1, 0.5};
  double *dt = run_doubles(f->run, ROWS), *load = run_doubles(f->run, ROWS);
  double *v = run_doubles(f->run, ROWS), *a = run_doubles(f->run, ROWS);
  double *mean = run_doubles(f->run, ROWS), *q = run_doubles(f->run, ROWS);
  *track =
      (Track){.n = ROWS, .measured = q, .weights = run_doubles(f->run, ROWS)};
  for (size_t k = 0; k < ROWS; k++) {
    const double w = 2 * PI * rates[i], phase = w * fit->step * (double)k;
    track->weights[k] = 1;
    dt[k] = fit->step;
    load[k] = fit->most_load;
    v[k] = speed[i] * sin(phase);
    a[k] = speed[i] * w * cos(phase);
    q[k] = speed[i] / w * (1 - cos(phase));
    mean[k] = speed[i] * sin(phase + w * fit->step / 2);
  }
  const double *const columns[] = {dt, v, mean, a, q, load, mean};
  memcpy(track->columns, columns, sizeof columns);
  return names[i];
}
