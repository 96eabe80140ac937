/* contact_reduced_verify.c: a reduced contact's solver against the reference,
 * which reads the same table by code of its own, and the table against the
 * exact surface. In: a Contact and a Solver. Out: checks; steps and Jacobians
 * have files of their own.
 *
 * Invariant: an error is relative to what cancels in it. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/reduced/verify.h"

/* ---- twists ------------------------------------------------------------ */

/* The cell of the table that a direction falls into: how far from its edge, and
 * how many cells there are along the unit of direction. */
static void find_cell(const LimitTable *table, const double v[3],
                      ReducedPlace *p)
{
  double c[3], at[2], least = 0.5;
  int face = 0, block[2];
  for (int d = 0; d < 3; d++) {
    c[d] = v[d] / (d < 2 ? table->scale[d] : 1);
    if (fabs(c[d]) > fabs(c[face])) face = d;
  }
  for (int k = 0; k < 2 && c[face] != 0; k++) {
    const int axis = k + (k >= face);
    at[k] = (c[axis] / c[face] + 1) / 2 * table->blocks;
    block[k] = (int)fmin(floor(at[k]), table->blocks - 1);
  }
  p->inside = 0.5;
  p->cells = 1;
  if (c[face] == 0) return;
  const int n =
      table->fine[(face * table->blocks + block[0]) * table->blocks + block[1]];
  for (int k = 0; k < 2; k++) {
    const double x = (at[k] - block[k]) * n;
    least = fmin(least, fabs(x - round(x)));
  }
  p->inside = least;
  p->cells =
      n * table->blocks / fmin(fmin(table->scale[0], table->scale[1]), 1);
}

/* |s dh/dv|: the largest difference over next to nothing, to either side. */
static double surface_slope(const RefReduced *c, const BristleMotion *m)
{
  const double way = 1e-6;
  double worst = 0;
  for (int by = 0; by < 6 && m->s > 0; by++) {
    double v[3], h[3], square = 0;
    memcpy(v, m->v, sizeof v);
    v[by / 2] += (by % 2 ? way : -way) * m->s;
    v[2] /= c->r;
    c->surface(c->context, v, h);
    for (int d = 0; d < 3; d++) square += (h[d] - m->h[d]) * (h[d] - m->h[d]);
    worst = fmax(worst, sqrt(square) / way);
  }
  return worst;
}

ReducedPlace reduced_place(const ReducedTrial *t, const double twist[3])
{
  const RefReduced *c = t->reference;
  ReducedPlace p = {.m = reduced_motion(c, twist), .inside = 0.5, .cells = 1};
  const double parts =
      fabs(twist[0]) + fabs(twist[1]) +
      fabs(twist[2]) * (fabs(c->cop[0]) + fabs(c->cop[1]) + c->r);
  if (p.m.s == 0) return p;
  p.slope = surface_slope(c, &p.m);
  p.doubt = t->base.unit * (8 + 4 * p.slope * (4 + parts / p.m.s));
  if (t->table) find_cell(t->table, p.m.v, &p);
  return p;
}

const char *reduced_twist(ReducedTrial *t, int i, double twist[3])
{
  enum { TRIES = 20 };
  const double seam = t->base.is_float ? 1e-3 : 1e-9; /* of a cell */
  const char *name = trial_twist(&t->base, i, twist);
  for (int tries = 0; tries < TRIES; tries++) {
    const ReducedPlace p = reduced_place(t, twist);
    if (p.m.s == 0 || p.inside > seam) break;
    for (int d = 0; d < 3; d++)
      twist[d] = trial_real(&t->base,
                            twist[d] + p.m.s / (d == 2 ? t->arm : 1) *
                                           trial_random(&t->base, -1e-2, 1e-2));
  }
  return name;
}

/* ---- states ------------------------------------------------------------ */

static const char *reduced_state(ContactTrial *base, int i,
                                 const double twist[3], double *z)
{
  static const char *const names[STATES] = {
      "random bristles",     "no bristles",
      "bristles at an edge", "bristles along the flow",
      "bristles against it", "huge bristles",
      "tiny bristles",       "huge bristles against the flow"};
  const ReducedTrial *t = (const ReducedTrial *)(const void *)base;
  const BristleMotion m = reduced_motion(t->reference, twist);
  const double zmax = m.size * m.zmax;
  double e[3], size = trial_random(base, 0, 1.5) * zmax;
  do
    for (int d = 0; d < 3; d++) e[d] = trial_random(base, -1, 1);
  while (contact_size(e, 3) < 0.1);
  if (i == 1) size = 0;
  if (i == 2)
    size = zmax * (trial_random(base, 0, 1) < 0.5 && base->friction->s_ba > 0
                       ? base->friction->s_ba
                       : 1);
  if ((i == 3 || i == 4 || i == 7) && m.s > 0)
    for (int d = 0; d < 3; d++) e[d] = i == 3 ? -m.h[d] : m.h[d];
  if (i == 5 || i == 7) size = 100 * zmax;
  if (i == 6) size = base->tiny;
  const double length = contact_size(e, 3);
  for (int d = 0; d < 3; d++) z[d] = trial_real(base, size / length * e[d]);
  return names[i];
}

