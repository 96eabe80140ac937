/* model.c: the kind `contact`: its words, and what they accept. In: a Spec.
 * Out: a Contact with its cells, figures and laws.
 *
 * Invariant: the parameters of a Contact that was built are positive and
 * finite, and its weights add up to 1. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "kinds/contact/fit/fit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/limit_surface.h"
#include "kinds/contact/region.h"
#include "kinds/contact/scenario.h"
#include "kinds/contact/stretch.h"

/* ---- keys -------------------------------------------------------------- */

static const char *const form_names[] = {"distributed", "compressed", "reduced",
                                         "ellipsoid", NULL};
static const char *const step_names[] = {"euler", "exponential", "implicit",
                                         NULL};
const char *contact_step_name(Step step)
{
  return step_names[step];
}

static const char *const unroll_names[] = {"auto", "full", "loop", NULL};
static const char *const torsion_names[] = {"matched", "paper", NULL};
static const char *const quadrature_names[] = {"exact", "paper", NULL};
static const char *const frame_names[] = {"gripper", "body", NULL};

typedef struct ContactKeys {
  ModelKeys model;
  int form, step, unroll, torsion, quadrature, couple;
  int grid[2];
  double size[2], fn_nominal;
  const Value *pressure, *friction, *friction_map, *anisotropy, *stick,
      *limit_surface, *bristles, *fn_range, *body, *scenario, *reproducible,
      *tune;
} ContactKeys;

#define AT(member) offsetof(ContactKeys, member)
static const Field contact_fields[] = {
    {"name", .same = &name_key, .offset = AT(model.name)},
    {"about", .same = &about_key, .offset = AT(model.about)},
    {"model", FIELD_CHOICE, AT(form), .choices = form_names,
     .help = "representation of the patch"},
    {"grid", .same = &grid_key, .offset = AT(grid)},
    {"size", .same = &size_key, .offset = AT(size), .required = true},
    {"pressure", FIELD_VALUE, AT(pressure), .required = true,
     .help = "a surface: disc, annulus, rectangle, line, gradient_line, "
             "polygon, map, image, function(x, y) or function(x, y, fn)"},
    {"friction", FIELD_VALUE, AT(friction), .required = true,
     .help = "the law of friction: lugre { ... }"},
    {"friction_map", FIELD_VALUE, AT(friction_map),
     .help = "factor of mu_c and mu_s at each place: map { ... }, image or "
             "function(x, y); 1 by default"},
    {"anisotropy", FIELD_VALUE, AT(anisotropy),
     .help = "{ ratio =, angle = }: friction that differs between two axes; "
             "none by default"},
    {"limit_surface", FIELD_VALUE, AT(limit_surface),
     .help = "{ tolerance = 1e-3 } or { resolution = 20 }, with interp; "
             "reduced models; { tolerance = 1e-3 } by default"},
    {"bristles", FIELD_VALUE, AT(bristles),
     .help = "number of bristles of a compressed model, or { degree = 4 } or "
             "{ tolerance = 0.1, of = \"limit\" }; 16 by default"},
    {"fn_range", FIELD_VALUE, AT(fn_range),
     .help = "{ least, largest } normal force (N) if the pressure depends on "
             "it; with levels = n or tolerance = 1e-2"},
    {"fn_nominal", FIELD_NUMBER, AT(fn_nominal), .range = RANGE_POSITIVE,
     .low = 1e-9, .high = 1e9, .unit = "N",
     .help =
         "normal force of one contact at which stiffness, damping_ratio and "
         "materials are stated; none by default"},
    {"step", FIELD_CHOICE, AT(step), .choices = step_names,
     .fallback = STEP_EXPONENTIAL, .help = "the time stepping of _step"},
    {"unroll", FIELD_CHOICE, AT(unroll), .choices = unroll_names,
     .help = "straight-line code for each cell, or loops over blocks of them"},
    {"real", .same = &real_key, .offset = AT(model.real)},
    {"reproducible", FIELD_VALUE, AT(reproducible),
     .help = "true: _rate, _step and _step_batch give the same bits by every "
             "compiler and on every processor"},
    {"torsion", FIELD_CHOICE, AT(torsion), .choices = torsion_names,
     .help = "pre-sliding torsional stiffness of reduced models"},
    {"quadrature", FIELD_CHOICE, AT(quadrature), .choices = quadrature_names,
     .help = "exact cell integrals, or the paper's midpoints and interpolation "
             "between "
             "them"},
    {"body", FIELD_VALUE, AT(body),
     .help = "a rigid body on the contact, stepped by _body_step"},
    {"stick", FIELD_VALUE, AT(stick),
     .help = "true: adds _stick, which tells how much of the load and of the "
             "area sticks, and where; models \"distributed\" and "
             "\"compressed\"; false by default"},
    {"couple", FIELD_INTEGER, AT(couple), .range = RANGE_WITHIN, .low = 1,
     .high = 8,
     .help = "most contacts in one call of _couple, which steps contacts and "
             "the bodies of a host engine together; adds _step_slopes, _couple "
             "and _march; none by default"},
    {"scenario", FIELD_VALUE, AT(scenario), .help = "the motion to simulate"},
    {"functions", .same = &functions_key, .offset = AT(model.functions)},
    {"budget", .same = &budget_key, .offset = AT(model.budget)},
    {"tune", FIELD_VALUE, AT(tune),
     .help = "{ mu_c = { low, high } }: ranges of numbers that change at run "
             "time: those of lugre but gamma; [\"body.mass\"], "
             "[\"body.inertia\"], [\"body.gravity.1\"], "
             "[\"body.gravity.2\"]"}};
