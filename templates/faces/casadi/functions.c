//@ words("faces.lua")
//@ words("casadi.lua")
/* $(name)_casadi.c: $(name) as functions of CasADi, over $(name).h.
 *
 * Written by bristle $(version) from $(spec). It belongs to you (0BSD).
 *
 *   cc -O2 -fPIC -shared $(name).c $(name)_casadi.c -lm -o $(name).so
//@ local list = {}
//@ for _, object in ipairs(objects) do
//@ for _, f in ipairs(face_functions(object)) do list[#list + 1] = { object = object, f = f, is_first = object == objects[1] } end
//@ end
 *   F = casadi.external("$(name)_casadi_$(list[1].f.name)", "./$(name).so")
 *
 * Functions, each with its inputs -> outputs; matrices are columns unless sizes say more:
//@ for _, l in ipairs(list) do
 *   $(casadi_line(name, l.f))
//@ end
//@ if list[1].f.has_state then
 * s is the state, s1 the state after the step.
//@ end
 * jac_... is the Jacobian of a function$(#objects > 1 and " of the " .. objects[1].type or ""). All its blocks are central
 * differences by $(is_float and "5e-3" or "6e-6") of the size of a number, or of its typical size if that is more, and
 * one-sided at the edge of what the solver takes$(casadi_has_exact(list) and "; but these are exact:" or ".")
//@ for _, l in ipairs(list) do
//@ if l.is_first and #l.f.slopes > 0 then
 *   $(l.f.name): $(casadi_exact(l.f))
//@ end
//@ end
//@ if casadi_has_exact(list) then
 * The solver has no function for the other derivatives.
//@ end
//@ for i = 2, #objects do
 * Functions of the $(objects[i].type) have no Jacobian: the number of parts of a step changes with
 * the inputs, and the result then jumps by an error within the step's tolerance. With its
 * option enable_fd CasADi takes differences over distances that it chooses.
//@ end
 * A function fails (1) if the solver's status is below 0, and writes nothing then. */
#include "$(name).h"

$(include("common/entries.c", { entries = objects, linkage = "static const" }))
#ifndef casadi_int
#define casadi_int long long int
#endif
#ifndef casadi_real
#define casadi_real double
#endif
#ifndef CASADI_SYMBOL_EXPORT
#if defined(_WIN32)
#define CASADI_SYMBOL_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define CASADI_SYMBOL_EXPORT __attribute__((visibility("default")))
#else
#define CASADI_SYMBOL_EXPORT
#endif
#endif

$(include("faces/engine/engine.c"))

$(include("faces/engine/slopes.c"))

$(include("faces/casadi/engine.c"))

$(include("faces/casadi/jacobian.c"))

/* ---- sparsity: rows, columns, and 1 for a full matrix; else where each column
 * starts and the rows of its numbers ---------------------------------------- */

//@ local patterns = casadi_patterns(name, list)
//@ for _, p in ipairs(patterns) do
static const casadi_int $(p.name)[$(#p)] = {
$(whole(p))
};
//@ end

//@ for _, l in ipairs(list) do
//@ local f = l.f
$(include("faces/casadi/function.c", { f = f, object = l.object, has_jac = l.is_first, patterns = patterns }))
//@ end
