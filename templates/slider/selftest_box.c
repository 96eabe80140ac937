/* The same at two points of the ranges of $(name)_tune. */
static int $(name)_box_differs(void)
{
  static const $(real) value[2*$(NAME)_NTUNE] = {
$(rows(corner_values, #tune))};
  static const $(real) start[$(12*goldens)] = {
$(rows(corner_golden_starts, 3))};
  static const $(real) end[$(18*goldens)] = {
$(rows(corner_golden_ends, 3))};
  static const $(real) tolerance[18] = {
$(rows(corner_golden_bars, 3))};
//@ if emits("push") then
  static const $(real) push[$(8*goldens)] = {
$(rows(corner_golden_pushes, 4))};
  static const $(real) moves[$(20*goldens)] = {
$(rows(corner_golden_moves, 5))};
  static const $(real) push_tolerance[10] = {
$(rows(corner_golden_push_bars, 5))};
//@ end
  for (int i = 0; i < $(2*goldens); i++) {
    const int point = i/$(goldens);
    $(name)_tuning tuning;
    $(name)_state s;
    $(real) got[9];
    if ($(name)_tune(&tuning, value + $(NAME)_NTUNE*point) != $(NAME)_OK) return 1;
    $(name)_reset(&s);
    $(name)_put(s.v, start + 6*i, 3);
    if ($(name)_step(&tuning, &s, start + 6*i + 3,$(has_dt and "" or " " .. real(golden_dt) .. ",") got + 3) < $(NAME)_OK) return 1;
    $(name)_put(got, s.v, 3);
    if ($(name)_differs(got, end + 9*i, tolerance + 9*point, 9)) return 1;
//@ if emits("push") then
    if ($(name)_push(&tuning, push + 4*i, push + 4*i + 2, got, got + 3) != $(NAME)_OK) return 1;
    if ($(name)_differs(got, moves + 10*i, push_tolerance + 5*point, 5)) return 1;
//@ end
  }
  return 0;
}

