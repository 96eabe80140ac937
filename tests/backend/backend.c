/* Tests of gen/backend: the numbers that compiled text computes, refused units
 * and their messages, memory of the process after a module is closed. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "support/compiling.h"

TestSuite(backend, .init = compiling_begin_alone, .fini = compiling_end);

/* ---- results ----------------------------------------------------------- */

Test(backend, tcc_and_cc_give_the_same_numbers)
{
  Module *tcc = compile(&tcc_backend, plenty);
  Module *cc = compile(&cc_backend, plenty);
  for (double x = 0.05; x < 1.8; x += 0.1) {
    const double u = (double)(unsigned long long)(1e19 * x);
    const double expected = sqrt(x) + exp(-x) * atan2(x, 2.0) + asinh(x) +
                            pow(x, 1.5) + floor(7.0 * x) + 0.75 + 0.25 +
                            2.0 * x + 4.0 + u * 1e-19 + (double)sinf((float)x);
    cr_expect_float_eq(call(tcc, "f", x), expected, 1e-13, "tcc at %g", x);
    /* The last bit of sinf may differ if the compiler vectorises it or
     * evaluates it itself. */
    cr_expect_float_eq(call(cc, "f", x), expected, 2e-7, "cc at %g", x);
  }
  module_close(tcc);
  module_close(cc);
}

Test(backend, backend_find_takes_a_name)
{
  cr_expect_eq(backend_find("tcc"), &tcc_backend);
  cr_expect_eq(backend_find("cc"), &cc_backend);
  cr_expect_null(backend_find("gcc"));
}

static void choose_unknown(void *run)
{
  backend_choose(run, "gcc");
}

Test(backend, an_unknown_name_is_told_all_names)
{
  Run *run = run_open();
  cr_expect_not(run_catch(run, choose_unknown, run));
  cr_expect_str_eq(run->error,
                   "there is no backend \"gcc\"; there are tcc, kernel, cc, "
                   "auto");
  run_close(run);
}

/* bristle.h describes each, in the order of the table. */
Test(backend, every_one_stands_in_the_public_header)
{
  Run *run = run_open();
  const Where nowhere = {NULL, 0};
  size_t length;
  const char *at = file_read(run, "gen/api/bristle.h", &length, nowhere);
  at = strstr(at, "ORDER BACKENDS");
  cr_assert_not_null(at);
  for (size_t i = 0; all_backends[i]; i++) {
    char quoted[40];
    snprintf(quoted, sizeof quoted, " *   \"%s\" ", all_backends[i]->name);
    at = strstr(at, quoted);
    cr_assert_not_null(at, "%s", quoted);
  }
  run_close(run);
}

Test(backend, only_symbols_of_the_module_are_found)
{
  for (int i = 0; i < 2; i++) {
    Module *module = compile(both_backends[i], plenty);
    cr_expect_not_null(module_symbol(module, "f"));
    cr_expect_null(module_symbol(module, "sqrt"), "%s", both_backends[i]->name);
    cr_expect_null(module_symbol(module, "twice"));
    cr_expect_null(module_symbol(module, "g"));
    module_close(module);
  }
}

Test(backend, a_function_of_the_host_does_not_replace_the_modules)
{
  static const char text[] =
      "int rand(void) { return 42; }\n"
      "double f(double x) { return x*rand(); }\n";
  for (int i = 0; i < 2; i++) {
    Module *module = compile(both_backends[i], text);
    cr_expect_eq(call(module, "f", 1.0), 42.0, "%s", both_backends[i]->name);
    module_close(module);
  }
}

