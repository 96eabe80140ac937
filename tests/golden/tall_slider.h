/* tall_slider.h: the sliding body "tall_slider"
 *
 * bristle 0.1.0, template slider, spec tall_slider.lua
 * spec hash 5085338f232ae4883fc39d2bd5e73615bc2b61459ff8bba7be62640d81a55b70
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD
 *
 * Build: compile tall_slider.c as C99 and link with -lm.
 * For little flash compile with -Os -ffunction-sections -fdata-sections and link with
 * -Wl,--gc-sections: the program then holds only the functions that it calls.
 *
 * A crate on a slope, kept to show what is emitted.
 *
 * A body on a table. The pressure below it is not known: friction acts at the
 * equivalent contact point (ECP), and force and torque lie in an ellipsoid. SI
 * units, axes of the table. Velocities (vx, vy, w), loads and impulses are those
 * at the centre of mass, points are relative to it; a torque > 0 is
 * counter-clockwise.
 *
 * A step finds the velocity v, the impulses p and the slip speed s at its end, PS
 * (26)-(32); PS is Xie and Chakraborty, Dynamic Models of Planar Sliding:
 *   m*(vx - vx0) = px + fx*dt, m*(vy - vy0) = py + fy*dt, I*(w - w0) = pr + tau*dt
 *   px*s = -mu*pn*et^2*(vx - w*ay), py*s = -mu*pn*eo^2*(vy + w*ax)
 *   pr*s = -mu*pn*er^2*w, (ax, ay) = -(px, py)*height/pn
 *   (px/et)^2 + (py/eo)^2 + (pr/er)^2 = (mu*pn)^2, pn = m*g*dt
 * If the ellipsoid holds the impulses that stop the body, the body rests and s = 0.
 * If several slip speeds solve the equations, the step takes the largest.
 *
 * m = 2 kg, I = 0.01 kg m^2, height = 0.05 m, mu = 0.5
 * et = 1, eo = 0.75, er = 0.0625 m
 * gravity 9.75 m/s^2 into the table, (0.5, -0.25) along it
 * Patch: 4 corners, centre of pressure (0.0181705, -0.0196818) m. The ECP is on the
 * patch within 0.0447214 m of the centre of mass, and off it beyond 0.141421 m.
 * Operations: 30 a round of the slip speed, 46 in _step_jac
 * Bytes: 48 state
 * Bytes of stack at most, by gcc with the flags below and -Os or -O1 to
 * -O3, for x86-64, aarch64 and arm:
 *   _reset 224, _step 2816, _step_jac 3040, _friction 784, _translate 2704,
 *   _push 496, _push_edge 1184, _push_for 544, _selftest 3312
 * Operations of a call at most, on its longest path (a loop counts as often as it may
 * go round; comparisons are additions; exp: calls of exp and the like, whose operations
 * count where they are in this file), and bytes of the tables that it reads:
 *               additions  products  divided   roots    exp   bytes
 *   _reset              0         0        0       0      0       0
 *   _step          193820    188518     6171    1175      2      96
 *   _step_jac      193869    188640     6177    1175      2      96
 *   _friction          42        52        7       2      0       0
 *   _translate     193745    188435     6171    1175      0       0
 *   _push              23        27        5       1      0       0
 *   _push_edge         63        80       11       3      0       0
 *   _push_for          24        27        3       1      0       0
 *   _selftest     1938862   1885654    61806   11774     16    1152
 * Run-time errors: `bristle emit --prove` adds tall_slider_prove.mk, by which Frama-C's
 * Eva follows each function from any input and state, NaN and infinities included, and reports
 * what could divide an integer by zero, leave an array, read what was never written or
 * overflow an int. It reads the branches of `__FRAMAC__`, without vectors; code for vectors
 * is held against these by _selftest and `bristle verify`.
 *
 * Decisions:
 *   height: coupled; the contact point moves with friction, which couples
 *     PS (29) and (30)
 *   slip speed: root and search; a step of Halley's and one of Newton's;
 *     where those do not meet the ellipsoid, Newton's in a bracket, at most
 *     160; et != eo and height > 0 may give several roots, so where a bound
 *     on the slope does not exclude a larger one it is searched for
 *   dt: free; it is an argument
 *
 * Compile with -O3 -march=<cpu> -fno-math-errno -fno-trapping-math
 * -ffp-contract=fast, never with -ffast-math or
 * -ffinite-math-only. */
#ifndef TALL_SLIDER_H
#define TALL_SLIDER_H

