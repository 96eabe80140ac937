//@ words("faces.lua")
//@ words("fmi.lua")
//@ words("scripts.lua")
/* $(name)_mex.c: $(name) as a function of Octave and MATLAB, over $(name).h.
 *
 * Written by bristle $(version) from $(spec). It belongs to you (0BSD).
 *
 *   mkoctfile --mex -o $(name).mex $(name).c $(name)_mex.c
 *   mex -output $(name) $(name).c $(name)_mex.c
 *
//@ for _, object in ipairs(objects) do
//@ if object.reals > 0 then
 *   s = $(name)("$(reset_word(object))")
//@ end
//@ for _, f in ipairs(gateway_functions(object)) do
 *   $(gateway_line(name, f))
//@ end
//@ end
//@ if #tune > 0 then
 *   values = $(name)("tune"): the defaults of $(gateway_tuned())
 * Any call may have such a column of values as its last argument.
//@ end
 *
 * Numbers of an argument are a column. Arguments with n columns, and others with one, mean n
 * calls: a function that returns s goes on from column to column. A matrix comes out as
 * a matrix, or from n calls as columns of its numbers. status < 0 is an error unless the call
 * takes the status. */
#include <stdio.h>
#include <string.h>

#include "mex.h"
#include "$(name).h"

$(include("common/entries.c", { entries = objects, linkage = "static const" }))
/* A function of the descriptor; `changes` is 1 if it returns the state. */
typedef struct {
  const br_solver *solver;
  int entry, changes;
} $(name)_mex_function;

static const $(name)_mex_function $(name)_mex_functions[] = {
//@ for _, object in ipairs(objects) do
//@ for _, f in ipairs(gateway_functions(object)) do
  {&$(name)_$(object.solver), $(f.index), $(f.changes and 1 or 0)}, /* $(f.name) */
//@ end
//@ end
  {0, 0, 0}
};

enum { $(name)_mex_TUNED = $(#tune) };

static const char *$(name)_mex_word(int status)
{
  switch (status) {
//@ for _, word in ipairs(statuses) do
  case $(statuses[word]): return "$(word)";
//@ end
  default: return "unknown status";
  }
}

$(include("faces/mex/call.c"))
