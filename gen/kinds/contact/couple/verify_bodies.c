/* verify_bodies.c: judges _couple by the reference. In: a ContactTrial whose
 * solver has _couple. Out: checks of random cases: one to all contacts on a
 * planar body of 1 g to 1 t, over 10 us to 50 ms, bristles after motions.
 *
 * Invariant: a result is judged by what is left of V = V0 + dt*W*f(V) with the
 * reference's f in long double, beside what rounding of V makes of f. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/area.h"
#include "kinds/contact/couple/reference.h"
#include "kinds/contact/couple/verify.h"

enum { MOST = REF_COUPLE_MOST, DIM = 3 * MOST };

/* A case: n contacts on a body, with their states at the start. */
typedef struct Case {
  const ContactTrial *t;
  const CoupleReference *reference;
  int n;
  double fn[MOST], v0[DIM], w[DIM * DIM], twist[DIM], dt;
  double *z;      /* n states, one after the other */
  double noise;   /* of double or float in this case; see ref_couple_residual */
  double info[5]; /* of the solver */
} Case;

/* ---- cases ------------------------------------------------------------- */

static double any_size(ContactTrial *t, double low, double high)
{
  return low * pow(high / low, trial_random(t, 0, 1));
}

/* Draws a planar body with n contacts up to 0.1 m off its centre of mass, its
 * velocity and a load. */
static void draw_body(ContactTrial *t, Case *c)
{
  const double m = any_size(t, 1e-3, 1e3), gyration = any_size(t, 1e-3, 0.3);
  const double minv[3] = {1 / m, 1 / m, 1 / (m * gyration * gyration)};
  const double v = trial_random(t, 0, 1) < 0.2 ? 0 : any_size(t, 1e-8, 2);
  const double pull = any_size(t, 1e-2, 10) * t->fn;
  double u[3], push[3], place[DIM * 3];
  const int d = 3 * c->n;
  for (int i = 0; i < 3; i++) {
    u[i] = v * trial_random(t, -1, 1) / (i == 2 ? any_size(t, 1e-2, 1) : 1);
    push[i] = pull * trial_random(t, -1, 1) * (i == 2 ? t->arm : 1) * minv[i];
  }
  for (int i = 0; i < c->n; i++) {
    const double dx = 0.1 * trial_random(t, -1, 1) * trial_random(t, 0, 1);
    const double dy = 0.1 * trial_random(t, -1, 1) * trial_random(t, 0, 1);
    const double rows[9] = {1, 0, -dy, 0, 1, dx, 0, 0, 1};
    memcpy(place + 9 * i, rows, sizeof rows);
  }
  for (int i = 0; i < d; i++) {
    c->twist[i] = c->v0[i] = 0;
    for (int l = 0; l < 3; l++) {
      c->twist[i] += place[3 * i + l] * u[l];
      c->v0[i] += place[3 * i + l] * (u[l] + c->dt * push[l]);
    }
    for (int j = 0; j < d; j++) {
      double sum = 0;
      for (int l = 0; l < 3; l++)
        sum += place[3 * i + l] * minv[l] * place[3 * j + l];
      c->w[d * i + j] = trial_real(t, sum);
    }
    c->twist[i] = trial_real(t, c->twist[i]);
    c->v0[i] = trial_real(t, c->v0[i]);
  }
}

/* Moves the bristles of contact i: as the body does, at random, or not. */
static void draw_bristles(ContactTrial *t, Case *c, int i)
{
  const double kind = trial_random(t, 0, 1);
  const int steps = kind < 0.4 ? 5 : kind < 0.8 ? 4 : 0;
  double *z = c->z + (size_t)i * t->nstates;
  memset(z, 0, t->nstates * sizeof *z);
  for (int k = 0; k < steps; k++) {
    double twist[3];
    memcpy(twist, c->twist + 3 * i, sizeof twist);
    if (kind >= 0.4) trial_random_twist(t, any_size(t, 1e-7, 1), twist);
    const double *const in[] = {twist, &c->fn[i], &c->dt};
    double *const out[] = {z, NULL, NULL};
    t->solver->functions->set(t->state, z);
    solver_call(t->run, t->solver, "step_slopes", t->state, in, out);
  }
}

