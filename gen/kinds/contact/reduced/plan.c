/* plan.c: how a reduced contact becomes C. In: a Contact and
 * its equations. Out: the Plan's decisions and all that
 * templates/contact/reduced asks for.
 *
 * Invariant: the table's nodes are what the certificate was proven for. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "kinds/contact/axis.h"
#include "kinds/contact/couple/couple.h"
#include "kinds/contact/margin.h"
#include "kinds/contact/reduced/reduced.h"

/* ---- the limit surface ------------------------------------------------- */

static void plan_nodes(const Contact *c, const LimitTable *table, Plan *plan)
{
  const LimitTable **levels = contact_table(c)->levels;
  const size_t blocks = 3 * (size_t)table->blocks * (size_t)table->blocks;
  double *start = run_doubles(plan->run, blocks);
  double *fine = run_doubles(plan->run, blocks);
  for (size_t b = 0; b < blocks; b++) {
    start[b] = (double)table->start[b];
    fine[b] = table->fine[b];
  }
  const size_t stride = 3 * table->count;
  const size_t count = levels ? (size_t)c->levels->count : 1;
  double *nodes = run_doubles(plan->run, count * stride);
  for (size_t i = 0; i < count; i++)
    memcpy(nodes + i * stride, levels ? levels[i]->nodes : table->nodes,
           stride * sizeof *nodes);
  plan_numbers(plan, "nodes", nodes, count * stride);
  plan_number(plan, "stride", (double)stride);
  if (table->blocks > 1) {
    plan_numbers(plan, "start", start, blocks);
    plan_numbers(plan, "fine_cells", fine, blocks);
  }
  plan_number(plan, "blocks", table->blocks);
  plan_number(plan, "fine", table->fine[0]);
  plan_number(plan, "side", (double)table_side(table, 0));
  plan_number(plan, "scale_x", table->scale[0]);
  plan_number(plan, "scale_y", table->scale[1]);
  plan_number(plan, "inverse_x", 1 / table->scale[0]);
  plan_number(plan, "inverse_y", 1 / table->scale[1]);
}

static void plan_interpolation(const Contact *c, const Equations *equations,
                               Plan *plan)
{
  static const char *const names[] = {[SURFACE_BILINEAR] = "bilinear",
                                      [SURFACE_CUBIC] = "cubic",
                                      [SURFACE_POTENTIAL] = "potential"};
  const SurfaceInterp interp = contact_interp(c);
  plan_flag(plan, "is_cubic", interp == SURFACE_CUBIC);
  plan_flag(plan, "is_potential", interp == SURFACE_POTENTIAL);
  plan_figure_text(plan, "interp", names[interp]);
  plan_number(plan, "taps", interp == SURFACE_BILINEAR ? 2 : 4);
  plan_block(plan, "weights", equations_get(equations, "weights"));
  plan_block(plan, "weight_slopes", equations_get(equations, "weight slopes"));
  if (interp == SURFACE_POTENTIAL)
    plan_block(plan, "weight_bends", equations_get(equations, "weight bends"));
}

/* Returns the cells of the table in words. */
static const char *table_cells_text(const ContactTable *made, Run *run)
{
  const LimitTable *table = made->table;
  if (made->potential) {
    const PotentialFace *f = made->potential->faces;
    return run_printf(run, "3 faces of %d x %d, %d x %d and %d x %d cells",
                      f[0].cells[0], f[0].cells[1], f[1].cells[0],
                      f[1].cells[1], f[2].cells[0], f[2].cells[1]);
  }
  if (table->blocks > 1)
    return run_printf(run, "3 faces of %d x %d blocks, %zu points",
                      table->blocks, table->blocks, table->count);
  return run_printf(run, "3 faces of %d x %d cells", table->fine[0],
                    table->fine[0]);
}

