/* $(contacts) contacts share a load with as little force as they can:
 *   minimise |f|^2 / 2 where E f = load and every contact's f is in the cone.
//@ if form == "patch" then
 * A pad's f is (fx, fy, tau/length, fn) about its centre of pressure here: in
 * these numbers lengths are those of the metric that _project goes by.
//@ elseif form == "wrench" then
 * A foot's f has torques over length here: in these numbers lengths are those
 * of the metric that _project goes by.
//@ end
//@ if has_rows then
 * By projections, with nothing but $(name).h; with a QP solver (COIN-OR Clp,
 * Debian's coinor-libclp-dev), and the two compared:
 *   make CPPFLAGS=-DUSE_CLP LDLIBS=-lClp */
//@ else
 * By projections, with nothing but $(name).h. */
//@ end
#include <math.h>
#include <stdio.h>

#include "$(name).h"
//@ if has_rows then
#ifdef USE_CLP
#include <coin/Clp_C_Interface.h>
#endif
//@ end

enum { CONTACTS = $(contacts), N = $(NAME)_N, SIZE = CONTACTS*N, TASKS = $(tasks) };

/* Places of the contacts, m, and row by row what their forces do to the body: $(form == "patch" and "force (N), normal force (N), moment (N m)" or "force (N) and moment (N m)"). */
static double E[TASKS][SIZE];
static const double at[CONTACTS][3] = {
//@ for i = 1, #places, 3 do
  {$(double(places[i])), $(double(places[i + 1])), $(double(places[i + 2]))}$(i + 3 < #places and "," or "")
//@ end
};
static const double load[TASKS] = {
//@ for i, x in ipairs(example_load) do
  $(double(x))$(i < #example_load and "," or "")
//@ end
};
//@ if is_runtime then
static const $(real) normals[CONTACTS][3] = {
//@ for i = 1, #example_normals, 3 do
//@ local x, y, z = example_normals[i], example_normals[i + 1], example_normals[i + 2]
  {$(real(x)), $(real(y)), $(real(z))}$(i + 3 < #example_normals and "," or "")
//@ end
};
//@ end

//@ if form == "patch" then
static const double length = $(NAME)_LENGTH, cop[2] = {$(NAME)_COP_X, $(NAME)_COP_Y};
//@ elseif form == "wrench" then
static const double length = $(NAME)_LENGTH;

//@ end
static void fill_tasks(void)
{
  for (int c = 0; c < CONTACTS; c++) {
    double (*e)[SIZE] = E;
    const double x = at[c][0], y = at[c][1];
    const int f = c*N;
//@ if n == 2 then
    e[0][f] = e[1][f + 1] = 1; /* force */
    e[2][f] = -y; /* moment */
    e[2][f + 1] = x;
//@ elseif n == 3 then
    const double z = at[c][2];
    for (int i = 0; i < 3; i++) e[i][f + i] = 1; /* force */
    e[3][f + 1] = -z; /* moment */
    e[3][f + 2] = y;
    e[4][f] = z;
    e[4][f + 2] = -x;
    e[5][f] = -y;
    e[5][f + 1] = x;
//@ elseif form == "patch" then
    e[0][f] = e[1][f + 1] = 1; /* force */
    e[2][f + 3] = 1; /* normal force */
    e[3][f + 2] = length; /* moment */
    e[3][f] = -y;
    e[3][f + 1] = x;
//@ else
    for (int i = 0; i < 3; i++) e[i][f + i] = 1; /* force */
    for (int i = 3; i < 6; i++) e[i][f + i] = length; /* moment */
    e[3][f + 2] = y;
    e[4][f + 2] = -x;
    e[5][f] = -y;
    e[5][f + 1] = x;
//@ end
  }
}

static int project(int c, const double *f, double *out)
{
  $(real) at_f[N], nearest[N];
  for (int i = 0; i < N; i++) at_f[i] = ($(real))f[i];
//@ if form == "patch" then
  at_f[2] = ($(real))(length*f[2] + cop[0]*f[1] - cop[1]*f[0]);
//@ elseif form == "wrench" then
  for (int i = 3; i < N; i++) at_f[i] = ($(real))(length*f[i]);
//@ end
//@ if is_runtime then
  const int status = $(name)_project($(no_tuning)normals[c], at_f, nearest);
//@ else
  const int status = $(name)_project($(no_tuning)at_f, nearest);
  (void)c;
//@ end
  for (int i = 0; i < N; i++) out[i] = (double)nearest[i];
//@ if form == "patch" then
  out[2] = (out[2] - cop[0]*out[1] + cop[1]*out[0])/length;
//@ elseif form == "wrench" then
  for (int i = 3; i < N; i++) out[i] /= length;
//@ end
  return status;
}

/* Solves K x = b, K symmetric and positive; both are spoilt. */
static void solve(double K[TASKS][TASKS], double b[TASKS])
{
  for (int i = 0; i < TASKS; i++)
    for (int j = i + 1; j < TASKS; j++) {
      const double factor = K[j][i]/K[i][i];
      for (int k = i; k < TASKS; k++) K[j][k] -= factor*K[i][k];
      b[j] -= factor*b[i];
    }
  for (int i = TASKS - 1; i >= 0; i--) {
    for (int k = i + 1; k < TASKS; k++) b[i] -= K[i][k]*b[k];
    b[i] /= K[i][i];
  }
}

/* The least force that does the task, given a pull towards `to`. */
static void do_task(const double to[SIZE], double f[SIZE])
{
  double K[TASKS][TASKS] = {{0}}, b[TASKS];
  for (int i = 0; i < TASKS; i++) {
    b[i] = load[i];
    for (int c = 0; c < SIZE; c++) b[i] -= E[i][c]*to[c]/2;
    for (int j = 0; j < TASKS; j++)
      for (int c = 0; c < SIZE; c++) K[i][j] += E[i][c]*E[j][c];
  }
  solve(K, b);
  for (int c = 0; c < SIZE; c++) {
    f[c] = to[c]/2;
    for (int i = 0; i < TASKS; i++) f[c] += E[i][c]*b[i];
  }
}

/* ADMM: the task, the cones, and what they disagree on. */
static int by_projection(double f[SIZE])
{
  double y[SIZE] = {0}, to[SIZE], out[SIZE];
  for (int c = 0; c < SIZE; c++) f[c] = 0;
  for (int i = 1; i <= 20000; i++) {
    double change = 0;
    for (int c = 0; c < SIZE; c++) to[c] = f[c] - y[c];
    do_task(to, out);
    for (int c = 0; c < SIZE; c++) to[c] = out[c] + y[c];
    for (int c = 0; c < CONTACTS; c++)
      if (project(c, to + c*N, f + c*N) < 0) return 0;
    for (int c = 0; c < SIZE; c++) {
      y[c] += out[c] - f[c];
      change += fabs(out[c] - f[c]);
    }
    if (change < $(double(example_settled))) return i;
  }
  return 0;
}

static void show(const char *how, const double f[SIZE])
{
  double square = 0;
  printf("%s, $(form == "point" and "forces in N" or form == "patch" and "fx, fy in N, tau in N m, fn in N" or "fx, fy, fz in N, tx, ty, tz in N m"):\n", how);
  for (int c = 0; c < CONTACTS; c++) {
    printf("  contact %d", c + 1);
    for (int i = 0; i < N; i++) printf("  % 11.6f", f[c*N + i]);
    printf("\n");
  }
  for (int c = 0; c < SIZE; c++) square += f[c]*f[c];
  printf("  |f| %.6f\n", sqrt(square));
}

//@ if has_rows then
#ifdef USE_CLP
$(include("cone/clp.c"))
#endif

//@ end
int main(void)
{
  static double f[SIZE];
  const int broken = $(name)_selftest();
  if (broken) {
    printf("this build of $(name) is broken: check %d of _selftest fails\n", broken);
    return 1;
  }
  fill_tasks();
  if (!by_projection(f)) {
    printf("the contacts cannot carry this load\n");
    return 1;
  }
  show("by projection", f);
//@ if has_rows then
#ifdef USE_CLP
  return by_clp(f);
#endif
//@ end
  return 0;
}
