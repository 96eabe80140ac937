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
    memcpy(&narrow, (const char *)v + (unsigned)i*sizeof narrow, sizeof narrow);
    v[i] = (double)narrow;
  }
}

//@ end
//@ for _, object in ipairs(objects) do
//@ local prefix = name .. "_" .. object.solver
//@ local has_struct, struct = object.type ~= "", name .. "_" .. object.type
//@ for _, f in ipairs(object.functions) do
static int $(prefix)_$(f.name)(void *state, const double *const *in, double *const *out)
{
//@ for _, a in ipairs(f.scalars) do
  const $(real) $(a.name) = ($(real))in[$(a.index)][0];
//@ end
//@ for _, a in ipairs(f.arrays) do
  $(real) $(a.name)[$(a.size)];
//@ end
  int status;
//@ for _, a in ipairs(f.arrays) do
  for (int i = 0; i < $(a.size); i++) $(a.name)[i] = ($(real))in[$(a.index)][i];
//@ end
//@ local given = {}
//@ if f.has_state then given[1] = "(" .. struct .. " *)state" end
//@ for _, a in ipairs(f.arguments) do
//@ local to = a.is_state and struct .. " *)(void *" or tostring(real) .. " *"
//@ given[#given + 1] = a.is_in and a.name or ("(%s)out[%d]"):format(to, a.index)
//@ end
  status = $(name)_$(f.name)($(table.concat(given, ", ")));
//@ if is_float then
//@ for _, a in ipairs(f.outs) do
  $(name)_widen(out[$(a.index)], $(a.size));
//@ end
//@ end
//@ if not f.has_state then
  (void)state;
//@ end
//@ if #f.ins == 0 then
  (void)in;
//@ end
//@ if #f.outs == 0 then
  (void)out;
//@ end
  return status;
}

//@ end
static void $(prefix)_reset(void *state)
{
//@ if object.reset ~= "" then
  $(name)_$(object.reset)(($(struct) *)state);
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
//@ if m.count > 0 then
  for (int i = 0; i < $(m.count); i++) values[$(m.offset) + i] = (double)s->$(m.place)[i];
//@ else
  values[$(m.offset)] = (double)s->$(m.place);
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
//@ if m.count > 0 then
  for (int i = 0; i < $(m.count); i++) s->$(m.place)[i] = ($(real))values[$(m.offset) + i];
//@ else
  s->$(m.place) = ($(real))values[$(m.offset)];
//@ end
//@ end
}

//@ for _, f in ipairs(object.functions) do
static const br_port $(prefix)_in_$(f.name)[] = {
//@ for _, a in ipairs(f.ins) do
  {"$(a.name)", "$(a.unit)", $(a.rows), $(a.cols)},
//@ end
  {0, 0, 0, 0}
};
static const br_port $(prefix)_out_$(f.name)[] = {
//@ for _, a in ipairs(f.outs) do
  {"$(a.name)", "$(a.unit)", $(a.rows), $(a.cols)},
//@ end
  {0, 0, 0, 0}
};
//@ end
static const br_function $(prefix)_functions[$(#object.functions)] = {
//@ for _, f in ipairs(object.functions) do
  {"$(f.name)", $(f.has_state and 1 or 0), $(#f.ins), $(#f.outs), $(prefix)_in_$(f.name), $(prefix)_out_$(f.name), $(prefix)_$(f.name)},
//@ end
};
//@ if object.has_batch then
static int $(prefix)_step_batch(int n, void *z, const void *twist, const void *fn,
  double dt, void *wrench, int *status)
{
  return $(name)_step_batch(n, ($(real) *)z, (const $(real) *)twist,
    (const $(real) *)fn, ($(real))dt, ($(real) *)wrench, status);
}

//@ end
//@ if has_struct then
typedef struct { char before; $(struct) s; } $(prefix)_aligned;
//@ end

#ifdef __cplusplus
extern "C"
#endif
const br_solver $(prefix) = {
  BR_ABI, "$(kind)", "$(name)", "$(spec_hash)",
//@ if has_struct then
  sizeof($(struct)), offsetof($(prefix)_aligned, s),
//@ else
  0, 1,
//@ end
  (int)sizeof($(real)), $(object.reals),
  $(prefix)_reset, $(prefix)_get, $(prefix)_set,
  $(#object.functions), $(prefix)_functions, $(object.has_batch and prefix .. "_step_batch" or "0")
};

//@ end
