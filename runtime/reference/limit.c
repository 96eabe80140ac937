/* The Coulomb limit surface of a piecewise-constant pressure map, mu = fn = 1.
 * In: a patch and a twist at the grid centre. Out: the wrench there. Close to
 * the centre of rotation c a cell is a sum of signed triangles (c, edge), each
 * elementary in polar coordinates about c; elsewhere, where those would cancel,
 * Gauss points do. Only the direction of the twist matters; L(-V) = -L(V). */
#include "reference/limit.h"
#include "reference/dense.h"

#include <math.h>
#include <string.h>

/* A box by its midpoint and sides, from the grid centre. */
typedef struct Box {
  double x, y, hx, hy;
} Box;

/* The box of cell (i, j). */
static Box cell_box(const RefPatch *p, int i, int j)
{
  return (Box){.x = (i + 0.5 - 0.5 * p->nx) * p->sx / p->nx,
               .y = (j + 0.5 - 0.5 * p->ny) * p->sy / p->ny,
               .hx = p->sx / p->nx,
               .hy = p->sy / p->ny};
}

/* Adds what a point of weight w at (x, y) contributes: -w*v_hat. */
static void add_point(const double twist[3], double x, double y, double w,
                      double wrench[3])
{
  const double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
  const double s = ref_length(v, 2);
  if (s == 0.0) return;
  wrench[0] -= w * (v[0] / s);
  wrench[1] -= w * (v[1] / s);
  wrench[2] -= w * (x * (v[1] / s) - y * (v[0] / s));
}

/* Gauss points of a side from -1 to 1, and their weights, whose sum is 1. */
static const double gauss_at[5] = {
    -0.906179845938663992797627, -0.538469310105683091036314, 0.0,
    0.538469310105683091036314, 0.906179845938663992797627};
static const double gauss_share[5] = {
    0.118463442528094543757132, 0.239314335249683234020646,
    0.284444444444444444444444, 0.239314335249683234020646,
    0.118463442528094543757132};

/* 5 x 5 Gauss points; the error of a mean over a box at distance D falls as
 * 1e-6*(side/D)^10. */
static void add_gauss(const double twist[3], Box b, double w, double wrench[3])
{
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++)
      add_point(twist, b.x + 0.5 * b.hx * gauss_at[i],
                b.y + 0.5 * b.hy * gauss_at[j],
                w * gauss_share[i] * gauss_share[j], wrench);
}

/* Integrals over a region seen from c: of the unit radius vector and of the
 * radius. */
typedef struct Radial {
  double ux, uy, lever;
} Radial;

/* The signed triangle (c, a, b) whose edge runs from tangential coordinate sa
 * to sb along the unit vector t = (tx, ty), c to its left at distance d; the
 * normal is n = (ty, -tx). At angle phi from n the edge is at d/cos(phi),
 *   int u dA      = d^2/2 int (n cos + t sin)/cos^2 dphi
 *                 = (n d^2 [asinh(tan phi)] + t d [R]) / 2,
 *   int |rho| dA  = d^3/3 int 1/cos^3 dphi
 *                 = (d [s R] + d^3 [asinh(tan phi)]) / 6,
 * with tan(phi) = s/d, R = d/cos(phi). Signs come out right for d < 0 too. */
static void add_triangle(double d, double sa, double sb, double tx, double ty,
                         Radial *sum)
{
  if (d * d == 0.0) return;
  const double ra = hypot(d, sa), rb = hypot(d, sb);
  const double angle = asinh(sb / fabs(d)) - asinh(sa / fabs(d));
  sum->ux += 0.5 * d * (ty * d * angle + tx * (rb - ra));
  sum->uy += 0.5 * d * (-tx * d * angle + ty * (rb - ra));
  sum->lever += d * (sb * rb - sa * ra + d * d * angle) / 6.0;
}

/* The four edges, counter-clockwise. Seen from c, v_hat is the unit radius
 * vector turned by a quarter, and every point's moment about c is |rho|. */
