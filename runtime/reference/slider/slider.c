/* slider.c: planar sliding with an equivalent contact point, PS 3-5. In: a
 * body, its velocity, what is applied to it, a time step. Out: velocity,
 * friction impulses, slip speed and contact point at the end of the step.
 * Everything is solved from the equations as printed, in their own units, by
 * methods that know nothing of their structure. */
#include "reference/slider/slider.h"

#include <math.h>
#include <string.h>

#include "reference/dense.h"

/* ---- one step: the equations ------------------------------------------- */

static double squared(double x)
{
  return x * x;
}

void ref_slider_equations(const RefSlider *s, const double v[3],
                          const double applied[3], double dt, const double p[3],
                          double sigma, double out[4])
{
  const double m = s->mass, pn = m * s->gravity[2] * dt;
  const double w = v[2] + (p[2] + applied[2]) / s->inertia;
  const double vx = v[0] + (p[0] + applied[0]) / m;
  const double vy = v[1] + (p[1] + applied[1]) / m;
  const double qz = s->height;
  out[0] =
      s->mu * pn * squared(s->e[0]) * (vx + p[1] * qz * w / pn) + p[0] * sigma;
  out[1] =
      s->mu * pn * squared(s->e[1]) * (vy - p[0] * qz * w / pn) + p[1] * sigma;
  out[2] = s->mu * pn * squared(s->e[2]) * w + p[2] * sigma;
  out[3] = squared(s->mu * pn) - squared(p[2] / s->e[2]) -
           squared(p[0] / s->e[0]) - squared(p[1] / s->e[1]);
}

/* Writes the impulse applied in a step: the load, and gravity along the table.
 */
static void add_gravity(const RefSlider *s, const double load[3], double dt,
                        double applied[3])
{
  for (int i = 0; i < 3; i++)
    applied[i] = (load[i] + (i < 2 ? s->mass * s->gravity[i] : 0.0)) * dt;
}

/* Velocity and contact point that go with the impulses. */
static void finish(const RefSlider *s, const double v[3],
                   const double applied[3], double dt, RefSlide *out)
{
  const double pn = s->mass * s->gravity[2] * dt;
  for (int i = 0; i < 3; i++)
    out->v[i] =
        v[i] + (out->p[i] + applied[i]) / (i < 2 ? s->mass : s->inertia);
  for (int i = 0; i < 2; i++) out->point[i] = -out->p[i] * s->height / pn;
}

static bool is_bad(const double *values, int count)
{
  for (int i = 0; i < count; i++)
    if (!isfinite(values[i])) return true;
  return false;
}

/* True where the impulses that bring the body to rest are within the
 * ellipsoid, PS (20); they are written to out then. */
static bool comes_to_rest(const RefSlider *s, const double v[3],
                          const double applied[3], double dt, RefSlide *out)
{
  const double pn = s->mass * s->gravity[2] * dt;
  double size = 0.0;
  for (int i = 0; i < 3; i++) {
    out->p[i] = -((i < 2 ? s->mass : s->inertia) * v[i] + applied[i]);
    size += squared(out->p[i] / s->e[i]);
  }
  if (size > squared(s->mu * pn)) return false;
  finish(s, v, applied, dt, out);
  out->sigma = out->v[0] = out->v[1] = out->v[2] = 0.0;
  return true;
}

/* ---- Newton's method --------------------------------------------------- */

/* Equations divided by what their terms are as large as. */
typedef struct Scales {
  double row[4];
} Scales;

static double residual(const RefSlider *s, const double v[3],
                       const double applied[3], double dt, const double x[4],
                       const Scales *scales, double r[4])
{
  double sum = 0.0;
  ref_slider_equations(s, v, applied, dt, x, x[3], r);
  for (int i = 0; i < 4; i++) {
    r[i] /= scales->row[i];
    sum += r[i] * r[i];
  }
  return sum;
}

/* Derivatives of PS (29)-(32) by p_t, p_o, p_r, sigma. */
static void jacobian(const RefSlider *s, const double x[4], double w, double dt,
                     const Scales *scales, double a[4][4])
{
  const double m = s->mass, inertia = s->inertia, qz = s->height;
  const double pn = m * s->gravity[2] * dt;
  const double kt = s->mu * pn * squared(s->e[0]);
  const double ko = s->mu * pn * squared(s->e[1]);
  const double kr = s->mu * pn * squared(s->e[2]);
  const double rows[4][4] = {
      {kt / m + x[3], kt * qz * w / pn, kt * x[1] * qz / inertia / pn, x[0]},
      {-ko * qz * w / pn, ko / m + x[3], -ko * x[0] * qz / inertia / pn, x[1]},
      {0.0, 0.0, kr / inertia + x[3], x[2]},
      {-2.0 * x[0] / squared(s->e[0]), -2.0 * x[1] / squared(s->e[1]),
       -2.0 * x[2] / squared(s->e[2]), 0.0}};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) a[i][j] = rows[i][j] / scales->row[i];
}

