/* ---- descriptor --------------------------------------------------------- */

#ifndef BRISTLE_RT_H
$(runtime_header)
#endif

/* Doubles to and from the solver's own numbers. Outputs are written in place, at
 * the front of the doubles they become. */
//@ if is_float then
#ifndef __TINYC__
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
//@ for _, f in ipairs(functions) do
static int $(name)_call_$(f.name)(void *state, const double *const *in, double *const *out)
{
//@ for _, a in ipairs(f.scalars) do
  const $(real) $(a.name) = ($(real))in[$(a.index)][0];
//@ end
//@ for _, a in ipairs(f.inputs) do
  $(real) $(a.name)[$(a.size)];
//@ end
  int status;
//@ for _, a in ipairs(f.inputs) do
  for (int i = 0; i < $(a.size); i++) $(a.name)[i] = ($(real))in[$(a.index)][i];
//@ end
  status = $(name)_$(f.name)($(f.call));
//@ if is_float then
//@ for _, a in ipairs(f.outputs) do
  $(name)_widen(out[$(a.index)], $(a.size));
//@ end
//@ end
//@ if not f.has_state then
  (void)state;
//@ end
//@ if #f.inputs + #f.scalars == 0 then
  (void)in;
//@ end
//@ if #f.outputs == 0 then
  (void)out;
//@ end
  return status;
}

//@ end
static void $(name)_call_reset(void *state)
{
  $(name)_reset(($(name)_state *)state);
}

static void $(name)_call_get(const void *state, double *values)
{
  for (int i = 0; i < $(nstates); i++) values[i] = (double)((const $(name)_state *)state)->z[i];
}

static void $(name)_call_set(void *state, const double *values)
{
  for (int i = 0; i < $(nstates); i++) (($(name)_state *)state)->z[i] = ($(real))values[i];
}

//@ for _, f in ipairs(functions) do
static const br_port $(name)_in_$(f.name)[] = {
//@ for _, a in ipairs(f.ins) do
  {"$(a.name)", "$(a.unit)", $(a.rows), $(a.cols)},
//@ end
  {0, 0, 0, 0}
};
static const br_port $(name)_out_$(f.name)[] = {
//@ for _, a in ipairs(f.outputs) do
  {"$(a.name)", "$(a.unit)", $(a.rows), $(a.cols)},
//@ end
  {0, 0, 0, 0}
};
//@ end
static const br_function $(name)_functions[$(#functions)] = {
//@ for _, f in ipairs(functions) do
  {"$(f.name)", $(#f.ins), $(#f.outputs), $(name)_in_$(f.name), $(name)_out_$(f.name), $(name)_call_$(f.name)},
//@ end
};

#ifdef __cplusplus
extern "C"
#endif
const br_solver $(name)_solver = {
  BR_ABI, "$(kind)", "$(name)", "$(spec_hash)",
  sizeof($(name)_state), $(state_align), (int)sizeof($(real)), $(nstates),
  $(name)_call_reset, $(name)_call_get, $(name)_call_set,
  $(#functions), $(name)_functions
};
