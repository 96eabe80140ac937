/* compress.c: the bristles of model = "compressed". In: the key `bristles` and
 * a Contact with the cells of its pressure. Out: the bristles in place of the
 * cells, and the error of their limit surface against the map's.
 *
 * Invariant: no sample that the search evaluates has a larger error than the
 * reported one. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/contact.h"

/* ---- the key bristles --------------------------------------------------- */

typedef struct Wish {
  int count, degree; /* 0: any */
  double tolerance;  /* 0: any */
} Wish;

enum { LEAST_BRISTLES = 2, USUAL_BRISTLES = 16 };

#define AT(member) offsetof(Wish, member)
const Field bristles_fields[BRISTLES_FIELDS] = {
    {"count", FIELD_INTEGER, AT(count), .range = RANGE_WITHIN,
     .low = LEAST_BRISTLES, .high = CUBATURE_MOST,
     .help = "largest number of bristles; bristles = 16 is short for it; 16 by "
             "default, or what degree or tolerance needs"},
    {"degree", FIELD_INTEGER, AT(degree), .range = RANGE_WITHIN, .low = 1,
     .high = 16, .help = "degree up to which moments of the pressure agree; by default "
             "what count allows"},
    {"tolerance", FIELD_NUMBER, AT(tolerance), .range = RANGE_WITHIN,
     .low = 1e-6, .high = 1,
     .help = "largest error of the limit surface, of the largest force; takes "
             "the first of 4 to 8, 10, 12, .. bristles, growing by a quarter, "
             "within it; none by default"}};
#undef AT

static Wish read_wish(Run *run, const Value *value)
{
  Wish wish = {0};
  if (!value) {
    wish.count = USUAL_BRISTLES;
  } else if (value->type == VALUE_TABLE) {
    spec_read(run, value, "bristles", bristles_fields, BRISTLES_FIELDS, &wish);
    if (wish.tolerance > 0 && (wish.count > 0 || wish.degree > 0))
      run_fail(run, value_get(value, "tolerance")->where,
               "bristles takes tolerance, or count and degree, not both");
    if (wish.tolerance == 0 && wish.count == 0 && wish.degree == 0)
      run_fail(run, value->where,
               "bristles is empty; give count, degree or tolerance");
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
  return wish;
}

/* ---- error of the limit surface ---------------------------------------- */

enum { SAMPLES = 400, PROBES = 4000 };

typedef struct Search {
  LimitMap map;
  double twists[SAMPLES][3], wanted[SAMPLES][3]; /* for mean_error */
} Search;

/* Writes point i of n points that cover the half sphere w >= 0 evenly. */
static void spread_twist(int i, int n, double twist[3])
{
  const double golden = 2.399963229728653; /* angle, rad */
  const double w = (i + 0.5) / n, v = sqrt(1 - w * w);
  twist[0] = v * cos(golden * i);
  twist[1] = v * sin(golden * i);
  twist[2] = w;
}

/* Writes h of a rule's points, for a twist with its last component times r. */
static void rule_scaled(const LimitMap *map, const Cubature *rule,
                        const double twist[3], double h[3])
{
  const double w = twist[2] / map->r;
  memset(h, 0, 3 * sizeof *h);
  for (int k = 0; k < rule->count; k++) {
    const double x = rule->x[k] - map->cop[0], y = rule->y[k] - map->cop[1];
    const double vx = twist[0] - w * y, vy = twist[1] + w * x;
    const double s = hypot(vx, vy);
    if (s == 0) continue;
    h[0] -= rule->w[k] * vx / s;
    h[1] -= rule->w[k] * vy / s;
    h[2] -= rule->w[k] * (x * vy - y * vx) / (s * map->r);
  }
}

static double distance(const double a[3], const double b[3])
{
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
              (a[2] - b[2]) * (a[2] - b[2]));
}

/* Returns the mean fourth power, which favours large errors, of the distance to
 * the limit surface of the map's own bristles, one in the middle of each cell:
 * the rule replaces these bristles. */
static double mean_error(void *context, const Cubature *rule)
{
  const Search *s = context;
  double sum = 0, h[3];
  for (int i = 0; i < SAMPLES; i++) {
    rule_scaled(&s->map, rule, s->twists[i], h);
    const double away = distance(h, s->wanted[i]);
    sum += away * away * away * away;
  }
  return sum;
}

