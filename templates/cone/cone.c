/* $(name).c: the cone "$(name)"; $(name).h tells what it is.
 *
$(include("common/preamble.c")) */
$(include("common/includes.c"))

enum { $(name)_n = $(n) };

/* ---- tables ------------------------------------------------------------- */

//@ if has_table then
/* $(nrows) rows of A f <= b$(axes_text). */
$(A_storage)const $(real) $(A_name)[$(nrows*n)] = {
$(rows(A, n))};
$(A_storage)const $(real) $(b_name)[$(nrows)] = {
$(rows(b))};
//@ end
//@ if has_rays_out then
/* $(nrays) rays$(axes_text). */
$(V_storage)const $(real) $(rays_name)[$(nrays*n)] = {
$(rows(ray_table, n))};
//@ end
//@ if has_rays_out and nvertices > 0 and not is_runtime then
const $(real) $(name)_vertices[$(nvertices*n)] = {
$(rows(vertex_table, n))};
//@ end
//@ if is_point3 and not is_runtime then
const $(real) $(name)_normal[3] = {
$(rows(normal))};
const $(real) $(name)_T[6] = {
$(rows(T, 3))};
const $(real) $(name)_P[9] = {
$(rows(P, 3))};
const $(real) $(name)_S[9] = {
$(rows(S, 3))};
//@ end

/* ---- helpers ------------------------------------------------------------ */

static void $(name)_zero($(real) *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = $(real(0));
}

/* 1 for finite numbers of no absurd size. */
static int $(name)_is_sound(const $(real) *v, int count)
{
  for (int i = 0; i < count; i++)
    if (!(v[i] <= $(real(most)) && v[i] >= -$(real(most)))) return 0;
  return 1;
}

//@ if is_runtime then
$(include("cone/frame.c"))

//@ end
//@ if is_closed then
$(include("cone/closed.c"))
//@ else
$(include("cone/polytope.c"))
//@ end

$(include("cone/calls.c"))

$(include("cone/selftest.c"))
