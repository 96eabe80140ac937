/* compress.c: the bristles of model = "compressed". In: the key `bristles` and
 * a Contact with the cells of its pressure. Out: the bristles in place of the
 * cells, and their errors against the cells.
 *
 * Invariant: the errors of the Compression are those of the rule in place. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/compress.h"

/* ---- the key bristles --------------------------------------------------- */

static const char *const of_names[] = {"limit", "motion", NULL};

enum { USUAL_BRISTLES = 16 };

#define AT(member) offsetof(Wish, member)
const Field bristles_fields[BRISTLES_FIELDS] = {
    {"count", FIELD_INTEGER, AT(count), .range = RANGE_WITHIN,
     .low = LEAST_BRISTLES, .high = CUBATURE_MOST,
     .help = "largest number of bristles; bristles = 16 is short for it; 16 by "
             "default, or what degree or tolerance needs"},
    {"degree", FIELD_INTEGER, AT(degree), .range = RANGE_WITHIN, .low = 1,
     .high = 16,
     .help = "degree up to which moments of the pressure agree; by default "
             "what count allows"},
    {"tolerance", FIELD_NUMBER, AT(tolerance), .range = RANGE_WITHIN,
     .low = 1e-6, .high = 1,
     .help = "largest error of the limit surface or motion; takes the fewest "
             "bristles within it; none by default"},
    {"of", FIELD_CHOICE, AT(of), .choices = of_names,
     .help = "what is bounded: the limit surface, of the largest force, or the "
             "scenario's motion, of its path and angle; with count and without "
             "tolerance takes the least error"}};
#undef AT

static Wish read_wish(Run *run, const Value *value)
{
  Wish wish = {0};
  if (!value) {
    wish.count = USUAL_BRISTLES;
  } else if (value->type == VALUE_TABLE) {
    spec_read(run, value, "bristles", bristles_fields, BRISTLES_FIELDS, &wish);
    if (wish.tolerance == 0 && wish.count == 0 && wish.degree == 0)
      run_fail(run, value->where, "bristles needs count, degree or tolerance");
    if (wish.tolerance == 0 && wish.count == 0 && value_get(value, "of"))
      run_fail(run, value_get(value, "of")->where,
               "bristles.of needs a tolerance, or a count up to which the "
               "error is searched");
  } else if (value->type == VALUE_NUMBER && value->number >= LEAST_BRISTLES &&
             value->number <= CUBATURE_MOST &&
             value->number == floor(value->number)) {
    wish.count = (int)value->number;
  } else {
    run_fail(run, value->where,
             "bristles must be a whole number from %d to %d, or { degree = 4 } "
             "or { tolerance = 0.1 }, got %s",
             LEAST_BRISTLES, CUBATURE_MOST, value_describe(run, value));
  }
  wish.is_search = wish.tolerance > 0 || (value && value->type == VALUE_TABLE &&
                                          spec_has(value, "of"));
  return wish;
}

/* ---- rules ------------------------------------------------------------- */

typedef struct Search {
  Run *run;
  const Contact *contact;
  Wish wish;
  CubatureTask task;
  LimitErrors *errors;
  const Recording *exact; /* the scenario of all cells, or NULL */
  Progress progress;
  Where where;
  bool is_given; /* the spec has the wish; else it is the default */
} Search;

static const Cubature *rule_of(const Search *s, int count)
{
  const int least = s->wish.degree > 0 ? s->wish.degree : 1;
  return cubature_find(s->run, &s->task, count, least);
}

/* Ends the run unless there are more cells than `count` bristles. */
static void require_cells(const Search *s, int count)
{
  const int cells = s->contact->cells.count;
  if (count >= cells && !s->is_given)
    run_fail(s->run, s->where,
             "only %d cell%s carr%s force, so there is nothing to compress "
             "into %d bristles, the default; use model = \"distributed\", or "
             "give fewer bristles",
             cells, cells == 1 ? "" : "s", cells == 1 ? "ies" : "y", count);
  if (count >= cells)
    run_fail(s->run, s->where,
             "%d bristles are at least as many as the %d cells that carry "
             "force; use model = \"distributed\"",
             count, cells);
}

/* Returns the rule with the most points up to the count. */
static const Cubature *by_count(const Search *s)
{
  const int count = s->wish.count, degree = s->wish.degree;
  const Cubature *rule = NULL;
  require_cells(s, count);
  for (int n = count; n >= LEAST_BRISTLES && !rule; n--) rule = rule_of(s, n);
  if (!rule)
    run_fail(s->run, s->where,
             "no rule of at most %d bristles has the moments of this pressure "
             "up to degree %d and its mean radius; take more bristles%s",
             count, degree > 0 ? degree : 1,
             degree > 1 ? " or a lower degree" : "");
  return rule;
}

