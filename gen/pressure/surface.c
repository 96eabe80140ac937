/* surface.c: reads and checks one surface of a spec. In: a Value and the grid.
 * Out: the integral of the pressure over each cell, or the outline.
 *
 * Invariant: a surface that does not fit the grid ends the run. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "pressure/inside.h"

static const double quarter_turn = PI / 2;

/* ---- one surface ------------------------------------------------------- */

/* A surface that is being read. */
typedef struct Reading {
  Spec *spec;
  Run *run;
  const Area *area;
  const Grid *grid; /* its grid */
  const Value *value;
  const char *word;
  Surface surface;
  Profile profile;
  double *out; /* integral of the pressure over each cell */
} Reading;

/* Ends the run if the box from `low` to `high` reaches beyond the grid. */
static void check_within(const Reading *r, const Point *low, const Point *high)
{
  const Grid *grid = r->area->whole;
  const double beyond_x = fmax(-grid->sx / 2 - low->x, high->x - grid->sx / 2);
  const double beyond_y = fmax(-grid->sy / 2 - low->y, high->y - grid->sy / 2);
  const bool is_x = beyond_x / grid->sx > beyond_y / grid->sy;
  const double size = is_x ? grid->sx : grid->sy;
  const double beyond = is_x ? beyond_x : beyond_y;
  if (beyond <= 1e-9 * size) return;
  run_fail(r->run, r->value->where,
           "the %s reaches %.3g m beyond the grid along %c, where the grid is "
           "%.6g m wide; increase size by %.3g m or make the %s smaller",
           r->word, beyond, is_x ? 'x' : 'y', size, 2 * beyond, r->word);
}

static void check_corners(const Reading *r, const Point *corners, size_t count)
{
  Point low = corners[0], high = corners[0];
  for (size_t i = 1; i < count; i++) {
    low = (Point){fmin(low.x, corners[i].x), fmin(low.y, corners[i].y)};
    high = (Point){fmax(high.x, corners[i].x), fmax(high.y, corners[i].y)};
  }
  check_within(r, &low, &high);
}

/* Makes the corners relative to the middle of the cells. */
static void move_corners(const Reading *r, Point *corners, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    corners[i].x -= r->area->at[0];
    corners[i].y -= r->area->at[1];
  }
}

static void add_ring(Reading *r)
{
  const Surface *s = &r->surface;
  const bool is_disc = strcmp(r->word, "disc") == 0;
  const double outer = is_disc ? s->radius : s->outer;
  if (!is_disc && !(s->inner < s->outer))
    run_fail(r->run, r->value->where,
             "outer must be larger than inner, got inner %g and outer %g",
             s->inner, s->outer);
  check_within(r, &(Point){s->at[0] - outer, s->at[1] - outer},
               &(Point){s->at[0] + outer, s->at[1] + outer});
  const double at[2] = {s->at[0] - r->area->at[0], s->at[1] - r->area->at[1]};
  ring_integrals(r->run, r->grid, at, is_disc ? 0 : s->inner, outer,
                 &r->profile, r->out);
}

