//@ local V = name .. "_vector"
//@ local ahead = step == "exponential" and " + dt*v" or nil
//@ local load = name .. "_load"
$(step == "exponential" and include("contact/phi_wide.c") .. "\n" or "")/* Writes a of bristle k of four vectors of contacts from b on. */
$(NAME)_INLINE void $(name)_relax_lanes($(name)_lanes_of *m, int k, int b,
  const $(real) *zx, const $(real) *zy, $(V) *sum$(ahead and ", " .. name .. "_real dt" or ""))
{
  const int L = $(name)_lanes_wide;
  const $(real) x = $(name)_x[k], y = $(name)_y[k];
  $(real) *const a = m->a[k];
$(four("  const " .. V .. " tw# = " .. load .. "(m->tw + b + #*L);"))
$(four("  const " .. V .. " vx# = " .. load .. "(m->tx + b + #*L) - tw#*y;"))
$(four("  const " .. V .. " vy# = " .. load .. "(m->ty + b + #*L) + tw#*x;"))
$(four("  const " .. V .. " qx# = " .. load .. "(zx + #*L)" .. (ahead and ahead .. "x#;" or ";")))
$(four("  const " .. V .. " qy# = " .. load .. "(zy + #*L)" .. (ahead and ahead .. "y#;" or ";")))
$(include("contact/cells/squares_four.c"))
$(include("contact/cells/relax_four.c"))
}

/* Writes a of bristle k of all contacts. */
$(inlined) void $(name)_relax_crowd($(name)_lanes_of *m, int k, const $(real) *zx, const $(real) *zy$(ahead and ", " .. name .. "_real dt" or ""))
{
  for (int b = 0; b < $(name)_crowd; b += $(name)_four) {
    $(V) sum[4];
    for (int i = 0; i < 4; i++) sum[i] = $(load)(m->bound + b + i*$(name)_lanes_wide);
    $(name)_relax_lanes(m, k, b, zx + b, zy + b, sum$(ahead and ", dt" or ""));
    for (int i = 0; i < 4; i++) $(name)_store(m->bound + b + i*$(name)_lanes_wide, sum[i]);
  }
}
//@ if step == "exponential" then

/* Writes phi of bristle k of all contacts. */
$(inlined) void $(name)_decay_crowd($(name)_lanes_of *m, int k, $(real) dt)
{
  for (int l = 0; l < $(name)_crowd; l += $(name)_lanes_wide)
    $(name)_store(m->phi[k] + l, $(name)_phi_wide($(name)_load(m->a[k] + l)*dt));
}
//@ end