Test(backend, code_bytes_do_not_count_tables)
{
  static char text[200000] = "static const double table[] = {\n";
  size_t length = strlen(text);
  for (int i = 0; i < 10000; i++)
    length +=
        (size_t)snprintf(text + length, sizeof text - length, "%d.5,\n", i);
  snprintf(text + length, sizeof text - length,
           "};\ndouble f(double x) { return table[(int)x]; }\n");
  for (int i = 0; i < 2; i++) {
    Module *module = compile(both_backends[i], text);
    cr_expect_eq(call(module, "f", 9999.0), 9999.5);
    cr_expect_gt(module_code_bytes(module), 8u, "%s", both_backends[i]->name);
    cr_expect_lt(module_code_bytes(module), 1000u, "%s: %zu",
                 both_backends[i]->name, module_code_bytes(module));
    module_close(module);
  }
}

/* Sets a locale with a decimal comma. The test compiles that locale, since not
 * every machine has one. */
static void set_german(void)
{
  shell("mkdir -p " TEST_OUT
        "/locale && "
        "{ [ -d " TEST_OUT
        "/locale/de_DE.UTF-8 ] || "
        "localedef -i de_DE -f UTF-8 " TEST_OUT
        "/locale/de_DE.UTF-8; } >/dev/null 2>&1");
  setenv("LOCPATH", TEST_OUT "/locale", 1);
  cr_assert_not_null(setlocale(LC_ALL, "de_DE.UTF-8"));
}

Test(backend, a_decimal_comma_of_the_host_changes_nothing)
{
  char text[16];
  set_german();
  snprintf(text, sizeof text, "%.1f", 0.5);
  cr_assert_str_eq(text, "0,5", "the locale has no effect");
  for (int i = 0; i < 2; i++) {
    Module *module = compile(
        both_backends[i], "double f(double x) { return 0.75*x + 1.5e-3; }\n");
    cr_expect_eq(call(module, "f", 1.0), 0.75 + 1.5e-3, "%s",
                 both_backends[i]->name);
    module_close(module);
  }
  snprintf(text, sizeof text, "%.1f", 0.5);
  cr_expect_str_eq(text, "0,5", "the host's locale was changed");
}

/* ---- refusals ---------------------------------------------------------- */

Test(backend, a_refusal_shows_the_message_and_the_line)
{
  for (int i = 0; i < 2; i++) {
    const Compiled out = try_compile(
        both_backends[i],
        "int g(void);\n\ndouble f(double x)\n{\n  return x + );\n}\n");
    cr_assert_null(out.module);
    expect_in(out.error, "refused the emitted pad.c:\n");
    expect_in(out.error, "pad.c:5");
    expect_in(out.error, "error");
    expect_in(out.error, "5 |   return x + );");
    cr_expect_null(strstr(out.error, folder), "%s", out.error);
    cr_expect_null(strstr(out.error, "<string>"));
  }
}

Test(backend, an_undeclared_function_is_refused)
{
  for (int i = 0; i < 2; i++) {
    const Compiled out = try_compile(
        both_backends[i], "double f(double x)\n{\n  return sqrt(x);\n}\n");
    cr_assert_null(out.module, "%s accepted it", both_backends[i]->name);
    expect_in(out.error, "sqrt");
    expect_in(out.error, "pad.c:3");
  }
}

Test(backend, an_undefined_function_is_refused)
{
  for (int i = 0; i < 2; i++) {
    const Compiled out = try_compile(
        both_backends[i],
        "double nowhere(double);\ndouble f(double x) { return nowhere(x); }\n");
    cr_assert_null(out.module, "%s accepted it", both_backends[i]->name);
    expect_in(out.error, "undefined symbol");
    expect_in(out.error, "nowhere");
  }
}

Test(backend, a_refusal_leaves_no_file_and_the_next_unit_compiles)
{
  try_compile(&cc_backend, "double f(double x) { return x + ); }\n");
  cr_expect_eq(names_in(solvers()), 0);
  cr_expect_eq(value_of(thrice, NULL), 3.0);
  Module *module = compile(&tcc_backend, thrice);
  cr_expect_eq(call(module, "f", 1.0), 3.0);
  module_close(module);
}