/* From free sliding: the direction of slip that there would be without
 * friction. */
static Scales start(const RefSlider *s, const double v[3],
                    const double applied[3], double dt, double x[4])
{
  const double pn = s->mass * s->gravity[2] * dt;
  double u[3], size = 0.0;
  for (int i = 0; i < 3; i++) {
    u[i] = v[i] + applied[i] / (i < 2 ? s->mass : s->inertia);
    size += squared(s->e[i] * u[i]);
  }
  x[3] = sqrt(size);
  Scales scales = {{0.0, 0.0, 0.0, squared(s->mu * pn)}};
  for (int i = 0; i < 3; i++) {
    x[i] = -s->mu * pn * squared(s->e[i]) * u[i] / x[3];
    scales.row[i] = s->mu * pn * s->e[i] * x[3];
  }
  return scales;
}

int ref_slider_newton(const RefSlider *s, const double v[3],
                      const double load[3], double dt, RefSlide *out)
{
  enum { ROUNDS = 100, HALVINGS = 40 };
  double applied[3], x[4], r[4], trial[4], a[4][4];
  memset(out, 0, sizeof *out);
  if (is_bad(v, 3) || is_bad(load, 3) || !isfinite(dt) || !(dt > 0.0))
    return BR_BAD_INPUT;
  add_gravity(s, load, dt, applied);
  if (comes_to_rest(s, v, applied, dt, out)) return BR_OK;
  const Scales scales = start(s, v, applied, dt, x);
  double size = residual(s, v, applied, dt, x, &scales, r);
  for (int round = 0; round < ROUNDS; round++) {
    double step[4], share = 1.0, next = INFINITY, largest = 0.0;
    const double w = v[2] + (x[2] + applied[2]) / s->inertia;
    jacobian(s, x, w, dt, &scales, a);
    for (int i = 0; i < 4; i++) step[i] = -r[i];
    if (!ref_eliminate(a[0], step, 4, 1, 0.0)) return BR_NO_CONVERGENCE;
    for (int half = 0; half < HALVINGS && !(next < size); half++) {
      for (int i = 0; i < 4; i++) trial[i] = x[i] + share * step[i];
      if (trial[3] >= 0.0)
        next = residual(s, v, applied, dt, trial, &scales, r);
      share /= 2.0;
    }
    for (int i = 0; i < 4; i++)
      largest = fmax(largest,
                     fabs(step[i]) /
                         (i < 3 ? s->mu * s->e[i] * s->mass * s->gravity[2] * dt
                                : fmax(x[3], 1e-300)));
    const bool is_done = largest < 1e-8 || !(next < size); /* then squared */
    if (next < size || largest < 1e-8) memcpy(x, trial, sizeof x);
    size = next;
    if (!is_done) continue;
    memcpy(out->p, x, sizeof out->p);
    out->sigma = x[3];
    finish(s, v, applied, dt, out);
    return largest < 1e-6 && x[3] >= 0.0 ? BR_OK : BR_NO_CONVERGENCE;
  }
  return BR_NO_CONVERGENCE;
}

/* ---- search in the slip speed ------------------------------------------- */

/* PS (29)-(32) or (22)-(25): u is the velocity without friction, n the normal
 * impulse or force, `give` what one unit of friction changes the velocity by.
 */
typedef struct Slip {
  const RefSlider *s;
  double u[3], n, give[3];
} Slip;

/* For a slip speed (31) gives p_r, then (29)-(30) are linear. Returns what (32)
 * has more than the ellipsoid allows, relative: > 0 outside. */
