typedef struct {
$(ends_members)
} $(name)_ends$(of);

$(include(has_rounds and "contact/cells/newton.c" or "contact/cells/no_newton.c"))

//@ local note = has_rounds and "missing += " or ""
//@ local whole, half = has_rounds and "vx, vy, dt, " or "", has_rounds and "vx, vy, half, " or ""
/* Writes keep and lose of lanes with the slip v: their mean rate over dt is keep*v - lose*z.
 * k gets the rates at the ends.$(has_rounds and " Returns 0 if all have converged." or "") */
static $(has_rounds and "int" or "void") $(name)_settle_lanes$(of)($(name)_ends$(of) *k, const $(real) *zx, const $(real) *zy,
  const $(real) *vx, const $(real) *vy, $(real) dt, $(real) *keep, $(real) *lose$(has_area and (has_levels and (", const %s_patch *patch, int first"):format(name) or (", %s fn, const %s *reaches"):format(real, real)) or "")$(has_regions and (", const %s *grips"):format(real) or ""))
{
  const $(real) half = $(real(0.5))*dt;
//@ if has_rounds then
  int missing = 0;
//@ end
  for (int l = 0; l < $(per_block); l++) {
    const $(real) v2 = vx[l]*vx[l] + vy[l]*vy[l];
    const $(real) s = $(sqrt)(v2);
//@ if has_reach then
    const $(real) reach = $(has_area and (has_levels and name .. "_reach_at(patch, first + l)" or "fn*reaches[l]") or "")$(has_area and has_regions and "*" or "")$(has_regions and "grips[l]" or "");
//@ end
$(declare(zmax, 4, "g/sigma0"))
    k->s[l] = s;
    k->zmax[l] = zmax;
    k->qx[l] = zx[l] + half*vx[l];
    k->qy[l] = zy[l] + half*vy[l];
  }
  $(note)$(name)_backward$(of)(k, $(half)k->a_first);
  for (int l = 0; l < $(per_block); l++) {
    const $(real) shrink = $(real(1))/($(real(1)) + half*k->a_first[l]);
    k->qx[l] = shrink*k->qx[l] + half*vx[l];
    k->qy[l] = shrink*k->qy[l] + half*vy[l];
  }
  $(note)$(name)_backward$(of)(k, $(half)k->a_second);
  for (int l = 0; l < $(per_block); l++) {
    k->qx[l] = zx[l] + dt*vx[l];
    k->qy[l] = zy[l] + dt*vy[l];
  }
  $(note)$(name)_backward$(of)(k, $(whole)k->a_whole);
  for (int l = 0; l < $(per_block); l++) {
    const $(real) a = k->a_first[l], c = k->a_second[l], e = k->a_whole[l];
    const $(real) first = $(real(1))/($(real(1)) + half*a), second = $(real(1))/($(real(1)) + half*c);
    const $(real) whole = $(real(1))/($(real(1)) + dt*e);
    keep[l] = second*($(real(1)) + first) - whole;
    lose[l] = first*second*(a + c + half*a*c) - whole*e;
  }
//@ if has_rounds then
  return missing;
//@ end
}
