/* compress_levels.c: the bristles of model = "compressed" with several shares: of
 * the load at levels of the normal force, or of the area and of the load. In:
 * the wish of the key `bristles`, and a Contact with levels or areas. Out:
 * bristles with these shares, and their errors against the cells.
 *
 * Invariant: shares are linear between levels, as those of the cells are, so
 * that moments that agree at all levels agree at all forces. */
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

/* The limit surface is judged at the least, a middle and the largest force. */
enum { JUDGED = 3 };
/* The shares of a contact with areas. */
enum { OF_AREA, OF_LOAD, AREA_SHARES };
/* Beside the fourth powers of the errors at the 400 twists of limit_cost stands
 * SLIDE_COST*(SLIDE_TIMES*e)^4 of the largest error e of a slide's force, as if
 * each of these twists had 3.8 e. 13 bristles of a Hertz disc then err by 3.6 % in
 * a slide and by 20 % on the limit surface; with e at each twist by 5.5 % and 17 %,
 * without this term by 22 % and 28 %. */
enum { SLIDE_COST = 1000, SLIDE_TIMES = 3 };

typedef struct Search {
  Run *run;
  const Contact *contact; /* with all cells */
  const Wish *wish;
  LevelsTask task;
  LimitErrors *errors[JUDGED];
  int judged[JUDGED];     /* levels */
  int judges;             /* of them */
  const Recording *exact; /* the scenario of all cells, or NULL */
  Progress progress;
  Where where;
} Search;

static Cubature at_level(const CubatureLevels *rule, int level)
{
  return (Cubature){rule->count, rule->degree, rule->images,
                    rule->x,     rule->y,      rule->w[level]};
}

/* Returns the force of a slide by s at a pressure whose mean gives way at 1, over
 * the largest: each part is elastic up to its share of the load. */
static double slide_force(int count, const double *area, const double *load,
                          double s)
{
  double sum = 0;
  for (int k = 0; k < count; k++) sum += fmin(area[k] * s, load[k]);
  return sum;
}

/* Returns the largest difference of that force from the cells', up to 4 times
 * the mean; infinity if a bristle has no part of the area or of the load. */
static double slide_error(const Search *s, const CubatureLevels *rule)
{
  enum { POINTS = 80 };
  double worst = 0;
  if (!s->contact->area) return 0;
  for (int k = 0; k < rule->count; k++)
    if (!(rule->w[OF_AREA][k] > 0) || !(rule->w[OF_LOAD][k] > 0))
      return INFINITY;
  for (int i = 1; i <= POINTS; i++) {
    const double way = 4.0 * i / POINTS;
    const double few =
        slide_force(rule->count, rule->w[OF_AREA], rule->w[OF_LOAD], way);
    const double all = slide_force(s->task.count, s->task.w[OF_AREA],
                                   s->task.w[OF_LOAD], way);
    worst = fmax(worst, fabs(few - all));
  }
  return worst;
}

static double cost_of(void *context, const CubatureLevels *rule)
{
  const Search *s = context;
  const double slide = SLIDE_TIMES * slide_error(s, rule);
  double sum = SLIDE_COST * slide * slide * slide * slide;
  for (int i = 0; i < s->judges; i++) {
    const Cubature c = at_level(rule, s->judged[i]);
    sum += limit_cost(s->errors[i], &c);
  }
  return sum;
}

static double limit_of(const Search *s, const CubatureLevels *rule)
{
  double worst = 0;
  for (int i = 0; i < s->judges; i++) {
    const Cubature c = at_level(rule, s->judged[i]);
    worst = fmax(worst, limit_error(s->errors[i], &c));
  }
  return worst;
}

/* Gives the contact the bristles' levels. Returns their shares at its fn. */
static double *put_levels(Search *s, Contact *c, const CubatureLevels *rule)
{
  const Levels *cells = c->levels;
  Levels *levels = run_alloc(s->run, sizeof *levels);
  const Grid grid = {rule->count, 1, c->cells.grid.sx, c->cells.grid.sy};
  double *here = run_doubles(s->run, (size_t)rule->count);
  *levels = (Levels){cells->count, cells->fn, rule->w, cells->error};
  levels_weights(levels, &grid, c->fn, here);
  c->map_levels = cells;
  c->levels = levels;
  return here;
}

