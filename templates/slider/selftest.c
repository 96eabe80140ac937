/* ---- golden vectors ----------------------------------------------------- */

/* Returns true if a number is off by more than its tolerance. */
static int $(name)_differs(const $(real) *got, const $(real) *expected,
  const $(real) *tolerance, int count)
{
  for (int i = 0; i < count; i++) {
    const $(real) d = got[i] - expected[i];
    if (!((d < $(real(0)) ? -d : d) <= tolerance[i])) return 1;
  }
  return 0;
}

//@ if #tune > 0 then
$(include("slider/selftest_box.c"))
//@ end
//@ local has_push, has_edge = emits("push"), emits("push_edge")
int $(name)_selftest(void)
{
  /* Velocity and load before a step of $(plain(golden_dt)) s; velocity and out[] after the
   * step, from the reference; their tolerances. */
  static const $(real) start[$(6*goldens)] = {
$(rows(golden_starts, 3))};
  static const $(real) end[$(9*goldens)] = {
$(rows(golden_ends, 3))};
  static const $(real) tolerance[9] = {
$(rows(golden_bars, 3))};
//@ if has_push or has_edge then
  /* Points and the pusher's velocity there; twist and force of _push, and of
   * _push_edge with mu = $(plain(golden_mu)) and the normal (1, 0); their tolerances. */
  static const $(real) push[$(4*goldens)] = {
$(rows(golden_pushes, 4))};
  static const $(real) moves[$(10*goldens)] = {
$(rows(golden_moves, 5))};
  static const $(real) push_tolerance[5] = {
$(rows(golden_push_bars, 5))};
//@ end
  for (int i = 0; i < $(goldens); i++) {
    $(name)_state s;
    $(real) got[9]$(has_edge and ", slip" or "");
//@ if has_edge then
    static const $(real) normal[2] = {$(real(1)), $(real(0))};
//@ end
//@ if has_push or has_edge then
    const $(real) *const p = push + 4*i;
//@ end
    $(name)_reset(&s);
    $(name)_put(s.v, start + 6*i, 3);
    if ($(name)_step($(no_tuning)&s, start + 6*i + 3,$(has_dt and "" or " " .. real(golden_dt) .. ",") got + 3) < $(NAME)_OK) return 3*i + 1;
    $(name)_put(got, s.v, 3);
    if ($(name)_differs(got, end + 9*i, tolerance, 9)) return 3*i + 1;
//@ if has_push then
    if ($(name)_push($(no_tuning)p, p + 2, got, got + 3) != $(NAME)_OK) return 3*i + 2;
    if ($(name)_differs(got, moves + 10*i, push_tolerance, 5)) return 3*i + 2;
//@ end
//@ if has_edge then
    if ($(name)_push_edge($(no_tuning)p, normal, $(real(golden_mu)), p + 2, got, got + 3, &slip) < $(NAME)_OK) return 3*i + 3;
    if ($(name)_differs(got, moves + 10*i + 5, push_tolerance, 5)) return 3*i + 3;
//@ end
  }
//@ if #tune > 0 then
  if ($(name)_box_differs()) return $(3*goldens + 3);
//@ end
$(include("common/strange.c"))
  for (int i = 0; i < 2; i++) {
    $(name)_state s;
    $(real) got[6];
    const $(real) v[3] = {strange[i], $(real(0)), $(real(0))};
    $(name)_reset(&s);
//@ local time = has_dt and "" or real(golden_dt) .. ", "
//@ local refused = { { "step", "&s, v, " .. time .. "got" } }
//@ if not has_dt then refused[2] = { "step", "&s, start, strange[i], got" } end
//@ for _, t in ipairs { { "translate", "v, start, " .. time .. "got, got + 2" }, { "friction", "v, got, got + 3" },
//@   { "push", "push, v, got, got + 3" }, { "push_for", "v, got, got + 2, got + 4" } } do
//@ if emits(t[1]) then refused[#refused + 1] = t end
//@ end
//@ for k, t in ipairs(refused) do
//@ local first, last = k == 1 and "if (" or "    || ", k == #refused and ")" or ""
    $(first)$(name)_$(t[1])($(no_tuning)$(t[2])) != $(NAME)_BAD_INPUT$(last)
//@ end
      return $(3*goldens + 1) + i;
  }
  return $(NAME)_OK;
}
