/* stretch.c: anisotropic friction as an isotropic contact on a stretched patch.
 * In: the key anisotropy, the cells of the grid. Out: stretched cells, twists,
 * wrenches.
 *
 * Invariant: a contact without the key has no stretch, and its numbers are not
 * touched. */
#include "kinds/contact/stretch.h"

#include <math.h>
#include <string.h>

#include "kinds/contact/region.h"
#include "pressure/pressure.h"
#include "limit/limit.h"

/* ---- the key ----------------------------------------------------------- */

typedef struct AnisotropyKeys {
  double ratio, angle;
} AnisotropyKeys;

#define AT(member) offsetof(AnisotropyKeys, member)
const Field anisotropy_fields[ANISOTROPY_FIELDS] = {
    {"ratio", FIELD_NUMBER, AT(ratio), .required = true, .range = RANGE_WITHIN,
     .low = 0.1, .high = 10,
     .help = "friction across the axis over that along it; the stiffness "
             "across is ratio^2 times that along"},
    {"angle", FIELD_NUMBER, AT(angle), .unit = "rad",
     .help = "of the axis whose friction is that of the law, counter-clockwise "
             "from x"}};
#undef AT

static void refuse(const Contact *c, const Value *value,
                   const ContactStretch *s)
{
  const bool is_skewed = !s->is_straight;
  const Refusal all[] = {
      {c->quadrature == QUADRATURE_PAPER,
       "anisotropy needs quadrature = \"exact\""},
      {is_skewed && c->form == CONTACT_REDUCED &&
           value_get(&c->model.spec->root, "fn_range"),
       "an angle that is no multiple of a quarter turn does not go with "
       "fn_range in model = \"reduced\": tables over a range of forces are "
       "proven for cells whose sides are along the axes; take \"ellipsoid\" or "
       "\"compressed\""}};
  const char *reason = contact_reason_against(all, COUNT(all));
  if (reason) run_fail(c->model.run, value->where, "%s", reason);
}

const ContactStretch *contact_stretch_read(const Contact *c, const Value *value,
                                           const Grid *grid)
{
  enum { SLENDER = 40, DIGITS = 15 }; /* the last one is rounding of sine and cosine */
  Run *run = c->model.run;
  AnisotropyKeys keys = {0};
  if (!value) return NULL;
  spec_read(run, value, "anisotropy", anisotropy_fields, ANISOTROPY_FIELDS,
            &keys);
  if (!(fabs(keys.angle) <= 2 * PI))
    run_fail(run, value_get(value, "angle")->where,
             "angle must be between -2*math.pi and 2*math.pi rad, got %g; "
             "math.rad(30) turns degrees into radians",
             keys.angle);
  ContactStretch *s = run_alloc(run, sizeof *s);
  const double turns = keys.angle / (PI / 2);
  const bool is_straight = fabs(turns - round(turns)) < 1e-12;
  const bool is_along_y = fmod(fabs(round(turns)), 2) == 1;
  const double cosine = is_straight ? !is_along_y : cos(keys.angle);
  const double sine = is_straight ? is_along_y : sin(keys.angle);
  const double e = keys.ratio;
  *s = (ContactStretch){.ratio = e,
                        .angle = keys.angle,
                        .xx = number_rounded(cosine * cosine + e * sine * sine, DIGITS),
                        .xy = number_rounded((1 - e) * cosine * sine, DIGITS),
                        .yy = number_rounded(sine * sine + e * cosine * cosine, DIGITS),
                        .grid = *grid};
  s->is_straight = s->xy == 0;
  refuse(c, value, s);
  const double hx = grid->sx / grid->nx / 2, hy = grid->sy / grid->ny / 2;
  s->sides[0][0] = s->yy / e * hx;
  s->sides[0][1] = -s->xy / e * hx;
  s->sides[1][0] = -s->xy / e * hy;
  s->sides[1][1] = s->xx / e * hy;
  const double slender = fmax(hx, hy) / fmin(hx, hy) * fmax(e, 1 / e);
  if (!s->is_straight && slender > SLENDER)
    run_fail(run, value->where,
             "the cells are too slender for this anisotropy: their sides and "
             "ratio may differ by a factor of %d in all, got %.3g; change grid",
             SLENDER, slender);
  return s;
}

/* ---- places, twists, wrenches ------------------------------------------ */

/* Returns the same cells on another grid, those without load too. */
static Cells on_grid(Run *run, const Cells *cells, const Grid *grid)
{
  double *ever = run_doubles(run, (size_t)grid->nx * (size_t)grid->ny);
  int count = 0;
  for (int k = 0; k < cells->count; k++) {
    ever[cells->index[k]] = 1;
    count += cells->w[k] != 0;
  }
  if (count == cells->count) return cells_kept(run, grid, cells->all);
  const Cells all = cells_kept(run, grid, ever);
  return cells_weighted(run, &all, cells->all);
}

void contact_stretch_cells(Contact *c)
{
  const ContactStretch *s = c->stretch;
  if (!s) return;
  if (s->is_straight) {
    const Grid grid = {s->grid.nx, s->grid.ny, s->grid.sx / s->xx,
                       s->grid.sy / s->yy};
    c->cells = on_grid(c->model.run, &c->cells, &grid);
    return;
  }
  c->cells = cells_skewed(c->model.run, &c->cells, s->sides);
}

const Grid *contact_spec_grid(const Contact *c)
{
  return c->stretch ? &c->stretch->grid : &c->cells.grid;
}

void contact_place(const Contact *c, const double inner[2], double out[2])
{
  const ContactStretch *s = c->stretch;
  const double x = inner[0], y = inner[1];
  out[0] = s ? s->xx * x + s->xy * y : x;
  out[1] = s ? s->xy * x + s->yy * y : y;
}

