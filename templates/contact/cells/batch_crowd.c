$(include("contact/cells/crowd.c"))

/* Writes the wrenches (4) of the sums; `row` is the distance of their rows. */
static void $(name)_leave_crowd(const $(name)_lanes_of *m, $(real) *wrench, long long row)
{
  for (int l = 0; l < $(name)_crowd; l++) {
//@ if has_levels and is_viscous then
    const $(real) *const low = $(name)_level_moment + 3*m->level[l];
    const $(real) high = m->to_high[l];
//@ for i = 0, 2 do
    const $(real) m$(i) = ($(real(1)) - high)*low[$(i)] + high*low[$(3 + i)];
//@ end
//@ end
//@ local m_x = has_levels and "m0" or is_viscous and has_moment_x and named("moment_x") or ""
//@ local m_y = has_levels and "m1" or is_viscous and has_moment_y and named("moment_y") or ""
//@ local m_2 = has_levels and "m2" or is_viscous and named("moment_2") or ""
//@ if is_viscous then
    const $(real) tx = m->tx[l], ty = m->ty[l], tw = m->tw[l];
    const $(real) vx = tx$(has_moment_y and " - tw*" .. m_y or ""); /* means of the slip */
    const $(real) vy = ty$(has_moment_x and " + tw*" .. m_x or "");
    const $(real) turn = $(m_2)*tw$(has_moment_x and " + " .. m_x .. "*ty" or "")$(has_moment_y and " - " .. m_y .. "*tx" or "");
//@ end
//@ local plus = is_viscous and " + " .. NAME .. "_SIGMA2*" or ""
    wrench[l] = -m->fn[l]*($(NAME)_SIGMA0*m->sx[l]$(plus ~= "" and plus .. "vx" or "")); /* fx, N */
    wrench[row + l] = -m->fn[l]*($(NAME)_SIGMA0*m->sy[l]$(plus ~= "" and plus .. "vy" or "")); /* fy, N */
    wrench[2*row + l] = -m->fn[l]*($(NAME)_SIGMA0*m->st[l]$(plus ~= "" and plus .. "turn" or "")); /* tau, N m */
  }
}

/* Steps a block of contacts, whose rows are `row` and `row_in` numbers apart. Returns how
 * many of them are odd; then only m is written. */
static int $(name)_step_crowd($(name)_lanes_of *m, $(real) *z, long long row,
  const $(real) *twist, const $(real) *fn, long long row_in, $(real) dt, $(real) *wrench)
{
  int count = 0;
  (void)memcpy(m->tx, twist, sizeof m->tx);
  (void)memcpy(m->ty, twist + row_in, sizeof m->ty);
  (void)memcpy(m->tw, twist + 2*row_in, sizeof m->tw);
  (void)memcpy(m->fn, fn, sizeof m->fn);
  for (int l = 0; l < $(name)_crowd; l++) m->bound[l] = m->sx[l] = m->sy[l] = m->st[l] = $(real(0));
  count = $(name)_mark_odd(m);
//@ if has_levels then
  $(name)_place_loads(m);
//@ end
  if (count > 0) return count;
//@ if is_implicit then
  count = $(name)_settle_all_crowd(m, z, row, dt);
  if (count > 0) return count;
//@ else
  for (int k = 0; k < $(name)_n; k++)
    $(name)_relax_crowd(m, k, z + k*row, z + ($(name)_n + k)*row$(step == "exponential" and ", dt" or ""));
//@ end
  for (int l = 0; l < $(name)_crowd; l++) m->odd[l] = m->bound[l] < $(real(most_bound)) ? $(real(0)) : $(real(1));
  for (int l = 0; l < $(name)_crowd; l++) count += m->odd[l] > $(real(0));
  if (count > 0) return count;
//@ if step == "exponential" then
  for (int k = 0; k < $(name)_n; k++)
    $(name)_decay_crowd(m, k, dt);
//@ end
  for (int k = 0; k < $(name)_n; k++)
    $(name)_move_crowd(m, k, z + k*row, z + ($(name)_n + k)*row, dt);
  if (wrench) $(name)_leave_crowd(m, wrench, row_in);
  return 0;
}

$(include("contact/crowd_rows.c", { crowd_of = name .. "_lanes_of", width = name .. "_crowd" }))
