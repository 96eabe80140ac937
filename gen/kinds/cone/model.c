/* model.c: the kind `cone`: its words, and what they accept. In: a Spec. Out: a
 * Cone with its facets and rays.
 *
 * Invariant: a Cone that was built is not empty, and all its forces except 0
 * have a positive normal component. */
#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/cone/cone.h"

#include <math.h>
#include <string.h>

/* ---- keys -------------------------------------------------------------- */

static const char *const approximation_names[] = {"inner", "outer", "exact",
                                                  NULL};
static const char *const representation_names[] = {"H", "V", "both", NULL};
static const char *const frame_names[] = {"contact", "world", NULL};

typedef struct ConeKeys {
  ModelKeys model;
  double mu, f_min, f_max;
  int dimension, faces, rows, approximation, representation, frame;
  double tangent[3];
  const Value *normal, *patch, *tune;
} ConeKeys;

#define AT(member) offsetof(ConeKeys, member)
static const Field cone_fields[] = {
    {"name", .same = &name_key, .offset = AT(model.name)},
    {"about", .same = &about_key, .offset = AT(model.about)},
    {"mu", FIELD_NUMBER, AT(mu), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-6, .high = 1e3, .help = "friction coefficient"},
    {"dimension", FIELD_INTEGER, AT(dimension), .range = RANGE_WITHIN, .low = 2,
     .high = 6,
     .help =
         "number of components: 2 or 3 for the force of a point contact (3 by "
         "default); for a patch 4: (fx, fy, tau, fn) (default), or 6: a whole "
         "wrench"},
    {"faces", FIELD_INTEGER, AT(faces), .range = RANGE_WITHIN, .low = 3,
     .high = 512,
     .help = "number of facets; 8 by default, 32 for a patch, 4 at each corner "
             "for whole wrenches"},
    {"rows", FIELD_INTEGER, AT(rows), .range = RANGE_WITHIN, .low = 3,
     .high = 512,
     .help = "in place of faces: the most faces that need no more rows of A f "
             "<= b, limits of the normal force included; none by default"},
    {"approximation", FIELD_CHOICE, AT(approximation),
     .choices = approximation_names,
     .help = "a polytope inside the cone, one around it, or the cone itself"},
    {"representation", FIELD_CHOICE, AT(representation),
     .choices = representation_names, .fallback = 2,
     .help = "inequalities, rays, or both"},
    {"f_min", FIELD_NUMBER, AT(f_min), .range = RANGE_NOT_NEGATIVE, .low = 1e-9,
     .high = 1e12, .unit = "N", .help = "least normal force; 0 by default"},
    {"f_max", FIELD_NUMBER, AT(f_max), .range = RANGE_POSITIVE, .low = 1e-9,
     .high = 1e12, .unit = "N",
     .help = "largest normal force; none by default"},
    {"normal", FIELD_VALUE, AT(normal),
     .help = "of a point contact, into the body: { x, y, z } or \"runtime\"; "
             "the last axis by default"},
    {"tangent", FIELD_NUMBERS, AT(tangent), .count = 3,
     .help = "direction of the first facet or ray of a point contact; by "
             "default one across normal"},
    {"frame", FIELD_CHOICE, AT(frame), .choices = frame_names,
     .help = "the axes of the force: (tangents, normal), or the axes in which "
             "normal is given"},
    {"patch", FIELD_VALUE, AT(patch),
     .help = "a patch: contact { ... } or { grid =, size =, pressure = }; for "
             "whole "
             "wrenches a rectangle or a polygon"},
    {"functions", .same = &functions_key, .offset = AT(model.functions)},
    {"budget", .same = &budget_key, .offset = AT(model.budget)},
    {"tune", FIELD_VALUE, AT(tune),
     .help = "{ mu = { low, high } }: ranges of numbers that change at run "
             "time: mu, f_min, f_max"},
    {"real", .same = &real_key, .offset = AT(model.real)}};
#undef AT

