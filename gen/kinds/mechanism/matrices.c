/* matrices.c: the matrices of a mechanism and their derivatives by
 * algebra. In: its traced functions. Out: named expressions and blocks.
 *
 * Free symbols: q0.., v0.., u0.., t; accelerations a0.., multipliers l0..,
 * forces at the contact point f0.. and g0... */
#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/mechanism/equations.h"

const char *entry_name(Run *run, const char *matrix, int i, int j)
{
  return j < 0 ? run_printf(run, "%s_%d", matrix, i)
               : run_printf(run, "%s_%d_%d", matrix, i, j);
}

/* ---- sums of products of named expressions ----------------------------- */

typedef struct Sum {
  Run *run;
  const Expr *terms[2 + 2 * MOST_COORDINATES + MOST_ROWS];
  size_t count;
} Sum;

/* Adds sign * a * b; b NULL: 1. */
static void sum_add(Sum *sum, double sign, const char *a, const char *b)
{
  const Expr *factors[3] = {expr_number(sum->run, sign),
                            expr_symbol(sum->run, a),
                            b ? expr_symbol(sum->run, b) : NULL};
  sum->terms[sum->count++] =
      expr_make(sum->run, EXPR_MUL, NULL, b ? 3 : 2, factors);
}

static void sum_let(Symbolic *sym, const Sum *sum, const char *name)
{
  sym_let_expr(sym, name,
               sum->count == 0 ? expr_number(sum->run, 0)
                               : expr_make(sum->run, EXPR_ADD, NULL, sum->count,
                                           sum->terms));
}

/* ---- the matrices ------------------------------------------------------ */

/* Names M and Q, from the energies by Lagrange's equations. */
static void let_energies(Symbolic *sym, const Mechanism *s)
{
  Run *run = s->model.run;
  sym_let_expr(sym, "T", s->kinetic.exprs[0]);
  if (s->potential.function) sym_let_expr(sym, "V", s->potential.exprs[0]);
  for (int i = 0; i < s->n; i++) {
    const char *p = entry_name(run, "p", i, -1);
    sym_diff(sym, p, "T", run_printf(run, "v%d", i));
  }
  for (int i = 0; i < s->n; i++) {
    const char *p = entry_name(run, "p", i, -1);
    const char *q = run_printf(run, "q%d", i);
    Sum sum = {.run = run};
    for (int j = 0; j <= i; j++)
      sym_diff(sym, entry_name(run, "M", i, j), p, run_printf(run, "v%d", j));
    sym_diff(sym, entry_name(run, "Tq", i, -1), "T", q);
    sym_diff(sym, entry_name(run, "pt", i, -1), p, "t");
    sum_add(&sum, 1, entry_name(run, "Tq", i, -1), NULL);
    sum_add(&sum, -1, entry_name(run, "pt", i, -1), NULL);
    if (s->potential.function) {
      sym_diff(sym, entry_name(run, "Vq", i, -1), "V", q);
      sum_add(&sum, -1, entry_name(run, "Vq", i, -1), NULL);
    }
    if (s->force.function) {
      sym_let_expr(sym, entry_name(run, "S", i, -1), s->force.exprs[i]);
      sum_add(&sum, 1, entry_name(run, "S", i, -1), NULL);
    }
    sum_let(sym, &sum, entry_name(run, "Q", i, -1));
  }
}

static void let_mass(Symbolic *sym, const Mechanism *s)
{
  Run *run = s->model.run;
  for (int i = 0; i < s->n; i++) {
    for (int j = 0; j <= i; j++)
      sym_let_expr(sym, entry_name(run, "M", i, j),
                   s->mass.exprs[i * s->n + j]);
    sym_let_expr(sym, entry_name(run, "Q", i, -1),
                 s->force.function ? s->force.exprs[i] : expr_number(run, 0));
  }
}

/* b = -(rate of speed where q'' is 0) - 2 alpha speed - beta^2 value. */
static void let_right_side(Symbolic *sym, const Mechanism *s, int r,
                           const char *speed, const char *value)
{
  Run *run = s->model.run;
  Sum sum = {.run = run};
  const char *turning = entry_name(run, "turning", r, -1);
  sym_diff(sym, turning, speed, "t");
  sum_add(&sum, -1, turning, NULL);
  sum_add(&sum, -2 * s->baumgarte[0], speed, NULL);
  if (value) sum_add(&sum, -s->baumgarte[1] * s->baumgarte[1], value, NULL);
  sum_let(sym, &sum, entry_name(run, "b", r, -1));
}

