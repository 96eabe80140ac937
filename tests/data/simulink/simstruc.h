/* simstruc.h: the part of Simulink's SimStruct that emitted blocks use, as plain
 * functions over a struct, for the tests. Written from its documentation. */
#ifndef BRISTLE_TESTS_SIMSTRUC_H
#define BRISTLE_TESTS_SIMSTRUC_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef double real_T, time_T;
typedef int int_T;
typedef struct {
  double value;
} mxArray;

enum { MOST_PORTS = 12, MOST_WORK = 4, MOST_PARAMETERS = 20, SS_DOUBLE = 0 };

typedef struct {
  int width;
  int is_contiguous, is_direct;
  double *signal;
} Port;

typedef struct SimStruct {
  int nparameters, given, ninputs, noutputs, nsamples, nwork, ncont, ndisc;
  int is_tunable[MOST_PARAMETERS];
  mxArray parameters[MOST_PARAMETERS];
  Port in[MOST_PORTS], out[MOST_PORTS];
  int widths[MOST_WORK];
  double *work[MOST_WORK];
  double sample, offset, t;
  const char *error;
} SimStruct;

#define UNUSED_ARG(x) (void)(x)

static inline double *mxGetPr(mxArray *a) { return &a->value; }
static inline void ssSetNumSFcnParams(SimStruct *S, int n) { S->nparameters = n; }
static inline int ssGetNumSFcnParams(const SimStruct *S) { return S->nparameters; }
static inline int ssGetSFcnParamsCount(const SimStruct *S) { return S->given; }
static inline void ssSetSFcnParamTunable(SimStruct *S, int i, int is) { S->is_tunable[i] = is; }
static inline mxArray *ssGetSFcnParam(SimStruct *S, int i) { return &S->parameters[i]; }
static inline void ssSetNumContStates(SimStruct *S, int n) { S->ncont = n; }
static inline void ssSetNumDiscStates(SimStruct *S, int n) { S->ndisc = n; }
static inline int ssSetNumInputPorts(SimStruct *S, int n) { S->ninputs = n; return n <= MOST_PORTS; }
static inline int ssSetNumOutputPorts(SimStruct *S, int n) { S->noutputs = n; return n <= MOST_PORTS; }
static inline void ssSetInputPortWidth(SimStruct *S, int i, int n) { S->in[i].width = n; }
static inline void ssSetInputPortRequiredContiguous(SimStruct *S, int i, int is) { S->in[i].is_contiguous = is; }
static inline void ssSetInputPortDirectFeedThrough(SimStruct *S, int i, int is) { S->in[i].is_direct = is; }
static inline void ssSetOutputPortWidth(SimStruct *S, int i, int n) { S->out[i].width = n; }
static inline const void *ssGetInputPortSignal(const SimStruct *S, int i) { return S->in[i].signal; }
static inline void *ssGetOutputPortSignal(SimStruct *S, int i) { return S->out[i].signal; }
static inline void ssSetNumSampleTimes(SimStruct *S, int n) { S->nsamples = n; }
static inline void ssSetSampleTime(SimStruct *S, int i, double t) { (void)i; S->sample = t; }
static inline void ssSetOffsetTime(SimStruct *S, int i, double t) { (void)i; S->offset = t; }
static inline double ssGetSampleTime(const SimStruct *S, int i) { (void)i; return S->sample; }
static inline double ssGetT(const SimStruct *S) { return S->t; }
static inline int ssSetNumDWork(SimStruct *S, int n) { S->nwork = n; return n <= MOST_WORK; }
static inline void ssSetDWorkWidth(SimStruct *S, int i, int n) { S->widths[i] = n; }
static inline void ssSetDWorkDataType(SimStruct *S, int i, int type) { (void)S, (void)i, (void)type; }
static inline void *ssGetDWork(SimStruct *S, int i) { return S->work[i]; }
static inline void ssSetErrorStatus(SimStruct *S, const char *text) { S->error = text; }

#endif
