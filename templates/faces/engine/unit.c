/* ---- all numbers of a model, and what writes them ------------------------------ */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A function and the places of its inputs and of its outputs among all numbers. */
typedef struct {
  const $(name)_face_function *f;
  const int *in, *out;
} $(name)_unit_function;

//@ for _, which in ipairs(wanted) do
//@ for _, f in ipairs(unit[which]) do
$(include("faces/engine/tables.c", { prefix = name .. "_unit_" .. which, f = f, object = unit.object }))
static const int $(name)_unit_$(which)_$(f.name)_in_at[] = {$(table.concat(f.in_at, ", "))};
static const int $(name)_unit_$(which)_$(f.name)_out_at[] = {$(table.concat(f.out_at, ", "))};
//@ end
/* What $(which == "step" and "a step of co-simulation" or "an evaluation in model exchange") runs, one after the other. */
static const $(name)_unit_function $(name)_unit_$(which)_functions[] = {
//@ for _, f in ipairs(unit[which]) do
//@ local F = name .. "_unit_" .. which .. "_" .. f.name
  {&$(F)_function, $(F)_in_at, $(F)_out_at},
//@ end
  {0, 0, 0}
};
//@ end

enum {
  $(name)_unit_TIME = 0,
  $(name)_unit_DT = 1,
  $(name)_unit_STATE = $(unit.state_at), /* $(unit.nstates) numbers */
  $(name)_unit_NSTATES = $(unit.nstates),
  $(name)_unit_DERIVATIVES = $(unit.derivatives_at),
  $(name)_unit_STATUS = $(unit.status_at),
  $(name)_unit_COUNT = $(unit.status_at + 1)
};

/* All that changes. A saved state of an instance is a copy of it. */
typedef struct {
  double values[$(name)_unit_COUNT];
  double before[$(name)_unit_COUNT]; /* at the start of the last step */
  int is_stale;                     /* outputs are not those of the inputs */
} $(name)_unit_moment;

typedef struct {
  $(name)_unit_moment now;
  int is_exchange, is_logging;
  void *environment;
  void *log; /* the importer's function */
  char *title;
  char message[160];
} $(name)_unit_instance;

static void $(name)_unit_start($(name)_unit_moment *m)
{
  memset(m, 0, sizeof *m);
//@ for _, v in ipairs(variables) do
//@ if v.start ~= 0 then
  m->values[$(v.at)] = $(double(v.start)); /* $(v.name) */
//@ end
//@ end
  m->is_stale = 1;
}

static const char *$(name)_unit_word(int status)
{
  switch (status) {
//@ for _, word in ipairs(statuses) do
  case $(statuses[word]): return "$(word)";
//@ end
  default: return "unknown status";
  }
}
