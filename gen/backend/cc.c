/* cc.c: the C compiler as a backend. In: C text. Out: a shared object, kept in
 * the cache, loaded into this process.
 *
 * Invariant: a cached object is used only if source, compiler, flags and
 * processor are those that it was made from and for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "api/bristle.h"
#include "base/base.h"
#include "backend/backend.h"

extern char **environ;

/* ---- flags ------------------------------------------------------------- */

/* From what gcc understands to what every compiler does. One that refuses a
 * flag without blaming the source is asked again with the next. */
typedef enum Dialect { DIALECT_GCC, DIALECT_CLANG, DIALECT_PLAIN } Dialect;

static bool has_wide_vectors(void)
{
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f");
#else
  return false;
#endif
}

/* - quick_gcc: vectorising -O2 less the passes that take a third of gcc's time
 *   and give 3 % of speed; peeling gives small patches a tenth.
 * - errno and traps: without these two flags sqrt and selects stay scalar.
 * - contraction: -std=c99 alone turns it off, and that costs half the speed.
 * - ipa-ra: gcc 12 forgets vzeroupper with it, and the caller's SSE code runs
 *   at less than half its speed ever after.
 * - 512: where gcc knows the processor it may prefer half the width.
 * - interposition, -Bsymbolic: a function of the same name elsewhere in the
 *   host must not take the place of the module's own. */
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

typedef struct Compiler {
  char **words; /* of $CC, NULL-terminated */
  size_t nwords;
  const char *program; /* the path of the first */
  Dialect dialect;
} Compiler;

/* Splits on blanks; the words get no other treatment. */
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

/* As the shell would find it, or NULL. */
static const char *program_path(Run *run, const char *word)
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

static Compiler compiler_find(Run *run)
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

const char *cc_flags(Run *run)
{
  return flags_of(run, compiler_find(run).dialect);
}

/* ---- the key ----------------------------------------------------------- */

/* What -march=native looks at. */
static void add_processor(Hash *hash)
{
#if defined(__x86_64__) || defined(__i386__)
  static const unsigned leaves[][2] = {
      {0, 0},          {1, 0},          {7, 0},          {7, 1},
      {0xd, 0},        {0xd, 1},        {0x19, 0},       {0x24, 0},
      {0x80000001, 0}, {0x80000002, 0}, {0x80000003, 0}, {0x80000004, 0},
      {0x80000008, 0}};
  for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
    unsigned r[4] = {0, 0, 0, 0};
    __get_cpuid_count(leaves[i][0], leaves[i][1], &r[0], &r[1], &r[2], &r[3]);
    /* Not what tells which core is asking, the size of a thread's state, or
     * sizes of addresses. */
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

/* Path, size and time of each program in $CC: "ccache gcc" names two. */
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
  /* Where compilers look for headers, libraries and their own parts. */
  static const char *const variables[] = {"CPATH", "C_INCLUDE_PATH",
                                          "LIBRARY_PATH", "COMPILER_PATH",
                                          "GCC_EXEC_PREFIX"};
  Hash hash = hash_new();
  hash_text(&hash, "bristle " BRISTLE_VERSION);
  for (int d = (int)compiler->dialect; d <= DIALECT_PLAIN; d++)
    hash_text(&hash, flags_of(run, (Dialect)d));
  add_compiler(run, &hash, compiler);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *value = getenv(variables[i]);
    hash_text(&hash, value ? value : "");
  }
  add_processor(&hash);
  hash_text(&hash, unit->name);
  hash_text(&hash, unit->text);
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

static char **arguments_of(Run *run, const Compiler *compiler, const Work *work,
                           Dialect dialect)
{
  size_t nflags, n = 0;
  char **flags = words_of(run, flags_of(run, dialect), &nflags);
  char **arguments =
      run_alloc(run, (compiler->nwords + nflags + 5) * sizeof *arguments);
  for (size_t i = 0; i < compiler->nwords; i++)
    arguments[n++] = compiler->words[i];
  for (size_t i = 0; i < nflags; i++) arguments[n++] = flags[i];
  arguments[n++] = run_printf(run, "-o");
  arguments[n++] = run_printf(run, "%s", work->object);
  arguments[n++] = run_printf(run, "%s", work->text);
  arguments[n++] = run_printf(run, "-lm");
  return arguments;
}

/* The host's, but messages in English and plain ASCII. */
static char **english_environment(Run *run)
{
  size_t count = 0, n = 0;
  while (environ && environ[count]) count++;
  char **variables = run_alloc(run, (count + 2) * sizeof *variables);
  for (size_t i = 0; i < count; i++)
    if (strncmp(environ[i], "LC_ALL=", 7) != 0) variables[n++] = environ[i];
  variables[n] = run_printf(run, "LC_ALL=C");
  return variables;
}

/* ---- the child --------------------------------------------------------- */

/* A host may block signals or ignore its children; a compiler that inherits
 * that cannot wait for its own. What may be stopped gets a group of its own:
 * compilers have children. */
