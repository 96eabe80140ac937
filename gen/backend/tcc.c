/* tcc.c: the only user of libtcc. In: C text. Out: a module in a mapping of
 * its own, made within a millisecond.
 *
 * Invariant: the mapping is read-execute before any address of it is known,
 * and libtcc is used by one thread at a time. */
#define _GNU_SOURCE
#include <libtcc.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kernel.h"

/* ---- what compiled code may call --------------------------------------------
 * libtcc1.a, where these helpers are, is not needed at run time, and libm is
 * found even in a host that keeps its own copy to itself. */

static double double_of_u64(unsigned long long value)
{
  return (double)value;
}

static float float_of_u64(unsigned long long value)
{
  return (float)value;
}

static unsigned long long u64_of_double(double value)
{
  return (unsigned long long)value;
}

static unsigned long long u64_of_float(float value)
{
  return (unsigned long long)value;
}

typedef void AnyFunction(void);

typedef struct Callee {
  const char *name;
  AnyFunction *function;
} Callee;

/* Of <math.h>, each with its float twin. */
#define MATH(name)                    \
  {#name, (AnyFunction *)name},       \
  {                                   \
#name "f", (AnyFunction *)name##f \
  }

static const Callee callees[] = {
    {"memcpy", (AnyFunction *)memcpy},
    {"memmove", (AnyFunction *)memmove},
    {"memset", (AnyFunction *)memset},
    {"memcmp", (AnyFunction *)memcmp},
    {"__floatundidf", (AnyFunction *)double_of_u64},
    {"__floatundisf", (AnyFunction *)float_of_u64},
    {"__fixunsdfdi", (AnyFunction *)u64_of_double},
    {"__fixunssfdi", (AnyFunction *)u64_of_float},
    MATH(acos),
    MATH(acosh),
    MATH(asin),
    MATH(asinh),
    MATH(atan),
    MATH(atan2),
    MATH(atanh),
    MATH(cbrt),
    MATH(ceil),
    MATH(copysign),
    MATH(cos),
    MATH(cosh),
    MATH(erf),
    MATH(erfc),
    MATH(exp),
    MATH(exp2),
    MATH(expm1),
    MATH(fabs),
    MATH(floor),
    MATH(fma),
    MATH(fmax),
    MATH(fmin),
    MATH(fmod),
    MATH(frexp),
    MATH(hypot),
    MATH(ldexp),
    MATH(lgamma),
    MATH(log),
    MATH(log10),
    MATH(log1p),
    MATH(log2),
    MATH(nearbyint),
    MATH(pow),
    MATH(rint),
    MATH(round),
    MATH(sin),
    MATH(sinh),
    MATH(sqrt),
    MATH(tan),
    MATH(tanh),
    MATH(tgamma),
    MATH(trunc),
};

/* ---- modules ----------------------------------------------------------- */

typedef struct Symbol {
  char *name;
  const void *address;
} Symbol;

typedef struct TccModule {
  Module module;
  char *mapping;
  size_t bytes;
  Symbol *symbols;
  size_t nsymbols, room;
  bool is_short; /* of memory for symbols */
} TccModule;

static void *symbol_of(const Module *module, const char *name)
{
  const TccModule *tcc = (const TccModule *)module;
  for (size_t i = 0; i < tcc->nsymbols; i++)
    if (strcmp(tcc->symbols[i].name, name) == 0)
      return (void *)(uintptr_t)tcc->symbols[i].address;
  return NULL;
}

static void close_module(Module *module)
{
  TccModule *tcc = (TccModule *)module;
  if (tcc->mapping) munmap(tcc->mapping, tcc->bytes);
  for (size_t i = 0; i < tcc->nsymbols; i++) free(tcc->symbols[i].name);
  free(tcc->symbols);
  free(tcc);
}

/* Keeps a symbol that lies in the mapping; libtcc lists its callees too. */
static void keep_symbol(void *context, const char *name, const void *address)
{
  TccModule *tcc = context;
  const uintptr_t start = (uintptr_t)tcc->mapping, at = (uintptr_t)address;
  if (at < start || at >= start + tcc->bytes) return;
  /* Code comes first in the mapping, tables after it. */
  if (strcmp(name, "_etext") == 0) tcc->module.code_bytes = at - start;
  if (tcc->nsymbols == tcc->room) {
    const size_t room = tcc->room ? 2 * tcc->room : 32;
    Symbol *grown = realloc(tcc->symbols, room * sizeof *grown);
    tcc->is_short = tcc->is_short || !grown;
    if (!grown) return;
    tcc->symbols = grown;
    tcc->room = room;
  }
  char *copy = strdup(name);
  tcc->is_short = tcc->is_short || !copy;
  if (copy) tcc->symbols[tcc->nsymbols++] = (Symbol){copy, address};
}

/* ---- compiling --------------------------------------------------------- */

/* What libtcc said; an array, since memory of the run must not be asked for
 * while the lock is held: that may end the run. */
typedef struct Words {
  char text[4000];
  size_t length;
} Words;

static void say(void *context, const char *message)
{
  Words *words = context;
  const size_t room = sizeof words->text - 2 - words->length;
  size_t length = strlen(message);
  if (length > room) length = room;
  memcpy(words->text + words->length, message, length);
  words->length += length;
  if (length < room) words->text[words->length++] = '\n';
  words->text[words->length] = 0;
}

/* Moves the compiled code where it stays. */
static bool settle(TCCState *state, TccModule *tcc, Words *words)
{
  const int bytes = tcc_relocate(state, NULL);
  if (bytes <= 0) return false;
  void *mapping = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) {
    say(words, "no memory for the code");
    return false;
  }
  tcc->mapping = mapping;
  tcc->bytes = (size_t)bytes;
  if (tcc_relocate(state, mapping) != 0) return false;
  if (mprotect(mapping, tcc->bytes, PROT_READ | PROT_EXEC) != 0) {
    say(words, "this system does not let memory become executable");
    return false;
  }
  tcc_list_symbols(state, tcc, keep_symbol);
  if (tcc->is_short) say(words, "out of memory");
  return !tcc->is_short;
}

