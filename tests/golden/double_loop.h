/* double_loop.h: friction of the contact "double_loop"
 *
 * bristle 0.1.0, template contact/cells, spec double_loop.lua
 * spec hash 4d3295c67b4e1454a93f654f1713317b384f688eda7a1de2eee1e7956d43d70e
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD
 *
 * Build: compile double_loop.c as C99 and link with -lm.
 * For little flash compile with -Os -ffunction-sections -fdata-sections and link with
 * -Wl,--gc-sections: the program then holds only the functions that it calls.
 *
 * A small pad with a hole, kept to show what is emitted.
 *
 * Twist (vx, vy, w) of the moving body, and wrench (fx, fy, tau) of friction on
 * it, both at the grid centre; tau > 0 is counter-clockwise. SI units.
 *
 * The model: 11 bristles z, metres, each with a share w of the load fn:
 *   (1) v     = (vx - w*y, vy + w*x), s = |v|     slip of the cell at (x, y), m/s
 *   (2) g(s)  = mu_c + (mu_s - mu_c)*exp(-(s/v_s)^gamma)
 *   (3) dz/dt = v - beta*(sigma0*s/g)*z           elasto-plastic: with zmax = g/sigma0
 *       beta  = abar*(1 + cos)/2, cos of the angle between z and v
 *   (4) f     = -(sigma0*z + sigma1*exp(-(s/v_d)^2)*dz/dt + sigma2*v)*w*fn
 *   (5) abar  = 0 up to |z| = s_ba*zmax, 1 from |z| = zmax on, between them
 *               (1 + sin(pi*(|z|/zmax - (1 + s_ba)/2)/(1 - s_ba)))/2
 * sigma0 = 200000 1/m, sigma1 = 150 s/m, sigma2 = 0.3 s/m
 * mu_c = 0.5, mu_s = 0.8
 * v_s = 0.002 m/s, gamma = 2
 * s_ba = 0.8
 * v_d = 0.02 m/s
 *
 * Grid 4 x 3 over 0.016 x 0.009 m
 * Centre of pressure (0.000162162, 8.10811e-05) m
 * Largest torque per mu*fn about it, r = 0.00456671 m; mean square radius, u = 2.4618e-05 m^2
 * (2.25676e-05 m^2 at the cells' midpoints about the grid centre)
 * _step is exponential: beta is frozen over the step, stable at any dt.
 * That holds for the twist that is given. A host that steps a body of mass m and
 * inertia I explicitly with the wrench needs (2*c*dt + k*dt^2)*E < 4 in stick,
 *   c = (sigma1 + sigma2)*fn, k = sigma0*fn, fn the sum over all contacts of the body:
 *   (300.6*dt + 200000*dt^2)*fn*E < 4
 *   E = 1/m without spin; else E = (a + b)/2 + sqrt((a - b)^2/4 + d^2/(m*I)) with
 *   a = 1/m, b = (U + d^2)/I, U = 2.25347e-05 m^2, d the distance from the centre
 *   of mass to the centre of pressure.
 * For longer steps solve the step of the body with _step_jac.
 * Bytes: 984 const, 176 state
 * Bytes of stack at most, by gcc with the flags below and -Os or -O1 to
 * -O3, for x86-64, aarch64 and arm:
 *   _reset 224, _rate 5984, _rate_jac 2144, _step 5984, _step_jac 6336,
 *   _step_batch 28944, _steady 1296, _limit 1168, _margin 4240, _hold 4240,
 *   _cell 224, _selftest 6560
 * Operations of a call at most, on its longest path (a loop counts as often as it may
 * go round; comparisons are additions; exp: calls of exp and the like, whose operations
 * count where they are in this file), and bytes of the tables that it reads:
 *               additions  products  divided   roots    exp   bytes
 *   _reset              0         0        0       0      0       0
 *   _rate            1455      1686       32      32     32     640
 *   _rate_jac        1953      2445       66      22     55     264
 *   _step            1455      1686       32      32     32     640
 *   _step_jac        3452      4109      120      54     98     904
 *   _step_batch depends on its arguments                   904
 *   _steady           270       308       11      11     11     264
 *   _limit           2088      3523      850     286      0     344
 *   _margin         15058     17855     2367     481      0     264
 *   _hold           15058     17854     2367     481      0     264
 *   _cell               0         0        0       0      0     264
 *   _selftest       32307     42825     4755    1933    503    1408
 * Run-time errors: `bristle emit --prove` adds double_loop_prove.mk, by which Frama-C's
 * Eva follows each function from any input and state, NaN and infinities included, and reports
 * what could divide an integer by zero, leave an array, read what was never written or
 * overflow an int. It reads the branches of `__FRAMAC__`, without vectors; code for vectors
 * is held against these by _selftest and `bristle verify`.
 *
 * Decisions:
 *   unroll: loop; 11 cells in one block fill the vectors of the processor
 *   passes: blocks; too few cells for more vectors at once
 *   batch: a state per lane; 11 bristles fill vectors badly; 32 states fill
 *     them
 *
 * Compile with -O3 -march=<cpu> -fno-math-errno -fno-trapping-math
 * -ffp-contract=fast (gcc where vectors of 512 bits are to be had: also
 * -mprefer-vector-width=512), never with -ffast-math or -ffinite-math-only. */