typedef struct PatchKeys {
  int grid[2];
  double size[2];
  const Value *pressure, *friction_map;
} PatchKeys;

#define AT(member) offsetof(PatchKeys, member)
static const Field patch_fields[] = {
    {"grid", .same = &grid_key, .offset = AT(grid)},
    {"size", .same = &size_key, .offset = AT(size), .required = true},
    {"pressure", FIELD_VALUE, AT(pressure), .required = true,
     .help = "a surface, as in contact { ... }"},
    {"friction_map", FIELD_VALUE, AT(friction_map),
     .help = "factor of mu at each place, as in contact { ... }; 1 by "
             "default"}};
#undef AT

static const Word cone_words[] = {
    {"cone", "the set of forces that friction can hold, for optimisers",
     cone_fields, COUNT(cone_fields)},
    {"patch =", "the patch under a cone", patch_fields, COUNT(patch_fields)}};

/* ---- point contacts ---------------------------------------------------- */

_Noreturn static void refuse(Run *run, const Value *root, const char *key,
                             const char *why)
{
  const Value *value = value_get(root, key);
  run_fail(run, (value ? value : root)->where, "%s", why);
}

static void read_normal(Cone *cone, const Value *root, const ConeKeys *keys)
{
  Run *run = cone->model.run;
  const Value *value = keys->normal;
  cone->normal[cone->n - 1] = 1;
  if (!value) return;
  if (value->type == VALUE_STRING && strcmp(value->string, "runtime") == 0) {
    cone->is_runtime = true;
    if (cone->n == 2)
      refuse(run, root, "normal",
             "normal = \"runtime\" needs dimension = 3; for dimension = 2 give "
             "{ x, y }");
    return;
  }
  const bool is_list = value->type == VALUE_TABLE && !value->word &&
                       value->nentries == 0 && value->nitems == (size_t)cone->n;
  double largest = 0;
  for (int d = 0; is_list && d < cone->n; d++) {
    const Value *item = &value->items[d];
    cone->normal[d] = item->type == VALUE_NUMBER ? item->number : NAN;
    largest = isfinite(cone->normal[d]) ? fmax(largest, fabs(cone->normal[d]))
                                        : INFINITY;
  }
  if (!is_list || !isfinite(largest) || largest == 0)
    run_fail(run, value->where,
             "normal must be %s or \"runtime\", finite and not zero, got %s",
             cone->n == 2 ? "{ x, y }" : "{ x, y, z }",
             value_describe(run, value));
  double square = 0;
  for (int d = 0; d < cone->n; d++) {
    cone->normal[d] /= largest;
    square += cone->normal[d] * cone->normal[d];
  }
  for (int d = 0; d < cone->n; d++) cone->normal[d] /= sqrt(square);
}

static void read_tangent(Cone *cone, const Value *root, const ConeKeys *keys)
{
  Run *run = cone->model.run;
  if (cone->n == 2) { /* to the right of the normal */
    cone->tangent[0][0] = cone->normal[1];
    cone->tangent[0][1] = -cone->normal[0];
  } else {
    cone_tangents(cone->normal, cone->tangent);
  }
  if (!spec_has(root, "tangent")) return;
  if (cone->n == 2 || cone->is_runtime)
    refuse(run, root, "tangent",
           "tangent needs normal = { x, y, z } and dimension = 3");
  const double size = sqrt(dot3(keys->tangent, keys->tangent));
  double *t = cone->tangent[0];
  const double along = dot3(keys->tangent, cone->normal);
  for (int d = 0; d < 3; d++) t[d] = keys->tangent[d] - along * cone->normal[d];
  if (!(unit3(t) > 1e-6 * size))
    refuse(run, root, "tangent", "tangent must not be along the normal");
  cross3(cone->normal, t, cone->tangent[1]);
}

