/* ring.c: discs and annuli. In: radii, a centre and a profile. Out: integrals
 * over the cells, exact or, without a closed form, to about 1e-9.
 *
 * Invariant: with P(r) the integral of p(s) s ds from 0 to r, constant from the
 * rim on, the integral of p over a cell is that of P(r)/r^2 (x dy - y dx) along
 * the cell's edges, so that no cell is clipped. */
#include <math.h>

#include "base/base.h"
#include "pressure/inside.h"

typedef struct Ring {
  double inner, outer;
  const Profile *profile;
  double mean, half; /* (outer + inner)/2 and (outer - inner)/2 */
  double rim[2];     /* moments of the profile at lambda = 1 */
} Ring;

/* Returns P(r), the integral of p(s) s ds from the centre to r. */
static double ring_cumulative(const Ring *ring, double r)
{
  double at[2];
  if (ring->inner == 0) {
    profile_moments(ring->profile, r / ring->outer, at);
    return ring->outer * ring->outer * at[1];
  }
  const double u = fmin(fmax((r - ring->mean) / ring->half, -1), 1);
  profile_moments(ring->profile, fabs(u), at);
  return ring->half * (ring->mean * (ring->rim[0] + copysign(at[0], u)) +
                       ring->half * (at[1] - ring->rim[1]));
}

/* ---- an edge: integral of b P(r)/r^2 dx along y = b -------------------- */

static const double node4[2] = {0.3399810435848563, 0.8611363115940526};
static const double weight4[2] = {0.6521451548625461, 0.3478548451374538};
static const double node10[5] = {0.1488743389816312, 0.4333953941292472,
                                 0.6794095682990244, 0.8650633666889845,
                                 0.9739065285171717};
static const double weight10[5] = {0.2955242247147529, 0.2692667193099964,
                                   0.2190863625159820, 0.1494513491505806,
                                   0.0666713443086881};

static double edge_density(const Ring *ring, double b, double x)
{
  const double square = x * x + b * b;
  return square > 0 ? b * ring_cumulative(ring, sqrt(square)) / square : 0;
}

/* Integrates by 10 Gauss points after the substitution x = from + (to-from)
 * t^2 (3-2t), which removes kinks at the ends; or by 4 points if the integrand
 * is smooth. */
static double edge_gauss(const Ring *ring, double b, double from, double to,
                         bool is_smooth)
{
  const int count = is_smooth ? 2 : 5;
  const double *node = is_smooth ? node4 : node10;
  const double *weight = is_smooth ? weight4 : weight10;
  double sum = 0;
  for (int i = 0; i < count; i++)
    for (int side = -1; side <= 1; side += 2) {
      double t = 0.5 + 0.5 * side * node[i], slope = 1;
      if (!is_smooth) {
        slope = 6 * t * (1 - t);
        t = t * t * (3 - 2 * t);
      }
      sum +=
          weight[i] / 2 * slope * edge_density(ring, b, from + (to - from) * t);
    }
  return sum * (to - from);
}

/* Returns the angle of the edge as seen from the centre, rad. */
static double edge_angle(double b, double from, double to)
{
  return atan2(b * (to - from), from * to + b * b);
}

/* Returns the integral over a piece of an edge that crosses neither a rim nor
 * the foot of the perpendicular from the centre. */
static double edge_piece(const Ring *ring, double b, double from, double to)
{
  const double middle = hypot((from + to) / 2, b);
  if (middle <= ring->inner) return 0;
  if (middle >= ring->outer)
    return ring_cumulative(ring, ring->outer) * edge_angle(b, from, to);
  if (ring->profile->kind == PROFILE_UNIFORM)
    return b * (to - from) / 2 -
           ring->inner * ring->inner / 2 * edge_angle(b, from, to);
  const double low = fmin(hypot(from, b), hypot(to, b));
  const double high = fmax(hypot(from, b), hypot(to, b));
  const double length = to - from, far = 4 * length;
  const bool is_smooth =
      high < ring->outer - far && low > ring->inner + far &&
      (ring->inner == 0 || low > ring->mean + far || high < ring->mean - far);
  return edge_gauss(ring, b, from, to, is_smooth);
}