/* Returns the largest number of bristles that is searched. */
static int most_bristles(const Search *s)
{
  const int cells = s->contact->cells.count;
  const int most = s->wish.count > 0 ? s->wish.count : CUBATURE_MOST;
  return cells - 1 < most ? cells - 1 : most;
}

/* Ends the run, since no number of bristles suffices. */
static _Noreturn void refuse(const Search *s, const char *why, const char *less)
{
  const int cells = s->contact->cells.count;
  if (most_bristles(s) < LEAST_BRISTLES)
    run_fail(
        s->run, s->where,
        "only %d cell%s carr%s force, so there is nothing to compress; use "
        "model = \"distributed\"",
        cells, cells == 1 ? "" : "s", cells == 1 ? "ies" : "y");
  run_fail(s->run, s->where,
           "for %d cells that carry force no rule of at most %d bristles %s; "
           "%s%s",
           cells, most_bristles(s), why, less,
           cells <= CUBATURE_MOST ? " or use model = \"distributed\"" : "");
}

/* Returns the rule with the fewest bristles that has the degree. */
static const Cubature *by_degree(const Search *s)
{
  for (int n = LEAST_BRISTLES; n <= most_bristles(s); n++) {
    const Cubature *rule = rule_of(s, n);
    if (rule) return rule;
  }
  refuse(s,
         run_printf(s->run, "has the moments of this pressure up to degree %d",
                    s->wish.degree),
         "lower the degree");
}

/* Replaces the contact's cells by a row of bristles with places of their own.
 */
static void put_in_place(Run *run, Contact *c, const Cubature *rule)
{
  Cells *map = run_alloc(run, sizeof *map);
  *map = c->cells;
  c->map = map;
  c->cells = (Cells){.grid = {rule->count, 1, map->grid.sx, map->grid.sy},
                     .count = rule->count,
                     .x = rule->x,
                     .y = rule->y,
                     .w = rule->w,
                     .all = rule->w};
  c->cells.index = run_alloc(run, (size_t)rule->count * sizeof *c->cells.index);
  for (int k = 0; k < rule->count; k++) c->cells.index[k] = k;
}

/* ---- rules by their error ------------------------------------------------ */

/* Simulations for one search. The first is that of all cells. */
enum { MOST_RUNS = 20 };

/* Returns the recording of the scenario on the rule's bristles, or on all cells
 * if `rule` is NULL; or NULL if the simulation stops. */
static const Recording *simulate(Search *s, const Cubature *rule)
{
  Contact *trial = run_alloc(s->run, sizeof *trial);
  Compression compression = {0};
  *trial = *s->contact;
  trial->model.kind = &contact_kind;
  trial->form = rule ? CONTACT_COMPRESSED : CONTACT_DISTRIBUTED;
  if (rule) {
    compression.degree = rule->degree;
    compression.images = rule->images;
    trial->compression = &compression;
    put_in_place(s->run, trial, rule);
  }
  return motion_of(trial, &s->progress);
}

/* Begins the part of the progress that leads from count n to n + 1. */
static void show_part(Search *s, int n)
{
  const double most = most_bristles(s);
  s->progress.from = (n - LEAST_BRISTLES) / (most + 1 - LEAST_BRISTLES);
  s->progress.part = 1 / (most + 1 - LEAST_BRISTLES);
  progress_show(&s->progress, 0);
}

static void start_motion(Search *s)
{
  if (s->wish.of != OF_MOTION) return;
  if (!s->contact->scenario)
    run_fail(s->run, s->where,
             "bristles.of = \"motion\" compares motions of the scenario; add "
             "scenario = { duration = ..., dt = ..., load or twist = "
             "function(t), fn = ... }");
  s->progress.part = 0.1;
  s->exact = simulate(s, NULL);
  if (!s->exact)
    run_fail(s->run, s->where,
             "the scenario stops with model = \"distributed\", so that "
             "there is no motion to compare; simulate it with that model");
}

