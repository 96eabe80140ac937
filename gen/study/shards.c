/* shards.c: the file of a shard. In: lines of finished rows. Out: a file that
 * survives the end of the process at any moment, and its sorted form.
 *
 * Invariant: a row counts if its line ends with a line feed. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "study/inside.h"

#define IDENTITY "# bristle sweep "

/* ---- lines
 * -------------------------------------------------------------------
 */

/* Returns the row at the start of a line, or -1. */
static long row_of(const char *line)
{
  char *end;
  if (*line < '0' || *line > '9') return -1;
  const long row = strtol(line, &end, 10);
  return *end == ',' ? row : -1;
}

typedef struct Lines {
  FILE *in;
  char *line; /* the present one, with its line feed */
  size_t room;
} Lines;

static void lines_close(void *context)
{
  Lines *lines = context;
  free(lines->line);
  if (lines->in) fclose(lines->in);
}

static Lines *lines_open(Run *run, const char *path)
{
  const Where where = {path, 0};
  Lines *lines = run_alloc(run, sizeof *lines);
  lines->in = fopen(path, "re");
  if (!lines->in) run_fail(run, where, "cannot read: %s", strerror(errno));
  run_defer(run, lines_close, lines);
  return lines;
}

/* Returns the length of the next whole line, or 0. */
static size_t lines_next(Lines *lines)
{
  const ssize_t length = getline(&lines->line, &lines->room, lines->in);
  return length > 0 && lines->line[length - 1] == '\n' ? (size_t)length : 0;
}

/* ---- the file while the sweep runs
 * -------------------------------------------
 */

static const char *identity(Run *run, const Study *study)
{
  const Sweep *s = study->sweep;
  return run_printf(run, IDENTITY "%s shard %ld of %ld, %ld rows\n%s\n",
                    study->hash, s->shard, s->shards, study->rows,
                    study->header);
}

static void write_all(Run *run, const char *path, int fd, const char *bytes,
                      size_t length)
{
  const Where where = {path, 0};
  while (length > 0) {
    const ssize_t n = write(fd, bytes, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) run_fail(run, where, "cannot write: %s", strerror(errno));
    bytes += n;
    length -= (size_t)n;
  }
}

static void close_file(void *context)
{
  close(((ShardFile *)context)->fd);
}

/* Returns false if others keep the file. Workers of a sweep that was killed
 * have it for a moment longer. */
static bool lock_soon(int fd)
{
  const struct timespec pause = {.tv_nsec = 20000000};
  for (int i = 0; i < 500; i++) { /* ten seconds */
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return true; /* no locks here */
    nanosleep(&pause, NULL);
  }
  return false;
}

/* A device or a pipe has no rows to resume from, and another file must not take
 * its place. */
static void expect_file(Run *run, const char *path)
{
  const Where where = {path, 0};
  struct stat status;
  if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
    run_fail(run, where,
             "a sweep must be written to a file, which this is not");
}

/* Opens the file for this process alone. */
static void lock_file(ShardFile *file)
{
  const Where where = {file->path, 0};
  expect_file(file->run, file->path);
  file->fd = open(file->path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0666);
  if (file->fd < 0)
    run_fail(file->run, where, "cannot write: %s", strerror(errno));
  run_defer(file->run, close_file, file);
  if (!lock_soon(file->fd))
    run_fail(file->run, where, "another process runs this sweep now");
}

static void note_row(ShardFile *file, const char *line, long number)
{
  const Sweep *s = file->study->sweep;
  const long row = row_of(line);
  const Where where = {file->path, (int)number};
  if (row < 0 || row >= file->study->rows || row % s->shards != s->shard)
    run_fail(file->run, where, "this is no row of the sweep; remove the file");
  if (file->is_done[row / s->shards]++)
    run_fail(file->run, where, "row %ld is there twice; remove the file", row);
  file->done++;
  if (!line_is_ok(s->naxes, line)) file->failed++;
}