static double error_at(const LimitMap *map, const Cubature *rule,
                       const double twist[3])
{
  double h[3], exact[3];
  rule_scaled(map, rule, twist, h);
  limit_scaled(map, twist, exact);
  return distance(h, exact);
}

/* Climbs to a larger error from the twist by shrinking steps, in a bounded
 * number of rounds. */
static double climb(const LimitMap *map, const Cubature *rule, double twist[3])
{
  enum { ROUNDS = 40 };
  double best = error_at(map, rule, twist), step = 0.01;
  for (int round = 0; round < ROUNDS; round++) {
    bool is_better = false;
    for (int i = 0; i < 6; i++) {
      double there[3] = {twist[0], twist[1], twist[2]};
      there[i % 3] += i < 3 ? step : -step;
      const double error = error_at(map, rule, there);
      if (!(error > best)) continue;
      best = error;
      memcpy(twist, there, sizeof there);
      is_better = true;
    }
    if (!is_better) step /= 2;
  }
  return best;
}

/* Returns the largest error at rotations about point k of the rule, where the
 * force of the point reverses but the force of the map does not change. */
static double error_about(const LimitMap *map, const Cubature *rule, int k)
{
  enum { DIRECTIONS = 96 };
  const double x = (rule->x[k] - map->cop[0]) / map->r;
  const double y = (rule->y[k] - map->cop[1]) / map->r;
  double worst = 0, exact[3], h[3];
  limit_scaled(map, (const double[]){y, -x, 1}, exact);
  for (int i = 0; i < DIRECTIONS; i++) {
    const double angle = 2 * PI * i / DIRECTIONS;
    const double beside[] = {y + 1e-7 * cos(angle), -x + 1e-7 * sin(angle), 1};
    rule_scaled(map, rule, beside, h);
    worst = fmax(worst, distance(h, exact));
  }
  return worst;
}

/* Returns the largest error that the search finds. */
static double largest_error(const LimitMap *map, const Cubature *rule)
{
  double worst = 0, twist[3], start[3] = {0, 0, 1};
  for (int i = 0; i < PROBES; i++) {
    spread_twist(i, PROBES, twist);
    const double error = error_at(map, rule, twist);
    if (error > worst) worst = error, memcpy(start, twist, sizeof start);
  }
  worst = fmax(worst, climb(map, rule, start));
  for (int k = 0; k < rule->count; k++)
    worst = fmax(worst, error_about(map, rule, k));
  return worst;
}

/* ---- rules ------------------------------------------------------------- */

typedef struct Request {
  Run *run;
  const Contact *contact;
  CubatureTask task;
  Where where;
  bool is_given; /* the spec has the wish; else it is the default */
} Request;

/* Returns the rule with the most points up to `count`, or NULL. */
static const Cubature *most_points(const Request *r, int count, int degree)
{
  const Cubature *rule = NULL;
  for (int n = count; n >= LEAST_BRISTLES && !rule; n--)
    rule = cubature_find(r->run, &r->task, n, degree);
  return rule;
}

static const Cubature *by_count(const Request *r, const Wish *wish)
{
  const int cells = r->contact->cells.count;
  const int least = wish->degree > 0 ? wish->degree : 1;
  Run *run = r->run;
  if (wish->count >= cells && !r->is_given)
    run_fail(run, r->where,
             "only %d cell%s carr%s force, so there is nothing to compress "
             "into %d bristles, the default; use model = \"distributed\", or "
             "give fewer bristles",
             cells, cells == 1 ? "" : "s", cells == 1 ? "ies" : "y",
             wish->count);
  if (wish->count >= cells)
    run_fail(run, r->where,
             "%d bristles are at least as many as the %d cells that carry "
             "force; use model = \"distributed\"",
             wish->count, cells);
  const Cubature *rule = most_points(r, wish->count, least);
  if (!rule)
    run_fail(run, r->where,
             "no rule of at most %d bristles has the moments of this pressure "
             "up to degree %d and its mean radius; take more bristles%s",
             wish->count, least, least > 1 ? " or a lower degree" : "");
  return rule;
}

/* Ends the run, since no number of bristles suffices. */
static _Noreturn void refuse(const Request *r, const char *why,
                             const char *less)
{
  const int cells = r->contact->cells.count;
  const int most = cells - 1 < CUBATURE_MOST ? cells - 1 : CUBATURE_MOST;
  if (most < LEAST_BRISTLES)
    run_fail(
        r->run, r->where,
        "only %d cell%s carr%s force, so there is nothing to compress; use "
        "model = \"distributed\"",
        cells, cells == 1 ? "" : "s", cells == 1 ? "ies" : "y");
  run_fail(r->run, r->where,
           "for %d cells that carry force no rule of at most %d bristles %s; "
           "%s%s",
           cells, most, why, less,
           cells <= CUBATURE_MOST ? " or use model = \"distributed\"" : "");
}