static bool translate(const char *text, TccModule *tcc, Words *words)
{
  TCCState *state = tcc_new();
  if (!state) {
    say(words, "out of memory");
    return false;
  }
  tcc_set_error_func(state, words, say);
  /* Undeclared functions would be taken to return int. */
  tcc_set_options(state, "-nostdlib -Wimplicit-function-declaration -Werror");
  tcc_set_output_type(state, TCC_OUTPUT_MEMORY);
  for (size_t i = 0; i < sizeof callees / sizeof *callees; i++)
    tcc_add_symbol(state, callees[i].name,
                   (const void *)(uintptr_t)callees[i].function);
  br_kernel kernels[BR_KERNELS];
  br_kernels(kernels);
  for (int i = 0; i < BR_KERNELS; i++)
    tcc_add_symbol(state, kernels[i].name,
                   (const void *)(uintptr_t)kernels[i].function);
  const bool is_done =
      tcc_compile_string(state, text) == 0 && settle(state, tcc, words);
  tcc_delete(state);
  return is_done;
}

/* "<string>:3: error" becomes "pad.c:3: error". */
static const char *named(Run *run, const char *words, const char *name)
{
  static const char anonymous[] = "<string>:";
  Text text = text_new(run);
  for (const char *at; (at = strstr(words, anonymous));
       words = at + sizeof anonymous - 1) {
    text_append(&text, words, (size_t)(at - words));
    text_add(&text, "%s.c:", name);
  }
  text_append(&text, words, strlen(words));
  return text.chars;
}

static Module *compile(Run *run, const Unit *unit)
{
  /* libtcc works on variables of the process; the lock that it has of its own
   * is made at first use, without a lock. */
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  const Where nowhere = {NULL, 0};
  Words words = {.length = 0};
  TccModule *tcc = calloc(1, sizeof *tcc);
  if (!tcc) run_fail(run, nowhere, "out of memory");
  tcc->module.symbol = symbol_of;
  tcc->module.close = close_module;
  /* libtcc reads numbers with strtod, which obeys the thread's locale. */
  LocaleGuard *guard = locale_enter();
  pthread_mutex_lock(&one_at_a_time);
  const bool is_done = translate(unit->text, tcc, &words);
  pthread_mutex_unlock(&one_at_a_time);
  locale_leave(guard);
  if (is_done) return &tcc->module;
  close_module(&tcc->module);
  backend_refused(run, unit, "tcc", named(run, words.text, unit->name));
}

/* The generated text alone, and with the runtime's kernels in the place of its
 * loops, which tcc does not vectorise. */
const Backend tcc_backend = {"tcc", false, compile};
const Backend kernel_backend = {"kernel", true, compile};
