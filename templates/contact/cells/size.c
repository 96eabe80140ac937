//@ local scratch = has_levels and "const " .. name .. "_scratch *k, " or ""
//@ local k = has_levels and "k, " or ""
/* Adds w*|u|^2 of the cells of a block to `sum`, lane by lane; u in units of mu_s/sigma0. */
static void $(name)_size_block($(scratch)const $(real) *$(NAME)_RESTRICT u,
  $(real) *$(NAME)_RESTRICT sum$(block_par)$(fn_par))
{
  const $(real) *const w = $(block_shares);
  const $(real) *const ux = u$(from_block), *const uy = ux + $(name)_n;
  for (int l = 0; l < $(per_block); l++) {
//@ local l = (has_blocks and name .. "_first(b) + " or "") .. "l"
//@ if has_area then
    const $(real) reach = $(name)_reach[$(l)], share = $(NAME)_FN_NOMINAL*reach*w[l]; /* of the load */
    const $(real) per = $(named("per_zmax"))/(fn*reach$(has_regions and "*" .. name .. "_grip[" .. l .. "]" or ""));
    const $(real) qx = per*ux[l], qy = per*uy[l];
//@ elseif has_regions then
    const $(real) per = $(named("per_zmax"))/$(name)_grip[$(l)];
    const $(real) qx = per*ux[l], qy = per*uy[l];
//@ else
    const $(real) qx = $(named("per_zmax"))*ux[l], qy = $(named("per_zmax"))*uy[l];
//@ end
    sum[l] += $(has_area and "share" or "w[l]")*(qx*qx + qy*qy);
  }
}

/* Returns the root mean square of a change of the bristles, in units of mu_s/sigma0. */
static $(real) $(name)_size($(scratch)const $(real) *u$(fn_par))
{
  $(align)$(real) sum[$(per_pass)];
  $(name)_zero(sum, $(per_pass));
//@ local call = name .. "_size_block(" .. k .. "u, sum"
$(include("contact/cells/each_block.c", { call = call, tail = fn_arg }))
  return $(sqrt)($(name)_total(sum));
}
