/* cc.c: the C compiler as a backend. In: C text. Out: a shared object that is
 * loaded into this process and kept in the cache.
 *
 * Invariant: a cached object is used only if it was made from the same text,
 * by the same compiler, with the same flags, for the same processor. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "base/base.h"
#include "backend/backend.h"
#include "backend/inside.h"

/* ---- flags ------------------------------------------------------------- */

static bool has_wide_vectors(void)
{
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f");
#else
  return false;
#endif
}

/* - quick_gcc: -O2 with vectorisation, but without the passes that take a third
 *   of gcc's time and give 3 % of speed. Peeling makes small patches 10 %
 *   faster.
 * - -fno-math-errno, -fno-trapping-math: without them sqrt and conditional
 *   expressions are not vectorised.
 * - -ffp-contract=fast: -std=c99 turns contraction off, which halves the speed.
 * - -fno-ipa-ra: with ipa-ra gcc 12 omits vzeroupper, and the SSE code of the
 *   caller then runs at less than half its speed.
 * - -mprefer-vector-width=512: gcc prefers 256 bits on some processors.
 * - -fno-semantic-interposition, -Bsymbolic: a function of the host that has
 *   the same name must not replace the module's own. */
static const char *flags_of(Run *run, Dialect dialect)
{
  static const char quick_gcc[] =
      "-O2 -ftree-loop-vectorize -fvect-cost-model=dynamic -fpeel-loops "
      "-fno-gcse "
      "-fno-schedule-insns2 -fno-tree-pre -fno-tree-vrp -fno-ipa-cp "
      "-fno-ipa-sra -fno-ipa-icf -fno-partial-inlining -fno-ipa-ra";
  if (dialect == DIALECT_PLAIN) return "-O2 -fPIC -shared";
  return run_printf(
      run,
      "-std=c99 %s -march=native -fno-math-errno -fno-trapping-math "
      "-ffp-contract=fast%s -fPIC -fno-semantic-interposition -shared "
      "-nostdlib -Wl,-Bsymbolic -pipe -Werror=implicit-function-declaration",
      dialect == DIALECT_GCC ? quick_gcc : "-O3",
      has_wide_vectors() ? " -mprefer-vector-width=512" : "");
}

/* ---- the compiler ------------------------------------------------------ */

/* Splits the text at blanks. Quotes and escapes have no meaning. */
static char **words_of(Run *run, const char *text, size_t *count)
{
  static const char blanks[] = " \t\n";
  char **words = run_alloc(run, (strlen(text) / 2 + 2) * sizeof *words);
  *count = 0;
  for (;;) {
    text += strspn(text, blanks);
    const size_t length = strcspn(text, blanks);
    if (length == 0) return words;
    words[(*count)++] = run_strndup(run, text, length);
    text += length;
  }
}

static bool is_program(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
         access(path, X_OK) == 0;
}

const char *program_path(Run *run, const char *word)
{
  if (strchr(word, '/')) return is_program(word) ? word : NULL;
  const char *folders = getenv("PATH");
  if (!folders) folders = "/usr/local/bin:/usr/bin:/bin";
  for (;;) {
    const size_t length = strcspn(folders, ":");
    const char *path =
        length > 0 ? run_printf(run, "%.*s/%s", (int)length, folders, word)
                   : run_printf(run, "./%s", word);
    if (is_program(path)) return path;
    if (!folders[length]) return NULL;
    folders += length + 1;
  }
}

Compiler cc_find(Run *run)
{
  const Where nowhere = {NULL, 0};
  const char *text = getenv("CC");
  Compiler compiler = {.dialect = DIALECT_GCC};
  compiler.words = words_of(run, text ? text : "", &compiler.nwords);
  const bool is_chosen = compiler.nwords > 0;
  if (!is_chosen) compiler.words = words_of(run, "cc", &compiler.nwords);
  compiler.program = program_path(run, compiler.words[0]);
  if (!compiler.program)
    run_fail(run, nowhere,
             "there is no C compiler %s%s; install one, name another in CC, "
             "or use --backend=tcc",
             compiler.words[0], is_chosen ? ", which CC names" : "");
  char *real = realpath(compiler.program, NULL);
  for (size_t i = 0; i < compiler.nwords; i++)
    if (compiler.words[i][0] != '-' && strstr(compiler.words[i], "clang"))
      compiler.dialect = DIALECT_CLANG;
  if (real && strstr(real, "clang")) compiler.dialect = DIALECT_CLANG;
  free(real);
  return compiler;
}