#undef AT

#define AT(member) offsetof(Body, member)
static const Field body_fields[] = {
    {"mass", FIELD_NUMBER, AT(mass), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-9, .high = 1e9, .unit = "kg", .help = "mass of the body"},
    {"inertia", FIELD_NUMBER, AT(inertia), .required = true,
     .range = RANGE_POSITIVE, .low = 1e-15, .high = 1e12, .unit = "kg m^2",
     .help = "moment of inertia about the centre of mass"},
    {"com", FIELD_NUMBERS, AT(com), .count = 2, .range = RANGE_WITHIN,
     .low = -1e3, .high = 1e3, .unit = "m",
     .help = "centre of mass, from the grid centre"},
    {"gravity", .same = &gravity_key, .offset = AT(given_gravity),
     .help = "{ along x, along y } of the plane, { 0, 0 } by default; a number "
             "or a third entry acts into the plane, where fn is the load"},
    {"contacts", FIELD_INTEGER, AT(contacts), .range = RANGE_WITHIN, .low = 1,
     .high = 100, .fallback = 1, .help = "number of equal contacts"},
    {"frame", FIELD_CHOICE, AT(frame), .choices = frame_names,
     .help = "the part that the pressure map is fixed to"},
    {"tolerance", FIELD_NUMBER, AT(tolerance), .range = RANGE_WITHIN,
     .low = 1e-10, .high = 0.1,
     .help = "of each step, relative; 1e-2 by default"}};
#undef AT

static const Word contact_words[] = {
    {"contact", "a patch contact in the plane", contact_fields,
     COUNT(contact_fields)},
    {"limit_surface =", "the table of a reduced model", limit_surface_fields,
     LIMIT_SURFACE_FIELDS},
    {"fn_range =",
     "forces at which a pressure that depends on the normal force fn is "
     "stored",
     fn_range_fields, FN_RANGE_FIELDS},
    {"anisotropy =", "friction that differs between two axes",
     anisotropy_fields, ANISOTROPY_FIELDS},
    {"bristles =", "the bristles of a compressed model", bristles_fields,
     BRISTLES_FIELDS},
    {"body =", "a rigid body", body_fields, COUNT(body_fields)},
    {"scenario =", "a simulation", scenario_fields, SCENARIO_FIELDS},
    {"budget =", "the most that the functions of a spec may cost, of any kind",
     budget_fields, BUDGET_FIELDS}};

/* ---- parts ------------------------------------------------------------- */

static void read_body(Contact *c, const Value *value)
{
  Run *run = c->model.run;
  if (!value) return;
  spec_read(run, value, "body", body_fields, COUNT(body_fields), &c->own_body);
  gravity_read(run, c->own_body.given_gravity, c->own_body.gravity);
  c->body = &c->own_body;
}

bool contact_is_reduced(const Contact *c)
{
  return c->form == CONTACT_REDUCED || c->form == CONTACT_ELLIPSOID;
}

