/* block.c: drives the S-function that is included before it by the header of
 * tests/data/simulink, with minor outputs between the samples, beside calls of
 * the solver's own header. Prints what differs; 0 when nothing does. */
#include <math.h>
#include <stdio.h>

/* Tuned values behind the sample time, and their number with it. */
#if defined(TUNED) /* mass, mu */
#define VALUES 1.25, 0.3
#elif defined(TUNED_CONTACT) /* mu_c, mu_s */
#define VALUES 0.75, 1.25
#elif defined(JOINT) /* F_c, sigma0 */
#define VALUES 1.125, 150
#elif defined(CONE) /* mu */
#define VALUES 0.375
#endif
#ifdef VALUES
#define IS_TUNED
#define COUNT (1 + PAD_NTUNE)
#else
#define VALUES 0
#define COUNT 1
#endif

enum { SAMPLES = 40 };

static double *numbers(int count)
{
  return (double *)calloc((size_t)count + 1, sizeof(double));
}

static void begin(SimStruct *S)
{
  static const double parameters[] = {1e-3, VALUES};
  memset(S, 0, sizeof *S);
  S->given = COUNT;
  for (int i = 0; i < S->given; i++) S->parameters[i].value = parameters[i];
  mdlInitializeSizes(S);
  mdlInitializeSampleTimes(S);
  for (int i = 0; i < S->ninputs; i++) S->in[i].signal = numbers(S->in[i].width);
  for (int i = 0; i < S->noutputs; i++)
    S->out[i].signal = numbers(S->out[i].width);
  for (int i = 0; i < S->nwork; i++) S->work[i] = numbers(S->widths[i]);
  mdlStart(S);
}

/* Compares an output port of that width, counted from the end, with numbers. */
static int differs(const SimStruct *S, int from_end, const double *expected,
                   int count, int sample)
{
  const Port *p = &S->out[S->noutputs - from_end];
  int bad = p->width != count;
  for (int i = 0; i < count && !bad; i++) {
    const double distance = p->signal[i] - expected[i];
    bad = !(distance >= 0 && distance <= 0);
  }
  if (bad) printf("sample %d: output %d differs\n", sample, S->noutputs - from_end);
  return bad;
}

int main(void)
{
  SimStruct S;
  int bad = 0;
  begin(&S);
  if (S.nparameters != S.given || S.nsamples != 1) {
    printf("%d parameters\n", S.nparameters);
    return 1;
  }
#if defined(BODY)
  pad_body body;
  memset(&body, 0, sizeof body);
#elif defined(CONTACT)
  pad_state state;
  pad_reset(&state);
#elif defined(IS_TUNED)
  const double values[] = {VALUES};
  pad_tuning tuning;
  pad_tune(&tuning, values);
#ifndef CONE
  pad_state state;
  pad_reset(&state);
#endif
#endif
  for (int k = 0; k < SAMPLES; k++) {
    double input[3] = {0.004*sin(0.1*k), 0.002, 0.1*cos(0.1*k)}, out[6] = {0};
    const double fn = 5 + sin(0.3*k);
    S.t = k*1e-3;
    for (int i = 0; i < S.ninputs; i++)
      for (int j = 0; j < S.in[i].width; j++)
        S.in[i].signal[j] = S.in[i].width == 1 ? fn : input[j%3];
    mdlOutputs(&S, 0);
    mdlOutputs(&S, 0); /* outputs may be asked for more than once */
    if (S.error) {
      printf("%s\n", S.error);
      return 1;
    }
    for (int i = 0; i < S.noutputs; i++)
      for (int j = 0; j < S.out[i].width; j++)
        if (!(fabs(S.out[i].signal[j]) < 1e9)) bad = 1;
#if defined(BODY)
    pad_body_step(&body, input, fn, 1e-3, out);
    bad |= differs(&S, 4, body.q, 3, k) | differs(&S, 3, body.v, 3, k) | differs(&S, 2, out, 3, k);
#elif defined(TUNED)
    pad_step(&tuning, &state, input, 1e-3, out);
    bad |= differs(&S, 4, state.q, 3, k) | differs(&S, 3, state.v, 3, k) | differs(&S, 2, out, 6, k);
#elif defined(TUNED_CONTACT)
    pad_step(&tuning, &state, input, fn, 1e-3, out);
    bad |= differs(&S, 2, out, 3, k);
#elif defined(JOINT)
    pad_step(&tuning, &state, fn, 1e-3, out);
    bad |= differs(&S, 3, out, 1, k);
#elif defined(CONE)
    pad_margin(&tuning, input, out);
    pad_project(&tuning, input, out + 1);
    bad |= differs(&S, S.noutputs, out, 1, k) | differs(&S, S.noutputs - 1, out + 1, 3, k);
#elif defined(CONTACT)
    pad_step(&state, input, fn, 1e-3, out);
    bad |= differs(&S, 2, out, 3, k);
#else
    (void)out, (void)differs;
#endif
    mdlUpdate(&S, 0);
  }
  if (S.ninputs > 0) {
    S.in[0].signal[0] = NAN;
    mdlOutputs(&S, 0);
  }
  if (S.ninputs > 0 && (!S.error || !strstr(S.error, "BAD_INPUT"))) {
    printf("NaN: %s\n", S.error ? S.error : "no error");
    bad = 1;
  }
  mdlTerminate(&S);
  return bad;
}
