/* choose.c: the forms of a model that fit a budget. In: a pipeline, limits.
 * Out: for each form of the kind, in double and float, what it takes, how far
 * it is from the most exact one, and what does not fit.
 *
 * Invariant: a form is tried in a run of its own, so a form that the spec's
 * keys exclude is a row with the reason. Forms that fit come first, the most
 * exact one at their head. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "study/study.h"

/* ---- limits -------------------------------------------------------------- */

bool choose_budget(Run *run, const char *text, Budget *budget)
{
  *budget = (Budget){.target = SIZE_M4F};
  const struct {
    const char *name;
    double *value;
  } limits[] = {{"flash", &budget->flash},
                {"ram", &budget->ram},
                {"stack", &budget->stack},
                {"operations", &budget->operations}};
  bool has_limit = false;
  while (*text) {
    const size_t length = strcspn(text, ",");
    const char *part = run_strndup(run, text, length);
    const char *equals = strchr(part, '=');
    if (!equals) return false;
    char *end;
    const double number = strtod(equals + 1, &end);
    const size_t name = (size_t)(equals - part);
    bool is_known = false;
    for (size_t i = 0; i < COUNT(limits); i++)
      if (strlen(limits[i].name) == name &&
          strncmp(limits[i].name, part, name) == 0 && end != equals + 1 &&
          !*end && number > 0 && isfinite(number)) {
        *limits[i].value = number;
        is_known = has_limit = true;
      }
    for (int i = 0;
         name == 6 && strncmp(part, "target", 6) == 0 && size_targets[i]; i++)
      if (strcmp(equals + 1, size_targets[i]) == 0) {
        budget->target = i;
        is_known = true;
      }
    if (!is_known) return false;
    text += length + (text[length] == ',' ? 1 : 0);
  }
  return has_limit;
}

/* ---- a form -------------------------------------------------------------- */

/* Cycles of an addition, a product, a division and a root, with loads and
 * stores around them. ORDER TARGETS. The M0+ has no floating point, the M4F
 * none of doubles: libgcc's functions. */
static const struct {
  double in_float[4], in_double[4];
} cycles[] = {{{95, 85, 260, 600}, {140, 230, 700, 1800}},
              {{2.5, 2.5, 15, 15}, {45, 50, 170, 500}},
              {{2, 2, 15, 15}, {2.5, 3, 28, 28}},
              {{1, 1, 5, 6}, {1, 1, 6, 9}}};

typedef struct Trial {
  Run *outer, *run;
  const Origin *origin;
  const ModelForm *form;
  bool is_float;
  const Budget *budget;
  double clock;
  const char *functions; /* of an override, or NULL: those of the spec */
  const Workload *work;  /* of the first form in double */
  const Solver *exact;   /* its solver, or NULL while that form is made */
  Chosen chosen;
} Trial;

/* Returns the overrides of a form: those of the form, its real, no budget. */
static Override *overrides_of(Run *run, const ModelForm *form, bool is_float,
                              size_t *count)
{
  Override *list = run_alloc(run, (FORM_OVERRIDES + 3) * sizeof *list);
  *count = 0;
  for (size_t i = 0; i < FORM_OVERRIDES && form->overrides[i].key; i++)
    list[(*count)++] = form->overrides[i];
  list[(*count)++] = (Override){"real", real_names[is_float]};
  list[(*count)++] = (Override){"budget", "nil"};
  return list;
}

static const char *set_of(Run *run, const ModelForm *form, bool is_float)
{
  Text text = text_new(run);
  for (size_t i = 0; i < FORM_OVERRIDES && form->overrides[i].key; i++)
    text_add(&text, "--set '%s=%s' ", form->overrides[i].key,
             form->overrides[i].text);
  text_add(&text, "--set real=%s", real_names[is_float]);
  return text.chars;
}

static double seconds_of(const Trial *trial, const FunctionCost *cost)
{
  const double *c = trial->is_float ? cycles[trial->budget->target].in_float
                                    : cycles[trial->budget->target].in_double;
  if (!cost->is_bounded || !(trial->clock > 0)) return 0;
  return (c[0] * cost->add + c[1] * cost->multiply + c[2] * cost->divide +
          c[3] * cost->root) /
         trial->clock;
}

