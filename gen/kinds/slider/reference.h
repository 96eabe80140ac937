/* reference.h: a slider as the reference knows it, for what compares with it.
 */
#ifndef BRISTLE_SLIDER_GLUE_H
#define BRISTLE_SLIDER_GLUE_H

#include "kinds/slider/slider.h"
#include "reference/slider/slider.h"

/* Returns the slider's parameters and patch; the corners live as long as the
 * run. */
RefSlider slider_reference(const Slider *slider);

#endif