static void plan_table(const Contact *c, const Equations *equations, Plan *plan)
{
  static const char *const methods[] = {
      [SURFACE_BILINEAR] = "bilinear interpolation",
      [SURFACE_CUBIC] = "cubic interpolation",
      [SURFACE_POTENTIAL] = "the gradient of a cubic spline"};
  const ContactTable *made = contact_table_needed(c);
  const Certificate *proof = &made->proof;
  const bool is_potential = made->potential;
  plan_decide(plan, "limit surface", table_cells_text(made, plan->run),
              "%s; %s, %zu bytes, proven to err by at most %.3g",
              c->limit_surface.resolution > 0 ? "the spec asks for it"
              : c->limit_surface.bytes > 0
                  ? run_printf(plan->run, "the best of at most %d bytes",
                               c->limit_surface.bytes)
                  : run_printf(plan->run, "the fewest for a tolerance of %g",
                               c->limit_surface.tolerance),
              methods[contact_interp(c)], contact_table_bytes(c), proof->bound);
  if (c->axis)
    plan_decide(plan, "fn", "along an axis",
                "%d slices of the table and splines of CoP, r and u over a "
                "root of fn; the surface is that of the pressure itself",
                c->axis->table->slices);
  if (c->no_axis)
    plan_decide(plan, "fn", "levels", "no table along an axis of fn: %s",
                c->no_axis);
  if (c->limit_surface.is_default)
    plan_decide(plan, "table", is_potential ? "potential" : "bilinear", "%s",
                is_potential
                    ? "the default: a hundredth of the bytes of wrenches; a "
                      "step takes a fifth longer than with interp = "
                      "\"bilinear\" while all stays in the first cache, and "
                      "less after 1 MB of other data"
                    : "no potential keeps the tolerance");
  if (is_potential)
    reduced_plan_potential(c, made->potential, plan);
  else
    plan_nodes(c, made->table, plan);
  if (!is_potential) plan_flag(plan, "is_blended", false);
  plan_flag(plan, "is_blocked", !is_potential && made->table->blocks > 1);
  plan_interpolation(c, equations, plan);
  plan_text(
      plan, "surface",
      is_potential ? "contact/reduced/potential.c" : "contact/reduced/table.c");
  plan_figure(plan, "table_bytes", (double)contact_table_bytes(c));
  plan_figure(
      plan, "table_points",
      (double)(is_potential ? made->potential->count : made->table->count));
  plan_figure(plan, "table_error", proof->bound);
  plan_figure(plan, "table_error_found", proof->found);
}

static void plan_ellipsoid(Plan *plan)
{
  plan_decide(plan, "limit surface", "ellipsoid",
              "the spec asks for it; h = -V/|V| needs no table");
  plan_text(plan, "surface", "contact/reduced/ellipsoid.c");
  plan_flag(plan, "is_blocked", false);
  plan_flag(plan, "is_potential", false);
  plan_flag(plan, "is_blended", false);
  plan_number(plan, "table_bytes", 0);
}

/* ---- structs ----------------------------------------------------------- */

/* The motion of the centre of pressure. */
static void plan_slip(Plan *plan)
{
  static const MemberGroup groups[] = {{"v[3]", 0, "V"},
                                       {"v2 s", 0, "|V|^2, |V|"},
                                       {"h[3]", 0, "the surface; 0 at rest"},
                                       {"h2", 0, "|h|^2; 1 at rest"},
                                       {"zmax", 0, "g/sigma0, m"}};
  plan_record(plan, "slip", groups, COUNT(groups));
}

/* A part of an implicit step. */
static void plan_part(Plan *plan)
{
  static const MemberGroup groups[] = {
      {"end[3]", 0, "of the bristles"},
      {"rate[3]", 0, "the mean"},
      {"abar most", 0, "at the end; a where abar is 1"}};
  plan_record(plan, "part", groups, COUNT(groups));
}

/* Contacts side by side in a batch. */
static void plan_block_struct(const Contact *c, int lanes, Plan *plan)
{
  static const char *const about = "as in _place";
  const ContactTable *made =
      c->form == CONTACT_REDUCED ? contact_table_needed(c) : NULL;
  const bool is_potential = made && made->potential;
  const bool is_blocked = made && made->table && made->table->blocks > 1;
  const MemberGroup all[] = {
      {"twist[3] fn z[3]", lanes, NULL},
      {"status", lanes, NULL},
      {"h[3] wrench[3]", lanes, NULL},
      {"x y sign", lanes, about},
      {"node", lanes, "of the table", true},
      {"row", lanes, "nodes from one row to the next, times 3", true}};
  const MemberGroup potential[] = {{"x y a b sign[3]", lanes, about},
                                   {"node row face", lanes, about, true}};
  const size_t count = !made ? 3 : is_blocked ? 6 : 5;
  MemberGroup *groups = run_alloc(plan->run, sizeof all);
  memcpy(groups, all, sizeof all);
  if (is_potential) memcpy(groups + 3, potential, sizeof potential);
  plan_record(plan, "lanes_struct", groups, count);
}