void cc_require(Run *run)
{
  cc_find(run);
}

/* ---- the key ----------------------------------------------------------- */

/* Adds the properties of the processor that -march=native depends on. */
static void add_processor(Hash *hash)
{
#if defined(__x86_64__) || defined(__i386__)
  static const unsigned leaves[][2] = {
      {0, 0},          {1, 0},          {7, 0},          {7, 1},
      {0xd, 0},        {0xd, 1},        {0x19, 0},       {0x24, 0},
      {0x80000001, 0}, {0x80000002, 0}, {0x80000003, 0}, {0x80000004, 0},
      {0x80000008, 0}};
  for (size_t i = 0; i < COUNT(leaves); i++) {
    unsigned r[4] = {0, 0, 0, 0};
    __get_cpuid_count(leaves[i][0], leaves[i][1], &r[0], &r[1], &r[2], &r[3]);
    /* The number of the core, the size of the saved registers and the widths of
     * addresses do not matter. */
    if (leaves[i][0] == 1 || (leaves[i][0] == 0xd && leaves[i][1] == 1))
      r[1] = 0;
    if (leaves[i][0] == 0x80000008) r[0] = r[2] = r[3] = 0;
    hash_add(hash, r, sizeof r);
  }
#else
  char text[4096];
  const int fd = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
  const ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[n > 0 ? n : 0] = 0;
  char *rest;
  for (char *line = strtok_r(text, "\n", &rest); line;
       line = strtok_r(NULL, "\n", &rest))
    if (strncmp(line, "Features", 8) == 0 || strncmp(line, "CPU ", 4) == 0 ||
        strncmp(line, "isa", 3) == 0 || strncmp(line, "model", 5) == 0)
      hash_text(hash, line);
#endif
}

/* Adds path, size and time of each program in $CC: "ccache gcc" names two. */
static void add_compiler(Run *run, Hash *hash, const Compiler *compiler)
{
  for (size_t i = 0; i < compiler->nwords; i++) {
    const char *word = compiler->words[i];
    hash_text(hash, word);
    const char *path = word[0] == '-' ? NULL : program_path(run, word);
    struct stat status;
    if (!path || stat(path, &status) != 0) continue;
    char *real = realpath(path, NULL);
    hash_text(hash, real ? real : path);
    free(real);
    hash_text(hash, run_printf(run, "%lld %lld.%ld", (long long)status.st_size,
                               (long long)status.st_mtim.tv_sec,
                               status.st_mtim.tv_nsec));
  }
}

static const char *key_of(Run *run, const Compiler *compiler, const Unit *unit)
{
  /* These variables tell compilers where headers, libraries and the compiler's
   * own programs are. */
  static const char *const variables[] = {"CPATH", "C_INCLUDE_PATH",
                                          "LIBRARY_PATH", "COMPILER_PATH",
                                          "GCC_EXEC_PREFIX"};
  Hash hash = hash_new();
  hash_text(&hash, run_printf(run, "bristle %s", version_text()));
  for (int d = (int)compiler->dialect; d <= DIALECT_PLAIN; d++)
    hash_text(&hash, flags_of(run, (Dialect)d));
  add_compiler(run, &hash, compiler);
  for (size_t i = 0; i < COUNT(variables); i++) {
    const char *value = getenv(variables[i]);
    hash_text(&hash, value ? value : "");
  }
  add_processor(&hash);
  hash_text(&hash, unit->name);
  hash_text(&hash, unit->text);
  if (unit->flags) hash_text(&hash, unit->flags);
  return hash_end_hex(&hash, run);
}

/* ---- one run of the compiler ------------------------------------------- */

/* The files of one compilation, in a folder of its own. */
typedef struct Work {
  char *folder;
  const char *text, *object, *messages;
} Work;

