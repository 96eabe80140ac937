/* emit.c: Plan -> templates -> texts -> files. In: a Plan. Out: the wanted
 * texts in memory, each part by itself; on request files, each written as a
 * whole or not at all.
 *
 * Invariant: the same plan gives the same bytes. */
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "emit/inside.h"

/* ---- all texts --------------------------------------------------------- */

static const char *c_text(const Expander *expander, const Plan *plan,
                          const char *template)
{
  return fold_lines(plan->run, expander_text(expander, template));
}

/* Returns the text of a template that calls functions of the header. */
static char *threaded_text(const Expander *expander, const Plan *plan,
                           const char *template, const char *source)
{
  const bool has_tuning = plan->model->tuning;
  const char *header = has_tuning ? expander_text(expander, plan->header) : "";
  return thread_tuning(plan, expander_text(expander, template),
                       run_printf(plan->run, "%s%s", header, source));
}

/* Replaces the mark of the macro that places tables: by its definition, or by
 * nothing in a file without tables. */
static const char *with_table_macro(const Plan *plan, char *text)
{
  const char *name = run_printf(plan->run, "%s_TABLE", plan->macro);
  const Where nowhere = {NULL, 0};
  char *mark = strchr(text, TABLE_MACRO);
  if (!mark || strchr(mark + 1, TABLE_MACRO))
    run_fail(plan->run, nowhere,
             "internal: a source must have $(table_macro) once");
  *mark = 0;
  if (!strstr(mark + 1, name)) /* without the line of the mark */
    return run_printf(plan->run, "%s%s", text, mark + 2);
  return run_printf(
      plan->run,
      "%s\n/* The place of all tables: define %s to put them into a section "
      "of your own, as by\n"
      " * -D%s='__attribute__((section(\".ccmram\")))'. */\n"
      "#ifndef %s\n#define %s\n#endif%s",
      text, name, name, name, name, mark + 1);
}

const char *emit_template(const Plan *plan, const char *template)
{
  const char *text = c_text(expander_open(plan), plan, template);
  return with_table_macro(plan, run_printf(plan->run, "%s", text));
}

/* Returns the two parts of a source, before and after its own header. */
static SourceText source_text(const Expander *expander, const Plan *plan,
                              const char *template)
{
  const Where nowhere = {NULL, 0};
  char *before = threaded_text(expander, plan, template, "");
  char *mark = strchr(before, OWN_HEADER);
  if (!mark || strchr(mark + 1, OWN_HEADER))
    run_fail(plan->run, nowhere,
             "internal: template %s must have $(own_header) once", template);
  *mark = 0;
  return (SourceText){fold_lines(plan->run, before),
                      fold_lines(plan->run, with_table_macro(plan, mark + 1))};
}

/* Leaves out what the spec does not ask for. `calls`: see prune_source. */
static void select_source(const Plan *plan, SourceText *source,
                          const char *calls)
{
  if (plan->functions) source->after = prune_source(plan, source->after, calls);
}

/* Returns the plan without functions that the spec does not ask for. */
static const Plan *selected_plan(const Plan *plan)
{
  const Expander *expander = expander_open(plan);
  const SourceText source = source_text(expander, plan, plan->source);
  return prune_plan(plan, expander_text(expander, plan->header), source.after);
}

/* Returns a warning if a function takes more stack than a thread may have on a
 * small system, or NULL. */
static const char *stack_warning(Run *run, const StackBounds *bounds)
{
  enum { LARGE = 1 << 18 };
  const StackBound *most = NULL;
  for (size_t i = 0; i < bounds->count; i++)
    if (!most || bounds->list[i].bytes > most->bytes) most = &bounds->list[i];
  if (!most || most->bytes <= LARGE) return NULL;
  return run_printf(run,
                    "_%s takes up to %d kB of stack; the header states the "
                    "bytes of every function",
                    most->function, (most->bytes + 1023) / 1024);
}

