//@ words("faces.lua")
//@ words("fmi.lua")
//@ local unit = fmu()
//@ local variables = unit.scalars
/* $(name)_fmi2.c: $(name) as an FMU for co-simulation by FMI 2.0, over $(name).h.
 *
 * Written by bristle $(version) from $(spec). It belongs to you (0BSD).
 *
 * A program that links several FMUs defines FMI2_FUNCTION_PREFIX as $(name)_. */
#include "$(name).h"

$(include("common/entries.c", { entries = { unit.object }, linkage = "static const" }))
$(include("faces/engine/engine.c"))

$(include("faces/engine/slopes.c"))

$(include("faces/engine/unit.c", { unit = unit, variables = variables, wanted = { "step", "rate" } }))

$(include("faces/engine/steps.c", { unit = unit }))

$(include("faces/fmi/instance.c", { unit = unit, variables = variables }))

$(include("faces/fmi/along.c"))

$(include("faces/fmi/fmi2_life.c", { unit = unit }))

$(include("faces/fmi/fmi2_values.c", { unit = unit }))