static void draw_case(ContactTrial *t, int n, Case *c)
{
  c->n = n;
  c->dt = trial_real(t, any_size(t, 1e-5, 5e-2));
  draw_body(t, c);
  for (int i = 0; i < n; i++) {
    c->fn[i] = t->fn;
    if (!t->contact->levels) c->fn[i] *= any_size(t, 0.1, 10);
    c->fn[i] = trial_real(t, c->fn[i]);
    draw_bristles(t, c, i);
  }
}

/* Returns how many of the solver's digits rounding of the twist leaves in the
 * wrench, as a share: dt*W*K*unit of the stiffest contact in stick. */
static double stiffness_of(const Case *c)
{
  const Lugre *f = c->t->friction;
  double most = 0;
  for (int i = 0; i < 3 * c->n; i++) {
    const double arm = i % 3 == 2 ? c->t->arm : 1;
    most = fmax(most, c->dt * c->w[3 * c->n * i + i] * arm * arm *
                          contact_hold_load(c->t->contact, c->fn[i / 3]) * (f->sigma0 * c->dt + f->sigma1));
  }
  return most * c->t->unit;
}

/* ---- calls -------------------------------------------------------------- */

/* Numbers of the solver's type. */
typedef union Reals {
  double wide[DIM * DIM];
  float narrow[DIM * DIM];
} Reals;

static void *to_reals(const ContactTrial *t, const double *from, int count,
                      Reals *to)
{
  for (int i = 0; i < count; i++) {
    if (t->is_float)
      to->narrow[i] = (float)from[i];
    else
      to->wide[i] = from[i];
  }
  return to;
}

static void from_reals(const ContactTrial *t, const Reals *from, int count,
                       double *to)
{
  for (int i = 0; i < count; i++)
    to[i] = t->is_float ? (double)from->narrow[i] : from->wide[i];
}

/* Calls _couple. Returns its status. */
static int solver_couple(Case *c, char *states, double *twist, double *wrench)
{
  const ContactTrial *t = c->t;
  const br_solver *solver = t->solver->functions;
  const int d = 3 * c->n;
  Reals fn, v0, w, v, f;
  for (int i = 0; i < c->n; i++)
    solver->set(states + (size_t)i * solver->state_bytes,
                c->z + (size_t)i * t->nstates);
  to_reals(t, c->twist, d, &v);
  const int status = solver->couple(
      c->n, states, to_reals(t, c->fn, c->n, &fn), to_reals(t, c->v0, d, &v0),
      to_reals(t, c->w, d * d, &w), c->dt, &v, &f, NULL, c->info);
  from_reals(t, &v, d, twist);
  from_reals(t, &f, d, wrench);
  return status;
}

static int step_wrench(const void *context, int i, const long double twist[3],
                       long double wrench[3])
{
  const Case *c = context;
  return couple_reference_step(c->reference, c->z + (size_t)i * c->t->nstates,
                               twist, c->fn[i], c->dt, NULL, wrench);
}

/* ---- checks ------------------------------------------------------------- */

typedef struct BodyChecks {
  Check *status, *equation, *arrival;
  long compared, other;
} BodyChecks;

/* Returns what is left of the equation with the host's arithmetic: the host
 * arrives at the twist. */
static double arrival_error(const Case *c, const double *twist,
                            const double *wrench)
{
  const int d = 3 * c->n;
  double miss = 0, scale = 0;
  for (int i = 0; i < d; i++) {
    const double unit = i % 3 == 2 ? c->t->arm : 1;
    double left = twist[i] - c->v0[i];
    scale += (fabs(twist[i]) + fabs(c->v0[i])) * unit;
    for (int j = 0; j < d; j++) {
      left -= c->w[d * i + j] * c->dt * wrench[j];
      scale += fabs(c->w[d * i + j] * c->dt * wrench[j]) * unit;
    }
    miss += fabs(left) * unit;
  }
  return scale > 0 ? miss / scale : 0;
}

/* Compares with the solution that the reference reaches. Of several solutions
 * the solver may take another one, if its long steps pass a ridge. */
