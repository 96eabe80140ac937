//@ if has_rounds then
$(include("contact/cells/any_negative.c", { of = "_crowd", per_block = name .. "_crowd" }))

//@ end
$(include("contact/cells/settle_lanes.c", { of = "_crowd", per_block = name .. "_crowd", ends_members = struct_members(crowd_ends) }))

/* Writes the rates of all bristles. Returns 0, or how many contacts are odd: all if some
 * bristle has not converged. */
static int $(name)_settle_all_crowd($(name)_lanes_of *m, const $(real) *z, long long row, $(real) dt)
{
  $(align)$(name)_ends_crowd ends;
  $(align)$(real) vx[$(name)_crowd], vy[$(name)_crowd];
  int missing = 0;
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) x = $(name)_x[k], y = $(name)_y[k];
    const $(real) *const zx = z + k*row, *const zy = z + ($(name)_n + k)*row;
    for (int l = 0; l < $(name)_crowd; l++) {
      vx[l] = m->tx[l] - m->tw[l]*y;
      vy[l] = m->ty[l] + m->tw[l]*x;
    }
    $(has_rounds and "missing |= " or "")$(name)_settle_lanes_crowd(&ends, zx, zy, vx, vy, dt, m->phi[k], m->a[k]);
    for (int l = 0; l < $(name)_crowd; l++)
      m->bound[l] += m->a[k][l] + m->phi[k][l] + (zx[l]*zx[l] + zy[l]*zy[l])*$(real(trace_of_q2));
  }
  for (int l = 0; missing && l < $(name)_crowd; l++) m->odd[l] = $(real(1));
  return missing ? $(name)_crowd : 0;
}