void contact_figures(Contact *c)
{
  const Cells *cells = &c->cells;
  c->u = 0;
  cells_centre(cells, c->cop);
  const double hx = cells->grid.sx / cells->grid.nx;
  const double hy = cells->grid.sy / cells->grid.ny;
  const bool is_exact = c->quadrature == QUADRATURE_EXACT;
  for (int k = 0; k < cells->count; k++) {
    const double x = cells->x[k] - c->cop[0], y = cells->y[k] - c->cop[1];
    c->u += cells->w[k] *
            (x * x + y * y + (is_exact ? (hx * hx + hy * hy) / 12 : 0));
  }
  if (contact_is_skewed(c)) {
    c->u += contact_skewed_spread(c) - (hx * hx + hy * hy) / 12;
    c->r = contact_skewed_torque(c);
    return;
  }
  const bool has_grip = c->regions && c->regions->grip;
  const double spin[3] = {0, 0, 1};
  double wrench[3];
  (is_exact ? limit_exact_at : limit_paper_at)(
      has_grip ? c->regions->grip : cells, c->cop, spin, wrench);
  c->r = fabs(wrench[2]) * (has_grip ? c->regions->whole.mean : 1);
}

static void refuse_unavailable(Run *run, const ContactKeys *keys)
{
  if (keys->bristles && keys->form != CONTACT_COMPRESSED)
    run_fail(run, keys->bristles->where,
             "bristles is a key of model = \"compressed\"; this model is "
             "\"%s\"",
             form_names[keys->form]);
}

/* A table over twists divides by r: without an extent its error would be
 * searched for minutes. */
static void refuse_point(const Contact *c, const Value *pressure)
{
  const Grid *grid = &c->cells.grid;
  if (contact_is_reduced(c) &&
      c->r < 1e-3 * fmin(grid->sx / grid->nx, grid->sy / grid->ny))
    run_fail(c->model.run, pressure->where,
             "the patch has no extent to carry a torque (r = %g m); take "
             "more cells, or quadrature = \"exact\"",
             c->r);
}

/* Reads the material of the pressure, if it has one. */
static void read_material(Contact *c, const ContactKeys *keys)
{
  Run *run = c->model.run;
  c->fn_nominal = keys->fn_nominal;
  if (!material_is(keys->pressure)) return;
  Material *material = run_alloc(run, sizeof *material);
  *material = material_read(run, keys->pressure);
  c->material = material;
  if (!keys->fn_range && !(c->fn_nominal > 0))
    run_fail(run, keys->pressure->where,
             "the patch of %s depends on the normal force; give the contact "
             "fn_range = { least, largest }, or fn_nominal for its size at one "
             "force (N)",
             keys->pressure->word);
}

static void read_friction(Contact *c, Spec *spec, const ContactKeys *keys,
                          const Grid *grid)
{
  FrictionUse use = {
      .fn = c->fn_nominal,
      .tangential =
          c->material ? material_tangential(c->material, c->fn_nominal) : 0,
      .mass = c->body ? c->body->mass : 0,
      .contacts = c->body ? c->body->contacts : 1,
      .is_tuned = tuning_asked(keys->tune),
      .level = c->regions && c->regions->is_mean ? c->regions->whole.mean : 1,
      .least_factor =
          c->regions && !c->regions->is_mean ? c->regions->whole.least : 0};
  if (lugre_wants_area(keys->friction)) {
    if (use.fn == 0) use.fn = c->levels ? c->fn : GOLDEN_LOAD;
    c->area =
        contact_area_read(c, spec, keys->pressure, grid, use.fn, &use.no_area);
    use.area = c->area ? c->area->total : 0;
    use.area_nominal = c->area ? c->area->nominal : 0;
  }
  friction_read(spec, keys->friction, "contact", c->model.is_float, &use,
                &c->friction);
  c->lugre = *(const Lugre *)c->friction.parameters;
}

/* Requires that derivatives of elasto-plastic bristles stay within the range of
 * floats: they have the product of sigma0^2, the Stribeck curve's fall by
 * v^gamma and the yielding's steepness as one number, times 1/mu_c^3. */
static void require_range(const Contact *c, const ContactKeys *keys)
{
  static const double most = 1e37;
  const Lugre *f = &c->lugre;
  if (!c->model.is_float || !contact_is_reduced(c) || f->s_ba == 0 ||
      f->stribeck || f->mu_s == f->mu_c)
    return;
  const double fall = f->gamma * (f->mu_s - f->mu_c) / pow(f->v_s, f->gamma);
  const double steep = 0.8 * f->sigma0 * f->sigma0 / (1 - f->s_ba);
  const double size = steep * fall / pow(f->mu_c, 3);
  if (size > most)
    run_fail(c->model.run, keys->friction->where,
             "sigma0^2 gamma (mu_s - mu_c)/(v_s^gamma mu_c^3 (1 - s_ba)) is "
             "%.2g, which the derivatives of a float solver cannot hold; take "
             "a larger v_s, a smaller sigma0, or real = \"double\"",
             size / 0.8);
}

