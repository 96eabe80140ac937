/* A caller of tall_slider.h as its ABI 1 had it: each function by its first prototype.
 * tests/emit/earlier.c compiles it against the header of today. */
#include "tall_slider.h"

void (*const old_tall_slider_reset)(tall_slider_state *s) = tall_slider_reset;
int (*const old_tall_slider_step)(tall_slider_state *s, const tall_slider_real load[3],
  tall_slider_real dt, tall_slider_real out[TALL_SLIDER_NOUT]) = tall_slider_step;
int (*const old_tall_slider_step_jac)(tall_slider_state *s, const tall_slider_real load[3],
  tall_slider_real dt, tall_slider_real out[TALL_SLIDER_NOUT], tall_slider_real dv_dv[9],
  tall_slider_real dv_dload[9]) = tall_slider_step_jac;
int (*const old_tall_slider_friction)(const tall_slider_real twist[3], tall_slider_real
  force[3], tall_slider_real point[2]) = tall_slider_friction;
int (*const old_tall_slider_translate)(const tall_slider_real v[2], const tall_slider_real
  force[2], tall_slider_real dt, tall_slider_real v1[2], tall_slider_real impulse[2]) =
  tall_slider_translate;
int (*const old_tall_slider_push)(const tall_slider_real at[2], const tall_slider_real
  velocity[2], tall_slider_real twist[3], tall_slider_real force[2]) = tall_slider_push;
int (*const old_tall_slider_push_edge)(const tall_slider_real at[2], const tall_slider_real
  normal[2], tall_slider_real mu, const tall_slider_real velocity[2], tall_slider_real twist[3],
  tall_slider_real force[2], tall_slider_real *slip) = tall_slider_push_edge;
int (*const old_tall_slider_push_for)(const tall_slider_real twist[3], tall_slider_real at[2],
  tall_slider_real velocity[2], tall_slider_real force[2]) = tall_slider_push_for;
int (*const old_tall_slider_selftest)(void) = tall_slider_selftest;
