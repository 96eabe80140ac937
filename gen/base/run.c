/* util.c: a run's arena and its one error, growing text, numbers as text,
 * files. In: bytes and names. Out: memory that lives as long as the run, files
 * that are whole or absent.
 *
 * Invariant: nothing here prints; an error ends the run through run_fail. */
#define _GNU_SOURCE
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- arena ------------------------------------------------------------- */

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

_Noreturn static void out_of_memory(Run *run)
{
  static char message[] = "out of memory";
  run->error = message;
  longjmp(run->stop, 1);
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
  va_list again;
  va_copy(again, args);
  const int length = vsnprintf(NULL, 0, format, args);
  char *text = run_alloc(run, (size_t)(length < 0 ? 0 : length) + 1);
  if (length >= 0) vsnprintf(text, (size_t)length + 1, format, again);
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
  if (setjmp(run->stop)) return false;
  body(context);
  return true;
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

/* Line `number` of the spec, or NULL: shown under an error. */
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
  longjmp(run->stop, 1);
}

void run_fail(Run *run, Where where, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  run_vfail(run, where, format, args);
}

/* ---- text -------------------------------------------------------------- */

Text text_new(Run *run)
{
  Text text = {run, run_alloc(run, 256), 0, 256};
  return text;
}

void text_append(Text *text, const char *chars, size_t length)
{
  if (text->room - text->length <= length) {
    size_t room = text->room * 2;
    while (room - text->length <= length) room *= 2;
    char *grown = run_alloc(text->run, room);
    memcpy(grown, text->chars, text->length);
    text->chars = grown;
    text->room = room;
  }
  memcpy(text->chars + text->length, chars, length);
  text->length += length;
  text->chars[text->length] = 0;
}

void text_add(Text *text, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  const int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (length > 0) {
    char stack[512];
    char *chars =
        length < 512 ? stack : run_alloc(text->run, (size_t)length + 1);
    vsnprintf(chars, (size_t)length + 1, format, again);
    text_append(text, chars, (size_t)length);
  }
  va_end(again);
}

/* splitmix64 */
double number_random(uint64_t *state, double low, double high)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

double float_rounded(double value)
{
  volatile float narrow = (float)value;
  return (double)narrow;
}

/* Length of the valid UTF-8 sequence that starts here, or 0. */
static size_t utf8_length(const unsigned char *c)
{
  static const struct {
    unsigned char mask, lead;
    size_t length;
    unsigned long least;
  } kinds_of[] = {{0x80, 0x00, 1, 0},
                  {0xe0, 0xc0, 2, 0x80},
                  {0xf0, 0xe0, 3, 0x800},
                  {0xf8, 0xf0, 4, 0x10000}};
  for (size_t i = 0; i < 4; i++) {
    if ((c[0] & kinds_of[i].mask) != kinds_of[i].lead) continue;
    unsigned long code = c[0] & (unsigned char)~kinds_of[i].mask;
    for (size_t k = 1; k < kinds_of[i].length; k++) {
      if ((c[k] & 0xc0) != 0x80) return 0;
      code = code << 6 | (c[k] & 0x3f);
    }
    const bool is_valid = code >= kinds_of[i].least && code <= 0x10ffff &&
                          (code < 0xd800 || code > 0xdfff);
    return is_valid ? kinds_of[i].length : 0;
  }
  return 0;
}

char *utf8_text(Run *run, const char *text)
{
  char *valid = run_printf(run, "%s", text);
  for (char *c = valid; *c;) {
    const size_t length = utf8_length((unsigned char *)c);
    if (length == 0) *c = '?';
    c += length ? length : 1;
  }
  return valid;
}

char *number_text(double value, char out[32])
{
  if (isnan(value)) return strcpy(out, "nan");
  if (isinf(value)) return strcpy(out, value < 0 ? "-inf" : "inf");
  int digits = 1; /* that read back equal */
  for (; digits < 17; digits++) {
    snprintf(out, 32, "%.*e", digits - 1, value);
    if (strtod(out, NULL) == value) break;
  }
  snprintf(out, 32, "%.*e", digits - 1, value);
  char *exponent = strchr(out, 'e');
  const int power = (int)strtol(exponent + 1, NULL, 10);
  if (power >= -4 && power <= 5) {
    const int decimals = digits - 1 - power;
    snprintf(out, 32, "%.*f", decimals > 1 ? decimals : 1, value);
  } else {
    snprintf(exponent, 8, "e%d", power);
  }
  return out;
}

/* Edit distance of short words, transpositions counted once; long ones are far
 * from all others. */
static size_t edit_distance(const char *a, const char *b)
{
  enum { LONGEST = 40 };
  const size_t m = strlen(a), n = strlen(b);
  if (m > LONGEST || n > LONGEST) return SIZE_MAX;
  size_t d[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= m; i++) d[i][0] = i;
  for (size_t j = 0; j <= n; j++) d[0][j] = j;
  for (size_t i = 1; i <= m; i++) {
    for (size_t j = 1; j <= n; j++) {
      size_t best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      if (d[i - 1][j] + 1 < best) best = d[i - 1][j] + 1;
      if (d[i][j - 1] + 1 < best) best = d[i][j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          d[i - 2][j - 2] + 1 < best)
        best = d[i - 2][j - 2] + 1;
      d[i][j] = best;
    }
  }
  return d[m][n];
}

