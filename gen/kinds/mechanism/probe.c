/* probe.c: checks a mechanism's functions by numbers. In: a Mechanism whose
 * functions were traced. Out: nothing, or the run ends at the line of a
 * function with wrong values.
 *
 * Invariant: the reference decides; this file uses no symbols. */
#include "base/base.h"
#include "language/language.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/mechanism/mechanism.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The probed points: the start, then points within 0.1 or 1 of it. The mass
 * matrix may lose its sign anywhere, so it is tested at all points. Ranks show
 * at any point but the start, so points near and far are tested. */
enum { POINTS = 12 };
static const bool shows_rank[POINTS] = {[0] = true, [1] = true, [3] = true};

typedef struct Probe {
  const Mechanism *s;
  const RefMechanism *reference;
  double q[MOST_COORDINATES], v[MOST_COORDINATES], t;
  double M[MOST_COORDINATES * MOST_COORDINATES];
} Probe;

static const char *place_text(const Probe *probe)
{
  Text text = text_new(probe->s->model.run);
  for (int i = 0; i < probe->s->n; i++)
    text_add(&text, "%s%s = %g", i ? ", " : "", probe->s->q_names[i],
             probe->q[i]);
  text_add(&text, "%s", mechanism_tuning_text(probe->s));
  return text.chars;
}

static const Value *mass_function(const Mechanism *s)
{
  return s->mass.function ? s->mass.function : s->kinetic.function;
}

static void require_symmetric(const Probe *probe)
{
  const Mechanism *s = probe->s;
  const double *M = probe->M;
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < i; j++) {
      const double a = M[i * s->n + j], b = M[j * s->n + i];
      const double size = sqrt(fabs(M[i * s->n + i] * M[j * s->n + j]));
      if (fabs(a - b) > 1e-9 * (fabs(a) + fabs(b) + size))
        run_fail(s->model.run, mass_function(s)->where,
                 "mass must be symmetric, but at %s item %d of row %d is %g "
                 "and item %d of row %d is %g",
                 place_text(probe), j + 1, i + 1, a, i + 1, j + 1, b);
    }
}