/* Sets the most of the functions that a cycle of a controller may call. */
static void set_most(const Trial *trial, const Texts *texts, Chosen *chosen)
{
  for (size_t i = 0; i < texts->costs.count; i++) {
    const FunctionCost *cost = &texts->costs.list[i];
    if (strcmp(cost->function, "selftest") == 0) continue;
    chosen->stack = fmax(chosen->stack, texts_stack(texts, cost->function));
    if (!cost->is_bounded) continue;
    chosen->operations = fmax(chosen->operations, cost_operations(cost));
    chosen->seconds = fmax(chosen->seconds, seconds_of(trial, cost));
  }
}

static void try_form(void *context)
{
  Trial *trial = context;
  Run *run = trial->run;
  Chosen *chosen = &trial->chosen;
  size_t count;
  Override *more = overrides_of(run, trial->form, trial->is_float, &count);
  if (trial->functions)
    more[count++] = (Override){"functions", trial->functions};
  Pipeline *p = pipeline_variant(run, trial->origin, more, count);
  const Texts *texts = pipeline_texts(p, TEXT_CODE | TEXT_FIGURES);
  const Sizes sizes = sizes_measure(run, texts, trial->budget->target);
  chosen->flash = sizes.list ? (double)sizes.list[sizes.count].flash : 0;
  chosen->ram = texts_ram(texts->plan);
  set_most(trial, texts, chosen);
  const char *good;
  chosen->excess = budget_excess(run, trial->budget, texts, &sizes, &good);
  const Distances d = solvers_distances(
      run, trial->work, pipeline_solver(p, &tcc_backend, NULL), trial->exact);
  chosen->off = distances_worst(&d);
  chosen->rms = distances_rms(&d);
}

/* Returns the row of a form, whose texts the outer run owns. */
static Chosen choose_form(Trial *trial)
{
  Run *outer = trial->outer;
  const Where nowhere = {NULL, 0};
  trial->run = run_open();
  if (!trial->run) run_fail(outer, nowhere, "out of memory");
  trial->chosen = (Chosen){NULL};
  const bool is_done = run_catch(trial->run, try_form, trial);
  Chosen chosen = trial->chosen;
  chosen.name = run_printf(outer, "%s, %s", trial->form->name,
                           real_names[trial->is_float]);
  chosen.set = set_of(outer, trial->form, trial->is_float);
  if (!is_done) chosen.error = run_printf(outer, "%s", trial->run->error);
  if (chosen.excess) chosen.excess = run_printf(outer, "%s", chosen.excess);
  run_close(trial->run);
  return chosen;
}

/* ---- all forms ------------------------------------------------------------
 */

static int rank_of(const Chosen *c)
{
  return c->error ? 2 : c->excess ? 1 : 0;
}

/* Distances that differ by less than 5 % count as equal: rounding to float does
 * not make a model better. */
static double size_of(double distance)
{
  return distance > 1e-9 ? floor(20 * log(distance)) : -INFINITY;
}

static int by_fit(const void *a, const void *b)
{
  const Chosen *x = a, *y = b;
  const double u = size_of(x->rms), v = size_of(y->rms);
  if (rank_of(x) != rank_of(y)) return rank_of(x) - rank_of(y);
  if (u != v) return u < v ? -1 : 1;
  if (x->flash != y->flash) return x->flash < y->flash ? -1 : 1;
  return strcmp(x->name, y->name);
}

Choice choose_run(Pipeline *pipeline, const Budget *budget, double clock)
{
  static const ModelForm same[] = {{"as it is", {{NULL, NULL}}},
                                   {NULL, {{NULL, NULL}}}};
  Run *run = pipeline->run;
  const Kind *kind = pipeline->model->kind;
  const ModelForm *forms = kind->forms ? kind->forms : same;
  size_t nforms = 0, count;
  while (forms[nforms].name) nforms++;
  const Override *more = overrides_of(run, &forms[0], false, &count);
  Pipeline *exact = pipeline_variant(run, &pipeline->origin, more, count);
  const Model *model = exact->model;
  Trial trial = {.outer = run,
                 .origin = &pipeline->origin,
                 .budget = budget,
                 .clock = clock,
                 .work = kind->workload(model_now(model)),
                 .exact = pipeline_solver(exact, &tcc_backend, NULL)};
  if (!model->functions)
    trial.functions = run_printf(run, "{\"%s\"}", trial.work->function);
  Chosen *list = run_alloc(run, 2 * nforms * sizeof *list);
  for (size_t i = 0; i < 2 * nforms; i++) {
    trial.form = &forms[i / 2];
    trial.is_float = i % 2;
    progress_step(trial.form->name, (double)i / (double)(2 * nforms));
    list[i] = choose_form(&trial);
  }
  Choice choice = {list,
                   2 * nforms,
                   size_targets[budget->target],
                   trial.work->function,
                   trial.functions,
                   trial.work->steps,
                   NULL};
  for (size_t i = 0; i < choice.count; i++)
    if (!list[i].error && !(list[i].flash > 0))
      choice.unmeasured = "the compiler for that processor is not installed";
  qsort(list, choice.count, sizeof *list, by_fit);
  return choice;
}