/* Returns true if the spec asks for _stick. */
static bool read_stick(const Contact *c, const Value *value)
{
  if (!value) return false;
  if (value->type != VALUE_BOOLEAN)
    run_fail(c->model.run, value->where, "stick must be true or false, got %s",
             value_describe(c->model.run, value));
  if (value->number != 0 && contact_is_reduced(c))
    run_fail(c->model.run, value->where,
             "stick needs model = \"distributed\" or \"compressed\": other models "
             "have no parts that stick or slip");
  return value->number != 0;
}

/* Reads `reproducible` when the rest is known. */
static void read_reproducible(Contact *c, const Value *value)
{
  Run *run = c->model.run;
  if (!value) return;
  if (value->type != VALUE_BOOLEAN)
    run_fail(run, value->where, "reproducible must be true or false, got %s",
             value_describe(run, value));
  c->model.is_reproducible = value->number != 0;
  if (!c->model.is_reproducible) return;
  const char *other = c->lugre.stribeck ? "a stribeck function"
                      : c->body         ? "a body"
                                        : NULL;
  if (other)
    run_fail(run, value->where,
             "reproducible does not go with %s: the bits of its functions are "
             "not the same everywhere; leave one out",
             other);
  if (c->unroll == UNROLL_FULL)
    run_fail(run, value->where,
             "reproducible does not go with unroll = \"full\": its sums have "
             "another form; leave unroll out");
  c->unroll = UNROLL_LOOP;
}

static Model *contact_build(Spec *spec)
{
  Run *run = spec->run;
  const Value *root = &spec->root;
  ContactKeys keys = {0};
  friction_refuse_keys_outside(run, root, contact_fields,
                               COUNT(contact_fields));
  spec_read(run, root, "contact", contact_fields, COUNT(contact_fields), &keys);
  Contact *c = model_new(spec, &keys.model, sizeof *c);
  refuse_unavailable(run, &keys);
  c->form = (ContactForm)keys.form;
  c->step = (Step)keys.step;
  c->unroll = (Unroll)keys.unroll;
  c->torsion = (Torsion)keys.torsion;
  c->quadrature = (Quadrature)keys.quadrature;
  c->couple = keys.couple;
  const Grid grid =
      grid_read(spec, root, "contact", keys.grid, keys.size, keys.pressure);
  read_body(c, keys.body);
  read_material(c, &keys);
  c->regions =
      contact_regions_read(c, spec, keys.pressure, keys.friction_map, &grid);
  c->stretch = contact_stretch_read(c, keys.anisotropy, &grid);
  const bool has_range = keys.fn_range && lugre_wants_area(keys.friction) &&
                         !contact_is_reduced(c);
  if (has_range)
    contact_read_levels(c, spec, keys.fn_range, keys.pressure, &grid);
  read_friction(c, spec, &keys, &grid);
  require_range(c, &keys);
  limit_surface_read(run, keys.limit_surface, &c->limit_surface);
  c->limit_surface.is_default &= c->quadrature == QUADRATURE_EXACT;
  contact_read_tuning(c, keys.friction, tuning_asked(keys.tune));
  contact_require_coefficients(c, keys.pressure, keys.friction_map,
                               keys.anisotropy);
  c->scenario = contact_scenario_read(run, keys.scenario, c->body, c->model.tuning);
  limit_surface_check(c, keys.limit_surface, keys.fn_range);
  if (!has_range)
    contact_read_levels(c, spec, keys.fn_range, keys.pressure, &grid);
  if (c->area && !c->levels) c->fn = c->area->fn;
  contact_stretch_cells(c);
  contact_regions_keep(c);
  contact_figures(c);
  refuse_point(c, keys.pressure);
  contact_level_patches(c);
  c->has_stick = read_stick(c, keys.stick);
  read_reproducible(c, keys.reproducible);
  c->table = run_alloc(run, sizeof *c->table);
  if (c->form == CONTACT_COMPRESSED)
    contact_compress(run, c, keys.bristles, value_get(root, "model")->where);
  return &c->model;
}

