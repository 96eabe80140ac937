/* Tests of calls for a model that is in use, made by the watch of bristle_sim.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "api/bristle.h"

static const char spec[] =
    "return slider { name = 'busy', mass = 1, inertia = 0.01, mu = 0.3,\n"
    "  patch = rectangle { size = { 0.2, 0.2 } },\n"
    "  scenario = { duration = 0.02, dt = 1e-3, v = { 0.5, 0, 1 },\n"
    "    load = function(t) return 0.1 * math.sin(t), 0, 0 end } }\n";

static bristle_model *open_model(const char *text)
{
  return bristle_open_text("busy.lua", text, NULL, 0);
}

typedef struct Host {
  bristle_model *model;
  int rows, last;
  void (*act)(bristle_model *model);
} Host;

static int watch(void *context, const bristle_recording *so_far)
{
  Host *host = context;
  cr_expect_eq(so_far->nrows, (size_t)++host->rows);
  if (host->rows == 3) host->act(host->model);
  return host->rows == host->last;
}

/* Runs the scenario's 20 steps, and makes the call at the third row. */
static void simulate(void (*act)(bristle_model *model), int last)
{
  Host host = {open_model(spec), 0, last, act};
  cr_assert_null(bristle_error(host.model), "%s", bristle_error(host.model));
  const bristle_recording *r =
      bristle_sim(host.model, "reference", watch, &host);
  cr_assert_not_null(r, "%s", bristle_error(host.model));
  cr_expect_null(bristle_error(host.model), "%s", bristle_error(host.model));
  cr_expect_eq(r->nrows, (size_t)(last ? last : 21));
  cr_expect_eq(r->values[(r->nrows - 1) * r->ncolumns],
               (double)(r->nrows - 1) * 1e-3);
  /* The model works as before. */
  cr_expect_not_null(bristle_check(host.model, NULL));
  cr_expect_not_null(bristle_sim(host.model, "tcc", NULL, NULL));
  bristle_close(host.model);
}

static void expect_refusal(const bristle_model *model)
{
  cr_assert_not_null(bristle_error(model));
  cr_expect_not_null(strstr(bristle_error(model), "the model is in use"), "%s",
                     bristle_error(model));
  cr_expect_null(bristle_excerpt(model));
}

static void call_all(bristle_model *model)
{
  int number = 7;
  cr_expect_null(bristle_sim(model, "reference", NULL, NULL));
  expect_refusal(model);
  cr_expect_null(bristle_check(model, &number));
  cr_expect_null(bristle_verify(model, "tcc", &number));
  cr_expect_null(bristle_emit(model, "no/such/folder", 0));
  cr_expect_null(bristle_show(model, "m"));
  cr_expect_null(bristle_solver_open(model, "tcc"));
  cr_expect_eq(number, 7);
  expect_refusal(model);
  cr_expect_str_eq(bristle_name(model), "busy");
}

static void close_it(bristle_model *model)
{
  bristle_close(model);
  expect_refusal(model);
}

/* Opens the same spec again, opens a refused spec, and makes a whole run of
 * each. */
static void use_others(bristle_model *model)
{
  (void)model;
  Host inner = {open_model(spec), 0, 4, close_it};
  int holds = 0;
  cr_expect_not_null(bristle_sim(inner.model, "reference", watch, &inner));
  cr_expect_not_null(bristle_verify(inner.model, "tcc", &holds));
  cr_expect_eq(holds, 1);
  bristle_solver *solver = bristle_solver_open(inner.model, "tcc");
  bristle_solver_close(solver);
  bristle_close(inner.model);
  bristle_model *bad = open_model("return slider { mass = -1 }");
  cr_expect_not_null(bristle_error(bad));
  bristle_close(bad);
}

Test(busy, calls_in_a_watch_are_refused)
{
  simulate(call_all, 0);
  simulate(call_all, 3);
  simulate(call_all, 5);
}

Test(busy, closing_in_a_watch_does_nothing)
{
  simulate(close_it, 0);
  simulate(close_it, 3);
}

Test(busy, other_models_may_be_used_in_a_watch)
{
  simulate(use_others, 0);
  simulate(use_others, 3);
}
