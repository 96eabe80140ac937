/* Writes ray k$(axes) at the tuning. */
static void $(name)_ray($(tuned)int k, $(real) out[$(n)])
{
  const $(real) *const ray = $(name)_rays + k*$(name)_n;
//@ if not has_tuned_mu then
  (void)tuning;
  for (int i = 0; i < $(name)_n; i++) out[i] = ray[i];
//@ elseif form == "point" then
  static const $(real) up[$(n)] = {
$(rows(normal))};
  for (int i = 0; i < $(name)_n; i++) out[i] = $(times("reach"))ray[i] + up[i];
//@ else
//@ local upright = form == "patch" and { false, false, false, true } or { false, false, true, true, true, false }
//@ for k, is_upright in ipairs(upright) do
  out[$(k - 1)] = $(is_upright and "" or times("share"))ray[$(k - 1)];
//@ end
//@ end
}