/* ---- as text and JSON -----------------------------------------------------
 */

static void add_row(Text *text, const Chosen *c, bool has_clock)
{
  if (c->error) {
    text_add(text, "  %-24s cannot be made: %s\n", c->name, c->error);
    return;
  }
  text_add(text, "  %-24s %8.0f %7.0f %7.0f %10.0f", c->name, c->flash, c->ram,
           c->stack, c->operations);
  if (has_clock) text_add(text, " %10.3g", 1e6 * c->seconds);
  text_add(text, " %8.1e %8.1e  %s\n", c->rms, c->off,
           c->excess ? "too large:" : "fits");
  for (const char *at = c->excess; at && *at;) { /* deeper by two columns */
    const size_t length = strcspn(at + 1, "\n");
    text_add(text, "    %.*s\n", (int)length, at + 1);
    at += 1 + length;
  }
}

const char *choose_text(Run *run, const Choice *choice)
{
  bool has_clock = false;
  size_t fitting = 0;
  for (size_t i = 0; i < choice->count; i++) {
    has_clock = has_clock || choice->list[i].seconds > 0;
    fitting += rank_of(&choice->list[i]) == 0;
  }
  Text text = text_new(run);
  text_add(&text,
           "Of %s%s: bytes of flash on a %s (gcc -Os), of a state, of stack,\n"
           "and operations of the dearest function%s.\n"
           "Distance from the most exact form in double, root mean square and "
           "largest, over the largest\nsize of the same number, in %d calls of "
           "_%s.\n",
           choice->is_alone ? "_" : "the spec's functions",
           choice->is_alone ? choice->function : "", choice->target,
           has_clock ? ", with an estimate of its time" : "", choice->calls,
           choice->function);
  if (choice->unmeasured)
    text_add(&text, "Flash is not measured: %s.\n", choice->unmeasured);
  text_add(&text, "  %-24s %8s %7s %7s %10s", "", "flash", "ram", "stack",
           "operations");
  if (has_clock) text_add(&text, " %10s", "us (est.)");
  text_add(&text, " %8s %8s\n", "rms", "largest");
  for (size_t i = 0; i < choice->count; i++)
    add_row(&text, &choice->list[i], has_clock);
  if (fitting > 0)
    text_add(&text, "The most exact one that fits: %s\n", choice->list[0].set);
  else
    text_add(&text, "None fits.\n");
  return text.chars;
}

static json_t *real_or_null(double value)
{
  return isfinite(value) ? json_real(value) : json_null();
}

const char *choose_json(Run *run, const Choice *choice)
{
  json_t *list = json_array();
  for (size_t i = 0; i < choice->count; i++) {
    const Chosen *c = &choice->list[i];
    json_t *row = json_pack("{s:s, s:s, s:b}", "name", c->name, "set", c->set,
                            "fits", rank_of(c) == 0);
    const struct {
      const char *key;
      double value;
    } numbers[] = {{"flash", c->flash},
                   {"ram", c->ram},
                   {"stack", c->stack},
                   {"operations", c->operations},
                   {"seconds_estimate", c->seconds},
                   {"rms", c->rms},
                   {"off", c->off}};
    for (size_t k = 0; k < COUNT(numbers) && !c->error; k++)
      json_object_set_new(row, numbers[k].key, real_or_null(numbers[k].value));
    const char *why = c->error ? c->error : c->excess;
    if (why) json_object_set_new(row, "why", json_string(utf8_text(run, why)));
    json_array_append_new(list, row);
  }
  json_t *object =
      json_pack("{s:s, s:s, s:i, s:o}", "target", choice->target, "function",
                choice->function, "calls", choice->calls, "forms", list);
  char *dumped = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  json_decref(object);
  const char *text = run_printf(run, "%s\n", dumped ? dumped : "{}");
  free(dumped);
  return text;
}