ShardFile *shard_open(Run *run, const Study *study, const char *path)
{
  const Sweep *s = study->sweep;
  const Where where = {path, 1};
  const char *head = identity(run, study);
  ShardFile *file = run_alloc(run, sizeof *file);
  *file = (ShardFile){.run = run, .study = study, .path = path};
  file->rows = (study->rows - s->shard + s->shards - 1) / s->shards;
  file->is_done = run_alloc(run, (size_t)file->rows + 1);
  lock_file(file);
  Lines *lines = lines_open(run, path);
  size_t end = 0, length;
  for (long number = 1; (length = lines_next(lines)) > 0; number++) {
    const bool is_head = number <= 2;
    if (is_head && strncmp(head + end, lines->line, length) != 0)
      run_fail(
          run, where,
          "the file holds rows of another sweep: the spec, its measures or "
          "the options were different; remove the file, or write to "
          "another one");
    if (!is_head) note_row(file, lines->line, number);
    end += length;
  }
  const size_t head_length = strlen(head);
  if (end < head_length) end = 0;
  if (ftruncate(file->fd, (off_t)end) != 0)
    run_fail(run, where, "cannot write: %s", strerror(errno));
  if (end == 0) write_all(run, path, file->fd, head, head_length);
  return file;
}

void shard_add(ShardFile *file, long row, const char *line)
{
  const Sweep *s = file->study->sweep;
  write_all(file->run, file->path, file->fd, line, strlen(line));
  file->is_done[row / s->shards] = 1;
  file->done++;
  if (!line_is_ok(s->naxes, line)) file->failed++;
}

/* ---- sorted files
 * -------------------------------------------------------------
 */

/* A file that takes the place of `path` when it is complete. */
typedef struct Output {
  Run *run;
  const char *path, *draft;
  FILE *out;
} Output;

static void output_drop(void *context)
{
  Output *output = context;
  if (!output->out) return;
  fclose(output->out);
  unlink(output->draft);
}

static Output *output_open(Run *run, const char *path)
{
  const Where where = {path, 0};
  expect_file(run, path);
  Output *output = run_alloc(run, sizeof *output);
  const char *target = file_target(run, path);
  *output = (Output){run, target, run_printf(run, "%s.draft", target), NULL};
  output->out = fopen(output->draft, "we");
  if (!output->out) run_fail(run, where, "cannot write: %s", strerror(errno));
  run_defer(run, output_drop, output);
  return output;
}

static void output_close(Output *output)
{
  const Where where = {output->path, 0};
  FILE *out = output->out;
  output->out = NULL;
  const bool is_whole = !ferror(out) & (fclose(out) == 0);
  if (is_whole && rename(output->draft, output->path) == 0) return;
  const int reason = errno;
  unlink(output->draft);
  run_fail(output->run, where, "cannot write: %s", strerror(reason));
}

void shard_sort(ShardFile *file, const char *out)
{
  Run *run = file->run;
  const Study *study = file->study;
  const Where where = {file->path, 0};
  off_t *places = run_alloc(run, ((size_t)file->rows + 1) * sizeof *places);
  Lines *lines = lines_open(run, file->path);
  size_t length;
  for (off_t at = 0; (length = lines_next(lines)) > 0; at += (off_t)length) {
    const long row = row_of(lines->line);
    if (row >= 0) places[row / study->sweep->shards] = at;
  }
  Output *output = output_open(run, out);
  if (strcmp(out, file->path) == 0)
    fputs(identity(run, study), output->out);
  else
    fprintf(output->out, "%s\n", study->header);
  for (long i = 0; i < file->rows; i++) {
    if (fseeko(lines->in, places[i], SEEK_SET) != 0 || !lines_next(lines))
      run_fail(run, where, "cannot read: %s", strerror(errno));
    fputs(lines->line, output->out);
  }
  output_close(output);
}

/* ---- merging
 * -------------------------------------------------------------------
 */

typedef struct Part {
  const char *path;
  char hash[HASH_HEX + 1];
  long shard, shards, rows;
  Lines *lines;
} Part;