static void read_point(Cone *cone, const Value *root, const ConeKeys *keys)
{
  Run *run = cone->model.run;
  cone->form = CONE_POINT;
  cone->n = keys->dimension ? keys->dimension : 3;
  cone->length = 1;
  if (cone->n > 3)
    refuse(run, root, "dimension",
           "dimension of a point contact must be 2 or 3; 4 and 6 need a patch");
  if (cone->n == 2 && spec_has(root, "faces") && keys->faces != 2)
    refuse(run, root, "faces",
           "a cone of dimension 2 has two faces; leave faces out");
  if (cone->n == 3 && keys->approximation == CONE_EXACT) {
    if (spec_has(root, "faces"))
      refuse(run, root, "faces",
             "approximation = \"exact\" is the round cone; leave faces out");
    if (spec_has(root, "representation"))
      refuse(run, root, "representation",
             "the round cone has no facets and no extreme rays; leave "
             "representation out");
  }
  read_normal(cone, root, keys);
  read_tangent(cone, root, keys);
  if (!spec_has(root, "frame")) return;
  if (keys->frame == 0 && keys->normal)
    refuse(run, root, "frame",
           "frame = \"contact\" has the normal as its last axis; leave normal "
           "out, or write frame = \"world\"");
  if (keys->frame == 1 && !keys->normal)
    refuse(run, root, "frame",
           "frame = \"world\" needs normal = { x, y, z } or \"runtime\"");
}

/* Chooses the faces for at most keys->rows rows. */
static void choose_faces(Cone *cone, const Value *root, const ConeKeys *keys)
{
  Run *run = cone->model.run;
  const int limits = isfinite(cone->f_max) + (cone->f_min > 0);
  const int most = keys->rows - limits;
  if (!keys->rows) return;
  if (spec_has(root, "faces"))
    refuse(run, root, "rows", "rows takes the place of faces; leave one out");
  if (cone_is_closed(cone) || cone->n == 2)
    refuse(run, root, "rows",
           "this cone has no faces to choose; leave rows out");
  cone->faces = cone->form == CONE_POINT   ? most
                : cone->form == CONE_PATCH ? most - most % 4
                                           : cone_wrench_faces(cone, most);
  if (cone->faces < (cone->form == CONE_PATCH ? 8 : 3))
    refuse(run, root, "rows", "no polytope has so few rows; take more");
}

/* ---- patches ----------------------------------------------------------- */

static void refuse_point_keys(Run *run, const Value *root)
{
  static const char *const keys[] = {"normal", "tangent", "frame"};
  for (size_t i = 0; i < COUNT(keys); i++)
    if (spec_has(root, keys[i]))
      run_fail(run, value_get(root, keys[i])->where,
               "%s belongs to a point contact; a patch lies in its x-y plane",
               keys[i]);
}

/* Reads the pressure map of a contact, or of a table with a contact's keys. */
static void read_patch(Cone *cone, const Value *root, const ConeKeys *keys)
{
  Spec *spec = cone->model.spec;
  Run *run = cone->model.run;
  const Value *patch = keys->patch;
  cone->form = CONE_PATCH;
  cone->n = 4;
  if (patch->type != VALUE_TABLE ||
      (patch->word && !value_is(patch, "contact")))
    run_fail(
        run, patch->where,
        "patch must be contact { ... } or { grid =, size =, pressure = }, "
        "got %s%s",
        value_describe(run, patch),
        patch->word ? "; dimension = 6 takes a shape such as polygon" : "");
  if (value_is(patch, "contact")) { /* refuses what a contact refuses */
    Spec inner = *spec;
    inner.root = *patch;
    model_build(&inner);
  }
  PatchKeys p = {0};
  Value own = *patch;
  if (patch->word) { /* a cone does not read the laws of the contact */
    size_t kept = 0;
    own.entries = run_alloc(run, patch->nentries * sizeof *own.entries);
    for (size_t i = 0; i < patch->nentries; i++)
      for (size_t f = 0; f < COUNT(patch_fields); f++)
        if (strcmp(patch->entries[i].name, patch_fields[f].name) == 0)
          own.entries[kept++] = patch->entries[i];
    own.nentries = kept;
  }
  spec_read(run, &own, "patch", patch_fields, COUNT(patch_fields), &p);
  const Value *moving = levels_needed(p.pressure);
  if (moving)
    run_fail(run, moving->where,
             "the pressure depends on the normal force, so the forces that "
             "friction holds form no cone; give the pressure at one force");
  const Value *mu = p.friction_map ? p.friction_map : pressure_mu(p.pressure);
  if (mu && keys->tune)
    run_fail(run, mu->where,
             "friction by region and tune do not go together yet; leave one "
             "out");
  const Grid grid = grid_read(spec, &own, "patch", p.grid, p.size, p.pressure);
  const double *weights;
  if (mu) { /* the cone of mu*M and the weights w*m/M, M the mean of m */
    const Regions regions =
        pressure_regions(spec, p.pressure, p.friction_map, &grid);
    cone->mu *= regions.mean;
    weights = regions.weights;
  } else {
    weights = pressure_weights(spec, p.pressure, &grid);
  }
  cone->cells = cells_kept(run, &grid, weights);
  choose_faces(cone, root, keys);
  if (cone->faces % 4 != 0 || cone->faces < 8)
    refuse(
        run, root, "faces",
        "faces of a patch must be a multiple of 4, from 8 to 512, since they "
        "come in opposite pairs");
}

