/* pads.h: pads of emitted code on one rigid body of a physics engine. C and C++.
 *
 * Once a step the engine tells the body's mass, inertia and velocities, now and after
 * the step without friction; pads_step gives the force and the torque about the centre
 * of mass to apply over the step. */
#ifndef HOST_PADS_H
#define HOST_PADS_H

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "pad.c" /* of `bristle emit pad.lua` */

typedef struct {
  double inverse_mass, inverse_inertia[9]; /* 1/kg; 1/(kg m^2), world axes, row-major */
  double at[3];                            /* m, centre of mass */
  double v[3], w[3];                       /* m/s, rad/s, now */
  double v0[3], w0[3];                     /* after dt without this friction */
} host_body;

/* A pad that presses on the body: its middle, its axes x, y, and z = x cross y. */
typedef struct {
  double at[3], axis[3][3];
  pad_real fn;
  pad_state s;
} host_pad;

typedef enum { OWN_FRICTION, EXPLICIT, COUPLED } host_mode;

/* What was measured. */
typedef struct {
  long steps, failures;
  double least; /* s, the fastest step of the pads */
} host_count;

static double host_dot(const double a[3], const double b[3])
{
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}

static void host_cross(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1]*b[2] - a[2]*b[1];
  c[1] = a[2]*b[0] - a[0]*b[2];
  c[2] = a[0]*b[1] - a[1]*b[0];
}

/* Writes a row for each component of the twist at each pad: what the body's velocity
 * (v, w) gives. e.(v + w x r) = e.v + w.(r x e). */
static void host_rows(const host_body *b, const host_pad *pad, int n, double (*rows)[6])
{
  for (int i = 0; i < n; i++) {
    double r[3];
    for (int k = 0; k < 3; k++) r[k] = pad[i].at[k] - b->at[k];
    for (int d = 0; d < 3; d++) {
      double *const row = rows[3*i + d];
      for (int k = 0; k < 3; k++) row[k] = d < 2 ? pad[i].axis[d][k] : 0;
      if (d < 2)
        host_cross(r, pad[i].axis[d], row + 3);
      else
        for (int k = 0; k < 3; k++) row[3 + k] = pad[i].axis[2][k];
    }
  }
}

/* Writes W = J M^-1 J', and the twists now and without friction. */
static void host_equation(const host_body *b, double (*rows)[6], int n, double *w, double *v, double *v0)
{
  for (int i = 0; i < 3*n; i++) {
    double by_mass[6];
    for (int k = 0; k < 3; k++) {
      by_mass[k] = b->inverse_mass*rows[i][k];
      by_mass[3 + k] = host_dot(b->inverse_inertia + 3*k, rows[i] + 3);
    }
    v[i] = host_dot(rows[i], b->v) + host_dot(rows[i] + 3, b->w);
    v0[i] = host_dot(rows[i], b->v0) + host_dot(rows[i] + 3, b->w0);
    for (int j = 0; j < 3*n; j++)
      w[3*n*i + j] = host_dot(by_mass, rows[j]) + host_dot(by_mass + 3, rows[j] + 3);
  }
}

static double host_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9*(double)t.tv_nsec;
}

/* Moves the pads over dt, n <= PAD_COUPLE_MOST. Writes force and torque on the body. */
static void pads_step(const host_body *b, host_pad *pad, int n, double dt, host_mode mode,
  double force[3], double torque[3], host_count *count)
{
  double rows[3*PAD_COUPLE_MOST][6], w[9*PAD_COUPLE_MOST*PAD_COUPLE_MOST];
  double v[3*PAD_COUPLE_MOST], v0[3*PAD_COUPLE_MOST], f[3*PAD_COUPLE_MOST] = {0};
  pad_state s[PAD_COUPLE_MOST];
  pad_real fn[PAD_COUPLE_MOST];
  const double start = host_seconds();
  int status = PAD_OK;
  host_rows(b, pad, n, rows);
  host_equation(b, rows, n, w, v, v0);
  for (int i = 0; i < n; i++) {
    s[i] = pad[i].s;
    fn[i] = pad[i].fn;
  }
  if (mode == COUPLED)
    status = pad_couple(n, s, fn, v0, w, dt, v, f, 0, 0);
  else
    for (int i = 0; i < n; i++) pad_step(&s[i], v + 3*i, fn[i], dt, f + 3*i);
  for (int i = 0; i < n; i++) pad[i].s = s[i];
  for (int k = 0; k < 3; k++) {
    force[k] = torque[k] = 0;
    for (int i = 0; i < 3*n; i++) {
      force[k] += rows[i][k]*f[i];
      torque[k] += rows[i][3 + k]*f[i];
    }
  }
  const double taken = host_seconds() - start;
  if (count->steps == 0 || taken < count->least) count->least = taken;
  count->steps++;
  count->failures += status < 0;
}

/* Two pads at y = -half and half, which press with fn each; their axes are x and z. */
static void pads_grip(host_pad pad[2], double half, double fn)
{
  memset(pad, 0, 2*sizeof *pad);
  for (int i = 0; i < 2; i++) {
    pad[i].at[1] = i ? half : -half;
    pad[i].axis[0][0] = pad[i].axis[1][2] = 1;
    pad[i].axis[2][1] = -1;
    pad[i].fn = fn;
  }
}

/* One pad below a puck at `at` that has turned by `angle`: the map turns with the puck. */
static void pads_puck(host_pad *pad, const double at[3], double angle, double fn)
{
  const double c = cos(angle), s = sin(angle);
  const double axis[3][3] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
  memcpy(pad->at, at, sizeof pad->at);
  memcpy(pad->axis, axis, sizeof axis);
  pad->fn = fn;
}

/* The motion of one scene. */
typedef struct {
  const char *engine, *scene, *friction;
  double dt, from, to, seconds; /* m: places along the load, and the time between them */
  double x, angle;              /* of a puck at rest */
  host_count count;
} host_result;

/* Prints one line: creep in um/s, or where the puck came to rest. */
static void host_print(const host_result *r)
{
  printf("%-8s %-5s %-36s %4g ms", r->engine, r->scene, r->friction, 1e3*r->dt);
  if (!(fabs(r->to) < 1))
    printf("  lost");
  else
    printf("  %9.2g um/s", 1e6*fabs(r->to - r->from)/r->seconds);
  if (strcmp(r->scene, "puck") == 0 && fabs(r->to) < 1)
    printf("  %8.3f mm %8.5f rad", 1e3*r->x, r->angle);
  if (r->count.steps > 0) printf("  %6.2f us a step", 1e6*r->count.least);
  if (r->count.failures > 0) printf("  %ld failures", r->count.failures);
  printf("\n");
  fflush(stdout);
}

/* The scenes: a box of 0.2 kg between two fingers that press with 5 N each; a puck of 0.1 kg
 * that slides with 0.5 m/s and spins with 60 rad/s on a table. */
static const double box_mass = 0.2, box_half = 0.02, finger_force = 5, gravity = 9.81;
static const double puck_mass = 0.1, puck_half = 0.02, puck_height = 0.01;
static const double puck_speed = 0.5, puck_spin = 60, scene_seconds = 10;

#endif