static void read_identity(Run *run, const char *path, Part *part)
{
  const Where where = {path, 1};
  part->path = path;
  part->lines = lines_open(run, path);
  const size_t length = lines_next(part->lines);
  if (length == 0 ||
      sscanf(part->lines->line,
             IDENTITY "%64[0-9a-f] shard %ld of %ld, %ld rows", part->hash,
             &part->shard, &part->shards, &part->rows) != 4)
    run_fail(run, where, "this is no file of a shard, as in F.csv.0-of-4");
}

/* Returns the parts in the order of the shards. */
static Part *order_parts(Run *run, const char *const *paths, size_t count)
{
  const Where nowhere = {NULL, 0};
  Part *parts = run_alloc(run, count * sizeof *parts);
  for (size_t i = 0; i < count; i++) {
    Part part = {NULL};
    read_identity(run, paths[i], &part);
    const Where where = {paths[i], 0};
    if (part.shards > (long)count)
      run_fail(run, where,
               "the sweep has %ld shards, but %zu files are given; one is "
               "missing",
               part.shards, count);
    if (part.shards < (long)count)
      run_fail(run, where, "the sweep has %ld shards, but %zu files are given",
               part.shards, count);
    if (part.shard < 0 || part.shard >= part.shards)
      run_fail(run, where, "shard %ld of %ld does not exist", part.shard,
               part.shards);
    if (parts[part.shard].path)
      run_fail(run, where, "shard %ld is also in %s", part.shard,
               parts[part.shard].path);
    parts[part.shard] = part;
  }
  for (size_t i = 1; i < count; i++)
    if (strcmp(parts[i].hash, parts[0].hash) != 0 ||
        parts[i].rows != parts[0].rows)
      run_fail(run, nowhere, "%s and %s are of different sweeps", parts[0].path,
               parts[i].path);
  return parts;
}

/* The merged file must not take the place of a shard. */
static void require_other(Run *run, const Part *parts, size_t count,
                          const char *out)
{
  struct stat own, part;
  if (stat(out, &own) != 0) return;
  for (size_t i = 0; i < count; i++) {
    const Where where = {parts[i].path, 0};
    if (stat(parts[i].path, &part) == 0 && part.st_dev == own.st_dev &&
        part.st_ino == own.st_ino)
      run_fail(run, where,
               "the merged rows must go to another file than that of a shard; "
               "give -o another name");
  }
}

/* Reads the line of a row; the lines of a finished shard are in order. */
static void next_row(Run *run, Part *part, long row)
{
  const Where where = {part->path, 0};
  const size_t length = lines_next(part->lines);
  const long found = length > 0 ? row_of(part->lines->line) : -1;
  if (length > 0 && found == row) return;
  if (length > 0 && found >= 0 && found < row)
    run_fail(run, where, "row %ld is there twice or out of order", found);
  run_fail(run, where, "row %ld is missing; has this shard ended?", row);
}

/* Returns the number of the columns between `row` and `status` of a header. */
static size_t axes_of(const char *header)
{
  const char *status = strstr(header, ",status");
  size_t commas = 0;
  for (const char *c = header; status && c < status; c++) commas += *c == ',';
  return commas;
}

SweepResult sweep_merge(Run *run, const char *const *paths, size_t count,
                        const char *out)
{
  Part *parts = order_parts(run, paths, count);
  require_other(run, parts, count, out);
  Output *output = output_open(run, out);
  SweepResult result = {.path = out, .rows = parts[0].rows};
  for (size_t i = 0; i < count; i++) lines_next(parts[i].lines);
  fputs(parts[0].lines->line, output->out);
  const size_t naxes = axes_of(parts[0].lines->line);
  for (long row = 0; row < result.rows; row++) {
    Part *part = &parts[(size_t)row % count];
    next_row(run, part, row);
    fputs(part->lines->line, output->out);
    result.failed += !line_is_ok(naxes, part->lines->line);
  }
  for (size_t i = 0; i < count; i++) {
    const Where where = {parts[i].path, 0};
    if (lines_next(parts[i].lines) > 0)
      run_fail(run, where, "row %ld is there twice or does not exist",
               row_of(parts[i].lines->line));
  }
  output_close(output);
  return result;
}