/* ---- the kind ---------------------------------------------------------- */

static void read_limits(Cone *cone, const Value *root, const ConeKeys *keys)
{
  cone->f_min = keys->f_min;
  cone->f_max = spec_has(root, "f_max") ? keys->f_max : INFINITY;
  if (cone->f_max <= cone->f_min)
    run_fail(cone->model.run, value_get(root, "f_max")->where,
             "f_max must be above f_min = %g, got %g", cone->f_min,
             cone->f_max);
}

static void build_patch(Cone *cone, const Value *root, const ConeKeys *keys)
{
  Run *run = cone->model.run;
  const int dimension = keys->dimension ? keys->dimension : 4;
  if (dimension != 4 && dimension != 6)
    refuse(run, root, "dimension", "dimension of a patch must be 4 or 6");
  if (keys->approximation == CONE_EXACT)
    refuse(run, root, "approximation",
           "the exact cone of a patch is no polytope and has no closed form; "
           "use \"inner\" or \"outer\"");
  if (dimension == 6) {
    cone->form = CONE_WRENCH;
    cone->n = 6;
    if (!keys->faces) cone->faces = 4;
    cone_read_outline(cone, keys->patch);
    choose_faces(cone, root, keys);
    cone_shape_wrench(cone);
    return;
  }
  read_patch(cone, root, keys);
  cone_patch_fit(cone, cone->faces, &cone->inner, &cone->outer);
  cone->gap = polytope_gap(cone->inner, cone->outer);
  cone_shape_patch(cone);
}

double cone_most_force(const Cone *cone)
{
  return cone->model.is_float ? 1e15 : 1e100;
}

/* Refuses limits at which friction leaves the range of the functions. */
static void require_range(const Cone *c, const Value *root)
{
  const double share =
      100 * fmax(1, c->mu) * (c->form == CONE_POINT ? 1 : fmax(1, c->length));
  const double most = cone_most_force(c) / share;
  if (c->model.is_float && !cone_is_closed(c) && c->n > 2 && c->mu < 1e-4)
    run_fail(c->model.run, value_get(root, "mu")->where,
             "mu = %g is too small for the digits of floats: facets would "
             "differ in the last ones only; take 1e-4 or more, or real = "
             "\"double\"",
             c->mu);
  if (!isfinite(c->f_max) || c->f_max <= most) return;
  run_fail(
      c->model.run, value_get(root, "f_max")->where,
      "f_max must be at most %.2g N, so that no force or torque of this "
      "cone leaves the range of its functions, got %g%s",
      most, c->f_max,
      c->model.is_float ? "; take a smaller f_max, or real = \"double\"" : "");
}

