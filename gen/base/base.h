/* base.h: the memory of a run and its one error; text, numbers, files, the
 * locale, embedded files, hashes, progress. Every room may use this room, which
 * uses no other.
 *
 * Ownership: the Run owns every result of a function that takes a Run, and only
 * run_close frees it. These functions allocate and may end the run; all others
 * but locale_enter do not allocate. A text ends with a zero byte. A path is
 * absolute or relative to the working directory. */
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

/* The number of items of an array, not of a pointer. */
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* WIDE before a function: gcc compiles the function for three widths of vector
 * registers, and the loader chooses one for the processor. The loader chooses
 * before the thread sanitizer has started, so WIDE is empty under that
 * sanitizer. It is empty for clang, too: clang 14 gives the chosen function a
 * name that other files do not call. */
#ifdef __has_attribute
#if __has_attribute(target_clones) && defined(__x86_64__) && \
    defined(__GLIBC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#endif
#ifndef WIDE
#define WIDE
#endif

/* ---- run.c: memory and the one error of a run -----------------------------
 */

/* The place where a value was written, for messages. */
typedef struct Where {
  const char *file; /* as the user gave it, or NULL: no place */
  int line;         /* from 1; 0: `file` names a place that has no lines, such
                       as "--set grid" */
} Where;

/* One run of the compiler. The first error ends the run: run_fail stores the
 * message and jumps to `stop`, which the innermost run_catch sets; an error
 * outside of all ends the process with its message. One thread uses a Run at a
 * time. */
struct Model;
struct Progress;
typedef struct Run {
  struct Arena *arena;
  jmp_buf stop;
  char *error;         /* the message, or NULL */
  const char *excerpt; /* the source line that the message is about, or NULL */
  const char *source;  /* text of the spec, for excerpts */
  const char *file;    /* path of the spec, as the user gave it */
  struct Deferred *deferred;
  const char *cache;         /* backend.h: folder of the cache; NULL: the
                              * user's */
  struct Stopper *stopper;   /* backend.h: lets a thread end the compiler */
  const struct Watch *watch; /* results.h: gets each row of a recording */
  struct FileSeen *seen;     /* the files that file_read has read */
  /* kind.h: simulates the scenario of a model while another is built; the
   * pipeline sets the member. */
  struct Recording *(*simulate)(const struct Model *model,
                                struct Progress *progress);
} Run;

/* Returns a new run, which the caller closes, or NULL without memory. */
Run *run_open(void);
/* Calls the deferred functions, then frees the run and all that it owns. `run`
 * may be NULL. */
void run_close(Run *run);
/* Calls body(context). Returns true, or false if an error ended the body; then
 * run->error holds the message. */
bool run_catch(Run *run, void (*body)(void *context), void *context);
/* Ends the run with the error "file:line: message", or "file: message" for line
 * 0, or "message" for no file. */
_Noreturn void run_fail(Run *run, Where where, const char *format, ...)
    PRINTF_LIKE(3, 4);
_Noreturn void run_vfail(Run *run, Where where, const char *format,
                         va_list args);
/* The same within a run that is caught: an error in the body does not end the
 * run, and is forgotten. */
bool run_try(Run *run, void (*body)(void *context), void *context);
/* Returns zeroed memory, aligned for every type. Ends the run if the system has
 * no more memory. */
void *run_alloc(Run *run, size_t bytes);
/* Returns `count` doubles of 0. `count` may be 0. */
double *run_doubles(Run *run, size_t count);
/* Makes room for one more item in a list of `count` items of `bytes` bytes
 * each. Returns the list itself or a longer copy. *room is the number of items
 * that fit; the function raises it for a longer copy. */
void *run_grown(Run *run, void *list, size_t count, size_t *room, size_t bytes);
/* Makes run_close call clean(thing). The function registered last is called
 * first. */
void run_defer(Run *run, void (*clean)(void *thing), void *thing);
/* Returns the formatted text. */
char *run_printf(Run *run, const char *format, ...) PRINTF_LIKE(2, 3);
/* Returns a copy of the first `length` bytes of `text`, with a zero byte. */
char *run_strndup(Run *run, const char *text, size_t length);

/* ---- text.c: text ----------------------------------------------------------
 */

/* A growing text in the arena of a run. */
typedef struct Text {
  Run *run;
  char *chars;         /* ends with a zero byte at any time */
  size_t length, room; /* bytes without and with the free room */
} Text;

Text text_new(Run *run);
/* The same as vsnprintf, but for INT_MAX bytes at most. */
int text_vformat(char *to, size_t room, const char *format, va_list args)
    PRINTF_LIKE(3, 0);
/* Appends the formatted text. */
void text_add(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
/* Appends `length` bytes. */
void text_append(Text *text, const char *chars, size_t length);

/* Returns a copy of `text` with '?' for each byte that is not valid UTF-8:
 * JSON allows valid UTF-8 only. */
char *utf8_text(Run *run, const char *text);

/* Returns the one of `count` candidates that has the least edit distance to
 * `word`, or NULL if that distance is more than strlen(word) / 3 + 1. A
 * candidate that begins with `word` has a distance of at most 1. */
const char *nearest_word(const char *word, const char *const *candidates,
                         size_t count);

/* ---- number.c: numbers -----------------------------------------------------
 */

#define PI 3.14159265358979323846

/* Writes the shortest text that reads back equal, always with a point, an
 * exponent or a name ("inf", "nan"), in any locale. Returns `out`. */
char *number_text(double value, char out[32]);

/* Returns the value rounded to 1 to 17 significant decimal digits. The calling
 * thread must have a locale with a point. */
double number_rounded(double value, int digits);

/* Returns the float nearest to `value`. The function is not inline: in a loop
 * gcc 12 would remove the conversion to float and back. */
double float_rounded(double value);

/* Returns a pseudo-random number, uniform in [low, high), and advances *state.
 * Every start value of *state is valid and gives the same numbers on every
 * machine. */
double number_random(uint64_t *state, double low, double high);

/* ---- file.c: files ---------------------------------------------------------
 */

/* Returns the content of a regular file of at most 256 MiB, followed by a zero
 * byte. Writes its length in bytes to *length unless that is NULL. `where`
 * stands in the message of an error. */
char *file_read(Run *run, const char *path, size_t *length, Where where);
/* A file as file_read found it. */
typedef struct FileSeen {
  const char *path;
  long long bytes, ns; /* size, and time of the last change; -1: no file */
  struct FileSeen *next;
} FileSeen;

/* Returns the file at `path` as it is now, without `next`. Does not allocate. */
FileSeen file_look(const char *path);
/* Returns `relative` as seen from the folder of the file `base`; an absolute
 * path stays as it is. */
char *path_beside(Run *run, const char *base, const char *relative);
/* Makes the folder `path` and the folders above it if they are missing. */
void dir_make(Run *run, const char *path);
/* Returns the file that a symbolic link leads to. Returns `path` itself if it
 * is no link or leads to a device. */
const char *file_target(Run *run, const char *path);
/* Replaces the file in one step, but only if its content differs from the
 * `length` bytes. A symbolic link stays a link. Returns true if the file was
 * written. */
bool file_write(Run *run, const char *path, const char *bytes, size_t length);
/* Writes a new file. Ends the run if there is something at `path` already. */
void file_create(Run *run, const char *path, const char *bytes, size_t length);

/* ---- locale.c: numbers with a point ----------------------------------------
 */

/* The locale that the thread had before. */
typedef struct LocaleGuard LocaleGuard;
/* Sets the locale "C" for the calling thread until locale_leave, which the same
 * thread calls. Allocates the guard; returns NULL without memory, and then the
 * locale is unchanged. */
LocaleGuard *locale_enter(void);
/* Sets the locale from before and frees the guard, which may be NULL. */
void locale_leave(LocaleGuard *guard);

/* ---- embedded.c: text files that are built into the program ----------------
 */

/* Returns the text of the file `name` ("words.lua", "contact/cells/cells.c",
 * "bristle_rt.h", ...) and writes its length in bytes to *length; or returns
 * NULL if the program holds no such file. The text is constant and does not end
 * with a zero byte. */
const char *embedded_text(const char *name, size_t *length);
/* Returns the bytecode of a Lua file, or of a template as Lua code, as the Lua
 * of the build made it (language/code.c says who may run it), or NULL. */
const char *embedded_code(const char *name, size_t *length);

/* ---- hash.c: SHA-256 -------------------------------------------------------
 */

enum { HASH_BYTES = 32, HASH_HEX = 2 * HASH_BYTES };

typedef struct Hash {
  uint32_t state[8];
  uint64_t length;         /* bytes added so far */
  unsigned char block[64]; /* the last length % 64 bytes */
} Hash;

Hash hash_new(void);
/* Adds `length` bytes. */
void hash_add(Hash *hash, const void *bytes, size_t length);
/* Adds the text and its zero byte, so that "ab", "c" and "a", "bc" differ. */
void hash_text(Hash *hash, const char *text);
/* Writes the digest of all bytes added. The hash must not be used later. */
void hash_end(Hash *hash, unsigned char digest[HASH_BYTES]);
/* Ends the hash and returns the digest as HASH_HEX lower-case digits. */
char *hash_end_hex(Hash *hash, Run *run);
/* Returns the digest of `length` bytes as HASH_HEX lower-case digits. */
char *hash_hex(Run *run, const void *bytes, size_t length);

/* ---- progress.c: progress of long work -------------------------------------
 */

/* Returns the time of a monotonic clock, s. */
double now_seconds(void);
/* Shows progress from now on if stderr is a terminal: a line that names the work
 * with its share and the time left, or with the time since now if the share is
 * not known. Nothing appears within the first second. Programs alone call this. */
void progress_open(void);
/* Clears the line and ends the showing. */
void progress_close(void);

/* A phase of the work, within the phase that was shown before. */
typedef struct Progress {
  const char *what; /* name of the work */
  double from, part; /* the shares that follow are of this part of the work,
                        which starts at `from`, 0 to 1 */
  char before[80];   /* the phase that progress_end shows again */
  double begun, share;
} Progress;

/* `what` names the work and must live until progress_end. */
Progress progress_start(const char *what);
/* Tells the share of the part that is done, 0 to 1. */
void progress_show(Progress *progress, double share);
/* Tells "12 of 50 rows" in the same way; `before` rows were there at the start.
 */
void progress_count(Progress *progress, long done, long all, long before);
/* Clears the line. */
void progress_end(Progress *progress);
/* Tells the share of a part of the present phase. A part has no end: the next
 * part or the end of the phase takes its place. */
void progress_step(const char *what, double share);

/* ---- version.c -------------------------------------------------------------
 */

/* Returns the version of bristle, such as "0.1.0". */
const char *version_text(void);
/* Returns the day of that version, such as "2026-11-19". */
const char *version_date(void);

#endif
