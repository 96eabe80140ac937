/* fit.h: parameters from measurements. In: logs as CSV files, a Fitting: what a
 * kind of model says of its parameters, its columns and a pass over a log. Out:
 * values, their covariance, what the logs cannot tell.
 *
 * The Run owns all results. The room knows no kind of model, and compiles
 * nothing: the pass comes as a function. */
#ifndef BRISTLE_FIT_FIT_H
#define BRISTLE_FIT_FIT_H

#include "base/base.h"
#include "kinds/kind.h"

/* ---- log.c: measured logs -------------------------------------------------
 */

typedef struct LogColumn {
  const char *name, *unit; /* unit: "" if the header gives none */
  double *values;          /* [rows of the log] */
} LogColumn;

/* Rows of one file, or of one value of its column "log". Times increase. */
typedef struct FitLog {
  const char *name; /* "a.csv", or "a.csv:4" of the value 4 */
  const char *path;
  LogColumn *columns;
  size_t ncolumns, rows;
  size_t dropped;    /* rows of the file without a number in some column */
  size_t *stretches; /* [nstretches + 1]: where each begins, then `rows` */
  size_t nstretches; /* parts between gaps */
  double step;       /* s: the median distance of two rows */
} FitLog;

typedef struct Logs {
  FitLog *list;
  size_t count;
} Logs;

/* Reads the files. The first line of each names the columns: `q [m]`, `q (m)`
 * or `q`. `formulas` are columns to add: "drive=duty*supply", a product or a
 * quotient of columns and numbers. Ends the run at the line of a wrong number,
 * a time that does not increase, or a column without a name. */
Logs *logs_read(Run *run, const char *const *paths, size_t npaths,
                const char *const *formulas, size_t nformulas);
/* Returns the first column of the log that has one of the names, in the unit
 * asked for; a length in mm becomes one in m. NULL: the log has none. `unit`
 * may name several: "N m or V". Ends the run for a unit that does not fit. */
const double *log_column(Run *run, const FitLog *log, const char *const *names,
                         const char *unit);
/* Ends the run: the log lacks a column; says which it has. */
_Noreturn void log_fail_missing(Run *run, const FitLog *log, const char *what);
/* Returns the value of a column at time t after the first row, linear between
 * rows, and that of the last row later. */
double log_value(const double *t, const double *values, size_t rows, double at);
/* Returns the size of the steps that a column moves by, or 0 if its values are
 * no multiples of one. */
double log_count(Run *run, const double *values, size_t n);

/* ---- smooth.c: the path behind an encoder ---------------------------------
 */

/* A position with its derivatives at n times. */
typedef struct FitPath {
  size_t n;
  double *q, *v, *a; /* at a row */
  double *mean;      /* [n - 1]: mean speed to the next row; the last is v */
} FitPath;

/* Returns the smoothed path of measured positions whose errors are rounding to
 * `count`: a Kalman smoother with white jerk, whose density follows the
 * likelihood. dt[k] is the time from row k to the next one. */
FitPath path_smooth(Run *run, const double *dt, const double *q, size_t n,
                    double count);
/* Returns the path of positions and speeds without rounding: accelerations from
 * both. q may be NULL: then it is the integral of v. */
FitPath path_exact(Run *run, const double *dt, const double *q, const double *v,
                   size_t n);

/* ---- what a kind says ------------------------------------------------------
 */

enum { FIT_MOST = 24, FIT_COLUMNS = 10, FIT_LAWS = 8 };

typedef enum FitSort {
  FIT_ASKED,   /* of the spec */
  FIT_SHARED,  /* a nuisance, the same in all logs */
  FIT_STRETCH, /* a nuisance, another one in each stretch */
} FitSort;

/* A number that the pass depends on. Its coordinate, in which the fit works, is
 * ln(value), or ln(value - that of parameter `above`), or value/scale. */
typedef struct FitParameter {
  const char *name, *unit;
  const char *path; /* of the number in the spec: "friction.F_c"; or NULL */
  FitSort sort;
  bool is_linear;
  double scale;     /* of the coordinate of a linear one */
  int above;        /* -1: none */
  double value;     /* of the spec */
  double low, high; /* of the value; of value - that of `above` if above >= 0 */
  const char *limit; /* explains the upper bound: "F_s of the spec", or NULL */
  int group;         /* the output is proportional to the values of a group
                      * together; -1: in none */
  bool is_late;      /* stays at the value of a start until a start is chosen */
  int curve; /* parameters of one number but 0 are told together or not at all
              */
  const char *needs; /* the parameter without which it is not told, or NULL */
} FitParameter;

