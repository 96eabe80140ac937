/* scripts.c: the functions of the Lua module `bristle`, for scripts. Out: parts
 * of a page of the manual.
 *
 * Invariant: a test compares these names with those of the module. */
#include <string.h>

#include "base/base.h"
#include "cli/manual.h"

typedef struct Group {
  const char *name; /* for `bristle help NAME`; NULL ends the list */
  const char *title;
  const char *const (*entries)[2]; /* NULL, NULL at the end */
} Group;

static const char *const module_entries[][2] = {
    {"bristle.jit(spec, options)",
     "a solver; options: set = { mu = 0.8 }, backend = \"auto\" (default), "
     "\"kernel\", \"tcc\" or \"cc\", tier = \"source\", tune = { mu_c = 0.6 }"},
    {"bristle.open(spec, set)",
     "a model, which has name, jit, check, verify, fit, show, emit, sim and "
     "close "
     "as "
     "methods"},
    {"bristle.text(source, name)", "a spec from its text"},
    {"bristle.check(spec, options)",
     "a table with the figures and the lint of `bristle check --json`"},
    {"bristle.verify(spec, options)",
     "a table with the checks of `bristle verify --json`"},
    {"bristle.fit(spec, logs, names, options)",
     "a table with the report of `bristle fit --json`; names: \"F_c,sigma0\" "
     "or "
     "a list; options: set, use, hold, given, weights, columns, backend, out, "
     "plot"},
    {"bristle.show(spec, letters)", "the text of stages, as -d of the verbs"},
    {"bristle.emit(spec, folder, options)",
     "writes the files; options: set, example = true, descriptor = true; "
     "returns their paths"},
    {"bristle.sim(spec, options)",
     "runs the scenario; options: set, backend, tune, each = function(row) ... "
     "end"},
    {"bristle.array(n, value)",
     "an array of n numbers, or bristle.array { numbers }; a[i], #a, "
     "a:fill(x), "
     "a:table()"},
    {"bristle.status(number)", "the word for the status of a function"},
    {"bristle.backends", "a table of the backends by name"},
    {"bristle.version", "the version as a text"},
    {"bristle.contact { ... }, bristle.lugre { ... }, ...",
     "the words of the spec language, for a spec written in the script"},
    {NULL, NULL}};

static const char *const solver_entries[][2] = {
    {"pad:state(), pad:body()",
     "a state with the functions of the emitted file that take one: "
     "s:step({ vx, vy, w }, fn, dt); a function that takes none is one of the "
     "solver: pad:steady({ vx, vy, w }, fn)"},
    {"pad:batch(n)",
     "n states, for a kind with batches: b:step(twists, fn, dt, wrenches, "
     "threads), "
     "b:status(i), "
     "b:get(i), b:set(i, values), b:reset(i)"},
    {"pad:tune { mu_c = 0.6 }, s:tune { ... }, b:tune { ... }",
     "sets numbers of the spec's tune by name: of states made later, of a "
     "state, of a batch, where an array has a number for each state; other "
     "names keep their values; returns the object"},
    {"pad:tunables()", "{ mu_c = { low =, high =, value =, unit = }, ... }"},
    {"pad:tier(), pad:wait(), pad:keep()",
     "the code that runs now; waits for the fastest; keeps the one that runs"},
    {"pad:facts()", "kind, name, spec_hash and real_bytes"},
    {"pad:close()", "frees the code; the collector does that, too"},
    {"s:step_many(n, ..., outputs)",
     "n calls in one, each input one for all or an array with a row for each "
     "call; every function that advances a state has _many"},
    {"s:get(name), s:set(name, values), s[i]", "numbers of the state"},
    {"s:copy(), s:reset(), s:save(), s:restore(text)", "the state as a whole"},
    {NULL, NULL}};

static const Group groups[] = {
    {"bristle module script", "the module: local bristle = require \"bristle\"",
     module_entries},
    {"solver state batch",
     "a solver and its states: local pad = bristle.jit(\"pad.lua\")",
     solver_entries},
    {NULL, NULL, NULL}};

int scripts_write(Sheet *sheet, const char *word)
{
  int shown = 0;
  for (const Group *g = groups; g->name; g++) {
    if (word && !strstr(g->name, word)) continue;
    sheet_part(sheet, g->title);
    for (size_t i = 0; g->entries[i][0]; i++)
      sheet_entry(sheet, g->entries[i][0], g->entries[i][1]);
    shown++;
  }
  return shown;
}
