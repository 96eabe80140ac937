/* ---- descriptor --------------------------------------------------------- */

#ifndef BRISTLE_RT_H
$(runtime_header)
#endif

/* Doubles to and from the solver's own numbers. Outputs are written in place, at
 * the front of the doubles they become. */
//@ if is_float then
#ifdef __TINYC__
void *memcpy(void *, const void *, __SIZE_TYPE__);
#else
#include <string.h>
#endif

static void $(name)_widen(double *v, int count)
{
  for (int i = count; v && i-- > 0;) {
    float narrow;
    (void)memcpy(&narrow, (const char *)v + (unsigned)i*sizeof narrow, sizeof narrow);
    v[i] = (double)narrow;
  }
}

//@ end
//@ -- The arrays of the scalar inputs of `step` but dt as arguments: rows of n, and the load apart.
//@ local function batch_ports(object)
//@   local ports = {}
//@   for _, f in ipairs(object.functions) do
//@     if f.name == "step" then ports = f.inputs end
//@   end
//@   local given = { has_load = false }
//@   for _, p in ipairs(ports) do given.has_load = given.has_load or p.name == "load" end
//@   function given.at(shift)
//@     local list, row = {}, 0
//@     for _, p in ipairs(ports) do
//@       local reals = ("(const %s *)"):format(real)
//@       if p.name == "load" then
//@         list[#list + 1] = reals .. "fn" .. shift
//@       elseif p.name ~= "dt" then
//@         list[#list + 1] = reals .. "twist" .. (row > 0 and " + " .. (row > 1 and row .. "*n" or "n") or "") .. shift
//@         row = row + 1
//@       end
//@     end
//@     return table.concat(list, ", ")
//@   end
//@   return given
//@ end
//@ for _, object in ipairs(entries) do
//@ local prefix = name .. "_" .. object.solver
//@ local has_struct, struct = object.type ~= "", name .. "_" .. object.type
//@ local whole = #tune > 0 and prefix .. "_tuned" or struct
//@ local has_whole = has_struct or #tune > 0
//@ if #tune > 0 then
/* A state with its own tuning. */
typedef struct { $(has_struct and struct .. " s; " or "")$(name)_tuning tuning; } $(whole);

