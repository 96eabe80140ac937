/* mujoco.c: MuJoCo's own friction (elliptic cones, impratio 10, noslip 3) for the
 * cases of answers.csv; the argument is a folder for the scene.
 * cc -O2 mujoco.c -lmujoco -lm */
#include <stdlib.h>
#include <mujoco/mujoco.h>
#include "cases.h"

static const char *folder;
static mjModel *model;
static mjData *data;

static void start(shape which, double mass, double inertia, double mu)
{
  static const char *const geoms[] = {
    "<geom type='box' size='.02 .02 .02'/>", "<geom type='cylinder' size='.05 .005'/>",
    "<geom type='box' size='.005 .005 .005' pos='.1 0 0'/><geom type='box' size='.005 .005 .005' pos='-.1 0 0'/>"
  };
  char path[500], error[500];
  snprintf(path, sizeof path, "%s/answers.xml", folder);
  FILE *const file = fopen(path, "w");
  if (!file) exit(2);
  fprintf(file,
    "<mujoco><option timestep='1e-3' gravity='0 0 -9.81' cone='elliptic' impratio='10' noslip_iterations='3' "
    "solver='Newton'/><default><geom condim='3' friction='%g 0 0'/></default><worldbody><geom type='plane' size='9 9 1'/>"
    "<body name='b' pos='0 0 %g'><freejoint/><inertial pos='0 0 0' mass='%g' diaginertia='%g %g %g'/>%s</body>"
    "</worldbody></mujoco>",
    mu, which == BOX ? 0.02 : 0.005, mass, inertia, inertia, inertia, geoms[which]);
  fclose(file);
  if (data) mj_deleteData(data);
  if (model) mj_deleteModel(model);
  model = mj_loadXML(path, 0, error, sizeof error);
  if (!model) {
    fprintf(stderr, "%s\n", error);
    exit(2);
  }
  data = mj_makeData(model);
}

static void push(double vx, double vy, double w)
{
  const double v[6] = {vx, vy, 0, 0, 0, w};
  for (int i = 0; i < 6; i++) data->qvel[i] = v[i];
}

static void step(double force)
{
  data->qfrc_applied[0] = force;
  mj_step(model, data);
}

static void read_body(double *x, double v[3])
{
  *x = data->qpos[0];
  v[0] = data->qvel[0];
  v[1] = data->qvel[1];
  v[2] = data->qvel[5];
}

int main(int count, char **words)
{
  const engine own = {start, push, step, read_body};
  if (count < 2) return 2;
  folder = words[1];
  run_cases(&own);
  return 0;
}
