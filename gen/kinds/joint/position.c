/* position.c: the factor P(q) on the level. In: the key position. Out: a
 * JointPosition: a periodic or clamped cubic table, or the user's function.
 *
 * Invariant: P is positive at all samples, and the table's error is known. */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "kinds/joint/joint.h"

enum { MOST_TERMS = 64, MOST_KNOTS = 1000, MOST_PIECES = 1024 };
static const double good_error = 1e-6, most_error = 1e-3;

typedef struct Keys {
  double period, from, to;
  const Value *cos, *sin, *q, *factor;
} Keys;

#define AT(member) offsetof(Keys, member)
const Field joint_position_fields[JOINT_POSITION_FIELDS] = {
    {"period", FIELD_NUMBER, AT(period), .range = RANGE_POSITIVE, .low = 1e-9,
     .high = 1e9, .unit = "m or rad",
     .help = "period of the factor; required if cos or sin are given"},
    {"cos", FIELD_VALUE, AT(cos),
     .help = "{ a1, a2, ... }: adds a_k*cos(2*pi*k*q/period) to 1"},
    {"sin", FIELD_VALUE, AT(sin),
     .help = "{ b1, b2, ... }: adds b_k*sin(2*pi*k*q/period) to 1"},
    {"q", FIELD_VALUE, AT(q), .unit = "m or rad",
     .help = "{ q1, q2, ... }, growing: places of a table"},
    {"factor", FIELD_VALUE, AT(factor),
     .help = "{ f1, f2, ... }: the factor at these places, without overshoot "
             "between them and constant beyond; or function(q), sampled "
             "between from and to or over the period"},
    {"from", FIELD_NUMBER, AT(from), .range = RANGE_ANY, .unit = "m or rad",
     .help = "start of a sampled function"},
    {"to", FIELD_NUMBER, AT(to), .range = RANGE_ANY, .unit = "m or rad",
     .help = "end of a sampled function"}};
#undef AT

/* ---- reading ----------------------------------------------------------------
 */

/* Reads { number, ... } of at most `most` numbers. */
static const double *read_list(Run *run, const Value *value, const char *name,
                               size_t least, size_t most, size_t *count)
{
  if (value->type != VALUE_TABLE || value->nentries > 0 ||
      value->nitems < least || value->nitems > most)
    run_fail(run, value->where,
             "position.%s must be a list of %zu to %zu numbers, got %s", name,
             least, most, value_describe(run, value));
  double *list = run_doubles(run, value->nitems);
  for (size_t i = 0; i < value->nitems; i++) {
    const Value *item = &value->items[i];
    if (item->type != VALUE_NUMBER || !(fabs(item->number) <= 1e9))
      run_fail(run, item->where,
               "position.%s must have numbers of at most 1e9, got %s", name,
               value_describe(run, item));
    list[i] = item->number;
  }
  *count = value->nitems;
  return list;
}

static void read_harmonics(Run *run, const Value *value, const Keys *keys,
                           JointPosition *p)
{
  if (!(keys->period > 0))
    run_fail(run, value->where, "position needs period beside cos and sin");
  if (keys->q || keys->factor)
    run_fail(run, value->where,
             "position takes cos and sin, or factor, but not both");
  if (keys->cos)
    p->cosines = read_list(run, keys->cos, "cos", 1, MOST_TERMS, &p->ncos);
  if (keys->sin)
    p->sines = read_list(run, keys->sin, "sin", 1, MOST_TERMS, &p->nsin);
  p->place = PLACE_PERIODIC;
  p->length = keys->period;
}

/* Sets slopes at the knots that let the cubics between them not overshoot
 * (Fritsch and Carlson: the harmonic mean of the slopes beside a knot). */
static void set_tangents(Run *run, JointPosition *p)
{
  const size_t n = p->nknots;
  const bool is_periodic = p->place == PLACE_PERIODIC;
  double *tangents = run_doubles(run, n);
  for (size_t i = 0; i < n; i++) {
    const bool is_end = i == 0 || i + 1 == n;
    if (is_end && !is_periodic) continue; /* flat, as beyond the table */
    const size_t a = i > 0 ? i - 1 : n - 2, b = i + 1 < n ? i : 0;
    const double h = p->knots[a + 1] - p->knots[a];
    const double k = p->knots[b + 1] - p->knots[b];
    const double left = (p->factors[a + 1] - p->factors[a]) / h;
    const double right = (p->factors[b + 1] - p->factors[b]) / k;
    if (left * right <= 0) continue;
    const double w = 2 * k + h, u = k + 2 * h;
    tangents[i] = (w + u) / (w / left + u / right);
  }
  p->tangents = tangents;
}

