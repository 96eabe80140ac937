/* rules.c: see rules.h. The lists at the top are the rules; the code below
 * reads lines that begin with #include, names of files, and words outside
 * comments and texts, and does not parse C. */
#define _GNU_SOURCE
#include "structure/rules.h"

#include <ctype.h>
#include <dirent.h>
#include <ftw.h>
#include <glob.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/support.h"

/* ---- the rules ---------------------------------------------------------- */

/* A room includes only rooms to its left; "kinds" is kinds/kind.h, "*" stands
 * for the folder of any kind. */
static const char *const order[] = {
    "base",     "backend",  "algebra", "language", "kinds",  "results",
    "pressure", "limit",    "plan",    "emit",     "verify", "fit",
    "laws",     "*",        "pipeline", "study",   "api",    "cli"};
enum { ROOMS = sizeof order / sizeof *order };

/* Files of a kind and of laws/ that may know the reference, by the beginning of
 * their name. */
static const char *const may_judge[] = {
    "reference.", "goldens.",     "scheme.",  "samples.",
    "probe.",     "differences.", "verify.",  "verify_",
    "workload.",  "simulate.",    "stepper.", "check."};

/* Headers of libraries, with the files that may include them. */
static const char *const libraries[][2] = {
    {"lua.h",
     "gen/language/inside.h gen/emit/expander.c gen/emit/script.c "
     "gen/emit/prune.c gen/emit/costs.c gen/emit/stack.c "
     "gen/emit/lexer.c gen/emit/chunk.c gen/emit/precompile.c gen/emit/thread.c "
     "gen/api/lua/inside.h "
     "gen/cli/run.c"},
    {"lauxlib.h",
     "gen/language/inside.h gen/emit/expander.c gen/emit/script.c "
     "gen/emit/prune.c gen/emit/costs.c gen/emit/stack.c "
     "gen/emit/lexer.c gen/emit/chunk.c gen/emit/precompile.c "
     "gen/api/lua/inside.h "
     "gen/cli/run.c"},
    {"lualib.h",
     "gen/language/inside.h gen/emit/expander.c gen/emit/script.c "
     "gen/emit/prune.c gen/emit/costs.c gen/emit/stack.c "
     "gen/api/lua/inside.h "
     "gen/cli/run.c"},
    {"jansson.h",
     "gen/results/report.c gen/verify/checks.c gen/emit/figures.c "
     "gen/cli/bench.c gen/study/fit_report.c gen/study/choose.c gen/study/size.c "
     "gen/api/lua/module.c"},
    {"cminpack.h", "gen/fit/solve.c"},
    {"libtcc.h", "gen/backend/tcc.c"},
    {"symengine/cwrapper.h", "gen/algebra/sym.c"},
    {"gmp.h", "gen/algebra/exact.c"},
    {"dlfcn.h", "gen/backend/cc.c"},
    {"link.h", "gen/backend/cc.c"},
    {"cpuid.h", "gen/backend/cc.c"},
    {"Python.h", "gen/api/python/inside.h"},
    {"structmember.h", "gen/api/python/inside.h"},
    {"linux/audit.h", "gen/backend/isolate.c"},
    {"linux/filter.h", "gen/backend/isolate.c"},
    {"linux/seccomp.h", "gen/backend/isolate.c"}};

/* C's and POSIX's own headers, free to all. */
static const char *const standard[] = {
    "assert.h",  "ctype.h",    "dirent.h",  "errno.h",    "fcntl.h",
    "float.h",   "inttypes.h", "limits.h",  "locale.h",   "math.h",
    "elf.h",     "grp.h",     "poll.h",     "pthread.h", "pwd.h",      "sched.h",
    "setjmp.h",  "signal.h",   "spawn.h",   "stdarg.h",   "stdatomic.h",
    "stdbool.h", "stddef.h",   "stdint.h",  "stdio.h",    "stdlib.h",
    "string.h",  "time.h",     "unistd.h",  "immintrin.h"};

