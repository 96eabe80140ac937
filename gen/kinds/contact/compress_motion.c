/* compress_motion.c: the scenario of a contact on few bristles against the same
 * on all cells. In: contacts. Out: recordings and their deviations.
 *
 * Invariant: both recordings have a row for the same times. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "results/results.h"
#include "kinds/contact/compress.h"

typedef struct Trial {
  const Contact *contact;
  Progress *progress;
  const Recording *recording;
} Trial;

static void simulate(void *context)
{
  Trial *trial = context;
  const Model *model = &trial->contact->model;
  trial->recording = model->run->simulate(model, trial->progress);
}

const Recording *motion_of(const Contact *c, Progress *progress)
{
  Trial trial = {c, progress, NULL};
  return run_try(c->model.run, simulate, &trial) ? trial.recording : NULL;
}

/* Three numbers of each row: a vector, and a turn or a torque. */
typedef struct Track {
  const char *names[3];
  double scale, turn_scale;
} Track;

static void row_of(const Recording *r, size_t row, const Track *track,
                   double out[3])
{
  for (int i = 0; i < 3; i++) out[i] = recording_at(r, row, track->names[i]);
}

/* Returns the pose with the path and the sum of all turns as scales. */
static Track pose_track(const Recording *r)
{
  Track track = {{"x", "y", "theta"}, 0, 0};
  double last[3], now[3];
  row_of(r, 0, &track, last);
  for (size_t row = 1; row < r->nrows; row++) {
    row_of(r, row, &track, now);
    track.scale += hypot(now[0] - last[0], now[1] - last[1]);
    track.turn_scale += fabs(now[2] - last[2]);
    memcpy(last, now, sizeof last);
  }
  return track;
}

/* Returns the wrench with its largest force and torque as scales. */
static Track wrench_track(const Recording *r)
{
  Track track = {{"fx", "fy", "tau"}, 0, 0};
  double now[3];
  for (size_t row = 0; row < r->nrows; row++) {
    row_of(r, row, &track, now);
    track.scale = fmax(track.scale, hypot(now[0], now[1]));
    track.turn_scale = fmax(track.turn_scale, fabs(now[2]));
  }
  return track;
}

static double share(double part, double whole)
{
  return part == 0 ? 0 : part / whole;
}

Deviation motion_deviation(const Contact *c, const Recording *exact,
                           const Recording *other)
{
  const double little = 1e-3; /* of the other scale: hardly a turn or a path */
  Track track = c->scenario->load ? pose_track(exact) : wrench_track(exact);
  const double r = c->scenario->load ? 1 / c->r : c->r;
  const double scale = fmax(track.scale, little * track.turn_scale / r);
  const double turn_scale = fmax(track.turn_scale, little * track.scale * r);
  Deviation deviation = {0, 0};
  for (size_t row = 0; row < exact->nrows; row++) {
    double a[3], b[3];
    row_of(exact, row, &track, a);
    row_of(other, row, &track, b);
    deviation.last = fmax(share(hypot(a[0] - b[0], a[1] - b[1]), scale),
                          share(fabs(a[2] - b[2]), turn_scale));
    deviation.largest = fmax(deviation.largest, deviation.last);
  }
  return deviation;
}