#ifndef DOUBLE_LOOP_H
#define DOUBLE_LOOP_H

#define DOUBLE_LOOP_ABI 2 /* raised when a meaning below changes */
#define DOUBLE_LOOP_SPEC_HASH "4d3295c67b4e1454a93f654f1713317b384f688eda7a1de2eee1e7956d43d70e"
#define DOUBLE_LOOP_SPEC_ID 0x1179bed6u /* the same in double_loop.c */
#define DOUBLE_LOOP_NZ 22 /* friction states */
#define DOUBLE_LOOP_NCELLS 11
#define DOUBLE_LOOP_COP_X 0.00016216216216216205 /* centre of pressure, m */
#define DOUBLE_LOOP_COP_Y 8.108108108108108e-5

#ifdef __cplusplus
extern "C" {
#endif

typedef double double_loop_real;

/* Deflections in metres: all x components, then all y, over the cells that carry
 * force, along x first, from the smallest y. A zeroed state is a valid start. */
typedef struct {
  double_loop_real z[DOUBLE_LOOP_NZ];
} double_loop_state;

/* < 0: error, outputs are zero and the state is unchanged. > 0: valid with a
 * condition. */
enum {
  DOUBLE_LOOP_OK = 0,
  DOUBLE_LOOP_SEPARATED = 1, /* fn <= 0: wrench 0; _step resets the state */
  DOUBLE_LOOP_BAD_INPUT = -1, /* not finite, or dt < 0 */
  DOUBLE_LOOP_NO_CONVERGENCE = -2, /* no function here returns it */
  DOUBLE_LOOP_BAD_STATE = -3 /* the result is not finite: reset the state */
};

/* No function allocates, keeps data or calls back; all are reentrant. wrench, dz
 * and the arrays of derivatives may be NULL; s and twist may not. */

void double_loop_reset(double_loop_state *s);

/* The continuous model, for your own integrator. */
int double_loop_rate(const double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn,
  double_loop_state *dz, double_loop_real wrench[3]);

/* Its derivatives, row-major blocks, cell by cell: dz_dz 2x2 (4*NCELLS numbers),
 * dz_dtwist 2x3 (6*NCELLS), dw_dz 3x2 (6*NCELLS); dw_dtwist is one 3x3. */
int double_loop_rate_jac(const double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn,
  double_loop_real *dz_dz, double_loop_real *dz_dtwist, double_loop_real *dw_dz,
  double_loop_real dw_dtwist[9]);

/* Advances the state by dt >= 0 with the twist held. The wrench is that of the
 * state at the end with the mean rate of the step. */
int double_loop_step(double_loop_state *s, const double_loop_real twist[3], double_loop_real fn,
  double_loop_real dt,
  double_loop_real wrench[3]);

/* The same, with the row-major derivative of that wrench by the twist. It advances
 * the state: iterate on a copy. If mu_s > mu_c, the wrench is not monotone in
 * the twist: bracket or damp Newton's steps. */
int double_loop_step_jac(double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn,
  double_loop_real dt, double_loop_real wrench[3], double_loop_real dwrench_dtwist[9]);

/* _step of n contacts, with one dt for all. Structures of arrays: z is NZ rows of n
 * numbers, the states' z; twist and wrench are 3 rows; fn and status have n; wrench
 * and status may be NULL, arrays must not overlap. Each contact ends as by a _step of
 * its own but for rounding, with the same status, for any other contacts. Returns
 * the worst status: the least if any is negative, else the largest; BAD_INPUT if
 * n < 0. */
int double_loop_step_batch(int n, double_loop_real *z, const double_loop_real *twist,
  const double_loop_real *fn,
  double_loop_real dt, double_loop_real *wrench, int *status);

/* Steady sliding of the model's bristles. */
int double_loop_steady(const double_loop_real twist[3], double_loop_real fn,
  double_loop_real wrench[3]);

/* The Coulomb limit surface times mu_c*fn, exact means over the cells; 0 at
 * zero twist. */
int double_loop_limit(const double_loop_real twist[3], double_loop_real fn,
  double_loop_real wrench[3]);

/* How near sliding a wrench at the grid centre is under the load fn, as the least load at which
 * the bristles at the cells' midpoints hold it, over fn, with mu_c: they hold it up to *share = 1.
 * The pressure itself holds as much or up to 7.3 % more.
 * Rounded up by 0.1 %, since bristles creep that near to their limit, and where the search of at
 * most 40 passes over the bristles has not ended by a little more: never below the true share. The
 * wrench is of mu*fn alone, without viscous friction. SEPARATED if fn <= 0: *share is 0 and no
 * wrench is held. */
int double_loop_margin(const double_loop_real wrench[3], double_loop_real fn,
  double_loop_real *share);

/* The least load fn, N, rounded up, at which _margin is at most share, 0 < share <= 1. */
int double_loop_hold(const double_loop_real wrench[3], double_loop_real share,
  double_loop_real *fn);

/* Cell k's x, y (m) and share of the load; BAD_INPUT unless 0 <= k < NCELLS. */
int double_loop_cell(int k, double_loop_real cell[3]);

/* Golden vectors, NaN and infinity: 0 when this build computes what it should, else
 * the number of the check that failed. */
int double_loop_selftest(void);

#ifdef __cplusplus
}
#endif
#endif