/* One stretch of a log, as the pass reads it. Where a row has several outputs,
 * the first of all rows stands before the second of all rows. */
typedef struct Track {
  const FitLog *log;
  size_t first; /* row of the log */
  size_t n;     /* outputs: rows times Fitting.outputs */
  size_t skip;  /* the first rows only bring the model into its state: they have
                 * no weight and are not part of the track */
  const double *columns[FIT_COLUMNS];
  const double *measured; /* [n] */
  double *weights;        /* [n] */
  FitPath path;
  const double *t; /* [rows] */
} Track;

/* Evaluates the model over a stretch: model[k] at row k, and its derivatives by
 * the parameters, slopes[k*nparameters + i]; slopes may be NULL. */
typedef void FitPass(int n, const double *const *columns,
                     const double *parameters, double *model, double *slopes);

/* One set of values to start from; those of a family compete. */
typedef struct FitStart {
  double values[FIT_MOST];
  int family;
} FitStart;

/* A Fitting without parameters is a simpler law that drops nothing of the
 * spec's own. */
struct Fitting {
  Run *run;
  const Model *model;    /* the spec's own */
  const Model *varied;   /* the model that the pass is made of */
  const char *law;       /* "lugre", for the table of laws */
  const char *direction; /* what is taken as given, for people */
  const char *output, *unit, *speed_unit; /* "force", "N", "m/s" */
  size_t outputs;                 /* of a row; 0: one */
  const char *const *output_names; /* [outputs]: "fx (N)", or NULL: one */
  FitParameter *parameters;
  size_t nparameters;
  Track *tracks; /* those to fit, then those held out */
  size_t ntracks, nheld;
  double count;         /* of the encoder, in units of `deflection`; 0: none */
  bool is_smoothed;     /* a coarse encoder moves the path itself */
  /* Writes the model over a track with these values, in place of a compiled
   * pass; slopes are then differences. NULL: there is a pass. */
  void (*simulate)(const Fitting *fitting, const Track *track, size_t index,
                   const double *values, double *model);
  const char *template; /* of the pass; its symbol is NAME_pass */
  /* Fills the template's holes. */
  void (*plan)(const Fitting *fitting, Plan *plan);
  /* Adds starts; returns their number, at most `most`. */
  size_t (*starts)(const Fitting *fitting, FitStart *starts, size_t most);
  /* Returns the travel at which friction breaks away with these values. */
  double (*breakaway)(const Fitting *fitting, const double *values);
  /* Fills a track with test motion `i` for a machine with these values; returns
   * its name, or NULL if there are no more. */
  const char *(*motion)(const Fitting *fitting, const double *values, int i,
                        Track *track);
  /* Returns the same tracks with the encoder read once more along the path:
   * other roundings, smoothed again; `seed` chooses the phase. NULL if the kind
   * cannot. */
  void (*read_again)(const Fitting *fitting, const Track *from, uint64_t *seed,
                     Track *to);
  double *steps; /* of the model from a row to the next one; NULL: its step is
                  * exact. Doubled until that moves no parameter. */
  void (*prepare)(const Fitting *fitting); /* steps has changed; or NULL */
  const char *const *notes; /* what was decided, NULL at the end */
  const void *own;          /* of the kind */
};

/* What the user asks for. */
struct FitRequest {
  const char *const *names; /* parameters of the spec */
  size_t nnames;
  const FitLog *const *logs; /* to fit */
  size_t nlogs;
  const FitLog *const *held;
  size_t nheld;
  double split; /* s after the start of the logs: what comes later is held out;
                 * infinite: nothing */
  const char *from; /* "motion", "drive", or NULL: as the spec and logs tell */
  double steps;     /* first value of Fitting.steps; 0: 1 */
  int law;          /* 0: the spec's own; up to FIT_LAWS: simpler ones */
};

/* start.c: returns a copy of a kind's model of `size` bytes for a fit, whose
 * pass is in double and whose numbers are not tuned. */
void *fit_copy(const Model *model, size_t size);
/* Returns true if the user asks for that parameter. */
bool fit_asks(const FitRequest *request, const char *name);
/* Kinds leave out tracks of fewer rows. */
enum { FIT_LEAST_ROWS = 10 };
/* Sets the tracks to fit, then those held out. Fails if there are none to fit.
 */