void contact_patch_figures(const Contact *c, double figures[4])
{
  const double turn = c->stretch ? c->stretch->ratio : 1;
  contact_place(c, c->cop, figures);
  figures[2] = turn * c->r;
  figures[3] = turn * turn * c->u;
}

void contact_stretch_twist(const Contact *c, const double twist[3],
                           double out[3])
{
  const double v[3] = {twist[0], twist[1], twist[2]};
  contact_place(c, v, out);
  out[2] = c->stretch ? c->stretch->ratio * v[2] : v[2];
}

void contact_stretch_parts(const Contact *c, const double twist[3],
                           double out[3])
{
  const ContactStretch *s = c->stretch;
  const double x = fabs(twist[0]), y = fabs(twist[1]), w = fabs(twist[2]);
  out[0] = s ? s->xx * x + fabs(s->xy) * y : x;
  out[1] = s ? fabs(s->xy) * x + s->yy * y : y;
  out[2] = s ? s->ratio * w : w;
}

double contact_stretch_most(const Contact *c)
{
  return c->stretch ? fmax(1, c->stretch->ratio) : 1;
}

void contact_unstretch_wrench(const Contact *c, double wrench[3])
{
  contact_stretch_twist(c, wrench, wrench); /* S is symmetric */
}

void contact_unstretch_twist(const Contact *c, const double inner[3],
                             double out[3])
{
  const ContactStretch *s = c->stretch;
  const double x = inner[0], y = inner[1];
  out[0] = s ? (s->yy * x - s->xy * y) / s->ratio : x;
  out[1] = s ? (s->xx * y - s->xy * x) / s->ratio : y;
  out[2] = s ? inner[2] / s->ratio : inner[2];
}

void contact_stretch_rows(const Contact *c, int n, double *rows)
{
  for (int i = 0; i < n; i++)
    contact_stretch_twist(c, rows + 3 * i, rows + 3 * i);
}

/* ---- cells that are no boxes ------------------------------------------- */

/* Returns the integral of the distance from the origin over the triangle
 * (0, p, q), with its sign: d (s R + d^2 asinh(s/d))/6 between both ends. */
static double lever(const double p[2], const double q[2])
{
  const double side = hypot(q[0] - p[0], q[1] - p[1]);
  const double tx = (q[0] - p[0]) / side, ty = (q[1] - p[1]) / side;
  const double d = p[0] * ty - p[1] * tx;
  const double sp = p[0] * tx + p[1] * ty, sq = q[0] * tx + q[1] * ty;
  if (d * d == 0) return 0;
  return d / 6 *
         (sq * hypot(q[0], q[1]) - sp * hypot(p[0], p[1]) +
          d * d * (asinh(sq / fabs(d)) - asinh(sp / fabs(d))));
}

double contact_skewed_torque(const Contact *c)
{
  const ContactStretch *s = c->stretch;
  static const int ends[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const double area =
      4 * fabs(s->sides[0][0] * s->sides[1][1] - s->sides[0][1] * s->sides[1][0]);
  double sum = 0;
  for (int k = 0; k < c->cells.count; k++) {
    double corner[5][2], own = 0;
    for (int i = 0; i < 5; i++)
      for (int d = 0; d < 2; d++)
        corner[i][d] = (d ? c->cells.y : c->cells.x)[k] - c->cop[d] +
                       ends[i % 4][0] * s->sides[0][d] +
                       ends[i % 4][1] * s->sides[1][d];
    for (int i = 0; i < 4; i++) own += lever(corner[i], corner[i + 1]);
    sum += c->cells.w[k] * contact_factor(c, k) * own / area;
  }
  return sum;
}

bool contact_is_skewed(const Contact *c)
{
  return c->stretch && !c->stretch->is_straight;
}

void contact_skewed_surface(const Contact *c, const double slip[3], double h[3])
{
  enum { SIDE = 3 };
  static const double nodes[SIDE] = {-0.7745966692414834, 0, 0.7745966692414834};
  static const double weights[SIDE] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  const double(*half)[2] = c->stretch->sides, w = slip[2] / c->r;
  const Cells *cells = contact_map(c);
  for (int d = 0; d < 3; d++) h[d] = 0;
  for (int k = 0; k < cells->count; k++)
    for (int i = 0; i < SIDE * SIDE; i++) {
      const double a = nodes[i % SIDE], b = nodes[i / SIDE];
      const double x =
          cells->x[k] - c->cop[0] + a * half[0][0] + b * half[1][0];
      const double y =
          cells->y[k] - c->cop[1] + a * half[0][1] + b * half[1][1];
      const double vx = slip[0] - w * y, vy = slip[1] + w * x, s = hypot(vx, vy);
      const double load = cells->w[k] * contact_factor(c, k) *
                          weights[i % SIDE] * weights[i / SIDE];
      if (s == 0) continue;
      h[0] -= load * vx / s;
      h[1] -= load * vy / s;
      h[2] -= load * (x * vy - y * vx) / (s * c->r);
    }
}

void contact_exact_surface(const Contact *c, const double slip[3], double h[3])
{
  const bool has_grip = c->regions && c->regions->grip;
  const LimitMap map = {.cells = has_grip ? c->regions->grip : contact_map(c),
                        .cop = {c->cop[0], c->cop[1]},
                        .r = c->r};
  if (contact_is_skewed(c)) {
    contact_skewed_surface(c, slip, h);
    return;
  }
  limit_scaled(&map, slip, h);
  for (int d = 0; has_grip && d < 3; d++) h[d] *= c->regions->whole.mean;
}

double contact_skewed_spread(const Contact *c)
{
  const ContactStretch *s = c->stretch;
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += s->sides[i / 2][i % 2] * s->sides[i / 2][i % 2] / 3;
  return sum;
}