static double excess(const Slip *slip, double sigma, double p[3])
{
  const RefSlider *s = slip->s;
  const double load = s->mu * slip->n;
  const double k[3] = {load * squared(s->e[0]), load * squared(s->e[1]),
                       load * squared(s->e[2])};
  p[2] = -k[2] * slip->u[2] / (k[2] * slip->give[2] + sigma);
  /* u + p*give without its cancellation */
  const double w = slip->u[2] * (sigma / (k[2] * slip->give[2] + sigma));
  const double turn = s->height * w / slip->n;
  const double a = k[0] * slip->give[0] + sigma, b = k[0] * turn;
  const double c = -k[1] * turn, d = k[1] * slip->give[1] + sigma;
  const double f = -k[0] * slip->u[0], g = -k[1] * slip->u[1];
  p[0] = (f * d - b * g) / (a * d - b * c);
  p[1] = (a * g - c * f) / (a * d - b * c);
  return (squared(p[0] / s->e[0]) + squared(p[1] / s->e[1]) +
          squared(p[2] / s->e[2])) /
             squared(load) -
         1.0;
}

/* Between low, where the excess is positive, and high, where it is not. */
static double bisect(const Slip *slip, double low, double high)
{
  double p[3];
  for (int i = 0; i < 2000; i++) {
    const double middle = low + (high - low) / 2.0;
    if (!(middle > low && middle < high)) break;
    if (excess(slip, middle, p) > 0.0)
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* A place between low and high where the excess is positive, or high: by golden
 * section for its largest. */
static double find_bulge(const Slip *slip, double low, double high)
{
  const double golden = 0.6180339887498949, end = high;
  double p[3];
  for (int i = 0; i < 80; i++) {
    const double x = high - golden * (high - low);
    const double y = low + golden * (high - low);
    const double fx = excess(slip, x, p), fy = excess(slip, y, p);
    if (fx > 0.0) return x;
    if (fy > 0.0) return y;
    if (fx > fy)
      high = y;
    else
      low = x;
  }
  return end;
}

/* Slip speeds to look at between 0 and most: evenly, and evenly in their
 * logarithm down to what friction takes in a step. */
enum { EVEN = 300, STEEP = 500, PLACES = EVEN + STEEP + 1 };

/* Fills x from most down to 0. */
static void fill_places(double x[PLACES], double most, double least)
{
  const double ratio = pow(least / (most + least), 1.0 / STEEP);
  double power = most + least;
  for (int n = 0, i = EVEN; n < PLACES; n++) {
    const double even = most * i / EVEN, steep = fmax(0.0, power - least);
    if (i > 0 && even >= steep) {
      x[n] = even;
      i--;
    } else {
      x[n] = n == PLACES - 1 ? 0.0 : steep;
      power *= ratio;
    }
  }
}

/* The largest slip speed at which the ellipsoid is met. At `most` friction is
 * inside. It can be met more than once only where the body is tall and the
 * ellipsoid no surface of revolution. */
static double largest_slip(const Slip *slip, double most, double least)
{
  const RefSlider *s = slip->s;
  double x[PLACES], p[3];
  if (s->height == 0.0 || s->e[0] == s->e[1] || !(least > 0.0))
    return bisect(slip, 0.0, most);
  fill_places(x, most, least);
  double right = -1.0, middle = -1.0; /* excesses seen */
  for (int i = 1; i < PLACES; i++) {
    const double left = excess(slip, x[i], p);
    if (middle >= right && middle >= left && i >= 2) {
      const double bulge = find_bulge(slip, x[i], x[i - 2]);
      if (bulge < x[i - 2]) return bisect(slip, bulge, x[i - 2]);
    }
    if (left > 0.0) return bisect(slip, x[i], x[i - 1]);
    right = middle;
    middle = left;
  }
  return 0.0;
}

static double slip_bound(const Slip *slip)
{
  const RefSlider *s = slip->s;
  return hypot(hypot(s->e[0] * slip->u[0], s->e[1] * slip->u[1]),
               s->e[2] * slip->u[2]);
}

/* Returns the least that friction takes off a velocity times e. */
static double pose(const RefSlider *s, const double v[3],
                   const double applied[3], double dt, Slip *slip)
{
  double least = INFINITY;
  slip->s = s;
  slip->n = s->mass * s->gravity[2] * dt;
  for (int i = 0; i < 3; i++) {
    slip->give[i] = 1.0 / (i < 2 ? s->mass : s->inertia);
    slip->u[i] = v[i] + applied[i] * slip->give[i];
    least = fmin(least, s->mu * slip->n * squared(s->e[i]) * slip->give[i]);
  }
  return least;
}

double ref_slider_excess(const RefSlider *s, const double v[3],
                         const double load[3], double dt, double sigma)
{
  double applied[3], p[3];
  Slip slip;
  add_gravity(s, load, dt, applied);
  pose(s, v, applied, dt, &slip);
  return excess(&slip, sigma, p);
}

void ref_slider_at(const RefSlider *s, const double v[3], const double load[3],
                   double dt, double sigma, RefSlide *out)
{
  double applied[3];
  Slip slip;
  memset(out, 0, sizeof *out);
  add_gravity(s, load, dt, applied);
  pose(s, v, applied, dt, &slip);
  out->sigma = sigma;
  excess(&slip, sigma, out->p);
  finish(s, v, applied, dt, out);
}

int ref_slider_slide(const RefSlider *s, const double v[3],
                     const double load[3], double dt, RefSlide *out)
{
  double applied[3];
  Slip slip;
  memset(out, 0, sizeof *out);
  if (is_bad(v, 3) || is_bad(load, 3) || !isfinite(dt) || !(dt > 0.0))
    return BR_BAD_INPUT;
  add_gravity(s, load, dt, applied);
  if (comes_to_rest(s, v, applied, dt, out)) return BR_OK;
  const double least = pose(s, v, applied, dt, &slip);
  out->sigma = largest_slip(&slip, slip_bound(&slip), least);
  excess(&slip, out->sigma, out->p);
  finish(s, v, applied, dt, out);
  return BR_OK;
}

bool ref_slider_slopes(const RefSlider *s, const double v[3],
                       const double load[3], double dt, const RefSlide *slide,
                       double dv_dv[9])
{
  const double pn = s->mass * s->gravity[2] * dt;
  const double x[4] = {slide->p[0], slide->p[1], slide->p[2], slide->sigma};
  double applied[3], without[4];
  memset(dv_dv, 0, 9 * sizeof *dv_dv);
  if (slide->sigma == 0.0) return true;
  add_gravity(s, load, dt, applied);
  const Scales scales = start(s, v, applied, dt, without);
  const double give = 1.0 / s->inertia, spin = v[2] + applied[2] * give;
  const double reduction = s->mu * pn * squared(s->e[2]) * give;
  const double w = spin * (x[3] / (reduction + x[3]));
  for (int j = 0; j < 3; j++) {
    double a[4][4], b[4] = {0.0};
    jacobian(s, x, w, dt, &scales, a);
    /* The slopes of (29)-(31) by the velocity itself. */
    if (j < 2) b[j] = -s->mu * pn * squared(s->e[j]);
    if (j == 2) {
      b[0] = -s->mu * squared(s->e[0]) * x[1] * s->height;
      b[1] = s->mu * squared(s->e[1]) * x[0] * s->height;
      b[2] = -s->mu * pn * squared(s->e[2]);
    }
    for (int i = 0; i < 3; i++) b[i] /= scales.row[i];
    if (!ref_eliminate(a[0], b, 4, 1, 0.0)) return false;
    for (int i = 0; i < 3; i++)
      dv_dv[3 * i + j] = (i == j) + b[i] / (i < 2 ? s->mass : s->inertia);
  }
  return true;
}

/* ---- pose and patch ---------------------------------------------------- */

bool ref_slider_is_on_patch(const RefSlider *s, const double point[2],
                            double angle)
{
  const double x = cos(angle) * point[0] + sin(angle) * point[1];
  const double y = cos(angle) * point[1] - sin(angle) * point[0];
  for (size_t i = 0; i < s->corners; i++) {
    const double *a = s->patch + 2 * i;
    const double *b = s->patch + 2 * ((i + 1) % s->corners);
    if ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) < 0.0)
      return false;
  }
  return true;
}

