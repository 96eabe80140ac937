/* cache.c: compiled solvers and results of long searches that are kept. In:
 * paths or keys, and bytes. Out: the same bytes if they are undamaged.
 *
 * Invariant: the name of an entry holds a hash of all that the bytes depend on,
 * and an entry appears by rename, so that no reader sees a part of it. Only the
 * user and root can replace an entry or a folder above it. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "backend/backend.h"
#include "backend/inside.h"

static const char work_prefix[] = ".work-";

/* ---- folders ----------------------------------------------------------- */

/* Returns the value of the variable, or NULL if that is missing or empty. */
static const char *environment(const char *name)
{
  const char *value = getenv(name);
  return value && *value ? value : NULL;
}

/* Returns the path of the folder, or NULL if no variable leads to one. */
static const char *find_folder(Run *run)
{
  const char *own = run->cache ? run->cache : environment("BRISTLE_CACHE");
  if (own) return run_printf(run, "%s", own);
  /* The XDG specification demands to ignore a relative path. */
  const char *xdg = environment("XDG_CACHE_HOME");
  if (xdg && xdg[0] == '/') return run_printf(run, "%s/bristle", xdg);
  const char *home = environment("HOME");
  return home ? run_printf(run, "%s/.cache/bristle", home) : NULL;
}

const char *cache_folder(Run *run)
{
  const Where nowhere = {NULL, 0};
  const char *folder = find_folder(run);
  if (!folder)
    run_fail(run, nowhere,
             "no folder for compiled solvers: HOME is not set; set "
             "BRISTLE_CACHE to a folder of your own");
  return folder;
}

static const char *solvers_path(Run *run)
{
  return run_printf(run, "%s/solvers", cache_folder(run));
}

/* Makes the folders above the last part of the path. A failure shows later, as
 * the last part then cannot be made. */
static void make_parents(Run *run, const char *path)
{
  char *part = run_printf(run, "%s", path);
  for (char *at = part + 1; *at; at++) {
    if (*at != '/') continue;
    *at = 0;
    mkdir(part, 0755);
    *at = '/';
  }
}

/* ---- who can replace a folder ---------------------------------------------
 */

/* Returns true if the group has no other member than the user and the user's
 * name: many systems make such a group for each user. */
static bool is_group_of_user_alone(gid_t gid)
{
  char names[2][4096];
  struct passwd user, *found_user = NULL;
  struct group group, *found = NULL;
  if (getpwuid_r(geteuid(), &user, names[0], sizeof names[0], &found_user) !=
          0 ||
      getgrgid_r(gid, &group, names[1], sizeof names[1], &found) != 0 ||
      !found_user || !found || strcmp(user.pw_name, group.gr_name) != 0)
    return false;
  for (char **member = group.gr_mem; *member; member++)
    if (strcmp(*member, user.pw_name) != 0) return false;
  return true;
}

/* Returns true if only the user and root can replace what is in the folder. In
 * a folder with the sticky bit everybody can add, but only an owner can
 * replace.
 */
static bool is_safe_folder(const struct stat *status)
{
  if (status->st_uid != geteuid() && status->st_uid != 0) return false;
  if (status->st_mode & S_ISVTX) return true;
  if (status->st_mode & S_IWOTH) return false;
  return !(status->st_mode & S_IWGRP) || is_group_of_user_alone(status->st_gid);
}

/* Returns the first folder of the path without links, from the root on, whose
 * content others can replace; or NULL if there is none. */
static const char *unsafe_folder(Run *run, const char *real)
{
  char *part = run_printf(run, "%s/", real);
  for (char *at = part; *at; at++) {
    if (*at != '/') continue;
    struct stat status;
    const char after = at[1];
    at[1] = 0; /* the first time: the root */
    if (lstat(part, &status) != 0 || !S_ISDIR(status.st_mode) ||
        !is_safe_folder(&status))
      return part;
    at[1] = after;
  }
  return NULL;
}

/* Returns the folder of entries without links, or NULL if it is missing; writes
 * NULL to *why, or the reason why others can replace what is in it. */
static const char *find_solvers(Run *run, const char *path, const char **why)
{
  struct stat status;
  *why = NULL;
  if (stat(path, &status) != 0) return NULL;
  if (!S_ISDIR(status.st_mode))
    *why =
        "must be a folder; remove the file, or set BRISTLE_CACHE to "
        "another folder";
  else if (status.st_uid != geteuid())
    *why =
        "belongs to another user; set BRISTLE_CACHE to a folder of your "
        "own";
  else if (status.st_mode & (S_IWGRP | S_IWOTH))
    *why =
        "other users may write to this folder, and bristle runs the code "
        "in it; run chmod 700 on it, or set BRISTLE_CACHE to another "
        "folder";
  if (*why) return NULL;
  char *real = realpath(path, NULL);
  if (!real) return NULL;
  run_defer(run, free, real);
  const char *unsafe = unsafe_folder(run, real);
  if (unsafe)
    *why = run_printf(
        run,
        "other users may replace what is in %s, and bristle runs the code "
        "in this folder; set BRISTLE_CACHE to a folder of your own",
        unsafe);
  return real;
}

