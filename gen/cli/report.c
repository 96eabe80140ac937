/* report.c: `bristle report`. In: a spec. Out: one HTML page that needs nothing
 * else: the spec, its figures and pictures, the limit surface and the motion to
 * look at, what verify and bench say, and the emitted header.
 *
 * Invariant: without a script in the browser every section but the two that
 * turn and move is there, and pictures stand for these. */
#include <stdio.h>
#include <string.h>

#include "api/bristle.h"
#include "base/base.h"
#include "backend/backend.h"
#include "emit/emit.h"
#include "results/results.h"
#include "verify/verify.h"
#include "study/study.h"
#include "cli/cli.h"

typedef struct Page {
  Run *run;
  const Command *command;
  Pipeline *pipeline;
  Text text;
  const char *glue; /* of the playground, or NULL */
} Page;

/* ---- parts of a page ------------------------------------------------------
 */

static void add_escaped(Text *text, const char *from)
{
  for (; *from; from++) {
    const char *name = *from == '&'   ? "&amp;"
                       : *from == '<' ? "&lt;"
                       : *from == '>' ? "&gt;"
                       : *from == '"' ? "&quot;"
                                      : NULL;
    if (name)
      text_add(text, "%s", name);
    else
      text_add(text, "%c", *from);
  }
}

static void add_section(Page *page, const char *id, const char *title)
{
  text_add(&page->text, "<h2 id=\"%s\">%s</h2>\n", id, title);
}

static void add_plain(Page *page, const char *text)
{
  text_add(&page->text, "<pre>");
  add_escaped(&page->text, text);
  text_add(&page->text, "</pre>\n");
}

static void add_embedded(Page *page, const char *element, const char *name)
{
  size_t length;
  const char *text = embedded_text(name, &length);
  text_add(&page->text, "<%s>\n%.*s</%s>\n", element, (int)length, text,
           element);
}

/* Bytes as base64, for an image in the page itself. */
static void add_base64(Text *text, const char *bytes, size_t length)
{
  static const char letters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *from = (const unsigned char *)bytes;
  for (size_t i = 0; i < length; i += 3) {
    const unsigned b = i + 1 < length ? from[i + 1] : 0;
    const unsigned c = i + 2 < length ? from[i + 2] : 0;
    const unsigned all = (unsigned)from[i] << 16 | b << 8 | c;
    text_add(text, "%c%c%c%c", letters[all >> 18], letters[all >> 12 & 63],
             i + 1 < length ? letters[all >> 6 & 63] : '=',
             i + 2 < length ? letters[all & 63] : '=');
  }
}

/* ---- sections --------------------------------------------------------------
 */

static void add_head(Page *page)
{
  const Model *model = page->pipeline->model;
  text_add(&page->text,
           "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
           "charset=\"utf-8\">\n<meta name=\"viewport\" "
           "content=\"width=device-width, initial-scale=1\">\n"
           "<title>%s - bristle</title>\n",
           model->name);
  add_embedded(page, "style", "common/report/page.css");
  text_add(&page->text, "</head>\n<body>\n<h1>%s</h1>\n<p class=\"about\">",
           model->name);
  add_escaped(&page->text, model->about ? model->about : "");
  text_add(&page->text, " A %s, by bristle %s from ", model->kind->word,
           bristle_version());
  add_escaped(&page->text, page->command->spec);
  for (size_t i = 0; i < page->command->noverrides; i++) {
    const Override *override = &page->command->overrides[i];
    text_add(&page->text, " --set ");
    add_escaped(&page->text,
                run_printf(page->run, "%s=%s", override->key, override->text));
  }
  text_add(&page->text,
           "</p>\n<nav><a href=\"#spec\">Spec</a><a href=\"#figures\">"
           "Figures</a><a href=\"#pictures\">Pictures</a><a "
           "href=\"#play\">Playground</a>"
           "<a href=\"#verify\">"
           "Verified</a><a href=\"#bench\">Times</a><a href=\"#header\">"
           "Header</a></nav>\n");
}

static void add_spec(Page *page)
{
  const Where nowhere = {NULL, 0};
  add_section(page, "spec", "Spec");
  add_plain(page, file_read(page->run, page->command->spec, NULL, nowhere));
}

static void add_figures(Page *page)
{
  add_section(page, "figures", "Figures and physics lint");
  add_plain(page, report_text(pipeline_check(page->pipeline, NULL, 0)));
}

/* "limit_surface" -> "limit surface" */
static const char *caption_of(const Page *page, const Picture *picture)
{
  char *caption = run_printf(page->run, "%s", picture->name);
  for (char *c = caption; *c; c++)
    if (*c == '_') *c = ' ';
  return caption;
}

