/* Tests of gen/language/trace.c and of the symbols in words.lua: functions of
 * the spec, their expressions, and refused functions. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "support/emitting.h"

/* The time limit catches a function that does not end. */
TestSuite(trace);

/* Emits a pad whose law has this body, which is on line 6 of the spec. */
static Emission law(const char *body)
{
  char keys[2000];
  snprintf(keys, sizeof keys,
           "friction = lugre { sigma0 = 1e5, mu_c = 0.6, mu_s = 0.9,"
           " stribeck = function(s) %s end }",
           body);
  return emit_pad(keys);
}

static void expect_refused(const char *body, const char *reason)
{
  Emission e = law(body);
  cr_expect_not_null(e.error, "accepted: %s", body);
  if (e.error) {
    cr_expect_not_null(strstr(e.error, reason), "%s: %s", body, e.error);
    cr_expect_not_null(strstr(e.error, ":6: "), "%s: %s", body, e.error);
    cr_expect_null(strstr(e.error, "words.lua:"), "%s", e.error);
  }
  emission_close(&e);
}

/* Returns g(s) from the equations, N/N. */
static double derived_g(const Emission *e, double s)
{
  static const char *const names[] = {"s", "v2"};
  const double values[] = {s, s * s};
  double zmax;
  block_evaluate(equations_get(e->equations, "zmax"), names, values, 2, &zmax);
  return 1e5 * zmax;
}

/* ---- functions --------------------------------------------------------- */

/* Each function of math at u = s/(1 + s), with the value of libm. */
#define FUNCTIONS(F)                            \
  F("math.exp(-u)", exp(-u))                    \
  F("math.sqrt(1 + u)", sqrt(1 + u))            \
  F("math.sin(u)", sin(u))                      \
  F("math.cos(u)", cos(u))                      \
  F("math.tan(u)", tan(u))                      \
  F("math.asin(u)", asin(u))                    \
  F("math.acos(u)", acos(u))                    \
  F("math.atan(u)", atan(u))                    \
  F("math.atan(u, 2)", atan2(u, 2))             \
  F("math.atan(0.5, 1 + u)", atan2(0.5, 1 + u)) \
  F("math.atan(u, 1 + u)", atan2(u, 1 + u))     \
  F("math.sinh(u)", sinh(u))                    \
  F("math.cosh(u)", cosh(u))                    \
  F("math.tanh(u)", tanh(u))                    \
  F("math.log(1 + u)", log(1 + u))              \
  F("math.log(1 + u, 2)", log2(1 + u))          \
  F("math.log(2, 2 + u)", log(2) / log(2 + u))  \
  F("(1 + u)^2.5", pow(1 + u, 2.5))             \
  F("2^(-u)", exp2(-u))                         \
  F("(1 + u)^u", pow(1 + u, u))                 \
  F("-u - 1 + 3", 2 - u)                        \
  F("1/(2 - u)", 1 / (2 - u))                   \
  F("math.pi*u/4", 0.78539816339744830962 * u)  \
  F("math.max(0.5, 0.2)*u", 0.5 * u)            \
  F("math.abs(-0.3)*u", 0.3 * u)                \
  F("math.floor(1.7)*u", u)                     \
  F("math.exp(0.5)*u/2", exp(0.5) * u / 2)      \
  F("math.tanh(0.5)*u", tanh(0.5) * u)          \
  F("math.log(8, 2)*u/4", 0.75 * u)             \
  F("math.atan(1, 2)*u", atan2(1, 2) * u)       \
  F("math.fmod(7, 4)*u/4", 0.75 * u)

static const char *const calls[] = {
#define TEXT(text, value) text,
    FUNCTIONS(TEXT)
#undef TEXT
};

static double value_of_call(size_t i, double u)
{
  const double values[] = {
#define VALUE(text, value) value,
      FUNCTIONS(VALUE)
#undef VALUE
  };
  return values[i];
}

