/* emitting.c: see emitting.h. In: texts of specs. Out: the product of each
 * stage, errors as values. */
#define _GNU_SOURCE
#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "support/emitting.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "support/compiling.h"
#include "support/soak.h"

static void emit_all(void *context)
{
  Emission *e = context;
  Pipeline *pipeline = e->loaded.pipeline;
  e->texts = pipeline_texts(pipeline, TEXT_ALL);
  e->plan = pipeline->plan;
  e->equations = pipeline->equations;
  e->source = emit_source(pipeline->run, e->texts);
  e->unit = pipeline_unit(pipeline, &cc_backend);
}

static Emission emit_loaded(Loaded loaded)
{
  Emission e = {.loaded = loaded};
  if (!loaded.error) run_catch(loaded.run, emit_all, &e);
  e.error = loaded.run->error;
  return e;
}

Emission emit_pad(const char *keys)
{
  return emit_loaded(load_contact(keys, NULL));
}

Emission emit_whole(const char *spec)
{
  return emit_loaded(load_text(spec, NULL));
}

Emission emit_file(const char *path)
{
  return emit_overridden(path, NULL);
}

Emission emit_overridden(const char *path, const char *const *overrides)
{
  return emit_loaded(load_file(path, overrides));
}

Emission emit_sound_pad(const char *keys)
{
  const Emission e = emit_pad(keys);
  cr_assert_null(e.error, "%s\n%s", e.error, keys);
  return e;
}

void emission_close(Emission *emission)
{
  unload(&emission->loaded);
}

typedef struct Opening {
  const Emission *emission;
  const Backend *backend;
  Solver *solver;
} Opening;

static void open_caught(void *context)
{
  Opening *o = context;
  const Unit unit = pipeline_unit(o->emission->loaded.pipeline, o->backend);
  o->solver = solver_open(o->emission->loaded.run, o->backend, &unit);
}

Solver *open_solver(const Emission *emission, const Backend *backend)
{
  Opening o = {emission, backend, NULL};
  const bool is_open = run_catch(emission->loaded.run, open_caught, &o);
  cr_assert(is_open, "%s", emission->loaded.run->error);
  return o.solver;
}

const char *save(const char *name, const char *text)
{
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file, "%s", path);
  fputs(text, file);
  fclose(file);
  return path;
}

char printed[1 << 16];

int run_shell(const char *format, ...)
{
  char command[4000], path[128], whole[4200];
  va_list args;
  va_start(args, format);
  vsnprintf(command, sizeof command, format, args);
  va_end(args);
  snprintf(path, sizeof path, "%s/.printed", folder);
  snprintf(whole, sizeof whole, "{ %s\n} >%s 2>&1", command, path);
  const int status = system(whole);
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file);
  printed[fread(printed, 1, sizeof printed - 1, file)] = 0;
  fclose(file);
  remove(path);
  cr_assert(WIFEXITED(status), "crashed: %s\n%s", command, printed);
  return WEXITSTATUS(status);
}

bool has_program(const char *name)
{
  return run_shell("command -v %s", name) == 0;
}

void expect_accepted(const char *file, int at, const char *what)
{
  enum { IN_TURN = 3 };
  static const char *const compilers[] = {
      "gcc " STRICT " -O1 -c", "clang " STRICT " -fsyntax-only",
      "g++ -Wall -Wextra -Werror -fsyntax-only -x c++", "tcc -Wall -Werror -c"};
  for (int i = 0; i < (int)COUNT(compilers); i++) {
    if (i < IN_TURN && i != at % IN_TURN && !in_soak()) continue;
    cr_expect_eq(
        run_shell("cd %s && %s %s -o accepted.o", folder, compilers[i], file),
        0, "%s: %s\n%.2000s", compilers[i], what, printed);
    cr_expect_str_empty(printed, "%s: %s\n%.2000s", compilers[i], what,
                        printed);
  }
}
