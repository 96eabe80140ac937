/* bullet.cpp: Bullet's own friction (a pyramid, 50 rounds of its solver) for the cases of
 * answers.csv. g++ -O2 $(pkg-config --cflags bullet) bullet.cpp $(pkg-config --libs bullet) */
#include <btBulletDynamicsCommon.h>
#include "cases.h"

namespace {

/* What a scene is made of; a new one for each case. */
struct Scene {
  btDefaultCollisionConfiguration config;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase phase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world;
  btStaticPlaneShape floor;
  btBoxShape box, foot;
  btCylinderShapeZ puck;
  btCompoundShape rod;
  btRigidBody ground, body;

  btCollisionShape *shape_of(shape which)
  {
    if (which == BOX) return &box;
    if (which == PUCK) return &puck;
    return &rod;
  }

  Scene(shape which, double mass, double inertia, double mu)
      : dispatcher(&config), world(&dispatcher, &phase, &solver, &config), floor(btVector3(0, 0, 1), 0),
        box(btVector3(btScalar(0.02), btScalar(0.02), btScalar(0.02))),
        foot(btVector3(btScalar(0.005), btScalar(0.005), btScalar(0.005))),
        puck(btVector3(btScalar(0.05), btScalar(0.05), btScalar(0.005))),
        ground(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &floor)),
        body(btRigidBody::btRigidBodyConstructionInfo(btScalar(mass), nullptr, shape_of(which),
          btVector3(btScalar(inertia), btScalar(inertia), btScalar(inertia))))
  {
    btCollisionShape *const all[] = {&box, &foot, &puck, &rod};
    for (btCollisionShape *one : all) one->setMargin(btScalar(1e-4));
    for (int side = -1; side <= 1; side += 2)
      rod.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(0.1*side), 0, 0)), &foot);
    world.setGravity(btVector3(0, 0, btScalar(-9.81)));
    world.getSolverInfo().m_numIterations = 50;
    btTransform at = btTransform::getIdentity();
    at.setOrigin(btVector3(0, 0, btScalar(which == BOX ? 0.02 : 0.005)));
    body.setWorldTransform(at);
    body.setActivationState(DISABLE_DEACTIVATION);
    body.setFriction(btScalar(mu)); /* Bullet multiplies the coefficients of both */
    ground.setFriction(1);
    world.addRigidBody(&ground);
    world.addRigidBody(&body);
  }

  ~Scene()
  {
    world.removeRigidBody(&body);
    world.removeRigidBody(&ground);
  }
};

Scene *scene;

void start(shape which, double mass, double inertia, double mu)
{
  delete scene;
  scene = new Scene(which, mass, inertia, mu);
}

void push(double vx, double vy, double w)
{
  scene->body.setLinearVelocity(btVector3(btScalar(vx), btScalar(vy), 0));
  scene->body.setAngularVelocity(btVector3(0, 0, btScalar(w)));
}

void step(double force)
{
  scene->body.applyCentralForce(btVector3(btScalar(force), 0, 0));
  scene->world.stepSimulation(btScalar(1e-3), 0);
}

void read_body(double *x, double v[3])
{
  *x = scene->body.getCenterOfMassPosition()[0];
  v[0] = scene->body.getLinearVelocity()[0];
  v[1] = scene->body.getLinearVelocity()[1];
  v[2] = scene->body.getAngularVelocity()[2];
}

}

int main()
{
  const engine own = {start, push, step, read_body};
  run_cases(&own);
  delete scene;
  return 0;
}
