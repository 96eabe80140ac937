/* ---- tables at a tuning ---------------------------------------------------- */

//@ if is_point3 then
int $(name)_frame($(tuned)$(real) T[6], $(real) S[9])
{
  static const $(real) axes[9] = {
$(rows(T, 3)),
$(rows(normal))};
//@ if has_tuned_mu then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ else
  (void)tuning;
//@ end
  for (int i = 0; T && i < 6; i++) T[i] = axes[i];
  for (int i = 0; S && i < 3; i++) {
    S[i] = $(times("mu"))axes[6 + i];
    S[3 + i] = axes[i];
    S[6 + i] = axes[3 + i];
  }
  return $(NAME)_OK;
}

//@ end
//@ if has_rows then
int $(name)_facets($(tuned)$(real) A[$(nrows*n)], $(real) b[$(nrows)])
{
  if (!tuning) tuning = &$(name)_tuning_default;
  for (int i = 0; i < $(nrows); i++) {
    $(real) a[$(n)];
    const $(real) bound = $(name)_take(tuning, i, a);
    for (int k = 0; A && k < $(name)_n; k++) A[i*$(name)_n + k] = a[k];
    if (b) b[i] = bound;
  }
  return $(NAME)_OK;
}

//@ end
//@ if has_rays then
int $(name)_generators($(tuned)$(real) rays[$(nrays*n)])
{
  if (!tuning) tuning = &$(name)_tuning_default;
  for (int i = 0; rays && i < $(nrays); i++) $(name)_ray(tuning, i, rays + i*$(name)_n);
  return $(NAME)_OK;
}

//@ if nvertices > 0 then
int $(name)_vertices($(tuned)$(real) vertices[$(nvertices*n)])
{
  $(real) *const high = vertices + $((nvertices - nrays)*n);
  if (!vertices) return $(NAME)_OK;
  if (!tuning) tuning = &$(name)_tuning_default;
  for (int i = 0; i < $((nvertices - nrays)*n); i++) vertices[i] = $(real(0));
  for (int i = 0; i < $(nrays); i++) {
    $(real) ray[$(n)];
    $(name)_ray(tuning, i, ray);
    for (int k = 0; k < $(name)_n; k++) {
//@ if f_min > 0 then
      vertices[i*$(name)_n + k] = $(times("f_min"))ray[k];
//@ end
      high[i*$(name)_n + k] = $(times("f_max"))ray[k];
    }
  }
  return $(NAME)_OK;
}

//@ end
//@ end
