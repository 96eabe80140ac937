/* fit.h: declarations for the fit of a contact to logs of twist and wrench:
 * which numbers it can find, the tracks of the logs, and the pass over a track
 * as code. */
#ifndef BRISTLE_CONTACT_FIT_H
#define BRISTLE_CONTACT_FIT_H

#include "fit/fit.h"
#include "kinds/contact/contact.h"

/* ORDER CONTACT COLUMNS: those of a track, as templates/contact/fit.c reads
 * them. */
enum {
  CONTACT_DT,    /* s, to the next row */
  CONTACT_VX,    /* m/s, at the row */
  CONTACT_VY,
  CONTACT_W,     /* rad/s */
  CONTACT_FN,    /* N */
  CONTACT_STEPS, /* one number: Fitting.steps */
  CONTACT_FLOW,  /* h of a reduced contact at a row, then at the middles of its
                  * steps: 3*(1 + steps) numbers for each row */
  CONTACT_COLUMNS
};

enum { CONTACT_OUTPUTS = 3 };

/* How the logs were read. */
typedef struct ContactFit {
  Contact *contact; /* the varied one: its law is that of the fit */
  const FitRequest *request;
  Fitting *fitting;
  bool has_bristle;
  double steps;
  double arm;  /* m: torques are compared over this length */
  double sign; /* of the columns of the wrench: 1 friction on the body */
  bool has[CONTACT_OUTPUTS]; /* the logs have fx, fy, tau */
  const LimitMap *map;       /* of a reduced contact with a limit surface */
  double most_v, mu, range;  /* of the logs: m/s, wrench over load, travel in m */
  double most_fn, step;      /* N, s */
} ContactFit;

/* fit.c: the stage of the kind. */
Fitting *contact_fit(const Model *model, const FitRequest *request);
/* follow.c: the same for a body whose motion follows from its load. */
Fitting *contact_fit_body(const Model *model, const FitRequest *request);
/* Returns the value of a number of the law, with these values of parameters. */
double contact_fit_value(const Fitting *fitting, const double *values,
                         const char *name);

/* tracks.c: fills tracks, and the scales of the logs; Fitting.prepare and
 * Fitting.motion. */
void contact_fit_tracks(ContactFit *fit);
void contact_fit_prepare(const Fitting *fitting);
const char *contact_fit_motion(const Fitting *fitting, const double *values,
                               int i, Track *track);

/* starts.c: Fitting.starts. */
size_t contact_fit_starts(const Fitting *fitting, FitStart *starts,
                          size_t most);

/* plan.c: Fitting.plan, the holes of contact/fit.c. */
void contact_fit_plan(const Fitting *fitting, Plan *plan);

#endif
