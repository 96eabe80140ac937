/* bullet.cpp: the scenes of pads.h in Bullet.
 * g++ -O2 -I PAD $(pkg-config --cflags bullet) bullet.cpp $(pkg-config --libs bullet)
 *
 * getInvMass and getInvInertiaTensorWorld give mass and inertia; applyCentralForce and
 * applyTorque apply the wrench before stepSimulation(dt, 0); friction 0. */
#include <btBulletDynamicsCommon.h>
#include "pads.h"

namespace {

struct Scene {
  btDefaultCollisionConfiguration config;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase phase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world;
  btScalar friction;

  Scene(host_mode mode, int rounds)
      : dispatcher(&config), world(&dispatcher, &phase, &solver, &config),
        friction(btScalar(mode == OWN_FRICTION ? 1 : 0))
  {
    world.setGravity(btVector3(0, 0, btScalar(-gravity)));
    world.getSolverInfo().m_numIterations = rounds;
  }

  btRigidBody *add(btCollisionShape *shape, double mass, btVector3 at)
  {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(btScalar(mass), inertia);
    btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape, inertia);
    info.m_startWorldTransform.setOrigin(at);
    btRigidBody *body = new btRigidBody(info);
    body->setActivationState(DISABLE_DEACTIVATION);
    body->setFriction(friction);
    world.addRigidBody(body);
    return body;
  }

  ~Scene()
  {
    for (int i = world.getNumCollisionObjects() - 1; i >= 0; i--) {
      btCollisionObject *object = world.getCollisionObjectArray()[i];
      world.removeCollisionObject(object);
      delete object;
    }
  }
};

host_body body_of(const btRigidBody *body, double dt, double weight)
{
  host_body b;
  const btMatrix3x3 inertia = body->getInvInertiaTensorWorld();
  b.inverse_mass = body->getInvMass();
  for (int i = 0; i < 3; i++) {
    b.at[i] = body->getCenterOfMassPosition()[i];
    b.v[i] = b.v0[i] = body->getLinearVelocity()[i];
    b.w[i] = b.w0[i] = body->getAngularVelocity()[i];
    for (int j = 0; j < 3; j++) b.inverse_inertia[3*i + j] = inertia[i][j];
  }
  b.v0[2] -= dt*weight;
  return b;
}

void step(Scene &scene, btRigidBody *body, host_pad *pad, int n, double dt, double weight, host_mode mode,
  host_count *count)
{
  if (mode != OWN_FRICTION) {
    const host_body b = body_of(body, dt, weight);
    double force[3], torque[3];
    pads_step(&b, pad, n, dt, mode, force, torque, count);
    body->applyCentralForce(btVector3(btScalar(force[0]), btScalar(force[1]), btScalar(force[2])));
    body->applyTorque(btVector3(btScalar(torque[0]), btScalar(torque[1]), btScalar(torque[2])));
  }
  scene.world.stepSimulation(btScalar(dt), 0);
}

void grip(const char *friction, double dt, host_mode mode, int rounds)
{
  Scene scene(mode, rounds);
  btBoxShape cube{btVector3{btScalar(box_half), btScalar(box_half), btScalar(box_half)}};
  btBoxShape small{btVector3{btScalar(0.01), btScalar(0.01), btScalar(0.01)}};
  cube.setMargin(btScalar(0.001));
  small.setMargin(btScalar(0.001));
  btRigidBody *box = scene.add(&cube, box_mass, btVector3(0, 0, 0)), *finger[2];
  host_pad pad[2];
  host_result r = {"Bullet", "grip", friction, dt, 0, 0, 0.9*scene_seconds, 0, 0, {0, 0, 0}};
  const long steps = lround(scene_seconds/dt);
  pads_grip(pad, box_half, finger_force);
  for (int i = 0; i < 2; i++) {
    finger[i] = scene.add(&small, 0.1, btVector3(0, btScalar(i ? 0.03 : -0.03), 0));
    finger[i]->setLinearFactor(btVector3(0, 1, 0));
    finger[i]->setAngularFactor(btVector3(0, 0, 0));
    finger[i]->setGravity(btVector3(0, 0, 0));
  }
  for (long i = 0; i < steps && fabs(r.to) < 1; i++) {
    for (int k = 0; k < 2; k++)
      finger[k]->applyCentralForce(btVector3(0, btScalar(k ? -finger_force : finger_force), 0));
    step(scene, box, pad, 2, dt, gravity, mode, &r.count);
    r.to = box->getCenterOfMassPosition().z();
    if (i == steps/10) r.from = r.to;
  }
  host_print(&r);
}

void slide(const char *friction, double dt, host_mode mode)
{
  Scene scene(mode, 10);
  btBoxShape shape{btVector3{btScalar(puck_half), btScalar(puck_half), btScalar(puck_height)}};
  btStaticPlaneShape table(btVector3(0, 0, 1), btScalar(-puck_height));
  shape.setMargin(btScalar(0.001));
  scene.add(&table, 0, btVector3(0, 0, 0));
  btRigidBody *puck = scene.add(&shape, puck_mass, btVector3(0, 0, 0));
  host_pad pad;
  host_result r = {"Bullet", "puck", friction, dt, 0, 0, 0.5*scene_seconds, 0, 0, {0, 0, 0}};
  const long steps = lround(scene_seconds/dt);
  memset(&pad, 0, sizeof pad);
  puck->setLinearVelocity(btVector3(btScalar(puck_speed), 0, 0));
  puck->setAngularVelocity(btVector3(0, 0, btScalar(puck_spin)));
  for (long i = 0; i < steps && fabs(r.to) < 1; i++) {
    const btVector3 x = puck->getCenterOfMassPosition();
    const double at[3] = {x[0], x[1], x[2]};
    pads_puck(&pad, at, r.angle + 0.5*dt*puck->getAngularVelocity().z(), puck_mass*gravity);
    step(scene, puck, &pad, 1, dt, 0, mode, &r.count);
    r.angle += dt*puck->getAngularVelocity().z();
    r.to = r.x = puck->getCenterOfMassPosition().x();
    if (i == steps/2) r.from = r.to;
  }
  host_print(&r);
}

} // namespace

int main()
{
  const double dts[] = {1e-3, 5e-3};
  for (double dt : dts) {
    grip("its own, 10 rounds", dt, OWN_FRICTION, 10);
    grip("its own, 100 rounds", dt, OWN_FRICTION, 100);
    grip("bristle, explicit", dt, EXPLICIT, 10);
    grip("bristle, coupled", dt, COUPLED, 10);
    slide("its own, 10 rounds", dt, OWN_FRICTION);
    slide("bristle, coupled", dt, COUPLED);
  }
}