Test(backend, a_missing_compiler_is_named)
{
  setenv("CC", "no-such-compiler -m64", 1);
  const Compiled out = try_compile(&cc_backend, thrice);
  cr_assert_null(out.module);
  expect_in(out.error, "no C compiler no-such-compiler, which CC names");
}

Test(backend, a_failing_compiler_is_reported_with_its_reason)
{
  write_script("broken", "echo out of licences >&2; exit 3");
  Compiled out = try_compile(&cc_backend, thrice);
  cr_assert_null(out.module);
  expect_in(out.error, "broken refused the emitted pad.c:\nout of licences");
  write_script("silent", "exit 3");
  out = try_compile(&cc_backend, thrice);
  expect_in(out.error, "the compiler's exit status is 3");
  write_script("lazy", "exit 0");
  out = try_compile(&cc_backend, thrice);
  expect_in(out.error, "the compiler wrote no object file");
  write_script("killed", "kill -9 $$");
  out = try_compile(&cc_backend, thrice);
  expect_in(out.error, "signal 9 ended the compiler");
  cr_expect_eq(names_in(solvers()), 0);
}

/* ---- compilers --------------------------------------------------------- */

Test(backend, the_compiler_may_have_arguments)
{
  setenv("CC", " env  cc -DFACTOR=6.0 ", 1);
  cr_expect_eq(value_of("double f(double x) { return FACTOR*x; }\n", NULL),
               6.0);
}

Test(backend, options_of_the_user_override_the_flags)
{
  static const char text[] =
      "#ifdef __OPTIMIZE__\n"
      "double f(double x) { return x; }\n"
      "#else\n"
      "double f(double x) { return 2*x; }\n"
      "#endif\n";
  cr_expect_eq(value_of(text, NULL), 1.0);
  setenv("CC", "env cc -O0", 1);
  cr_expect_eq(value_of(text, NULL), 2.0);
}

Test(backend, a_compiler_that_rejects_flags_gets_fewer_flags)
{
  write_script("plain",
               "for flag; do case $flag in -march=*|-fno-*|-std=*)\n"
               "  echo \"unknown argument: $flag\" >&2; exit 1;; esac; done\n"
               "exec cc \"$@\"");
  cr_expect_eq(value_of(thrice, NULL), 3.0);
  bool was_cached;
  value_of(thrice, &was_cached);
  cr_expect(was_cached);
}

Test(backend, clang_accepts_the_first_set_of_flags)
{
  if (system("command -v clang >/dev/null") != 0)
    cr_skip("clang is not installed");
  write_script("counting-clang", "echo x >>$0.log; exec clang \"$@\"");
  cr_expect_eq(value_of(thrice, NULL), 3.0);
  shell("[ $(wc -l <%s/counting-clang.log) = 1 ]", folder);
}

Test(backend, a_host_that_ignores_sigchld_can_compile)
{
  signal(SIGCHLD, SIG_IGN);
  const double value = value_of(thrice, NULL);
  const Compiled out = try_compile(&cc_backend, "double f(\n");
  signal(SIGCHLD, SIG_DFL);
  cr_expect_eq(value, 3.0);
  expect_in(out.error, "pad.c:1");
}

