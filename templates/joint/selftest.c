/* ---- golden vectors ----------------------------------------------------------------- */

static int $(name)_differs($(real) got, $(real) expected, $(real) tolerance)
{
  return !($(name)_size(got - expected) <= tolerance);
}

//@ if #tune > 0 then
$(include("joint/selftest_box.c"))
//@ end
int $(name)_selftest(void)
{
//@ local extra = (has_load and ", p[2]" or "") .. (has_position and ", p[3]" or "")
  /* Deflection, v, load and q before a step of $(plain(golden_dt)) s; force and deflection after
   * it, and the force of _steady, from the reference. */
  static const $(real) start[$(4*goldens)] = {
$(rows(golden_starts, 4))};
  static const $(real) end[$(3*goldens)] = {
$(rows(golden_ends, 3))};
  const $(real) force_tolerance = $(real(golden_bars[1])), z_tolerance = $(real(golden_bars[2]));
  for (int i = 0; i < $(goldens); i++) {
    const $(real) *const p = start + 4*i;
    $(real) force, steady;
//@ if has_state then
    $(name)_state s;
    s.z = p[0];
    if ($(name)_step($(no_tuning)&s, p[1]$(extra), $(real(golden_dt)), &force) != $(NAME)_OK) return 3*i + 1;
    if ($(name)_differs(s.z, end[3*i + 1], z_tolerance)) return 3*i + 2;
//@ else
    if ($(name)_step($(no_tuning)p[1]$(extra), &force) != $(NAME)_OK) return 3*i + 1;
    if (z_tolerance < $(real(0))) return 3*i + 2;
//@ end
    if ($(name)_differs(force, end[3*i], force_tolerance)) return 3*i + 3;
    if ($(name)_steady($(no_tuning)p[1]$(extra), &steady) != $(NAME)_OK
        || $(name)_differs(steady, end[3*i + 2], force_tolerance)) return 3*i + 3;
  }
//@ if has_state and emits("step_batch") then
  { /* all at once */
    $(name)_state s[$(goldens)];
    $(real) column[3][$(goldens)], force[$(goldens)];
    for (int i = 0; i < $(goldens); i++) {
      s[i].z = start[4*i];
      for (int k = 0; k < 3; k++) column[k][i] = start[4*i + 1 + k];
    }
    if ($(name)_step_batch($(no_tuning)$(goldens), s, column[0]$(has_load and ", column[1]" or "")$(has_position and ", column[2]" or ""), $(real(golden_dt)), force, 0) != $(NAME)_OK)
      return $(3*goldens + 3);
    for (int i = 0; i < $(goldens); i++)
      if ($(name)_differs(s[i].z, end[3*i + 1], z_tolerance) || $(name)_differs(force[i], end[3*i], force_tolerance))
        return $(3*goldens + 4);
  }
//@ end
//@ if #tune > 0 then
  if ($(name)_box_differs()) return $(3*goldens + 5);
//@ end
$(include("common/strange.c"))
  for (int i = 0; i < 2; i++) {
    const $(real) *const p = start;
    $(real) force;
//@ if has_state then
    $(name)_state s;
    $(name)_reset(&s);
    if ($(name)_step($(no_tuning)&s, strange[i]$(extra), $(real(golden_dt)), &force) != $(NAME)_BAD_INPUT
        || $(name)_step($(no_tuning)&s, p[1]$(extra), strange[i], &force) != $(NAME)_BAD_INPUT)
//@ else
    if ($(name)_step($(no_tuning)strange[i]$(extra), &force) != $(NAME)_BAD_INPUT)
//@ end
      return $(3*goldens + 1) + i;
    (void)p;
  }
  return $(NAME)_OK;
}
