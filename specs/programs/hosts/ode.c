/* ode.c: the scenes of pads.h in ODE.
 * cc -DdDOUBLE -O2 -I PAD ode.c -lode -lm -lstdc++ -lpthread   PAD: bristle emit pad.lua -o PAD
 *
 * dBodyGetMass gives mass and inertia about the body's axes, dBodyGetRotation these axes;
 * dBodyAddForce and dBodyAddTorque apply the wrench before dWorldStep; mu = 0. */
#include <ode/ode.h>
#include "pads.h"

typedef struct {
  dWorldID world;
  dSpaceID space;
  dJointGroupID contacts;
  double friction;
} Scene;

static void touch(void *data, dGeomID a, dGeomID b)
{
  Scene *const scene = (Scene *)data;
  dContact c[8];
  const int n = dCollide(a, b, 8, &c[0].geom, sizeof *c);
  for (int i = 0; i < n; i++) {
    c[i].surface.mode = dContactApprox1 | dContactSoftERP | dContactSoftCFM;
    c[i].surface.mu = scene->friction;
    c[i].surface.soft_erp = 0.2;
    c[i].surface.soft_cfm = 1e-5;
    dJointAttach(dJointCreateContact(scene->world, scene->contacts, &c[i]), dGeomGetBody(a), dGeomGetBody(b));
  }
}

static dBodyID new_box(const Scene *scene, double mass, double x, double y, double z)
{
  dMass m;
  const dBodyID body = dBodyCreate(scene->world);
  dMassSetBoxTotal(&m, mass, x, y, z);
  dBodySetMass(body, &m);
  dGeomSetBody(dCreateBox(scene->space, x, y, z), body);
  return body;
}

static void read_body(dBodyID body, double dt, double weight, host_body *b)
{
  dMass mass;
  const dReal *const R = dBodyGetRotation(body); /* rows of four */
  dBodyGetMass(body, &mass);
  b->inverse_mass = 1/mass.mass;
  for (int k = 0; k < 3; k++) {
    b->at[k] = dBodyGetPosition(body)[k];
    b->v[k] = b->v0[k] = dBodyGetLinearVel(body)[k];
    b->w[k] = b->w0[k] = dBodyGetAngularVel(body)[k];
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int l = 0; l < 3; l++) sum += R[4*k + l]*R[4*j + l]/mass.I[4*l + l];
      b->inverse_inertia[3*k + j] = sum;
    }
  }
  b->v0[2] -= dt*weight;
}

static void step(Scene *scene, dBodyID body, host_pad *pad, int n, double dt, double weight, host_mode mode,
  int is_quick, host_count *count)
{
  if (mode != OWN_FRICTION) {
    host_body b;
    double force[3], torque[3];
    read_body(body, dt, weight, &b);
    pads_step(&b, pad, n, dt, mode, force, torque, count);
    dBodyAddForce(body, force[0], force[1], force[2]);
    dBodyAddTorque(body, torque[0], torque[1], torque[2]);
  }
  dSpaceCollide(scene->space, scene, touch);
  if (is_quick)
    dWorldQuickStep(scene->world, dt);
  else
    dWorldStep(scene->world, dt);
  dJointGroupEmpty(scene->contacts);
}

static Scene new_scene(host_mode mode)
{
  Scene s;
  dInitODE2(0);
  s.world = dWorldCreate();
  s.space = dSimpleSpaceCreate(0);
  s.contacts = dJointGroupCreate(0);
  s.friction = mode == OWN_FRICTION ? 1 : 0;
  dWorldSetGravity(s.world, 0, 0, -gravity);
  return s;
}

static void grip(const char *friction, double dt, host_mode mode, int is_quick)
{
  Scene scene = new_scene(mode);
  const dBodyID box = new_box(&scene, box_mass, 2*box_half, 2*box_half, 2*box_half);
  dBodyID finger[2];
  host_pad pad[2];
  host_result r = {"ODE", "grip", friction, dt, 0, 0, 0.9*scene_seconds, 0, 0, {0, 0, 0}};
  const long steps = lround(scene_seconds/dt);
  pads_grip(pad, box_half, finger_force);
  for (int i = 0; i < 2; i++) {
    finger[i] = new_box(&scene, 0.1, 0.02, 0.02, 0.02);
    dBodySetPosition(finger[i], 0, i ? 0.03 : -0.03, 0);
    dBodySetGravityMode(finger[i], 0);
    const dJointID slider = dJointCreateSlider(scene.world, 0);
    dJointAttach(slider, finger[i], 0);
    dJointSetSliderAxis(slider, 0, 1, 0);
  }
  for (long i = 0; i < steps && fabs(r.to) < 1; i++) {
    for (int k = 0; k < 2; k++) dBodyAddForce(finger[k], 0, k ? -finger_force : finger_force, 0);
    step(&scene, box, pad, 2, dt, gravity, mode, is_quick, &r.count);
    r.to = dBodyGetPosition(box)[2];
    if (i == steps/10) r.from = r.to;
  }
  host_print(&r);
  dWorldDestroy(scene.world);
  dCloseODE();
}

static void slide(const char *friction, double dt, host_mode mode)
{
  Scene scene = new_scene(mode);
  const dBodyID puck = new_box(&scene, puck_mass, 2*puck_half, 2*puck_half, 2*puck_height);
  host_pad pad;
  host_result r = {"ODE", "puck", friction, dt, 0, 0, 0.5*scene_seconds, 0, 0, {0, 0, 0}};
  const long steps = lround(scene_seconds/dt);
  memset(&pad, 0, sizeof pad);
  dCreatePlane(scene.space, 0, 0, 1, -puck_height);
  dBodySetLinearVel(puck, puck_speed, 0, 0);
  dBodySetAngularVel(puck, 0, 0, puck_spin);
  for (long i = 0; i < steps && fabs(r.to) < 1; i++) {
    const double spin = dBodyGetAngularVel(puck)[2];
    const dReal *const x = dBodyGetPosition(puck);
    const double at[3] = {x[0], x[1], x[2]};
    pads_puck(&pad, at, r.angle + 0.5*dt*spin, puck_mass*gravity);
    step(&scene, puck, &pad, 1, dt, 0, mode, 0, &r.count);
    r.angle += dt*dBodyGetAngularVel(puck)[2];
    r.to = r.x = dBodyGetPosition(puck)[0];
    if (i == steps/2) r.from = r.to;
  }
  host_print(&r);
  dWorldDestroy(scene.world);
  dCloseODE();
}

int main(void)
{
  const double dts[] = {1e-3, 5e-3};
  for (int i = 0; i < 2; i++) {
    grip("its own, dWorldStep", dts[i], OWN_FRICTION, 0);
    grip("its own, dWorldQuickStep", dts[i], OWN_FRICTION, 1);
    grip("bristle, explicit", dts[i], EXPLICIT, 0);
    grip("bristle, coupled", dts[i], COUPLED, 0);
    slide("its own, dWorldStep", dts[i], OWN_FRICTION);
    slide("bristle, coupled", dts[i], COUPLED);
  }
  return 0;
}