static double edge_integral(const Ring *ring, double b, double from, double to)
{
  if (b == 0) return 0;
  double stops[9] = {from};
  int count = 1;
  const double radii[4] = {ring->outer, ring->mean, ring->inner, 0};
  for (int i = -3; i <= 3; i++) {
    const double radius = radii[i < 0 ? 3 + i : 3 - i];
    const double chord = sqrt(fmax(0, (radius - fabs(b)) * (radius + fabs(b))));
    const double stop = i < 0 ? -chord : chord;
    if (stop > stops[count - 1] && stop < to) stops[count++] = stop;
  }
  stops[count] = to;
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += edge_piece(ring, b, stops[i], stops[i + 1]);
  return sum;
}

/* ---- cells ------------------------------------------------------------- */

typedef enum Place { PLACE_OUT, PLACE_RIM, PLACE_IN } Place;

/* Compares the nearest and the farthest point of the cell with the radii. */
static Place cell_place(const Ring *ring, const double x[2], const double y[2])
{
  const double near_x = fmax(fmax(x[0], -x[1]), 0);
  const double near_y = fmax(fmax(y[0], -y[1]), 0);
  const double nearest = hypot(near_x, near_y);
  const double farthest =
      hypot(fmax(fabs(x[0]), fabs(x[1])), fmax(fabs(y[0]), fabs(y[1])));
  if (nearest >= ring->outer || farthest <= ring->inner) return PLACE_OUT;
  return nearest >= ring->inner && farthest <= ring->outer ? PLACE_IN
                                                           : PLACE_RIM;
}

/* Writes the integrals of one row of cells. `below` holds the integrals along
 * the lower edges of the cells for which is_known is true; then both describe
 * the upper edges, for the next row. */
static void ring_row(const Ring *ring, const Grid *grid, const double at[2],
                     int j, double *below, bool *is_known, double *out)
{
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  const double y[2] = {(j - grid->ny / 2.0) * hy - at[1],
                       (j + 1 - grid->ny / 2.0) * hy - at[1]};
  double left = 0;
  bool is_left = false;
  for (int i = 0; i < grid->nx; i++) {
    const double x[2] = {(i - grid->nx / 2.0) * hx - at[0],
                         (i + 1 - grid->nx / 2.0) * hx - at[0]};
    const Place place = cell_place(ring, x, y);
    if (place == PLACE_OUT ||
        (place == PLACE_IN && ring->profile->kind == PROFILE_UNIFORM)) {
      out[i] = place == PLACE_IN ? hx * hy : 0;
      is_left = is_known[i] = false;
      continue;
    }
    if (!is_left) left = edge_integral(ring, x[0], y[0], y[1]);
    if (!is_known[i]) below[i] = edge_integral(ring, y[0], x[0], x[1]);
    const double right = edge_integral(ring, x[1], y[0], y[1]);
    const double above = edge_integral(ring, y[1], x[0], x[1]);
    out[i] = fmax(0, (right - left) + (above - below[i]));
    left = right;
    below[i] = above;
    is_left = is_known[i] = true;
  }
}

void ring_integrals(Run *run, const Grid *grid, const double at[2],
                    double inner, double outer, const Profile *profile,
                    double *out)
{
  Ring ring = {.inner = inner, .outer = outer, .profile = profile};
  ring.mean = inner > 0 ? (outer + inner) / 2 : 0;
  ring.half = (outer - inner) / 2;
  profile_moments(profile, 1, ring.rim);
  double *below = run_doubles(run, (size_t)grid->nx);
  bool *is_known = run_alloc(run, (size_t)grid->nx * sizeof *is_known);
  for (int j = 0; j < grid->ny; j++)
    ring_row(&ring, grid, at, j, below, is_known,
             out + (size_t)j * (size_t)grid->nx);
}
