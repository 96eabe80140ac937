/* ---- implicit steps ------------------------------------------------------- */

/* A step of dt is backward Euler in two halves and in one whole, extrapolated:
 * twice the one less the other, second order, L-stable. Backward Euler over h
 * from z ends at z' = (z + h*v)/(1 + h*a'), a' = a at z': along z + h*v.
//@ if has_rounds then
 * With p = |z'|/zmax and P = |z + h*v|/zmax that is p*(1 + load*abar(p)) = P, whose
 * left side rises with p: it has one root, and Newton's steps in a bracket find it. */
enum { $(name)_iterations = 60 };
//@ else
 */
//@ end

//@ if has_rounds then
$(include("contact/abar.c"))

//@ end
$(include("contact/cells/settle_lanes.c", { of = "", ends_members = struct_members(ends) }))

/* The same for a block of cells. */
static $(has_rounds and "int" or "void") $(name)_settle($(name)_ends *k, const $(real) *zx, const $(real) *zy, const $(real) twist[3],
  $(real) dt, $(real) *keep, $(real) *lose$(block_par)$(fn_par))
{
  const $(real) *const x = $(name)_x$(from_block), *const y = $(name)_y$(from_block);
  const $(real) tx = twist[0], ty = twist[1], tw = twist[2];
  $(real) vx[$(per_block)], vy[$(per_block)];
  for (int l = 0; l < $(per_block); l++) {
    vx[l] = tx - tw*y[l];
    vy[l] = ty + tw*x[l];
  }
  $(has_rounds and "return " or "")$(name)_settle_lanes(k, zx, zy, vx, vy, dt, keep, lose$(has_area and (has_levels and ", patch, " .. (has_blocks and name .. "_first(b)" or "0") or ", fn, " .. name .. "_reach" .. from_block) or "")$(has_regions and ", " .. name .. "_grip" .. from_block or ""));
}
