/* $(name).h: the sliding body "$(name)"
 *
$(include("common/preamble.h"))
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
//@ if has_search then
 * If several slip speeds solve the equations, the step takes the largest.
//@ end
 *
 * m = $(plain(mass)) kg, I = $(plain(inertia)) kg m^2, height = $(plain(height)) m, mu = $(plain(mu))
 * et = $(plain(et)), eo = $(plain(eo)), er = $(plain(er)) m$(er_cells > 0 and ", the largest torque of " .. er_cells .. " cells" or "")
//@ local along = ("%.6g, %.6g"):format(gravity_x, gravity_y)
 * gravity $(plain(gravity)) m/s^2 into the table$(is_tilted and ", (" .. along .. ") along it" or "")
 * Patch: $(corners) corners, centre of pressure ($(plain(cop_x)), $(plain(cop_y))) m. The ECP is on the
 * patch within $(plain(inside)) m of the centre of mass, and off it beyond $(plain(outside)) m.
 * Operations: $(friction_operations) a round of the slip speed, $(jacobian_operations) in _step_jac
 * Bytes: $(state_bytes) state
$(include("common/stack.h"))
 *
 * Decisions:
$(decisions)
 *
 * Compile with -O3 -march=<cpu> -fno-math-errno -fno-trapping-math
 * -ffp-contract=$(contraction), never with -ffast-math or
 * -ffinite-math-only. */
#ifndef $(NAME)_H
#define $(NAME)_H

#define $(NAME)_ABI $(abi) /* raised when a meaning below changes */
#define $(NAME)_SPEC_HASH "$(spec_hash)"
#define $(NAME)_SPEC_ID $(spec_id) /* the same in $(name).c */
//@ if has_dt then
#define $(NAME)_DT $(real(dt)) /* s, the step of this solver */
//@ end

#ifdef __cplusplus
extern "C" {
#endif

typedef $(real_type) $(real);

/* A zeroed state is a valid start. */
typedef struct {
//@ for _, m in ipairs(objects[1].members) do
  $(real) $(m.place)[$(m.count)]; /* $(m.about) */
//@ end
} $(name)_state;

/* Places in out[] of a step. */
enum {
  $(NAME)_PX = 0, /* impulses of friction on the body, N s, N s, N m s */
  $(NAME)_PY = 1,
  $(NAME)_PR = 2,
  $(NAME)_SLIP = 3, /* slip speed, m/s; 0: at rest */
  $(NAME)_AX = 4,   /* equivalent contact point, m */
  $(NAME)_AY = 5,
  $(NAME)_NOUT = 6
};

/* < 0: an error; outputs are zero and the state is as it was. > 0: valid with a
 * condition. */
//@ -- ORDER STATUSES
enum {
  $(NAME)_OK = $(status("OK")),
  $(NAME)_SEPARATED = $(status("SEPARATED")), /* the pusher moves away: nothing moves */
  $(NAME)_TIPPING = $(status("TIPPING")), /* the ECP is off the patch: the body would tip */
  $(NAME)_BAD_INPUT = $(status("BAD_INPUT")), /* not finite, out of range, or too large for a result */
  /* The slip speed was not found in $(rounds) rounds. No test reaches this. */
  $(NAME)_NO_CONVERGENCE = $(status("NO_CONVERGENCE")),
  $(NAME)_BAD_STATE = $(status("BAD_STATE")) /* the new state is not finite: reset the state */
};

//@ if #tune > 0 then
$(include("common/tuning.h"))

//@ end
/* No function allocates, keeps data or calls back; all are reentrant. Outputs may
 * be NULL; the state and inputs may not. */

void $(name)_reset($(name)_state *s);

/* Advances the state by $(has_dt and "its time step" or "dt >= 0") under a load (fx, fy, tau) at the height of the
 * centre of mass; gravity is added. With dt = 0 nothing changes. */
int $(name)_step($(tuned)$(name)_state *s, const $(real) load[3],
//@ if has_dt then
  $(real) out[$(NAME)_NOUT]);
//@ else
  $(real) dt, $(real) out[$(NAME)_NOUT]);
//@ end

/* A step, and the row-major derivatives of the new velocity by the old one and by
 * the load: 0 at rest, one-sided where sticking begins. */
int $(name)_step_jac($(tuned)$(name)_state *s, const $(real) load[3],
//@ if has_dt then
  $(real) out[$(NAME)_NOUT], $(real) dv_dv[9], $(real) dv_dload[9]);
//@ else
  $(real) dt, $(real) out[$(NAME)_NOUT], $(real) dv_dv[9], $(real) dv_dload[9]);
//@ end

/* Friction on a body that moves with the twist, for an integrator of your own: force
 * and ECP of the continuous model; 0 at rest. */
int $(name)_friction($(tuned)const $(real) twist[3], $(real) force[3], $(real) point[2]);

/* A step of pure translation$(is_round and " in closed form, PS (46)-(49)" or ""): no spin, a force at the centre of
 * mass; gravity is added. */
int $(name)_translate($(tuned)const $(real) v[2], const $(real) force[2],
//@ if has_dt then
  $(real) v1[2], $(real) impulse[2]);
//@ else
  $(real) dt, $(real) v1[2], $(real) impulse[2]);
//@ end

/* Quasi-static: a pusher sticks to the body at the point `at` and moves with the
 * velocity given. Returns the body's twist and the pusher's force on the body. */
int $(name)_push($(tuned)const $(real) at[2], const $(real) velocity[2],
  $(real) twist[3], $(real) force[2]);

/* A push with friction mu >= 0 between the pusher and an edge with the inward normal
 * given (any length): the pusher sticks, or slides along the edge at `slip`, m/s, > 0
 * to the left of the normal. SEPARATED if the pusher does not push. */
int $(name)_push_edge($(tuned)const $(real) at[2], const $(real) normal[2], $(real) mu,
  const $(real) velocity[2], $(real) twist[3], $(real) force[2], $(real) *slip);

/* The push that moves the body with the twist: the point of its line of action that
 * is nearest to the centre of mass, the velocity there and the force. BAD_INPUT for
 * a pure spin: no single push makes one. */
int $(name)_push_for($(tuned)const $(real) twist[3], $(real) at[2], $(real) velocity[2],
  $(real) force[2]);

/* Golden vectors, NaN and infinity: 0 if this build computes what it should, else
 * the number of the check that failed. */
int $(name)_selftest(void);

#ifdef __cplusplus
}
#endif
#endif
