/* A caller of double_loop.h as its ABI 1 had it: each function by its first prototype.
 * tests/emit/earlier.c compiles it against the header of today. */
#include "double_loop.h"

void (*const old_double_loop_reset)(double_loop_state *s) = double_loop_reset;
int (*const old_double_loop_rate)(const double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn, double_loop_state *dz, double_loop_real wrench[3]) = double_loop_rate;
int (*const old_double_loop_rate_jac)(const double_loop_state *s, const double_loop_real
  twist[3], double_loop_real fn, double_loop_real *dz_dz, double_loop_real *dz_dtwist,
  double_loop_real *dw_dz, double_loop_real dw_dtwist[9]) = double_loop_rate_jac;
int (*const old_double_loop_step)(double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn, double_loop_real dt, double_loop_real wrench[3]) = double_loop_step;
int (*const old_double_loop_step_jac)(double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn, double_loop_real dt, double_loop_real wrench[3], double_loop_real
  dwrench_dtwist[9]) = double_loop_step_jac;
int (*const old_double_loop_steady)(const double_loop_real twist[3], double_loop_real fn,
  double_loop_real wrench[3]) = double_loop_steady;
int (*const old_double_loop_limit)(const double_loop_real twist[3], double_loop_real fn,
  double_loop_real wrench[3]) = double_loop_limit;
int (*const old_double_loop_cell)(int k, double_loop_real cell[3]) = double_loop_cell;
int (*const old_double_loop_selftest)(void) = double_loop_selftest;
