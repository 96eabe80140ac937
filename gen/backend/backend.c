/* backend.c: the table of backends and what all modules share. In: a name, a
 * module, a compiler's messages. Out: a backend, addresses, an error.
 *
 * Invariant: which backend made a module is known to its two functions only. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"

static const Backend *const backends[] = {&tcc_backend, &cc_backend,
                                          &kernel_backend};

const Backend *backend_find(const char *name)
{
  for (size_t i = 0; i < sizeof backends / sizeof *backends; i++)
    if (strcmp(backends[i]->name, name) == 0) return backends[i];
  return NULL;
}

static void look_for_compiler(void *run)
{
  cc_flags(run);
}

const Backend *backend_best(Run *run)
{
  /* In a run of its own: its error must not end this one. */
  Run *probe = run_open();
  const Where nowhere = {NULL, 0};
  if (!probe) run_fail(run, nowhere, "out of memory");
  const bool has_compiler = run_catch(probe, look_for_compiler, probe);
  run_close(probe);
  return has_compiler ? &cc_backend : &tcc_backend;
}

void *module_symbol(const Module *module, const char *symbol)
{
  return module->symbol(module, symbol);
}

size_t module_code_bytes(const Module *module)
{
  return module->code_bytes;
}

bool module_was_cached(const Module *module)
{
  return module->was_cached;
}

void module_close(Module *module)
{
  if (module) module->close(module);
}

/* ---- what a compiler refused ------------------------------------------- */

/* The line behind "pad.c:" in one line of messages, or 0. */
static int line_in(const char *message, size_t length, const char *mark)
{
  const char *at = strstr(message, mark);
  if (!at || at >= message + length) return 0;
  const long line = strtol(at + strlen(mark), NULL, 10);
  return line > 0 && line < 1 << 24 ? (int)line : 0;
}

/* The first line that an error blames, else the first that anything does. */
static int blamed_line(const char *messages, const char *mark)
{
  int first = 0;
  for (const char *at = messages; *at;) {
    const size_t length = strcspn(at, "\n");
    const int line = line_in(at, length, mark);
    const char *error = strstr(at, "error");
    if (line > 0 && error && error < at + length) return line;
    if (first == 0) first = line;
    at += length + (at[length] == '\n');
  }
  return first;
}

/* "   12 | text" of that line, or "" where there is none. */
static const char *line_shown(Run *run, const char *text, int number)
{
  for (int line = 1; line < number; line++) {
    text = strchr(text, '\n');
    if (!text) return "";
    text++;
  }
  size_t length = strcspn(text, "\r\n");
  if (number < 1 || length == 0) return "";
  if (length > 200) length = 200;
  return run_printf(run, "\n%5d | %.*s", number, (int)length, text);
}

void backend_refused(Run *run, const Unit *unit, const char *compiler,
                     const char *messages)
{
  enum { MOST = 4000 };
  const Where nowhere = {NULL, 0};
  size_t length = strlen(messages);
  while (length > 0 && isspace((unsigned char)messages[length - 1])) length--;
  if (length > MOST) length = MOST;
  const char *said = run_strndup(run, messages, length);
  const char *mark = run_printf(run, "%s.c:", unit->name);
  const char *shown = line_shown(run, unit->text, blamed_line(said, mark));
  run_fail(run, nowhere, "%s refused the emitted %s.c:\n%s%s", compiler,
           unit->name, length > 0 ? said : "(it gave no reason)", shown);
}
