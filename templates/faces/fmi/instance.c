/* ---- an instance ------------------------------------------------------------ */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place of each variable's numbers among all; its value reference is that place. */
typedef struct {
  int at, size;
} $(name)_fmi_variable;

static const $(name)_fmi_variable $(name)_fmi_variables[] = {
//@ for _, v in ipairs(variables) do
  {$(v.at), $(v.size)}, /* $(v.name) */
//@ end
  {-1, 0}
};

/* A function and the places of its inputs and of its outputs among all numbers. */
typedef struct {
  const $(name)_face_function *f;
  const int *in, *out;
} $(name)_fmi_function;

//@ for _, which in ipairs({ "step", "rate" }) do
//@ for _, f in ipairs(unit[which]) do
$(include("faces/engine/tables.c", { prefix = name .. "_fmi_" .. which, f = f, object = unit.object }))
static const int $(name)_fmi_$(which)_$(f.name)_in_at[] = {$(table.concat(f.in_at, ", "))};
static const int $(name)_fmi_$(which)_$(f.name)_out_at[] = {$(table.concat(f.out_at, ", "))};
//@ end
/* What $(which == "step" and "a step of co-simulation" or "an evaluation in model exchange") runs, one after the other. */
static const $(name)_fmi_function $(name)_fmi_$(which)_functions[] = {
//@ for _, f in ipairs(unit[which]) do
//@ local F = name .. "_fmi_" .. which .. "_" .. f.name
  {&$(F)_function, $(F)_in_at, $(F)_out_at},
//@ end
  {0, 0, 0}
};
//@ end

enum {
  $(name)_fmi_TIME = 0,
  $(name)_fmi_DT = 1,
  $(name)_fmi_STATE = $(unit.state_at), /* $(unit.nstates) numbers */
  $(name)_fmi_NSTATES = $(unit.nstates),
  $(name)_fmi_DERIVATIVES = $(unit.derivatives_at),
  $(name)_fmi_STATUS = $(unit.status_at),
  $(name)_fmi_COUNT = $(unit.status_at + 1)
};

/* All that changes. A saved state of an instance is a copy of it. */
typedef struct {
  double values[$(name)_fmi_COUNT];
  double before[$(name)_fmi_COUNT]; /* at the start of the last step */
  int is_stale;                     /* outputs are not those of the inputs */
} $(name)_fmi_moment;

typedef struct {
  $(name)_fmi_moment now;
  int is_exchange, is_logging;
  void *environment;
  void *log; /* the importer's function */
  char *title;
  char message[160];
} $(name)_fmi_instance;

static void $(name)_fmi_start($(name)_fmi_moment *m)
{
  memset(m, 0, sizeof *m);
//@ for _, v in ipairs(variables) do
//@ if v.start ~= 0 then
  m->values[$(v.at)] = $(double(v.start)); /* $(v.name) */
//@ end
//@ end
  m->is_stale = 1;
}

static const char *$(name)_fmi_word(int status)
{
  switch (status) {
//@ for _, word in ipairs(statuses) do
  case $(statuses[word]): return "$(word)";
//@ end
  default: return "unknown status";
  }
}

/* The instance and the memory of its functions are one block. */
static $(name)_fmi_instance *$(name)_fmi_new(const char *title, int is_exchange, void *environment, void *log, int is_logging)
{
  const $(name)_fmi_function *const lists[2] = {$(name)_fmi_step_functions, $(name)_fmi_rate_functions};
  size_t most = 0;
  for (int list = 0; list < 2; list++)
    for (const $(name)_fmi_function *g = lists[list]; g->f; g++)
      if ($(name)_face_bytes(g->f) > most) most = $(name)_face_bytes(g->f);
  if (!title) title = "";
  $(name)_fmi_instance *const c = ($(name)_fmi_instance *)calloc(1, sizeof *c + most + strlen(title) + 1);
  if (!c) return 0;
  $(name)_fmi_start(&c->now);
  c->is_exchange = is_exchange;
  c->environment = environment;
  c->log = log;
  c->is_logging = is_logging;
  c->title = (char *)(c + 1) + most;
  strcpy(c->title, title);
  return c;
}

/* Returns the variable with a value reference, or NULL. */
static const $(name)_fmi_variable *$(name)_fmi_find(unsigned reference)
{
  for (const $(name)_fmi_variable *v = $(name)_fmi_variables; v->at >= 0; v++)
    if ((unsigned)v->at == reference) return v;
  return 0;
}