/* Folders that belong to no kind, by the place where kinds have theirs. */
static const struct Twin {
  const char *place, *others;
} twins[] = {{"gen/kinds", ""},
             {"templates", "common faces"},
             {"runtime/reference", "laws"},
             {"specs",
              "paper programs scripts pictures answers tutorial "
              "gallery"},
             {"tests",
              "structure support bad golden data bench fuzz firmware prove "
              "base backend algebra language results pressure limit plan emit "
              "verify fit laws runtime reference pipeline study api cli"},
             {"tests/bad", "language pressure laws"}};
enum { TWINS = sizeof twins / sizeof *twins };

/* The calls that make a stage: no file but pipeline.c has two of them. */
static const char *const stages[] = {"model_build(", "->derive(",
                                     "->goldens(",   "plan_make(",
                                     "emit_texts(",  "solver_open("};

enum { HEADER_LINES = 300, MAKEFILE_LINES = 250 };

/* ---- the tree ----------------------------------------------------------- */

typedef struct Edge {
  size_t from, to;
  int line;
} Edge;

typedef struct Tree {
  char root[512];
  char **files; /* relative to the root, of gen/ and runtime/, sorted */
  size_t nfiles;
  Edge *edges; /* a file and a header that it includes */
  size_t nedges;
  Failures failures;
} Tree;

static void fail(Tree *tree, const char *file, int line, const char *format,
                 ...)
{
  char reason[400], *text;
  va_list args;
  va_start(args, format);
  vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  const char *before = tree->failures.text ? tree->failures.text : "";
  if (line > 0
          ? asprintf(&text, "%s%s:%d: %s\n", before, file, line, reason) < 0
          : asprintf(&text, "%s%s: %s\n", before, file, reason) < 0)
    abort();
  free(tree->failures.text);
  tree->failures.text = text;
  tree->failures.count++;
}

static bool has_word(const char *list, const char *word)
{
  const size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at += length)
    if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
      return true;
  return false;
}

static bool starts_with(const char *text, const char *start)
{
  return strncmp(text, start, strlen(start)) == 0;
}