/* Fills in the errors of the rule, and returns the one that the wish bounds. */
static double measure(Search *s, const Cubature *rule, Compression *out)
{
  *out = (Compression){.degree = rule->degree, .images = rule->images};
  if (s->wish.of != OF_MOTION) return out->error = limit_error(s->errors, rule);
  const Recording *motion = simulate(s, rule);
  const Deviation deviation =
      motion ? motion_deviation(s->contact, s->exact, motion)
             : (Deviation){INFINITY, INFINITY};
  out->has_motion = true;
  out->motion = number_rounded(deviation.largest, 3);
  out->motion_end = number_rounded(deviation.last, 3);
  return out->motion;
}

/* Returns the least count that may be within tolerance. Where the body turns
 * about a bristle, the force of the bristle reverses, so that one side errs by
 * the share of the bristle, and the largest share is at least 1/count. */
static int least_count(const Search *s)
{
  const double bound = s->wish.of == OF_MOTION || s->wish.tolerance == 0
                           ? 0
                           : ceil(1 / s->wish.tolerance * (1 - 1e-9));
  if (bound > most_bristles(s) && most_bristles(s) >= LEAST_BRISTLES)
    refuse(s,
           run_printf(s->run,
                      "errs by less than %g, since a rule of n bristles errs "
                      "by 1/n or more where the body turns about one of them",
                      s->wish.tolerance),
           "raise the tolerance");
  return (int)fmax(LEAST_BRISTLES, bound);
}

/* Returns the next count after n, so that that many runs reach the most. */
static int next_count(const Search *s, int n, int runs)
{
  if (s->wish.of != OF_MOTION) return n + 1;
  if (runs == 0) return most_bristles(s) + 1;
  const double step = pow((double)most_bristles(s) / n, 1.0 / runs);
  return (int)fmax(n + 1, ceil(n * step - 1e-9));
}

/* Returns the rule with the fewest bristles whose error is within tolerance, or
 * without tolerance the one with the least error, and writes its errors. The
 * error does not fall with every bristle more. */
static const Cubature *by_error(Search *s, Compression *out)
{
  const Cubature *best = NULL;
  double least = INFINITY;
  int runs = MOST_RUNS - 1;
  if (s->wish.count > 0) require_cells(s, s->wish.count);
  start_motion(s);
  for (int n = least_count(s); n <= most_bristles(s);) {
    Compression tried;
    show_part(s, n);
    const Cubature *rule = rule_of(s, n);
    const double error = rule ? measure(s, rule, &tried) : INFINITY;
    if (error < least) least = error, best = rule, *out = tried;
    if (least <= s->wish.tolerance) break;
    n = rule ? next_count(s, n, --runs) : n + 1;
  }
  progress_end(&s->progress);
  if (!best)
    refuse(s,
           run_printf(s->run,
                      "has the moments of this pressure up to degree %d and "
                      "its mean radius",
                      s->wish.degree > 0 ? s->wish.degree : 1),
           s->wish.degree > 1 ? "lower the degree" : "take more bristles");
  if (s->wish.tolerance > 0 && least > s->wish.tolerance)
    refuse(s,
           run_printf(s->run,
                      "errs by less than %g, and the best, of %d, errs by %.3g",
                      s->wish.tolerance, best->count, least),
           "raise the tolerance");
  return best;
}

/* ---- results that are kept ----------------------------------------------- */

typedef struct Kept {
  int count;
  Compression compression;
  double x[CUBATURE_MOST], y[CUBATURE_MOST], w[CUBATURE_MOST];
} Kept;

/* Returns a text of all that the result of the search depends on. */
static const char *search_key(const Search *s)
{
  enum { SEARCH = 1 }; /* raised when a search may find something else */
  const Wish *wish = &s->wish;
  const CubatureTask *task = &s->task;
  const size_t bytes = (size_t)task->count * sizeof(double);
  const double *const lists[] = {task->x, task->y, task->w};
  Hash hash = hash_new();
  for (int i = 0; i < 3; i++) hash_add(&hash, lists[i], bytes);
  hash_add(&hash, task->reach, sizeof task->reach);
  if (wish->of == OF_MOTION)
    hash_text(&hash, spec_hash(s->contact->model.spec));
  return run_printf(s->run, "search %d, of %d, count %d, degree %d, %a, %s",
                    SEARCH, wish->of, wish->count, wish->degree,
                    wish->tolerance, hash_end_hex(&hash, s->run));
}

static const Cubature *take_kept(Search *s, const char *key, Compression *out)
{
  const Kept *kept = cache_find(s->run, "bristles", key, sizeof *kept);
  if (!kept || kept->count < 1 || kept->count > CUBATURE_MOST) return NULL;
  Kept *own = run_alloc(s->run, sizeof *own);
  Cubature *rule = run_alloc(s->run, sizeof *rule);
  memcpy(own, kept, sizeof *own);
  *out = own->compression;
  *rule =
      (Cubature){own->count, out->degree, out->images, own->x, own->y, own->w};
  return rule;
}

