static int $(name)_differs(const $(real) a[3], const $(real) b[3], const $(real) bar[2])
{
  for (int i = 0; i < 3; i++) {
    const $(real) d = a[i] - b[i];
    if (!((d < $(real(0)) ? -d : d) <= bar[i == 2])) return 1;
  }
  return 0;
}

//@ if has_couple then
$(include("contact/couple/selftest.c"))
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
    if ($(name)_rate(&s, v, $(real(golden_fn)), 0, f[0]) != $(NAME)_OK) return 4*i + 1;
    if ($(name)_step(&s, v, $(real(golden_fn)), $(real(golden_dt)), f[1]) != $(NAME)_OK) return 4*i + 2;
    if ($(name)_steady(v, $(real(golden_fn)), f[2]) != $(NAME)_OK) return 4*i + 3;
    if ($(name)_limit(v, $(real(golden_fn)), f[3]) != $(NAME)_OK) return 4*i + 4;
    for (int j = 0; j < 4; j++)
      if ($(name)_differs(f[j], wrench + 12*i + 3*j, bar + 2*j)) return 4*i + j + 1;
  }
$(include("common/strange.c"))
  for (int i = 0; i < 2; i++) {
    $(real) f[3];
    const $(real) v[3] = {$(real(0)), $(real(0)), strange[i]};
    if ($(name)_rate(&s, v, $(real(golden_fn)), 0, f) != $(NAME)_BAD_INPUT
        || $(name)_step(&s, v, $(real(golden_fn)), $(real(golden_dt)), f) != $(NAME)_BAD_INPUT
        || $(name)_step(&s, twist, strange[i], $(real(golden_dt)), f) != $(NAME)_BAD_INPUT
        || $(name)_step(&s, twist, $(real(golden_fn)), strange[i], f) != $(NAME)_BAD_INPUT
        || $(name)_steady(v, $(real(golden_fn)), f) != $(NAME)_BAD_INPUT
        || $(name)_limit(v, $(real(golden_fn)), f) != $(NAME)_BAD_INPUT)
      return $(4*goldens + 1) + i;
  }
//@ if has_couple then
  if ($(name)_couple_differs()) return $(4*goldens + 3);
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
