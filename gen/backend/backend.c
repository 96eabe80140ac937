/* backend.c: the list of backends, the functions of all modules, and the error
 * for a refused unit. In: a name, a module, messages of a compiler. Out: a
 * backend, addresses, an error.
 *
 * Invariant: a module is used through its head alone, whatever made it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "backend/inside.h"

/* ORDER BACKENDS */
const Backend *const all_backends[] = {&tcc_backend, &kernel_backend,
                                       &cc_backend, NULL};

static const Tiers automatic[] = {{"auto", &kernel_backend, &cc_backend},
                                  {"auto-source", &tcc_backend, &cc_backend}};

const Backend *backend_find(const char *name)
{
  for (size_t i = 0; all_backends[i]; i++)
    if (strcmp(all_backends[i]->name, name) == 0) return all_backends[i];
  return NULL;
}

const char *backend_names(Run *run)
{
  Text names = text_new(run);
  for (size_t i = 0; all_backends[i]; i++)
    text_add(&names, "%s%s", i ? ", " : "", all_backends[i]->name);
  return names.chars;
}

static const Backend *require_backend(Run *run, const char *name)
{
  const Where nowhere = {NULL, 0};
  const Backend *backend = backend_find(name);
  if (!backend)
    run_fail(run, nowhere, "there is no backend \"%s\"; there are %s, %s", name,
             backend_names(run), automatic[0].name);
  return backend;
}

static void require_compiler(void *run)
{
  cc_require(run);
}

const Backend *backend_best(Run *run)
{
  /* A second run takes the error, which must not end this run. */
  Run *probe = run_open();
  const Where nowhere = {NULL, 0};
  if (!probe) run_fail(run, nowhere, "out of memory");
  const bool has_compiler = run_catch(probe, require_compiler, probe);
  run_close(probe);
  return has_compiler ? &cc_backend : &tcc_backend;
}

const Backend *backend_choose(Run *run, const char *name)
{
  const bool is_best = !name || strcmp(name, automatic[0].name) == 0;
  return is_best ? backend_best(run) : require_backend(run, name);
}

Tiers backend_tiers(Run *run, const char *name)
{
  if (!name) return automatic[0];
  for (size_t i = 0; i < COUNT(automatic); i++)
    if (strcmp(automatic[i].name, name) == 0) return automatic[i];
  return (Tiers){name, require_backend(run, name), NULL};
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

/* ---- refused units ----------------------------------------------------- */

/* Returns the line number after "pad.c:" in one line of messages, or 0. */
static int line_in(const char *message, size_t length, const char *mark)
{
  const char *at = strstr(message, mark);
  if (!at || at >= message + length) return 0;
  const long line = strtol(at + strlen(mark), NULL, 10);
  return line > 0 && line < 1 << 24 ? (int)line : 0;
}

/* Returns the first line number in a message with "error", else the first line
 * number in any message, else 0. */
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

/* Returns "   12 | text" for line 12, or "" if that is missing or empty. */
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

void backend_report_refusal(Run *run, const Unit *unit, const char *compiler,
                            const char *messages)
{
  enum { MOST = 4000 };
  const Where nowhere = {NULL, 0};
  size_t length = strlen(messages);
  while (length > 0 && isspace((unsigned char)messages[length - 1])) length--;
  if (length > MOST) length = MOST;
  const char *shown = length > 0 ? run_strndup(run, messages, length)
                                 : "(the compiler gave no reason)";
  const char *mark = run_printf(run, "%s.c:", unit->name);
  run_fail(run, nowhere, "%s refused the emitted %s.c:\n%s%s", compiler,
           unit->name, shown,
           line_shown(run, unit->text, blamed_line(shown, mark)));
}