/* Plans the struct of the numbers in the derivatives. */
static void plan_slopes(const Contact *c, Plan *plan)
{
  static const MemberGroup always[] = {
      {"zx zy zz", 0, "bristles"},
      {"vx vy vz v2 s ux uy uz", 0, "V, |V|^2, |V|, V/|V|"},
      {"bx by bz", 0, "-h*s"},
      {"bx_vx bx_vy bx_vz by_vx by_vy by_vz bz_vx bz_vy bz_vz", 0,
       "its slopes by V"},
      {"size size_vx size_vy size_vz", 0, "|h| and its slopes"},
      {"n dx dy dz", 0, "size and direction of the bristles that decide abar"},
      {"m ex ey ez", 0, "the same of those that lie to the flow"},
      {"abar abar_zx abar_zy abar_zz abar_vx abar_vy abar_vz", 0,
       "abar and its slopes"},
      {"a a_zx a_zy a_zz a_vx a_vy a_vz", 0,
       "the rate of relaxation and its slopes"}};
  static const MemberGroup implicit[] = {
      {"most most_zx most_zy most_zz most_vx most_vy most_vz", 0,
       "a where abar is 1, and its slopes"},
      {"rx ry rz", 0, "the mean rate of a step"},
      {"rx_vx rx_vy rx_vz ry_vx ry_vy ry_vz rz_vx rz_vy rz_vz", 0,
       "its slopes by V"}};
  static const MemberGroup fading = {"damping damping_vx damping_vy damping_vz",
                                     0, "sigma1/sigma0 and its slopes"};
  static const MemberGroup levels = {"kz mz", 0, "u/r^2"};
  static const MemberGroup arrival = {"rx_abar ry_abar rz_abar", 0,
                                      "slopes of the mean rate by abar"};
  enum { ALWAYS = COUNT(always), IMPLICIT = COUNT(implicit) };
  MemberGroup *groups =
      run_alloc(plan->run, (ALWAYS + IMPLICIT + 3) * sizeof *groups);
  size_t count = ALWAYS;
  memcpy(groups, always, sizeof always);
  if (c->step == STEP_IMPLICIT || c->couple > 0) {
    memcpy(groups + count, implicit, sizeof implicit);
    count += IMPLICIT;
  }
  if (c->lugre.v_d > 0) groups[count++] = fading;
  if (c->levels) groups[count++] = levels;
  if (c->couple > 0 && c->lugre.s_ba > 0) groups[count++] = arrival;
  plan_record(plan, "slopes", groups, count);
}

/* ---- the rest ---------------------------------------------------------- */

/* Plans the least speed for the slopes of g. With gamma < 1 these grow without
 * bound towards rest, as s^(gamma - 1), and the slopes of abar have them over
 * g^2*(1 - s_ba): below that speed floats would overflow. */
static void plan_steep(const Contact *c, Plan *plan)
{
  const Lugre *f = &c->lugre;
  const bool is_steep =
      c->model.is_float && !f->stribeck && f->mu_s > f->mu_c && f->gamma < 1;
  double speed = 0;
  if (is_steep) {
    const double factor = f->gamma * (f->mu_s - f->mu_c) *
                          pow(f->v_s, -f->gamma) /
                          (f->mu_c * f->mu_c * (1 - f->s_ba));
    speed = pow(factor * fmax(f->sigma0, 1) / 1e34, 1 / (1 - f->gamma));
  }
  plan_flag(plan, "is_steep", is_steep);
  if (is_steep) plan_number(plan, "steep_speed", fmax(speed, 1e-30));
}

/* Plans the centre of pressure, and the patch at the levels of fn. */
static void plan_place(const Contact *c, Plan *plan)
{
  const bool has_levels = c->levels && !c->axis;
  bool off_centre = c->cop[0] != 0 || c->cop[1] != 0;
  if (c->axis) off_centre = reduced_plan_axis(c, plan);
  for (int i = 0; has_levels && i < c->levels->count; i++)
    off_centre |= c->patches[i][0] != 0 || c->patches[i][1] != 0;
  plan_flag(plan, "off_centre", off_centre);
  if (!has_levels) return;
  const size_t count = (size_t)c->levels->count;
  const double *fn = c->levels->fn;
  double *patches = run_doubles(plan->run, 4 * count);
  double *per_newton = run_doubles(plan->run, count - 1);
  for (size_t i = 0; i < count; i++) contact_patch(c, fn[i], patches + 4 * i);
  for (size_t i = 0; i + 1 < count; i++)
    per_newton[i] = 1 / (fn[i + 1] - fn[i]);
  plan_numbers(plan, "level_patch", patches, 4 * count);
  plan_numbers(plan, "level_per_newton", per_newton, count - 1);
}