int ref_slider_step(const RefSlider *s, double q[3], double v[3],
                    const double load[3], double dt, RefSlide *out)
{
  const int status = ref_slider_slide(s, v, load, dt, out);
  if (status != BR_OK) return status;
  memcpy(v, out->v, sizeof out->v);
  for (int i = 0; i < 3; i++) q[i] += dt * v[i];
  return ref_slider_is_on_patch(s, out->point, q[2]) ? BR_OK : BR_TIPPING;
}

/* ---- continuous -------------------------------------------------------- */

void ref_slider_friction(const RefSlider *s, const double v[3], double force[3])
{
  Slip slip = {.s = s, .n = s->mass * s->gravity[2]};
  memcpy(slip.u, v, sizeof slip.u);
  memset(force, 0, 3 * sizeof *force);
  const double most = slip_bound(&slip);
  if (!(most > 0.0)) return;
  /* At 0 the excess is infinite, and it falls all the way: PS (22)-(25) have
   * no give. */
  excess(&slip, bisect(&slip, 0.0, most), force);
}

/* ---- quasi-static ------------------------------------------------------ */

/* Friction of a twist by PS (17)-(21), the contact point below the centre of
 * mass; the pusher balances it. */
static void pusher_force(const RefSlider *s, const double twist[3],
                         double force[2])
{
  const double load = s->mu * s->mass * s->gravity[2];
  double size = 0.0;
  for (int i = 0; i < 3; i++) size += squared(s->e[i] * twist[i]);
  for (int i = 0; i < 2; i++)
    force[i] =
        size > 0.0 ? load * squared(s->e[i]) * twist[i] / sqrt(size) : 0.0;
}