static void contact_dump(const Model *model, FILE *out)
{
  const Contact *c = (const Contact *)model;
  char a[32], b[32], w[32];
  fprintf(out, "contact %s, model %s, step %s, real %s\n", model->name,
          form_names[c->form], step_names[c->step],
          real_names[c->model.is_float]);
  fprintf(out, "grid %d x %d, size %s x %s m\n", contact_map(c)->grid.nx,
          contact_map(c)->grid.ny, number_text(contact_map(c)->grid.sx, a),
          number_text(contact_map(c)->grid.sy, b));
  fprintf(out, "cop %s %s\n", number_text(c->cop[0], a),
          number_text(c->cop[1], b));
  fprintf(out, "r %s, u %s\n", number_text(c->r, a), number_text(c->u, b));
  if (c->compression)
    fprintf(out, "degree %d, images %d, limit surface within %s\n",
            c->compression->degree, c->compression->images,
            number_text(c->compression->error, a));
  fprintf(out, "%d cells: i j x y weight\n", c->cells.count);
  for (int k = 0; k < c->cells.count; k++)
    fprintf(out, "%d %d %s %s %s\n", c->cells.index[k] % c->cells.grid.nx,
            c->cells.index[k] / c->cells.grid.nx, number_text(c->cells.x[k], a),
            number_text(c->cells.y[k], b), number_text(c->cells.w[k], w));
}

/* ---- stages ------------------------------------------------------------ */

static const Stages *stages_of(const Contact *c)
{
  return contact_is_reduced(c) ? &contact_reduced : &contact_cells;
}

static Equations *contact_derive(const Model *model)
{
  const Contact *c = (const Contact *)model;
  return stages_of(c)->equations(c);
}

static Goldens *goldens_here(const Model *model)
{
  const Contact *c = (const Contact *)model;
  return stages_of(c)->goldens(c);
}

static Goldens *contact_goldens(const Model *model)
{
  static const char *const names[] = {"pattern",       "golden_dt",
                                      "golden_twists", "golden_wrenches",
                                      "golden_bars",   NULL};
  Goldens *goldens = goldens_here(model);
  goldens_corners(goldens, model, goldens_here, names);
  return goldens;
}

static void contact_plan(const Model *model, const Equations *equations,
                         const Goldens *goldens, Plan *plan)
{
  const Contact *c = (const Contact *)model;
  stages_of(c)->plan(c, equations, goldens, plan);
}

static const Workload *contact_workload(const Model *model)
{
  const Contact *c = (const Contact *)model;
  return stages_of(c)->workload(c);
}

/* Makes all checks at the values of the contact. */
static void verify_values(const Contact *c, const Solver *solver,
                          Verification *verification)
{
  stages_of(c)->verify(c, solver, verification);
  if (c->body) contact_verify_body(c, solver, verification);
}

static void contact_verify(const Model *model, const Solver *solver,
                           Verification *verification)
{
  const Contact *c = (const Contact *)model;
  verify_values(c, solver, verification);
  if (model->tuning)
    contact_verify_tuning(c, solver, verification, verify_values);
}

static const Model *model_tuned(const Model *model, const double *values)
{
  return &contact_tuned((const Contact *)model, values)->model;
}

static const ModelForm contact_forms[] = {
    {"distributed",
     {{"model", "distributed"}, {"bristles", "nil"}, {"limit_surface", "nil"}}},
    {"compressed 24",
     {{"model", "compressed"}, {"bristles", "24"}, {"limit_surface", "nil"}}},
    {"compressed 16",
     {{"model", "compressed"}, {"bristles", "16"}, {"limit_surface", "nil"}}},
    {"compressed 8",
     {{"model", "compressed"}, {"bristles", "8"}, {"limit_surface", "nil"}}},
    {"reduced 1e-3",
     {{"model", "reduced"}, {"bristles", "nil"}, {"limit_surface", "nil"}}},
    {"reduced 1e-2",
     {{"model", "reduced"},
      {"bristles", "nil"},
      {"limit_surface", "{tolerance=1e-2}"}}},
    {"ellipsoid",
     {{"model", "ellipsoid"}, {"bristles", "nil"}, {"limit_surface", "nil"}}},
    {NULL, {{NULL, NULL}}}};

const Kind contact_kind = {.word = "contact",
                           .forms = contact_forms,
                           .build = contact_build,
                           .dump = contact_dump,
                           .derive = contact_derive,
                           .goldens = contact_goldens,
                           .tuned = model_tuned,
                           .plan = contact_plan,
                           .check = contact_check,
                           .plot = contact_plot,
                           .net = contact_net,
                           .workload = contact_workload,
                           .verify = contact_verify,
                           .fit = contact_fit,
                           .simulate = contact_simulate,
                           .picture = contact_picture,
                           .words = contact_words,
                           .nwords = COUNT(contact_words)};
