/* size.c: what a spec's functions take, by every compiler that is there. In: a
 * pipeline. Out: a text, or JSON.
 *
 * Invariant: what is measured stands beside what the header states. */
#include <jansson.h>
#include <stdlib.h>

#include "base/base.h"
#include "backend/backend.h"
#include "study/study.h"

static void add_target(Run *run, const Texts *texts, int target, Text *text)
{
  const Sizes s = sizes_measure(run, texts, target);
  if (!s.list) {
    text_add(text, "%s: not measured: %s\n", s.target, s.why);
    return;
  }
  const Measured *whole = &s.list[s.count];
  text_add(text, "%s, gcc -Os, bytes:\n  %-18s %8s %8s %8s\n", s.target, "",
           "flash", "stack", "stated");
  for (size_t i = 0; i < s.count; i++)
    text_add(text, "  _%-17s %8ld %8ld %8d\n", s.functions[i], s.list[i].flash,
             s.list[i].stack, texts_stack(texts, s.functions[i]));
  text_add(text, "  %-18s %8ld %8ld\n", "all together", whole->flash,
           whole->stack);
  if (whole->ram > 0)
    text_add(text, "  %-18s %8ld\n", "static data", whole->ram);
}

const char *size_text(Pipeline *pipeline)
{
  Run *run = pipeline->run;
  const Texts *texts = pipeline_texts(pipeline, TEXT_CODE | TEXT_FIGURES);
  Text text = text_new(run);
  text_add(&text,
           "RAM: a state takes %.0f bytes. Flash: a function with all that it "
           "calls, its tables\nand the compiler's arithmetic. Stack: by the "
           "compiler, without its arithmetic, and\nas the header states.\n",
           texts_ram(texts->plan));
  for (int i = 0; size_targets[i]; i++) add_target(run, texts, i, &text);
  return text.chars;
}

static json_t *measured_json(const Measured *m)
{
  return json_pack("{s:I, s:I, s:I}", "flash", (json_int_t)m->flash, "ram",
                   (json_int_t)m->ram, "stack", (json_int_t)m->stack);
}

/* Returns the sizes of the functions and of all, or the reason why not. */
static json_t *target_json(Run *run, const Sizes *s)
{
  if (!s->list)
    return json_pack("{s:s}", "not_measured", utf8_text(run, s->why));
  json_t *functions = json_object();
  for (size_t i = 0; i < s->count; i++)
    json_object_set_new(functions, s->functions[i], measured_json(&s->list[i]));
  return json_pack("{s:o, s:o}", "functions", functions, "all",
                   measured_json(&s->list[s->count]));
}

const char *size_json(Pipeline *pipeline)
{
  Run *run = pipeline->run;
  const Texts *texts = pipeline_texts(pipeline, TEXT_CODE | TEXT_FIGURES);
  json_t *targets = json_object(), *stated = json_object();
  for (int i = 0; size_targets[i]; i++) {
    const Sizes s = sizes_measure(run, texts, i);
    json_object_set_new(targets, s.target, target_json(run, &s));
  }
  for (size_t i = 0; i < texts->stack.count; i++)
    json_object_set_new(stated, texts->stack.list[i].function,
                        json_integer(texts->stack.list[i].bytes));
  json_t *object = json_pack("{s:s, s:I, s:o, s:o}", "spec",
                             utf8_text(run, pipeline->model->spec->file), "ram",
                             (json_int_t)texts_ram(texts->plan), "stack",
                             stated, "targets", targets);
  char *dumped = json_dumps(object, JSON_INDENT(2));
  json_decref(object);
  const char *text = run_printf(run, "%s\n", dumped ? dumped : "{}");
  free(dumped);
  return text;
}