/* ---- scales ------------------------------------------------------------ */

double reduced_relaxation_doubt(const ReducedTrial *t, const ReducedPlace *p)
{
  return 2 * t->base.edge * (4 * t->base.unit + p->doubt / p->m.size) * p->m.s /
         p->m.zmax;
}

double reduced_rate_scale(const ReducedTrial *t, const ReducedPlace *p,
                          const double z[3], double tolerance)
{
  const BristleMotion *m = &p->m;
  const double k = fmax(1, m->k[2]), size = contact_size(z, 3);
  const double flow = m->s * (1 + m->size);
  return k * (flow + m->s / m->zmax * size +
              (p->doubt * m->s +
               reduced_relaxation_doubt(t, p) * (size + m->zmax)) /
                  tolerance);
}

double reduced_wrench_scale(const ReducedTrial *t, const ReducedPlace *p,
                            const double z[3], double rate)
{
  const Lugre *f = t->base.friction;
  return t->base.fn * (f->sigma0 * contact_size(z, 3) + f->sigma1 * rate +
                       f->sigma2 * p->m.s * fmax(1, p->m.k[2]));
}

static double wrench_error(const ReducedTrial *t, const double got[3],
                           const double expected[3], double scale)
{
  ContactTrial as = t->base;
  as.length = t->arm;
  return trial_wrench_error(&as, got, expected, scale);
}

static double vector_error(const double got[3], const double expected[3],
                           double scale)
{
  double worst = 0;
  for (int d = 0; d < 3; d++) {
    const double away = fabs(got[d] - expected[d]);
    worst = worse_of(worst, away == 0 ? 0 : away / scale);
  }
  return worst;
}

/* ---- rates ------------------------------------------------------------- */

static void verify_rates(ReducedTrial *t)
{
  ContactTrial *base = &t->base;
  const double tolerance = contact_tolerances(base->contact).rate;
  Check *rate = verify_check(base->verification, "rate", tolerance);
  Check *force = verify_check(base->verification, "wrench of rate", tolerance);
  for (int i = 0; i < 8 * TWISTS; i++)
    for (int j = 0; j < STATES; j++) {
      double twist[3], z[3], dz[3], wrench[3], expected[2][3];
      const char *motion = reduced_twist(t, i % TWISTS, twist);
      const char *state = reduced_state(base, j, twist, z);
      const int status = solver_rate(base, z, twist, dz, wrench);
      if (status != BR_OK)
        check_add(rate, INFINITY, "%s, %s: status %d", motion, state, status);
      ref_reduced_rate(t->reference, z, twist, base->fn, expected[0],
                       expected[1]);
      const ReducedPlace p = reduced_place(t, twist);
      const double scale = reduced_rate_scale(t, &p, z, tolerance);
      check_add(rate, vector_error(dz, expected[0], scale), "%s, %s", motion,
                state);
      check_add(force,
                wrench_error(t, wrench, expected[1],
                             reduced_wrench_scale(t, &p, z, scale)),
                "%s, %s", motion, state);
    }
}

/* ---- statics ----------------------------------------------------------- */

static void verify_statics(ReducedTrial *t)
{
  enum { REPEATS = 40 };
  ContactTrial *base = &t->base;
  const Lugre *f = base->friction;
  const double tolerance = contact_tolerances(base->contact).rate;
  Check *steady = verify_check(base->verification, "steady", tolerance);
  Check *limit = verify_check(base->verification, "limit", tolerance);
  for (int i = 0; i < REPEATS * TWISTS; i++) {
    double twist[3], got[3], expected[3];
    const char *motion = reduced_twist(t, i % TWISTS, twist);
    const ReducedPlace p = reduced_place(t, twist);
    const double slip = f->sigma2 * p.m.s * fmax(1, p.m.k[2]);
    const double scale = base->fn * (1 + p.doubt / tolerance);
    int status = solver_plain(base, "steady", twist, got);
    ref_reduced_steady(t->reference, twist, base->fn, expected);
    check_add(steady,
              status != BR_OK ? INFINITY
                              : wrench_error(t, got, expected,
                                             f->mu_s * scale + base->fn * slip),
              "%s", motion);
    status = solver_plain(base, "limit", twist, got);
    ref_reduced_limit(t->reference, twist, base->fn, expected);
    check_add(limit,
              status != BR_OK ? INFINITY
                              : wrench_error(t, got, expected, f->mu_c * scale),
              "%s", motion);
  }
}

/* ---- the table --------------------------------------------------------- */

