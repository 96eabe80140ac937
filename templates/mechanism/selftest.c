/* ---- golden vectors ----------------------------------------------------- */

int $(name)_selftest(void)
{
  /* States, inputs and times; then the results of _rate, by the reference,
   * and their tolerances. */
  static const $(real) given[$(goldens*(ns + nu + 1))] = {
$(rows(golden_given))};
  static const $(real) expected[$(goldens*ns)] = {
$(rows(golden_rates))};
  static const $(real) bar[$(goldens*ns)] = {
$(rows(golden_bars))};
//@ local given_tuning = ""
//@ if #tune > 0 then
//@ given_tuning = "&tuning, "
  /* The tunings of the last ones: the lower and the upper ends of all ranges. */
  static const $(real) corner[$(golden_corners*#tune)] = {
$(rows(golden_values))};
//@ end
  for (int i = 0; i < $(goldens); i++) {
    const $(real) *const x = given + $(ns + nu + 1)*i;
//@ if #tune > 0 then
    $(name)_tuning tuning = $(name)_tuning_default;
    if (i >= $(goldens - golden_corners) &&
        $(name)_tune(&tuning, corner + $(#tune)*(i - $(goldens - golden_corners))) != $(NAME)_OK) return i + 1;
//@ end
    $(name)_state s, ds;
    $(real) got[$(ns)];
    $(name)_copy(s.q, x, $(n));
    $(name)_copy(s.v, x + $(n), $(n));
//@ if nz > 0 then
    $(name)_copy(s.z, x + $(2*n), $(nz));
//@ end
    if ($(name)_rate($(given_tuning)&s, $(nu > 0 and "x + " .. ns .. ", " or "")x[$(ns + nu)], &ds) $(fails)) return i + 1;
    $(name)_copy(got, ds.q, $(n));
    $(name)_copy(got + $(n), ds.v, $(n));
//@ if nz > 0 then
    $(name)_copy(got + $(2*n), ds.z, $(nz));
//@ end
    for (int k = 0; k < $(ns); k++) {
      const $(real) error = got[k] - expected[$(ns)*i + k];
      if (!((error < $(real(0)) ? -error : error) <= bar[$(ns)*i + k])) return i + 1;
    }
  }
$(include("common/strange.c"))
//@ local last = emits("step") and "" or ")"
  for (int i = 0; i < 2; i++) {
    $(name)_state s, ds;
    $(name)_copy(s.q, given, $(n));
    $(name)_copy(s.v, given + $(n), $(n));
//@ if nz > 0 then
    $(name)_copy(s.z, given + $(2*n), $(nz));
//@ end
    if ($(name)_rate($(no_tuning)&s, $(nu > 0 and "given + " .. ns .. ", " or "")strange[i], &ds) != $(NAME)_BAD_INPUT$(last)
//@ if emits("step") then
        || $(name)_step($(no_tuning)&s, $(nu > 0 and "given + " .. ns .. ", " or "")given[$(ns + nu)], strange[i]) != $(NAME)_BAD_INPUT)
//@ end
      return $(goldens + 1) + i;
//@ if nu > 0 then
    $(real) u[$(nu)];
    $(name)_copy(u, given + $(ns), $(nu));
    u[$(nu - 1)] = strange[i];
    if ($(name)_rate($(no_tuning)&s, u, given[$(ns + nu)], &ds) != $(NAME)_BAD_INPUT) return $(goldens + 1) + i;
//@ end
  }
  return $(NAME)_OK;
}
