/* Writes row i of A f <= b$(axes) at the tuning. Returns b. */
static $(real) $(name)_take($(tuned)int i, $(real) a[$(n)])
{
  const $(real) *const row = $(name)_A + i*$(name)_n;
//@ if not has_tuned_mu and f_min == 0 and not has_max then
  (void)tuning;
//@ end
//@ if has_tuned_mu then
  if (i < $(nfacets)) {
//@ if form == "point" then
    static const $(real) up[$(n)] = {
$(rows(normal))};
    for (int k = 0; k < $(name)_n; k++) a[k] = $(times("facet"))row[k]$(plus("facet_down", "up[k]"));
//@ else
    const $(real) along = tuning->derived[$(first_row) + i], upright = $(times("share"))along;
//@ local upright = form == "patch" and { false, false, false, true } or { false, false, true, true, true, false }
//@ for k, is_upright in ipairs(upright) do
    a[$(k - 1)] = $(is_upright and "upright" or "along")*row[$(k - 1)];
//@ end
//@ end
    return $(real(0));
  }
//@ end
  for (int k = 0; k < $(name)_n; k++) a[k] = row[k];
//@ if has_max and f_min > 0 then
  return i == $(nfacets) ? $(named("f_max")) : i > $(nfacets) ? -$(named("f_min")) : $(real(0));
//@ elseif has_max then
  return i == $(nfacets) ? $(named("f_max")) : $(real(0));
//@ elseif f_min > 0 then
  return i == $(nfacets) ? -$(named("f_min")) : $(real(0));
//@ else
  return $(real(0));
//@ end
}
