/* reference.h: the slider of the reference, for the files that compare a solver
 * with the reference. */
#ifndef BRISTLE_SLIDER_GLUE_H
#define BRISTLE_SLIDER_GLUE_H

#include "kinds/slider/slider.h"
#include "reference/slider/slider.h"

/* Returns the slider's parameters and patch; the corners live as long as the
 * run. */
RefSlider slider_reference(const Slider *slider);

#endif
