/* joint.c: friction of one axis as the papers write it. In: parameters, the
 * speed, the load, the position, a bristle. Out: its rate, its step by
 * extrapolation, the force. */
#include "reference/joint/joint.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static const RefJointSide *side_of(const RefJoint *j, double v)
{
  return v < 0.0 ? &j->reverse : &j->forward;
}

static double place_of(const RefJoint *j, double q)
{
  return j->place ? j->place(j->closure, q) : 1.0;
}

double ref_joint_level(const RefJoint *j, double v, double load, double q)
{
  const RefJointSide *f = side_of(j, v);
  const double s = fabs(v), size = fabs(load);
  if (j->own) return place_of(j, q) * (j->own(j->closure, s) + j->mu_c * size);
  const double low = f->F_c + j->mu_c * size;
  const double high = f->F_s + j->mu_s * size;
  if (low == high) return place_of(j, q) * low;
  return place_of(j, q) *
         (low + (high - low) * exp(-pow(s / f->v_s, f->gamma)));
}

double ref_joint_hold(const RefJoint *j, double sign, double load, double q)
{
  const double top = j->own ? j->top : side_of(j, sign)->F_s;
  return place_of(j, q) * (top + j->mu_s * fabs(load));
}

double ref_joint_yield(const RefJoint *j, double u)
{
  if (j->alpha != 1.0) {
    const double r = 1.0 - u;
    return copysign(pow(fabs(r), j->alpha), r);
  }
  if (!j->is_elastoplastic || u >= 1.0) return 1.0 - u;
  if (u <= j->s_ba) return 1.0;
  const double middle = 0.5 * (1.0 + j->s_ba);
  return 1.0 - u * 0.5 * (1.0 + sin(pi * (u - middle) / (1.0 - j->s_ba)));
}

static double damping(const RefJoint *j, double v)
{
  return j->v_d > 0.0 ? j->sigma1 * exp(-(v / j->v_d) * (v / j->v_d))
                      : j->sigma1;
}

static double force_of(const RefJoint *j, double z, double rate, double v)
{
  return -(j->sigma0 * z + damping(j, v) * rate + side_of(j, v)->sigma2 * v);
}

static double sign_of(double v)
{
  return v < 0.0 ? -1.0 : 1.0;
}

int ref_joint_rate(const RefJoint *j, double z, double v, double load, double q,
                   double *dz, double *force)
{
  const double level = ref_joint_level(j, v, load, q);
  *dz = *force = 0.0;
  if (!(level > 0.0)) return BR_SEPARATED;
  *dz = v * ref_joint_yield(j, z * sign_of(v) * j->sigma0 / level);
  *force = force_of(j, z, *dz, v);
  return BR_OK;
}

/* ---- the travel ------------------------------------------------------------
 */

/* Gragg's midpoint rule with 2, 4, ... 12 parts, extrapolated to infinitely
 * many: the end of a step of du/dX = f(u) and its error. */
static double try_step(const RefJoint *j, double u, double h, double *error)
{
  enum { COLUMNS = 6 };
  const double start = ref_joint_yield(j, u);
  double row[COLUMNS] = {0.0};
  for (int k = 0; k < COLUMNS; k++) {
    const int parts = 2 * (k + 1);
    const double part = h / parts;
    double before = 0.0, now = part * start, above = row[0];
    for (int i = 1; i < parts; i++) {
      const double next = before + 2.0 * part * ref_joint_yield(j, u + now);
      before = now;
      now = next;
    }
    row[0] = 0.5 * (now + before + part * ref_joint_yield(j, u + now));
    for (int c = 1; c <= k; c++) {
      const double finer = (k + 1.0) / (k + 1.0 - c), kept = row[c];
      row[c] = row[c - 1] + (row[c - 1] - above) / (finer * finer - 1.0);
      above = kept;
    }
  }
  *error = row[COLUMNS - 1] - row[COLUMNS - 2];
  return row[COLUMNS - 1];
}

/* Returns the change of u over the travel X from u; no bend of f lies within.
 */
static double travel_smooth(const RefJoint *j, double u, double X)
{
  const double tolerance = 1e-13;
  const double bend = j->is_elastoplastic ? 1.0 - j->s_ba : 1.0;
  double change = 0.0, done = 0.0, h = fmin(X, 0.1 * bend);
  for (long i = 0; i < 2000000 && done < X; i++) {
    double error;
    if (done + h > X) h = X - done;
    const double step = try_step(j, u + change, h, &error);
    const double ratio = fabs(error) / (tolerance * (h / X + 1e-3));
    if (ratio <= 1.0) {
      change += step;
      done += h;
    }
    h *= ratio > 1e-8 ? fmin(4.0, 0.8 * pow(ratio, -1.0 / 11)) : 4.0;
    if (fabs(ref_joint_yield(j, u + change)) < 1e-17) break;
  }
  return change;
}

