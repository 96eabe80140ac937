#ifndef BRISTLE_PIPELINE_H
#define BRISTLE_PIPELINE_H

#include "backend/backend.h"
#include "kinds/kind.h"

/* The whole way from a model, with tcc: for pictures of what it does. */
Solver *solver_of_model(const Model *model);

#endif