/* Replaces the contact's cells by bristles with all their shares. */
static void put_in_place(Search *s, Contact *c, const CubatureLevels *rule)
{
  Run *run = s->run;
  Cells *map = run_alloc(run, sizeof *map);
  const Cubature row = at_level(rule, 0);
  const Grid grid = {rule->count, 1, c->cells.grid.sx, c->cells.grid.sy};
  double *here = c->area ? rule->w[OF_LOAD] : put_levels(s, c, rule);
  *map = c->cells;
  c->map = map;
  if (c->area) {
    c->map_area = c->area;
    c->area = contact_area_new(run, c->area, rule->count, rule->w[OF_AREA],
                               rule->w[OF_LOAD]);
  }
  c->cells = (Cells){grid, rule->count, NULL, row.x, row.y, here, here, NULL};
  c->cells.index = run_alloc(run, (size_t)rule->count * sizeof *c->cells.index);
  for (int k = 0; k < rule->count; k++) c->cells.index[k] = k;
}

/* ---- the error ----------------------------------------------------------- */

static const Recording *simulate(Search *s, const CubatureLevels *rule)
{
  Contact *trial = run_alloc(s->run, sizeof *trial);
  Compression compression = {0};
  *trial = *s->contact;
  trial->model.kind = &contact_kind;
  trial->form = rule ? CONTACT_COMPRESSED : CONTACT_DISTRIBUTED;
  if (rule) {
    trial->compression = &compression;
    put_in_place(s, trial, rule);
  }
  return motion_of(trial, &s->progress);
}

/* Fills in the errors of the rule, and returns the one that the wish bounds. */
static double measure(Search *s, const CubatureLevels *rule, Compression *out)
{
  *out = (Compression){.degree = rule->degree,
                       .images = rule->images,
                       .error = limit_of(s, rule)};
  const double slide = slide_error(s, rule);
  if (!isfinite(slide)) return INFINITY;
  out->slide = number_rounded(slide, 3);
  if (s->wish->of != OF_MOTION)
    return s->contact->area && !s->wish->is_search ? slide : out->error;
  if (!s->exact) s->exact = simulate(s, NULL);
  if (!s->exact)
    run_fail(s->run, s->where,
             "the scenario stops with model = \"distributed\", so that there "
             "is no motion to compare; simulate it with that model");
  const Recording *motion = simulate(s, rule);
  const Deviation deviation =
      motion ? motion_deviation(s->contact, s->exact, motion)
             : (Deviation){INFINITY, INFINITY};
  out->has_motion = true;
  out->motion = number_rounded(deviation.largest, 3);
  out->motion_end = number_rounded(deviation.last, 3);
  return out->motion;
}

/* ---- the search ---------------------------------------------------------- */

static int most_bristles(const Search *s)
{
  const int most = s->wish->count > 0 ? s->wish->count : CUBATURE_MOST;
  return most < s->task.count ? most : s->task.count - 1;
}

static _Noreturn void refuse(const Search *s, double least)
{
  Run *run = s->run;
  const Wish *wish = s->wish;
  const char *found =
      isfinite(least) ? run_printf(run, "; the best errs by %.3g", least) : "";
  const char *asked =
      wish->tolerance > 0
          ? run_printf(run, " and errs by less than %g", wish->tolerance)
          : "";
  run_fail(run, s->where,
           "no rule of at most %d of the %d cells has the moments of this "
           "pressure up to degree %d %s%s%s; take more bristles, a lower "
           "degree or a larger tolerance",
           most_bristles(s), s->task.count,
           wish->degree > 0 ? wish->degree : 1,
           s->contact->area
               ? "for load and for area"
               : run_printf(run, "at all %d levels of fn", s->task.levels),
           asked, found);
}

/* Returns the rule that the wish asks for, and writes its errors: with a count
 * the one of so many bristles; with a tolerance or a degree that with the
 * fewest, of counts that grow by a quarter. */
static const CubatureLevels *search(Search *s, Compression *out)
{
  const Wish *wish = s->wish;
  const CubatureLevels *best = NULL;
  double least = INFINITY;
  for (int i = 0; i < s->judges; i++)
    s->errors[i] = limit_errors_new(
        s->run, s->contact->area
                    ? s->contact
                    : contact_at(s->contact,
                                 s->contact->levels->fn[s->judged[i]]));
  const int most = most_bristles(s), degree = wish->degree > 0 ? wish->degree : 1;
  const bool is_single = wish->count > 0 && !wish->is_search;
  for (int n = is_single ? most : 4; n <= most;) {
    Compression tried;
    progress_show(&s->progress, (double)n / (most + 1));
    const CubatureLevels *rule =
        cubature_levels(s->run, &s->task, n, degree);
    const double error = rule ? measure(s, rule, &tried) : INFINITY;
    if (error < least) least = error, best = rule, *out = tried;
    if (is_single && s->contact->area) { /* the best of three counts */
      n -= 1 + most / 8;
      if (n < LEAST_BRISTLES || n < 2 * most / 3) break;
      continue;
    }
    if (best && (!wish->is_search || least <= wish->tolerance)) break;
    n = n < most && n + 1 + n / 4 > most ? most : n + 1 + n / 4;
  }
  progress_end(&s->progress);
  if (!best || (wish->tolerance > 0 && least > wish->tolerance))
    refuse(s, least);
  return best;
}

