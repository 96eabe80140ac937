/* plan.c: how a per-cell contact becomes C. In: a Contact and its
 * equations. Out: the Plan's decisions and all that templates/contact* ask for.
 *
 * Invariant: every number of a table is exact or has its error beside it. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "kinds/contact/contact.h"
#include "kernel.h"

/* ---- form -------------------------------------------------------------- */

enum { FULL_BELOW = 4 };
/* Bytes of a state, of which a step holds a second one: a warning, the end. */
enum { LARGE_STATE = 1 << 18, MOST_STATE = 1 << 20 };

/* Cells in a block: all of a small patch, whose step then waits least for what
 * passes leave in memory; else four vectors of the widest kind, in as few
 * blocks as that takes, of about the same size, so that few cells are doubled.
 * Larger single blocks are faster still, but take much stack. */
static int choose_lanes(int cells, bool is_float)
{
  enum { SMALL = 96 };
  const int vector = is_float ? 16 : 8;
  const int most = cells <= SMALL ? SMALL : 4 * vector;
  const int blocks = (cells + most - 1) / most;
  const int share = (cells + blocks - 1) / blocks;
  const int lanes = (share + vector - 1) / vector * vector;
  return lanes < cells ? lanes : cells;
}

static bool decide_form(const Contact *c, Plan *plan)
{
  const int cells = c->cells.count;
  bool is_loop = c->unroll == UNROLL_LOOP;
  if (c->unroll == UNROLL_AUTO) is_loop = cells >= FULL_BELOW;
  const char *asked = c->unroll == UNROLL_AUTO ? "" : "the spec asks for it; ";
  const int lanes = choose_lanes(cells, c->model.is_float);
  const char *blocks = lanes == cells
                           ? "one block"
                           : run_printf(plan->run, "blocks of %d", lanes);
  if (is_loop)
    plan_decide(plan, "unroll", "loop",
                "%s%d cells in %s fill the vectors of the processor", asked,
                cells, blocks);
  else
    plan_decide(
        plan, "unroll", "full",
        "%s%d cells, one after the other in straight-line code%s", asked, cells,
        cells < FULL_BELOW ? ": too few to fill vectors"
                           : "; loops over blocks are faster from 4 cells on");
  return is_loop;
}

/* What the user should know of that form, or NULL. */
static const char *warning_of(const Contact *c, bool is_loop)
{
  Run *run = c->model.run;
  const int cells = c->cells.count, size = c->model.is_float ? 4 : 8;
  if (!is_loop && cells > 64) /* measured at 441 cells: 0.2 kB a cell, 6x */
    return run_printf(
        run,
        "unroll = \"full\" makes %d cells straight-line code: about %d kB of "
        "it, and with a compiler that vectorises a step some 6 times slower "
        "than with \"loop\"",
        cells, cells / 5);
  if (2 * cells * size > LARGE_STATE)
    return run_printf(
        run, "%d cells: a step takes %d kB of stack, the self-test twice that",
        cells, 2 * cells * size / 1024);
  return NULL;
}

enum { VECTOR = 8 };

/* A single block that does not fill its last vector has tables and copies of so
 * many lanes that do: the last vector begins that much earlier, and what it
 * does twice weighs 0. Else 0. */
static int padded_lanes(const Contact *c, bool is_loop)
{
  const int n = c->cells.count;
  const bool is_padded = is_loop && choose_lanes(n, c->model.is_float) == n &&
                         n > VECTOR && n % VECTOR != 0 && !c->levels &&
                         c->step != STEP_IMPLICIT;
  return is_padded ? (n + VECTOR - 1) / VECTOR * VECTOR : 0;
}

static void plan_padding(const Contact *c, Plan *plan, int wide)
{
  static const char *const names[] = {"wide_x", "wide_y", "wide_w", "wide_wx",
                                      "wide_wy"};
  const Cells *cells = &c->cells;
  double *tables[5];
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
    plan_numbers(plan, names[i], tables[i], (size_t)wide);
}

