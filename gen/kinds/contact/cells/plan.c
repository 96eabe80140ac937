/* plan.c: the plan of a per-cell contact. In: a Contact and its equations. Out:
 * the Plan's decisions and the holes of templates/contact/cells.
 * Invariant: every number of a table is exact or has its error beside it. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "kinds/contact/area.h"
#include "kinds/contact/cells/cells.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/couple/couple.h"
#include "kinds/contact/margin.h"
#include "kernel.h"

/* ---- form -------------------------------------------------------------- */

enum { FULL_BELOW = 4 };
/* Bytes of a state that end the run. A step holds a second state. */
enum { MOST_STATE = 1 << 20 };

/* Returns the number of cells in a block. A small patch is one block, since its
 * passes then wait least for each other's memory. Otherwise a block is four of
 * the widest vectors, in as few blocks as possible and of about the same size,
 * so that few cells are doubled. Larger blocks are faster, but use much stack.
 */
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

Grouping cells_grouping(const Contact *c)
{
  const int n = c->cells.count;
  Grouping g = {.lanes = choose_lanes(n, c->model.is_float)};
  g.is_loop =
      c->unroll == UNROLL_AUTO ? n >= FULL_BELOW : c->unroll == UNROLL_LOOP;
  g.blocks = (n + g.lanes - 1) / g.lanes;
  g.wide = g.lanes;
  if (g.is_loop && g.blocks == 1 && n > VECTOR && !c->levels &&
      !contact_has_reach(c) && c->step != STEP_IMPLICIT)
    g.wide = (n + VECTOR - 1) / VECTOR * VECTOR;
  return g;
}

bool grouping_is_padded(const Grouping *g)
{
  return g->wide > g->lanes;
}

static void decide_form(const Contact *c, const Grouping *g, Plan *plan)
{
  const int cells = c->cells.count;
  const char *asked = c->unroll == UNROLL_AUTO   ? ""
                      : c->model.is_reproducible ? "its sums have one order; "
                                                 : "the spec asks for it; ";
  const char *blocks = g->blocks == 1
                           ? "one block"
                           : run_printf(plan->run, "blocks of %d", g->lanes);
  if (g->is_loop)
    plan_decide(plan, "unroll", "loop",
                "%s%d cells in %s fill the vectors of the processor", asked,
                cells, blocks);
  else
    plan_decide(
        plan, "unroll", "full",
        "%s%d cells, one after the other in straight-line code%s", asked, cells,
        cells < FULL_BELOW ? ": too few to fill vectors"
                           : "; loops over blocks are faster from 4 cells on");
  plan_figure_text(plan, "unroll", g->is_loop ? "loop" : "full");
}

/* Returns a warning about the form, or NULL. */
static const char *warning_of(const Contact *c, bool is_loop)
{
  Run *run = c->model.run;
  const int cells = c->cells.count;
  if (!is_loop && cells > 64) /* measured at 441 cells: 0.2 kB a cell, 6x */
    return run_printf(
        run,
        "unroll = \"full\" makes %d cells straight-line code: about %d kB of "
        "it, and with a compiler that vectorises a step some 6 times slower "
        "than with \"loop\"",
        cells, cells / 5);
  return NULL;
}

/* ---- figures ----------------------------------------------------------- */

static void plan_mean_slip(const Contact *c, Plan *plan)
{
  double moment[3];
  cells_moments(&c->cells, c->cells.w, moment);
  plan_flag(plan, "has_moment_x", c->levels || moment[0] != 0);
  plan_flag(plan, "has_moment_y", c->levels || moment[1] != 0);
  plan_number(plan, "moment_2", moment[2]);
}

static void refuse_large(const Contact *c, int size)
{
  const int state = 2 * c->cells.count * size;
  if (state > MOST_STATE)
    run_fail(c->model.run, c->model.spec->root.where,
             "a solver of %d cells would take %d kB of stack for a state; at "
             "most %d cells are generated, so coarsen the grid",
             c->cells.count, state / 1024, MOST_STATE / (2 * size));
}

