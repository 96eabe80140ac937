/* check.c: figures and lint of a mechanism. In: a Mechanism. Out: a Report:
 * sizes, the conditioning of masses and constraints around the start, the
 * residual of the constraints at the start, states where friction may lock.
 *
 * Invariant: all figures come from the reference. */
#include "kinds/kind.h"
#include "results/results.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/dense.h"
#include "reference/mechanism/mechanism.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 50, SAMPLES_OF_BOX = 10 /* at each corner of a tuning */ };

/* Returns the smallest pivot of Cholesky's factor over the largest: 0 for a
 * singular matrix, or for one that is not positive. */
static double conditioning(const double *matrix, int n)
{
  double L[(MOST_COORDINATES + 1) * (MOST_COORDINATES + 1)], low = INFINITY,
                                                             high = 0;
  for (int j = 0; j < n; j++)
    for (int i = j; i < n; i++) {
      double sum = matrix[i * n + j];
      for (int k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
      if (i == j) {
        low = fmin(low, sum);
        high = fmax(high, sum);
      }
      L[i * n + j] = i == j ? sqrt(fmax(sum, 0)) : sum / L[j * n + j];
    }
  return high > 0 ? fmax(low, 0) / high : 0;
}

static double product(const Mechanism *s, const RefTerms *o, int r, int c)
{
  double sum = 0;
  for (int j = 0; j < s->n; j++) sum += o->A[r * s->n + j] * o->A[c * s->n + j];
  return sum;
}

/* Returns the smallest pivot of A A', with rows scaled by their largest size at
 * any sample: a row may vanish where its constraint does. */
static double rank_conditioning(const Mechanism *s, const RefTerms *o,
                                const double *sizes)
{
  const int m = s->m;
  double AA[(MOST_ROWS + 1) * (MOST_ROWS + 1)] = {0};
  for (int r = 0; r < m; r++)
    for (int c = 0; c < m; c++)
      AA[r * (m + 1) + c] = product(s, o, r, c) / (sizes[r] * sizes[c]);
  AA[m * (m + 1) + m] = 1; /* the largest pivot */
  return conditioning(AA, m + 1);
}

/* Returns "0.5, 0.25" */
static const char *numbers_text(const Mechanism *s, const double *x)
{
  Text text = text_new(s->model.run);
  for (int i = 0; i < s->n; i++) text_add(&text, "%s%.6g", i ? ", " : "", x[i]);
  return text.chars;
}

static void check_start(const Mechanism *s, Report *report)
{
  const MechanismScenario *start = s->scenario;
  if (!start) return;
  report_number(report, "start_drift", "constraints at the start, as given",
                start->off[0], "");
  report_number(report, "start_speed", "their rate at the start, as given",
                start->off[1], "1/s");
  if (start->moved > 0)
    report_lint(report, start->moved > 1e-3 ? LINT_WARNING : LINT_NOTE,
                "scenario",
                "the start misses the constraints (by %.3g, rate %.3g) and is "
                "moved onto them: q = { %s }, qd = { %s }",
                start->off[0], start->off[1], numbers_text(s, start->q),
                numbers_text(s, start->qd));
}

typedef struct Conditioning {
  double mass, rows;
  int locked, singular, weightless, tried;
  double limit; /* the largest mu*N */
} Conditioning;

/* Writes the largest size of each row of A around the start, where the
 * constraints need not hold. */
static void row_sizes(const Mechanism *s, const RefMechanism *reference,
                      double *sizes)
{
  uint64_t seed = 12;
  for (int r = 0; r < s->m; r++) sizes[r] = 1e-300;
  for (int i = 0; i < SAMPLES; i++) {
    double state[MOST_STATES], u[MOST_INPUTS];
    RefTerms o;
    random_state(s, &seed, state, u);
    ref_mechanism_terms(reference, state, state + s->n, 0, u, &o);
    for (int r = 0; r < s->m; r++)
      sizes[r] = fmax(sizes[r], sqrt(product(s, &o, r, r)));
  }
}

/* Adds samples around the start. */
static void sample_around(const Mechanism *s, int count, Conditioning *all)
{
  const RefMechanism *reference = mechanism_reference(s);
  Conditioning samples = *all;
  double sizes[MOST_ROWS];
  uint64_t seed = 11;
  row_sizes(s, reference, sizes);
  for (int i = 0; i < count; i++) {
    double state[MOST_STATES], u[MOST_INPUTS];
    RefTerms o;
    RefMotion motion;
    random_state(s, &seed, state, u);
    if (!project_state(s, reference, 0, state)) continue;
    samples.tried++;
    ref_mechanism_terms(reference, state, state + s->n, 0, u, &o);
    const double rows = rank_conditioning(s, &o, sizes);
    const double mass = conditioning(o.M, s->n);
    samples.mass = fmin(samples.mass, mass);
    samples.rows = fmin(samples.rows, rows);
    samples.weightless += mass < 1e-12;
    if (rows < 1e-10)
      samples.singular++;
    else if (ref_mechanism_solve(reference, state, u, 0, &motion) ==
             BR_NOT_UNIQUE)
      samples.locked++;
    else
      samples.limit =
          fmax(samples.limit, s->friction.mu * ref_length(motion.normal, s->d));
  }
  *all = samples;
}

/* Samples the mechanism of the spec, and those at corners of its tuning. */
static Conditioning sample_box(const Mechanism *s, Report *report)
{
  Conditioning samples = {INFINITY, INFINITY, 0, 0, 0, 0, 0};
  const Tuning *tuning = s->model.tuning;
  int corners = 0;
  sample_around(s, SAMPLES, &samples);
  if (!tuning) return samples;
  double *values = run_doubles(s->model.run, tuning->count);
  for (size_t i = 0; i < tuning_corners(tuning);
       i += mechanism_corner_stride(s)) {
    tuning_point(tuning, i, values);
    sample_around(mechanism_tuned(s, values), SAMPLES_OF_BOX, &samples);
    corners++;
  }
  report_integer(report, "tune_corners", "corners of tune tried", corners, "");
  return samples;
}

/* Refuses a bristle so stiff that the least force of its law, which stands in
 * for mu*N near 0, is larger than mu*N everywhere. */
static void check_least_limit(const Mechanism *s, const Conditioning *samples,
                              Report *report)
{
  const double least = s->friction.least_fc;
  if (samples->limit > 0 && samples->limit < least)
    report_lint(report, LINT_ERROR, "sigma",
                "mu*N is at most %.3g N in %d motions around the start, below "
                "the %.3g N of 1 nm of deflection, which is the least that the "
                "law computes with: friction would be that force; take sigma = "
                "%.2g N/m or less",
                samples->limit, samples->tried, least,
                0.1 * samples->limit / (least / s->friction.stiffness));
}

void mechanism_check(const Model *model, const double *speeds, size_t nspeeds,
                     Report *report)
{
  const Mechanism *s = (const Mechanism *)model;
  (void)speeds;
  (void)nspeeds;
  report_integer(report, "coordinates", "coordinates", s->n, "");
  report_integer(report, "constraints", "constraints", s->m, "");
  report_integer(report, "freedom", "degrees of freedom", s->n - s->m, "");
  report_integer(report, "inputs", "inputs", s->nu, "");
  report_integer(report, "contact", "dimensions of the contact point", s->d,
                 "");
  report_integer(report, "undivided_turns",
                 "Newton turns of an undivided step",
                 mechanism_step_turns(s, false), "");
  report_integer(report, "step_turns", "Newton turns of a step at most",
                 mechanism_step_turns(s, true), "");
  const Conditioning samples = sample_box(s, report);
  report_integer(report, "samples", "configurations tried", samples.tried, "");
  report_number(report, "mass_conditioning", "smallest over largest pivot of M",
                samples.mass, "");
  report_number(report, "rank_conditioning", "smallest pivot of A A', scaled",
                samples.rows, "");
  if (samples.tried == 0)
    report_lint(report, LINT_ERROR, "constraint",
                "no configuration around the start obeys the constraints");
  if (samples.weightless > 0)
    report_lint(report, LINT_ERROR, s->mass.function ? "mass" : "kinetic",
                "M is not positive definite in %d of %d configurations around "
                "the start",
                samples.weightless, samples.tried);
  if (samples.singular > 0)
    report_lint(report, LINT_WARNING, "constraint",
                "A loses rank in %d of %d configurations around the start",
                samples.singular, samples.tried);
  if (samples.locked > 0 && samples.locked >= 0.9 * samples.tried)
    report_lint(report, LINT_ERROR, "friction",
                "friction and normal force have no unique solution in %d of "
                "%d motions around the start (Painleve): nearly every call "
                "would return NOT_UNIQUE; lower mu, or take normal = \"ideal\"",
                samples.locked, samples.tried);
  else if (samples.locked > 0)
    report_lint(report, LINT_WARNING, "friction",
                "friction and normal force have no unique solution in %d of "
                "%d motions around the start (Painleve)",
                samples.locked, samples.tried);
  check_least_limit(s, &samples, report);
  if (s->friction.law) s->friction.law->lint(&s->friction, report);
  check_start(s, report);
  if (s->mh > 0 && s->baumgarte[0] == 0 && s->baumgarte[1] == 0)
    report_lint(report, LINT_NOTE, "baumgarte",
                "no term moves q back onto the constraints; for long runs set "
                "baumgarte = { 10, 10 }");
}