/* Sets the header. Bounds of the stack are those of the source that is emitted:
 * a header without that source has none, and is made again with the source. */
static void set_header(const Expander *expander, const Plan *plan,
                       bool has_figures, Texts *texts)
{
  const Where nowhere = {NULL, 0};
  const SourceText *source = &texts->source;
  char *before = expander_text(expander, plan->header);
  if (plan->functions)
    before = run_printf(plan->run, "%s", prune_header(plan, before));
  char *mark = strchr(before, STACK_LINES);
  const char *lines = " *   (in the header that is emitted)";
  if (!mark)
    run_fail(plan->run, nowhere,
             "internal: template %s must have $(stack_lines)", plan->header);
  *mark = 0;
  if (source->before) {
    const char *header = run_printf(plan->run, "%s%s", before, mark + 1);
    const char *whole =
        run_printf(plan->run, "%s%s", source->before, source->after);
    texts->stack = stack_bounds(plan, header, whole);
    texts->stack_warning = stack_warning(plan->run, &texts->stack);
    lines = stack_lines(plan->run, &texts->stack);
    if (has_figures) {
      texts->costs = costs_count(plan, header, whole);
      lines = run_printf(plan->run, "%s\n%s", lines,
                         costs_lines(plan->run, &texts->costs));
    }
  }
  texts->header = fold_lines(
      plan->run, run_printf(plan->run, "%s%s%s", before, lines, mark + 1));
}

static void set_code(const Expander *expander, const Plan *plan,
                     unsigned missing, Texts *texts)
{
  if (missing & TEXT_SOURCE) {
    texts->source = source_text(expander, plan, plan->source);
    select_source(plan, &texts->source, NULL);
  }
  if (missing & (TEXT_SHELL | TEXT_SOURCE))
    set_header(expander, plan, (missing | texts->made) & TEXT_FIGURES, texts);
  if (missing & TEXT_SHELL)
    texts->descriptor = c_text(expander, plan, "common/descriptor.c");
  if (missing & TEXT_PLAIN)
    texts->plain =
        source_text(expander, plan, plan->plain ? plan->plain : plan->source);
  if (missing & TEXT_KERNEL && plan->kernel)
    texts->kernel = fold_lines(
        plan->run, threaded_text(expander, plan, plan->kernel,
                                 texts->plain.after ? texts->plain.after : ""));
  if (missing & TEXT_PLAIN) select_source(plan, &texts->plain, texts->kernel);
}

static double hole_number(const Plan *plan, const char *name)
{
  const Where nowhere = {NULL, 0};
  for (size_t i = 0; i < plan->nholes; i++)
    if (strcmp(plan->holes[i].name, name) == 0) return plan->holes[i].number;
  run_fail(plan->run, nowhere, "internal: the shape has no hole %s", name);
}

static void set_shape(const Plan *plan, Texts *texts)
{
  while (plan->shape[texts->nshape].macro) texts->nshape++;
  ShapeNumber *shape = run_alloc(plan->run, texts->nshape * sizeof *shape);
  for (size_t i = 0; i < texts->nshape; i++) {
    shape[i].macro =
        run_printf(plan->run, "%s_%s", plan->macro, plan->shape[i].macro);
    shape[i].number = hole_number(plan, plan->shape[i].hole);
  }
  texts->shape = shape;
}

/* Adds the holes that the templates of this expander have read. */
static void add_read(const Expander *expander, const Plan *plan, Texts *texts)
{
  bool *is_read = run_alloc(plan->run, plan->nholes * sizeof *is_read);
  for (size_t i = 0; i < plan->nholes; i++)
    is_read[i] = (texts->is_read && texts->is_read[i]) ||
                 plan->holes[i].is_figure ||
                 expander_has_read(expander, plan->holes[i].name);
  texts->is_read = is_read;
}

