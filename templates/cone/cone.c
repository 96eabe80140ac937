//@ local axes = is_runtime and " in the axes t1, t2, normal" or ""
//@ local is_made = is_runtime or #tune > 0 -- functions return the tables
//@ local rows_are = (has_rows and not is_made) and "" or "static "
/* $(name).c: the cone "$(name)"; see $(name).h.
 *
$(include("common/preamble.c")) */
$(include("common/includes.c"))

enum { $(name)_n = $(NAME)_N };

//@ if has_listed then
/* ---- parameters --------------------------------------------------------- */

$(include("common/constants.c"))

//@ end
//@ if has_table or has_rays or is_point3 and not is_runtime then
/* ---- tables ------------------------------------------------------------- */

//@ end
//@ if has_table and #tune > 0 then
/* $(nrows) rows of A$(axes)$(not has_tuned_mu and "" or form == "point" and ": their directions along the surface, then limits" or " at the default mu"). */
static const $(NAME)_TABLE $(real) $(name)_A[$(nrows*n)] = {
$(rows(A, n))};
//@ elseif has_table then
/* $(nrows) rows of A f <= b$(axes). */
$(rows_are)const $(NAME)_TABLE $(real) $(name)_A[$(nrows*n)] = {
$(rows(A, n))};
$(rows_are)const $(NAME)_TABLE $(real) $(name)_b[$(nrows)] = {
$(rows(b))};
//@ end
//@ if has_rays then
/* $(nrays) rays$(axes)$(not has_tuned_mu and "" or form == "point" and ": their directions along the surface" or " at the default mu"). */
$(is_made and "static " or "")const $(NAME)_TABLE $(real) $(name)_rays[$(nrays*n)] = {
$(rows(ray_table, n))};
//@ end
//@ if has_rays and nvertices > 0 and #tune == 0 then
/* $(nvertices) vertices. */
const $(NAME)_TABLE $(real) $(name)_vertices[$(nvertices*n)] = {
$(rows(vertex_table, n))};
//@ end
//@ if is_point3 and not is_runtime and #tune > 0 then
const $(NAME)_TABLE $(real) $(name)_normal[3] = {
$(rows(normal))};
const $(NAME)_TABLE $(real) $(name)_T[6] = {
$(rows(T, 3))};
const $(NAME)_TABLE $(real) $(name)_P[9] = {
$(rows(P, 3))};
//@ elseif is_point3 and not is_runtime then
const $(NAME)_TABLE $(real) $(name)_normal[3] = {
$(rows(normal))};
const $(NAME)_TABLE $(real) $(name)_T[6] = {
$(rows(T, 3))};
const $(NAME)_TABLE $(real) $(name)_P[9] = {
$(rows(P, 3))};
const $(NAME)_TABLE $(real) $(name)_S[9] = {
$(rows(S, 3))};
//@ end
//@ if has_table or has_rays or is_point3 and not is_runtime then

//@ end
//@ if #tune > 0 and has_table then
$(include("cone/rows.c", { axes = axes }))

//@ end
//@ if #tune > 0 and has_rays then
$(include("cone/rays.c", { axes = axes }))

//@ end
/* ---- helpers ------------------------------------------------------------ */

$(include("common/functions.c"))

//@ if #tune > 0 then
$(include("common/tuning.c"))

//@ end
static void $(name)_zero($(real) *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = $(real(0));
}

static inline $(real) $(name)_abs($(real) x)
{
  return x < $(real(0)) ? -x : x;
}

/* Returns 1 if no number is NaN or larger than the algorithms take. */
static int $(name)_is_in_range(const $(real) *v, int count)
{
  for (int i = 0; i < count; i++)
    if (!(v[i] <= $(real(most)) && v[i] >= -$(real(most)))) return 0;
  return 1;
}

//@ if not is_closed then
/* |fx| + |fy| + ..., N$(form ~= "point" and "; a torque counts as the force at the distance LENGTH" or ""). */
static $(real) $(name)_size(const $(real) f[$(n)])
{
  $(real) sum = $(real(0));
//@ if form == "point" then
  for (int k = 0; k < $(name)_n; k++) sum += $(name)_abs(f[k]);
//@ elseif form == "patch" then
  sum = $(name)_abs(f[0]) + $(name)_abs(f[1]) + $(times("per_length"))$(name)_abs(f[2]) + $(name)_abs(f[3]);
//@ else
  for (int k = 3; k < 6; k++) sum += $(times("per_length"))$(name)_abs(f[k]);
  for (int k = 0; k < 3; k++) sum += $(name)_abs(f[k]);
//@ end
  return sum;
}

//@ end
//@ if is_runtime then
$(include("cone/frame.c"))

//@ end
//@ if is_closed then
$(include("cone/closed.c"))
//@ else
$(include("cone/polytope.c"))
//@ end

//@ if #tune > 0 and not is_runtime then
$(include("cone/tuned.c"))
//@ end
$(include("cone/calls.c", { at_normal = is_runtime and "const " .. tostring(real) .. " normal[3], " or "" }))

$(include("cone/selftest.c"))
