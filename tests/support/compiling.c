/* compiling.c: see compiling.h. In: C text. Out: modules, errors as values. */
#define _GNU_SOURCE
#include "base/base.h"
#include "backend/backend.h"
#include "support/compiling.h"
#include "support/soak.h"
#include "support/place.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const Backend *const both_backends[2] = {&tcc_backend, &cc_backend};

const char thrice[] = "double f(double x) { return 3.0*x; }\n";
const char fourfold[] = "double f(double x) { return 4.0*x; }\n";

/* All operations for which tcc calls a helper, and more. */
const char plenty[] =
    "#ifdef __TINYC__\n"
    "double sqrt(double), exp(double), atan2(double, double);\n"
    "double asinh(double), pow(double, double), floor(double);\n"
    "float sinf(float);\n"
    "#else\n"
    "#include <math.h>\n"
    "#endif\n"
    "typedef struct { double at[40]; } many;\n"
    "static const double table[4] = { 0.75, 1e-3, 2.5e2, -1.0 };\n"
    "static many twice(many m)\n"
    "{\n"
    "  int i;\n"
    "  for (i = 0; i < 40; i++) m.at[i] = 2.0*m.at[i];\n"
    "  return m;\n"
    "}\n"
    "double f(double x)\n"
    "{\n"
    "  many m = { { 1.0, 2.0 } }, n;\n"
    "  unsigned long long u = (unsigned long long)(1e19*x);\n"
    "  float s = sinf((float)x);\n"
    "  m.at[39] = x;\n"
    "  n = twice(m);\n"
    "  return sqrt(x) + exp(-x)*atan2(x, 2.0) + asinh(x) + pow(x, 1.5)\n"
    "         + floor(7.0*x) + table[0] + table[1]*table[2] + n.at[39]\n"
    "         + n.at[1] + (double)u*1e-19 + (double)s;\n"
    "}\n";

char folder[64];

void compiling_begin_alone(void)
{
  char path[128];
  make_test_folder("backend", folder, sizeof folder);
  snprintf(path, sizeof path, "%s/cache", folder);
  setenv("BRISTLE_CACHE", path, 1);
  unsetenv("CC");
}

void compiling_begin_optimised(void)
{
  const char *shared = getenv("BRISTLE_TEST_CACHE");
  compiling_begin_alone();
  if (shared && *shared) setenv("BRISTLE_CACHE", shared, 1);
}

void compiling_begin(void)
{
  compiling_begin_optimised();
  compile_quickly();
}

void compile_quickly(void)
{
  if (!in_soak()) setenv("CC", "cc -O0", 1);
}

void shell(const char *format, ...)
{
  char command[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(command, sizeof command, format, args);
  va_end(args);
  cr_assert_eq(system(command), 0, "%s", command);
}

void compiling_end(void)
{
  shell("chmod -R u+w %s && rm -rf %s", folder, folder);
}

static void compile_caught(Run *run, const Backend *backend, const char *text,
                           Compiled *out)
{
  if (setjmp(run->stop)) {
    snprintf(out->error, sizeof out->error, "%s", run->error);
    return;
  }
  const Unit unit = {"pad", text};
  out->module = backend->compile(run, &unit);
}

Compiled try_compile(const Backend *backend, const char *text)
{
  Compiled out = {NULL, ""};
  Run *run = run_open();
  compile_caught(run, backend, text, &out);
  run_close(run);
  return out;
}

Module *compile(const Backend *backend, const char *text)
{
  const Compiled out = try_compile(backend, text);
  cr_assert_not_null(out.module, "%s: %s", backend->name, out.error);
  return out.module;
}

typedef double RealFunction(double);

double call(const Module *module, const char *name, double x)
{
  RealFunction *function;
  void *const address = module_symbol(module, name);
  cr_assert_not_null(address, "no symbol %s", name);
  memcpy(&function, &address, sizeof function);
  return function(x);
}

double value_of(const char *text, bool *was_cached)
{
  Module *module = compile(&cc_backend, text);
  const double value = call(module, "f", 1.0);
  if (was_cached) *was_cached = module_was_cached(module);
  module_close(module);
  return value;
}

int names_in(const char *path)
{
  int count = 0;
  DIR *dir = opendir(path);
  cr_assert_not_null(dir, "%s", path);
  while (readdir(dir)) count++;
  closedir(dir);
  return count - 2;
}

const char *solvers(void)
{
  static char path[128];
  snprintf(path, sizeof path, "%s/cache/solvers", folder);
  return path;
}

void write_script(const char *name, const char *text)
{
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file);
  fprintf(file, "#!/bin/sh\n%s\n", text);
  fclose(file);
  cr_assert_eq(chmod(path, 0755), 0);
  setenv("CC", path, 1);
}

void expect_in(const char *error, const char *part)
{
  cr_expect_not_null(strstr(error, part), "no \"%s\" in:\n%s", part, error);
}
