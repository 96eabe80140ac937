/* inside.h: declarations that the files of the study room share: of bench the
 * turns of programs; of a sweep the parameters of a row, its line, the file
 * that keeps lines, the processes. The Run owns all results. */
#ifndef BRISTLE_STUDY_INSIDE_H
#define BRISTLE_STUDY_INSIDE_H

#include "results/results.h"
#include "study/study.h"

/* ---- race.c: times of several programs that take turns --------------------
 */

typedef struct Racer {
  /* Runs `count` steps of the round, from step `from` on. */
  void (*advance)(void *self, int from, int count);
  void *self;
  int steps; /* of a round */
  /* ns of a whole round. Each is a sum over the slices of a round: of the least
   * time of the slice, of the quartiles of its times. */
  double best, low, median, high;
  int rounds; /* that were measured */
} Racer;

/* Times all racers. Each first runs a round or more without being timed. */
void race_run(Run *run, Racer *racers, size_t count);

/* ---- samples.c: the parameters of a row ----------------------------------
 */

/* Returns the number of rows of all shards. Ends the run if there are too many.
 */
long sweep_rows(Run *run, const Sweep *sweep);
/* Writes the value of each axis in that row, rounded to 12 digits so that
 * machines agree on it. The last axis changes fastest; samples are slower than
 * the axes with counts. */
void sweep_values(const Sweep *sweep, long row, double *values);
/* Returns the coordinate of a point of the Sobol sequence in (0, 1), shifted by
 * the seed; dimensions from 0. */
double sobol_point(uint64_t index, int dimension, uint64_t seed);

/* ---- rows.c: a row as a line ----------------------------------------------
 */

/* A sweep with what all rows share. */
typedef struct Study {
  const Sweep *sweep;
  long rows;             /* of all shards */
  const Column *columns; /* of recordings */
  size_t ncolumns;
  bool is_tuned[SWEEP_MOST_AXES]; /* the axes that need no new code */
  const Backend *backend;
  const Solver *solver; /* of all rows, or NULL: each row compiles its own */
  const Spec *measures; /* the functions, or NULL: the default measures */
  const char *header;   /* the first line of the CSV, without a line feed */
  const char *hash;     /* of all that the rows depend on */
  size_t nmeasures;
} Study;

/* Finds what is wrong with every row: simulates the start of the spec's own
 * scenario, and reads the measures. */
Study *study_open(Run *run, const Sweep *sweep);
/* Simulates a row in a run of its own. Returns its line with a line feed; the
 * caller frees it. Returns NULL if the memory is exhausted. */
char *study_line(const Study *study, long row);
/* Returns the line of a row that has that error. */
char *study_error_line(const Study *study, long row, const char *error);
/* Returns true if the line says that the row has no error. */
bool line_is_ok(size_t naxes, const char *line);

/* ---- shards.c: the file of a shard -----------------------------------------
 */

/* The file of a shard: a line with its identity, the header, then the lines of
 * finished rows in the order in which they came. Only whole lines count. */
typedef struct ShardFile {
  Run *run;
  const Study *study;
  const char *path;
  int fd;
  unsigned char *is_done; /* [rows of the shard] */
  long rows, done, failed;
} ShardFile;

/* Opens or makes the file, drops a line that is not whole, and notes the rows
 * that it holds. Ends the run if the file belongs to another sweep, or if
 * another process writes it. */
ShardFile *shard_open(Run *run, const Study *study, const char *path);
/* Appends a whole line. */
void shard_add(ShardFile *file, long row, const char *line);
/* Sorts the lines of a complete file. If `out` is its path, the file keeps its
 * identity; otherwise `out` gets the header and the rows alone. */
void shard_sort(ShardFile *file, const char *out);

/* ---- workers.c: processes ---------------------------------------------------
 */

/* Simulates the missing rows of the shard and adds their lines. */
void workers_run(Run *run, const Study *study, ShardFile *file, int jobs);

#endif