/* Plans the bytes of tables and of the state. */
static void plan_sizes(const Contact *c, const Grouping *g, Plan *plan)
{
  const int size = c->model.is_float ? 4 : 8, n = c->cells.count;
  const int gauss = c->compression ? 0 : 10;
  const int state = 2 * n * size;
  refuse_large(c, size);
  const int tables =
      cells_plan_tables(c, g, plan) + gauss + cells_plan_stride(c, g, plan);
  const int group = contact_plan_batch(plan, 2 * n, size);
  cells_plan_structs(c, g, plan);
  const char *plain = group > 1 ? "batch.c" : "batch_single.c";
  const bool is_crowd = cells_plan_crowd(c, g, plan);
  plan_text(plan, "batch_form", is_crowd ? "cells/batch_crowd.c" : plain);
  plan_text(plan, "plain_batch", plain);
  plan_figure(plan, "state_bytes", state);
  plan_figure(plan, "const_bytes", tables * size);
  plan_figure(plan, "lanes", g->lanes);
}

/* Plans the cells of a stretched patch, parallelograms: the slender ones in
 * pieces along their longer side. */
static void plan_skewed(const Contact *c, Plan *plan)
{
  const double(*half)[2] = c->stretch->sides;
  const double size[2] = {hypot(half[0][0], half[0][1]),
                          hypot(half[1][0], half[1][1])};
  const int along = size[1] > size[0];
  const double slender = size[along] / size[!along];
  const double parts = fmin(256, ceil(slender / (c->model.is_float ? 3 : 8)));
  const double unit = fmax(size[along] / parts, size[!along]);
  const double a[2] = {along == 0 ? parts : 1, along == 1 ? parts : 1};
  plan_number(plan, "parts", parts);
  plan_number(plan, "part_x", 2 * half[along][0] / parts);
  plan_number(plan, "part_y", 2 * half[along][1] / parts);
  plan_number(plan, "side", unit);
  plan_number(plan, "side_ax", half[0][0] / a[0] / unit);
  plan_number(plan, "side_ay", half[0][1] / a[0] / unit);
  plan_number(plan, "side_bx", half[1][0] / a[1] / unit);
  plan_number(plan, "side_by", half[1][1] / a[1] / unit);
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
  /* Slender cells are split, since corner differences would lose digits. */
  const double slender = fmax(hx, hy) / fmin(hx, hy);
  const double parts = fmin(256, ceil(slender / (c->model.is_float ? 3 : 64)));
  const double part_x = hx > hy ? hx / parts : hx;
  const double part_y = hx > hy ? hy : hy / parts;
  const double side = fmax(part_x, part_y) / 2;
  plan_numbers(plan, "gauss_nodes", nodes, 5);
  plan_numbers(plan, "gauss_weights", weights, 5);
  plan_number(plan, "near2", c->model.is_float ? 6 * 6 : 16 * 16);
  plan_number(plan, "negligible", c->model.is_float ? 1e-15 : 1e-100);
  if (contact_is_skewed(c)) {
    plan_skewed(c, plan);
    return;
  }
  plan_number(plan, "part_x", hx > hy ? part_x : 0);
  plan_number(plan, "part_y", hx > hy ? 0 : part_y);
  plan_number(plan, "parts", parts);
  plan_number(plan, "side", side);
  plan_number(plan, "half_x", part_x / 2 / side);
  plan_number(plan, "half_y", part_y / 2 / side);
}

/* The runtime has a kernel for the usual laws, in double. */
static void plan_kernel(const Contact *c, Plan *plan, bool is_loop)
{
  const Lugre *f = &c->lugre;
  const bool is_usual = !f->stribeck && !(f->v_d > 0) && !c->levels &&
                        !contact_has_reach(c) && !c->stretch &&
                        c->step != STEP_IMPLICIT &&
                        (f->gamma == 2 || !lugre_has_stribeck(f));
  if (c->model.is_reproducible) return; /* it is compiled with contraction */
  if (!is_usual || !is_loop || c->model.is_float ||
      c->cells.count < BR_CONTACT_CELLS)
    return;
  plan->kernel = "contact/cells/kernel.c";
  plan_number(plan, "kernel_zmax", f->mu_c / f->sigma0);
  plan_number(plan, "kernel_rise", (f->mu_s - f->mu_c) / f->sigma0);
  plan_number(plan, "kernel_falloff", f->v_s > 0 ? 1 / (f->v_s * f->v_s) : 0);
  plan_number(plan, "kernel_damping", f->sigma1 / f->sigma0);
  const double elastic = f->s_ba * f->mu_c / f->sigma0;
  plan_number(plan, "kernel_elastic2", elastic * elastic);
  plan_number(plan, "kernel_t_scale", 2 / (1 - f->s_ba));
  plan_number(plan, "kernel_t_shift", (1 + f->s_ba) / (1 - f->s_ba));
}

