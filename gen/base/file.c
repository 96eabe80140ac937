/* file.c: files and folders. In: paths and bytes. Out: whole files in memory,
 * whole files on disk.
 *
 * Invariant: a file is replaced as a whole or stays as it was. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

FileSeen file_look(const char *path)
{
  FileSeen seen = {.path = path, .bytes = -1, .ns = -1};
  struct stat status;
  if (stat(path, &status) != 0) return seen;
  seen.bytes = (long long)status.st_size;
  seen.ns = status.st_mtim.tv_sec * 1000000000LL + status.st_mtim.tv_nsec;
  return seen;
}

static void remember(Run *run, const char *path)
{
  FileSeen *seen = run_alloc(run, sizeof *seen);
  *seen = file_look(run_printf(run, "%s", path));
  seen->next = run->seen;
  run->seen = seen;
}

char *file_read(Run *run, const char *path, size_t *length, Where where)
{
  struct stat status;
  remember(run, path);
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) run_fail(run, where, "cannot read %s: %s", path, strerror(errno));
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(fd);
    run_fail(run, where, "cannot read %s: not a regular file", path);
  }
  if (status.st_size > 256 << 20) {
    close(fd);
    run_fail(run, where,
             "cannot read %s: the file must have at most 256 MiB, got %lld MiB",
             path, (long long)(status.st_size >> 20) + 1);
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
    run_fail(run, where, "cannot make the directory: a file has this name");
}

/* Returns true if the file's content equals the `length` bytes. */
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
  struct stat status;
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

/* Creates a file beside `path` under a name that cannot be guessed and that no
 * link leads away from. Writes the name to *name; returns the descriptor. */
static int create_beside(Run *run, const char *path, const char **name,
                         Where where)
{
  enum { TRIES = 100 };
  int fd = -1;
  for (int i = 0; i < TRIES && fd < 0; i++) {
    uint64_t random;
    if (getrandom(&random, sizeof random, 0) != sizeof random)
      run_fail(run, where, "cannot write: no random numbers: %s",
               strerror(errno));
    *name = run_printf(run, "%s.%016llx.tmp", path, (unsigned long long)random);
    fd =
        open(*name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0 && errno != EEXIST) break;
  }
  if (fd < 0) run_fail(run, where, "cannot write: %s", strerror(errno));
  return fd;
}

/* Writes all bytes and closes the descriptor. Returns 0, or errno. */
static int write_and_close(int fd, const char *bytes, size_t length)
{
  int why = 0;
  while (length > 0 && why == 0) {
    const ssize_t n = write(fd, bytes, length);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) why = errno;
    if (n > 0) bytes += n, length -= (size_t)n;
    if (n == 0) why = EIO;
  }
  if (close(fd) != 0 && why == 0) why = errno;
  return why;
}

bool file_write(Run *run, const char *name, const char *bytes, size_t length)
{
  const Where where = {name, 0};
  const char *path = file_target(run, name), *temporary = NULL;
  struct stat status;
  const bool is_special = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
  if (is_special && S_ISFIFO(status.st_mode))
    run_fail(run, where, "cannot write: the file is a pipe");
  if (!is_special && file_holds(path, bytes, length)) return false;
  /* A device cannot be replaced, so the bytes go to the device itself. */
  const int fd = is_special ? open(path, O_WRONLY | O_CLOEXEC)
                            : create_beside(run, path, &temporary, where);
  if (fd < 0) run_fail(run, where, "cannot write: %s", strerror(errno));
  int why = write_and_close(fd, bytes, length);
  if (temporary && why == 0 && rename(temporary, path) != 0) why = errno;
  if (why == 0) return true;
  if (temporary) unlink(temporary);
  run_fail(run, where, "cannot write: %s", strerror(why));
}

void file_create(Run *run, const char *path, const char *bytes, size_t length)
{
  const Where where = {path, 0};
  const int fd =
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (fd < 0 && errno == EEXIST)
    run_fail(run, where, "exists already and stays as it is; name a new file");
  if (fd < 0) run_fail(run, where, "cannot write: %s", strerror(errno));
  const int why = write_and_close(fd, bytes, length);
  if (why == 0) return;
  unlink(path);
  run_fail(run, where, "cannot write: %s", strerror(why));
}