static void add_triangles(const double twist[3], Box b, double w,
                          double wrench[3])
{
  const double cx = -twist[1] / twist[2], cy = twist[0] / twist[2];
  const double x0 = b.x - 0.5 * b.hx - cx, x1 = b.x + 0.5 * b.hx - cx;
  const double y0 = b.y - 0.5 * b.hy - cy, y1 = b.y + 0.5 * b.hy - cy;
  Radial sum = {0.0, 0.0, 0.0};
  add_triangle(-y0, x0, x1, 1.0, 0.0, &sum);
  add_triangle(x1, y0, y1, 0.0, 1.0, &sum);
  add_triangle(y1, -x1, -x0, -1.0, 0.0, &sum);
  add_triangle(-x0, -y1, -y0, 0.0, -1.0, &sum);
  const double scale = copysign(w / (b.hx * b.hy), twist[2]);
  const double fx = scale * sum.uy, fy = -scale * sum.ux;
  wrench[0] += fx;
  wrench[1] += fy;
  wrench[2] += cx * fy - cy * fx - scale * sum.lever;
}

/* The triangles of a box are about distance * side large and leave side^2: the
 * sum is good as long as the box is close and not slender. Far boxes go to
 * Gauss points, slender ones are halved until they are either. |w| times a
 * length is compared with a speed, so that w may be 0. */
static void add_box(const double twist[3], Box b, double w, double wrench[3])
{
  const double far = 8.0, slender = 2.0;
  const double v[2] = {twist[0] - twist[2] * b.y, twist[1] + twist[2] * b.x};
  const double side = fmax(b.hx, b.hy);
  if (ref_length(v, 2) > far * side * fabs(twist[2])) {
    add_gauss(twist, b, w, wrench);
  } else if (side > slender * fmin(b.hx, b.hy)) {
    const double dx = b.hx > b.hy ? 0.25 * b.hx : 0.0;
    const double dy = b.hx > b.hy ? 0.0 : 0.25 * b.hy;
    const Box low = {b.x - dx, b.y - dy, b.hx - 2.0 * dx, b.hy - 2.0 * dy};
    const Box high = {b.x + dx, b.y + dy, low.hx, low.hy};
    add_box(twist, low, 0.5 * w, wrench);
    add_box(twist, high, 0.5 * w, wrench);
  } else {
    add_triangles(twist, b, w, wrench);
  }
}

/* ---- anisotropy -------------------------------------------------------- */

void ref_stretch(const RefPatch *p, const double v[2], double out[2])
{
  if (!(p->ratio > 0.0)) {
    if (out != v) memcpy(out, v, 2 * sizeof *out);
    return;
  }
  const double ax = cos(p->angle), ay = sin(p->angle);
  const double along = v[0] * ax + v[1] * ay;
  const double across = p->ratio * (v[1] * ax - v[0] * ay);
  out[0] = along * ax - across * ay;
  out[1] = along * ay + across * ax;
}

