/* A step of the pattern with a body of $(plain(1/couple_w[1])) kg, by the reference. */
static int $(name)_couple_differs(void)
{
  static const $(real) v0[3] = {
$(rows(couple_v0, 3))};
  static const $(real) w[9] = {
$(rows(couple_w, 3))};
  static const $(real) expected[3] = {
$(rows(couple_twist, 3))};
  const $(real) fn = $(real(golden_fn)), bar[2] = {$(real(couple_bar)), $(real(couple_bar/couple_length))};
  $(real) twist[3] = {$(real(0)), $(real(0)), $(real(0))};
  $(name)_state s;
  $(name)_pattern(&s);
  return $(name)_couple(1, &s, &fn, v0, w, $(real(couple_dt)), twist, 0, 0, 0) != $(NAME)_OK
    || $(name)_differs(twist, expected, bar);
}