/* Tests for positive pivots of Cholesky's factor. */
static void require_positive(const Probe *probe)
{
  const Mechanism *s = probe->s;
  const int n = s->n;
  double L[MOST_COORDINATES * MOST_COORDINATES];
  for (int j = 0; j < n; j++)
    for (int i = j; i < n; i++) {
      double sum = probe->M[i * n + j];
      for (int k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
      if (i == j && !(sum > 1e-12 * fabs(probe->M[j * n + j])))
        run_fail(s->model.run, mass_function(s)->where,
                 "%s, but at %s it is not: its minor of order %d is not "
                 "positive",
                 s->mass.function
                     ? "mass must be positive definite"
                     : "kinetic energy must grow with every velocity",
                 place_text(probe), j + 1);
      L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
    }
}

/* T(3v) - 3 T(2v) + 3 T(v) - T(0) vanishes for a quadratic T. */
static void require_quadratic(const Probe *probe)
{
  static const double weights[] = {-1, 3, -3, 1};
  const Mechanism *s = probe->s;
  double sum = 0, size = 0, v[MOST_COORDINATES];
  if (!s->kinetic.function) return;
  for (int k = 0; k <= 3; k++) {
    for (int i = 0; i < s->n; i++) v[i] = k * probe->v[i];
    const RefLine at = {.q = probe->q, .t = probe->t};
    const double energy =
        probe->reference->kinetic(probe->reference->context, &at, v);
    sum += weights[k] * energy;
    size += fabs(energy);
  }
  if (fabs(sum) > 1e-9 * size)
    run_fail(s->model.run, s->kinetic.function->where,
             "kinetic must be quadratic in the velocities, but at %s it is not",
             place_text(probe));
}

/* Returns the rank of rows x n numbers, by Gram and Schmidt; overwrites rows.
 */
static int rank_of(double *rows, int count, int n)
{
  int rank = 0;
  for (int r = 0; r < count; r++) {
    double *row = rows + r * n, before = 0, after = 0;
    for (int j = 0; j < n; j++) before += row[j] * row[j];
    for (int k = 0; k < r; k++) {
      double dot = 0;
      for (int j = 0; j < n; j++) dot += row[j] * rows[k * n + j];
      for (int j = 0; j < n; j++) row[j] -= dot * rows[k * n + j];
    }
    for (int j = 0; j < n; j++) after += row[j] * row[j];
    const bool is_new = after > 1e-16 * before && after > 0;
    for (int j = 0; j < n; j++) row[j] = is_new ? row[j] / sqrt(after) : 0;
    rank += is_new;
  }
  return rank;
}

/* The largest ranks of A and J at the points, and the rows of A that are not 0
 * at all of them. */
typedef struct Ranks {
  bool row[MOST_ROWS];
  int rank, contact_rank;
} Ranks;

static void count_ranks(const Probe *probe, Ranks *ranks)
{
  const Mechanism *s = probe->s;
  double A[MOST_ROWS * MOST_COORDINATES], J[3 * MOST_COORDINATES];
  ref_mechanism_rows(probe->reference, probe->q, probe->t, A, J);
  for (int r = 0; r < s->m; r++)
    for (int j = 0; j < s->n; j++)
      ranks->row[r] = ranks->row[r] || fabs(A[r * s->n + j]) > 1e-9;
  const int rank = rank_of(A, s->m, s->n),
            contact_rank = rank_of(J, s->d, s->n);
  if (rank > ranks->rank) ranks->rank = rank;
  if (contact_rank > ranks->contact_rank) ranks->contact_rank = contact_rank;
}

static void require_independent(const Mechanism *s, const Ranks *ranks)
{
  Run *run = s->model.run;
  for (int r = 0; r < s->m; r++)
    if (!ranks->row[r])
      run_fail(run,
               r < s->mh ? s->constraint.function->where
                         : s->velocity.function->where,
               r < s->mh ? "constraint %d does not depend on the coordinates; "
                           "it must change with q"
                         : "row %d is zero; it must depend on the "
                           "velocities",
               r < s->mh ? r + 1 : r - s->mh + 1);
  if (ranks->rank < s->m)
    run_fail(run,
             s->constraint.function ? s->constraint.function->where
                                    : s->velocity.function->where,
             "the %d constraints are not independent%s: only %d are; leave out "
             "the others",
             s->m, mechanism_tuning_text(s), ranks->rank);
  if (s->d > 0 && ranks->contact_rank < s->d)
    run_fail(run, s->contact.function->where,
             "the contact point moves in %d of its %d dimensions only; return "
             "as many coordinates as q without the constraints can move",
             ranks->contact_rank, s->d);
}

/* Moves to the point number i. */
static void go_to(Probe *probe, const MechanismScenario *start, int i,
                  uint64_t *seed)
{
  const double around = i == 0 ? 0 : i % 3 == 0 ? 1 : 0.1;
  for (int k = 0; k < probe->s->n; k++) {
    probe->q[k] =
        (start ? start->q[k] : 0) + around * number_random(seed, -1, 1);
    probe->v[k] = number_random(seed, -1, 1);
  }
}

void mechanism_probe(const Mechanism *s, const MechanismScenario *start)
{
  Probe probe = {.s = s, .reference = mechanism_reference(s)};
  Ranks ranks = {{false}, 0, 0};
  uint64_t seed = 7;
  for (int i = 0; i < POINTS; i++) {
    go_to(&probe, start, i, &seed);
    ref_mechanism_mass(probe.reference, probe.q, probe.t, probe.M);
    require_symmetric(&probe);
    require_positive(&probe);
    require_quadratic(&probe);
    if (shows_rank[i]) count_ranks(&probe, &ranks);
  }
  require_independent(s, &ranks);
}

/* ---- the start --------------------------------------------------------- */

/* Moves the coordinates (part 0) or the rates (part 1) onto the constraints by
 * Newton's method. A start that misses them by its last digits stays. Writes
 * the residuals that are left. Returns false if Newton does not converge. */
static bool assemble_part(const Mechanism *s, const RefMechanism *reference,
                          MechanismScenario *start, int part, double *left)
{
  enum { MOST_TURNS = 60 };
  static const double u[MOST_INPUTS] = {0};
  const double near = s->model.is_float ? 1e-6 : 1e-9;
  double *const x = part ? start->qd : start->q, given[MOST_COORDINATES];
  memcpy(given, x, sizeof given);
  for (int turn = 0; turn < MOST_TURNS; turn++) {
    double change[MOST_COORDINATES] = {0}, step = 0, size = 1;
    RefTerms o;
    ref_mechanism_terms(reference, start->q, start->qd, 0, u, &o);
    const double off = constraint_residuals(s, &o, part == 1, left);
    if (turn == 0) start->off[part] = off;
    if (!isfinite(off) || (off > 0 && !least_change(s, &o, left, change)))
      break;
    for (int j = 0; j < s->n; j++) {
      step = fmax(step, fabs(change[j]));
      size = fmax(size, fabs(x[j]));
    }
    if (turn == 0 && step <= near * size) return true;
    for (int j = 0; j < s->n; j++) x[j] += change[j];
    if (!(step < 1e6)) break;
    if (step > 1e-13 * size) continue;
    for (int j = 0; j < s->n; j++)
      start->moved = fmax(start->moved, fabs(x[j] - given[j]));
    return true;
  }
  return start->off[part] < 1e-12;
}

/* Requires that Baumgarte's terms do not turn a constraint's rounding in floats
 * into an acceleration beside that of the forces: the normal force, and with it
 * friction, would be that of the rounding. Coordinates move: those that start
 * at 0 do not stay without rounding. */
static void require_digits(const Mechanism *s, const RefMechanism *reference,
                           const MechanismScenario *start)
{
  static const double u[MOST_INPUTS] = {0};
  static const double moved = 0.1;
  const double beta = s->baumgarte[1];
  RefTerms o;
  if (!s->model.is_float) return;
  ref_mechanism_terms(reference, start->q, start->qd, 0, u, &o);
  for (int r = 0; r < s->mh; r++) {
    double rounding = 0, forced = 1e-2 + fabs(o.b[r]);
    for (int j = 0; j < s->n; j++) {
      const double A = fabs(o.A[r * s->n + j]);
      rounding += 0.5 * FLT_EPSILON * A * (fabs(start->q[j]) + moved);
      forced += A * fabs(o.Q[j]) / o.M[j * s->n + j];
    }
    if (beta * beta * rounding > 0.1 * forced)
      run_fail(
          s->model.run, value_get(&s->model.spec->root, "baumgarte")->where,
          "baumgarte's second number is too large for floats: it turns "
          "the rounding of constraint %d, %.2g within 0.1 of the scenario's "
          "q, into "
          "%.2g, where the forces and the motion cause %.2g; take at most "
          "%.2g, or real = \"double\"",
          r + 1, rounding, beta * beta * rounding, forced,
          sqrt(0.1 * forced / rounding));
  }
}

void mechanism_assemble(const Mechanism *s, MechanismScenario *start)
{
  const RefMechanism *reference = mechanism_reference(s);
  for (int part = 0; part < 2; part++) {
    double left[MOST_ROWS] = {0};
    int worst = 0;
    if (assemble_part(s, reference, start, part, left)) continue;
    for (int r = 1; r < s->m; r++)
      if (fabs(left[r]) > fabs(left[worst])) worst = r;
    const Value *list =
        part && start->qd_value ? start->qd_value : start->q_value;
    run_fail(s->model.run, list->where,
             part
                 ? "no rates near the scenario's qd satisfy the constraints%s: "
                   "row %d is still off by %.3g; give qd that do"
                 : "no coordinates near the scenario's q satisfy the "
                   "constraints%s: constraint %d is still %.3g; give q that "
                   "do",
             mechanism_tuning_text(s), worst + 1, left[worst]);
  }
  require_digits(s, reference, start);
}
