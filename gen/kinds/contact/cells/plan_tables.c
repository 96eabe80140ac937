/* plan_tables.c: the tables and structs of an emitted per-cell contact. In: a
 * Contact and the grouping of its cells. Out: holes, and the number of numbers
 * in them, for the figures.
 *
 * Invariant: each declared table or struct is counted here. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/region.h"
#include "kinds/contact/cells/cells.h"

/* ---- tables ------------------------------------------------------------ */

/* Fills a hole. Returns the count, for the sum of all tables. */
static int add_table(Plan *plan, const char *name, const double *numbers,
                     int count)
{
  plan_numbers(plan, name, numbers, (size_t)count);
  return count;
}

static int plan_padding(const Contact *c, Plan *plan, int wide)
{
  static const char *const names[] = {"wide_x", "wide_y", "wide_w", "wide_wx",
                                      "wide_wy"};
  const Cells *cells = &c->cells;
  double *tables[5];
  int count = 0;
  for (int i = 0; i < 5; i++) tables[i] = run_doubles(plan->run, (size_t)wide);
  for (int l = 0; l < wide; l++) {
    const bool is_last = l >= wide - VECTOR;
    const int k = is_last ? cells->count - wide + l : l;
    const double w = is_last && k < wide - VECTOR ? 0 : cells->w[k];
    tables[0][l] = cells->x[k];
    tables[1][l] = cells->y[k];
    tables[2][l] = w;
    tables[3][l] = w * cells->x[k];
    tables[4][l] = w * cells->y[k];
  }
  for (int i = 0; i < 5; i++)
    count += add_table(plan, names[i], tables[i], wide);
  return count;
}

/* Plans the shares of the load times x and y, also for the last block. */
static int plan_moments(const Contact *c, const Grouping *g, Plan *plan)
{
  const Cells *cells = &c->cells;
  const int n = cells->count, lanes = g->lanes;
  const double *w = contact_pulls(c);
  double *wx = run_doubles(plan->run, (size_t)n);
  double *wy = run_doubles(plan->run, (size_t)n);
  double *last_wx = run_doubles(plan->run, (size_t)lanes);
  double *last_wy = run_doubles(plan->run, (size_t)lanes);
  for (int k = 0; k < n; k++) {
    wx[k] = w[k] * cells->x[k];
    wy[k] = w[k] * cells->y[k];
    if (k < (g->blocks - 1) * lanes)
      continue; /* the cell is in a block before */
    last_wx[k - n + lanes] = wx[k];
    last_wy[k - n + lanes] = wy[k];
  }
  int count = add_table(plan, "wx", wx, n) + add_table(plan, "wy", wy, n);
  plan_flag(plan, "has_last_moments", g->blocks > 1);
  if (g->blocks > 1)
    count += add_table(plan, "last_wx", last_wx, lanes) +
             add_table(plan, "last_wy", last_wy, lanes);
  return count;
}

/* Plans factors of 1 for cells that no earlier block has: for all blocks but
 * the last, and for the last; or the shares of these cells in the last block.
 */
static int plan_last(const Contact *c, const Grouping *g, Plan *plan)
{
  const int n = c->cells.count, lanes = g->lanes;
  double *every = run_doubles(plan->run, (size_t)lanes);
  double *counts = run_doubles(plan->run, (size_t)lanes);
  double *w = run_doubles(plan->run, (size_t)lanes);
  for (int l = 0; l < lanes; l++) {
    const int k = n - lanes + l;
    every[l] = 1;
    counts[l] = k >= (g->blocks - 1) * lanes;
    w[l] = counts[l] * contact_pulls(c)[k];
  }
  if (!c->levels) return add_table(plan, "last_w", w, lanes);
  return add_table(plan, "every_counts", every, lanes) +
         add_table(plan, "last_counts", counts, lanes);
}

/* Plans the factors of friction by region. */
static int plan_factors(const Contact *c, Plan *plan)
{
  plan_number(plan, "least_factor", c->regions->whole.least);
  plan_number(plan, "most_factor", contact_most_factor(c));
  return add_table(plan, "grip", c->regions->factor, c->cells.count);
}

const double *cells_spread(const Contact *c)
{
  const Cells *map = contact_map(c), *own = &c->cells;
  double *spread = run_doubles(c->model.run, (size_t)own->count);
  for (int i = 0; i < map->count; i++) {
    int nearest = 0;
    double least = INFINITY;
    for (int k = 0; k < own->count; k++) {
      const double away = hypot(own->x[k] - map->x[i], own->y[k] - map->y[i]);
      if (away < least) least = away, nearest = k;
    }
    spread[nearest] += 1.0 / map->count;
  }
  return spread;
}

/* Returns the reach of a cell that carries the whole load. */
static const double *reach_per_load(const Contact *c)
{
  double *reach = run_doubles(c->model.run, (size_t)c->cells.count);
  for (int k = 0; k < c->cells.count; k++)
    reach[k] = 1 / (c->area->share[k] * c->area->fn);
  return reach;
}

