//@ local components = { point = n == 2 and "x, y (N)" or "x, y, z (N)",
//@   patch = "fx, fy (N), tau (N m), fn (N)", wrench = "fx, fy, fz (N), tx, ty, tz (N m)" }
//@ local row_list = nfacets .. " facets" .. (has_max and ", then normal force <= f_max" or "")
//@   .. (f_min > 0 and ", then -(normal force) <= -f_min" or "")
//@ local at_normal = is_runtime and "const " .. tostring(real) .. " normal[3], " or ""
/* $(name).h: the forces that friction can hold, cone "$(name)"
 *
$(include("common/preamble.h"))
 *
$(include("cone/meaning_" .. form .. ".h"))
 *
//@ if has_rows then
 * As inequalities: A f <= b, A row-major, $(row_list).
 * Rows have length 1 in the metric, so that b - A f is the distance to each
 * plane in newtons. There are no equalities and no lower bounds:
 *   OSQP     l <= A x <= u: u = b, l = -OSQP_INFTY for every row; A by columns
 *            (CSC, all entries stored): Ax[j*rows + i] = A[i*cols + j]
 *   qpOASES  lbA <= A x <= ubA: A as it is (row-major), ubA = b, lbA = -INFTY
 *   Clp      rows from -1e30 to b, by columns like OSQP; for a quadratic cost
 *            Clp_initialBarrierNoCrossSolve
 *   ECOS     G x + s = h, s >= 0: G = A (CSC), h = b, l = number of rows
 * For several contacts stack the rows in blocks down the diagonal.
//@ end
//@ if has_rays then
 * As generators: f = sum a_k ray_k, a_k >= 0; rays have normal force 1, row by
 * row.
//@ if nvertices > 0 then
 * With the limits: f = sum a_k vertex_k, sum a_k = 1.
//@ elseif f_min > 0 then
 * The rays do not know the limits.
//@ end
//@ end
//@ if is_point3 then
 * Four ways to write the round cone, n the normal, t1, t2 the tangents:
 *   element-wise  sqrt((t1.f)^2 + (t2.f)^2) <= mu n.f
 *   vector        |T f| <= mu n.f, T = (t1; t2)
 *   projector     |P f| <= mu n.f, P = I - n n'
 *   second-order  S f in Q3, S = (mu n; t1; t2): ECOS takes G = -S (CSC), h = 0,
 *                 q = {3}; its first row is the one that bounds the others
//@ end
 *
$(include("common/stack.h"))
 *
 * Decisions:
$(decisions)
 *
 * Compile with any flags but -ffast-math and -ffinite-math-only, which assume that
 * there is no NaN. */
#ifndef $(NAME)_H
#define $(NAME)_H

#define $(NAME)_ABI $(abi) /* raised when a meaning below changes */
#define $(NAME)_SPEC_HASH "$(spec_hash)"
#define $(NAME)_SPEC_ID $(spec_id) /* the same in $(name).c */
#define $(NAME)_N $(n) /* numbers of a force: $(components[form]) */
//@ if not has_tuned_mu then
#define $(NAME)_MU $(real(mu)) /* friction coefficient */
//@ end
//@ if has_rows then
#define $(NAME)_ROWS $(nrows) /* $(row_list) */
#define $(NAME)_FACETS $(nfacets)
//@ end
//@ if has_rays then
#define $(NAME)_RAYS $(nrays)
//@ if nvertices > 0 then
#define $(NAME)_VERTICES $(nvertices)
//@ end
//@ end
//@ if form ~= "point" then
#define $(NAME)_LENGTH $(real(length)) /* m: a torque counts as the force at this distance */
//@ end
//@ if form == "patch" then
#define $(NAME)_COP_X $(real(cop_x)) /* centre of pressure, m */
#define $(NAME)_COP_Y $(real(cop_y))
//@ end

