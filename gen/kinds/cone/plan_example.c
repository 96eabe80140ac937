/* plan_example.c: the small problem that a cone's example solves: contacts that
 * share a load. In: a Cone. Out: the holes of templates/cone/example.c.
 *
 * Invariant: the contacts can carry the load. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "kinds/cone/cone.h"

typedef struct Task {
  int contacts, tasks;
  double at[4][3], normals[4][3], load[6];
} Task;

/* Feet around the origin, in the plane of the tangents */
static void stand(const Cone *c, double load, Task *t)
{
  const bool is_plane = c->n == 2;
  double force[3], arm[3];
  t->contacts = is_plane ? 2 : 4;
  t->tasks = is_plane ? 3 : 6;
  for (int k = 0; k < t->contacts; k++)
    for (int d = 0; d < 3; d++) {
      const double a = k % 2 ? 1 : -1, b = k / 2 ? 1 : -1;
      const double side = is_plane ? 0 : b * c->tangent[1][d];
      t->at[k][d] = 0.2 * a * c->tangent[0][d] + 0.15 * side;
      t->normals[k][d] = c->normal[d] - 0.2 * a * c->tangent[0][d] - 0.2 * side;
    }
  for (int d = 0; d < 3; d++) { /* the weight is off the middle */
    force[d] =
        t->contacts * load * (c->normal[d] + 0.7 * c->mu * c->tangent[0][d]);
    arm[d] = 0.03 * c->tangent[0][d] +
             (is_plane ? 0 : 0.06 * c->mu * c->tangent[1][d]);
  }
  memcpy(t->load, force, sizeof force);
  if (is_plane)
    t->load[2] = arm[0] * force[1] - arm[1] * force[0];
  else
    cross3(arm, force, t->load + 3);
}

/* Two pads on a plate under a push and a torque */
static void hold(const Cone *c, double load, Task *t)
{
  t->contacts = 2;
  t->tasks = 4;
  for (int k = 0; k < 2; k++) t->at[k][0] = (k ? 1 : -1) * 2 * c->length;
  t->load[0] = 0.9 * c->mu * load;
  t->load[1] = 0.2 * c->mu * load;
  t->load[2] = 2 * load;
  t->load[3] = 1.8 * c->mu * load * c->length; /* more than two pads hold */
}

/* Two feet side by side under a body that leans and turns */
static void walk(const Cone *c, double load, Task *t)
{
  t->contacts = 2;
  t->tasks = 6;
  for (int k = 0; k < 2; k++) t->at[k][1] = (k ? 2 : -2) * c->length;
  const double fx = 1.2 * c->mu * load, fz = 2 * load;
  t->load[0] = fx;
  t->load[2] = fz;
  t->load[3] = fz * (c->cop[1] + c->length);
  t->load[4] = -fz * c->cop[0];
  t->load[5] = -fx * (c->cop[1] + c->length) + 0.3 * c->mu * load * c->length;
}

void cone_plan_example(const Cone *c, Plan *plan)
{
  Run *run = plan->run;
  const double load = isfinite(c->f_max) ? (c->f_min + c->f_max) / 2
                      : c->f_min > 0     ? 2 * c->f_min
                                         : 10;
  Task t = {0};
  if (c->form == CONE_POINT)
    stand(c, load, &t);
  else if (c->form == CONE_PATCH)
    hold(c, load, &t);
  else
    walk(c, load, &t);
  const size_t places = 3 * (size_t)t.contacts;
  double *at = run_doubles(run, places), *normals = run_doubles(run, places);
  double *loads = run_doubles(run, (size_t)t.tasks);
  memcpy(at, t.at, places * sizeof *at);
  memcpy(normals, t.normals, places * sizeof *normals);
  memcpy(loads, t.load, (size_t)t.tasks * sizeof *loads);
  plan_number(plan, "contacts", t.contacts);
  plan_number(plan, "tasks", t.tasks);
  plan_numbers(plan, "places", at, places);
  plan_numbers(plan, "example_normals", normals, places);
  plan_numbers(plan, "example_load", loads, (size_t)t.tasks);
  plan_number(plan, "example_settled",
              load * (c->model.is_float ? 1e-4 : 1e-9));
  plan_number(plan, "example_close", 1e-4 * load);
}