/* The twist at the grid centre for a scaled one at the centre of pressure. */
static void to_centre(const ReducedTrial *t, const double scaled[3],
                      double twist[3])
{
  const RefReduced *c = t->reference;
  const double w = scaled[2] / c->r;
  twist[2] = trial_real(&t->base, w);
  twist[0] = trial_real(&t->base, scaled[0] + w * c->cop[1]);
  twist[1] = trial_real(&t->base, scaled[1] - w * c->cop[0]);
}

/* Every cell, so that every node has been read. */
static void verify_cells(ReducedTrial *t)
{
  const LimitTable *table = t->table;
  ContactTrial *base = &t->base;
  const double tolerance = contact_tolerances(base->contact).rate;
  const double load = base->friction->mu_c * base->fn;
  Check *check =
      verify_check(base->verification, "table, cell by cell", tolerance);
  for (int b = 0; b < 3 * table->blocks * table->blocks; b++)
    for (int i = 0; i < table->fine[b]; i++)
      for (int j = 0; j < table->fine[b]; j++) {
        double scaled[3], twist[3], got[3], expected[3];
        table_twist(table, b, i + 0.4, j + 0.3, scaled);
        to_centre(t, scaled, twist);
        const int status = solver_plain(base, "limit", twist, got);
        ref_reduced_limit(t->reference, twist, base->fn, expected);
        const ReducedPlace p = reduced_place(t, twist);
        check_add(check,
                  status != BR_OK
                      ? INFINITY
                      : wrench_error(t, got, expected,
                                     load * (1 + p.doubt / tolerance)),
                  "block %d, cell %d %d", b, i, j);
      }
}

/* Against the exact surface, at random twists: the certificate. */
static void verify_certificate(ReducedTrial *t)
{
  enum { BUDGET = 4000000, MOST = 10000 };
  ContactTrial *base = &t->base;
  const Contact *c = base->contact;
  const Grid *grid = &c->cells.grid;
  const int tries = (int)fmin(MOST, BUDGET / (grid->nx * grid->ny) + 1);
  const double load = base->friction->mu_c * base->fn;
  RefExact exact = {base->reference->patch, {c->cop[0], c->cop[1]}, c->r};
  double bound = contact_table(c)->proof.bound;
  if (c->levels) { /* the spec's own pressure, also between the levels */
    const Levels *l = c->levels;
    const double fn = fmin(fmax(c->fn, l->fn[0]), l->fn[l->count - 1]);
    const Value *surface = value_get(&c->model.spec->root, "pressure");
    exact.patch.w = levels_exact(c->model.spec, surface, grid, fn);
    bound += 1.25 * l->error; /* found at few twists, not proven */
  }
  Check *check =
      verify_check(base->verification, "table, exact surface", bound);
  for (int k = 0; k < tries; k++) {
    double scaled[3], twist[3], got[3], h[3];
    for (int d = 0; d < 3; d++) scaled[d] = trial_random(base, -1, 1);
    if (k % 8 < 3) scaled[k % 8] *= 0.03; /* near the seams */
    to_centre(t, scaled, twist);
    solver_plain(base, "limit", twist, got);
    const BristleMotion m = reduced_motion(t->reference, twist);
    const double v[3] = {m.v[0], m.v[1], m.v[2] / c->r};
    ref_surface_exact(&exact, v, h);
    got[2] -= c->cop[0] * got[1] - c->cop[1] * got[0];
    const double away[3] = {got[0] / load - h[0], got[1] / load - h[1],
                            got[2] / load / c->r - h[2]};
    check_add(check, contact_size(away, 3), "twist %.9g %.9g %.9g", twist[0],
              twist[1], twist[2]);
  }
}

/* ---- all ---------------------------------------------------------------- */

/* At the force that the contact is for. */
static void verify_at(const Contact *c, const Solver *solver, bool is_compared,
                      Verification *verification)
{
  ReducedTrial t = {
      .base = trial_new(c, solver, verification, 3),
      .reference = reduced_reference(c),
      .table = c->form == CONTACT_REDUCED ? contact_table_needed(c) : NULL,
      .arm = c->r + hypot(c->cop[0], c->cop[1])};
  t.base.pose = reduced_state;
  verify_rates(&t);
  reduced_verify_jacobians(&t);
  reduced_verify_steps(&t);
  verify_statics(&t);
  if (t.table) verify_cells(&t);
  if (t.table) verify_certificate(&t);
  verify_symmetry(&t.base);
  verify_promises(&t.base);
  if (is_compared) verify_against_cells(&t.base);
}

void reduced_verify(const Contact *c, const Solver *solver,
                    Verification *verification)
{
  const double *loads;
  const size_t count = contact_loads(c, &loads);
  for (size_t i = 0; i < count; i++) {
    if (count > 1)
      verification->situation =
          run_printf(verification->run, "fn = %g N", loads[i]);
    verify_at(contact_at(c, loads[i]), solver, loads[i] == c->fn, verification);
  }
}