static void add_picture(Page *page, const Picture *picture)
{
  const char *caption = caption_of(page, picture);
  const Text svg = picture_svg(picture);
  text_add(&page->text,
           "<figure><img alt=\"%s\" src=\"data:image/svg+xml;base64,", caption);
  add_base64(&page->text, svg.chars, svg.length);
  text_add(&page->text, "\"><figcaption>%s</figcaption></figure>\n", caption);
}

static void add_pictures(Page *page)
{
  const Pictures pictures = pipeline_pictures(page->pipeline);
  add_section(page, "pictures", "Pictures");
  for (const Picture *p = pictures.first; p; p = p->next) add_picture(page, p);
}

/* ---- the surface to turn ---------------------------------------------------
 */

static void add_surface(Page *page, const Solver *solver)
{
  const Model *model = page->pipeline->model;
  const Net *surface =
      model->kind->net ? model->kind->net(model, solver) : NULL;
  if (!surface) return;
  text_add(&page->text,
           "<div class=\"script-only\"><p>%s Drag it.</p>\n"
           "<p id=\"surface-wires\"></p>\n<canvas id=\"surface\" "
           "width=\"900\" height=\"560\"></canvas></div>\n<script "
           "type=\"application/json\" id=\"surface-data\">%s</script>\n",
           surface->caption, net_json(surface));
}

/* ---- the motion
 * -------------------------------------------------------------- */

enum { MOST_ROWS = 1000 };

static void add_columns(Text *text, const Recording *recording, bool is_unit)
{
  for (size_t i = 0; i < recording->ncolumns; i++)
    text_add(text, "%s\"%s\"", i > 0 ? "," : "",
             is_unit ? recording->columns[i].unit : recording->columns[i].name);
}

static void add_motion(Page *page, const Backend *backend)
{
  const Model *model = page->pipeline->model;
  if (!model->kind->simulate || !page->pipeline->spec ||
      !spec_has(&page->pipeline->spec->root, "scenario"))
    return;
  Progress progress = progress_start(model->name);
  const Recording *r = pipeline_simulate(page->pipeline, backend, &progress);
  progress_end(&progress);
  const size_t step = (r->nrows + MOST_ROWS - 1) / MOST_ROWS;
  add_section(page, "motion-title", "Motion of the spec's scenario");
  Pictures pictures = {model};
  model->kind->picture(model, r, &pictures);
  add_picture(page, pictures.first);
  text_add(&page->text,
           "<div class=\"script-only\">\n<p><output "
           "id=\"motion-say\"></output></p>\n"
           "<input type=\"range\" id=\"motion-time\" min=\"0\" value=\"0\" "
           "aria-label=\"time\">\n<canvas id=\"motion\" width=\"900\"></canvas>"
           "</div>\n<script type=\"application/json\" id=\"motion-data\">"
           "{\"names\":[");
  add_columns(&page->text, r, false);
  text_add(&page->text, "],\"units\":[");
  add_columns(&page->text, r, true);
  text_add(&page->text, "],\"rows\":[");
  for (size_t k = 0; k < r->nrows; k += step) {
    text_add(&page->text, "%s[", k > 0 ? "," : "");
    for (size_t i = 0; i < r->ncolumns; i++)
      text_add(&page->text, "%s%.6g", i > 0 ? "," : "",
               r->values[k * r->ncolumns + i]);
    text_add(&page->text, "]");
  }
  text_add(&page->text, "]}</script>\n");
}

/* ---- the playground: the solver itself, as a WebAssembly module ------------
 */

/* Returns the bytes of the module and the text of its glue, or NULL with the
 * reason in *why. */
static const char *web_module(Page *page, size_t *length, const char **glue,
                              const char **why)
{
  Run *run = page->run;
  const Face *face = face_named("wasm");
  const Texts *texts =
      pipeline_texts(page->pipeline, TEXT_CODE | face_text(face));
  const FaceTexts *made = &texts->faces[face - all_faces];
  SourceFile files[MOST_PARTS + 2];
  size_t n = 0;
  for (int i = 0; i < made->count; i++) {
    const char *path = made->parts[i].path, *slash = strrchr(path, '/');
    if (strcmp(strrchr(path, '.'), ".mjs") == 0)
      *glue = made->parts[i].text;
    else
      files[n++] = (SourceFile){slash ? slash + 1 : path, made->parts[i].text};
  }
  files[n++] =
      (SourceFile){run_printf(run, "%s.h", texts->name), texts->header};
  files[n++] = (SourceFile){run_printf(run, "%s.c", texts->name),
                            emit_source(run, texts)};
  return library_compile_wasm(run, texts->name, files, n, length, why);
}