/* The law bends at s_ba, which a travel reaches as 1: its parts are apart. */
static double travel(const RefJoint *j, double u, double X)
{
  if (!(X > 0.0)) return 0.0;
  if (!j->is_elastoplastic || u >= j->s_ba)
    /* An exponential has ended after 1000; a power of Dahl's has not. */
    return travel_smooth(j, u, j->alpha != 1.0 ? X : fmin(X, 1e3));
  if (u + X <= j->s_ba) return X;
  const double elastic = j->s_ba - u;
  return elastic + travel_smooth(j, j->s_ba, fmin(X - elastic, 1e3));
}

/* The mean rate with the yielding b at u + X held: du/dX = 1 - b*u. */
static double mean_frozen(const RefJoint *j, double u, double X)
{
  const double at = u + X;
  const double b = at > j->s_ba ? (1.0 - ref_joint_yield(j, at)) / at : 0.0;
  return (1.0 - b * u) * (b * X > 0.0 ? -expm1(-b * X) / (b * X) : 1.0);
}

int ref_joint_step(const RefJoint *j, double *z, double v, double load,
                   double q, double dt, double *force)
{
  const double level = ref_joint_level(j, v, load, q);
  *force = 0.0;
  if (!(level > 0.0)) {
    *z = 0.0;
    return BR_SEPARATED;
  }
  const double most = ref_joint_hold(j, *z, load, q) / j->sigma0;
  const double zmax = level / j->sigma0;
  const double start = fmin(fmax(*z, -most), most);
  const double u = start * sign_of(v) / zmax, X = fabs(v) * dt / zmax;
  const bool is_frozen = j->is_frozen && j->is_elastoplastic;
  double change, mean;
  if (is_frozen) {
    mean = mean_frozen(j, u, X);
    change = mean * X;
  } else {
    change = travel(j, u, X);
    /* Over a short travel the mean rate is that of the middle. */
    mean = X > 1e-7 ? change / X
                    : ref_joint_yield(j, u + 0.5 * X * ref_joint_yield(j, u));
  }
  *z = start + sign_of(v) * zmax * change;
  *force = force_of(j, *z, v * mean, v);
  return BR_OK;
}

double ref_joint_steady(const RefJoint *j, double v, double load, double q)
{
  if (v == 0.0) return 0.0;
  return -(sign_of(v) * ref_joint_level(j, v, load, q) +
           side_of(j, v)->sigma2 * v);
}

double ref_joint_at_rest(const RefJoint *j, double drive, double load, double q)
{
  const double most = ref_joint_hold(j, drive, load, q);
  return -fmin(fmax(drive, -most), most);
}

/* ---- compensation -----------------------------------------------------------
 */

static double within(double x, double limit)
{
  return fmin(fmax(x, -limit), limit);
}

/* An error within the dead zone of the encoder counts as none. */
static double seen(const RefCompensator *c, double error)
{
  return error - within(error, c->dead_zone);
}

int ref_joint_compensate(const RefJoint *j, const RefCompensator *c,
                         double comp[3], double v_desired, double v_measured,
                         double error, double load, double q, double dt,
                         double *torque)
{
  const double e = seen(c, error);
  const double v = v_desired + within(c->lambda * e, c->room * fabs(v_desired));
  double force;
  const int status = ref_joint_step(j, &comp[0], v, load, q, dt, &force);
  *torque = 0.0;
  if (status != BR_OK) return status;
  const double viscous = side_of(j, v)->sigma2 * v;
  const double bristle = -force - viscous;
  const double zmax = ref_joint_level(j, v, load, q) / j->sigma0;
  const double u = comp[0] * sign_of(v) / zmax;
  const double slides = j->is_elastoplastic ? 0.5 * (1.0 + j->s_ba) : 0.5;
  if (e != 0.0 && v != 0.0 && u > slides) {
    const double s = (v_desired - v_measured) + c->lambda * e;
    const double step = c->adaptation * s * dt;
    comp[1] = within(comp[1] + step * bristle, c->limit);
    comp[2] = within(comp[2] + step * viscous, c->limit);
  }
  *torque = c->gain * ((1.0 + comp[1]) * bristle + (1.0 + comp[2]) * viscous);
  return BR_OK;
}

int ref_joint_observe(const RefJoint *j, const RefCompensator *c, double *z,
                      double v_measured, double error, double load, double q,
                      double dt, double *torque)
{
  double force;
  const int status = ref_joint_step(j, z, v_measured, load, q, dt, &force);
  *torque = 0.0;
  if (status != BR_OK) return status;
  const double most = ref_joint_hold(j, *z, load, q) / j->sigma0;
  const double moved =
      within(*z + c->observer_gain * seen(c, error) * dt, most);
  *torque = -force + j->sigma0 * (moved - *z);
  *z = moved;
  return BR_OK;
}
