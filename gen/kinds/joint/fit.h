/* fit.h: declarations for the fit of a joint to logs: which numbers it can find,
 * the tracks of the logs, and the pass over a track as code. */
#ifndef BRISTLE_JOINT_FIT_H
#define BRISTLE_JOINT_FIT_H

#include "fit/fit.h"
#include "kinds/joint/joint.h"

/* ORDER JOINT COLUMNS: those of a track, as templates/joint/fit.c reads them. */
enum {
  JOINT_DT,    /* s, to the next row */
  JOINT_V,     /* x/s, at the row */
  JOINT_MEAN,  /* x/s, mean to the next row */
  JOINT_A,     /* x/s^2 */
  JOINT_Q,     /* x */
  JOINT_LOAD,  /* u */
  JOINT_DRIVE, /* of axis.gain */
  JOINT_COLUMNS
};

/* How the logs were read. */
typedef struct JointFit {
  const Joint *joint; /* the varied one: in double, with the exact step */
  const FitRequest *request;
  Fitting *fitting;
  bool is_driven;   /* the drive is given, the motion compared */
  bool has_inertia; /* the force moves the axis too */
  bool weighs;      /* gravity is the load: no column gives one */
  double sign;      /* of the column of force: 1 drives the axis */
  double encoder;   /* x; 0: positions are exact */
  double most_v, most_a, most_force, most_load, range; /* of the logs */
  double step;                                         /* s, usual */
} JointFit;

/* fit_axis.c: the key axis. */
extern const Field joint_axis_fields[];
enum { JOINT_AXIS_FIELDS = 4 };
void joint_read_axis(Joint *joint, const Value *value);

/* fit_tracks.c: fills tracks, and the scales of the logs. */
void joint_fit_tracks(JointFit *fit);
/* Reads the encoder once more: Fitting.read_again. */
void joint_read_again(const Fitting *fitting, const Track *from, uint64_t *seed,
                      Track *to);
/* Fitting.motion. */
const char *joint_fit_motion(const Fitting *fitting, const double *values,
                             int i, Track *track);

/* plan_fit.c: Fitting.plan, the holes of joint/fit.c. */
void joint_fit_plan(const Fitting *fitting, Plan *plan);
/* Returns the value of a number of the joint, with these values of parameters. */
double joint_fit_value(const Fitting *fitting, const double *values,
                       const char *name);

/* fit_starts.c: Fitting.starts. */
size_t joint_fit_starts(const Fitting *fitting, FitStart *starts, size_t most);
/* Returns the travel to breakaway by the spec's numbers; 0 without a bristle. */
double joint_fit_travel(const Joint *joint);

/* fit.c: the stage of the kind. */
Fitting *joint_fit(const Model *model, const FitRequest *request);

#endif
