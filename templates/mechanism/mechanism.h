/* $(name).h: the mechanism "$(name)"
 *
$(include("common/preamble.h"))
 *
 * Coordinates q: $(q_list)
//@ if nu > 0 then
 * Inputs u: $(u_list)
//@ end
//@ if parameters ~= "" then
 * Parameters: $(parameters)
//@ if #tune > 0 then
 * $(name)_tune changes those of the enum below.
//@ end
//@ end
 *
 *   M(q,t) qdd = Q(q,qd,t,u) + A'l + J'f,  A(q,t) qdd = b(q,qd,t)
 * with $(m) constraint$(m > 1 and "s" or "")$(has_baumgarte and ", c'' + 2*alpha*c' + beta^2*c = 0: alpha = " .. plain(alpha) .. ", beta = " .. plain(beta) or "")
//@ if has_contact then
 * p: the contact point, $(d) coordinates; its slip w = J qd + dp/dt, s = |w|
 * n = (J J')^-1 J A'l of the surface: the normal force; N = |n|, $(is_coupled and "with" or "without") the
 * effect of friction; $(is_unilateral and "the surface pushes only, towards larger values of its constraint:\n * where it would have to pull without friction the status is LIFTED, and surface and\n * friction have no force; a state in flight is judged as if it touched" or "a constraint both pulls and pushes")
//@ end
 * f: $(law_text)
//@ if sticks then
 * A contact at rest that mu_s*N cannot hold starts along its own acceleration a
 * over the surface: f = -mu_s*N*a/|a|.
//@ end
//@ if is_elastoplastic then
 * elasto-plastic: beta = abar*(1 + cos)/2, cos of the angle between z and w; with
 * p = |z|*sigma0/g(s), abar = 0 up to p = s_ba = $(plain(s_ba)), 1 from p = 1 on, between
 * them (1 + sin(pi*(p - (1 + s_ba)/2)/(1 - s_ba)))/2
//@ end
 *
 * SI units where the coordinates have them. _step: two implicit stages, second
 * order, L-stable, at most $(most_turns) Newton turns each, in up to $(most_parts)
 * parts where they do not succeed$(sticks and "; where the contact comes to\n * rest or starts, one implicit Euler step" or "")
 * Newton turns of a _step, for which operations are counted below: at most $(undivided_turns)
 * where the whole step succeeds, and $(step_turns) with all attempts in parts
 * Operations: about $(rate_operations) in _rate, $(jac_operations) more in _jac before its $(columns) linear
 * systems of $(system_operations)
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
#define $(NAME)_NQ $(n) /* coordinates */
#define $(NAME)_NU $(nu) /* inputs */
#define $(NAME)_NZ $(nz) /* friction states */
#define $(NAME)_NS $(ns) /* all states: q, v, z */
#define $(NAME)_NC $(m) /* constraints */
#define $(NAME)_ND $(d) /* coordinates of the contact point */

#ifdef __cplusplus
extern "C" {
#endif

typedef $(real_type) $(real);

/* A zeroed state is valid; the caller chooses q and v that satisfy the constraints. */
typedef struct {
  $(real) q[$(n)];
  $(real) v[$(n)]; /* dq/dt */
//@ if nz > 0 then
  $(real) z[$(nz)]; /* $(z_text) */
//@ end
} $(name)_state;

/* < 0: error, outputs are zero and the state is unchanged.$(is_unilateral and " > 0: valid, with a condition." or "") */
//@ -- ORDER STATUSES
enum {
  $(NAME)_OK = $(status("OK")),
//@ if is_unilateral then
  $(NAME)_LIFTED = $(status("LIFTED")), /* the surface would have to pull; of _step: at its end */
//@ end
  $(NAME)_BAD_INPUT = $(status("BAD_INPUT")),       /* not finite, or dt < 0 */
  $(NAME)_NO_CONVERGENCE = $(status("NO_CONVERGENCE")),  /* of _step: take a shorter one */
  $(NAME)_BAD_STATE = $(status("BAD_STATE")),       /* the state or the result is not finite */
  $(NAME)_NOT_UNIQUE = $(status("NOT_UNIQUE"))       /* singular: constraints depend on each other,
                                 * or friction and normal force lock (Painleve) */
};

//@ if #tune > 0 then
$(include("common/tuning.h"))

//@ end
/* No function allocates, keeps data or calls back; all are reentrant. Outputs
 * may be NULL; states and inputs may not. */

void $(name)_reset($(name)_state *s);

/* The continuous model, for your own integrator. */
int $(name)_rate($(tuned)const $(name)_state *s, $(u_parameter)$(real) t, $(name)_state *ds);

/* The forces: $(has_contact and "at the contact point n, the part of Q along the surface, and\n * friction f; then " or "")of the coordinates: A'l$(has_law and " and J'f" or ""). */
int $(name)_forces($(tuned)const $(name)_state *s, $(u_parameter)$(real) t,
//@ if has_contact then
  $(real) normal[$(d)], $(real) tangential[$(d)], $(real) friction[$(d)],
  $(real) reaction[$(n)], $(real) generalised[$(n)]);
//@ else
  $(real) reaction[$(n)]);
//@ end

/* Derivatives of the rate, row-major: NS x NS by the state$(nu > 0 and ", NS x NU by the inputs" or ""). */
int $(name)_jac($(tuned)const $(name)_state *s, $(u_parameter)$(real) t,
  $(jac_outputs));

/* Advances the state from t to t + dt, dt >= 0, with the inputs held. */
int $(name)_step($(tuned)$(name)_state *s, $(u_parameter)$(real) t, $(real) dt);
//@ if has_law then

/* The closed form: generalised friction J'f, for a controller to subtract. */
int $(name)_friction($(tuned)const $(real) q[$(n)], const $(real) qd[$(n)], $(z_parameter)$(u_parameter)
  $(real) t, $(real) Qf[$(n)]);
//@ end

/* Golden vectors, NaN and infinity: 0 when this build computes what it should, else
 * the number of the check that failed. */
int $(name)_selftest(void);

#ifdef __cplusplus
}
#endif
#endif