/* The twist for which the patch takes this push at that point: up to its size,
 * which the push does not tell. */
static void twist_of(const RefSlider *s, const double at[2],
                     const double push[2], double twist[3])
{
  twist[0] = push[0] / squared(s->e[0]);
  twist[1] = push[1] / squared(s->e[1]);
  twist[2] = (at[0] * push[1] - at[1] * push[0]) / squared(s->e[2]);
}

int ref_slider_push(const RefSlider *s, const double at[2],
                    const double velocity[2], double twist[3], double force[2])
{
  double a[3][3] = {{1.0, 0.0, -at[1]}, /* (33) */
                    {0.0, 1.0, at[0]},  /* (34) */
                    {at[1] * squared(s->e[0]), -at[0] * squared(s->e[1]),
                     squared(s->e[2])}}; /* (35) with (22)-(24) */
  /* Not above 1, or its least element might be the first pivot. */
  const double most = fmax(fmax(fabs(a[2][0]), fabs(a[2][1])), a[2][2]);
  for (int i = 0; i < 3; i++) a[2][i] /= most;
  double x[3] = {velocity[0], velocity[1], 0.0};
  memset(twist, 0, 3 * sizeof *twist);
  memset(force, 0, 2 * sizeof *force);
  if (is_bad(at, 2) || is_bad(velocity, 2) ||
      !ref_eliminate(a[0], x, 3, 1, 0.0))
    return BR_BAD_INPUT;
  memcpy(twist, x, 3 * sizeof *twist);
  pusher_force(s, twist, force);
  return BR_OK;
}

static void point_velocity(const double at[2], const double twist[3],
                           double velocity[2])
{
  velocity[0] = twist[0] - twist[2] * at[1];
  velocity[1] = twist[1] + twist[2] * at[0];
}

int ref_slider_push_edge(const RefSlider *s, const double at[2],
                         const double normal[2], double mu,
                         const double velocity[2], double twist[3],
                         double force[2], double *slip)
{
  const double size = hypot(normal[0], normal[1]);
  memset(twist, 0, 3 * sizeof *twist);
  memset(force, 0, 2 * sizeof *force);
  *slip = 0.0;
  if (is_bad(at, 2) || is_bad(velocity, 2) || !isfinite(mu) || mu < 0.0 ||
      !(size > 0.0) || !isfinite(size))
    return BR_BAD_INPUT;
  const double n[2] = {normal[0] / size, normal[1] / size};
  const double t[2] = {-n[1], n[0]};
  const double approach = velocity[0] * n[0] + velocity[1] * n[1];
  if (!(approach > 0.0)) return BR_SEPARATED;
  /* It sticks if the force is within the cone ... */
  const int status = ref_slider_push(s, at, velocity, twist, force);
  const double along = force[0] * t[0] + force[1] * t[1];
  const double across = force[0] * n[0] + force[1] * n[1];
  if (status != BR_OK || fabs(along) <= mu * across) return status;
  /* ... else the force is on the side of the cone to which the pusher slides,
   * and the edge keeps up with it across. */
  for (int side = -1; side <= 1; side += 2) {
    const double push[2] = {n[0] + side * mu * t[0], n[1] + side * mu * t[1]};
    double unit[3], moves[2];
    twist_of(s, at, push, unit);
    point_velocity(at, unit, moves);
    const double rate = moves[0] * n[0] + moves[1] * n[1];
    if (!(rate > 0.0)) continue;
    for (int i = 0; i < 3; i++) twist[i] = unit[i] * approach / rate;
    point_velocity(at, twist, moves);
    *slip = (velocity[0] - moves[0]) * t[0] + (velocity[1] - moves[1]) * t[1];
    if (*slip * side < 0.0) continue;
    pusher_force(s, twist, force);
    return BR_OK;
  }
  return BR_NO_CONVERGENCE;
}
