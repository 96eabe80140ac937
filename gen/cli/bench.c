/* bench.c: `bristle bench`. In: a spec. Out: ns per step of the reference and
 * of the solver's tiers, ratios, latencies. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "study/study.h"
#include "cli/cli.h"

static json_t *json_finite(double value)
{
  return isfinite(value) ? json_real(value) : json_null();
}

/* Adds the times and code sizes of the tiers under the keys of the report. */
static void add_timings(json_t *report, const BenchResult *result)
{
  json_t *ns = json_object(), *median = json_object(), *code = json_object();
  json_t *spread = json_object();
  for (size_t i = 0; i < result->ntimings; i++) {
    const Timing *t = &result->timings[i];
    json_object_set_new(ns, t->name, json_real(t->best));
    json_object_set_new(median, t->name, json_real(t->median));
    json_object_set_new(spread, t->name, json_real(t->spread));
    if (t->code_bytes > 0)
      json_object_set_new(code, t->name,
                          json_integer((json_int_t)t->code_bytes));
  }
  json_object_set_new(report, "ns", ns);
  json_object_set_new(report, "ns_median", median);
  json_object_set_new(report, "spread", spread);
  json_object_set_new(report, "code_bytes", code);
}

static void add_latencies(json_t *report, const BenchResult *result)
{
  json_t *latency = json_object(), *compile = json_object();
  for (size_t i = 0; i < result->nlatencies; i++) {
    const Latency *l = &result->latencies[i];
    json_object_set_new(latency, l->name, json_finite(l->first_step_ms));
    json_object_set_new(compile, l->name, json_finite(l->compile_ms));
  }
  json_object_set_new(report, "latency_ms", latency);
  json_object_set_new(report, "compile_ms", compile);
}

static json_t *json_motion(const BenchResult *result)
{
  const Motion *m = result->motion;
  return json_pack(
      "{s:s, s:i, s:f, s:f, s:f, s:f, s:f, s:o}", "function", m->function,
      "calls", m->calls, "seconds", m->seconds, "ms", result->moved.best / 1e6,
      "ms_median", result->moved.median / 1e6, "spread", result->moved.spread,
      "reference_steps", result->moved.best / result->timings[0].best, "off",
      json_finite(result->motion_off));
}

static void print_json(Run *run, const Command *command,
                       const BenchResult *result, long cells)
{
  json_t *report =
      json_pack("{s:s, s:I, s:i}", "spec", utf8_text(run, command->spec),
                "cells", (json_int_t)cells, "repeats", result->repeats);
  add_timings(report, result);
  add_latencies(report, result);
  if (result->batch.name)
    json_object_set_new(
        report, "batch",
        json_pack("{s:i, s:f, s:f, s:f, s:f}", "states", BATCH, "ns",
                  result->batch.best, "ns_median", result->batch.median,
                  "spread", result->batch.spread, "times_less_than_step",
                  result->step / result->batch.best));
  if (result->peer > 0)
    json_object_set_new(report, "of_generic",
                        json_real(result->step / result->peer));
  if (result->literal > 0)
    json_object_set_new(report, "times_literal",
                        json_real(result->step / result->literal));
  if (result->simpler > 0)
    json_object_set_new(report, "times_simpler",
                        json_real(result->step / result->simpler));
  if (result->motion)
    json_object_set_new(report, "motion", json_motion(result));
  char *text = json_dumps(report, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  printf("%s\n", text);
  free(text);
  json_decref(report);
}

static void print_motion(const BenchResult *result)
{
  const Motion *m = result->motion;
  printf("  %s: %g s of motion in %d calls take %.3f ms (median %.3f), ",
         m->function, m->seconds, m->calls, result->moved.best / 1e6,
         result->moved.median / 1e6);
  printf("%.0f steps of the reference",
         result->moved.best / result->timings[0].best);
  if (isfinite(result->motion_off))
    printf(";\n  the end is off by %.1e of the way from the end with %s=%s",
           result->motion_off, m->exact->key, m->exact->text);
  printf("\n");
}

static void print_table(const Command *command, const BenchResult *result,
                        long cells)
{
  const double reference = result->timings[0].best;
  printf("%s: ", command->spec);
  if (cells > 0) printf("%ld cells, ", cells);
  printf("best and median of at least %d\n", result->repeats);
  printf("  %-10s %10s %10s %10s %10s %10s %10s\n", "", "ns/step", "median",
         cells > 0 ? "ns/cell" : "", "ratio",
         result->peer > 0 ? "of generic" : "", "code (B)");
  for (size_t i = 0; i < result->ntimings; i++) {
    const Timing *t = &result->timings[i];
    printf("  %-10s %10.1f %10.1f", t->name, t->best, t->median);
    if (cells > 0)
      printf(" %10.2f", t->best / (double)cells);
    else
      printf(" %10s", "");
    printf(" %10.2f", reference / t->best);
    if (result->peer > 0)
      printf(" %10.2f", t->best / result->peer);
    else
      printf(" %10s", "");
    if (t->code_bytes > 0) printf(" %10zu", t->code_bytes);
    printf("\n");
  }
  if (result->batch.name)
    printf(
        "  %d states at once: %.2f ns per state and step (median %.2f), %.2f "
        "of "
        "cc's step\n",
        BATCH, result->batch.best, result->batch.median,
        result->batch.best / result->step);
  if (result->literal > 0)
    printf("  cc's step takes %.3f times as long as without tune, %+.1f ns\n",
           result->step / result->literal, result->step - result->literal);
  if (result->simpler > 0)
    printf("  cc's step takes %.2f times as long as the step of %s\n",
           result->step / result->simpler,
           result->timings[result->ntimings - 1].name);
  if (result->motion) print_motion(result);
  printf("  %-10s %10s %22s\n", "ms", "compile", "spec to first step");
  for (size_t i = 0; i < result->nlatencies; i++)
    printf("  %-10s %10.2f %22.1f\n", result->latencies[i].name,
           result->latencies[i].compile_ms, result->latencies[i].first_step_ms);
}

static int bench(Run *run, const Command *command)
{
  Pipeline *pipeline = command_open(run, command, command->spec);
  const BenchResult *result = bench_run(pipeline);
  const long cells = result->cells;
  if (command->is_json)
    print_json(run, command, result, cells);
  else
    print_table(command, result, cells);
  return EXIT_HELD;
}

static const Option *const options[] = {&option_tune, &option_json, NULL};

const Verb bench_verb = {
    .name = "bench",
    .usage = "SPEC [options]",
    .about =
        "Measures the time of a step of the reference, of tcc's code and of "
        "cc's code\n"
        "in the same run on one core, in turns of a millisecond. A ratio is "
        "the time of\n"
        "the reference, which loops over the whole grid with run-time "
        "parameters, over\n"
        "the time of the code. \"of generic\" is a share of the time of a "
        "loop with run-time\n"
        "cells and parameters that is written by hand for speed, compiled by "
        "cc. cc_free is a reproducible contact without that promise. A spec with tune is timed "
        "with the values of --tune; cc_literal is the same spec without tune. "
        "If the "
        "pressure depends on fn, cc_constant is "
        "the time\n"
        "of the same contact with a constant pressure.",
    .options = options,
    .most_specs = 1,
    .body = bench};