/* Returns the lanes of all blocks, those in vain too. */
static int plan_lanes(const Contact *c, Plan *plan, bool is_loop)
{
  Run *run = plan->run;
  const Cells *cells = &c->cells;
  const int n = cells->count;
  const int lanes = choose_lanes(n, c->model.is_float);
  const int blocks = (n + lanes - 1) / lanes;
  double *tables[7]; /* wx, wy, last w, last wx, last wy, ones, last ones */
  for (int i = 0; i < 7; i++)
    tables[i] = run_doubles(run, (size_t)(i < 2 ? n : lanes));
  for (int k = 0; k < n; k++) {
    tables[0][k] = cells->w[k] * cells->x[k];
    tables[1][k] = cells->w[k] * cells->y[k];
  }
  for (int l = 0; l < lanes; l++) {
    const int k = n - lanes + l;
    tables[5][l] = 1;
    if (k < (blocks - 1) * lanes) continue; /* the block before has it */
    tables[2][l] = cells->w[k];
    tables[3][l] = tables[0][k];
    tables[4][l] = tables[1][k];
    tables[6][l] = 1;
  }
  plan_flag(plan, "is_loop", is_loop);
  plan_flag(plan, "has_bits", is_loop);
  plan_figure(plan, "lanes", lanes);
  plan_number(plan, "blocks", blocks);
  /* Tables of the last block, which differs where it overlaps another. */
  plan_flag(plan, "has_last", blocks > 1 && !c->levels);
  plan_flag(plan, "has_counts", blocks > 1 && c->levels);
  plan_numbers(plan, "wx", tables[0], (size_t)n);
  plan_numbers(plan, "wy", tables[1], (size_t)n);
  plan_numbers(plan, "last_w", tables[2], (size_t)lanes);
  plan_numbers(plan, "last_wx", tables[3], (size_t)lanes);
  plan_numbers(plan, "last_wy", tables[4], (size_t)lanes);
  plan_numbers(plan, "every_counts", tables[5], (size_t)lanes);
  plan_numbers(plan, "last_counts", tables[6], (size_t)lanes);
  const int wide = padded_lanes(c, is_loop);
  plan_flag(plan, "is_padded", wide > 0);
  plan_number(plan, "wide", wide > 0 ? wide : lanes);
  plan_number(plan, "vector", VECTOR);
  if (wide > 0) plan_padding(c, plan, wide);
  return is_loop ? blocks * lanes : n;
}

/* ---- structs ----------------------------------------------------------- */

/* What the derivatives of one cell are written in. */
static void plan_slopes(const Contact *c, Plan *plan)
{
  static const MemberGroup all[] = {
      {"zx zy", 0, "bristle"},
      {"vx vy v2 s ux uy", 0, "slip velocity, its size and direction"},
      {"n ex ey", 0, "size and direction of the bristle that decides beta"},
      {"a a_zx a_zy a_vx a_vy", 0, "beta*sigma0*s/g and its slopes"},
      {"rx ry rx_vx rx_vy ry_vx ry_vy", 0, "mean rate of a step, its slopes"},
      {"damping damping_vx damping_vy", 0, "sigma1/sigma0 and its slopes"}};
  enum { ALWAYS = 4 };
  MemberGroup *groups = run_alloc(plan->run, sizeof all);
  size_t count = ALWAYS;
  memcpy(groups, all, ALWAYS * sizeof *groups);
  if (c->step == STEP_IMPLICIT) groups[count++] = all[ALWAYS];
  if (c->lugre.v_d > 0) groups[count++] = all[ALWAYS + 1];
  plan_record(plan, "slopes", groups, count);
}

/* ---- figures ----------------------------------------------------------- */

static void plan_patch(const Contact *c, Plan *plan)
{
  const Cells *cells = &c->cells;
  const size_t n = (size_t)cells->count;
  double moment[3];
  cells_moments(cells, cells->w, moment);
  plan_number(plan, "moment_x", moment[0]);
  plan_number(plan, "moment_y", moment[1]);
  plan_number(plan, "moment_2", moment[2]);
  plan_numbers(plan, "x", cells->x, n);
  plan_numbers(plan, "y", cells->y, n);
  plan_numbers(plan, "w", cells->w, n);
}

static void plan_sizes(const Contact *c, Plan *plan, bool is_loop)
{
  const int size = c->model.is_float ? 4 : 8, n = c->cells.count;
  const int lanes = choose_lanes(n, c->model.is_float);
  const int wide = padded_lanes(c, is_loop);
  plan_figure(plan, "state_bytes", 2 * n * size);
  const int shares =
      c->levels ? (c->levels->count + 2) * n + 4 * c->levels->count
      : wide > 0
          ? 3 * n + 5 * wide
          : (is_loop ? 5 : 3) * n + (is_loop && lanes < n ? 3 * lanes : 0);
  plan_figure(plan, "const_bytes", (shares + 10) * size);
  /* A new state, the block, and what compilers keep beside them: measured. */
  const int block = is_loop ? 15 * lanes * size + 1200 : 400;
  plan_figure(plan, "stack_bytes", 2 * n * size + block);
  plan_figure(
      plan, "batch_stack_bytes",
      2 * (contact_plan_batch(plan, 2 * n, size) + 1) * n * size + block + 200);
  if (2 * n * size > MOST_STATE)
    run_fail(plan->run, c->model.spec->root.where,
             "a solver of %d cells would take %d kB of stack for a state; at "
             "most %d cells are generated, so coarsen the grid",
             n, 2 * n * size / 1024, MOST_STATE / (2 * size));
  plan_figure(plan, "selftest_bytes", 4 * n * size + block + 700);
}