const char *nearest_word(const char *word, const char *const *candidates,
                         size_t count)
{
  const char *best = NULL;
  size_t nearest = strlen(word) / 3 + 1;
  for (size_t i = 0; i < count; i++) {
    size_t distance = edit_distance(word, candidates[i]);
    if (*word && strncmp(word, candidates[i], strlen(word)) == 0 &&
        distance > 1)
      distance = 1; /* the beginning of a longer word */
    if (distance <= nearest && (!best || distance < nearest)) {
      nearest = distance;
      best = candidates[i];
    }
  }
  return best;
}

/* ---- files ------------------------------------------------------------- */

char *file_read(Run *run, const char *path, size_t *length, Where where)
{
  struct stat status;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) run_fail(run, where, "cannot read %s: %s", path, strerror(errno));
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(fd);
    run_fail(run, where, "cannot read %s: not a regular file", path);
  }
  if (status.st_size > 256 << 20) {
    close(fd);
    run_fail(run, where, "cannot read %s: larger than 256 MiB", path);
  }
  const size_t size = (size_t)status.st_size;
  char *bytes = run_alloc(run, size + 1);
  size_t got = 0;
  while (got < size) {
    const ssize_t n = read(fd, bytes + got, size - got);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    got += (size_t)n;
  }
  close(fd);
  if (got < size) run_fail(run, where, "cannot read %s to its end", path);
  if (length) *length = size;
  return bytes;
}

char *path_beside(Run *run, const char *base, const char *relative)
{
  const char *slash = strrchr(base, '/');
  if (relative[0] == '/' || !slash) return run_printf(run, "%s", relative);
  return run_printf(run, "%.*s%s", (int)(slash - base + 1), base, relative);
}

void dir_make(Run *run, const char *path)
{
  const Where where = {path, 0};
  char *part = run_printf(run, "%s", path);
  for (char *at = part; *at; at++) {
    if (*at != '/' || at == part) continue;
    *at = 0;
    if (mkdir(part, 0777) != 0 && errno != EEXIST)
      run_fail(run, where, "cannot make the directory %s: %s", part,
               strerror(errno));
    *at = '/';
  }
  struct stat status;
  if (mkdir(part, 0777) != 0 && errno != EEXIST)
    run_fail(run, where, "cannot make the directory: %s", strerror(errno));
  if (stat(part, &status) != 0 || !S_ISDIR(status.st_mode))
    run_fail(run, where, "is in the way: not a directory");
}

/* True if the file holds exactly these bytes. */
static bool file_holds(const char *path, const char *bytes, size_t length)
{
  FILE *file = fopen(path, "rbe");
  if (!file) return false;
  char chunk[4096];
  size_t at = 0, n;
  bool same = true;
  while (same && (n = fread(chunk, 1, sizeof chunk, file)) > 0) {
    same = n <= length - at && memcmp(chunk, bytes + at, n) == 0;
    at += n;
  }
  same = same && at == length && !ferror(file);
  fclose(file);
  return same;
}

const char *file_target(Run *run, const char *path)
{
  enum { MOST_LINKS = 40 };
  struct stat status; /* a device is written to by the name it was given */
  if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) return path;
  for (int i = 0; i < MOST_LINKS; i++) {
    char next[4096];
    const ssize_t length = readlink(path, next, sizeof next - 1);
    if (length <= 0 || length == sizeof next - 1) break;
    next[length] = 0;
    path = path_beside(run, path, next);
  }
  return path;
}

bool file_write(Run *run, const char *name, const char *bytes, size_t length)
{
  const Where where = {name, 0};
  const char *path = file_target(run, name);
  struct stat status;
  const bool is_special = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
  if (is_special && S_ISFIFO(status.st_mode))
    run_fail(run, where, "cannot write: it is a pipe");
  if (!is_special && file_holds(path, bytes, length)) return false;
  /* A device or a pipe cannot be replaced; it is written to as it is. */
  char *temporary = is_special
                        ? run_printf(run, "%s", path)
                        : run_printf(run, "%s.%ld.tmp", path, (long)getpid());
  FILE *file = fopen(temporary, "wbe");
  if (!file) run_fail(run, where, "cannot write: %s", strerror(errno));
  bool is_written = fwrite(bytes, 1, length, file) == length;
  is_written = fflush(file) == 0 && is_written;
  is_written = fclose(file) == 0 && is_written;
  if (!is_special) is_written = is_written && rename(temporary, path) == 0;
  if (!is_written) {
    const int why = errno;
    if (!is_special) unlink(temporary);
    run_fail(run, where, "cannot write: %s", strerror(why));
  }
  return true;
}

/* ---- locale ------------------------------------------------------------ */

struct LocaleGuard {
  locale_t c, before;
};

LocaleGuard *locale_enter(void)
{
  LocaleGuard *guard = calloc(1, sizeof *guard);
  if (!guard) return NULL;
  guard->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (guard->c) guard->before = uselocale(guard->c);
  return guard;
}

void locale_leave(LocaleGuard *guard)
{
  if (!guard) return;
  if (guard->c) {
    uselocale(guard->before);
    freelocale(guard->c);
  }
  free(guard);
}