/* Returns the rule with the fewest bristles that has the degree. */
static const Cubature *by_degree(const Request *r, const Wish *wish)
{
  const int cells = r->contact->cells.count;
  Run *run = r->run;
  for (int n = LEAST_BRISTLES; n <= CUBATURE_MOST && n < cells; n++) {
    const Cubature *rule = cubature_find(run, &r->task, n, wish->degree);
    if (rule) return rule;
  }
  refuse(r,
         run_printf(run, "has the moments of this pressure up to degree %d",
                    wish->degree),
         "lower the degree");
}

/* Returns the first rule within tolerance; the numbers of bristles grow by a
 * quarter. */
static const Cubature *by_tolerance(const Request *r, const Wish *wish,
                                    const LimitMap *map)
{
  const int cells = r->contact->cells.count;
  Run *run = r->run;
  double best = INFINITY;
  int best_count = 0;
  for (int n = 4; n <= CUBATURE_MOST && n < cells; n += n < 8 ? 1 : n / 8 * 2) {
    const Cubature *rule = cubature_find(run, &r->task, n, 1);
    if (!rule) continue;
    const double error = largest_error(map, rule);
    if (error <= wish->tolerance) return rule;
    if (error < best) best = error, best_count = rule->count;
  }
  refuse(r,
         best_count == 0
             ? "has the moments of this pressure"
             : run_printf(run,
                          "errs by less than %g, and the best, of %d, errs by "
                          "%.3g",
                          wish->tolerance, best_count, best),
         "raise the tolerance");
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

void contact_compress(Run *run, Contact *c, const Value *bristles, Where where)
{
  const Wish wish = read_wish(run, bristles);
  const Grid *grid = &c->cells.grid;
  Search *search = run_alloc(run, sizeof *search);
  search->map = (LimitMap){&c->cells, {c->cop[0], c->cop[1]}, c->r};
  const Cubature all = {.count = c->cells.count,
                        .x = c->cells.x,
                        .y = c->cells.y,
                        .w = c->cells.w};
  for (int i = 0; i < SAMPLES; i++) {
    spread_twist(i, SAMPLES, search->twists[i]);
    rule_scaled(&search->map, &all, search->twists[i], search->wanted[i]);
  }
  const Request request = {run,
                           c,
                           {c->cells.count,
                            c->cells.x,
                            c->cells.y,
                            c->cells.w,
                            {grid->sx / grid->nx / 2, grid->sy / grid->ny / 2},
                            mean_error,
                            search},
                           bristles ? bristles->where : where,
                           bristles != NULL};
  const Cubature *rule = wish.tolerance > 0
                             ? by_tolerance(&request, &wish, &search->map)
                         : wish.count > 0 ? by_count(&request, &wish)
                                          : by_degree(&request, &wish);
  Compression *compression = run_alloc(run, sizeof *compression);
  compression->degree = rule->degree;
  compression->images = rule->images;
  compression->error = largest_error(&search->map, rule);
  c->compression = compression;
  put_in_place(run, c, rule);
}

const Cells *contact_map(const Contact *c)
{
  return c->map ? c->map : &c->cells;
}

/* ---- the report --------------------------------------------------------- */

void contact_report_compression(const Contact *c, Report *report)
{
  static const char *const columns[] = {"x", "y", "w"};
  static const char *const titles[] = {"x (m)", "y (m)", "share"};
  const size_t count = (size_t)c->cells.count;
  double *rows = run_doubles(report->run, 3 * count);
  for (size_t k = 0; k < count; k++) {
    rows[3 * k] = c->cells.x[k];
    rows[3 * k + 1] = c->cells.y[k];
    rows[3 * k + 2] = c->cells.w[k];
  }
  report_integer(report, "degree", "moments matched up to degree",
                 c->compression->degree, NULL);
  report_integer(report, "images", "turns and mirrors kept",
                 c->compression->images, NULL);
  report_number(report, "limit_error", "limit surface, largest error found",
                c->compression->error, "of the largest force");
  report_rows(report, "bristles", "bristles", columns, titles, 3, rows, count);
}
