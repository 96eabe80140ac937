/* $(name).h: friction of the contact "$(name)"
 *
$(include("common/preamble.h"))
 *
 * Twist (vx, vy, w) of the moving body, and wrench (fx, fy, tau) of friction on
 * it, both at the grid centre; tau > 0 is counter-clockwise. SI units.
 *
 * The model: $(cells) bristles z, metres, each with a share w of the load fn:
 *   (1) v     = (vx - w*y, vy + w*x), s = |v|     slip of the cell at (x, y), m/s
$(include("contact/law.h"))
//@ if has_area then
$(include("contact/cells/area.h"))
//@ end
//@ if has_regions then
$(include("contact/cells/regions.h"))
//@ end
//@ if has_stretch then
$(include("contact/stretch.h"))
//@ end
//@ if is_elastoplastic then
 *   (3) dz/dt = v - beta*(sigma0*s/g)*z           elasto-plastic: with zmax = g/sigma0
 *       beta  = abar*(1 + cos)/2, cos of the angle between z and v
//@ else
 *   (3) dz/dt = v - (sigma0*s/g)*z
//@ end
 *   (4) f     = -(sigma0*z + $(has_fading and "sigma1*exp(-(s/v_d)^2)*" or "sigma1*")dz/dt + sigma2*v)*w*fn
//@ if is_elastoplastic then
 *   (5) abar  = 0 up to |z| = s_ba*zmax, 1 from |z| = zmax on, between them
 *               (1 + sin(pi*(|z|/zmax - (1 + s_ba)/2)/(1 - s_ba)))/2
//@ end
$(include("contact/parameters.h"))
 *
//@ if is_compressed then
$(include("contact/cells/bristles.h"))
//@ end
 * Grid $(nx) x $(ny) over $(plain(sx)) x $(plain(sy)) m
//@ if has_levels then
 * The pressure depends on fn: shares w are stored for $(levels) levels from $(plain(fn_least)) to
 * $(plain(fn_largest)) N, interpolated linearly in fn and constant beyond. Between levels their
 * error is at most $(plain(levels_error)) of the load in all, by three samples in each
 * interval. A cell without load at some fn has its bristle reset by
 * _step, and its rate is 0; all others keep theirs when fn changes. Bristles are
 * per unit of load: a change of fn puts sigma0*z^2/2 per newton into them.
 * Centre of pressure, m; largest torque per mu*fn about it, r, m; mean square
 * radius, u, m^2, at the levels:
$(include("contact/levels.h"))
//@ else
 * Centre of pressure ($(plain(cop_x)), $(plain(cop_y))) m
 * Largest torque per mu*fn about it, r = $(plain(r)) m; mean square radius, u = $(plain(u)) m^2
 * ($(plain(moment_2)) m^2 $(moment_text) about the grid centre)
//@ end
$(include("contact/scheme.h"))
 * Bytes: $(const_bytes) const, $(state_bytes) state
$(include("common/stack.h"))
//@ if has_stride or has_crowd_wide then
 * Eva reads the loops for processors without vectors; the vector code is tested, not proven.
//@ end
 *
 * Decisions:
$(decisions)
 *
 * Compile with -O3 -march=<cpu> -fno-math-errno -fno-trapping-math
 * -ffp-contract=$(contraction) (gcc where vectors of 512 bits are to be had: also
 * -mprefer-vector-width=512), never with -ffast-math or -ffinite-math-only. */
#ifndef $(NAME)_H
#define $(NAME)_H

#define $(NAME)_ABI $(abi) /* raised when a meaning below changes */
#define $(NAME)_SPEC_HASH "$(spec_hash)"
#define $(NAME)_SPEC_ID $(spec_id) /* the same in $(name).c */
#define $(NAME)_NZ $(nstates) /* friction states */
#define $(NAME)_NCELLS $(cells)
//@ if not has_levels then
#define $(NAME)_COP_X $(real(cop_x)) /* centre of pressure, m */
#define $(NAME)_COP_Y $(real(cop_y))
//@ end

#ifdef __cplusplus
extern "C" {
#endif

typedef $(real_type) $(real);

/* Deflections in metres: all x components, then all y, over the cells that carry
 * force, along x first, from the smallest y. A zeroed state is a valid start. */
$(include("contact/rate.h"))

/* Its derivatives, row-major blocks, cell by cell: dz_dz 2x2 (4*NCELLS numbers),
 * dz_dtwist 2x3 (6*NCELLS), dw_dz 3x2 (6*NCELLS); dw_dtwist is one 3x3. */
int $(name)_rate_jac($(tuned)const $(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) *dz_dz, $(real) *dz_dtwist, $(real) *dw_dz, $(real) dw_dtwist[9]);

$(include("contact/steps.h"))

/* Steady sliding of the model's bristles. */
int $(name)_steady($(tuned)const $(real) twist[3], $(real) fn, $(real) wrench[3]);

/* The Coulomb limit surface times mu_c*fn, $(limit_text); 0 at
 * zero twist. */
int $(name)_limit($(tuned)const $(real) twist[3], $(real) fn, $(real) wrench[3]);

//@ if has_margin then
/* How near sliding a wrench at the grid centre is under the load fn, as the least load at which
 * the bristles$(is_compressed and "" or " at the cells' midpoints") hold it, over fn, with $(margin_level)$(has_regions and " and the factors of the regions" or ""): they hold it up to *share = 1.
//@ if one_bristle then
 * No load holds a torque about the only bristle, beyond the rounding of the wrench: *share and
 * *fn of _hold are the largest number then.
//@ end
//@ if has_excess then
 * The pressure itself holds as much or up to $(plain(margin_excess, 2)) % more.
//@ end
 * Rounded up by 0.1 %, since bristles creep that near to their limit, and where the search of at
 * most $(margin_rounds) passes over the bristles has not ended by a little more: never below the true share. The
 * wrench is of mu*fn alone, without viscous friction. SEPARATED if fn <= 0: *share is 0 and no
 * wrench is held. */
int $(name)_margin($(tuned)const $(real) wrench[3], $(real) fn, $(real) *share);

/* The least load fn, N, rounded up, at which _margin is at most share, 0 < share <= 1. */
int $(name)_hold($(tuned)const $(real) wrench[3], $(real) share, $(real) *fn);

//@ end
//@ if has_levels then
/* Cell k's x, y (m) and share of the load at fn; BAD_INPUT unless 0 <= k < NCELLS
 * and fn is finite. */
int $(name)_cell(int k, $(real) fn, $(real) cell[3]);

/* Centre of pressure at fn, m. */
int $(name)_cop($(real) fn, $(real) cop[2]);
//@ else
/* Cell k's x, y (m) and share of the load; BAD_INPUT unless 0 <= k < NCELLS. */
int $(name)_cell(int k, $(real) cell[3]);
//@ end

//@ if has_stick then
/* Tells which bristles stick: |z| is at most $(is_elastoplastic and "s_ba" or "0.9")*zmax at the slip of the cell. Writes the
 * share of the load and of the area that sticks, and its centre, m, weighted by the load; 0
 * if nothing sticks. The state is not changed. */
int $(name)_stick($(tuned)const $(name)_state *s, const $(real) twist[3], $(real) fn, $(real) sticking[4]);

//@ end
//@ if has_body then
$(include("contact/body/body.h"))

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