static void read_table(Run *run, const Keys *keys, JointPosition *p)
{
  size_t count;
  p->knots = read_list(run, keys->q, "q", 2, MOST_KNOTS, &p->nknots);
  p->factors = read_list(run, keys->factor, "factor", 2, MOST_KNOTS, &count);
  if (count != p->nknots)
    run_fail(run, keys->factor->where,
             "position.factor must have as many numbers as q, %zu, got %zu",
             p->nknots, count);
  for (size_t i = 1; i < count; i++)
    if (!(p->knots[i] > p->knots[i - 1]))
      run_fail(run, keys->q->items[i].where,
               "position.q must grow, got %g after %g", p->knots[i],
               p->knots[i - 1]);
  p->from = p->knots[0];
  p->length = p->knots[count - 1] - p->from;
  p->place = keys->period > 0 ? PLACE_PERIODIC : PLACE_CLAMPED;
  if (keys->period > 0 &&
      (fabs(p->length - keys->period) > 1e-9 * keys->period ||
       p->factors[0] != p->factors[count - 1]))
    run_fail(run, keys->q->where,
             "a periodic position needs q from one end of the period to the "
             "other, with the same factor at both ends");
  set_tangents(run, p);
}

static void read_sampled(Run *run, const Value *value, const Keys *keys,
                         JointPosition *p)
{
  if (keys->q)
    run_fail(run, keys->q->where,
             "position.q has no effect beside a function; leave it out");
  p->function = keys->factor;
  p->from = keys->from;
  if (keys->period > 0) {
    p->place = PLACE_PERIODIC;
    p->length = keys->period;
    return;
  }
  if (!(keys->to > keys->from))
    run_fail(run, value->where,
             "position needs from and to, with to above from, or a period, "
             "to sample the function");
  p->place = PLACE_CLAMPED;
  p->length = keys->to - keys->from;
}

/* ---- P as the spec says
 * ------------------------------------------------------ */

static double table_value(const JointPosition *p, double q)
{
  size_t i = 0;
  while (i + 2 < p->nknots && q >= p->knots[i + 1]) i++;
  const double h = p->knots[i + 1] - p->knots[i], t = (q - p->knots[i]) / h;
  const double a = p->factors[i], b = p->factors[i + 1];
  const double da = h * p->tangents[i], db = h * p->tangents[i + 1];
  const double rise = b - a;
  return a + t * (da + t * (3 * rise - 2 * da - db + t * (da + db - 2 * rise)));
}

static double user_value(const Joint *j, double q)
{
  double factor;
  spec_call(j->model.spec, j->position.function, &q, 1, &factor, 1);
  return factor;
}

double joint_factor(const Joint *j, double q)
{
  const JointPosition *p = &j->position;
  if (p->place == PLACE_NONE) return 1;
  if (p->place == PLACE_TRACED) return user_value(j, q);
  double x = q;
  if (p->place == PLACE_CLAMPED)
    x = fmin(fmax(q, p->from), p->from + p->length);
  if (p->place == PLACE_PERIODIC && (p->nknots > 0 || p->function))
    x = q - p->length * floor((q - p->from) / p->length);
  if (p->function) return user_value(j, x);
  if (p->nknots > 0) return table_value(p, x);
  double sum = 1;
  for (size_t k = 0; k < p->ncos; k++)
    sum += p->cosines[k] * cos(2 * PI * (double)(k + 1) * q / p->length);
  for (size_t k = 0; k < p->nsin; k++)
    sum += p->sines[k] * sin(2 * PI * (double)(k + 1) * q / p->length);
  return sum;
}

double joint_place_blur(const Joint *j, double q)
{
  const double unit = j->model.is_float ? 0x1p-24 : 0x1p-53;
  const double here = joint_factor(j, q), step = 8 * unit * fabs(q);
  return fmax(fabs(joint_factor(j, q + step) - here),
              fabs(joint_factor(j, q - step) - here)) /
         here;
}

const Expr *joint_factor_traced(const Joint *j)
{
  static const char *const name[] = {"q"};
  const Parameter parameter = {false, 1, name, name};
  ResultShape number = {0, 0};
  Signature signature = {&parameter, 1, &number, 1, "a number"};
  const double centre[] = {0.5};
  if (j->position.place != PLACE_TRACED) return NULL;
  return trace_function(j->model.spec, j->position.function, &signature, centre,
                        NULL)[0];
}

/* ---- the table
 * ----------------------------------------------------------------
 */

/* The slope of P by differences of fourth order over steps e: central, or to
 * one side of an end of a clamped table, for side 1 or -1. */
static double slope_at(const Joint *j, double q, double e, int side)
{
  static const double one_sided[] = {-25, 48, -36, 16, -3};
  if (side == 0)
    return (8 * (joint_factor(j, q + e) - joint_factor(j, q - e)) -
            (joint_factor(j, q + 2 * e) - joint_factor(j, q - 2 * e))) /
           (12 * e);
  double sum = 0;
  for (int i = 0; i < 5; i++)
    sum += one_sided[i] * joint_factor(j, q + side * i * e);
  return side * sum / (12 * e);
}