/* Chooses the templates, and sets the flags that they test. */
static void plan_form(const Contact *c, const Grouping *g, Plan *plan)
{
  const bool has_formula = !c->lugre.stribeck && !contact_has_reach(c);
  const bool is_yielding = c->lugre.s_ba > 0;
  const bool is_blocked = g->blocks > 1;
  plan_flag(plan, "is_loop", g->is_loop);
  plan_flag(plan, "has_area", c->area);
  plan_flag(plan, "has_stick", c->has_stick);
  plan_flag(plan, "has_regions", c->lugre.has_regions);
  plan_flag(plan, "has_reach", contact_has_reach(c));
  plan_flag(plan, "is_blocked", is_blocked);
  plan_number(plan, "blocks", g->blocks);
  plan_number(plan, "wide", g->wide);
  plan_number(plan, "vector", VECTOR);
  plan_flag(plan, "has_elastic_range", is_yielding && has_formula);
  plan_flag(plan, "looks_ahead", c->step != STEP_EULER);
  plan_flag(plan, "has_shares_of_blocks", c->body && !c->levels);
  plan_text(plan, "relaxation_form",
            is_yielding ? "relaxation_elastoplastic.c" : "relaxation_plain.c");
  plan_text(plan, "move_weights",
            c->levels    ? "weights_levels.c"
            : is_blocked ? "weights_block.c"
                         : "weights_whole.c");
}

/* Returns true if the passes look at the sign of numbers as whole words. */
static bool reads_sign(const Contact *c, const Grouping *g)
{
  return g->is_loop && c->lugre.s_ba > 0 &&
         ((!c->lugre.stribeck && !contact_has_reach(c)) || c->step == STEP_IMPLICIT);
}

static void plan_names(const Contact *c, Plan *plan)
{
  static const ShapeMacro shape[] = {
      {"ABI", "abi"}, {"NZ", "nstates"}, {"NCELLS", "cells"}, {NULL, NULL}};
  plan->spelling.functions = contact_own_functions(c, plan->run);
  plan->header = "contact/cells/cells.h";
  plan->source = "contact/cells/cells.c";
  plan->plain = "contact/cells/plain.c";
  plan->example = "contact/example.c";
  plan->shape = shape;
  plan_figure_text(plan, "model",
                   c->compression ? "compressed" : "distributed");
  plan_figure_text(plan, "step", contact_step_name(c->step));
  plan_text(plan, "moment_text",
            c->compression ? "of the bristles" : "at the cells' midpoints");
  plan_text(plan, "limit_text",
            c->compression ? "of the model's bristles"
                           : "exact means over the cells");
}

static void cells_plan(const Contact *c, const Equations *equations,
                       const Goldens *goldens, Plan *plan)
{
  const int n = c->cells.count;
  const int blocks[3][2] = {{4 * n, 1}, {6 * n, 1}, {6 * n, 1}};
  const Grouping grouping = cells_grouping(c);
  plan_names(c, plan);
  contact_plan_object(plan, 2 * n, blocks, contact_has_margin(c));
  decide_form(c, &grouping, plan);
  plan->warning = warning_of(c, grouping.is_loop);
  contact_plan_figures(c, plan);
  contact_plan_levels(c, plan);
  plan_mean_slip(c, plan);
  plan_form(c, &grouping, plan);
  plan_sizes(c, &grouping, plan);
  plan_kernel(c, plan, grouping.is_loop);
  plan_polynomials(plan);
  contact_plan_laws(c, equations, reads_sign(c, &grouping), plan);
  if (!c->compression) plan_limit(c, plan);
  contact_plan_margin(c, plan);
  couple_plan(c, equations, plan);
  contact_plan_cells_body(c, equations, grouping.lanes * grouping.blocks, plan);
  plan_goldens(plan, goldens);
}

const Stages contact_cells = {cells_derive, cells_goldens, cells_plan,
                              cells_workload, cells_verify};