static void let_constraints(Symbolic *sym, const Mechanism *s)
{
  Run *run = s->model.run;
  const int n = s->n;
  for (int r = 0; r < s->mh; r++) {
    const char *c = entry_name(run, "constraint", r, -1);
    const char *speed = entry_name(run, "drift", r, -1);
    sym_let_expr(sym, c, s->constraint.exprs[r]);
    for (int j = 0; j < n; j++)
      sym_diff(sym, entry_name(run, "A", r, j), c, run_printf(run, "q%d", j));
    sym_diff(sym, speed, c, "t");
    let_right_side(sym, s, r, speed, c);
  }
  for (int i = 0; i < s->mv; i++) {
    const int r = s->mh + i;
    const char *speed = entry_name(run, "drift", r, -1);
    Sum sum = {.run = run};
    for (int j = 0; j < n; j++) {
      sym_let_expr(sym, entry_name(run, "A", r, j),
                   s->velocity.exprs[i * n + j]);
      sum_add(&sum, 1, entry_name(run, "A", r, j), run_printf(run, "v%d", j));
    }
    sym_let_expr(sym, entry_name(run, "given", r, -1),
                 s->velocity.exprs[s->mv * n + i]);
    sum_add(&sum, -1, entry_name(run, "given", r, -1), NULL);
    sum_let(sym, &sum, speed);
    let_right_side(sym, s, r, speed, NULL);
  }
}

static void let_contact(Symbolic *sym, const Mechanism *s)
{
  Run *run = s->model.run;
  for (int k = 0; k < s->d; k++) {
    const char *p = entry_name(run, "point", k, -1);
    sym_let_expr(sym, p, s->contact.exprs[k]);
    for (int j = 0; j < s->n; j++)
      sym_diff(sym, entry_name(run, "J", k, j), p, run_printf(run, "q%d", j));
    sym_diff(sym, entry_name(run, "w", k, -1), p, "t");
    sym_diff(sym, entry_name(run, "c", k, -1), entry_name(run, "w", k, -1),
             "t");
  }
}

Symbolic *mechanism_symbols(const Mechanism *s)
{
  Run *run = s->model.run;
  Symbolic *sym = sym_new(run, s->model.spec->root.where);
  for (int i = 0; i < s->n; i++) /* d/dt follows the motion */
    sym_depends(sym, run_printf(run, "q%d", i), "t", run_printf(run, "v%d", i));
  for (int i = 0; i < s->np; i++)
    if (!tuning_has(s->model.tuning, s->par_names[i]))
      sym_number(sym, parameter_symbol(run, s->par_names[i]), s->par[i]);
  if (s->kinetic.function)
    let_energies(sym, s);
  else
    let_mass(sym, s);
  let_constraints(sym, s);
  let_contact(sym, s);
  return sym;
}

Block mechanism_drift(const Mechanism *s)
{
  static const char *const from[] = {"drift", "constraint"};
  static const char *const into[] = {"r", "c"};
  Run *run = s->model.run;
  const char **names =
      run_alloc(run, (size_t)(s->m * (s->n + 2)) * sizeof *names);
  Symbolic *sym = mechanism_symbols(s);
  size_t count = 0;
  for (int r = 0; r < s->m; r++) {
    for (int k = 0; k < (r < s->mh ? 2 : 1); k++) {
      const char *name = run_printf(run, "%s[%d]", into[k], r);
      sym_let_expr(sym, name,
                   expr_symbol(run, entry_name(run, from[k], r, -1)));
      if (!sym_is_number(sym, name, 0)) names[count++] = name;
    }
    for (int j = 0; j < s->n; j++) {
      const char *name = run_printf(run, "A[%d]", r * s->n + j);
      sym_let_expr(sym, name, expr_symbol(run, entry_name(run, "A", r, j)));
      if (!sym_is_number(sym, name, 0)) names[count++] = name;
    }
  }
  return sym_block(sym, names, count, "c");
}

/* ---- residuals and their derivatives ----------------------------------- */