void surface_rectangle(const double size[2], const double at[2], double angle,
                       Point corners[4])
{
  static const int sides[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const double turns = angle / quarter_turn;
  double c = cos(angle), n = sin(angle);
  /* After a quarter turn the sides are exactly along the axes. */
  if (fabs(turns - round(turns)) < 1e-15 * (1 + fabs(turns))) {
    c = round(c);
    n = round(n);
  }
  for (int k = 0; k < 4; k++) {
    const double x = sides[k][0] * size[0] / 2, y = sides[k][1] * size[1] / 2;
    corners[k].x = at[0] + c * x - n * y;
    corners[k].y = at[1] + n * x + c * y;
  }
}

static void add_rectangle(Reading *r)
{
  const Surface *s = &r->surface;
  const bool has_size = spec_has(r->value, "size");
  const double size[2] = {has_size ? s->size[0] : r->area->whole->sx,
                          has_size ? s->size[1] : r->area->whole->sy};
  Point corners[4];
  surface_rectangle(size, s->at, s->angle, corners);
  check_corners(r, corners, 4);
  move_corners(r, corners, 4);
  polygon_integrals(r->run, r->grid, corners, 4, &r->profile, r->out);
}

Point surface_corner(Run *run, const Value *value, size_t number)
{
  if (value->type != VALUE_TABLE || value->nitems != 2 || value->nentries ||
      value->items[0].type != VALUE_NUMBER ||
      value->items[1].type != VALUE_NUMBER ||
      !isfinite(value->items[0].number) || !isfinite(value->items[1].number))
    run_fail(run, value->where,
             "corner %zu of the polygon must be { x, y } in metres, got %s",
             number, value_describe(run, value));
  return (Point){value->items[0].number, value->items[1].number};
}

static Point *read_corners(Run *run, const Value *polygon)
{
  enum { MOST_CORNERS = 4096 };
  const size_t count = polygon->nitems;
  if (count < 3 || count > MOST_CORNERS)
    run_fail(run, polygon->where,
             "a polygon needs 3 to %d corners { x, y }, got %zu", MOST_CORNERS,
             count);
  Point *corners = run_alloc(run, count * sizeof *corners);
  for (size_t i = 0; i < count; i++)
    corners[i] = surface_corner(run, &polygon->items[i], i + 1);
  return corners;
}

static void add_polygon(Reading *r)
{
  const size_t count = r->value->nitems;
  Point *corners = read_corners(r->run, r->value);
  check_corners(r, corners, count);
  size_t edges[2];
  if (polygon_crossing(corners, count, edges))
    run_fail(r->run, r->value->items[edges[1]].where,
             "the edges of a polygon must not touch or cross, but those from "
             "corner %zu to %zu and from %zu to %zu do",
             edges[0] + 1, (edges[0] + 1) % count + 1, edges[1] + 1,
             (edges[1] + 1) % count + 1);
  if (polygon_area(corners, count) < 0)
    for (size_t i = 0; i < count / 2; i++) {
      const Point corner = corners[i];
      corners[i] = corners[count - 1 - i];
      corners[count - 1 - i] = corner;
    }
  if (r->profile.kind != PROFILE_UNIFORM && !polygon_is_convex(corners, count))
    run_fail(r->run, r->surface.profile->where,
             "a polygon that is not convex must have a uniform profile; the "
             "contours of other profiles are copies of the outline, scaled");
  move_corners(r, corners, count);
  polygon_integrals(r->run, r->grid, corners, count, &r->profile, r->out);
}

static void line_ends(const Surface *s, Point ends[2])
{
  const double dx = s->length / 2 * cos(s->angle);
  const double dy = s->length / 2 * sin(s->angle);
  ends[0] = (Point){s->at[0] - dx, s->at[1] - dy};
  ends[1] = (Point){s->at[0] + dx, s->at[1] + dy};
}

static void add_line(Reading *r)
{
  const Surface *s = &r->surface;
  const bool is_gradient = strcmp(r->word, "gradient_line") == 0;
  Point ends[2];
  line_ends(s, ends);
  if (is_gradient && s->low + s->high == 0)
    run_fail(r->run, r->value->where,
             "low or high of a gradient_line must be positive, got 0 for both");
  check_corners(r, ends, 2);
  move_corners(r, ends, 2);
  line_integrals(r->run, r->grid, ends, is_gradient ? s->low : 1,
                 is_gradient ? s->high : 1, &r->profile, r->out);
}

static void add_map(Reading *r)
{
  const int nx = r->grid->nx, ny = r->grid->ny;
  const Value *map = r->value;
  for (size_t row = 0; row < map->nitems; row++) {
    const Value *items = &map->items[row];
    if (items->type != VALUE_TABLE || items->nentries || items->word)
      run_fail(r->run, items->where,
               "row %zu of the map must be a list of numbers, got %s", row + 1,
               value_describe(r->run, items));
    if (items->nitems != map->items[0].nitems)
      run_fail(r->run, items->where,
               "all rows of a map must be equally long, but row 1 has %zu "
               "numbers and row %zu has %zu",
               map->items[0].nitems, row + 1, items->nitems);
    if (map->nitems != (size_t)ny || items->nitems != (size_t)nx)
      run_fail(r->run, items->where,
               "the map must have %d rows (along y) of %d numbers (along x) "
               "like the grid, got %zu rows of %zu; %s",
               ny, nx, map->nitems, items->nitems,
               r->area->is_factor ? "write a row for each row of cells"
                                  : "leave out grid to take the map's own");
    for (int i = 0; i < nx; i++) {
      const Value *item = &items->items[i];
      if (item->type != VALUE_NUMBER || !(item->number >= 0) ||
          !isfinite(item->number))
        run_fail(r->run, item->where,
                 "row %zu, column %d of the map must be a finite number, 0 or "
                 "more, got %s",
                 row + 1, i + 1, value_describe(r->run, item));
      r->out[(ny - 1 - (int)row) * nx + i] =
          item->number * (r->grid->sx / nx) * (r->grid->sy / ny);
    }
  }
  if (map->nitems == 0)
    run_fail(
        r->run, map->where,
        "the map must have %d rows (along y) of %d numbers (along x) like the "
        "grid, got no rows",
        ny, nx);
}

const char *image_path(const Spec *spec, const Value *image)
{
  if (image->nitems != 1 || image->items[0].type != VALUE_STRING)
    run_fail(spec->run, image->where,
             "image takes the name of a PGM file as a text, as in image "
             "\"pad.pgm\" or image { \"pad.pgm\", floor = 0.1 }");
  const char *name = image->items[0].string;
  if (name[0] == '/' || strncmp(name, "../", 3) == 0 || strstr(name, "/../"))
    run_fail(spec->run, image->where,
             "image must be in the spec's folder or below it, got \"%.80s\"",
             name);
  return path_beside(spec->run, spec->file, name);
}

static void add_image(Reading *r)
{
  image_integrals(r->spec, r->grid, image_path(r->spec, r->value),
                  r->surface.floor, r->value->where, r->out);
}

/* ---- a function -------------------------------------------------------- */

static double call_function(void *context, double x, double y)
{
  const Reading *r = context;
  const Grid *whole = r->area->whole;
  const bool has_fn = r->value->arity >= 3;
  const double in[3] = {x + r->area->at[0], y + r->area->at[1],
                        r->value->number};
  double pressure;
  if (r->grid != whole &&
      (fabs(in[0]) > whole->sx / 2 || fabs(in[1]) > whole->sy / 2))
    return 0;
  spec_call(r->spec, r->value, in, has_fn ? 3 : 2, &pressure, 1);
  if (!(pressure >= 0) || !isfinite(pressure))
    run_fail(r->run, r->value->where,
             "%s must be finite and 0 or more, got %s at x = %g, y = %g%s",
             r->area->is_factor ? "friction_map" : "the pressure", number_plain(r->run, pressure), in[0], in[1],
             has_fn ? run_printf(r->run, ", fn = %g", in[2]) : "");
  return pressure;
}

static void add_function(Reading *r)
{
  const Grid *grid = r->grid;
  int worst = 0;
  char accuracy[32];
  if (!function_integrals(r->run, grid, call_function, r, r->area->accuracy,
                          r->out, &worst))
    run_fail(
        r->run, r->value->where,
        "the pressure cannot be integrated to %s of the total: the function "
        "is too rough in cell (%d, %d) around x = %g, y = %g; use more cells "
        "or a smoother function",
        number_text(r->area->accuracy, accuracy), worst % grid->nx,
        worst / grid->nx, grid_x(grid, worst % grid->nx) + r->area->at[0],
        grid_y(grid, worst / grid->nx) + r->area->at[1]);
}

/* ---- a material -------------------------------------------------------- */

/* Adds the patch under the force that the value carries. */
static void add_material(Reading *r)
{
  const Material m = material_read(r->run, r->value);
  r->word = "patch";
  r->surface.radius = r->surface.outer = material_radius(&m, r->value->number);
  memcpy(r->surface.at, m.at, sizeof m.at);
  const ProfileKind kind = m.k == 2 ? PROFILE_HERTZ : PROFILE_SOFT;
  r->profile = profile_make(r->run, r->area->is_flat ? PROFILE_UNIFORM : kind,
                            m.k);
  add_ring(r);
}

/* ---- words ------------------------------------------------------------- */

/* ORDER WORDS: the functions for the words of words.c, in the same order. */
static void (*const adders[SURFACE_WORDS])(Reading *) = {
    add_ring, add_ring, add_rectangle, add_polygon,
    add_line, add_line, add_map,       add_image};

bool surface_has_points(const Value *value)
{
  static const char *const shapes[] = {"disc", "annulus", "rectangle",
                                       "polygon"};
  if (value->type == VALUE_FUNCTION || material_is(value)) return true;
  if (value->type != VALUE_TABLE || !value->word) return false;
  if (strcmp(value->word, "sum") == 0) {
    for (size_t i = 0; i < value->nitems; i++)
      if (!surface_has_points(&value->items[i])) return false;
    return true;
  }
  for (size_t i = 0; i < COUNT(shapes); i++)
    if (strcmp(value->word, shapes[i]) == 0) return true;
  return false;
}

/* Makes integrals that are not 0 the area of their cell. */
static void flatten(Reading *r)
{
  const Grid *grid = r->grid;
  const double cell = (grid->sx / grid->nx) * (grid->sy / grid->ny);
  for (int k = 0; k < grid->nx * grid->ny; k++)
    r->out[k] = r->out[k] > 0 ? cell : 0;
}

double *surface_integrals(Spec *spec, const Value *value, const Area *area,
                          PartKeys *keys)
{
  const Grid *grid = area->grid;
  Reading r = {.spec = spec,
               .run = spec->run,
               .area = area,
               .grid = grid,
               .value = value};
  r.out = run_doubles(r.run, (size_t)grid->nx * (size_t)grid->ny);
  *keys = (PartKeys){0, 1};
  if (value->type == VALUE_FUNCTION) {
    add_function(&r);
    if (area->is_flat) flatten(&r);
    return r.out;
  }
  if (material_is(value)) {
    add_material(&r);
    return r.out;
  }
  const int word = surface_read(r.run, value, &r.surface);
  if (word >= 0) {
    r.word = value->word;
    const Profile given = surface_profile(r.run, r.surface.profile);
    r.profile =
        area->is_flat ? profile_make(r.run, PROFILE_UNIFORM, 2) : given;
    adders[word](&r);
    if (area->is_flat && (adders[word] == add_map || adders[word] == add_image))
      flatten(&r);
    *keys = (PartKeys){r.surface.share, r.surface.mu};
    return r.out;
  }
  run_fail(r.run, value->where,
           "pressure must be a surface (disc, annulus, rectangle, polygon, "
           "line, gradient_line, map, image, hertz, soft_finger), a "
           "function(x, y) or a sum of these, got %s",
           value_describe(r.run, value));
}

/* ---- outlines ---------------------------------------------------------- */

/* Points on the rim of a disc; between two points the rim is 0.1 % farther from
 * the centre than their chord. */
enum { RIM_CORNERS = 64 };

static Point *rim_corners(Run *run, const double at[2], double radius)
{
  Point *corners = run_alloc(run, RIM_CORNERS * sizeof *corners);
  for (int i = 0; i < RIM_CORNERS; i++) {
    const double angle = 4 * quarter_turn * i / RIM_CORNERS;
    corners[i] =
        (Point){at[0] + radius * cos(angle), at[1] + radius * sin(angle)};
  }
  return corners;
}

const Point *surface_outline(Spec *spec, const Value *value, size_t *count)
{
  Run *run = spec->run;
  Surface surface = {0}, *s = &surface;
  Point *corners = NULL;
  *count = 0;
  if (surface_read(run, value, s) < 0) return NULL;
  if (strcmp(value->word, "disc") == 0 || strcmp(value->word, "annulus") == 0) {
    *count = RIM_CORNERS;
    corners = rim_corners(run, s->at, fmax(s->radius, s->outer));
  } else if (strcmp(value->word, "rectangle") == 0 && s->size[0] > 0) {
    *count = 4;
    corners = run_alloc(run, *count * sizeof *corners);
    surface_rectangle(s->size, s->at, s->angle, corners);
  } else if (strcmp(value->word, "polygon") == 0) {
    *count = value->nitems;
    corners = read_corners(run, value);
  } else if (s->length > 0) {
    *count = 2;
    corners = run_alloc(run, *count * sizeof *corners);
    line_ends(s, corners);
  }
  return corners;
}
