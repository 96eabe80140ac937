//@ words("faces.lua")
//@ words("fmi.lua")
//@ words("scripts.lua")
//@ local unit = fmu()
//@ local sides = block_ports(unit)
/* $(name)_sfun.c: $(name) as a block of Simulink, a level-2 S-function over $(name).h.
 *
 * Written by bristle $(version) from $(spec). It belongs to you (0BSD).
 *
 *   mex $(name)_sfun.c $(name).c
 *
 * Parameters of the block: the sample time, s$(#tune > 0 and "; then, tunable while it runs, " .. gateway_tuned() or ""). Ports:
//@ for i, p in ipairs(sides.inputs) do
 *   input $(i): $(p.name), $(p.size)$(p.unit ~= "" and ", " .. p.unit or "")
//@ end
//@ for i, p in ipairs(sides.outputs) do
 *   output $(i): $(p.name), $(p.size)$(p.unit ~= "" and ", " .. p.unit or "")
//@ end
 * The outputs are those of the step from the present sample to the next one. A status
 * below 0 stops the simulation with the solver's word. */
#define S_FUNCTION_NAME $(name)_sfun
#define S_FUNCTION_LEVEL 2
#include "simstruc.h"

#include "$(name).h"

$(include("common/entries.c", { entries = { unit.object }, linkage = "static const" }))
$(include("faces/engine/engine.c"))

$(include("faces/engine/unit.c", { unit = unit, variables = unit.variables, wanted = { "step" } }))

$(include("faces/engine/steps.c", { unit = unit }))

/* What a block keeps: an instance with the memory of its functions behind it, and the
 * moment at the next sample. */
enum { BLOCK, NEXT, NWORK };

static int_T block_width(void)
{
  size_t most = 0;
  for (const $(name)_unit_function *g = $(name)_unit_step_functions; g->f; g++)
    if ($(name)_face_bytes(g->f) > most) most = $(name)_face_bytes(g->f);
  return (int_T)((sizeof($(name)_unit_instance) + most)/sizeof(real_T) + 1);
}

static void mdlInitializeSizes(SimStruct *S)
{
  ssSetNumSFcnParams(S, $(1 + #tune));
  if (ssGetNumSFcnParams(S) != ssGetSFcnParamsCount(S)) return;
  ssSetSFcnParamTunable(S, 0, 0);
//@ for i = 1, #tune do
  ssSetSFcnParamTunable(S, $(i), 1); /* $(tune[i].name) */
//@ end
  ssSetNumContStates(S, 0);
  ssSetNumDiscStates(S, 0);
  if (!ssSetNumInputPorts(S, $(#sides.inputs)) || !ssSetNumOutputPorts(S, $(#sides.outputs))) return;
//@ for i, p in ipairs(sides.inputs) do
  ssSetInputPortWidth(S, $(i - 1), $(p.size)); /* $(p.name) */
  ssSetInputPortRequiredContiguous(S, $(i - 1), 1);
  ssSetInputPortDirectFeedThrough(S, $(i - 1), 1);
//@ end
//@ for i, p in ipairs(sides.outputs) do
  ssSetOutputPortWidth(S, $(i - 1), $(p.size)); /* $(p.name) */
//@ end
  ssSetNumSampleTimes(S, 1);
  ssSetNumDWork(S, NWORK);
  ssSetDWorkWidth(S, BLOCK, block_width());
  ssSetDWorkDataType(S, BLOCK, SS_DOUBLE);
  ssSetDWorkWidth(S, NEXT, (int_T)(sizeof($(name)_unit_moment)/sizeof(real_T) + 1));
  ssSetDWorkDataType(S, NEXT, SS_DOUBLE);
}

static void mdlInitializeSampleTimes(SimStruct *S)
{
  ssSetSampleTime(S, 0, mxGetPr(ssGetSFcnParam(S, 0))[0]);
  ssSetOffsetTime(S, 0, 0.0);
}

#define MDL_START
static void mdlStart(SimStruct *S)
{
  $(name)_unit_instance *const c = ($(name)_unit_instance *)ssGetDWork(S, BLOCK);
  memset(c, 0, sizeof *c);
  $(name)_unit_start(&c->now);
  memcpy(ssGetDWork(S, NEXT), &c->now, sizeof c->now);
}

/* Makes the step to the next sample, and takes it back: mdlUpdate keeps it. */
static void mdlOutputs(SimStruct *S, int_T tid)
{
  $(name)_unit_instance *const c = ($(name)_unit_instance *)ssGetDWork(S, BLOCK);
  $(name)_unit_moment *const next = ($(name)_unit_moment *)ssGetDWork(S, NEXT);
  double *const values = c->now.values;
  int is_odd;
  UNUSED_ARG(tid);
//@ for i, p in ipairs(sides.inputs) do
  memcpy(values + $(p.at), ssGetInputPortSignal(S, $(i - 1)), $(p.size)*sizeof *values);
//@ end
//@ for i, p in ipairs(sides.tuned) do
  values[$(p.at)] = mxGetPr(ssGetSFcnParam(S, $(i)))[0]; /* $(p.name) */
//@ end
  const $(name)_unit_moment before = c->now;
  const int status = $(name)_unit_interval(c, ssGetT(S), ssGetSampleTime(S, 0), &is_odd);
  if (status < 0 || is_odd) {
    ssSetErrorStatus(S, c->message);
    return;
  }
//@ for i, p in ipairs(sides.outputs) do
  memcpy(ssGetOutputPortSignal(S, $(i - 1)), values + $(p.at), $(p.size)*sizeof *values);
//@ end
  memcpy(next, &c->now, sizeof *next);
  c->now = before;
}

#define MDL_UPDATE
static void mdlUpdate(SimStruct *S, int_T tid)
{
  $(name)_unit_instance *const c = ($(name)_unit_instance *)ssGetDWork(S, BLOCK);
  UNUSED_ARG(tid);
  memcpy(&c->now, ssGetDWork(S, NEXT), sizeof c->now);
}

static void mdlTerminate(SimStruct *S) { UNUSED_ARG(S); }

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