/* Adds the force of the slip direction E v/|E v| at a point. */
static void add_stretched_point(const RefPatch *p, const double twist[3],
                                double x, double y, double w, double wrench[3])
{
  double f[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
  ref_stretch(p, f, f);
  const double s = ref_length(f, 2);
  if (s == 0.0) return;
  f[0] *= -w / s;
  f[1] *= -w / s;
  ref_stretch(p, f, f);
  wrench[0] += f[0];
  wrench[1] += f[1];
  wrench[2] += x * f[1] - y * f[0];
}

/* Near the centre of rotation c: with q = E^-1 (p - c), |E v| = |w| ratio |q|
 * (E J E = ratio J for a quarter turn J), so that the parallelogram of q has the
 * triangles of a box; dp = ratio dq for areas. */
static void add_stretched_triangles(const RefPatch *p, const double twist[3],
                                    Box b, double w, double wrench[3])
{
  static const int ends[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  const RefPatch back = {.ratio = 1.0 / p->ratio, .angle = p->angle};
  const double c[2] = {-twist[1] / twist[2], twist[0] / twist[2]};
  const double sign = copysign(1.0, twist[2]);
  double q[5][2], f[2];
  Radial sum = {0.0, 0.0, 0.0};
  for (int i = 0; i < 5; i++) {
    q[i][0] = b.x + 0.5 * ends[i][0] * b.hx - c[0];
    q[i][1] = b.y + 0.5 * ends[i][1] * b.hy - c[1];
    ref_stretch(&back, q[i], q[i]);
  }
  for (int i = 0; i < 4; i++) {
    const double dx = q[i + 1][0] - q[i][0], dy = q[i + 1][1] - q[i][1];
    const double side = hypot(dx, dy), tx = dx / side, ty = dy / side;
    add_triangle(q[i][0] * ty - q[i][1] * tx, q[i][0] * tx + q[i][1] * ty,
                 q[i + 1][0] * tx + q[i + 1][1] * ty, tx, ty, &sum);
  }
  const double scale = sign * w * p->ratio / (b.hx * b.hy);
  f[0] = scale * sum.uy;
  f[1] = -scale * sum.ux;
  ref_stretch(p, f, f);
  wrench[0] += f[0];
  wrench[1] += f[1];
  wrench[2] += c[0] * f[1] - c[1] * f[0] - scale * p->ratio * sum.lever;
}

/* Distances and sides are those of q, where |E v| = |w| ratio |q|. */
static void add_stretched_box(const RefPatch *p, const double twist[3], Box b,
                              double w, double wrench[3])
{
  const double far = 8.0, slender = 2.0;
  const RefPatch back = {.ratio = 1.0 / p->ratio, .angle = p->angle};
  double v[2] = {twist[0] - twist[2] * b.y, twist[1] + twist[2] * b.x};
  double ends[2][2] = {{b.hx, 0.0}, {0.0, b.hy}};
  ref_stretch(p, v, v);
  for (int i = 0; i < 2; i++) ref_stretch(&back, ends[i], ends[i]);
  const double along_x = ref_length(ends[0], 2);
  const double along_y = ref_length(ends[1], 2), side = fmax(along_x, along_y);
  if (ref_length(v, 2) > far * side * fabs(twist[2]) * p->ratio) {
    for (int j = 0; j < 25; j++)
      add_stretched_point(p, twist, b.x + 0.5 * b.hx * gauss_at[j % 5],
                          b.y + 0.5 * b.hy * gauss_at[j / 5],
                          w * gauss_share[j % 5] * gauss_share[j / 5], wrench);
  } else if (side > slender * fmin(along_x, along_y)) {
    const double dx = along_x > along_y ? 0.25 * b.hx : 0.0;
    const double dy = along_x > along_y ? 0.0 : 0.25 * b.hy;
    const Box low = {b.x - dx, b.y - dy, b.hx - 2.0 * dx, b.hy - 2.0 * dy};
    const Box high = {b.x + dx, b.y + dy, low.hx, low.hy};
    add_stretched_box(p, twist, low, 0.5 * w, wrench);
    add_stretched_box(p, twist, high, 0.5 * w, wrench);
  } else {
    add_stretched_triangles(p, twist, b, w, wrench);
  }
}

/* The share of the load of cell k times the factor of its friction. */
static double grip_of(const RefPatch *p, size_t k)
{
  return p->m ? p->w[k] * p->m[k] : p->w[k];
}

void ref_limit(const RefPatch *p, const double twist[3], double wrench[3])
{
  wrench[0] = wrench[1] = wrench[2] = 0.0;
  if (twist[0] == 0.0 && twist[1] == 0.0 && twist[2] == 0.0) return;
  size_t k = 0;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++, k++)
      if (p->ratio > 0.0 && p->x)
        add_stretched_point(p, twist, p->x[k], p->y[k], grip_of(p, k), wrench);
      else if (p->ratio > 0.0 && p->w[k] != 0.0)
        add_stretched_box(p, twist, cell_box(p, i, j), grip_of(p, k), wrench);
      else if (p->x)
        add_point(twist, p->x[k], p->y[k], grip_of(p, k), wrench);
      else if (p->w[k] != 0.0)
        add_box(twist, cell_box(p, i, j), grip_of(p, k), wrench);
}

/* ---- as in the paper --------------------------------------------------- */

/* PL (19)-(20) for steady Coulomb friction; a midpoint at rest gives nothing.
 */
static void add_midpoints(const RefPatch *p, const double twist[3],
                          double share, double wrench[3])
{
  size_t k = 0;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++, k++) {
      const Box b = cell_box(p, i, j);
      add_point(twist, b.x, b.y, share * p->w[k], wrench);
    }
}

