/* $(name).h: friction of the contact "$(name)"
 *
$(include("common/preamble.h"))
 *
 * Twist (vx, vy, w) of the moving body, and wrench (fx, fy, tau) of friction on
 * it, both at the grid centre; tau > 0 is counter-clockwise. SI units.
 *
 * The model: three bristles z, metres, at the centre of pressure, which the
 * limit surface h couples: the wrench of sliding per mu*fn, torque over r.
 *   (1) V     = (vx - w*cy, vy + w*cx, r*w), s = |V|   at the centre of pressure, m/s
$(include("contact/law.h"))
//@ if has_stretch then
$(include("contact/stretch.h"))
//@ end
//@ if is_matched then
 *   (3) dz/dt = K*((1 - abar)*V - abar*h*s - beta*(sigma0*s/g)*z)
 *               K = diag(1, 1, u/r^2) makes the spin as stiff as the cells are
//@ else
 *   (3) dz/dt = -h*s - beta*(sigma0*s/g)*z
//@ end
 *   (4) f     = -(sigma0*z + $(has_fading and "sigma1*exp(-(s/v_d)^2)*" or "sigma1*")dz/dt + sigma2*(V[0], V[1], u/r^2*V[2]))*fn
//@ if is_elastoplastic then
 *   (5) beta  = abar*(1 + cos)/2, elasto-plastic: with zmax = |h|*g/sigma0 and cos of
 *               the angle between z and -h; abar = 0 up to |z| = s_ba*zmax, 1
 *               from |z| = zmax on, between them
 *               (1 + sin(pi*(|z|/zmax - (1 + s_ba)/2)/(1 - s_ba)))/2
//@ else
 *   (5) abar  = beta = 1
//@ end
 *   (6) wrench = (f[0], f[1], r*f[2] + cx*f[1] - cy*f[0])
//@ if is_ellipsoid then
 *   (7) h     = -V/s
//@ else
 *   (7) h       $(is_potential and "minus the gradient of a cubic spline" or "from a table, " .. interp .. " between its points"); its largest error is proven
 *               to be $(plain(table_error)), in |(dfx, dfy, dtau/r)| per mu*fn, $(has_axis and "at any twist and fn" or has_levels and "at a level" or "at any twist")
//@ end
//@ if has_axis then
 * The pressure depends on fn: CoP, r, u$(is_blended and " and h" or "") are cubic splines over $(roots == 0 and "fn" or roots == 1 and "sqrt(fn)" or "sqrt(sqrt(fn))") from
 * $(plain(fn_least)) to $(plain(fn_largest)) N, constant beyond. The error of h is against the pressure itself:
 * $(plain(proven_error)) is proven against cells of even pressure, $(window_side) a side of a window that grows
 * with the contact, at $(axis_levels) forces and on lines between them; the rest was found, $(plain(grid_error)) for
 * the cells and $(plain(line_error)) for the lines. The state is kept when fn changes; bristles are per unit
 * of load, so a change puts sigma0*z^2/2 per newton into them or takes it out.
//@ elseif has_levels then
 * The pressure depends on fn: h, CoP, r and u are stored for $(levels) levels from
 * $(plain(fn_least)) to $(plain(fn_largest)) N, interpolated linearly in fn and constant beyond. That
 * adds an error of at most $(plain(levels_error)) to the surface between levels, by three samples in
 * each interval. The state is kept when fn changes; bristles are per unit of load,
 * so a change puts sigma0*z^2/2 per newton into them or takes it out.
//@ end
$(include("contact/parameters.h"))
 *
 * Grid $(nx) x $(ny) over $(plain(sx)) x $(plain(sy)) m, $(cells) cells with pressure
//@ if has_levels then
 * Centre of pressure (cx, cy), m; largest torque per mu*fn about it, r, m; mean
 * square radius, u, m^2, at the levels:
$(include("contact/levels.h"))
//@ else
 * Centre of pressure (cx, cy) = ($(plain(cop_x)), $(plain(cop_y))) m
 * Largest torque per mu*fn about it, r = $(plain(r)) m; mean square radius, u = $(plain(u)) m^2
//@ end
$(include("contact/scheme.h"))
 * Bytes: $(const_bytes) const, $(state_bytes) state
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
#define $(NAME)_NZ $(nstates) /* friction states */
//@ if not has_levels then
#define $(NAME)_COP_X $(real(cop_x)) /* centre of pressure, m */
#define $(NAME)_COP_Y $(real(cop_y))
//@ end

#ifdef __cplusplus
extern "C" {
#endif

typedef $(real_type) $(real);

/* Deflections in metres, of x, y and of the spin times r. A zeroed state is a valid
 * start. */
$(include("contact/rate.h"))

/* Its derivatives, row-major 3x3 each. */
int $(name)_rate_jac($(tuned)const $(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dz_dz[9], $(real) dz_dtwist[9], $(real) dw_dz[9], $(real) dw_dtwist[9]);

$(include("contact/steps.h"))

/* Steady sliding, where the bristles have come to rest. */
int $(name)_steady($(tuned)const $(real) twist[3], $(real) fn, $(real) wrench[3]);

/* The limit surface times mu_c*fn, as the model has it; 0 at zero twist. */
int $(name)_limit($(tuned)const $(real) twist[3], $(real) fn, $(real) wrench[3]);

//@ if has_margin then
//@ if is_ellipsoid then
/* How near sliding a wrench at the grid centre is under the load fn, as |w|/($(margin_level)*fn) of the
 * ellipsoid (7): it holds up to *share = 1 in this model. The pressure itself holds less, by what
 * `bristle check` says of the ellipsoid. The wrench is of mu*fn alone, without viscous
 * friction. SEPARATED if fn <= 0: *share is 0 and no wrench is held. */
//@ else
/* How near sliding a wrench at the grid centre is under the load fn, as the gauge over
 * $(margin_level)*fn: it holds up to *share = 1. Rounded up, by at most $(plain(100*(2*reach*table_error), 2)) % of *share if the
 * search of $(margin_rounds) rounds ends, by the proven error of the table: never below the true
 * share. The wrench is of mu*fn alone, without viscous friction. SEPARATED if fn <= 0: *share
 * is 0 and no wrench is held. */
//@ end
int $(name)_margin($(tuned)const $(real) wrench[3], $(real) fn, $(real) *share);

/* The least load fn, N, rounded up, at which _margin is at most share, 0 < share <= 1. */
int $(name)_hold($(tuned)const $(real) wrench[3], $(real) share, $(real) *fn);

//@ end
//@ if has_body then
$(include("contact/body/body.h"))

//@ end
//@ if has_levels then
/* Centre of pressure at fn, m. */
int $(name)_cop($(real) fn, $(real) cop[2]);

//@ end
//@ if has_couple then
$(include("contact/couple/couple.h"))

//@ end
/* Golden vectors, NaN and infinity: 0 when this build computes what it should, else
 * the number of the check that failed. */
int $(name)_selftest(void);

#ifdef __cplusplus
}
#endif
#endif
