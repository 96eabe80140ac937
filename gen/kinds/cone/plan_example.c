/* plan_example.c: the small problem that the example of a cone solves: contacts
 * that share a load. In: a Cone. Out: the holes of templates/cone/example.c.
 *
 * Invariant: the load is one that the contacts can carry. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "kinds/cone/cone.h"

static const char *numbers(Run *run, const double *values, int count)
{
  Text text = text_new(run);
  char digits[32];
  for (int i = 0; i < count; i++)
    text_add(&text, "%s%s", i ? ", " : "", number_text(values[i], digits));
  return text.chars;
}

/* "  {x, y, z}" for each. */
static const char *triples(Run *run, double (*list)[3], int count)
{
  Text text = text_new(run);
  for (int i = 0; i < count; i++)
    text_add(&text, "%s  {%s}", i ? ",\n" : "", numbers(run, list[i], 3));
  return text.chars;
}

/* Rows of E for the force of a contact at (x, y, z). */
static const char *const plane_tasks =
    "    e[0][f] = e[1][f + 1] = 1; /* force */\n"
    "    e[2][f] = -y; /* moment */\n"
    "    e[2][f + 1] = x;";
static const char *const space_tasks =
    "    for (int i = 0; i < 3; i++) e[i][f + i] = 1; /* force */\n"
    "    e[3][f + 1] = -z; /* moment */\n"
    "    e[3][f + 2] = y;\n"
    "    e[4][f] = z;\n"
    "    e[4][f + 2] = -x;\n"
    "    e[5][f] = -y;\n"
    "    e[5][f + 1] = x;";
static const char *const patch_tasks =
    "    e[0][f] = e[1][f + 1] = 1; /* force */\n"
    "    e[2][f + 3] = 1; /* normal force */\n"
    "    e[3][f + 2] = length; /* moment */\n"
    "    e[3][f] = -y;\n"
    "    e[3][f + 1] = x;";

static const char *const wrench_tasks =
    "    for (int i = 0; i < 3; i++) e[i][f + i] = 1; /* force */\n"
    "    for (int i = 3; i < 6; i++) e[i][f + i] = length; /* moment */\n"
    "    e[3][f + 2] = y;\n"
    "    e[4][f + 2] = -x;\n"
    "    e[5][f] = -y;\n"
    "    e[5][f + 1] = x;";

typedef struct Task {
  int contacts, tasks;
  const char *text, *code;
  double at[4][3], normals[4][3], load[6];
} Task;

/* Feet around the origin, in the plane of the tangents. */
static void stand(const Cone *c, double load, Task *t)
{
  const bool is_plane = c->n == 2;
  double force[3], arm[3];
  t->contacts = is_plane ? 2 : 4;
  t->tasks = is_plane ? 3 : 6;
  t->text = "force (N) and moment (N m)";
  t->code = is_plane ? plane_tasks : space_tasks;
  for (int k = 0; k < t->contacts; k++)
    for (int d = 0; d < 3; d++) {
      const double a = k % 2 ? 1 : -1, b = k / 2 ? 1 : -1;
      const double side = is_plane ? 0 : b * c->tangent[1][d];
      t->at[k][d] = 0.2 * a * c->tangent[0][d] + 0.15 * side;
      t->normals[k][d] = c->normal[d] - 0.2 * a * c->tangent[0][d] - 0.2 * side;
    }
  for (int d = 0; d < 3; d++) { /* its weight is off the middle */
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

/* Two pads on a plate that is pushed and turned. */
static void hold(const Cone *c, double load, Task *t)
{
  t->contacts = 2;
  t->tasks = 4;
  t->text = "force (N), normal force (N), moment (N m)";
  t->code = patch_tasks;
  for (int k = 0; k < 2; k++) t->at[k][0] = (k ? 1 : -1) * 2 * c->length;
  t->load[0] = 0.9 * c->mu * load;
  t->load[1] = 0.2 * c->mu * load;
  t->load[2] = 2 * load;
  t->load[3] = 1.8 * c->mu * load * c->length; /* more than the pads' own */
}

/* Two feet side by side under a body that leans and turns. */
static void walk(const Cone *c, double load, Task *t)
{
  t->contacts = 2;
  t->tasks = 6;
  t->text = "force (N) and moment (N m)";
  t->code = wrench_tasks;
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
  char digits[32];
  const double settled = load * (c->model.is_float ? 1e-4 : 1e-9);
  plan_number(plan, "contacts", t.contacts);
  plan_number(plan, "tasks", t.tasks);
  plan_text(plan, "task_text", t.text);
  plan_text(plan, "example_places", triples(run, t.at, t.contacts));
  plan_text(plan, "example_normals", triples(run, t.normals, t.contacts));
  plan_text(plan, "example_load", numbers(run, t.load, t.tasks));
  plan_text(plan, "example_tasks", t.code);
  plan_text(plan, "example_settled",
            run_printf(run, "%s", number_text(settled, digits)));
  plan_text(plan, "example_close",
            run_printf(run, "%s", number_text(1e-4 * load, digits)));
}