Test(trace, math_works_on_symbols_and_numbers)
{
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    char body[200];
    snprintf(body, sizeof body, "local u = s/(1 + s); return 0.6 + 0.05*(%s)",
             calls[i]);
    Emission e = law(body);
    cr_expect_null(e.error, "%s", e.error);
    for (double s = 0; !e.error && s < 30; s += 0.37) {
      const double should = 0.6 + 0.05 * value_of_call(i, s / (1 + s));
      cr_expect_float_eq(derived_g(&e, s), should, 1e-14,
                         "%s at %g: %g, not %g", calls[i], s, derived_g(&e, s),
                         should);
    }
    emission_close(&e);
  }
}

Test(trace, a_law_may_loop_and_name_its_parts)
{
  Emission e =
      law("local sum = 0; for k = 1, 5 do sum = sum + math.exp(-k*s)/2^k end;"
          " return 0.6 + 0.3*sum");
  cr_assert_null(e.error, "%s", e.error);
  double should = 0.6;
  for (int k = 1; k <= 5; k++) should += 0.3 * exp(-k * 0.2) / (1 << k);
  cr_expect_float_eq(derived_g(&e, 0.2), should, 1e-14);
  emission_close(&e);
}

Test(trace, a_constant_is_a_law)
{
  Emission e = law("return 0.7");
  cr_assert_null(e.error, "%s", e.error);
  cr_expect_float_eq(derived_g(&e, 0.3), 0.7, 1e-15);
  emission_close(&e);
}

/* ---- refused functions ------------------------------------------------- */

Test(trace, a_branch_on_a_symbol_is_refused)
{
  expect_refused(
      "if s < 1e-3 then return 0.8 end; return 0.6",
      "symbols, which cannot be compared; write the function without a "
      "branch");
  expect_refused("if s >= 1e-3 then return 0.8 end; return 0.6",
                 "cannot be compared");
  expect_refused("if 2*s == s then return 0.8 end; return 0.6",
                 "cannot be compared");
}

Test(trace, a_branch_that_symbols_cannot_see_is_caught_by_numbers)
{
  expect_refused(
      "if type(s) == \"number\" then return 0.8 end;"
      " return 0.6 + 0*s",
      "does the function branch on == or on type()?");
  expect_refused(
      "if math.type(s) == \"float\" then return 0.6 + 0.1/(1 + s)"
      " end; return 0.6 + 0.1/(1 + s^2)",
      "does the function branch on == or on type()?");
}

Test(trace, a_branch_on_speed_0_is_refused)
{
  expect_refused(
      "if s == 0 then return 0.8 end; return 0.6 + 0.2*(1 - math.exp(-s))/s",
      "at s = 0, but with symbols the value is nan");
  expect_refused("if s == 0 then return 0.9 end; return 0.6",
                 "the function returns 0.9 at s = 0");
}

Test(trace, functions_without_a_derivative_are_refused)
{
  static const char *const wrong[] = {"math.abs(s)",      "math.floor(s)",
                                      "math.ceil(s)",     "math.max(s, 0.1)",
                                      "math.max(0.1, s)", "math.min(0.1, s)",
                                      "math.fmod(s, 2)",  "s % 2",
                                      "s // 1",           "math.modf(s)"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char body[100];
    snprintf(body, sizeof body, "return 0.6 + 1e-5*(%s)", wrong[i]);
    expect_refused(body, "does not have a derivative everywhere");
  }
}

Test(trace, a_law_must_return_one_number)
{
  expect_refused("return 0.7, 0.8", "must return 1 number");
  expect_refused("return \"0.7\"", "must return");
  expect_refused("return", "must return 1 number");
  expect_refused("return {}", "must return");
}

Test(trace, a_random_law_is_refused)
{
  expect_refused("return 0.6 + 0.1*math.random()", "with symbols the value is");
}

Test(trace, a_law_that_is_too_long_is_refused)
{
  expect_refused(
      "local x = s; for i = 1, 10001 do x = x*0.5 end;"
      " return 0.6 + 0.1*math.exp(-x)",
      "the function has more than 10000 operations; is a loop too long?");
}