static int $(prefix)_tune(void *state, const double *const *in, double *const *out)
{
  $(real) value[$(#tune)];
  (void)out;
  for (int i = 0; i < $(#tune); i++) value[i] = ($(real))in[i][0];
  return $(name)_tune(&(($(whole) *)state)->tuning, value);
}

//@ end
//@ for _, f in ipairs(object.functions) do
//@ if f.name ~= "tune" then
static int $(prefix)_$(f.name)(void *state, const double *const *in, double *const *out)
{
//@ local given = {}
//@ local is_tuned = #tune > 0 and f.name ~= "selftest"
//@ if is_tuned then given[1] = ("state ? &((%s *)state)->tuning : 0"):format(whole) end
//@ if f.has_state then given[#given + 1] = "(" .. struct .. " *)state" end
//@ for _, p in ipairs(f.inputs) do
//@ given[#given + 1] = p.name
//@ if p.is_scalar then
  const $(real) $(p.name) = ($(real))in[$(p.index)][0];
//@ elseif p.size == 1 then
  const $(real) $(p.name)[1] = {($(real))in[$(p.index)][0]};
//@ else
  $(real) $(p.name)[$(p.size)];
  for (int i = 0; i < $(p.size); i++) $(p.name)[i] = ($(real))in[$(p.index)][i];
//@ end
//@ end
//@ for _, p in ipairs(f.outputs) do
//@ local to = p.is_state and struct .. " *)(void *" or tostring(real) .. " *"
//@ given[#given + 1] = ("(%s)out[%d]"):format(to, p.index)
//@ end
//@ if not f.has_state and not is_tuned then
  (void)state;
//@ end
//@ if #f.inputs == 0 then
  (void)in;
//@ end
//@ if #f.outputs == 0 then
  (void)out;
//@ end
//@ if is_float and #f.outputs > 0 then
  const int status = $(name)_$(f.name)($(table.concat(given, ", ")));
//@ for _, p in ipairs(f.outputs) do
  $(name)_widen(out[$(p.index)], $(p.size));
//@ end
  return status;
//@ else
  return $(name)_$(f.name)($(table.concat(given, ", ")));
//@ end
}

//@ end
//@ end
static void $(prefix)_reset(void *state)
{
//@ if #tune > 0 then
  (($(whole) *)state)->tuning = $(name)_tuning_default;
//@ end
//@ if object.reset ~= "" then
  $(name)_$(object.reset)(($(struct) *)state);
//@ elseif not has_struct and #tune > 0 then
//@ elseif has_struct then
  unsigned char *const bytes = (unsigned char *)state;
  for (size_t i = 0; i < sizeof($(struct)); i++) bytes[i] = 0;
//@ else
  (void)state;
//@ end
}

static void $(prefix)_get(const void *state, double *values)
{
//@ if has_struct then
  const $(struct) *const s = (const $(struct) *)state;
//@ else
  (void)state;
  (void)values;
//@ end
//@ for _, m in ipairs(object.members) do
//@ if m.count > 1 then
//@ local at = m.offset > 0 and m.offset .. " + i" or "i"
  for (int i = 0; i < $(m.count); i++) values[$(at)] = (double)s->$(m.place)[i];
//@ else
  values[$(m.offset)] = (double)s->$(m.place)$(m.count == 1 and "[0]" or "");
//@ end
//@ end
}

static void $(prefix)_set(void *state, const double *values)
{
//@ if has_struct then
  $(struct) *const s = ($(struct) *)state;
//@ else
  (void)state;
  (void)values;
//@ end
//@ for _, m in ipairs(object.members) do
//@ if m.count > 1 then
//@ local at = m.offset > 0 and m.offset .. " + i" or "i"
  for (int i = 0; i < $(m.count); i++) s->$(m.place)[i] = ($(real))values[$(at)];
//@ else
  s->$(m.place)$(m.count == 1 and "[0]" or "") = ($(real))values[$(m.offset)];
//@ end
//@ end
}

//@ for _, f in ipairs(object.functions) do
static const br_port $(prefix)_in_$(f.name)[] = {
//@ for _, p in ipairs(f.inputs) do
  {"$(p.name)", "$(p.unit)", $(p.rows), $(p.cols)},
//@ end
  {0, 0, 0, 0}
};
static const br_port $(prefix)_out_$(f.name)[] = {
//@ for _, p in ipairs(f.outputs) do
  {"$(p.name)", "$(p.unit)", $(p.rows), $(p.cols)},
//@ end
  {0, 0, 0, 0}
};
//@ end
static const br_function $(prefix)_functions[$(#object.functions)] = {
//@ for _, f in ipairs(object.functions) do
  {"$(f.name)", $((f.has_state or #tune > 0 and not has_struct and f.name ~= "selftest") and 1 or 0), $(#f.inputs), $(#f.outputs), $(prefix)_in_$(f.name), $(prefix)_out_$(f.name), $(prefix)_$(f.name)},
//@ end
};
//@ if object.has_batch then
static int $(prefix)_step_batch(int n, void *z, const void *twist, const void *fn,
  double dt, void *wrench, int *status)
{
//@ if object.takes_ports then
//@ local given = batch_ports(object)
//@ if not given.has_load then
  (void)fn; /* no input is a load */
//@ end
  return $(name)_step_batch($(no_tuning)n, ($(struct) *)z, $(given.at("")), ($(real))dt, ($(real) *)wrench, status);
//@ else
  return $(name)_step_batch($(no_tuning)n, ($(real) *)z, (const $(real) *)twist,
    (const $(real) *)fn, ($(real))dt, ($(real) *)wrench, status);
//@ end
}

//@ end
//@ if #tune > 0 then
$(include("common/entries_tune.c", { prefix = prefix, has_batch = object.has_batch, object = object, struct = struct, batch_ports = batch_ports }))

//@ end
//@ if object.couple > 0 then
$(include("common/entries_couple.c", { prefix = prefix, struct = struct }))

//@ end
//@ if has_whole then
typedef struct { char before; $(whole) s; } $(prefix)_aligned;
//@ end

//@ local tuning = #tune > 0 and "&" .. prefix .. "_tuning" or "0"
$(linkage) br_solver $(prefix) = {
  BR_ABI, "$(kind)", "$(name)", "$(spec_hash)",
//@ if has_whole then
  sizeof($(whole)), offsetof($(prefix)_aligned, s),
//@ else
  0, 1,
//@ end
  (int)sizeof($(real)), $(object.reals),
  $(prefix)_reset, $(prefix)_get, $(prefix)_set,
  $(#object.functions), $(prefix)_functions, $(object.has_batch and prefix .. "_step_batch" or "0"),
//@ if object.couple > 0 then
  $(object.couple), $(prefix)_couple, $(prefix)_march, $(tuning)
//@ else
  0, 0, 0, $(tuning)
//@ end
};

//@ end
