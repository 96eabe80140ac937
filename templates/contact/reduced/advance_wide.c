//@ local V = name .. "_vector"
//@ -- A statement for each of two vectors; # is the number of the vector.
//@ local function two(statement)
//@   local first, second = statement:gsub(" %+ #%*L", ""), statement:gsub("#%*L", "L")
//@   return (first:gsub("#", 0) .. "\n" .. second:gsub("#", 1))
//@ end
//@ local yields, is_paper = is_elastoplastic, not is_matched and not is_ellipsoid
//@ local function sum(a, b) return ("%s0#*%s0# + %s1#*%s1# + %s2#*%s2#"):format(a, b, a, b, a, b) end
//@ -- Writes out r = 1/sqrt(u) by a first guess and a step of third order.
//@ local function inverse_root(r, u)
//@   local step = is_float and "f" .. r .. "#*" .. real(0.5)
//@     or ("f%s#*(e%s#*(e%s#*%s + %s) + %s)"):format(r, r, r, real(0.3125), real(0.375), real(0.5))
//@   return table.concat({
//@     two(("  const %s g%s# = %s_inverse_root_start(%s#);"):format(V, r, name, u)),
//@     two(("  const %s h%s# = %s#*g%s#;"):format(V, r, u, r)),
//@     two(("  const %s e%s# = %s - h%s#*g%s#;"):format(V, r, real(1), r, r)),
//@     two(("  const %s f%s# = g%s#*e%s#;"):format(V, r, r, r)),
//@     two(("  const %s %s# = %s + g%s#;"):format(V, r, step, r)),
//@   }, "\n")
//@ end
//@ local function load(what, from) return two(("  const %s %s# = %s_load(%s + #*L);"):format(V, what, name, from)) end
/* Writes the rate at which bristles relax of two vectors of contacts from lane `at` on. The
 * statements for both stand side by side, so that independent operations are next to each
 * other. With the numbers that _admit lets through nothing overflows. */