/* Requires the same at all corners of the tuning. */
static void require_corners(const Cone *c, const Value *root)
{
  const Tuning *tuning = c->model.tuning;
  if (!tuning) return;
  double *values = run_doubles(c->model.run, tuning->count);
  for (size_t i = 0; i < tuning_corners(tuning); i++) {
    tuning_point(tuning, i, values);
    require_range(cone_tuned(c, values), root);
  }
}

static Model *cone_build(Spec *spec)
{
  Run *run = spec->run;
  const Value *root = &spec->root;
  ConeKeys keys = {0};
  spec_read(run, root, "cone", cone_fields, COUNT(cone_fields), &keys);
  Cone *cone = model_new(spec, &keys.model, sizeof *cone);
  Model *model = &cone->model;
  cone->mu = keys.mu;
  cone->approximation = (ConeApproximation)keys.approximation;
  cone->faces = keys.faces ? keys.faces : keys.patch ? 32 : 8;
  cone->has_h = keys.representation != 1;
  cone->has_v = keys.representation != 0;
  const double guard = model->is_float ? 1e-6 : 0;
  cone->guard = cone->approximation == CONE_INNER   ? 1 - guard
                : cone->approximation == CONE_OUTER ? 1 + guard
                                                    : 1;
  read_limits(cone, root, &keys);
  if (keys.patch) {
    refuse_point_keys(run, root);
    build_patch(cone, root, &keys);
  } else {
    read_point(cone, root, &keys);
    choose_faces(cone, root, &keys);
    cone_shape_point(cone);
  }
  require_range(cone, root);
  cone_shape_limits(cone);
  cone_read_tuning(cone, tuning_asked(keys.tune));
  require_corners(cone, root);
  return model;
}

void cone_patch_fit(Cone *cone, int faces, const Polytope **inner,
                    const Polytope **outer)
{
  Run *run = cone->model.run;
  if (!cone->body) {
    cone->body = patch_body(run, &cone->cells);
    cone->length = cone->body->map.r;
    memcpy(cone->cop, cone->body->map.cop, sizeof cone->cop);
  }
  *inner = patch_inner(run, cone->body, faces);
  *outer = patch_outer(run, cone->body, faces);
  if (!*inner || !*outer)
    run_fail(run, cone->model.spec->root.where,
             "the friction of this patch is too flat for %d faces; use fewer, "
             "or a patch with more extent",
             faces);
}

static void dump_rows(FILE *out, const char *title, const double *rows,
                      const double *b, int count, int n)
{
  char text[32];
  fprintf(out, "%d %s\n", count, title);
  for (int k = 0; k < count; k++) {
    for (int d = 0; d < n; d++)
      fprintf(out, "%s ", number_text(rows[k * n + d], text));
    fprintf(out, b ? "<= %s\n" : "\n", b ? number_text(b[k], text) : "");
  }
}

static void cone_dump(const Model *model, FILE *out)
{
  const Cone *c = (const Cone *)model;
  char mu[32], low[32], high[32];
  fprintf(out, "cone %s, %s, %d components, mu %s, load %s to %s\n",
          model->name, approximation_names[c->approximation], c->n,
          number_text(c->mu, mu), number_text(c->f_min, low),
          number_text(c->f_max, high));
  dump_rows(out, "rows", c->A, c->b, c->nrows, c->n);
  dump_rows(out, "rays", c->rays, NULL, c->nrays, c->n);
}

static const Model *model_tuned(const Model *model, const double *values)
{
  return &cone_tuned((const Cone *)model, values)->model;
}

const Kind cone_kind = {.word = "cone",
                        .build = cone_build,
                        .dump = cone_dump,
                        .derive = cone_derive,
                        .goldens = cone_goldens,
                        .tuned = model_tuned,
                        .plan = cone_plan,
                        .check = cone_check,
                        .plot = cone_plot,
                         .net = cone_net,
                        .workload = cone_workload,
                        .verify = cone_verify,
                        .words = cone_words,
                        .nwords = COUNT(cone_words)};
