/* cases.h: the cases of answers.csv for an engine with rigid bodies: an engine
 * gives four functions, run_cases makes the motions and prints the numbers. */
#ifndef BRISTLE_ANSWERS_CASES_H
#define BRISTLE_ANSWERS_CASES_H

#include <math.h>
#include <stdio.h>

typedef enum { BOX, PUCK, ROD } shape; /* 40 x 40 x 40 mm; radius 50, height 10 mm; feet 10 mm at +-100 mm */

typedef struct {
  /* Puts one body at rest on a floor, gravity 9.81 m/s^2 down, that friction. */
  void (*start)(shape which, double mass, double inertia, double mu);
  /* Sets the velocity in the plane: m/s, m/s, rad/s. */
  void (*push)(double vx, double vy, double w);
  /* Makes a step of 1 ms under a force along x at the centre, N. */
  void (*step)(double force);
  /* Writes x, and the velocity in the plane. */
  void (*read)(double *x, double v[3]);
} engine;

static void run_cases(const engine *e)
{
  const double dt = 1e-3, g = 9.81, mass = 0.3, mu = 0.5;
  double x, start = 0, v[3], ratio = 0;
  e->start(BOX, mass, 8e-5, mu);
  for (int i = 1; i <= 10000; i++) {
    e->step(0.8*mu*mass*g);
    if (i == 1000) e->read(&start, v);
  }
  e->read(&x, v);
  printf("held,creep,%.9g\n", fabs(x - start));
  e->start(BOX, mass, 8e-5, mu);
  for (int i = 0; i < 100; i++) e->step(0); /* the box comes to rest on the floor */
  e->read(&start, v);
  for (int i = 1; i < 100000; i++) {
    e->step(0.05*dt*i);
    e->read(&x, v);
    if (x - start <= 1e-4) continue;
    printf("breakaway,force,%.9g\n", 0.05*dt*i);
    break;
  }
  e->start(BOX, mass, 8e-5, mu);
  for (int i = 0; i < 100; i++) e->step(0);
  e->read(&start, v);
  e->push(-1, 0, 0); /* as the belt sees it */
  for (int i = 1; i < 10000; i++) {
    e->step(0);
    e->read(&x, v);
    if (fabs(v[0]) >= 1e-3) continue;
    printf("belt,time,%.9g\nbelt,distance,%.9g\n", dt*i, start - x);
    break;
  }
  e->start(PUCK, 0.2, 0.2*0.05*0.05/2, 0.3);
  for (int i = 0; i < 100; i++) e->step(0);
  e->push(0.5, 0, 30);
  for (int i = 0; i < 2000; i++) {
    e->step(0);
    e->read(&x, v);
    const double speed = hypot(v[0], v[1]);
    if (speed < 0.02) break;
    ratio = speed/(0.05*fabs(v[2]));
  }
  printf("spin,ratio,%.9g\n", ratio);
  e->start(ROD, 1, 0.01, 0.3);
  for (int i = 0; i < 100; i++) e->step(0);
  e->push(0, 0, 10);
  for (int i = 1; i < 10000; i++) {
    e->step(0);
    e->read(&x, v);
    if (fabs(v[2]) >= 1e-2) continue;
    printf("rod,time,%.9g\n", dt*i);
    break;
  }
}

#endif