/* Returns value and slope at the nodes. */
static double *sample_nodes(const Joint *j, int pieces)
{
  const JointPosition *p = &j->position;
  const double h = p->length / pieces, e = h / 64;
  const bool is_clamped = p->place == PLACE_CLAMPED;
  double *nodes = run_doubles(j->model.run, 2 * (size_t)(pieces + 1));
  for (int i = 0; i <= pieces; i++) {
    const double q = p->from + h * i;
    const int side = !is_clamped ? 0 : i == 0 ? 1 : i == pieces ? -1 : 0;
    nodes[2 * i] = joint_factor(j, q);
    nodes[2 * i + 1] = slope_at(j, q, e, side);
  }
  if (!is_clamped) {
    nodes[2 * pieces] = nodes[0];
    nodes[2 * pieces + 1] = nodes[1];
  }
  return nodes;
}

static double piece_at(const double *node, double h, double t)
{
  const double rise = node[2] - node[0];
  const double da = h * node[1], db = h * node[3];
  return node[0] +
         t * (da + t * (3 * rise - 2 * da - db + t * (da + db - 2 * rise)));
}

double joint_table_factor(const Joint *j, double q)
{
  const JointPosition *p = &j->position;
  if (p->pieces == 0) return joint_factor(j, q);
  const double turns = (q - p->from) / p->length;
  const double part = p->place == PLACE_PERIODIC ? turns - floor(turns)
                                                 : fmin(fmax(turns, 0), 1);
  const int i = part < 1 ? (int)(part * p->pieces) : p->pieces - 1;
  return piece_at(p->nodes + 2 * i, p->length / p->pieces,
                  part * p->pieces - i);
}

/* Sets error, least and largest of the table by eleven samples in a piece. */
static void measure(const Joint *j, JointPosition *p)
{
  enum { PER_PIECE = 11 };
  const double h = p->length / p->pieces;
  p->error = 0;
  p->least = INFINITY;
  p->largest = 0;
  for (int i = 0; i < p->pieces; i++)
    for (int k = 0; k < PER_PIECE; k++) {
      const double t = (double)k / PER_PIECE;
      const double exact = joint_factor(j, p->from + h * (i + t));
      const double got = piece_at(p->nodes + 2 * i, h, t);
      p->error = worse_of(p->error, fabs(got - exact) / exact);
      p->least = exact > 0 ? fmin(p->least, fmin(exact, got)) : exact;
      p->largest = fmax(p->largest, exact);
      if (!(p->least > 0)) return;
    }
}

static void require_positive(const Joint *j, const Value *value)
{
  if (!(j->position.least > 0) || !(j->position.largest <= 1e6))
    run_fail(j->model.run, value->where,
             "the factor of position must lie above 0 and below 1e6 "
             "everywhere, got %g",
             j->position.least > 0 ? j->position.largest : j->position.least);
}

static void bake(Joint *j, const Value *value)
{
  JointPosition *p = &j->position;
  p->pieces = p->nknots > 2 ? (int)p->nknots - 1 : 16;
  for (;; p->pieces *= 2) {
    p->nodes = sample_nodes(j, p->pieces);
    measure(j, p);
    require_positive(j, value);
    if (p->error <= good_error || 2 * p->pieces > MOST_PIECES) break;
  }
  if (p->error > most_error)
    run_fail(j->model.run, value->where,
             "the factor of position changes too fast for a table of %d "
             "pieces: its error is %.2g; take a smoother one",
             p->pieces, p->error);
}

/* Looks at the user's function where it will most likely be called. */
static void sample_traced(Joint *j, const Value *value)
{
  JointPosition *p = &j->position;
  p->least = INFINITY;
  for (int i = -400; i <= 400; i++) {
    const double size = i ? pow(10, -4 + 7.0 * abs(i) / 400) : 0;
    const double factor = user_value(j, i < 0 ? -size : size);
    p->least = isnan(factor) ? factor : fmin(p->least, factor);
    p->largest = fmax(p->largest, factor);
    require_positive(j, value);
  }
}

void joint_read_position(Joint *j, const Value *value)
{
  Run *run = j->model.run;
  JointPosition *p = &j->position;
  p->least = p->largest = 1;
  if (!value) return;
  Keys keys = {0};
  if (value->type == VALUE_FUNCTION) {
    p->place = PLACE_TRACED;
    p->function = value;
    sample_traced(j, value);
    joint_factor_traced(j);
    return;
  }
  spec_read(run, value, "position", joint_position_fields,
            JOINT_POSITION_FIELDS, &keys);
  if (keys.cos || keys.sin)
    read_harmonics(run, value, &keys, p);
  else if (keys.factor && keys.factor->type == VALUE_FUNCTION)
    read_sampled(run, value, &keys, p);
  else if (keys.q && keys.factor)
    read_table(run, &keys, p);
  else
    run_fail(run, value->where,
             "position must have period with cos or sin, or q with factor, or "
             "be a function(q)");
  bake(j, value);
}
