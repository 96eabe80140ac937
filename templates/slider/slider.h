/* $(name).h: the sliding body "$(name)"
 *
$(include("common/preamble.h"))
 *
 * A body on a table whose pressure is not known: friction acts at the equivalent
 * contact point (ECP), within an ellipsoid of forces and torque. SI units, axes
 * of the table; velocities (vx, vy, w), loads and impulses are at the centre of
 * mass, points are relative to it; torques > 0 are counter-clockwise.
 *
 * Each step ends with the velocity v, the impulses p and the slip speed s of
 *   m*(vx - vx0) = px + fx*dt, m*(vy - vy0) = py + fy*dt, I*(w - w0) = pr + tau*dt
 *   px*s = -mu*pn*et^2*(vx - w*ay), py*s = -mu*pn*eo^2*(vy + w*ax)
 *   pr*s = -mu*pn*er^2*w, (ax, ay) = -(px, py)*height/pn
 *   (px/et)^2 + (py/eo)^2 + (pr/er)^2 = (mu*pn)^2, pn = m*g*dt
 * or at rest, s = 0, where the impulses that this takes are within the ellipsoid.
//@ if has_search then
 * Where several slip speeds solve them, it is the largest.
//@ end
 *
 * m = $(plain(mass)) kg, I = $(plain(inertia)) kg m^2, height = $(plain(height)) m, mu = $(plain(mu))
 * et = $(plain(et)), eo = $(plain(eo)), er = $(plain(er)) m$(er_text)
 * gravity $(plain(gravity)) m/s^2 into the table$(tilt_text)
 * Patch: $(corners) corners, centre of pressure ($(plain(cop_x)), $(plain(cop_y))) m; the ECP
 * is on it within $(plain(inside)) m of the centre of mass, and not beyond $(plain(outside)) m
 * Operations: $(friction_operations) a round of the slip speed, $(jacobian_operations) in _step_jac
 * Bytes: $(state_bytes) state, stack about $(stack_bytes) in _step
 *
 * Decisions:
$(decisions)
 *
 * Compile with -O3 -march=<cpu> -fno-math-errno -fno-trapping-math
 * -ffp-contract=fast, never with -ffast-math. */
#ifndef $(NAME)_H
#define $(NAME)_H

#define $(NAME)_ABI $(abi) /* raised when a meaning below changes */
#define $(NAME)_SPEC_HASH "$(spec_hash)"
//@ if has_dt then
#define $(NAME)_DT $(real(dt)) /* s, the step of this solver */
//@ end

#ifdef __cplusplus
extern "C" {
#endif

typedef $(real_type) $(real);

/* Pose (x, y, angle) and velocity; a zeroed one is a valid start. */
typedef struct {
  $(real) q[3], v[3];
} $(name)_state;

/* What a step tells in out[]. */
enum {
  $(NAME)_PX = 0, /* friction impulses on the body, N s, N s, N m s */
  $(NAME)_PY = 1,
  $(NAME)_PR = 2,
  $(NAME)_SLIP = 3, /* slip speed, m/s; 0: at rest */
  $(NAME)_AX = 4,   /* equivalent contact point, m */
  $(NAME)_AY = 5,
  $(NAME)_NOUT = 6
};

/* < 0: error, outputs are zero and the state is as it was. > 0: valid with a
 * condition. */
//@ -- ORDER STATUSES
enum {
  $(NAME)_OK = 0,
  $(NAME)_SEPARATED = 1,       /* the pusher moves away: nothing moves */
  $(NAME)_TIPPING = 2,         /* the ECP is off the patch: the body would tip */
  $(NAME)_BAD_INPUT = -1,      /* not finite, or out of range */
  $(NAME)_NO_CONVERGENCE = -2, /* not for any input in range */
  $(NAME)_BAD_STATE = -3       /* the result is not finite: reset the state */
};

/* No function allocates, keeps data or calls back; all are reentrant. Outputs may
 * be NULL; the state and inputs may not. */

void $(name)_reset($(name)_state *s);

/* Advances the state by$(dt_words) under a load (fx, fy, tau) at the height of the
 * centre of mass; gravity comes on top. dt = 0 changes nothing. */
int $(name)_step($(name)_state *s, const $(real) load[3],$(dt_parameter)
  $(real) out[$(NAME)_NOUT]);

/* The same, and the row-major derivatives of the new velocity by the old one and
 * by the load; 0 at rest, and one-sided where sticking begins. */
int $(name)_step_jac($(name)_state *s, const $(real) load[3],$(dt_parameter)
  $(real) out[$(NAME)_NOUT], $(real) dv_dv[9], $(real) dv_dload[9]);

/* Friction on a body that moves like that, for an integrator of your own: force
 * and ECP of the continuous model; 0 at rest. */
int $(name)_friction(const $(real) twist[3], $(real) force[3], $(real) point[2]);

/* A step of pure translation$(translate_text): no spin, force at the centre of
 * mass, gravity on top. */
int $(name)_translate(const $(real) v[2], const $(real) force[2],$(dt_parameter)
  $(real) v1[2], $(real) impulse[2]);

/* Quasi-static: a pusher sticks to the body at the point `at` and moves with that
 * velocity. The body's twist, and the pusher's force on it. */
int $(name)_push(const $(real) at[2], const $(real) velocity[2],
  $(real) twist[3], $(real) force[2]);

/* The same with friction mu >= 0 between the pusher and an edge whose inward normal
 * is given (any length): it sticks, or slides along the edge with `slip`, m/s, > 0
 * to the left of the normal. SEPARATED where it does not push. */
int $(name)_push_edge(const $(real) at[2], const $(real) normal[2], $(real) mu,
  const $(real) velocity[2], $(real) twist[3], $(real) force[2], $(real) *slip);

/* The inverse: which push makes the body move with that twist: the point of its
 * line of action that is nearest to the centre of mass, the velocity there and
 * the force. BAD_INPUT for a pure spin, which no single push makes. */
int $(name)_push_for(const $(real) twist[3], $(real) at[2], $(real) velocity[2],
  $(real) force[2]);

/* Golden vectors: 0 when this build computes what it should. */
int $(name)_selftest(void);

#ifdef __cplusplus
}
#endif
#endif