/* Returns the path without links; or NULL if the folder is missing. Ends the
 * run if another user can replace the folder or what is in it: bristle runs the
 * code there. */
static const char *trusted_solvers(Run *run)
{
  const char *path = solvers_path(run), *why;
  const Where where = {path, 0};
  const char *real = find_solvers(run, path, &why);
  if (why) run_fail(run, where, "%s", why);
  return real;
}

static void make_solvers(Run *run, const char *path)
{
  if (mkdir(path, 0700) == 0 || errno != ENOENT) return;
  make_parents(run, path);
  mkdir(path, 0700);
}

const char *cache_solvers(Run *run)
{
  make_solvers(run, solvers_path(run));
  return trusted_solvers(run);
}

/* ---- entries ----------------------------------------------------------- */

/* The last bytes of an entry; a loader ignores them. */
typedef struct Seal {
  char mark[8];
  unsigned char digest[HASH_BYTES];
} Seal;

/* The digest depends on the file name, so that a copy with another name is not
 * valid. */
static Seal seal_of(const char *path, const char *bytes, size_t length)
{
  Seal seal = {.mark = "bristle"};
  const char *slash = strrchr(path, '/');
  Hash hash = hash_new();
  hash_text(&hash, slash ? slash + 1 : path);
  hash_add(&hash, bytes, length);
  hash_end(&hash, seal.digest);
  return seal;
}

static bool read_fully(int fd, char *bytes, size_t length)
{
  for (size_t got = 0; got < length;) {
    const ssize_t n = read(fd, bytes + got, length - got);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    got += (size_t)n;
  }
  return true;
}

char *cache_read(Run *run, const char *path, size_t *length)
{
  enum { MOST = 256 << 20 };
  struct stat status;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return NULL;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) ||
      status.st_size <= (off_t)sizeof(Seal) || status.st_size > MOST) {
    close(fd);
    return NULL;
  }
  const size_t size = (size_t)status.st_size, object = size - sizeof(Seal);
  char *bytes = malloc(size);
  const bool is_read = bytes && read_fully(fd, bytes, size);
  close(fd);
  char *whole = NULL;
  if (is_read) {
    const Seal seal = seal_of(path, bytes, object);
    if (memcmp(bytes + object, &seal, sizeof seal) == 0) whole = bytes;
  }
  if (!whole) {
    free(bytes);
    return NULL;
  }
  run_defer(run, free, whole);
  *length = object;
  return whole;
}

bool cache_seal(const char *at, const char *path, const char *bytes,
                size_t length)
{
  const Seal seal = seal_of(path, bytes, length);
  const int fd = open(at, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) return false;
  /* The owner alone may write to the entry, whatever the umask is. */
  const bool is_own = fchmod(fd, 0700) == 0;
  const bool is_whole = write(fd, &seal, sizeof seal) == (ssize_t)sizeof seal;
  return close(fd) == 0 && is_own && is_whole;
}

/* ---- work in progress -------------------------------------------------- */

/* Removes a folder and the files in it. */
static void remove_folder(const char *path)
{
  DIR *folder = opendir(path);
  if (folder) {
    for (struct dirent *entry; (entry = readdir(folder));)
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
        unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
  }
  rmdir(path);
}

void cache_work_end(char *work)
{
  if (work[0]) remove_folder(work);
  work[0] = 0; /* another process may reuse the name */
}

static void work_end(void *work)
{
  cache_work_end(work);
}

/* Returns true for the work folder of a process that was killed. No compilation
 * takes SECONDS. */
static bool is_stale_work(const char *name, const struct stat *status)
{
  enum { SECONDS = 600 };
  return strncmp(name, work_prefix, sizeof work_prefix - 1) == 0 &&
         S_ISDIR(status->st_mode) &&
         difftime(time(NULL), status->st_mtime) > SECONDS;
}

/* Removes the stale work folders in the folder `path`. */
static void remove_stale_work(Run *run, const char *path)
{
  DIR *folder = opendir(path);
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder));) {
    struct stat status;
    if (fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) ==
            0 &&
        is_stale_work(entry->d_name, &status))
      remove_folder(run_printf(run, "%s/%s", path, entry->d_name));
  }
  closedir(folder);
}

