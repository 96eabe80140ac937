/* mujoco.c: the scenes of pads.h in MuJoCo.
 * cc -O2 -I PAD mujoco.c -lmujoco -lm      PAD: bristle emit pad.lua -o PAD
 *
 * mj_forward without friction gives qacc, so V0 = J*(qvel + dt*qacc); qfrc_applied takes the
 * wrench; condim = 1. The box and the puck are free bodies, whose W follows from mass and
 * inertia; W of any articulated body is J M^-1 J' by mj_jac and mj_solveM. */
#include <stdlib.h>
#include <mujoco/mujoco.h>
#include "pads.h"

/* A way to model friction in MuJoCo. */
typedef struct {
  const char *name, *cone;
  host_mode mode;
  int impratio, noslip;
  int corrections; /* of V0 by what the engine's normal contacts answer */
} Way;

static const char options[] =
  "<mujoco><option timestep='%g' gravity='0 0 %g' cone='%s' impratio='%d' noslip_iterations='%d' "
  "solver='Newton' integrator='Euler'/><default><geom condim='%d' friction='1 .005 .0001'/></default>"
  "<worldbody>%s</worldbody>%s</mujoco>";
static const char grip_bodies[] =
  "<body name='body'><freejoint/><geom type='box' size='.02 .02 .02' mass='.2'/></body>"
  "<body pos='0 -.0301 0'><joint name='l' type='slide' axis='0 1 0'/><geom type='box' size='.01 .01 .01' mass='.1'/></body>"
  "<body pos='0 .0301 0'><joint name='r' type='slide' axis='0 1 0'/><geom type='box' size='.01 .01 .01' mass='.1'/></body>";
static const char grip_motors[] = "<actuator><motor joint='l'/><motor joint='r'/></actuator>";
static const char puck_bodies[] =
  "<geom type='plane' size='5 5 1' pos='0 0 -.01'/>"
  "<body name='body'><freejoint/><geom type='box' size='.02 .02 .01' mass='.1'/></body>";

static mjModel *load(const char *folder, const Way *way, double dt, const char *bodies, const char *more)
{
  char path[500], error[500];
  snprintf(path, sizeof path, "%s/scene.xml", folder);
  FILE *const file = fopen(path, "w");
  if (!file) {
    perror(path);
    exit(2);
  }
  fprintf(file, options, dt, -gravity, way->cone, way->impratio, way->noslip, way->mode == OWN_FRICTION ? 4 : 1,
    bodies, more);
  fclose(file);
  mjModel *const m = mj_loadXML(path, 0, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s: %s\n", path, error);
    exit(2);
  }
  return m;
}

/* Reads the free body of a model: its velocity is in world axes, its spin in its own. */
static void read_body(const mjModel *m, const mjData *d, double dt, host_body *b, mjtNum R[9])
{
  const int id = mj_name2id(m, mjOBJ_BODY, "body");
  mju_quat2Mat(R, d->qpos + 3);
  b->inverse_mass = 1/m->body_mass[id];
  for (int k = 0; k < 3; k++) {
    b->at[k] = d->qpos[k];
    b->v[k] = d->qvel[k];
    b->v0[k] = d->qvel[k] + dt*d->qacc[k];
    b->w[k] = b->w0[k] = 0;
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      b->w[k] += R[3*k + j]*d->qvel[3 + j];
      b->w0[k] += R[3*k + j]*(d->qvel[3 + j] + dt*d->qacc[3 + j]);
      for (int l = 0; l < 3; l++) sum += R[3*k + l]*R[3*j + l]/m->body_inertia[3*id + l];
      b->inverse_inertia[3*k + j] = sum;
    }
  }
}

static void apply(mjData *d, const mjtNum R[9], const double force[3], const double torque[3])
{
  for (int k = 0; k < 3; k++) {
    d->qfrc_applied[k] = force[k];
    d->qfrc_applied[3 + k] = R[k]*torque[0] + R[3 + k]*torque[1] + R[6 + k]*torque[2];
  }
}

/* V0 of the next call is what the engine finds with the wrench less what the wrench does to
 * a free body: the engine's own constraints answer to the wrench. */