static Work work_begin(Run *run, const char *solvers, const Unit *unit)
{
  Work work = {.folder = cache_work(run, solvers)};
  work.text = run_printf(run, "%s/%s.c", work.folder, unit->name);
  work.object = run_printf(run, "%s/%s.so", work.folder, unit->name);
  work.messages = run_printf(run, "%s/messages", work.folder);
  file_write(run, work.text, unit->text, strlen(unit->text));
  return work;
}

/* Returns the number of words before the options at the end of $CC. */
static size_t words_before_options(const Compiler *compiler)
{
  size_t n = compiler->nwords;
  while (n > 1 && compiler->words[n - 1][0] == '-' &&
         strcmp(compiler->words[n - 1], "--") != 0)
    n--;
  return n;
}

/* The user's options come after the flags, so that CC="gcc -O0" overrides
 * them. */
static char **arguments_of(Run *run, const Compiler *compiler, const Work *work,
                           const Unit *unit, Dialect dialect)
{
  const size_t first = words_before_options(compiler);
  size_t nflags, n = 0;
  const char *more = unit->flags ? unit->flags : "";
  char **flags = words_of(
      run, run_printf(run, "%s %s", flags_of(run, dialect), more), &nflags);
  char **arguments =
      run_alloc(run, (compiler->nwords + nflags + 5) * sizeof *arguments);
  for (size_t i = 0; i < first; i++) arguments[n++] = compiler->words[i];
  for (size_t i = 0; i < nflags; i++) arguments[n++] = flags[i];
  for (size_t i = first; i < compiler->nwords; i++)
    arguments[n++] = compiler->words[i];
  arguments[n++] = run_printf(run, "-o");
  arguments[n++] = run_printf(run, "%s", work->object);
  arguments[n++] = run_printf(run, "%s", work->text);
  arguments[n++] = run_printf(run, "-lm");
  return arguments;
}

/* Returns the messages without the name of the work folder. */
static const char *plain_messages(Run *run, const Work *work)
{
  const Where nowhere = {NULL, 0};
  if (access(work->messages, R_OK) != 0) return "";
  const char *rest = file_read(run, work->messages, NULL, nowhere);
  const char *folder = run_printf(run, "%s/", work->folder);
  Text text = text_new(run);
  for (const char *at; (at = strstr(rest, folder)); rest = at + strlen(folder))
    text_append(&text, rest, (size_t)(at - rest));
  text_append(&text, rest, strlen(rest));
  return text.chars;
}

/* Compiles the unit into work->object. Returns NULL, or the reason why there is
 * no object. */
static const char *translate(Run *run, const Compiler *compiler,
                             const Work *work, const Unit *unit,
                             Dialect dialect)
{
  int status;
  unlink(work->object);
  const int failed = process_run(
      run, compiler->program, arguments_of(run, compiler, work, unit, dialect),
      work->messages, &status);
  if (failed)
    return run_printf(run, "cannot run %s: %s", compiler->program,
                      strerror(failed));
  if (status == 0 && access(work->object, R_OK) == 0) return NULL;
  const char *ending =
      WIFSIGNALED(status)
          ? run_printf(run, "signal %d ended the compiler", WTERMSIG(status))
      : status == 0 ? "the compiler wrote no object file"
                    : run_printf(run, "the compiler's exit status is %d",
                                 WEXITSTATUS(status));
  const char *messages = plain_messages(run, work);
  return *messages ? messages : ending;
}

/* ---- modules ----------------------------------------------------------- */

typedef struct CcModule {
  Module module;
  void *handle;
} CcModule;

/* dlsym also searches the libraries that the object needs; their symbols are
 * not the module's. */
static void *symbol_of(const Module *module, const char *name)
{
  void *const handle = ((const CcModule *)module)->handle;
  struct link_map *map;
  Dl_info info;
  void *const address = dlsym(handle, name);
  if (!address || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 ||
      dladdr(address, &info) == 0)
    return NULL;
  return (uintptr_t)info.dli_fbase == (uintptr_t)map->l_addr ? address : NULL;
}

static void close_module(Module *module)
{
  dlclose(((CcModule *)module)->handle);
  free(module);
}

/* Returns the size in bytes of the sections with machine code, or 0 if this is
 * no native object. */
