/* tcc.c: libtcc as a backend. In: C text. Out: a module in a memory mapping of
 * its own, within about a millisecond.
 *
 * Invariant: the mapping is never writable and executable at once, and one
 * thread at a time uses libtcc. */
#define _GNU_SOURCE
#include <libtcc.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/base.h"
#include "backend/backend.h"
#include "backend/inside.h"
#include "kernel.h"

/* ---- functions that compiled code may call ----------------------------------
 * The list makes libtcc1.a unnecessary at run time, and it gives the code a
 * libm even if the host hides its own. */

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

/* A function of <math.h> for double and for float. */
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
  bool lacks_memory; /* for a symbol */
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

/* Adds a symbol to the module if it lies in the mapping. libtcc also lists the
 * functions that the code may call. */
static void keep_symbol(void *context, const char *name, const void *address)
{
  TccModule *tcc = context;
  const uintptr_t start = (uintptr_t)tcc->mapping, at = (uintptr_t)address;
  if (at < start || at >= start + tcc->bytes) return;
  /* The machine code lies at the start of the mapping, the tables behind it. */
  if (strcmp(name, "_etext") == 0) tcc->module.code_bytes = at - start;
  if (tcc->nsymbols == tcc->room) {
    const size_t room = tcc->room ? 2 * tcc->room : 32;
    Symbol *grown = realloc(tcc->symbols, room * sizeof *grown);
    tcc->lacks_memory = tcc->lacks_memory || !grown;
    if (!grown) return;
    tcc->symbols = grown;
    tcc->room = room;
  }
  char *copy = strdup(name);
  tcc->lacks_memory = tcc->lacks_memory || !copy;
  if (copy) tcc->symbols[tcc->nsymbols++] = (Symbol){copy, address};
}

/* ---- compiling --------------------------------------------------------- */

/* The messages of libtcc. The text is an array, since run_alloc may end the
 * run, and the lock is held here. */
typedef struct Messages {
  char text[4000];
  size_t length;
} Messages;

static void add_message(void *context, const char *message)
{
  Messages *messages = context;
  const size_t room = sizeof messages->text - 2 - messages->length;
  size_t length = strlen(message);
  if (length > room) length = room;
  memcpy(messages->text + messages->length, message, length);
  messages->length += length;
  if (length < room) messages->text[messages->length++] = '\n';
  messages->text[messages->length] = 0;
}

/* Moves the compiled code into an executable mapping and lists its symbols. */
static bool map_code(TCCState *state, TccModule *tcc, Messages *messages)
{
  const int bytes = tcc_relocate(state, NULL);
  if (bytes <= 0) return false;
  void *mapping = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) {
    add_message(messages, "out of memory for the machine code");
    return false;
  }
  tcc->mapping = mapping;
  tcc->bytes = (size_t)bytes;
  if (tcc_relocate(state, mapping) != 0) return false;
  if (mprotect(mapping, tcc->bytes, PROT_READ | PROT_EXEC) != 0) {
    add_message(messages, "this system does not let memory become executable");
    return false;
  }
  tcc_list_symbols(state, tcc, keep_symbol);
  if (tcc->lacks_memory) add_message(messages, "out of memory");
  return !tcc->lacks_memory;
}

static bool translate(const char *text, TccModule *tcc, Messages *messages)
{
  TCCState *state = tcc_new();
  if (!state) {
    add_message(messages, "out of memory");
    return false;
  }
  tcc_set_error_func(state, messages, add_message);
  /* Without -Werror tcc assumes that an undeclared function returns int. */
  tcc_set_options(state, "-nostdlib -Wimplicit-function-declaration -Werror");
  tcc_set_output_type(state, TCC_OUTPUT_MEMORY);
  for (size_t i = 0; i < COUNT(callees); i++)
    tcc_add_symbol(state, callees[i].name,
                   (const void *)(uintptr_t)callees[i].function);
  br_kernel kernels[BR_KERNELS];
  br_kernels(kernels);
  for (int i = 0; i < BR_KERNELS; i++)
    tcc_add_symbol(state, kernels[i].name,
                   (const void *)(uintptr_t)kernels[i].function);
  const bool is_done =
      tcc_compile_string(state, text) == 0 && map_code(state, tcc, messages);
  tcc_delete(state);
  return is_done;
}

/* Returns the messages with "pad.c:3: error" for "<string>:3: error". */
static const char *with_name(Run *run, const char *messages, const char *name)
{
  static const char anonymous[] = "<string>:";
  Text text = text_new(run);
  for (const char *at; (at = strstr(messages, anonymous));
       messages = at + sizeof anonymous - 1) {
    text_append(&text, messages, (size_t)(at - messages));
    text_add(&text, "%s.c:", name);
  }
  text_append(&text, messages, strlen(messages));
  return text.chars;
}

static Module *compile(Run *run, const Unit *unit)
{
  /* libtcc has writable static data. Its own lock does not suffice: the first
   * use initialises that lock without protection. */
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  const Where nowhere = {NULL, 0};
  Messages messages = {.length = 0};
  TccModule *tcc = calloc(1, sizeof *tcc);
  if (!tcc) run_fail(run, nowhere, "out of memory");
  tcc->module.symbol = symbol_of;
  tcc->module.close = close_module;
  /* libtcc reads numbers with strtod, which depends on the thread's locale. */
  LocaleGuard *guard = locale_enter();
  pthread_mutex_lock(&one_at_a_time);
  const bool is_done = translate(unit->text, tcc, &messages);
  pthread_mutex_unlock(&one_at_a_time);
  locale_leave(guard);
  if (is_done) return &tcc->module;
  close_module(&tcc->module);
  backend_report_refusal(run, unit, "tcc",
                         with_name(run, messages.text, unit->name));
}

/* "kernel" replaces loops of the unit by the vector functions of
 * runtime/kernel.h, since tcc does not vectorise. */
const Backend tcc_backend = {
    "tcc", "compiled at once by the compiler that is built in", false, false,
    compile};
const Backend kernel_backend = {
    "kernel", "the same with the runtime's vector code for loops", false, true,
    compile};
