/* The same at two points of the ranges of $(name)_tune. */
static int $(name)_box_differs(void)
{
//@ local extra = (has_load and ", p[2]" or "") .. (has_position and ", p[3]" or "")
  static const $(real) value[2*$(NAME)_NTUNE] = {
$(rows(corner_values, #tune))};
  static const $(real) start[$(8*goldens)] = {
$(rows(corner_golden_starts, 4))};
  static const $(real) end[$(6*goldens)] = {
$(rows(corner_golden_ends, 3))};
  static const $(real) tolerance[4] = { /* of forces and deflections */
$(rows(corner_golden_bars, 2))};
  for (int i = 0; i < $(2*goldens); i++) {
    const int point = i/$(goldens);
    const $(real) *const p = start + 4*i, *const bar = tolerance + 2*point;
    $(name)_tuning tuning;
    $(real) force, steady;
    if ($(name)_tune(&tuning, value + $(NAME)_NTUNE*point) != $(NAME)_OK) return 1;
//@ if has_state then
    $(name)_state s;
    s.z = p[0];
    if ($(name)_step(&tuning, &s, p[1]$(extra), $(real(golden_dt)), &force) != $(NAME)_OK
        || $(name)_differs(s.z, end[3*i + 1], bar[1])) return 1;
//@ else
    if ($(name)_step(&tuning, p[1]$(extra), &force) != $(NAME)_OK || bar[1] < $(real(0))) return 1;
//@ end
    if ($(name)_differs(force, end[3*i], bar[0])) return 1;
    if ($(name)_steady(&tuning, p[1]$(extra), &steady) != $(NAME)_OK
        || $(name)_differs(steady, end[3*i + 2], bar[0])) return 1;
  }
  return 0;
}

