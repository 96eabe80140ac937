/* verify.c: compares a reduced contact's solver with the reference, which reads
 * the same table with its own code, and the table with the exact surface. In: a
 * Contact and a Solver. Out: checks; steps and Jacobians have their own files.
 *
 * Invariant: an error is relative to the terms that cancel in the result. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/reduced/reference.h"
#include "kinds/contact/couple/verify.h"
#include "kinds/contact/verify.h"

/* A trial of a reduced contact; the base comes first. */
typedef struct ReducedTrial {
  ContactTrial base;
  const RefReduced *reference;
  const ContactTable *made; /* or NULL: an ellipsoid */
  double largest[3];        /* number of each face of a potential */
} ReducedTrial;

static const ReducedTrial *reduced(const ContactTrial *base)
{
  return (const ReducedTrial *)(const void *)base;
}

/* Writes the twist at the grid centre from a velocity at the centre of
 * pressure, whose spin is times r. */
static void to_centre(const ContactTrial *t, const RefReduced *c,
                      const double v[3], double twist[3])
{
  twist[2] = v[2] / c->r;
  twist[0] = v[0] + twist[2] * c->cop[1];
  twist[1] = v[1] - twist[2] * c->cop[0];
  contact_unstretch_twist(t->contact, twist, twist);
}

/* ---- twists ------------------------------------------------------------ */

/* Finds the face of a direction. Returns the largest component. */
static double find_face(const double c[3], int *face, double at[2])
{
  *face = 0;
  for (int d = 1; d < 3; d++)
    if (fabs(c[d]) > fabs(c[*face])) *face = d;
  for (int k = 0; k < 2; k++) at[k] = c[k + (k >= *face)] / c[*face];
  return c[*face];
}

/* Finds the cell of the table for a direction: its distance from the cell's
 * edge, and the number of cells along the unit of direction. */
