/* streams.c: what stands in a shared object for three variables of libc that
 * libtcc uses. Debian's libtcc.a is not position-independent: it reaches them
 * by an offset that only an executable can know, so the Makefile renames them
 * in a copy of it.
 *
 * Invariant: they are set before anything of libtcc runs. */
#include <stdio.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))

extern char **environ;
extern FILE *bristle_stdout, *bristle_stderr;
extern char **bristle_environ;

HIDDEN FILE *bristle_stdout, *bristle_stderr;
HIDDEN char **bristle_environ;

__attribute__((constructor)) static void set(void)
{
  bristle_stdout = stdout;
  bristle_stderr = stderr;
  bristle_environ = environ;
}
