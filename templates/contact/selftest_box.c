/* The same at two points of the ranges of $(name)_tune. */
static int $(name)_differs_at(const $(name)_tuning *tuning, int point)
{
  (void)tuning;
  /* How many times the pattern is as large; s of a step; twists, results and tolerances. */
  static const $(real) scale[2] = {$(real(corner_pattern[1]/pattern)), $(real(corner_pattern[2]/pattern))};
  static const $(real) time[2] = {$(real(corner_golden_dt[1])), $(real(corner_golden_dt[2]))};
  static const $(real) twist[$(6*goldens)] = {
$(rows(corner_golden_twists, 3))};
  static const $(real) wrench[$(24*goldens)] = {
$(rows(corner_golden_wrenches, 3))};
  static const $(real) bar[16] = {
$(rows(corner_golden_bars, 2))};
  for (int i = $(goldens)*point; i < $(goldens)*(point + 1); i++) {
    $(name)_state s;
    $(real) f[4][3];
    const $(real) *const v = twist + 3*i;
    $(name)_pattern(&s);
    for (int k = 0; k < $(NAME)_NZ; k++) s.z[k] *= scale[point];
//@ local load = real(golden_fn)
//@ local tested = emitted_of { { "rate", "&s, v, " .. load .. ", 0, ", 0 },
//@   { "step", "&s, v, " .. load .. ", time[point], ", 1 }, { "steady", "v, " .. load .. ", ", 2 },
//@   { "limit", "v, " .. load .. ", ", 3 } }
//@ for _, t in ipairs(tested) do
    if ($(name)_$(t[1])($(t[2])f[$(t[3])]) != $(NAME)_OK) return 1;
    if ($(name)_differs(f[$(t[3])], wrench + 12*i + $(3*t[3]), bar + 8*point + $(2*t[3]))) return 1;
//@ end
//@ if #tested == 0 then
    (void)v, (void)f, (void)wrench, (void)bar, (void)time;
//@ end
  }
  return 0;
}