/* Which templates, and what they test. */
static void plan_form(const Contact *c, const Equations *equations, Plan *plan)
{
  const bool is_matched = c->torsion == TORSION_MATCHED;
  const bool is_reduced = c->form == CONTACT_REDUCED;
  const Block *damping = equations_get(equations, "damping");
  plan_figure_text(plan, "model", is_reduced ? "reduced" : "ellipsoid");
  plan_figure_text(plan, "step", contact_step_name(c->step));
  plan_figure_text(plan, "torsion", is_matched ? "matched" : "paper");
  plan_flag(plan, "is_ellipsoid", !is_reduced);
  plan_flag(plan, "has_axis", c->axis != NULL);
  plan_flag(plan, "is_matched", is_matched);
  plan_flag(plan, "has_tables", is_reduced || c->levels);
  plan_flag(
      plan, "pull_reads_slip",
      lugre_is_viscous(&c->lugre) || block_has(damping, EXPR_SYMBOL, "v2"));
  plan_text(plan, "yield_form",
            !is_reduced          ? "yield_ellipsoid.c"
            : c->lugre.s_ba == 0 ? "yield_plain.c"
            : is_matched         ? "yield_matched.c"
                                 : "yield_paper.c");
  plan_text(plan, "flow_form",
            c->step != STEP_EXPONENTIAL ? "flow_rate.c"
            : is_matched                ? "flow_matched.c"
                                        : "flow_paper.c");
}

/* Bytes of tables and state, and structs. A batch has blocks of four vectors of
 * the widest kind. */
static void plan_sizes(const Contact *c, Plan *plan)
{
  const int size = c->model.is_float ? 4 : 8, lanes = 256 / size;
  const double table =
      c->form == CONTACT_REDUCED ? (double)contact_table_bytes(c) : 0;
  const int levels = c->axis     ? 4 * (c->axis->cells + 3)
                     : c->levels ? 6 * c->levels->count - 1
                                 : 0;
  plan_slip(plan);
  plan_slopes(c, plan);
  if (c->step == STEP_IMPLICIT) plan_part(plan);
  plan_block_struct(c, lanes, plan);
  plan_figure(plan, "state_bytes", 3 * size);
  plan_figure(plan, "const_bytes", table + levels * size);
  plan_number(plan, "batch_lanes", lanes);
  plan_text(plan, "batch_form", reduced_plan_crowd(c, lanes, plan));
  contact_plan_batch(plan, 3, size);
}

void reduced_plan(const Contact *c, const Equations *equations,
                  const Goldens *goldens, Plan *plan)
{
  static const ShapeMacro shape[] = {
      {"ABI", "abi"}, {"NZ", "nstates"}, {NULL, NULL}};
  static const int blocks[3][2] = {{3, 3}, {3, 3}, {3, 3}};
  plan->spelling.functions = contact_own_functions(c, plan->run);
  plan->header = "contact/reduced/reduced.h";
  plan->source = "contact/reduced/reduced.c";
  plan->plain = "contact/reduced/plain.c";
  plan->example = "contact/example.c";
  plan->shape = shape;
  contact_plan_object(plan, 3, blocks, contact_has_margin(c));
  plan_form(c, equations, plan);
  plan_place(c, plan);
  plan_polynomials(plan);
  contact_plan_figures(c, plan);
  contact_plan_levels(c, plan);
  if (c->form == CONTACT_REDUCED)
    plan_table(c, equations, plan);
  else
    plan_ellipsoid(plan);
  contact_plan_margin(c, plan);
  plan_steep(c, plan);
  plan_sizes(c, plan);
  contact_plan_laws(c, equations, false, plan);
  contact_plan_reduced_body(c, plan);
  couple_plan(c, equations, plan);
  if (c->step == STEP_IMPLICIT || c->couple > 0)
    plan_block(plan, "angle_slopes", equations_get(equations, "angle slopes"));
  plan_goldens(plan, goldens);
}

const Stages contact_reduced = {reduced_derive, reduced_goldens, reduced_plan,
                                reduced_workload, reduced_verify};
