/* stack.c: tests of the bounds of the stack that header and JSON state: no
 * compiler's frames, added along the deepest calls, exceed a bound, and no
 * bound is far above them. gcc says both: -fcallgraph-info=su. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(stack, .init = compiling_begin_optimised, .fini = compiling_end);

/* ---- the graph of calls --------------------------------------------------
 */

enum { MOST_NODES = 400, MOST_EDGES = 4000, UNKNOWN = -1, ENTERED = -2 };

typedef struct Node {
  char title[120]; /* "pad_step"; of a static function "pad.c:pad_move" */
  int bytes, depth;
} Node;

typedef struct Graph {
  Node nodes[MOST_NODES];
  int edges[MOST_EDGES][2];
  int nnodes, nedges;
} Graph;

static Graph graph;

static int node_of(const char *title)
{
  for (int i = 0; i < graph.nnodes; i++)
    if (strcmp(graph.nodes[i].title, title) == 0) return i;
  cr_assert_lt(graph.nnodes, MOST_NODES);
  Node *node = &graph.nodes[graph.nnodes];
  snprintf(node->title, sizeof node->title, "%s", title);
  node->bytes = 0;
  node->depth = UNKNOWN;
  return graph.nnodes++;
}

/* Reads gcc's file. A function of another library has no bytes. */
static void read_graph(const char *path)
{
  FILE *file = fopen(path, "r");
  char line[2000], from[120], to[120];
  cr_assert_not_null(file, "%s", path);
  graph.nnodes = graph.nedges = 0;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "node: { title: \"%119[^\"]", from) == 1) {
      Node *node = &graph.nodes[node_of(from)];
      char *at = strstr(line, " bytes (");
      while (at && at[-1] >= '0' && at[-1] <= '9') at--;
      if (at) node->bytes = atoi(at);
      cr_expect(!at || strstr(at, "(static)") || strstr(at, "bounded)"), "%s",
                line);
    }
    if (sscanf(line,
               "edge: { sourcename: \"%119[^\"]\" targetname: \"%119[^\"]",
               from, to) == 2) {
      cr_assert_lt(graph.nedges, MOST_EDGES);
      graph.edges[graph.nedges][0] = node_of(from);
      graph.edges[graph.nedges++][1] = node_of(to);
    }
  }
  fclose(file);
}

/* Returns the bytes of the deepest calls from a node on. */
static int depth_of(int at)
{
  Node *node = &graph.nodes[at];
  cr_assert_neq(node->depth, ENTERED, "%s calls itself", node->title);
  if (node->depth != UNKNOWN) return node->depth;
  int deepest = 0;
  node->depth = ENTERED;
  for (int i = 0; i < graph.nedges; i++)
    if (graph.edges[i][0] == at) {
      const int depth = depth_of(graph.edges[i][1]);
      if (depth > deepest) deepest = depth;
    }
  return node->depth = node->bytes + deepest;
}

/* ---- compilers ------------------------------------------------------------
 */

typedef struct Target {
  const char *compiler, *flags;
} Target;

static const Target host[] = {{"gcc", ""},
                              {"gcc", "-march=x86-64-v3 -fno-ipa-ra"},
                              {"gcc",
                               "-march=x86-64-v4 -fno-ipa-ra "
                               "-mprefer-vector-width=512"}};
static const Target others[] = {
    {"aarch64-linux-gnu-gcc", ""},
    {"arm-none-eabi-gcc", "-mcpu=cortex-m4"},
    {"arm-none-eabi-gcc", "-mcpu=cortex-m7 -mfloat-abi=hard -mfpu=fpv5-d16"},
    {"arm-none-eabi-gcc", "-mcpu=cortex-a7 -mfloat-abi=hard -mfpu=neon-vfpv4"}};
static const char *const levels[] = {"-O3", "-Os", "-O1", "-O2"};

/* Raises most[i] to the bytes of function i of the bounds; an excess fails. */
static void compare(const Texts *texts, const Target *target, const char *level,
                    int *most, const char *what)
{
  cr_assert_eq(
      run_shell("cd %s && %s -std=c99 %s %s -fno-math-errno -fno-trapping-math "
                "-ffp-contract=fast -fcallgraph-info=su -c %s.c -o s.o",
                folder, target->compiler, level, target->flags, texts->name),
      0, "%s: %s", what, printed);
  char path[200];
  snprintf(path, sizeof path, "%s/s.ci", folder);
  read_graph(path);
  for (size_t i = 0; i < texts->stack.count; i++) {
    const StackBound *bound = &texts->stack.list[i];
    char title[120];
    snprintf(title, sizeof title, "%s_%s", texts->name, bound->function);
    const int bytes = depth_of(node_of(title));
    cr_expect_leq(bytes, bound->bytes, "%s, %s %s %s: %s takes %d of %d", what,
                  target->compiler, target->flags, level, title, bytes,
                  bound->bytes);
    cr_expect_gt(bytes, 0, "%s: no function %s", what, title);
    if (bytes > most[i]) most[i] = bytes;
  }
}

/* A spec, and an override of it or NULL. */
typedef struct Case {
  const char *spec, *overrides[3];
} Case;

static const Case cases[] = {
    {"specs/contact/square.lua", {"grid={9,9}", NULL}},
    {"specs/contact/square.lua", {"step=\"implicit\"", "real=\"float\"", NULL}},
    {"specs/contact/square.lua", {"model=\"reduced\"", NULL}},
    {"specs/paper/slip_case2_square.lua", {NULL}},
    {"specs/mechanism/belt_lugre.lua", {NULL}},
    {"specs/slider/parcel.lua", {NULL}},
    {"specs/cone/sole_wrench.lua", {NULL}},
    {"specs/joint/elbow.lua", {NULL}},
    {"specs/joint/gearbox.lua", {"real=\"float\"", NULL}}};