$(NAME)_INLINE void $(name)_relax($(name)_block *m, int at$(is_elastoplastic and ", const " .. name .. "_real *z, long long row" .. (is_exponential and ", " .. name .. "_real dt" or "") or ""))
{
  const int L = $(name)_lanes_wide;
//@ if yields then
//@ for d = 0, 2 do
//@ if is_ellipsoid or (is_exponential and not is_paper) then
$(load("v" .. d, "m->v[" .. d .. "] + at"))
//@ end
$(load("z" .. d, "z" .. (d == 0 and "" or d == 1 and " + row" or " + 2*row")))
//@ end
//@ end
$(load("s", "m->s + at"))
//@ if yields and not is_ellipsoid then
//@   for d = 0, 2 do
$(load("h" .. d, "m->h[" .. d .. "] + at"))
//@   end
//@ end
$(two("  const " .. V .. " g# = " .. name .. "_load(m->zmax + at + #*L)*" .. real(kappa) .. "; /* about 1 */"))
//@ -- Where the flow takes the bristles, which decides the angle, and where they would be
//@ -- without yielding, which decides abar.
//@ local q, p = is_exponential and "q" or "z", is_exponential and not is_paper and "p" or is_exponential and "q" or "z"
//@ if yields then
//@   if not is_ellipsoid then
$(two("  const " .. V .. " hh# = " .. sum("h", "h") .. ";"))
//@   end
//@   if is_exponential and not is_ellipsoid then
$(two("  const " .. V .. " way# = dt*s#;"))
//@   end
//@   for d = 0, is_exponential and 2 or -1 do
//@     local ahead = is_ellipsoid and (" + dt*v%d#"):format(d) or (" - way#*h%d#"):format(d)
//@     local span = d == 2 and is_matched and "(dt*" .. at_k .. ")" or "dt"
$(two(("  const %s q%d# = z%d#%s; /* to where they flow */"):format(V, d, d, ahead)))
//@     if not is_paper then
$(two(("  const %s p%d# = z%d# + %s*v%d#; /* without yielding */"):format(V, d, d, span, d)))
//@     end
//@   end
$(two("  const " .. V .. " size# = (" .. sum(p, p) .. ")*" .. real(kappa*kappa) .. ";"))
$(two("  const " .. V .. " reach# = size#*(" .. (is_ellipsoid and "" or "hh#*") .. "(g#*g#)) + " .. real(crowd_tiny) .. ";"))
$(inverse_root("r", "reach"))
$(two("  const " .. V .. " lies# = (" .. sum(q, q) .. ")*" .. real(kappa*kappa) .. (is_ellipsoid and "" or "*hh#") .. " + " .. real(crowd_tiny) .. ";"))
$(inverse_root("i", "lies"))
$(two("  const " .. V .. " w# = " .. NAME .. "_T_SCALE*(size#*r#) - " .. NAME .. "_T_SHIFT;"))
$(two("  const " .. V .. " c# = " .. name .. "_least(w#, " .. name .. "_all(" .. real(1) .. "));"))
$(two("  const " .. V .. " t# = -" .. name .. "_least(-c#, " .. name .. "_all(" .. real(1) .. ")); /* -1: breakaway, 1: zmax */"))
$(two("  const " .. V .. " y# = t#*t#;"))
$(two("  " .. V .. " b# = y#*" .. real(crowd_sine[#crowd_sine]) .. " + " .. real(crowd_sine[#crowd_sine - 1]) .. ";"))
//@   for i = #crowd_sine - 2, 1, -1 do
$(two("  b# = y#*b# + " .. real(crowd_sine[i]) .. ";"))
//@   end
$(two("  b# = t#*b# + " .. real(0.5) .. "; /* abar, exactly 0 where bristles are elastic, (5) */"))
//@   if is_matched and not is_ellipsoid then
$(two("  " .. name .. "_store(m->abar + at + #*L, b#);"))
//@   end
$(two("  const " .. V .. " cosine# = (" .. sum(q, is_ellipsoid and "v" or "h") .. ")*(i#*" .. real(kappa) .. ");"))
//@   if is_ellipsoid then
$(two("  const " .. V .. " a# = b#*((s# + cosine#)*" .. real(kappa/2) .. "/g#);"))
//@   else
$(two("  const " .. V .. " half# = s#*" .. real(kappa/2) .. "/g#;"))
$(two("  const " .. V .. " a# = b#*(half# - half#*cosine#);"))
//@   end
//@ else
$(two("  const " .. V .. " a# = s#*" .. real(kappa) .. "/g#;"))
//@ end
$(two("  " .. name .. "_store(m->decay + at + #*L, a#);"))
}

/* Moves these contacts' bristles and writes the wrenches. */
$(NAME)_INLINE void $(name)_move($(name)_block *m, int at, $(real) *z, long long row, const $(real) *fn,
  $(real) dt)
{
  const int L = $(name)_lanes_wide;
//@ for d = 0, 2 do
//@   if is_ellipsoid or is_viscous or (yields and is_matched) then
$(load("v" .. d, "m->v[" .. d .. "] + at"))
//@   end
$(load("z" .. d, "z" .. (d == 0 and "" or d == 1 and " + row" or " + 2*row")))
//@ end
//@ if not is_ellipsoid then
$(load("s", "m->s + at"))
//@   for d = 0, 2 do
$(load("h" .. d, "m->h[" .. d .. "] + at"))
//@   end
//@ end
$(load("a", "m->decay + at"))
//@ if yields and is_matched and not is_ellipsoid then
$(load("b", "m->abar + at"))
//@ end
//@ if is_exponential then
$(two("  const " .. V .. " phi# = " .. name .. "_phi_wide(a#*dt);"))
//@   if is_matched then
$(two("  const " .. V .. " about# = " .. name .. "_phi_wide(a#*(dt*" .. at_k .. "));"))
//@   end
//@ end
//@ for d = 0, 2 do
//@   local flow = is_ellipsoid and ("v%d#"):format(d) or yields and is_matched and ("(v%d# - b#*(v%d# + s#*h%d#))"):format(d, d, d)
//@     or ("(-(s#*h%d#))"):format(d)
//@   local rate = ("(%s - a#*z%d#)"):format(flow, d)
//@   if d == 2 and is_matched then rate = at_k .. "*" .. rate end
//@   if is_exponential then rate = rate .. "*" .. (d == 2 and is_matched and "about#" or "phi#") end
$(two(("  const %s rate%d# = %s;"):format(V, d, rate)))
$(two(("  const %s next%d# = z%d# + dt*rate%d#;"):format(V, d, d, d)))
$(two(("  %s_store(z%s + #*L, next%d#);"):format(name, d == 0 and "" or d == 1 and " + row" or " + 2*row", d)))
//@ end
$(two("  const " .. V .. " load# = " .. name .. "_load(fn + #*L);"))
//@ if has_fading then
$(two("  const " .. V .. " damping# = " .. name .. "_load(m->damping + at + #*L);"))
//@ else
$(declare(damping, 2, "sigma1/sigma0"))
//@ end
//@ for d = 0, 2 do
//@   local viscous = is_viscous and (" + %s*v%d#"):format(d == 2 and spin_sigma2 or NAME .. "_SIGMA2", d) or ""
$(two(("  const %s f%d# = -load#*(%s_SIGMA0*(next%d# + damping%s*rate%d#)%s);"):format(V, d, NAME, d, has_fading and "#" or "", d, viscous)))
//@ end
//@ local outer = has_stretch and { by(stretch_xx), by(stretch_yy), by(ratio) } or { "", "", "" } -- to the patch itself
//@ for d = 0, 1 do
$(two(("  %s_store(m->wrench[%d] + at + #*L, f%d#%s);"):format(name, d, d, outer[d + 1])))
//@ end
//@ local moment = ("%s*f2#%s"):format(at_r, off_centre and (" + %s*f1# - %s*f0#"):format(at_x, at_y) or "")
//@ if outer[3] ~= "" and off_centre then moment = "(" .. moment .. ")" end
$(two(("  %s_store(m->wrench[2] + at + #*L, %s%s);"):format(name, moment, outer[3])))
}