char *cache_work(Run *run, const char *folder)
{
  const Where nowhere = {NULL, 0};
  const char *temporary = environment("TMPDIR");
  const char *const places[] = {folder, temporary, "/tmp"};
  int why = 0;
  if (folder) remove_stale_work(run, folder);
  for (size_t i = 0; i < COUNT(places); i++) {
    char *real = places[i] ? realpath(places[i], NULL) : NULL;
    if (places[i] && !real) why = errno;
    if (!real) continue;
    run_defer(run, free, real);
    if (unsafe_folder(run, real)) {
      why = EPERM;
      continue;
    }
    char *work = run_printf(run, "%s/%sXXXXXX", real, work_prefix);
    if (mkdtemp(work)) {
      run_defer(run, work_end, work);
      return work;
    }
    why = errno;
  }
  run_fail(run, nowhere,
           "cannot make a folder to compile in, in %s or in /tmp: %s; set "
           "TMPDIR to a folder that you may write to",
           temporary ? temporary : "$TMPDIR", strerror(why));
}

/* ---- results ----------------------------------------------------------- */

/* Returns the folder of entries, which it makes, or NULL if there is none that
 * only the user can write to. */
static const char *results_folder(Run *run)
{
  const char *why, *folder = find_folder(run);
  if (!folder) return NULL;
  const char *path = run_printf(run, "%s/solvers", folder);
  make_solvers(run, path);
  const char *real = find_solvers(run, path, &why);
  return why ? NULL : real;
}

static const char *result_path(Run *run, const char *folder, const char *name,
                               const char *key)
{
  Hash hash = hash_new();
  hash_text(&hash, version_text());
  hash_text(&hash, key);
  return run_printf(run, "%s/%s-%s.result", folder, name,
                    hash_end_hex(&hash, run));
}

const void *cache_find(Run *run, const char *name, const char *key,
                       size_t length)
{
  size_t found;
  const char *folder = results_folder(run);
  if (!folder) return NULL;
  const char *bytes =
      cache_read(run, result_path(run, folder, name, key), &found);
  return bytes && found == length ? bytes : NULL;
}

void cache_keep(Run *run, const char *name, const char *key, const void *bytes,
                size_t length)
{
  const char *folder = results_folder(run);
  if (!folder || access(folder, W_OK) != 0) return;
  const char *path = result_path(run, folder, name, key);
  char *work = cache_work(run, folder);
  const char *at = run_printf(run, "%s/%s", work, name);
  FILE *file = fopen(at, "w");
  bool is_whole = file && fwrite(bytes, 1, length, file) == length;
  if (file) is_whole = fclose(file) == 0 && is_whole;
  if (is_whole && cache_seal(at, path, bytes, length)) rename(at, path);
  cache_work_end(work);
}

/* ---- all entries ------------------------------------------------------- */

/* Returns true for "pad-<64 digits>" and that end. */
static bool is_entry(const char *name, const char *end)
{
  const char *dash = strrchr(name, '-');
  return dash && strspn(dash + 1, "0123456789abcdef") == HASH_HEX &&
         strcmp(dash + 1 + HASH_HEX, end) == 0;
}

/* Counts the entries; removes them if is_clearing. Returns an errno or 0. */
static int walk(Run *run, bool is_clearing, CacheCount *count)
{
  const char *path = trusted_solvers(run);
  if (!path) return 0;
  DIR *folder = opendir(path);
  int why = folder || errno == ENOENT ? 0 : errno;
  if (!folder) return why;
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *name = entry->d_name;
    const bool is_solver = is_entry(name, ".so");
    struct stat status;
    if (fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    if (is_solver || is_entry(name, ".result")) {
      /* ENOENT: another process has removed the entry. */
      if (is_clearing && unlinkat(dirfd(folder), name, 0) != 0) {
        if (errno != ENOENT) why = errno;
        continue;
      }
      ++*(is_solver ? &count->solvers : &count->results);
      count->bytes += (size_t)status.st_size;
    }
  }
  closedir(folder);
  if (is_clearing) remove_stale_work(run, path);
  return why;
}

CacheCount cache_count(Run *run)
{
  CacheCount count = {0};
  const int why = walk(run, false, &count);
  const Where where = {solvers_path(run), 0};
  if (why) run_fail(run, where, "cannot read: %s", strerror(why));
  return count;
}

CacheCount cache_clear(Run *run)
{
  CacheCount count = {0};
  const int why = walk(run, true, &count);
  const Where where = {solvers_path(run), 0};
  if (why) run_fail(run, where, "cannot be cleared: %s", strerror(why));
  return count;
}