#define TALL_SLIDER_ABI 1 /* raised when a meaning below changes */
#define TALL_SLIDER_SPEC_HASH "5085338f232ae4883fc39d2bd5e73615bc2b61459ff8bba7be62640d81a55b70"
#define TALL_SLIDER_SPEC_ID 0xfcdf9a09u /* the same in tall_slider.c */

#ifdef __cplusplus
extern "C" {
#endif

typedef double tall_slider_real;

/* A zeroed state is a valid start. */
typedef struct {
  tall_slider_real q[3]; /* x, y, m, and angle, rad */
  tall_slider_real v[3]; /* their rates */
} tall_slider_state;

/* Places in out[] of a step. */
enum {
  TALL_SLIDER_PX = 0, /* impulses of friction on the body, N s, N s, N m s */
  TALL_SLIDER_PY = 1,
  TALL_SLIDER_PR = 2,
  TALL_SLIDER_SLIP = 3, /* slip speed, m/s; 0: at rest */
  TALL_SLIDER_AX = 4,   /* equivalent contact point, m */
  TALL_SLIDER_AY = 5,
  TALL_SLIDER_NOUT = 6
};

/* < 0: an error; outputs are zero and the state is as it was. > 0: valid with a
 * condition. */
enum {
  TALL_SLIDER_OK = 0,
  TALL_SLIDER_SEPARATED = 1, /* the pusher moves away: nothing moves */
  TALL_SLIDER_TIPPING = 2, /* the ECP is off the patch: the body would tip */
  TALL_SLIDER_BAD_INPUT = -1, /* not finite, out of range, or too large for a result */
  /* The slip speed was not found in 160 rounds. No test reaches this. */
  TALL_SLIDER_NO_CONVERGENCE = -2,
  TALL_SLIDER_BAD_STATE = -3 /* the new state is not finite: reset the state */
};

/* No function allocates, keeps data or calls back; all are reentrant. Outputs may
 * be NULL; the state and inputs may not. */

void tall_slider_reset(tall_slider_state *s);

/* Advances the state by dt >= 0 under a load (fx, fy, tau) at the height of the
 * centre of mass; gravity is added. With dt = 0 nothing changes. */
int tall_slider_step(tall_slider_state *s, const tall_slider_real load[3],
  tall_slider_real dt, tall_slider_real out[TALL_SLIDER_NOUT]);

/* A step, and the row-major derivatives of the new velocity by the old one and by
 * the load: 0 at rest, one-sided where sticking begins. */
int tall_slider_step_jac(tall_slider_state *s, const tall_slider_real load[3],
  tall_slider_real dt, tall_slider_real out[TALL_SLIDER_NOUT], tall_slider_real dv_dv[9],
  tall_slider_real dv_dload[9]);

/* Friction on a body that moves with the twist, for an integrator of your own: force
 * and ECP of the continuous model; 0 at rest. */
int tall_slider_friction(const tall_slider_real twist[3], tall_slider_real force[3],
  tall_slider_real point[2]);

/* A step of pure translation: no spin, a force at the centre of
 * mass; gravity is added. */
int tall_slider_translate(const tall_slider_real v[2], const tall_slider_real force[2],
  tall_slider_real dt, tall_slider_real v1[2], tall_slider_real impulse[2]);

/* Quasi-static: a pusher sticks to the body at the point `at` and moves with the
 * velocity given. Returns the body's twist and the pusher's force on the body. */
int tall_slider_push(const tall_slider_real at[2], const tall_slider_real velocity[2],
  tall_slider_real twist[3], tall_slider_real force[2]);

/* A push with friction mu >= 0 between the pusher and an edge with the inward normal
 * given (any length): the pusher sticks, or slides along the edge at `slip`, m/s, > 0
 * to the left of the normal. SEPARATED if the pusher does not push. */
int tall_slider_push_edge(const tall_slider_real at[2], const tall_slider_real normal[2],
  tall_slider_real mu,
  const tall_slider_real velocity[2], tall_slider_real twist[3], tall_slider_real force[2],
  tall_slider_real *slip);

/* The push that moves the body with the twist: the point of its line of action that
 * is nearest to the centre of mass, the velocity there and the force. BAD_INPUT for
 * a pure spin: no single push makes one. */
int tall_slider_push_for(const tall_slider_real twist[3], tall_slider_real at[2],
  tall_slider_real velocity[2],
  tall_slider_real force[2]);

/* Golden vectors, NaN and infinity: 0 if this build computes what it should, else
 * the number of the check that failed. */
int tall_slider_selftest(void);

#ifdef __cplusplus
}
#endif
#endif