static const char *mass_entry(Run *run, int i, int j)
{
  return entry_name(run, "M", i > j ? i : j, i > j ? j : i);
}

/* R1 = Q + A'l + J'f - M a;  R2 = b - A a;  R3 = -(J a + c);
 * R4 = J (A'l of the surface - J'g): all vanish at the motion. */
static void let_residuals(Symbolic *sym, const Mechanism *s)
{
  Run *run = s->model.run;
  const int n = s->n;
  for (int i = 0; i < n; i++) {
    Sum all = {.run = run}, surface = {.run = run};
    sum_add(&all, 1, entry_name(run, "Q", i, -1), NULL);
    for (int j = 0; j < n; j++)
      sum_add(&all, -1, mass_entry(run, i, j), run_printf(run, "a%d", j));
    for (int r = 0; r < s->m; r++) {
      const char *A = entry_name(run, "A", r, i);
      sum_add(&all, 1, A, run_printf(run, "l%d", r));
      if (s->is_surface[r]) sum_add(&surface, 1, A, run_printf(run, "l%d", r));
    }
    for (int k = 0; k < s->d; k++) {
      const char *J = entry_name(run, "J", k, i);
      sum_add(&all, 1, J, run_printf(run, "f%d", k));
      sum_add(&surface, -1, J, run_printf(run, "g%d", k));
    }
    sum_let(sym, &all, entry_name(run, "R1", i, -1));
    sum_let(sym, &surface, entry_name(run, "surface", i, -1));
  }
  for (int r = 0; r < s->m; r++) {
    Sum sum = {.run = run};
    sum_add(&sum, 1, entry_name(run, "b", r, -1), NULL);
    for (int j = 0; j < n; j++)
      sum_add(&sum, -1, entry_name(run, "A", r, j), run_printf(run, "a%d", j));
    sum_let(sym, &sum, entry_name(run, "R2", r, -1));
  }
  for (int k = 0; k < s->d; k++) {
    Sum held = {.run = run}, normal = {.run = run};
    sum_add(&held, -1, entry_name(run, "c", k, -1), NULL);
    for (int j = 0; j < n; j++) {
      const char *J = entry_name(run, "J", k, j);
      sum_add(&held, -1, J, run_printf(run, "a%d", j));
      sum_add(&normal, 1, J, entry_name(run, "surface", j, -1));
    }
    sum_let(sym, &held, entry_name(run, "R3", k, -1));
    sum_let(sym, &normal, entry_name(run, "R4", k, -1));
  }
}

/* A residual, or the slip, with the symbols by which it is derived */
typedef struct Row {
  const char *name; /* also of the emitted array */
  int count;
  bool by_v, by_u;
} Row;

Block mechanism_slopes(const Mechanism *s)
{
  Run *run = s->model.run;
  const Row rows[] = {{"R1", s->n, true, true},
                      {"R2", s->m, true, false},
                      {"R3", s->friction.sticks ? s->d : 0, true, false},
                      {"R4", s->friction.law ? s->d : 0, false, false},
                      {"w", s->friction.law ? s->d : 0, true, false}};
  const char *const letters[] = {"q", "v", "u"};
  const int sizes[] = {s->n, s->n, s->nu}, columns = 2 * s->n + s->nu;
  Symbolic *sym = mechanism_symbols(s);
  let_residuals(sym, s);
  const size_t most = (size_t)((s->n + s->m + 3 * 3) * columns);
  const char **names = run_alloc(run, most * sizeof *names);
  size_t count = 0;
  for (size_t k = 0; k < COUNT(rows); k++)
    for (int i = 0; i < rows[k].count; i++)
      for (int by = 0, column = 0; by < 3; by++)
        for (int j = 0; j < sizes[by]; j++, column++) {
          if ((by == 1 && !rows[k].by_v) || (by == 2 && !rows[k].by_u))
            continue;
          const char *name =
              run_printf(run, "%s[%d]", rows[k].name, i * columns + column);
          sym_diff(sym, name, entry_name(run, rows[k].name, i, -1),
                   run_printf(run, "%s%d", letters[by], j));
          if (!sym_is_number(sym, name, 0)) names[count++] = name;
        }
  return sym_block(sym, names, count, "c");
}