Texts *emit_texts(const Plan *plan, unsigned wanted, const Texts *made)
{
  Texts *texts = run_alloc(plan->run, sizeof *texts);
  if (made) *texts = *made;
  if (wanted & TEXT_FIGURES) wanted |= TEXT_CODE; /* for the bounds */
  unsigned missing = wanted & ~texts->made;
  if (!missing) return texts;
  if (missing & TEXT_FIGURES) missing |= TEXT_SHELL; /* the header has them */
  if (plan->functions) {
    plan = selected_plan(plan);
    if (missing & TEXT_KERNEL) missing |= TEXT_PLAIN; /* with what it calls */
  }
  const Expander *expander = expander_open(plan);
  texts->plan = plan;
  texts->name = plan->model->name;
  texts->is_float = plan->model->is_float;
  if (plan->model->is_reproducible) texts->flags = "-ffp-contract=off";
  if (!made) set_shape(plan, texts);
  set_code(expander, plan, missing, texts);
  if (missing & TEXT_FIGURES)
    texts->figures = figures_text(plan, texts);
  if (missing & TEXT_FIGURES) budget_require(plan, texts);
  if (missing & TEXT_EXAMPLE) {
    texts->example =
        fold_lines(plan->run, threaded_text(expander, plan, plan->example, ""));
    prune_require(plan, texts->example, "the example");
    texts->makefile = expander_text(expander, "common/example.mk");
  }
  if (texts->header) expander_give(expander, "header_text", texts->header);
  for (size_t i = 0; i < nall_faces; i++)
    if (missing & face_text(&all_faces[i]))
      face_expand(expander, plan, &all_faces[i], &texts->faces[i]);
  add_read(expander, plan, texts);
  texts->made |= missing;
  return texts;
}

/* ---- units --------------------------------------------------------------- */

const char *emit_source(Run *run, const Texts *texts)
{
  return run_printf(run, "%s#include \"%s.h\"%s", texts->source.before,
                    texts->name, texts->source.after);
}

unsigned emit_wanted(const Backend *backend)
{
  return TEXT_SHELL | (backend->has_vectors ? TEXT_SOURCE : TEXT_PLAIN) |
         (backend->has_kernels ? TEXT_KERNEL : 0);
}

Unit emit_unit(Run *run, const Texts *texts, const Backend *backend)
{
  const SourceText *source =
      backend->has_vectors ? &texts->source : &texts->plain;
  const bool has_kernel = backend->has_kernels && texts->kernel;
  const Unit unit = {
      texts->name,
      run_printf(run, "%s%s%s\n%s\n%s", source->before, texts->header,
                 source->after, has_kernel ? texts->kernel : "",
                 texts->descriptor),
      texts->flags};
  return unit;
}

/* ---- files --------------------------------------------------------------- */

static void write_text(Run *run, const char *dir, const char *name,
                       const char *text, Text *written)
{
  const char *path = run_printf(run, "%s/%s", dir, name);
  file_write(run, path, text, strlen(text));
  text_add(written, "%s\n", path);
}

void emit_files(Run *run, const Texts *texts, const char *dir,
                bool has_descriptor, bool has_example, Text *written)
{
  const char *name = texts->name, *source = emit_source(run, texts);
  if (has_descriptor)
    source = run_printf(run, "%s\n%s", source, texts->descriptor);
  dir_make(run, dir);
  write_text(run, dir, run_printf(run, "%s.h", name), texts->header, written);
  write_text(run, dir, run_printf(run, "%s.c", name), source, written);
  write_text(run, dir, run_printf(run, "%s.json", name), texts->figures,
             written);
  for (size_t i = 0; i < nall_faces; i++)
    face_write(run, texts, i, dir, written);
  if (!has_example) return;
  write_text(run, dir, "main.c", texts->example, written);
  write_text(run, dir, "Makefile", texts->makefile, written);
}

void emit_dump(Run *run, const Texts *texts, FILE *out)
{
  fprintf(out, "%s%s", texts->header, emit_source(run, texts));
}
