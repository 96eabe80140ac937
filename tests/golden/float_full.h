/* float_full.h: friction of the contact "float_full"
 *
 * bristle 0.1.0, template contact/cells, spec float_full.lua
 * spec hash 16e2b836a2da57d912ad0b5ef076ee4b3d898c6713271d1f604d446f63a1db8f
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD
 *
 * Build: compile float_full.c as C99 and link with -lm.
 * For little flash compile with -Os -ffunction-sections -fdata-sections and link with
 * -Wl,--gc-sections: the program then holds only the functions that it calls.
 *
 * Twist (vx, vy, w) of the moving body, and wrench (fx, fy, tau) of friction on
 * it, both at the grid centre; tau > 0 is counter-clockwise. SI units.
 *
 * The model: 9 bristles z, metres, each with a share w of the load fn:
 *   (1) v     = (vx - w*y, vy + w*x), s = |v|     slip of the cell at (x, y), m/s
 *   (2) g(s)  = the spec's own function of s
 *   (3) dz/dt = v - (sigma0*s/g)*z
 *   (4) f     = -(sigma0*z + sigma1*dz/dt + sigma2*v)*w*fn
 * sigma0 = 100000 1/m, sigma1 = 90 s/m, sigma2 = 0 s/m
 * mu_c = 0.4, mu_s = 0.6
 *
 * Grid 3 x 3 over 0.01 x 0.01 m
 * Centre of pressure (0, 0) m
 * Largest torque per mu*fn about it, r = 0.00382598 m; mean square radius, u = 1.66667e-05 m^2
 * (1.48148e-05 m^2 at the cells' midpoints about the grid centre)
 * _step is explicit Euler, stable below dt = 8.0396e-05 s at 0.1 m/s: keep dt below
 * half of that.
 * That holds for the twist that is given. A host that steps a body of mass m and
 * inertia I explicitly with the wrench needs (2*c*dt + k*dt^2)*E < 4 in stick,
 *   c = (sigma1 + sigma2)*fn, k = sigma0*fn, fn the sum over all contacts of the body:
 *   (180*dt + 100000*dt^2)*fn*E < 4
 *   E = 1/m without spin; else E = (a + b)/2 + sqrt((a - b)^2/4 + d^2/(m*I)) with
 *   a = 1/m, b = (U + d^2)/I, U = 1.48148e-05 m^2, d the distance from the centre
 *   of mass to the centre of pressure.
 * For longer steps solve the step of the body with _step_jac.
 * Bytes: 148 const, 72 state
 * Bytes of stack at most, by gcc with the flags below and -Os or -O1 to
 * -O3, for x86-64, aarch64 and arm:
 *   _reset 224, _rate 496, _rate_jac 1072, _step 592, _step_jac 784,
 *   _step_batch 2416, _steady 800, _limit 800, _margin 2448, _hold 2448, _cell 224,
 *   _selftest 1152
 * Operations of a call at most, on its longest path (a loop counts as often as it may
 * go round; comparisons are additions; exp: calls of exp and the like, whose operations
 * count where they are in this file), and bytes of the tables that it reads:
 *               additions  products  divided   roots    exp   bytes
 *   _reset              0         0        0       0      0       0
 *   _rate             127       149       18       9      0     108
 *   _rate_jac         611       842       54      18      0     108
 *   _step             145       167       18       9      0     108
 *   _step_jac         441       577       72      27      0     108
 *   _step_batch depends on its arguments                   108
 *   _steady           100       131       18       9      0     108
 *   _limit           1712      2885      696     234      0     148
 *   _margin         12898     15295     2047     401      0     108
 *   _hold           12898     15294     2047     401      0     108
 *   _cell               0         0        0       0      0     108
 *   _selftest       11147     17382     3824    1341      0     360
 * Run-time errors: `bristle emit --prove` adds float_full_prove.mk, by which Frama-C's
 * Eva follows each function from any input and state, NaN and infinities included, and reports
 * what could divide an integer by zero, leave an array, read what was never written or
 * overflow an int. It reads the branches of `__FRAMAC__`, without vectors; code for vectors
 * is held against these by _selftest and `bristle verify`.
 * Numbers are floats; how far each output is from that of doubles on random motions depends
 * on compiler and flags: `bristle verify` compiles this file and says it.
 *
 * Decisions:
 *   unroll: full; the spec asks for it; 9 cells, one after the other in
 *     straight-line code; loops over blocks are faster from 4 cells on
 *   batch: one by one; single steps are straight-line code
 *
 * Compile with -O3 -march=<cpu> -fno-math-errno -fno-trapping-math
 * -ffp-contract=fast (gcc where vectors of 512 bits are to be had: also
 * -mprefer-vector-width=512), never with -ffast-math or -ffinite-math-only. */
#ifndef FLOAT_FULL_H
#define FLOAT_FULL_H

