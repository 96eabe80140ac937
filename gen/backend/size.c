/* size.c: flash, RAM and stack of emitted functions, measured. In: a header and
 * its source, a processor. Out: what compiler and linker make of each function
 * with all that it calls, soft floating point included.
 *
 * Invariant: numbers come from the compiler's files alone; a compiler that is
 * not there is said, never replaced. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/base.h"
#include "backend/backend.h"
#include "backend/inside.h"

/* ORDER TARGETS */
const char *const size_targets[] = {"cortex-m0plus", "cortex-m4f", "cortex-m7",
                                    "host", NULL};
static const struct Target {
  const char *compiler;
  const char *flags[4]; /* NULL after the last */
} targets[] = {
    {"arm-none-eabi-gcc", {"-mcpu=cortex-m0plus", "-mthumb"}},
    {"arm-none-eabi-gcc",
     {"-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"}},
    {"arm-none-eabi-gcc",
     {"-mcpu=cortex-m7", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv5-d16"}},
    {"gcc", {"-static"}}};

static const char *const flags[] = {"-std=c99",
                                    "-Os",
                                    "-ffunction-sections",
                                    "-fdata-sections",
                                    "-fno-math-errno",
                                    "-fno-trapping-math",
                                    "-ffp-contract=fast",
                                    "-fno-asynchronous-unwind-tables",
                                    "-nostdlib",
                                    "-nostartfiles"};
enum { MOST_WORDS = 40 };

typedef struct Work {
  Run *run;
  const struct Target *target;
  char *folder;
  const char *program;
  char *words[MOST_WORDS];
  size_t nwords;
} Work;

static void add_word(Work *w, const char *word)
{
  w->words[w->nwords++] = run_printf(w->run, "%s", word);
}

static void start_words(Work *w)
{
  w->nwords = 0;
  add_word(w, w->program);
  for (size_t i = 0; i < COUNT(flags); i++) add_word(w, flags[i]);
  for (size_t i = 0; i < COUNT(w->target->flags) && w->target->flags[i]; i++)
    add_word(w, w->target->flags[i]);
}

/* Returns NULL, or the compiler's messages. */
static const char *run_words(Work *w)
{
  const Where nowhere = {NULL, 0};
  const char *messages = run_printf(w->run, "%s/messages", w->folder);
  int status = 0;
  w->words[w->nwords] = NULL;
  const int failed =
      process_run(w->run, w->program, w->words, messages, &status);
  if (failed) return strerror(failed);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return NULL;
  return file_read(w->run, messages, NULL, nowhere);
}

/* ---- flash and RAM --------------------------------------------------------
 */

/* Adds the sections that a program loads: with bytes to flash, without to RAM;
 * data is in both. */
static void add_section(Measured *m, uint64_t flags_of, uint32_t type,
                        uint64_t bytes)
{
  if (!(flags_of & SHF_ALLOC) || type == SHT_NOTE) return;
  if (type != SHT_NOBITS) m->flash += (long)bytes;
  if (flags_of & SHF_WRITE) m->ram += (long)bytes;
}

static void read_program(Run *run, const char *path, Measured *m)
{
  const Where nowhere = {NULL, 0};
  size_t length;
  const char *bytes = file_read(run, path, &length, nowhere);
  m->flash = m->ram = 0;
  if (length < sizeof(Elf64_Ehdr) || memcmp(bytes, ELFMAG, SELFMAG) != 0)
    run_fail(run, nowhere, "%s is no ELF file", path);
  if (bytes[EI_CLASS] == ELFCLASS32) {
    Elf32_Ehdr head;
    memcpy(&head, bytes, sizeof head);
    for (int i = 0; i < head.e_shnum; i++) {
      Elf32_Shdr s;
      memcpy(&s, bytes + head.e_shoff + (size_t)i * sizeof s, sizeof s);
      add_section(m, s.sh_flags, s.sh_type, s.sh_size);
    }
    return;
  }
  Elf64_Ehdr head;
  memcpy(&head, bytes, sizeof head);
  for (int i = 0; i < head.e_shnum; i++) {
    Elf64_Shdr s;
    memcpy(&s, bytes + head.e_shoff + (size_t)i * sizeof s, sizeof s);
    add_section(m, s.sh_flags, s.sh_type, s.sh_size);
  }
}

/* Links the functions with what they call, and nothing else. */
static const char *link_functions(Work *w, const char *name,
                                  const char *const *functions, size_t count,
                                  Measured *m)
{
  const char *out = run_printf(w->run, "%s/linked", w->folder);
  start_words(w);
  add_word(w, run_printf(w->run, "%s/o.o", w->folder));
  add_word(w, "-Wl,--gc-sections");
  add_word(w, "-Wl,--build-id=none");
  add_word(w, "-Wl,--unresolved-symbols=ignore-all");
  add_word(w, "-Wl,--no-warn-rwx-segments");
  add_word(w, run_printf(w->run, "-Wl,-e,%s_%s", name, functions[0]));
  Text roots = text_new(w->run);
  for (size_t i = 0; i < count; i++)
    text_add(&roots, "%s-u,%s_%s", i ? "," : "-Wl,", name, functions[i]);
  add_word(w, roots.chars);
  add_word(w, "-lgcc");
  add_word(w, "-o");
  add_word(w, out);
  const char *why = run_words(w);
  if (!why) read_program(w->run, out, m);
  return why;
}

/* ---- stack ------------------------------------------------------------------
 */

typedef struct Node {
  char title[160];
  long bytes, depth; /* depth -1: not known yet */
} Node;

typedef struct Graph {
  Node *nodes;
  int (*edges)[2];
  size_t nnodes, nedges, nodes_room, edges_room;
} Graph;

static int node_of(Run *run, Graph *g, const char *title)
{
  for (size_t i = 0; i < g->nnodes; i++)
    if (strcmp(g->nodes[i].title, title) == 0) return (int)i;
  g->nodes =
      run_grown(run, g->nodes, g->nnodes, &g->nodes_room, sizeof *g->nodes);
  Node *node = &g->nodes[g->nnodes];
  snprintf(node->title, sizeof node->title, "%s", title);
  node->bytes = 0;
  node->depth = -1;
  return (int)g->nnodes++;
}

/* Reads what -fcallgraph-info=su wrote: nodes with their frames, and edges. */
static void read_graph(Run *run, const char *path, Graph *g)
{
  char line[4000], from[160], to[160];
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) {
    if (sscanf(line, "node: { title: \"%159[^\"]", from) == 1) {
      const int node = node_of(run, g, from);
      char *at = strstr(line, " bytes (");
      while (at && at[-1] >= '0' && at[-1] <= '9') at--;
      if (at) g->nodes[node].bytes = atol(at);
    }
    if (sscanf(line,
               "edge: { sourcename: \"%159[^\"]\" targetname: \"%159[^\"]",
               from, to) == 2) {
      const int a = node_of(run, g, from), b = node_of(run, g, to);
      g->edges =
          run_grown(run, g->edges, g->nedges, &g->edges_room, sizeof *g->edges);
      g->edges[g->nedges][0] = a;
      g->edges[g->nedges++][1] = b;
    }
  }
  if (file) fclose(file);
}

/* No emitted function calls itself. */
static long depth_of(Graph *g, int at)
{
  if (g->nodes[at].depth >= 0) return g->nodes[at].depth;
  long deepest = 0;
  g->nodes[at].depth = 0;
  for (size_t i = 0; i < g->nedges; i++) {
    if (g->edges[i][0] != at) continue;
    const long depth = depth_of(g, g->edges[i][1]);
    if (depth > deepest) deepest = depth;
  }
  return g->nodes[at].depth = g->nodes[at].bytes + deepest;
}

/* ---- all --------------------------------------------------------------------
 */

/* Returns NULL, or the reason why the file was not compiled. */
static const char *compile_object(Work *w, const SourceFile *header,
                                  const SourceFile *source)
{
  const SourceFile *const files[] = {header, source};
  for (int i = 0; i < 2; i++)
    file_write(w->run, run_printf(w->run, "%s/%s", w->folder, files[i]->name),
               files[i]->text, strlen(files[i]->text));
  start_words(w);
  add_word(w, "-fcallgraph-info=su");
  add_word(w, "-c");
  add_word(w, run_printf(w->run, "%s/%s", w->folder, source->name));
  add_word(w, "-o");
  add_word(w, run_printf(w->run, "%s/o.o", w->folder));
  return run_words(w);
}

/* Measures each function, then all of them. Returns NULL, or the reason why
 * not. */
static const char *measure_functions(Work *w, const char *name,
                                     const char *const *functions, size_t count,
                                     Measured *list)
{
  Graph graph = {0};
  Measured *whole = &list[count];
  read_graph(w->run, run_printf(w->run, "%s/o.ci", w->folder), &graph);
  for (size_t i = 0; i < count; i++) {
    const char *why = link_functions(w, name, &functions[i], 1, &list[i]);
    if (why) return why;
    const char *symbol = run_printf(w->run, "%s_%s", name, functions[i]);
    list[i].stack = depth_of(&graph, node_of(w->run, &graph, symbol));
  }
  const char *why = link_functions(w, name, functions, count, whole);
  for (size_t i = 0; i < count; i++)
    if (list[i].stack > whole->stack) whole->stack = list[i].stack;
  return why;
}

const Measured *size_measure(Run *run, int target, const SourceFile *header,
                             const SourceFile *source, const char *name,
                             const char *const *functions, size_t count,
                             const char **why)
{
  Work w = {.run = run, .target = &targets[target]};
  Measured *list = run_alloc(run, (count + 1) * sizeof *list);
  w.program = program_path(run, w.target->compiler);
  if (!w.program) {
    *why = run_printf(run, "%s is not installed", w.target->compiler);
    return NULL;
  }
  w.folder = cache_work(run, NULL);
  *why = compile_object(&w, header, source);
  if (!*why) *why = measure_functions(&w, name, functions, count, list);
  cache_work_end(w.folder);
  return *why ? NULL : list;
}
