#ifndef BRISTLE_BASE_BASE_H
#define BRISTLE_BASE_BASE_H

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, args) __attribute__((format(printf, text, args)))
#else
#define PRINTF_LIKE(text, args)
#endif

/* For a function: the same instructions on wider registers where the processor
 * has them. That is chosen too early for the thread sanitizer. */
#ifdef __has_attribute
#if __has_attribute(target_clones) && defined(__x86_64__) && \
    defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#endif
#ifndef WIDE
#define WIDE
#endif

typedef struct Hash Hash;
typedef struct Progress Progress;
/* ---- util.c: a run's memory and its one error, text, files ------------- */

typedef struct Arena Arena;

/* Where a value was written. line 0: not in a file; `file` then says where,
 * e.g. "--set grid". */
typedef struct Where {
  const char *file;
  int line;
} Where;

/* One run of the compiler. The first error ends it: run_fail stores the
 * message and jumps to `stop`, which run_catch sets for the entry points. */
typedef struct Run {
  Arena *arena;
  jmp_buf stop;
  char *error;         /* the message, or NULL */
  const char *excerpt; /* the source line it speaks of, or NULL */
  const char *source;  /* text of the spec, for excerpts */
  const char *file;    /* its name, as the user gave it */
  struct Deferred *deferred;
  struct Stopper *stopper;   /* ends the compiler that the run waits for */
  const struct Watch *watch; /* sees what a simulation records */
} Run;

Run *run_open(void);
void run_close(Run *run);
/* Calls body(context) and returns true, or false if it ended the run. */
bool run_catch(Run *run, void (*body)(void *context), void *context);
_Noreturn void run_fail(Run *run, Where where, const char *format, ...)
    PRINTF_LIKE(3, 4);
_Noreturn void run_vfail(Run *run, Where where, const char *format,
                         va_list args);
void *run_alloc(Run *run, size_t bytes);     /* zeroed, lives with the run */
double *run_doubles(Run *run, size_t count); /* zeroed */
/* A list of `count` items of that many bytes with room for one more: the list
 * itself, or a longer copy. */
void *run_grown(Run *run, void *list, size_t count, size_t *room, size_t bytes);
/* Calls `clean(thing)` when the run closes; last come, first served. */
void run_defer(Run *run, void (*clean)(void *thing), void *thing);
char *run_printf(Run *run, const char *format, ...) PRINTF_LIKE(2, 3);
char *run_strndup(Run *run, const char *text, size_t length);

/* A growing text in a run's arena. */
typedef struct Text {
  Run *run;
  char *chars; /* always terminated */
  size_t length, room;
} Text;

Text text_new(Run *run);
void text_add(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_append(Text *text, const char *chars, size_t length);

/* The double that a float keeps of it. Out of line: in a loop gcc 12 folds the
 * way to float and back to nothing. */
double float_rounded(double value);

/* The text with a '?' for each byte that is not valid UTF-8: JSON wants that.
 */
char *utf8_text(Run *run, const char *text);

/* Uniform in [low, high), the same on every machine; any start will do. */
double number_random(uint64_t *state, double low, double high);

/* The shortest digits that read back equal, always with a point, an exponent
 * or a name ("inf", "nan"); `out` holds at least 32 bytes. Returns out. */
char *number_text(double value, char out[32]);

/* The candidate nearest to `word` by edit distance, or NULL when none is near.
 */
const char *nearest_word(const char *word, const char *const *candidates,
                         size_t count);

/* Whole file into the arena. `where` is blamed when it cannot be read. */
char *file_read(Run *run, const char *path, size_t *length, Where where);
/* `relative` as seen from the folder that `base` is in. */
char *path_beside(Run *run, const char *base, const char *relative);
void dir_make(Run *run, const char *path);
/* Where a symbolic link leads in the end, there or not; else the path itself.
 */
const char *file_target(Run *run, const char *path);
/* Atomically, and only if the content differs; a link stays one. True when it
 * was written. */
bool file_write(Run *run, const char *path, const char *bytes, size_t length);

/* The calling thread's locale becomes "C" until locale_leave: numbers are read
 * and written alike whatever the host program has set. */
typedef struct LocaleGuard LocaleGuard;
LocaleGuard *locale_enter(void);
void locale_leave(LocaleGuard *guard);
/* ---- embedded.c: text files that are built into the program ------------ */

/* "dsl.lua", "contact.c", ...; NULL if there is none of that name. */
const char *embedded_text(const char *name, size_t *length);
/* ---- sha256.c: names for contents -------------------------------------- */

enum { HASH_BYTES = 32, HASH_HEX = 2 * HASH_BYTES };

/* SHA-256 of all bytes added so far. */
struct Hash {
  uint32_t state[8];
  uint64_t length; /* bytes */
  unsigned char block[64];
};

Hash hash_new(void);
void hash_add(Hash *hash, const void *bytes, size_t length);
/* The text and its end, so that "ab", "c" and "a", "bc" differ. */
void hash_text(Hash *hash, const char *text);
void hash_end(Hash *hash, unsigned char digest[HASH_BYTES]);
char *hash_end_hex(Hash *hash, Run *run);
/* Of one piece: 64 lower-case digits. */
char *hash_hex(Run *run, const void *bytes, size_t length);
/* ---- progress.c: how far long work has come ----------------------------- */

struct Progress {
  const char *what;
  bool is_shown; /* on a terminal only */
  double next;
};

double now_seconds(void); /* of a clock that goes on evenly */
Progress progress_start(const char *what);
void progress_show(Progress *progress, double share); /* 0 to 1 */
void progress_end(Progress *progress);

#endif