/* Compares the bounds of one spec with the compilers' figures. A bound of more
 * than SMALL bytes may be at most LOOSE times the largest figure. */
static void look_at(const Case *c, const Target *targets, size_t ntargets,
                    int nlevels)
{
  enum { SMALL = 1000 };
  const double loose = 4;
  Emission e = emit_overridden(c->spec, c->overrides);
  cr_assert_null(e.error, "%s", e.error);
  const size_t count = e.texts->stack.count;
  int *most = calloc(count + 1, sizeof *most);
  char name[100];
  snprintf(name, sizeof name, "%s.h", e.texts->name);
  save(name, e.texts->header);
  snprintf(name, sizeof name, "%s.c", e.texts->name);
  save(name, e.source);
  cr_expect_gt(count, 3);
  for (size_t t = 0; t < ntargets; t++)
    for (int k = 0; k < nlevels; k++)
      compare(e.texts, &targets[t], levels[k], most, c->spec);
  for (size_t i = 0; i < count && in_soak(); i++)
    cr_expect(e.texts->stack.list[i].bytes < SMALL ||
                  e.texts->stack.list[i].bytes < loose * most[i],
              "%s: %s says %d, takes %d", c->spec,
              e.texts->stack.list[i].function, e.texts->stack.list[i].bytes,
              most[i]);
  free(most);
  emission_close(&e);
}

Test(stack, bounds_hold_on_the_host)
{
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (in_soak())
      look_at(&cases[i], host, 3, 4);
    else if (i % 2 == 0)
      look_at(&cases[i], &host[i % 3], 1, 1);
}

/* For other processors; `make soak` installs the compilers. */
Test(stack, bounds_hold_elsewhere)
{
  for (size_t t = 0; t < sizeof others / sizeof *others && in_soak(); t++)
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      look_at(&cases[i], &others[t], 1, 4);
}

/* ---- what the files say ------------------------------------------------- */

Test(stack, header_and_json_state_a_bound_for_every_function)
{
  static const char *const specs[] = {
      "specs/contact/square.lua",      "specs/paper/slip_case2_square.lua",
      "specs/mechanism/belt_dahl.lua", "specs/slider/parcel.lua",
      "specs/cone/point_foot.lua",     "specs/joint/elbow.lua"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    Emission e = emit_file(specs[i]);
    cr_assert_null(e.error, "%s", e.error);
    json_t *json = json_loads(e.texts->figures, 0, NULL);
    json_t *stack = json_object_get(json, "stack"), *function;
    size_t k;
    cr_expect_eq(json_object_size(stack), e.texts->stack.count);
    json_array_foreach(json_object_get(json, "functions"), k, function)
    {
      const char *name = json_string_value(json_object_get(function, "name"));
      char words[100];
      const int bytes = (int)json_integer_value(json_object_get(stack, name));
      snprintf(words, sizeof words, "_%s %d", name, bytes);
      cr_expect_gt(bytes, 0, "%s: %s", specs[i], name);
      cr_expect_not_null(strstr(e.texts->header, words), "%s: %s", specs[i],
                         words);
    }
    json_decref(json);
    emission_close(&e);
  }
}

Test(stack, a_warning_names_the_largest_bound_of_a_large_patch)
{
  static const int sides[] = {40, 90};
  for (int i = 0; i < 2; i++) {
    char keys[300], words[100] = "";
    snprintf(keys, sizeof keys,
             "grid = { %d, %d },\npressure = rectangle {},\n"
             "friction = lugre { sigma0 = 1e5, mu_c = 1 }",
             sides[i], sides[i]);
    Emission e = emit_sound_pad(keys);
    int most = 0;
    for (size_t k = 0; k < e.texts->stack.count; k++) {
      const StackBound *bound = &e.texts->stack.list[k];
      if (bound->bytes <= most) continue;
      most = bound->bytes;
      snprintf(words, sizeof words, "_%s takes up to %d kB of stack",
               bound->function, (most + 1023) / 1024);
    }
    cr_expect_eq(most > 1 << 18, i == 1, "%d", most);
    if (i == 0) cr_expect_null(e.texts->stack_warning);
    if (i == 1)
      cr_expect(e.texts->stack_warning && strstr(e.texts->stack_warning, words),
                "%s", words);
    emission_close(&e);
  }
}

/* A declaration's bytes are those of the C language. */
Test(stack, a_longer_state_raises_the_bound_by_its_bytes)
{
  const Case small = {"specs/contact/square.lua", {"grid={11,11}", NULL}};
  const Case large = {"specs/contact/square.lua", {"grid={21,21}", NULL}};
  const Case *both[] = {&small, &large};
  int bytes[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    Emission e = emit_overridden(both[i]->spec, both[i]->overrides);
    cr_assert_null(e.error, "%s", e.error);
    for (size_t k = 0; k < e.texts->stack.count; k++)
      if (strcmp(e.texts->stack.list[k].function, "selftest") == 0)
        bytes[i] = e.texts->stack.list[k].bytes;
    emission_close(&e);
  }
  cr_expect_gt(bytes[1] - bytes[0], 2 * (441 - 121) * 8, "%d, %d", bytes[0],
               bytes[1]);
}
