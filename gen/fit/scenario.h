/* scenario.h: fits of a motion that the drive causes. In: a model with `tune` and
 * a scenario, logs of its coordinates. Out: a Fitting whose model is a
 * simulation. */
#ifndef BRISTLE_FIT_SCENARIO_H
#define BRISTLE_FIT_SCENARIO_H

#include "fit/fit.h"

typedef struct ScenarioCoordinate {
  const char *name, *unit; /* of a column of recordings and logs; "": any unit */
} ScenarioCoordinate;

/* What a kind says of its scenario. */
typedef struct ScenarioKind {
  const ScenarioCoordinate *coordinates; /* that logs may have */
  size_t ncoordinates;
  /* Returns the model with a scenario of the time of the first rows of a log,
   * with the inputs that the log has. */
  const Model *(*follow)(const Model *model, const FitLog *log, size_t rows);
} ScenarioKind;

/* Returns a Fitting of numbers of `tune`; `kind` must live as long as the run.
 */
Fitting *scenario_fit(const Model *model, const FitRequest *request,
                      const ScenarioKind *kind);
/* Sets the solver of Fitting.varied, before anything is solved. */
void scenario_use(const Fitting *fitting, const Solver *solver);

#endif