Test(trace, a_law_that_doubles_in_each_iteration_is_refused)
{
  expect_refused(
      "local x = 1 + s; for i = 1, 60 do x = (x + (1 + s)/x)/2 end;"
      " return 0.6 + 0.2/(1 + x)",
      "the function expands to more than 5000 operations");
}

Test(trace, six_iterations_are_accepted_and_share_operations)
{
  Emission e =
      law("local x = 1 + s; for i = 1, 6 do x = (x + (1 + s)/x)/2 end;"
          " return 0.6 + 0.2/(1 + x)");
  cr_assert_null(e.error, "%s", e.error);
  cr_expect_float_eq(derived_g(&e, 3), 0.6 + 0.2 / 3, 1e-9);
  cr_expect_lt(block_operations(equations_get(e.equations, "zmax")), 50);
  emission_close(&e);
}

/* ---- functions of tables, with tables for results ---------------------- */

static const char *const names[] = {"th1", "th2"};
static const char *const symbols[] = {"q0", "q1"};
static const char *const time_name[] = {"t"};

typedef struct Tracing {
  Loaded loaded;
  const char *body;
  ResultShape shape;
  const Expr **exprs;
  Signature signature;
} Tracing;

static const Parameter angles_and_time[] = {{true, 2, names, symbols},
                                            {false, 1, time_name, time_name}};

static void trace_caught(void *context)
{
  static const double centre[3] = {0.5, 0.5, 0};
  Tracing *t = context;
  const Value *law = value_get(&t->loaded.model->spec->root, "friction");
  t->signature = (Signature){angles_and_time, 2, &t->shape, 1, "what it must"};
  t->exprs = trace_function(t->loaded.model->spec, value_get(law, "stribeck"),
                            &t->signature, centre, NULL);
}

/* Traces the function `stribeck` of a spec as a function of (q, t). Without t
 * that function is a valid law. */
static Tracing trace_body(const char *body, int rows, int cols)
{
  char keys[2000];
  snprintf(keys, sizeof keys,
           "friction = lugre { sigma0 = 1e5, mu_c = 0.6, mu_s = 0.9,"
           " stribeck = function(q, t) if not t then return 0.7 end; %s end }",
           body);
  Tracing t = {.loaded = load_contact(keys, NULL), .shape = {rows, cols}};
  cr_assert_null(t.loaded.error, "%s", t.loaded.error);
  run_catch(t.loaded.run, trace_caught, &t);
  return t;
}

Test(trace, parameters_and_results_may_be_tables)
{
  Tracing t = trace_body(
      "local c = math.cos(q.th2); return {{ 3 + 2*c, q[1]*c }, { q.th1*c, t^2 "
      "}}",
      -1, -1);
  cr_assert_null(t.loaded.run->error, "%s", t.loaded.run->error);
  cr_assert_eq(t.shape.rows, 2);
  cr_assert_eq(t.shape.cols, 2);
  const char *const all[] = {"q0", "q1", "t"};
  const double at[] = {0.3, 0.7, 1.5}, c = cos(0.7);
  const double should[] = {3 + 2 * c, 0.3 * c, 0.3 * c, 2.25};
  for (int i = 0; i < 4; i++) {
    Assign output = {"value", t.exprs[i]};
    const Block block = {NULL, &output, 0, 1};
    double value;
    block_evaluate(&block, all, at, 3, &value);
    cr_expect_float_eq(value, should[i], 1e-15, "%d: %g", i, value);
  }
  unload(&t.loaded);
}

/* Far from the points of the comparison this function is another one for
 * numbers than for symbols. */
typedef struct Points {
  Tracing *tracing;
  int done;
} Points;