static void plan_limit(const Contact *c, Plan *plan)
{
  static const double nodes[] = {-0.9061798459386640, -0.5384693101056831, 0,
                                 0.5384693101056831, 0.9061798459386640};
  static const double weights[] = {0.1184634425280945, 0.2393143352496832,
                                   0.2844444444444444, 0.2393143352496832,
                                   0.1184634425280945};
  const Grid *grid = &c->cells.grid;
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  /* Differences at the corners of slender cells lose digits: they are split. */
  const double slender = fmax(hx, hy) / fmin(hx, hy);
  const double parts = fmin(256, ceil(slender / (c->model.is_float ? 3 : 64)));
  const double part_x = hx > hy ? hx / parts : hx;
  const double part_y = hx > hy ? hy : hy / parts;
  const double side = fmax(part_x, part_y) / 2;
  plan_numbers(plan, "gauss_nodes", nodes, 5);
  plan_numbers(plan, "gauss_weights", weights, 5);
  plan_number(plan, "parts", parts);
  plan_number(plan, "part_x", hx > hy ? part_x : 0);
  plan_number(plan, "part_y", hx > hy ? 0 : part_y);
  plan_number(plan, "side", side);
  plan_number(plan, "half_x", part_x / 2 / side);
  plan_number(plan, "half_y", part_y / 2 / side);
  plan_number(plan, "near2", c->model.is_float ? 6 * 6 : 16 * 16);
  plan_number(plan, "negligible", c->model.is_float ? 1e-15 : 1e-100);
}

/* The runtime's kernel knows the usual laws, in double. */
static void plan_kernel(const Contact *c, Plan *plan, bool is_loop)
{
  const Lugre *f = &c->lugre;
  const bool is_usual = !f->stribeck && !(f->v_d > 0) && !c->levels &&
                        c->step != STEP_IMPLICIT &&
                        (f->gamma == 2 || f->mu_s == f->mu_c);
  if (!is_usual || !is_loop || c->model.is_float ||
      c->cells.count < BR_CONTACT_CELLS)
    return;
  plan->kernel = "contact/cells/kernel.c";
  plan_number(plan, "kernel_zmax", f->mu_c / f->sigma0);
  plan_number(plan, "kernel_rise", (f->mu_s - f->mu_c) / f->sigma0);
  plan_number(plan, "kernel_falloff", f->v_s > 0 ? 1 / (f->v_s * f->v_s) : 0);
  plan_number(plan, "kernel_damping", f->sigma1 / f->sigma0);
}

static void cells_plan(const Contact *c, const Equations *equations,
                       const Goldens *goldens, Plan *plan)
{
  static const ShapeMacro shape[] = {
      {"ABI", "abi"}, {"NZ", "nstates"}, {"NCELLS", "cells"}, {NULL, NULL}};
  plan->spelling.functions = contact_own_functions(c, plan->run);
  plan->header = "contact/cells/cells.h";
  plan->source = "contact/cells/cells.c";
  plan->example = "contact/example.c";
  plan->shape = shape;
  const int n = c->cells.count;
  const int blocks[3][2] = {{4 * n, 1}, {6 * n, 1}, {6 * n, 1}};
  contact_plan_object(plan, 2 * n, blocks);
  const bool is_loop = decide_form(c, plan);
  plan_text(plan, "form",
            is_loop ? "contact/cells/vector.c" : "contact/cells/scalar.c");
  plan->plain = "contact/cells/plain.c";
  plan->warning = warning_of(c, is_loop);
  plan_figure_text(plan, "model",
                   c->compression ? "compressed" : "distributed");
  plan_text(plan, "moment_text",
            c->compression ? "of the bristles" : "at the cells' midpoints");
  plan_text(plan, "limit_text",
            c->compression ? "of the model's bristles"
                           : "exact means over the cells");
  plan_figure_text(plan, "step", contact_step_name(c->step));
  plan_figure_text(plan, "unroll", is_loop ? "loop" : "full");
  contact_plan_figures(c, plan);
  plan_patch(c, plan);
  contact_plan_levels(c, plan);
  contact_plan_shares(c, plan);
  plan_sizes(c, plan, is_loop);
  const int lanes = plan_lanes(c, plan, is_loop);
  plan_kernel(c, plan, is_loop);
  plan_polynomials(plan);
  plan_flag(
      plan, "needs_bits",
      c->lugre.s_ba > 0 && (!c->lugre.stribeck || c->step == STEP_IMPLICIT));
  contact_plan_laws(c, equations, plan);
  plan_slopes(c, plan);
  plan_limit(c, plan);
  contact_plan_cells_body(c, equations, lanes, plan);
  plan_goldens(plan, goldens);
}

const Stages contact_cells = {cells_derive, cells_goldens, cells_plan,
                              cells_workload, cells_verify};
