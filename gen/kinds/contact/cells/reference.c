/* contact_reference.c: a contact as the reference knows it, and golden vectors.
 * In: a Contact. Out: a RefContact; twists with the wrenches that an emitted
 * solver must give for them.
 *
 * Invariant: nothing here comes from what is emitted. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "kinds/contact/contact.h"
#include "reference/contact/contact.h"

/* A law of the user's own, called with numbers. */
typedef struct Law {
  Spec *spec;
  const Value *function;
} Law;

static double call_law(void *context, double s)
{
  const Law *law = context;
  double g;
  spec_call(law->spec, law->function, &s, 1, &g, 1);
  return g;
}

void contact_reference_shares(const Contact *c, double fn, double *shares)
{
  const Levels *l = c->levels;
  const RefLevels levels = {(size_t)l->count, l->fn,
                            (const double *const *)l->all};
  ref_shares(&levels, fn, (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny,
             shares);
}

/* The shares at the contact's fn, by the reference's own interpolation. */
static const double *reference_shares(const Contact *c)
{
  if (!c->levels) return c->cells.all;
  const size_t cells = (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny;
  double *w = run_doubles(c->model.run, cells);
  contact_reference_shares(c, c->fn, w);
  return w;
}

struct RefContact *contact_reference(const Contact *c)
{
  const Lugre *f = &c->friction;
  const Grid *grid = &c->cells.grid;
  Run *run = c->model.run;
  RefContact *reference = run_alloc(run, sizeof *reference);
  reference->patch =
      (RefPatch){grid->nx, grid->ny, grid->sx, grid->sy, reference_shares(c)};
  if (c->compression) { /* points, not cells */
    reference->patch.x = c->cells.x;
    reference->patch.y = c->cells.y;
  }
  reference->friction = lugre_reference(f);
  if (f->stribeck) {
    Law *law = run_alloc(run, sizeof *law);
    law->spec = c->model.spec;
    law->function = f->stribeck;
    reference->friction.g = call_law;
    reference->friction.law = law;
  }
  return reference;
}

struct RefContact *contact_map_reference(const Contact *c)
{
  const Grid *grid = &contact_map(c)->grid;
  RefContact *reference = contact_reference(c);
  reference->patch =
      (RefPatch){grid->nx, grid->ny, grid->sx, grid->sy, contact_map(c)->all};
  return reference;
}

/* ---- the scheme of a step ---------------------------------------------- */

/* (1 - exp(-x))/x. */
double contact_mean_decay(double x)
{
  return x > 0 ? -expm1(-x) / x : 1;
}

double contact_relaxation(const RefFriction *f, const double q[2],
                          const double v[2])
{
  const double s = hypot(v[0], v[1]), zmax = ref_g(f, s) / f->sigma0;
  if (!f->is_elastoplastic) return s / zmax;
  const double size = hypot(q[0], q[1]);
  if (size == 0) return 0;
  const double along = q[0] / size * v[0] + q[1] / size * v[1];
  return ref_abar(f, size, zmax) * 0.5 * (along + s) / zmax;
}

/* z becomes the end of backward Euler over h, which lies along z + h*v where
 * |end|*(1 + h*a) = |z + h*v|; rate is the mean. */
static void backward_euler(const RefFriction *f, const double v[2], double h,
                           double z[2], double rate[2])
{
  enum { HALVINGS = 200 };
  const double q[2] = {z[0] + h * v[0], z[1] + h * v[1]};
  const double size = hypot(q[0], q[1]);
  double low = 0, high = size, a = contact_relaxation(f, q, v);
  for (int i = 0; i < HALVINGS && size > 0 && low < high; i++) {
    const double middle = low + (high - low) / 2;
    const double end[2] = {q[0] * (middle / size), q[1] * (middle / size)};
    a = contact_relaxation(f, end, v);
    if (middle == low || middle == high) break;
    if (middle * (1 + h * a) > size)
      high = middle;
    else
      low = middle;
  }
  for (int d = 0; d < 2; d++) {
    rate[d] = (v[d] - a * z[d]) / (1 + h * a);
    z[d] = q[d] / (1 + h * a);
  }
}

/* Twice two halves less the whole: of mean rates, r1 + r2 - r3. */
void contact_implicit_step(const RefFriction *f, const double z[2],
                           const double v[2], double dt, double ends[3][2],
                           double rate[2])
{
  double r[3][2];
  memcpy(ends[0], z, sizeof ends[0]);
  backward_euler(f, v, dt / 2, ends[0], r[0]);
  memcpy(ends[1], ends[0], sizeof ends[1]);
  backward_euler(f, v, dt / 2, ends[1], r[1]);
  memcpy(ends[2], z, sizeof ends[2]);
  backward_euler(f, v, dt, ends[2], r[2]);
  for (int d = 0; d < 2; d++) rate[d] = r[0][d] + r[1][d] - r[2][d];
}

void contact_cell_step(const RefFriction *f, Step step, const double z[2],
                       const double v[2], double dt, double end[2],
                       double rate[2])
{
  if (step == STEP_IMPLICIT) {
    double ends[3][2];
    contact_implicit_step(f, z, v, dt, ends, rate);
    for (int d = 0; d < 2; d++) end[d] = z[d] + dt * rate[d];
    return;
  }
  const bool is_frozen = step != STEP_EULER;
  const double h = is_frozen ? dt : 0;
  const double q[2] = {z[0] + h * v[0], z[1] + h * v[1]};
  const double a = contact_relaxation(f, q, v);
  const double phi = is_frozen ? contact_mean_decay(a * dt) : 1;
  for (int d = 0; d < 2; d++) {
    rate[d] = (v[d] - a * z[d]) * phi;
    end[d] = z[d] + dt * rate[d];
  }
}

void contact_cells_step(const Cells *cells, const RefFriction *f, Step step,
                        const double *z, const double twist[3], double fn,
                        double dt, double *ends, double wrench[3])
{
  const int n = cells->count;
  memset(wrench, 0, 3 * sizeof *wrench);
  for (int k = 0; k < n; k++) {
    const double x = cells->x[k], y = cells->y[k];
    const double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
    const double start[2] = {z[k], z[n + k]};
    const double sigma1 = ref_sigma1(f, hypot(v[0], v[1]));
    double end[2], rate[2], force[2];
    contact_cell_step(f, step, start, v, dt, end, rate);
    for (int d = 0; d < 2; d++) {
      force[d] = -(f->sigma0 * end[d] + sigma1 * rate[d] + f->sigma2 * v[d]) *
                 cells->w[k] * fn;
      wrench[d] += force[d];
      if (ends) ends[d * n + k] = end[d];
    }
    wrench[2] += x * force[1] - y * force[0];
  }
}

/* ---- bars -------------------------------------------------------------- */

ContactBars contact_bars(const Contact *c)
{
  const bool is_float = c->model.is_float;
  const double unit = is_float ? FLT_EPSILON : DBL_EPSILON;
  /* exp, sine and abar lose 1/(1 - s_ba); beyond 0.99 that shows in double. */
  const double edge = 1 / (1 - c->friction.s_ba);
  const double stretch = fmax(1, edge / 100);
  const ContactBars in_double = {1e-12 * stretch, 1e-7 * stretch, 1e-12, 1e-11};
  /* An implicit step's slopes are those at three rounded places. */
  const double places = c->step == STEP_IMPLICIT ? 256 : 64;
  const ContactBars in_float = {1e-6 + 16 * unit * (1 + edge),
                                places * unit * (1 + edge), 1e-5, 1e-4};
  return is_float ? in_float : in_double;
}

/* ---- golden vectors ---------------------------------------------------- */

enum { GOLDENS = 3 };

/* The kept cells' z on the whole grid. */
static double *on_whole_grid(const Contact *c, const double *z)
{
  const int n = c->cells.count, all = c->cells.grid.nx * c->cells.grid.ny;
  double *whole = run_doubles(c->model.run, 2 * (size_t)all);
  for (int k = 0; k < n; k++) {
    whole[c->cells.index[k]] = z[k];
    whole[all + c->cells.index[k]] = z[n + k];
  }
  return whole;
}

/* To 12 digits: the last ones depend on the machine that emits, and the bars
 * are wider. */
static double short_number(double x)
{
  if (x == 0) return 0;
  const double scale = pow(10, 12 - ceil(log10(fabs(x))));
  return round(x * scale) / scale;
}

/* Forces that cancel: sigma0*|z|, sigma1*|dz| and sigma2*|v| of the pattern. */
static void golden_bars(const Contact *c, double pattern, double speed,
                        double length, double bars[8])
{
  const Lugre *f = &c->friction;
  const double relative = c->model.is_float ? 1e-4 : 1e-10;
  const double slip = 3 * speed, limit = c->fn * f->mu_s;
  const double dynamic = c->fn * (4 * f->sigma0 * pattern +
                                  3 * f->sigma1 * slip + f->sigma2 * slip);
  const double scales[4] = {dynamic, dynamic, limit + c->fn * f->sigma2 * slip,
                            limit};
  for (int j = 0; j < 4; j++) {
    bars[2 * j] = relative * scales[j];
    bars[2 * j + 1] = relative * scales[j] * length;
  }
}

void contact_plan_goldens(const Contact *c, double pattern,
                          GoldenWrenches *golden, const void *context,
                          Plan *plan)
{
  static const double directions[GOLDENS][3] = {
      {0.8, -0.3, 0.5}, {-0.2, 0.1, 2}, {0.3, 1, -0.1}};
  const Lugre *f = &c->friction;
  const double speed = lugre_speed(f);
  const double length = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2;
  const double dt = 0.4 * f->mu_c / (f->sigma0 * speed);
  double *twists = run_doubles(plan->run, 3 * GOLDENS);
  double(*wrenches)[4][3] = run_alloc(plan->run, GOLDENS * sizeof *wrenches);
  double *bars = run_doubles(plan->run, 8);
  for (int i = 0; i < GOLDENS; i++) {
    double *twist = twists + 3 * i;
    for (int d = 0; d < 3; d++)
      twist[d] = directions[i][d] * speed / (d == 2 ? length : 1);
    if (c->model.is_float) /* as the solver reads them back */
      for (int d = 0; d < 3; d++) twist[d] = float_rounded(twist[d]);
    golden(context, twist, c->fn, dt, wrenches[i]);
    for (int k = 0; k < 12; k++)
      wrenches[i][k / 3][k % 3] = short_number(wrenches[i][k / 3][k % 3]);
  }
  golden_bars(c, pattern, speed, length, bars);
  plan_number(plan, "goldens", GOLDENS);
  plan_number(plan, "golden_fn", c->fn);
  plan_number(plan, "golden_dt", dt);
  plan_number(plan, "pattern", pattern);
  plan_numbers(plan, "golden_twists", twists, 3 * GOLDENS);
  plan_numbers(plan, "golden_wrenches", wrenches[0][0], 12 * GOLDENS);
  plan_numbers(plan, "golden_bars", bars, 8);
}

/* The pattern of a per-cell contact and what it gives. */
typedef struct CellGoldens {
  const Contact *contact;
  const RefContact *reference;
  const double *z, *whole; /* of the kept cells, of the whole grid */
} CellGoldens;

static void cell_goldens(const void *context, const double twist[3], double fn,
                         double dt, double wrenches[4][3])
{
  const CellGoldens *g = context;
  const Contact *c = g->contact;
  ref_rate(g->reference, g->whole, twist, fn, NULL, wrenches[0]);
  contact_cells_step(&c->cells, &g->reference->friction, c->step, g->z, twist,
                     fn, dt, NULL, wrenches[1]);
  ref_steady(g->reference, twist, fn, wrenches[2]);
  ref_limit(&g->reference->patch, twist, wrenches[3]);
  for (int d = 0; d < 3; d++) wrenches[3][d] *= c->friction.mu_c * fn;
}

void cells_plan_goldens(const Contact *c, Plan *plan)
{
  const int n = c->cells.count;
  const double pattern = 0.36 * c->friction.mu_s / c->friction.sigma0;
  double *z = run_doubles(plan->run, 2 * (size_t)n);
  for (int k = 0; k < n; k++) { /* as the template's _pattern */
    z[k] = (k % 7 - 3) * pattern;
    z[n + k] = (k % 5 - 2) * pattern;
  }
  const CellGoldens goldens = {c, contact_reference(c), z, on_whole_grid(c, z)};
  contact_plan_goldens(c, pattern, cell_goldens, &goldens, plan);
}
