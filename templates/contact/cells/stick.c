int $(name)_stick(const $(name)_state *state, const $(real) $(along)[3], $(real) fn,
  $(real) sticking[4])
{
  $(NAME)_CLEAR_UPPER;
//@ if has_stretch then
  $(real) twist[3];
  $(name)_inner(given, twist);
//@ end
  $(real) load = $(real(0)), area = $(real(0)), all = $(real(0)), px = $(real(0)), py = $(real(0)), nan = $(real(0));
  int status = $(name)_enter(twist, fn, $(real(0)), 0);
  $(name)_zero(sticking, 4);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) zx = state->z[k], zy = state->z[$(name)_n + k], held = $(held);
//@ if zmax.reads.s or zmax.reads.v2 then
    const $(real) vx = twist[0] - twist[2]*$(name)_y[k];
    const $(real) vy = twist[1] + twist[2]*$(name)_x[k];
    const $(real) v2 = vx*vx + vy*vy;
//@ end
//@ if zmax.reads.s then
    const $(real) s = $(sqrt)(v2);
//@ end
//@ if has_reach then
    const $(real) reach = $(reach_of_k);
//@ end
$(declare(zmax, 4, "g/sigma0"))
    const $(real) z2 = zx*zx + zy*zy, most = $(is_elastoplastic and NAME .. "_S_BA" or real(0.9))*zmax;
//@ local part = has_area and name .. "_w[k]" or has_spread and name .. "_spread[k]" or real(1)
    const $(real) own = $(has_levels and ("held > %s ? %s : %s"):format(real(0), part, real(0)) or part); /* of the area */
    nan += $(real(0))*z2;
    all += own;
    if (!(z2 <= most*most)) continue;
    load += held;
    area += own;
    px += held*$(name)_x[k];
    py += held*$(name)_y[k];
  }
  if (!(nan == $(real(0)))) return $(NAME)_BAD_STATE;
  if (!sticking || !(load > $(real(0)))) return $(NAME)_OK;
//@ if has_stretch then
  const $(real) inner[3] = {px/load, py/load, $(real(0))};
  $(real) centre[3];
  $(name)_inner(inner, centre);
//@ else
  const $(real) centre[2] = {px/load, py/load};
//@ end
  sticking[0] = load;
  sticking[1] = area/all;
  sticking[2] = centre[0];
  sticking[3] = centre[1];
  return $(NAME)_OK;
}