static void evaluate_caught(void *context)
{
  Points *points = context;
  Tracing *t = points->tracing;
  t->signature.results = &t->shape; /* the trace was moved since */
  Spec *spec = t->loaded.model->spec;
  const Value *law = value_get(&spec->root, "friction");
  Evaluator *e = trace_evaluator(spec, value_get(law, "stribeck"),
                                 &t->signature, t->exprs);
  for (points->done = 0; points->done < 200; points->done++) {
    const double in[] = {0.3, 0.7, points->done};
    double out[2];
    trace_evaluate(e, in, out);
    cr_assert_float_eq(out[0], 0.3 * cos(0.7), 1e-15);
    cr_assert_eq(out[1], in[2]);
  }
}

Test(trace, many_points_are_compared_with_calls_now_and_then)
{
  Tracing t = trace_body("return {{ q.th1*math.cos(q.th2), t }}", 1, 2);
  cr_assert_null(t.loaded.run->error, "%s", t.loaded.run->error);
  Points points = {&t, 0};
  run_catch(t.loaded.run, evaluate_caught, &points);
  cr_expect_null(t.loaded.run->error, "%s", t.loaded.run->error);
  cr_expect_eq(points.done, 200);
  unload(&t.loaded);
  t = trace_body("return {{ q.th1*math.cos(q.th2), (type(t) == 'number' and t > "
                 "90) and 1 or t }}",
                 1, 2);
  cr_assert_null(t.loaded.run->error, "%s", t.loaded.run->error);
  points = (Points){&t, 0};
  run_catch(t.loaded.run, evaluate_caught, &points);
  cr_assert_not_null(t.loaded.run->error);
  cr_expect_not_null(strstr(t.loaded.run->error, "with symbols the value is"),
                     "%s", t.loaded.run->error);
  unload(&t.loaded);
}

static void expect_untraced(const char *body, int rows, int cols,
                            const char *reason)
{
  Tracing t = trace_body(body, rows, cols);
  const char *error = t.loaded.run->error;
  cr_expect_not_null(error, "accepted: %s", body);
  if (error) {
    cr_expect_not_null(strstr(error, reason), "%s: %s", body, error);
    cr_expect_not_null(strstr(error, ":6: "), "%s: %s", body, error);
    cr_expect_null(strstr(error, "words.lua:"), "%s", error);
  }
  unload(&t.loaded);
}

Test(trace, results_of_a_wrong_shape_are_refused)
{
  expect_untraced("return { 1, 2, 3 }", 2, 0, "the list has 3 entries");
  expect_untraced("return { 1 }", 2, 0, "the list has 1 entry");
  expect_untraced("return 1", 2, 0, "what it must, but the list is a number");
  expect_untraced("return q[1]", 2, 0, "but the list is a number");
  expect_untraced("return 1, 2", 2, 0, "but it returns 2 values");
  expect_untraced("return { 1, {} }", 2, 0, "but item 2 is a table");
  expect_untraced("return {{1, 2}, {3}}", 2, 2, "but row 2 has 1 entry");
  expect_untraced("return {{1, 2}, 3}", 2, 2, "but row 2 is a number");
  expect_untraced("return {{1, 2}, {3, \"4\"}}", 2, 2,
                  "but item 2 of row 2 is a string");
  expect_untraced("return {}", 2, 2, "but the list has 0 entries");
}

Test(trace, wrong_functions_of_tables_are_refused)
{
  expect_untraced("if q[1] > 0 then return { 1 } end; return { 2 }", -1, 0,
                  "cannot be compared; write the function without a branch");
  expect_untraced("return { q[1] + q[3] }", -1, 0, "needs a number, got a nil");
  expect_untraced("return { q.th3 }", 1, 0,
                  "no value has the name \"th3\"; did you mean th1?");
  expect_untraced("return { math.abs(q.th2) }", -1, 0,
                  "does not have a derivative");
  expect_untraced("return { type(t) == \"number\" and t or t + 1 }", -1, 0,
                  "does the function branch on == or on type()?");
  expect_untraced("return { math.sqrt(-50 - t) }", -1, 0, "no finite value");
}
