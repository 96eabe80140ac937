static int $(name)_differs(const $(real) a[3], const $(real) b[3], const $(real) bar[2])
{
  for (int i = 0; i < 3; i++) {
    const $(real) d = a[i] - b[i];
    if (!((d < $(real(0)) ? -d : d) <= bar[i == 2])) return 1;
  }
  return 0;
}

//@ local tests_couple = has_couple and emits("couple")
//@ if tests_couple then
$(include("contact/couple/selftest.c"))
//@ end
//@ if #tune > 0 then
$(include("contact/selftest_box.c"))
//@ end
int $(name)_selftest(void)
{
  $(NAME)_CLEAR_UPPER;
  /* Twists; then the results of _rate, _step (dt = $(plain(golden_dt)) s), _steady and _limit
   * for each at fn = $(plain(golden_fn)), by the reference; then the tolerances of
   * forces and torques. */
  static const $(real) twist[$(3*goldens)] = {
$(rows(golden_twists, 3))};
  static const $(real) wrench[$(12*goldens)] = {
$(rows(golden_wrenches, 3))};
  static const $(real) bar[8] = {
$(rows(golden_bars, 2))};
  $(name)_state s;
  for (int i = 0; i < $(goldens); i++) {
    $(real) f[4][3];
    const $(real) *const v = twist + 3*i;
    $(name)_pattern(&s);
//@ local load, time = real(golden_fn), real(golden_dt)
//@ local tested = emitted_of { { "rate", "&s, v, " .. load .. ", 0, ", 0 },
//@   { "step", "&s, v, " .. load .. ", " .. time .. ", ", 1 }, { "steady", "v, " .. load .. ", ", 2 },
//@   { "limit", "v, " .. load .. ", ", 3 } }
//@ for _, t in ipairs(tested) do
    if ($(name)_$(t[1])($(t[2])f[$(t[3])]) != $(NAME)_OK) return 4*i + $(t[3] + 1);
//@ end
//@ if #tested == 4 then
    for (int j = 0; j < 4; j++)
      if ($(name)_differs(f[j], wrench + 12*i + 3*j, bar + 2*j)) return 4*i + j + 1;
//@ else
//@ for _, t in ipairs(tested) do
    if ($(name)_differs(f[$(t[3])], wrench + 12*i + $(3*t[3]), bar + $(2*t[3]))) return 4*i + $(t[3] + 1);
//@ end
//@ end
  }
$(include("common/strange.c"))
  for (int i = 0; i < 2; i++) {
    $(real) f[3];
    const $(real) v[3] = {$(real(0)), $(real(0)), strange[i]};
//@ local refused = emitted_of { { "rate", "&s, v, " .. load .. ", 0, f" },
//@   { "step", "&s, v, " .. load .. ", " .. time .. ", f" }, { "step", "&s, twist, strange[i], " .. time .. ", f" },
//@   { "step", "&s, twist, " .. load .. ", strange[i], f" }, { "steady", "v, " .. load .. ", f" },
//@   { "limit", "v, " .. load .. ", f" } }
//@ for k, t in ipairs(refused) do
//@ local first, last = k == 1 and "if (" or "    || ", k == #refused and ")" or ""
    $(first)$(name)_$(t[1])($(t[2])) != $(NAME)_BAD_INPUT$(last)
//@ end
      return $(4*goldens + 1) + i;
  }
//@ if tests_couple then
  if ($(name)_couple_differs()) return $(4*goldens + 3);
//@ end
//@ if #tune > 0 then
  for (int point = 0; point < 2; point++) {
    static const $(real) value[2*$(NAME)_NTUNE] = {
$(rows(corner_values, #tune))};
    $(name)_tuning tuning;
    if ($(name)_tune(&tuning, value + $(NAME)_NTUNE*point) != $(NAME)_OK
        || $(name)_differs_at(&tuning, point)) return $(4*goldens + 5);
  }
//@ end
//@ if is_reproducible then
//@ local step = is_float and 2^-13 or 2^-27
  { /* the square of 1 + e is rounded to 1 + 2*e before anything is added */
    const volatile $(real) near = $(real(1 + step)), twice = $(real(1 + 2*step));
    const $(real) a = near, b = twice;
    if (a*a - b != $(real(0))) return $(4*goldens + 4);
  }
//@ end
  return $(NAME)_OK;
}