static void add_playground(Page *page)
{
  size_t length;
  const char *glue = NULL, *why;
  const char *bytes = web_module(page, &length, &glue, &why);
  add_section(page, "play", "Playground");
  if (!bytes) {
    text_add(&page->text,
             "<p>This page has no playground: the solver could not be compiled "
             "for the web. It needs clang and lld.</p>\n");
    add_plain(page, why);
    return;
  }
  text_add(&page->text,
           "<noscript><p>The playground needs JavaScript.</p></noscript>\n"
           "<div id=\"playground\" class=\"script-only\" data-module=\"");
  add_base64(&page->text, bytes, length);
  text_add(
      &page->text,
      "\">\n<p>The emitted C itself, compiled to WebAssembly: <span "
      "id=\"playground-say\"></span> %s</p>\n"
      "<div id=\"playground-inputs\"></div>\n"
      "<div id=\"playground-tuned\"></div>\n"
      "<p id=\"playground-steps\"><label><input type=\"checkbox\" id=\"playground-run\"> run, 20 "
      "steps a frame</label> <button id=\"playground-step\">100 "
      "steps</button><button id=\"playground-reset\">Reset</button></p>\n"
      "<div id=\"playground-outputs\"></div>\n"
      "<p class=\"bad\" id=\"playground-status\"></p>\n"
      "<canvas id=\"playground-history\" width=\"900\" "
      "height=\"300\"></canvas>\n</div>\n",
      page->pipeline->spec && spec_has(&page->pipeline->spec->root, "tune")
          ? "The values of <code>tune</code> have sliders, too."
          : "Values that <code>tune</code> names would have sliders, too.");
  page->glue = glue;
}

/* A module runs after the page's other script, whose helpers it uses. */
static void add_playground_script(Page *page)
{
  size_t length;
  const char *text = embedded_text("common/report/playground.js", &length);
  if (!page->glue) return;
  text_add(&page->text, "<script type=\"module\">\n%s%.*s</script>\n",
           page->glue, (int)length, text);
}

/* ---- proofs and times
 * --------------------------------------------------------- */

static bool add_verify(Page *page, const Backend *backend)
{
  const Verification *v = pipeline_verify(page->pipeline, backend, NULL);
  add_section(page, "verify", "The solver against the reference");
  if (!verify_holds(v))
    text_add(&page->text, "<p class=\"bad\">A check does not hold.</p>\n");
  add_plain(page, verify_text(v));
  return verify_holds(v);
}

static void add_bench(Page *page)
{
  const BenchResult *result = bench_run(page->pipeline);
  const double reference = result->timings[0].best;
  add_section(page, "bench", "Times of a step, in one run on this machine");
  text_add(&page->text,
           "<table><tr><th></th><th>ns, best</th><th>median</th>"
           "<th>reference over it</th><th>bytes of code</th></tr>\n");
  for (size_t i = 0; i < result->ntimings; i++) {
    const Timing *t = &result->timings[i];
    text_add(&page->text,
             "<tr><td>%s</td><td>%.1f</td><td>%.1f</td><td>%.3g</td><td>",
             t->name, t->best, t->median, reference / t->best);
    if (t->code_bytes > 0) text_add(&page->text, "%zu", t->code_bytes);
    text_add(&page->text, "</td></tr>\n");
  }
  text_add(&page->text, "</table>\n");
}

static void add_header(Page *page)
{
  const Texts *texts = pipeline_texts(page->pipeline, TEXT_CODE | TEXT_FIGURES);
  add_section(page, "header", "The emitted header");
  text_add(&page->text, "<details open><summary>%s.h</summary>\n", texts->name);
  add_plain(page, texts->header);
  text_add(&page->text, "</details>\n");
}

static int report(Run *run, const Command *command)
{
  if (!command->out) return usage_error(&report_verb, "needs -o FILE.html");
  Page page = {.run = run,
               .command = command,
               .pipeline = command_open(run, command, command->spec),
               .text = text_new(run)};
  const Backend *backend = command_backend(run, command);
  add_head(&page);
  add_spec(&page);
  add_figures(&page);
  add_pictures(&page);
  add_surface(&page, pipeline_solver(page.pipeline, backend, NULL));
  add_motion(&page, backend);
  add_playground(&page);
  const bool holds = add_verify(&page, backend);
  add_bench(&page);
  add_header(&page);
  add_embedded(&page, "script", "common/report/page.js");
  add_playground_script(&page);
  text_add(&page.text, "</body>\n</html>\n");
  file_write(run, command->out, page.text.chars, strlen(page.text.chars));
  printf("%s\n", command->out);
  return holds ? EXIT_HELD : EXIT_DID_NOT_HOLD;
}

static const Option *const options[] = {&option_out_page, &option_backend,
                                        NULL};

const Verb report_verb = {
    .name = "report",
    .usage = "SPEC -o FILE.html [options]",
    .about =
        "Writes one HTML page about a spec that needs no other file and no "
        "network: the\n"
        "spec, figures and lint, pictures, the limit surface, the motion of "
        "its scenario,\n"
        "a playground whose sliders step the solver (with clang and lld), what "
        "verify and\nbench say, and the emitted header. Exit code 1 if a "
        "check of\n"
        "verify does not hold.",
    .options = options,
    .most_specs = 1,
    .body = report};