void fit_set_tracks(Fitting *fitting, const FitRequest *request,
                    Track *const lists[2], const size_t counts[2]);

/* ---- solve.c: least squares -------------------------------------------------
 */

typedef struct Fitted {
  const Fitting *fitting;
  FitPass *pass;
  size_t ncoordinates; /* shared parameters first, then those of stretches */
  size_t nsamples;     /* that count */
  bool is_free[FIT_MOST];
  double *x;        /* [ncoordinates]: of all parameters, free or not */
  bool has_weights; /* large residuals count less */
  double ss;        /* weighted sum of squares */
  double sigma;     /* of a residual */
  int passes;       /* over all tracks */
  bool is_found;
} Fitted;

/* How residuals count: all alike, or large ones less. */
typedef enum FitWeights { WEIGHTS_ROBUST, WEIGHTS_EQUAL } FitWeights;

Fitted *fit_new(const Fitting *fitting, FitPass *pass);
/* Returns the number of the parameter of that name, or -1. */
int fit_find(const Fitting *fitting, const char *name);
/* Returns the rows of a track. */
size_t fit_rows(const Fitting *fitting, const Track *track);
/* Finds the least squares over the tracks to fit: starts, the best refined,
 * then all parameters that are free. */
void fit_solve(Fitted *fit, FitWeights weights);
/* Goes on from fit->x, to the same weights. */
void fit_refine(Fitted *fit);
/* Fits the nuisances of the stretches that were held out to these stretches. */
void fit_held(Fitted *fit);
/* Returns the number of the coordinate of a parameter in a track. */
size_t fit_coordinate(const Fitted *fit, size_t parameter, size_t track);
/* Writes the parameters' values at fit->x, for the pass, in one track. */
void fit_values(const Fitted *fit, size_t track, double *values);
/* Returns the coordinate of a value; `values` has the parameter `above`. */
double fit_coordinate_of(const Fitting *fitting, size_t parameter,
                         const double *values);
/* Writes the bounds of a parameter's coordinate. */
void fit_bounds(const Fitting *fitting, size_t parameter, double bounds[2]);
/* Writes the model over a track whose parameters are those of track `index`,
 * and its slopes by the coordinates of the parameters, [n*nparameters], unless
 * that is NULL. */
void fit_evaluate(Fitted *fit, const Track *track, size_t index, double *model,
                  double *slopes);
/* Returns the root mean square of the residuals of all tracks to fit, or of
 * those held out. */
double fit_rms(Fitted *fit, bool is_held);
/* Returns the end of the tracks to fit, which are the first. */
size_t fit_used(const Fitted *fit);
/* Returns the inverse of the n x n matrix A + diagonal, or false if that is not
 * positive definite. */
bool fit_invert(const double *A, size_t n, double diagonal, double *inverse);

/* ---- tell.c: what the logs tell --------------------------------------------
 */

typedef enum FitTold { TOLD, NOT_TOLD } FitTold;
typedef enum FitInterval {
  INTERVAL_PLAIN,
  INTERVAL_COLOURED, /* sandwich over the time in which residuals are alike */
  INTERVAL_RESAMPLED
} FitInterval;

typedef struct FitMotion {
  const char *name;
  double width; /* of the widest interval with the motion added, by that now */
} FitMotion;

typedef struct FitTelling {
  FitTold told[FIT_MOST];
  const char *why[FIT_MOST];            /* not told, or NULL */
  double low[FIT_MOST], high[FIT_MOST]; /* 95 % */
  double half[FIT_MOST];                /* of the coordinate, 95 % */
  double correlation[FIT_MOST][FIT_MOST];
  FitInterval interval;
  double alike;    /* samples over which residuals are alike; 1: white */
  double white[3]; /* autocorrelation of residuals 1, 5 and 20 rows apart */
  double step_change; /* of a parameter that is told, as a share of it, by the
                       * last doubling of Fitting.steps */
  double counts;   /* of the encoder to breakaway; infinite without one */
  int widest;      /* the parameter with the widest interval, or -1 */
  FitMotion motions[4];
  size_t nmotions;
} FitTelling;

/* Finds what the logs do not tell, fixes it at the spec's value, fits again,
 * and gives intervals for the rest. */
void fit_tell(Fitted *fit, FitTelling *telling);

#endif