static size_t executable_bytes(const char *bytes, size_t length)
{
  ElfW(Ehdr) head;
  if (length < sizeof head) return 0;
  memcpy(&head, bytes, sizeof head);
  if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_shentsize != sizeof(ElfW(Shdr)) || head.e_shoff > length ||
      (length - head.e_shoff) / sizeof(ElfW(Shdr)) < head.e_shnum)
    return 0;
  size_t sum = 0;
  for (size_t i = 0; i < head.e_shnum; i++) {
    ElfW(Shdr) section;
    memcpy(&section, bytes + head.e_shoff + i * sizeof section, sizeof section);
    if (section.sh_flags & SHF_EXECINSTR) sum += section.sh_size;
  }
  return sum;
}

/* Loads the object at `path`, which has these `length` bytes. Returns NULL and
 * writes the reason to *why if the object cannot be loaded. */
static Module *load(Run *run, const char *path, const char *bytes,
                    size_t length, const char **why)
{
  CcModule *cc = calloc(1, sizeof *cc);
  if (!cc) {
    *why = "out of memory";
    return NULL;
  }
  cc->module.symbol = symbol_of;
  cc->module.close = close_module;
  cc->module.code_bytes = executable_bytes(bytes, length);
  cc->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!cc->handle) {
    const char *reason = dlerror();
    *why = run_printf(run, "%s", reason ? reason : "dlopen gave no reason");
    free(cc);
    return NULL;
  }
  return &cc->module;
}

/* ---- compiling --------------------------------------------------------- */

/* Writes a path of the descriptor that no path of this process had before: the
 * loader takes an object of the same path for the same object. "/." and "//"
 * mean nothing and spell a number. */
static void path_of_descriptor(int fd, char *path, size_t room)
{
  static atomic_uint last;
  const unsigned number = ++last;
  size_t length = (size_t)snprintf(path, room, "/proc/self/fd");
  for (int bit = 0; bit < 32; bit++)
    length += (size_t)snprintf(path + length, room - length, "%s",
                               number >> bit & 1 ? "/." : "//");
  snprintf(path + length, room - length, "/%d", fd);
}

/* Loads the bytes that were read and verified, not what has the name of the
 * entry by now. Returns NULL if the system has no files in memory. */
static Module *load_cached(Run *run, const char *entry)
{
  size_t length;
  const char *bytes = cache_read(run, entry, &length), *why;
  if (!bytes) return NULL;
  const int fd = memfd_create("bristle", MFD_CLOEXEC);
  if (fd < 0) return NULL;
  char path[200];
  path_of_descriptor(fd, path, sizeof path);
  Module *module = NULL;
  if (write(fd, bytes, length) == (ssize_t)length)
    module = load(run, path, bytes, length, &why);
  close(fd);
  if (module) module->was_cached = true;
  return module;
}

/* Loads the new object, and moves it into the cache if that is possible. An
 * object that cannot be loaded is not kept. */
static Module *load_fresh(Run *run, const Work *work, const char *entry,
                          const char **why)
{
  const Where nowhere = {NULL, 0};
  size_t length;
  const char *bytes = file_read(run, work->object, &length, nowhere);

  Module *module = load(run, work->object, bytes, length, why);
  if (module && entry && cache_seal(work->object, entry, bytes, length))
    rename(work->object, entry);
  return module;
}

static Module *compile(Run *run, const Unit *unit)
{
  const Compiler compiler = cc_find(run);
  const char *solvers = cache_solvers(run);
  const char *entry = solvers
                          ? run_printf(run, "%s/%s-%s.so", solvers, unit->name,
                                       key_of(run, &compiler, unit))
                          : NULL;
  Module *module = entry ? load_cached(run, entry) : NULL;
  if (module) return module;
  const Work work = work_begin(run, solvers, unit);
  const char *mark = run_printf(run, "%s.c:", unit->name), *why = NULL;
  for (Dialect d = compiler.dialect; !module; d++) {
    why = translate(run, &compiler, &work, unit, d);
    if (!why) module = load_fresh(run, &work, entry, &why);
    if (!module && (d == DIALECT_PLAIN || strstr(why, mark))) break;
  }
  cache_work_end(work.folder);
  if (!module) backend_report_refusal(run, unit, compiler.words[0], why);
  return module;
}

const Backend cc_backend = {
    "cc", "compiled by the system's compiler, or taken from the cache", true,
    false, compile};