/* Plans all tables. Returns the number of numbers in them. */
int cells_plan_tables(const Contact *c, const Grouping *g, Plan *plan)
{
  const Cells *cells = &c->cells;
  const int n = cells->count;
  const bool has_levels = c->levels, is_blocked = g->blocks > 1;
  const bool has_moments = g->is_loop && !has_levels && !grouping_is_padded(g);
  const bool has_last = is_blocked && !has_levels && (g->is_loop || c->body);
  const bool has_counts = is_blocked && has_levels && g->is_loop;
  int count =
      add_table(plan, "x", cells->x, n) + add_table(plan, "y", cells->y, n);
  if (has_levels) count += contact_plan_shares(c, plan);
  if (!has_levels || c->area)
    count += add_table(plan, "w", contact_pulls(c), n);
  if (c->area && has_levels)
    count += add_table(plan, "reach", reach_per_load(c), n);
  else if (c->area)
    count += add_table(plan, "load", cells->w, n) +
             add_table(plan, "reach", c->area->reach, n);
  if (c->area) plan_figure(plan, "fn_nominal", c->area->fn);
  if (c->lugre.has_regions)
    count += plan_factors(c, plan);
  const bool has_spread = c->has_stick && c->compression && !c->area;
  plan_flag(plan, "has_spread", has_spread);
  if (has_spread) count += add_table(plan, "spread", cells_spread(c), n);
  plan_flag(plan, "is_padded", grouping_is_padded(g));
  plan_flag(plan, "has_moments", has_moments);
  plan_flag(plan, "has_last", has_last);
  plan_flag(plan, "has_counts", has_counts);
  if (grouping_is_padded(g)) count += plan_padding(c, plan, g->wide);
  if (has_moments)
    count += plan_moments(c, g, plan);
  else
    plan_flag(plan, "has_last_moments", false);
  if (has_last || has_counts) count += plan_last(c, g, plan);
  return count;
}

/* ---- structs ----------------------------------------------------------- */

/* Plans the struct in which the passes of a block leave numbers for each other.
 * Returns its number of reals. */
static void plan_block_struct(const Contact *c, const Grouping *g, Plan *plan)
{
  const int wide = g->wide;
  const MemberGroup all[] = {
      {"s", wide, "|v|"},
      {"zmax", wide, "g/sigma0"},
      {"a", wide, "beta*sigma0*s/g"},
      {"phi", wide,
       c->step == STEP_IMPLICIT ? "share of v in the mean rate; a is that of -z"
                                : "(1 - exp(-a*dt))/(a*dt)"},
      {"damping", wide, "sigma1/sigma0"},
      {"spare", 2 * wide, "room for rates when the caller passes NULL"},
      {"sx sy st", wide, "sums"}};
  const bool is_yielding = c->lugre.s_ba > 0;
  const bool is_there[] = {
      is_yielding,      is_yielding,   true, c->step != STEP_EULER,
      c->lugre.v_d > 0, g->blocks > 1, true};
  MemberGroup *groups = run_alloc(plan->run, sizeof all);
  size_t count = 0;
  for (size_t i = 0; i < COUNT(all); i++)
    if (is_there[i]) groups[count++] = all[i];
  plan_record(plan, "lanes_struct", groups, count);
}

size_t cells_ends(const Contact *c, int lanes, Run *run, MemberGroup **groups)
{
  const MemberGroup all[] = {{"qx qy", lanes, "z + h*v"},
                             {"s zmax", lanes, "|v|, g/sigma0"},
                             {"a_first a_second a_whole", lanes,
                              "a at the ends of both halves and of the whole"},
                             {"plastic", lanes, "a where abar is 1"},
                             {"p low high", lanes, "the root and its bracket"}};
  *groups = run_alloc(run, sizeof all);
  memcpy(*groups, all, sizeof all);
  return contact_has_rounds(c) ? COUNT(all) : 3;
}

static void plan_ends(const Contact *c, const Grouping *g, Plan *plan)
{
  MemberGroup *groups;
  const size_t count = cells_ends(c, g->lanes, plan->run, &groups);
  plan_record(plan, "ends", groups, count);
}

/* Plans the struct of the numbers in the derivatives of one cell. */
static void plan_slopes(const Contact *c, Plan *plan)
{
  const MemberGroup all[] = {
      {"zx zy", 0, "bristle"},
      {"vx vy v2 s ux uy", 0, "slip velocity, its size and direction"},
      {"n ex ey", 0, "size and direction of the bristle that decides beta"},
      {"a a_zx a_zy a_vx a_vy", 0, "beta*sigma0*s/g and its slopes"},
      {"rx ry rx_vx rx_vy ry_vx ry_vy", 0, "mean rate of a step, its slopes"},
      {"damping damping_vx damping_vy", 0, "sigma1/sigma0 and its slopes"},
      {"reach", 0,
       c->area && !c->lugre.has_regions ? "factor of zmax and of sigma2"
                                        : "factor of zmax"},
      {"thrust", 0, "factor of sigma2"}};
  enum { ALWAYS = 4 };
  MemberGroup *groups = run_alloc(plan->run, sizeof all);
  size_t count = ALWAYS;
  memcpy(groups, all, ALWAYS * sizeof *groups);
  if (c->step == STEP_IMPLICIT || c->couple > 0) groups[count++] = all[ALWAYS];
  if (c->lugre.v_d > 0) groups[count++] = all[ALWAYS + 1];
  if (contact_has_reach(c)) groups[count++] = all[ALWAYS + 2];
  if (c->area && c->lugre.has_regions) groups[count++] = all[ALWAYS + 3];
  plan_record(plan, "slopes", groups, count);
}

void cells_plan_structs(const Contact *c, const Grouping *g, Plan *plan)
{
  plan_slopes(c, plan);
  if (g->is_loop) plan_block_struct(c, g, plan);
  if (c->step == STEP_IMPLICIT) plan_ends(c, g, plan);
}