static void correct(const mjModel *m, mjData *d, double dt, const double force[3], const double torque[3],
  host_body *b)
{
  mjtNum R[9];
  mj_forward(m, d);
  read_body(m, d, dt, b, R);
  for (int k = 0; k < 3; k++) {
    b->v0[k] -= dt*b->inverse_mass*force[k];
    b->w0[k] -= dt*host_dot(b->inverse_inertia + 3*k, torque);
  }
}

static void step(const mjModel *m, mjData *d, host_pad *pad, int n, double dt, const Way *way, host_count *count)
{
  mju_zero(d->qfrc_applied, m->nv);
  if (way->mode != OWN_FRICTION) {
    host_body b;
    mjtNum R[9];
    double force[3], torque[3];
    host_pad start[PAD_COUPLE_MOST];
    memcpy(start, pad, (size_t)n*sizeof *pad);
    mj_forward(m, d);
    read_body(m, d, dt, &b, R);
    for (int i = 0;; i++) {
      pads_step(&b, pad, n, dt, way->mode, force, torque, count);
      apply(d, R, force, torque);
      if (i == way->corrections) break;
      correct(m, d, dt, force, torque, &b);
      memcpy(pad, start, (size_t)n*sizeof *pad); /* from the same states */
    }
  }
  mj_step(m, d);
}

static void grip(const char *folder, double dt, const Way *way)
{
  mjModel *const m = load(folder, way, dt, grip_bodies, grip_motors);
  mjData *const d = mj_makeData(m);
  host_pad pad[2];
  host_result r = {"MuJoCo", "grip", way->name, dt, 0, 0, 0.9*scene_seconds, 0, 0, {0, 0, 0}};
  const long steps = lround(scene_seconds/dt);
  pads_grip(pad, box_half, finger_force);
  d->ctrl[0] = finger_force;
  d->ctrl[1] = -finger_force;
  for (long i = 0; i < steps && fabs(r.to) < 1; i++) {
    step(m, d, pad, 2, dt, way, &r.count);
    r.to = d->qpos[2];
    if (i == steps/10) r.from = r.to;
  }
  host_print(&r);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void slide(const char *folder, double dt, const Way *way)
{
  mjModel *const m = load(folder, way, dt, puck_bodies, "");
  mjData *const d = mj_makeData(m);
  host_pad pad;
  host_result r = {"MuJoCo", "puck", way->name, dt, 0, 0, 0.5*scene_seconds, 0, 0, {0, 0, 0}};
  const long steps = lround(scene_seconds/dt);
  memset(&pad, 0, sizeof pad);
  d->qvel[0] = puck_speed;
  d->qvel[5] = puck_spin;
  for (long i = 0; i < steps && fabs(r.to) < 1; i++) {
    const double at[3] = {d->qpos[0], d->qpos[1], d->qpos[2]};
    pads_puck(&pad, at, r.angle + 0.5*dt*d->qvel[5], puck_mass*gravity);
    step(m, d, &pad, 1, dt, way, &r.count);
    r.angle += dt*d->qvel[5];
    r.to = r.x = d->qpos[0];
    if (i == steps/2) r.from = r.to;
  }
  host_print(&r);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(int argc, char **argv)
{
  static const Way ways[] = {
    {"its own, pyramidal", "pyramidal", OWN_FRICTION, 1, 0, 0},
    {"its own, elliptic", "elliptic", OWN_FRICTION, 1, 0, 0},
    {"its own, elliptic, impratio 100", "elliptic", OWN_FRICTION, 100, 0, 0},
    {"its own, elliptic, 10 noslip rounds", "elliptic", OWN_FRICTION, 1, 10, 0},
    {"bristle, explicit", "elliptic", EXPLICIT, 1, 0, 0},
    {"bristle, coupled", "elliptic", COUPLED, 1, 0, 0},
    {"bristle, coupled, V0 corrected", "elliptic", COUPLED, 1, 0, 1}};
  static const double dts[] = {1e-3, 5e-3};
  const char *const folder = argc > 1 ? argv[1] : ".";
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 7; k++) grip(folder, dts[i], &ways[k]);
    slide(folder, dts[i], &ways[1]);
    slide(folder, dts[i], &ways[5]);
  }
  return 0;
}
