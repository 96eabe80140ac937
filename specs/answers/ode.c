/* ode.c: ODE's own friction (a pyramid, dWorldStep) for the cases of answers.csv.
 * cc -DdDOUBLE -O2 ode.c -lode -lm -lstdc++ -lpthread */
#include <ode/ode.h>
#include "cases.h"

static dWorldID world;
static dSpaceID space;
static dJointGroupID contacts;
static dBodyID body;
static double friction;

static void touch(void *data, dGeomID a, dGeomID b)
{
  dContact c[16];
  const int n = dCollide(a, b, 16, &c[0].geom, sizeof *c);
  (void)data;
  if (dGeomGetBody(a) == dGeomGetBody(b)) return;
  for (int i = 0; i < n; i++) {
    c[i].surface.mode = dContactApprox1;
    c[i].surface.mu = friction;
    dJointAttach(dJointCreateContact(world, contacts, &c[i]), dGeomGetBody(a), dGeomGetBody(b));
  }
}

static void start(shape which, double mass, double inertia, double mu)
{
  dMass m;
  if (world) {
    dJointGroupDestroy(contacts);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
  world = dWorldCreate();
  space = dSimpleSpaceCreate(0);
  contacts = dJointGroupCreate(0);
  friction = mu;
  dWorldSetGravity(world, 0, 0, -9.81);
  dCreatePlane(space, 0, 0, 1, 0);
  body = dBodyCreate(world);
  dMassSetParameters(&m, mass, 0, 0, 0, inertia, inertia, inertia, 0, 0, 0);
  dBodySetMass(body, &m);
  const double height = which == BOX ? 0.02 : 0.005;
  if (which == BOX) dGeomSetBody(dCreateBox(space, 0.04, 0.04, 0.04), body);
  if (which == PUCK) dGeomSetBody(dCreateCylinder(space, 0.05, 0.01), body);
  for (int side = -1; which == ROD && side <= 1; side += 2) {
    const dGeomID foot = dCreateBox(space, 0.01, 0.01, 0.01);
    dGeomSetBody(foot, body);
    dGeomSetOffsetPosition(foot, 0.1*side, 0, 0);
  }
  dBodySetPosition(body, 0, 0, height);
}

static void push(double vx, double vy, double w)
{
  dBodySetLinearVel(body, vx, vy, 0);
  dBodySetAngularVel(body, 0, 0, w);
}

static void step(double force)
{
  dBodyAddForce(body, force, 0, 0);
  dSpaceCollide(space, 0, touch);
  dWorldStep(world, 1e-3);
  dJointGroupEmpty(contacts);
}

static void read_body(double *x, double v[3])
{
  const dReal *at = dBodyGetPosition(body), *speed = dBodyGetLinearVel(body);
  *x = at[0];
  v[0] = speed[0];
  v[1] = speed[1];
  v[2] = dBodyGetAngularVel(body)[2];
}

int main(void)
{
  const engine own = {start, push, step, read_body};
  dInitODE();
  run_cases(&own);
  return 0;
}