Test(backend, a_compiler_does_not_inherit_ignored_signals)
{
  signal(SIGCHLD, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  setenv("CC", "sed -n /^SigIgn/p /proc/self/status --", 1);
  const Compiled out = try_compile(&cc_backend, thrice);
  signal(SIGCHLD, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  const char *ignored = strstr(out.error, "SigIgn:");
  cr_assert_not_null(ignored, "%s", out.error);
  const unsigned long mask = strtoul(ignored + 7, NULL, 16);
  cr_expect_eq(mask >> (SIGCHLD - 1) & 1, 0u);
  cr_expect_eq(mask >> (SIGPIPE - 1) & 1, 0u);
}

/* ---- threads ----------------------------------------------------------- */

static void *compile_many(void *context)
{
  const int first = *(const int *)context;
  for (int i = 0; i < 50; i++) {
    char text[100];
    snprintf(text, sizeof text, "double f(double x) { return x*%d.5; }\n",
             first + i);
    const Compiled out = try_compile(&tcc_backend, text);
    if (!out.module) return context;
    const double value = call(out.module, "f", 1.0);
    module_close(out.module);
    if (value != first + i + 0.5) return context;
  }
  return NULL;
}

static void expect_threads(void *(*body)(void *context))
{
  enum { THREADS = 8 };
  pthread_t threads[THREADS];
  int first[THREADS];
  for (int i = 0; i < THREADS; i++) {
    first[i] = 1000 * i;
    cr_assert_eq(pthread_create(&threads[i], NULL, body, &first[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    cr_expect_null(result);
  }
}

Test(backend, threads_compile_different_units_with_tcc)
{
  expect_threads(compile_many);
}

/* ---- memory of the process --------------------------------------------- */

/* Returns the number of executable mappings of this process. *unsafe is the
 * number of mappings that are also writable, `permissions` those of the mapping
 * that holds `address`. */
static int code_mappings(const void *address, char permissions[5], int *unsafe)
{
  char line[600], here[5];
  int count = 0;
  FILE *file = fopen("/proc/self/maps", "r");
  cr_assert_not_null(file);
  *unsafe = 0;
  while (fgets(line, sizeof line, file)) {
    unsigned long start, end;
    if (sscanf(line, "%lx-%lx %4s", &start, &end, here) != 3) continue;
    count += here[2] == 'x';
    *unsafe += here[1] == 'w' && here[2] == 'x';
    if ((uintptr_t)address >= start && (uintptr_t)address < end)
      memcpy(permissions, here, 5);
  }
  fclose(file);
  return count;
}

Test(backend, code_is_never_writable)
{
  for (int i = 0; i < 2; i++) {
    char permissions[5] = "";
    int unsafe;
    Module *module = compile(both_backends[i], plenty);
    code_mappings(module_symbol(module, "f"), permissions, &unsafe);
    cr_expect_str_eq(permissions, "r-xp", "%s", both_backends[i]->name);
    cr_expect_eq(unsafe, 0, "%s", both_backends[i]->name);
    module_close(module);
  }
}

static long resident_pages(void)
{
  long size, resident;
  FILE *file = fopen("/proc/self/statm", "r");
  cr_assert_not_null(file);
  cr_assert_eq(fscanf(file, "%ld %ld", &size, &resident), 2);
  fclose(file);
  return resident;
}

Test(backend, module_close_unmaps_the_code)
{
  for (int i = 0; i < 2; i++) {
    char permissions[5] = "";
    int unsafe;
    Module *module = compile(both_backends[i], plenty);
    const void *address = module_symbol(module, "f");
    module_close(module);
    code_mappings(address, permissions, &unsafe);
    cr_expect_str_eq(permissions, "", "%s", both_backends[i]->name);
  }
}

/* The address sanitizer delays the release of memory. */
#if defined(__SANITIZE_ADDRESS__)
enum { MOST_PAGES = 1 << 16 };
#else
enum { MOST_PAGES = 250 };
#endif

Test(backend, closed_modules_leave_no_memory_behind)
{
  for (int i = 0; i < 2; i++) {
    char permissions[5];
    int unsafe, before = 0;
    long pages = 0;
    for (int k = 0; k < 220; k++) {
      module_close(compile(both_backends[i], plenty));
      if (k != 19) continue;
      before = code_mappings(NULL, permissions, &unsafe);
      pages = resident_pages();
    }
    cr_expect_leq(code_mappings(NULL, permissions, &unsafe), before, "%s",
                  both_backends[i]->name);
    cr_expect_lt(resident_pages() - pages, MOST_PAGES, "%s",
                 both_backends[i]->name);
  }
}