static void prepare(Search *s)
{
  const Contact *c = s->contact;
  const Levels *l = c->levels;
  const size_t n = (size_t)c->cells.count;
  const int levels = c->area ? AREA_SHARES : l->count;
  const double *shares[AREA_SHARES] = {contact_pulls(c), c->cells.w};
  double **w = run_alloc(s->run, (size_t)levels * sizeof *w);
  for (int i = 0; i < levels; i++) {
    w[i] = run_doubles(s->run, n);
    for (size_t k = 0; k < n; k++)
      w[i][k] = c->area ? shares[i][k] : l->all[i][c->cells.index[k]];
  }
  const Grid *grid = &c->cells.grid;
  s->task = (LevelsTask){c->cells.count,
                         levels,
                         c->cells.x,
                         c->cells.y,
                         (const double *const *)w,
                         {grid->sx / grid->nx / 2, grid->sy / grid->ny / 2},
                         cost_of,
                         s};
  s->judges = c->area ? 1 : JUDGED;
  for (int i = 0; i < s->judges; i++)
    s->judged[i] = c->area ? OF_LOAD : i * (levels - 1) / (JUDGED - 1);
}

/* ---- results that are kept ----------------------------------------------- */

typedef struct Kept {
  int count;
  Compression compression;
  double x[CUBATURE_MOST], y[CUBATURE_MOST];
  double w[LEVELS_MOST][CUBATURE_MOST];
} Kept;

/* Returns a text of all that the result of the search depends on. */
static const char *search_key(const Search *s)
{
  enum { SEARCH = 1 }; /* raised when a search may find something else */
  const Wish *wish = s->wish;
  const size_t bytes = (size_t)s->task.count * sizeof(double);
  Hash hash = hash_new();
  hash_add(&hash, s->task.x, bytes);
  hash_add(&hash, s->task.y, bytes);
  for (int l = 0; l < s->task.levels; l++) hash_add(&hash, s->task.w[l], bytes);
  hash_add(&hash, s->task.reach, sizeof s->task.reach);
  if (wish->of == OF_MOTION)
    hash_text(&hash, spec_hash(s->contact->model.spec));
  return run_printf(s->run, "%s %d, of %d, %d, count %d, degree %d, %a, %s",
                    s->contact->area ? "area" : "levels", SEARCH, wish->of,
                    wish->is_search, wish->count,
                    wish->degree, wish->tolerance, hash_end_hex(&hash, s->run));
}

static const CubatureLevels *take_kept(Search *s, const char *key,
                                       Compression *out)
{
  const Kept *kept = cache_find(s->run, "bristles", key, sizeof *kept);
  if (!kept || kept->count < 1 || kept->count > CUBATURE_MOST) return NULL;
  Kept *own = run_alloc(s->run, sizeof *own);
  CubatureLevels *rule = run_alloc(s->run, sizeof *rule);
  memcpy(own, kept, sizeof *own);
  *out = own->compression;
  *rule = (CubatureLevels){own->count, out->degree, out->images,
                           own->x,     own->y,      NULL};
  rule->w = run_alloc(s->run, (size_t)s->task.levels * sizeof *rule->w);
  for (int l = 0; l < s->task.levels; l++) rule->w[l] = own->w[l];
  return rule;
}

static const CubatureLevels *recall(Search *s, Compression *out)
{
  const char *key = search_key(s);
  const CubatureLevels *rule = take_kept(s, key, out);
  if (rule) return rule;
  rule = search(s, out);
  Kept *kept = run_alloc(s->run, sizeof *kept);
  const size_t bytes = (size_t)rule->count * sizeof(double);
  kept->count = rule->count;
  kept->compression = *out;
  memcpy(kept->x, rule->x, bytes);
  memcpy(kept->y, rule->y, bytes);
  for (int l = 0; l < s->task.levels; l++) memcpy(kept->w[l], rule->w[l], bytes);
  cache_keep(s->run, "bristles", key, kept, sizeof *kept);
  return rule;
}

void contact_compress_levels(Run *run, Contact *c, const Wish *wish,
                             Where where)
{
  Search s = {.run = run,
              .contact = c,
              .wish = wish,
              .progress = progress_start(c->model.name),
              .where = where};
  Compression *compression = run_alloc(run, sizeof *compression);
  if (wish->of == OF_MOTION && !c->scenario)
    run_fail(run, where,
             "bristles.of = \"motion\" compares motions of the scenario; add "
             "scenario = { duration = ..., dt = ..., load or twist = "
             "function(t), fn = ... }");
  prepare(&s);
  const CubatureLevels *rule = recall(&s, compression);
  c->compression = compression;
  put_in_place(&s, c, rule);
}