static void compare_solution(BodyChecks *b, const Case *c,
                             const RefCoupling *coupling, const double *twist)
{
  double expected[DIM], far = 0, size = 0;
  if (ref_couple(coupling, c->twist, expected) != BR_OK) return;
  for (int i = 0; i < 3 * c->n; i++) {
    const double unit = i % 3 == 2 ? c->t->arm : 1;
    far += fabs(twist[i] - expected[i]) * unit;
    size += (fabs(twist[i]) + fabs(expected[i]) + fabs(c->v0[i]) +
             fabs(c->twist[i])) *
            unit;
  }
  b->compared++;
  const double away = size > 0 ? far / size : 0;
  const bool is_other = away > 1e-4 + 100 * c->noise;
  b->other += is_other;
  Check *same = verify_check(c->t->verification, "couple, solution",
                             c->t->is_float ? 1e-3 : 1e-9);
  check_add(same, is_other ? 0 : away / (1 + c->noise / same->tolerance),
            "n = %d, dt = %.3g s", c->n, c->dt);
}

static void judge(BodyChecks *b, Case *c, char *states, bool is_compared)
{
  const ContactTrial *t = c->t;
  double twist[DIM], wrench[DIM], left;
  const RefCoupling coupling = {c->n, step_wrench, c,     c->v0,
                                c->w, c->dt,       t->arm};
  const int status = solver_couple(c, states, twist, wrench);
  check_add(b->status, status < 0 ? 1 : 0,
            "status %d, n = %d, dt = %.3g s, residual %.2g", status, c->n,
            c->dt, c->info[0]);
  if (status < 0) return;
  check_add(b->arrival, arrival_error(c, twist, wrench), "n = %d, dt = %.3g s",
            c->n, c->dt);
  ref_couple_residual(&coupling, twist, 4 * t->unit, &left, &c->noise);
  /* A table's limit surface may jump from face to face. */
  if (t->contact->form == CONTACT_REDUCED &&
      c->info[0] > (t->is_float ? 1e-4 : 1e-8)) {
    check_add(verify_check(t->verification, "couple, seams",
                           4 * contact_table(t->contact)->proof.bound),
              left, "n = %d, dt = %.3g s", c->n, c->dt);
    return;
  }
  check_add(b->equation, left / (1 + 16 * c->noise / b->equation->tolerance),
            "n = %d, dt = %.3g s, %g rounds", c->n, c->dt, c->info[1]);
  if (is_compared) compare_solution(b, c, &coupling, twist);
}

void verify_bodies(ContactTrial *t)
{
  enum { BUDGET = 400, COMPARED = 4, SMALL = 8 };
  const int most = t->contact->couple;
  const int cases = (int)fmax(24, BUDGET / fmax(1, t->places));
  const CoupleReference reference = couple_reference(t->contact);
  const size_t bytes = t->solver->functions->state_bytes, align = 64;
  char *states = run_alloc(t->run, (size_t)MOST * bytes + align);
  states += (align - (uintptr_t)states % align) % align;
  for (int i = 0; i < MOST; i++) /* with the tuning */
    memcpy(states + (size_t)i * bytes, t->state, bytes);
  const bool has_table = t->contact->form == CONTACT_REDUCED;
  BodyChecks b = {
      .status = verify_check(t->verification, "couple, statuses", 0),
      .equation = verify_check(t->verification, "couple, equation",
                               t->is_float ? 1e-4
                               : has_table ? 1e-5 /* rounding of its cells */
                                           : 1e-9),
      .arrival = verify_check(t->verification, "couple, arrival",
                              t->is_float ? 1e-3 : 1e-12)};
  Case c = {.t = t,
            .reference = &reference,
            .z = run_doubles(t->run, (size_t)MOST * t->nstates)};
  for (int i = 0, made = 0; made < cases && i < 10 * cases; i++) {
    progress_step("couple", (double)made / cases);
    const int n = 1 + (int)trial_random(t, 0, most);
    draw_case(t, n, &c);
    if (t->is_float && stiffness_of(&c) > 1e-3) continue; /* see the header */
    judge(&b, &c, states, t->places <= SMALL && made < COMPARED);
    made++;
  }
  if (b.compared > 0) {
    check_add(verify_check(t->verification, "couple, other solutions", 0.25),
              (double)b.other / (double)b.compared, "%ld cases", b.compared);
  }
}
