/* base.h: the memory of a run and its one error; text, numbers, files, hashes,
 * the embedded files, progress. Every other room may use it; it uses none.
 *
 * A Run owns what run_alloc and the functions that take a Run return: it is
 * freed by run_close and by nothing else. Texts end with a zero byte. */
#ifndef BRISTLE_BASE_BASE_H
#define BRISTLE_BASE_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, args) __attribute__((format(printf, text, args)))
#else
#define PRINTF_LIKE(text, args)
#endif

/* Compiles a function several times, for wider registers where the processor
 * has them. The choice happens too early for the thread sanitizer. */
#ifdef __has_attribute
#if __has_attribute(target_clones) && defined(__x86_64__) && \
    defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#endif
#ifndef WIDE
#define WIDE
#endif

/* ---- run.c: memory and the one error of a run -----------------------------
 */

/* Where a value was written. line 0: not in a file; `file` then names the
 * place, e.g. "--set grid". */
typedef struct Where {
  const char *file;
  int line;
} Where;

/* One run of the compiler. The first error ends it: run_fail stores the message
 * and jumps to `stop`, which run_catch sets for the entry points. */
typedef struct Run {
  struct Arena *arena;
  jmp_buf stop;
  char *error;         /* the message, or NULL */
  const char *excerpt; /* the source line that the message is about, or NULL */
  const char *source;  /* text of the spec, for excerpts */
  const char *file;    /* its name, as the user gave it */
  struct Deferred *deferred;
  struct Stopper *stopper;   /* backend.h: lets a thread end the compiler */
  const struct Watch *watch; /* results.h: sees each row of a recording */
} Run;

Run *run_open(void); /* NULL if there is no memory */
void run_close(Run *run);
/* Calls body(context). Returns true, or false if an error ended the body. */
bool run_catch(Run *run, void (*body)(void *context), void *context);
/* Ends the run with "file:line: message". */
_Noreturn void run_fail(Run *run, Where where, const char *format, ...)
    PRINTF_LIKE(3, 4);
_Noreturn void run_vfail(Run *run, Where where, const char *format,
                         va_list args);
/* Zeroed memory that lives with the run. Ends the run if there is none. */
void *run_alloc(Run *run, size_t bytes);
double *run_doubles(Run *run, size_t count);
/* Makes room for one more item in a list of `count` items of `bytes` bytes
 * each. Returns the list itself or a longer copy; *room is the number of items
 * that it has room for. */
void *run_grown(Run *run, void *list, size_t count, size_t *room, size_t bytes);
/* Calls clean(thing) when the run closes; the last one registered first. */
void run_defer(Run *run, void (*clean)(void *thing), void *thing);
char *run_printf(Run *run, const char *format, ...) PRINTF_LIKE(2, 3);
char *run_strndup(Run *run, const char *text, size_t length);

/* ---- text.c: text ----------------------------------------------------------
 */

/* A growing text in the arena of a run. */
typedef struct Text {
  Run *run;
  char *chars; /* always terminated */
  size_t length, room;
} Text;

Text text_new(Run *run);
void text_add(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_append(Text *text, const char *chars, size_t length);

/* The text with a '?' for each byte that is not valid UTF-8, as JSON needs. */
char *utf8_text(Run *run, const char *text);

/* The candidate with the least edit distance to `word`, or NULL if that
 * distance is more than a third of the word's length. */
const char *nearest_word(const char *word, const char *const *candidates,
                         size_t count);

/* ---- number.c: numbers -----------------------------------------------------
 */

/* Writes the shortest digits that read back equal, always with a point, an
 * exponent or a name ("inf", "nan"). Returns out. */
char *number_text(double value, char out[32]);

/* The value rounded to a float. Not inline: in a loop gcc 12 removes the
 * conversion to float and back. */
double float_rounded(double value);

/* Uniform in [low, high), the same on every machine; any state may start. */
double number_random(uint64_t *state, double low, double high);

/* ---- file.c: files ---------------------------------------------------------
 */

/* Reads a whole file; `where` is the place that asks for it. `length` may be
 * NULL. */
char *file_read(Run *run, const char *path, size_t *length, Where where);
/* The path `relative`, seen from the folder that holds `base`. */
char *path_beside(Run *run, const char *base, const char *relative);
/* Makes the folder and those above it, if missing. */
void dir_make(Run *run, const char *path);
/* Follows symbolic links; a path that is none is returned as it is. */
const char *file_target(Run *run, const char *path);
/* Replaces the file at once, and only if the content differs. A link stays a
 * link. Returns true if the file was written. */
bool file_write(Run *run, const char *path, const char *bytes, size_t length);

/* ---- locale.c: numbers with a point ----------------------------------------
 */

/* The calling thread has the locale "C" until locale_leave. */
typedef struct LocaleGuard LocaleGuard;
LocaleGuard *locale_enter(void);
void locale_leave(LocaleGuard *guard);

/* ---- embedded.c: text files that are built into the program ----------------
 */

/* "words.lua", "contact/cells/cells.c", "bristle_rt.h", ...; NULL if there is
 * no such file. */
const char *embedded_text(const char *name, size_t *length);

/* ---- hash.c: SHA-256 -------------------------------------------------------
 */

enum { HASH_BYTES = 32, HASH_HEX = 2 * HASH_BYTES };

/* The state of a hash; `length` counts the bytes added so far. */
typedef struct Hash {
  uint32_t state[8];
  uint64_t length;
  unsigned char block[64];
} Hash;

Hash hash_new(void);
void hash_add(Hash *hash, const void *bytes, size_t length);
/* Adds the text with its end, so that "ab", "c" and "a", "bc" differ. */
void hash_text(Hash *hash, const char *text);
void hash_end(Hash *hash, unsigned char digest[HASH_BYTES]);
/* 64 lower-case digits. */
char *hash_end_hex(Hash *hash, Run *run);
char *hash_hex(Run *run, const void *bytes, size_t length); /* of one piece */

/* ---- progress.c: progress of long work -------------------------------------
 */

typedef struct Progress {
  const char *what;
  bool is_shown; /* only if stderr is a terminal */
  double next;   /* when the line is written again, s */
} Progress;

double now_seconds(void); /* of a monotonic clock */
Progress progress_start(const char *what);
void progress_show(Progress *progress, double share); /* 0 to 1 */
void progress_end(Progress *progress);

#endif
