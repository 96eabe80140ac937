/* ---- golden vectors ----------------------------------------------------- */

/* Returns the square of the distance of two forces, N^2. */
static $(real) $(name)_apart(const $(real) a[$(n)], const $(real) b[$(n)])
{
  $(real) d[$(n)], sum = $(real(0));
  for (int k = 0; k < $(name)_n; k++) d[k] = a[k] - b[k];
//@ if form == "patch" then
  d[2] = $(times("per_length"))(d[2]$(minus("cop_x", "d[1]"))$(plus("cop_y", "d[0]")));
//@ elseif form == "wrench" then
  for (int k = 3; k < 6; k++) d[k] *= $(named("per_length"));
//@ end
  for (int k = 0; k < $(name)_n; k++) sum += d[k]*d[k];
  return sum;
}

int $(name)_selftest(void)
{
  /* Forces, the nearest ones that friction can hold, and margins: points of the
   * boundary, and these moved along the normals there. */
//@ if is_runtime then
  static const $(real) normals[$(3*goldens)] = {
$(rows(golden_normals, 3))};
//@ end
  static const $(real) forces[$(n*goldens)] = {
$(rows(golden_forces, n))};
  static const $(real) nearest[$(n*goldens)] = {
$(rows(golden_nearest, n))};
  static const $(real) margins[$(goldens)] = {
$(rows(golden_margins))};
//@ local given_tuning = ""
//@ if #tune > 0 then
//@ given_tuning = "&tuning, "
  /* The tunings of the last ones: the lower and the upper ends of all ranges. */
  static const $(real) corner[$(2*#tune)] = {
$(rows(golden_values))};
//@ end
  const $(real) tolerance = $(real(golden_bar)), near = $(real(golden_bar_nearest));
  for (int i = 0; i < $(goldens); i++) {
    const $(real) *const f = forces + i*$(name)_n;
//@ if is_runtime then
    const $(real) *const normal = normals + 3*i;
//@ end
//@ if #tune > 0 then
    $(name)_tuning tuning = $(name)_tuning_default;
    if (i >= $(golden_first) && $(name)_tune(&tuning, corner + $(#tune)*((i - $(golden_first))/$(golden_each))) != $(NAME)_OK)
      return i + 1;
//@ end
    $(real) out[$(n)], margin;
    if ($(name)_margin($(given_tuning)$(is_runtime and "normal, " or "")f, &margin) != $(NAME)_OK) return i + 1;
    if ($(name)_contains($(given_tuning)$(is_runtime and "normal, " or "")f) != (margin >= $(real(0)))) return i + 1;
    if (!($(name)_abs(margin - margins[i]) <= tolerance)) return i + 1;
    if ($(name)_project($(given_tuning)$(is_runtime and "normal, " or "")f, out) != $(NAME)_OK) return i + 1;
    /* Where facets hardly turn, rounding moves the nearest force along them: it must be
     * held and no farther away. */
    const $(real) moved = $(sqrt)($(name)_apart(out, nearest + i*$(name)_n));
    const $(real) far = $(sqrt)($(name)_apart(out, f)), least = $(sqrt)($(name)_apart(f, nearest + i*$(name)_n));
    if ($(name)_margin($(given_tuning)$(is_runtime and "normal, " or "")out, &margin) != $(NAME)_OK) return i + 1;
    if (!(moved <= near || (margin >= -tolerance && far <= least + near))) return i + 1;
  }
$(include("common/strange.c"))
  for (int i = 0; i < 2; i++) {
    $(real) f[$(n)], out[$(n)], margin;
    for (int k = 0; k < $(name)_n; k++) f[k] = forces[k];
    f[$(n - 1)] = strange[i];
    if ($(name)_margin($(no_tuning)$(is_runtime and "normals, " or "")f, &margin) != $(NAME)_BAD_INPUT
        || $(name)_contains($(no_tuning)$(is_runtime and "normals, " or "")f) != $(NAME)_BAD_INPUT
        || $(name)_project($(no_tuning)$(is_runtime and "normals, " or "")f, out) != $(NAME)_BAD_INPUT)
      return $(goldens + 1) + i;
  }
  return $(NAME)_OK;
}