static void find_cell(const LimitTable *table, const double v[3], Place *p)
{
  double c[3], at[2], least = 0.5;
  int face = 0, block[2];
  for (int d = 0; d < 3; d++) c[d] = v[d] / (d < 2 ? table->scale[d] : 1);
  if (find_face(c, &face, at) == 0) return;
  for (int k = 0; k < 2; k++) {
    at[k] = (at[k] + 1) / 2 * table->blocks;
    block[k] = (int)fmin(floor(at[k]), table->blocks - 1);
  }
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

/* Writes the largest number of each face, relative to the face's base. */
static void find_largest(const LimitPotential *table, double largest[3])
{
  for (int m = 0; m < 3; m++) {
    const PotentialFace *face = &table->faces[m];
    const int count = (face->cells[0] + 3) * (face->cells[1] + 3);
    largest[m] = 0;
    for (int i = 0; i < count; i++)
      largest[m] = fmax(
          largest[m],
          fabs(face->unit * table->stored[face->start + (size_t)i]));
  }
}

/* The same as find_cell for a potential. The slopes of h are second differences
 * of the table's numbers times the square of the cells per unit: the numbers
 * cancel, their roundings do not. The table's frame takes them to V twice, and
 * per component of its face, which a short frame or one around a far middle
 * makes small beside |V|. */
static void find_potential_cell(const ReducedTrial *own, const double v[3],
                                Place *p)
{
  const LimitPotential *table = own->made->potential;
  const double *middle = table->middle, *inverse = table->inverse;
  const double c[3] = {(v[0] - v[2] * middle[1]) * inverse[0],
                       (v[1] + v[2] * middle[0]) * inverse[1], v[2]};
  const double most = fmax(1, fmax(inverse[0], inverse[1]));
  double at[2];
  int face;
  if (find_face(c, &face, at) == 0) return;
  for (int k = 0; k < 2; k++) {
    const double per = table->faces[face].per[k], x = (at[k] + 1) * per;
    p->inside = fmin(p->inside, fabs(x - round(x)));
    p->cells = fmax(p->cells, 2 * per * most);
  }
  const double frame =
      inverse[0] * inverse[0] * (1 + middle[1] * middle[1]) +
      inverse[1] * inverse[1] * (1 + middle[0] * middle[0]) + 1;
  const double gain = fmax(most * most, frame * p->m.s / fabs(c[face]));
  const double per = fmax(table->faces[face].per[0], table->faces[face].per[1]);
  p->bent = own->base.unit * 4 * per * per * gain * own->largest[face];
}

/* Returns |s dh/dv|, the largest slope over a tiny difference to either side.
 */
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

static Place reduced_place(const ContactTrial *t, int k, const double twist[3])
{
  const ReducedTrial *own = reduced(t);
  const RefReduced *c = own->reference;
  Place p = {.m = reduced_motion(c, twist),
             .by_twist = {1, 0, -c->cop[1], 0, 1, c->cop[0], 0, 0, c->r},
             .load = t->fn,
             .arm = t->arm,
             .inside = 0.5,
             .cells = 1};
  (void)k;
  double parts[3];
  contact_stretch_rows(t->contact, 3, p.by_twist);
  contact_stretch_parts(t->contact, twist, parts);
  p.parts = parts[0] + parts[1] +
            parts[2] * (fabs(c->cop[0]) + fabs(c->cop[1]) + c->r);
  if (p.m.s == 0) return p;
  p.slope = surface_slope(c, &p.m);
  p.doubt = t->unit * (8 + 4 * p.slope * (4 + p.parts / p.m.s));
  if (!own->made) return p;
  if (own->made->potential)
    find_potential_cell(own, p.m.v, &p);
  else
    find_cell(own->made->table, p.m.v, &p);
  /* A slope of h changes by about its own size from a cell to the next. */
  p.bent += t->unit * p.slope * (8 + p.cells / 2 * (4 + p.parts / p.m.s));
  return p;
}

static BristleMotion motion_at(const ContactTrial *t, const Place *p,
                               const double *v)
{
  double twist[3];
  (void)p;
  to_centre(t, reduced(t)->reference, v, twist);
  return reduced_motion(reduced(t)->reference, twist);
}

/* Converts the wrench to the force at the centre of pressure and its torque
 * over r. */
static void reduced_rate(const ContactTrial *t, const Place *p, const double *z,
                         const double *v, double *dz, double *force)
{
  (void)p;
  const RefReduced *c = reduced(t)->reference;
  double twist[3];
  to_centre(t, c, v, twist);
  ref_reduced_rate(c, z, twist, 1, dz, force);
  contact_unstretch_twist(t->contact, force, force);
  force[2] = (force[2] - c->cop[0] * force[1] + c->cop[1] * force[0]) / c->r;
}

/* Writes a twist away from the seams of the table. */
static const char *reduced_twist(ContactTrial *t, int i, double twist[3])
{
  enum { TRIES = 20 };
  const double seam = t->is_float ? 1e-3 : 1e-9; /* of a cell */
  const char *name = trial_twist(t, i, twist);
  for (int tries = 0; tries < TRIES; tries++) {
    const Place p = reduced_place(t, 0, twist);
    if (p.m.s == 0 || p.inside > seam) break;
    for (int d = 0; d < 3; d++)
      twist[d] = trial_real(t, twist[d] + p.m.s / (d == 2 ? t->arm : 1) *
                                              trial_random(t, -1e-2, 1e-2));
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
  const BristleMotion m = reduced_motion(reduced(base)->reference, twist);
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

/* Returns the possible error of a. */
static double relaxation_doubt(const ContactTrial *t, const Place *p)
{
  return 2 * t->edge * (4 * t->unit + p->doubt / p->m.size) * p->m.s /
         p->m.zmax;
}

static double rate_scale(const ContactTrial *t, const Place *p)
{
  const BristleMotion *m = &p->m;
  const double k = fmax(1, m->k[2]), size = contact_size(p->z, 3);
  const double flow = m->s * (1 + m->size);
  return k * (flow + m->s / m->zmax * size +
              (p->doubt * m->s + relaxation_doubt(t, p) * (size + m->zmax)) /
                  t->tolerances.rate);
}

/* Returns the scale of the rate times the factor of the step, and of the error
 * of that factor. */
static double mean_rate_scale(const ContactTrial *t, const Place *p, double dt)
{
  const double scale = rate_scale(t, p);
  if (t->contact->step == STEP_EULER) return scale;
  double a;
  contact_yield(&t->reference->friction, &p->m, p->z, dt, &a);
  const double most = p->m.k[2] * fmax(a, relaxation_doubt(t, p));
  const double doubt = relaxation_doubt(t, p) * p->m.k[2] / t->tolerances.rate;
  const double faded = fmin(dt * doubt, most > 0 ? doubt / most : 0);
  return scale * contact_mean_decay(a * dt) * (1 + faded);
}

static double wrench_scale(const ContactTrial *t, const Place *p, double rate)
{
  const Lugre *f = t->friction;
  return t->fn * (f->sigma0 * contact_size(p->z, 3) + f->sigma1 * rate +
                  f->sigma2 * p->m.s * fmax(1, p->m.k[2]));
}

/* Returns the largest |h|, to 1e-3. */
static double largest_surface(ContactTrial *t)
{
  enum { TRIES = 20000 };
  const RefReduced *c = reduced(t)->reference;
  double worst = 0;
  for (int i = 0; i < TRIES; i++) {
    double v[3], h[3];
    for (int d = 0; d < 3; d++) v[d] = trial_random(t, -1, 1);
    v[2] /= c->r;
    c->surface(c->context, v, h);
    worst = fmax(worst, contact_size(h, 3));
  }
  return worst * (1 + 1e-3);
}

static double vector_error(const double got[3], const double expected[3],
                           double scale)
{
  return block_error(got, expected, 3, 1, scale, 1, 1);
}

/* ---- rates ------------------------------------------------------------- */

static void verify_rates(ContactTrial *t)
{
  const RefReduced *c = reduced(t)->reference;
  const double tolerance = t->tolerances.rate;
  Check *rate = verify_check(t->verification, "rate", tolerance);
  Check *force = verify_check(t->verification, "wrench of rate", tolerance);
  for (int i = 0; i < 8 * TWISTS; i++)
    for (int j = 0; j < STATES; j++) {
      double twist[3], z[3], dz[3], wrench[3], expected[2][3];
      const char *motion = reduced_twist(t, i % TWISTS, twist);
      const char *state = reduced_state(t, j, twist, z);
      const int status = solver_rate(t, z, twist, dz, wrench);
      if (status != BR_OK)
        check_add(rate, INFINITY, "%s, %s: status %d", motion, state, status);
      ref_reduced_rate(c, z, twist, t->fn, expected[0], expected[1]);
      const Place p = trial_place(t, 0, twist, z);
      const double scale = rate_scale(t, &p);
      check_add(rate, vector_error(dz, expected[0], scale), "%s, %s", motion,
                state);
      check_add(force,
                trial_wrench_error(t, wrench, expected[1],
                                   wrench_scale(t, &p, scale)),
                "%s, %s", motion, state);
    }
}

/* ---- statics ----------------------------------------------------------- */

static void verify_statics(ContactTrial *t)
{
  enum { REPEATS = 40 };
  const RefReduced *c = reduced(t)->reference;
  const Lugre *f = t->friction;
  const double tolerance = t->tolerances.rate;
  Check *steady = verify_check(t->verification, "steady", tolerance);
  Check *limit = verify_check(t->verification, "limit", tolerance);
  for (int i = 0; i < REPEATS * TWISTS; i++) {
    double twist[3], got[3], expected[3];
    const char *motion = reduced_twist(t, i % TWISTS, twist);
    const Place p = reduced_place(t, 0, twist);
    const double slip = f->sigma2 * p.m.s * fmax(1, p.m.k[2]);
    const double scale = t->fn * (1 + p.doubt / tolerance);
    int status = solver_plain(t, "steady", twist, got);
    ref_reduced_steady(c, twist, t->fn, expected);
    check_add(steady,
              status != BR_OK
                  ? INFINITY
                  : trial_wrench_error(t, got, expected,
                                       f->mu_s * scale + t->fn * slip),
              "%s", motion);
    status = solver_plain(t, "limit", twist, got);
    ref_reduced_limit(c, twist, t->fn, expected);
    check_add(limit,
              status != BR_OK
                  ? INFINITY
                  : trial_wrench_error(t, got, expected, f->mu_c * scale),
              "%s", motion);
  }
}

/* ---- the table --------------------------------------------------------- */

/* Writes the twist at the grid centre from a velocity at the centre of
 * pressure, rounded to the solver's type. */
static void rounded_twist(const ContactTrial *t, const double v[3],
                          double twist[3])
{
  to_centre(t, reduced(t)->reference, v, twist);
  for (int d = 0; d < 3; d++) twist[d] = trial_real(t, twist[d]);
}

static void verify_cell(ContactTrial *t, Check *check, const double v[3],
                        const char *where)
{
  const double tolerance = t->tolerances.rate;
  const double load = t->friction->mu_c * t->fn;
  double twist[3], got[3], expected[3];
  rounded_twist(t, v, twist);
  const int status = solver_plain(t, "limit", twist, got);
  ref_reduced_limit(reduced(t)->reference, twist, t->fn, expected);
  const Place p = reduced_place(t, 0, twist);
  check_add(check,
            status != BR_OK
                ? INFINITY
                : trial_wrench_error(t, got, expected,
                                     load * (1 + p.doubt / tolerance)),
            "%s", where);
}

/* Checks every cell, so that every number of the table is read. */
static void verify_cells(ContactTrial *t)
{
  const ContactTable *made = reduced(t)->made;
  const LimitTable *table = made->table;
  Run *run = t->verification->run;
  Check *check =
      verify_check(t->verification, "table, cell by cell", t->tolerances.rate);
  double v[3];
  for (int b = 0; table && b < 3 * table->blocks * table->blocks; b++)
    for (int i = 0; i < table->fine[b]; i++)
      for (int j = 0; j < table->fine[b]; j++) {
        table_twist(table, b, i + 0.4, j + 0.3, v);
        verify_cell(t, check, v,
                    run_printf(run, "block %d, cell %d %d", b, i, j));
      }
  for (int m = 0; !table && m < 3; m++)
    for (int i = 0; i < made->potential->faces[m].cells[0]; i++)
      for (int j = 0; j < made->potential->faces[m].cells[1]; j++) {
        potential_cell_twist(made->potential, m, i + 0.4, j + 0.3, v);
        verify_cell(t, check, v,
                    run_printf(run, "face %d, cell %d %d", m, i, j));
      }
}

/* Checks the certificate against the exact surface, at random twists. */
static void verify_certificate(ContactTrial *t)
{
  enum { BUDGET = 400000, MOST = 10000 };
  const Contact *c = t->contact;
  const RefExact exact = reduced_exact(t);
  const int tries =
      (int)fmin(MOST, BUDGET / (exact.patch.nx * exact.patch.ny) + 1);
  const double load = t->friction->mu_c * t->fn;
  Check *check = verify_check(t->verification, "table, exact surface",
                              reduced_exact_error(t));
  for (int k = 0; k < tries; k++) {
    double v[3], twist[3], got[3], h[3];
    for (int d = 0; d < 3; d++) v[d] = trial_random(t, -1, 1);
    if (k % 8 < 3) v[k % 8] *= 0.03; /* near the seams */
    rounded_twist(t, v, twist);
    solver_plain(t, "limit", twist, got);
    const BristleMotion m = reduced_motion(reduced(t)->reference, twist);
    const double at_cop[3] = {m.v[0], m.v[1], m.v[2] / c->r};
    ref_surface_exact(&exact, at_cop, h);
    contact_unstretch_twist(t->contact, got, got);
    got[2] -= c->cop[0] * got[1] - c->cop[1] * got[0];
    const double away[3] = {got[0] / load - h[0], got[1] / load - h[1],
                            got[2] / load / c->r - h[2]};
    check_add(check, contact_size(away, 3), "twist %.9g %.9g %.9g", twist[0],
              twist[1], twist[2]);
  }
}

/* ---- all ---------------------------------------------------------------- */

static const PatchForm form = {.twist = reduced_twist,
                               .state = reduced_state,
                               .place = reduced_place,
                               .motion = motion_at,
                               .rate = reduced_rate,
                               .mean_rate_scale = mean_rate_scale,
                               .largest_surface = largest_surface,
                               .has_surface = true,
                               .rounds = 20,
                               .states = STATES,
                               .trials = 200,
                               .roundings = 96,
                               .bound = 0.02,
                               .coarse = {64, 256},
                               .substeps = 8192,
                               .strokes = 16,
                               .steps = 4800,
                               .floor = 1e-4};

/* A surface that keeps its latest value: the motions of many steps are held. */
typedef struct KeptSurface {
  RefSurface *surface;
  const void *context;
  double v[3], h[3];
  bool is_kept;
} KeptSurface;

static void kept_surface(const void *context, const double v[3], double h[3])
{
  KeptSurface *kept = *(KeptSurface *const *)context;
  if (!kept->is_kept || memcmp(kept->v, v, sizeof kept->v) != 0) {
    memcpy(kept->v, v, sizeof kept->v);
    kept->surface(kept->context, kept->v, kept->h);
    kept->is_kept = true;
  }
  memcpy(h, kept->h, sizeof kept->h);
}

/* Makes all checks at the contact's normal force. */
static void verify_at(const Contact *c, const Solver *solver, bool is_compared,
                      Verification *verification)
{
  ReducedTrial own = {
      .base = trial_new(c, solver, verification),
      .reference = reduced_reference(c),
      .made = c->form == CONTACT_REDUCED ? contact_table_needed(c) : NULL};
  ContactTrial *t = &own.base;
  RefReduced keeping = *own.reference;
  KeptSurface kept = {keeping.surface, keeping.context};
  KeptSurface *const pointer = &kept;
  keeping.surface = kept_surface;
  keeping.context = &pointer;
  own.reference = &keeping;
  t->form = &form;
  t->arm = c->r + hypot(c->cop[0], c->cop[1]);
  if (own.made && own.made->potential)
    find_largest(own.made->potential, own.largest);
  verify_rates(t);
  verify_slopes(t);
  verify_steps(t);
  verify_couple(t);
  verify_statics(t);
  if (own.made) verify_cells(t);
  if (own.made) verify_certificate(t);
  verify_margin(t);
  verify_symmetry(t);
  verify_promises(t);
  if (is_compared) verify_against_cells(t);
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