static void set_attributes(posix_spawnattr_t *attributes, bool has_group)
{
  sigset_t signals;
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  posix_spawnattr_init(attributes);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(attributes, &signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(attributes, &signals);
  if (has_group) flags = (short)(flags | POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setflags(attributes, flags);
}

void stopper_stop(Stopper *stopper)
{
  pthread_mutex_lock(&stopper->lock);
  stopper->is_stopped = true;
  if (stopper->child > 0) kill(-stopper->child, SIGTERM);
  pthread_mutex_unlock(&stopper->lock);
}

/* Starts the child unless it is not wanted any more. */
static int begin(Stopper *stopper, pid_t *child, const char *program,
                 const posix_spawn_file_actions_t *files,
                 const posix_spawnattr_t *attributes, char **arguments,
                 char **variables)
{
  if (!stopper)
    return posix_spawn(child, program, files, attributes, arguments, variables);
  pthread_mutex_lock(&stopper->lock);
  const int failed = stopper->is_stopped
                         ? ECANCELED
                         : posix_spawn(child, program, files, attributes,
                                       arguments, variables);
  stopper->child = failed ? 0 : *child;
  pthread_mutex_unlock(&stopper->lock);
  return failed;
}

/* Where the host collects all children the status is lost; whether there is
 * an object then tells. */
static void await(Stopper *stopper, pid_t child, int *status)
{
  if (stopper) {
    /* Its number is its own until it is collected; nobody may signal it after
     * that. */
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR)
      continue;
    pthread_mutex_lock(&stopper->lock);
  }
  while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
  if (stopper) {
    stopper->child = 0;
    pthread_mutex_unlock(&stopper->lock);
  }
}

/* An errno, or 0 with the exit status. */
static int spawn(Run *run, const char *program, char **arguments,
                 const char *messages, int *status)
{
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  char **variables = english_environment(run);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, messages,
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  set_attributes(&attributes, run->stopper != NULL);
  pid_t child;
  const int failed = begin(run->stopper, &child, program, &files, &attributes,
                           arguments, variables);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  *status = 0;
  if (!failed) await(run->stopper, child, status);
  return failed;
}

/* The messages without the folder in the paths. */
static const char *plain_messages(Run *run, const Work *work)
{
  const Where nowhere = {NULL, 0};
  if (access(work->messages, R_OK) != 0) return "";
  const char *said = file_read(run, work->messages, NULL, nowhere);
  const char *folder = run_printf(run, "%s/", work->folder);
  Text text = text_new(run);
  for (const char *at; (at = strstr(said, folder)); said = at + strlen(folder))
    text_append(&text, said, (size_t)(at - said));
  text_append(&text, said, strlen(said));
  return text.chars;
}

/* NULL, or why there is no object. */
static const char *translate(Run *run, const Compiler *compiler,
                             const Work *work, Dialect dialect)
{
  int status;
  unlink(work->object);
  const int failed =
      spawn(run, compiler->program, arguments_of(run, compiler, work, dialect),
            work->messages, &status);
  if (failed)
    return run_printf(run, "cannot run %s: %s", compiler->program,
                      strerror(failed));
  if (status == 0 && access(work->object, R_OK) == 0) return NULL;
  const char *ending =
      WIFSIGNALED(status)
          ? run_printf(run, "ended by signal %d", WTERMSIG(status))
      : status == 0 ? "it wrote no object"
                    : run_printf(run, "exit status %d", WEXITSTATUS(status));
  const char *said = plain_messages(run, work);
  return *said ? said : ending;
}

/* ---- modules ----------------------------------------------------------- */

typedef struct CcModule {
  Module module;
  void *handle;
} CcModule;

/* dlsym looks into the libraries that the object needs, too. */
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

/* Bytes in sections of machine code; 0 if this is not a native object. */
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

/* NULL with *why when the object cannot be loaded. */
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
    const char *said = dlerror();
    *why = run_printf(run, "%s", said ? said : "it cannot be loaded");
    free(cc);
    return NULL;
  }
  return &cc->module;
}

/* ---- compiling --------------------------------------------------------- */

static Module *load_cached(Run *run, const char *entry)
{
  size_t length;
  const char *bytes = cache_read(run, entry, &length), *why;
  Module *module = bytes ? load(run, entry, bytes, length, &why) : NULL;
  if (module) module->was_cached = true;
  return module;
}

/* Loads what was compiled, from the cache if it can be put there. */
static Module *load_fresh(Run *run, const Work *work, const char *entry,
                          const char **why)
{
  const Where nowhere = {NULL, 0};
  size_t length;
  const char *bytes = file_read(run, work->object, &length, nowhere);
  /* Loaded before it is kept: what cannot be loaded is of no use to others. */
  Module *module = load(run, work->object, bytes, length, why);
  if (module && entry && cache_seal(work->object, entry, bytes, length))
    rename(work->object, entry);
  return module;
}

static Module *compile(Run *run, const Unit *unit)
{
  const Compiler compiler = compiler_find(run);
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
    why = translate(run, &compiler, &work, d);
    if (!why) module = load_fresh(run, &work, entry, &why);
    if (!module && (d == DIALECT_PLAIN || strstr(why, mark))) break;
  }
  cache_work_end(work.folder);
  if (!module) backend_refused(run, unit, compiler.words[0], why);
  return module;
}

const Backend cc_backend = {"cc", false, compile};
