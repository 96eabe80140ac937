/* run.c: the memory of a run and its one error. In: requests for memory, an
 * error with its place. Out: memory that lives as long as the run.
 *
 * Invariant: an error ends the run through run_fail; nothing here prints but an
 * error that no caller catches, which is a defect of the caller. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* ---- memory ------------------------------------------------------------ */

typedef struct Chunk Chunk;
struct Chunk {
  Chunk *next;
  size_t used, size;
  max_align_t bytes[];
};

struct Arena {
  Chunk *chunks;
};

enum { CHUNK_BYTES = 1 << 16 };

/* Jumps to the innermost run_catch with run->error. Without one the buffer is
 * all zero, and a jump would end anywhere. */
_Noreturn static void stop_run(Run *run)
{
  static const jmp_buf none;
  if (memcmp(&run->stop, &none, sizeof none) == 0) {
    fprintf(stderr, "bristle: an error outside run_catch: %s\n", run->error);
    abort();
  }
  longjmp(run->stop, 1);
}

_Noreturn static void out_of_memory(Run *run)
{
  static char message[] = "out of memory";
  run->error = message;
  stop_run(run);
}

void *run_alloc(Run *run, size_t bytes)
{
  const size_t align = sizeof(max_align_t);
  if (bytes > SIZE_MAX / 4) out_of_memory(run);
  bytes = (bytes + align - 1) / align * align;
  Chunk *chunk = run->arena->chunks;
  if (!chunk || chunk->size - chunk->used < bytes) {
    const size_t size = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
    Chunk *fresh = calloc(1, sizeof(Chunk) + size);
    if (!fresh) out_of_memory(run);
    fresh->size = size;
    fresh->next = chunk;
    run->arena->chunks = chunk = fresh;
  }
  void *result = (char *)chunk->bytes + chunk->used;
  chunk->used += bytes;
  return result;
}

double *run_doubles(Run *run, size_t count)
{
  return run_alloc(run, (count ? count : 1) * sizeof(double));
}

void *run_grown(Run *run, void *list, size_t count, size_t *room, size_t bytes)
{
  if (count < *room) return list;
  *room = *room ? 2 * *room : 16;
  void *longer = run_alloc(run, *room * bytes);
  if (count > 0) memcpy(longer, list, count * bytes);
  return longer;
}

char *run_strndup(Run *run, const char *text, size_t length)
{
  char *copy = run_alloc(run, length + 1);
  memcpy(copy, text, length);
  return copy;
}

static char *run_vprintf(Run *run, const char *format, va_list args)
{
  char stack[512];
  va_list again;
  va_copy(again, args);
  const int length = text_vformat(stack, sizeof stack, format, args);
  char *text = run_alloc(run, (size_t)(length < 0 ? 0 : length) + 1);
  if (length >= (int)sizeof stack)
    text_vformat(text, (size_t)length + 1, format, again);
  else if (length > 0)
    memcpy(text, stack, (size_t)length);
  va_end(again);
  return text;
}

char *run_printf(Run *run, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *text = run_vprintf(run, format, args);
  va_end(args);
  return text;
}

struct Deferred {
  struct Deferred *next;
  void (*clean)(void *thing);
  void *thing;
};

void run_defer(Run *run, void (*clean)(void *thing), void *thing)
{
  struct Deferred *deferred = run_alloc(run, sizeof *deferred);
  deferred->next = run->deferred;
  deferred->clean = clean;
  deferred->thing = thing;
  run->deferred = deferred;
}

Run *run_open(void)
{
  Run *run = calloc(1, sizeof *run);
  if (!run) return NULL;
  run->arena = calloc(1, sizeof *run->arena);
  if (!run->arena) {
    free(run);
    return NULL;
  }
  return run;
}

bool run_catch(Run *run, void (*body)(void *context), void *context)
{
  jmp_buf outer;
  volatile bool is_done = false;
  memcpy(&outer, &run->stop, sizeof outer);
  if (!setjmp(run->stop)) {
    body(context);
    is_done = true;
  }
  memcpy(&run->stop, &outer, sizeof outer);
  return is_done;
}

bool run_try(Run *run, void (*body)(void *context), void *context)
{
  const bool is_done = run_catch(run, body, context);
  if (!is_done) run->error = NULL, run->excerpt = NULL;
  return is_done;
}

void run_close(Run *run)
{
  if (!run) return;
  for (struct Deferred *d = run->deferred; d; d = d->next) d->clean(d->thing);
  for (Chunk *chunk = run->arena->chunks; chunk;) {
    Chunk *next = chunk->next;
    free(chunk);
    chunk = next;
  }
  free(run->arena);
  free(run);
}

/* Returns the source line at `where`, to be shown below an error, or NULL if
 * the place is not in the spec or the line is empty or long. */
static const char *excerpt_of(Run *run, Where where)
{
  if (where.line < 1 || !run->source || !run->file || !where.file ||
      strcmp(where.file, run->file) != 0)
    return NULL;
  const char *at = run->source;
  for (int line = 1; line < where.line; line++) {
    at = strchr(at, '\n');
    if (!at) return NULL;
    at++;
  }
  const size_t length = strcspn(at, "\r\n");
  if (length == 0 || length > 200) return NULL;
  return run_printf(run, "%5d | %.*s", where.line, (int)length, at);
}

void run_vfail(Run *run, Where where, const char *format, va_list args)
{
  const char *what = run_vprintf(run, format, args);
  if (!where.file)
    run->error = run_printf(run, "%s", what);
  else if (where.line > 0)
    run->error = run_printf(run, "%s:%d: %s", where.file, where.line, what);
  else
    run->error = run_printf(run, "%s: %s", where.file, what);
  run->excerpt = excerpt_of(run, where);
  stop_run(run);
}

void run_fail(Run *run, Where where, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  run_vfail(run, where, format, args);
}