static void keep(const Search *s, const char *key, const Cubature *rule,
                 const Compression *compression)
{
  Kept *kept = run_alloc(s->run, sizeof *kept);
  const size_t bytes = (size_t)rule->count * sizeof(double);
  kept->count = rule->count;
  kept->compression = *compression;
  memcpy(kept->x, rule->x, bytes);
  memcpy(kept->y, rule->y, bytes);
  memcpy(kept->w, rule->w, bytes);
  cache_keep(s->run, "bristles", key, kept, sizeof *kept);
}

static const Cubature *search(Search *s, Compression *out)
{
  const char *key = search_key(s);
  const Cubature *rule = take_kept(s, key, out);
  if (rule) return rule;
  rule = by_error(s, out);
  out->error = limit_error(s->errors, rule);
  keep(s, key, rule, out);
  return rule;
}

void contact_compress(Run *run, Contact *c, const Value *bristles, Where where)
{
  const Grid *grid = &c->cells.grid;
  if (c->levels || c->area) {
    const Wish wish = read_wish(run, bristles);
    contact_compress_levels(run, c, &wish, bristles ? bristles->where : where);
    return;
  }
  Search s = {.run = run,
              .contact = c,
              .wish = read_wish(run, bristles),
              .errors = limit_errors_new(run, c),
              .progress = progress_start(c->model.name),
              .where = bristles ? bristles->where : where,
              .is_given = bristles != NULL};
  s.task = (CubatureTask){c->cells.count,
                          c->cells.x,
                          c->cells.y,
                          c->cells.w,
                          {grid->sx / grid->nx / 2, grid->sy / grid->ny / 2},
                          limit_cost,
                          s.errors};
  Compression *compression = run_alloc(run, sizeof *compression);
  const Cubature *rule = s.wish.is_search   ? search(&s, compression)
                         : s.wish.count > 0 ? by_count(&s)
                                            : by_degree(&s);
  progress_end(&s.progress);
  if (!s.wish.is_search)
    *compression = (Compression){.degree = rule->degree,
                                 .images = rule->images,
                                 .error = limit_error(s.errors, rule)};
  c->compression = compression;
  put_in_place(run, c, rule);
}

const Cells *contact_map(const Contact *c)
{
  return c->map ? c->map : &c->cells;
}

const Contact *contact_of_map(const Contact *c)
{
  if (!c->map) return c;
  Contact *whole = run_alloc(c->model.run, sizeof *whole);
  *whole = *c;
  whole->form = CONTACT_DISTRIBUTED;
  whole->cells = *c->map;
  whole->levels = c->map_levels;
  if (c->map_area) whole->area = c->map_area;
  whole->map = NULL;
  whole->map_levels = NULL;
  whole->compression = NULL;
  return whole;
}

/* ---- the report --------------------------------------------------------- */

void contact_report_compression(const Contact *c, Report *report)
{
  static const char *const columns[] = {"x", "y", "w", "area"};
  static const char *const titles[] = {"x (m)", "y (m)", "share", "of the area"};
  const size_t count = (size_t)c->cells.count, wide = c->area ? 4 : 3;
  double *rows = run_doubles(report->run, wide * count);
  for (size_t k = 0; k < count; k++) {
    double *row = rows + wide * k;
    row[0] = c->cells.x[k];
    row[1] = c->cells.y[k];
    row[2] = c->cells.w[k];
    if (c->area) row[3] = c->area->share[k];
  }
  report_integer(report, "degree", "moments matched up to degree",
                 c->compression->degree, NULL);
  report_integer(report, "images", "turns and mirrors kept",
                 c->compression->images, NULL);
  report_number(report, "limit_error", "limit surface, largest error found",
                c->compression->error, "of the largest force");
  if (c->area)
    report_number(report, "slide_error", "force of a slide, largest error",
                  c->compression->slide, "of the largest force");
  if (c->compression->has_motion) {
    const char *of = c->scenario->load ? "of the path or angle"
                                       : "of the largest force or torque";
    report_number(report, "motion_error", "scenario, largest deviation",
                  c->compression->motion, of);
    report_number(report, "motion_end_error", "scenario, deviation at the end",
                  c->compression->motion_end, of);
  }
  report_rows(report, "bristles", "bristles", columns, titles, wide, rows,
              count);
}