#define FLOAT_FULL_ABI 2 /* raised when a meaning below changes */
#define FLOAT_FULL_SPEC_HASH "16e2b836a2da57d912ad0b5ef076ee4b3d898c6713271d1f604d446f63a1db8f"
#define FLOAT_FULL_SPEC_ID 0xbc21d5ddu /* the same in float_full.c */
#define FLOAT_FULL_NZ 18 /* friction states */
#define FLOAT_FULL_NCELLS 9
#define FLOAT_FULL_COP_X 0.0f /* centre of pressure, m */
#define FLOAT_FULL_COP_Y 0.0f

#ifdef __cplusplus
extern "C" {
#endif

typedef float float_full_real;

/* Deflections in metres: all x components, then all y, over the cells that carry
 * force, along x first, from the smallest y. A zeroed state is a valid start. */
typedef struct {
  float_full_real z[FLOAT_FULL_NZ];
} float_full_state;

/* < 0: error, outputs are zero and the state is unchanged. > 0: valid with a
 * condition. */
enum {
  FLOAT_FULL_OK = 0,
  FLOAT_FULL_SEPARATED = 1, /* fn <= 0: wrench 0; _step resets the state */
  FLOAT_FULL_BAD_INPUT = -1, /* not finite, or dt < 0 */
  FLOAT_FULL_NO_CONVERGENCE = -2, /* no function here returns it */
  FLOAT_FULL_BAD_STATE = -3 /* the result is not finite: reset the state */
};

/* No function allocates, keeps data or calls back; all are reentrant. wrench, dz
 * and the arrays of derivatives may be NULL; s and twist may not. */

void float_full_reset(float_full_state *s);

/* The continuous model, for your own integrator. */
int float_full_rate(const float_full_state *s, const float_full_real twist[3], float_full_real fn,
  float_full_state *dz, float_full_real wrench[3]);

/* Its derivatives, row-major blocks, cell by cell: dz_dz 2x2 (4*NCELLS numbers),
 * dz_dtwist 2x3 (6*NCELLS), dw_dz 3x2 (6*NCELLS); dw_dtwist is one 3x3. */
int float_full_rate_jac(const float_full_state *s, const float_full_real twist[3],
  float_full_real fn,
  float_full_real *dz_dz, float_full_real *dz_dtwist, float_full_real *dw_dz,
  float_full_real dw_dtwist[9]);

/* Advances the state by dt >= 0 with the twist held. The wrench is that of the
 * state at the end with the mean rate of the step. */
int float_full_step(float_full_state *s, const float_full_real twist[3], float_full_real fn,
  float_full_real dt,
  float_full_real wrench[3]);

/* The same, with the row-major derivative of that wrench by the twist. It advances
 * the state: iterate on a copy. If mu_s > mu_c, the wrench is not monotone in
 * the twist: bracket or damp Newton's steps. */
int float_full_step_jac(float_full_state *s, const float_full_real twist[3], float_full_real fn,
  float_full_real dt, float_full_real wrench[3], float_full_real dwrench_dtwist[9]);

/* _step of n contacts, with one dt for all. Structures of arrays: z is NZ rows of n
 * numbers, the states' z; twist and wrench are 3 rows; fn and status have n; wrench
 * and status may be NULL, arrays must not overlap. Each contact ends as by a _step of
 * its own but for rounding, with the same status, for any other contacts. Returns
 * the worst status: the least if any is negative, else the largest; BAD_INPUT if
 * n < 0. */
int float_full_step_batch(int n, float_full_real *z, const float_full_real *twist,
  const float_full_real *fn,
  float_full_real dt, float_full_real *wrench, int *status);

/* Steady sliding of the model's bristles. */
int float_full_steady(const float_full_real twist[3], float_full_real fn,
  float_full_real wrench[3]);

/* The Coulomb limit surface times mu_c*fn, exact means over the cells; 0 at
 * zero twist. */
int float_full_limit(const float_full_real twist[3], float_full_real fn,
  float_full_real wrench[3]);

/* How near sliding a wrench at the grid centre is under the load fn, as the least load at which
 * the bristles at the cells' midpoints hold it, over fn, with mu_c: they hold it up to *share = 1.
 * The pressure itself holds as much or up to 7 % more.
 * Rounded up by 0.1 %, since bristles creep that near to their limit, and where the search of at
 * most 40 passes over the bristles has not ended by a little more: never below the true share. The
 * wrench is of mu*fn alone, without viscous friction. SEPARATED if fn <= 0: *share is 0 and no
 * wrench is held. */
int float_full_margin(const float_full_real wrench[3], float_full_real fn, float_full_real *share);

/* The least load fn, N, rounded up, at which _margin is at most share, 0 < share <= 1. */
int float_full_hold(const float_full_real wrench[3], float_full_real share, float_full_real *fn);

/* Cell k's x, y (m) and share of the load; BAD_INPUT unless 0 <= k < NCELLS. */
int float_full_cell(int k, float_full_real cell[3]);

/* Golden vectors, NaN and infinity: 0 when this build computes what it should, else
 * the number of the check that failed. */
int float_full_selftest(void);

#ifdef __cplusplus
}
#endif
#endif
