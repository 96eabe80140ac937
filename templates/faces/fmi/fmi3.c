//@ words("faces.lua")
//@ words("fmi.lua")
//@ local unit = fmu()
//@ local variables = unit.variables
/* $(name)_fmi3.c: $(name) as an FMU for FMI 3.0, over $(name).h.
 *
 * Written by bristle $(version) from $(spec). It belongs to you (0BSD).
 *
 * Co-simulation$(unit.has_rate and " and model exchange" or ""). The types are those of the standard's platform header.
 * A program that links several FMUs defines FMI3_FUNCTION_PREFIX as $(name)_. */
#include "$(name).h"

$(include("common/entries.c", { entries = { unit.object }, linkage = "static const" }))
$(include("faces/engine/engine.c"))

$(include("faces/engine/slopes.c"))

$(include("faces/engine/unit.c", { unit = unit, variables = variables, wanted = { "step", "rate" } }))

$(include("faces/engine/steps.c", { unit = unit }))

$(include("faces/fmi/instance.c", { unit = unit, variables = variables }))

$(include("faces/fmi/along.c"))

$(include("faces/fmi/fmi3_types.c"))

$(include("faces/fmi/fmi3_life.c", { unit = unit }))

$(include("faces/fmi/fmi3_values.c", { unit = unit }))

$(include("faces/fmi/fmi3_exchange.c", { unit = unit }))

$(include("faces/fmi/fmi3_rest.c"))