#ifdef __cplusplus
extern "C" {
#endif

typedef $(real_type) $(real);

/* < 0: an error; outputs are zero. */
//@ -- ORDER STATUSES
enum {
  $(NAME)_OK = $(status("OK")),
//@ if is_closed then
  $(NAME)_BAD_INPUT = $(status("BAD_INPUT")) /* not finite, beyond $(plain(most)) N$(is_runtime and ", or a normal of length 0" or "") */
//@ else
  $(NAME)_BAD_INPUT = $(status("BAD_INPUT")), /* not finite, beyond $(plain(most)) N$(is_runtime and ", or a normal of length 0" or "") */
  /* The active-set method needed more than $(iterations) exchanges; the output is the last
   * point. No test reaches this. */
  $(NAME)_NO_CONVERGENCE = $(status("NO_CONVERGENCE"))
//@ end
};

//@ if #tune > 0 then
$(include("common/tuning.h"))

//@ end
//@ if #tune > 0 and not is_runtime and is_point3 then
extern const $(real) $(name)_normal[3];
extern const $(real) $(name)_T[6]; /* 2 x 3 */
extern const $(real) $(name)_P[9]; /* 3 x 3 */

//@ end
//@ if not is_runtime and #tune == 0 then
//@ if has_rows then
extern const $(real) $(name)_A[$(nrows*n)]; /* $(nrows) x $(n) */
extern const $(real) $(name)_b[$(nrows)];
//@ end
//@ if has_rays then
extern const $(real) $(name)_rays[$(nrays*n)]; /* $(nrays) x $(n) */
//@ if nvertices > 0 then
extern const $(real) $(name)_vertices[$(nvertices*n)]; /* $(nvertices) x $(n) */
//@ end
//@ end
//@ if is_point3 then
extern const $(real) $(name)_normal[3];
extern const $(real) $(name)_T[6]; /* 2 x 3 */
extern const $(real) $(name)_P[9]; /* 3 x 3 */
extern const $(real) $(name)_S[9]; /* 3 x 3 */
//@ end

//@ end
/* No function allocates, keeps data or calls back; all are reentrant. Outputs
 * may be NULL. */

/* 1: friction can hold f; 0: it cannot; or BAD_INPUT. */
int $(name)_contains($(tuned)$(at_normal)const $(real) f[$(n)]);

/* The distance of f to the nearest $(is_closed and "surface" or "plane"), N; negative if friction cannot hold f. */
int $(name)_margin($(tuned)$(at_normal)const $(real) f[$(n)], $(real) margin[1]);

//@ if form == "point" then
/* The nearest force that friction can hold. */
//@ elseif form == "patch" then
/* The nearest wrench that friction can hold. A torque counts as the force at the
 * distance $(NAME)_LENGTH from the centre of pressure. */
//@ else
/* The nearest wrench that friction can hold. A torque counts as the force at the
 * distance $(NAME)_LENGTH. */
//@ end
int $(name)_project($(tuned)$(at_normal)const $(real) f[$(n)], $(real) out[$(n)]);
//@ if is_runtime then

/* The same forms for a normal of any length, into the body: its tangents T
 * (2 x 3; they jump only where the normal's z changes sign) and the second-order
 * form S (3 x 3). */
int $(name)_frame($(tuned)const $(real) normal[3], $(real) T[6], $(real) S[9]);
//@ if has_rows then

/* The rows A ($(nrows) x $(n)) and b. */
int $(name)_facets($(tuned)const $(real) normal[3], $(real) A[$(nrows*n)], $(real) b[$(nrows)]);
//@ end
//@ if has_rays then

/* The rays ($(nrays) x $(n)). */
int $(name)_generators($(tuned)const $(real) normal[3], $(real) rays[$(nrays*n)]);
//@ end
//@ end

//@ if #tune > 0 and not is_runtime then
//@ if is_point3 then
/* The tangents T (2 x 3) and the second-order form S (3 x 3). */
int $(name)_frame($(tuned)$(real) T[6], $(real) S[9]);

//@ end
//@ if has_rows then
/* The rows A ($(nrows) x $(n)) and b at the tuning. */
int $(name)_facets($(tuned)$(real) A[$(nrows*n)], $(real) b[$(nrows)]);

//@ end
//@ if has_rays then
/* The rays ($(nrays) x $(n))$(nvertices > 0 and ", and the vertices (" .. nvertices .. " x " .. n .. ")" or "") at the tuning. */
int $(name)_generators($(tuned)$(real) rays[$(nrays*n)]);
//@ if nvertices > 0 then
int $(name)_vertices($(tuned)$(real) vertices[$(nvertices*n)]);
//@ end

//@ end
//@ end
/* Golden vectors, NaN and infinity: 0 if this build computes what it should, else
 * the number of the check that failed. */
int $(name)_selftest(void);

#ifdef __cplusplus
}
#endif
#endif
