/* compress_error.c: the error of a rule's limit surface. In: the cells of a
 * pressure and a rule in their place. Out: a cost for the search of rules, and
 * the largest error that a search finds.
 *
 * Invariant: no sample that the search evaluates has a larger error than the
 * reported one. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/compress.h"
#include "kinds/contact/stretch.h"

enum { SAMPLES = 400, PROBES = 4000 };

struct LimitErrors {
  const Contact *contact; /* with all cells */
  LimitMap map;
  double twists[SAMPLES][3], wanted[SAMPLES][3]; /* for limit_cost */
  double probes[PROBES][3], exact[PROBES][3];    /* for limit_error */
};

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

double limit_cost(void *context, const Cubature *rule)
{
  const LimitErrors *s = context;
  double sum = 0, h[3];
  for (int i = 0; i < SAMPLES; i++) {
    rule_scaled(&s->map, rule, s->twists[i], h);
    const double away = distance(h, s->wanted[i]);
    sum += away * away * away * away;
  }
  return sum;
}

static void exact_scaled(const LimitErrors *s, const double twist[3], double h[3])
{
  if (contact_is_skewed(s->contact))
    contact_skewed_surface(s->contact, twist, h);
  else
    limit_scaled(&s->map, twist, h);
}

static double error_at(const LimitErrors *s, const Cubature *rule,
                       const double twist[3])
{
  double h[3], exact[3];
  rule_scaled(&s->map, rule, twist, h);
  exact_scaled(s, twist, exact);
  return distance(h, exact);
}

/* Climbs to a larger error from the twist by shrinking steps, in a bounded
 * number of rounds. */
static double climb(const LimitErrors *s, const Cubature *rule, double twist[3])
{
  enum { ROUNDS = 40 };
  double best = error_at(s, rule, twist), step = 0.01;
  for (int round = 0; round < ROUNDS; round++) {
    bool is_better = false;
    for (int i = 0; i < 6; i++) {
      double there[3] = {twist[0], twist[1], twist[2]};
      there[i % 3] += i < 3 ? step : -step;
      const double error = error_at(s, rule, there);
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
static double error_about(const LimitErrors *s, const Cubature *rule, int k)
{
  enum { DIRECTIONS = 96 };
  const LimitMap *map = &s->map;
  const double x = (rule->x[k] - map->cop[0]) / map->r;
  const double y = (rule->y[k] - map->cop[1]) / map->r;
  double worst = 0, exact[3], h[3];
  exact_scaled(s, (const double[]){y, -x, 1}, exact);
  for (int i = 0; i < DIRECTIONS; i++) {
    const double angle = 2 * PI * i / DIRECTIONS;
    const double beside[] = {y + 1e-7 * cos(angle), -x + 1e-7 * sin(angle), 1};
    rule_scaled(map, rule, beside, h);
    worst = fmax(worst, distance(h, exact));
  }
  return worst;
}

double limit_error(const LimitErrors *s, const Cubature *rule)
{
  double worst = 0, start[3] = {0, 0, 1}, h[3];
  for (int i = 0; i < PROBES; i++) {
    rule_scaled(&s->map, rule, s->probes[i], h);
    const double error = distance(h, s->exact[i]);
    if (error > worst) worst = error, memcpy(start, s->probes[i], sizeof start);
  }
  worst = fmax(worst, climb(s, rule, start));
  for (int k = 0; k < rule->count; k++)
    worst = fmax(worst, error_about(s, rule, k));
  return worst;
}

LimitErrors *limit_errors_new(Run *run, const Contact *c)
{
  LimitErrors *s = run_alloc(run, sizeof *s);
  const Cells *cells = contact_map(c);
  const Cubature all = {
      .count = cells->count, .x = cells->x, .y = cells->y, .w = cells->w};
  s->contact = contact_of_map(c);
  s->map = (LimitMap){cells, {c->cop[0], c->cop[1]}, c->r};
  for (int i = 0; i < SAMPLES; i++) {
    spread_twist(i, SAMPLES, s->twists[i]);
    rule_scaled(&s->map, &all, s->twists[i], s->wanted[i]);
  }
  for (int i = 0; i < PROBES; i++) {
    spread_twist(i, PROBES, s->probes[i]);
    exact_scaled(s, s->probes[i], s->exact[i]);
  }
  return s;
}