/* The cell along one axis that holds coordinate c, |c| <= size/2; on the rim
 * the outermost. */
static int enclosing_cell(double c, double size, int n)
{
  const int i = (int)floor((c / size + 0.5) * n);
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* PL (21). Corners are never midpoints, so no term has a cell at rest. */
void ref_limit_paper(const RefPatch *p, const double twist[3], double wrench[3])
{
  const double w = fabs(twist[2]);
  wrench[0] = wrench[1] = wrench[2] = 0.0;
  if (w == 0.0 || fabs(twist[1]) > 0.5 * p->sx * w ||
      fabs(twist[0]) > 0.5 * p->sy * w) {
    add_midpoints(p, twist, 1.0, wrench);
    return;
  }
  const double cx = -twist[1] / twist[2], cy = twist[0] / twist[2];
  const Box b = cell_box(p, enclosing_cell(cx, p->sx, p->nx),
                         enclosing_cell(cy, p->sy, p->ny));
  const double dx = (cx - b.x) / b.hx + 0.5, dy = (cy - b.y) / b.hy + 0.5;
  const double sign = copysign(1.0, twist[2]);
  for (int q = 0; q < 4; q++) {
    const int is_right = q & 1, is_upper = q >> 1;
    const double x = b.x + (is_right - 0.5) * b.hx;
    const double y = b.y + (is_upper - 0.5) * b.hy;
    const double about[3] = {sign * y, -sign * x, sign};
    const double share =
        (is_right ? dx : 1.0 - dx) * (is_upper ? dy : 1.0 - dy);
    add_midpoints(p, about, share, wrench);
  }
}

/* ---- figures of a patch ------------------------------------------------ */

/* PL (23), (27), and the cells' own second moment. */
void ref_figures(const RefPatch *p, bool midpoint_u, double cop[2], double *r,
                 double *u)
{
  double mass = 0.0, mx = 0.0, my = 0.0, second = 0.0;
  size_t k = 0;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++, k++) {
      const Box b = cell_box(p, i, j);
      mass += p->w[k];
      mx += p->w[k] * b.x;
      my += p->w[k] * b.y;
    }
  cop[0] = mx / mass;
  cop[1] = my / mass;
  k = 0;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++, k++) {
      const Box b = cell_box(p, i, j);
      const double dx = b.x - cop[0], dy = b.y - cop[1];
      const double own = midpoint_u ? 0.0 : (b.hx * b.hx + b.hy * b.hy) / 12.0;
      second += p->w[k] * (dx * dx + dy * dy + own);
    }
  *u = second;
  const double spin[3] = {cop[1], -cop[0], 1.0};
  double wrench[3];
  ref_limit(p, spin, wrench);
  *r = fabs(wrench[2] - (cop[0] * wrench[1] - cop[1] * wrench[0]));
}

/* ---- the exact surface about the CoP ----------------------------------- */

void ref_surface_exact(const void *context, const double twist[3], double h[3])
{
  const RefExact *e = context;
  const RefPatch *p = &e->patch;
  const RefPatch back = {.ratio = 1.0 / p->ratio, .angle = p->angle};
  double v[3] = {twist[0] + twist[2] * e->cop[1],
                 twist[1] - twist[2] * e->cop[0], twist[2]};
  if (e->is_stretched) ref_stretch(&back, v, v), v[2] /= p->ratio;
  ref_limit(p, v, h);
  if (e->is_stretched) ref_stretch(&back, h, h), h[2] /= p->ratio;
  h[2] = (h[2] - (e->cop[0] * h[1] - e->cop[1] * h[0])) / e->r;
}