static bool ends_with(const char *text, const char *end)
{
  const size_t n = strlen(text), m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

static Tree *walked; /* nftw passes no context */

static int take_file(const char *path, const struct stat *status, int type,
                     struct FTW *place)
{
  (void)status;
  (void)place;
  const char *name = path + strlen(walked->root) + 1;
  const bool is_ours =
      starts_with(name, "gen/") || starts_with(name, "runtime/");
  if (type != FTW_F || !is_ours ||
      !(ends_with(name, ".c") || ends_with(name, ".h")))
    return 0;
  walked->files =
      realloc(walked->files, (walked->nfiles + 1) * sizeof *walked->files);
  walked->files[walked->nfiles++] = strdup(name);
  return 0;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *read_text(const Tree *tree, const char *name)
{
  char path[1200];
  snprintf(path, sizeof path, "%s/%s", tree->root, name);
  FILE *file = fopen(path, "r");
  if (!file) return calloc(1, 1);
  char *text = NULL;
  size_t size = 0;
  if (getdelim(&text, &size, 0, file) < 0) text = calloc(1, 1);
  fclose(file);
  return text;
}

static bool has_file(const Tree *tree, const char *name)
{
  char path[1200];
  struct stat status;
  snprintf(path, sizeof path, "%s/%s", tree->root, name);
  return stat(path, &status) == 0;
}

/* Returns the first `depth` parts of "gen/kinds/slider/plan.c" with a slash. */
static void folder_of(const char *file, char folder[256])
{
  const char *slash = strrchr(file, '/');
  snprintf(folder, 256, "%.*s", (int)(slash ? slash - file + 1 : 0), file);
}

/* "slider" of a file in gen/kinds/slider/ or below, else "". */
static void kind_of(const char *file, char kind[64])
{
  static const char kinds[] = "gen/kinds/";
  kind[0] = 0;
  if (!starts_with(file, kinds)) return;
  const char *name = file + strlen(kinds), *slash = strchr(name, '/');
  if (slash) snprintf(kind, 64, "%.*s", (int)(slash - name), name);
}

static void room_of(const char *file, char room[64])
{
  const char *name = file + strlen("gen/"), *slash = strchr(name, '/');
  char kind[64];
  kind_of(file, kind);
  if (kind[0])
    strcpy(room, "*");
  else if (slash)
    snprintf(room, 64, "%.*s", (int)(slash - name), name);
  else if (strcmp(name, "main.c") == 0)
    strcpy(room, "cli");
  else
    snprintf(room, 64, "%.*s", (int)strcspn(name, "."), name);
}

static int rank_of(const char *room)
{
  for (int i = 0; i < ROOMS; i++)
    if (strcmp(order[i], room) == 0) return i;
  return -1;
}

/* The number of the file that `included` means in `file`; nfiles if none. */
static size_t resolve(const Tree *tree, const char *file, const char *included)
{
  char folder[256];
  folder_of(file, folder);
  const char *const bases[] = {folder, "gen/", "runtime/"};
  for (size_t b = 0; b < 3; b++) {
    char path[512];
    snprintf(path, sizeof path, "%s%s", bases[b], included);
    for (size_t i = 0; i < tree->nfiles; i++)
      if (strcmp(tree->files[i], path) == 0) return i;
  }
  return tree->nfiles;
}

/* ---- includes ----------------------------------------------------------- */

static void judge_library(Tree *tree, const char *file, int line,
                          const char *header)
{
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
    if (strcmp(header, standard[i]) == 0 || starts_with(header, "sys/")) return;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    if (strcmp(header, libraries[i][0]) != 0) continue;
    if (!has_word(libraries[i][1], file))
      fail(tree, file, line, "<%s> belongs to %s", header, libraries[i][1]);
    return;
  }
  fail(tree, file, line, "<%s> is in no list of libraries", header);
}

static bool may_see_reference(const char *file)
{
  const char *name = strrchr(file, '/') + 1;
  if (strcmp(file, "gen/laws/reference.c") == 0) return true;
  if (!starts_with(file, "gen/kinds/")) return false;
  for (size_t i = 0; i < sizeof may_judge / sizeof *may_judge; i++)
    if (starts_with(name, may_judge[i])) return true;
  return false;
}

static void judge_runtime(Tree *tree, const char *file, int line,
                          const char *other)
{
  static const char reference[] = "runtime/reference/";
  if (starts_with(other, "gen/"))
    fail(tree, file, line, "runtime/ includes %s", other);
  else if (starts_with(file, reference) && !starts_with(other, reference) &&
           strcmp(other, "runtime/bristle_rt.h") != 0)
    fail(tree, file, line, "the reference includes %s", other);
  else if (!starts_with(file, reference) && starts_with(other, reference))
    fail(tree, file, line, "the runtime includes the reference, %s", other);
}

static void judge_rooms(Tree *tree, const char *file, int line,
                        const char *other)
{
  char mine[64], its[64], my_kind[64], its_kind[64];
  if (starts_with(other, "runtime/reference/") && !may_see_reference(file))
    fail(tree, file, line, "may not know the reference, %s", other);
  if (!starts_with(other, "gen/")) return;
  room_of(file, mine);
  room_of(other, its);
  kind_of(file, my_kind);
  kind_of(other, its_kind);
  if (strcmp(my_kind, its_kind) != 0 && my_kind[0] && its_kind[0])
    fail(tree, file, line, "a kind includes another kind, %s", other);
  else if (rank_of(its) > rank_of(mine))
    fail(tree, file, line, "%s includes %s, which stands to its right", mine,
         other);
  else if (strcmp(mine, its) != 0 &&
           (ends_with(other, "/inside.h") || ends_with(other, "/value.h")))
    fail(tree, file, line, "%s belongs to its own room", other);
}

static void judge_include(Tree *tree, size_t f, int line, const char *at)
{
  char header[256];
  const char *file = tree->files[f];
  if (sscanf(at, " <%255[^>]>", header) == 1) {
    judge_library(tree, file, line, header);
    return;
  }
  if (sscanf(at, " \"%255[^\"]\"", header) != 1) return;
  const size_t other = resolve(tree, file, header);
  if (other == tree->nfiles) {
    fail(tree, file, line, "includes \"%s\", which does not exist", header);
    return;
  }
  tree->edges = realloc(tree->edges, (tree->nedges + 1) * sizeof *tree->edges);
  tree->edges[tree->nedges++] = (Edge){f, other, line};
  if (starts_with(file, "runtime/"))
    judge_runtime(tree, file, line, tree->files[other]);
  else
    judge_rooms(tree, file, line, tree->files[other]);
}

static int judge_lines(Tree *tree, size_t f)
{
  char *text = read_text(tree, tree->files[f]);
  int line = 0;
  for (char *at = text; *at; line++) {
    char *end = strchrnul(at, '\n');
    const char *word = at + strspn(at, " \t");
    if (*word == '#') {
      word += 1 + strspn(word + 1, " \t");
      if (starts_with(word, "include")) {
        const char was = *end;
        *end = 0;
        judge_include(tree, f, line + 1, word + strlen("include"));
        *end = was;
      }
    }
    at = *end ? end + 1 : end;
  }
  free(text);
  return line;
}

/* Depth first; `path` holds the way here. */
static void find_cycles(Tree *tree, size_t at, size_t *path, size_t depth,
                        bool *is_done)
{
  if (is_done[at]) return;
  for (size_t i = 0; i < depth; i++) {
    if (path[i] != at) continue;
    char way[300] = "";
    for (; i < depth; i++) {
      const size_t used = strlen(way);
      snprintf(way + used, sizeof way - used, "%s -> ", tree->files[path[i]]);
    }
    fail(tree, tree->files[at], 0, "includes itself: %s", way);
    return;
  }
  path[depth] = at;
  for (size_t e = 0; e < tree->nedges; e++)
    if (tree->edges[e].from == at)
      find_cycles(tree, tree->edges[e].to, path, depth + 1, is_done);
  is_done[at] = true;
}

static void judge_cycles(Tree *tree)
{
  size_t *path = calloc(tree->nfiles + 1, sizeof *path);
  bool *is_done = calloc(tree->nfiles + 1, sizeof *is_done);
  for (size_t i = 0; i < tree->nfiles; i++)
    find_cycles(tree, i, path, 0, is_done);
  free(path);
  free(is_done);
}

/* ---- names of files ----------------------------------------------------- */

/* A room, a kind and a folder within a kind has a header of its own name. */
static void judge_headers(Tree *tree)
{
  for (size_t i = 0; i < tree->nfiles; i++) {
    const char *file = tree->files[i];
    char folder[256], header[600];
    folder_of(file, folder);
    if (!starts_with(file, "gen/") || strcmp(folder, "gen/") == 0) continue;
    folder[strlen(folder) - 1] = 0;
    const char *name = strrchr(folder, '/') + 1;
    snprintf(header, sizeof header, "%s/%s.h", folder, name);
    const bool has_own =
        has_file(tree, header) || strcmp(folder, "gen/kinds") == 0 ||
        starts_with(folder, "gen/api/") || strcmp(folder, "gen/api") == 0 ||
        starts_with(folder, "gen/kinds/contact/");
    const bool is_first = i == 0 || !starts_with(tree->files[i - 1], folder);
    if (!has_own && is_first) fail(tree, folder, 0, "has no %s.h", name);
  }
}

/* contact/contact_plan.c repeats its folder's name. */
static void judge_prefix(Tree *tree, const char *file)
{
  char folder[256];
  folder_of(file, folder);
  folder[strlen(folder) - 1] = 0;
  const char *last = strrchr(folder, '/'), *name = strrchr(file, '/') + 1;
  last = last ? last + 1 : folder;
  const size_t length = strlen(last);
  if (starts_with(name, last) && (name[length] == '_' || name[length] == '-'))
    fail(tree, file, 0, "repeats the name of its folder");
}

typedef struct Names {
  char list[64][64];
  size_t count;
} Names;

/* Folders in `place` that belong to kinds. */
static Names kinds_in(const Tree *tree, const struct Twin *twin)
{
  Names names = {.count = 0};
  char command[1200];
  snprintf(command, sizeof command,
           "cd '%s/%s' 2>/dev/null && ls -d */ 2>/dev/null", tree->root,
           twin->place);
  FILE *pipe = popen(command, "r");
  while (pipe && names.count < 64 &&
         fscanf(pipe, "%63[^/\n]%*[/\n]", names.list[names.count]) == 1)
    if (!has_word(twin->others, names.list[names.count])) names.count++;
  if (pipe) pclose(pipe);
  return names;
}

static bool is_among(const Names *names, const char *name)
{
  for (size_t i = 0; i < names->count; i++)
    if (strcmp(names->list[i], name) == 0) return true;
  return false;
}

static void judge_twins(Tree *tree)
{
  Names names[TWINS];
  for (size_t i = 0; i < TWINS; i++) names[i] = kinds_in(tree, &twins[i]);
  for (size_t i = 1; i < TWINS; i++) {
    for (size_t k = 0; k < names[0].count; k++)
      if (!is_among(&names[i], names[0].list[k]))
        fail(tree, twins[i].place, 0, "has no folder for the kind %s",
             names[0].list[k]);
    for (size_t k = 0; k < names[i].count; k++)
      if (!is_among(&names[0], names[i].list[k]))
        fail(tree, twins[i].place, 0, "%s is no kind and in no list",
             names[i].list[k]);
  }
}

/* The names allowed at the top of the tree; names that start with a dot are
 * free.
 */
static void judge_top(Tree *tree)
{
  static const char top[] =
      "Makefile README.md LICENSE gen templates runtime specs out tests";
  DIR *folder = opendir(tree->root);
  for (struct dirent *entry; folder && (entry = readdir(folder));)
    if (entry->d_name[0] != '.' && !has_word(top, entry->d_name))
      fail(tree, entry->d_name, 0, "does not belong at the top of the tree");
  if (folder) closedir(folder);
  char *text = read_text(tree, "Makefile");
  int lines = 0;
  for (const char *at = text; (at = strchr(at, '\n')); at++) lines++;
  if (lines >= MAKEFILE_LINES)
    fail(tree, "Makefile", 0, "has %d lines; it stays below %d", lines,
         MAKEFILE_LINES);
  free(text);
}

/* ---- words -------------------------------------------------------------- */

/* Blanks what stands in comments and texts. */
static void blank_comments(char *text)
{
  for (char *c = text; *c;) {
    const bool is_comment = c[0] == '/' && c[1] == '*';
    if (!is_comment && *c != '"' && *c != '\'') {
      c++;
      continue;
    }
    const char quote = *c;
    char *end = is_comment ? strstr(c + 2, "*/") : c + 1;
    if (!is_comment)
      while (*end && *end != quote) end += *end == '\\' && end[1] ? 2 : 1;
    if (!end || !*end) return;
    end += is_comment ? 2 : 1;
    for (; c < end; c++)
      if (*c != '\n') *c = ' ';
  }
}

static bool calls(const char *text, const char *call)
{
  for (const char *at = text; (at = strstr(at, call)); at++)
    if (call[0] == '-' || at == text ||
        !(isalnum((unsigned char)at[-1]) || at[-1] == '_'))
      return true;
  return false;
}

static bool has_plan_call(const char *text)
{
  static const char *const all[] = {"plan_text(",   "plan_number(",
                                    "plan_flag(",   "plan_numbers(",
                                    "plan_figure(", "plan_decide("};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (calls(text, all[i])) return true;
  return false;
}

static void judge_words(Tree *tree, const char *file)
{
  char *text = read_text(tree, file);
  blank_comments(text);
  int made = 0;
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
    made += calls(text, stages[i]);
  if (made > 1 && starts_with(file, "gen/") && ends_with(file, ".c") &&
      strcmp(file, "gen/pipeline.c") != 0)
    fail(tree, file, 0, "calls %d stages; pipeline.c alone does that", made);
  const char *name = strrchr(file, '/') + 1;
  if (starts_with(file, "gen/kinds/") && !starts_with(name, "plan") &&
      strcmp(name, "plot.c") != 0 && has_plan_call(text))
    fail(tree, file, 0, "fills holes; the plan.c of its kind does that");
  free(text);
}

static bool is_letter(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

/* Kinds that nothing outside their own folders names: adding one is one line in
 * the list of kinds. The words of the older kinds are words of mechanics, too. */
static void judge_kinds(Tree *tree, const char *file)
{
  static const char *const alone[] = {"joint"};
  static const char list[] = "gen/kinds/kinds.c";
  char *text = read_text(tree, file);
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
    char folder[64];
    snprintf(folder, sizeof folder, "/%s/", alone[i]);
    const size_t length = strlen(alone[i]);
    if (strstr(file, folder) || strcmp(file, list) == 0 ||
        starts_with(file, "tests/") || starts_with(file, "specs/"))
      continue;
    for (const char *at = text; (at = strcasestr(at, alone[i])); at += length) {
      const char *end = at + length + (at[length] == 's');
      if ((at > text && is_letter(at[-1])) || is_letter(*end)) continue;
      fail(tree, file, 0, "names the kind %s outside its folders", alone[i]);
      break;
    }
  }
  free(text);
}

/* A limit of a test's own depends on the machine's speed. */
static void judge_limits(Tree *tree)
{
  char pattern[1200];
  glob_t found;
  snprintf(pattern, sizeof pattern, "%s/tests/*/*.c", tree->root);
  if (glob(pattern, 0, NULL, &found) != 0) return;
  for (size_t i = 0; i < found.gl_pathc; i++) {
    const char *file = found.gl_pathv[i] + strlen(tree->root) + 1;
    char *text = read_text(tree, file);
    blank_comments(text);
    if (strstr(text, ".timeout ="))
      fail(tree, file, 0,
           "has a time limit of its own; tests/support/run.sh has one for all");
    free(text);
  }
  globfree(&found);
}

/* ---- all of them -------------------------------------------------------- */

Failures rules_broken(const char *root)
{
  Tree tree = {.files = NULL};
  snprintf(tree.root, sizeof tree.root, "%s", root);
  walked = &tree;
  nftw(root, take_file, 16, FTW_PHYS);
  qsort(tree.files, tree.nfiles, sizeof *tree.files, by_name);
  for (size_t i = 0; i < tree.nfiles; i++) {
    const char *file = tree.files[i];
    const int lines = judge_lines(&tree, i);
    if (ends_with(file, ".h") && lines > HEADER_LINES)
      fail(&tree, file, 0, "has %d lines; a header has at most %d", lines,
           HEADER_LINES);
    judge_prefix(&tree, file);
    judge_words(&tree, file);
    judge_kinds(&tree, file);
  }
  judge_cycles(&tree);
  judge_headers(&tree);
  judge_twins(&tree);
  judge_top(&tree);
  judge_limits(&tree);
  for (size_t i = 0; i < tree.nfiles; i++) free(tree.files[i]);
  free(tree.files);
  free(tree.edges);
  return tree.failures;
}
