/* $(name).h: friction of the axis "$(name)"
 *
$(include("common/preamble.h"))
 *
//@ local x, f = is_rotary and "rad" or "m", is_rotary and "N m" or "N"
 * Friction of one axis at the speed v, s = |v|. Units: $(x), $(x)/s, $(f).
 * The force is that on the moving part; it opposes the motion.
//@ if has_state then
 *   dz/dt = v*f(u), u = z*sgn(v)/zmax, zmax = G/sigma0
 *   force = -(sigma0*z$(has_damping and " + sigma1" .. (has_fading and "*exp(-(s/v_d)^2)" or "") .. "*dz/dt" or "") + sigma2*v)
//@ if is_bent then
 *   f = 1 for u <= s_ba, 1 - u for u >= 1, between them 1 - u*sin^2(pi/2*(u - s_ba)/(1 - s_ba))
//@ elseif alpha ~= 1 then
 *   f = sgn(1 - u)*|1 - u|^$(plain(alpha))
//@ else
 *   f = 1 - u
//@ end
//@ else
 *   force = -(G*sgn(v) + sigma2*v), 0 at rest; _friction_at_rest is what holds then
//@ end
 *   G = $(level_text)
//@ for line in law_lines:gmatch("[^\t]+") do
 * $(line)
//@ end
//@ if has_state then
 *
 * A step is $(step_text)
 * Before it the deflection returns to what the level holds at rest, |z| <= G(0)/sigma0: a
 * load that fell takes its part with it. That only dissipates.
//@ end
 *
 * Operations: $(level_operations) for G, $(slope_operations) for its slopes
 * Bytes: $(state_bytes) state, $(table_bytes) tables
$(include("common/stack.h"))
 *
 * Decisions:
$(decisions)
 *
 * Compile with -O3 -march=<cpu> -fno-math-errno -fno-trapping-math
 * -ffp-contract=fast, never with -ffast-math or
 * -ffinite-math-only. */
#ifndef $(NAME)_H
#define $(NAME)_H

#define $(NAME)_ABI $(abi) /* raised when a meaning below changes */
#define $(NAME)_SPEC_HASH "$(spec_hash)"
#define $(NAME)_SPEC_ID $(spec_id) /* the same in $(name).c */

#ifdef __cplusplus
extern "C" {
#endif

typedef $(real_type) $(real);

//@ if has_state then
/* A zeroed state is a valid start. */
typedef struct {
  $(real) z; /* deflection of the bristle, $(x) */
} $(name)_state;

//@ end
/* < 0: an error; outputs are zero and the state is as it was. > 0: valid with a
 * condition. */
//@ -- ORDER STATUSES
enum {
  $(NAME)_OK = $(status("OK")),
  $(NAME)_SEPARATED = $(status("SEPARATED")), /* nothing presses: the level is 0 */
  $(NAME)_BAD_INPUT = $(status("BAD_INPUT")), /* not finite, out of range, or too large for a result */
//@ if has_state then
  $(NAME)_NO_CONVERGENCE = $(status("NO_CONVERGENCE")), /* of _couple: see there */
//@ end
  $(NAME)_BAD_STATE = $(status("BAD_STATE")) /* the new state is not finite: reset the state */
};

//@ if #tune > 0 then
$(include("common/tuning.h"))

//@ end
/* No function allocates, keeps data or calls back; all are reentrant. Outputs may
 * be NULL; the state may not.$(has_load and " `load` is what presses, " .. f .. "; its sign does not matter." or "")$(has_position and " `q` is the position, " .. x .. "." or "") */

//@ if has_state then
void $(name)_reset($(name)_state *s);

/* The continuous model, for an integrator of your own. */
int $(name)_rate($(tuned)const $(name)_state *s, $(typed_inputs), $(real) *dz, $(real) *force);

/* Its derivatives by z, v, load and q, in this order; 0 where the axis has no such
 * argument. At v = 0 those for v > 0. */
int $(name)_rate_jac($(tuned)const $(name)_state *s, $(typed_inputs), $(real) dz_d[4],
  $(real) force_d[4]);

/* Advances the state by dt >= 0 with all arguments held. The force is that of the
 * deflection at the end and of the mean rate, so that impulses add up. */
int $(name)_step($(tuned)$(name)_state *s, $(typed_inputs), $(real) dt, $(real) *force);

/* Steps n axes of this kind; arrays have an entry for each. force and status may be
 * NULL. Returns the most negative status, else a positive one if there is any. */
int $(name)_step_batch($(tuned)int n, $(name)_state *s, $(batch_inputs), $(real) dt, $(real) *force,
  int *status);

/* A step, and the derivatives of the force and of the new deflection by z, v, load and q. */
int $(name)_step_jac($(tuned)$(name)_state *s, $(typed_inputs), $(real) dt, $(real) *force,
  $(real) force_d[4], $(real) z_d[4]);

/* The force of steady motion; 0 at rest. */
int $(name)_steady($(tuned)$(typed_inputs), $(real) *force);

/* The force at this instant, with the rate in the place of the mean rate: a sample of a
 * log. */
int $(name)_friction($(tuned)const $(name)_state *s, $(typed_inputs), $(real) *force);

/* A step together with a host: finds v = v0 + w*dt*force(v), the speed that the host
 * arrives at. v0 is its speed after dt without this friction, w >= 0 the speed that a
 * unit of impulse gives it (1/inertia). Where several solutions exist it takes the one downhill
 * from v_start, the speed before the step. The host applies the force over dt, once.
 * At most $(couple_rounds) rounds; NO_CONVERGENCE: the last one. */
int $(name)_couple($(tuned)$(name)_state *s, $(real) v_start, $(real) v0, $(real) w$(more_inputs), $(real) dt,
  $(real) *v_end, $(real) *force);

//@ if has_compensation then
$(include("joint/compensate.h"))

//@ end
//@ else
/* The force of motion; 0 at rest. */
int $(name)_step($(tuned)$(typed_inputs), $(real) *force);

/* The same. */
int $(name)_steady($(tuned)$(typed_inputs), $(real) *force);

/* The force at rest under what drives the axis: -drive, at most the static level. */
int $(name)_friction_at_rest($(tuned)$(real) drive$(more_inputs), $(real) *force);

//@ end
/* Golden vectors, NaN and infinity: 0 if this build computes what it should, else
 * the number of the check that failed. */
int $(name)_selftest(void);

#ifdef __cplusplus
}
#endif
#endif
